//! What decided a game: the chance of winning over time, what chance gave each side, and what decisions gave away.
//!
//! The game is played again step by step. In each step, for each known answer, copies play on with the rollout policy of
//! all sides up to a horizon, and are judged there as searches judge ([`Searched::worth`]). Copies that are compared have
//! the same dice to come, which do not depend on what is compared.
//!
//! - *Luck* of a die or a draw is what copies come to with the actual result, less their mean over all results. Both go on
//!   in the same way, never as the real game did, so the mean of luck is zero.
//! - A *decision* is what it changed, compared with what the rollout policy would have chosen, judged with the information
//!   of the side: in copies with its [`Situation`], where the hidden rest is dealt anew. A *mistake* is what the choice
//!   lost there against the best alternative; both go on as the rollout policy does, or as the side did later in the
//!   step, whatever makes most of them. Where the judgement at the horizon may err by much ([`Searched::DOUBT`]), a
//!   mistake has to be confirmed by copies that are played further. A choice that the rollout policy never makes is
//!   judged by such copies whatever the judgement at the horizon says.
//! - What was *hidden* is the difference between that and what the decision changed with all cards open.
//! - The *remainder* is what is left of the change of the open chance: the horizon moves on, and samples are finite.
//!
//! For a single side everything comes from its situations alone, so the analysis is the same in every game that differs only
//! in what is hidden from it.
//!
//! [`Searched::worth`]: crate::rules::Searched::worth
//! [`Searched::DOUBT`]: crate::rules::Searched::DOUBT
//! [`Situation`]: crate::imagine::Situation

mod copies;
mod depth;
mod judge;
mod open;
#[cfg(feature = "testing")]
mod referee;
mod sample;
mod seen;
mod step;
mod totals;

pub use depth::Depth;
#[cfg(feature = "testing")]
pub use referee::{LineOfPlay, LineWorths, Referee};
pub use totals::{SideTotal, Totals};

use crate::agent::Explanation;
use crate::game::{Game, PlayedStep};
use crate::rules::{Rules, ScriptSet as _, Searched as _};
use crate::script::compiled_once;
use crate::side::{Each, Sides};
use std::ops::Range;
use std::panic::resume_unwind;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use step::{ChancesWithError, StepAnalysis, StepAnalyst};

/// What is wanted of an analysis.
pub struct AnalysisOptions<'a, R: Rules> {
    /// How deep it goes.
    pub depth: Depth,
    /// The side that is to learn nothing that is hidden from it; without one, all cards are open.
    pub seer: Option<R::Side>,
    /// The most threads. The result is the same with any number.
    pub threads: usize,
    /// Whether to stop, with what there is so far.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Called after each step.
    pub tick: &'a (dyn Fn() + Sync),
}

/// What decided a game.
pub struct Analysis<R: Rules> {
    /// How deep it went.
    pub depth: Depth,
    /// The side for which it is; without one, all cards were open.
    pub seer: Option<R::Side>,
    /// The sides of the game.
    pub sides: Sides<R::Side>,
    /// The chances before each step that was analysed, and after the last of them.
    pub curve: Vec<CurvePoint<R>>,
    /// What happened, in order.
    pub moments: Vec<AnalysedMoment<R>>,
    /// The number of steps of the game so far.
    pub steps: usize,
    /// The number of copies that were played.
    pub copies: u64,
}

/// The chances at a time of the game.
#[derive(Clone, Debug)]
pub struct CurvePoint<R: Rules> {
    /// The time.
    pub time: R::Time,
    /// What people call it.
    pub told: String,
    /// The number of entries of the log by then.
    pub log: usize,
    /// What each side may expect, from 0 to 1.
    pub chances: Each<f64>,
    /// The standard error of each.
    pub error: Each<f64>,
}

/// Something that changed the chances: results of chance that follow on each other, or a decision.
#[derive(Clone, Debug)]
pub struct AnalysedMoment<R: Rules> {
    /// The number of the step, which is that of the point of the curve before it.
    pub step: usize,
    /// The numbers of the answers and results of chance in the game, from 0.
    pub answers: Range<usize>,
    /// What the log tells between them and the next answer.
    pub log: Range<usize>,
    /// What it was.
    pub what: Happened<R>,
    /// What chance gave each side.
    pub luck: Each<f64>,
    /// What the decision changed for each side, as far as the side that decided could know.
    pub decision: Each<f64>,
    /// What it changed besides with all cards open.
    pub hidden: Each<f64>,
    /// The standard error of what it changed in all, for each side.
    pub error: Each<f64>,
}

/// What happened.
#[derive(Clone, Debug)]
pub enum Happened<R: Rules> {
    /// Dice were rolled, or something was drawn.
    Chance,
    /// A side decided.
    Decision(Box<JudgedDecision<R>>),
}

/// A decision that was judged.
#[derive(Clone, Debug)]
pub struct JudgedDecision<R: Rules> {
    /// The side.
    pub side: R::Side,
    /// What it was asked.
    pub ask: R::Question,
    /// What it chose.
    pub choice: R::Choice,
    /// What the side could expect with its choice, from 0 to 1.
    pub expected: f64,
    /// How many of the choices were compared.
    pub compared: usize,
    /// How many there were.
    pub offered: usize,
    /// What it gave away, if that is certain enough.
    pub mistake: Option<Mistake<R>>,
}

