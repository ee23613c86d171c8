//! The colonial troops: Raise Provincial Regiments, Colonial Recruits, Call Out Militias, Rangers.

use wilderness_tests::situation::{Played, Situation};
use wilderness_war::Assemblies::{Enthusiastic, Reluctant, Supportive};
use wilderness_war::Side;
use wilderness_war::Side::{British, French};

const SOUTHERN: [&str; 6] =
    ["maryland", "pennsylvania-1", "pennsylvania-2", "pennsylvania-3", "virginia-1", "virginia-2"];
const NORTHERN: [&str; 18] = [
    "connecticut-1",
    "connecticut-2",
    "connecticut-3",
    "massachusetts-1",
    "massachusetts-2",
    "massachusetts-3",
    "massachusetts-4",
    "massachusetts-5",
    "massachusetts-6",
    "new-hampshire",
    "new-jersey-1",
    "new-jersey-2",
    "new-york-1",
    "new-york-2",
    "new-york-3",
    "new-york-4",
    "new-york-5",
    "rhode-island",
];

fn british(card: i64) -> Situation {
    Situation::new().british_turn().hand(British, &[card, 1]).hand(French, &[2])
}

fn french(card: i64) -> Situation {
    Situation::new().hand(French, &[card, 1]).hand(British, &[2])
}

fn there(game: &Played, at: &str, pieces: &[&str]) -> usize {
    pieces.iter().filter(|piece| game.at(piece) == at).count()
}

/// The most provincials of each department while the assemblies are supportive.
fn full() -> Situation {
    british(43).put("new-york", &NORTHERN[..10].join(" ")).put("philadelphia", &SOUTHERN[..4].join(" "))
}

/// A besieged Albany; these units are inside.
fn besieged(situation: Situation, inside: &str) -> Situation {
    situation.siege("albany", 0).put("albany", "bearn").inside("albany", inside)
}

#[test]
fn provincials_are_raised_unless_the_assemblies_are_reluctant() {
    for card in [43, 44, 45] {
        assert!(Situation::new().playable(British, card));
        assert!(!Situation::new().playable(French, card));
        assert!(!Situation::new().assemblies(Reluctant).playable(British, card));
    }
}

#[test]
fn provincials_need_room_under_the_limit_or_a_unit_to_restore() {
    assert!(!full().playable(British, 43));
    assert!(full().assemblies(Enthusiastic).playable(British, 43), "no limit (5.54)");
    let all = british(43).assemblies(Enthusiastic).put("new-york", &NORTHERN.join(" "));
    assert!(!all.put("philadelphia", &SOUTHERN.join(" ")).playable(British, 43), "no counters");
    let reduced = |unit: &str| Situation::new().put("new-york", &NORTHERN[1..10].join(" ")).put("boston", unit);
    let south = SOUTHERN[..4].join(" ");
    assert!(!reduced("connecticut-1").put("philadelphia", &south).playable(British, 43));
    assert!(reduced("connecticut-1*").put("philadelphia", &south).playable(British, 43));
    let inside = Situation::new().put("new-york", &NORTHERN[1..10].join(" ")).put("philadelphia", &south);
    assert!(!besieged(inside, "connecticut-1*").playable(British, 43), "the besieged do not count (8.22)");
}

#[test]
fn a_department_raises_up_to_4_northern_or_2_southern_regiments() {
    let mut game = british(43).forts(British, "oswego").stockades(British, "schenectady carlisle").begin();
    game.event(43).offers_only("option:northern option:southern");
    game.british("event", "option:northern"); // no unit is reduced: nothing else to choose
    game.offers_only("albany boston new-haven new-york schenectady done");
    game.british("event", "albany albany schenectady boston");
    assert_eq!(["albany", "schenectady", "boston"].map(|at| there(&game, at, &NORTHERN)), [2, 1, 1]);
    assert_eq!(game.asked(), "french card", "four, and no more");
    assert!(game.state().discard.iter().any(|card| card.0 == 43));
    let mut game = british(44).stockades(British, "carlisle").begin();
    game.event(44).british("event", "option:southern");
    game.offers_only("alexandria baltimore carlisle philadelphia done");
    game.british("event", "carlisle baltimore");
    assert_eq!(there(&game, "at hand", &SOUTHERN), 4);
    assert_eq!(game.asked(), "french card", "two, and no more");
}

