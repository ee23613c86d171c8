//! Looking at scripts while they run: where they stop, what they call. A stop is a [`Halt`] like a pending decision:
//! the step is run again to go on, and what was passed before is counted, so nothing of it is part of a game's record.
//!
//! [`Halt`]: crate::table::Halt

pub(crate) mod counts;
mod probe;
mod questions;
mod sites;

pub(crate) use counts::{CallFrame, Counts, Pace};
pub(crate) use probe::{Probe, ScriptQuestion, brief, told};
pub(crate) use questions::QuestionFrame;
pub(crate) use sites::{Sites, Spot, StatementSite, find, spot};

use crate::faults::Source;
use crate::language::{Language, LanguageOf, ScriptType};
use crate::rules::Rules;
use rhai::{Dynamic, ImmutableString, Map};

/// A line of a script.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ScriptLine {
    /// The file, by its name relative to the directory of scripts, such as `events/one.rhai`.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

impl Watched {
    /// Whether something is wanted of these files.
    pub(crate) fn needs(&self, mut texts: impl Iterator<Item = Source>) -> bool {
        let Watched { trace, modifiers, conditions, prints, breakpoints } = self;
        let prints_something = |source: Source| source.text().contains("print(");
        *trace || *modifiers || *conditions || !breakpoints.is_empty() || *prints && texts.any(prints_something)
    }
}

impl ScriptLine {
    /// The script without its directory.
    pub fn script(&self) -> &str {
        let name = self.file.rsplit('/').next().unwrap_or(&self.file);
        name.strip_suffix(".rhai").unwrap_or(name)
    }
}

impl std::fmt::Display for ScriptLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.script(), self.line)
    }
}

/// What is wanted to be seen of the scripts of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Watched {
    /// Whether the calls of those that act into the game are told.
    pub trace: bool,
    /// Whether what modifiers change is told; with `trace`, also what they call, and what they leave as it is.
    pub modifiers: bool,
    /// Whether what conditions call and return is told.
    pub conditions: bool,
    /// Whether what they print is told.
    pub prints: bool,
    /// Where they stop.
    pub breakpoints: Vec<ScriptLine>,
}

/// A place where a script has stopped, before it does what stands there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop<R: Rules> {
    /// Where.
    pub place: ScriptLine,
    /// The file.
    pub source: Source,
    /// For whom the script runs.
    pub side: R::Side,
    /// The variables of the function, in the order in which they were defined.
    pub variables: Vec<Variable>,
    /// The functions that are running, the innermost first.
    pub calls: Vec<Caller>,
    /// How many statements come before it in the step.
    pub(crate) number: u64,
    pub(crate) frame: CallFrame,
    /// The question that the script answers, if it looks on; the number counts its statements then.
    pub(crate) question: Option<QuestionFrame>,
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
    fn new<R: Rules>(name: &str, value: Dynamic) -> Variable {
        Variable { name: name.into(), value: shown::<R>(&value), held: Held(value) }
    }

    /// The same value, as it is shown with what it carries.
    pub(crate) fn carrying(&mut self, shown: &str) {
        self.value = shown.into();
    }

    /// The value itself.
    pub fn held(&self) -> Dynamic {
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
    pub called_at: Option<ScriptLine>,
}

/// A call of a script into the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Traced {
    /// Where the call stands.
    pub place: ScriptLine,
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
    /// Whether the function only looks on: a condition, a modifier, or what a script says of itself.
    pub looks_on: bool,
    /// Whether it says something of the script itself, and so is never stopped in.
    pub is_constant: bool,
}

/// A file of scripts, as it is debugged.
pub struct Code {
    file: String,
    source: Source,
    sites: Sites,
}

impl Code {
    /// A file whose statements are these.
    pub fn new(file: &str, source: &Source, sites: Sites) -> Code {
        Code { file: file.to_string(), source: source.clone(), sites }
    }

    /// Where it can stop.
    pub fn sites(&self) -> &Sites {
        &self.sites
    }
}

/// A value as a person reads it.
pub fn shown<R: Rules>(value: &Dynamic) -> String {
    if let Some(items) = ScriptType::items(<LanguageOf<R> as Language>::TYPES, value) {
        return format!("[{}]", items.iter().map(shown::<R>).collect::<Vec<_>>().join(", "));
    }
    if let Some(fields) = value.read_lock::<Map>() {
        let fields: Vec<String> = fields.iter().map(|(name, value)| format!("{name}: {}", shown::<R>(value))).collect();
        return format!("#{{{}}}", fields.join(", "));
    }
    if let Some(text) = value.read_lock::<ImmutableString>() {
        return format!("\"{}\"", *text);
    }
    let side = value.read_lock::<R::Side>().map(|side| side.to_string());
    let own = || <LanguageOf<R> as Language>::TYPES.iter().find_map(|kind| (kind.shown)(value));
    let opaque = || {
        let kind = <LanguageOf<R> as Language>::TYPES.iter().find(|kind| (kind.path)() == value.type_name())?;
        Some(kind.name.to_string())
    };
    let plain = || if value.is_unit() { "()".into() } else { value.to_string() };
    side.or_else(own).or_else(opaque).unwrap_or_else(plain)
}
