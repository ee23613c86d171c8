//! How far a movement may go (6.2, 6.3): one value that follows a path step by step and knows whether it can still be a
//! land movement, a boat movement, or both. Players need not announce the kind (Q21).

use super::refusal::refuse;
use crate::map::{Link, LinkKind, Map};
use crate::pieces::Pieces;
use crate::script::MovementLimits;
use crate::sets::{PieceSet, SpaceId, SpaceSet};
use crate::side::Side;
use crate::state::State;
use wilderness_engine::Refusal;

/// The most spaces of a boat movement (6.3).
pub const BOAT_ALLOWANCE: u8 = 9;

/// What matters for the movement of a group of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Party {
    /// The owner.
    pub side: Side,
    /// Whether drilled troops are among them.
    pub drilled: bool,
    /// Whether auxiliaries are among them.
    pub auxiliaries: bool,
    /// The allowance of the slowest unit (6.22).
    pub allowance: u8,
    /// Whether there are units.
    has_units: bool,
    /// Whether there is exactly one.
    has_lone_unit: bool,
}

impl Party {
    /// The party made up of these pieces.
    pub fn new(side: Side, pieces: PieceSet) -> Party {
        let units = pieces.units();
        Party {
            side,
            drilled: pieces.meets(Pieces::get().drilled),
            auxiliaries: pieces.meets(Pieces::get().auxiliaries),
            allowance: pieces.iter().map(|piece| piece.facts().movement).min().unwrap_or(0),
            has_units: !units.is_empty(),
            has_lone_unit: units.only().is_some(),
        }
    }

    /// Whether it is exactly one auxiliary unit, with any number of leaders (6.6, D6).
    pub(crate) fn is_lone_auxiliary(&self) -> bool {
        self.has_lone_unit && self.auxiliaries
    }

    /// The same with several units, if it has one.
    pub fn with_several_units(self) -> Party {
        Party { has_lone_unit: false, ..self }
    }

    /// Leaders without units (6.53, D7).
    pub(crate) fn is_leaders_alone(&self) -> bool {
        !self.has_units
    }
}

/// The kind of movement required.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Manner {
    /// Either kind (Q21).
    #[default]
    Any,
    /// As a land movement (6.2).
    Land,
    /// As a boat movement (6.3).
    Boat,
}

/// How far a movement has gone (D10).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct March {
    /// Spaces entered.
    pub entered: u8,
    /// Whether the path so far is a land movement.
    land: bool,
    /// Whether the path so far is a boat movement.
    boat: bool,
    /// Whether the one land connection of a boat movement is used up (6.3).
    carried: bool,
    /// Boat movement ended where the boat was carried to a besieged friendly fort or fortress (6.3, R9).
    boat_stop: bool,
    /// Land movement ended in a mountain space (6.2).
    mountain_stop: bool,
    /// Land movement of drilled troops ended on leaving a wilderness space (6.2).
    drilled_stop: bool,
    /// Land movement of auxiliaries ended on leaving an enemy cultivated space (6.2).
    auxiliary_stop: bool,
}

impl Default for March {
    /// Before the first step.
    fn default() -> March {
        March {
            entered: 0,
            land: true,
            boat: true,
            carried: false,
            boat_stop: false,
            mountain_stop: false,
            drilled_stop: false,
            auxiliary_stop: false,
        }
    }
}

/// Where a party on land has to stop (6.2).
pub struct Stops {
    /// Where it stops as soon as it is there.
    pub inside: SpaceSet,
    /// Where it stops in the next space, unless it began there.
    pub behind: SpaceSet,
}

/// The parts of the position that matter for a path: constant during one movement as far as the mover is concerned.
#[derive(Clone, Copy, Debug)]
pub struct Ways {
    /// Spaces with friendly fortifications, besieged or not.
    own_fortifications: SpaceSet,
    /// Where a boat may be carried from or to: originally friendly cultivated spaces and friendly fortifications
    /// (6.3).
    carrying_places: SpaceSet,
    /// Friendly forts and fortresses under siege.
    besieged: SpaceSet,
    /// Cultivated spaces originally friendly to the enemy (6.2, Q20).
    enemy_cultivated: SpaceSet,
    /// What events change.
    limits: MovementLimits,
}

impl Ways {
    /// The spaces that events take off the allowance.
    pub fn shortened_by(&self) -> u8 {
        self.limits.less
    }

    /// The terrain as one side finds it.
    pub fn new(state: &State, side: Side, limits: MovementLimits) -> Ways {
        let own_fortifications = state.works[side].fortifications();
        Ways {
            own_fortifications,
            carrying_places: own_fortifications | Map::get().originally(side),
            besieged: own_fortifications & state.besieged_spaces(),
            enemy_cultivated: Map::get().originally(side.enemy()),
            limits,
        }
    }

    /// Where a party on land has to stop by the rulebook.
    pub fn stops(&self, party: Party) -> Stops {
        let map = Map::get();
        let behind = match (party.drilled, party.auxiliaries) {
            (true, false) => map.wilderness,
            (false, true) => self.enemy_cultivated,
            _ => SpaceSet::EMPTY,
        };
        let own = self.own_fortifications;
        Stops { inside: map.mountain - own, behind: behind - own }
    }

    /// Where a boat may be carried from or to (6.3).
    pub fn portages(&self) -> SpaceSet {
        self.carrying_places
    }

    /// The friendly forts and fortresses under siege, at which a portage ends a movement by boat (6.3).
    pub fn besieged(&self) -> SpaceSet {
        self.besieged
    }

    /// The same with additional friendly fortifications.
    pub fn with_fortifications(self, spaces: SpaceSet) -> Ways {
        Ways {
            own_fortifications: self.own_fortifications | spaces,
            carrying_places: self.carrying_places | spaces,
            ..self
        }
    }
}

