//! The rules, one module for each chapter: straight-line functions on a table that ask, roll, and cite rule and ruling
//! numbers.

pub(crate) mod bombardment;
pub(crate) mod combat;
pub(crate) mod declaration;
pub(crate) mod demoralization;
pub(crate) mod effects;
mod exit;
mod fog;
pub(crate) mod ground;
mod leaders;
mod movement;
mod pursuit;
pub(crate) mod rally;
pub(crate) mod reach;
mod refusal;
pub(crate) mod reinforcements;
pub(crate) mod retreat;
mod sequence;
mod setup;
mod tactics;
mod trains;
pub(crate) mod victory;

use crate::decision::{Play, Table};
use crate::invariants;
use crate::state::Step;

/// Plays the next step of the sequence of play (4.2): up to the end of one set-up, shot, move, attack or rally.
pub(crate) fn step(table: &mut Table) -> Play<()> {
    play(table)?;
    debug_assert_eq!(invariants::broken_in_play(&table.scenario, &table.state), None);
    Ok(())
}

fn play(table: &mut Table) -> Play<()> {
    if victory::conceded(table)? {
        return Ok(());
    }
    match table.state.step {
        Step::Markers => tactics::pick_markers(table),
        Step::SetUp(deploy, unit) => setup::place(table, deploy, unit),
        Step::Turn => sequence::begin_turn(table),
        Step::Bombardment => bombardment::next(table),
        Step::MovementStart => reinforcements::begin(table),
        Step::Movement => movement::next(table),
        Step::Declaration => declaration::next(table),
        Step::Resolution => combat::next(table),
        Step::Strike(index, markers) => combat::strike(table, index, markers),
        Step::Rally => rally::next(table),
        Step::Over(_) => Ok(()),
    }
}
