//! Rulings on battles: participants, modifiers, losses, and retreat (7.0, 8.13, 8.25).

use wilderness_tests::situation::{Situation, find_space};
use wilderness_war::Side::{British, French};

/// Crown Point, a French fort under siege by `besiegers`, with `garrison` inside.
fn crown_point(besiegers: &str, garrison: &str) -> Situation {
    Situation::new()
        .forts(French, "crown-point")
        .put("crown-point", besiegers)
        .inside("crown-point", garrison)
        .siege("crown-point", 1)
}

#[test]
fn q45_a_break_out_needs_an_activated_unit_and_others_may_join() {
    let mut game = crown_point("22nd", "drucour bearn guyenne").begin();
    game.force("drucour", "");
    assert_eq!(game.asked(), "british card", "a leader alone does nothing");
    let mut game = crown_point("22nd", "drucour bearn guyenne").begin();
    game.force("drucour", "bearn").french("action", "sortie").british("avoid", "pass");
    assert_eq!(game.asked(), "french sortie");
    game.offers_only("guyenne done");
    game.dice(&[1, 1]).french("sortie", "guyenne");
    assert!(game.shots()[0].strength == 6);
}

#[test]
fn q46_q52_besieged_leaders_may_join_but_only_the_activated_one_counts() {
    let mut game = crown_point("22nd", "montcalm bearn").put("winooski", "langlade").begin();
    game.individually("langlade").go("crown-point").british("avoid", "pass");
    game.offers_only("montcalm bearn done");
    game.dice(&[2, 2]).french("sortie", "montcalm bearn");
    // 1 for Langlade, 3 for Béarn; Montcalm's tactics do not count.
    assert!(game.shots()[0].strength == 4 && game.shots()[0].roll == (2, 0), "{:?}", game.shots());
}

#[test]
fn q47_a_captured_fortress_reverts_when_its_garrison_is_wiped_out_outside() {
    let mut game = Situation::new()
        .captured(French, "albany")
        .put("albany", "huron*")
        .put("kinderhook", "22nd")
        .british_turn()
        .begin();
    game.individually("22nd").go("albany").french("inside", "done").dice(&[5, 2]).french("avoid", "pass");
    assert_eq!(game.vp(), -3);
    assert!(game.state().works.british.fortresses.contains(find_space("albany")));
    assert_eq!(game.siege("albany"), None);
}

#[test]
fn q48_militia_fight_for_the_owner_of_the_department_when_he_attacks_too() {
    let mut game = Situation::new()
        .british_turn()
        .put("northern-militia", "colonial-militia-1 colonial-militia-2")
        .put("hoosic", "bearn")
        .put("northampton", "22nd")
        .begin();
    game.individually("22nd").go("hoosic").french("avoid", "pass");
    assert_eq!(game.asked(), "british militia");
    game.dice(&[1, 1]).british("militia", "colonial-militia-2 done");
    assert!(game.shots()[0].strength == 4);
    assert_eq!(game.at("colonial-militia-2"), "northern-militia");
}

#[test]
fn q48_a_raided_department_keeps_its_militia_in_the_box() {
    let mut game = Situation::new()
        .put("northern-militia", "colonial-militia-1")
        .raided(French, "concord")
        .put("hoosic", "22nd")
        .put("green-mountains-south", "bearn")
        .begin();
    game.individually("bearn").go("hoosic").dice(&[1, 1]).british("avoid", "pass");
    assert_eq!(game.told("7.8").len(), 1);
}

#[test]
fn q50_militia_that_join_count_towards_more_than_four_units() {
    let attack = || {
        Situation::new()
            .british_turn()
            .put("northern-militia", "colonial-militia-1")
            .put("hoosic", "bearn")
            .put("northampton", "webb massachusetts-1 massachusetts-2 massachusetts-3 massachusetts-4")
            .begin()
    };
    let provincials = "massachusetts-1 massachusetts-2 massachusetts-3 massachusetts-4";
    let mut game = attack();
    game.force("webb", provincials).go("hoosic").french("avoid", "pass").dice(&[2, 6, 3]).british("militia", "done");
    assert_eq!(game.vp(), 0, "four units without a regular");
    let mut game = attack();
    game.force("webb", provincials).go("hoosic").french("avoid", "pass");
    game.dice(&[1, 6, 3]).british("militia", "colonial-militia-1");
    game.british("loss", "massachusetts-1 massachusetts-2");
    assert_eq!(game.vp(), 1, "five units lost against one");
}

