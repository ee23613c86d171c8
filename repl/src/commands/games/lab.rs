//! Series of games as the options say.

use super::Title;
use crate::front::Origin as _;
use crate::options::content::ContentArg;
use crate::options::players::Players;
use crate::options::series::Wanted;
use miette::miette;
use std::path::PathBuf;
use wilderness_engine::Each;
use wilderness_lab::facts::Facts;
use wilderness_lab::series::Series;

/// Games as the options say, checked: faults in the scripts or the scenario are reported once.
///
/// # Errors
/// Content that cannot be read; what does not go together; a directory for records that is not there.
pub fn series<F: Title>(
    wanted: &Wanted<'_>,
    content: &ContentArg,
    players: &Players,
    records: Option<PathBuf>,
) -> miette::Result<Series<F>> {
    if let Some(option) = wanted.start.options().find(|option| option.is_file && wanted.all_scenarios) {
        return Err(miette!("`--all-scenarios` does not go with `--{}`", option.name));
    }
    let scripts = F::with_scenario_file(F::origin(content, false), wanted.start)?.load()?;
    if wanted.start.has_players_roll() {
        return Err(miette!("`--dice table` has no effect here: bots cannot roll dice at a table"));
    }
    if let Some(directory) = records.as_ref().filter(|directory| !directory.is_dir()) {
        let what = if directory.exists() { "is not a directory" } else { "does not exist: create it first" };
        return Err(miette!("`--records` names a directory for records, but `{}` {what}", directory.display()));
    }
    let series = Series::<F>::of_plan(F::plan(wanted, &scripts)?, &scripts);
    let bots = players.at(&series.sides)?;
    let players = Each::new(series.sides.iter().copied(), |side| bots[side].unwrap_or_default());
    Ok(Series { players, records, ..series })
}

/// What the lab knows of the game with a word.
pub fn lab_of(word: &str) -> Option<Facts> {
    super::all().iter().find(|game| game.word() == word).map(|game| game.lab())
}
