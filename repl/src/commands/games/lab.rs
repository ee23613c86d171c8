//! Series of games as the options say.

use super::Title;
use crate::board::pictured::hand;
use crate::front::Origin as _;
use crate::options::content::ContentArg;
use crate::options::players::Players;
use crate::options::series::Wanted;
use crate::prompt::board::scene;
use crate::prompt::front::{Front, Tables as _};
use crate::prompt::menu::Menu;
use crate::text::out;
use miette::miette;
use std::path::PathBuf;
use wilderness_engine::{Decision, Each, Game};
use wilderness_lab::facts::Facts;
use wilderness_lab::outside::protocol::SeenBySide;
use wilderness_lab::row::Row;
use wilderness_lab::series::Series;
use wilderness_lab::{Contestant, PANIC, Player};

/// Games as the options say, checked: faults in the scripts or the scenario are reported once.
///
/// # Errors
/// Content that cannot be read; what does not go together; a directory for records that is not there.
pub fn series<F: Title>(
    wanted: &Wanted<'_>,
    content: &ContentArg,
    players: &Players<Contestant>,
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
    let sides = || series.sides.iter().copied();
    let players = Each::new(sides(), |side| match &bots[side] {
        Some(Contestant::Own(player)) => *player,
        _ => Player::default(),
    });
    let outside = Each::new(sides(), |side| match &bots[side] {
        Some(Contestant::Outside(bot)) => Some(bot.clone()),
        _ => None,
    });
    Ok(Series { players, outside, describe: seen_by_side::<F>, records, ..series })
}

/// Says what went wrong in a game, if anything did.
pub fn warn_of(row: &Row) {
    let Row { seed, scenario, error, .. } = row;
    if error.contains(PANIC) {
        // It has no record, because the game may be lost.
        let again = format!("`replay --from-sim {seed} --scenario {scenario}` with the same options plays it again");
        out::warn(&format!("seed {seed}: {error}\n{again}\n"));
    } else if !error.is_empty() {
        out::warn(&format!("seed {seed}: {error}\n"));
    }
}

/// What the lab knows of the game with a word.
pub fn lab_of(word: &str) -> Option<Facts> {
    super::all().iter().find(|game| game.word() == word).map(|game| game.lab())
}

/// What a bot outside the program is told of a decision: what the prompt and the page show to the side that decides.
fn seen_by_side<F: Front>(game: &Game<F>, decision: &Decision<F>) -> SeenBySide {
    let side = decision.side;
    let menu = Menu::of(game);
    let says = |choice: &F::Choice| menu.as_ref().map_or(String::new(), |menu| menu.named(game, *choice));
    let held = hand(game, side).unwrap_or_default();
    SeenBySide {
        question: F::wording(game, decision).question,
        says: decision.choices.iter().map(|choice| out::plain(&says(choice))).collect(),
        standing: F::standing(game),
        text: out::plain(&[F::Tables::score(game, side), held, F::board_list(game, side)].join("\n")),
        // A scene consists of texts, numbers and lists, so serialization cannot fail.
        board: serde_json::to_value(scene(game, side)).unwrap_or_default(),
    }
}
