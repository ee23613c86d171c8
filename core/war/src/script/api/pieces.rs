//! Leaders and units: what they are (3.0).

use super::{Answer, optional, refuse, refuse_name};
use crate::pieces::{Nation, PieceKind, Pieces};
use crate::rules::alliance;
use crate::sets::{PieceId, PieceSet, SpaceSet};
use crate::side::Side;
use rhai::plugin::*;
use rhai::{Array, Dynamic, combine_with_exported_module};

pub(super) fn register(module: &mut Module) {
    combine_with_exported_module!(module, "pieces", functions);
}

/// The piece with an id.
pub(super) fn find(id: &str) -> Answer<PieceId> {
    let all = Pieces::get();
    all.find(id).map_or_else(|| refuse_name("piece", id, all.ids()), Ok)
}

/// The kinds of pieces, as scripts name them.
const KINDS: [(&str, PieceKind); 12] = [
    ("leader", PieceKind::Leader),
    ("regular", PieceKind::Regular),
    ("royal-american", PieceKind::RoyalAmerican),
    ("highland", PieceKind::Highland),
    ("marine-detachment", PieceKind::MarineDetachment),
    ("light-infantry", PieceKind::LightInfantry),
    ("northern-provincial", PieceKind::NorthernProvincial),
    ("southern-provincial", PieceKind::SouthernProvincial),
    ("indian", PieceKind::Indian),
    ("coureurs", PieceKind::Coureurs),
    ("ranger", PieceKind::Ranger),
    ("militia", PieceKind::Militia),
];

/// The kind with a name.
pub(super) fn kind(name: &str) -> Answer<PieceKind> {
    match KINDS.iter().find(|(known, _)| *known == name) {
        Some((_, kind)) => Ok(*kind),
        None => refuse(format!("no kind of piece `{name}`; there are {}", kinds().collect::<Vec<_>>().join(", "))),
    }
}

/// The names of the kinds.
pub(crate) fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|(name, _)| *name)
}

/// The names of the nations.
pub(crate) fn nations() -> impl Iterator<Item = &'static str> {
    Nation::all().map(Nation::id)
}

/// The nation with a name.
pub(super) fn nation(name: &str) -> Answer<Nation> {
    match Nation::find(name) {
        Some(nation) => Ok(nation),
        None => refuse(format!("no nation `{name}`; there are {}", nations().collect::<Vec<_>>().join(", "))),
    }
}

#[export_module]
mod functions {
    /// The leader or unit with an id.
    ///
    /// `piece("johnson")`
    #[rhai_fn(return_raw)]
    pub fn piece(id: &str) -> Answer<PieceId> {
        find(id)
    }

    /// The id of a leader or unit.
    ///
    /// `unit.id == "rogers"`
    #[rhai_fn(get = "id", pure)]
    pub fn id(piece: &mut PieceId) -> String {
        piece.id().into()
    }

    /// The name of a leader or unit.
    ///
    /// `game.tell(`${unit} deserts`)`
    #[rhai_fn(name = "to_string", pure)]
    pub fn name(piece: &mut PieceId) -> String {
        piece.to_string()
    }

    /// The side of a leader or unit.
    ///
    /// `unit.side == game.side`
    #[rhai_fn(get = "side", pure)]
    pub fn side(piece: &mut PieceId) -> Side {
        piece.side()
    }

    /// What a piece is: "leader", "regular", "royal-american", "highland", "marine-detachment", "light-infantry",
    /// "northern-provincial", "southern-provincial", "indian", "coureurs", "ranger" or "militia".
    ///
    /// `units.filter(|unit| unit.kind == "ranger")`
    #[rhai_fn(get = "kind", pure)]
    pub fn kind(piece: &mut PieceId) -> String {
        let kind = piece.facts().kind;
        KINDS.iter().find(|(_, known)| *known == kind).map_or_else(String::new, |(name, _)| (*name).into())
    }

    /// The nation of an Indian unit: "northern", "western", "pays-d-en-haut", "iroquois", "mohawk" or "cherokee"; `()`
    /// for others.
    ///
    /// `unit.nation == "western"`
    #[rhai_fn(get = "nation", pure)]
    pub fn nation(piece: &mut PieceId) -> Dynamic {
        let name = |nation: Nation| Some(nation.id().to_string());
        optional(piece.facts().nation.and_then(name))
    }

    /// The settlement of an Indian unit, or `()`.
    ///
    /// `game.place(unit, unit.home)`
    #[rhai_fn(get = "home", pure)]
    pub fn home(piece: &mut PieceId) -> Dynamic {
        optional(piece.facts().home)
    }

