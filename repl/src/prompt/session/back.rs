//! Undo and redo of whole commands. Only force undoes what revealed a die, a card or an enemy answer.

use super::keyboard::Request;
use super::{Reply, Session, Trouble, plain};
use crate::prompt::front::{Extras, Front};
use crate::text::columns::{line_width, wrap};
use wilderness_engine::{Answer, Chance as _, Question as _};

/// The result of one step back.
enum StepBack<S> {
    /// Back to before a command.
    Whole,
    /// Back to just after something was revealed to the player.
    UpTo(String),
    /// None: something was revealed to the player since.
    Barred(String),
    /// None without the consent of these sides, whose answers it would undo.
    Others(Vec<S>),
    /// None: there is nothing to undo.
    Nothing,
}

/// A hint on how to go further, at the prompt.
const FURTHER: &str = "`undo --force` goes further, and the record notes it";
/// The same on a page, where nothing is taken back by force.
pub(super) const NO_FURTHER: &str = "what has been revealed is not taken back";

impl<F: Front> Session<F> {
    /// Runs a command that a single `undo` reverses.
    pub(crate) fn as_one(
        &mut self,
        command: impl FnOnce(&mut Session<F>) -> Result<Reply, Trouble>,
    ) -> Result<Reply, Trouble> {
        let before = self.game.past().answers();
        let asks_at = self.asks_at.take();
        let reply = command(self);
        let known = self.game.past().answers();
        if before == known {
            self.asks_at = asks_at;
        }
        self.begun.retain(|begun| *begun < known);
        if before < known {
            self.begun.push(before);
        }
        reply
    }

    /// Undoes commands; without force, nothing that revealed something to the player, and answers of the other player
    /// at the screen only with that player's consent.
    pub(super) fn undo(&mut self, times: usize, force: bool) -> Result<Reply, Trouble> {
        self.undo_lines(times, force, false)
    }

    /// The same, with consent.
    pub(super) fn undo_with_consent(&mut self, times: usize, force: bool) -> Result<Reply, Trouble> {
        self.undo_lines(times, force, true)
    }

    fn undo_lines(&mut self, times: usize, force: bool, agreed: bool) -> Result<Reply, Trouble> {
        if self.game.debugger().stop().is_some() {
            return self.undo_to_card();
        }
        // A stuck game is worse than a die known in advance.
        let forced = force || self.game.now().broken().is_some();
        let noted = self.game.record().results_taken_back();
        let further = if self.is_apart() { NO_FURTHER } else { FURTHER };
        let mut done = 0;
        let mut stopped = None;
        while done < times && stopped.is_none() {
            match self.step_back(forced, agreed) {
                StepBack::Whole => done += 1,
                StepBack::UpTo(what) => {
                    done += 1;
                    stopped = Some(format!(" as far as {what}; {further}"));
                }
                StepBack::Barred(what) if done == 0 && self.is_apart() && self.several_people() => {
                    let others = self.other_people(self.viewer());
                    let why = format!("after your last choice came {what}");
                    return Err(self.request(Request::Undo(times, true), &others, &why));
                }
                StepBack::Barred(what) if done == 0 => {
                    return Err(plain(format!("after your last choice came {what}: {further}")));
                }
                StepBack::Barred(what) => stopped = Some(format!(", but before that came {what}: {further}")),
                StepBack::Others(_) if done == 0 => {
                    let sides = self.other_players_since(self.commands_back(times));
                    let why = format!("`undo` would undo answers of {}", self.the_sides(&sides));
                    return Err(self.request(Request::Undo(times, force), &sides, &why));
                }
                StepBack::Others(sides) => {
                    let who = self.the_sides(&sides);
                    stopped = Some(format!("; {who} answered before that: another `undo` asks for their consent"));
                }
                StepBack::Nothing => break,
            }
        }
        let noted = match self.game.record().results_taken_back() - noted {
            0 => "",
            _ => "; the record notes what was revealed",
        };
        self.told = self.game.log().len();
        self.keyboard.browsing = false;
        self.undone |= done > 0;
        let undone = format!("undone{}{noted}", stopped.unwrap_or_default());
        self.moved(done, &undone, "there is nothing to undo")
    }

