//! Regiments and leaders from Europe: French and British Regulars, Highlanders, Royal Americans, Light Infantry, and
//! the troops of the Acadians' expulsion.

use wilderness_tests::situation::{Played, Situation};
use wilderness_war::Side;
use wilderness_war::Side::{British, French};

const LOCKS: [(Side, &str, [u8; 2]); 2] =
    [(French, "french-regulars-this-season", [55, 68]), (British, "british-regulars-this-season", [57, 64])];

/// The British hold one card and act next; the leader who is drawn is the only one in the pool.
fn british(card: i64, pool: &str) -> Situation {
    Situation::new().british_turn().hand(British, &[card, 1]).hand(French, &[2]).pool(pool)
}

fn french(card: i64) -> Situation {
    Situation::new().hand(French, &[card, 1]).hand(British, &[2])
}

/// The number of these pieces that are in a space.
fn there(game: &Played, at: &str, pieces: &[&str]) -> usize {
    pieces.iter().filter(|piece| game.at(piece) == at).count()
}

const REGULARS: [&str; 17] = [
    "15th",
    "17th",
    "1st-royal",
    "22nd",
    "27th",
    "28th",
    "35th",
    "40th",
    "43rd",
    "44th",
    "45th",
    "46th",
    "47th",
    "48th",
    "55th",
    "58th",
    "90th",
];
const FRENCH_REGULARS: [&str; 14] = [
    "2-berry",
    "3-berry",
    "artois",
    "bourgogne",
    "bearn",
    "cambis",
    "guyenne",
    "la-reine",
    "la-sarre",
    "languedoc",
    "marine-1",
    "marine-2",
    "royal-roussillon",
    "v-etrangers",
];
const HIGHLANDERS: [&str; 6] = ["1-42nd", "2-42nd", "77th-a", "77th-b", "78th-a", "78th-b"];

#[test]
fn regulars_come_once_a_season_and_for_their_own_side_only() {
    for (side, lock, cards) in LOCKS {
        for card in cards {
            assert!(Situation::new().playable(side, card), "{card}");
            assert!(!Situation::new().playable(side.enemy(), card), "{card}");
            assert!(!Situation::new().markers(lock).playable(side, card), "{card}");
        }
    }
    let both = "french-regulars-this-season british-regulars-this-season william-pitt";
    for card in [54, 60, 61, 63, 65, 66] {
        assert!(Situation::new().markers(both).playable(British, card), "{card} is not bound to the season");
    }
}

#[test]
fn the_lock_of_the_regulars_ends_with_the_season() {
    let mut game = british(57, "webb").hand(British, &[57, 58]).begin();
    game.event(57).british("event", "boston boston boston boston");
    assert!(game.state().markers.contains_key("british-regulars-this-season"));
    game.french("card", "card:2").french("use", "individual");
    game.british("card", "card:58");
    assert!(!game.may("event"), "a second one in the same season");
    game.british("use", "individual").british("activate", "done");
    assert_eq!(game.told("4.0"), ["Late Season 1757"]);
    assert!(!game.state().markers.contains_key("british-regulars-this-season"));
}

#[test]
fn two_french_regulars_come_to_quebec_or_louisbourg_both_to_the_same() {
    let mut game = french(55).begin();
    game.event(55).offers_only("quebec louisbourg");
    game.french("event", "louisbourg");
    assert_eq!(there(&game, "louisbourg", &FRENCH_REGULARS), 2);
    assert_eq!((game.at("montcalm"), game.asked().as_str()), ("at hand", "british card"));
    assert!(game.state().removed.iter().any(|card| card.0 == 55), "out of the game, not discarded");
}

#[test]
fn the_first_french_regulars_of_1755_bring_montcalm_levis_and_bougainville_with_them() {
    let situation = french(55).hand(French, &[55, 68]).markers("montcalm-not-yet-arrived");
    let mut game = situation.begin();
    game.event(55).french("event", "quebec");
    assert_eq!(there(&game, "quebec", &FRENCH_REGULARS), 2);
    assert_eq!(there(&game, "quebec", &["montcalm", "levis", "bougainville"]), 3);
    assert!(!game.state().markers.contains_key("montcalm-not-yet-arrived"));
}

#[test]
fn a_leader_who_came_before_the_first_french_regulars_and_fell_does_not_come_with_them() {
    let situation = french(55).markers("montcalm-not-yet-arrived").eliminated("montcalm").put("montreal", "levis");
    let mut game = situation.begin();
    game.event(55).french("event", "quebec");
    assert_eq!(there(&game, "quebec", &["montcalm", "levis", "bougainville"]), 1, "only Bougainville");
    assert_eq!((game.at("montcalm"), game.at("levis")), ("eliminated", "montreal"));
}

