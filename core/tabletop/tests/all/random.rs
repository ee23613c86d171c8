//! Random games of the folders of the program.

use wilderness_engine::agents::Random;
use wilderness_engine::plain::Header;
use wilderness_engine::script::Compile as _;
use wilderness_engine::{Game, Halt};
use wilderness_tabletop::{FolderTexts, Tabletop};

/// A random game, played to its end.
fn random_game(folder: &str, seed: u64) -> Game<Tabletop> {
    let scripts = std::rc::Rc::new(
        FolderTexts::of_program(folder).compile().unwrap_or_else(|faults| panic!("{}", crate::shown(&faults))),
    );
    let mut game = Game::begin(&Header::new(seed), scripts).expect("a game");
    for side in game.sides() {
        game.set_agent(side, Some(Box::new(Random::new(seed, side))));
    }
    match game.proceed() {
        Err(Halt::Script(fault)) => panic!("{folder}, seed {seed}: {}", crate::shown_fault(&fault)),
        other => other.unwrap_or_else(|halt| panic!("{folder}, seed {seed}: {halt}")),
    };
    game
}

#[test]
fn random_games_end() {
    for folder in ["crown-and-league", "draughts"] {
        for seed in 0..3 {
            let game = random_game(folder, seed);
            assert!(game.outcome().is_some(), "{folder}, seed {seed}");
            if std::env::var("SHOW").is_ok() {
                for line in game.log() {
                    println!("{line}");
                }
                println!("{:?} {}", game.outcome(), game.past().decisions());
            }
        }
    }
}
