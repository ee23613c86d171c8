//! What services refuse before they do anything: what the rules do not know, or not at this moment.

use super::{Answer, Game, refuse};
use crate::map::Department;
use crate::moments::{Moment, MomentKind};
use crate::pieces::Pieces;
use crate::placement::Place;
use crate::rules::{assemblies, movement, reinforcement};
use crate::script::UnderWay as _;
use crate::sets::{PieceId, PieceSet, SpaceId};
use crate::side::Side;
use crate::state::State;
use crate::table::Table;

/// Refuses for the reason that a look at the table finds. A condition has no table, and cannot act at all.
fn unless(game: &Game, why_not: impl FnOnce(&Table) -> Option<String>) -> Answer<()> {
    game.read(|_| ())?;
    game.table(why_not).flatten().map_or(Ok(()), refuse)
}

/// Only at a moment of this kind.
pub(super) fn only_at(game: &Game, kind: MomentKind) -> Answer<()> {
    unless(game, |table| {
        let at = table.moment().map(Moment::kind);
        (at != Some(kind)).then(|| match at {
            Some(other) => format!("it is meant for the moment `{}`, not for `{}`", kind.name(), other.name()),
            None => format!("it is meant for the moment `{}`, not for an event that is played", kind.name()),
        })
    })
}

/// Only in the `play` of an event.
pub(super) fn only_in_play(game: &Game) -> Answer<()> {
    unless(game, |table| {
        table.moment().map(|_| "it is meant for an event that is played instead of an activation".into())
    })
}

/// Not while pieces move, fight, besiege or raid.
pub(super) fn only_in_quiet(game: &Game) -> Answer<()> {
    unless(game, |table| {
        let busy = table.is_in_action() || !table.engaged().is_empty();
        busy.then(|| "not while pieces are moving, fighting, besieging or raiding".into())
    })
}

/// Not while pieces move, fight or raid.
pub(super) fn not_in_action(game: &Game) -> Answer<()> {
    unless(game, |table| table.is_in_action().then(|| "not while pieces are moving, fighting or raiding".into()))
}

/// Whether a piece is in play: on the map, or in a militia box.
fn is_in_play(state: &State, piece: PieceId) -> bool {
    matches!(state.pieces.at(piece), Place::Space(_) | Place::Militia(_))
}

/// Only pieces in play.
pub(super) fn only_in_play_pieces(game: &Game, pieces: PieceSet) -> Answer<()> {
    let absent = game.read(|seat| pieces.iter().find(|piece| !is_in_play(seat.state(), *piece)))?;
    absent.map_or(Ok(()), |piece| refuse(format!("{piece} is not in play")))
}

/// Only pieces that can go now: not those which are moving, fighting, besieging or raiding.
pub(super) fn only_free(game: &Game, pieces: PieceSet) -> Answer<()> {
    unless(game, |table| {
        let busy = (pieces & table.engaged()).first()?;
        Some(format!("{busy} is moving, fighting, besieging or raiding, and cannot be taken away now"))
    })
}

/// Only pieces on the map that can be moved to a space now: not the besieged, and where they can enter.
pub(super) fn only_movable(game: &Game, pieces: PieceSet, space: SpaceId) -> Answer<()> {
    if Side::BOTH.into_iter().all(|side| !pieces.of(side).is_empty()) {
        return refuse("pieces of one side move together");
    }
    only_free(game, pieces)?;
    let refusal = game.read(|seat| {
        let state = seat.state();
        let stuck = pieces.iter().find(|piece| state.pieces.space(*piece).is_none() || state.is_besieged(*piece));
        let stuck = stuck.map(|piece| format!("{piece} is not on the map, or is besieged (8.22)"));
        let closed = || pieces.iter().find_map(|piece| reinforcement::why_not_enter(state, piece.side(), space));
        stuck.or_else(|| closed().map(|refusal| format!("{space} is closed to them: {refusal}")))
    })?;
    refusal.map_or(Ok(()), refuse)
}

/// Only a unit that can lose a step now: in play, not besieged, and if the step is its last one, free to go.
pub(super) fn only_losing(game: &Game, unit: PieceId) -> Answer<()> {
    if Pieces::get().leaders.contains(unit) {
        return refuse(format!("{unit} is a leader and has no steps"));
    }
    only_in_play_pieces(game, PieceSet::one(unit))?;
    let (besieged, last) = game.read(|seat| (seat.state().is_besieged(unit), seat.state().steps(unit) == 1))?;
    if besieged {
        return refuse(format!("{unit} is besieged (8.22)"));
    }
    if last { only_free(game, PieceSet::one(unit)) } else { Ok(()) }
}

