//! The start of the battles in a series.

use super::start::header;
use crate::commands::games::Beginning;
use crate::front::Front as _;
use crate::options::series::Wanted;
use std::rc::Rc;
use wilderness_battles::series::SeriesStart;
use wilderness_battles::{Battles, FrenchAndIndianWarBattles as Battle, Game};

/// What the games of a series start from.
pub fn plan(wanted: &Wanted<'_>, battles: &Rc<Battles>) -> miette::Result<SeriesStart> {
    if wanted.all_scenarios {
        return Err(miette::miette!("`--all-scenarios` has no effect on {}: name a battle", Battle::NAME));
    }
    let header = header(wanted.start, &Beginning::with_seed(wanted.seed), battles)?;
    Game::begin(&header, battles.clone())?;
    Ok(SeriesStart { header, random_rules: wanted.random_rules })
}
