//! Perft: how many ways a game can go on in so many decisions. Chess engines compare such counts to prove their move
//! generators; here they pin down what is asked, what may be answered, and what chance can do in between.
//!
//! What is counted is a sequence: the answers to `depth` decisions, and every result of chance before, between and
//! behind them, up to the next decision. The game may be over before; that ends a sequence too. Chance makes branches,
//! but no levels: each face of a die is a branch, and so is each card or leader that may be drawn where one is drawn
//! unseen. Which card a season deals is a branch only on demand ([`Deals`]): hands full of hidden cards have more orders
//! than can be counted.
//!
//! Nothing of the rules is written twice. The rules run from the start of a step with the answers of a sequence; at the
//! first thing that is not known they take the first way and go on, and the next run takes the last way that has
//! another. So there is one run for each sequence and not one for each decision in it, and none goes back to before the
//! step, whose end is the start of the counts below it.

pub use crate::run::{Asked, Deals};

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

/// The count below a position.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Perft {
    /// How many decisions deep.
    pub depth: usize,
    /// How many sequences there are.
    pub sequences: u64,
    /// The same, each weighed with the chance of everything in it that chance decides: how many there are on average when
    /// the dice are rolled.
    pub weighed: f64,
    /// How many of the sequences end the game.
    pub over: u64,
    /// The decisions in them by kind; one that several sequences share counts once.
    pub decisions: BTreeMap<&'static str, Asked>,
    /// The results of chance in them by what is rolled or drawn; one that several sequences share counts once.
    pub chance: BTreeMap<&'static str, Asked>,
    /// The count below each first choice, in the order of the choices.
    pub divide: Vec<Below>,
}

/// The count below a first choice.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Below {
    /// The token of the choice.
    pub choice: String,
    /// How many sequences begin with it.
    pub sequences: u64,
    /// The same, weighed with chance.
    pub weighed: f64,
}

/// A sequence in which the rules could not go on: a fault of the engine or of a script.
#[derive(Clone, PartialEq, Debug)]
pub struct Stuck<R: Rules> {
    /// What was chosen, rolled and drawn in it, as lines of a record.
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
    /// Counts the ways in which a game can go on from where it stands. Agents do not answer. The game is not changed.
    ///
    /// # Errors
    /// A sequence in which the rules cannot go on.
    pub fn count<R: Rules>(game: &Game<R>, depth: usize, deals: Deals) -> Result<Perft, Box<Stuck<R>>> {
        let mut walk = Walk { deals, perft: Perft { depth, ..Perft::default() }, divide: BTreeMap::new() };
        if let Some(table) = game.step_again() {
            walk.below(table, &Way { depth, chance: 1.0, first: None })?;
        }
        let Walk { mut perft, divide, .. } = walk;
        let below =
            |(choice, (sequences, weighed)): (R::Choice, _)| Below { choice: choice.token(), sequences, weighed };
        perft.divide = divide.into_iter().map(below).collect();
        Ok(perft)
    }

    /// The choices and results of chance: the edges of the tree that was counted.
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

/// How a step was reached, and how far it is still to go.
struct Way<R: Rules> {
    depth: usize,
    chance: f64,
    first: Option<R::Choice>,
}

/// A count that is under way.
struct Walk<R: Rules> {
    deals: Deals,
    perft: Perft,
    divide: BTreeMap<R::Choice, (u64, f64)>,
}

impl<R: Rules> Walk<R> {
    /// Counts what lies below the start of a step. What the table knows already is given.
    fn below(&mut self, table: Table<R>, way: &Way<R>) -> Result<(), Box<Stuck<R>>> {
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
            let here = Way { depth: way.depth - made, chance: way.chance * chance, first };
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

    fn leaf(&mut self, way: &Way<R>) {
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
    /// The same, with what came before.
    fn behind(mut self: Box<Stuck<R>>, answers: &[Answer<R>]) -> Box<Stuck<R>> {
        self.lines.splice(0..0, answers.iter().map(Answer::line));
        self
    }
}

impl<R: Rules> Table<R> {
    /// A table at which everything stands as at this one, and nothing is known of what comes.
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
