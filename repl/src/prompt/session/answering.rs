//! Lines that are no commands: sentences, and answers to the open decision, one or several on a line. The parser of the
//! game says what a line means; each part of it answers only a question that it was typed for.

use super::{Reply, Session, Trouble, plain};
use crate::prompt::answer::{self, AnswerError};
use crate::prompt::command;
use crate::prompt::front::{Front, Sentences};
use crate::prompt::line::{self, Last, Line, LineLink};
use crate::prompt::menu::Menu;
use crate::prompt::plan::{Asked, Extent, Meaning, Plan, RunEnd, Unclear};
use crate::prompt::which::Which;
use crate::text::columns::beside;
use crate::text::style::{DIM, paint};
use std::rc::Rc;
use wilderness_engine::{Answer, Choice as _, Decision, Forced, Question as _};

/// What the session remembers of the sentences that were typed.
#[derive(Clone)]
pub(crate) struct Spoken<F: Front> {
    /// What is left of the last sentence.
    unfinished: Option<Plan<F>>,
    /// What was asked back about the last line.
    which: Option<Which>,
}

impl<F: Front> Default for Spoken<F> {
    fn default() -> Spoken<F> {
        Spoken { unfinished: None, which: None }
    }
}

impl<F: Front> Session<F> {
    /// Carries out a sentence, or answers with each part of a line in turn.
    ///
    /// # Errors
    /// Why a part is neither; what was done before it stands.
    pub(super) fn speak(&mut self, typed: &str) -> Result<Reply, Trouble> {
        let looks = self.spoken.which.as_ref().filter(|which| which.only_looks);
        if let Some(line) = looks.and_then(|which| which.answered(typed)).map(str::to_string) {
            self.spoken.which = None;
            return match (self.looked_up_all(&line), command::parse::<F>(&line, self.game.sides())) {
                (Some(shown), _) => shown.map(Reply::Text).map_err(plain),
                (None, Ok(command)) => self.obey(command),
                (None, Err(why)) => Err(plain(why)),
            };
        }
        let answers_which = self.spoken.which.as_ref().is_some_and(|which| which.answered(typed).is_some());
        if let Some(shown) = (!answers_which).then(|| self.bare_name(typed)).flatten() {
            return shown;
        }
        if self.spoken.which.take_if(|which| which.is_declined(typed)).is_some() {
            return Ok(Reply::Text("Nothing is done.\n".into()));
        }
        self.turn()?;
        let which = self.spoken.which.take();
        match which.as_ref().map(|which| which.answered(typed)) {
            Some(Some(whole)) => match command::parse::<F>(whole, self.game.sides()) {
                Ok(command) if !command.answers() => self.obey(command),
                _ => self.reporting(|session, said| session.say_all(whole, said)),
            },
            // The numbers on the screen are those of the question.
            Some(None) if answer::is_number(typed) => Err(self.ask_back(which)),
            // Any other line drops the question.
            _ => self.reporting(|session, said| session.say_all(typed, said)),
        }
    }

    /// Continues with what is left of the last sentence.
    ///
    /// # Errors
    /// When nothing is left, or when it is not its turn; why it is refused.
    pub(super) fn finish_sentence(&mut self) -> Result<Reply, Trouble> {
        self.turn()?;
        let plan = self.spoken.unfinished.clone().ok_or_else(|| plain("no sentence is unfinished"))?;
        // The plans of other players stay hidden.
        if !self.game.now().is_shown(plan.side) {
            return Err(plain("none of your sentences is unfinished"));
        }
        if self.game.decision().is_none_or(|open| open.side != plan.side || plan.lapses_at(&open.ask)) {
            let decides = self.in_sentences(plan.side).does("decide", "decides");
            return Err(plain(format!("that waits until {decides} again: {}", plan.text())));
        }
        self.reporting(|session, said| session.carry_out(plan, said).map(|_| ()))
    }

