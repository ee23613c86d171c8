//! The searching agent: information-set Monte Carlo tree search. Each playout starts from a determinization, a state
//! that agrees with what the side knows. It descends the tree of answers, continues with the rollout policy, and is
//! evaluated a few action phases later. The agent takes the answer with the most visits.

mod plans;
mod searcher;
mod tree;
mod tried;
mod walk;
mod workers;
mod worth;

use super::Random;
use crate::agent::{Agent, Explanation, Playout};
use crate::decision::Decision;
use crate::rules::{PlayoutOf, Rules, ScriptSet as _, Searched, SideView as _};
use searcher::Task;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tried::{TriedWay, Way};
use workers::Workers;

/// The current time, counted from any starting point: the engine has no clock of its own.
pub type Clock = fn() -> Duration;

/// The fewest playouts that are worth a tree of their own, if the budget is a number of playouts.
const PLAYOUTS_PER_TREE: u32 = 500;

/// The fewest deals on which plans are compared at first, if the budget is a number of playouts.
const LEAST_DEALS: u32 = 8;

/// The most plans that are compared: each tree has to play all of them at least once.
const MOST_PLANS: u32 = 120;

/// Plans are played out as far as with this many playouts, if the budget is a time.
const UNCOUNTED: u32 = 300;

/// The most trees that share a number of playouts, and the most threads that do.
const MOST_TREES: u32 = 8;

/// How long the agent searches for each decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// For a time. The number of playouts depends on the machine.
    Time(Duration),
    /// For a number of playouts. The same seed plays the same way on every machine.
    Games(u32),
}

impl Budget {
    /// The number of search trees (root parallelization). For a number of playouts it must not depend on the threads,
    /// or they would change the result.
    pub(crate) fn trees(self, threads: usize) -> usize {
        match self {
            Budget::Time(_) => threads.max(1),
            Budget::Games(games) => (games / PLAYOUTS_PER_TREE).clamp(1, MOST_TREES) as usize,
        }
    }

    /// A fraction of the budget, for a minor decision.
    pub(crate) fn part(self, of: u32) -> Budget {
        match self {
            Budget::Time(time) => Budget::Time(time / of),
            Budget::Games(games) => Budget::Games((games / of).max(1)),
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Time(time) if time.subsec_millis() == 0 => write!(f, "{}s", time.as_secs()),
            Budget::Time(time) => write!(f, "{}ms", time.as_millis()),
            Budget::Games(games) => games.fmt(f),
        }
    }
}

/// `500ms`, `2s`, or a number of playouts such as `1000`.
impl FromStr for Budget {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Budget, &'static str> {
        const FORM: &str = "a time such as 500ms or 2s, or a number of games such as 1000";
        let number = |digits: &str| digits.parse::<u32>().ok().filter(|&number| number > 0).ok_or(FORM);
        if let Some(digits) = text.strip_suffix("ms") {
            return Ok(Budget::Time(Duration::from_millis(number(digits)?.into())));
        }
        match text.strip_suffix('s') {
            Some(digits) => Ok(Budget::Time(Duration::from_secs(number(digits)?.into()))),
            None => Ok(Budget::Games(number(text)?)),
        }
    }
}

/// The searching agent.
pub struct Search<R: Rules> {
    seed: u64,
    budget: Budget,
    workers: Workers<R>,
    /// The rollout policy, which answers every decision of the real game too, so that it carries its plans into the
    /// playouts.
    advisor: PlayoutOf<R>,
    /// Answers where no game is played.
    stand_in: Random,
    clock: Clock,
    /// While it is set, the agent decides at once.
    hurry: Arc<AtomicBool>,
    /// The number of decisions searched so far.
    searched: u64,
    /// When it has chosen a plan last, and whose turn it was: what it decides there follows on that.
    planned_in: Option<(R::Time, R::Side)>,
    /// Whether the last answer only carried out a plan, and so has no reason of its own.
    is_planned: bool,
    /// The plans that did best at the last decision, the one that it took first, with their answers.
    compared: Vec<(R::Choice, PlayoutOf<R>)>,
    last: Vec<TriedWay<R>>,
}

impl<R: Rules> Search<R> {
    /// A searching agent for a side, which uses up to this many threads. The clock measures a budget of time.
    pub fn new(seed: u64, side: R::Side, budget: Budget, threads: usize, clock: Clock) -> Search<R> {
        let trees = budget.trees(threads);
        Search {
            seed,
            budget,
            workers: Workers::new(trees, threads.min(trees.max(MOST_TREES as usize))),
            advisor: PlayoutOf::<R>::new(seed, side),
            stand_in: Random::new(seed, side),
            clock,
            hurry: Arc::default(),
            searched: 0,
            planned_in: None,
            is_planned: false,
            compared: Vec::new(),
            last: Vec::new(),
        }
    }

