//! The start of the battles in a series.

use super::start::header;
use crate::commands::games::Beginning;
use crate::options::series::Wanted;
use std::rc::Rc;
use wilderness_battles::{Battles, FrenchAndIndianWarBattles as Battle, Game, Header};
use wilderness_lab::series::{SeriesStart, Tested as _};

/// All battles. An optional rule for which one of them has nothing is left out there, but one must have what it needs.
fn all_scenarios(header: &Header, battles: &Battles) -> miette::Result<Vec<String>> {
    if let Some(idle) =
        header.options.words().find(|word| !battles.iter().any(|battle| battles.has_option(battle, word)))
    {
        return Err(miette::miette!("`--rules {idle}` has no effect on any battle"));
    }
    Ok(battles.iter().map(|battle| battle.id.clone()).collect())
}

/// What the games of a series start from.
pub fn plan(wanted: &Wanted<'_>, battles: &Rc<Battles>) -> miette::Result<SeriesStart<Header>> {
    let header = header(wanted.start, &Beginning::with_seed(wanted.seed), battles)?;
    let scenarios = match wanted.all_scenarios {
        true => all_scenarios(&header, battles)?,
        false => Vec::new(),
    };
    let plan = SeriesStart { header, scenarios, random_rules: wanted.random_rules };
    // Each scenario has to be one that can be played.
    for seed in 0..plan.scenarios.len().max(1) as u64 {
        Game::begin(
            &Battle::seeded(&SeriesStart { random_rules: false, ..plan.clone() }, seed, battles),
            battles.clone(),
        )?;
    }
    Ok(plan)
}
