//! Maps: terrain, hexsides, roads, hills and edges.

mod read;

use crate::tables::{Cost, Gait, Tables, TerrainRow};
use std::collections::BTreeMap;
use wilderness_hexes::{Direction, Grid, Hex, HexSet, Hexsides, StepCosts, Zones};

/// A map, checked.
#[derive(Clone, Debug)]
pub struct Map {
    pub id: String,
    pub name: String,
    /// Whether it is not the rulebook's.
    pub reconstructed: bool,
    /// Its hexes.
    pub grid: Grid,
    /// What hexes are called.
    pub named: BTreeMap<Hex, String>,
    /// The usable hexes of each edge, by its name.
    pub edges: BTreeMap<String, Vec<Hex>>,
    /// Road and trail hexes from which the way runs on off the map.
    pub leaves_map: HexSet,
    /// The kinds of terrain.
    terrain: Vec<TerrainRow>,
    cells: Vec<Cell>,
    extras: Extras,
    /// Where zones of control reach: what they and steps are is asked more often than anything else.
    zones: Zones,
    /// Whom foot in a hex could attack.
    attacked: Zones,
    /// From where who stands in a hex could be attacked.
    attackers: Zones,
    /// The sides across which who defends a hex is doubled.
    doubled: Hexsides,
    /// MP for each step, by gait.
    costs: [StepCosts; 4],
}

/// What lies in a hex and on the sides that it owns.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    terrain: u8,
    /// The kinds of hexside towards each direction that this hex owns.
    sides: [Kinds; 6],
    /// Directions in which a road or trail goes on, as bits.
    roads: u8,
    /// The hill of which it is a hilltop, from 1 (B15).
    hill: u8,
}

/// Kinds of hexsides, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Kinds(u8);

impl Kinds {
    const SLOPE: Kinds = Kinds(1);
    const ENTRENCHMENT: Kinds = Kinds(2);
    const CREEK: Kinds = Kinds(4);
    const RIVER: Kinds = Kinds(8);
    const FORD: Kinds = Kinds(16);
    const BRIDGE: Kinds = Kinds(32);

    fn has(self, kinds: Kinds) -> bool {
        self.0 & kinds.0 != 0
    }

    fn and(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }
}

/// What is to be seen on a hexside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HexsideKind {
    /// A slope: the hex that owns it lies above.
    Slope,
    /// A wall or entrenchment: the hex that owns it lies inside.
    Wall,
    Creek,
    River,
    /// A ford or bridge.
    Crossing,
}

/// What hexsides add and double, from the tables.
#[derive(Clone, Debug)]
struct Extras {
    road: u8,
    slope: u8,
    entrenchment: u8,
    creek: u8,
    ford: u8,
    bridge: u8,
    doubles: Kinds,
}

impl Extras {
    fn new(tables: &Tables) -> Extras {
        let sides = &tables.hexside;
        let doubling = [
            (&sides.slope, Kinds::SLOPE),
            (&sides.entrenchment, Kinds::ENTRENCHMENT),
            (&sides.creek, Kinds::CREEK),
            (&sides.ford, Kinds::FORD),
            (&sides.bridge, Kinds::BRIDGE),
        ];
        let doubling = doubling.into_iter().filter(|(side, _)| side.doubles);
        Extras {
            road: tables.road.mp,
            slope: sides.slope.extra,
            entrenchment: sides.entrenchment.extra,
            creek: sides.creek.extra,
            ford: sides.ford.extra,
            bridge: sides.bridge.extra,
            doubles: doubling.fold(Kinds::default(), |all, (_, kind)| all.and(kind)),
        }
    }
}

impl Map {
    /// The terrain of a hex of the map.
    #[inline]
    pub fn terrain(&self, hex: Hex) -> &TerrainRow {
        &self.terrain[usize::from(self.cells[hex.index()].terrain)]
    }

    /// The kinds of the hexside between two hexes that the first owns.
    #[inline]
    fn owned(&self, owner: Hex, other: Hex) -> Kinds {
        self.grid.side(owner, other).map_or(Kinds::default(), |side| self.cells[owner.index()].sides[side])
    }

    /// All kinds of the hexside between two hexes.
    fn kinds(&self, a: Hex, b: Hex) -> Kinds {
        self.owned(a, b).and(self.owned(b, a))
    }

