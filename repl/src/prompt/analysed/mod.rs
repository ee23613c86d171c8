//! What decided a game, as text and as JSON.

mod json;
mod text;

pub use json::json;
pub use text::{sentence, summary, text};

use crate::prompt::front::Front;
use std::ops::Range;
use wilderness_engine::Game;

/// What a part of the log tells, as sentences.
fn news<F: Front>(game: &Game<F>, part: Range<usize>) -> Vec<String> {
    game.log().get(part).unwrap_or_default().iter().map(|entry| F::sentence(game, entry)).collect()
}
