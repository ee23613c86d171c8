//! The scripts that a thread has compiled, which its games and searches share.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::Duration;
use wilderness_engine::agents::{Budget, Search};
use wilderness_engine::script::{Compile as _, compiled_once};
use wilderness_engine::{Agent, Decision, Game, Side as _, Windows};
use wilderness_outpost::{Cards, Choice, NIGHT_RAID, Outpost, RAID, RED, Text, View, card, game, random};

fn shared(script: &str) -> Rc<Cards> {
    compiled_once(&Text(script.into())).expect("sound scripts")
}

fn apart(script: &str) -> Rc<Cards> {
    Rc::new(Text(script.into()).compile().expect("sound scripts"))
}

/// A game in which Red is about to play the event, with these scripts.
fn before_the_event(scripts: Rc<Cards>) -> Game<Outpost> {
    let holds = |game: &Game<Outpost>| game.state().hands[RED.index()].contains(&RAID);
    let mut game = (0..).map(|seed| game(seed, Windows::Holder)).find(holds).expect("a seed");
    game.reloading().reload(scripts).expect("sound scripts");
    game.proceed().expect("the first question");
    game.choose(card(RAID)).expect("the card is in the hand");
    game
}

/// The record of a game in which a search answers what the event asks.
fn searched(scripts: Rc<Cards>) -> String {
    let mut game = before_the_event(scripts);
    random(&mut game, 3);
    game.set_agent(RED, Some(Box::new(Search::new(3, RED, Budget::Games(400), 1, || Duration::ZERO))));
    game.choose(Choice::of("event")).expect("its condition holds");
    assert!(game.outcome().is_some());
    game.record().to_string()
}

/// An agent with a mistake.
struct Faulty;

impl Agent<Outpost> for Faulty {
    fn choose(&mut self, _: &View<'_>, _: &Decision<Outpost>) -> Choice {
        std::panic::resume_unwind(Box::new("a mistake"))
    }
}

#[test]
fn a_thread_compiles_the_same_texts_once() {
    let changed = NIGHT_RAID.replace("Which card do", "What do");
    let (first, second) = (shared(NIGHT_RAID), shared(&changed));
    assert!(!Rc::ptr_eq(&first, &second), "other texts are other scripts");
    assert!(Rc::ptr_eq(&first, &shared(NIGHT_RAID)));
    for comment in 0..20 {
        shared(&format!("{NIGHT_RAID}// {comment}"));
    }
    assert_eq!(Rc::strong_count(&first), 1, "texts that changed are not kept for ever");
    assert!(compiled_once::<Cards>(&Text("fn play( {".into())).is_err());
    assert!(compiled_once::<Cards>(&Text("fn play( {".into())).is_err(), "a fault is told each time");
}

#[test]
fn a_search_in_the_middle_of_an_event_plays_as_with_scripts_of_its_own() {
    assert_eq!(searched(shared(NIGHT_RAID)), searched(apart(NIGHT_RAID)));
    // The event and the playouts come close to the limit of operations only together.
    let slow = NIGHT_RAID.replace("fn play() {", "fn play() { let n = 0; while n < 30000 { n += 1; }");
    assert_eq!(searched(shared(&slow)), searched(apart(&slow)));
}

#[test]
fn an_agent_that_panics_in_an_event_leaves_the_scripts_to_other_games() {
    let scripts = shared(NIGHT_RAID);
    for _ in 0..20 {
        let mut game = before_the_event(scripts.clone());
        game.set_agent(RED, Some(Box::new(Faulty)));
        let played = catch_unwind(AssertUnwindSafe(|| game.choose(Choice::of("event")).is_ok()));
        assert!(played.is_err(), "the mistake was not made");
    }
    assert_eq!(searched(scripts), searched(apart(NIGHT_RAID)));
}
