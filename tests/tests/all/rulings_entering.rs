//! Rulings on entering spaces, infiltration, interception and avoiding battle (6.5 to 6.8, 8.1).

use wilderness_tests::situation::Situation;
use wilderness_war::Side::{British, French};

#[test]
fn q31_a_leader_alone_gives_way_at_once() {
    let mut game = Situation::new().put("ticonderoga", "bearn").put("wood-creek", "webb").begin();
    game.individually("bearn").go("wood-creek");
    assert_eq!(game.asked(), "british displace");
    game.offers_only("hudson-carry-south green-mountains-south green-mountains-central"); // not Ticonderoga
    game.british("displace", "hudson-carry-south");
    assert_eq!(game.asked(), "french march");
}

#[test]
fn q31_a_leader_alone_with_a_stockade_must_still_go() {
    let situation = Situation::new().stockades(British, "wood-creek").put("wood-creek", "johnson");
    let mut game = situation.put("ticonderoga", "bearn").begin();
    game.individually("bearn").go("wood-creek").british("displace", "hudson-carry-south");
    assert_eq!((game.at("johnson"), game.vp()), ("hudson-carry-south", 1));
}

#[test]
fn q31_a_leader_alone_with_a_stockade_goes_when_it_is_infiltrated() {
    let situation = Situation::new().stockades(British, "wood-creek").put("wood-creek", "johnson");
    let mut game = situation.put("ticonderoga", "huron").begin();
    game.individually("huron").go("infiltrate:wood-creek");
    assert_eq!(game.asked(), "british displace");
    game.british("displace", "hudson-carry-south");
    assert_eq!((game.asked(), game.at("johnson")), ("french march".to_string(), "hudson-carry-south"));
}

#[test]
fn q31_a_leader_alone_in_his_fort_stays_while_an_infiltrator_passes() {
    let situation = Situation::new().forts(British, "wood-creek").put("wood-creek", "johnson");
    let mut game = situation.put("ticonderoga", "huron").begin();
    game.individually("huron").go("infiltrate:wood-creek");
    assert_eq!((game.asked(), game.at("johnson")), ("french march".to_string(), "wood-creek"));
    assert!(!game.may("stop"));
}

#[test]
fn q31_q43_leaders_alone_in_a_fort_choose_to_be_besieged_or_to_leave() {
    let situation =
        Situation::new().forts(British, "wood-creek").put("wood-creek", "johnson").put("ticonderoga", "bearn");
    let mut game = situation.clone().begin();
    game.individually("bearn").go("wood-creek").british("inside", "johnson");
    assert!(game.is_inside("johnson"));
    let mut game = situation.begin();
    game.individually("bearn").go("wood-creek").british("inside", "done");
    assert!(game.may("inside"), "the siege is laid now");
    game.british("displace", "hudson-carry-south");
    assert_eq!((game.at("johnson"), game.siege("wood-creek")), ("hudson-carry-south", Some(0)));
}

#[test]
fn q32_a_lone_auxiliary_declares_infiltration_or_attack() {
    let situation = Situation::new().put("ticonderoga", "huron").put("wood-creek", "new-york-1");
    let mut game = situation.clone().begin();
    game.individually("huron");
    assert!(game.may("wood-creek") && game.may("infiltrate:wood-creek"));
    game.go("wood-creek");
    assert_eq!(game.asked(), "british avoid", "an attack is not intercepted from the space itself");
    let mut game = situation.clone().begin();
    game.individually("huron").go("infiltrate:wood-creek");
    assert_eq!(game.asked(), "british intercept");
    let mut game = situation.forts(British, "wood-creek").begin();
    game.individually("huron");
    assert!(!game.may("wood-creek") && game.may("infiltrate:wood-creek"));
}

#[test]
fn q33_the_way_out_may_be_the_way_in() {
    let mut game = Situation::new().british_turn().put("ile-d-orleans", "rogers").put("baie-st-paul", "bearn").begin();
    game.individually("rogers");
    assert!(game.may("infiltrate:baie-st-paul"));
}