    fn step_back(&mut self, force: bool, agreed: bool) -> StepBack<F::Side> {
        let Some(start) = self.last_command() else { return StepBack::Nothing };
        let (known, step) = match self.last_revealed(start).filter(|_| !force) {
            None => (start, StepBack::Whole),
            Some((next, text)) => {
                let mut later = next..self.game.past().answers();
                match later.find(|index| self.is_own(*index, self.game.past().chose(start))) {
                    Some(own) => (own, StepBack::UpTo(text)),
                    None => return StepBack::Barred(text),
                }
            }
        };
        let others = self.other_players_since(known);
        if !agreed && !others.is_empty() {
            return StepBack::Others(others);
        }
        if !force && F::Extras::has_shown(&mut self.game, known) {
            return StepBack::Barred("a card of the enemy that you have seen".into());
        }
        self.game.past_mut().undo_to(known);
        self.begun.retain(|begun| *begun < known);
        step
    }

    /// What was revealed last to the player since the first `start` answers, in words, and the number of answers up to
    /// it.
    fn last_revealed(&mut self, start: usize) -> Option<(usize, String)> {
        let told = self.game.past().last_told_since(start);
        let looked =
            self.game.past_mut().last_look_since(start).filter(|looked| told.is_none_or(|told| told < *looked));
        match (looked, told) {
            (Some(looked), _) => Some((looked + 1, "what your answer has shown you".into())),
            (None, Some(told)) => Some((told, self.in_words(F::Extras::most_revealing(self, start, told)))),
            (None, None) => None,
        }
    }

    /// The number of known answers before the last command; in a resumed game, before the last choice.
    fn last_command(&mut self) -> Option<usize> {
        while let Some(begun) = self.begun.pop() {
            if self.is_own(begun, None) {
                self.begun.push(begun);
                return Some(begun);
            }
        }
        (0..self.game.past().answers()).rev().find(|index| self.is_own(*index, None))
    }

    /// The number of known answers before the last commands, as many as there are, or as [`Session::last_command`].
    pub(super) fn commands_back(&self, times: usize) -> usize {
        let is_own = |index: &usize| self.is_own(*index, None);
        let begun: Vec<usize> = self.begun.iter().rev().copied().filter(is_own).collect();
        let first = begun.last().copied().unwrap_or(self.game.past().answers());
        begun.into_iter().chain((0..first).rev().filter(is_own)).take(times).last().unwrap_or(first)
    }

    /// Whether a person gave this answer, for this side if one is named, and the viewer knows it.
    pub(crate) fn is_own(&self, index: usize, side: Option<F::Side>) -> bool {
        let fits = side.is_none() || self.game.past().chose(index).is_none() || self.game.past().chose(index) == side;
        fits && self.game.past().is_persons(index) && self.game.past().is_known(index)
    }

    /// What was revealed to a player, as far as it is public.
    fn in_words(&self, index: usize) -> String {
        let answer = &self.game.history()[index];
        let own = F::Extras::told_by(&self.game, answer);
        let called = |side: &F::Side| self.in_sentences(*side);
        own.unwrap_or_else(|| match answer {
            Answer::Roll { throw, die } => format!("a die ({}: {die})", throw.kind().replace('-', " ")),
            Answer::Draw { draw, .. } => format!("a draw ({})", draw.kind().replace('-', " ")),
            Answer::Named { side, choice, .. } => format!("what {} named ({})", called(side), self.named(*choice)),
            Answer::Choice { side, ask, .. } if ask.is_secret() => format!("what {} chose in secret", called(side)),
            Answer::Choice { side, ask, choice } => {
                let question = F::question(self.game.scenario(), ask);
                format!("an answer of {} ({question} {})", called(side), self.named(*choice))
            }
        })
    }

    pub(super) fn named(&self, choice: F::Choice) -> String {
        F::named(self.game.scripts(), self.game.scenario(), choice, true)
    }

    /// Redoes what was undone.
    pub(super) fn redo(&mut self, times: usize) -> Result<Reply, Trouble> {
        let mut done = 0;
        while done < times {
            let before = self.game.past().answers();
            if !self.game.past_mut().redo() {
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
        self.forget_sentences();
        self.asks_at = Some(self.game.past().answers());
        let lines = if done == 1 { String::new() } else { format!("{done} lines ") };
        let text = wrap(&format!("{lines}{what}"), line_width()).join("\n");
        Ok(Reply::Moved(format!("{text}\n{}", self.situation())))
    }
}
