//! Games: bytes that choose among the legal answers, and lines at the prompt.

use crate::scripts;
use wilderness_engine::{Purpose, Stream};
use wilderness_repl::harness::Prompt;
use wilderness_war::testing::{State, broken_invariant};
use wilderness_war::{Ask, Content, Game, Header, Refused};

/// The number of decisions of a short game.
pub const SHORT: usize = 24;
/// The most decisions of an input.
const MOST: usize = 200;
/// The byte that undoes and redoes the last choice.
const UNDO: u8 = 255;
/// The most lines that are typed, and the longest of them in bytes.
const LINES: usize = 10;
const LINE: usize = 200;

/// Plays with one byte for each decision, until the bytes or the game end. Checks the invariants between actions: when
/// a side is about to play a card, and at the end.
///
/// # Panics
/// If an offered answer is refused, the rules reach a dead end, or the position is impossible.
pub fn play_on(game: &mut Game, bytes: &[u8]) {
    let _ = game.proceed();
    for &byte in bytes {
        let Some(decision) = game.decision() else { break };
        if decision.ask == Ask::Card {
            settled(game.state());
        }
        let choice = decision.choices[usize::from(byte) % decision.choices.len()];
        if byte == UNDO {
            undo_and_redo(game);
            continue;
        }
        match game.choose(choice) {
            // A script may fail; the game continues without it.
            Ok(()) | Err(Refused::ScriptFailed(_)) => {}
            Err(refused) => panic!("{choice:?} was offered and is refused: {refused}"),
        }
        let script = |halt: &&_| matches!(halt, wilderness_war::Halt::Script(_));
        match game.now().broken() {
            None => {}
            Some(halt) if script(&halt) => break,
            Some(halt) => panic!("{choice:?} stops the game: {halt}"),
        }
    }
    if game.outcome().is_some() {
        settled(game.state());
    }
}

fn settled(state: &State) {
    assert_eq!(broken_invariant(state), None);
}

/// Undoes and redoes the last choice, which must restore everything.
fn undo_and_redo(game: &mut Game) {
    let (state, decision, known) = (game.state().clone(), game.decision().cloned(), game.past().answers());
    if game.past_mut().undo() {
        assert!(game.past().answers() < known, "undo takes nothing back");
        assert!(game.past_mut().redo(), "redo fails after undo");
    }
    assert!(*game.state() == state && game.decision() == decision.as_ref(), "undo and redo change the game");
    assert_eq!(game.past().answers(), known);
}

/// The first four bytes choose the scenario, the seed and optional rules, and each further byte an answer. At the end
/// everything is undone and redone.
pub fn decisions(data: &[u8]) {
    let Some((&[scenario, seed, more, rules], answers)) = data.split_first_chunk::<4>() else { return };
    let scripts = scripts();
    let content = Content::embedded();
    let ids: Vec<&str> = content.scenario_ids().collect();
    let seed = u64::from(u16::from_le_bytes([seed, more]));
    let mut coins = Stream::new(rules.into(), Purpose::Rules);
    let rules = scripts.compatible_rules(|_| rules > 0 && coins.below(2) == 0);
    let rules = rules.into_iter().map(|rule| rule.id.clone()).collect();
    let mut header = Header::new(ids[usize::from(scenario) % ids.len()], seed, &scripts);
    (header.rules, header.scripts) = (rules, Vec::new());
    let mut game = header.begin(scripts).unwrap_or_else(|faults| panic!("no game begins: {faults}"));
    let _ = game.proceed();
    let start = game.state().clone();
    play_on(&mut game, &answers[..answers.len().min(MOST)]);
    let (end, mut undone) = (game.state().clone(), 0);
    while undone < 8 && game.past_mut().undo() {
        undone += 1;
    }
    while undone > 0 && game.past_mut().redo() {
        undone -= 1;
    }
    assert!(undone == 0 && *game.state() == end, "undo and redo change the game");
    if game.past_mut().undo_to(0) {
        assert!(*game.state() == start, "undo does not lead to the start");
    }
}

/// Lines at the prompt of a game between two people, some of them typed before it is played on and some after.
pub fn prompt(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut prompt = Prompt::new(scripts(), 3).unwrap_or_else(|faults| panic!("no game begins: {faults}"));
    for line in text.lines().filter(|line| line.len() <= LINE).take(LINES) {
        let answer = prompt.line(line);
        let said = answer.unwrap_or_else(Some).unwrap_or_default();
        assert!(said.len() < 1 << 20, "`{line}` is answered at length");
    }
    let _ = prompt.prompt();
}
