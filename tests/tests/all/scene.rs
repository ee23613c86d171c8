//! The map as data: stacks with their states, movements, layers.

use wilderness_engine::scene::Scene;
use wilderness_tests::situation::{Situation, find_piece};
use wilderness_war::Side::{self, British, French};
use wilderness_war::scene::{arrows, layer, moved_since, place_of};
use wilderness_war::{Choice, Game};

fn ids(scene: &Scene, places: impl IntoIterator<Item = usize>) -> Vec<&str> {
    places.into_iter().map(|place| scene.places[place].id.as_str()).collect()
}

/// The spaces of a layer, each with its words: `niagara`, `niagara: by sea`.
fn layer_of(game: &Game, side: Side, name: &str, of: Option<&str>) -> Vec<String> {
    let scene = game.view(side).scene();
    let layer = layer(game, side, name, of).expect("a layer");
    let line = |(place, words): &(usize, String)| match words.as_str() {
        "" => scene.places[*place].id.clone(),
        words => format!("{}: {words}", scene.places[*place].id),
    };
    layer.places.iter().map(line).collect()
}

#[test]
fn stacks_say_what_is_the_matter_with_them() {
    let game = Situation::new()
        .put("crown-point", "webb 22nd")
        .put("albany", "27th")
        .put("kahnawake", "caughnawaga-1")
        .put("gist-s-station", "montcalm bearn")
        .begun();
    let scene = game.view(French).scene();
    let states = |id: &str| {
        let place = scene.find(id).expect("a space");
        let stack = scene.stacks.iter().find(|stack| stack.place == place).expect("a stack");
        stack.states.join(", ")
    };
    assert_eq!(states("crown-point"), "out of supply");
    assert_eq!(states("gist-s-station"), "out of supply");
    assert_eq!(states("albany"), "");
    assert_eq!(states("kahnawake"), "", "Indians need no supply (12.0)");
}

#[test]
fn a_besieged_stack_stands_inside() {
    let game = Situation::new()
        .forts(British, "hudson-carry-north")
        .inside("hudson-carry-north", "27th")
        .put("hudson-carry-north", "montcalm bearn la-sarre")
        .siege("hudson-carry-north", 1)
        .begun();
    let scene = game.view(British).scene();
    let inside: Vec<_> = scene.stacks.iter().filter(|stack| stack.inside).collect();
    assert_eq!(inside.len(), 1);
    assert!(inside[0].states.contains(&"besieged".to_string()), "{:?}", inside[0].states);
    assert!(scene.markers.iter().any(|marker| marker.text == "siege 1"));
}

#[test]
fn what_the_enemy_has_moved_since_my_last_turn_is_an_arrow() {
    let mut play = Situation::new().put("montreal", "bearn").put("albany", "22nd").begin();
    play.individually("bearn").go("st-jean ile-aux-noix stop");
    let game = play.game();
    let seen = |side: Side| {
        let mut scene = game.view(side).scene();
        scene.show_moves(arrows(&game.log()[moved_since(game.log(), side)..]));
        scene
    };
    let scene = seen(British);
    let paths: Vec<Vec<&str>> = scene.arrows.iter().map(|arrow| ids(&scene, arrow.path.iter().copied())).collect();
    assert_eq!(paths, [["montreal", "st-jean", "ile-aux-noix"]], "one arrow, with the spaces on the way");
    let moved: Vec<&str> = ids(&scene, scene.stacks.iter().filter(|stack| stack.moved).map(|stack| stack.place));
    assert_eq!(moved, ["ile-aux-noix"]);
}

#[test]
fn the_reach_of_a_piece_is_that_of_the_rules() {
    let game = Situation::new().put("montreal", "bearn").put("ticonderoga", "22nd").begun();
    let reached = layer_of(&game, French, "reach", Some("bearn"));
    let inspected =
        game.view(French).inspect(Some([find_piece("bearn")].into_iter().collect())).expect("sound scripts");
    let reach = &inspected.reach["bearn"];
    let mut expected: Vec<String> = reach.land_or_boat.clone();
    expected.extend(reach.naval.iter().filter(|id| !reach.land_or_boat.contains(id)).map(|id| format!("{id}: by sea")));
    expected.extend(reach.attack.iter().map(|id| format!("{id}: attack")));
    let mut reached_sorted = reached.clone();
    reached_sorted.sort();
    expected.sort();
    assert_eq!(reached_sorted, expected);
    assert!(reached.contains(&"crown-point".into()), "{reached:?}");
}

#[test]
fn threats_name_the_strongest_force_that_could_come() {
    let game = Situation::new()
        .put("montreal", "montcalm bearn la-sarre")
        .put("ticonderoga", "22nd")
        .put("philadelphia", "27th")
        .begun();
    let threats = layer_of(&game, British, "threats", None);
    assert!(threats.contains(&"ticonderoga: 6 from Montréal".into()), "{threats:?}");
    assert!(!threats.iter().any(|line| line.starts_with("philadelphia")), "{threats:?}");
}

#[test]
fn odds_are_the_chance_of_a_force_to_win() {
    let game = Situation::new().put("montreal", "montcalm bearn la-sarre").put("ticonderoga", "22nd 27th").begun();
    let odds = layer_of(&game, French, "odds", Some("montcalm"));
    assert_eq!(odds.len(), 1, "{odds:?}");
    let chance: f64 = odds[0].trim_start_matches("ticonderoga: ").trim_end_matches('%').parse().expect("a percentage");
    assert!((1.0..99.0).contains(&chance), "{odds:?}");
}

#[test]
fn supply_and_raids_are_layers_and_others_are_refused() {
    let game = Situation::new().put("montreal", "bearn huron").begun();
    let view = game.view(French);
    assert_eq!(layer_of(&game, French, "supply", None).len(), view.supplied(French).len());
    assert_eq!(layer_of(&game, French, "raids", None).len(), view.raid_targets().len());
    let refused = |name: &str, of: Option<&str>| layer(&game, French, name, of).expect_err("refused");
    assert!(refused("zones", None).contains("supply, raids, reach=PIECE"));
    assert!(refused("reach", None).contains("needs a piece"));
    assert!(refused("reach", Some("nobody")).contains("nobody"));
    assert!(refused("odds", Some("22nd")).contains("is not on the map"));
    assert!(refused("supply", Some("bearn")).contains("takes no piece"));
}

#[test]
fn a_choice_stands_for_a_space_or_for_where_its_piece_is() {
    let game = Situation::new().put("montreal", "bearn").begun();
    let (view, scene) = (game.view(French), game.view(French).scene());
    let place = place_of(&view, Choice::Piece(find_piece("bearn"))).expect("a space");
    assert_eq!(scene.places[place].id, "montreal");
    assert_eq!(place_of(&view, Choice::Piece(find_piece("27th"))), None);
}
