//! The sequence of play (4.0).

use super::effects::tell;
use super::{fog, victory};
use crate::decision::{Play, Table};
use crate::log::Happened;
use crate::side::Side;
use crate::state::Step;

/// A game turn begins: fog (5.0), then the turn of player A.
pub(super) fn begin_turn(table: &mut Table) -> Play<()> {
    fog::determine(table)?;
    begin_player_turn(table, table.scenario.players[0]);
    Ok(())
}

/// A player turn begins (4.1): no gun has fired.
fn begin_player_turn(table: &mut Table, side: Side) {
    let battle = table.scenario.clone();
    let state = &mut table.state;
    state.note_demoralization(&battle);
    state.side = side;
    state.step = Step::Bombardment;
    state.pieces.iter_mut().for_each(|piece| piece.fired = false);
}

/// The Movement Phase ends, and the Combat Phase begins. A forced march is over (18.1).
pub(super) fn end_movement(table: &mut Table) {
    let battle = table.scenario.clone();
    let state = &mut table.state;
    state.note_demoralization(&battle);
    state.marching = None;
    state.die = None;
    state.entered.clear();
    for piece in state.pieces.iter_mut() {
        (piece.moved, piece.spent) = (false, 0);
    }
    state.attacks.clear();
    state.step = Step::Declaration;
}

/// The Combat Phase ends, and the Rally Phase begins.
pub(super) fn end_combat(table: &mut Table) {
    let battle = table.scenario.clone();
    let state = &mut table.state;
    state.note_demoralization(&battle);
    state.attacks.clear();
    state.pieces.iter_mut().for_each(|piece| piece.tried = false);
    state.step = Step::Rally;
}

/// The player turn ends; after that of player B the game turn, and after the last one the battle (17.0).
pub(super) fn end_player_turn(table: &mut Table) {
    let [first, second] = table.scenario.players;
    table.state.pieces.iter_mut().for_each(|piece| piece.tried = false);
    if table.state.side == first {
        begin_player_turn(table, second);
    } else if table.state.turn < table.scenario.turns {
        table.state.turn += 1;
        table.state.fog = false;
        table.state.side = first;
        table.state.step = Step::Turn;
    } else {
        let outcome = victory::outcome(&table.scenario, &table.state);
        table.state.step = Step::Over(outcome);
        tell(table, "17.0", table.state.side, Happened::Over(outcome));
    }
}
