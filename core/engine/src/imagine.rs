//! Imagined games: what a side can think through. Such a game is as the one on the table for all that the side knows; what
//! it does not know, such as the other hand, the draw pile and the dice to come, is drawn anew. The field calls this
//! determinization.

use crate::agent::Agent;
use crate::chance::{Purpose, Stream, scattered};
use crate::decision::Question;
use crate::rules::Rules;
use crate::run::Imagine;
use crate::side::{Each, Side};
use crate::table::{Answer, Known, Live, Seen, Table, Windows};
use std::rc::Rc;
use std::sync::Arc;

/// How a game stands when a side decides. Nothing but imagined games can be got out of it, so it may be handed to anybody
/// who plays that side, in another thread too.
pub struct Situation<R: Rules> {
    side: R::Side,
    /// The start of the step.
    start: Arc<R::State>,
    /// What was chosen, rolled and drawn since, but for what the enemy chose in secret.
    answers: Vec<Answer<R>>,
    /// What the side knows of what is hidden.
    knowledge: R::Knowledge,
    scenario: Arc<R::Scenario>,
    windows: Windows,
    /// How many answers were known in the game.
    count: usize,
    /// Who plays each side.
    seats: [R::Side; 2],
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
    /// How the game stands for a side; nothing if no step has begun.
    pub fn new(seen: Seen<'_, R>, known: &Known<R>, side: R::Side) -> Option<Situation<R>> {
        let (start, before) = seen.start.cloned()?;
        let since = known.used_since(before);
        let is_hidden = |answer: &Answer<R>| matches!(answer, Answer::Choice { side: who, ask, .. } if *who != side && ask.is_secret());
        Some(Situation {
            side,
            knowledge: R::knowledge(&start, seen.state, since, side),
            answers: since.iter().filter(|answer| !is_hidden(answer)).cloned().collect(),
            count: before + since.len(),
            scenario: seen.scenario.clone(),
            windows: seen.windows,
            seats: R::Side::BOTH.map(|side| R::seat(seen.state, side)),
            start,
        })
    }

    /// How many answers and results of chance are known in the game.
    pub fn answers(&self) -> usize {
        self.count
    }

    /// What is being played.
    pub fn scenario(&self) -> &Arc<R::Scenario> {
        &self.scenario
    }

    /// The state at the start of the step, and the answers since, as they might have been, for all that the side knows
    /// now: what is hidden is dealt anew. The same seed gives the same, wherever the hidden cards really are.
    pub fn deal_anew(&self, seed: u64) -> (R::State, Vec<Answer<R>>) {
        // Neighbouring seeds have similar dice.
        let seed = scattered(seed);
        let mut state = R::State::clone(&self.start);
        *R::dice(&mut state) = Stream::new(seed, Purpose::Dice);
        *R::draws(&mut state) = Stream::new(seed, Purpose::Deck);
        let mut answers = Vec::with_capacity(self.answers.len() + 256);
        answers.extend(self.answers.iter().cloned());
        let mut chance = Stream::new(seed, Purpose::Imagined);
        R::deal_anew(&mut state, &mut answers, &self.knowledge, self.side, &mut chance);
        (state, answers)
    }

    /// A game that goes on from here as this one might. The same seed gives the same game.
    pub fn imagine(&self, scripts: &Rc<R::Scripts>, seed: u64) -> Imagined<R> {
        let (state, answers) = self.deal_anew(seed);
        let start = Arc::new(state.clone());
        let run = Imagine::new(Live::new(Known::new(answers)), self.side);
        let mut table = Table::new(state, self.scenario.clone(), scripts.clone()).with_run(run);
        table.start = Some((start, 0));
        table.windows = self.windows;
        Imagined { table, seats: self.seats }
    }
}

/// A game that goes on as the real one might.
pub struct Imagined<R: Rules> {
    table: Table<R>,
    /// Who plays each side where it goes on.
    seats: [R::Side; 2],
}

impl<R: Rules> Imagined<R> {
    /// Lets agents, each of which plays a side, go on for so many steps of the sequence of play and to the next turn of a
    /// side, or until the game is over. Nothing if what is known cannot have happened with these cards, or if a script
    /// failed.
    pub fn play(mut self, agents: [Box<dyn Agent<R>>; 2], steps: usize) -> Option<R::State> {
        let mut seated = Each::new(|_: R::Side| None);
        for (agent, seat) in agents.into_iter().zip(self.seats) {
            seated[seat] = Some(agent);
        }
        self.table.live_mut().agents = seated;
        for number in 1.. {
            R::step(&mut self.table).ok()?;
            if R::is_over(&self.table.state) || (number >= steps && R::is_turn(&self.table.state)) {
                break;
            }
            let start = Arc::new(self.table.state.clone());
            self.table.start = Some((start, self.table.known().next));
        }
        Some(self.table.state)
    }
}
