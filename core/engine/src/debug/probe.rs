//! What sits at a table whose scripts are debugged: the breakpoints, the counts, and what was called.

use super::counts::{CallFrame, Counts, Pace};
use super::questions::{QuestionFrame, StepQuestions};
use super::sites::{Spot, StatementSite};
use super::{Caller, Code, ScriptLine, Stop, Traced, Variable, Watched};
use crate::language::{Language, LanguageOf, ScriptType};
use crate::rules::Rules;
use rhai::debugger::CallStackFrame;
use rhai::{Dynamic, Position, Scope};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// What is looked for in the scripts of a game, and what was found.
pub struct Probe<R: Rules> {
    watched: Watched,
    /// By the names that the engine knows the files by.
    code: BTreeMap<String, Code>,
    breakpoints: BTreeSet<(String, Spot)>,
    counts: RefCell<Counts>,
    questions: RefCell<StepQuestions>,
    traced: RefCell<Vec<Traced>>,
    /// The sides of which the viewers see everything.
    shown: RefCell<Vec<R::Side>>,
    /// How many entries the log has.
    log: Cell<usize>,
    /// Whether the script that acts has seen what is hidden from a person who looks on.
    is_hidden: Cell<bool>,
    /// Where a script has stopped that answers a question.
    stop: RefCell<Option<Box<Stop<R>>>>,
}

/// A question that the rules put to a script.
pub struct ScriptQuestion<'a, S> {
    /// The question, as it is told from others.
    pub text: &'a str,
    /// For whom.
    pub side: S,
    /// Whether it can tell what that side holds.
    pub is_private: bool,
}

impl<R: Rules> Probe<R> {
    /// A probe into these files.
    pub fn new(watched: &Watched, code: BTreeMap<String, Code>) -> Probe<R> {
        let mut breakpoints = BTreeSet::new();
        for ScriptLine { file, line } in &watched.breakpoints {
            let found = code.iter().find(|(_, code)| code.file == *file);
            let spot = found.and_then(|(name, code)| {
                let (spot, _) = code.sites.iter().find(|(_, site)| site.line == *line)?;
                Some((name.clone(), *spot))
            });
            breakpoints.extend(spot);
        }
        Probe {
            watched: watched.clone(),
            code,
            breakpoints,
            counts: RefCell::default(),
            questions: RefCell::default(),
            traced: RefCell::default(),
            shown: RefCell::default(),
            log: Cell::default(),
            is_hidden: Cell::default(),
            stop: RefCell::default(),
        }
    }

    /// What is wanted to be seen.
    pub fn watched(&self) -> &Watched {
        &self.watched
    }

    /// The log has this many entries.
    pub fn log(&self, entries: usize) {
        self.log.set(entries);
    }

    /// How many entries the log has.
    pub fn log_length(&self) -> usize {
        self.log.get()
    }

    /// Whether the script that acts has seen what is hidden. Returns whether the one before had.
    pub fn set_hidden(&self, is_hidden: bool) -> bool {
        self.is_hidden.replace(is_hidden)
    }

    /// The rules ask something. Returns whether its answer is looked at.
    pub fn ask(&self, asked: &ScriptQuestion<'_, R::Side>) -> bool {
        let is_seen = !asked.is_private || self.shown.borrow().contains(&asked.side);
        is_seen && !self.is_hidden.get() && self.questions.borrow_mut().ask(asked.text)
    }

    /// The question that was asked last is answered.
    pub fn answer(&self) {
        if self.questions.borrow_mut().answer() {
            self.count(Counts::go_on_acting);
        }
    }

    /// A script that answers a question has stopped, whatever the rules make of it.
    pub fn note_stop(&self, stop: &Stop<R>) {
        self.stop.borrow_mut().get_or_insert_with(|| Box::new(stop.clone()));
    }

    /// Where a script has stopped that answers a question.
    pub fn stopped(&self) -> Option<Box<Stop<R>>> {
        self.stop.borrow().clone()
    }

    /// Goes on from where a script has stopped: to the next statement, or to a breakpoint.
    pub fn go_on(&self, stop: &Stop<R>, to_next: bool) {
        let question = stop.question.clone().filter(|_| to_next);
        let frame = (to_next && stop.question.is_none()).then(|| stop.frame.clone());
        self.questions.borrow_mut().go_on(question);
        self.count(|counts| counts.go_on(frame));
    }

    /// Does something with the counts.
    pub fn count<T>(&self, change: impl FnOnce(&mut Counts) -> T) -> T {
        change(&mut self.counts.borrow_mut())
    }

    /// The statement that the engine reports at a place.
    fn site(&self, source: &str, spot: Spot) -> Option<&StatementSite> {
        self.code.get(source)?.sites.get(&spot)
    }

