//! What decided a game, as text and as JSON.

mod json;
mod many;
mod text;

pub use json::json;
pub use many::ManyGames;
pub use text::{sentence, summary, text};

use crate::prompt::front::Front;
use std::ops::Range;
use wilderness_engine::Game;

/// What a part of the log tells, as sentences.
fn news<F: Front>(game: &Game<F>, part: Range<usize>) -> Vec<String> {
    game.log().get(part).unwrap_or_default().iter().map(|entry| F::sentence(game, entry)).collect()
}

/// A share of 1 in percentage points with a digit behind the point.
fn points(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// A number with as many digits as it is worth.
fn rounded(value: f64) -> f64 {
    let rounded = (value * 1e5).round() / 1e5;
    // There is no -0.
    if rounded == 0.0 { 0.0 } else { rounded }
}
