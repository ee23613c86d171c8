//! Lines of sight by the rules (6.1.3, B12 to B20): what blocks them.

use crate::map::Map;
use std::fmt;
use wilderness_hexes::{Hex, HexSet, Obstacle, Passed, crosses};

/// Why one hex does not see another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blocked {
    /// Too far in fog (5.1).
    Fog,
    /// A man in a hex between (6.1.3a).
    Man(Hex),
    /// Terrain in a hex between (6.1.3b).
    Terrain(Hex),
    /// The height of a hex between (6.1.3e).
    Height(Hex),
    /// Both hexes along whose common side the line runs (6.1.3c).
    Pair(Hex, Hex),
    /// An enemy man stands next to the gun (6.2.2).
    Adjacent,
}

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Blocked::Fog => f.write_str("fog"),
            Blocked::Man(hex) => write!(f, "man {hex}"),
            Blocked::Terrain(hex) => write!(f, "terrain {hex}"),
            Blocked::Height(hex) => write!(f, "height {hex}"),
            Blocked::Pair(a, b) => write!(f, "pair {a} {b}"),
            Blocked::Adjacent => f.write_str("adjacent"),
        }
    }
}

/// Who looks where, past whom.
struct Sight<'a> {
    map: &'a Map,
    men: &'a HexSet,
    from: Hex,
    to: Hex,
}

impl Sight<'_> {
    /// Whether a hex between blocks, and by what; `around` is what the line passes before and after it.
    fn blocks(&self, hex: Hex, around: [Passed; 2]) -> Option<Blocked> {
        let map = self.map;
        let (high_from, high_to) = (map.hill(self.from), map.hill(self.to));
        // From hilltop to hilltop one sees over what is lower (B19).
        let ignored = high_from.is_some() && high_to.is_some() && map.hill(hex).is_none();
        if self.men.contains(hex) && !ignored {
            return Some(Blocked::Man(hex));
        }
        if map.terrain(hex).los && !ignored && !self.is_overlooked(hex) {
            return Some(Blocked::Terrain(hex));
        }
        let crosses = |passed: &Passed| matches!(passed, Passed::Cut(other) if map.is_above(hex, *other));
        let same_hill = high_from.is_some() && high_from == map.hill(hex);
        (around.iter().any(crosses) && !same_hill).then_some(Blocked::Height(hex))
    }

    /// Whether terrain is too near to one end to block a line from or to a hilltop (B17, B18).
    fn is_overlooked(&self, hex: Hex) -> bool {
        let (whole, part) = (self.from.distance(self.to), self.from.distance(hex));
        match (self.map.hill(self.from), self.map.hill(self.to)) {
            (Some(_), None) => 2 * part < whole,
            (None, Some(_)) => 2 * part >= whole,
            _ => false,
        }
    }
}

/// What blocks the line of sight from one hex to another, if anything does; `men` are the hexes with men of either
/// side.
pub fn blocked(map: &Map, men: &HexSet, from: Hex, to: Hex) -> Option<Blocked> {
    let sight = Sight { map, men, from, to };
    match wilderness_hexes::blocked(&map.grid, from, to, |hex, around| sight.blocks(hex, around))? {
        Obstacle::Hex(blocked) => Some(blocked),
        Obstacle::Pair(a, b) => Some(Blocked::Pair(a, b)),
    }
}

/// Whether the line crosses a fort or entrenchment hexside that is not part of the firer's hex (B20).
pub fn crosses_wall(map: &Map, from: Hex, to: Hex) -> bool {
    let wall = |a: Hex, b: Hex| (map.owns_wall(a, b) && a != from) || (map.owns_wall(b, a) && b != from);
    crosses(&map.grid, from, to, wall)
}
