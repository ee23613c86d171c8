//! Responses during movement: Foul Weather, Lake Schooner, George Croghan, Amphibious Landing.

use wilderness_tests::situation::{Played, Situation, find_space};
use wilderness_war::Side::{British, French};

// Foul Weather

#[test]
fn foul_weather_lets_a_force_go_two_spaces_and_no_further() {
    let march = Situation::new().british_turn().put("hoosic", "webb rogers").hand(French, &[1, 14]);
    let mut game = march.begin();
    game.force("webb", "rogers").responds(French, "activation_start", 14).go("hudson-carry-south hudson-carry-north");
    assert_eq!(game.asked(), "french card", "it can go no further");
    assert!(!game.has_marker("foul-weather") && game.is_discarded(14));
}

#[test]
fn foul_weather_slows_boats_too_and_even_a_lone_leader() {
    let mut game = Situation::new().british_turn().put("albany", "johnson").hand(French, &[1, 14]).begin();
    game.individually("johnson").responds(French, "activation_start", 14).go("schenectady canajoharie");
    assert_eq!(game.asked(), "french card");
}

#[test]
fn foul_weather_keeps_ships_in_port_and_landings_from_being_made() {
    let fleet = Situation::new().british_turn().put("halifax", "webb 22nd").hand(British, &[3, 17]);
    let mut game = fleet.hand(French, &[1, 14]).begin();
    game.force("webb", "22nd").responds(French, "activation_start", 14);
    assert_eq!(game.asked(), "french card", "nothing leads out of Halifax but the sea");
    assert_eq!((game.at("22nd"), game.hand(British)), ("halifax", vec![17]));
}

#[test]
fn foul_weather_is_not_for_the_side_that_moves() {
    let mut game = Situation::new().british_turn().put("albany", "johnson").hand(British, &[3, 14]).begin();
    game.individually("johnson");
    assert_eq!(game.asked(), "british march");
}

#[test]
fn foul_weather_leaves_the_choice_of_a_siege_q107() {
    let siege = Situation::new()
        .british_turn()
        .forts(French, "crown-point")
        .siege("crown-point", 1)
        .put("crown-point", "webb 22nd")
        .hand(French, &[1, 14]);
    let mut game = siege.clone().begin();
    game.force("webb", "").british("action", "move").responds(French, "activation_start", 14);
    game.offers_only("assault move");
    game.dice(&[5, 1]).british("action", "assault");
    let mut game = siege.begin();
    game.force("webb", "").dice(&[5, 1]).british("action", "assault");
    assert_eq!(game.hand(French), [1, 14], "no window when it does not move");
}

#[test]
fn foul_weather_strikes_one_of_those_activated_individually() {
    let scouts = Situation::new().british_turn().put("albany", "rogers").put("hoosic", "goreham");
    let mut game = scouts.hand(French, &[1, 14]).begin();
    game.individually("rogers goreham").british("mover", "rogers").declines(French, "activation_start");
    game.go("stop").responds(French, "activation_start", 14);
    assert!(game.has_marker("foul-weather"));
    game.go("stop");
    assert!(!game.has_marker("foul-weather"));
}

#[test]
fn foul_weather_strikes_one_force_of_a_campaign() {
    let forces = Situation::new().british_turn().put("hoosic", "webb rogers").put("albany", "johnson");
    let mut game = forces.hand(British, &[3]).hand(French, &[1, 14]).begin();
    game.event(3).british("commander", "webb").british("member", "rogers");
    game.british("commander", "johnson").british("mover", "webb").responds(French, "activation_start", 14);
    game.go("stop").go("schenectady canajoharie");
    assert_eq!(game.asked(), "british march", "Johnson goes on");
}

// Lake Schooner

/// The French at Crown Point, who can move on by the lakes to a British stockade at Ticonderoga.
fn lake(stockade: &str) -> Situation {
    let lake = Situation::new().stockades(British, stockade).put("winooski", "levis bearn").hand(British, &[3, 15]);
    lake.forts(French, "winooski")
}

#[test]
fn a_lake_schooner_sends_back_a_force_that_crosses_the_lake_to_a_fortification() {
    let mut game = lake("ticonderoga").begin();
    game.force("levis", "bearn").go("crown-point ticonderoga").responds(British, "step_made", 15);
    assert_eq!((game.at("levis"), game.at("bearn")), ("crown-point", "crown-point"));
    assert_eq!(game.asked(), "french after-activation", "and no further");
    assert!(game.vp() == 0 && game.is_discarded(15));
}