#[test]
fn d11_where_the_siege_is_lifted_behind_an_infiltrator_is_no_way_out() {
    let siege = Situation::new().forts(British, "hudson-carry-south").siege("hudson-carry-south", 0);
    let siege = siege.put("hudson-carry-south", "huron").put("hoosic", "new-york-1");
    let siege = siege.put("albany", "22nd").put("northampton", "27th").put("green-mountains-south", "35th");
    let mut game = siege.clone().begin();
    game.individually("huron");
    assert!(game.may("hoosic") && !game.may("infiltrate:hoosic"), "8.232");
    let mut game = siege.put("hudson-carry-south", "bearn").begin();
    game.individually("huron");
    assert!(game.may("infiltrate:hoosic"), "the siege goes on");
}

#[test]
fn d11_no_infiltration_without_a_way_out() {
    let mut game = Situation::new().put("hoosic", "huron").put("green-mountains-south", "new-york-1").begin();
    game.individually("huron");
    assert!(game.may("green-mountains-south"), "an attack");
    assert!(!game.may("infiltrate:green-mountains-south"), "a mountain ends the movement");
}

#[test]
fn q34_any_unit_in_the_space_or_next_to_it_may_intercept_an_infiltrator_in_cultivated_land() {
    let situation = Situation::new().put("hudson-carry-south", "huron").put("albany", "22nd rogers");
    let mut game = situation.put("schenectady", "27th").put("hoosic", "35th").begin();
    game.individually("huron").go("infiltrate:albany");
    assert_eq!(game.asked(), "british intercept");
    game.offers_only("22nd rogers 27th 35th pass");
}

#[test]
fn q34_in_the_wilderness_neighbours_of_an_infiltrator_must_be_lone_auxiliaries() {
    let situation = Situation::new().put("ticonderoga", "huron").put("wood-creek", "22nd");
    let mut game = situation.put("hudson-carry-south", "27th rogers").begin();
    game.individually("huron").go("infiltrate:wood-creek");
    game.offers_only("22nd rogers pass");
}

#[test]
fn d6_a_lone_auxiliary_with_leaders_is_still_alone() {
    let situation = Situation::new().put("ticonderoga", "dumas beaujeu huron ojibwa").put("hudson-carry-south", "27th");
    let mut game = situation.clone().begin();
    game.force("dumas", "beaujeu huron").go("wood-creek");
    assert_eq!(game.asked(), "french march", "drilled troops cannot intercept it in the wilderness");
    let mut game = situation.begin();
    game.force("dumas", "beaujeu huron ojibwa").go("wood-creek");
    assert_eq!(game.asked(), "british intercept");
}

#[test]
fn d7_leaders_alone_enter_no_enemy_space_and_are_not_intercepted() {
    let situation = Situation::new().british_turn().put("hoosic", "webb dunbar").put("northampton", "bearn");
    let mut game = situation.put("hudson-carry-south", "huron").begin();
    game.force("webb", "dunbar");
    assert!(!game.may("northampton") && !game.may("hudson-carry-south"));
    game.go("green-mountains-south");
    assert_ne!(game.asked(), "french intercept");
}

#[test]
fn q35_besiegers_intercept_out_of_a_siege_and_lift_it() {
    let siege = Situation::new()
        .forts(British, "hudson-carry-south")
        .put("hudson-carry-south", "bearn")
        .inside("hudson-carry-south", "new-york-1")
        .siege("hudson-carry-south", 1);
    let mut game = siege.british_turn().put("northampton", "22nd").begin();
    game.individually("22nd").go("hoosic").dice(&[4, 1, 1]).french("intercept", "bearn");
    assert_eq!((game.at("bearn"), game.at("22nd")), ("hoosic", "northampton"));
    assert_eq!(game.siege("hudson-carry-south"), None);
    assert!(!game.is_inside("new-york-1"));
}

