//! Properties of every decision, checked in random battles with random options.

use crate::games;
use crate::situation::battles;
use std::rc::Rc;
use wilderness_battles::{Battles, Choice, Decision, Game, Header, LogEntry, Record, Side, State};
use wilderness_engine::agents::Random;
use wilderness_engine::faults::Source;
use wilderness_engine::{Agent, Choice as _, Purpose, Question as _, Refused, Side as _, Stream};

/// The most decisions in a battle.
const STEP_CAP: usize = 20_000;

/// Everything about a battle that a refused answer must not change.
#[derive(PartialEq, Debug)]
struct Snapshot {
    state: State,
    decision: Option<Decision>,
    answers: usize,
    log: Vec<LogEntry>,
}

impl Snapshot {
    fn of(game: &Game) -> Snapshot {
        let (state, decision) = (game.state().clone(), game.decision().cloned());
        Snapshot { state, decision, answers: game.past().answers(), log: game.log().to_vec() }
    }
}

/// A battle before its first step.
fn begin(battles: &Rc<Battles>, id: &str, seed: u64) -> Game {
    let header = Header::new(id, seed, games::options(battles, id, seed));
    let mut game = Game::begin(&header, battles.clone()).expect("a battle");
    game.proceed().unwrap_or_else(|halt| panic!("{id} {seed}: {halt}"));
    game
}

/// Plays a battle with agents that are not seated; `look` sees it at every decision.
fn play_out(battles: &Rc<Battles>, id: &str, seed: u64, mut look: impl FnMut(&mut Game, &Decision, usize)) -> Game {
    let mut game = begin(battles, id, seed);
    let mut agents = Side::BOTH.map(|side| Random::new(seed, side));
    let mut count = 0;
    while let Some(decision) = game.decision().cloned() {
        look(&mut game, &decision, count);
        let choice = agents[decision.side.index()].choose(&game.view(decision.side), &decision);
        game.choose(choice).unwrap_or_else(|refused| panic!("{id} {seed}: {refused}"));
        assert!(game.now().broken().is_none(), "{id} {seed}: {:?}", game.now().broken());
        count += 1;
        assert!(count < STEP_CAP, "{id} {seed}: the battle does not end");
    }
    assert!(game.outcome().is_some(), "{id} {seed}: no decision is open, but the battle is not over");
    game
}

#[test]
fn every_decision_is_sound() {
    let battles = battles();
    for (id, seed) in games::SCENARIOS.into_iter().flat_map(|id| [11, 12].map(|seed| (id, seed))) {
        let mut others: Vec<Choice> = Vec::new();
        let game = play_out(&battles, id, seed, |game, decision, count| {
            let place = format!("{id}, seed {seed}, decision {count}: {decision:?}");
            assert!(decision.choices.len() >= 2, "{place}");
            assert!(decision.choices.windows(2).all(|pair| pair[0] < pair[1]), "not sorted, or one twice: {place}");
            assert!(decision.ask.rule().contains('.') && !decision.ask.prompt().is_empty(), "{place}");
            for choice in &decision.choices {
                assert_eq!(decision.find(&choice.token()), Some(*choice), "{place}");
            }
            if count.is_multiple_of(9) {
                refuse(game, decision, &others, &place);
            }
            others.truncate(48);
            others.insert(0, decision.choices[count % decision.choices.len()]);
        });
        for entry in game.log() {
            assert!(entry.rule.contains('.') && !entry.text(game.scenario()).is_empty(), "{id} {seed}: {entry:?}");
        }
        assert_eq!(game.view(game.now().active()).broken_invariant(), None, "{id} {seed}");
    }
}

/// An answer that is not offered is refused with the rule, and nothing changes.
fn refuse(game: &mut Game, decision: &Decision, others: &[Choice], place: &str) {
    let before = Snapshot::of(game);
    for choice in others.iter().filter(|choice| !decision.choices.contains(choice)).copied() {
        let refused = game.choose(choice).expect_err(place);
        assert!(refused.to_string().contains(decision.ask.rule()), "{place}: {refused}");
        assert!(matches!(refused, Refused::NotOffered { count, .. } if count == decision.choices.len()), "{place}");
    }
    assert!(game.choose_token("unit:nobody").is_err(), "{place}");
    assert_eq!(Snapshot::of(game), before, "{place}");
}

#[test]
fn a_battle_can_be_saved_and_resumed_anywhere_and_every_answer_taken_back() {
    let battles = battles();
    for (id, seed) in games::SCENARIOS.into_iter().zip([21, 22, 23, 24]) {
        let mut when = Stream::new(seed, Purpose::Dice);
        play_out(&battles, id, seed, |game, decision, count| {
            if when.below(150) != 0 {
                return;
            }
            let place = format!("{id}, seed {seed}, decision {count}: {decision:?}");
            let before = Snapshot::of(game);
            for choice in &decision.choices {
                game.choose(*choice).unwrap_or_else(|refused| panic!("{place}: {refused}"));
                assert!(game.now().broken().is_none(), "{place}, after {choice:?}: {:?}", game.now().broken());
                assert!(game.past_mut().undo(), "{place}: {choice:?} cannot be undone");
                assert_eq!(Snapshot::of(game), before, "{place}: {choice:?} is not undone");
            }
            let text = game.past().record_of_all_branches().to_string();
            let record = Record::parse(&Source::new("saved.record", text.as_str())).expect("a record");
            let (loaded, misfits) = record.take_up(battles.clone()).expect("the same battle");
            assert!(misfits.is_empty(), "{place}: {misfits:?}");
            assert_eq!(Snapshot::of(&loaded), before, "{place}");
            assert_eq!(loaded.past().record_of_all_branches().to_string(), text, "{place}");
        });
    }
}

#[test]
fn everything_can_be_undone_and_redone() {
    let battles = battles();
    for (id, seed) in games::SCENARIOS.into_iter().zip([31, 32, 33, 34]) {
        let start = Snapshot::of(&begin(&battles, id, seed));
        let mut game = play_out(&battles, id, seed, |_, _, _| {});
        let (end, decisions, mut undone) = (Snapshot::of(&game), game.past().decisions(), 0);
        while game.past_mut().undo() {
            undone += 1;
        }
        assert_eq!(undone, decisions, "{id} {seed}");
        assert_eq!(Snapshot::of(&game), start, "{id} {seed}");
        while game.past_mut().redo() {
            undone -= 1;
        }
        assert_eq!(undone, 0, "{id} {seed}");
        assert_eq!(Snapshot::of(&game), end, "{id} {seed}");
    }
}
