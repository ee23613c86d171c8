//! Responses at a siege: Surrender!, Massacre!, Coehorns & Howitzers; and Bastions Repaired.

use wilderness_tests::situation::{Played, Situation, find_space};
use wilderness_war::Side;
use wilderness_war::Side::{British, French};

/// The French fort at Crown Point under British siege of a level, supplied by the stockades along the way.
fn crown_point(level: i64) -> Situation {
    Situation::new()
        .british_turn()
        .forts(French, "crown-point")
        .stockades(British, "hudson-carry-south hudson-carry-north")
        .siege("crown-point", level)
}

/// Webb, the senior officer, chooses to roll on the Siege Table.
fn roll(game: &mut Played) -> &mut Played {
    game.force("webb", "").british("action", "siege")
}

fn forts(game: &Played, side: Side) -> Vec<&'static str> {
    game.state().works[side].forts.iter().map(|space| space.id()).collect()
}

// Surrender!

#[test]
fn surrender_hands_the_fort_over_intact_without_a_roll() {
    let siege = crown_point(0).put("crown-point", "webb 22nd").inside("crown-point", "bearn huron drucour");
    let mut game = siege.hand(British, &[3, 6]).begin();
    roll(&mut game).responds(British, "surrender", 6);
    assert_eq!(forts(&game, British), ["crown-point"], "a finished fort");
    assert_eq!((game.vp(), game.siege("crown-point")), (-2, None));
    assert!(game.told("8.23").is_empty(), "no siege roll");
    for piece in ["bearn", "huron", "drucour"] {
        assert_eq!(game.at(piece), "montreal", "the closest fortification");
    }
    assert_eq!(game.asked(), "british after-activation", "the activation is over");
    assert!(game.is_discarded(6) && game.state().reshuffle);
}

#[test]
fn surrender_may_replace_a_roll_that_is_no_longer_needed_but_no_assault() {
    let siege = crown_point(1).put("crown-point", "webb 22nd").hand(British, &[3, 6]);
    let mut game = siege.clone().begin();
    roll(&mut game).responds(British, "surrender", 6);
    assert_eq!((forts(&game, British), game.vp()), (vec!["crown-point"], -2), "an empty fort as well");
    let mut game = siege.begin();
    game.force("webb", "").dice(&[5, 1]).british("action", "assault");
    assert_eq!(game.hand(British), [6], "no window before an assault");
}

#[test]
fn surrender_is_for_the_besieger_alone() {
    let siege = crown_point(0).put("crown-point", "webb 22nd").inside("crown-point", "bearn");
    let mut game = siege.hand(French, &[1, 6]).begin();
    game.dice(&[1]);
    roll(&mut game);
    assert_eq!(game.asked(), "british after-activation");
}

#[test]
fn surrender_scores_for_the_french_as_well() {
    let siege = Situation::new().forts(British, "oswego").siege("oswego", 0).put("oswego", "montcalm bearn");
    let siege = siege.forts(French, "cataraqui").inside("oswego", "27th webb").hand(French, &[1, 6]);
    let mut game = siege.stockades(British, "oneida-carry-west").begin();
    game.force("montcalm", "").french("action", "siege").responds(French, "surrender", 6);
    assert_eq!((forts(&game, French), game.vp()), (vec!["cataraqui", "oswego"], 2));
    assert_eq!((game.at("27th"), game.at("webb")), ("oneida-carry-west", "oneida-carry-west"));
}

#[test]
fn surrender_sends_each_of_the_garrison_where_its_owner_wants_among_the_closest() {
    let siege = crown_point(0).stockades(French, "winooski adirondacks-north").put("crown-point", "webb 22nd");
    let mut game = siege.inside("crown-point", "bearn drucour").hand(British, &[3, 6]).begin();
    roll(&mut game).responds(British, "surrender", 6);
    game.offers_only("winooski adirondacks-north");
    let first = game.offers();
    game.french("go-home", "winooski adirondacks-north");
    let mut places = [game.at("bearn"), game.at("drucour")];
    places.sort_unstable();
    assert_eq!(places.to_vec(), first);
}

#[test]
fn surrender_of_a_garrison_without_any_refuge_is_its_end_q103() {
    let siege = crown_point(0).captured(British, "montreal quebec louisbourg").put("montreal", "27th");
    let siege = siege.put("quebec", "28th").put("louisbourg", "40th").put("crown-point", "webb 22nd");
    let mut game = siege.inside("crown-point", "bearn drucour").hand(British, &[3, 6]).begin();
    roll(&mut game).responds(British, "surrender", 6);
    assert_eq!((game.at("bearn"), game.at("drucour")), ("eliminated", "eliminated"));
}

