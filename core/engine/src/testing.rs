//! What the engine's own tests see besides the API: parts that play a whole game only together.

pub use crate::debug::counts::{CallFrame, Counts, Pace};

use crate::agents::Budget;
use crate::record::loss;
use crate::script::Announced;
use crate::table::Given;
use crate::word::{NoWord, Word};
use std::collections::BTreeSet;

/// What is found in the text of a script.
pub mod script_text {
    pub use crate::script::source_text::{code, definition, definitions, literal, span};

    /// The numbers of the rules that stand in parentheses in a description.
    pub fn rules(about: &str) -> Vec<String> {
        crate::script::document::rules(about)
    }
}

/// The number of search trees that share a budget.
pub fn trees(budget: Budget, threads: usize) -> usize {
    budget.trees(threads)
}

/// A fraction of a budget.
pub fn part(budget: Budget, of: u32) -> Budget {
    budget.part(of)
}

/// A seed, scattered.
pub fn scattered(seed: u64) -> u64 {
    crate::chance::scattered(seed)
}

/// For each line of a record, the number of lines of its game up to and including it.
pub fn places(record: &[&str], game: &[&str]) -> Vec<usize> {
    let read = |lines: &[&str]| lines.iter().map(|line| Given::read(0, line)).collect::<Vec<Given>>();
    loss::places(&read(record), &read(game))
}

/// What scripts have said of an event that is announced.
pub fn announced<S>(cancelled: bool, doubled: bool, copied: Option<S>) -> Announced<S> {
    Announced { cancelled, doubled, copied }
}

/// The word with a text, among those read so far, of which there may be `most`.
///
/// # Errors
/// As [`Word::read`].
pub fn intern(read: &mut BTreeSet<&'static str>, text: &str, most: usize) -> Result<Word, NoWord> {
    crate::word::intern(read, text, most)
}

/// What a generator gives to a table, on an occasion that is named by a purpose and a place.
pub mod generator {
    use crate::generator::Generator;

    /// A die with this many faces.
    pub fn die(generator: &mut Generator, purpose: &str, place: u64, faces: u8) -> u8 {
        generator.die(purpose, place, faces)
    }

    /// A draw among `n`.
    pub fn draw(generator: &mut Generator, purpose: &str, place: u64, n: u32) -> u32 {
        generator.below(purpose, place, n)
    }

    /// The place of the dice of an occasion that is counted now.
    pub fn occasion(generator: &mut Generator, purpose: &str, place: u64) -> u64 {
        generator.occasion(purpose, place)
    }
}
