//! The differences between two positions of a game, as seen by a side.

use crate::text::columns::beside;
use crate::war::{describe, warnings};
use std::collections::{BTreeMap, BTreeSet};
use wilderness_war::map::Map;
use wilderness_war::news::words::{list, marker_name};
use wilderness_war::pieces::Pieces;
use wilderness_war::{CardId, CardSet, Game, PieceSet, Place, Side, SpaceSet, View, Works};

/// The width of the headings.
const MARGIN: usize = 14;

/// The differences, a line or more for each topic.
pub fn render(before: &Game, after: &Game, side: Side) -> String {
    let (from, to) = (&View::public(before), &View::public(after));
    let mut rows = pieces(from, to);
    rows.extend(works(from, to));
    rows.extend(markers(from, to));
    if from.vp() != to.vp() {
        rows.push(("Points".into(), format!("{} → {}", describe::vp(from), describe::vp(to))));
    }
    if from.assemblies() != to.assemblies() {
        rows.push(("Assemblies".into(), format!("{:?} → {:?}", from.assemblies(), to.assemblies())));
    }
    rows.extend(cards(before, after, side));
    let when = |view: &View<'_>| format!("{} {}", view.season(), view.year());
    if when(from) != when(to) {
        rows.push(("Date".into(), format!("{} → {}", when(from), when(to))));
    }
    rows.extend(warnings::new(before, after, side).into_iter().map(|text| ("Warning".to_string(), text)));
    if rows.is_empty() {
        return "  nothing yet\n".into();
    }
    rows.into_iter().map(|(name, what)| format!("{}\n", beside(&format!("  {name}"), MARGIN, &what))).collect()
}

/// Pieces grouped by their change.
fn pieces(from: &View<'_>, to: &View<'_>) -> Vec<(String, String)> {
    let mut moved: BTreeMap<(String, String), PieceSet> = BTreeMap::new();
    let mut fates: BTreeMap<&str, PieceSet> = BTreeMap::new();
    let all = Pieces::get().all();
    for piece in all.iter() {
        let (was, is) = (from.place_of(piece), to.place_of(piece));
        let reduced = |view: &View<'_>| view.reduced().contains(piece);
        let in_play = |place| matches!(place, Place::Space(_));
        let placed = !in_play(was) && in_play(is);
        match is {
            Place::Eliminated if was != is => fates.entry("Out of game").or_default().insert(piece),
            Place::AtHand if was != is => fates.entry("Eliminated").or_default().insert(piece),
            _ if was == is && from.is_inside(piece) == to.is_inside(piece) => {}
            _ => {
                let origin = if placed { String::new() } else { describe::place(from, piece) };
                moved.entry((origin, describe::place(to, piece))).or_default().insert(piece);
            }
        }
        if in_play(is) && !placed && reduced(from) != reduced(to) {
            let fate = if reduced(to) { "Reduced" } else { "Restored" };
            fates.entry(fate).or_default().insert(piece);
        }
    }
    let moves = moved.into_iter().map(|((origin, end), pieces)| {
        let who = describe::counted(pieces);
        match origin.is_empty() {
            true => ("Placed".to_string(), format!("{who} {end}")),
            false => ("Moved".to_string(), format!("{who}: {} → {}", bare(&origin), bare(&end))),
        }
    });
    moves.chain(fates.into_iter().map(|(fate, pieces)| (fate.to_string(), describe::counted(pieces)))).collect()
}

/// A place without `at`.
fn bare(place: &str) -> &str {
    place.strip_prefix("at ").unwrap_or(place)
}

/// A set of works by its name.
type NamedWorks = (&'static str, fn(&Works) -> SpaceSet);

/// Works built and lost.
fn works(from: &View<'_>, to: &View<'_>) -> Vec<(String, String)> {
    let kinds: [NamedWorks; 4] = [
        ("fortress", |works| works.fortresses),
        ("fort", |works| works.forts),
        ("fort begun", |works| works.under_construction),
        ("stockade", |works| works.stockades),
    ];
    let mut rows = Vec::new();
    for side in Side::BOTH {
        for (kind, of) in kinds {
            let (was, is) = (of(from.works(side)), of(to.works(side)));
            rows.extend((is - was).iter().map(|space| ("Built".to_string(), format!("{side} {kind} at {space}"))));
            rows.extend((was - is).iter().map(|space| ("Lost".to_string(), format!("{side} {kind} at {space}"))));
        }
    }
    rows
}

/// Markers on the map, and events in force.
fn markers(from: &View<'_>, to: &View<'_>) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    for space in Map::get().all {
        let (was, is) = (describe::markers(from, space), describe::markers(to, space));
        if was != is {
            let said = |markers: Vec<String>| if markers.is_empty() { "none".into() } else { markers.join(", ") };
            rows.push(("Markers".to_string(), format!("{space}: {} → {}", said(was), said(is))));
        }
    }
    let names = |view: &View<'_>| view.markers().map(|(name, _)| name.to_string()).collect::<BTreeSet<_>>();
    let (was, is) = (names(from), names(to));
    let begun = is.difference(&was);
    rows.extend(begun.map(|name| ("In force".to_string(), marker_name(name))));
    let ended = was.difference(&is);
    rows.extend(ended.map(|name| ("No longer".to_string(), marker_name(name))));
    for (name, number) in to.numbers() {
        let was = from.numbers().get(name).copied().unwrap_or_default();
        if was != *number {
            rows.push(("Numbers".to_string(), format!("{} {was} → {number}", marker_name(name))));
        }
    }
    rows
}

/// Cards: those of the viewing side, and the number in the enemy's hand.
fn cards(before: &Game, after: &Game, side: Side) -> Vec<(String, String)> {
    let (was, is) = (before.view(side).hand(), after.view(side).hand());
    let named = |cards: CardSet| list(cards.iter().map(|card: CardId| describe::card(before, card)));
    let mut rows = Vec::new();
    if !(was - is).is_empty() {
        rows.push(("Out of hand".to_string(), named(was - is)));
    }
    if !(is - was).is_empty() {
        rows.push(("Into hand".to_string(), named(is - was)));
    }
    let enemy = side.enemy();
    let (was, is) = (before.view(side).hand_size(enemy), after.view(side).hand_size(enemy));
    if was != is {
        rows.push((format!("{enemy}"), format!("{was} cards → {is} cards")));
    }
    rows
}