#[test]
fn r12_a_besieged_fort_of_ones_own_does_not_keep_the_enemy_from_intercepting() {
    let march = Situation::new().british_turn().forts(British, "hudson-carry-south").put("hoosic", "webb 22nd");
    let march = march.put("hudson-carry-north", "guyenne");
    let besieged = march.clone().put("hudson-carry-south", "bearn").siege("hudson-carry-south", 1);
    let mut game = besieged.inside("hudson-carry-south", "new-york-1").begin();
    game.force("webb", "22nd").go("hudson-carry-south");
    assert_eq!(game.asked(), "french intercept");
    game.offers_only("guyenne pass");
    let mut game = march.begin();
    game.force("webb", "22nd").go("hudson-carry-south");
    assert_ne!(game.asked(), "french intercept", "6.722: an unbesieged one does");
}

#[test]
fn r12_an_infiltrator_who_wins_takes_the_fieldworks_away_though_it_gives_way() {
    let fort = Situation::new().forts(British, "hudson-carry-south").fieldworks("hudson-carry-south");
    let mut game = fort.put("wood-creek", "huron").put("hudson-carry-south", "new-york-1").begin();
    game.individually("huron").go("infiltrate:hudson-carry-south").dice(&[6, 6, 1]).british("intercept", "new-york-1");
    assert_eq!(game.told("7.8"), ["French win at Hudson Carry South: the British lose 1 step, the French nothing"]);
    assert_eq!((game.at("huron"), game.state().fieldworks.len()), ("wood-creek", 0));
}

#[test]
fn no_piece_intercepts_an_enemy_that_leaves_its_own_space() {
    // 6.724: neither units that were infiltrated, nor units whose siege has just been lifted.
    let mut game = Situation::new().put("ticonderoga", "huron").put("wood-creek", "rogers").begin();
    game.individually("huron").go("infiltrate:wood-creek").british("intercept", "pass").go("hudson-carry-south");
    assert_eq!(game.asked(), "french march");
    let siege = Situation::new().british_turn().forts(French, "crown-point").siege("crown-point", 0);
    let mut game = siege.put("crown-point", "rogers").inside("crown-point", "langlade").begin();
    game.individually("rogers").go("ticonderoga");
    assert_eq!(game.asked(), "british march");
    game.go("hudson-carry-north");
    assert_eq!(game.asked(), "british march");
    game.go("ticonderoga");
    assert_eq!(game.asked(), "french intercept", "once away, he can be intercepted when he comes near");
}

#[test]
fn q36_leaders_intercept_only_with_a_unit_they_can_command() {
    let situation = Situation::new().put("green-mountains-south", "bearn").put("northampton", "shirley mohawk-1");
    let mut game = situation.clone().put("hudson-carry-south", "webb").begin();
    game.individually("bearn").go("hoosic");
    game.offers_only("mohawk-1 pass");
    let mut game = situation.put("northampton", "johnson").begin();
    game.individually("bearn").go("hoosic");
    game.offers_only("johnson shirley mohawk-1 pass");
    game.dice(&[1]).british("intercept", "shirley"); // Shirley needs Johnson to command the Mohawks
    assert_eq!(game.told("6.71").len(), 1);
    assert!(game.told("6.71")[0].contains("Johnson"));
}

#[test]
fn q37_a_unit_that_failed_to_intercept_cannot_avoid_for_the_rest_of_the_activation() {
    let mut game = Situation::new().put("green-mountains-south", "bearn").put("northampton", "22nd 27th").begin();
    game.individually("bearn").go("hoosic").dice(&[3]).british("intercept", "22nd").go("northampton");
    assert_eq!(game.asked(), "british avoid", "this entry has seen no interception");
    game.offers_only("27th pass");
}

