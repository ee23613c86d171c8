//! A battle: map, counters, set-up, arrivals, demoralization and victory, as a scenario puts them together.

mod form;
mod read;
mod room;

pub(crate) use form::BattleForm;
pub(crate) use room::{Waiting, has_ample_room, has_room_for_all};

use crate::id::Id;
use crate::map::Map;
use crate::side::{PerSide, Side};
use crate::tables::Tables;
use crate::unit::{Unit, UnitId};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use wilderness_hexes::{Hex, HexSet};

/// A battle, checked and ready to be played.
#[derive(Clone, Debug)]
pub struct Battle {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How it went.
    pub historical: String,
    /// The files that it is made of.
    pub(crate) files: Vec<String>,
    /// The map.
    pub map: Map,
    /// The tables.
    pub tables: Arc<Tables>,
    /// Whether the counters are not the rulebook's.
    pub units_reconstructed: bool,
    /// Whether the dice for fog are not the rulebook's.
    pub fog_reconstructed: bool,
    /// How many turns it lasts.
    pub turns: u8,
    /// Player A and player B (3.1).
    pub players: [Side; 2],
    pub(crate) units: Vec<Unit>,
    /// The places of the units in the order of their ids.
    by_id: BTreeMap<Id, UnitId>,
    /// The place of each unit in the order of the ids.
    ranks: Vec<u8>,
    /// The highest die that brings fog, by turn (5.0).
    pub fog: BTreeMap<u8, u8>,
    /// In the order of set-up.
    pub(crate) deploys: Vec<Deploy>,
    pub(crate) arrivals: Vec<Arrival>,
    /// The hexes by which each side may leave the map (15.0).
    pub(crate) friendly: PerSide<HexSet>,
    pub(crate) losses: PerSide<Losses>,
    pub(crate) hex_points: Vec<HexPoints>,
    /// All hexes of these sets.
    pub(crate) objectives: HexSet,
    pub(crate) awards: PerSide<Vec<Award>>,
    /// The hexes that each side may not enter (24.7).
    pub(crate) barred: PerSide<HexSet>,
    /// The scripts of its special rules, and those of optional rules that need parameters.
    pub(crate) scripts: Vec<NamedScript>,
    /// How many special tactics markers each side picks, if the scenario has them (18.0).
    pub(crate) markers: Option<PerSide<u8>>,
}

/// Units that a side sets up in an area (3.2).
#[derive(Clone, Debug)]
pub(crate) struct Deploy {
    pub side: Side,
    /// In the order of set-up, trains last.
    pub units: Vec<UnitId>,
    pub area: HexSet,
    /// Whether the hexes are listed: then they are open even if prohibited.
    pub listed: bool,
}

/// Units that arrive in the course of the battle (14.0).
#[derive(Clone, Debug)]
pub(crate) struct Arrival {
    pub id: String,
    /// What the log calls it.
    pub name: String,
    pub side: Side,
    pub units: Vec<UnitId>,
    pub edge: Vec<Hex>,
    pub anchor_distance: Option<u32>,
    /// The first turn on which they can come.
    pub turn: u8,
    /// The script that says whether the group comes; without one it comes on that turn.
    pub script: Option<NamedScript>,
}

/// A script that a scenario names, with what it gives it.
#[derive(Clone, Debug)]
pub(crate) struct NamedScript {
    pub script: String,
    pub at: Range<usize>,
    pub parameters: Vec<Parameter>,
}

/// A parameter, and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub name: String,
    pub value: toml::Value,
    pub at: Range<usize>,
}

/// DP for eliminated units (13.2).
#[derive(Clone, Debug)]
pub(crate) struct Losses {
    pub level: u16,
    pub infantry: u16,
    pub indian: Rate,
    pub artillery: Rate,
    pub leader: u16,
}

/// How a loss counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rate {
    PerStrength(u16),
    PerUnit(u16),
}

impl Rate {
    fn of(self, strength: u8) -> u16 {
        match self {
            Rate::PerStrength(times) => times * u16::from(strength),
            Rate::PerUnit(points) => points,
        }
    }
}

