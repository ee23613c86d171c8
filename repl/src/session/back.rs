//! Undo and redo: whole commands, but no dice and no cards unless the person insists.

use super::{Reply, Session, Trouble, plain};
use crate::columns::{WIDTH, wrap};
use wilderness_core::table::{Answer, Draw};

/// How far one step back led.
enum Step {
    /// To before a command.
    Whole,
    /// To after a result of chance.
    UpTo(String),
    /// Nowhere, because a result of chance comes first.
    Barred(String),
    /// Nowhere: there is nothing to take back.
    Nothing,
}

impl Session {
    /// Does something that `undo` takes back at once.
    pub(super) fn as_one(
        &mut self,
        command: impl FnOnce(&mut Session) -> Result<Reply, Trouble>,
    ) -> Result<Reply, Trouble> {
        let before = self.game.answers();
        self.game.forget_reasons();
        let asks_at = self.auto.asks_at.take();
        let reply = command(self);
        let known = self.game.answers();
        if before == known {
            self.auto.asks_at = asks_at;
        }
        self.begun.retain(|begun| *begun < known);
        if before < known {
            self.begun.push(before);
        }
        reply
    }

    /// Takes back so many commands; without force only as far as nothing was rolled or drawn.
    pub(super) fn undo(&mut self, times: usize, force: bool) -> Result<Reply, Trouble> {
        self.game.forget_reasons();
        if self.game.stop().is_some() {
            return self.undo_to_card();
        }
        const FURTHER: &str = "`undo --force` goes further, and the record notes it";
        // A game that cannot go on is worse than a die known twice.
        let force = force || self.game.broken().is_some();
        let noted = self.game.record().results_taken_back();
        let mut done = 0;
        let mut stopped = None;
        while done < times && stopped.is_none() {
            match self.step_back(force) {
                Step::Whole => done += 1,
                Step::UpTo(chance) => {
                    done += 1;
                    stopped = Some(format!(" as far as {chance}; {FURTHER}"));
                }
                Step::Barred(chance) if done == 0 => {
                    return Err(plain(format!("after your last choice came {chance}: {FURTHER}")));
                }
                Step::Barred(chance) => stopped = Some(format!(", but before that came {chance}: {FURTHER}")),
                Step::Nothing => break,
            }
        }
        let noted = match self.game.record().results_taken_back() - noted {
            0 => "",
            _ => "; the record notes what was rolled and drawn",
        };
        self.told = self.game.log().len();
        let undone = format!("undone{}{noted}", stopped.unwrap_or_default());
        self.moved(done, &undone, "there is nothing to undo")
    }

    fn step_back(&mut self, force: bool) -> Step {
        let Some(start) = self.last_command() else { return Step::Nothing };
        let since = &self.game.history()[start..];
        // A die that a person has rolled and typed can be mistyped.
        let fell = |index: &usize| since[*index].is_chance() && !self.game.is_persons(start + index);
        let chance = (0..since.len()).rev().find(fell).filter(|_| !force);
        let (known, step) = match chance {
            None => (start, Step::Whole),
            Some(index) => {
                let text = in_words(&since[index]);
                match (start + index..self.game.answers()).find(|index| self.game.is_persons(*index)) {
                    Some(own) => (own, Step::UpTo(text)),
                    None => return Step::Barred(text),
                }
            }
        };
        self.game.undo_to(known);
        self.begun.retain(|begun| *begun < known);
        step
    }

    /// How much was known before the last command; of a game that was taken up, before the last choice.
    fn last_command(&mut self) -> Option<usize> {
        while let Some(begun) = self.begun.pop() {
            if self.game.is_persons(begun) {
                self.begun.push(begun);
                return Some(begun);
            }
        }
        self.game.last_own_choice()
    }

    /// Does again what was undone.
    pub(super) fn redo(&mut self, times: usize) -> Result<Reply, Trouble> {
        let mut done = 0;
        while done < times {
            let before = self.game.answers();
            if !self.game.redo() {
                break;
            }
            self.begun.push(before);
            done += 1;
        }
        self.moved(done, "done again", "there is nothing to redo")
    }

    pub(super) fn moved(&mut self, done: usize, what: &str, nothing: &str) -> Result<Reply, Trouble> {
        if done == 0 {
            return Err(plain(nothing));
        }
        self.rest = None;
        self.auto.asks_at = Some(self.game.answers());
        let lines = if done == 1 { String::new() } else { format!("{done} lines ") };
        let text = wrap(&format!("{lines}{what}"), WIDTH).join("\n");
        Ok(Reply::Moved(format!("{text}\n{}", self.situation())))
    }
}

/// A result of chance, as far as everybody may know it.
fn in_words(chance: &Answer) -> String {
    match chance {
        Answer::Roll { throw, die } => format!("a die ({}: {die})", throw.kind().replace('-', " ")),
        Answer::Draw { draw: Draw::Leader, drawn } => format!("the draw of {drawn}"),
        Answer::Draw { draw: Draw::Hand, .. } => "a card drawn from a hand".into(),
        _ => "a card of the draw pile".into(),
    }
}
