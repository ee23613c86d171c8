//! Points, rectangles and outlines.

/// A point, in the units of the scene.
pub type Point = (f32, f32);

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rect {
    /// Left edge.
    pub x: f32,
    /// Top edge.
    pub y: f32,
    /// Width.
    pub w: f32,
    /// Height.
    pub h: f32,
}

impl Rect {
    /// A rectangle around a point.
    pub fn around((x, y): Point, w: f32, h: f32) -> Rect {
        Rect { x: x - w / 2.0, y: y - h / 2.0, w, h }
    }

    /// Its centre.
    pub fn centre(self) -> Point {
        (self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    /// Its right edge.
    pub fn right(self) -> f32 {
        self.x + self.w
    }

    /// Its bottom edge.
    pub fn bottom(self) -> f32 {
        self.y + self.h
    }

    /// The area that it shares with another.
    pub fn overlap(self, other: Rect) -> f32 {
        let w = self.right().min(other.right()) - self.x.max(other.x);
        let h = self.bottom().min(other.bottom()) - self.y.max(other.y);
        if w > 0.0 && h > 0.0 { w * h } else { 0.0 }
    }

    /// The area of it that lies outside another.
    pub fn outside(self, frame: Rect) -> f32 {
        self.w * self.h - self.overlap(frame)
    }

    /// The smallest rectangle around it and another.
    pub fn with(self, other: Rect) -> Rect {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        Rect { x, y, w: self.right().max(other.right()) - x, h: self.bottom().max(other.bottom()) - y }
    }

    /// The rectangle with two points at its corners; never flat.
    pub fn between(a: Point, b: Point) -> Rect {
        let (w, h) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
        Rect { x: a.0.min(b.0), y: a.1.min(b.1), w, h }.grown(1.0)
    }

    /// The rectangle with a margin on each side.
    pub fn grown(self, by: f32) -> Rect {
        Rect { x: self.x - by, y: self.y - by, w: self.w + 2.0 * by, h: self.h + 2.0 * by }
    }

    /// The length of a segment inside it, estimated from points on the segment.
    pub fn crossed_by(self, (a, b): (Point, Point)) -> f32 {
        const STEPS: u8 = 12;
        if self.overlap(Rect::between(a, b)) == 0.0 {
            return 0.0;
        }
        let length = distance(a, b);
        let inside =
            (0..=STEPS).filter(|&step| self.contains(between(a, b, f32::from(step) / f32::from(STEPS)))).count();
        length * inside as f32 / f32::from(STEPS + 1)
    }

    /// The point of it that is nearest to another point.
    pub fn nearest(self, (x, y): Point) -> Point {
        (x.clamp(self.x, self.right()), y.clamp(self.y, self.bottom()))
    }

    /// Whether a point lies in it.
    pub fn contains(self, (x, y): Point) -> bool {
        (self.x..=self.right()).contains(&x) && (self.y..=self.bottom()).contains(&y)
    }
}

/// The distance between two points.
pub fn distance(a: Point, b: Point) -> f32 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// The point at a fraction of the way from one point to another.
pub fn between(a: Point, b: Point, fraction: f32) -> Point {
    (a.0 + (b.0 - a.0) * fraction, a.1 + (b.1 - a.1) * fraction)
}

/// Whether a point lies inside an outline.
pub fn is_inside((x, y): Point, outline: &[Point]) -> bool {
    let mut inside = false;
    let mut previous = match outline.last() {
        Some(last) => *last,
        None => return false,
    };
    for &next in outline {
        let ((x1, y1), (x2, y2)) = (previous, next);
        if (y1 > y) != (y2 > y) && x < (x2 - x1) * (y - y1) / (y2 - y1) + x1 {
            inside = !inside;
        }
        previous = next;
    }
    inside
}

/// A closed smooth curve through points, as the data of an SVG path.
pub fn smooth(outline: &[Point]) -> String {
    use std::fmt::Write as _;
    let n = outline.len();
    if n < 3 {
        return String::new();
    }
    let mut path = format!("M{:.0} {:.0}", outline[0].0, outline[0].1);
    for index in 0..n {
        let [before, a, b, after] = [n + index - 1, index, index + 1, index + 2].map(|index| outline[index % n]);
        let first = (a.0 + (b.0 - before.0) / 6.0, a.1 + (b.1 - before.1) / 6.0);
        let second = (b.0 - (after.0 - a.0) / 6.0, b.1 - (after.1 - a.1) / 6.0);
        let _ = write!(path, "C{:.0} {:.0} {:.0} {:.0} {:.0} {:.0}", first.0, first.1, second.0, second.1, b.0, b.1);
    }
    path + "Z"
}

/// A number from 0 to 1 that looks random and depends on these numbers alone.
pub fn scattered(a: usize, b: usize) -> f32 {
    let mut hash = (a as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (b as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    hash ^= hash >> 29;
    hash = hash.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    hash ^= hash >> 32;
    (hash % 1000) as f32 / 1000.0
}