/// DP for hexes that the enemy enters, once for all of them (13.2).
#[derive(Clone, Debug)]
pub(crate) struct HexPoints {
    pub side: Side,
    pub points: u16,
    pub hexes: HexSet,
}

/// Victory points that a side may have at the end (17.1).
#[derive(Clone, Debug)]
pub(crate) struct Award {
    pub vp: u16,
    pub when: When,
}

/// When they are awarded.
#[derive(Clone, Copy, Debug)]
pub(crate) enum When {
    /// The enemy's DP are from the first to below the second of these percentages of its level.
    Demoralization { from: u32, below: Option<u32> },
    /// The side occupies a hex.
    Occupies(Hex),
}

impl Battle {
    /// A hex by its number and its name, or else its terrain: `0605 Fort Oswego`.
    pub fn place(&self, hex: Hex) -> String {
        let name = self.map.named.get(&hex).unwrap_or_else(|| &self.map.terrain(hex).name);
        format!("{hex} {name}")
    }

    /// The units, by their places.
    pub fn units(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.units.iter().enumerate().map(|(index, unit)| (UnitId(index as u8), unit))
    }

    /// A unit.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    /// The place of a unit in the order of the ids.
    pub(crate) fn rank(&self, unit: UnitId) -> u8 {
        self.ranks[unit.index()]
    }

    /// The units with their ids, in the order of those.
    pub fn by_name(&self) -> impl Iterator<Item = (Id, UnitId)> {
        self.by_id.iter().map(|(id, unit)| (*id, *unit))
    }

    /// The unit with an id.
    pub fn find(&self, id: Id) -> Option<UnitId> {
        self.by_id.get(&id).copied()
    }

    /// The optional rules that the scenario has what it needs for, as the words of [`crate::state::Options`].
    pub fn has_option(&self, option: &str) -> bool {
        match option {
            "balk" => self.parameters("balk").is_some(),
            "tactics" => self.markers.is_some(),
            "trains" => self.units.iter().any(|unit| unit.class() == crate::unit::Class::Train),
            "burning" => true,
            _ => false,
        }
    }

    /// What the scenario gives a script.
    pub(crate) fn parameters(&self, script: &str) -> Option<&NamedScript> {
        self.scripts.iter().find(|named| named.script == script)
    }

    /// What keeps a running battle from going on as this one, if anything does.
    pub(crate) fn difference(&self, running: &Battle) -> Option<&'static str> {
        let ids = |battle: &Battle| battle.units.iter().map(|unit| (unit.id, unit.kind, unit.side)).collect::<Vec<_>>();
        let arrivals = |battle: &Battle| {
            battle.arrivals.iter().map(|arrival| (arrival.id.clone(), arrival.units.clone())).collect::<Vec<_>>()
        };
        let deploys = |battle: &Battle| battle.deploys.iter().map(|deploy| deploy.units.clone()).collect::<Vec<_>>();
        let scripts = |battle: &Battle| battle.scripts.iter().map(|named| named.script.clone()).collect::<Vec<_>>();
        let size = |battle: &Battle| (battle.map.grid.columns(), battle.map.grid.rows());
        let differs = [
            (ids(self) != ids(running), "the units"),
            (arrivals(self) != arrivals(running) || deploys(self) != deploys(running), "the groups of units"),
            (size(self) != size(running), "the columns or rows of the map"),
            (self.players != running.players, "the players"),
            (scripts(self) != scripts(running), "the scripts that the scenario names"),
            (self.hex_points.len() != running.hex_points.len(), "the hexes that count for demoralization"),
        ];
        differs.into_iter().find(|(differs, _)| *differs).map(|(_, what)| what)
    }

    /// The DP that an eliminated unit is worth to its side's army (13.2, B75).
    pub(crate) fn loss(&self, unit: UnitId) -> u16 {
        use crate::unit::{Class, UnitKind};
        let unit = self.unit(unit);
        let losses = &self.losses[unit.side];
        match unit.class() {
            Class::Train => 0,
            Class::Leader => losses.leader * u16::from(unit.cv),
            Class::Gun => losses.artillery.of(unit.cf),
            Class::Foot if unit.kind == UnitKind::Indian => losses.indian.of(unit.cf),
            Class::Foot => losses.infantry * u16::from(unit.cf),
        }
    }
}
