//! The start of the games in a series of Wilderness War.

use super::options::settings;
use super::start::{header, header_with_idle};
use crate::commands::games::Beginning;
use crate::options::series::Wanted;
use crate::options::start::Start;
use std::rc::Rc;
use wilderness_engine::Each;
use wilderness_lab::Player;
use wilderness_lab::series::{Series, SeriesStart};
use wilderness_war::{Header, Scripts, Side, War};

/// Games with a header that a bot plays for both sides.
pub fn of_bot(header: Header, scripts: &Scripts, bot: Player) -> Series<War> {
    let plan = SeriesStart { header, scenarios: Vec::new(), random_rules: false };
    Series { players: Each::new(Side::BOTH, |_| bot), ..Series::of_plan(plan, scripts) }
}

/// What games start from in all scenarios. A rule without effect in one scenario may have one in another, so each game
/// drops its own.
fn all_scenarios(start: &Start, begins: &Beginning, scripts: &Rc<Scripts>) -> miette::Result<(Header, Vec<String>)> {
    let header = header_with_idle(start, begins, scripts)?;
    let scenarios: Vec<String> = scripts.content().scenario_ids().map(str::to_string).collect();
    for scenario in &scenarios {
        let mut header = header.clone();
        header.scenario.clone_from(scenario);
        let header = header.without_idle_rules(start.rules().unwrap_or_default(), scripts)?;
        header.without_idle_settings(&settings(start), scripts)?;
    }
    Ok((header, scenarios))
}

/// What the games of a series start from.
pub fn plan(wanted: &Wanted<'_>, scripts: &Rc<Scripts>) -> miette::Result<SeriesStart<Header>> {
    let (start, begins) = (wanted.start, Beginning::with_seed(wanted.seed));
    let (mut header, scenarios) = match wanted.all_scenarios {
        true => all_scenarios(start, &begins, scripts)?,
        false => (header(start, &begins, scripts)?, Vec::new()),
    };
    header.settings.dice = None; // A preset may be meant for people who roll dice.
    header.begin(scripts.clone())?;
    Ok(SeriesStart { header, scenarios, random_rules: wanted.random_rules })
}
