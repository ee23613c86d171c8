//! The sequence of play (4.0).

use super::effects::tell;
use super::{fog, leaders, victory};
use crate::decision::{Play, Table};
use crate::log::Happened;
use crate::script;
use crate::side::Side;
use crate::state::{MarkerEnd, Step};

/// A game turn begins: fog (5.0), then the turn of player A.
pub(super) fn begin_turn(table: &mut Table) -> Play<()> {
    fog::determine(table)?;
    begin_player_turn(table, table.scenario.players[0], true)
}

/// A player turn begins (4.1): no gun has fired. With that of player A, the game turn begins.
fn begin_player_turn(table: &mut Table, side: Side, is_game_turn: bool) -> Play<()> {
    let battle = table.scenario.clone();
    let state = &mut table.state;
    state.note_demoralization(&battle);
    state.side = side;
    state.step = Step::Bombardment;
    state.pieces.iter_mut().for_each(|piece| piece.done.fired = false);
    script::turn_started(table, is_game_turn)?;
    leaders::test(table);
    Ok(())
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
        (piece.done.moved, piece.done.spent) = (false, 0);
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
    state.pieces.iter_mut().for_each(|piece| piece.done.tried = false);
    state.step = Step::Rally;
}

/// The player turn ends; after that of player B the game turn, and after the last one the battle (17.0).
pub(super) fn end_player_turn(table: &mut Table) -> Play<()> {
    let [first, second] = table.scenario.players;
    table.state.pieces.iter_mut().for_each(|piece| piece.done.tried = false);
    table.state.end_markers(MarkerEnd::PlayerTurn);
    if table.state.side == first {
        return begin_player_turn(table, second, false);
    }
    if table.state.turn < table.scenario.turns {
        table.state.end_markers(MarkerEnd::Turn);
        table.state.turn += 1;
        table.state.fog = false;
        table.state.side = first;
        table.state.step = Step::Turn;
        return Ok(());
    }
    script::ending(table)?;
    leaders::test(table);
    let outcome = victory::judge(table)?;
    table.state.step = Step::Over(outcome);
    tell(table, "17.0", table.state.side, Happened::Over(outcome));
    Ok(())
}