    /// What is to be seen on the hexside between two neighbours, as far as the first owns it.
    pub(crate) fn hexside(&self, owner: Hex, other: Hex) -> Vec<HexsideKind> {
        let kinds = self.owned(owner, other);
        let seen = [
            (Kinds::SLOPE, HexsideKind::Slope),
            (Kinds::ENTRENCHMENT, HexsideKind::Wall),
            (Kinds::CREEK, HexsideKind::Creek),
            (Kinds::RIVER, HexsideKind::River),
            (Kinds::FORD.and(Kinds::BRIDGE), HexsideKind::Crossing),
        ];
        let mut found: Vec<HexsideKind> =
            seen.into_iter().filter(|(kind, _)| kinds.has(*kind)).map(|(_, kind)| kind).collect();
        if self.terrain(owner).fort && !self.terrain(other).fort {
            found.push(HexsideKind::Wall);
        }
        found
    }

    /// Whether a road or trail crosses the hexside between two hexes.
    pub fn is_road(&self, a: Hex, b: Hex) -> bool {
        self.grid.side(a, b).is_some_and(|side| self.cells[a.index()].roads >> side & 1 == 1)
    }

    /// Whether a road or trail goes through a hex.
    pub fn has_road(&self, hex: Hex) -> bool {
        self.cells[hex.index()].roads != 0
    }

    /// The hill of which a hex is a hilltop (B15).
    pub fn hill(&self, hex: Hex) -> Option<u8> {
        Some(self.cells[hex.index()].hill).filter(|hill| *hill > 0)
    }

    /// Whether a hex owns a slope hexside towards a neighbour: it lies above it.
    pub fn is_above(&self, hex: Hex, other: Hex) -> bool {
        self.owned(hex, other).has(Kinds::SLOPE)
    }

    /// Whether a fort or entrenchment hexside between two neighbours belongs to the first (B20).
    pub fn owns_wall(&self, owner: Hex, other: Hex) -> bool {
        self.terrain(owner).fort || self.owned(owner, other).has(Kinds::ENTRENCHMENT)
    }

    /// Whether an entrenchment hexside between two neighbours belongs to the first.
    pub fn is_entrenched(&self, owner: Hex, other: Hex) -> bool {
        self.owned(owner, other).has(Kinds::ENTRENCHMENT)
    }

    /// Whether a hex owns any entrenchment hexside: a unit in it is inside.
    fn is_inside(&self, hex: Hex) -> bool {
        self.cells[hex.index()].sides.iter().any(|kinds| kinds.has(Kinds::ENTRENCHMENT))
    }

    /// Whether water keeps zones of control and attacks from crossing between two neighbours (8.1).
    pub fn is_water(&self, a: Hex, b: Hex) -> bool {
        self.is_river(a, b) || self.terrain(a).water || self.terrain(b).water
    }

    fn is_river(&self, a: Hex, b: Hex) -> bool {
        let kinds = self.kinds(a, b);
        kinds.has(Kinds::RIVER) && !kinds.has(Kinds::FORD.and(Kinds::BRIDGE))
    }

    /// Whether a unit with a zone of control in a hex controls a neighbour (8.1, B33).
    pub fn is_controlled(&self, from: Hex, to: Hex) -> bool {
        self.zones.reach(&self.grid, from, to)
    }

    /// The hexes that units with a zone of control in some hexes control.
    pub fn controlled(&self, from: &HexSet) -> HexSet {
        self.zones.of(from)
    }

    /// The same from the terrain and hexsides alone.
    fn lets_control(&self, from: Hex, to: Hex) -> bool {
        !self.is_water(from, to) && !self.terrain(to).fort && !self.is_entrenched(to, from)
    }

    /// MP to enter a hex without a hexside; nothing if it is prohibited (B66).
    pub fn cost_in(&self, hex: Hex, gait: Gait) -> Option<u8> {
        match self.terrain(hex).cost(gait) {
            Cost::Never => None,
            _ if self.leaves_map.contains(hex) => Some(self.extras.road),
            Cost::Mp(mp) => Some(mp),
            Cost::No => None,
        }
    }

    /// MP from a hex to a neighbour, hexside included; nothing if it is prohibited (7.2, B24, B26).
    #[inline]
    pub fn cost(&self, from: Hex, to: Hex, gait: Gait) -> Option<u8> {
        self.costs[gait as usize].cost(&self.grid, from, to)
    }

