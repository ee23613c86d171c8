//! How long a picture of a position takes, and a map of it in the terminal: `cargo bench --package wilderness --bench
//! board`.

use divan::{Bencher, black_box};
use std::rc::Rc;
use wilderness_battles::{Battles, Game as Battle, Header as BattleHeader, Options};
use wilderness_engine::scene::Scene;
use wilderness_engine::{Purpose, Stream};
use wilderness_repl::board::svg;
use wilderness_repl::testing::pictures::scene;
use wilderness_war::{Header, Side};

fn main() {
    divan::main();
}

/// A game of the war after this many random decisions.
fn war(decisions: usize) -> Scene {
    let scripts = wilderness_tests::scripts();
    let mut game = Header::new("full-campaign", 7, &scripts).begin(scripts).expect("a game");
    game.proceed().expect("sound rules");
    let mut chance = Stream::new(7, Purpose::Dice);
    for _ in 0..decisions {
        let Some(decision) = game.decision() else { break };
        let choice = decision.choices[chance.below(decision.choices.len() as u32) as usize];
        game.choose(choice).expect("an answer");
    }
    scene(&game, Side::French)
}

/// A battle after this many random decisions.
fn battle(decisions: usize) -> Scene {
    let battles = Rc::new(Battles::embedded().expect("sound content"));
    let mut game = Battle::begin(&BattleHeader::new("quebec", 7, Options::default()), battles).expect("a battle");
    game.proceed().expect("sound rules");
    let mut chance = Stream::new(7, Purpose::Dice);
    for _ in 0..decisions {
        let Some(decision) = game.decision() else { break };
        let choice = decision.choices[chance.below(decision.choices.len() as u32) as usize];
        game.choose(choice).expect("an answer");
    }
    scene(&game, wilderness_battles::Side::French)
}

#[divan::bench(args = [0, 300, 900])]
fn picture_of_the_war(bencher: Bencher<'_, '_>, decisions: usize) {
    let scene = war(decisions);
    bencher.bench_local(|| black_box(svg(&scene)));
}

#[divan::bench(args = [0, 100, 300])]
fn picture_of_a_battle(bencher: Bencher<'_, '_>, decisions: usize) {
    let scene = battle(decisions);
    bencher.bench_local(|| black_box(svg(&scene)));
}
