//! The house cards in `scenarios/house-cards`: each is played, and what can be done to an event that is announced.

use std::path::PathBuf;
use std::rc::Rc;
use wilderness_engine::content::Places;
use wilderness_tests::situation::{Played, Situation, find_space};
use wilderness_war::Side::{British, French};
use wilderness_war::agents::Greedy;
use wilderness_war::{CardId, Content, Header, Scripts, Side};

/// The content directory of the house cards.
fn house_cards() -> Content {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../scenarios/house-cards");
    Content::read(&Places::in_content(root)).unwrap_or_else(|faults| panic!("{faults}"))
}

fn situation() -> Situation {
    Situation::new().content(house_cards())
}

#[test]
fn the_content_is_sound() {
    let scripts = house_cards().compile().unwrap_or_else(|faults| panic!("{faults}"));
    assert!(scripts.warnings().is_empty(), "{}", scripts.warnings());
    let scenario = scripts.scenario("house-cards").expect("a scenario");
    assert!(scenario.is_ok_and(|scenario| scenario.cards.len() == 67));
}

#[test]
fn the_guide_shows_a_script_as_it_is() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |file: &str| std::fs::read_to_string(root.join(file)).expect("a file");
    let script = read("scenarios/house-cards/scripts/events/loyal_interpreter.rhai");
    let (_, code) = script.split_once('\n').expect("a remark, and the code");
    assert!(read("scripts/war/README.md").contains(code));
}

// Ice on the Lakes

#[test]
fn ice_keeps_boats_off_the_lakes_until_the_season_ends() {
    let mut game = situation().hand(French, &[81, 1]).begin();
    let limits = |game: &Played| game.game().view(British).movement_limits(British).expect("limits");
    assert!(limits(&game).lakes);
    game.event(81);
    assert!(!limits(&game).lakes && limits(&game).boats && limits(&game).naval);
    assert_eq!(
        game.state().markers.get("ice-on-the-lakes").map(ToString::to_string),
        Some("the end of the season".into())
    );
}

// Loyal Interpreter

/// The French at Montréal call the northern nations; the British hold the interpreter.
fn alliance() -> Situation {
    situation().hand(French, &[23, 1]).hand(British, &[82, 3])
}

#[test]
fn a_loyal_interpreter_cancels_an_alliance_on_a_4() {
    let mut game = alliance().begin();
    game.event(23).dice(&[4]).responds(British, "announced", 82);
    assert_eq!(game.asked(), "british card", "nobody has joined, and the phase is over");
    assert!(game.is_discarded(23) && game.is_discarded(82));
    assert_eq!(
        game.told("5.5").last().map(String::as_str),
        Some("Northern Indian Alliance (#23) is cancelled and discarded")
    );
}

#[test]
fn a_loyal_interpreter_fails_on_a_3() {
    let mut game = alliance().begin();
    game.event(23).dice(&[3, 1]).responds(British, "announced", 82);
    assert_eq!(game.asked(), "french event", "they join");
    assert!(game.is_discarded(82));
}

#[test]
fn an_interpreter_does_not_answer_other_events_or_those_of_his_side() {
    let mut game = situation().hand(French, &[46, 1]).hand(British, &[82, 3]).put("montreal", "langlade*").begin();
    game.dice(&[1]).event(46);
    assert_eq!(game.window(), None, "it is no alliance");
}

// Scorched Earth

#[test]
fn a_stockade_is_pulled_down_before_the_enemy_takes_it() {
    let march = situation().put("hudson-carry-north", "montcalm bearn").stockades(British, "hudson-carry-south");
    let mut game = march.clone().hand(British, &[83, 3]).begin();
    game.force("montcalm", "bearn").go("hudson-carry-south").responds(British, "step_made", 83);
    let has_stockade =
        |game: &Played, side: Side| game.state().works[side].stockades.contains(find_space("hudson-carry-south"));
    assert!(!has_stockade(&game, French) && !has_stockade(&game, British));
    assert_eq!((game.vp(), game.is_discarded(83)), (0, true));
    let mut game = march.hand(British, &[83, 3]).begin();
    game.force("montcalm", "bearn").go("hudson-carry-south").declines(British, "step_made");
    assert_eq!((game.vp(), has_stockade(&game, French)), (1, true));
}

// Scalp Bounty

#[test]
fn a_bounty_helps_raids_and_restores_indians_for_each_marker() {
    let raid = situation().put("green-mountains-south", "langlade").put("montreal", "caughnawaga-1* abenaki-1*");
    let mut game = raid.markers("french-scalp-bounty").begin();
    game.individually("langlade").dice(&[5]).go("deerfield stop");
    assert!(game.told("10.3")[0].contains("Scalp Bounty"), "{:?}", game.told("10.3"));
    assert_eq!(game.state().raided[French].len(), 1);
    assert_eq!(game.asked(), "french event");
    game.french("event", "abenaki-1");
    assert!(!game.is_reduced("abenaki-1") && game.is_reduced("caughnawaga-1"));
}

#[test]
fn a_bounty_belongs_to_a_side_and_lasts_for_the_year() {
    let mut game = situation().hand(French, &[84, 1]).begin();
    game.event(84);
    assert!(game.has_marker("french-scalp-bounty") && !game.has_marker("british-scalp-bounty"));
    assert!(game.is_removed(84));
    let game = situation().markers("french-scalp-bounty").year_ends().begin();
    assert!(!game.has_marker("french-scalp-bounty"));
}

// False Dispatches

