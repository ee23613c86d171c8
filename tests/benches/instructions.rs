//! The number of instructions that the engine takes, which is the same on every run: `cargo bench --package
//! wilderness-tests --bench instructions`. Needs valgrind, and `cargo install gungraun-runner` in the version of the
//! library.
#![allow(missing_docs)] // of macro output

use gungraun::{library_benchmark, library_benchmark_group, main};
use std::hint::black_box;
use wilderness_tests::occasions::{at, before_a_battle, before_an_event};
use wilderness_tests::{scripts, seat_agents};
use wilderness_war::Side::French;
use wilderness_war::testing::State;
use wilderness_war::{CardId, Game, Header, Side};

/// A game between random agents that is about to begin.
fn random_game(scenario: &str) -> Game {
    let scripts = scripts();
    let mut game = Header::new(scenario, 1, &scripts).begin(scripts).expect("sound").without_log();
    seat_agents(&mut game, 1);
    game
}

#[library_benchmark]
#[bench::of_1758(at("card"))]
fn clone_a_state(game: Game) -> (State, Game) {
    (black_box(game.state()).clone(), game)
}

// Copies the game and runs its step up to the decision.
#[library_benchmark]
#[benches::of_a_kind(iter = [
    "card", "use", "commander", "member", "march", "action", "militia", "loss", "retreat", "stockade", "go-home",
], setup = at)]
fn decision(game: Game) -> (Game, Game) {
    let mut copy = game.copies().trial();
    copy.proceed().expect("no fault");
    (copy, game)
}

#[library_benchmark]
#[bench::of_1758(at("card"))]
fn supply_of_both_sides(game: Game) -> Game {
    black_box(Side::BOTH.map(|side| game.view(side).supplied(side)));
    game
}

#[library_benchmark]
#[bench::with_militia(before_a_battle())]
fn a_battle(mut game: Game) -> Game {
    game.beforehand().give_rolls([3, 3, 5, 5]);
    game.choose_token("done").expect("no militia join");
    game
}

#[library_benchmark]
#[bench::small_pox(at("card"))]
fn the_condition_of_an_event(game: Game) -> Game {
    black_box(game.view(French).can_play(CardId(34)).expect("a sound script"));
    game
}

// Runs up to the event's question.
#[library_benchmark]
#[bench::small_pox(before_an_event())]
fn an_event(mut game: Game) -> Game {
    game.choose_token("event").expect("it can be played");
    game
}

#[library_benchmark]
#[benches::of(iter = ["annus-mirabilis", "full-campaign"], setup = random_game)]
fn a_random_game(mut game: Game) -> Game {
    game.proceed().expect("no fault");
    game
}

library_benchmark_group!(
    name = engine;
    benchmarks = clone_a_state, decision, supply_of_both_sides, a_battle, the_condition_of_an_event, an_event,
        a_random_game
);

main!(library_benchmark_groups = engine);
