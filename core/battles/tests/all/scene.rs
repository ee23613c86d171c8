//! The field as data: movements, layers.

use crate::situation::Situation;
use serde_json::json;
use wilderness_battles::Side::{self, British, French};
use wilderness_battles::look;
use wilderness_battles::scene::{arrows, layer, moved_since, places_of};
use wilderness_battles::{Choice, Hex};
use wilderness_engine::Choice as _;

/// The French regulars near the British camp, and a gun.
fn field() -> Situation {
    let units = json!({"bearn": {"at": "1106"}, "art-q-f": {"at": "1206"}, "15-foot": {"at": "1105"},
        "28-foot": {"at": "0909"}, "languedoc": {"at": "2007"}});
    Situation::new(json!({"scenario": "quebec", "turn": 2, "phase": "movement", "phasing": "french", "units": units}))
}

/// The hexes of a layer, each with its words.
fn layer_of(play: &Situation, side: Side, name: &str, of: Option<&str>) -> Vec<(String, String)> {
    let scene = play.0.view(side).scene();
    let layer = layer(&play.0, side, name, of).expect("a layer");
    layer.places.into_iter().map(|(place, words)| (scene.places[place].id.clone(), words)).collect()
}

#[test]
fn what_a_unit_has_moved_is_an_arrow_with_its_way() {
    let play = field().choose("mover", "unit:languedoc").choose("step", "hex:1907").choose("step", "stop");
    let game = &play.0;
    let mut scene = game.view(British).scene();
    scene.show_moves(arrows(game, moved_since(game.log(), British)..game.log().len()));
    let paths: Vec<Vec<&str>> = scene
        .arrows
        .iter()
        .map(|arrow| arrow.path.iter().map(|place| scene.places[*place].id.as_str()).collect())
        .collect();
    assert_eq!(paths, [["2007", "1907"]]);
    let moved: Vec<&str> =
        scene.stacks.iter().filter(|stack| stack.moved).map(|stack| scene.places[stack.place].id.as_str()).collect();
    assert_eq!(moved, ["1907"]);
}

#[test]
fn zones_of_control_are_those_of_the_rules() {
    let play = field();
    let zone = look::zone(play.0.scenario(), play.state(), British);
    let shown = layer_of(&play, French, "zones", None);
    assert_eq!(shown.len(), zone.iter().count());
    assert!(shown.iter().any(|(hex, _)| hex == "1106"), "next to the 15th: {shown:?}");
}

#[test]
fn the_reach_of_a_unit_has_its_movement_points() {
    let play = field();
    let shown = layer_of(&play, French, "reach", Some("languedoc"));
    let unit = play.0.scenario().find(wilderness_battles::Id::new("languedoc").expect("an id")).expect("a unit");
    let reached = look::reach(play.0.scripts(), play.0.scenario(), play.state(), unit).hexes;
    assert_eq!(shown.len(), reached.len());
    for (hex, words) in shown {
        let mp = reached[&Hex::new(&hex).expect("a hex")];
        assert_eq!(words, format!("{mp} MP"), "{hex}");
    }
}

#[test]
fn lines_of_sight_are_those_of_the_rules() {
    let play = field();
    let from = Hex::new("1206").expect("a hex");
    let shown = layer_of(&play, French, "sight", Some("1206"));
    for hex in play.0.scenario().map.grid.hexes() {
        let clear = look::line_of_sight(play.0.scenario(), play.state(), from, hex).is_none();
        assert_eq!(shown.iter().any(|(id, _)| *id == hex.to_string()), clear, "{hex}");
    }
}

#[test]
fn threats_count_guns_and_units() {
    let play = field();
    let shown = layer_of(&play, British, "threats", None);
    let (_, words) = shown.iter().find(|(hex, _)| hex == "1105").expect("the 15th is threatened");
    assert!(words.contains("1 gun") && words.contains("unit"), "{words}");
}

#[test]
fn odds_are_those_of_all_in_contact() {
    let play = field();
    let shown = layer_of(&play, French, "odds", None);
    assert_eq!(shown.len(), 1, "{shown:?}");
    let (hex, words) = &shown[0];
    assert_eq!(hex, "1105");
    assert!(words.contains('-') && words.ends_with('%'), "{words}");
}

#[test]
fn layers_refuse_what_they_do_not_know() {
    let play = field();
    let refused = |name: &str, of: Option<&str>| layer(&play.0, French, name, of).expect_err("refused");
    assert!(refused("supply", None).contains("zones, reach=UNIT, sight=HEX"));
    assert!(refused("sight", Some("9999")).contains("not a hex"));
    assert!(refused("reach", Some("nobody")).contains("nobody"));
    assert!(refused("zones", Some("bearn")).contains("neither"));
}

#[test]
fn a_choice_stands_for_its_hex_or_its_unit() {
    let play = field();
    let view = play.0.view(French);
    let scene = view.scene();
    let at = |token: &str| {
        let places = places_of(&view, Choice::from_token(token).expect("an answer"));
        places.into_iter().map(|place| scene.places[place].id.clone()).collect::<Vec<_>>()
    };
    assert_eq!(at("hex:0810"), ["0810"]);
    assert_eq!(at("unit:bearn"), ["1106"]);
    assert_eq!(at("stop"), [""; 0]);
}
