//! Winter attrition (11.0).

use super::housekeeping::{self, Around};
use super::refusal::{refuse, why_not_here};
use crate::context::Context;
use crate::decision::Ask;
use crate::map::Map;
use crate::news::{Happened, NewsEntry};
use crate::sets::{PieceId, PieceSet, SpaceId};
use crate::side::Side;
use crate::state::{State, Step};
use crate::table::{Effects, Play, Table};
use wilderness_engine::Refusal;

/// The most friendly units that a fort or stockade shelters (11.1).
pub const SHELTERED_UNITS: usize = 4;

/// Y4: every stack of drilled troops subject to attrition loses half of its reduced units, rounded up, and its other
/// units are reduced (11.2).
pub fn winter(table: &mut Table) -> Play<()> {
    for side in Side::BOTH {
        for space in table.state.pieces.held(side) {
            let drilled = table.state.units(side, space).drilled();
            if drilled.is_empty() {
                continue;
            }
            let at = Context::at(side, space).with_stack(&table.state);
            if table.scripts.attrition(&table.state, suffers(&table.state, side, space), at)? {
                stack(table, side, space, drilled)?;
                housekeeping::settle(table, Around::default())?;
            }
        }
    }
    table.state.step = Step::VictoryCheck;
    Ok(())
}

/// Whether drilled troops of a side are subject to winter attrition in a space: when besieged, and wherever they are
/// not in an originally friendly cultivated space, an unbesieged friendly fort or stockade with no more than four
/// friendly units, or an unbesieged friendly fortress (11.1).
pub fn suffers(state: &State, side: Side, space: SpaceId) -> bool {
    let works = &state.works[side];
    let besieged = state.siege_level(space).is_some() && works.besiegeable().contains(space);
    let few = state.units(side, space).len() <= SHELTERED_UNITS;
    let sheltered = Map::get().originally(side).contains(space)
        || works.fortresses.contains(space)
        || ((works.forts | works.stockades).contains(space) && few);
    besieged || !sheltered
}

/// Why a piece is not eliminated by winter attrition at a space, if it is not: half of the drilled troops that were
/// already reduced are eliminated; `full` are those that were at full strength (11.2).
fn why_not_eliminate(state: &State, side: Side, space: SpaceId, full: PieceSet, piece: PieceId) -> Option<Refusal> {
    if let Some(refusal) = why_not_here(state, side, space, piece, "11.2") {
        return Some(refusal);
    }
    if PieceSet::one(piece).drilled().is_empty() {
        return refuse("11.2", "only drilled troops suffer winter attrition");
    }
    full.contains(piece).then_some(Refusal::new("11.2", "a unit at full strength is reduced, not eliminated"))
}

fn stack(table: &mut Table, side: Side, space: SpaceId, drilled: PieceSet) -> Play<()> {
    let reduced = drilled & table.state.pieces.reduced();
    let full = drilled - reduced;
    // A side's last step in a space is never lost.
    let alone = table.state.units(side, space).len() == 1;
    let halved = if alone { 0 } else { reduced.len().div_ceil(2) };
    let at = Context { pieces: drilled, ..Context::at(side, space) };
    let lost = usize::from(table.scripts.winter_losses(&table.state, halved as u8, at)?).min(reduced.len());
    if lost > 0 || !full.is_empty() {
        table.tell(|_| NewsEntry::new("11.2", Happened::Winter).by(side).at(space));
    }
    for _ in 0..lost {
        table.explain(|state, choice| why_not_eliminate(state, side, space, full, choice.piece()?));
        let left = drilled.filter(|unit| why_not_eliminate(&table.state, side, space, full, unit).is_none());
        let unit = table.ask_for_any_piece(side, Ask::Attrition(space), left)?;
        table.eliminate(unit, "11.2");
    }
    for unit in full {
        table.lose_step(unit, "11.2");
    }
    Ok(())
}
