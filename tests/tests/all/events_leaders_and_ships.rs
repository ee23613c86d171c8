//! Events that move leaders and ships: Campaign, Louisbourg Squadrons, Governor Vaudreuil Interferes, Quiberon Bay.

use wilderness_tests::situation::Situation;
use wilderness_war::Side::{British, French};
use wilderness_war::Until;

// Louisbourg Squadrons

#[test]
fn louisbourg_squadrons_need_louisbourg() {
    assert!(Situation::new().playable(French, 21));
    assert!(!Situation::new().playable(British, 21));
    assert!(
        !Situation::new().siege("louisbourg", 0).put("louisbourg", "22nd").amphib("louisbourg").playable(French, 21)
    );
    let lost = Situation::new().captured(British, "louisbourg").put("louisbourg", "22nd");
    assert!(!lost.playable(French, 21));
}

#[test]
fn louisbourg_squadrons_bar_landings_for_the_year() {
    let fleet = Situation::new().put("halifax", "amherst 22nd").hand(British, &[3, 17]).hand(French, &[21, 1]);
    let mut game = fleet.begin();
    game.dice(&[4]).event(21);
    assert!(game.is_discarded(21) && !game.has_marker("no-french-naval"));
    assert_eq!(game.state().markers.get("no-amphib"), Some(&Until::Year));
    game.force("amherst", "22nd");
    assert_eq!(game.asked(), "british march", "no landing");
    let game = Situation::new().markers("no-amphib").year_ends().begin();
    assert!(!game.has_marker("no-amphib"), "next year they land again");
}

#[test]
fn louisbourg_squadrons_are_lost_on_a_die_up_to_3_and_the_french_sail_no_more() {
    let squadrons = Situation::new().put("quebec", "bearn").hand(French, &[21, 1, 2]);
    for (die, lost) in [(3, true), (4, false)] {
        let mut game = squadrons.clone().begin();
        game.dice(&[die]).event(21);
        assert_eq!((game.is_removed(21), game.is_discarded(21)), (lost, !lost));
        game.individually("");
        game.individually("bearn");
        assert_eq!(game.may("naval:louisbourg"), !lost, "die {die}");
    }
}

// Governor Vaudreuil Interferes

#[test]
fn governor_vaudreuil_lets_only_two_leaders_change_places() {
    let canada = Situation::new().british_turn().put("quebec", "montcalm bearn").put("niagara", "villiers langlade");
    let mut game = canada.put("montreal", "rigaud").hand(British, &[22]).begin();
    game.event(22);
    game.offers_only("montcalm villiers rigaud");
    game.british("event", "villiers montcalm");
    assert_eq!((game.at("montcalm"), game.at("villiers")), ("niagara", "quebec"));
    assert_eq!((game.at("bearn"), game.at("langlade"), game.at("rigaud")), ("quebec", "niagara", "montreal"));
    assert!(game.is_discarded(22), "played without Vaudreuil himself");
}

#[test]
fn governor_vaudreuil_needs_two_leaders_in_his_reach() {
    let one = Situation::new().put("quebec", "montcalm");
    assert!(!one.clone().playable(British, 22));
    let two = one.clone().put("louisbourg", "drucour");
    assert!(two.clone().playable(British, 22) && !two.clone().playable(French, 22));
    assert!(!two.markers("no-french-naval").playable(British, 22), "Louisbourg is cut off");
    let besieged = one.forts(French, "crown-point").siege("crown-point", 0).put("crown-point", "22nd");
    assert!(!besieged.clone().inside("crown-point", "levis").playable(British, 22), "the besieged");
    assert!(besieged.put("niagara", "levis").playable(British, 22));
}

// Quiberon Bay

#[test]
fn quiberon_bay_needs_the_squadrons_lost_or_louisbourg_or_1760() {
    let war = || Situation::new().scenario("full-campaign");
    assert!(!war().playable(British, 62));
    assert!(!war().year(1759).playable(British, 62));
    assert!(war().year(1760).playable(British, 62) && !war().year(1760).playable(French, 62));
    assert!(war().removed(&[21]).playable(British, 62));
    assert!(war().captured(British, "louisbourg").put("louisbourg", "22nd").playable(British, 62));
    let besieged = war().amphib("louisbourg").siege("louisbourg", 2).put("louisbourg", "22nd");
    assert!(!besieged.playable(British, 62));
}

#[test]
fn after_quiberon_bay_the_french_are_dealt_seven_cards_and_the_british_begin() {
    let last = Situation::new().british_turn().removed(&[21]).hand(British, &[62]).hand(French, &[]);
    let mut game = last.markers("diplomatic-revolution").begin();
    game.event(62);
    assert!(game.is_removed(62));
    assert_eq!((game.hand(French).len(), game.asked()), (7, "british card".into()), "the Late Season");
}

#[test]
fn quiberon_bay_leaves_french_ships_alone_q106() {
    let mut game = Situation::new().markers("quiberon").put("quebec", "bearn").begin();
    game.individually("bearn");
    assert!(game.may("naval:louisbourg"));
}

// Campaign

/// Two British leaders far apart.
fn two_forces() -> Situation {
    let forces =
        Situation::new().british_turn().put("albany", "webb 22nd johnson rogers").put("boston", "loudoun 27th");
    forces.hand(British, &[3])
}

#[test]
fn a_campaign_names_two_leaders_first_and_lets_them_act_in_any_order_q108() {
    let mut game = two_forces().begin();
    assert!(two_forces().playable(British, 3) && two_forces().playable(French, 4));
    game.event(3).british("commander", "webb").british("member", "22nd johnson done");
    game.offers_only("loudoun pass");
    game.british("commander", "loudoun").british("member", "27th");
    game.offers_only("webb loudoun");
    game.british("mover", "loudoun").go("providence stop").go("hoosic stop");
    assert_eq!((game.at("27th"), game.at("22nd"), game.at("johnson")), ("providence", "hoosic", "hoosic"));
    assert_eq!(game.asked(), "french card");
    assert!(game.is_discarded(3));
}

#[test]
fn the_second_force_of_a_campaign_may_be_left_out() {
    let mut game = two_forces().begin();
    game.event(3).british("commander", "webb").british("member", "22nd done").british("commander", "pass");
    game.go("stop");
    assert_eq!(game.asked(), "french card");
    let alone = Situation::new().british_turn().put("albany", "webb").hand(British, &[3]);
    let mut game = alone.begin();
    game.event(3).go("stop");
    assert_eq!(game.asked(), "french card");
}

#[test]
fn a_campaign_is_a_card_of_three_at_sea_whatever_the_initiative() {
    let mut game = Situation::new().british_turn().put("boston", "webb 22nd").hand(British, &[3]).begin();
    game.event(3).british("member", "22nd");
    assert!(game.may("naval:halifax"));
}

#[test]
fn pieces_that_fought_beside_the_first_force_of_a_campaign_do_not_act_in_the_second() {
    let siege = Situation::new()
        .british_turn()
        .forts(French, "crown-point")
        .siege("crown-point", 1)
        .put("crown-point", "webb 22nd bradstreet rogers")
        .hand(British, &[3]);
    let mut game = siege.begin();
    game.event(3).british("commander", "webb").british("member", "22nd done");
    game.british("commander", "bradstreet").british("member", "rogers").british("mover", "webb");
    game.dice(&[5, 1]).british("action", "assault");
    assert_ne!(game.asked(), "british march", "all outside took part in the assault");
}