#[test]
fn q38_a_failed_interception_rules_out_avoiding_the_same_entry() {
    let situation = Situation::new().put("green-mountains-south", "bearn").put("hoosic", "new-york-1");
    let mut game = situation.put("northampton", "22nd").begin();
    game.individually("bearn").go("hoosic").dice(&[3, 1, 1]).british("intercept", "22nd");
    assert_eq!(game.told("7.8").len(), 1, "the battle is fought");
    assert_eq!(game.told("6.8").len(), 0);
}

#[test]
fn q39_any_auxiliary_but_not_light_infantry_of_the_attacker_prevents_slipping_away() {
    let attack = Situation::new().british_turn().put("wood-creek", "langlade");
    let mut game = attack.clone().put("hudson-carry-south", "howe-s").begin();
    game.individually("howe-s").go("wood-creek").french("avoid", "langlade");
    assert_eq!(game.asked(), "french avoid-to");
    let mut game = attack.put("hudson-carry-south", "webb 22nd rogers").begin();
    game.force("webb", "22nd rogers").go("wood-creek").dice(&[4]).french("avoid", "langlade");
    assert_eq!(game.asked(), "french avoid-to");
}

#[test]
fn q40_q41_besiegers_avoid_a_break_out_and_lift_the_siege() {
    let mut game = Situation::new()
        .forts(French, "crown-point")
        .put("crown-point", "new-york-1")
        .inside("crown-point", "bearn dumas")
        .siege("crown-point", 1)
        .put("winooski", "vaudreuil")
        .started(French, "ticonderoga")
        .begin();
    game.force("dumas", "bearn").french("action", "sortie").dice(&[4]).british("avoid", "new-york-1");
    // Drilled troops avoid battle into the wilderness, to lone leaders and forts under construction.
    game.offers_only("winooski ticonderoga adirondacks-north green-mountains-central");
    game.british("avoid-to", "adirondacks-north");
    assert_eq!((game.siege("crown-point"), game.at("bearn")), (None, "crown-point"));
    assert_eq!(game.asked(), "french after-activation", "who was besieged stays put");
}

#[test]
fn q42_intercept_then_inside_then_avoid() {
    let mut game = Situation::new()
        .put("hudson-carry-south", "montcalm bearn guyenne")
        .put("albany", "22nd 27th")
        .put("schenectady", "35th")
        .begin();
    game.force("montcalm", "bearn guyenne").go("albany");
    game.british("intercept", "pass").british("inside", "27th done");
    assert_eq!(game.asked(), "british avoid");
    game.offers_only("22nd pass");
}

#[test]
fn q44_a_sortie_ends_movement() {
    let mut game = Situation::new()
        .forts(French, "crown-point")
        .put("crown-point", "new-york-1*")
        .inside("crown-point", "bearn guyenne montcalm")
        .siege("crown-point", 1)
        .begin();
    game.force("montcalm", "bearn guyenne").french("action", "sortie").dice(&[3, 1]).british("avoid", "pass");
    assert_eq!(game.at("new-york-1"), "at hand");
    game.french("after-activation", "done");
    assert_eq!(game.asked(), "british card");
}

#[test]
fn q68_entering_the_siege_of_ones_own_side_does_not_stop() {
    let siege = Situation::new()
        .forts(British, "wood-creek")
        .put("wood-creek", "guyenne")
        .inside("wood-creek", "new-york-1")
        .siege("wood-creek", 0);
    let mut game = siege.put("ticonderoga", "langlade").begin();
    game.individually("langlade").go("wood-creek");
    assert_eq!(game.asked(), "french march");
}

#[test]
fn q95_a_unit_that_has_avoided_may_avoid_again_when_followed() {
    let mut game =
        Situation::new().british_turn().put("hudson-carry-south", "howe-s").put("wood-creek", "langlade").begin();
    game.individually("howe-s").go("wood-creek").french("avoid", "langlade").french("avoid-to", "ticonderoga");
    game.go("ticonderoga");
    assert_eq!(game.asked(), "french avoid");
    game.french("avoid", "langlade").french("avoid-to", "crown-point");
    assert_eq!(game.at("howe-s"), "ticonderoga");
}
