//! How far the record of a game has been written, so that answers can be appended to a file instead of writing all anew.

use super::faces::Past;
use crate::rules::Rules;

/// The end of the record of a game at one time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordEnd {
    /// How often the record had changed in another way than by answers at its end.
    rewritten: u64,
    /// The number of answers and results of chance.
    answers: usize,
}

impl<R: Rules> Past<'_, R> {
    /// Where the record of the game ends now. As long as it is the same, so is the record.
    pub fn record_end(self) -> RecordEnd {
        RecordEnd { rewritten: self.game.rewritten, answers: self.answers() }
    }

    /// The lines that have been added to the record since it ended there; none if it has changed in another way, or the
    /// game looks back.
    pub fn lines_since(self, end: RecordEnd) -> Option<Vec<String>> {
        let answers = self.game.table.known().answers.get(end.answers..)?;
        let only_more = end.rewritten == self.game.rewritten && !self.looks_back();
        only_more.then(|| answers.iter().map(|answer| answer.line()).collect())
    }
}
