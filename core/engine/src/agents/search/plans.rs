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
use std::time::Duration;

/// The first deal takes no more than this fraction of a time, if it has to do with fewer plans.
const FIRST_DEAL: u32 = 4;

/// No more playouts than about this many are handed out at once: a budget of a thousand million would fill the memory.
const MOST_AT_ONCE: usize = 4096;

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
    play: impl FnMut(&[PlanDeal], bool) -> DealWorths,
) -> Vec<TriedWay<R>> {
    let tried = |plan| TriedWay { way: Way::Plan(plan), visits: 0, value: 0.0 };
    let tried: Vec<TriedWay<R>> = (0..task.plans.len()).map(tried).collect();
    let begin = (task.clock)();
    let mut halving = PlanHalving { task, threads, play, begin, running: tried.len(), tried, deals: 1 };
    halving.play_first_deal();
    let rounds = halving.running.next_power_of_two().trailing_zeros().max(1);
    for round in 0..rounds {
        let end = halving.played() + halving.rest() / (rounds - round);
        halving.play_round(end);
    }
    halving.tried
}

/// Plans while they are compared.
struct PlanHalving<'a, R: Rules, P> {
    task: &'a Task<R>,
    threads: usize,
    play: P,
    /// When it began.
    begin: Duration,
    /// What has been played out, the best so far first.
    tried: Vec<TriedWay<R>>,
    /// How many of the plans are still compared: they stand first.
    running: usize,
    /// On how many deals they have been played.
    deals: u64,
}

impl<R: Rules, P: FnMut(&[PlanDeal], bool) -> DealWorths> PlanHalving<'_, R, P> {
    fn taken(&self) -> Duration {
        (self.task.clock)().saturating_sub(self.begin)
    }

    fn played(&self) -> u32 {
        self.tried.iter().map(|plan| plan.visits).sum()
    }

    /// How many more playouts the budget allows.
    fn rest(&self) -> u32 {
        left(self.task.budget, || self.taken(), self.played())
    }

    fn is_hurried(&self) -> bool {
        self.task.hurry.load(Ordering::Relaxed)
    }

    /// Plays all plans on the first deal. It tells how many more fit into a time: with as many plans as have a chance in it.
    fn play_first_deal(&mut self) {
        let all = self.tried.len();
        let mut first = 0;
        while first < all {
            let is_late = match self.task.budget {
                Budget::Time(time) => self.taken() > time / FIRST_DEAL,
                Budget::Games(_) => false,
            };
            let must = first < FEWEST;
            if !must && (is_late || self.is_hurried()) {
                break;
            }
            let more = match self.task.budget {
                _ if must => FEWEST,
                Budget::Games(_) => all,
                Budget::Time(_) => self.threads,
            };
            let batch: Vec<PlanDeal> = (first..all).take(more).map(|plan| (plan, 0)).collect();
            let worths: Vec<f64> = (self.play)(&batch, must).into_iter().map_while(|worth| worth).collect();
            self.tried[first..].iter_mut().zip(&worths).for_each(|(plan, worth)| plan.note(*worth));
            first += worths.len();
            if worths.is_empty() {
                break;
            }
        }
        self.tried.truncate(first);
        self.running = first;
    }

    /// Plays those that are left until this many playouts were made, and leaves the better half. Plans are compared on whole
    /// deals only.
    fn play_round(&mut self, end: u32) {
        while self.running > 0 && self.played() < end && !self.is_hurried() {
            let (open, rest) = (end - self.played(), self.rest() as usize / self.running);
            let more = match self.task.budget {
                Budget::Games(_) => (open as usize).min(MOST_AT_ONCE).div_ceil(self.running),
                Budget::Time(_) => self.threads.div_ceil(self.running),
            };
            let plans: Vec<usize> = self.tried[..self.running].iter().filter_map(TriedWay::plan).collect();
            let deals = (self.deals..).take(more.min(rest));
            let batch: Vec<PlanDeal> = deals.flat_map(|deal| plans.iter().map(move |plan| (*plan, deal))).collect();
            let worths = (self.play)(&batch, false);
            let whole =
                worths.chunks(self.running).map_while(|deal| deal.iter().copied().collect::<Option<Vec<f64>>>());
            let before = self.deals;
            for deal in whole {
                self.tried.iter_mut().zip(deal).for_each(|(plan, worth)| plan.note(worth));
                self.deals += 1;
            }
            if self.deals == before {
                break;
            }
        }
        // A plan that is as good as another stands behind it if it did before.
        self.tried[..self.running].sort_by(|one, other| other.value.total_cmp(&one.value));
        self.running = self.running.div_ceil(2).max(2).min(self.tried.len());
    }
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