#[test]
fn q51_of_leaders_of_equal_command_the_best_tactician_counts() {
    let mut game =
        Situation::new().put("hoosic", "braddock amherst 22nd").put("green-mountains-south", "bearn").begin();
    game.individually("bearn").go("hoosic").dice(&[2, 2]).british("avoid", "pass");
    assert!(game.shots()[1].roll == (2, 1), "{:?}", game.shots());
}

#[test]
fn q57_british_attackers_of_an_amphib_space_retreat_over_the_sea_they_came() {
    let landed = Situation::new().british_turn().amphib("ile-d-orleans").put("ile-d-orleans", "langlade");
    let mut game = landed.put("halifax", "new-york-1").begin();
    game.individually("new-york-1").go("naval:ile-d-orleans").dice(&[1, 6]).french("avoid", "pass");
    assert_eq!((game.at("new-york-1"), game.is_reduced("new-york-1")), ("halifax", true));
}

#[test]
fn q57_british_defenders_of_an_amphib_space_retreat_to_any_port() {
    let landed = Situation::new().amphib("riviere-ouelle").put("riviere-ouelle", "new-york-1");
    let mut game = landed.put("ile-d-orleans", "bearn").begin();
    game.individually("bearn").go("riviere-ouelle").dice(&[3, 2]).british("avoid", "pass");
    assert_eq!(game.asked(), "british retreat");
    assert!(game.may("halifax") && game.may("boston") && !game.may("ile-d-orleans"));
    game.british("retreat", "boston");
    assert!(game.state().amphib.is_empty(), "French drilled troops are there alone");
}

#[test]
fn q58_drilled_troops_do_not_retreat_into_bare_wilderness_held_by_their_own_auxiliaries() {
    let mut game = Situation::new()
        .put("hoosic", "22nd rogers")
        .put("hudson-carry-south", "mohawk-1")
        .put("green-mountains-south", "montcalm bearn guyenne")
        .begin();
    game.force("montcalm", "bearn guyenne").go("hoosic").british("intercept", "pass");
    game.dice(&[2, 2]).british("avoid", "pass").british("loss", "22nd");
    assert_eq!(game.asked(), "british retreat");
    game.offers_only("albany hudson-carry-south northampton"); // the rangers go anywhere
    game.british("retreat", "northampton");
    game.offers_only("albany northampton"); // the 22nd
    game.british("retreat", "albany");
}

#[test]
fn q59_interceptors_beaten_at_their_own_fort_may_go_inside() {
    let mut game = Situation::new()
        .forts(British, "hudson-carry-south")
        .put("hudson-carry-south", "new-york-1")
        .put("albany", "22nd")
        .put("wood-creek", "vaudreuil bearn guyenne")
        .begin();
    game.force("vaudreuil", "bearn guyenne").go("hudson-carry-south");
    game.dice(&[4]).british("intercept", "22nd");
    game.offers_only("new-york-1 done"); // interceptors must fight
    game.dice(&[1, 1]).british("inside", "new-york-1");
    assert_eq!(game.asked(), "british retreat");
    assert!(game.may("inside"));
    game.british("retreat", "inside");
    assert!(game.is_inside("22nd") && game.is_inside("new-york-1"));
}

#[test]
fn r1_the_owner_decides_which_units_fit_in_a_fort() {
    let garrison = "bearn guyenne artois la-reine la-sarre";
    let mut game = Situation::new()
        .forts(French, "crown-point")
        .put("crown-point", garrison)
        .put("ticonderoga", "amherst 22nd 27th 35th 40th 43rd 44th 45th rogers")
        .british_turn()
        .begin();
    game.force("amherst", "22nd 27th 35th 40th 43rd 44th rogers").go("crown-point").french("inside", "done");
    game.dice(&[2, 2]).french("avoid", "pass");
    while game.asked() == "british loss" || game.asked() == "french loss" {
        let first = game.offers()[0].clone();
        if game.asked() == "british loss" {
            game.british("loss", &first)
        } else {
            game.french("loss", &first)
        };
    }
    assert_eq!(game.asked(), "french inside", "five units, and nothing but the wilderness around");
    game.french("inside", "artois guyenne la-reine la-sarre");
    assert_eq!(game.at("bearn"), "eliminated");
    assert_eq!(game.siege("crown-point"), Some(0));
}