#[test]
fn french_regulars_do_not_come_among_enemies_nor_into_a_siege() {
    let besieged = || french(56).siege("quebec", 0).put("quebec", "22nd").inside("quebec", "bearn");
    // A British Louisbourg held by an Amphib marker alone is an enemy fortification all the same.
    let mut game = besieged().captured(British, "louisbourg").amphib("louisbourg").begin();
    game.event(56);
    assert_eq!(there(&game, "louisbourg", &FRENCH_REGULARS), 0);
    assert_eq!(there(&game, "quebec", &FRENCH_REGULARS), 1, "only the garrison");
    assert_eq!(game.asked(), "british card", "5.522: the event is played without effect");
    assert!(game.state().removed.iter().any(|card| card.0 == 56));
    let mut game = besieged().begin();
    game.event(56);
    assert_eq!(there(&game, "louisbourg", &FRENCH_REGULARS), 2, "only one port is open: no question");
}

#[test]
fn leaders_who_find_no_port_do_not_come_later() {
    let closed = french(55)
        .siege("quebec", 0)
        .put("quebec", "22nd")
        .captured(British, "louisbourg")
        .put("louisbourg", "27th")
        .markers("montcalm-not-yet-arrived");
    let mut game = closed.begin();
    game.event(55);
    assert!(!game.state().markers.contains_key("montcalm-not-yet-arrived"), "the first event has passed");
    assert_eq!(game.at("montcalm"), "at hand");
}

#[test]
fn no_french_regulars_after_quiberon_bay() {
    for card in [55, 56, 68] {
        assert!(!Situation::new().markers("quiberon").playable(French, card), "{card}");
    }
    assert!(Situation::new().markers("quiberon").playable(British, 57));
}

#[test]
fn as_many_regulars_come_as_are_left() {
    let mut game = french(55).put("montreal", &FRENCH_REGULARS[..13].join(" ")).begin();
    game.event(55).french("event", "quebec");
    assert_eq!(there(&game, "quebec", &FRENCH_REGULARS), 1);
    // Eliminated units are not at hand.
    let dead = REGULARS[..15].join(" ");
    let mut game = british(57, "webb").eliminated(&dead).begin();
    game.event(57).british("event", "boston boston boston");
    assert_eq!(there(&game, "boston", &REGULARS), 2);
    assert_eq!(there(&game, "eliminated", &REGULARS), 15);
}

#[test]
fn british_regulars_bring_a_leader_and_three_units_to_ports() {
    let mut game = british(59, "webb").begin();
    game.event(59);
    game.offers_only("alexandria baltimore boston halifax new-haven new-york philadelphia");
    game.british("event", "halifax new-york halifax boston");
    assert_eq!(game.at("webb"), "halifax", "the leader is drawn and placed first (5.55)");
    for (port, units) in [("new-york", 1), ("halifax", 1), ("boston", 1)] {
        assert_eq!(there(&game, port, &REGULARS), units, "{port}");
    }
    assert_eq!(game.asked(), "french card");
    assert!(game.state().removed.iter().any(|card| card.0 == 59));
}

#[test]
fn captured_ports_and_amphib_spaces_receive_regulars_but_not_in_a_siege() {
    let captured = british(57, "").captured(British, "quebec").put("quebec", "1-60th").amphib("louisbourg");
    let mut game = captured.clone().siege("louisbourg", 1).put("louisbourg", "2-60th").begin();
    game.event(57);
    assert!(game.may("quebec") && !game.may("louisbourg"), "6.432, 8.22");
    let mut game = british(57, "").amphib("ile-d-orleans").siege("halifax", 0).put("halifax", "bearn").begin();
    game.event(57);
    assert!(game.may("ile-d-orleans") && !game.may("halifax"));
    let mut game = british(57, "").amphib("ile-d-orleans").put("ile-d-orleans", "huron").begin();
    game.event(57);
    assert!(!game.may("ile-d-orleans"), "enemy units are there (5.522)");
}

const BRITISH_PORTS: &str = "alexandria baltimore boston halifax new-haven new-york philadelphia";

