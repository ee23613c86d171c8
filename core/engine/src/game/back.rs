//! Undo and redo. Dice, cards and enemy choices that are taken back are noted in the record: its reader sees what a
//! player knew when choosing again.

use super::Game;
use super::sight::tells;
use crate::record::{Note, Noted};
use crate::rules::Rules;
use crate::table::{Answer, Dice};

/// An undo step: what redo needs to restore the answers, which now lie ahead.
pub(super) struct Undone {
    /// The number of answers known before the undo.
    known: usize,
    /// The notes before the undo.
    remarks: Vec<Note>,
}

impl<R: Rules> Game<R> {
    /// Takes back a person's last choice, and everything since. Returns whether there was one. It does not note dice
    /// that are taken back: it serves callers that only try something.
    pub fn undo(&mut self) -> bool {
        let Some(last) = self.last_own_choice() else { return false };
        self.drop_answers(last);
        true
    }

    /// Takes back everything after the first `known` answers and results of chance, and notes dice, draws and enemy
    /// choices among them. Returns whether there was anything to take back. [`Game::redo`] restores all of it at once.
    pub fn undo_to(&mut self, known: usize) -> bool {
        if known >= self.table.known().count() {
            return false;
        }
        let fresh = notes(known, self.asked(known), &self.table.known().answers[known..]);
        self.drop_answers(known);
        self.remarks.extend(fresh);
        true
    }

    /// Takes back everything after the first `known` answers, as if it had never been given: a person leaves a
    /// question. There must be no result of chance among it.
    pub fn back_out(&mut self, known: usize) {
        if self.looks_back() {
            self.undo_to(known);
        } else {
            self.table.live_mut().known.answers.truncate(known);
            self.rewind();
        }
    }

    /// Redoes the last undo; or, if the game looks back for another reason, goes forward to a person's next decision or
    /// the end of the branch. Returns whether the game moved.
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

    /// The number of answers before a person's last one.
    pub(crate) fn last_own_choice(&self) -> Option<usize> {
        (0..self.table.known().count()).rev().find(|&index| self.is_persons(index))
    }

    /// Whether an answer came from a person, rather than from an agent or by chance.
    pub fn is_persons(&self, index: usize) -> bool {
        match self.table.known().answers.get(index) {
            Some(Answer::Choice { side, .. }) => {
                // Seats change only at the end of a step.
                let start = self.checkpoints.iter().rev().find(|start| start.answers <= index);
                let seat = start.map_or(*side, |start| R::seat(&start.state, *side));
                self.table.live().agents[seat].is_none()
            }
            Some(Answer::Roll { .. }) => self.table.live().dice == Dice::Table,
            Some(Answer::Named { .. } | Answer::Draw { .. }) | None => false,
        }
    }

    /// Notes what a side knows of the future before it makes another choice in the past. [`Game::undo_to`] has already
    /// noted what it took back.
    pub(super) fn note_what_is_known(&mut self, after: usize, side: R::Side) {
        if self.undone.is_empty() {
            self.remarks.extend(notes(after, side, &self.branches.ahead));
        }
    }

    fn drop_answers(&mut self, known: usize) {
        let answers = self.table.live_mut().known.answers.split_off(known);
        let remarks = self.remarks.clone();
        // What the player knew stays noted, however far the game goes back.
        self.remarks.iter_mut().for_each(|note| note.after = note.after.min(known));
        self.undone.push(Undone { known: known + answers.len(), remarks });
        answers.into_iter().rev().for_each(|answer| self.branches.ahead.push_front(answer));
        self.rewind();
    }

    /// Goes back to the last checkpoint within the remaining answers.
    pub(super) fn rewind(&mut self) {
        self.drop_checkpoints();
        let _ = self.run();
    }

    /// Drops the checkpoints beyond the remaining answers, and the reasons for others.
    pub(super) fn drop_checkpoints(&mut self) {
        self.drop_reasons();
        let known = self.table.known().count();
        while self.checkpoints.len() > 1 && self.checkpoints.last().is_some_and(|start| start.answers > known) {
            self.checkpoints.pop();
        }
        self.scripts_after_rewind();
    }
}

/// Notes for those of the answers that told a side something; it takes them back to the first `after` answers.
fn notes<'a, R: Rules>(after: usize, side: R::Side, answers: impl IntoIterator<Item = &'a Answer<R>>) -> Vec<Note> {
    let told = answers.into_iter().filter(|answer| tells(answer, side));
    told.map(|answer| Note { after, noted: Noted::Undone(answer.line()) }).collect()
}