#[test]
fn surrender_takes_the_fieldworks_off_q99() {
    let siege = crown_point(0).fieldworks("crown-point").put("crown-point", "webb 22nd").hand(British, &[3, 6]);
    let mut game = siege.begin();
    roll(&mut game).responds(British, "surrender", 6);
    assert!(game.state().fieldworks.is_empty());
}

#[test]
fn surrender_of_niagara_scores_for_the_key_space_as_well() {
    let siege = Situation::new()
        .british_turn()
        .niagara_and_ohio_forks_held_by(French)
        .forts(French, "niagara")
        .forts(British, "oswego")
        .stockades(British, "oneida-carry-east oneida-carry-west")
        .siege("niagara", 0)
        .put("niagara", "webb 22nd");
    let mut game = siege.hand(British, &[3, 6]).begin();
    roll(&mut game).responds(British, "surrender", 6);
    assert_eq!(game.vp(), -3, "two for the fort, one for Niagara");
}

/// Louisbourg under British siege of a level, by a force that has landed there.
fn louisbourg(level: i64) -> Situation {
    let siege = Situation::new().british_turn().amphib("louisbourg").siege("louisbourg", level);
    siege.put("louisbourg", "webb 22nd").inside("louisbourg", "bearn drucour").hand(British, &[3, 6])
}

#[test]
fn louisbourg_surrenders_only_when_the_siege_has_made_progress() {
    let mut game = louisbourg(0).begin();
    game.dice(&[3]);
    roll(&mut game);
    assert_eq!((game.siege("louisbourg"), game.hand(British)), (Some(0), vec![6]), "3-1 is too little");
    let mut game = louisbourg(1).begin();
    roll(&mut game).responds(British, "surrender", 6);
    assert_eq!(game.vp(), -3);
    assert!(game.state().works.british.fortresses.contains(find_space("louisbourg")));
    assert_eq!((game.at("bearn"), game.at("drucour")), ("quebec", "quebec"), "counted from Québec");
}

#[test]
fn the_garrison_of_louisbourg_goes_on_from_quebec_when_that_is_besieged() {
    let siege = louisbourg(2).siege("quebec", 0).put("quebec", "27th").forts(French, "becancour");
    let mut game = siege.begin();
    roll(&mut game).responds(British, "surrender", 6);
    assert_eq!((game.at("bearn"), game.at("drucour")), ("becancour", "becancour"));
}

#[test]
fn bastions_repaired_save_louisbourg_from_surrender() {
    let mut game = louisbourg(2).british_turn().hand(French, &[5]).hand(British, &[3, 4, 6]).begin();
    game.individually("");
    game.event(5);
    assert_eq!(game.siege("louisbourg"), Some(0));
    game.dice(&[1]);
    roll(&mut game);
    assert_eq!(game.hand(British), [6], "nothing to surrender to");
}

// Massacre!

#[test]
fn massacre_follows_a_surrender_and_spares_the_garrison() {
    let siege = crown_point(0).put("crown-point", "webb 22nd mohawk-1 mohawk-2").inside("crown-point", "bearn huron");
    let mut game = siege.hand(French, &[1, 7]).hand(British, &[3, 6]).begin();
    roll(&mut game).responds(British, "surrender", 6).responds(French, "fort_captured", 7);
    assert_eq!(game.vp(), -1, "two for the fort, one back");
    assert_eq!((game.at("mohawk-1"), game.at("mohawk-2")), ("at hand", "at hand"));
    assert_eq!((game.at("huron"), game.at("22nd")), ("montreal", "crown-point"));
    assert!(!game.state().is_allied(British, find_space("canajoharie")), "the last Mohawks are gone");
    assert!(game.is_discarded(6) && game.is_discarded(7));
}

#[test]
fn massacre_follows_an_assault() {
    let siege = crown_point(1).put("crown-point", "webb 22nd mohawk-1").inside("crown-point", "langlade");
    let mut game = siege.hand(French, &[1, 7]).begin();
    game.force("webb", "").dice(&[6, 1]).british("action", "assault").responds(French, "fort_captured", 7);
    assert_eq!((game.vp(), game.at("mohawk-1")), (-1, "at hand"));
}

