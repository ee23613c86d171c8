//! The tracks and boxes beside the map, and supply.

use super::cards;
use crate::text::columns::beside;
use crate::text::style::paint;
use crate::war::colours;
use crate::war::describe;
use wilderness_war::Side;
use wilderness_war::game::Game;
use wilderness_war::map::Department;
use wilderness_war::news::words::{list, marker_name};
use wilderness_war::pieces::Pieces;
use wilderness_war::placement::Place;
use wilderness_war::rules::supply;
use wilderness_war::state::State;

/// The width of the names of tracks.
const MARGIN: usize = 20;

/// Date, victory points, tracks, piles, boxes and markers.
pub fn render(game: &Game) -> String {
    let state = game.state();
    let scenario = game.scenario();
    let mut rows: Vec<(String, String)> = vec![
        ("Scenario".into(), format!("{}, {} to {}", scenario.name, scenario.first_year, scenario.last_year)),
        ("Date".into(), format!("{} {}", state.season, state.year)),
        ("Victory points".into(), describe::vp(state)),
        ("Assemblies".into(), format!("{:?}", state.assemblies)),
        ("Niagara".into(), format!("last held by the {}", state.niagara)),
        ("Ohio Forks".into(), format!("last held by the {}", state.ohio_forks)),
    ];
    for side in Side::BOTH {
        let hand = state.hands[side].len();
        let holding = if state.holding[side] { ", passed and holding" } else { "" };
        rows.push((format!("{side} hand"), format!("{hand} cards{holding}")));
        let raided = state.raided[side].len();
        if raided > 0 {
            rows.push((format!("{side} raids"), format!("{raided}: {}", list(&state.raided[side]))));
        }
    }
    rows.push(("Draw pile".into(), format!("{} cards", state.draw_pile.len())));
    let discard = if state.discard.is_empty() { "empty".into() } else { cards::pile(game, state.discard.iter()) };
    rows.push(("Discard pile".into(), discard));
    if !state.removed.is_empty() {
        rows.push(("Out of the game".into(), cards::pile(game, state.removed.iter())));
    }
    if state.reshuffle {
        rows.push(("Reshuffle".into(), "at the end of the season (5.25)".into()));
    }
    let boxes = Department::ALL
        .map(|department| (format!("{} militia", describe::short(department)), Place::Militia(department)));
    for (name, place) in boxes.into_iter().chain([("Leader pool".to_string(), Place::LeaderPool)]) {
        let here = state.pieces.here(place);
        if !here.is_empty() {
            rows.push((name, describe::counted(here)));
        }
    }
    let out = state.pieces.here(Place::Eliminated);
    if !out.is_empty() {
        rows.push(("Eliminated".into(), describe::counted(out)));
    }
    for (marker, until) in &state.markers {
        rows.push(("In force".into(), format!("{}, until {until}", marker_name(marker))));
    }
    rows.push(("Seed".into(), game.header().seed.to_string()));
    rows.into_iter().map(|(name, value)| format!("{}\n", beside(&name, MARGIN, &value))).collect()
}

/// The supply sources of a side, and its drilled troops out of supply (12.0).
pub fn supply(state: &State, side: Side) -> String {
    let sources = supply::sources(state, side);
    let supplied = supply::supplied(state, side);
    let drilled = state.on_map(side) & Pieces::get().drilled;
    let cut_off = drilled.filter(|unit| state.pieces.space(unit).is_some_and(|space| !supplied.contains(space)));
    let mut text = format!("{}\n", paint(colours::side(side), side));
    text.push_str(&beside("Sources", MARGIN, &list(sources)));
    text.push('\n');
    let wilderness = supplied - wilderness_war::map::Map::get().cultivated;
    text.push_str(&beside(
        "In supply",
        MARGIN,
        &format!("{} spaces; not cultivated: {}", supplied.len(), list(wilderness)),
    ));
    text.push('\n');
    let units: Vec<String> = cut_off.iter().map(|unit| format!("{unit} {}", describe::place(state, unit))).collect();
    let units = if units.is_empty() { "none of its drilled troops".to_string() } else { list(units) };
    text.push_str(&beside("Out of supply", MARGIN, &units));
    text.push('\n');
    text
}