#[test]
fn without_a_port_the_leader_stays_in_the_pool_and_displaces_no_other_q29() {
    let lost = || {
        let mut situation = british(57, "loudoun").put("schenectady", "abercromby amherst");
        for (port, unit) in BRITISH_PORTS.split(' ').zip(FRENCH_REGULARS) {
            situation = situation.captured(French, port).put(port, unit);
        }
        situation
    };
    assert!(lost().playable(British, 57), "5.522: it can be played");
    let mut game = lost().begin();
    game.event(57);
    assert_eq!((game.at("loudoun"), game.at("abercromby"), game.at("amherst")), ("pool", "schenectady", "schenectady"));
    assert_eq!((there(&game, "at hand", &REGULARS), game.asked().as_str()), (17, "french card"));
    assert!(game.state().removed.iter().any(|card| card.0 == 57));
}

#[test]
fn an_empty_pool_sends_no_leader() {
    let mut game = british(57, "").begin();
    game.event(57).british("event", "boston boston boston");
    assert_eq!((there(&game, "boston", &REGULARS), game.asked().as_str()), (3, "french card"));
}

#[test]
fn a_third_leader_of_command_7_removes_one_of_the_others_at_once() {
    let mut game = british(57, "loudoun").put("albany", "abercromby").put("boston", "amherst").begin();
    game.event(57);
    assert_eq!(game.asked(), "british recall", "before pieces are placed (5.55)");
    game.offers_only("abercromby amherst");
    game.british("recall", "abercromby").british("event", "halifax halifax halifax halifax");
    assert_eq!((game.at("abercromby"), game.at("loudoun")), ("eliminated", "halifax"));
    let besieged = british(57, "loudoun").put("boston", "amherst").inside("albany", "abercromby 22nd");
    let mut game = besieged.siege("albany", 0).put("albany", "bearn").begin();
    game.event(57);
    assert_eq!(game.at("amherst"), "eliminated", "the besieged one is spared, so no question is asked (8.22)");
    game.british("event", "halifax halifax halifax halifax");
}

#[test]
fn the_third_leader_of_command_7_goes_back_when_both_others_are_besieged() {
    let besieged = british(57, "loudoun").inside("albany", "abercromby amherst 22nd").siege("albany", 0);
    let mut game = besieged.put("albany", "bearn").begin();
    game.event(57).british("event", "boston boston boston");
    assert_eq!(game.at("loudoun"), "pool");
    assert_eq!(there(&game, "boston", &REGULARS), 3, "the units come");
}

#[test]
fn highlanders_wait_for_william_pitt_or_1759() {
    for card in [60, 61, 63] {
        let at = |year| Situation::new().year(year);
        assert!(!at(1758).playable(British, card), "{card}");
        assert!(at(1758).markers("william-pitt").playable(British, card), "{card}");
        assert!(at(1759).playable(British, card), "{card}");
        assert!(!at(1759).playable(French, card), "{card}");
    }
}

#[test]
fn the_large_card_of_highlanders_brings_two_leaders_and_four_units() {
    let mut game = british(60, "webb wolfe").markers("william-pitt").begin();
    game.event(60).british("event", "halifax halifax new-york new-york boston philadelphia");
    assert_eq!((game.at("webb"), game.at("wolfe")), ("halifax", "halifax"));
    let found = ["new-york", "boston", "philadelphia"].map(|port| there(&game, port, &HIGHLANDERS));
    assert_eq!(found, [2, 1, 1]);
}

#[test]
fn the_small_cards_of_highlanders_bring_a_leader_and_a_unit() {
    for card in [61, 63] {
        let mut game = british(card.into(), "webb").markers("william-pitt").begin();
        game.event(card).british("event", "halifax new-york");
        assert_eq!((game.at("webb"), there(&game, "new-york", &HIGHLANDERS)), ("halifax", 1));
        assert_eq!(there(&game, "at hand", &HIGHLANDERS), 5);
    }
}

#[test]
fn highlanders_have_no_limit_in_a_season() {
    let situation = british(61, "webb").hand(British, &[61, 63, 4]).markers("william-pitt");
    let mut game = situation.begin();
    game.event(61).british("event", "halifax new-york");
    game.french("card", "card:2").french("use", "individual");
    game.event(63).british("event", "boston");
    assert_eq!(there(&game, "at hand", &HIGHLANDERS), 4);
}