#[test]
fn massacre_needs_drilled_troops_and_indians_among_the_captors() {
    let siege = crown_point(1).hand(French, &[1, 7]);
    let mut game = siege.clone().put("crown-point", "webb 22nd").begin();
    game.force("webb", "").dice(&[6, 1]).british("action", "assault");
    assert_eq!((game.vp(), game.asked()), (-2, "british after-activation".into()), "no Indians");
    let mut game = siege.put("crown-point", "johnson mohawk-1 mohawk-2").begin();
    game.force("johnson", "").dice(&[6, 1]).british("action", "assault");
    assert_eq!((game.vp(), game.asked()), (-2, "british after-activation".into()), "no drilled troops");
}

#[test]
fn massacre_is_not_for_the_captor() {
    let siege = crown_point(1).put("crown-point", "webb 22nd mohawk-1").hand(British, &[3, 7]);
    let mut game = siege.begin();
    game.force("webb", "").dice(&[6, 1]).british("action", "assault");
    assert_eq!(game.asked(), "british after-activation");
}

/// A force that could march into the French stockade at Hudson Carry North.
fn stockade() -> Situation {
    let carry = Situation::new().british_turn().stockades(French, "hudson-carry-north").hand(French, &[1, 7]);
    carry.put("hudson-carry-south", "johnson 22nd mohawk-1")
}

#[test]
fn massacre_follows_the_capture_of_a_stockade_by_entering_q104() {
    let mut game = stockade().begin();
    game.force("johnson", "22nd mohawk-1").go("hudson-carry-north").responds(French, "fort_captured", 7);
    assert_eq!((game.vp(), game.at("mohawk-1"), game.at("22nd")), (0, "at hand", "hudson-carry-north"));
    assert_eq!(game.asked(), "british after-activation", "a fortification stops the force, massacre or not");
    let mut game = stockade().begin();
    game.force("johnson", "22nd mohawk-1").go("hudson-carry-north").declines(French, "fort_captured");
    assert_eq!((game.vp(), game.asked()), (-1, "british after-activation".into()));
}

#[test]
fn massacre_is_judged_by_the_force_that_enters_q104() {
    let mut game = stockade().begin();
    game.force("johnson", "22nd").go("hudson-carry-north");
    assert_eq!((game.vp(), game.asked()), (-1, "british after-activation".into()), "the Mohawks stayed behind");
}

#[test]
fn massacre_does_not_follow_a_stockade_destroyed_in_battle() {
    let mut game = stockade().put("hudson-carry-north", "langlade").begin();
    game.force("johnson", "22nd mohawk-1").dice(&[6, 1]).go("hudson-carry-north").french("avoid", "pass");
    assert!(game.state().works.french.stockades.is_empty());
    assert_eq!(game.hand(French), [1, 7]);
}

// Coehorns & Howitzers

/// A siege of Crown Point with regulars on both sides.
fn guns(level: i64) -> Situation {
    crown_point(level).put("crown-point", "webb 22nd").inside("crown-point", "bearn")
}

#[test]
fn coehorns_of_the_besieger_add_two_to_the_siege_roll() {
    let mut game = guns(0).hand(British, &[3, 8]).begin();
    game.dice(&[4]);
    roll(&mut game).responds(British, "before_siege_roll", 8);
    assert_eq!(game.siege("crown-point"), Some(2), "{:?}", game.told("8.23"));
    game.british("assault", "pass").british("after-activation", "done");
    assert!(!game.has_marker("british-coehorns"), "the phase is over");
    assert!(game.is_discarded(8));
}

#[test]
fn coehorns_of_the_besieged_take_two_from_the_siege_roll() {
    let mut game = guns(0).hand(French, &[1, 8]).begin();
    game.dice(&[4]);
    roll(&mut game).responds(French, "before_siege_roll", 8);
    assert_eq!(game.siege("crown-point"), Some(0), "{:?}", game.told("8.23"));
}

#[test]
fn coehorns_need_regulars_of_the_side() {
    let siege = crown_point(0).put("crown-point", "webb new-york-1").inside("crown-point", "huron");
    let mut game = siege.clone().hand(British, &[3, 8]).begin();
    game.dice(&[1]);
    roll(&mut game);
    assert_eq!(game.hand(British), [8]);
    let mut game = siege.hand(French, &[1, 8]).begin();
    game.dice(&[1]);
    roll(&mut game);
    assert_eq!(game.hand(French), [1, 8]);
}

