//! Properties of every decision, checked in random games of every scenario.

use std::collections::BTreeSet;
use wilderness_engine::Generator;
use wilderness_engine::record::GameStart;
use wilderness_engine::{Purpose, Stream};
use wilderness_tests::{agents, answer, game, play, random_game, scripts, take_up};
use wilderness_war::news::NewsEntry;
use wilderness_war::testing::{State, broken_invariant};
use wilderness_war::{Ask, CardId, CardSet, Choice, Content, Decision, Game, PerSide, Position, Refused, Side, View};

/// The most decisions in a game.
const STEP_CAP: usize = 20_000;

/// One decision in this many is looked at closely.
const ONE_IN: u32 = 200;

/// The tests of this file, for each scenario.
macro_rules! for_each_scenario {
    ($($name:ident: $id:literal, $games:literal;)*) => {$(
        mod $name {
            #[test]
            fn every_decision_is_sound() {
                (0..$games).for_each(|seed| super::every_decision_is_sound($id, seed));
            }

            #[test]
            fn a_game_can_be_saved_and_resumed_anywhere() {
                (100..100 + $games / 4).for_each(|seed| super::every_sampled_moment_is_sound($id, seed));
            }

            #[test]
            fn everything_can_be_undone_and_redone() {
                (200..202 + $games / 10).for_each(|seed| super::everything_can_be_undone($id, seed));
            }
        }
    )*};
}

for_each_scenario! {
    annus_mirabilis: "annus-mirabilis", 24;
    early_war: "early-war", 24;
    late_war: "late-war", 24;
    full_campaign: "full-campaign", 12;
}

#[test]
fn every_scenario_is_covered() {
    let content = Content::embedded();
    let ids: BTreeSet<&str> = content.scenario_ids().collect();
    assert_eq!(ids, BTreeSet::from(["annus-mirabilis", "early-war", "full-campaign", "late-war"]));
}

/// Everything about a game that a refused answer must not change.
#[derive(PartialEq, Debug)]
struct Snapshot {
    state: State,
    decision: Option<Decision>,
    answers: usize,
    log: Vec<NewsEntry>,
}

impl Snapshot {
    fn of(game: &Game) -> Snapshot {
        Snapshot {
            state: game.state().clone(),
            decision: game.decision().cloned(),
            answers: game.past().answers(),
            log: game.log().to_vec(),
        }
    }
}

/// Plays a game with agents that are not seated; `look` sees it at every decision.
fn play_out(id: &str, seed: u64, mut look: impl FnMut(&mut Game, &Decision, usize)) -> Game {
    let mut game = game(id, seed);
    let mut agents = agents(seed);
    game.proceed().unwrap_or_else(|halt| panic!("{id}, seed {seed}: {halt}"));
    let mut count = 0;
    while let Some(decision) = game.decision().cloned() {
        look(&mut game, &decision, count);
        let choice = answer(&game, &mut agents, &decision);
        game.choose(choice).unwrap_or_else(|refused| panic!("{id}, seed {seed}: {refused}"));
        assert!(game.now().broken().is_none(), "{id}, seed {seed}: {:?}", game.now().broken());
        count += 1;
        assert!(count < STEP_CAP, "{id}, seed {seed}: the game does not end");
    }
    assert!(game.outcome().is_some(), "{id}, seed {seed}: no decision is open, but the game is not over");
    game
}

