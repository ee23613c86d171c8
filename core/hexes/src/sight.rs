//! Lines of sight: exact arithmetic on a lattice in which the centre of a hex is at (3 columns, 2 rows) and its corners at
//! (±2, 0) and (±1, ±1) from there.

use crate::grid::Grid;
use crate::hex::Hex;
use std::cmp::Ordering;

/// What a line of sight passes on its way, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passed {
    /// A hex that it cuts.
    Cut(Hex),
    /// Two hexes along whose common side it runs.
    Pair(Hex, Hex),
    /// A hex at the edge of the field along whose side it runs.
    Border(Hex),
}

/// What blocks a line of sight, with the reason that the game gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle<R> {
    /// A hex that it cuts.
    Hex(R),
    /// Both hexes along whose common side it runs, the first in the order of hexes first.
    Pair(Hex, Hex),
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
struct SightLine {
    from: Point,
    by: Point,
    /// The square of its length.
    square: i64,
}

impl SightLine {
    fn new(from: Hex, to: Hex) -> SightLine {
        let ((ax, ay), (bx, by)) = (centre(from), centre(to));
        let by = (bx - ax, by - ay);
        SightLine { from: (ax, ay), by, square: by.0 * by.0 + by.1 * by.1 }
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

/// What the line from one hex to another passes, in order, both ends included.
pub fn trace(grid: &Grid, from: Hex, to: Hex) -> Vec<Passed> {
    let line = SightLine::new(from, to);
    let range = |a: u8, b: u8, most: u8| a.min(b).saturating_sub(1).max(1)..=(a.max(b) + 1).min(most);
    let (mut cut, mut along) = (Vec::new(), Vec::new());
    for column in range(from.column, to.column, grid.columns()) {
        for row in range(from.row, to.row, grid.rows()) {
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

/// What first blocks the line of sight from one hex to another, if anything does. `blocks` says whether a hex between
/// blocks, and why; it is also given what the line passes before and after that hex. Of two hexes along whose common side
/// the line runs, both must block; the edge of the field blocks nothing.
pub fn blocked<R>(
    grid: &Grid,
    from: Hex,
    to: Hex,
    blocks: impl Fn(Hex, [Passed; 2]) -> Option<R>,
) -> Option<Obstacle<R>> {
    let passed = trace(grid, from, to);
    passed.windows(3).find_map(|three| {
        let around = [three[0], three[2]];
        match three[1] {
            Passed::Cut(hex) => blocks(hex, around).map(Obstacle::Hex),
            Passed::Pair(a, b) => {
                blocks(a, around)?;
                blocks(b, around).map(|_| Obstacle::Pair(a.min(b), a.max(b)))
            }
            Passed::Border(_) => None,
        }
    })
}

/// Whether the line from one hex to another crosses a hexside with some property, which `has` tells for two neighbours.
/// Along a common side of two hexes, the sides of both must have it.
pub fn crosses(grid: &Grid, from: Hex, to: Hex, has: impl Fn(Hex, Hex) -> bool) -> bool {
    let hexes = |passed: &Passed| match *passed {
        Passed::Cut(hex) | Passed::Border(hex) => [hex, hex],
        Passed::Pair(a, b) => [a, b],
    };
    let passed = trace(grid, from, to);
    passed.windows(2).any(|two| {
        let (before, after) = (hexes(&two[0]), hexes(&two[1]));
        before.iter().all(|a| after.iter().all(|b| has(*a, *b)))
    })
}
