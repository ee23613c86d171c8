//! The way to a game on pages: what pages send goes in, and what each seat sees comes out.

use super::snapshot::{Snapshot, Standing};
use crate::prompt::display::{PageMessage, PageWish, Said, Sender, SentWish};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering, fence};
use std::time::Duration;
use tokio::sync::{oneshot, watch};

/// How long a page waits for a picture that is not painted yet, where there is an older one: a bot may think.
const REPAINTING: Duration = Duration::from_secs(1);

/// What the seats of a game see.
#[derive(Clone)]
pub struct GameScreens {
    /// Each seat's, in the order of the sides, then what onlookers see; or what is seen at the prompt.
    pub seats: Vec<SeatScreen>,
    /// How the game stands.
    pub standing: watch::Receiver<Arc<Standing>>,
}

/// What a seat sees. As long as no page follows it, it is painted when it is asked for.
#[derive(Clone)]
pub struct SeatScreen {
    /// What it saw last.
    pub shown: watch::Receiver<Arc<Snapshot>>,
    /// Whether something has changed since.
    pub is_stale: Arc<AtomicBool>,
}

/// The way to a game. Once all copies of it are gone, the game is closed.
#[derive(Clone)]
pub struct GameChannel {
    messages: Arc<Sender>,
    /// What the seats see.
    pub screens: GameScreens,
    /// Whether the game has been asked for lately.
    touched: Arc<AtomicBool>,
}

impl GameChannel {
    /// The way to a game whose session is elsewhere. `touched` is set when the game is asked for.
    pub fn new(messages: Sender, screens: GameScreens, touched: Arc<AtomicBool>) -> GameChannel {
        GameChannel { messages: Arc::new(messages), screens, touched }
    }

    /// Whether the game is open.
    pub fn is_open(&self) -> bool {
        self.screens.standing.has_changed().is_ok()
    }

    /// Keeps the game open for a while. Returns whether it is open.
    pub fn touch(&self) -> bool {
        self.touched.store(true, Ordering::Relaxed);
        self.is_open()
    }

    /// What a seat sees, as it is now; `None` if there is no such seat. Who holds it is shown what changes.
    pub async fn look(&self, seat: usize) -> Option<watch::Receiver<Arc<Snapshot>>> {
        let SeatScreen { shown, is_stale } = self.screens.seats.get(seat)?.clone();
        // The game paints what a page follows; if it did not know that yet, it has said before that this is stale.
        fence(Ordering::SeqCst);
        if is_stale.load(Ordering::SeqCst) {
            let painted = self.send(seat, PageWish::Show.into());
            if shown.borrow().is_empty() {
                painted.await;
            } else {
                // An older picture is better than none.
                let _ = tokio::time::timeout(REPAINTING, painted).await;
            }
        }
        Some(shown)
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
