//! The battles: bytes that choose among the legal answers, records, positions, and files of content.

use std::cell::OnceCell;
use std::rc::Rc;
use wilderness_battles::inspect::{InspectQuery, inspect};
use wilderness_battles::{Battles, Content, Game, Header, Options, PositionEntry, Record};
use wilderness_engine::Generator;
use wilderness_engine::faults::Source;
use wilderness_engine::script::Compile as _;
use wilderness_engine::{Halt, Refused};

/// The most decisions of an input.
const MOST: usize = 300;
/// The number of decisions of a short battle.
const SHORT: usize = 60;
/// The byte that undoes and redoes the last choice.
const UNDO: u8 = 255;
/// The file of a text that names no other in its first line.
const SCENARIO: &str = "lake-george.toml";

fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}

/// The built-in battles, compiled once for each thread.
fn battles() -> Rc<Battles> {
    thread_local!(static BATTLES: OnceCell<Rc<Battles>> = const { OnceCell::new() });
    let load = || Rc::new(Battles::embedded().unwrap_or_else(|faults| panic!("unsound content: {faults}")));
    BATTLES.with(|battles| battles.get_or_init(load).clone())
}

/// Plays with one byte for each decision, until the bytes or the battle end.
///
/// # Panics
/// If an offered answer is refused, the rules reach a dead end, or the position is impossible.
fn play_on(game: &mut Game, bytes: &[u8]) {
    let _ = game.proceed();
    for &byte in bytes {
        let Some(decision) = game.decision() else { break };
        let choice = decision.choices[usize::from(byte) % decision.choices.len()];
        if byte == UNDO {
            let (state, known) = (game.state().clone(), game.past().answers());
            assert!(!game.past_mut().undo() || game.past_mut().redo(), "redo fails after undo");
            assert!(*game.state() == state && game.past().answers() == known, "undo and redo change the battle");
            continue;
        }
        match game.choose(choice) {
            // A script may fail; the battle continues without it.
            Ok(()) | Err(Refused::ScriptFailed(_)) => {}
            Err(refused) => panic!("{choice:?} was offered and is refused: {refused}"),
        }
        match game.now().broken() {
            None => {}
            Some(Halt::Script(_)) => break,
            Some(halt) => panic!("{choice:?} stops the battle: {halt}"),
        }
    }
    if game.outcome().is_some() {
        assert_eq!(game.view(game.now().active()).broken_invariant(), None);
    }
}

/// The first four bytes choose the battle, the seed and the options, and each further byte an answer. At the end
/// everything is undone and redone.
pub fn battle(data: &[u8]) {
    let Some((&[scenario, seed, more, rules], answers)) = data.split_first_chunk::<4>() else { return };
    let battles = battles();
    let all: Vec<_> = battles.iter().collect();
    let battle = all[usize::from(scenario) % all.len()];
    let mut options = Options::default();
    for (index, word) in Options::WORDS.into_iter().enumerate().filter(|(_, word)| battle.has_option(word)) {
        if let Some(option) = options.get_mut(word) {
            *option = rules >> index & 1 == 1;
        }
    }
    let header = Header::new(&battle.id, u64::from(u16::from_le_bytes([seed, more])), options);
    let mut game = Game::begin(&header, battles.clone()).unwrap_or_else(|faults| panic!("no battle begins: {faults}"));
    play_on(&mut game, &answers[..answers.len().min(MOST)]);
    let (end, mut undone) = (game.state().clone(), 0);
    while undone < 8 && game.past_mut().undo() {
        undone += 1;
    }
    while undone > 0 && game.past_mut().redo() {
        undone -= 1;
    }
    assert!(undone == 0 && *game.state() == end, "undo and redo change the battle");
}

/// Parses and plays a record, whose battle must survive writing and reading.
pub fn battle_record(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let Ok(record) = Record::parse(&Source::new("fuzzed.record", text)) else { return };
    let Ok((game, _)) = record.take_up(battles()) else { return };
    let written = game.record().to_string();
    let again = Record::parse(&Source::new("written.record", written.as_str())).and_then(|it| it.play(battles(), None));
    let again = again.unwrap_or_else(|faults| panic!("what was written cannot be read: {faults}\n{written}"));
    assert!(again.state() == game.state(), "the record leads elsewhere:\n{written}");
}

/// Reads and checks a position. A possible one is inspected, and played on from.
pub fn battle_position(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let Ok(entry) = PositionEntry::read(&Source::new("fuzzed.json", text)) else { return };
    let battles = battles();
    let Ok(battle) = battles.find(&entry.position.scenario) else { return };
    let Ok(state) = entry.check(battle, Generator::seeded(1)) else { return };
    let _ = inspect(&battles, battle, &state, &InspectQuery::default());
    let Ok(mut game) = Game::begin(&Header::from_position(entry.position, 1), battles.clone()) else { return };
    play_on(&mut game, &[7; SHORT]);
}

/// Replaces the scenario of Lake George, or the file that a first line `# file: NAME` or `// file: NAME` names: tables,
/// a map, counters or a script. Content without faults is played with all options.
pub fn battle_content(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let first = text.lines().next().unwrap_or_default().trim_start_matches(['#', '/', ' ']);
    let file = first.strip_prefix("file: ").map_or(SCENARIO, str::trim);
    let Ok(battles) = Content::embedded().with(file, text).compile() else { return };
    let battles: Rc<Battles> = Rc::new(battles);
    let ids: Vec<String> = battles.iter().map(|battle| battle.id.clone()).collect();
    for id in ids {
        let mut options = Options::default();
        for word in Options::WORDS.into_iter().filter(|word| battles.find(&id).is_ok_and(|it| it.has_option(word))) {
            if let Some(option) = options.get_mut(word) {
                *option = true;
            }
        }
        let Ok(mut game) = Game::begin(&Header::new(&id, 1, options), battles.clone()) else { continue };
        let bytes: Vec<u8> = data.iter().copied().cycle().take(SHORT).collect();
        play_on(&mut game, &bytes);
    }
}