    /// Whether a piece is a leader.
    ///
    /// `pieces.filter(|piece| piece.is_leader)`
    #[rhai_fn(get = "is_leader", pure)]
    pub fn is_leader(piece: &mut PieceId) -> bool {
        Pieces::get().leaders.contains(*piece)
    }

    /// The initiative of a leader; 0 for units (3.2).
    ///
    /// `leader.initiative <= 2`
    #[rhai_fn(get = "initiative", pure)]
    pub fn initiative(piece: &mut PieceId) -> i64 {
        i64::from(piece.facts().initiative)
    }

    /// How many units a leader can command; 0 for units (3.2).
    ///
    /// `leader.command > 5`
    #[rhai_fn(get = "command", pure)]
    pub fn command(piece: &mut PieceId) -> i64 {
        i64::from(piece.facts().command)
    }

    /// The tactics rating of a leader; 0 for units (3.2).
    ///
    /// `moment.leader.tactics > 1`
    #[rhai_fn(get = "tactics", pure)]
    pub fn tactics(piece: &mut PieceId) -> i64 {
        i64::from(piece.facts().tactics)
    }

    /// Whether a unit is of the drilled troops (3.11).
    ///
    /// `moment.attackers.some(|unit| unit.is_drilled)`
    #[rhai_fn(get = "is_drilled", pure)]
    pub fn is_drilled(piece: &mut PieceId) -> bool {
        Pieces::get().drilled.contains(*piece)
    }

    /// Whether a unit is a regular (3.11).
    ///
    /// `units.filter(|unit| unit.is_regular)`
    #[rhai_fn(get = "is_regular", pure)]
    pub fn is_regular(piece: &mut PieceId) -> bool {
        Pieces::get().regulars.contains(*piece)
    }

    /// Whether a unit is provincial (3.11).
    ///
    /// `units.filter(|unit| unit.is_provincial)`
    #[rhai_fn(get = "is_provincial", pure)]
    pub fn is_provincial(piece: &mut PieceId) -> bool {
        Pieces::get().provincials.contains(*piece)
    }

    /// Whether a unit is of the auxiliaries: Indians, coureurs des bois, rangers (3.13).
    ///
    /// `units.filter(|unit| unit.is_auxiliary).len()`
    #[rhai_fn(get = "is_auxiliary", pure)]
    pub fn is_auxiliary(piece: &mut PieceId) -> bool {
        Pieces::get().auxiliaries.contains(*piece)
    }

    /// Whether a unit is Indian (3.13).
    ///
    /// `units.filter(|unit| unit.is_indian)`
    #[rhai_fn(get = "is_indian", pure)]
    pub fn is_indian(piece: &mut PieceId) -> bool {
        Pieces::get().indians.contains(*piece)
    }

    /// Those of some pieces that are of a kind.
    ///
    /// `game.restorable(game.side).of_kind("militia")`
    #[rhai_fn(pure, return_raw)]
    pub fn of_kind(pieces: &mut PieceSet, kind: &str) -> Answer<PieceSet> {
        let kind = super::kind(kind)?;
        Ok(pieces.filter(|piece| piece.facts().kind == kind))
    }

    /// Those of some pieces that are of one of these kinds.
    ///
    /// `game.restorable(game.side).of_kind(["coureurs", "militia"])`
    #[rhai_fn(name = "of_kind", pure, return_raw)]
    pub fn of_kinds(pieces: &mut PieceSet, kinds: Array) -> Answer<PieceSet> {
        let kinds = kinds.iter().map(|name| super::kind(&name.to_string())).collect::<Answer<Vec<PieceKind>>>()?;
        Ok(pieces.filter(|piece| kinds.contains(&piece.facts().kind)))
    }

    /// Those of some pieces that belong to a nation.
    ///
    /// `game.at_hand(game.side).of_nation("mohawk")`
    #[rhai_fn(pure, return_raw)]
    pub fn of_nation(pieces: &mut PieceSet, nation: &str) -> Answer<PieceSet> {
        let nation = Some(super::nation(nation)?);
        Ok(pieces.filter(|piece| piece.facts().nation == nation))
    }

    /// Those of some pieces that are among others.
    ///
    /// `game.removable(game.enemy).among(game.units(game.enemy, space))`
    #[rhai_fn(pure)]
    pub fn among(pieces: &mut PieceSet, others: PieceSet) -> PieceSet {
        *pieces & others
    }

    /// The settlements of a nation; the Cherokee have none on the map (5.531).
    ///
    /// `within(space, 2).some(|space| space in settlements("iroquois"))`
    #[rhai_fn(return_raw)]
    pub fn settlements(nation: &str) -> Answer<SpaceSet> {
        Ok(alliance::settlements(super::nation(nation)?))
    }
}
