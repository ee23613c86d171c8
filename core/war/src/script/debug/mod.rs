//! Looking at scripts while they run: where they stop, what they call. A stop is a [`Halt`] like a pending decision: the
//! step is run again to go on, and what was passed before is counted, so nothing of it is part of a game's record.
//!
//! [`Halt`]: crate::table::Halt

mod counts;
mod engine;
mod probe;
mod sites;

pub(crate) use counts::{Counts, Frame, Pace};
pub(crate) use engine::build;
pub(crate) use probe::Probe;

use super::evaluate::shown;
use super::host::Host;
use super::role::Role;
use super::{MODIFIERS, Scripts};
use crate::side::Side;
use rhai::Dynamic;
use sites::Sites;
use std::collections::BTreeMap;
use wilderness_engine::faults::Source;

/// A line of a script.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The file, by its name relative to the directory of scripts, such as `events/small_pox.rhai`.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

impl Place {
    /// The script without its directory.
    pub fn script(&self) -> &str {
        let name = self.file.rsplit('/').next().unwrap_or(&self.file);
        name.strip_suffix(".rhai").unwrap_or(name)
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.script(), self.line)
    }
}

/// What is wanted to be seen of the scripts of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Watched {
    /// Whether their calls into the game are told.
    pub trace: bool,
    /// Where they stop.
    pub breakpoints: Vec<Place>,
}

/// A place where a script has stopped, before it does what stands there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop {
    /// Where.
    pub place: Place,
    /// The file.
    pub source: Source,
    /// For whom the script runs.
    pub side: Side,
    /// The variables of the function, in the order in which they were defined.
    pub variables: Vec<Variable>,
    /// The functions that are running, the innermost first.
    pub calls: Vec<Caller>,
    /// How many statements come before it in the step.
    pub(crate) number: u64,
    pub(crate) frame: Frame,
}

/// A variable of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its value, as a person reads it.
    pub value: String,
    held: Held,
}

impl Variable {
    fn new(name: &str, value: Dynamic) -> Variable {
        Variable { name: name.into(), value: shown(&value), held: Held(value) }
    }

    /// The value itself.
    pub(crate) fn held(&self) -> Dynamic {
        self.held.0.clone()
    }
}

/// A value, which is compared by what is shown of it.
#[derive(Clone, Debug)]
struct Held(Dynamic);

impl PartialEq for Held {
    fn eq(&self, _: &Held) -> bool {
        true
    }
}

impl Eq for Held {}

/// A function that is running.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Caller {
    /// Its name; none for a closure.
    pub function: Option<String>,
    /// Where it was called; nowhere if the rules have called it.
    pub called_at: Option<Place>,
}

/// A call of a script into the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Traced {
    /// Where the call stands.
    pub place: Place,
    /// The call with its arguments and its result.
    pub text: String,
    /// How many entries the log had then.
    pub log: usize,
}

/// A line at which a script can stop, with the function that it stands in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stoppable {
    /// The line, from 1.
    pub line: usize,
    /// The function; empty for a closure that has the line to itself.
    pub function: String,
    /// Whether the function only looks on, and so is never stopped in: a condition, a modifier, or what a script says of
    /// itself.
    pub looks_on: bool,
}

/// A file of scripts, as it is debugged.
pub(crate) struct Code {
    file: String,
    source: Source,
    sites: Sites,
}

impl Scripts {
    /// The files with scripts, by their names relative to the directory.
    pub fn script_files(&self) -> impl Iterator<Item = &str> {
        self.hashes().map(|(name, _)| name).filter(|name| name.ends_with(".rhai"))
    }

    /// The text of a file.
    pub fn source_of(&self, file: &str) -> Option<&Source> {
        self.hashes.get(file)?;
        let events = self.events.values().map(|script| &script.compiled.source);
        let rules = self.rules.values().map(|rule| &rule.script.compiled.source);
        events.chain(rules).chain(self.host.library().values()).find(|source| is_called(source.name(), file))
    }

    /// The lines of a file at which it can stop, in order.
    pub fn stoppable(&self, file: &str) -> Vec<Stoppable> {
        let Some(code) = self.source_of(file).and_then(|source| code(&self.host, file, source)) else {
            return Vec::new();
        };
        let stoppable = |site: &sites::Site| Stoppable {
            line: site.line,
            looks_on: looks_on(&site.function),
            function: site.function.clone(),
        };
        let mut lines: Vec<Stoppable> = code.sites.values().map(stoppable).collect();
        lines.sort_by_key(|at| at.line);
        lines
    }

    /// All files, as they are debugged, by the names that the engine knows them by.
    pub(crate) fn code(&self) -> BTreeMap<String, Code> {
        let files = self.script_files().filter_map(|file| {
            let source = self.source_of(file)?;
            Some((source.name().to_string(), code(&self.host, file, source)?))
        });
        files.collect()
    }
}

fn code(host: &Host, file: &str, source: &Source) -> Option<Code> {
    let (_, compiled) = host.compile(source).ok()?;
    Some(Code { file: file.to_string(), source: source.clone(), sites: sites::find(&compiled.ast) })
}

/// Whether a source is the file with this name relative to the directory of scripts.
fn is_called(source: &str, file: &str) -> bool {
    let source = source.replace('\\', "/");
    source.strip_suffix(file).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

/// Whether the rules call a function only to ask something.
fn looks_on(function: &str) -> bool {
    Role::is_constant(function)
        || matches!(function, "can_play" | "can_respond")
        || MODIFIERS.iter().any(|modifier| modifier.name == function)
}

#[cfg(test)]
mod tests;
