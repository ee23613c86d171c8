//! Who plays a side of a series of games: a bot of the program, or one outside it.

use crate::Player;
use crate::outside::{OUTSIDE, OutsideBot};
use crate::player::players;
use std::fmt;
use std::str::FromStr;

/// The names of bots where one outside the program can play too.
pub const CONTESTANTS: &str = concat!(players!(), ", or exec:COMMAND for a bot outside the program");

/// A bot of the program, or one outside it. Such a bot is named on the command line only: what is typed
/// in a game or read from a file is parsed as a [`Player`], so that it starts no program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contestant {
    /// A bot of the program.
    Own(Player),
    /// A bot outside the program.
    Outside(OutsideBot),
}

impl Default for Contestant {
    fn default() -> Contestant {
        Contestant::Own(Player::default())
    }
}

impl FromStr for Contestant {
    type Err = String;

    fn from_str(text: &str) -> Result<Contestant, String> {
        match text.starts_with(OUTSIDE) {
            true => text.parse().map(Contestant::Outside),
            false => text.parse().map(Contestant::Own),
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Own(player) => player.fmt(f),
            Contestant::Outside(bot) => bot.fmt(f),
        }
    }
}
