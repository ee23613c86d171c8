//! What the war shows on demand: odds, paths, threats, the log, dice.

use anstream::adapter::strip_str;
use wilderness_repl::testing::text::width;
use wilderness_repl::testing::war::{Die, Unknown, dice_in_words, ends, find_space, odds, path, threats};
use wilderness_tests::situation::{Situation, find_space as space};
use wilderness_war::Throw::{AvoidBattle, Event, Interception};
use wilderness_war::{Game, Side};

#[test]
fn odds_of_a_battle_not_yet_begun_are_a_table() {
    let situation = Situation::new().put("ticonderoga", "montcalm bearn la-sarre").put("wood-creek", "webb 22nd 27th");
    let game = situation.game();
    let text = odds(&game, Side::French, "wood creek with montcalm with all").expect("odds");
    let text = strip_str(&text).to_string();
    assert!(text.contains("Battle at Wood Creek: the French attack (7.0)"), "{text}");
    assert!(text.contains("French win") && text.contains("British win") && text.contains("Steps lost"), "{text}");
    assert!(text.contains("Leaders may die:") && text.contains("Montcalm"), "{text}");
    assert!(text.lines().all(|line| width(line) <= 80), "{text}");
    assert!(matches!(odds(&game, Side::French, ""), Err(Unknown::Plain(_))));
    let nowhere = odds(&game, Side::French, "with montcalm").expect_err("no place").to_string();
    assert!(nowhere.contains("usage: odds SPACE with FORCE"), "{nowhere}");
    assert!(matches!(odds(&game, Side::French, "wood creek"), Err(Unknown::Plain(_))));
}

fn told(game: &Game, text: &str) -> String {
    strip_str(&path(game, Side::French, text).expect("a way")).to_string()
}

#[test]
fn boats_go_far_and_land_troops_stop() {
    let game = Situation::new().put("montreal", "montcalm bearn").game();
    let text = told(&game, "montreal ticonderoga");
    assert!(
        text.contains("Drilled troops") && text.contains("in one activation") && text.contains("by boat"),
        "{text}"
    );
    let text = told(&game, "montcalm to ticonderoga by land");
    assert!(text.contains("stop: ") && text.contains("(6.2"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn the_enemy_is_not_passed() {
    let game = Situation::new().put("crown-point", "webb 22nd").put("hudson-carry-north", "27th").game();
    let text = told(&game, "montreal, hudson carry north by boat");
    assert!(text.contains("only past the enemy at Crown Point"), "{text}");
}

#[test]
fn two_names_need_nothing_between_them() {
    let game = Situation::new().put("oswego", "webb").game();
    let found = |text: &str| ends(&game.view(Side::French), text).ok();
    assert_eq!(found("hudson carry north ticonderoga"), Some((space("hudson-carry-north"), space("ticonderoga"))));
    assert_eq!(found("from webb to new york"), Some((space("oswego"), space("new-york"))));
    assert_eq!(found("nowhere albany"), None);
}

#[test]
fn who_can_come_is_told_with_strength_and_way() {
    let situation = Situation::new().put("montreal", "montcalm bearn la-sarre huron").put("albany", "webb 22nd 27th");
    let game = situation.put("niagara", "marine-1").game();
    let told = |by, space| {
        let text = threats(&game, by, find_space(space).expect("a space")).expect("threats");
        strip_str(&text).to_string()
    };
    let text = told(Side::French, "ticonderoga");
    assert!(text.contains("Montréal") && text.contains("Montcalm") && text.contains("by land, 4 of 4"), "{text}");
    assert!(!text.contains("Niagara"), "{text}");
    assert!(told(Side::British, "québec").contains("nobody"));
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn faces_that_lead_to_the_same_are_put_together() {
    assert_eq!(dice_in_words(&[&[(Event, 2)], &[(Event, 1)]]), ["the die for the event shows 1 or 2"]);
    let uneven: [&[Die]; 3] = [&[(Event, 1)], &[(Event, 3)], &[(Event, 5)]];
    assert_eq!(dice_in_words(&uneven), ["the die for the event shows 1, 3 or 5"]);
    let all: Vec<[Die; 1]> = (1..=6).map(|face| [(Event, face)]).collect();
    let all: Vec<&[Die]> = all.iter().map(|way| way.as_slice()).collect();
    assert!(dice_in_words(&all).is_empty(), "any face");
    assert_eq!(dice_in_words(&all[3..]), ["the die for the event shows 4 to 6"]);
}

#[test]
fn a_second_die_stands_behind_the_first() {
    let ways: [&[Die]; 4] = [
        &[(Interception, 1), (AvoidBattle, 4)],
        &[(Interception, 2), (AvoidBattle, 4)],
        &[(Interception, 5)],
        &[(Interception, 6)],
    ];
    let expected =
        ["the die to intercept shows 1 or 2 and the die to avoid battle shows 4", "the die to intercept shows 5 or 6"];
    assert_eq!(dice_in_words(&ways), expected);
}
