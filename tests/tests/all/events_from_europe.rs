//! The events of Europe: Troop Transports, Victories in Germany, William Pitt, the Diplomatic Revolution.

use wilderness_tests::situation::{Played, Situation};
use wilderness_war::Side::{British, French};
use wilderness_war::{CardId, Side};

/// A side holds a card and acts next.
fn holding(side: Side, card: i64) -> Situation {
    let situation = Situation::new().hand(side, &[card, 1]).hand(side.enemy(), &[2]);
    if side == British { situation.british_turn() } else { situation }
}

fn reduced(game: &Played, units: &str) -> usize {
    units.split(' ').filter(|unit| game.is_reduced(unit)).count()
}

#[test]
fn regulars_and_light_infantry_are_restored_from_europe() {
    for card in [47, 48] {
        let field = |at: &str, unit: &str| Situation::new().put(at, unit);
        for unit in ["22nd*", "1-60th*", "78th-a*", "howe-s*"] {
            assert!(field("boston", unit).playable(British, card), "{card}: {unit}");
        }
        for unit in ["22nd", "rogers*", "virginia-1*", "mohawk-1*"] {
            assert!(!field("boston", unit).playable(British, card), "{card}: {unit}");
        }
        for unit in ["bearn*", "marine-detachment-1*"] {
            assert!(field("montreal", unit).playable(French, card), "{card}: {unit}");
        }
        assert!(!field("montreal", "langlade* huron*").playable(French, card), "{card}");
        let inside = Situation::new().siege("albany", 0).put("albany", "bearn").inside("albany", "22nd*");
        assert!(!inside.playable(British, card), "{card}: besieged (8.22)");
    }
}

#[test]
fn nothing_reaches_the_french_after_quiberon_bay_or_the_fall_of_quebec() {
    let field = || Situation::new().put("montreal", "bearn*").put("boston", "22nd*");
    for card in [47, 48] {
        assert!(!field().markers("quiberon").playable(French, card));
        assert!(field().markers("quiberon").playable(British, card));
        let taken = || field().captured(British, "quebec").put("quebec", "27th");
        assert!(!taken().playable(French, card));
        assert!(taken().playable(British, card));
        let besieged = field().siege("quebec", 1).put("quebec", "27th").inside("quebec", "guyenne");
        assert!(besieged.playable(French, card), "Québec is besieged, not lost");
    }
}

#[test]
fn victories_in_germany_are_not_won_before_1756() {
    let field = |year| Situation::new().year(year).put("montreal", "bearn*").put("boston", "22nd*");
    for side in Side::BOTH {
        assert!(!field(1755).playable(side, 48) && field(1756).playable(side, 48));
        assert!(field(1755).playable(side, 47));
    }
}

#[test]
fn troop_transports_restore_up_to_6_british_or_3_french_units() {
    let british = "22nd 27th 28th 35th 40th 43rd howe-s";
    let field = || {
        let boston = holding(British, 47).put("boston", &british.replace(' ', "* ").replace("howe-s", "howe-s*"));
        boston.put("logstown", "44th*").put("new-york", "rogers*")
    };
    let mut game = field().begin();
    game.event(47);
    game.offers_only(&format!("{british} done")); // the 44th is out of supply, Rogers is not a regular
    game.british("event", "22nd 27th 28th 35th 40th howe-s");
    assert_eq!((reduced(&game, british), game.asked().as_str()), (1, "french card"));
    assert!(game.state().discard.contains(CardId(47)));
    let mut game = field().begin();
    game.event(47).british("event", "done");
    assert_eq!(reduced(&game, british), 7, "as few as are wanted");
    let french = "bearn guyenne la-reine marine-detachment-1";
    let mut game = holding(French, 47).put("quebec", "bearn* guyenne* la-reine* marine-detachment-1*").begin();
    game.event(47).french("event", "bearn la-reine marine-detachment-1");
    assert_eq!((reduced(&game, french), game.asked().as_str()), (1, "british card"));
}

#[test]
fn victories_in_germany_restore_up_to_a_die_of_units() {
    let field = || holding(British, 48).put("boston", "22nd* 27th* howe-s*");
    let mut game = field().begin();
    game.dice(&[2]).event(48).british("event", "22nd howe-s");
    assert_eq!((reduced(&game, "22nd 27th howe-s"), game.asked().as_str()), (1, "french card"));
    let mut game = field().begin();
    game.dice(&[6]).event(48).british("event", "22nd 27th howe-s");
    assert_eq!((reduced(&game, "22nd 27th howe-s"), game.asked().as_str()), (0, "french card"));
    let mut game = holding(French, 48).put("quebec", "bearn* guyenne*").begin();
    game.dice(&[1]).event(48).french("event", "guyenne");
    assert_eq!(reduced(&game, "bearn guyenne"), 1);
}

