//! A bot that has plans: they are compared from end to end, and the best is carried out.

use super::nim::{Judge, Nim, Take, begun};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use wilderness_engine::agents::{Budget, Search};
use wilderness_engine::plain::Side;

use wilderness_engine::{Agent, Decision, Explanation, Game, NoScripts, OpenView, Playout, Searched};
use wilderness_outpost::{BLUE, RED};

/// Judged by a bot that plans.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Planned;

impl Judge for Planned {}

impl Searched<Nim<Planned>> for Planned {
    type Playout = Planner;
}

/// Takes one stone each time, but could take up to three.
#[derive(Clone)]
pub(super) struct Planner {
    next: Take,
}

impl<S: Judge> Agent<Nim<S>> for Planner {
    fn choose(&mut self, _: &OpenView<'_, Nim<S>>, decision: &Decision<Nim<S>>) -> Take {
        let next = std::mem::replace(&mut self.next, Take(1));
        if decision.choices.contains(&next) { next } else { Take(1) }
    }

    fn explain(&self, _: &NoScripts<Nim<S>>, (): &()) -> Option<Explanation> {
        Some("stones are there to be taken".to_string().into())
    }
}

impl<S: Judge> Playout<Nim<S>> for Planner {
    fn new(_: u64, _: Side) -> Planner {
        Planner { next: Take(1) }
    }

    fn again(&self, _: u64, _: Side) -> Planner {
        self.clone()
    }

    fn plans(&mut self, _: &OpenView<'_, Nim<S>>, decision: &Decision<Nim<S>>, most: usize) -> Vec<Planner> {
        decision.choices.iter().map(|next| Planner { next: *next }).take(most).collect()
    }
}

/// The game after these answers, with a bot that compares plans at the next one.
fn searched(before: &[u8], playouts: u32, threads: usize) -> Game<Nim<Planned>> {
    let mut game = begun::<Planned>();
    before.iter().for_each(|taken| game.choose(Take(*taken)).expect("it is offered"));
    let side = if before.len().is_multiple_of(2) { RED } else { BLUE };
    let bot = Search::new(1, side, Budget::Games(playouts), threads, || Duration::ZERO);
    game.set_agent(side, Some(Box::new(bot)));
    game.proceed().expect("a question");
    game
}

/// What is taken at the next answer.
fn taken(before: &[u8], playouts: u32) -> u8 {
    let game = searched(before, playouts, 1);
    let line = game.history()[before.len()].line();
    line.rsplit(':').next().and_then(|number| number.parse().ok()).expect("a number")
}

#[test]
fn the_plan_that_ends_best_is_carried_out() {
    // From there on all take one stone each time, so who leaves an even number wins.
    for (before, best) in [(vec![3, 3], [1, 3]), (vec![3, 3, 1], [2, 2]), (vec![3, 3, 3], [2, 2])] {
        let taken = taken(&before, 24);
        assert!(best.contains(&taken), "after {before:?}, {taken} are taken");
    }
}

#[test]
fn a_few_playouts_compare_as_many_plans_as_they_are_enough_for() {
    assert_eq!(taken(&[3, 3], 1), 1, "only its own plan");
    assert_eq!(taken(&[3, 3, 1], 16), 2);
}

#[test]
fn threads_share_the_playouts_of_one_comparison() {
    let reason = |playouts, threads| {
        let game = searched(&[3, 3, 1], playouts, threads);
        game.why().reasons().last().expect("a reason").explanation.sentence.clone()
    };
    for playouts in [2, 3, 24, 1100] {
        let alone = reason(playouts, 1);
        assert_eq!([2, 3, 7].map(|threads| reason(playouts, threads)), [(); 3].map(|()| alone.clone()));
    }
}

#[test]
fn a_budget_of_more_playouts_than_memory_holds_is_used_until_the_bot_is_hurried() {
    let hurry = Arc::new(AtomicBool::new(false));
    let mut game = begun::<Planned>();
    let bot = Search::new(1, RED, Budget::Games(u32::MAX), 1, || Duration::ZERO).hurried_by(hurry.clone());
    game.set_agent(RED, Some(Box::new(bot)));
    let hurrying = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        hurry.store(true, Ordering::Relaxed);
    });
    game.proceed().expect("a question");
    assert_eq!(game.history().len(), 1);
    hurrying.join().expect("it hurries");
}

#[test]
fn a_bot_that_has_compared_plans_gives_the_reason_of_the_best_and_what_the_next_promises() {
    let game = searched(&[3, 3, 1], 24, 1);
    let reason = game.why().reasons().last().expect("a reason");
    let sentence = &reason.explanation.sentence;
    assert!(sentence.contains("(stones are there to be taken) wins 100 % of"), "{sentence}");
    assert!(sentence.ends_with("0 %"), "{sentence}");
}
