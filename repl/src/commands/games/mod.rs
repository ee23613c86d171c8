//! The games of the program. A game registers its front end once, in the list; every command goes through it.

mod any;
mod begin;
mod checked;
mod choose;
mod lab;
mod opened;
mod title;
mod units;

pub use any::{AnyGame, Entry};
pub use begin::Beginning;
pub use choose::{
    claiming, named, named_in, of_folder, of_position, of_record, of_start, of_words, shelf_of, sides_in, wanted,
};
pub use lab::{lab_of, series, warn_of};
pub use opened::{Opened, Resumable, Saved};
pub use title::{Listed, Title};
pub use units::{UnitsRun, has_table};

use crate::options::content::ContentArg;
use crate::options::offered::{self, Offered};
use std::sync::OnceLock;
use wilderness_engine::faults::{Fault, Faults};

/// A game in the list.
pub type Game = &'static dyn AnyGame;

static GAMES: OnceLock<&'static [Game]> = OnceLock::new();

/// Sets the list, once for the program: the first game is played unless another is named.
pub fn install(games: &'static [Game]) {
    if GAMES.set(games).is_ok() {
        let offered = |game: &Game| {
            let (word, options, catalogue) = (game.word(), game.options(), game.catalogue());
            // Those that content names are asked for where it is named.
            let sides = if game.has_sides() { game.sides(&ContentArg::default(), None) } else { Ok(Vec::new()) };
            Offered { word, options, sides: sides.unwrap_or_default(), catalogue }
        };
        offered::install(games.iter().map(offered).collect());
    }
}

/// The games; none before the list is set.
pub fn all() -> &'static [Game] {
    GAMES.get().copied().unwrap_or_default()
}

/// The game that is played unless another is named.
///
/// # Errors
/// If there is no game on the list.
pub fn first() -> Result<Game, Faults> {
    let none = || Fault::error("game::none", "there is no game on the list").into();
    all().first().copied().ok_or_else(none)
}

/// The words for the games on the command line.
pub fn words() -> Vec<&'static str> {
    all().iter().map(|game| game.word()).collect()
}
