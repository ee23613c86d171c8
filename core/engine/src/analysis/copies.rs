//! Copies of a step, on which the rollout policy of all sides plays on.

use crate::agent::{Agent, Explanation, Playout as _};
use crate::chance::scattered;
use crate::decision::Decision;
use crate::game::PlayedStep;
use crate::imagine::{Horizon, Imagined, Situation};
use crate::rules::{PlayoutOf, Rules, Searched as _};
use crate::run::{Redraw, UpTo};
use crate::side::{Each, Sides};
use crate::table::{Answer, Halt, Known, Live, Table};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

/// The copies of a step.
pub(super) struct StepCopies<'a, R: Rules> {
    pub scripts: Rc<R::Scripts>,
    pub step: &'a PlayedStep<R>,
    pub sides: Sides<R::Side>,
    horizon: Horizon,
    /// Makes the agent that plays on for a side, from a seed.
    policy: fn(u64, R::Side) -> Box<dyn Agent<R>>,
    /// The number of the step in the game: in each step the copies are dealt otherwise, or what one deal has by chance would
    /// count anew in all of them.
    number: u64,
    played: Cell<u64>,
    /// Whether to play no more: nothing of the step is told then.
    stop: &'a dyn Fn() -> bool,
}

/// What a copy goes on from.
pub(super) enum World<'a, R: Rules> {
    /// The real state at the start of the step, and this many of the answers since. Dice and draws to come are new.
    Open(usize),
    /// What a side knows.
    Imagined(&'a Situation<R>),
}

/// How a copy ended.
pub(super) struct CopyEnd<R: Rules> {
    /// What it is worth to each side.
    pub worth: Each<f64>,
    /// The answers and results of chance since the start of the step.
    pub answers: Vec<Answer<R>>,
    /// The reasons that the rollout policy gave, each with the number of the answer.
    pub reasons: Vec<(usize, Explanation)>,
}

/// Plays as a side did, wherever it comes to the same decisions, and else by the policy.
struct Retracing<R: Rules> {
    policy: Box<dyn Agent<R>>,
    /// At how many decisions it only looks on, because they are answered.
    answered: usize,
    /// What it did after those, as far as it has not come to that.
    did: VecDeque<Answer<R>>,
}

impl<R: Rules> Agent<R> for Retracing<R> {
    fn choose(&mut self, view: &R::View<'_>, decision: &Decision<R>) -> R::Choice {
        let done = |answer: &Answer<R>| match answer {
            Answer::Choice { side, ask, choice } if *side == decision.side && *ask == decision.ask => {
                decision.choices.contains(choice).then_some(*choice)
            }
            _ => None,
        };
        let usual = self.policy.choose(view, decision);
        if self.answered > 0 {
            self.answered -= 1;
            return usual;
        }
        let found = self.did.iter().enumerate().find_map(|(number, answer)| Some((number, done(answer)?)));
        found.map_or(usual, |(number, choice)| {
            self.did.drain(..=number);
            choice
        })
    }

    fn explain(&self, scripts: &R::Scripts, scenario: &R::Scenario) -> Option<Explanation> {
        self.policy.explain(scripts, scenario)
    }
}

/// The step as it stood where its next answer was asked for.
pub(super) struct Halfway<R: Rules> {
    /// The table.
    pub table: Table<R>,
    /// The decision that was open.
    pub decision: Option<Decision<R>>,
    /// What could be drawn.
    pub among: Vec<R::Choice>,
    /// How many entries the log of the step had.
    pub log: usize,
}

impl<'a, R: Rules> StepCopies<'a, R> {
    pub fn new(
        scripts: Rc<R::Scripts>,
        (step, number): (&'a PlayedStep<R>, usize),
        horizon: Horizon,
        stop: &'a dyn Fn() -> bool,
    ) -> StepCopies<'a, R> {
        let sides = R::sides(&scripts);
        let policy = |seed, side| Box::new(PlayoutOf::<R>::new(seed, side)) as Box<dyn Agent<R>>;
        StepCopies { scripts, step, sides, horizon, policy, number: number as u64, played: Cell::new(0), stop }
    }

