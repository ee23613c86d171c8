//! The pieces of both sides for `list`.

use crate::front::OnRoll;
use crate::war::describe;
use wilderness_engine::Side as _;
use wilderness_war::map::Map;
use wilderness_war::pieces::{PieceKind, Pieces};
use wilderness_war::{PieceId, Place, Side, View};

/// The pieces that are in play or were.
pub fn roll(view: &View<'_>) -> Vec<OnRoll> {
    let is_known = |piece: &PieceId| !matches!(view.place_of(*piece), Place::AtHand | Place::LeaderPool);
    let of = |side: Side| Pieces::get().of[side].iter().filter(is_known).map(move |piece| entry(view, side, piece));
    Side::BOTH.into_iter().flat_map(of).collect()
}

fn entry(view: &View<'_>, side: Side, piece: PieceId) -> OnRoll {
    let facts = piece.facts();
    let is_leader = facts.kind == PieceKind::Leader;
    let space = view.space_of(piece);
    let is_in_fort = view.is_inside(piece);
    let kinds = [
        (true, describe::kind(facts)),
        (facts.kind == PieceKind::Highland, "Highlander"),
        (Pieces::get().drilled.contains(piece), "drilled"),
        (Pieces::get().auxiliaries.contains(piece), "auxiliary"),
    ];
    let states = [
        (view.reduced().contains(piece), "reduced"),
        (is_in_fort, "inside"),
        (is_in_fort && space.is_some_and(|space| view.siege_level(space).is_some()), "besieged"),
        (view.place_of(piece) == Place::Eliminated, "eliminated"),
    ];
    OnRoll {
        name: piece.to_string(),
        side: side.index(),
        noun: if is_leader { "leader" } else { "unit" },
        kinds: kinds.into_iter().filter(|(is, _)| *is).map(|(_, kind)| kind.to_string()).collect(),
        states: states.into_iter().filter(|(is, _)| *is).map(|(_, state)| state).collect(),
        place: space.and_then(|space| Map::get().all.iter().position(|other| other == space)),
        elsewhere: describe::place(view, piece),
        figures: describe::rating(view, piece),
        strength: (!is_leader && space.is_some()).then(|| view.strength(piece).into()),
    }
}