impl March {
    /// Before the first step of a movement of a required kind.
    pub fn by(manner: Manner) -> March {
        March { land: manner != Manner::Boat, boat: manner != Manner::Land, ..March::default() }
    }

    /// The kind of movement it has been so far; it may still be either.
    pub fn manner(&self) -> Manner {
        match (self.land, self.boat) {
            (true, false) => Manner::Land,
            (false, true) => Manner::Boat,
            _ => Manner::Any,
        }
    }

    /// Whether its last step was a carry, the one land connection of a boat movement (6.3); `before` is the march
    /// without that step.
    pub fn has_just_carried(&self, before: &March) -> bool {
        self.boat && self.carried && !before.carried
    }

    /// Whether this march allows everything from here on that another march into the same space allows, if this one has
    /// entered no more spaces.
    #[inline]
    pub fn covers(&self, other: &March) -> bool {
        let as_land = self.land
            && self.mountain_stop <= other.mountain_stop
            && self.drilled_stop <= other.drilled_stop
            && self.auxiliary_stop <= other.auxiliary_stop;
        let as_boat = self.boat && self.carried <= other.carried && self.boat_stop <= other.boat_stop;
        self.entered <= other.entered && (as_land || !other.land) && (as_boat || !other.boat)
    }

    /// Why a step over a link is not possible, if it is not (6.2, 6.3).
    pub fn why_not(&self, ways: &Ways, party: Party, from: SpaceId, link: Link) -> Option<Refusal> {
        if self.can_step(ways, party, from, link) {
            return None;
        }
        let is_over = self.entered >= ways.limits.spaces;
        if is_over {
            return refuse("5.51", "an event forbids entering more spaces");
        }
        if !ways.limits.lakes && link.kind == LinkKind::Lake {
            return refuse("5.51", "an event keeps boats off the lakes, and the units cannot march there");
        }
        if !ways.limits.boats && !self.land {
            return refuse("5.51", "an event forbids boats");
        }
        if !self.land {
            return match self.boat_stop {
                true => refuse("6.3", "a boat carried to a besieged fort or fortress ends its movement there"),
                false if self.entered + ways.limits.less >= BOAT_ALLOWANCE && ways.limits.less > 0 => {
                    refuse("5.51", "an event shortens the movement")
                }
                false if self.entered >= BOAT_ALLOWANCE => refuse("6.3", "a boat movement enters at most 9 spaces"),
                false => refuse("6.3", "boats follow rivers and lakes, with one portage between friendly spaces"),
            };
        }
        if self.mountain_stop {
            return refuse("6.2", "all pieces must stop in a mountain space");
        }
        if self.drilled_stop && party.drilled {
            return refuse("6.2", "drilled troops must stop after leaving a wilderness space");
        }
        if self.auxiliary_stop && party.auxiliaries {
            return refuse("6.2", "auxiliaries must stop after leaving an enemy cultivated space");
        }
        refuse("6.22", "the slowest unit has used up its movement allowance")
    }

    /// Whether an allowance is not used up.
    #[inline]
    fn is_within(&self, allowance: u8, limits: &MovementLimits) -> bool {
        self.entered < allowance.saturating_sub(limits.less).min(limits.spaces)
    }

    /// Whether it can go on by land, over whatever link (6.2).
    #[inline]
    fn goes_by_land(&self, ways: &Ways, party: Party) -> bool {
        let stopped =
            self.mountain_stop || (self.drilled_stop && party.drilled) || (self.auxiliary_stop && party.auxiliaries);
        let allowance = party.allowance.saturating_add(ways.limits.extra);
        self.land && !stopped && self.is_within(allowance, &ways.limits)
    }

    /// Whether it can go over a link by boat (6.3).
    #[inline]
    fn goes_by_boat(&self, ways: &Ways, from: SpaceId, link: Link) -> bool {
        let floats = ways.limits.boats && (ways.limits.lakes || link.kind != LinkKind::Lake);
        let places = ways.carrying_places;
        let carry = || !self.carried && places.contains(from) && places.contains(link.to);
        self.boat
            && floats
            && !self.boat_stop
            && self.is_within(BOAT_ALLOWANCE, &ways.limits)
            && (link.kind != LinkKind::Land || carry())
    }

    /// Whether a step over a link is possible, by land or boat.
    #[inline]
    pub fn can_step(&self, ways: &Ways, party: Party, from: SpaceId, link: Link) -> bool {
        self.goes_by_land(ways, party) || self.goes_by_boat(ways, from, link)
    }

    /// The march after a step over a link; none if neither land nor boat movement allows it.
    #[inline]
    pub fn step(&self, ways: &Ways, party: Party, from: SpaceId, link: Link) -> Option<March> {
        let (land, boat) = (self.goes_by_land(ways, party), self.goes_by_boat(ways, from, link));
        if !land && !boat {
            return None;
        }
        let over_land = link.kind == LinkKind::Land;
        let passed = self.entered > 0 && !ways.own_fortifications.contains(from);
        let map = Map::get();
        Some(March {
            entered: self.entered + 1,
            land,
            boat,
            carried: self.carried || (boat && over_land),
            boat_stop: boat && over_land && ways.besieged.contains(link.to),
            mountain_stop: map.mountain.contains(link.to) && !ways.own_fortifications.contains(link.to),
            drilled_stop: passed
                && ways.limits.wilderness_stop
                && map.wilderness.contains(from)
                && party.drilled
                && !party.auxiliaries,
            auxiliary_stop: passed && ways.enemy_cultivated.contains(from) && party.auxiliaries && !party.drilled,
        })
    }
}
