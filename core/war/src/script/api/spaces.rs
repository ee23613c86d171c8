//! Spaces: what they are, what is near, who controls them.

use super::{Answer, Game, optional, refuse, refuse_name};
use crate::components::Components;
use crate::map::{Department, LinkKind, Map, Terrain};
use crate::rules::{movement, reinforcement, supply};
use crate::sets::{Id, PieceSet, SpaceId, SpaceSet};
use crate::side::Side;
use rhai::plugin::*;
use rhai::{Array, Dynamic, combine_with_exported_module};

pub(super) fn register(module: &mut Module) {
    combine_with_exported_module!(module, "spaces", functions);
}

/// The department with a name.
pub(super) fn department(name: &str) -> Answer<Department> {
    match Department::find(name) {
        Some(department) => Ok(department),
        None => refuse(format!("no department `{name}`; there are {}", departments().collect::<Vec<_>>().join(", "))),
    }
}

/// The names of the departments.
pub(crate) fn departments() -> impl Iterator<Item = &'static str> {
    Department::all().map(|department| department.facts().id.as_str())
}

/// The space with an id.
pub(super) fn find(id: &str) -> Answer<SpaceId> {
    let map = Map::get();
    map.find(id).map_or_else(|| refuse_name("space", id, map.ids()), Ok)
}

#[export_module]
mod functions {
    /// All spaces of the map.
    ///
    /// `game.spaces().filter(|space| space.is_port)`
    #[rhai_fn(pure, return_raw)]
    pub fn spaces(game: &mut Game) -> Answer<SpaceSet> {
        game.read(|_| Map::get().all)
    }

    /// The space with an id of the map.
    ///
    /// `space("ohio-forks")`
    #[rhai_fn(return_raw)]
    pub fn space(id: &str) -> Answer<SpaceId> {
        find(id)
    }

    /// The id of a space.
    ///
    /// `space.id == "quebec"`
    #[rhai_fn(get = "id", pure)]
    pub fn id(space: &mut SpaceId) -> String {
        space.id().into()
    }

    /// The name of a space.
    ///
    /// `game.tell(`the British land at ${space}`)`
    #[rhai_fn(name = "to_string", pure)]
    pub fn name(space: &mut SpaceId) -> String {
        space.to_string()
    }

    /// Whether a space is cultivated.
    ///
    /// `moment.space.is_cultivated`
    #[rhai_fn(get = "is_cultivated", pure)]
    pub fn is_cultivated(space: &mut SpaceId) -> bool {
        space.terrain() == Terrain::Cultivated
    }

    /// Whether a space is wilderness.
    ///
    /// `moment.space.is_wilderness`
    #[rhai_fn(get = "is_wilderness", pure)]
    pub fn is_wilderness(space: &mut SpaceId) -> bool {
        space.terrain() == Terrain::Wilderness
    }

    /// Whether a space is in the mountains.
    ///
    /// `moment.space.is_mountain`
    #[rhai_fn(get = "is_mountain", pure)]
    pub fn is_mountain(space: &mut SpaceId) -> bool {
        space.terrain() == Terrain::Mountain
    }

    /// Whether a port lies in a space.
    ///
    /// `game.spaces().filter(|space| space.is_port)`
    #[rhai_fn(get = "is_port", pure)]
    pub fn is_port(space: &mut SpaceId) -> bool {
        space.facts().port
    }

    /// The department of a space: "northern", "southern", "st-lawrence", or `()`.
    ///
    /// `space.department == "southern"`
    #[rhai_fn(get = "department", pure)]
    pub fn department_of(space: &mut SpaceId) -> Dynamic {
        optional(space.facts().department.map(|department| department.facts().id.clone()))
    }

    /// Those of some spaces that lie in a department, each as often as before: "northern", "southern" or "st-lawrence".
    ///
    /// `game.unbesieged_fortifications(Side::BRITISH).in_department("southern")`
    #[rhai_fn(pure, return_raw)]
    pub fn in_department(spaces: &mut Array, department: &str) -> Answer<Array> {
        let department = Some(super::department(department)?);
        if let Some(other) = spaces.iter().find(|space| !space.is::<SpaceId>()) {
            return refuse(format!("expected spaces in the array, found {}", other.type_name()));
        }
        let lies_there =
            |space: &&Dynamic| space.read_lock::<SpaceId>().is_some_and(|space| space.facts().department == department);
        Ok(spaces.iter().filter(lies_there).cloned().collect())
    }