#[test]
fn false_dispatches_cancel_any_event_and_its_player_draws_a_card() {
    let mut game = situation().hand(French, &[35, 1]).hand(British, &[85, 3]).begin();
    game.event(35).responds(British, "announced", 85);
    assert!(game.is_discarded(35) && game.is_removed(85));
    assert_eq!((game.hand(French).len(), game.hand(British)), (2, vec![3]), "no courier is intercepted");
    assert_eq!(game.asked(), "british card");
}

#[test]
fn a_counter_can_itself_be_countered() {
    let mut game = alliance().hand(French, &[23, 85, 1]).begin();
    game.event(23).dice(&[1]).responds(British, "announced", 82).responds(French, "announced", 85);
    assert_eq!(game.asked(), "french event", "the interpreter is cancelled, and the nations come");
    assert!(game.is_discarded(82) && game.is_removed(85));
    assert_eq!(game.hand(British).len(), 2, "the British have drawn a card");
}

#[test]
fn the_greedy_agent_keeps_a_counter_for_an_event_that_is_worth_it() {
    let answer = |event: u8| {
        let mut game = situation().hand(French, &[i64::from(event), 5]).hand(British, &[85, 3]).game();
        game.set_agent(British, Some(Box::new(Greedy::new(1, British))));
        game.choose_token(&format!("card:{event}")).expect("a card of the hand");
        game.choose_token("event").expect("an event that can be played");
        game.state().removed.contains(CardId(85))
    };
    assert!(answer(1), "Campaign is worth 12");
    assert!(!answer(81), "Ice on the Lakes is worth 6 to the French");
}

// Announcing

/// Massacre! answers an announced event with this.
fn announced(body: &str) -> Situation {
    let script = format!(
        "// Massacre! (7): answers an event.\nfn moments() {{ [\"announced\"] }}\n\
         fn can_respond(moment) {{ moment.card.number == 46 }}\nfn respond(moment) {{ {body} }}\n"
    );
    let content = Content::embedded().with_texts([("events/massacre.rhai", script)]);
    Situation::new().content(content).put("montreal", "repentigny* langlade*").put("albany", "rogers*")
}

#[test]
fn an_event_that_is_doubled_has_its_effect_twice() {
    let mut game = announced("game.double();").hand(French, &[46, 7, 1]).begin();
    game.event(46).dice(&[1, 1]).responds(French, "announced", 7);
    game.french("event", "langlade").french("event", "repentigny");
    assert!(!game.is_reduced("langlade") && !game.is_reduced("repentigny") && game.is_discarded(46));
}

#[test]
fn an_event_that_is_copied_has_its_effect_for_both_sides() {
    let mut game = announced("game.copy();").hand(French, &[46, 1]).hand(British, &[7, 3]).begin();
    game.event(46).dice(&[1, 1]).responds(British, "announced", 7);
    game.french("event", "langlade").british("event", "rogers");
    assert!(!game.is_reduced("langlade") && game.is_reduced("repentigny") && !game.is_reduced("rogers"));
}

#[test]
fn cancelling_is_refused_at_other_moments() {
    let script = "fn moments() { [\"fort_captured\", \"announced\"] }\nfn can_respond(moment) { true }\n\
                  fn respond(moment) { game.cancel(); }\n";
    let scripts = Content::embedded().with_texts([("events/massacre.rhai", script)]).compile();
    assert!(scripts.is_ok(), "it answers `announced` too");
    let script = script.replace(", \"announced\"", "");
    let faults = Content::embedded().with_texts([("events/massacre.rhai", script)]).compile().err().expect("a fault");
    assert_eq!(faults.iter().next().map(|fault| fault.code().to_string()), Some("script::out_of_place".into()));
}

#[test]
fn triggers_that_set_each_other_off_are_stopped_and_named() {
    let rule = |name: &str| {
        format!(
            "fn rule() {{ #{{ name: \"{name}\", about: \"discards without end\" }} }}\n\
             fn moments() {{ [\"card_discarded\"] }}\nfn act(moment) {{\n    \
             game.take_from_discard(game.side, moment.card);\n    game.discard(game.side, moment.card);\n}}\n"
        )
    };
    let texts = [("optional/a.rhai", rule("A"))];
    let scripts = Rc::new(Content::embedded().with_texts(texts).compile().unwrap_or_else(|faults| panic!("{faults}")));
    let header = Header::new("annus-mirabilis", 1, &scripts).with_rules(["a"], &scripts).expect("a rule");
    let mut game = header.begin(scripts).expect("a game");
    game.proceed().expect("the first card");
    let first = game.decision().expect("a card").choices[0];
    game.choose(first).expect("a card");
    let used = game.decision().expect("a use").find("individual").expect("a use");
    let refused = game.choose(used).expect_err("without end").to_string();
    assert!(refused.contains("scripts trigger each other endlessly: `act` of optional/a.rhai → `act` of"), "{refused}");
}

#[test]
fn random_games_with_all_rules_go_through() {
    let scripts: Rc<Scripts> = Rc::new(house_cards().compile().unwrap_or_else(|faults| panic!("{faults}")));
    let mut played = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let header = Header::new("house-cards", seed, &scripts).with_rules(["all"], &scripts).expect("rules");
        let mut game = header.begin(scripts.clone()).expect("a game");
        wilderness_tests::seat_agents(&mut game, seed);
        game.proceed().unwrap_or_else(|halt| panic!("seed {seed}: {halt}"));
        let state = game.state();
        played.extend((state.discard | state.removed).iter().map(|card| card.0).filter(|number| *number > 80));
    }
    assert_eq!(played.len(), 5, "{played:?}");
}
