//! Plans compared from end to end, by sequential halving: all are played out on the same deals with the same dice, then the
//! better half of them on more, until two are left. What is played out behind a plan is the rollout policy. However many
//! threads play, it is one comparison, and for a number of playouts it ends the same way.

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

/// A plan, by its number, and a deal on which it is played out.
pub(super) type PlanDeal = (usize, u64);

/// What plans are worth on deals, in their order; nothing for those that were not played because the search is hurried.
pub(super) type DealWorths = Vec<Option<f64>>;

/// Plays plans out on deals; unless they must be played, only as long as the search is not hurried.
pub(super) fn play<R: Rules>(scripts: &Rc<R::Scripts>, task: &Task<R>, deals: &[PlanDeal], must: bool) -> DealWorths {
    let is_played = || must || !task.hurry.load(Ordering::Relaxed);
    deals.iter().map(|&(plan, deal)| is_played().then(|| worth(scripts, task, plan, deal))).collect()
}

/// Compares the plans of a task, which `play` plays out on deals, as many at once as there are threads; it is told whether
/// they must be played.
pub(super) fn compare<R: Rules>(
    task: &Task<R>,
    threads: usize,
    mut play: impl FnMut(&[PlanDeal], bool) -> DealWorths,
) -> Vec<TriedWay<R>> {
    let begin = (task.clock)();
    let rest = |played| left(task.budget, || (task.clock)().saturating_sub(begin), played);
    let is_hurried = || task.hurry.load(Ordering::Relaxed);
    let mut tried: Vec<TriedWay<R>> =
        (0..task.plans.len()).map(|plan| TriedWay { way: Way::Plan(plan), visits: 0, value: 0.0 }).collect();
    // The first deal tells how many more fit into a time: with as many plans as have a chance in it.
    let is_late = || match task.budget {
        Budget::Time(time) => (task.clock)().saturating_sub(begin) > time / FIRST_DEAL,
        Budget::Games(_) => false,
    };
    let mut first = 0;
    while first < tried.len() && (first < FEWEST || !is_late() && !is_hurried()) {
        let more = match task.budget {
            _ if first < FEWEST => FEWEST,
            Budget::Games(_) => tried.len(),
            Budget::Time(_) => threads,
        };
        let batch: Vec<PlanDeal> = (first..tried.len()).take(more).map(|plan| (plan, 0)).collect();
        let worths = play(&batch, first < FEWEST);
        let played: Vec<f64> = worths.into_iter().map_while(|worth| worth).collect();
        played.iter().zip(&mut tried[first..]).for_each(|(worth, plan)| plan.note(*worth));
        first += played.len();
        if played.is_empty() {
            break;
        }
    }
    tried.truncate(first);
    if first < FEWEST {
        return tried;
    }
    let rounds = tried.len().next_power_of_two().trailing_zeros().max(1);
    let (mut running, mut played, mut deals) = (tried.len(), tried.len() as u32, 1);
    for round in 0..rounds {
        let end = u64::from(played) + u64::from(rest(played) / (rounds - round));
        // Plans are compared on whole deals only.
        while u64::from(played) < end && rest(played) as usize >= running && !is_hurried() {
            let more = match task.budget {
                Budget::Games(_) => {
                    (end as usize - played as usize).div_ceil(running).min(rest(played) as usize / running)
                }
                Budget::Time(_) => threads.div_ceil(running),
            };
            let plan = |tried: &TriedWay<R>| match tried.way {
                Way::Plan(plan) => Some(plan),
                Way::Answer(_) => None,
            };
            let plans: Vec<usize> = tried[..running].iter().filter_map(plan).collect();
            let batch = (deals..).take(more).flat_map(|deal| plans.iter().map(move |plan| (*plan, deal)));
            let batch: Vec<PlanDeal> = batch.collect();
            let before = deals;
            for worths in play(&batch, false).chunks(running) {
                let Some(worths) = worths.iter().copied().collect::<Option<Vec<f64>>>() else { break };
                tried.iter_mut().zip(worths).for_each(|(plan, worth)| plan.note(worth));
                played += running as u32;
                deals += 1;
            }
            if deals == before {
                break;
            }
        }
        // A plan that is as good as another stands behind it if it did before.
        tried[..running].sort_by(|one, other| other.value.total_cmp(&one.value));
        running = running.div_ceil(2).max(2);
    }
    tried
}

/// What a plan is worth on one deal; nothing if a script fails.
fn worth<R: Rules>(scripts: &Rc<R::Scripts>, task: &Task<R>, plan: usize, deal: u64) -> f64 {
    let seed = task.seed.wrapping_add(deal);
    let own = task.decision.side;
    let agents = R::sides(scripts).into_iter().map(|side| {
        let playout = if side == own { task.plans[plan].again(seed, side) } else { PlayoutOf::<R>::new(seed, side) };
        Box::new(playout) as Box<dyn Agent<R>>
    });
    let state = task.situation.imagine(scripts, seed).play(agents, task.horizon);
    state.map_or(0.0, |state| R::Search::worth(&state, own, scripts, task.situation.scenario()))
}
