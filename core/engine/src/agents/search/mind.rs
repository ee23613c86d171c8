//! One thread's thinking about a decision.

use super::tree::{Tree, Tried};
use super::walk::{Walk, Walker};
use super::{Budget, Clock};
use crate::agent::{Agent, Playout};
use crate::decision::Decision;
use crate::imagine::Situation;
use crate::rules::Rules;
use crate::script::{Compile, ScriptSet};
use crate::side::Side;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How far an imagined game goes on: so many steps of the sequence of play, most of them action phases, and to the next
/// action phase, because only there both sides have a hand to be judged. Beyond, what the dice do hides what the decision
/// did.
const HORIZON: usize = 8;

/// A decision that follows at once on the own answer before it was thought about with that one, and gets this part of the
/// budget in addition.
const FOLLOWED: u32 = 4;

/// A tree that has grown this far is given up rather than kept for the next decision.
const FULL_GROWN: usize = 200_000;

/// The texts of the scripts.
pub(super) type Sources<R> = <<R as Rules>::Scripts as ScriptSet>::Sources;

/// Something to think about.
pub(super) struct Task<R: Rules> {
    pub situation: Situation<R>,
    pub decision: Decision<R>,
    pub budget: Budget,
    pub seed: u64,
    /// What the agent of the playouts has in mind for the side that decides.
    pub advisor: R::Playout,
    /// What time it is.
    pub clock: Clock,
    /// While it is true, thinking ends.
    pub hurry: Arc<AtomicBool>,
}

impl<R: Rules> Clone for Task<R> {
    fn clone(&self) -> Task<R> {
        Task {
            situation: self.situation.clone(),
            decision: self.decision.clone(),
            advisor: self.advisor.clone(),
            hurry: self.hurry.clone(),
            ..*self
        }
    }
}

/// What is kept from one decision to the next.
pub(super) struct Mind<R: Rules> {
    /// The tree of the last decision, how many answers were known in the game then, and the answer that was given.
    last: Option<(Tree<R>, usize)>,
    given: Option<R::Choice>,
    /// Compiled for imagined games only: those of the real game may be in the middle of an event.
    scripts: Option<(Sources<R>, Rc<R::Scripts>)>,
}

impl<R: Rules> Default for Mind<R> {
    fn default() -> Mind<R> {
        Mind { last: None, given: None, scripts: None }
    }
}

impl<R: Rules> Mind<R> {
    /// Notes the answer that was given in the end.
    pub fn note(&mut self, choice: R::Choice) {
        self.given = Some(choice);
    }

    /// Thinks about a decision; returns what was tried, the best first.
    pub fn think(&mut self, scripts: &Sources<R>, task: &Task<R>) -> Vec<Tried<R>> {
        let Some(scripts) = self.compiled(scripts) else { return Vec::new() };
        let Task { situation, decision, budget, seed, advisor, hurry, clock } = task;
        let (tree, budget) = match self.follow(situation, decision) {
            Some(tree) => (tree, budget.part(FOLLOWED)),
            None => (Tree::new(decision), *budget),
        };
        let walk = Rc::new(RefCell::new(Walk::new(tree)));
        let begin = clock();
        let mut played: u32 = 0;
        while !walk.borrow().tree().is_settled(left(budget, || clock().saturating_sub(begin), played)) {
            if played > 0 && hurry.load(Ordering::Relaxed) {
                break;
            }
            let seed = seed.wrapping_add(played.into());
            played += 1;
            walk.borrow_mut().begin();
            let agents = R::Side::BOTH.map(|side| {
                let own = side == decision.side;
                let playout = if own { advisor.again(seed, side) } else { R::Playout::new(seed, side) };
                Box::new(Walker { walk: walk.clone(), playout: Box::new(playout) }) as Box<dyn Agent<R>>
            });
            match situation.imagine(&scripts, seed).play(agents, HORIZON) {
                Some(state) => {
                    let value = R::worth(&state, decision.side, &scripts, situation.scenario());
                    walk.borrow_mut().end(value);
                }
                None => walk.borrow_mut().fail(),
            }
        }
        let tried = walk.borrow().tree().tried();
        // The agents are gone with the games, and nobody else holds it.
        self.last = Rc::into_inner(walk).map(|walk| (walk.into_inner().into_tree(), situation.answers()));
        tried
    }

    fn compiled(&mut self, sources: &Sources<R>) -> Option<Rc<R::Scripts>> {
        if self.scripts.as_ref().is_none_or(|(known, _)| known != sources) {
            self.scripts = sources.compile().ok().map(|scripts| (sources.clone(), Rc::new(scripts)));
        }
        self.scripts.as_ref().map(|(_, scripts)| scripts.clone())
    }

    /// What is left of the last tree, if this decision follows at once on the answer that was given.
    fn follow(&mut self, situation: &Situation<R>, decision: &Decision<R>) -> Option<Tree<R>> {
        let (mut tree, answers) = self.last.take()?;
        let given = self.given.take()?;
        let follows = situation.answers() == answers + 1 && tree.len() < FULL_GROWN && tree.follow(given, decision);
        follows.then_some(tree)
    }
}

/// How many games more there will be, after so many of the budget.
fn left(budget: Budget, taken: impl FnOnce() -> Duration, played: u32) -> u32 {
    match budget {
        Budget::Games(games) => games.saturating_sub(played),
        Budget::Time(time) => {
            let taken = taken();
            let rest = time.saturating_sub(taken).as_secs_f64() / taken.as_secs_f64();
            // One at least, and it tells how many more.
            if played == 0 { u32::MAX } else { (rest * f64::from(played)) as u32 }
        }
    }
}