    /// MP from a hex to the neighbour in a direction, hexside included; nothing if it is prohibited.
    #[inline]
    pub fn cost_towards(&self, from: Hex, direction: Direction, gait: Gait) -> Option<u8> {
        self.costs[gait as usize].towards(from, direction)
    }

    /// The steps from a hex that are not prohibited, each with its MP.
    #[inline]
    pub fn steps(&self, from: Hex, gait: Gait) -> impl Iterator<Item = (Hex, u8)> + '_ {
        self.costs[gait as usize].steps(&self.grid, from)
    }

    /// The same from the terrain and hexsides alone.
    fn cost_by_terrain(&self, from: Hex, to: Hex, gait: Gait) -> Option<u8> {
        let base = match self.terrain(to).cost(gait) {
            Cost::Never => return None,
            _ if self.is_road(from, to) => self.extras.road,
            Cost::Mp(mp) => mp,
            Cost::No => return None,
        };
        if self.is_river(from, to) {
            return None;
        }
        Some(base.saturating_add(self.extra(from, to)))
    }

    fn extra(&self, from: Hex, to: Hex) -> u8 {
        let (kinds, extras) = (self.kinds(from, to), &self.extras);
        let bridged = kinds.has(Kinds::BRIDGE);
        let enters_work = self.is_entrenched(to, from) && !self.is_inside(from);
        let crossed = [
            (bridged, extras.bridge),
            (!bridged && kinds.has(Kinds::CREEK), extras.creek),
            (!bridged && kinds.has(Kinds::FORD), extras.ford),
            (self.is_above(to, from), extras.slope),
            (enters_work, extras.entrenchment),
        ];
        crossed.into_iter().filter(|(crosses, _)| *crosses).fold(0, |all, (_, extra)| all.saturating_add(extra))
    }

    /// Whether a unit of some gait may stand in a hex: it is open to it, or a road runs there.
    pub fn is_open(&self, hex: Hex, gait: Gait) -> bool {
        match self.terrain(hex).cost(gait) {
            Cost::Mp(_) => true,
            Cost::No => self.has_road(hex),
            Cost::Never => false,
        }
    }

    /// Whether foot in one hex could attack the next: no water between, and nothing that is closed to all (B37).
    pub fn lets_attack(&self, from: Hex, to: Hex) -> bool {
        self.attacked.reach(&self.grid, from, to)
    }

    /// The neighbours of a hex that foot in it could attack.
    pub fn attacked_from(&self, from: Hex) -> impl Iterator<Item = Hex> + '_ {
        self.attacked.hexsides().near(&self.grid, from)
    }

    /// The hexes that foot in some hexes could attack.
    pub fn attacked_from_any(&self, from: &HexSet) -> HexSet {
        self.attacked.of(from)
    }

    /// The hexes from which foot could attack some hexes.
    pub fn attackers_of_any(&self, targets: &HexSet) -> HexSet {
        self.attackers.of(targets)
    }

    /// The sides of a hex across which foot could attack it, as bits, and those of them that double who defends in it.
    pub fn attacked_sides(&self, hex: Hex) -> (u8, u8) {
        let sides = self.attackers.hexsides().sides(hex);
        (sides, sides & self.doubled.sides(hex))
    }

    /// The same from the terrain and hexsides alone.
    fn lets_attack_by_terrain(&self, from: Hex, to: Hex) -> bool {
        !self.is_water(from, to) && !self.terrain(to).is_closed()
    }

    /// Whether who attacks from a hex crosses a hexside that doubles who defends in the other (B44).
    pub fn doubles(&self, from: Hex, to: Hex) -> bool {
        self.doubled.hold(&self.grid, to, from)
    }

    /// Whether any hexside of a hex doubles who defends in it.
    pub fn has_doubling_side(&self, hex: Hex) -> bool {
        self.doubled.sides(hex) != 0
    }

    /// The same from the terrain and hexsides alone.
    fn doubles_by_terrain(&self, from: Hex, to: Hex) -> bool {
        let doubles = self.extras.doubles;
        let either = Kinds::CREEK.and(Kinds::FORD).and(Kinds::BRIDGE);
        let both_ways = Kinds(self.kinds(from, to).0 & doubles.0 & either.0);
        let owned = Kinds(self.owned(to, from).0 & doubles.0);
        both_ways != Kinds::default() || owned.has(Kinds::SLOPE.and(Kinds::ENTRENCHMENT)) || self.terrain(to).fort
    }
}
