//! The tests of the engine, in one binary: of its parts, and of all of it with a small game that it was not written for.

mod analysis;
mod budget;
mod causeways;
mod chance;
mod content;
mod debugger;
mod editions;
mod faults;
mod files;
mod generator;
mod harmless;
mod json;
mod language_of_content;
mod mistaken;
mod nim;
mod plain;
mod plans;
mod records;
mod script_text;
mod scripts;
mod shared_scripts;
mod sides;

use std::rc::Rc;
use std::time::Duration;
use wilderness_engine::agents::{Budget, Search};
use wilderness_engine::faults::Source;
use wilderness_engine::odds::{self, End, Tally};
use wilderness_engine::perft::{Deals, Perft};
use wilderness_engine::record::Record;
use wilderness_engine::{Agent, Answer, Chance as _, Decision, Game, Goal, Halt, Question as _, Rules, Windows};
use wilderness_outpost::{self as outpost, Choice, Outpost, RED, card, game, random};

/// A game played to its end by two random agents.
fn played(seed: u64, windows: Windows) -> Game<Outpost> {
    let mut game = game(seed, windows);
    random(&mut game, seed);
    game.proceed().expect("a game");
    assert!(game.outcome().is_some());
    game
}

#[test]
fn a_record_replays_the_same_game() {
    for seed in 0..200 {
        let windows = if seed % 2 == 0 { Windows::Open } else { Windows::Holder };
        let game = played(seed, windows);
        let text = game.record().to_string();
        let record = Record::<Outpost>::parse(&Source::new("game.record", text.clone())).expect("a record");
        let again = record.play(game.scripts().clone(), None).expect("the same game");
        assert_eq!(again.state(), game.state());
        assert_eq!(again.record().to_string(), text);
    }
}

#[test]
fn an_answer_can_be_undone_and_another_branch_begun() {
    let mut game = game(7, Windows::Holder);
    game.proceed().expect("the first question");
    let first = game.decision().expect("a question").clone();
    assert_eq!((first.side, first.ask.kind()), (RED, "card"));
    game.choose(first.choices[0]).expect("a card");
    assert_eq!(
        game.decision().map(|decision| decision.choices.clone()),
        Some(["attack", "draw"].map(Choice::of).to_vec())
    );
    game.choose_token("draw").expect("a use");
    let stood = game.state().clone();
    assert!(game.past_mut().undo() && game.past_mut().undo());
    assert_eq!(game.decision(), Some(&first));
    game.choose(first.choices[1]).expect("another card");
    assert_eq!(game.past_mut().branches().len(), 2);
    game.past_mut().go(Goal::Branch(1)).expect("the first line");
    assert_eq!(*game.state(), stood);
    game.past_mut().go(Goal::Start).expect("the start");
    assert_eq!(game.decision(), Some(&first));
    assert!(game.choose(Choice::PASS).is_err(), "it is not offered");
    let why = game.why().why_not(card(99)).expect("a reason");
    assert_eq!((why.rule, why.to_string()), ("2", "the card is not in the hand (2)".to_string()));
}

#[test]
fn a_supposed_game_stops_at_a_die_and_opens_no_windows() {
    let mut game = game(7, Windows::Open);
    game.proceed().expect("the first question");
    let mut supposed = game.copies().suppose(RED).expect("a copy");
    let card = supposed.decision().expect("a question").choices[0];
    supposed.choose(card).expect("a card");
    supposed.choose_token("attack").expect("an attack");
    let Some(Halt::Die(throw)) = supposed.now().broken() else { panic!("{:?}", supposed.now().broken()) };
    assert_eq!(throw.kind(), "attack");
    assert_eq!(game.past().answers(), 0);
}

#[test]
fn perft_counts_the_sequences_of_a_game() {
    let mut game = game(7, Windows::Holder);
    game.proceed().expect("the first question");
    let count = |depth| Perft::count(&game, depth, Deals::Each).expect("a count");
    assert_eq!(count(1).sequences, 3, "one for each card");
    let holds_a_high_card = game.state().hands[1].iter().any(|card| *card > 8);
    // Three cards: an attack branches into six faces, or first into an ambush; a draw into the six cards of the pile.
    let attack = if holds_a_high_card { 1 } else { 6 };
    assert_eq!(count(2).sequences, 3 * (attack + 6));
    assert!((count(2).weighed - 6.0).abs() < 1e-9, "what chance decides is averaged");
}

#[test]
fn a_search_is_deterministic_and_beats_the_random_agent() {
    let play = |seed| {
        let mut game = game(seed, Windows::Holder);
        random(&mut game, seed);
        let search = Search::new(seed, RED, Budget::Games(60), 1, || Duration::ZERO);
        game.set_agent(RED, Some(Box::new(search)));
        game.proceed().expect("a game");
        game
    };
    let games: Vec<Game<Outpost>> = (0..30).map(play).collect();
    let won = |games: &[Game<Outpost>]| games.iter().filter(|game| game.outcome() == Some(Some(RED))).count();
    let by_chance: Vec<Game<Outpost>> = (0..30).map(|seed| played(seed, Windows::Holder)).collect();
    assert!(won(&games) > won(&by_chance), "{} and {}", won(&games), won(&by_chance));
    assert_eq!(play(3).record().to_string(), games[3].record().to_string());
    assert!(games[3].why().reasons().iter().any(|reason| reason.explanation.sentence.contains("playouts")));
}

#[test]
fn an_agent_sees_its_own_hand_and_must_answer_what_is_asked() {
    /// Answers with a card that is not in its hand.
    struct Cheat;
    impl Agent<Outpost> for Cheat {
        fn choose(&mut self, view: &outpost::View<'_>, decision: &Decision<Outpost>) -> Choice {
            assert_eq!(view.hand().len(), decision.choices.len());
            card(99)
        }
    }
    let mut game = game(1, Windows::Holder);
    game.set_agent(RED, Some(Box::new(Cheat)));
    let halt = game.proceed().expect_err("an illegal answer");
    assert!(matches!(halt, Halt::Illegal { choice, .. } if choice == card(99)), "{halt}");
}

/// The chance that an attack succeeds.
#[derive(Default)]
struct Success(f64);

impl Tally<Outpost> for Success {
    fn assume(&mut self, _: &[Answer<Outpost>]) {}

    fn add(&mut self, chance: f64, end: &End<Outpost>) {
        self.0 += if end.settled { chance } else { 0.0 };
    }

    fn endanger(&mut self, _: f64, _: &End<Outpost>, _: &End<Outpost>) {}
}

#[test]
fn the_odds_of_an_attack_are_those_of_its_die() {
    let mut game = game(3, Windows::Holder);
    game.proceed().expect("a game");
    let card = game.decision().expect("a card is played").choices[0];
    game.choose(card).expect("the card is in the hand");
    let attack = Answer::Choice {
        side: RED,
        ask: game.decision().expect("what the card is used for").ask.clone(),
        choice: Choice::of("attack"),
    };
    let mut table = game.copies().rerun().expect("a decision is open");
    table.supply(attack);
    let given = table.known().count();
    let pass = Rc::new(|_: &outpost::State, _: &Decision<Outpost>| Some(Choice::PASS));
    let odds = odds::weigh(table, given, pass, Outpost::step, |_, _| Success::default()).expect("no fault");
    let card = outpost::number(card);
    let winning = (1..=6).filter(|face| face + card / 2 > 5).count();
    assert!((odds.expect("a die is rolled").0 - winning as f64 / 6.0).abs() < 1e-12);
}
