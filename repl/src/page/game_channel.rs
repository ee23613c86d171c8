//! The way to a game on pages: what pages send goes in, and what each seat sees comes out.

use super::snapshot::Snapshot;
use crate::prompt::display::{PageMessage, Said, Sender, SentWish};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::{oneshot, watch};

/// What each seat of a game sees: in the order of the sides, then what onlookers see; or what is seen at the prompt.
pub type SeenBySeats = Vec<watch::Receiver<Arc<Snapshot>>>;

/// The way to a game. Once all copies of it are gone, the game is closed.
#[derive(Clone)]
pub struct GameChannel {
    messages: Arc<Sender>,
    /// What each seat sees.
    pub seen: SeenBySeats,
    /// Whether the game has been asked for lately.
    touched: Arc<AtomicBool>,
}

impl GameChannel {
    /// The way to a game whose session is elsewhere. `touched` is set when the game is asked for.
    pub fn new(messages: Sender, seen: SeenBySeats, touched: Arc<AtomicBool>) -> GameChannel {
        GameChannel { messages: Arc::new(messages), seen, touched }
    }

    /// Whether the game is open.
    pub fn is_open(&self) -> bool {
        self.seen.first().is_none_or(|seen| seen.has_changed().is_ok())
    }

    /// Keeps the game open for a while. Returns whether it is open.
    pub fn touch(&self) -> bool {
        self.touched.store(true, Ordering::Relaxed);
        self.is_open()
    }

    /// Sends what the page at a seat wants, and waits for the result; `None` if the game is closed, and nothing was done.
    pub async fn send(&self, seat: usize, wish: SentWish) -> Option<Said> {
        let (reply, said) = oneshot::channel();
        // A page that is gone needs no answer.
        let reply = Box::new(move |said| drop(reply.send(said)));
        if !(self.messages)(PageMessage { seat, wish, reply }) {
            return None;
        }
        said.await.ok()
    }
}
