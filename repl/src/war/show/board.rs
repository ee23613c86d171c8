//! Everything on the map, by side and region.

use crate::text::columns::beside;
use crate::text::style::{BOLD, DIM, paint};
use crate::war::colours;
use crate::war::describe;
use wilderness_war::map::{Department, Map};
use wilderness_war::{Side, SpaceId, SpaceSet, View};

/// The width of the names of spaces.
const MARGIN: usize = 24;

/// The spaces with pieces, works or markers of each side.
pub fn render(view: &View<'_>) -> String {
    let map = Map::get();
    let mut text = String::new();
    for side in Side::BOTH {
        let works = view.works(side);
        let mut own = works.fortifications() | works.under_construction | view.own_amphib(side);
        own |= map.all.filter(|space| !view.in_space(space).of(side).is_empty());
        text.push_str(&format!("{}\n", paint(colours::side(side), side)));
        for (region, spaces) in regions() {
            let here = spaces & own;
            if here.is_empty() {
                continue;
            }
            text.push_str(&format!(" {}\n", paint(DIM, region)));
            for space in here {
                text.push_str(&row(view, side, space));
            }
        }
    }
    let marked: Vec<SpaceId> = map.all.iter().filter(|&space| !describe::markers(view, space).is_empty()).collect();
    if !marked.is_empty() {
        text.push_str(&format!("{}\n", paint(BOLD, "Markers")));
    }
    for space in marked {
        text.push_str(&beside(&format!("  {space}"), MARGIN, &describe::markers(view, space).join(", ")));
        text.push('\n');
    }
    text
}

fn row(view: &View<'_>, side: Side, space: SpaceId) -> String {
    let mut parts = describe::works(view, side, space);
    let pieces = view.in_space(space).of(side);
    if !pieces.is_empty() {
        parts.push(describe::stack(view, pieces));
    }
    let enemy = if view.occupies(side.enemy(), space) { " (and the enemy)" } else { "" };
    format!("{}\n", beside(&format!("  {space}"), MARGIN, &format!("{}{enemy}", parts.join(", "))))
}

/// The regions of the map.
fn regions() -> Vec<(String, SpaceSet)> {
    let map = Map::get();
    let mut regions: Vec<(String, SpaceSet)> =
        Department::all().map(|department| (department.to_string(), map.department(department))).collect();
    let rest = regions.iter().fold(map.all, |rest, (_, spaces)| rest - *spaces);
    regions.push(("Halifax and Louisbourg".into(), rest & map.cultivated));
    regions.push(("Wilderness and mountains".into(), rest - map.cultivated));
    regions
}
