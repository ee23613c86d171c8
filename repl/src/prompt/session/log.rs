//! `log`: the last entries, or those that words select: a side, what the game knows as a kind of entry, or text.

use super::{Session, Trouble, plain};
use crate::prompt::command;
use crate::prompt::front::{Front, Tables};
use crate::text::names::fold;
use anstream::adapter::strip_str;
use wilderness_engine::Game;

/// The number of entries shown by default, without and with a selection.
const LAST: usize = 20;
const LAST_SELECTED: usize = 100;

/// What a word selects: entries of a kind. An entry is shown if it fits one term of each kind.
pub struct LogTerm<'a> {
    /// The kind of term: `year`. Terms of the same kind are alternatives.
    pub kind: &'static str,
    /// Whether the entry with this index fits.
    pub fits: Box<dyn Fn(usize) -> bool + 'a>,
}

impl<'a> LogTerm<'a> {
    /// A term.
    pub fn new(kind: &'static str, fits: impl Fn(usize) -> bool + 'a) -> LogTerm<'a> {
        LogTerm { kind, fits: Box::new(fits) }
    }
}

/// A selection of the log.
struct Selection<'a> {
    /// How many of the last entries.
    last: Option<usize>,
    terms: Vec<LogTerm<'a>>,
}

impl<'a> Selection<'a> {
    /// The selection that these words describe, in any order; `at` with the name of a place comes last.
    fn read<F: Front>(game: &'a Game<F>, text: &str) -> Result<Selection<'a>, Trouble> {
        let (words, place) = match (text.starts_with("at "), text.find(" at ")) {
            (true, _) => ("", text),
            (false, Some(at)) => (&text[..at], &text[at + 1..]),
            (false, None) => (text, ""),
        };
        let mut selection = Selection { last: None, terms: Vec::new() };
        for word in words.split_whitespace() {
            selection.take(game, &fold(word))?;
        }
        if !place.is_empty() {
            let known = F::Tables::log_term(game, place).map_err(plain)?;
            let name = place.trim_start_matches("at ").trim();
            selection.terms.push(known.unwrap_or_else(|| containing(game, name)));
        }
        Ok(selection)
    }

    /// Takes a word: what the game knows comes first, then numbers, sides and any text.
    fn take<F: Front>(&mut self, game: &'a Game<F>, word: &str) -> Result<(), Trouble> {
        if let Some(term) = F::Tables::log_term(game, word).map_err(plain)? {
            self.terms.push(term);
        } else if let Ok(number) = word.parse() {
            self.last = Some(number);
        } else if let Some(side) = command::side(word, game.sides()).filter(|_| word.len() > 1) {
            self.terms.push(LogTerm::new("side", move |index| F::Tables::is_about(game, index, side)));
        } else {
            self.terms.push(containing(game, word));
        }
        Ok(())
    }

    fn fits(&self, index: usize) -> bool {
        let fits = |term: &LogTerm<'_>| self.terms.iter().any(|other| other.kind == term.kind && (other.fits)(index));
        self.terms.iter().all(fits)
    }
}

/// Entries with this text.
fn containing<'a, F: Front>(game: &'a Game<F>, text: &str) -> LogTerm<'a> {
    let text = fold(text);
    LogTerm::new("text", move |index| words_of(game, index).contains(&text))
}

/// An entry as plain text, for searching.
pub fn words_of<F: Front>(game: &Game<F>, index: usize) -> String {
    fold(&strip_str(&F::news(game, index..index + 1)).to_string())
}

impl<F: Front> Session<F> {
    /// The last entries of the log, or of those that the words select; the headings before them are shown too.
    ///
    /// # Errors
    /// When the game does not know a place.
    pub(super) fn log(&self, text: &str) -> Result<String, Trouble> {
        let game = &self.game;
        let selection = Selection::read(game, text)?;
        let is_plain = selection.terms.is_empty();
        if game.log().is_empty() {
            let told = if game.past().answers() == 0 { "happened" } else { "been told" };
            return Ok(format!("nothing has {told} yet\n"));
        }
        let (mut fitting, mut heading) = (Vec::new(), None);
        for index in 0..game.log().len() {
            let begins = !F::chapters(game, index..index + 1).is_empty();
            if begins {
                heading = Some(index);
            }
            if selection.fits(index) {
                fitting.extend(heading.take().filter(|_| !begins && !is_plain));
                fitting.push(index);
                heading = None;
            }
        }
        let most = selection.last.unwrap_or(if is_plain { LAST } else { LAST_SELECTED });
        let from = fitting.len().saturating_sub(most);
        let shown = &fitting[from..];
        if shown.is_empty() {
            return Ok("no such events so far\n".into());
        }
        let before = if from > 0 && !is_plain { format!("… {from} earlier entries\n") } else { String::new() };
        Ok(before + F::Tables::entries(game, shown).as_str())
    }
}
