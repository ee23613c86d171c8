//! What sits at a table whose scripts are debugged: the breakpoints, the counts, and what was called.

use super::counts::{CallFrame, Counts, Pace};
use super::sites::{Spot, StatementSite};
use super::{Caller, Code, ScriptLine, Stop, Traced, Variable, Watched};
use crate::rules::Rules;
use rhai::debugger::CallStackFrame;
use rhai::{Dynamic, Position, Scope};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::marker::PhantomData;

/// What is looked for in the scripts of a game, and what was found.
pub struct Probe<R: Rules> {
    trace: bool,
    /// By the names that the engine knows the files by.
    code: BTreeMap<String, Code>,
    breakpoints: BTreeSet<(String, Spot)>,
    counts: RefCell<Counts>,
    traced: RefCell<Vec<Traced>>,
    of: PhantomData<R>,
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
        let (counts, traced) = (RefCell::default(), RefCell::default());
        Probe { trace: watched.trace, code, breakpoints, counts, traced, of: PhantomData }
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
        let mut counts = self.counts.borrow_mut();
        let number = counts.statement(depth, breakpoint)?;
        Some(Found { code: self.code.get(source)?, site, number, frame: counts.frame(depth) })
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
        }
    }

    /// A call into the game has returned: it is noted if that is wanted and it was not told.
    pub fn call(&self, source: Option<&str>, position: Position, log: usize, text: impl FnOnce() -> String) {
        let fresh = self.count(Counts::call);
        if let (true, Some(place)) = (fresh && self.trace, self.place(source, position)) {
            self.traced.borrow_mut().push(Traced { place, text: text(), log });
        }
    }

    /// From this call on a script goes by what is hidden from a person who looks on: it neither stops nor tells what it
    /// calls any more, and that is noted.
    pub fn hide(&self, source: Option<&str>, position: Position, log: usize) {
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

    /// The step is run from its beginning.
    pub fn begin(&self, pace: Pace) {
        self.count(|counts| counts.begin(pace));
    }
}

/// A statement before which a script stops.
pub struct Found<'a> {
    code: &'a Code,
    site: &'a StatementSite,
    number: u64,
    frame: CallFrame,
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
    match value.read_lock::<rhai::Array>() {
        Some(items) if items.len() > MOST => {
            let first: Vec<String> = items.iter().take(MOST - 1).map(super::shown::<R>).collect();
            format!("[{}, … {} in all]", first.join(", "), items.len())
        }
        _ => super::shown::<R>(value),
    }
}
