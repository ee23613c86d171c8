//! Many games for three sides.

use std::convert::Infallible;
use std::fmt::Debug;
use std::ops::ControlFlow;
use wilderness_causeways::{Board, Causeways, Content, FEN};
use wilderness_engine::Agent;
use wilderness_engine::agents::Random;
use wilderness_engine::faults::Faults;
use wilderness_engine::plain::{Header, Side};
use wilderness_lab::{Ended, Experiment, Threads, Worker, in_order};

/// Games of three sides that random agents play, and what is kept of each, by its seed.
pub struct Games<K>(pub K);

impl<T: Send + PartialEq + Debug, K: Fn(u64, Ended<Causeways>) -> T + Sync> Experiment<Causeways> for Games<K> {
    type Row = T;

    fn sources(&self) -> &Content {
        static FEN_TEXT: std::sync::LazyLock<Content> = std::sync::LazyLock::new(|| Content::new(FEN));
        &FEN_TEXT
    }

    fn header(&self, seed: u64, _: &Board) -> Header<Causeways> {
        Header::new(seed)
    }

    fn agent(&self, seed: u64, side: Side) -> Option<Box<dyn Agent<Causeways>>> {
        Some(Box::new(Random::new(seed, side)))
    }

    fn notes_turns(&self) -> bool {
        true
    }

    fn row(&self, seed: u64, ended: Result<Ended<Causeways>, Faults>) -> T {
        (self.0)(seed, ended.expect("every game begins"))
    }
}

impl<K> Games<K> {
    /// What is kept of the games with the seeds from 1 to this one, played in this many threads.
    pub fn rows<T>(&self, last: u64, count: usize) -> Vec<T>
    where
        Self: Experiment<Causeways, Row = T>,
        T: Send,
    {
        let mut rows = Vec::new();
        let each = |row| {
            rows.push(row);
            Ok::<_, Infallible>(ControlFlow::Continue(()))
        };
        let threads = Threads { count, stop: || false, tick: &|| {} };
        let play = |worker: &mut Worker<Causeways>, seed| worker.play(self, seed, threads.stop);
        in_order(&(1..=last), threads, Worker::default, play, drop, each).expect("no errors");
        rows
    }
}

#[test]
fn many_games_have_a_score_for_each_side_and_the_seats_are_about_even() {
    let scores = |seed: u64, Ended { game, fault, .. }: Ended<Causeways>| {
        (seed, game.now().scores().iter().map(|(_, score)| *score).collect::<Vec<i32>>(), fault)
    };
    let games = Games(scores);
    let rows = |count: usize| games.rows(300, count);
    let played = rows(3);
    assert_eq!(played, rows(1), "a game comes from its seed alone");
    assert!(played.iter().all(|(_, scores, fault)| scores.len() == 3 && fault.is_none()));
    let mean = |side: usize| played.iter().map(|(_, scores, _)| scores[side]).sum::<i32>() / 300;
    assert!((0..3).all(|side| (mean(side) - mean(0)).abs() <= 4), "{:?}", [mean(0), mean(1), mean(2)]);
}
