//! Going back: dropping answers, and taking them up again. Dice, cards and choices of the enemy that were known and are
//! taken back are noted: the reader of the record sees what a player knew when choosing again.

use super::Game;
use super::sight::tells;
use crate::record::{Note, Noted};
use crate::rules::Rules;
use crate::table::{Answer, Dice};

/// Answers that were taken back, and now lie ahead, with what is needed to make them again.
pub(super) struct Undone {
    /// How many were known before.
    known: usize,
    /// The notes that there were before.
    remarks: Vec<Note>,
}

impl<R: Rules> Game<R> {
    /// Takes back the last choice of a person, and everything since. Returns whether there was one. Dice that are taken
    /// back with it are not noted: that is for those who only try something.
    pub fn undo(&mut self) -> bool {
        let Some(last) = self.last_own_choice() else { return false };
        self.drop_answers(last);
        true
    }

    /// Takes back everything since so many answers and results of chance were known, and notes what was rolled, drawn
    /// and chosen by the enemy. Returns whether there was anything. [`Game::redo`] makes all of it again, at once.
    pub fn undo_to(&mut self, known: usize) -> bool {
        if known >= self.table.known().count() {
            return false;
        }
        let fresh = notes(known, self.asked(known), &self.table.known().answers[known..]);
        self.drop_answers(known);
        self.remarks.extend(fresh);
        true
    }

    /// Takes back the answers since so many were known, among which is no result of chance, as if they had never been
    /// given: a person has thought better of a question.
    pub fn back_out(&mut self, known: usize) {
        if self.looks_back() {
            self.undo_to(known);
        } else {
            self.table.live_mut().known.answers.truncate(known);
            self.rewind();
        }
    }

    /// Does again what was undone last; or, if the game looks back for another reason, goes forward to the next
    /// decision of a person, or the end of the line. Returns whether there was anything.
    pub fn redo(&mut self) -> bool {
        let known = self.table.known().count();
        while let Some(undone) = self.undone.pop() {
            if undone.known > known {
                self.remarks = undone.remarks;
                let _ = self.seek_here(undone.known);
                return self.table.known().count() > known;
            }
        }
        self.go_along()
    }

    /// How many answers were known before the last that came from a person.
    pub fn last_own_choice(&self) -> Option<usize> {
        (0..self.table.known().count()).rev().find(|&index| self.is_persons(index))
    }

    /// Whether an answer came from a person, not from an agent or by chance.
    pub fn is_persons(&self, index: usize) -> bool {
        match self.table.known().answers.get(index) {
            Some(Answer::Choice { side, .. }) => {
                // Nobody changes sides but at the end of a step.
                let start = self.checkpoints.iter().rev().find(|start| start.answers <= index);
                let seat = start.map_or(*side, |start| R::seat(&start.state, *side));
                self.table.live().agents[seat].is_none()
            }
            Some(Answer::Roll { .. }) => self.table.live().dice == Dice::Table,
            Some(Answer::Named { .. } | Answer::Draw { .. }) | None => false,
        }
    }

    /// Before a side chooses otherwise where it looks back: notes what it knows of what came after. What `undo` took
    /// back was noted then, or need not be.
    pub(super) fn note_what_is_known(&mut self, after: usize, side: R::Side) {
        if self.undone.is_empty() {
            self.remarks.extend(notes(after, side, &self.lines.ahead));
        }
    }

    fn drop_answers(&mut self, known: usize) {
        let answers = self.table.live_mut().known.answers.split_off(known);
        let remarks = self.remarks.clone();
        // What was known stays known, wherever the game goes back to.
        self.remarks.iter_mut().for_each(|note| note.after = note.after.min(known));
        self.undone.push(Undone { known: known + answers.len(), remarks });
        answers.into_iter().rev().for_each(|answer| self.lines.ahead.push_front(answer));
        self.rewind();
    }

    /// Goes back to the last checkpoint that the remaining answers reach.
    pub(super) fn rewind(&mut self) {
        self.drop_checkpoints();
        let _ = self.run();
    }

    /// Drops the checkpoints that the remaining answers do not reach.
    pub(super) fn drop_checkpoints(&mut self) {
        let known = self.table.known().count();
        while self.checkpoints.len() > 1 && self.checkpoints.last().is_some_and(|start| start.answers > known) {
            self.checkpoints.pop();
        }
        self.scripts_after_rewind();
    }
}

/// Notes of what told a side something, among answers that it takes back to where so many were known.
fn notes<'a, R: Rules>(after: usize, side: R::Side, answers: impl IntoIterator<Item = &'a Answer<R>>) -> Vec<Note> {
    let told = answers.into_iter().filter(|answer| tells(answer, side));
    told.map(|answer| Note { after, noted: Noted::Undone(answer.line()) }).collect()
}
