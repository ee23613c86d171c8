//! What is shown while many games are played, or one is analysed: a bar, with the remaining time.

use crate::interrupt;
use indicatif::{ProgressBar, ProgressStyle};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use wilderness_lab::Threads;

/// A progress bar.
pub struct Progress {
    bar: ProgressBar,
    /// Whether the bar is the time that has passed; otherwise it is the number of games.
    is_time: bool,
    began: Instant,
    games: AtomicU64,
}

impl Progress {
    /// For this many games.
    pub fn of_games(games: u64) -> Progress {
        Progress::new(games, false, "{bar:40} {pos}/{len} games, {eta} left")
    }

    /// For this many pairs of games, or rounds where there are more sides.
    pub fn of_pairs(pairs: u64) -> Progress {
        Progress::new(pairs, false, "{bar:40} {pos}/{len} pairs of games, {eta} left")
    }

    /// For this many steps of a game.
    pub fn of_steps(steps: u64) -> Progress {
        Progress::new(steps, false, "{bar:40} {pos}/{len} steps, {eta} left")
    }

    /// For as many games as can be played in a time.
    pub fn of_time(time: Duration) -> Progress {
        Progress::new(time.as_secs().max(1), true, "{bar:40} {msg} games, {eta} left")
    }

    fn new(length: u64, is_time: bool, template: &str) -> Progress {
        let bar = ProgressBar::new(length);
        let bar = match ProgressStyle::with_template(template) {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        };
        Progress { bar, is_time, began: Instant::now(), games: AtomicU64::new(0) }
    }

    /// Shows that another game has been played, or another step analysed.
    fn tick(&self) {
        let games = 1 + self.games.fetch_add(1, Ordering::Relaxed);
        if self.is_time {
            self.bar.set_message(games.to_string());
            self.bar.set_position(self.began.elapsed().as_secs());
        } else {
            self.bar.inc(1);
        }
    }
}

/// Plays in several threads, with a progress bar; Ctrl-C stops it. Also returns whether it was pressed.
pub fn shown<T>(progress: &Progress, jobs: usize, play: impl FnOnce(Threads<'_>) -> T) -> (T, bool) {
    let quiet = SilencedPanics::new();
    let tick = || progress.tick();
    let played = play(Threads { count: jobs, stop: interrupt::is_pressed, tick: &tick });
    let was_pressed = interrupt::take();
    drop(quiet);
    progress.bar.finish_and_clear();
    (played, was_pressed)
}

/// While this lives, panics are not printed; they are caught and reported with the seed.
struct SilencedPanics;

impl SilencedPanics {
    fn new() -> SilencedPanics {
        std::panic::set_hook(Box::new(|_| {}));
        SilencedPanics
    }
}

impl Drop for SilencedPanics {
    fn drop(&mut self) {
        let _ = std::panic::take_hook();
    }
}
