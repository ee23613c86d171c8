//! The forks of a count within one step: everything that was unknown when the step began.

use crate::decision::{Decision, Question};
use crate::rules::Rules;
use crate::table::{Answer, Chance};
use serde::Serialize;
use std::collections::BTreeMap;

/// In which order the draw pile comes when a season deals (4.0).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Deals {
    /// As the cards lie in the position, or as the seed shuffles them. A deal is no branch then.
    #[default]
    AsTheyLie,
    /// Each card of the pile may come: every one is a branch.
    Each,
}

/// How often something was open, and how many ways it had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ForkCount {
    /// How often.
    pub times: u64,
    /// The answers or results, all together.
    pub branches: u64,
}

/// The forks of the current run, in the order of the answers that it added to the given ones.
pub(crate) struct Forks<R: Rules> {
    open: Vec<Fork<R>>,
    /// The most decisions in the step.
    depth: usize,
    deals: Deals,
    pub(crate) decisions: BTreeMap<&'static str, ForkCount>,
    pub(crate) chance: BTreeMap<&'static str, ForkCount>,
}

/// A fork: several branches, of which one is taken.
struct Fork<R: Rules> {
    ways: ForkWays<R>,
    taken: usize,
}

enum ForkWays<R: Rules> {
    Decision(Vec<R::Choice>),
    /// The number of faces.
    Die(u8),
    Draw(Vec<R::Choice>),
}

impl<R: Rules> ForkWays<R> {
    fn len(&self) -> usize {
        match self {
            ForkWays::Decision(choices) | ForkWays::Draw(choices) => choices.len(),
            ForkWays::Die(faces) => usize::from(*faces),
        }
    }
}

impl<R: Rules> Forks<R> {
    pub(crate) fn new(depth: usize, deals: Deals) -> Forks<R> {
        Forks { open: Vec::new(), depth, deals, decisions: BTreeMap::new(), chance: BTreeMap::new() }
    }

    /// The first answer to an open decision; `None` beyond the depth.
    pub(crate) fn decide(&mut self, decision: &Decision<R>) -> Option<R::Choice> {
        if self.made() >= self.depth {
            return None;
        }
        let first = decision.choices.first().copied();
        note(&mut self.decisions, decision.ask.kind(), decision.choices.len());
        self.open.push(Fork { ways: ForkWays::Decision(decision.choices.to_vec()), taken: 0 });
        first
    }

    /// The first face of a die.
    pub(crate) fn roll(&mut self, throw: R::Throw) -> u8 {
        note(&mut self.chance, throw.kind(), throw.faces().into());
        self.open.push(Fork { ways: ForkWays::Die(throw.faces()), taken: 0 });
        1
    }

    /// The first card or leader that can be drawn, or the one that lies on top.
    pub(crate) fn draw(&mut self, draw: R::Draw, among: &[R::Choice], lies: R::Choice) -> R::Choice {
        let known = draw.is_deal() && self.deals == Deals::AsTheyLie;
        let ways = if known { vec![lies] } else { among.to_vec() };
        let first = ways.first().copied().unwrap_or(lies);
        if !known {
            note(&mut self.chance, draw.kind(), ways.len());
        }
        self.open.push(Fork { ways: ForkWays::Draw(ways), taken: 0 });
        first
    }

    /// The number of decisions in the run.
    pub(crate) fn made(&self) -> usize {
        self.open.iter().filter(|fork| matches!(fork.ways, ForkWays::Decision(_))).count()
    }

    /// The combined chance of all results of chance in the run.
    pub(crate) fn chance(&self) -> f64 {
        let chance = self.open.iter().filter(|fork| !matches!(fork.ways, ForkWays::Decision(_)));
        chance.map(|fork| 1.0 / fork.ways.len() as f64).product()
    }

    /// Goes back to the last fork with another branch, and takes it. Returns whether there was one.
    pub(crate) fn turn(&mut self, answers: &mut Vec<Answer<R>>, given: usize) -> bool {
        while let Some(fork) = self.open.last_mut() {
            if fork.taken + 1 < fork.ways.len() {
                fork.taken += 1;
                answers.truncate(given + self.open.len());
                return self.take(answers);
            }
            self.open.pop();
        }
        false
    }

    /// Makes the branch taken at the last fork the last answer.
    fn take(&self, answers: &mut [Answer<R>]) -> bool {
        match (self.open.last(), answers.last_mut()) {
            (Some(Fork { ways: ForkWays::Decision(ways), taken }), Some(Answer::Choice { choice, .. })) => {
                *choice = ways[*taken];
            }
            (Some(Fork { ways: ForkWays::Draw(ways), taken }), Some(Answer::Draw { drawn, .. })) => {
                *drawn = ways[*taken]
            }
            (Some(Fork { ways: ForkWays::Die(_), taken }), Some(Answer::Roll { die, .. })) => *die = *taken as u8 + 1,
            _ => return false,
        }
        true
    }
}

fn note(all: &mut BTreeMap<&'static str, ForkCount>, kind: &'static str, branches: usize) {
    let asked = all.entry(kind).or_default();
    asked.times += 1;
    asked.branches += branches as u64;
}
