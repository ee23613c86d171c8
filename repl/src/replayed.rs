//! Games whose records can be replayed and shown.

use crate::board::pictured::hand;
use crate::front::Front;
use serde::Serialize;
use serde_json::{Value, json};
use wilderness_engine::Game;
use wilderness_engine::faults::{Fault, Faults, Source};

/// A game whose records can be replayed and shown.
pub trait Replayed: Front {
    /// Where everything stands, as `inspect` reads it.
    type Position: Serialize;

    /// Lets a record start from the position in a file.
    ///
    /// # Errors
    /// A position that cannot be read.
    fn start_from(_header: &mut Self::Header, _file: &Source) -> Result<(), Faults> {
        Err(Fault::error("position::none", format!("{} begins from its setup only", Self::NAME)).into())
    }

    /// The rule that an entry of the log cites; empty for none.
    fn rule(_entry: &Self::News) -> &str {
        ""
    }

    /// An entry of the log as a JSON object.
    fn entry_json(game: &Game<Self>, entry: &Self::News) -> Value {
        json!({ "text": Self::sentence(game, entry) })
    }

    /// Where everything stands, as a side sees it; without a side, with all that is hidden.
    fn position(game: &Game<Self>, seer: Option<Self::Side>) -> Self::Position;

    /// Why no game can start from the position, if none can.
    fn unsettled(_game: &Game<Self>) -> Option<String> {
        None
    }

    /// What a side holds in secret, and what it knows of what is hidden, in whole lines.
    fn secrets(game: &Game<Self>, side: Self::Side) -> String {
        hand(game, side).map_or_else(String::new, |held| format!("{held}\n"))
    }
}
