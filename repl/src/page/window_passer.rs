//! Windows that are passed for a seat until the season ends. Each is passed a while after it has opened, at a time that no
//! card in the hand decides: whether there is something to play is not asked.

use rand::RngExt as _;
use std::time::{Duration, Instant};

/// How long a window stays open before it is passed, in milliseconds.
const DELAYS: std::ops::RangeInclusive<u64> = 1_000..=4_000;

/// Passes the windows of a seat.
pub struct WindowPasser {
    /// The time of the game at which it began, in words; it ends with that.
    season: String,
    /// The number of answers before the window that is open, and when it is passed.
    due: Option<(usize, Instant)>,
}

impl WindowPasser {
    /// One that begins at a time of the game.
    pub fn new(season: String) -> WindowPasser {
        WindowPasser { season, due: None }
    }

    /// The time of the game at which it began.
    pub(super) fn season(&self) -> &str {
        &self.season
    }

    /// Whether it goes on at a time of the game.
    pub fn goes_on(&self, time: &str) -> bool {
        self.season == time
    }

    /// Whether the window that is open after this many answers is to be passed `now`. The delay comes from a generator
    /// that is not the game's.
    pub fn is_due(&mut self, answers: usize, now: Instant) -> bool {
        match self.due {
            Some((at, due)) if at == answers => now >= due,
            _ => {
                let delay = Duration::from_millis(rand::rng().random_range(DELAYS));
                self.due = Some((answers, now + delay));
                false
            }
        }
    }
}
