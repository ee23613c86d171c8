//! One search: the playouts that grow a single tree.

use super::tree::Tree;
use super::tried::TriedWay;
use super::walk::{Walk, Walker};
use super::worth::Worth;
use super::{Budget, Clock};
use crate::agent::{Agent, Playout};
use crate::decision::Decision;
use crate::imagine::{Horizon, Situation};
use crate::rules::{PlayoutOf, Rules, ScriptSet, Searched};
use crate::script::compiled_once;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A decision that follows at once on the side's own answer was searched together with it, and gets only this fraction
/// of the budget in addition.
const FOLLOWED: u32 = 4;

/// A tree with this many nodes is not reused for the next decision.
const FULL_GROWN: usize = 200_000;

/// The sources of the scripts.
pub(super) type Sources<R> = <<R as Rules>::Scripts as ScriptSet>::Sources;

/// A decision to search.
pub(super) struct Task<R: Rules> {
    pub situation: Situation<R>,
    pub decision: Decision<R>,
    pub budget: Budget,
    pub seed: u64,
    /// The rollout policy of the side that decides, with its plans.
    pub advisor: PlayoutOf<R>,
    /// What it could do: if there are several plans, they are compared, rather than answers.
    pub plans: Vec<PlayoutOf<R>>,
    /// How far plans are played out.
    pub horizon: Horizon,
    /// Whether the decision belongs to what was searched before.
    pub follows: bool,
    /// The current time.
    pub clock: Clock,
    /// While it is set, the search stops.
    pub hurry: Arc<AtomicBool>,
}

impl<R: Rules> Clone for Task<R> {
    fn clone(&self) -> Task<R> {
        Task {
            situation: self.situation.clone(),
            decision: self.decision.clone(),
            advisor: self.advisor.clone(),
            plans: self.plans.clone(),
            hurry: self.hurry.clone(),
            ..*self
        }
    }
}

/// A searcher, which reuses its tree from one decision to the next.
pub(super) struct Searcher<R: Rules> {
    /// The tree of the last decision, the number of answers known in the game at that point, and the answer that was
    /// given.
    last: Option<(Tree<R>, usize)>,
    given: Option<R::Choice>,
}

impl<R: Rules> Default for Searcher<R> {
    fn default() -> Searcher<R> {
        Searcher { last: None, given: None }
    }
}

impl<R: Rules> Searcher<R> {
    /// Notes the answer that the agent gave.
    pub fn note(&mut self, choice: R::Choice) {
        self.given = Some(choice);
    }

    /// Forgets its tree: what comes next does not follow on it.
    pub fn forget(&mut self) {
        self.last = None;
    }

    /// Searches a decision. Returns what was tried.
    pub fn search(&mut self, scripts: &Sources<R>, task: &Task<R>) -> Vec<TriedWay<R>> {
        apart::<R, _>(scripts, |scripts| self.search_with(scripts, task)).unwrap_or_default()
    }

    fn search_with(&mut self, scripts: &Rc<R::Scripts>, task: &Task<R>) -> Vec<TriedWay<R>> {
        let sides = R::sides(scripts);
        let Task { situation, decision, budget, seed, advisor, hurry, clock, .. } = task;
        let (tree, budget) = match self.follow(situation, decision) {
            Some(tree) => (tree, budget.part(FOLLOWED)),
            None if task.follows => (Tree::new(decision, sides), budget.part(FOLLOWED)),
            None => (Tree::new(decision, sides), *budget),
        };
        let walk = Rc::new(RefCell::new(Walk::new(tree)));
        let horizon = R::Search::horizon(situation.start(), scripts);
        let begin = clock();
        let mut played: u32 = 0;
        while !walk.borrow().tree().is_settled(left(budget, || clock().saturating_sub(begin), played)) {
            if played > 0 && hurry.load(Ordering::Relaxed) {
                break;
            }
            let seed = seed.wrapping_add(played.into());
            played += 1;
            walk.borrow_mut().begin();
            let agents = sides.iter().map(|side| {
                let own = side == decision.side;
                let playout = if own { advisor.again(seed, side) } else { PlayoutOf::<R>::new(seed, side) };
                Box::new(Walker { walk: walk.clone(), playout: Box::new(playout) }) as Box<dyn Agent<R>>
            });
            match situation.imagine(scripts, seed).play(agents, horizon) {
                Some(state) => {
                    let worth = Worth::of::<R>(&state, (decision.side, sides), scripts, situation.scenario());
                    walk.borrow_mut().end(&worth);
                }
                None => walk.borrow_mut().fail(),
            }
        }
        let tried = walk.borrow().tree().tried();
        // The agents are dropped with their playouts, so this is the only reference.
        self.last = Rc::into_inner(walk).map(|walk| (walk.into_inner().into_tree(), situation.answers()));
        tried
    }

    /// The subtree of this decision in the last tree, if it follows at once on the answer that was given.
    fn follow(&mut self, situation: &Situation<R>, decision: &Decision<R>) -> Option<Tree<R>> {
        let (mut tree, answers) = self.last.take()?;
        let given = self.given.take()?;
        let follows = situation.answers() == answers + 1 && tree.len() < FULL_GROWN && tree.follow(given, decision);
        follows.then_some(tree)
    }
}

/// What is done with scripts that are compiled for a thread, apart from the real game, which may be in the middle of an
/// event; nothing if they cannot be compiled.
pub(super) fn apart<R: Rules, T>(sources: &Sources<R>, act: impl FnOnce(&Rc<R::Scripts>) -> T) -> Option<T> {
    let scripts = compiled_once::<R::Scripts>(sources).ok()?;
    Some(match scripts.host() {
        Some(host) => host.apart(|| act(&scripts)),
        None => act(&scripts),
    })
}

/// The number of playouts left in a budget after `played` of them.
pub(super) fn left(budget: Budget, taken: impl FnOnce() -> Duration, played: u32) -> u32 {
    match budget {
        Budget::Games(games) => games.saturating_sub(played),
        Budget::Time(time) => {
            let taken = taken();
            let rest = time.saturating_sub(taken).as_secs_f64() / taken.as_secs_f64();
            // The first playout is always made: its time tells how many more fit.
            if played == 0 { u32::MAX } else { (rest * f64::from(played)) as u32 }
        }
    }
}
