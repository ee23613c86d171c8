//! Rulings on sieges and assaults (8.2, 9.0).

use wilderness_tests::situation::{Situation, find_space};
use wilderness_war::Side::{British, French};

/// The French fort at Crown Point under British siege of a level, supplied by the stockades along the way.
fn crown_point(level: i64) -> Situation {
    Situation::new()
        .british_turn()
        .forts(French, "crown-point")
        .stockades(British, "hudson-carry-south hudson-carry-north")
        .siege("crown-point", level)
}

#[test]
fn q61_leader_and_drilled_troops_must_have_begun_the_phase_in_the_siege() {
    let mut game = crown_point(0).put("crown-point", "bradstreet 22nd").begin();
    game.force("bradstreet", "");
    game.offers_only("siege move");
    let mut game = crown_point(0).put("crown-point", "bradstreet rogers").begin();
    game.force("bradstreet", "");
    assert_eq!(game.asked(), "british march", "auxiliaries cannot roll");
    let mut game = crown_point(0).put("crown-point", "rogers 22nd").put("ticonderoga", "bradstreet").begin();
    game.force("bradstreet", "").go("crown-point");
    assert_eq!(game.asked(), "british march", "who has moved cannot roll");
}

#[test]
fn q61_the_leader_must_have_the_highest_command_in_the_space() {
    let mut game = crown_point(0).put("crown-point", "bradstreet webb 22nd").begin();
    game.force("bradstreet", "");
    assert_eq!(game.asked(), "british march");
    let mut game = crown_point(0).put("crown-point", "bradstreet webb 22nd").begin();
    game.force("webb", "");
    assert!(game.may("siege"));
}

#[test]
fn q61_a_unit_activated_individually_does_not_roll() {
    let mut game = crown_point(0).put("crown-point", "22nd").begin();
    game.individually("22nd");
    assert_eq!(game.asked(), "british march", "only a force rolls");
}

#[test]
fn q62_an_assault_needs_neither_supply_nor_rank() {
    let mut game = Situation::new()
        .british_turn()
        .forts(French, "crown-point")
        .siege("crown-point", 1)
        .put("crown-point", "bradstreet webb 22nd")
        .begin();
    game.force("bradstreet", "");
    game.offers_only("assault move");
    // Strength 3 is column 3, one to the left for the assault; Webb, the senior, adds nothing.
    game.dice(&[5, 1]).british("action", "assault");
    assert!((game.shots()[0].column.as_str(), game.shots()[0].roll) == ("2", (5, 0)), "{:?}", game.told("9.13"));
    assert_eq!(game.vp(), -2);
}

#[test]
fn q62_the_unsupplied_do_not_roll() {
    let unsupplied = Situation::new().british_turn().forts(French, "crown-point").siege("crown-point", 0);
    let mut game = unsupplied.put("crown-point", "webb 22nd").begin();
    game.force("webb", "");
    assert_eq!(game.asked(), "british march");
}

#[test]
fn q63_a_roll_is_allowed_when_the_level_is_reached_and_ends_at_two() {
    let mut game = crown_point(1).put("crown-point", "webb 22nd").begin();
    game.force("webb", "");
    game.offers_only("siege assault move");
    game.dice(&[6]).british("action", "siege");
    assert_eq!((game.siege("crown-point"), game.asked()), (Some(2), "british assault".to_string()));
}

#[test]
fn q55_a_garrison_of_leaders_loses_no_step_and_so_no_leader() {
    let mut game = crown_point(1).put("crown-point", "webb 22nd").inside("crown-point", "drucour").begin();
    game.force("webb", "");
    // The natural 6 would endanger him, but no step is lost. The empty fort fires on column 0, with his tactics.
    game.dice(&[6, 4]).british("action", "assault");
    assert!(game.told("7.7").is_empty());
    assert!(game.shots()[1].strength == 0 && game.shots()[1].roll == (4, 1), "{:?}", game.told("9.13"));
}

#[test]
fn q65_attackers_eliminated_in_victory_take_the_fortress_which_reverts_at_once() {
    let mut game = Situation::new().british_turn().put("quebec", "wolfe 1-60th*").siege("quebec", 2).begin();
    game.force("wolfe", "");
    // 2 steps against 1: a British victory, although their only unit is eliminated. The die spares Wolfe.
    game.dice(&[5, 6, 3]).british("action", "assault");
    assert_eq!(game.told("9.22").len(), 1 + 1, "captured, and scored");
    assert_eq!(game.told("8.24").len(), 1);
    assert_eq!(game.vp(), 0);
    assert!(game.state().works.french.fortresses.contains(find_space("quebec")));
    assert_eq!(game.siege("quebec"), None);
    assert_eq!(game.asked(), "british displace", "Wolfe is alone among enemies");
}

#[test]
fn q67_auxiliaries_alone_keep_a_siege_but_cannot_begin_one() {
    let mut game = crown_point(1).put("crown-point", "22nd rogers").begin();
    game.individually("22nd").go("ticonderoga");
    assert_eq!(game.siege("crown-point"), Some(1));
    let mut game = Situation::new().british_turn().forts(French, "crown-point").put("ticonderoga", "rogers").begin();
    game.individually("rogers");
    assert!(!game.may("crown-point"));
}

#[test]
fn q67_the_last_besieger_that_leaves_ends_the_siege() {
    let mut game = crown_point(1).put("crown-point", "22nd").inside("crown-point", "bearn").begin();
    game.individually("22nd").go("ticonderoga");
    assert_eq!(game.siege("crown-point"), None);
    assert!(!game.is_inside("bearn"));
}

#[test]
fn q94_a_relief_that_wins_lifts_the_siege_first() {
    let mut game = crown_point(1)
        .put("crown-point", "new-york-1*")
        .inside("crown-point", "bearn")
        .put("winooski", "guyenne")
        .hand(British, &[3, 4, 5])
        .begin();
    game.individually("");
    game.individually("guyenne").go("crown-point").british("avoid", "pass");
    game.dice(&[4, 1]).french("sortie", "done");
    assert_eq!(game.siege("crown-point"), None);
    assert!(!game.is_inside("bearn"));
    assert_eq!(game.asked(), "french march", "an overrun: nothing stops the relief");
}
