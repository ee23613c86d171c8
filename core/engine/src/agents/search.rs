//! The searching agent: information-set Monte-Carlo tree search. It imagines games that agree with what its side knows, lets
//! them go on by turns through a tree of answers and then by a simple agent, judges how they stand a few action phases
//! later, and takes the answer that was tried most, which is the one after which they stood best.

mod mind;
mod tree;
mod walk;
mod workers;

use super::Random;
use crate::agent::{Agent, Playout};
use crate::decision::Decision;
use crate::rules::Rules;
use crate::script::ScriptSet as _;
use mind::Task;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tree::Tried;
use workers::Workers;

/// What time it is, counted from any beginning: the engine has no clock of its own.
pub type Clock = fn() -> Duration;

/// Fewer games than this are not worth a tree of their own, if their number is the budget.
const GAMES_FOR_A_HEAD: u32 = 500;

/// More heads than this do not share a number of games.
const MOST_HEADS: u32 = 8;

/// How long a decision is thought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// For a time; how far that goes depends on the machine.
    Time(Duration),
    /// For a number of imagined games: the same seed then plays the same way on every machine.
    Games(u32),
}

impl Budget {
    /// With how many heads it is thought through, if there are so many threads. How many think through a number of games
    /// does not depend on them, or else they would change what comes of it.
    fn heads(self, threads: usize) -> usize {
        match self {
            Budget::Time(_) => threads.max(1),
            Budget::Games(games) => (games / GAMES_FOR_A_HEAD).clamp(1, MOST_HEADS) as usize,
        }
    }

    /// A part of it, for a decision of little weight.
    fn part(self, of: u32) -> Budget {
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

/// `500ms`, `2s`, or a number of games such as `1000`.
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

/// Searches for every answer.
pub struct Search<R: Rules> {
    seed: u64,
    budget: Budget,
    workers: Workers<R>,
    /// What the agent of the playouts has in mind: it is asked too, and goes on from there in imagined games.
    advisor: R::Playout,
    /// Who answers where no game is played.
    stand_in: Random,
    clock: Clock,
    /// While it is true, every decision is made at once.
    hurry: Arc<AtomicBool>,
    /// How many decisions were thought about.
    thought: u64,
    last: Vec<Tried<R>>,
}

impl<R: Rules> Search<R> {
    /// A searching agent for a side that uses up to this many threads. The clock is needed for a budget of time.
    pub fn new(seed: u64, side: R::Side, budget: Budget, threads: usize, clock: Clock) -> Search<R> {
        Search {
            seed,
            budget,
            workers: Workers::new(budget.heads(threads), threads),
            advisor: R::Playout::new(seed, side),
            stand_in: Random::new(seed, side),
            clock,
            hurry: Arc::default(),
            thought: 0,
            last: Vec::new(),
        }
    }

    /// The same, which makes its decisions at once as long as somebody wants that: with what it has thought of so far.
    pub fn hurried_by(self, hurry: Arc<AtomicBool>) -> Search<R> {
        Search { hurry, ..self }
    }
}

impl<R: Rules> Agent<R> for Search<R> {
    fn choose(&mut self, view: &R::View<'_>, decision: &Decision<R>) -> R::Choice {
        let (Some(situation), scripts) = (R::situation(view), R::scripts(view)) else {
            return self.stand_in.choose(view, decision);
        };
        self.thought += 1;
        let budget = if R::is_minor(&decision.ask) { self.budget.part(10) } else { self.budget };
        let seed = self.seed.rotate_left(32) ^ self.thought.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let (advisor, hurry, clock) = (self.advisor.clone(), self.hurry.clone(), self.clock);
        let task = Task { situation, decision: decision.clone(), budget, seed, advisor, hurry, clock };
        let advised = self.advisor.choose(view, decision);
        self.last = self.workers.think(scripts.sources(), task);
        let best = self.last.first().filter(|tried| tried.visits > 0).map(|tried| tried.choice);
        let choice = best.filter(|best| decision.choices.contains(best)).unwrap_or(advised);
        self.workers.note(choice);
        choice
    }

    fn explain(&self, scripts: &R::Scripts) -> Option<String> {
        let games: u32 = self.last.iter().map(|tried| tried.visits).sum();
        let chosen = self.last.first().map(|tried| tried.choice);
        // What was not chosen may still be in the hand, which nobody else sees.
        let named = |choice: R::Choice| R::named(scripts, choice, chosen == Some(choice));
        let line = |tried: &Tried<R>| {
            format!("{} in {} of them, {:.0} % to win", named(tried.choice), tried.visits, 100.0 * tried.mean())
        };
        let tried: Vec<String> = self.last.iter().take(3).filter(|tried| tried.visits > 0).map(line).collect();
        (!tried.is_empty()).then(|| format!("in {games} imagined games, {}", tried.join("; ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_a_time_or_a_number_of_games() {
        assert_eq!("500ms".parse(), Ok(Budget::Time(Duration::from_millis(500))));
        assert_eq!("2s".parse(), Ok(Budget::Time(Duration::from_secs(2))));
        assert_eq!("1000".parse(), Ok(Budget::Games(1000)));
        for wrong in ["", "0", "0s", "s", "-3", "1m", "ten"] {
            assert!(wrong.parse::<Budget>().is_err(), "{wrong}");
        }
        assert_eq!(Budget::Games(3).part(10), Budget::Games(1));
        assert_eq!([1, 499, 1000, 100_000].map(|games| Budget::Games(games).heads(3)), [1, 1, 2, 8]);
        assert_eq!(Budget::Time(Duration::from_secs(1)).heads(3), 3);
    }
}