    /// The reply to what was done: what it came to, and the position.
    fn reporting(
        &mut self,
        done: impl FnOnce(&mut Session<F>, &mut String) -> Result<(), Trouble>,
    ) -> Result<Reply, Trouble> {
        let (before, mut said) = (self.game.past().answers(), String::new());
        match done(self, &mut said) {
            Ok(()) => Ok(Reply::Moved(said + self.situation().as_str())),
            Err(Trouble::Plain(reason) | Trouble::Question(reason)) if self.game.past().answers() > before => {
                Err(Trouble::Midway { reason, now: said + self.situation().as_str() })
            }
            Err(trouble) => Err(trouble),
        }
    }

    /// Carries out each part of a line in turn.
    pub(super) fn say(&mut self, text: &str, said: &mut String) -> Result<(), Trouble> {
        let mut line = Line::new(None, self.game.past().answers());
        let mut rest = text.to_string();
        loop {
            let menu = Menu::of(&self.game).map(Rc::new);
            line.shown = line.shown.or_else(|| menu.clone());
            let (part, after) = line::first_part(&rest);
            rest = match self.needs_no_answer(&mut line, menu.as_deref(), part)? {
                true => after.to_string(),
                false => {
                    self.turn()?;
                    let menu = menu.ok_or_else(|| plain(AnswerError::Nothing))?;
                    self.say_part(&mut line, &menu, &rest, said)?
                }
            };
            if rest.is_empty() {
                return Ok(());
            }
        }
    }

    /// Carries out the first part of a text, or as much as the game takes. Returns what is left.
    fn say_part(
        &mut self,
        line: &mut Line<F>,
        menu: &Menu<F>,
        text: &str,
        said: &mut String,
    ) -> Result<String, Trouble> {
        let (side, ask) = (menu.decision.side, menu.decision.ask.clone());
        line.named = 0;
        let (named, rest) = match self.understand(line, menu, text)? {
            Meaning::Answers(text) => {
                let apart = line.last.is_none().then(|| line::separated(menu, &self.game, &text)).flatten();
                if let Some(apart) = apart {
                    return Ok(apart);
                }
                let (part, after) = self.named_part(menu, &text).unwrap_or_else(|| line::first_part(&text));
                let part = if part.is_empty() { &text } else { part };
                if line.last.is_none() && !self.goes_with_number(menu, &text, part, after) {
                    return Err(plain(AnswerError::Unknown { typed: text.to_string(), hint: String::new() }));
                }
                // `3, massachusetts` names one of several that share the line of the menu.
                let shared = self.shared(line, part, after);
                let (part, after) = shared.unwrap_or((part, after));
                let choice = self.resolve(line, menu, part)?;
                self.may_leave_line(Some(choice))?;
                line.known = self.game.past().answers() + 1;
                self.game.choose(choice).map_err(plain)?;
                (choice, after.to_string())
            }
            Meaning::Plan(plan, after) => {
                let extent = plan.extent.clone();
                let done = self.carry_out(plan, said)?;
                match extent {
                    Extent::Part(named) => {
                        line.known = self.game.past().answers();
                        (named, after.to_string())
                    }
                    _ if !done && !after.is_empty() => return Err(plain(AnswerError::LeftOver(after.into()))),
                    // What follows a sentence is a line of its own.
                    _ => {
                        *line = Line::new(None, self.game.past().answers());
                        return Ok(after.to_string());
                    }
                }
            }
        };
        line.last = Some(Last { side, ask, named });
        Ok(rest)
    }