    /// The same agent, which decides at once while `hurry` is set, with the playouts it has made so far.
    pub fn hurried_by(self, hurry: Arc<AtomicBool>) -> Search<R> {
        Search { hurry, ..self }
    }
}

impl<R: Rules> Search<R> {
    /// The plans to compare for a decision, as many as the budget has playouts for.
    fn plans(&mut self, view: &R::View<'_>, decision: &Decision<R>) -> Vec<PlayoutOf<R>> {
        let most = match self.budget {
            Budget::Games(games) => games.div_ceil(LEAST_DEALS).min(MOST_PLANS),
            Budget::Time(_) => MOST_PLANS,
        };
        self.advisor.plans(view, decision, most as usize)
    }

    /// Takes the plan that did best, which answers the decision.
    fn take_plan(
        &mut self,
        mut plans: Vec<PlayoutOf<R>>,
        view: &R::View<'_>,
        decision: &Decision<R>,
    ) -> Option<R::Choice> {
        let best: Vec<usize> = self.last.iter().filter_map(TriedWay::plan).take(2).collect();
        self.compared = best.iter().map(|plan| (plans[*plan].choose(view, decision), plans[*plan].clone())).collect();
        let (choice, plan) = self.compared.first()?.clone();
        self.advisor = plan;
        Some(choice)
    }
}

impl<R: Rules> Agent<R> for Search<R> {
    fn choose(&mut self, view: &R::View<'_>, decision: &Decision<R>) -> R::Choice {
        let (Some(situation), scripts) = (view.situation(), view.scripts()) else {
            return self.stand_in.choose(view, decision);
        };
        self.searched += 1;
        self.compared.clear();
        let budget = if R::Search::is_minor(&decision.ask) { self.budget.part(10) } else { self.budget };
        let seed = self.seed.rotate_left(32) ^ self.searched.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let plans = self.plans(view, decision);
        let now = (R::time(situation.start()), R::active(situation.start()));
        let follows = self.planned_in == Some(now);
        if follows && plans.len() < 2 && self.advisor.carries_on(view, decision) {
            self.last.clear();
            self.is_planned = false;
            return self.advisor.choose(view, decision);
        }
        let playouts = match self.budget {
            Budget::Games(games) => games,
            Budget::Time(_) => UNCOUNTED,
        };
        let horizon = R::Search::horizon_of_plans(situation.start(), scripts, playouts);
        let task = Task {
            situation,
            decision: decision.clone(),
            budget,
            seed,
            advisor: self.advisor.clone(),
            plans: plans.clone(),
            horizon,
            follows,
            clock: self.clock,
            hurry: self.hurry.clone(),
        };
        let advised = self.advisor.choose(view, decision);
        self.last = self.workers.search(scripts.sources(), task);
        let best = match self.last.first().filter(|tried| tried.visits > 0).map(|tried| tried.way) {
            Some(Way::Answer(choice)) => Some(choice),
            Some(Way::Plan(_)) => {
                self.planned_in = Some(now);
                self.take_plan(plans, view, decision)
            }
            None => None,
        };
        let choice = best.filter(|best| decision.choices.contains(best)).unwrap_or(advised);
        self.is_planned = follows && choice == advised && self.compared.is_empty();
        self.workers.note(choice);
        choice
    }

    fn explain(&self, scripts: &R::Scripts, scenario: &R::Scenario) -> Option<Explanation> {
        if self.is_planned {
            return None;
        }
        if self.last.is_empty() {
            return self.advisor.explain(scripts, scenario);
        }
        let percent = |tried: &TriedWay<R>| format!("{:.0} %", 100.0 * tried.mean());
        let mut tried = self.last.iter().filter(|tried| tried.visits > 0);
        let (first, next) = (tried.next()?, tried.next());
        // A choice that was not taken may be a card that is still in the hidden hand.
        let answer = |tried: &TriedWay<R>, taken: bool| match tried.way {
            Way::Answer(choice) => R::named(scripts, scenario, choice, taken),
            Way::Plan(_) => {
                let named = |(choice, _): &(R::Choice, _)| R::named(scripts, scenario, *choice, taken);
                self.compared.get(usize::from(!taken)).map(named).unwrap_or_default()
            }
        };
        let why = self.compared.first().and_then(|(_, plan)| plan.explain(scripts, scenario));
        let best = |reason: Option<&String>| {
            let reason = reason.map(|reason| format!(" ({reason})")).unwrap_or_default();
            format!("{}{reason} wins {}", answer(first, true), percent(first))
        };
        // The purpose of a plan that was not taken would tell its card.
        let next = next.map(|next| format!("; {} {}", answer(next, false), percent(next))).unwrap_or_default();
        let seen = best(why.as_ref().map(|why| &why.sentence));
        Some(Explanation {
            sentence: format!("{seen} of {} playouts{next}", first.visits),
            openly: format!("{} of the playouts", best(why.as_ref().map(|why| &why.openly))),
        })
    }
}
