//! Playing the games of a pair: the same seed in two experiments. As long as nothing that differs between them is called,
//! both take the same course, so that only the first is played: up to the first call, and again from where they come to the
//! same state.

use crate::in_order::{Threads, in_order};
use crate::simulate::{Experiment, GameWithTwins, Worker, or_fault};
use std::ops::{ControlFlow, RangeInclusive};
use std::rc::Rc;
use std::time::{Duration, Instant};
use wilderness_engine::faults::Faults;
use wilderness_engine::record::Header as _;
use wilderness_engine::script::{ChangedFunctions, ScriptSet as _};
use wilderness_engine::{Game, Rules};

/// What a thread plays pairs with.
pub struct PairWorker<R: Rules> {
    worker: Worker<R>,
    /// What differs between the scripts of the pair, once it has been asked for; nothing if beginnings cannot be shared.
    changed: Option<Option<Rc<ChangedFunctions>>>,
    shared: SharedCourses,
}

/// What was saved because the games of pairs take the same course for a while.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SharedCourses {
    /// Pairs that were played.
    pub pairs: u64,
    /// Those whose second game was taken over whole: nothing that differs was called in the first.
    pub whole: u64,
    /// Those whose second game was played from where something that differs was called.
    pub in_part: u64,
    /// Those of them whose games came to the same state again, so that the first was played for both once more.
    pub again: u64,
    /// How long the first games took where they were played for both.
    pub saved: Duration,
    /// How long all that was played took.
    pub took: Duration,
}

impl std::iter::Sum for SharedCourses {
    fn sum<I: Iterator<Item = SharedCourses>>(all: I) -> SharedCourses {
        all.fold(SharedCourses::default(), |one, other| SharedCourses {
            pairs: one.pairs + other.pairs,
            whole: one.whole + other.whole,
            in_part: one.in_part + other.in_part,
            again: one.again + other.again,
            saved: one.saved + other.saved,
            took: one.took + other.took,
        })
    }
}

impl<R: Rules> Default for PairWorker<R> {
    fn default() -> PairWorker<R> {
        PairWorker { worker: Worker::default(), changed: None, shared: SharedCourses::default() }
    }
}

impl<R: Rules> PairWorker<R> {
    /// Plays both games of each pair from the beginning.
    pub fn apart() -> PairWorker<R> {
        PairWorker { changed: Some(None), ..PairWorker::default() }
    }

    /// What was saved.
    pub fn shared(&self) -> SharedCourses {
        self.shared
    }

    /// Plays a seed in two experiments; nothing if it is stopped.
    pub fn play<E: Experiment<R>>(&mut self, pair: &[E; 2], seed: u64, stop: fn() -> bool) -> Option<[E::Row; 2]> {
        let start = Instant::now();
        let play = || match self.play_sharing(pair, seed, stop) {
            Some(rows) => rows,
            None => [self.worker.play(&pair[0], seed, stop), self.worker.play(&pair[1], seed, stop)],
        };
        let failed = |faults: Faults| pair.each_ref().map(|one| Some(one.row(seed, Err(faults.clone()))));
        let rows = or_fault(play).unwrap_or_else(failed);
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
        let mut following = Following::new(GameWithTwins::new(other, seed, second));
        let first = (first, one.observations());
        let row = Worker::row_of(one, seed, first, stop, |first| following.play(first, &changed));
        let Following { second, together, saved, is_called, came_again, is_lost } = following;
        // Where the first game is played for both to the end, the second has followed to there.
        if is_lost || together.is_some() {
            return Some([row, self.worker.play(other, seed, stop)]);
        }
        let gone_on = second.row(stop);
        self.shared.saved += saved;
        self.shared.whole += u64::from(!is_called);
        self.shared.in_part += u64::from(is_called);
        self.shared.again += u64::from(came_again);
        #[cfg(debug_assertions)]
        if let (Some(shared), Some(plain)) = (&gone_on, self.worker.play(other, seed, stop)) {
            debug_assert_eq!(*shared, plain, "the games with seed {seed} do not take the same course");
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

/// The second game of a pair, which takes over from the first what both have in common.
struct Following<'a, R: Rules, E: Experiment<R>> {
    second: GameWithTwins<'a, R, E>,
    /// How many answers were known in the second game and in the first where they became alike, if they are.
    together: Option<[usize; 2]>,
    /// How long the first game took where it was played for both.
    saved: Duration,
    /// Whether something that differs was called.
    is_called: bool,
    /// Whether they became alike after that.
    came_again: bool,
    /// Whether the second has to be played from its beginning.
    is_lost: bool,
}

impl<'a, R: Rules, E: Experiment<R>> Following<'a, R, E> {
    fn new(second: GameWithTwins<'a, R, E>) -> Following<'a, R, E> {
        let saved = Duration::ZERO;
        Following { second, together: Some([0, 0]), saved, is_called: false, came_again: false, is_lost: false }
    }

    /// Plays the first game, and steps of the second where it takes another course.
    fn play(&mut self, first: &mut Game<R>, changed: &Rc<ChangedFunctions>) -> Result<(), String> {
        let scripts = first.scripts().clone();
        let Some(host) = scripts.host() else { return Ok(()) };
        while !self.is_lost {
            let played = match self.together {
                Some(alike) => {
                    let Some(beginning) = first.copies().beginning() else { return Ok(()) };
                    let start = Instant::now();
                    let (played, is_called) = host.calls_any_of(changed, || first.past_mut().proceed_step());
                    let is_over = matches!(played, Ok(false)) && first.outcome().is_some();
                    if is_called || is_over {
                        self.is_called |= is_called;
                        self.together = None;
                        self.is_lost = !self.second.game.past_mut().go_on_from(beginning, first, alike);
                        self.step(first, matches!(played, Ok(true)));
                    } else {
                        self.saved += start.elapsed();
                    }
                    played
                }
                None => {
                    let played = first.past_mut().proceed_step();
                    self.step(first, matches!(played, Ok(true)));
                    played
                }
            };
            if !played.map_err(|halt| halt.to_string())? {
                break;
            }
        }
        Ok(())
    }

    /// Plays a step of the second game. If the first has played one as well, they may be alike after it.
    fn step(&mut self, first: &Game<R>, has_played: bool) {
        match self.second.step() {
            Ok(true) if has_played && first.copies().goes_on_like(&self.second.game) => {
                self.together = Some([self.second.game.history().len(), first.history().len()]);
                self.came_again = true;
            }
            Ok(_) => {}
            Err(_) => self.is_lost = true,
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