#[test]
fn q88_three_indians_and_light_infantry_lose_three_steps() {
    let mut game = Situation::new()
        .british_turn()
        .put("hudson-carry-south", "johnson howe-s mohawk-1 mohawk-2 british-seneca")
        .put("wood-creek", "bearn guyenne artois langlade")
        .begin();
    game.force("johnson", "howe-s mohawk-1 mohawk-2 british-seneca").go("wood-creek");
    game.dice(&[2, 4]).french("avoid", "pass");
    assert_eq!(game.asked(), "british loss");
    game.british("loss", "british-seneca");
    assert_eq!(game.at("howe-s"), "at hand", "two of the three steps are due from drilled troops");
    assert!(game.is_reduced("british-seneca") && !game.is_reduced("mohawk-1"));
    while game.asked() == "french loss" {
        let first = game.offers()[0].clone();
        game.french("loss", &first);
    }
}

#[test]
fn q89_militia_are_called_before_the_besieged() {
    let mut game = Situation::new()
        .british_turn()
        .put("northern-militia", "colonial-militia-1")
        .put("albany", "bearn")
        .inside("albany", "22nd")
        .siege("albany", 0)
        .put("kinderhook", "27th")
        .begin();
    game.individually("27th").go("albany").french("avoid", "pass");
    assert_eq!(game.asked(), "british militia");
    game.british("militia", "done");
    assert_eq!(game.asked(), "british sortie");
    game.dice(&[1, 1]).british("sortie", "done");
}

#[test]
fn q91_fieldworks_count_in_a_break_out() {
    let mut game = crown_point("22nd rogers", "bearn guyenne").fieldworks("crown-point").begin();
    game.individually("bearn").french("action", "sortie").british("avoid", "pass");
    game.dice(&[4, 1]).french("sortie", "done");
    // Strength 3 belongs on column 3; attacking fieldworks shifts it to 2.
    assert!((game.shots()[0].strength, game.shots()[0].column.as_str()) == (3, "2"), "{:?}", game.shots());
}

#[test]
fn q92_a_stockade_is_captured_when_its_defenders_avoid_and_destroyed_when_they_lose() {
    let attack = Situation::new().stockades(British, "wood-creek").put("wood-creek", "rogers");
    let attack = attack.put("ticonderoga", "montcalm bearn guyenne");
    let mut game = attack.clone().begin();
    game.force("montcalm", "bearn guyenne").go("wood-creek");
    game.british("avoid", "rogers").british("avoid-to", "hudson-carry-south");
    assert!(game.state().works.french.stockades.contains(find_space("wood-creek")));
    assert_eq!(game.vp(), 1);
    let mut game = attack.begin();
    game.force("montcalm", "bearn guyenne").go("wood-creek").dice(&[4, 2]).british("avoid", "pass");
    assert!(game.state().works.british.stockades.is_empty() && game.state().works.french.stockades.is_empty());
    assert_eq!((game.vp(), game.at("rogers")), (1, "at hand"));
}

#[test]
fn q92_auxiliaries_alone_leave_the_stockade_and_must_raid_it() {
    let attack = Situation::new().stockades(British, "wood-creek").put("wood-creek", "rogers");
    let mut game = attack.put("ticonderoga", "dumas langlade huron ojibwa").stockades(French, "crown-point").begin();
    game.force("dumas", "langlade huron").go("wood-creek").dice(&[4, 3]).british("avoid", "rogers");
    game.british("avoid-to", "hudson-carry-south");
    assert_eq!(game.told("10.3").len(), 1);
    assert_eq!(game.vp(), 0);
}

#[test]
fn d8_command_limits_do_not_apply_to_fighting() {
    let mut game = Situation::new().put("hoosic", "22nd 27th").put("green-mountains-south", "bearn guyenne").begin();
    game.individually("bearn").go("hoosic").dice(&[2, 1]).british("avoid", "pass");
    assert!(game.shots()[1].strength == 6, "both units defend without a leader");
}

#[test]
fn r2_a_leader_whose_port_is_lost_lands_at_another_that_the_british_control() {
    // Louisbourg falls back to the French as soon as the last captor leaves it (8.24).
    let captured = Situation::new().british_turn().captured(British, "louisbourg").hand(British, &[3, 17]);
    let game = captured.put("louisbourg", "wolfe 22nd*").put("ile-d-orleans", "bearn*");
    let mut game = game.stockades(French, "ile-d-orleans").begin();
    game.force("wolfe", "22nd").responds(British, "move_start", 17).british("event", "ile-d-orleans");
    game.dice(&[6, 6, 5]).french("avoid", "pass");
    assert_eq!(game.asked(), "british retreat");
    assert!(game.may("halifax") && game.may("boston") && !game.may("louisbourg"));
}