#[test]
fn a_lake_schooner_needs_the_lake_and_a_fortification_of_its_side() {
    let mut game = lake("hudson-carry-north").begin();
    game.force("levis", "bearn").go("crown-point ticonderoga");
    assert_eq!((game.at("bearn"), game.hand(British)), ("ticonderoga", vec![3, 15]), "no fortification");
    let by_land = Situation::new().stockades(British, "ticonderoga").put("wood-creek", "langlade");
    let mut game = by_land.hand(British, &[3, 15]).begin();
    game.individually("langlade").dice(&[3]).go("ticonderoga");
    assert_eq!(game.hand(British), [3, 15], "no lake");
    let begun = Situation::new().started(British, "crown-point").put("winooski", "langlade");
    let mut game = begun.hand(British, &[3, 15]).begin();
    game.individually("langlade").go("crown-point stop");
    assert_eq!(game.hand(British), [3, 15], "works under construction do not count");
}

#[test]
fn a_lake_schooner_undoes_the_step_so_that_a_siege_left_behind_goes_on_q60() {
    let siege =
        Situation::new().forts(British, "crown-point").siege("crown-point", 1).stockades(British, "ticonderoga");
    let mut game = siege.put("crown-point", "levis bearn").hand(British, &[3, 15]).begin();
    game.force("levis", "bearn");
    game.french("action", "move").go("ticonderoga").responds(British, "step_made", 15);
    assert_eq!((game.at("bearn"), game.siege("crown-point")), ("crown-point", Some(1)));
}

#[test]
fn a_lake_schooner_counts_a_besieged_fort() {
    let siege = Situation::new().forts(British, "crown-point").siege("crown-point", 1).put("crown-point", "guyenne");
    let mut game = siege.put("winooski", "langlade").hand(British, &[3, 15]).begin();
    game.individually("langlade").go("crown-point").responds(British, "step_made", 15);
    assert_eq!(game.at("langlade"), "winooski");
}

#[test]
fn an_infiltrator_sent_back_among_enemies_dies_6_63() {
    let lake =
        Situation::new().stockades(British, "ticonderoga").put("crown-point", "22nd").put("winooski", "langlade");
    let mut game = lake.hand(British, &[3, 15]).begin();
    game.individually("langlade").french("march", "infiltrate:crown-point");
    if game.asked() == "british intercept" {
        game.british("intercept", "pass");
    }
    game.french("march", "ticonderoga").responds(British, "step_made", 15);
    assert_eq!(game.at("langlade"), "eliminated");
}

// George Croghan

#[test]
fn george_croghan_guides_drilled_troops_through_the_wilderness() {
    let march = Situation::new().british_turn().put("hoosic", "webb 22nd").hand(British, &[3, 16]);
    let mut game = march.clone().begin();
    game.force("webb", "22nd").declines(British, "move_start").go("hudson-carry-south hudson-carry-north");
    assert!(!game.may("ticonderoga"), "they stop behind the wilderness");
    let mut game = march.begin();
    game.force("webb", "22nd").responds(British, "move_start", 16);
    game.go("hudson-carry-south hudson-carry-north ticonderoga crown-point");
    game.offers_only("drop stop"); // four spaces, as usual
    game.go("stop");
    assert!(!game.has_marker("george-croghan") && game.is_discarded(16));
}

#[test]
fn george_croghan_does_not_help_over_the_mountains() {
    let march = Situation::new().british_turn().put("hoosic", "webb 22nd").hand(British, &[3, 16]);
    let mut game = march.begin();
    game.force("webb", "22nd").responds(British, "move_start", 16).go("green-mountains-south");
    assert_eq!(game.asked(), "french card", "a mountain stops them");
}

#[test]
fn george_croghan_guides_british_drilled_troops_only() {
    let rangers = Situation::new().british_turn().put("hoosic", "rogers").hand(British, &[3, 16]);
    let mut game = rangers.begin();
    game.individually("rogers");
    assert_eq!(game.asked(), "british march");
    let mut game = Situation::new().put("montreal", "bearn").hand(French, &[1, 16]).begin();
    game.individually("bearn");
    assert_eq!(game.asked(), "french march");
}

// Amphibious Landing

/// British at Halifax who can land at Louisbourg.
fn fleet(units: &str) -> Situation {
    Situation::new().british_turn().put("halifax", units).hand(British, &[3, 17, 18])
}

#[test]
fn a_landing_from_halifax_besieges_louisbourg() {
    let mut game = fleet("amherst 22nd 27th").put("louisbourg", "bearn").begin();
    game.force("amherst", "22nd 27th").responds(British, "move_start", 17);
    game.french("inside", "bearn");
    assert_eq!((game.at("22nd"), game.siege("louisbourg")), ("louisbourg", Some(0)));
    assert!(game.state().amphib.contains(find_space("louisbourg")) && game.is_discarded(17));
    assert_eq!(game.asked(), "french card", "the movement is over");
}

#[test]
fn a_landing_is_fought_with_one_less_and_lost_leads_back_to_port() {
    let mut game = fleet("webb 22nd").put("louisbourg", "bearn").begin();
    game.force("webb", "22nd").responds(British, "move_start", 17).dice(&[3, 3]).french("inside", "done");
    assert!(game.shots()[0].roll == (3, -1), "{:?}", game.told("7.5"));
    assert_eq!(game.at("22nd"), "halifax");
    assert!(game.state().amphib.is_empty(), "an unbesieged French fortress, Q5");
}

