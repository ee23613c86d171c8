//! How long the engine takes, and what it allocates: `cargo bench --package wilderness-tests --bench engine`.

use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher, black_box};
use wilderness_engine::Agent;
use wilderness_engine::perft::{Deals, Perft};
use wilderness_tests::occasions::{at, before_a_battle, before_an_event};
use wilderness_tests::{scripts, seat_agents};
use wilderness_war::Side::French;
use wilderness_war::agents::Greedy;
use wilderness_war::odds::Odds;
use wilderness_war::{CardId, Header, Side};

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

#[divan::bench]
fn clone_a_state(bencher: Bencher) {
    let game = at("card");
    bencher.bench_local(|| black_box(game.state()).clone());
}

/// Copies the game and runs its step up to the decision.
#[divan::bench(args = [
    "card", "use", "commander", "member", "march", "action", "militia", "loss", "retreat", "stockade", "go-home",
])]
fn decision(bencher: Bencher, kind: &str) {
    let game = at(kind);
    bencher.bench_local(|| {
        let mut copy = game.copies().trial();
        copy.proceed().expect("no fault");
        copy
    });
}

#[divan::bench]
fn supply_of_both_sides(bencher: Bencher) {
    let game = at("card");
    bencher.bench_local(|| Side::BOTH.map(|side| black_box(game.view(side)).supplied(side)));
}

/// Resolves a battle, and undoes it.
#[divan::bench]
fn a_battle(bencher: Bencher) {
    let mut game = before_a_battle();
    bencher.bench_local(|| {
        game.beforehand().give_rolls([3, 3, 5, 5]);
        game.choose_token("done").expect("no militia join");
        game.past_mut().undo()
    });
}

#[divan::bench]
fn the_condition_of_an_event(bencher: Bencher) {
    let game = at("card");
    bencher.bench_local(|| black_box(game.view(French)).can_play(CardId(34)));
}

/// Plays an event up to its question, and undoes it.
#[divan::bench]
fn an_event(bencher: Bencher) {
    let mut game = before_an_event();
    bencher.bench_local(|| {
        game.choose_token("event").expect("it can be played");
        game.past_mut().undo()
    });
}

#[divan::bench]
fn odds_of_a_battle(bencher: Bencher) {
    let game = before_a_battle();
    bencher.bench_local(|| Odds::of_pending(&game).expect("no fault"));
}

/// Items are nodes.
#[divan::bench]
fn perft_of_a_battle(bencher: Bencher) {
    let game = before_a_battle();
    let count = || Perft::count(&game, 2, Deals::AsTheyLie).expect("no fault");
    bencher.counter(ItemsCount::new(count().nodes())).bench_local(count);
}

#[divan::bench(args = ["annus-mirabilis", "full-campaign"], sample_count = 20)]
fn a_random_game(bencher: Bencher, scenario: &str) {
    let scripts = scripts();
    let header = Header::new(scenario, 1, &scripts);
    bencher.bench_local(|| {
        let mut game = header.begin(scripts.clone()).expect("sound").without_log();
        seat_agents(&mut game, 1);
        game.proceed().expect("no fault");
        game.outcome()
    });
}

#[divan::bench(args = ["card", "use", "march", "member"])]
fn a_greedy_decision(bencher: Bencher, kind: &str) {
    let game = at(kind);
    let decision = game.decision().expect("a decision").clone();
    let side = decision.side;
    bencher
        .with_inputs(|| Greedy::new(1, side))
        .bench_local_values(|mut agent| agent.choose(&game.view(side), &decision));
}
