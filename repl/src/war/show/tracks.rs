//! The tracks and boxes beside the map, and supply.

use super::cards;
use crate::text::columns::beside;
use crate::text::style::paint;
use crate::war::colours;
use crate::war::describe;
use wilderness_war::map::{Department, Map};
use wilderness_war::news::words::{list, marker_name};
use wilderness_war::pieces::Pieces;
use wilderness_war::{Game, Place, Side, View};

/// The width of the names of tracks.
const MARGIN: usize = 20;

/// Date, victory points, tracks, piles, boxes and markers.
pub fn render(game: &Game) -> String {
    let view = &View::public(game);
    let scenario = game.scenario();
    let mut rows: Vec<(String, String)> = vec![
        ("Scenario".into(), format!("{}, {} to {}", scenario.name, scenario.first_year, scenario.last_year)),
        ("Date".into(), format!("{} {}", view.season(), view.year())),
        ("Victory points".into(), describe::vp(view)),
        ("Assemblies".into(), format!("{:?}", view.assemblies())),
    ];
    let map = Map::get();
    let scored = [map.niagara, map.ohio_forks].map(|space| (space, view.scored_by(space)));
    let scored = scored.into_iter().filter_map(|(space, side)| Some((space.to_string(), side?)));
    rows.extend(scored.map(|(space, side)| (space, format!("last held by the {side}"))));
    for side in Side::BOTH {
        let hand = view.hand_size(side);
        let holding = if view.is_holding(side) { ", passed and holding" } else { "" };
        rows.push((format!("{side} hand"), format!("{hand} cards{holding}")));
        let raided = view.raided(side).len();
        if raided > 0 {
            rows.push((format!("{side} raids"), format!("{raided}: {}", list(view.raided(side)))));
        }
    }
    rows.push(("Draw pile".into(), format!("{} cards", view.draw_pile_size())));
    let discard = if view.discards().is_empty() { "empty".into() } else { cards::pile(game, view.discards().iter()) };
    rows.push(("Discard pile".into(), discard));
    if !view.removed_cards().is_empty() {
        rows.push(("Out of the game".into(), cards::pile(game, view.removed_cards().iter())));
    }
    if view.is_to_be_shuffled() {
        rows.push(("Reshuffle".into(), "at the end of the season (5.25)".into()));
    }
    let boxes = Department::all()
        .map(|department| (format!("{} militia", describe::short(department)), Place::Militia(department)));
    for (name, place) in boxes.chain([("Leader pool".to_string(), Place::LeaderPool)]) {
        let here = view.here(place);
        if !here.is_empty() {
            rows.push((name, describe::counted(here)));
        }
    }
    let out = view.here(Place::Eliminated);
    if !out.is_empty() {
        rows.push(("Eliminated".into(), describe::counted(out)));
    }
    for (marker, until) in view.markers() {
        let number = view.numbers().get(marker).map_or_else(String::new, |number| format!(": {number}"));
        rows.push(("In force".into(), format!("{}{number}, until {until}", marker_name(marker))));
    }
    rows.push(("Seed".into(), game.header().seed.to_string()));
    rows.into_iter().map(|(name, value)| format!("{}\n", beside(&name, MARGIN, &value))).collect()
}

/// The supply sources of a side, and its drilled troops out of supply (12.0).
pub fn supply(view: &View<'_>, side: Side) -> String {
    let sources = view.supply_sources(side);
    let supplied = view.supplied(side);
    let drilled = view.on_map(side) & Pieces::get().drilled;
    let cut_off = drilled.filter(|unit| view.space_of(unit).is_some_and(|space| !supplied.contains(space)));
    let mut text = format!("{}\n", paint(colours::side(side), side));
    text.push_str(&beside("Sources", MARGIN, &list(sources)));
    text.push('\n');
    let wilderness = supplied - Map::get().cultivated;
    text.push_str(&beside(
        "In supply",
        MARGIN,
        &format!("{} spaces; not cultivated: {}", supplied.len(), list(wilderness)),
    ));
    text.push('\n');
    let units: Vec<String> = cut_off.iter().map(|unit| format!("{unit} {}", describe::place(view, unit))).collect();
    let units = if units.is_empty() { "none of its drilled troops".to_string() } else { list(units) };
    text.push_str(&beside("Out of supply", MARGIN, &units));
    text.push('\n');
    text
}
