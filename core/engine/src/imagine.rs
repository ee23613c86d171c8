//! Determinization: imagined games for search. An imagined game agrees with everything that a side knows; the rest,
//! such as the other hand, the draw pile and future dice, is sampled.

use crate::agent::Agent;
use crate::chance::{Purpose, Stream, scattered};
use crate::decision::Question;
use crate::rules::{Hidden, Rules, Searched};
use crate::run::Imagine;
use crate::side::{Each, Sides};
use crate::table::{Answer, Known, Live, Seen, Table, Windows};
use std::rc::Rc;
use std::sync::Arc;

/// How far a game is imagined: until this many turns of a side have begun after this many steps of the sequence of play. In
/// a longer one the dice drown out the effect of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Horizon {
    /// The steps, the first included.
    pub steps: u32,
    /// The turns that begin after them; the game is judged at the beginning of the last.
    pub turns: u32,
}

impl Horizon {
    /// To the end of the game; a game that has not ended after a thousand steps is judged as it then stands.
    pub const END: Horizon = Horizon { steps: 1000, turns: 1 };
}

/// In this many determinizations what is hidden shows.
const DEALS_OF_TRUTH: u64 = 4;

/// The game as a side knows it when it decides. It yields only imagined games, so any agent of that side may have it,
/// in any thread.
pub struct Situation<R: Rules> {
    side: R::Side,
    /// The start of the step.
    start: Arc<R::State>,
    /// The answers and results of chance since then, without the secret choices of the enemy.
    answers: Vec<Answer<R>>,
    /// Whether there were such.
    has_secrets: bool,
    /// What the side knows of the hidden cards.
    knowledge: <R::Hidden as Hidden<R>>::Knowledge,
    scenario: Arc<R::Scenario>,
    windows: Windows,
    /// The number of answers known in the game.
    count: usize,
    /// The seat of each side.
    seats: Sides<R::Side>,
}

impl<R: Rules> Clone for Situation<R> {
    fn clone(&self) -> Situation<R> {
        Situation {
            start: self.start.clone(),
            answers: self.answers.clone(),
            knowledge: self.knowledge.clone(),
            scenario: self.scenario.clone(),
            ..*self
        }
    }
}

impl<R: Rules> Situation<R> {
    /// The situation of a side; `None` if no step has begun.
    pub fn new(seen: Seen<'_, R>, known: &Known<R>, side: R::Side) -> Option<Situation<R>> {
        let (start, before) = seen.start.cloned()?;
        let since = known.used_since(before);
        let is_hidden = |answer: &Answer<R>| match answer {
            Answer::Choice { side: who, ask, .. } => *who != side && ask.is_secret(),
            _ => false,
        };
        let answers: Vec<Answer<R>> = since.iter().filter(|answer| !is_hidden(answer)).cloned().collect();
        Some(Situation {
            side,
            knowledge: R::Hidden::knowledge(&start, seen.state, since, side),
            has_secrets: answers.len() < since.len(),
            answers,
            count: before + since.len(),
            scenario: seen.scenario.clone(),
            windows: seen.windows,
            seats: seen.sides().map(|side| R::seat(seen.state, side)),
            start,
        })
    }

    /// The number of answers and results of chance known in the game.
    pub fn answers(&self) -> usize {
        self.count
    }

    /// The state at the start of the step.
    pub(crate) fn start(&self) -> &R::State {
        &self.start
    }

    /// The scenario.
    pub fn scenario(&self) -> &Arc<R::Scenario> {
        &self.scenario
    }

    /// Whether the side knows all that was dealt and answered: every determinization is the truth. Only a few are tried.
    pub(crate) fn is_open(&self) -> bool {
        let is_true = |seed: u64| {
            let (mut state, answers) = self.deal_anew(seed);
            let mut truth = R::State::clone(&self.start);
            std::mem::swap(R::generator(&mut state), R::generator(&mut truth));
            state == *self.start && answers == self.answers
        };
        !self.has_secrets && (!R::Hidden::HIDES || (0..DEALS_OF_TRUTH).all(is_true))
    }

    /// A determinization: the state at the start of the step and the answers since, with the hidden cards dealt anew in
    /// agreement with what the side knows. It depends only on the seed, not on where the hidden cards really are.
    pub fn deal_anew(&self, seed: u64) -> (R::State, Vec<Answer<R>>) {
        // Neighbouring seeds would give similar dice.
        let seed = scattered(seed);
        let mut state = R::State::clone(&self.start);
        R::generator(&mut state).reseed(seed);
        let mut answers = Vec::with_capacity(self.answers.len() + 256);
        answers.extend(self.answers.iter().cloned());
        let mut chance = Stream::new(seed, Purpose::Imagined);
        R::Hidden::deal_anew(&mut state, &mut answers, &self.knowledge, self.side, &mut chance);
        (state, answers)
    }

    /// An imagined game that continues from here. The same seed gives the same game.
    pub fn imagine(&self, scripts: &Rc<R::Scripts>, seed: u64) -> Imagined<R> {
        self.imagine_after(None, scripts, seed)
    }

    /// The same where one more answer or die may be known: the next.
    pub(crate) fn imagine_after(&self, next: Option<Answer<R>>, scripts: &Rc<R::Scripts>, seed: u64) -> Imagined<R> {
        let (state, mut answers) = self.deal_anew(seed);
        answers.extend(next);
        let start = Arc::new(state.clone());
        let run = Imagine::new(Live::new(Known::new(answers)), self.side);
        let mut table = Table::new(state, self.scenario.clone(), scripts.clone()).with_run(run);
        table.start = Some((start, 0));
        table.windows = self.windows;
        Imagined { table, seats: self.seats }
    }
}

/// An imagined game.
pub struct Imagined<R: Rules> {
    table: Table<R>,
    /// The seat of each side.
    seats: Sides<R::Side>,
}

impl<R: Rules> Imagined<R> {
    /// A game that continues at a table where a step begins, with the seat of each side.
    pub(crate) fn at(table: Table<R>, seats: Sides<R::Side>) -> Imagined<R> {
        Imagined { table, seats }
    }

    /// The table.
    pub(crate) fn table_mut(&mut self) -> &mut Table<R> {
        &mut self.table
    }

    /// Lets agents play up to a horizon, or until the game is over: one for each side, in their order. `None` if the known
    /// answers are impossible with these cards, or if a script failed.
    pub fn play(self, agents: impl IntoIterator<Item = Box<dyn Agent<R>>>, horizon: Horizon) -> Option<R::State> {
        self.play_at_table(agents, horizon).map(|table| table.state)
    }

    /// The same, with all that was answered.
    pub(crate) fn play_at_table(
        mut self,
        agents: impl IntoIterator<Item = Box<dyn Agent<R>>>,
        horizon: Horizon,
    ) -> Option<Table<R>> {
        let mut seated = Each::default();
        for (agent, seat) in agents.into_iter().zip(self.seats) {
            seated[seat] = Some(agent);
        }
        self.table.live_mut().agents = seated;
        let mut turns = 0;
        for number in 1.. {
            R::step(&mut self.table).ok()?;
            turns += u32::from(number >= horizon.steps && R::Search::is_turn(&self.table.state));
            if R::is_over(&self.table.state) || turns >= horizon.turns {
                break;
            }
            let start = Arc::new(self.table.state.clone());
            self.table.start = Some((start, self.table.known().next));
        }
        Some(self.table)
    }
}
