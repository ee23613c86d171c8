//! Playing many games: each from its seed alone, in as many threads as are wanted.

use super::in_order::{Threads, in_order};
use crate::outside::OutsideSeats;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::ops::{ControlFlow, RangeInclusive};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use wilderness_engine::faults::{Fault, Faults};
use wilderness_engine::script::{Observations, ScriptAct, ScriptSet, compiled_once};
use wilderness_engine::{Agent, Decision, Game, Rules};

/// The texts of the scripts of a game.
type Sources<R> = <<R as Rules>::Scripts as ScriptSet>::Sources;

/// Games that differ only by their seed, and what is kept of each.
pub trait Experiment<R: Rules>: Sync {
    /// What is kept of a game.
    type Row: Send + PartialEq + Debug;

    /// The texts of the scripts that the games are played with.
    fn sources(&self) -> &Sources<R>;

    /// Called with the scripts that a thread has compiled, before it plays.
    fn prepare(&self, _scripts: &R::Scripts) {}

    /// What the game with a seed starts from.
    fn header(&self, seed: u64, scripts: &R::Scripts) -> R::Header;

    /// Who plays a side of the game with a seed; nobody where a bot outside the program does.
    fn agent(&self, seed: u64, side: R::Side) -> Option<Box<dyn Agent<R>>>;

    /// The bots outside the program that play a game; nothing if none does.
    fn outside(&self) -> Option<OutsideSeats<'_, R>> {
        None
    }

    /// Whether the players decide as those of another experiment do, as long as they are asked the same.
    fn has_players_of(&self, _other: &Self) -> bool {
        false
    }

    /// What is wrong with the position in which a game has ended, if anything.
    fn wrong(&self, _game: &Game<R>) -> Option<String> {
        None
    }

    /// Whether it is noted whose turn it is at each die.
    fn notes_turns(&self) -> bool {
        false
    }

    /// What is to be observed of a game, if anything is.
    fn observations(&self) -> Option<Rc<Observations>> {
        None
    }

    /// Whether it is found out what acts of scripts do in the game with a seed, by games that go on without them.
    fn weighs_acts(&self, _seed: u64) -> bool {
        false
    }

    /// Whether it is found out what this act does, where that is found out of any.
    fn goes_without(&self, _act: &ScriptAct) -> bool {
        false
    }

    /// Notes in the row of a game how it ended without an act of a script.
    fn note_without(&self, _row: &mut Self::Row, _act: &ScriptAct, _without: &Self::Row) {}

    /// The row of a game that was played, or of one that cannot begin.
    fn row(&self, seed: u64, ended: Result<Ended<R>, Faults>) -> Self::Row;
}

/// A game that was played.
pub struct Ended<R: Rules> {
    /// The game, as far as it came. It has no log.
    pub game: Game<R>,
    /// What went wrong, if anything did; otherwise the game has an outcome.
    pub fault: Option<String>,
    /// What was observed of it.
    pub observations: Option<Rc<Observations>>,
}

/// What a thread plays with: the scripts, compiled once for each set of texts.
pub struct Worker<R: Rules>(Vec<(Sources<R>, Rc<R::Scripts>)>);

impl<R: Rules> Default for Worker<R> {
    fn default() -> Worker<R> {
        Worker(Vec::new())
    }
}

impl<R: Rules> Worker<R> {
    /// The scripts that it has compiled.
    pub fn scripts(&self) -> impl Iterator<Item = &R::Scripts> {
        self.0.iter().map(|(_, scripts)| &**scripts)
    }

    /// The scripts of some texts.
    ///
    /// # Errors
    /// Everything wrong with them.
    pub fn of_sources(&mut self, sources: &Sources<R>) -> Result<Rc<R::Scripts>, Faults> {
        self.compiled(sources, |_| {})
    }

    fn compiled(&mut self, sources: &Sources<R>, prepare: impl FnOnce(&R::Scripts)) -> Result<Rc<R::Scripts>, Faults> {
        if let Some((_, scripts)) = self.0.iter().find(|(known, _)| known == sources) {
            return Ok(scripts.clone());
        }
        let scripts = compiled_once::<R::Scripts>(sources)?;
        prepare(&scripts);
        self.0.push((sources.clone(), scripts.clone()));
        Ok(scripts)
    }

