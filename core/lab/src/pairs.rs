//! Playing the games of a pair: the same seed in two experiments. As long as nothing that differs between them has been
//! called, both take the same course, so that the second goes on from there.

use crate::in_order::{Threads, in_order};
use crate::simulate::{Experiment, Worker};
use std::ops::{ControlFlow, RangeInclusive};
use std::rc::Rc;
use std::time::{Duration, Instant};
use wilderness_engine::record::Header as _;
use wilderness_engine::script::{ChangedFunctions, ScriptSet as _};
use wilderness_engine::{Game, Rules};

/// What a thread plays pairs with.
pub struct PairWorker<R: Rules> {
    worker: Worker<R>,
    /// What differs between the scripts of the pair, once it has been asked for; nothing if beginnings cannot be shared.
    changed: Option<Option<Rc<ChangedFunctions>>>,
    shared: SharedBeginnings,
}

/// What was saved because the games of pairs have their beginnings in common.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SharedBeginnings {
    /// Pairs that were played.
    pub pairs: u64,
    /// Those whose second game was taken over whole: nothing that differs was called in the first.
    pub whole: u64,
    /// Those whose second game was played from where something that differs was called.
    pub in_part: u64,
    /// How long the first games took up to there.
    pub saved: Duration,
    /// How long all that was played took.
    pub took: Duration,
}

impl std::iter::Sum for SharedBeginnings {
    fn sum<I: Iterator<Item = SharedBeginnings>>(all: I) -> SharedBeginnings {
        all.fold(SharedBeginnings::default(), |one, other| SharedBeginnings {
            pairs: one.pairs + other.pairs,
            whole: one.whole + other.whole,
            in_part: one.in_part + other.in_part,
            saved: one.saved + other.saved,
            took: one.took + other.took,
        })
    }
}

impl<R: Rules> Default for PairWorker<R> {
    fn default() -> PairWorker<R> {
        PairWorker { worker: Worker::default(), changed: None, shared: SharedBeginnings::default() }
    }
}

impl<R: Rules> PairWorker<R> {
    /// Plays both games of each pair from the beginning.
    pub fn apart() -> PairWorker<R> {
        PairWorker { changed: Some(None), ..PairWorker::default() }
    }

    /// What was saved.
    pub fn shared(&self) -> SharedBeginnings {
        self.shared
    }

    /// Plays a seed in two experiments; nothing if it is stopped.
    pub fn play<E: Experiment<R>>(&mut self, pair: &[E; 2], seed: u64, stop: fn() -> bool) -> Option<[E::Row; 2]> {
        let start = Instant::now();
        let rows = match self.play_sharing(pair, seed, stop) {
            Some(rows) => rows,
            None => [self.worker.play(&pair[0], seed, stop), self.worker.play(&pair[1], seed, stop)],
        };
        self.shared.pairs += 1;
        self.shared.took += start.elapsed();
        let [one, other] = rows;
        one.zip(other).map(<[E::Row; 2]>::from)
    }

    /// The same, where the beginning may be shared.
    fn play_sharing<E: Experiment<R>>(
        &mut self,
        pair: &[E; 2],
        seed: u64,
        stop: fn() -> bool,
    ) -> Option<[Option<E::Row>; 2]> {
        let changed = self.changed(pair)?;
        let [one, other] = pair;
        let [first, second] = pair.each_ref().map(|experiment| self.worker.begin(experiment, seed, stop));
        let (first, second) = (first.ok()?.without_log(), second.ok()?.without_log());
        let settings = |game: &Game<R>| game.header().without_scripts().write();
        if settings(&first) != settings(&second) {
            return None;
        }
        let mut going_on = GoingOn { game: second, from: None, whole: false };
        let first = (first, one.observations());
        let row = Worker::row_of(one, seed, first, stop, |first| going_on.play(first, &changed));
        let GoingOn { game, from, whole } = going_on;
        let Some(saved) = from else { return Some([row, self.worker.play(other, seed, stop)]) };
        let gone_on = Worker::row_with_twins(other, seed, game, stop);
        self.shared.saved += saved;
        self.shared.whole += u64::from(whole);
        self.shared.in_part += u64::from(!whole);
        #[cfg(debug_assertions)]
        if let (Some(shared), Some(plain)) = (&gone_on, self.worker.play(other, seed, stop)) {
            debug_assert_eq!(*shared, plain, "the games with seed {seed} do not begin alike");
        }
        Some([row, gone_on])
    }

    /// What differs between the scripts of a pair; nothing if more differs.
    fn changed<E: Experiment<R>>(&mut self, [one, other]: &[E; 2]) -> Option<Rc<ChangedFunctions>> {
        if self.changed.is_none() {
            let between = |worker: &mut Worker<R>| {
                let before = worker.of_sources(one.sources()).ok()?;
                let after = worker.of_sources(other.sources()).ok()?;
                ChangedFunctions::alone(&*before, &*after).map(Rc::new)
            };
            let are_alike = one.has_players_of(other) && one.outside().is_none() && other.outside().is_none();
            self.changed = Some(are_alike.then(|| between(&mut self.worker)).flatten());
        }
        self.changed.clone().flatten()
    }
}

/// The second game of a pair, which goes on from where the first comes to something that differs.
struct GoingOn<R: Rules> {
    game: Game<R>,
    /// How long the first took up to there, if it came there.
    from: Option<Duration>,
    /// Whether that is its end.
    whole: bool,
}

impl<R: Rules> GoingOn<R> {
    /// Plays the first game up to there.
    fn play(&mut self, first: &mut Game<R>, changed: &Rc<ChangedFunctions>) -> Result<(), String> {
        let (start, scripts) = (Instant::now(), first.scripts().clone());
        let Some(host) = scripts.host() else { return Ok(()) };
        loop {
            let Some(beginning) = first.copies().beginning() else { return Ok(()) };
            let took = start.elapsed();
            let (played, is_called) = host.calls_any_of(changed, || first.past_mut().proceed_step());
            let is_over = matches!(played, Ok(false)) && first.outcome().is_some();
            if is_called || is_over {
                let goes_on = self.game.past_mut().go_on_from(beginning, first);
                (self.from, self.whole) = (goes_on.then_some(took), is_over);
                return played.map(drop).map_err(|halt| halt.to_string());
            }
            match played {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(halt) => return Err(halt.to_string()),
            }
        }
    }
}

/// Plays each seed in two experiments. `each` gets the rows in the order of the seeds, and can end it.
///
/// # Errors
/// What `each` returns.
pub fn play_pairs<R: Rules, E: Experiment<R>, F>(
    pair: &[E; 2],
    seeds: &RangeInclusive<u64>,
    threads: Threads<'_>,
    each: impl FnMut([E::Row; 2]) -> Result<ControlFlow<()>, F>,
) -> Result<(), F> {
    let play = |worker: &mut PairWorker<R>, seed| worker.play(pair, seed, threads.stop);
    in_order(seeds, threads, PairWorker::default, play, drop, each).map(drop)
}
