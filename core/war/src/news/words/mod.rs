//! News as sentences: the only place with the wording of the log.

mod cards;
mod combat;
mod pieces;

pub use cards::marker_name;
pub use combat::reason;
pub use pieces::list;

use crate::news::NewsEntry;
use crate::sets::PieceSet;
use wilderness_engine::harmless::{is_harmful, one_line};

/// How many pieces are named.
#[derive(Clone, Copy, Debug)]
enum Naming<'a> {
    /// All of them.
    Full,
    /// The first and a number, if there are more than three and they move, since their activation has named them all,
    /// or if they are one of these forces.
    Brief(&'a [PieceSet]),
}

/// An entry as a sentence. Text from scripts becomes one line, without terminal control characters.
pub fn sentence(entry: &NewsEntry) -> String {
    harmless(word(entry, Naming::Full))
}

/// The same, with a large force called after the first of it if it moves, or if it is among those already named.
pub fn brief(entry: &NewsEntry, named: &[PieceSet]) -> String {
    harmless(word(entry, Naming::Brief(named)))
}

fn word(entry: &NewsEntry, naming: Naming<'_>) -> String {
    let word = cards::word(entry).or_else(|| pieces::word(entry, naming)).or_else(|| combat::word(entry, naming));
    debug_assert!(word.is_some(), "{entry:?} has no words");
    word.unwrap_or_else(|| entry.what.kind().replace('-', " "))
}

fn harmless(text: String) -> String {
    if text.contains(is_harmful) { one_line(&text).into_owned() } else { text }
}

/// The side of an entry, as the subject of a sentence.
fn side(entry: &NewsEntry) -> String {
    entry.side.map_or_else(|| "both sides".into(), |side| side.to_string())
}

/// The space of an entry.
fn space(entry: &NewsEntry) -> String {
    entry.space.map_or_else(|| "the map".into(), |space| space.to_string())
}
