//! Many games of Outpost, played by agents: what is kept of a game is for the game to say.

use std::convert::Infallible;
use std::ops::{ControlFlow, RangeInclusive};
use std::time::Duration;
use wilderness_engine::agents::{Budget, Random, Search};
use wilderness_engine::faults::Faults;
use wilderness_engine::plain::Header;
use wilderness_engine::{Agent, Game, Windows};
use wilderness_lab::series::first_line;
use wilderness_lab::{Ended, Experiment, Mean, Rate, Threads, Worker, in_order, play_pairs};
use wilderness_outpost::{Cards, NIGHT_RAID, Outpost, RED, Side, Text};

/// What is kept of a game.
#[derive(Clone, PartialEq, Debug)]
struct Row {
    seed: u64,
    line: i8,
    winner: Option<Side>,
    fault: Option<String>,
}

/// Games in which Red may think.
struct Games {
    cards: Text,
    thinks: bool,
    /// A game with a line here at its end is taken for an impossible one.
    impossible: Option<i8>,
    /// With this seed the program panics before the game begins.
    panics: Option<u64>,
}

impl Games {
    fn new(thinks: bool) -> Games {
        Games { cards: Text(NIGHT_RAID.into()), thinks, impossible: None, panics: None }
    }
}

impl Experiment<Outpost> for Games {
    type Row = Row;

    fn sources(&self) -> &Text {
        &self.cards
    }

    fn header(&self, seed: u64, _: &Cards) -> Header<Outpost> {
        assert_ne!(self.panics, Some(seed), "planted");
        Header::new(seed).with_windows(Windows::Holder)
    }

    fn agent(&self, seed: u64, side: Side) -> Option<Box<dyn Agent<Outpost>>> {
        Some(match self.thinks && side == RED {
            true => Box::new(Search::new(seed, side, Budget::Games(30), 1, || Duration::ZERO)),
            false => Box::new(Random::new(seed, side)),
        })
    }

    fn wrong(&self, game: &Game<Outpost>) -> Option<String> {
        let state = game.state();
        (self.impossible == Some(state.line)).then(|| format!("a line at {}", state.line))
    }

    fn row(&self, seed: u64, ended: Result<Ended<Outpost>, Faults>) -> Row {
        let Ended { game, fault, .. } = match ended {
            Ok(ended) => ended,
            Err(faults) => return Row { seed, line: 0, winner: None, fault: Some(first_line(&faults)) },
        };
        Row { seed, line: game.state().line, winner: game.outcome().flatten(), fault }
    }
}

fn threads(count: usize) -> Threads<'static> {
    Threads { count, stop: || false, tick: &|| {} }
}

fn played(games: &Games, seeds: RangeInclusive<u64>, count: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    let each = |row| {
        rows.push(row);
        Ok::<_, Infallible>(ControlFlow::Continue(()))
    };
    let play = |worker: &mut Worker<Outpost>, seed| worker.play(games, seed, || false);
    let end = |worker: Worker<Outpost>| worker.scripts().count();
    let compiled = in_order(&seeds, threads(count), Worker::default, play, end, each).expect("no errors");
    assert!(compiled.iter().all(|sets| *sets <= 1), "the cards are compiled once for each thread: {compiled:?}");
    rows
}

#[test]
fn a_game_comes_from_its_seed_alone_however_many_threads_play() {
    let rows = played(&Games::new(false), 5..=204, 3);
    assert!(rows.iter().map(|row| row.seed).eq(5..=204), "in the order of the seeds");
    assert_eq!(rows, played(&Games::new(false), 5..=204, 1));
    let red = rows.iter().filter(|row| row.winner == Some(RED)).count() as u64;
    let (low, high) = Rate::new(red, rows.len() as u64).interval();
    assert!(low > 0.2 && high < 0.8, "chance favours nobody: {low} to {high}");
}

#[test]
fn what_is_wrong_with_a_state_is_a_fault_of_its_game() {
    let games = Games { impossible: Some(3), ..Games::new(false) };
    let rows = played(&games, 1..=50, 2);
    let wrong: Vec<&Row> = rows.iter().filter(|row| row.fault.is_some()).collect();
    assert!(!wrong.is_empty() && wrong.iter().all(|row| row.line == 3), "{wrong:?}");
}

#[test]
fn a_game_in_which_the_program_panics_has_failed_and_the_others_are_played() {
    let games = Games { panics: Some(7), ..Games::new(false) };
    let failed = |row: &&Row| {
        row.fault.as_ref().is_some_and(|fault| fault.contains("[lab::panic]") && fault.contains("planted"))
    };
    for count in [1, 3] {
        let rows = played(&games, 1..=20, count);
        assert!(rows.iter().map(|row| row.seed).eq(1..=20), "{rows:?}");
        assert_eq!(rows.iter().filter(failed).map(|row| row.seed).collect::<Vec<_>>(), [7]);
    }
    let mut pairs = Vec::new();
    let each = |pair: [Row; 2]| {
        pairs.push(pair);
        Ok::<_, Infallible>(ControlFlow::Continue(()))
    };
    play_pairs(&[Games::new(false), games], &(1..=10), threads(2), each).expect("no errors");
    assert_eq!(pairs.len(), 10);
    let of_seven: Vec<bool> = pairs[6].iter().map(|row| failed(&row)).collect();
    assert_eq!(of_seven, [false, true]);
}

#[test]
fn two_ways_to_play_are_compared_by_the_same_seeds_until_the_answer_is_clear() {
    let pair = [Games::new(false), Games::new(true)];
    let mut gain = Mean::default();
    let each = |[chance, search]: [Row; 2]| {
        assert_eq!(chance.seed, search.seed);
        gain.add(i64::from(search.line) - i64::from(chance.line));
        let clear = gain.of >= 20 && gain.mean().abs() > 2.0 * gain.half_width();
        Ok::<_, Infallible>(if clear { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    play_pairs(&pair, &(1..=500), threads(2), each).expect("no errors");
    assert!(gain.mean() > 0.0 && gain.of < 500, "{gain} after {}", gain.of);
}

#[test]
fn games_that_are_stopped_are_not_counted() {
    let stopped = Threads { stop: || true, ..threads(2) };
    let mut rows = 0;
    let each = |_| {
        rows += 1;
        Ok::<_, Infallible>(ControlFlow::Continue(()))
    };
    let pair = [Games::new(false), Games::new(false)];
    play_pairs(&pair, &(1..=10), stopped, each).expect("no errors");
    assert_eq!(rows, 0);
}
