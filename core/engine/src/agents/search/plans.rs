//! Plans compared from end to end, by sequential halving: all are played out on the same deals with the same dice, then the
//! better half of them on more, until two are left. What is played out behind a plan is the rollout policy.

use super::Budget;
use super::searcher::{Task, left};
use super::tried::{TriedWay, Way};
use crate::agent::{Agent, Playout};
use crate::rules::{PlayoutOf, Rules, Searched};
use std::rc::Rc;
use std::sync::atomic::Ordering;

/// The first deal takes no more than this fraction of a time, if it has to do with fewer plans.
const FIRST_DEAL: u32 = 4;

/// The fewest plans that are compared.
const FEWEST: usize = 2;

/// Compares the plans of a task.
pub(super) fn compare<R: Rules>(scripts: &Rc<R::Scripts>, task: &Task<R>) -> Vec<TriedWay<R>> {
    let begin = (task.clock)();
    let rest = |played| left(task.budget, || (task.clock)().saturating_sub(begin), played);
    let is_hurried = || task.hurry.load(Ordering::Relaxed);
    let mut tried: Vec<TriedWay<R>> =
        (0..task.plans.len()).map(|plan| TriedWay { way: Way::Plan(plan), visits: 0, value: 0.0 }).collect();
    let play = |plan: &mut TriedWay<R>, deal: u64| {
        plan.value += worth(scripts, task, plan.way, deal);
        plan.visits += 1;
    };
    // The first deal is always played, and tells how many more fit into a time: with as many plans as have a chance in it.
    let is_late = || match task.budget {
        Budget::Time(time) => (task.clock)().saturating_sub(begin) > time / FIRST_DEAL,
        Budget::Games(_) => false,
    };
    let mut first = 0;
    while first < tried.len() && (first < FEWEST || !is_late() && !is_hurried()) {
        play(&mut tried[first], 0);
        first += 1;
    }
    tried.truncate(first);
    let rounds = tried.len().next_power_of_two().trailing_zeros().max(1);
    let (mut running, mut played, mut deals) = (tried.len(), tried.len() as u32, 1);
    for round in 0..rounds {
        let end = u64::from(played) + u64::from(rest(played) / (rounds - round));
        // Plans are compared on whole deals only.
        while u64::from(played) < end && rest(played) as usize >= running && !is_hurried() {
            tried[..running].iter_mut().for_each(|plan| play(plan, deals));
            played += running as u32;
            deals += 1;
        }
        // A plan that is as good as another stands behind it if it did before.
        tried[..running].sort_by(|one, other| other.value.total_cmp(&one.value));
        running = running.div_ceil(2).max(2);
    }
    tried
}

/// What a plan is worth on one deal; nothing if a script fails.
fn worth<R: Rules>(scripts: &Rc<R::Scripts>, task: &Task<R>, way: Way<R::Choice>, deal: u64) -> f64 {
    let Way::Plan(number) = way else { return 0.0 };
    let seed = task.seed.wrapping_add(deal);
    let own = task.decision.side;
    let agents = R::sides(scripts).into_iter().map(|side| {
        let playout = if side == own { task.plans[number].again(seed, side) } else { PlayoutOf::<R>::new(seed, side) };
        Box::new(playout) as Box<dyn Agent<R>>
    });
    let state = task.situation.imagine(scripts, seed).play(agents, task.horizon);
    state.map_or(0.0, |state| R::Search::worth(&state, own, scripts, task.situation.scenario()))
}
