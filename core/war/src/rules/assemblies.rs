//! British colonial politics (5.54): how many provincials each department may keep in play.

use super::refusal::{refuse, why_not_on_map};
use super::reinforcement;
use crate::decision::{Ask, Choices};
use crate::map::Department;
use crate::news::{Happened, NewsEntry};
use crate::pieces::{PieceKind, Pieces};
use crate::sets::{PieceId, PieceSet};
use crate::side::Side;
use crate::state::{Assemblies, State};
use crate::table::{Effects, Play, Table};
use wilderness_engine::Refusal;

/// The provincial units of a department, in play or not.
pub fn provincials(department: Department) -> PieceSet {
    let kind = match department {
        Department::NORTHERN => PieceKind::NorthernProvincial,
        Department::SOUTHERN => PieceKind::SouthernProvincial,
        _ => return PieceSet::EMPTY,
    };
    Pieces::get().provincials.filter(|unit| unit.facts().kind == kind)
}

/// The most provincials of a department that may be in play, if there is a limit.
pub fn limit(assemblies: Assemblies, department: Department) -> Option<usize> {
    match (assemblies, department) {
        (Assemblies::Enthusiastic, _) => None,
        (Assemblies::Supportive, Department::SOUTHERN) => Some(4),
        (Assemblies::Supportive, _) => Some(10),
        (Assemblies::Reluctant, Department::SOUTHERN) => Some(2),
        (Assemblies::Reluctant, _) => Some(6),
    }
}

/// How many more provincials of a department are available and may come into play (5.52, 5.54).
pub fn room(state: &State, department: Department) -> usize {
    let all = provincials(department);
    let waiting = (all & reinforcement::at_hand(state, Side::British)).len();
    let in_play = (all & state.on_map(Side::British)).len();
    limit(state.assemblies, department).map_or(waiting, |limit| limit.saturating_sub(in_play).min(waiting))
}

/// Moves the marker on the track by one box, down or up; at either end it stays.
pub fn shift(table: &mut Table, up: bool) {
    let wanted = match (table.state.assemblies, up) {
        (Assemblies::Reluctant, false) | (Assemblies::Supportive, false) => Assemblies::Reluctant,
        (Assemblies::Enthusiastic, false) | (Assemblies::Reluctant, true) => Assemblies::Supportive,
        (Assemblies::Supportive, true) | (Assemblies::Enthusiastic, true) => Assemblies::Enthusiastic,
    };
    set(table, wanted);
}

/// Sets the marker on the track.
pub fn set(table: &mut Table, wanted: Assemblies) {
    table.state.assemblies = wanted;
    table.tell(|state| NewsEntry::new("5.54", Happened::AssembliesShifted { willingness: state.assemblies }));
}

/// Why a piece is not eliminated when a department exceeds its limit of provincials, if it is not (5.54, 8.22).
fn why_not_disband(state: &State, department: Department, piece: PieceId) -> Option<Refusal> {
    if !provincials(department).contains(piece) {
        return refuse("5.54", format!("only provincials of the {department} are disbanded"));
    }
    why_not_on_map(state, Side::British, piece, "5.54").or_else(|| reinforcement::why_not_remove(state, piece))
}

/// The British eliminate provincials above the limits. Besieged provincials count but cannot be eliminated; an excess
/// of besieged provincials alone is tolerated (5.54).
pub fn enforce(table: &mut Table) -> Play<()> {
    for department in [Department::NORTHERN, Department::SOUTHERN] {
        loop {
            let state = &table.state;
            let in_play = provincials(department) & state.on_map(Side::British);
            let removable = in_play.filter(|unit| why_not_disband(state, department, unit).is_none());
            let over = limit(state.assemblies, department).is_some_and(|limit| in_play.len() > limit);
            if !over || removable.is_empty() {
                break;
            }
            table.explain(|state, choice| why_not_disband(state, department, choice.piece()?));
            let choices = Choices::pieces(removable);
            let Some(unit) = table.ask_piece(Side::British, Ask::Disband(department), choices)? else { break };
            reinforcement::remove(table, PieceSet::one(unit))?;
        }
    }
    Ok(())
}