#[test]
fn william_pitt_brings_amherst_forbes_and_wolfe_into_the_pool() {
    assert!(Situation::new().playable(British, 67) && !Situation::new().playable(French, 67));
    let mut game = holding(British, 67).pool("webb").begin();
    game.event(67);
    assert_eq!(["amherst", "forbes", "wolfe", "webb"].map(|leader| game.at(leader)), ["pool"; 4]);
    assert!(game.state().markers.contains_key("william-pitt") && game.state().removed.contains(CardId(67)));
    assert_eq!(game.asked(), "french card", "nothing to take from the discard pile");
}

#[test]
fn william_pitt_after_1759_brings_no_leader_twice() {
    let mut game = holding(British, 67).year(1760).put("albany", "wolfe").eliminated("forbes").pool("amherst").begin();
    game.event(67);
    assert_eq!(["amherst", "forbes", "wolfe"].map(|leader| game.at(leader)), ["pool", "eliminated", "albany"]);
}

#[test]
fn william_pitt_may_take_a_card_for_the_war_from_the_discard_pile() {
    let piles = || holding(British, 67).discarded(&[47, 48, 53, 54, 55, 57, 60]).removed(&[58, 61]);
    let mut game = piles().begin();
    game.event(67).offers_only("card:47 card:54 card:57 card:60 pass");
    game.british("event", "card:57");
    assert!(game.state().hands.british.contains(CardId(57)) && !game.state().discard.contains(CardId(57)));
    assert_eq!((game.state().hands.british.len(), game.asked().as_str()), (2, "french card"), "one card only");
    let mut game = piles().begin();
    game.event(67).british("event", "pass");
    assert_eq!((game.state().hands.british.len(), game.state().discard.len()), (1, 7));
}

#[test]
fn william_pitt_makes_highlanders_playable() {
    let mut game = holding(British, 67).hand(British, &[67, 61]).begin();
    game.event(67).french("card", "card:2").french("use", "individual");
    game.british("card", "card:61");
    assert!(game.may("event"));
}

#[test]
fn the_british_hold_9_cards_from_the_deal_after_william_pitt() {
    let late = || holding(British, 67).scenario("full-campaign").hand(British, &[67]).hand(French, &[]);
    let mut game = late().begin();
    game.event(67);
    let hands = &game.state().hands;
    assert_eq!((hands.british.len(), hands.french.len()), (9, 8));
    assert_eq!(game.asked(), "french card");
    // 5.51: it stays so.
    let next = || Situation::new().scenario("full-campaign").markers("william-pitt").british_turn();
    let mut game = next().hand(British, &[3]).hand(French, &[]).begin();
    game.british("card", "card:3").british("use", "individual");
    assert_eq!((game.state().hands.british.len(), game.state().hands.french.len()), (9, 8));
}

#[test]
fn the_diplomatic_revolution_may_take_a_card_from_the_discard_pile() {
    let piles = || holding(French, 69).discarded(&[47, 48, 54, 55, 57]).removed(&[56]);
    let mut game = piles().begin();
    game.event(69).offers_only("card:47 card:55 pass");
    game.french("event", "card:55");
    assert!(game.state().hands.french.contains(CardId(55)) && !game.state().discard.contains(CardId(55)));
    assert!(game.state().removed.contains(CardId(69)));
    let mut game = piles().begin();
    game.event(69).french("event", "pass");
    assert_eq!((game.state().hands.french.len(), game.asked().as_str()), (1, "british card"));
}

#[test]
fn the_french_hold_9_cards_from_the_deal_after_the_diplomatic_revolution() {
    let situation = holding(French, 69).scenario("full-campaign").hand(French, &[69]).hand(British, &[]);
    let mut game = situation.begin();
    game.event(69);
    assert_eq!((game.state().hands.french.len(), game.state().hands.british.len()), (9, 8));
}

#[test]
fn quiberon_bay_ends_the_diplomatic_revolution() {
    assert!(Situation::new().playable(French, 69) && !Situation::new().playable(British, 69));
    assert!(!Situation::new().markers("quiberon").playable(French, 69));
    let late = Situation::new().scenario("full-campaign").markers("diplomatic-revolution quiberon");
    let mut game = late.hand(French, &[1]).hand(British, &[]).begin();
    game.french("card", "card:1").french("use", "individual");
    assert!(game.state().hands.french.len() < 9);
}