    /// The game with a seed, in which nothing has happened yet. The agents wait while `stop` says so.
    ///
    /// # Errors
    /// A game that cannot begin.
    pub fn begin<E: Experiment<R>>(
        &mut self,
        experiment: &E,
        seed: u64,
        stop: fn() -> bool,
    ) -> Result<Game<R>, Faults> {
        let scripts = self.compiled(experiment.sources(), |scripts| experiment.prepare(scripts))?;
        let mut game = Game::begin(&experiment.header(seed, &scripts), scripts)?;
        if experiment.notes_turns() {
            game = game.noting_turns();
        }
        for side in game.sides() {
            let agent = experiment.agent(seed, side);
            game.set_agent(side, agent.map(|agent| Box::new(Interruptible { agent, stop }) as Box<dyn Agent<R>>));
        }
        Ok(game)
    }

    /// Plays the game with a seed; nothing if it is stopped. Where something panics, the game has failed.
    pub fn play<E: Experiment<R>>(&mut self, experiment: &E, seed: u64, stop: fn() -> bool) -> Option<E::Row> {
        let play = || {
            let game = self.begin(experiment, seed, stop)?;
            Ok(GameWithTwins::new(experiment, seed, game.without_log()).row(stop))
        };
        or_fault(play).flatten().unwrap_or_else(|faults| Some(experiment.row(seed, Err(faults))))
    }

    /// Plays a game to its end while it is observed, after something else has been done with it.
    pub(crate) fn row_of<E: Experiment<R>>(
        experiment: &E,
        seed: u64,
        (mut game, observations): (Game<R>, Option<Rc<Observations>>),
        stop: fn() -> bool,
        before: impl FnOnce(&mut Game<R>) -> Result<(), String>,
    ) -> Option<E::Row> {
        let scripts = game.scripts().clone();
        let play = || {
            before(&mut game)?;
            finish(experiment, &mut game, stop)
        };
        let played = match observations.as_ref().zip(scripts.host()) {
            Some((observations, host)) => host.observed_by(observations, || catch_unwind(AssertUnwindSafe(play))),
            None => catch_unwind(AssertUnwindSafe(play)),
        };
        let fault = match played {
            Ok(Ok(())) => experiment.wrong(&game),
            Ok(Err(fault)) => Some(fault),
            Err(panic) => Some(format!("panic: {}", message(&*panic))),
        };
        if game.decision().is_some() && stop() {
            return None;
        }
        let no_end = || game.outcome().is_none().then(|| "the game has no end".to_string());
        let fault = fault.or_else(no_end);
        Some(experiment.row(seed, Ok(Ended { game, fault, observations })))
    }
}

/// A game that is being played, and those like it in which something has no effect, as its experiment wants them.
pub(crate) struct GameWithTwins<'a, R: Rules, E: Experiment<R>> {
    experiment: &'a E,
    seed: u64,
    /// The game.
    pub game: Game<R>,
    observations: Option<Rc<Observations>>,
    twins: Twins<R>,
}

/// Games that are like another up to where a script acts for a side for the first time, and go on without what it does.
struct Twins<R: Rules> {
    games: Vec<(ScriptAct, Game<R>)>,
    known: BTreeSet<(String, usize)>,
    /// How often scripts have acted.
    acted: usize,
}