fn every_decision_is_sound(id: &str, seed: u64) {
    let mut others: Vec<Choice> = Vec::new();
    let game = play_out(id, seed, |game, decision, count| {
        let place = format!("{id}, seed {seed}, decision {count}: {decision:?}");
        assert!(decision.choices.len() >= 2, "{place}");
        assert!(decision.choices.windows(2).all(|pair| pair[0] < pair[1]), "not sorted, or one twice: {place}");
        assert!(is_rule(decision.ask.rule()) && !decision.ask.kind().is_empty(), "{place}");
        assert!(!decision.ask.prompt().is_empty(), "{place}");
        for choice in &decision.choices {
            assert_eq!(decision.find(&choice.token()), Some(*choice), "{place}");
        }
        if decision.ask == Ask::Card {
            settled(game, &place);
        }
        // The answers to other questions are illegal here.
        if count.is_multiple_of(5) {
            refuse(game, decision, &others, &place);
        }
        let kept = others.len() % 64;
        others.truncate(64);
        others.insert(kept, decision.choices[count % decision.choices.len()]);
    });
    for entry in game.log() {
        assert!(is_rule(entry.rule), "{id}, seed {seed}: {entry:?}");
        assert!(!entry.text().is_empty(), "{id}, seed {seed}: {entry:?}");
    }
    settled(&game, &format!("{id}, seed {seed}, at the end"));
    // The same agents, seated, play the same game.
    let straight = random_game(id, seed);
    assert_eq!(Snapshot::of(&straight), Snapshot::of(&game), "{id}, seed {seed}");
    assert_eq!(straight.record(), game.record(), "{id}, seed {seed}");
    assert_eq!(straight.outcome(), game.outcome(), "{id}, seed {seed}");
}

/// A rule is a number in the rulebook, perhaps with a part of it: `6.72`, `4.0 B.3`.
fn is_rule(rule: &str) -> bool {
    rule.starts_with(|c: char| c.is_ascii_digit()) && rule.contains('.')
}

/// What must hold between two steps of the sequence of play.
fn settled(game: &Game, place: &str) {
    assert_eq!(broken_invariant(game.state()), None, "{place}");
    let scored: i16 = game.log().iter().map(NewsEntry::vp).sum();
    assert_eq!(game.state().vp, game.scenario().vp + scored, "{place}");
}

/// An answer that is not offered is refused with the rule, and nothing changes.
fn refuse(game: &mut Game, decision: &Decision, others: &[Choice], place: &str) {
    let before = Snapshot::of(game);
    for choice in others.iter().filter(|choice| !decision.choices.contains(choice)).copied() {
        let refused = game.choose(choice).expect_err(place);
        assert!(refused.to_string().contains(decision.ask.rule()), "{place}: {refused}");
        assert!(matches!(refused, Refused::NotOffered { count, .. } if count == decision.choices.len()), "{place}");
        assert!(game.choose_token(&choice.token()).is_err(), "{place}");
    }
    assert!(game.choose_token("piece:nobody").is_err(), "{place}");
    assert_eq!(Snapshot::of(game), before, "{place}");
}

fn every_sampled_moment_is_sound(id: &str, seed: u64) {
    let mut when = Stream::new(seed, Purpose::Dice);
    play_out(id, seed, |game, decision, count| {
        if when.below(ONE_IN) == 0 {
            let place = format!("{id}, seed {seed}, decision {count}: {decision:?}");
            every_choice_is_accepted(game, decision, &place);
            saved_and_loaded(game, &place);
            copied_and_written(game.state(), &place);
            Side::BOTH.into_iter().for_each(|side| nothing_hidden_is_seen(game, side, &place));
        }
    });
}

/// Every offered choice is accepted, and undoing it restores everything.
fn every_choice_is_accepted(game: &mut Game, decision: &Decision, place: &str) {
    let before = Snapshot::of(game);
    for choice in &decision.choices {
        game.choose(*choice).unwrap_or_else(|refused| panic!("{place}: {refused}"));
        assert!(game.now().broken().is_none(), "{place}, after {choice:?}: {:?}", game.now().broken());
        assert!(game.past_mut().undo(), "{place}: {choice:?} cannot be undone");
        assert_eq!(Snapshot::of(game), before, "{place}: {choice:?} is not undone");
    }
}

/// The record of a game, read again, leads to the same state and the same question.
fn saved_and_loaded(game: &Game, place: &str) {
    let text = game.record().to_string();
    let replayed = play("saved.record", &text).unwrap_or_else(|faults| panic!("{place}: {faults}"));
    assert_eq!(Snapshot::of(&replayed), Snapshot::of(game), "{place}");
    assert_eq!(replayed.record().to_string(), text, "{place}");
    let text = game.past().record_of_all_branches().to_string();
    let loaded = take_up(&text);
    assert_eq!(Snapshot::of(&loaded), Snapshot::of(game), "{place}");
    assert_eq!(loaded.past().record_of_all_branches().to_string(), text, "{place}");
}

