//! English draughts, the folder that is part of the program: its counts are published.

use std::rc::Rc;
use wilderness_engine::Game;
use wilderness_engine::perft::{Deals, Perft};
use wilderness_engine::plain::Header;
use wilderness_engine::script::Compile as _;
use wilderness_tabletop::{Folder, FolderTexts, Tabletop};

fn folder() -> Rc<Folder> {
    Rc::new(FolderTexts::of_program("draughts").compile().unwrap_or_else(|faults| panic!("{faults:#?}")))
}

fn begun(seed: u64) -> Game<Tabletop> {
    let mut game = Game::begin(&Header::new(seed), folder()).expect("a game");
    game.proceed().expect("the first question");
    game
}

fn counted(depth: usize) -> u64 {
    Perft::count(&begun(1), depth, Deals::Each).unwrap_or_else(|stuck| panic!("{stuck}")).sequences
}

#[test]
fn the_first_moves_are_those_of_the_rules() {
    let game = begun(1);
    let tokens = game.decision().expect("a question").choices.iter().map(ToString::to_string);
    assert_eq!(
        tokens.collect::<Vec<_>>(),
        ["move 10-14", "move 10-15", "move 11-15", "move 11-16", "move 12-16", "move 9-13", "move 9-14"]
    );
}

#[test]
fn perft_counts_are_those_published() {
    let counts: Vec<u64> = (1..=5).map(counted).collect();
    assert_eq!(counts, [7, 49, 302, 1_469, 7_361]);
}