    // The same for spaces of which each is there once.
    #[rhai_fn(name = "in_department", pure, return_raw)]
    pub fn set_in_department(spaces: &mut SpaceSet, department: &str) -> Answer<SpaceSet> {
        let department = Some(super::department(department)?);
        Ok(spaces.filter(|space| space.facts().department == department))
    }

    /// The spaces adjacent to a space: joined by land or water, never by an arrow (2.0).
    ///
    /// `adjacent(space("ohio-forks"))`
    pub fn adjacent(space: SpaceId) -> SpaceSet {
        Map::get().adjacent(space)
    }

    /// The spaces within this many links of a space, itself included.
    ///
    /// `within(space("canajoharie"), 2)`
    pub fn within(space: SpaceId, links: i64) -> SpaceSet {
        let reached = &Components::get().within()[space.index()];
        let links = usize::try_from(links).unwrap_or(0).min(reached.len() - 1);
        reached[links]
    }

    /// Those of some spaces that are among others.
    ///
    /// `within(space("ohio-forks"), 1).among(game.fortifications(Side::FRENCH))`
    #[rhai_fn(pure)]
    pub fn among(spaces: &mut SpaceSet, others: SpaceSet) -> SpaceSet {
        *spaces & others
    }

    /// Whether two arrays of spaces have one in common.
    ///
    /// `within(space("ohio-forks"), 1).meets(game.fortifications(Side::FRENCH))`
    #[rhai_fn(pure)]
    pub fn meets(spaces: &mut SpaceSet, others: SpaceSet) -> bool {
        spaces.meets(others)
    }

    /// Whether two spaces are joined by a lake shore.
    ///
    /// `is_lake_shore(moment.from, moment.space)`
    pub fn is_lake_shore(from: SpaceId, to: SpaceId) -> bool {
        Map::get().link(from, to).is_some_and(|link| link.kind == LinkKind::Lake)
    }

    /// Whether a side controls a fortress or port: unbesieged, without enemy units, and if captured also garrisoned
    /// (2.0).
    ///
    /// `game.controls(game.side, space("montreal"))`
    #[rhai_fn(pure, return_raw)]
    pub fn controls(game: &mut Game, side: Side, space: SpaceId) -> Answer<bool> {
        game.read(|seat| seat.state().controls(side, space))
    }

    /// Whether drilled troops of a side are in supply in a space (12.0).
    ///
    /// `game.is_supplied(game.side, space)`
    #[rhai_fn(pure, return_raw)]
    pub fn is_supplied(game: &mut Game, side: Side, space: SpaceId) -> Answer<bool> {
        game.read(|seat| supply::is_supplied(seat.state(), side, space))
    }

    /// Whether pieces of a side can enter the game in a space: no enemy units, no enemy fortification, no siege (5.522,
    /// 8.22).
    ///
    /// `ports.filter(|port| game.can_enter(game.side, port))`
    #[rhai_fn(pure, return_raw)]
    pub fn can_enter(game: &mut Game, side: Side, space: SpaceId) -> Answer<bool> {
        game.read(|seat| reinforcement::why_not_enter(seat.state(), side, space).is_none())
    }

    /// Where British pieces could make an amphibious landing from the port in which they are (6.431): if it is under
    /// British control, along the arrows, not where the British are in control or an Amphib marker lies (Q6).
    ///
    /// `game.landing_sites(moment.mover)`
    #[rhai_fn(pure, return_raw)]
    pub fn landing_sites(game: &mut Game, pieces: PieceSet) -> Answer<SpaceSet> {
        game.read(|seat| movement::landing_sites(seat.state(), pieces))
    }

    /// Whether an Amphib marker lies in a space (6.432).
    ///
    /// `game.has_amphib(space("louisbourg"))`
    #[rhai_fn(pure, return_raw)]
    pub fn has_amphib(game: &mut Game, space: SpaceId) -> Answer<bool> {
        game.read(|seat| seat.state().amphib.contains(space))
    }

    /// The space in which a leader or unit is, or `()` if it is not on the map.
    ///
    /// `game.space_of(piece("johnson"))`
    #[rhai_fn(pure, return_raw)]
    pub fn space_of(game: &mut Game, piece: crate::sets::PieceId) -> Answer<Dynamic> {
        game.read(|seat| optional(seat.state().pieces.space(piece)))
    }
}
