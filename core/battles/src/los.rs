//! Lines of sight (6.1.3, B12 to B20): exact arithmetic on a lattice in which the centre of a hex is at (3 columns, 2
//! rows) and its corners at (±2, 0) and (±1, ±1) from there.

use crate::hex::{Hex, HexSet};
use crate::map::Map;
use std::cmp::Ordering;
use std::fmt;

/// What a line of sight passes on its way, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Passed {
    /// A hex that it cuts.
    Cut(Hex),
    /// Two hexes along whose common side it runs (B13).
    Pair(Hex, Hex),
    /// The same at the edge of the map: it blocks nothing.
    Border(Hex),
}

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

type Point = (i64, i64);

const CORNERS: [Point; 6] = [(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)];

fn centre(hex: Hex) -> Point {
    let (column, row) = (i64::from(hex.column), i64::from(hex.row));
    (3 * column, 2 * row + i64::from(column % 2 == 0))
}

/// How far along a line something is: a fraction with a denominator above 0.
#[derive(Clone, Copy)]
struct Part(i64, i64);

impl Part {
    fn cmp(self, other: Part) -> Ordering {
        (i128::from(self.0) * i128::from(other.1)).cmp(&(i128::from(other.0) * i128::from(self.1)))
    }
}

/// A straight line between the centres of two hexes.
struct Line {
    from: Point,
    by: Point,
    /// The square of its length.
    square: i64,
}

impl Line {
    fn new(from: Hex, to: Hex) -> Line {
        let ((ax, ay), (bx, by)) = (centre(from), centre(to));
        let by = (bx - ax, by - ay);
        Line { from: (ax, ay), by, square: by.0 * by.0 + by.1 * by.1 }
    }

    /// On which side of the line a point lies, and how far.
    fn side(&self, (x, y): Point) -> i64 {
        self.by.0 * (y - self.from.1) - self.by.1 * (x - self.from.0)
    }

    /// How far along the line a point is, times the square of its length.
    fn along(&self, (x, y): Point) -> i64 {
        self.by.0 * (x - self.from.0) + self.by.1 * (y - self.from.1)
    }

    /// Where the line enters a hex, and whether it cuts its interior; nothing if it does neither that nor run along a
    /// side.
    fn enters(&self, hex: Hex) -> Option<(Part, bool)> {
        let (x, y) = centre(hex);
        let off = self.side((x, y));
        if off * off > 4 * self.square {
            return None;
        }
        let corners = CORNERS.map(|(dx, dy)| (x + dx, y + dy));
        let sides = corners.map(|corner| self.side(corner));
        let mut span: Option<(Part, Part)> = None;
        let mut meet = |part: Part| {
            let (low, high) = span.unwrap_or((part, part));
            let low = if part.cmp(low).is_lt() { part } else { low };
            span = Some((low, if part.cmp(high).is_gt() { part } else { high }));
        };
        for index in 0..6 {
            let (one, two) = (sides[index], sides[(index + 1) % 6]);
            let (here, there) = (self.along(corners[index]), self.along(corners[(index + 1) % 6]));
            if one == 0 {
                meet(Part(here, self.square));
            }
            if one * two < 0 {
                // Between the corners, where the line crosses the side.
                let sign = (one - two).signum();
                meet(Part(sign * (here * (one - two) + one * (there - here)), self.square * (one - two).abs()));
            }
        }
        let (low, high) = span?;
        let touches = low.cmp(high).is_eq() || high.0 <= 0 || low.cmp(Part(1, 1)).is_ge();
        let cuts = sides.iter().any(|side| *side < 0) && sides.iter().any(|side| *side > 0);
        (!touches).then_some((low, cuts))
    }
}

/// What the line from one hex to another passes, both ends included.
fn trace(map: &Map, from: Hex, to: Hex) -> Vec<Passed> {
    let line = Line::new(from, to);
    let range = |a: u8, b: u8, most: u8| a.min(b).saturating_sub(1).max(1)..=(a.max(b) + 1).min(most);
    let (mut cut, mut along) = (Vec::new(), Vec::new());
    for column in range(from.column, to.column, map.columns) {
        for row in range(from.row, to.row, map.rows) {
            let hex = Hex { column, row };
            match line.enters(hex) {
                Some((part, true)) => cut.push((part, hex)),
                Some((part, false)) => along.push((part, hex)),
                None => {}
            }
        }
    }
    let mut passed: Vec<(Part, Passed)> =
        cut.into_iter().map(|(part, hex): (Part, Hex)| (part, Passed::Cut(hex))).collect();
    along.sort_by(|a: &(Part, Hex), b| a.0.cmp(b.0).then(a.1.cmp(&b.1)));
    let mut along = along.into_iter().peekable();
    while let Some((part, hex)) = along.next() {
        let other = along.next_if(|(next, _)| next.cmp(part).is_eq());
        passed.push((part, other.map_or(Passed::Border(hex), |(_, other)| Passed::Pair(hex, other))));
    }
    passed.sort_by(|a, b| a.0.cmp(b.0));
    passed.into_iter().map(|(_, passed)| passed).collect()
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
    let passed = trace(map, from, to);
    passed.windows(3).find_map(|three| {
        let around = [three[0], three[2]];
        match three[1] {
            Passed::Cut(hex) => sight.blocks(hex, around),
            Passed::Pair(a, b) => {
                sight.blocks(a, around)?;
                sight.blocks(b, around).map(|_| Blocked::Pair(a.min(b), a.max(b)))
            }
            Passed::Border(_) => None,
        }
    })
}

/// Whether the line crosses a fort or entrenchment hexside that is not part of the firer's hex (B20).
pub fn crosses_wall(map: &Map, from: Hex, to: Hex) -> bool {
    let hexes = |passed: &Passed| match *passed {
        Passed::Cut(hex) | Passed::Border(hex) => [hex, hex],
        Passed::Pair(a, b) => [a, b],
    };
    let wall = |a: Hex, b: Hex| (map.owns_wall(a, b) && a != from) || (map.owns_wall(b, a) && b != from);
    let passed = trace(map, from, to);
    passed.windows(2).any(|two| {
        let (before, after) = (hexes(&two[0]), hexes(&two[1]));
        before.iter().all(|a| after.iter().all(|b| wall(*a, *b)))
    })
}
