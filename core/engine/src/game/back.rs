//! Undo and redo. Dice, cards and enemy choices that are taken back are noted in the record: its reader sees what a
//! player knew when choosing again.

use super::Game;
use super::faces::{Past, PastMut};
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
    /// From how many answers on windows were open for all.
    opened: Option<usize>,
}

impl<R: Rules> Game<R> {
    /// The number of answers before a person's last one.
    pub(crate) fn last_own_choice(&self) -> Option<usize> {
        (0..self.table.known().count()).rev().find(|&index| self.past().is_persons(index))
    }

    /// Notes what a side knows of the future before it makes another choice in the past. [`PastMut::undo_to`] has already
    /// noted what it took back.
    pub(super) fn note_what_is_known(&mut self, after: usize, side: R::Side) {
        if self.undone.is_empty() && self.past().looks_back() {
            self.remarks.extend(notes(after, side, &self.branches.ahead));
            self.rewritten += 1;
        }
    }

    fn drop_answers(&mut self, known: usize) {
        let answers = self.table.live_mut().known.answers.split_off(known);
        let remarks = self.remarks.clone();
        // What the player knew stays noted, however far the game goes back.
        self.remarks.iter_mut().for_each(|note| note.after = note.after.min(known));
        let opened = self.opened;
        self.opened = opened.map(|after| after.min(known));
        self.undone.push(Undone { known: known + answers.len(), remarks, opened });
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
        self.rewritten += 1;
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

impl<R: Rules> PastMut<'_, R> {
    /// Takes back a person's last choice, and everything since. Returns whether there was one. It does not note dice
    /// that are taken back: it serves callers that only try something.
    pub fn undo(self) -> bool {
        let Some(last) = self.game.last_own_choice() else { return false };
        self.game.drop_answers(last);
        true
    }

    /// Takes back everything after the first `known` answers and results of chance, and notes dice, draws and enemy
    /// choices among them. Returns whether there was anything to take back. [`PastMut::redo`] restores all of it at once.
    pub fn undo_to(self, known: usize) -> bool {
        if known >= self.game.table.known().count() {
            return false;
        }
        let looked = self.game.past_mut().last_look_since(known);
        let answers = &self.game.table.known().answers;
        let mut fresh = notes(known, self.game.past().asked(known), &answers[known..]);
        let looked = looked.map(|looked| Noted::Undone(answers[looked].line()));
        fresh.extend(looked.map(|noted| Note { after: known, noted }));
        self.game.drop_answers(known);
        self.game.remarks.extend(fresh);
        true
    }

    /// Takes back everything after the first `known` answers, as if it had never been given: a person leaves a
    /// question. There must be no result of chance among it.
    pub fn back_out(self, known: usize) {
        if self.game.past().looks_back() {
            self.game.past_mut().undo_to(known);
        } else {
            self.game.table.live_mut().known.answers.truncate(known);
            self.game.rewind();
        }
    }

    /// Redoes the last undo; or, if the game looks back for another reason, goes forward to a person's next decision or
    /// the end of the branch. Returns whether the game moved.
    pub fn redo(self) -> bool {
        let known = self.game.table.known().count();
        while let Some(undone) = self.game.undone.pop() {
            if undone.known > known {
                self.game.remarks = undone.remarks;
                self.game.opened = undone.opened;
                let _ = self.game.seek_here(undone.known);
                return self.game.table.known().count() > known;
            }
        }
        self.game.go_along()
    }
}

impl<R: Rules> Past<'_, R> {
    /// Whether an answer came from a person, rather than from an agent or by chance.
    pub fn is_persons(self, index: usize) -> bool {
        match self.game.table.known().answers.get(index) {
            Some(Answer::Choice { side, .. }) => {
                // Seats change only at the end of a step.
                let start = self.game.checkpoints.iter().rev().find(|start| start.answers <= index);
                let seat = start.map_or(*side, |start| R::seat(&start.state, *side));
                self.game.table.live().agents[seat].is_none()
            }
            Some(Answer::Roll { .. }) => self.game.table.live().dice == Dice::Table,
            Some(Answer::Named { .. } | Answer::Draw { .. }) | None => false,
        }
    }
}
