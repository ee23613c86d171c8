//! Rulings on cards, activation, construction and limits of movement (4.0, 5.0, 6.1 to 6.3).

use wilderness_tests::situation::Situation;
use wilderness_war::Side::{British, French};

#[test]
fn q14_an_unused_card_activates_no_piece_and_lifts_the_bar_on_construction() {
    let mut game = Situation::new().put("montreal", "langlade").built_last(French).begin();
    game.individually("");
    assert_eq!(game.asked(), "british card");
    assert!(!game.state().built_last.french);
}

#[test]
fn q14_building_nothing_is_not_a_use_of_a_card() {
    let mut game = Situation::new().begin();
    game.play_card("stockades");
    assert_eq!(game.asked(), "french stockade");
    assert!(!game.may("stop"));
    game.french("stockade", "sorel");
    assert!(game.may("stop"));
}

#[test]
fn q15_a_hold_neither_breaks_nor_makes_a_row_of_constructions() {
    let mut game = Situation::new().hand(French, &[1]).built_last(French).begin();
    game.french("card", "hold");
    assert!(game.state().built_last.french && !game.state().built_last.british);
}

#[test]
fn q15_two_constructions_in_a_row_are_not_allowed() {
    let mut game = Situation::new().put("montreal", "langlade").built_last(French).begin();
    game.french("card", "card:1");
    game.offers_only("event individual");
}

#[test]
fn q16_a_side_that_held_a_card_must_play_all_of_them() {
    let last_card = Situation::new().hand(French, &[1]);
    let game = last_card.clone().begin();
    game.offers_only("card:1 hold");
    let game = last_card.held_card(French).begin();
    assert_eq!(game.asked(), "french use");
}

#[test]
fn q93_a_side_that_has_held_takes_no_more_phases_in_the_season() {
    let mut game = Situation::new().hand(French, &[1]).begin();
    game.french("card", "hold");
    game.individually("");
    assert_eq!(game.asked(), "british card");
}

#[test]
fn q17_a_force_without_units_sails_as_a_lone_leader_but_initiative_counts() {
    let mut game = Situation::new().british_turn().hand(British, &[5, 7]).put("halifax", "wolfe").begin();
    game.force("wolfe", "");
    assert!(game.may("naval:boston"));
    let mut game = Situation::new().british_turn().hand(British, &[5, 7]).put("halifax", "wolfe 22nd").begin();
    game.british("card", "card:5").british("use", "force").british("member", "22nd");
    game.offers_only("drop stop"); // a force with units needs a 3
    let mut game = Situation::new().british_turn().hand(British, &[5, 7]).put("halifax", "loudoun").begin();
    game.british("card", "card:5");
    assert!(!game.may("force"));
}

#[test]
fn q18_auxiliaries_move_on_once_the_drilled_troops_are_left_behind() {
    let mut game = Situation::new().put("ticonderoga", "dumas bearn").begin();
    game.force("dumas", "bearn").go("wood-creek hudson-carry-south");
    game.offers_only("drop stop");
    game.go("drop");
    assert_eq!(game.at("bearn"), "hudson-carry-south");
    assert!(game.may("hoosic") && game.may("hudson-carry-north"));
}

#[test]
fn q18_a_mountain_stops_every_piece() {
    let mut game = Situation::new().put("ticonderoga", "dumas bearn").begin();
    game.force("dumas", "bearn").go("green-mountains-central");
    assert_eq!(game.asked(), "british card");
    assert_eq!(game.at("dumas"), "green-mountains-central");
}

#[test]
fn q19_the_pieces_that_leave_a_space_decide_whether_it_was_passed_with_auxiliaries() {
    let force = Situation::new().put("ticonderoga", "dumas bearn langlade");
    let mut game = force.clone().begin();
    game.force("dumas", "bearn langlade").go("wood-creek hudson-carry-south");
    assert!(game.may("hoosic"), "auxiliaries show the way");
    let mut game = force.begin();
    game.force("dumas", "bearn langlade").go("wood-creek drop").french("drop", "langlade done");
    game.go("hudson-carry-south");
    game.offers_only("drop stop");
}

#[test]
fn q20_enemy_cultivated_means_originally_enemy_cultivated() {
    // Their own troops at Deerfield do not make it friendly: the Huron stop in the next space, and raid there.
    let mut game = Situation::new().put("green-mountains-south", "huron").put("deerfield", "bearn").begin();
    game.individually("huron").go("deerfield").dice(&[3]).go("northampton");
    assert_eq!(game.asked(), "british card");
    assert_eq!(game.told("10.3").len(), 1);
    // A stockade of their own does.
    let mut game = Situation::new().put("green-mountains-south", "huron").stockades(French, "deerfield").begin();
    game.individually("huron").go("deerfield northampton");
    assert_eq!(game.asked(), "french march");
}

#[test]
fn q21_d10_boats_are_not_announced() {
    let mut game = Situation::new().put("montreal", "bearn").begin();
    game.individually("bearn").go("sorel st-jean ile-aux-noix winooski crown-point ticonderoga");
    game.offers_only("crown-point hudson-carry-north stop");
}