/// Two leaders of one side that can change places: on the map, not besieged, and free to go.
pub(super) fn only_leaders_that_swap(game: &Game, a: PieceId, b: PieceId) -> Answer<()> {
    let all = Pieces::get();
    if let Some(unit) = [a, b].into_iter().find(|piece| !all.leaders.contains(*piece)) {
        return refuse(format!("{unit} is not a leader"));
    }
    if a.side() != b.side() || a == b {
        return refuse("two leaders of one side change places");
    }
    let stuck = game.read(|seat| {
        let state = seat.state();
        [a, b].into_iter().find(|leader| state.pieces.space(*leader).is_none() || state.is_besieged(*leader))
    })?;
    if let Some(leader) = stuck {
        return refuse(format!("{leader} is not on the map, or is besieged (8.22)"));
    }
    only_free(game, [a, b].into_iter().collect())
}

/// Why a piece cannot come into play at all, wherever that is (5.52, 5.54, 5.55).
fn why_not_bring(state: &State, drawn: PieceSet, piece: PieceId) -> Option<String> {
    let all = Pieces::get();
    match state.pieces.at(piece) {
        Place::LeaderPool if drawn.contains(piece) => return None,
        Place::LeaderPool => return Some(format!("{piece} is in the leader pool and has to be drawn first (5.55)")),
        Place::AtHand => {}
        _ => return Some(format!("{piece} is in play, or out of the game, and cannot be placed (5.52)")),
    }
    if all.leaders.contains(piece) && piece.side() == Side::British {
        return Some(format!("{piece} comes by the leader pool: he has to join it and to be drawn (5.55)"));
    }
    if !all.provincials.contains(piece) {
        return None;
    }
    let department = Department::all().find(|department| assemblies::provincials(*department).contains(piece))?;
    (assemblies::room(state, department) == 0)
        .then(|| format!("the assemblies allow no more provincials of the {department} than there are (5.54)"))
}

/// Only a piece that can come into play.
pub(super) fn only_entering(game: &Game, piece: PieceId) -> Answer<()> {
    let refusal = game.read(|seat| why_not_bring(seat.state(), seat.notes().drawn, piece))?;
    refusal.map_or(Ok(()), refuse)
}

/// Only a piece that can come into play, in a space that is open to it.
pub(super) fn only_entering_at(game: &Game, piece: PieceId, space: SpaceId) -> Answer<()> {
    only_entering(game, piece)?;
    if Pieces::get().militia.contains(piece) {
        return refuse(format!("{piece} are militia, which wait in the box of their department (3.12, 7.3)"));
    }
    match game.read(|seat| reinforcement::why_not_place(seat.state(), piece, space))? {
        Some(refusal) => refuse(format!("{piece} cannot be placed: {refusal}")),
        None => Ok(()),
    }
}

/// Only militia of the side that a department belongs to.
pub(super) fn only_militia_of(game: &Game, unit: PieceId, department: Department) -> Answer<()> {
    only_entering(game, unit)?;
    if !Pieces::get().militia.of(department.owner()).contains(unit) {
        return refuse(format!("the box of the {department} holds {} militia only (7.3)", department.owner()));
    }
    Ok(())
}

/// Only a landing of the mover, where an amphibious arrow lets it land (6.431).
pub(super) fn only_landing(game: &Game, space: SpaceId) -> Answer<()> {
    only_at(game, MomentKind::MoveStart)?;
    let player = game.read(|seat| seat.side())?;
    unless(game, |table| {
        let Some(&Moment::MoveStart { mover, may_sail }) = table.moment() else { return None };
        if !may_sail || mover.of(player) != mover {
            return Some("the mover cannot land: it may not sail, or is the enemy's (6.41, 6.431)".into());
        }
        if table.within.requests.landing.is_some() {
            return Some("the mover lands elsewhere already (6.431)".into());
        }
        let sites = movement::landing_sites(&table.state, mover);
        (!sites.contains(space)).then(|| format!("the mover cannot land at {space} (6.431)"))
    })
}
