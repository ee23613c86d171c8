//! Commands that have nothing to do in some games, with the reasons. This is the only list of them.

use crate::prompt::command::{Command, uses};
use crate::prompt::front::{Front, Tables};
use wilderness_engine::GameType;

/// What a game lacks, the commands that have nothing to do without it, and how a refusal says so.
fn list<F: Front>(scripts: &F::Scripts) -> [(bool, &'static [&'static str], &'static str); 5] {
    let has = GameType::of::<F>();
    [
        (
            !has.scripts,
            &["trace", "break", "next", "eval"],
            "this game has no scripts: its rules are part of the program",
        ),
        (!F::Tables::HAS_RULES, &["rules"], "this game has no optional rules"),
        (F::Tables::lessons(scripts).is_empty(), &["tutorial"], "there is no tutorial for this game"),
        (!F::has_hands(scripts), &["hand"], "this game has no cards that sides hold"),
        (!F::Tables::has_odds(scripts), &["odds"], "the rules of this game declare no combats"),
    ]
}

/// Why a command has nothing to do in a game; nothing if it has.
pub fn reason<F: Front>(scripts: &F::Scripts, word: &str) -> Option<&'static str> {
    let lacking = list::<F>(scripts).into_iter().find(|(lacks, words, _)| *lacks && words.contains(&word));
    lacking.map(|(.., why)| why)
}

/// Whether a game has a command, and something to do for it.
pub fn offers<F: Front>(scripts: &F::Scripts, word: &str) -> bool {
    uses::<F>().any(|(command, ..)| *command == word) && reason::<F>(scripts, word).is_none()
}

impl<F: Front> Command<F> {
    /// The word of a command that has nothing to do in some games.
    pub(super) fn word(&self) -> Option<&'static str> {
        match self {
            Command::Debug(debug) => Some(debug.word()),
            Command::Eval(_) => Some("eval"),
            Command::Tutorial(_) => Some("tutorial"),
            Command::Rules(_) => Some("rules"),
            Command::Own(word, _) => Some(word),
            _ => None,
        }
    }
}
