//! Rally (11.2).

use super::effects::tell;
use super::{leaders, refusal, sequence};
use crate::board::Board;
use crate::decision::{Ask, Choice, Play, Table, Throw};
use crate::log::Happened;
use crate::pieces::At;
use crate::script;
use crate::unit::{Class, UnitId};

/// What is added to the die of a disordered man who tries to rally; nothing if it may not (11.2, 13.3.2, 21.1, B61).
pub(crate) fn modifier(board: &Board<'_>, unit: UnitId) -> Option<i16> {
    let (piece, state) = (board.piece(unit), board.state);
    let hex = state.hex(unit)?;
    let barred = state.demoralized[piece.side] || state.burning.contains(hex);
    if barred || !piece.disordered || !board.unit(unit).is_man() {
        return None;
    }
    let modifiers = &board.battle.tables.rally.modifiers;
    let near = |looted: bool| {
        state.pieces.iter().enumerate().any(|(index, train)| {
            board.battle.units[index].class() == Class::Train
                && train.looted == looted
                && (looted || train.side == piece.side)
                && matches!(train.at, At::Hex(at) if at.distance(hex) <= 1)
        })
    };
    let added = [
        (board.is_commanded(piece.side, hex), modifiers.leader_in_radius),
        (state.fog, modifiers.fog),
        (near(false), modifiers.supply_train_near),
        (near(true), modifiers.looted_train_near),
    ];
    let added = added.into_iter().filter(|(applies, _)| *applies).map(|(_, amount)| i16::from(amount));
    Some(i16::from(board.unit(unit).rally) + added.sum::<i16>())
}

/// RA1: a unit tries to rally, or the player turn ends.
pub(super) fn next(table: &mut Table) -> Play<()> {
    let (battle, side) = (table.scenario.clone(), table.state.side);
    let board = Board::new(&battle, &table.state);
    let untried = board.of(side).map(|(unit, _)| unit).filter(|unit| !board.piece(*unit).done.tried);
    let able: Vec<(UnitId, i16)> = untried.filter_map(|unit| Some((unit, modifier(&board, unit)?))).collect();
    if able.is_empty() {
        return sequence::end_player_turn(table);
    }
    let units = able.iter().map(|(unit, _)| Choice::Unit(battle.unit(*unit).id));
    let choices: Vec<Choice> = units.chain([Choice::Done]).collect();
    table.explain(|state, choice| refusal::of_rally(&battle, state, choice));
    let chosen = table.ask(side, Ask::Rally, choices)?;
    let found = able.into_iter().find(|(unit, _)| chosen == Choice::Unit(battle.unit(*unit).id));
    let Some((unit, modifier)) = found else {
        return sequence::end_player_turn(table);
    };
    let battles = table.scripts.clone();
    let (modifier, changed) = battles.scripts().rally(&Board::new(&battle, &table.state), unit, modifier)?;
    script::tell_changes(table, "11.2", side, changed);
    let die = table.roll_at(Throw::Rally, unit)?;
    let rallied = i16::from(die) + modifier >= i16::from(battle.tables.rally.succeeds_on);
    let piece = table.state.piece_mut(unit);
    (piece.done.tried, piece.disordered) = (true, !rallied);
    tell(table, "11.2", side, Happened::Rally { unit, die, modifier, rallied });
    script::rallied(table, unit, die, rallied)?;
    leaders::test(table);
    Ok(())
}
