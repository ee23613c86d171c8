//! Perft: the number of possible sequences of a given number of decisions. Chess engines compare such counts to verify
//! their move generators; here they pin down the questions, the legal answers, and the results of chance between them.
//!
//! A sequence consists of the answers to `depth` decisions, and every result of chance before, between and after them,
//! up to the next decision or the end of the game. Chance adds branches, but no depth: each face of a die is a branch,
//! and so is each card or leader that can be drawn unseen. The cards of a deal are branches only on demand ([`Deals`]),
//! because whole hands have too many orders to count.
//!
//! The count repeats no rule. The rules run from the start of a step with the answers of a sequence; at everything
//! unknown they take the first branch, and the next run takes the next branch of the last fork that has one. So there
//! is one run for each sequence, not for each decision, and each run begins at the start of its step.

pub use crate::run::{Deals, ForkCount};

use crate::decision::Choice as _;
use crate::game::Game;
use crate::rules::Rules;
use crate::run::{Count, Forks};
use crate::table::{Answer, Halt, Live, Table};
use serde::Serialize;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

/// The counts below a position.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Perft {
    /// The number of decisions in a sequence.
    pub depth: usize,
    /// The number of sequences.
    pub sequences: u64,
    /// The same number with each sequence weighted by its chance: the number of sequences for an average roll of the
    /// dice.
    pub weighed: f64,
    /// The number of sequences that end the game.
    pub over: u64,
    /// The decisions in them by kind. A decision that several sequences share counts once.
    pub decisions: BTreeMap<&'static str, ForkCount>,
    /// The results of chance in them, by what is rolled or drawn. A result that several sequences share counts once.
    pub chance: BTreeMap<&'static str, ForkCount>,
    /// The count below each first choice, in the order of the choices.
    pub divide: Vec<Below>,
}

/// The count below a first choice.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Below {
    /// The token of the choice.
    pub choice: String,
    /// The number of sequences that begin with it.
    pub sequences: u64,
    /// The same number, weighted by chance.
    pub weighed: f64,
}

/// A sequence in which the rules could not continue: a fault of the engine or of a script.
#[derive(Clone, PartialEq, Debug)]
pub struct Stuck<R: Rules> {
    /// Its answers and results of chance, as lines of a record.
    pub lines: Vec<String>,
    /// What stopped the rules.
    pub halt: Halt<R>,
}

impl<R: Rules> fmt::Display for Stuck<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, after: {}", self.halt, self.lines.join("; "))
    }
}

impl<R: Rules> std::error::Error for Stuck<R> {}

impl Perft {
    /// Counts the sequences from where a game stands. Agents do not answer. The game stays unchanged.
    ///
    /// # Errors
    /// A sequence in which the rules cannot continue.
    pub fn count<R: Rules>(game: &Game<R>, depth: usize, deals: Deals) -> Result<Perft, Box<Stuck<R>>> {
        (R::inner_loops().count)(game, depth, deals)
    }

    pub(crate) fn count_here<R: Rules>(game: &Game<R>, depth: usize, deals: Deals) -> Result<Perft, Box<Stuck<R>>> {
        let mut walk = CountInProgress { deals, perft: Perft { depth, ..Perft::default() }, divide: BTreeMap::new() };
        if let Some(table) = game.copies().step_again() {
            walk.below(table, &ReachedStep { depth, chance: 1.0, first: None })?;
        }
        let CountInProgress { mut perft, divide, .. } = walk;
        let below =
            |(choice, (sequences, weighed)): (R::Choice, _)| Below { choice: choice.token(), sequences, weighed };
        perft.divide = divide.into_iter().map(below).collect();
        Ok(perft)
    }

    /// The choices and results of chance: the edges of the counted tree.
    pub fn nodes(&self) -> u64 {
        self.decisions.values().chain(self.chance.values()).map(|asked| asked.branches).sum()
    }

    fn note(&mut self, forks: &Forks<impl Rules>) {
        for (all, more) in [(&mut self.decisions, &forks.decisions), (&mut self.chance, &forks.chance)] {
            for (kind, asked) in more {
                let sum = all.entry(kind).or_default();
                sum.times += asked.times;
                sum.branches += asked.branches;
            }
        }
    }
}

/// How a step was reached, and the depth left.
struct ReachedStep<R: Rules> {
    depth: usize,
    chance: f64,
    first: Option<R::Choice>,
}

/// A count in progress.
struct CountInProgress<R: Rules> {
    deals: Deals,
    perft: Perft,
    divide: BTreeMap<R::Choice, (u64, f64)>,
}

impl<R: Rules> CountInProgress<R> {
    /// Counts below the start of a step. The known answers of the table are given.
    fn below(&mut self, table: Table<R>, way: &ReachedStep<R>) -> Result<(), Box<Stuck<R>>> {
        let (start, next, given) = (Arc::new(table.state.clone()), table.known().next, table.known().count());
        let forks = Rc::new(RefCell::new(Forks::new(way.depth, self.deals)));
        let live = Live::new(table.known().clone());
        let mut table = table.with_run(Count::new(live, forks.clone()));
        loop {
            table.begin_step(&start, next);
            let result = if R::is_over(&start) { Ok(()) } else { R::step(&mut table) };
            let answers = &table.known().answers[given..];
            let (made, chance) = (forks.borrow().made(), forks.borrow().chance());
            let first = way.first.or_else(|| first_choice(answers));
            let here = ReachedStep { depth: way.depth - made, chance: way.chance * chance, first };
            match result {
                Ok(()) if R::is_over(&table.state) => {
                    self.perft.over += 1;
                    self.leaf(&here);
                }
                Ok(()) => self.below(table.fresh(), &here).map_err(|stuck| stuck.behind(answers))?,
                Err(Halt::Pending(_)) => self.leaf(&here),
                Err(halt) => return Err(Box::new(Stuck { lines: Vec::new(), halt }).behind(answers)),
            }
            if !forks.borrow_mut().turn(&mut table.live_mut().known.answers, given) {
                self.perft.note(&forks.borrow());
                return Ok(());
            }
        }
    }

    fn leaf(&mut self, way: &ReachedStep<R>) {
        self.perft.sequences += 1;
        self.perft.weighed += way.chance;
        if let Some(first) = way.first {
            let below = self.divide.entry(first).or_default();
            below.0 += 1;
            below.1 += way.chance;
        }
    }
}

impl<R: Rules> Stuck<R> {
    /// The same sequence, with what came before.
    fn behind(mut self: Box<Stuck<R>>, answers: &[Answer<R>]) -> Box<Stuck<R>> {
        self.lines.splice(0..0, answers.iter().map(Answer::line));
        self
    }
}

impl<R: Rules> Table<R> {
    /// A table with the same state and no known answers.
    fn fresh(&self) -> Table<R> {
        let mut table = Table::new(self.state.clone(), self.scenario.clone(), self.scripts.clone());
        table.windows = self.windows;
        table
    }
}

fn first_choice<R: Rules>(answers: &[Answer<R>]) -> Option<R::Choice> {
    answers.iter().find_map(|answer| match answer {
        Answer::Choice { choice, .. } => Some(*choice),
        _ => None,
    })
}