#[test]
fn fewer_regiments_than_possible_may_be_raised() {
    let mut game = british(43).begin();
    game.event(43).british("event", "option:northern boston done");
    assert_eq!((there(&game, "boston", &NORTHERN), game.asked().as_str()), (1, "french card"));
}

#[test]
fn regiments_are_raised_up_to_the_limit_of_the_assemblies() {
    let nearly = |assemblies| british(45).assemblies(assemblies).put("albany", &NORTHERN[..9].join(" "));
    let mut game = nearly(Supportive).begin();
    game.event(45).british("event", "option:northern boston");
    assert_eq!((there(&game, "boston", &NORTHERN), game.asked().as_str()), (1, "french card"), "10 of 10");
    let mut game = nearly(Enthusiastic).begin();
    game.event(45).british("event", "option:northern boston boston boston boston");
    assert_eq!(there(&game, "boston", &NORTHERN), 4);
    // The besieged count too.
    let mut game = besieged(british(45), "connecticut-1").put("boston", &NORTHERN[1..9].join(" ")).begin();
    game.event(45).british("event", "option:northern");
    assert!(!game.may("albany"), "a besieged fortress");
    game.british("event", "new-york");
    assert_eq!(game.asked(), "french card");
}

#[test]
fn instead_of_raising_regiments_a_department_restores_all_of_its_own() {
    let field = british(43).put("boston", "new-york-1* rhode-island*").put("halifax", "new-jersey-1* virginia-1*");
    let mut game = besieged(field, "massachusetts-1*").put("logstown", "new-hampshire*").begin();
    game.event(43).british("event", "option:northern");
    game.offers_only("option:raise option:restore");
    game.british("event", "option:restore");
    for unit in ["new-york-1", "rhode-island", "new-jersey-1"] {
        assert!(!game.is_reduced(unit), "{unit}: of the department, wherever it is");
    }
    assert!(game.is_reduced("virginia-1"), "of the other department");
    assert!(game.is_reduced("massachusetts-1"), "besieged (8.22)");
    assert!(game.is_reduced("new-hampshire"), "out of supply (12.3)");
    assert_eq!((there(&game, "at hand", &NORTHERN), game.asked().as_str()), (13, "french card"), "not both");
}

#[test]
fn colonial_recruits_need_a_reduced_unit_that_the_colonies_raise() {
    let field = |at: &str, unit: &str| Situation::new().put(at, unit);
    for unit in ["rogers*", "howe-s*", "virginia-1*", "new-york-1*"] {
        assert!(field("boston", unit).playable(British, 46), "{unit}");
    }
    for unit in ["rogers", "22nd*", "mohawk-1*", "1-60th*"] {
        assert!(!field("boston", unit).playable(British, 46), "{unit}");
    }
    assert!(field("quebec", "langlade*").playable(French, 46));
    assert!(!field("quebec", "langlade bearn* huron* marine-detachment-1*").playable(French, 46));
    assert!(!field("boston", "rogers*").playable(French, 46), "the enemy's units");
    assert!(!besieged(Situation::new(), "rogers*").playable(British, 46), "besieged (8.22)");
}

#[test]
fn colonial_recruits_restore_up_to_a_die_of_units() {
    let field = || british(46).put("boston", "rogers* howe-s* virginia-1* 22nd*").put("logstown", "goreham* maryland*");
    let mut game = field().begin();
    game.dice(&[2]).event(46);
    game.offers_only("rogers howe-s virginia-1 goreham done"); // Maryland is out of supply, rangers need none
    game.british("event", "goreham howe-s");
    assert!(!game.is_reduced("goreham") && !game.is_reduced("howe-s") && game.is_reduced("rogers"));
    assert_eq!(game.asked(), "french card");
    let mut game = field().begin();
    game.dice(&[6]).event(46).british("event", "rogers done");
    assert!(!game.is_reduced("rogers") && game.is_reduced("howe-s"), "up to the die");
    let mut game = french(46).put("quebec", "langlade* bearn*").begin();
    game.dice(&[1]).event(46);
    game.offers_only("langlade done");
    game.french("event", "langlade");
    assert!(!game.is_reduced("langlade") && game.is_reduced("bearn"));
}

