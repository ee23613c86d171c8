//! Sentences: what a player says in words, carried out decision by decision.

use crate::front::{Reply, Session, Trouble};
use crate::prompt::answer;
use crate::prompt::menu::Menu;
use crate::text::columns::beside;
use crate::text::names::fold;
use crate::text::style::{DIM, paint};
use crate::war::say::{self, AskedBack, Rest, RunEnd};
use wilderness_war::{Ask, War};

impl Session<War> {
    /// Carries out a sentence, until a different question comes up. A line that answers the open decision as it stands
    /// is an answer: `siege`, where the menu offers it.
    pub(super) fn say(&mut self, line: &str) -> Result<Reply, Trouble> {
        self.turn()?;
        if let Some(whole) = self.answer_asked_back(line) {
            return self.say(&whole);
        }
        let first = line.split(',').next().unwrap_or(line).trim();
        let menu = Menu::of(&self.game);
        if !first.contains(' ') && answer::resolve(menu.as_ref(), &self.game, first).is_ok() {
            return self.answer_plainly(line);
        }
        if answer::resolve(menu.as_ref(), &self.game, line).is_ok() {
            return self.answer_plainly(line);
        }
        self.may_leave_line(None)?;
        // The words after the card and its use answer the questions that follow: `play 24 for force, montcalm, all`.
        let (line, answers) = match line.split_once(',') {
            Some((play, answers)) if fold(first).starts_with("play ") => (play.trim_end(), Some(answers.trim())),
            _ => (line, None),
        };
        let plan = if say::goes_on(line) { self.unfinished()? } else { self.understand(line)? };
        self.carry_out(plan, answers.filter(|answers| !answers.is_empty()))
    }

    /// Carries out a line without a verb that looks like a sentence: `montcalm with all to sorel`.
    pub(super) fn say_or_answer(&mut self, line: &str) -> Result<Reply, Trouble> {
        if let Some(whole) = self.answer_asked_back(line) {
            return self.say(&whole);
        }
        let answered = answer::resolve(Menu::of(&self.game).as_ref(), &self.game, line).is_ok();
        if answered || !say::looks_like_sentence(line) {
            return self.answer_plainly(line);
        }
        let verb = match self.game.decision().map(|decision| &decision.ask) {
            Some(Ask::March(_) | Ask::Action(_) | Ask::Mover) => "move",
            _ => "activate",
        };
        self.say(&format!("{verb} {line}"))
    }

    /// The sentence about which something was asked back, if this line answers it; any other line drops it.
    fn answer_asked_back(&mut self, line: &str) -> Option<String> {
        self.is_yours().ok()?;
        let asked = self.extras.asked_back.take()?;
        asked.complete(&self.game, line)
    }

    /// Answers with each part of a line.
    fn answer_plainly(&mut self, line: &str) -> Result<Reply, Trouble> {
        self.answer(line)
    }

    fn understand(&mut self, line: &str) -> Result<Rest, Trouble> {
        let another = self.game.decision().is_some_and(|decision| matches!(decision.ask, Ask::Commander(_)));
        let earlier = self.extras.rest.take_if(|_| another);
        let plan = say::understand(&self.game, line);
        if plan.is_err() {
            self.extras.rest = earlier.clone();
        }
        plan.map(|plan| earlier.map_or(plan.clone(), |earlier| plan.after(earlier))).map_err(|reason| {
            self.extras.asked_back = AskedBack::about(line, &reason);
            Trouble::plain(reason)
        })
    }

    /// The unfinished part of the last sentence, if it still applies.
    fn unfinished(&mut self) -> Result<Rest, Trouble> {
        let asked = self.game.decision().map(|decision| (decision.side, decision.ask == Ask::Card));
        match self.extras.rest.clone() {
            None => Err(Trouble::plain("no sentence is unfinished")),
            // The other player's plans stay hidden.
            Some(rest) if !self.game.is_shown(rest.side) => Err(Trouble::plain("none of your sentences is unfinished")),
            Some(rest) if asked == Some((rest.side, false)) => Ok(rest),
            Some(rest) => {
                Err(Trouble::plain(format!("that waits until the {} decide again: {}", rest.side, rest.text())))
            }
        }
    }

    /// Carries out a plan, and then the answers after it.
    fn carry_out(&mut self, mut plan: Rest, answers: Option<&str>) -> Result<Reply, Trouble> {
        let ran = say::run(&mut plan, &mut self.game);
        let done = match ran.made.as_slice() {
            [] => String::new(),
            made => format!("{}\n", paint(DIM, beside("=", 2, &made.join(", ")))),
        };
        self.extras.rest = None;
        let reason = match ran.ended {
            RunEnd::Done => None,
            RunEnd::Waiting if ran.made.is_empty() => {
                self.extras.rest = Some(plan.clone());
                Some(format!("answer this question first; still to do: {}", plan.text()))
            }
            RunEnd::Waiting => {
                self.extras.rest = Some(plan);
                None
            }
            RunEnd::Refused(reason) => Some(reason),
            RunEnd::Failed(refused) => Some(refused.to_string()),
        };
        match reason {
            None if answers.is_some() && self.extras.rest.is_none() => match self
                .answer_plainly(answers.unwrap_or_default())
            {
                Ok(Reply::Moved(now)) => Ok(Reply::Moved(done + now.as_str())),
                Err(Trouble::Plain(reason)) => Err(Trouble::Midway { reason, now: done + self.situation().as_str() }),
                Err(Trouble::Midway { reason, now }) => Err(Trouble::Midway { reason, now: done + now.as_str() }),
                other => other,
            },
            None => Ok(Reply::Moved(done + self.situation().as_str())),
            Some(reason) if ran.made.is_empty() => Err(Trouble::Plain(reason)),
            Some(reason) => Err(Trouble::Midway { reason, now: done + self.situation().as_str() }),
        }
    }

    /// The unfinished part of a sentence, until its action phase ends.
    pub(super) fn rest_note(&mut self) -> String {
        let asked = self.game.decision().map(|decision| (decision.side, decision.ask == Ask::Card));
        let (Some(rest), Some((side, over))) = (&self.extras.rest, asked) else { return String::new() };
        if over {
            self.extras.rest = None;
            return String::new();
        }
        if !self.game.is_shown(rest.side) {
            return String::new();
        }
        let when = if side == rest.side { "`go on` continues" } else { "`go on` continues when it is your decision" };
        format!("{}\n", paint(DIM, beside("still to do:", 13, &format!("{}; {when}", rest.text()))))
    }
}