#[test]
fn coehorns_add_two_in_an_assault_for_either_side() {
    let mut game = guns(1).hand(British, &[3, 8]).begin();
    game.force("webb", "").british("action", "assault").dice(&[3, 2]).responds(British, "battle_events", 8);
    assert!(game.shots()[0].roll == (3, 2) && game.shots()[1].roll == (2, 0), "{:?}", game.told("9.13"));
    let mut game = guns(1).hand(French, &[1, 8]).begin();
    game.force("webb", "").british("action", "assault").dice(&[3, 2]).responds(French, "battle_events", 8);
    assert!(game.shots()[0].roll == (3, 0) && game.shots()[1].roll == (2, 2), "{:?}", game.told("9.13"));
}

#[test]
fn coehorns_played_for_the_roll_count_in_the_assault_that_follows() {
    let mut game = guns(0).hand(British, &[3, 8]).begin();
    game.dice(&[1, 3, 1]);
    roll(&mut game).responds(British, "before_siege_roll", 8).british("assault", "assault");
    assert!(game.shots()[0].roll == (3, 2), "{:?}", game.told("9.13"));
}

#[test]
fn coehorns_last_for_the_action_phase_even_for_the_other_force_of_a_campaign() {
    let sieges = guns(0).forts(French, "ile-aux-noix").siege("ile-aux-noix", 1).put("ile-aux-noix", "amherst 27th");
    let mut game = sieges.hand(British, &[3, 8]).begin();
    game.event(3).british("commander", "webb").british("member", "done");
    game.british("commander", "amherst").british("member", "done").british("mover", "webb");
    game.dice(&[1]).british("action", "siege").responds(British, "before_siege_roll", 8);
    game.british("assault", "pass").dice(&[3, 1]).british("action", "assault");
    assert!(game.shots()[0].roll == (3, 3), "Amherst +1 and the guns +2: {:?}", game.told("9.13"));
}

#[test]
fn coehorns_are_of_no_use_in_the_field() {
    let battle = Situation::new().british_turn().put("ticonderoga", "webb 22nd").put("crown-point", "bearn");
    let mut game = battle.hand(British, &[3, 8]).begin();
    game.force("webb", "22nd").go("crown-point").dice(&[1, 1]).french("avoid", "pass");
    assert_eq!(game.hand(British), [8]);
}

// The order of the windows

#[test]
fn at_a_siege_the_besieger_is_asked_for_guns_then_the_besieged_then_for_surrender() {
    let siege = guns(0).put("crown-point", "mohawk-1").open_windows();
    let mut game = siege.begin();
    roll(&mut game).declines(British, "before_siege_roll").declines(French, "before_siege_roll");
    assert!(game.told("8.23").is_empty());
    game.dice(&[3]).declines(British, "surrender").british("assault", "assault");
    game.declines(British, "battle_events").dice(&[6, 1]).declines(French, "battle_events");
    game.declines(French, "fort_captured");
    assert_eq!((game.vp(), game.asked()), (-2, "british after-activation".into()));
}

// Bastions Repaired

#[test]
fn bastions_can_be_repaired_once_a_siege_has_made_progress() {
    for (level, playable) in [(0, false), (1, true), (2, true)] {
        let siege = guns(level);
        assert_eq!(siege.clone().playable(French, 5), playable, "level {level}");
        assert!(!siege.playable(British, 5), "it is a French fort");
    }
}

#[test]
fn bastions_repaired_put_one_siege_back_to_nothing() {
    let sieges = guns(1).forts(French, "ile-aux-noix").siege("ile-aux-noix", 2).put("ile-aux-noix", "27th");
    let mut game = sieges.forts(French, "niagara").hand(French, &[5]).begin();
    game.individually("");
    game.event(5);
    game.offers_only("crown-point ile-aux-noix");
    game.french("event", "ile-aux-noix");
    assert_eq!((game.siege("crown-point"), game.siege("ile-aux-noix")), (Some(1), Some(0)));
    assert!(game.is_inside("bearn") && game.is_discarded(5));
}

#[test]
fn bastions_of_a_fortress_are_repaired_by_the_british_too() {
    let siege = Situation::new().british_turn().siege("albany", 2).put("albany", "montcalm bearn");
    let mut game = siege.hand(British, &[5]).begin();
    game.event(5);
    assert_eq!(game.siege("albany"), Some(0));
}
