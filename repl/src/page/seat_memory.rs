//! What a server remembers of the seats of a game while the game sleeps: for which seasons windows are passed, and which
//! players let onlookers see their hands. The latter stands in the file of the seats as well.

use super::window_passer::WindowPasser;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What is remembered of the seats of a game, by their numbers.
#[derive(Clone, Default)]
pub struct SeatMemory(Arc<Mutex<RememberedSeats>>);

#[derive(Default)]
struct RememberedSeats {
    /// The seasons for which windows are passed.
    passed: BTreeMap<usize, String>,
    /// Those whose hands onlookers may see.
    shown: BTreeSet<usize>,
}

impl SeatMemory {
    /// One that remembers nothing but whose hands onlookers may see.
    pub fn of_shown(seats: impl IntoIterator<Item = usize>) -> SeatMemory {
        let remembered = RememberedSeats { shown: seats.into_iter().collect(), ..RememberedSeats::default() };
        SeatMemory(Arc::new(Mutex::new(remembered)))
    }

    fn open(&self) -> MutexGuard<'_, RememberedSeats> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What passes the windows of a seat, as it was when the game was awake last.
    pub fn passer(&self, seat: usize) -> Option<WindowPasser> {
        self.open().passed.get(&seat).cloned().map(WindowPasser::new)
    }

    /// Remembers what passes the windows of a seat.
    pub fn remember_passer(&self, seat: usize, passer: Option<&WindowPasser>) {
        match passer {
            Some(passer) => self.open().passed.insert(seat, passer.season().to_string()),
            None => self.open().passed.remove(&seat),
        };
    }

    /// Whether onlookers may see the hand of a seat, once that is so of all players.
    pub fn shows_hand(&self, seat: usize) -> bool {
        self.open().shown.contains(&seat)
    }

    /// Remembers whether onlookers may see the hand of a seat.
    pub fn remember_hand(&self, seat: usize, shows: bool) {
        let mut remembered = self.open();
        if shows {
            remembered.shown.insert(seat)
        } else {
            remembered.shown.remove(&seat)
        };
    }

    /// Forgets what was wanted at a seat: another player sits down there.
    pub fn forget(&self, seat: usize) {
        self.remember_passer(seat, None);
        self.remember_hand(seat, false);
    }
}