const MILITIA: [(Side, &str); 2] = [
    (British, "colonial-militia-1 colonial-militia-2 colonial-militia-3 colonial-militia-4"),
    (French, "canadian-militia-1 canadian-militia-2 canadian-militia-3 canadian-militia-4"),
];

#[test]
fn militia_are_called_out_while_one_is_at_hand_or_reduced() {
    for (side, all) in MILITIA {
        let at = if side == British { "southern-militia" } else { "st-lawrence-militia" };
        for card in [49, 50, 51, 52] {
            assert!(Situation::new().playable(side, card));
            assert!(!Situation::new().put(at, all).playable(side, card), "all are there at full strength");
            assert!(Situation::new().put(at, &format!("{all}*")).playable(side, card), "one is reduced");
        }
    }
}

#[test]
fn a_new_militia_unit_comes_into_a_box() {
    let mut game = british(49).begin();
    game.event(49).offers_only("option:northern option:southern");
    game.british("event", "option:southern");
    assert_eq!(game.at("colonial-militia-1"), "southern-militia");
    assert!(!game.is_reduced("colonial-militia-1"));
    assert_eq!(game.asked(), "french card");
    let mut game = french(50).begin();
    game.event(50);
    assert_eq!(game.at("canadian-militia-1"), "st-lawrence-militia", "there is but one box");
    assert!(game.state().discard.iter().any(|card| card.0 == 50));
}

#[test]
fn or_up_to_two_militia_units_are_restored_in_any_boxes() {
    let boxes = || {
        let north = british(51).put("northern-militia", "colonial-militia-1* colonial-militia-2*");
        north.put("southern-militia", "colonial-militia-3*")
    };
    let mut game = boxes().begin();
    game.event(51).offers_only("option:new-unit option:restore");
    game.british("event", "option:restore colonial-militia-1 colonial-militia-3");
    assert!(!game.is_reduced("colonial-militia-1") && !game.is_reduced("colonial-militia-3"));
    assert!(game.is_reduced("colonial-militia-2"), "two, and no more");
    assert_eq!((game.at("colonial-militia-4"), game.asked().as_str()), ("at hand", "french card"), "not both");
    let mut game = boxes().begin();
    game.event(51).british("event", "option:restore colonial-militia-2 done");
    assert!(!game.is_reduced("colonial-militia-2"));
}

#[test]
fn rangers_come_to_any_unbesieged_fortification() {
    assert!(Situation::new().playable(British, 53) && !Situation::new().playable(French, 53));
    let field = british(53).captured(French, "boston").put("boston", "guyenne").forts(British, "oswego");
    let mut game = besieged(field, "22nd").stockades(British, "venango").begin();
    game.event(53);
    game.offers_only("oswego venango alexandria baltimore halifax new-haven new-york philadelphia");
    game.british("event", "venango");
    assert_eq!(
        (game.at("armstrong"), game.at("goreham"), game.asked().as_str()),
        ("venango", "at hand", "french card")
    );
}

#[test]
fn or_up_to_two_rangers_are_restored() {
    let mut game = besieged(british(53).put("logstown", "rogers*"), "goreham*").begin();
    game.event(53).offers_only("option:new-unit option:restore");
    game.british("event", "option:restore");
    game.offers_only("rogers done"); // not the besieged, and the others need no supply
    game.british("event", "rogers");
    assert!(!game.is_reduced("rogers") && game.is_reduced("goreham"));
    assert_eq!(game.at("armstrong"), "at hand", "not both");
    let all = british(53).put("boston", "rogers* goreham* armstrong*");
    let mut game = all.begin();
    game.event(53).british("event", "rogers armstrong"); // no counters are left: nothing else to choose
    assert!(game.is_reduced("goreham"), "two, and no more");
}

#[test]
fn rangers_can_be_played_without_effect() {
    let full = || british(53).put("boston", "rogers goreham armstrong");
    assert!(full().playable(British, 53));
    let mut game = full().begin();
    game.event(53);
    assert_eq!(game.asked(), "french card");
}