    /// The name behind a number, and what follows, if it names one of the choices that share that line of the menu.
    fn shared<'a>(&self, line: &Line<F>, part: &str, after: &'a str) -> Option<(&'a str, &'a str)> {
        let menu = line.shown.as_deref().filter(|_| answer::is_number(part))?;
        let item = answer::numbered(menu, part).ok().filter(|item| item.choices.len() > 1)?;
        let (next, rest) = line::first_part(after);
        let named = answer::choice(menu, &self.game, next).filter(|_| !next.is_empty() && !answer::is_number(next))?;
        item.choices.contains(&named).then_some((next, rest))
    }

    /// The first part of a text and what follows, if the part is a whole name that begins with a number: `2011 woods`.
    fn named_part<'a>(&self, menu: &Menu<F>, text: &'a str) -> Option<(&'a str, &'a str)> {
        let (part, after) = text.split_once(',').unwrap_or((text, ""));
        let is_name = part.trim().split_once(' ').is_some_and(|(first, _)| answer::is_number(first))
            && answer::is_whole_name(menu, &self.game, part.trim());
        is_name.then_some((part.trim(), after.trim_start()))
    }

    /// Whether what stands behind a number without a comma, if anything, may be an answer: `1 done`, but not `2 points`.
    fn goes_with_number(&self, menu: &Menu<F>, text: &str, part: &str, after: &str) -> bool {
        let is_apart = text.trim_start_matches(part).trim_start().starts_with(',');
        if !answer::is_number(part) || after.is_empty() || is_apart {
            return true;
        }
        let (next, _) = line::first_part(after);
        let first = next.split(' ').next().unwrap_or(next);
        answer::is_number(first)
            || answer::choice(menu, &self.game, next).is_some()
            || answer::names_in(menu, &self.game, next).is_some()
            || !F::Sentences::find(&self.game, next).is_empty()
            || [next, first].iter().any(|word| F::Choice::from_token(word).is_some())
            || F::Sentences::verbs().contains(&first)
    }

    /// What the parser of the game makes of a line, or of the rest of one.
    fn understand<'a>(&mut self, line: &Line<F>, menu: &Menu<F>, text: &'a str) -> Result<Meaning<'a, F>, Trouble> {
        let asked = Asked {
            shown: line.shown.as_deref().unwrap_or(menu),
            last: line.last.as_ref(),
            unfinished: self.spoken.unfinished.as_ref(),
            ..Asked::at(&self.game, menu, text)
        };
        F::Sentences::understand(&asked, text).map_err(|unclear| match unclear {
            Unclear::Refused(reason) => Trouble::Plain(reason),
            Unclear::Asks(which) => self.ask_back(Some(which)),
        })
    }

    /// Asks which of several things a line means.
    pub(super) fn ask_back(&mut self, which: Option<Which>) -> Trouble {
        self.spoken.which = which;
        Trouble::Question(self.spoken.which.as_ref().map(|which| which.question.clone()).unwrap_or_default())
    }

    /// The choice that a part of a line names. A number refers to the menu at which the line was typed.
    fn resolve(&self, line: &Line<F>, menu: &Menu<F>, part: &str) -> Result<F::Choice, Trouble> {
        let shown = line.shown.as_deref().filter(|_| answer::is_number(part));
        answer::resolve(Some(shown.unwrap_or(menu)), &self.game, part).map_err(plain)
    }

    /// Carries out a plan. Returns whether it is done; else it waits for a question that comes first.
    fn carry_out(&mut self, mut plan: Plan<F>, said: &mut String) -> Result<bool, Trouble> {
        self.may_leave_line(None)?;
        let before = self.game.past().answers();
        let run = plan.run(&mut self.game);
        if self.game.past().answers() < before {
            self.asks_at = Some(self.game.past().answers());
        }
        let (is_sentence, is_whole) =
            (matches!(plan.extent, Extent::Sentence { .. }), matches!(plan.extent, Extent::Whole));
        if is_sentence {
            self.spoken.unfinished = None;
            if !run.made.is_empty() {
                said.push_str(&format!("{}\n", paint(DIM, beside("=", 2, &run.made.join(", ")))));
            }
        }
        let reason = match run.ended {
            RunEnd::Done => return Ok(true),
            RunEnd::Waiting if !is_sentence => "a different question comes first".into(),
            RunEnd::Waiting => {
                let text = plan.text();
                self.spoken.unfinished = Some(plan);
                match run.made.is_empty() {
                    true => format!("{} comes first; still to do: {text}", self.open_question()),
                    false => return Ok(false),
                }
            }
            RunEnd::Refused(reason) => reason,
            RunEnd::Failed(refused) => refused.to_string(),
        };
        if is_whole && self.game.past().answers() > before {
            self.game.past_mut().back_out(before);
        }
        Err(Trouble::Plain(reason))
    }

    /// The open question in quotes.
    fn open_question(&self) -> String {
        let question = self.game.decision().map(|open| F::question(self.game.scenario(), &open.ask));
        format!("\"{}\"", question.unwrap_or_default())
    }

    /// What is left of the last sentence, until it lapses.
    pub(super) fn still_to_do(&mut self) -> String {
        let (Some(plan), Some(open)) = (&mut self.spoken.unfinished, self.game.decision()) else {
            return String::new();
        };
        plan.drop_reached(&self.game);
        if plan.lapses_at(&open.ask) || plan.text().is_empty() {
            self.spoken.unfinished = None;
            return String::new();
        }
        if !self.game.now().is_shown(plan.side) {
            return String::new();
        }
        let yours = open.side == plan.side;
        let when = if yours { "`go on` continues" } else { "`go on` continues when it is your decision" };
        format!("{}\n", paint(DIM, beside("still to do:", 13, &format!("{}; {when}", plan.text()))))
    }

    /// Forgets what was said: the game is at another position.
    pub(super) fn forget_sentences(&mut self) {
        self.spoken = Spoken::default();
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

    /// Gives an answer that the rules take without having asked for it (`Game::volunteer`).
    ///
    /// # Errors
    /// When something has been begun that comes first, or the rules do not take it.
    pub fn volunteer(&mut self, side: F::Side, ask: F::Question, choice: F::Choice) -> Result<Reply, Trouble> {
        self.turn()?;
        self.may_leave_line(Some(choice))?;
        self.drop_request();
        self.as_one(|session| {
            let open = session.game.decision().map(|open| F::wording(&session.game, open).question).unwrap_or_default();
            let begun = || plain(format!("first finish what you have begun, or `undo` it: {open}"));
            session.game.volunteer(side, ask, choice).map_err(|_| begun())?;
            Ok(Reply::Moved(session.situation()))
        })
    }

    /// Whether a part needs no answer, because what it says has happened without a question, or because it ends a list
    /// that has ended.
    ///
    /// # Errors
    /// When it would answer a question that it was not typed for.
    fn needs_no_answer(&self, line: &mut Line<F>, menu: Option<&Menu<F>>, part: &str) -> Result<bool, Trouble> {
        let Some(last) = line.last.clone() else { return Ok(false) };
        let open = self.game.decision().filter(|open| open.side == last.side);
        let number = answer::is_number(part);
        let meant = match number {
            true => line.item(part).and_then(|item| item.choices.first().copied()),
            false => menu.and_then(|menu| answer::choice(menu, &self.game, part)),
        };
        let goes_on = open.is_some_and(|open| F::Sentences::link(&last, &open.ask, meant) == LineLink::Same);
        if F::Sentences::ends_list(&last, part, meant) && !goes_on {
            return Ok(true);
        }
        let is_for_it = |open: &Decision<F>| match &line.shown {
            Some(shown) if number => shown.decision.side == open.side && shown.decision.ask.kind() == open.ask.kind(),
            _ => F::Sentences::link(&last, &open.ask, meant) != LineLink::None,
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
    fn was_forced(&self, line: &mut Line<F>, last: &Last<F>, part: &str) -> bool {
        let history = self.game.history();
        // A choice after a die or another answer belongs to another question.
        let at_once = |forced: &&Forced<F>| {
            let since = history.get(line.known..forced.known).unwrap_or_default();
            since.iter().all(|answer| matches!(answer, Answer::Named { .. }))
        };
        let says = |forced: &Forced<F>| {
            let asked = F::Sentences::link(last, &forced.ask, Some(forced.choice)) == LineLink::Same;
            forced.side == last.side && asked && line.names(part, forced.choice)
        };
        let found = self.game.why().forced_since(line.known).take_while(at_once).skip(line.named).position(says);
        line.named += found.map_or(0, |place| place + 1);
        found.is_some()
    }
}

/// Why a part without a question is not carried out.
fn left_over<F: Front>(line: &Line<F>, part: &str) -> AnswerError {
    match line.shown.as_ref().filter(|_| answer::is_number(part)).map(|menu| answer::numbered(menu, part)) {
        Some(Ok(item)) => AnswerError::Gone { number: part.into(), text: item.full() },
        Some(Err(unclear)) => unclear,
        None => AnswerError::LeftOver(part.into()),
    }
}
