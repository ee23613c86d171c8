//! The tests of games that are folders, in one binary.

mod dealt;
mod draughts;
mod fen;
mod guide;
mod naive;
mod random;
mod sentences;
mod trials;

use std::rc::Rc;
use wilderness_engine::agents::Random;
use wilderness_engine::faults::{Fault, Faults};
use wilderness_engine::plain::Header;
use wilderness_engine::script::Compile as _;
use wilderness_engine::{Game, Halt};
use wilderness_tabletop::{Folder, FolderTexts, Tabletop};

/// The folders that are part of the program, and that with which `init` begins one.
const FOLDERS: [&str; 5] = ["alder-fords", "crown-and-league", "draughts", "fen", STARTER];
const STARTER: &str = "new-folder";

fn folder(name: &str) -> Rc<Folder> {
    let starter = || {
        let data = include_str!("../../../../scenarios/new-folder/game.toml");
        FolderTexts::new(data, include_str!("../../../../scenarios/new-folder/rules.rhai"))
    };
    let texts = if name == STARTER { starter() } else { FolderTexts::of_program(name) };
    Rc::new(texts.compile().unwrap_or_else(|faults| panic!("{}", shown(&faults))))
}

/// A game at its first question.
fn begun(name: &str, seed: u64) -> Game<Tabletop> {
    let mut game = Game::begin(&Header::new(seed), folder(name)).expect("a game");
    game.proceed().unwrap_or_else(|halt| panic!("{name}, seed {seed}: {}", shown_halt(&halt)));
    game
}

/// A random game, played to its end.
fn random_game(name: &str, seed: u64) -> Game<Tabletop> {
    let mut game = Game::begin(&Header::new(seed), folder(name)).expect("a game");
    for side in game.sides() {
        game.set_agent(side, Some(Box::new(Random::new(seed, side))));
    }
    game.proceed().unwrap_or_else(|halt| panic!("{name}, seed {seed}: {}", shown_halt(&halt)));
    game
}

/// Faults with the lines at which they point.
fn shown(faults: &Faults) -> String {
    faults.iter().map(shown_fault).collect::<Vec<_>>().join("\n")
}

fn shown_halt(halt: &Halt<Tabletop>) -> String {
    match halt {
        Halt::Script(fault) => shown_fault(fault),
        other => other.to_string(),
    }
}

fn shown_fault(fault: &Fault) -> String {
    let places = fault.labels().map(|(span, label)| {
        let text = fault.source_text().map_or("", |source| source.text());
        let line = text.get(..span.start).map_or(0, |before| before.lines().count());
        format!("line {line}: `{}`: {label}", text.get(span.clone()).unwrap_or_default())
    });
    format!("{fault} [{}]", places.collect::<Vec<_>>().join("; "))
}