impl<'a, R: Rules, E: Experiment<R>> GameWithTwins<'a, R, E> {
    /// A game of an experiment, which has no log.
    pub fn new(experiment: &'a E, seed: u64, game: Game<R>) -> GameWithTwins<'a, R, E> {
        let twins = Twins { games: Vec::new(), known: BTreeSet::new(), acted: 0 };
        GameWithTwins { experiment, seed, game, observations: experiment.observations(), twins }
    }

    /// Plays a step. Returns whether it came to its end.
    ///
    /// # Errors
    /// What went wrong.
    pub fn step(&mut self) -> Result<bool, String> {
        let GameWithTwins { experiment, seed, game, observations, twins } = self;
        let scripts = game.scripts().clone();
        let step = || twins.step((*experiment, *seed), game, observations.as_deref());
        let played = match observations.as_ref().zip(scripts.host()) {
            Some((observations, host)) => host.observed_by(observations, || catch_unwind(AssertUnwindSafe(step))),
            None => catch_unwind(AssertUnwindSafe(step)),
        };
        played.unwrap_or_else(|panic| Err(message(&*panic).to_string()))
    }

    /// Plays all of them to their ends; nothing if that is stopped.
    pub fn row(self, stop: fn() -> bool) -> Option<E::Row> {
        let GameWithTwins { experiment, seed, game, observations, mut twins } = self;
        let steps = |game: &mut Game<R>| {
            while experiment.weighs_acts(seed) && twins.step((experiment, seed), game, observations.as_deref())? {}
            Ok(())
        };
        let mut row = Worker::row_of(experiment, seed, (game, observations.clone()), stop, steps)?;
        for (act, twin) in twins.games {
            let without = Rc::new(Observations::without(act.clone()));
            let twin = Worker::row_of(experiment, seed, (twin, Some(without)), stop, |_| Ok(()))?;
            experiment.note_without(&mut row, &act, &twin);
        }
        Some(row)
    }
}

impl<R: Rules> Twins<R> {
    /// Plays a step of a game that is observed. A twin of it begins where a script acts for a side for the first time.
    fn step<E: Experiment<R>>(
        &mut self,
        (experiment, seed): (&E, u64),
        game: &mut Game<R>,
        observations: Option<&Observations>,
    ) -> Result<bool, String> {
        let observations = observations.filter(|_| experiment.weighs_acts(seed));
        let beginning = observations.and_then(|_| game.copies().beginning());
        let played = game.past_mut().proceed_step();
        if let Some((observations, beginning)) = observations.zip(beginning) {
            let acts = observations.acts();
            let mut new = acts[self.acted..].iter().filter(|act| experiment.goes_without(act));
            if let Some(act) = new.find(|act| self.known.insert((act.script().to_string(), act.side)))
                && let Ok(twin) = Game::begin(game.header(), game.scripts().clone())
            {
                let twin = twin.without_log();
                let mut twin = if experiment.notes_turns() { twin.noting_turns() } else { twin };
                if twin.past_mut().go_on_from(beginning.up_to(act.answers), game, [0, 0]) {
                    self.games.push((act.clone(), twin));
                }
            }
            self.acted = acts.len();
        }
        played.map_err(|halt| halt.to_string())
    }
}

/// Plays a game to its end, or until it is stopped, with the bots outside the program too.
///
/// # Errors
/// A fault of the game or of a bot outside the program.
pub fn finish<R: Rules, E: Experiment<R>>(
    experiment: &E,
    game: &mut Game<R>,
    stop: fn() -> bool,
) -> Result<(), String> {
    game.proceed().map_err(|halt| halt.to_string())?;
    let Some(mut outside) = experiment.outside() else { return Ok(()) };
    while let Some(choice) = outside.answer(game, stop)? {
        game.choose(choice).map_err(|refused| refused.to_string())?;
        if let Some(halt) = game.now().broken() {
            return Err(halt.to_string());
        }
    }
    if game.outcome().is_some() {
        outside.end(&game.now().scores());
    }
    Ok(())
}

/// Plays each seed in several experiments, `each` gets the rows in the order of the seeds, and can end it.
///
/// # Errors
/// What `each` returns.
pub fn play_several<R: Rules, E: Experiment<R>, F>(
    experiments: &[E],
    seeds: &RangeInclusive<u64>,
    threads: Threads<'_>,
    each: impl FnMut(Vec<E::Row>) -> Result<ControlFlow<()>, F>,
) -> Result<(), F> {
    let play = |worker: &mut Worker<R>, seed| {
        experiments.iter().map(|experiment| worker.play(experiment, seed, threads.stop)).collect()
    };
    in_order(seeds, threads, Worker::default, play, drop, each).map(drop)
}

/// An agent that waits while it is told to stop.
struct Interruptible<R: Rules> {
    agent: Box<dyn Agent<R>>,
    stop: fn() -> bool,
}

impl<R: Rules> Agent<R> for Interruptible<R> {
    fn choose(&mut self, view: &R::View<'_>, decision: &Decision<R>) -> R::Choice {
        self.agent.choose(view, decision)
    }

    fn waits(&self) -> bool {
        (self.stop)()
    }

    fn copy(&self) -> Option<Box<dyn Agent<R>>> {
        let Interruptible { agent, stop } = self;
        Some(Box::new(Interruptible { agent: agent.copy()?, stop: *stop }))
    }

    fn in_mind(&self) -> Option<String> {
        self.agent.in_mind()
    }
}

/// The code of the fault of a game in which the program panicked.
pub const PANIC: &str = "lab::panic";

/// What comes of something, or the fault that it panics.
pub(crate) fn or_fault<T>(what: impl FnOnce() -> T) -> Result<T, Faults> {
    catch_unwind(AssertUnwindSafe(what)).map_err(|panic| {
        let fault = Fault::error(PANIC, format!("the program panicked: {}", message(&*panic)));
        fault.into()
    })
}

/// What a panic says.
pub fn message(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("unknown")
}