#[test]
fn d10_one_carry_between_friendly_ends() {
    let way = Situation::new().british_turn().put("kinderhook", "22nd");
    let mut game = way.clone().stockades(British, "hudson-carry-south hudson-carry-north").begin();
    game.individually("22nd").go("albany hudson-carry-south hudson-carry-north ticonderoga crown-point");
    assert!(game.may("winooski"), "the sixth space, by boat");
    let mut game = way.stockades(British, "hudson-carry-south").begin();
    game.individually("22nd").go("albany hudson-carry-south hudson-carry-north");
    game.offers_only("adirondacks-central adirondacks-south hudson-carry-south ticonderoga demolish stop");
    game.go("ticonderoga");
    assert_eq!(game.asked(), "french card", "land movement ends behind a bare wilderness space");
}

#[test]
fn q22_pieces_are_dropped_where_the_force_starts_or_enters_but_never_the_commander() {
    let mut game = Situation::new().put("ticonderoga", "montcalm dumas bearn langlade").begin();
    game.force("montcalm", "dumas bearn langlade");
    game.go("drop").offers_only("bearn dumas langlade");
    game.french("drop", "bearn done").go("wood-creek drop");
    game.offers_only("dumas langlade");
}

#[test]
fn q22_no_piece_is_dropped_while_infiltrating() {
    let mut game = Situation::new().put("ticonderoga", "dumas langlade").put("wood-creek", "new-york-1").begin();
    game.force("dumas", "langlade").go("infiltrate:wood-creek").british("intercept", "pass");
    assert!(game.may("hoosic") || game.may("hudson-carry-south"));
    assert!(!game.may("drop"));
}

#[test]
fn q23_an_activated_auxiliary_that_does_not_move_raids_where_it_stands() {
    let mut game = Situation::new().put("hoosic", "huron").begin();
    game.individually("huron").dice(&[3]).go("stop");
    assert_eq!(game.told("10.3").len(), 1);
    assert_eq!(game.at("huron"), "pays-d-en-haut");
}

#[test]
fn q24_a_piece_that_has_fought_does_not_act_again() {
    let mut game = Situation::new()
        .forts(French, "crown-point")
        .put("crown-point", "new-york-1")
        .inside("crown-point", "langlade")
        .siege("crown-point", 0)
        .put("winooski", "huron")
        .begin();
    game.individually("huron langlade").french("mover", "huron").go("crown-point").british("avoid", "pass");
    game.dice(&[4, 1]).french("sortie", "langlade");
    assert_eq!(game.siege("crown-point"), None, "the battle is won");
    game.french("after-activation", "done");
    assert_eq!(game.asked(), "british card");
}

#[test]
fn q26_works_are_demolished_before_the_card_while_moving_and_after_an_activation() {
    let works = Situation::new().stockades(French, "wood-creek crown-point").forts(French, "ticonderoga");
    let mut game = works.put("ticonderoga", "bearn").begin();
    game.french("card", "demolish").french("demolish", "ticonderoga");
    assert_eq!((game.vp(), game.asked()), (-1, "french card".to_string()));
    game.individually("bearn").go("demolish").french("demolish", "wood-creek");
    assert_eq!((game.vp(), game.asked()), (-1, "french march".to_string()));
    game.go("stop");
    assert_eq!(game.asked(), "british card", "nothing has happened since");
}

#[test]
fn q30_a_stockade_drives_off_a_lone_enemy_leader() {
    let mut game = Situation::new().british_turn().put("hoosic", "dumas").begin();
    game.play_card("stockades");
    game.british("stockade", "hoosic");
    assert_eq!(game.asked(), "french displace");
    game.french("displace", "hudson-carry-south");
    assert_eq!(game.asked(), "british stockade");
}

#[test]
fn d8_units_that_count_are_within_the_command_of_all_leaders() {
    let mut game = Situation::new()
        .british_turn()
        .put("schenectady", "johnson shirley 22nd 27th 35th 40th mohawk-1 mohawk-2")
        .begin();
    game.british("card", "card:3").british("use", "force").british("commander", "johnson");
    game.british("member", "22nd 27th 35th");
    game.offers_only("mohawk-1 mohawk-2 done"); // Shirley outranks him
    game.british("member", "mohawk-1 mohawk-2");
    assert_eq!(game.asked(), "british march");
    let mut game = Situation::new().british_turn().put("schenectady", "johnson shirley mohawk-1 22nd").begin();
    game.british("card", "card:3").british("use", "force").british("commander", "shirley");
    game.offers_only("johnson 22nd done");
    game.british("member", "johnson");
    game.offers_only("22nd mohawk-1 done");
}

#[test]
fn q94_the_members_of_a_force_are_on_their_commanders_side_of_the_wall() {
    let mut game = Situation::new()
        .put("albany", "bearn")
        .inside("albany", "webb 22nd 27th")
        .siege("albany", 1)
        .british_turn()
        .begin();
    game.british("card", "card:3").british("use", "force");
    game.offers_only("22nd 27th done");
    game.british("member", "22nd done");
    game.offers_only("sortie pass");
    assert!(game.is_inside("webb"));
}