#[test]
fn a_captured_louisbourg_is_a_port_for_landings_in_the_gulf_one_card_each() {
    let gulf = Situation::new().british_turn().captured(British, "louisbourg").put("louisbourg", "amherst 22nd 27th");
    let mut game = gulf.hand(British, &[3, 17, 18]).begin();
    game.force("amherst", "22nd").responds(British, "move_start", 17);
    game.offers_only("baie-st-paul ile-d-orleans riviere-ouelle");
    game.british("event", "ile-d-orleans");
    assert_eq!((game.at("22nd"), game.asked()), ("ile-d-orleans", "french card".into()));
    assert_eq!(game.hand(British), [18], "one card, one landing");
    assert_eq!(game.state().amphib.len(), 1);
}

#[test]
fn a_besieged_louisbourg_is_not_a_port_for_landings() {
    let siege = Situation::new().british_turn().amphib("louisbourg").siege("louisbourg", 0);
    let mut game = siege.put("louisbourg", "amherst 22nd").hand(British, &[3, 17]).begin();
    game.force("amherst", "22nd");
    if game.asked() == "british action" {
        game.british("action", "move");
    }
    assert_eq!(game.asked(), "british march");
}

#[test]
fn a_landing_is_not_made_where_the_british_are_in_control_or_a_marker_lies_q6() {
    let owned = fleet("amherst 22nd").captured(British, "louisbourg").put("louisbourg", "27th");
    let mut game = owned.begin();
    game.force("amherst", "22nd");
    assert_eq!(game.asked(), "british march");
    assert!(game.may("naval:louisbourg"), "they sail there");
    let besieged = fleet("amherst 22nd").amphib("louisbourg").siege("louisbourg", 0).put("louisbourg", "27th");
    let mut game = besieged.begin();
    game.force("amherst", "22nd");
    assert_eq!(game.asked(), "british march");
}

#[test]
fn a_landing_of_a_force_needs_a_card_of_three() {
    let mut game = fleet("amherst 22nd").hand(British, &[17, 45]).begin();
    game.british("card", "card:45").british("use", "force").british("member", "22nd");
    assert_eq!(game.asked(), "british march", "no window");
    game.offers_only("drop stop");
    let mut game = fleet("amherst 22nd").hand(British, &[17, 45]).begin();
    game.british("card", "card:45").british("use", "individual").british("activate", "22nd");
    game.opens(British, "move_start");
}

#[test]
fn leaders_and_rangers_do_not_land_alone_at_a_french_fortress() {
    let mut game = fleet("amherst 22nd").begin();
    game.individually("amherst");
    assert!(!game.asked().ends_with("respond"), "6.53");
    let mut game = fleet("rogers").begin();
    game.individually("rogers");
    assert!(!game.asked().ends_with("respond"), "6.52");
}

#[test]
fn a_landing_may_be_intercepted() {
    let gulf = Situation::new().british_turn().captured(British, "louisbourg").put("louisbourg", "amherst 22nd 27th");
    let mut game = gulf.put("quebec", "bearn").hand(British, &[3, 17]).begin();
    game.force("amherst", "22nd").responds(British, "move_start", 17).british("event", "ile-d-orleans");
    assert_eq!(game.asked(), "french intercept");
}

// The order of the windows

#[test]
fn at_an_activation_the_enemy_is_asked_before_the_mover_and_again_at_each_step() {
    let fleet = Situation::new().british_turn().captured(British, "louisbourg").put("louisbourg", "amherst 22nd 27th");
    let mut game: Played = fleet.put("quebec", "bearn").hand(British, &[3, 17]).open_windows().begin();
    game.force("amherst", "22nd").declines(French, "activation_start").responds(British, "move_start", 17);
    game.british("event", "ile-d-orleans");
    assert_eq!(game.asked(), "french intercept", "no lake between Louisbourg and the island");
    let lake = lake("ticonderoga").put("hudson-carry-north", "22nd").open_windows();
    let mut game = lake.begin();
    game.force("levis", "bearn").declines(British, "activation_start");
    assert_eq!(game.asked(), "french march", "nothing to play for the French before they move");
    game.go("crown-point ticonderoga").declines(British, "step_made");
    assert_eq!(game.asked(), "british intercept", "after the schooner");
}

#[test]
fn an_activation_that_does_not_move_opens_no_window_of_movement() {
    let siege = Situation::new().british_turn().forts(French, "crown-point").siege("crown-point", 1);
    let mut game = siege.put("crown-point", "webb 22nd").inside("crown-point", "huron").open_windows().begin();
    game.force("webb", "").british("action", "assault");
    game.opens(British, "battle_events");
}
