//! English draughts, a folder that is part of the program: its counts are published.

use crate::naive::{Board, square};
use crate::{begun, random_game};
use wilderness_engine::perft::{Deals, Perft};
use wilderness_engine::{Game, Side as _};
use wilderness_tabletop::Tabletop;

fn counted(depth: usize) -> u64 {
    Perft::count(&begun("draughts", 1), depth, Deals::Each).unwrap_or_else(|stuck| panic!("{stuck}")).sequences
}

/// The answers to the open question.
fn moves(game: &Game<Tabletop>) -> Vec<String> {
    game.decision().map_or_else(Vec::new, |open| open.choices.iter().map(|choice| choice.name().to_string()).collect())
}

#[test]
fn the_first_moves_are_those_of_the_rules() {
    assert_eq!(moves(&begun("draughts", 1)), ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"]);
}

#[test]
fn perft_counts_are_those_published() {
    let counts: Vec<u64> = (1..=6).map(counted).collect();
    assert_eq!(counts, [7, 49, 302, 1_469, 7_361, 36_768]);
}

/// The board as the plain program has it.
fn plain(game: &Game<Tabletop>) -> Board {
    let mut board = Board([[None; 8]; 8]);
    let data = &game.scripts().data;
    for piece in game.view(game.now().active()).pieces() {
        let place = data.board.places[usize::from(piece.at.expect("it is on the board"))].place;
        let (row, column) = square(place.id.as_str().parse().expect("a number"));
        let is_king = piece.kind == data.kind("king");
        board.0[row][column] = Some((piece.side.id() == "black", is_king));
    }
    board
}

/// In random games to their ends, with kings and jumps of several pieces, the moves are those of the plain program.
#[test]
fn another_program_finds_the_same_moves() {
    let (mut kings, mut several) = (0, 0);
    for seed in 0..12 {
        let played = random_game("draughts", seed);
        let mut game = begun("draughts", seed);
        for answer in played.history() {
            let wilderness_engine::Answer::Choice { side, choice, .. } = answer else { continue };
            let board = plain(&game);
            let (mut own, mut other) = (moves(&game), board.moves(side.id() == "black"));
            own.sort_unstable();
            other.sort_unstable();
            // Two ways around the same pieces are two moves.
            assert_eq!(own, other, "seed {seed}: {board:?}");
            kings += usize::from(board.0.iter().flatten().flatten().any(|(_, king)| *king));
            several += usize::from(own.iter().any(|name| name.matches('x').count() > 1));
            game.choose(*choice).unwrap_or_else(|refused| panic!("seed {seed}: {refused}"));
        }
        assert_eq!(game.outcome(), played.outcome());
    }
    assert!(kings > 100 && several > 20, "{kings} {several}");
}