    /// A statement is about to be run. Returns its number and where it is if the script stops before it.
    pub fn statement(&self, source: &str, spot: Spot, depth: usize) -> Option<Found<'_>> {
        let site = self.site(source, spot)?;
        let breakpoint = self.breakpoints.contains(&(source.to_string(), spot));
        let (mut counts, mut questions) = (self.counts.borrow_mut(), self.questions.borrow_mut());
        let question = questions.open().map(|question| QuestionFrame { question: question.into(), depth });
        let number = match question {
            Some(_) => questions.statement(depth, breakpoint)?,
            None => counts.statement(depth, breakpoint)?,
        };
        Some(Found { code: self.code.get(source)?, site, number, frame: counts.frame(depth), question })
    }

    /// A function of a script returns.
    pub fn returns(&self, depth: usize) {
        let mut questions = self.questions.borrow_mut();
        match questions.open() {
            Some(_) => questions.returns(depth),
            None => self.count(|counts| counts.returns(depth)),
        }
    }

    /// The line of a position in a source.
    fn place(&self, source: Option<&str>, position: Position) -> Option<ScriptLine> {
        Some(ScriptLine { file: self.code.get(source?)?.file.clone(), line: position.line()? })
    }

    /// What is to be seen where a script stops.
    pub fn stop(&self, found: &Found<'_>, side: R::Side, scope: &Scope<'_>, stack: &[CallStackFrame]) -> Stop<R> {
        let mut variables: Vec<Variable> = Vec::new();
        for (name, _, value) in scope.iter().filter(|(name, ..)| !name.contains('$')) {
            // A variable that is defined again hides the first.
            variables.retain(|variable| variable.name != name);
            variables.push(Variable::new::<R>(name, value));
        }
        let callers = stack.iter().enumerate().rev().map(|(index, frame)| {
            let caller = index.checked_sub(1).and_then(|index| stack.get(index));
            Caller {
                function: Some(frame.fn_name.to_string()).filter(|name| !name.contains('$')),
                called_at: caller.and_then(|caller| self.place(caller.source.as_deref(), frame.pos)),
            }
        });
        Stop {
            place: ScriptLine { file: found.code.file.clone(), line: found.site.line },
            source: found.code.source.clone(),
            side,
            variables,
            calls: callers.collect(),
            number: found.number,
            frame: found.frame.clone(),
            question: found.question.clone(),
        }
    }

    /// A call into the game has returned: it is noted if that is wanted and it was not told.
    pub fn call(&self, source: Option<&str>, position: Position, log: usize, text: impl FnOnce() -> String) {
        let Watched { trace, modifiers, conditions, .. } = self.watched;
        let is_wanted = match self.questions.borrow().open() {
            Some(_) => trace && modifiers || conditions,
            None => trace,
        };
        if let (true, Some(place)) = (self.is_fresh() && is_wanted, self.place(source, position)) {
            self.traced.borrow_mut().push(Traced { place, text: text(), log });
        }
    }

    /// A script prints something.
    pub fn print(&self, source: Option<&str>, position: Position, log: usize, text: &str) {
        if let (true, Some(place)) = (self.is_fresh(), self.place(source, position)) {
            self.traced.borrow_mut().push(Traced { place, text: format!("prints {text}"), log });
        }
    }

    /// A question is answered: that is noted.
    pub fn tell(&self, source: &str, line: usize, text: String) {
        if let Some(code) = self.code.get(source) {
            let place = ScriptLine { file: code.file.clone(), line };
            self.traced.borrow_mut().push(Traced { place, text, log: self.log.get() });
        }
    }

    /// Counts a call. Returns whether it has not been told.
    fn is_fresh(&self) -> bool {
        let mut questions = self.questions.borrow_mut();
        match questions.open() {
            Some(_) => questions.call(),
            None => self.count(Counts::call),
        }
    }

    /// From this call on a script goes by what is hidden from a person who looks on: it neither stops nor tells what it
    /// calls any more, and that is noted.
    pub fn hide(&self, source: Option<&str>, position: Position, log: usize) {
        self.is_hidden.set(true);
        let fresh = self.count(Counts::call);
        if let (true, Some(place)) = (fresh, self.place(source, position)) {
            let text = "what follows depends on hidden information: it is not shown, and does not stop".into();
            self.traced.borrow_mut().push(Traced { place, text, log });
        }
    }

    /// The calls that were noted.
    pub fn take_traced(&self) -> Vec<Traced> {
        self.traced.take()
    }

    /// The step is run from its beginning: the viewers see everything of these sides, and the log has this many entries.
    pub fn begin(&self, pace: Pace, shown: impl Iterator<Item = R::Side>, log: usize) {
        self.shown.replace(shown.collect());
        self.log.set(log);
        self.is_hidden.set(false);
        self.stop.take();
        self.questions.borrow_mut().begin(&pace);
        self.count(|counts| counts.begin(pace));
    }

    /// The run has come to the end of the step, or to where it cannot go on.
    pub fn end(&self, is_done: bool) {
        self.questions.borrow_mut().end(is_done);
        self.count(if is_done { Counts::done } else { Counts::halt });
    }
}

/// A statement before which a script stops.
pub struct Found<'a> {
    code: &'a Code,
    site: &'a StatementSite,
    number: u64,
    frame: CallFrame,
    question: Option<QuestionFrame>,
}

/// A call as it is told: `game.space(2) = Here`.
pub fn told<R: Rules>(name: &str, arguments: &[String], result: Result<&Dynamic, String>) -> String {
    let call = format!("game.{name}({})", arguments.join(", "));
    match result {
        Ok(value) if value.is_unit() => call,
        Ok(value) => format!("{call} = {}", brief::<R>(value)),
        Err(reason) => format!("{call} is refused: {reason}"),
    }
}

/// A value; of many things in an array only the first, and how many they are.
pub fn brief<R: Rules>(value: &Dynamic) -> String {
    const MOST: usize = 6;
    match ScriptType::items(<LanguageOf<R> as Language>::TYPES, value) {
        Some(items) if items.len() > MOST => {
            let first: Vec<String> = items.iter().take(MOST - 1).map(super::shown::<R>).collect();
            format!("[{}, … {} in all]", first.join(", "), items.len())
        }
        _ => super::shown::<R>(value),
    }
}
