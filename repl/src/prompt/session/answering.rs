//! Answers to the open decision, one or several on a line. Each part of a line answers only a question that it was
//! typed for.

use super::{Reply, Session, Trouble, plain};
use crate::prompt::answer::{self, AnswerError};
use crate::prompt::front::{Extras, Front};
use crate::prompt::line::{Last, Line};
use crate::prompt::menu::Menu;
use wilderness_engine::{Answer, Decision, Forced, Question as _};

impl<F: Front> Session<F> {
    /// Answers with each part of a line in turn.
    ///
    /// # Errors
    /// Why a part is not an answer; the answers before it stand.
    pub fn answer(&mut self, text: &str) -> Result<Reply, Trouble> {
        let before = self.game.answers();
        let mut line = Line::new(Menu::of(&self.game), text, before);
        while let Some(part) = line.rest.pop_front() {
            match self.answer_with(&mut line, part) {
                Err(Trouble::Plain(reason)) if self.game.answers() > before => {
                    return Err(Trouble::Midway { reason, now: self.situation() });
                }
                result => result?,
            }
        }
        Ok(Reply::Moved(self.situation()))
    }

    /// Answers the open decision with the choice that has this token.
    ///
    /// # Errors
    /// Why it is not an answer.
    pub fn answer_with_token(&mut self, token: &str) -> Result<Reply, Trouble> {
        self.turn()?;
        let open = self.game.decision().ok_or_else(|| plain(AnswerError::Nothing))?;
        let choice = open.find(token).ok_or_else(|| plain(format!("`{token}` is not among the choices any more")))?;
        self.may_leave_line(Some(choice))?;
        self.drop_request();
        self.as_one(|session| {
            session.game.choose(choice).map_err(plain)?;
            Ok(Reply::Moved(session.situation()))
        })
    }

    /// Answers with a part of a line, or with the rest of it if the game takes that.
    fn answer_with(&mut self, line: &mut Line<'_, F>, part: &str) -> Result<(), Trouble> {
        if self.needs_no_answer(line, part)? {
            return Ok(());
        }
        self.turn()?;
        let current = Menu::of(&self.game);
        let open = current.as_ref().map(|menu| menu.decision.clone()).ok_or_else(|| plain(AnswerError::Nothing))?;
        line.named = 0;
        let named = match F::Extras::part(self, line, &open, part)? {
            Some(named) => named,
            None => {
                let menu = if answer::is_number(part) { line.shown.as_ref() } else { current.as_ref() };
                let choice = answer::resolve(menu, &self.game, part).map_err(plain)?;
                self.may_leave_line(Some(choice))?;
                line.known = self.game.answers() + 1;
                self.game.choose(choice).map_err(plain)?;
                choice
            }
        };
        line.last = Some(Last { side: open.side, ask: open.ask, named });
        Ok(())
    }

    /// Whether a part needs no answer, because what it says has happened without a question, or because it ends a list
    /// that has ended.
    ///
    /// # Errors
    /// When it would answer a question that it was not typed for.
    fn needs_no_answer(&self, line: &mut Line<'_, F>, part: &str) -> Result<bool, Trouble> {
        let Some(last) = line.last.clone() else { return Ok(false) };
        let open = self.game.decision().filter(|open| open.side == last.side);
        let number = answer::is_number(part);
        let meant = match number {
            true => line.item(part).and_then(|item| item.choices.first().copied()),
            false => answer::resolve(Menu::of(&self.game).as_ref(), &self.game, part).ok(),
        };
        let goes_on = open.is_some_and(|open| last.is_like(&open.ask) || F::Extras::belongs(&last, &open.ask));
        if F::Extras::ends_list(&last, part, meant) && !goes_on {
            return Ok(true);
        }
        let is_for_it = |open: &Decision<F>| match &line.shown {
            Some(shown) if number => shown.decision.side == open.side && shown.decision.ask.kind() == open.ask.kind(),
            _ => F::Extras::may_continue(&last, &open.ask, meant),
        };
        let for_it = open.is_some_and(is_for_it);
        let offered = open.is_some_and(|open| meant.is_some_and(|choice| open.choices.contains(&choice)));
        if for_it && (offered || self.is_yours().is_err()) {
            return Ok(false);
        }
        if self.was_forced(line, &last, part) {
            return Ok(true);
        }
        match for_it {
            true => Ok(false),
            false => Err(plain(left_over(line, part))),
        }
    }

    /// Whether the rules made the choice that a part names without asking, because it was the only one or all were
    /// equivalent.
    fn was_forced(&self, line: &mut Line<'_, F>, last: &Last<F>, part: &str) -> bool {
        let history = self.game.history();
        // A choice after a die or another answer belongs to another question.
        let at_once = |forced: &&Forced<F>| {
            let since = history.get(line.known..forced.known).unwrap_or_default();
            since.iter().all(|answer| matches!(answer, Answer::Named { .. }))
        };
        let says = |forced: &Forced<F>| {
            let asked = last.is_like(&forced.ask) || F::Extras::belongs(last, &forced.ask);
            forced.side == last.side && asked && line.names(part, forced.choice)
        };
        let found = self.game.forced_since(line.known).take_while(at_once).skip(line.named).position(says);
        line.named += found.map_or(0, |place| place + 1);
        found.is_some()
    }
}

/// Why a part without a question is not carried out.
fn left_over<F: Front>(line: &Line<'_, F>, part: &str) -> AnswerError {
    match line.shown.as_ref().filter(|_| answer::is_number(part)).map(|menu| answer::numbered(menu, part)) {
        Some(Ok(item)) => AnswerError::Gone { number: part.into(), text: item.full() },
        Some(Err(unclear)) => unclear,
        None => AnswerError::LeftOver(part.into()),
    }
}