/// A better choice.
#[derive(Clone, Debug)]
pub struct Mistake<R: Rules> {
    /// The choice.
    pub better: R::Choice,
    /// What the side lost by not making it. Mistakes between which nothing was left to chance share what they lost together.
    pub loss: f64,
    /// The standard error of the difference between both choices.
    pub error: f64,
    /// By how much the side's later answers made more of its choice than the rollout policy would.
    made_good: f64,
    /// Why the rollout policy would have made it, if it would have.
    pub reason: Option<Explanation>,
}

impl<R: Rules> Analysis<R> {
    /// Analyses a game up to where it stands. A game without a log cannot be analysed from its beginning.
    pub fn of(game: &Game<R>, wanted: &AnalysisOptions<'_, R>) -> Analysis<R> {
        (R::inner_loops().analyse)(game, wanted)
    }

    pub(crate) fn of_here(game: &Game<R>, wanted: &AnalysisOptions<'_, R>) -> Analysis<R> {
        let steps = game.past().steps();
        let analysed = analyse_steps(game, &steps, wanted);
        let mut analysis = Analysis {
            depth: wanted.depth,
            seer: wanted.seer,
            sides: game.sides(),
            curve: Vec::new(),
            moments: Vec::new(),
            steps: steps.len(),
            copies: 0,
        };
        let count = analysed.len();
        let mut end = None;
        for (number, (step, found)) in steps.iter().zip(analysed).enumerate() {
            analysis.curve.push(CurvePoint::at(game, &step.start, step.log.start, found.begins));
            let numbered = |moment: AnalysedMoment<R>| AnalysedMoment { step: number, ..moment };
            analysis.moments.extend(found.moments.into_iter().map(numbered));
            analysis.copies += found.copies;
            end = found.ends.map(|ends| CurvePoint::at(game, &step.start, step.log.end, ends));
        }
        analysis.curve.extend(last_point(game, &steps, count, end));
        analysis
    }

    /// Whether every step has been analysed.
    pub fn is_whole(&self) -> bool {
        self.curve.len() > self.steps
    }

    /// What changed between a point of the curve and the next, less what the moments in between explain, for each side.
    pub fn remainder(&self, step: usize) -> Each<f64> {
        let mut rest = self.change(step);
        for moment in self.moments.iter().filter(|moment| moment.step == step) {
            for index in 0..self.sides.count() {
                rest.0[index] -= moment.luck.0[index] + moment.decision.0[index] + moment.hidden.0[index];
            }
        }
        rest
    }

    /// What changed between a point of the curve and the next, for each side.
    pub fn change(&self, step: usize) -> Each<f64> {
        let mut change = Each::default();
        if let (Some(before), Some(after)) = (self.curve.get(step), self.curve.get(step + 1)) {
            for index in 0..self.sides.count() {
                change.0[index] = after.chances.0[index] - before.chances.0[index];
            }
        }
        change
    }
}

impl<R: Rules> CurvePoint<R> {
    fn at(game: &Game<R>, state: &R::State, log: usize, (chances, error): ChancesWithError) -> CurvePoint<R> {
        CurvePoint { time: R::time(state), told: R::time_told(state, game.scripts()), log, chances, error }
    }
}

/// The point of the curve behind the steps that were analysed.
fn last_point<R: Rules>(
    game: &Game<R>,
    steps: &[PlayedStep<R>],
    analysed: usize,
    end: Option<CurvePoint<R>>,
) -> Option<CurvePoint<R>> {
    let last = game.past().last_start().filter(|state| analysed == steps.len() && R::is_over(state));
    match last {
        Some(state) => {
            let worth = |side| R::Search::worth(&state, side, game.scripts(), game.scenario());
            let chances = Each::new(game.sides(), worth);
            Some(CurvePoint::at(game, &state, game.log().len(), (chances, Each::default())))
        }
        None => end,
    }
}

/// Analyses steps in several threads. What comes back are the first ones, all unless it was stopped.
fn analyse_steps<R: Rules>(
    game: &Game<R>,
    steps: &[PlayedStep<R>],
    wanted: &AnalysisOptions<'_, R>,
) -> Vec<StepAnalysis<R>> {
    let next = AtomicUsize::new(0);
    let sources = game.scripts().sources().clone();
    // Steps are taken in order, so that those that are analysed when it is stopped are the first ones.
    let work = |scripts: &Rc<R::Scripts>| {
        let mut found = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(step) = steps.get(number) else { return found };
            let is_last = number + 1 == steps.len();
            let analyst = StepAnalyst::new(scripts.clone(), (step, number), wanted, is_last);
            let Some(analysed) = analyst.analyse() else { return found };
            found.push((number, analysed));
            (wanted.tick)();
        }
    };
    let apart = |scripts: &Rc<R::Scripts>| {
        R::enter(scripts);
        // The real game may be in the middle of an event.
        match scripts.host() {
            Some(host) => host.apart(|| work(scripts)),
            None => work(scripts),
        }
    };
    let mut found = thread::scope(|scope| {
        let others = wanted.threads.min(steps.len()).saturating_sub(1);
        let other = |_| {
            let in_thread =
                || compiled_once::<R::Scripts>(&sources).map_or_else(|_| Vec::new(), |scripts| apart(&scripts));
            thread::Builder::new().name("analysis".into()).spawn_scoped(scope, in_thread).ok()
        };
        let others: Vec<_> = (0..others).filter_map(other).collect();
        let mut found = apart(game.scripts());
        found.extend(others.into_iter().flat_map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic))));
        found
    });
    found.sort_by_key(|(number, _)| *number);
    let first = found.iter().enumerate().take_while(|(index, (number, _))| index == number).count();
    found.truncate(first);
    found.into_iter().map(|(_, analysed)| analysed).collect()
}