    /// The same, where other agents play on.
    #[cfg(feature = "testing")]
    pub fn played_by(self, policy: fn(u64, R::Side) -> Box<dyn Agent<R>>) -> StepCopies<'a, R> {
        StepCopies { policy, ..self }
    }

    /// Whether to play no more.
    pub fn is_stopped(&self) -> bool {
        (self.stop)()
    }

    /// Whether they are played to the end of the game.
    pub fn go_to_the_end(&self) -> bool {
        self.horizon == Horizon::END
    }

    /// The number of copies that have been played.
    pub fn played(&self) -> u64 {
        self.played.get()
    }

    /// Plays a copy where one more answer or result of chance may be known: the next. The number of the deal says what is
    /// dealt, rolled and drawn in it, whatever that is. `None` if the answers do not agree with what was dealt.
    pub fn play(&self, world: &World<'_, R>, next: Option<Answer<R>>, deal: u64) -> Option<CopyEnd<R>> {
        self.play_on(world, next, &[], deal)
    }

    /// The same where the sides carry on with what they did later in the step.
    pub fn play_on(
        &self,
        world: &World<'_, R>,
        next: Option<Answer<R>>,
        did: &[Answer<R>],
        deal: u64,
    ) -> Option<CopyEnd<R>> {
        self.play_with((world, next, did), deal, (self.horizon, false))
    }

    /// A copy with the reasons of the rollout policy.
    pub fn play_with_reasons(&self, world: &World<'_, R>, deal: u64) -> Option<CopyEnd<R>> {
        self.play_with((world, None, &[]), deal, (self.horizon, true))
    }

    /// Plays a copy as far as a horizon, with or without reasons.
    pub fn play_with(
        &self,
        (world, next, did): (&World<'_, R>, Option<Answer<R>>, &[Answer<R>]),
        deal: u64,
        (horizon, has_reasons): (Horizon, bool),
    ) -> Option<CopyEnd<R>> {
        if self.is_stopped() {
            return None;
        }
        self.played.set(self.played.get() + 1);
        let seed = scattered(scattered(self.number) ^ deal);
        let mut copy = match world {
            World::Open(known) => self.open(*known, next, seed),
            World::Imagined(situation) => situation.imagine_after(next, &self.scripts, seed),
        };
        let live = copy.table_mut().live_mut();
        live.look_on = true;
        live.reasons = has_reasons.then(Vec::new);
        let agents = self.sides.iter().map(|side| {
            let own = |answer: &&Answer<R>| answer.side() == Some(side);
            let answered = live.known.answers.iter().filter(own).count();
            let did = did.iter().filter(own).cloned().collect();
            Box::new(Retracing { policy: (self.policy)(seed, side), answered, did }) as Box<dyn Agent<R>>
        });
        let agents: Vec<_> = agents.collect();
        let mut table = copy.play_at_table(agents, horizon)?;
        let worth = |side| R::Search::worth(&table.state, side, &self.scripts, &self.step.scenario);
        let worth = Each::new(self.sides, worth);
        let live = table.live_mut();
        let reasons = live.reasons.take().unwrap_or_default();
        let reasons = reasons.into_iter().map(|reason| (reason.answer, reason.explanation)).collect();
        Some(CopyEnd { worth, answers: std::mem::take(&mut live.known.answers), reasons })
    }

    /// A copy of the real step with this many of its answers.
    fn open(&self, known: usize, next: Option<Answer<R>>, seed: u64) -> Imagined<R> {
        let mut state = R::State::clone(&self.step.start);
        R::generator(&mut state).reseed(scattered(seed));
        let mut answers = Vec::with_capacity(known + 256);
        answers.extend(self.step.answers[..known].iter().cloned().chain(next));
        let run = Redraw::new(Live::new(Known::new(answers)), seed);
        let seats = self.sides.map(|side| R::seat(&state, side));
        Imagined::at(self.table(state).with_run(run), seats)
    }

    /// A table at which the step begins.
    fn table(&self, state: R::State) -> Table<R> {
        let start = Arc::new(state.clone());
        let mut table = Table::new(state, self.step.scenario.clone(), self.scripts.clone());
        table.start = Some((start, 0));
        table.windows = self.step.windows;
        table
    }

    /// The step as it stood after this many of its answers; nothing if they do not lead there.
    pub fn halfway(&self, known: usize) -> Option<Halfway<R>> {
        let among = Rc::new(RefCell::new(Vec::new()));
        let live = Live::new(Known::new(self.step.answers[..known].to_vec()));
        let mut table = self.table(R::State::clone(&self.step.start)).with_run(UpTo::new(live, among.clone()));
        table.log = Some(Vec::new());
        let decision = match R::step(&mut table) {
            Ok(()) | Err(Halt::Die(_) | Halt::Chance) => None,
            Err(Halt::Pending(decision)) => Some(decision),
            Err(_) => return None,
        };
        let log = table.log_length();
        Some(Halfway { table, decision, among: among.take(), log })
    }
}
