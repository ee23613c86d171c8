//! A game as links lead to it: it is a record on disk while nobody looks at it, wakes when a page asks for it, and sleeps
//! again.

use super::game_channel::GameChannel;
use crate::prompt::display::{Said, SentWish};
use std::sync::Arc;
use tokio::sync::Mutex;

/// Opens the game of a record, in one of the threads that play games.
pub type Wake = Box<dyn Fn() -> Result<GameChannel, String> + Send + Sync>;

/// A game that is awake or not.
#[derive(Clone)]
pub struct Room(Arc<RoomParts>);

struct RoomParts {
    wake: Wake,
    awake: Mutex<Option<GameChannel>>,
}

impl Room {
    /// A game that is opened so, if it is not `awake`.
    pub fn new(wake: Wake, awake: Option<GameChannel>) -> Room {
        Room(Arc::new(RoomParts { wake, awake: Mutex::new(awake) }))
    }

    /// The way to the game, which wakes if it sleeps.
    ///
    /// # Errors
    /// Why it cannot be opened.
    pub async fn open(&self) -> Result<GameChannel, String> {
        let mut awake = self.0.awake.lock().await;
        if let Some(channel) = awake.as_ref().filter(|channel| channel.touch()) {
            return Ok(channel.clone());
        }
        let parts = self.0.clone();
        let opened = tokio::task::spawn_blocking(move || (parts.wake)()).await;
        let channel = opened.map_err(|_| "the game could not be opened".to_string())??;
        *awake = Some(channel.clone());
        Ok(channel)
    }

    /// The way to the game, if it is awake.
    pub fn peek(&self) -> Option<GameChannel> {
        self.0.awake.try_lock().ok()?.clone().filter(GameChannel::is_open)
    }

    /// The way to the game as it was when it was awake last, if it has been: what its seats saw then.
    pub fn last_awake(&self) -> Option<GameChannel> {
        self.0.awake.try_lock().ok()?.clone()
    }

    /// Sends what the page at a seat wants, and waits for the result.
    ///
    /// # Errors
    /// Why the game cannot be opened, or has just gone to sleep: nothing has been done then.
    pub async fn send(&self, seat: usize, wish: SentWish) -> Result<Said, String> {
        self.open().await?.send(seat, wish).await.ok_or_else(|| "the game is being saved; try again".to_string())
    }
}
