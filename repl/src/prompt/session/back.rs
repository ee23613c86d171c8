//! Undo and redo: whole commands, but nothing that dice, cards or the enemy have told, unless the person insists.

use super::keyboard::Request;
use super::{Reply, Session, Trouble, plain};
use crate::prompt::menu;
use crate::text::columns::{WIDTH, wrap};
use crate::war::describe;
use wilderness_war::Side;
use wilderness_war::decision::{Ask, Choice};
use wilderness_war::game::Cards as _;
use wilderness_war::pieces::Pieces;
use wilderness_war::table::Chance as _;
use wilderness_war::table::{Answer, Draw};

/// How far one step back led.
enum Step {
    /// To before a command.
    Whole,
    /// To after something that told the player more.
    UpTo(String),
    /// Nowhere, because something that told the player more comes first.
    Barred(String),
    /// Nowhere, unless the other player agrees.
    Others(Side),
    /// Nowhere: there is nothing to take back.
    Nothing,
}

/// What goes further than `undo`.
const FURTHER: &str = "`undo --force` goes further, and the record notes it";

impl Session {
    /// Does something that `undo` takes back at once.
    pub(super) fn as_one(
        &mut self,
        command: impl FnOnce(&mut Session) -> Result<Reply, Trouble>,
    ) -> Result<Reply, Trouble> {
        let before = self.game.answers();
        let reasons = self.game.take_reasons();
        let asks_at = self.auto.asks_at.take();
        let reply = command(self);
        let known = self.game.answers();
        if before == known {
            self.auto.asks_at = asks_at;
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

    fn step_back(&mut self, force: bool, agreed: bool) -> Step {
        let Some(start) = self.last_command() else { return Step::Nothing };
        let told = self.game.last_told_since(start).filter(|_| !force);
        let (known, step) = match told {
            None => (start, Step::Whole),
            Some(index) => {
                let text = self.in_words(self.most_telling(start, index));
                match (index..self.game.answers()).find(|index| self.is_own(*index, self.game.chose(start))) {
                    Some(own) => (own, Step::UpTo(text)),
                    None => return Step::Barred(text),
                }
            }
        };
        if let Some(other) = self.other_player_since(known).filter(|_| !agreed) {
            return Step::Others(other);
        }
        if !force && !self.game.cards_shown_since(known).is_empty() {
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
    fn is_own(&self, index: usize, side: Option<Side>) -> bool {
        let fits = side.is_none() || self.game.chose(index).is_none() || self.game.chose(index) == side;
        fits && self.game.is_persons(index) && self.game.is_known(index)
    }

    /// The number of the answer or result of chance by which people know what told the player who answered first
    /// something: where it is a word that ends a list, the last die, card or leader before it, down to what the player
    /// answered himself.
    fn most_telling(&self, start: usize, index: usize) -> usize {
        let history = self.game.history();
        let ends = matches!(history[index], Answer::Choice { choice: Choice::Word(_), .. });
        if !ends || self.is_secret(index) {
            return index;
        }
        let leaders = Pieces::get().leaders;
        let is_own = |known: &usize| self.is_own(*known, self.game.chose(start)) && self.game.chose(*known).is_some();
        let stands_out = |known: &usize| match &history[*known] {
            Answer::Choice { choice: Choice::Card(_), .. } => self.game.is_known(*known),
            Answer::Choice { choice: Choice::Piece(piece), .. } => leaders.contains(*piece),
            Answer::Roll { .. } => !self.game.is_persons(*known),
            Answer::Draw { .. } => true,
            Answer::Choice { .. } | Answer::Named { .. } => false,
        };
        (start..index).rev().take_while(|known| !is_own(known)).find(stands_out).unwrap_or(index)
    }

    fn is_secret(&self, index: usize) -> bool {
        matches!(self.game.history()[index], Answer::Choice { ask: Ask::Secret(_), .. })
    }

    /// What told a player something, as far as everybody may know it.
    fn in_words(&self, index: usize) -> String {
        match &self.game.history()[index] {
            Answer::Roll { throw, die } => format!("a die ({}: {die})", throw.kind().replace('-', " ")),
            Answer::Draw { draw: Draw::Leader, drawn } => format!("the draw of {drawn}"),
            Answer::Draw { draw: Draw::Hand, .. } => "a card drawn from a hand".into(),
            Answer::Draw { .. } => "a card of the draw pile".into(),
            Answer::Named { side, choice, .. } => format!("what the {side} named ({choice})"),
            Answer::Choice { side, ask: Ask::Secret(_), .. } => format!("what the {side} chose in secret"),
            Answer::Choice { side, ask, choice } => {
                let choice = match choice {
                    Choice::Card(card) => describe::card(&self.game, *card),
                    Choice::Word(word) => format!("{}: {}", word.token(), menu::explain(ask, *word)),
                    other => other.to_string(),
                };
                format!("an answer of the {side} ({} {choice})", ask.prompt())
            }
        }
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
