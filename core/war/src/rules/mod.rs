//! The rules, one module per chapter of the rulebook. They are straight-line functions that ask the table; none of them
//! waits. Rule numbers appear where the rule is applied.

pub mod activation;
pub mod alliance;
pub mod assault;
pub mod assemblies;
pub mod attrition;
pub mod avoid;
pub mod battle;
pub mod combat;
pub mod construction;
pub mod control;
pub mod demolition;
mod dice;
pub mod entry;
pub mod fire;
pub mod force;
pub mod home;
pub mod housekeeping;
pub mod infiltration;
pub mod interception;
pub mod leaders;
pub mod losses;
pub mod march;
pub mod movement;
pub mod phase;
pub mod raid;
pub mod reach;
mod refusal;
pub mod reinforcement;
pub mod retreat;
pub mod route;
pub mod season;
pub mod siege;
pub mod supply;
pub mod victory;

use crate::state::Step;
use crate::table::{Play, Table};

/// Plays the next step of the sequence of play (4.0).
///
/// # Errors
/// Whatever stops the step before its end; the state must then be discarded.
pub fn step(table: &mut Table) -> Play<()> {
    // A script may have been reloaded since the last step.
    table.scripts.clone().limit_supply(&mut table.state)?;
    sequence(table)?;
    // A script has ended the game.
    if let Some(side) = table.within.requests.winner.take() {
        victory::end(table, crate::state::Victory { winner: Some(side), reason: crate::state::Reason::Event });
    }
    Ok(())
}

fn sequence(table: &mut Table) -> Play<()> {
    match table.state.step {
        Step::Setup => season::set_up(table),
        Step::Deal => season::deal(table),
        Step::Action => season::action(table),
        Step::GoHome => home::year_end(table),
        Step::RaidedMarkers => season::score_raided_markers(table),
        Step::Attrition => attrition::winter(table),
        Step::VictoryCheck => victory::check(table),
        Step::Over(_) => Ok(()),
    }
}
