//! What of the engine runs most of the time, as functions of one game. A game keeps them in a `static`, so that they are
//! compiled with the crate of the game and not with each program that plays it: a program need not be optimised.

use crate::agent::{Agent, Playout as _};
use crate::agents::{Budget, Clock, Look, Random, Search};
use crate::analysis::{Analysis, AnalysisOptions};
#[cfg(feature = "testing")]
use crate::analysis::{LineOfPlay, LineWorths, Referee};
use crate::game::Game;
use crate::perft::{Deals, Perft, Stuck};
use crate::record::GameStart;
use crate::rules::{PlayoutOf, Rules};
use crate::table::Halt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What came of counting.
type Counted<R> = Result<Perft, Box<Stuck<R>>>;

/// The engine's inner loops for a game.
pub struct InnerLoops<R: Rules> {
    /// Sets up a game, with the run that answers in it.
    pub(crate) begin: fn(GameStart<R>) -> Game<R>,
    /// Makes this many steps of a game.
    pub(crate) run_steps: fn(&mut Game<R>, usize) -> Result<bool, Halt<R>>,
    /// Counts sequences of decisions.
    pub(crate) count: fn(&Game<R>, usize, Deals) -> Counted<R>,
    /// Finds out what decided a game.
    pub(crate) analyse: fn(&Game<R>, &AnalysisOptions<'_, R>) -> Analysis<R>,
    /// What a line is worth to a referee.
    #[cfg(feature = "testing")]
    pub(crate) worths: fn(&Referee<'_, R>, &LineOfPlay<R>, std::ops::Range<u64>) -> LineWorths,
    /// A random agent for a side.
    pub random: fn(u64, R::Side) -> Box<dyn Agent<R>>,
    /// An agent for a side that plays as the rollout policy, and looks one step ahead where that cannot judge.
    pub look: fn(u64, R::Side) -> Box<dyn Agent<R>>,
    /// The same, but blind to what the others could do next, where the game has a policy for that.
    pub look_myopically: fn(u64, R::Side) -> Box<dyn Agent<R>>,
    /// A searching agent for a side.
    pub search: fn(Searching, R::Side) -> Box<dyn Agent<R>>,
}

/// How a searching agent searches.
pub struct Searching {
    /// Its seed.
    pub seed: u64,
    /// How long for each decision.
    pub budget: Budget,
    /// The most threads that it uses.
    pub threads: usize,
    /// What a budget of time is measured with.
    pub clock: Clock,
    /// While it is set, the agent decides at once.
    pub hurry: Arc<AtomicBool>,
}

impl<R: Rules> InnerLoops<R> {
    /// The inner loops of a game.
    #[expect(clippy::new_without_default, reason = "a default value cannot be made for a `static`")]
    pub const fn new() -> InnerLoops<R> {
        InnerLoops {
            begin: Game::from_start,
            run_steps: Game::run_steps,
            count: Perft::count_here,
            analyse: Analysis::of_here,
            #[cfg(feature = "testing")]
            worths: |referee, line, deals| referee.worths_here(line, deals),
            random: |seed, side| Box::new(Random::new(seed, side)),
            look: |seed, side| Box::new(Look::new(seed, PlayoutOf::<R>::new(seed, side))),
            look_myopically: |seed, side| Box::new(Look::new(seed, PlayoutOf::<R>::myopic(seed, side))),
            search: |Searching { seed, budget, threads, clock, hurry }, side| {
                Box::new(Search::new(seed, side, budget, threads, clock).hurried_by(hurry))
            },
        }
    }
}
