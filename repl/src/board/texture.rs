//! Trees and hills, strewn lightly over the country.

use wilderness_engine::scene::{Motif, Place, Scene, symbol};
use wilderness_layout::geometry::{Point, Rect, distance, is_inside, scattered};

/// The distance between two glyphs, about.
const SPACING: f32 = 46.0;
/// How far the ground of a place reaches.
const REACH: f32 = 170.0;

/// A glyph of the country.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Glyph {
    /// What it is.
    pub motif: Motif,
    /// Where it stands.
    pub at: Point,
    /// Its size; 1 is usual.
    pub size: f32,
}

/// The glyphs of a country, none of them under anything that is taken.
pub fn glyphs(scene: &Scene, taken: &[Rect]) -> Vec<Glyph> {
    let (columns, rows) = ((scene.size.0 / SPACING) as usize, (scene.size.1 / SPACING) as usize);
    let mut found = Vec::new();
    for row in 0..=rows {
        for column in 0..=columns {
            let jitter = |which| (scattered(row * 977 + column, which) - 0.5) * SPACING * 0.8;
            let at = (column as f32 * SPACING + jitter(1), row as f32 * SPACING + jitter(2));
            if is_bare(scene, at) || taken.iter().any(|rect| rect.grown(14.0).contains(at)) {
                continue;
            }
            let size = 0.8 + scattered(row * 977 + column, 3) * 0.5;
            found.extend(motif_at(scene, at).map(|motif| Glyph { motif, at, size }));
        }
    }
    found
}

/// Whether nothing grows at a point, or close to it, as on water: what comes later in the list of regions counts.
fn is_bare(scene: &Scene, (x, y): Point) -> bool {
    let bare = |point: Point| {
        let top = scene.country.iter().rev().find(|region| is_inside(point, &region.outline));
        let surface = top.and_then(|region| symbol(&scene.symbols.surfaces, region.ground));
        surface.is_some_and(|surface| surface.shape.bare)
    };
    [(0.0, 0.0), (18.0, 0.0), (-18.0, 0.0), (0.0, 18.0), (0.0, -18.0)].iter().any(|(dx, dy)| bare((x + dx, y + dy)))
}

/// What is strewn at a point: over the terrain of the nearest place; far from all of them, over that of the wilds.
fn motif_at(scene: &Scene, at: Point) -> Option<Motif> {
    let by_distance = |a: &&Place, b: &&Place| distance(a.at, at).total_cmp(&distance(b.at, at));
    let nearest = scene.places.iter().min_by(by_distance)?;
    let terrain = if distance(nearest.at, at) < REACH { nearest.terrain } else { scene.symbols.wilds? };
    symbol(&scene.symbols.terrain, terrain)?.shape.strewn.map(|(motif, _)| motif)
}