/// A clone equals the original, and so does a copy read back from text.
fn copied_and_written(state: &State, place: &str) {
    assert_eq!(&state.clone(), state, "{place}");
    let text = serde_json::to_string(state).expect("written");
    let read: State = serde_json::from_str(&text).expect("read");
    assert_eq!(&read, state, "{place}");
}

/// A view does not depend on the other hand, the draw pile or the generator.
fn nothing_hidden_is_seen(game: &Game, side: Side, place: &str) {
    let (state, enemy) = (game.state(), side.enemy());
    let mut other = state.clone();
    let known = state.known_cards(enemy);
    let secret = state.hands[enemy] - known;
    let mut hidden: Vec<CardId> = secret.iter().chain(state.draw_pile.iter().copied()).collect();
    hidden.reverse();
    other.hands[enemy] = known | hidden.drain(..secret.len()).collect();
    other.draw_pile = hidden;
    other.generator = Generator::seeded(9);
    let scenario = scripts().scenario(&game.scenario().id).expect("known").expect("sound");
    let other =
        Game::from_unchecked(GameStart { header: game.header().clone(), scenario, scripts: scripts(), state: other });
    let (seen, also) = (game.view(side), other.view(side));
    assert_eq!(seen.position(), also.position(), "{place}");
    assert_eq!(View::public(game).position(), View::public(&other).position(), "{place}");
    assert_eq!((seen.side(), seen.hand(), seen.vp()), (side, also.hand(), also.vp()), "{place}");
    assert_eq!(seen.draw_pile_size(), also.draw_pile_size(), "{place}");
    for who in Side::BOTH {
        let strength = |view: &View<'_>| view.strength_of(view.on_map(who));
        assert_eq!((seen.hand_size(who), strength(&seen)), (also.hand_size(who), strength(&also)), "{place}");
        assert_eq!(View::public(game).cards_of(who), state.known_cards(who), "both know them: {place}");
        assert_eq!(View::of_everything(game).cards_of(who), state.hands[who], "{place}");
    }
    assert_eq!(seen.hand(), state.hands[side], "{place}");
    let json = serde_json::to_value(seen.position()).expect("written");
    let seen_cards: Vec<u8> = known.iter().map(|card| card.0).collect();
    assert_eq!(json["hands"][enemy.id()], serde_json::json!(seen_cards), "{place}");
    assert_eq!(json["draw_pile"], serde_json::json!([]), "{place}");
    let shown: CardSet =
        [state.hands[side], state.discard, state.removed, known].into_iter().fold(CardSet::EMPTY, |a, b| a | b);
    assert!(!shown.meets(secret), "{place}: a card is in two places");
    let listed = |position: &Position| -> CardSet {
        let hands = PerSide::new(|side| position.hands[side].clone());
        let lists = [&hands.french, &hands.british, &position.draw_pile, &position.discard, &position.removed];
        lists.into_iter().flatten().map(|&card| CardId(card as u8)).collect()
    };
    assert_eq!(listed(&seen.position()), shown, "{place}");
}

fn everything_can_be_undone(id: &str, seed: u64) {
    let mut fresh = game(id, seed);
    fresh.proceed().expect("no fault");
    let start = Snapshot::of(&fresh);
    let mut game = play_out(id, seed, |_, _, _| {});
    let end = Snapshot::of(&game);
    let decisions = game.past().decisions();
    let mut undone = 0;
    while game.past_mut().undo() {
        undone += 1;
    }
    assert_eq!(undone, decisions, "{id}, seed {seed}");
    assert_eq!(Snapshot::of(&game), start, "{id}, seed {seed}");
    while game.past_mut().redo() {
        undone -= 1;
    }
    assert_eq!(undone, 0, "{id}, seed {seed}");
    assert_eq!(Snapshot::of(&game), end, "{id}, seed {seed}");
}