#[test]
fn two_leaders_of_command_7_drawn_by_one_card_are_settled_one_by_one_q27() {
    let full = british(60, "amherst loudoun").markers("william-pitt").put("albany", "abercromby");
    let mut game = full.put("boston", "braddock").begin();
    game.event(60);
    game.offers_only("abercromby braddock");
    game.british("recall", "braddock").british("event", "halifax");
    assert_eq!(game.asked(), "british recall", "the first is placed before the second is drawn");
    let first = if game.at("amherst") == "halifax" { "amherst" } else { "loudoun" };
    game.offers_only(&format!("abercromby {first}"));
    game.british("recall", first).british("event", "halifax halifax halifax halifax halifax");
    assert_eq!((game.at("braddock"), game.at("abercromby"), game.at(first)), ("eliminated", "albany", "eliminated"));
    assert_eq!(there(&game, "halifax", &["amherst", "loudoun"]), 1);
}

#[test]
fn light_infantry_and_their_leader_come_to_fortresses() {
    const LIGHT: [&str; 6] = ["1-95th", "2-95th", "85th-ryl-vol", "gage-s-80th", "howe-s", "scott-s"];
    assert!(Situation::new().playable(British, 54) && !Situation::new().playable(French, 54));
    let field = british(54, "bradstreet").forts(British, "oswego").stockades(British, "schenectady");
    let mut game = field.siege("boston", 0).put("boston", "bearn").put("ticonderoga", "85th-ryl-vol 2-95th").begin();
    game.event(54);
    game.offers_only("albany alexandria baltimore halifax new-haven new-york philadelphia");
    game.british("event", "albany albany halifax");
    assert_eq!(
        (game.at("bradstreet"), there(&game, "albany", &LIGHT), there(&game, "halifax", &LIGHT)),
        ("albany", 1, 1)
    );
    assert!(game.state().discard.iter().any(|card| card.0 == 54), "discarded, not removed");
    let mut game = british(54, "").put("new-york", &LIGHT[..5].join(" ")).begin();
    game.event(54).british("event", "albany");
    assert_eq!(game.at("scott-s"), "albany", "the last counter");
    assert_eq!(game.asked(), "french card");
}

#[test]
fn royal_americans_come_to_fortresses_of_the_two_departments() {
    const ROYAL: [&str; 4] = ["1-60th", "2-60th", "3-60th", "4-60th"];
    let mut game = british(65, "webb").captured(British, "montreal").put("montreal", "22nd").begin();
    game.event(65);
    game.offers_only("albany alexandria baltimore boston new-haven new-york philadelphia"); // not Halifax, not Montréal
    game.british("event", "albany philadelphia philadelphia albany new-york");
    assert_eq!(game.at("webb"), "albany");
    assert_eq!(["philadelphia", "albany", "new-york"].map(|at| there(&game, at, &ROYAL)), [2, 1, 1]);
    assert!(game.state().removed.iter().any(|card| card.0 == 65));
    assert!(!Situation::new().playable(French, 65));
}

#[test]
fn the_acadians_are_expelled_by_the_british() {
    assert!(Situation::new().playable(British, 66));
    assert!(!Situation::new().playable(French, 66), "only with an optional rule");
    let mut game = british(66, "webb")
        .put("logstown", "langlade* la-reine*")
        .put("st-lawrence-militia", "canadian-militia-2*")
        .put("boston", "rogers*")
        .begin();
    game.event(66);
    assert_eq!(there(&game, "halifax", &REGULARS), 2);
    assert_eq!(game.asked(), "french event", "the French choose where their coureurs come");
    game.offers_only("quebec louisbourg");
    game.french("event", "louisbourg");
    assert_eq!(game.at("boishebert-acadian"), "louisbourg");
    for unit in ["langlade", "canadian-militia-2"] {
        assert!(!game.is_reduced(unit), "{unit}");
    }
    assert!(game.is_reduced("la-reine") && game.is_reduced("rogers"), "others are not restored");
    assert_eq!(game.at("webb"), "pool", "no leader comes");
}

#[test]
fn each_arrival_after_the_expulsion_is_lost_alone_and_the_french_are_restored_all_the_same() {
    let mut game = british(66, "")
        .siege("halifax", 0)
        .put("halifax", "bearn")
        .captured(British, "quebec louisbourg")
        .put("quebec", "22nd")
        .put("louisbourg", "27th")
        .put("venango", "langlade*")
        .forts(French, "niagara")
        .siege("niagara", 0)
        .put("niagara", "35th")
        .inside("niagara", "marin*")
        .begin();
    game.event(66);
    assert_eq!((there(&game, "halifax", &REGULARS), game.at("boishebert-acadian")), (0, "at hand"));
    assert!(!game.is_reduced("langlade"));
    assert!(game.is_reduced("marin"), "the besieged are not restored (8.22)");
    assert_eq!(game.asked(), "french card");
}
