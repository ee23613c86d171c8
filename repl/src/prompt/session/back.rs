//! Undo and redo: whole commands, but nothing that dice, cards or the enemy have told, unless the person insists.

use super::keyboard::Request;
use super::{Reply, Session, Trouble, plain};
use crate::front::{Extras, Front};
use crate::text::columns::{WIDTH, wrap};
use wilderness_engine::decision::Question as _;
use wilderness_engine::table::{Answer, Chance as _};

/// How far one step back led.
enum Step<S> {
    /// To before a command.
    Whole,
    /// To after something that told the player more.
    UpTo(String),
    /// Nowhere, because something that told the player more comes first.
    Barred(String),
    /// Nowhere, unless the other player agrees.
    Others(S),
    /// Nowhere: there is nothing to take back.
    Nothing,
}

/// What goes further than `undo`.
const FURTHER: &str = "`undo --force` goes further, and the record notes it";

impl<F: Front> Session<F> {
    /// Does something that `undo` takes back at once.
    pub(crate) fn as_one(
        &mut self,
        command: impl FnOnce(&mut Session<F>) -> Result<Reply, Trouble>,
    ) -> Result<Reply, Trouble> {
        let before = self.game.answers();
        let reasons = self.game.take_reasons();
        let asks_at = self.asks_at.take();
        let reply = command(self);
        let known = self.game.answers();
        if before == known {
            self.asks_at = asks_at;
            self.game.put_back_reasons(reasons);
        }
        self.begun.retain(|begun| *begun < known);
        if before < known {
            self.begun.push(before);
        }
        reply
    }

    /// Takes back so many commands; without force only as far as the player was told nothing by chance or the enemy,
    /// and answers of the other player at the screen only with that player's consent.
    pub(super) fn undo(&mut self, times: usize, force: bool) -> Result<Reply, Trouble> {
        self.undo_lines(times, force, false)
    }

    /// The same, with that consent.
    pub(super) fn undo_agreed(&mut self, times: usize, force: bool) -> Result<Reply, Trouble> {
        self.undo_lines(times, force, true)
    }

    fn undo_lines(&mut self, times: usize, force: bool, agreed: bool) -> Result<Reply, Trouble> {
        if self.game.stop().is_some() {
            self.game.forget_reasons();
            return self.undo_to_card();
        }
        // A game that cannot go on is worse than a die known twice.
        let forced = force || self.game.broken().is_some();
        let noted = self.game.record().results_taken_back();
        let mut done = 0;
        let mut stopped = None;
        while done < times && stopped.is_none() {
            match self.step_back(forced, agreed) {
                Step::Whole => done += 1,
                Step::UpTo(what) => {
                    done += 1;
                    stopped = Some(format!(" as far as {what}; {FURTHER}"));
                }
                Step::Barred(what) if done == 0 => {
                    return Err(plain(format!("after your last choice came {what}: {FURTHER}")));
                }
                Step::Barred(what) => stopped = Some(format!(", but before that came {what}: {FURTHER}")),
                Step::Others(side) if done == 0 => {
                    let why = format!("`undo` takes back what the {side} answered");
                    return Err(self.request(Request::Undo(times, force), side, &why));
                }
                Step::Others(side) => {
                    stopped = Some(format!(", but before that the {side} answered: `undo` once more asks for consent"));
                }
                Step::Nothing => break,
            }
        }
        if done > 0 {
            self.game.forget_reasons();
        }
        let noted = match self.game.record().results_taken_back() - noted {
            0 => "",
            _ => "; the record notes what was known",
        };
        self.told = self.game.log().len();
        self.keyboard.browsing = false;
        let undone = format!("undone{}{noted}", stopped.unwrap_or_default());
        self.moved(done, &undone, "there is nothing to undo")
    }

    fn step_back(&mut self, force: bool, agreed: bool) -> Step<F::Side> {
        let Some(start) = self.last_command() else { return Step::Nothing };
        let told = self.game.last_told_since(start).filter(|_| !force);
        let (known, step) = match told {
            None => (start, Step::Whole),
            Some(index) => {
                let text = self.in_words(F::Extras::most_telling(self, start, index));
                match (index..self.game.answers()).find(|index| self.is_own(*index, self.game.chose(start))) {
                    Some(own) => (own, Step::UpTo(text)),
                    None => return Step::Barred(text),
                }
            }
        };
        if let Some(other) = self.other_player_since(known).filter(|_| !agreed) {
            return Step::Others(other);
        }
        if !force && F::Extras::has_shown(&mut self.game, known) {
            return Step::Barred("a card of the enemy that you have seen".into());
        }
        self.game.undo_to(known);
        self.begun.retain(|begun| *begun < known);
        step
    }

    /// How much was known before the last command; of a game that was taken up, before the last choice.
    fn last_command(&mut self) -> Option<usize> {
        while let Some(begun) = self.begun.pop() {
            if self.is_own(begun, None) {
                self.begun.push(begun);
                return Some(begun);
            }
        }
        (0..self.game.answers()).rev().find(|index| self.is_own(*index, None))
    }

    /// Whether a person gave an answer, of a certain side if one is named, and those who look know of it.
    pub(crate) fn is_own(&self, index: usize, side: Option<F::Side>) -> bool {
        let fits = side.is_none() || self.game.chose(index).is_none() || self.game.chose(index) == side;
        fits && self.game.is_persons(index) && self.game.is_known(index)
    }

    /// What told a player something, as far as everybody may know it.
    fn in_words(&self, index: usize) -> String {
        let answer = &self.game.history()[index];
        let own = F::Extras::told_by(&self.game, answer);
        own.unwrap_or_else(|| match answer {
            Answer::Roll { throw, die } => format!("a die ({}: {die})", throw.kind().replace('-', " ")),
            Answer::Draw { draw, .. } => format!("what was drawn ({})", draw.kind().replace('-', " ")),
            Answer::Named { side, choice, .. } => format!("what the {side} named ({choice})"),
            Answer::Choice { side, ask, .. } if ask.is_secret() => format!("what the {side} chose in secret"),
            Answer::Choice { side, ask, choice } => format!("an answer of the {side} ({} {choice})", ask.prompt()),
        })
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
        self.extras.moved();
        self.asks_at = Some(self.game.answers());
        let lines = if done == 1 { String::new() } else { format!("{done} lines ") };
        let text = wrap(&format!("{lines}{what}"), WIDTH).join("\n");
        Ok(Reply::Moved(format!("{text}\n{}", self.situation())))
    }
}
