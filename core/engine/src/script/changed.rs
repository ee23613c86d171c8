//! What differs between two sets of scripts, function by function. As long as no function that differs is called, games
//! with either take the same course.

use super::compiled::Compiled;
use super::host::Host;
use super::source_text::{code, definitions};
use crate::content::differences;
use crate::faults::Source;
use crate::language::Call;
use crate::rules::{Compile as _, Rules, ScriptSet};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The ending of the files of scripts.
const ENDING: &str = ".rhai";

/// The functions of a set of scripts that another set does not have in the same words, and those that call them: by the
/// name of their source.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ChangedFunctions(BTreeMap<String, BTreeSet<String>>);

/// The text of each function of a script, by its name.
type FunctionTexts<'a> = BTreeMap<&'a str, Vec<&'a str>>;

/// The functions of a script.
fn functions(source: &Source) -> FunctionTexts<'_> {
    let mut found = FunctionTexts::new();
    for (name, place, body) in definitions(source) {
        found.entry(name).or_default().push(&source.text()[place.start..body.end]);
    }
    found
}

/// What stands outside of the functions of a script, without comments and spaces.
fn outside(source: &Source) -> Vec<String> {
    let mut bytes = code(source.text()).into_bytes();
    for (_, place, body) in definitions(source) {
        bytes[place.start..body.end].fill(b' ');
    }
    let text = String::from_utf8_lossy(&bytes);
    text.split_whitespace().filter(|word| !["fn", "private"].contains(word)).map(str::to_string).collect()
}

/// Whether the text of a function has one of these words in it, or may call a function whose name does not stand in it.
fn names_any(text: &str, is_one: impl FnMut(&str) -> bool) -> bool {
    let finds_names = text.matches("Fn").count() > text.matches("Fn(\"").count();
    finds_names || text.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(is_one)
}

impl ChangedFunctions {
    /// The functions of a set of scripts that differ in another, or are not there.
    pub fn of<S: ScriptSet>(own: &S, other: &S) -> ChangedFunctions {
        let texts = own.sources().texts().zip(other.sources().texts()).zip(own.host());
        let Some(((one, other), host)) = texts else { return ChangedFunctions::default() };
        let mut changed = BTreeMap::<&str, BTreeSet<&str>>::new();
        for (file, _) in differences(&other.fingerprints(), &one.fingerprints()) {
            let Some(source) = one.get(&file).filter(|_| file.ends_with(ENDING)) else { continue };
            let [own, others] = [Some(source), other.get(&file)].map(|it| it.map(functions).unwrap_or_default());
            // A name that only the other has may hide one of the library here.
            let names = own.keys().chain(others.keys()).copied();
            changed.insert(source.name(), names.filter(|name| own.get(name) != others.get(name)).collect());
        }
        let scripts: Vec<&Source> =
            one.iter().filter(|(name, _)| name.ends_with(ENDING)).map(|(_, source)| source).collect();
        let all = with_callers(&scripts, changed, |source| host.library().contains_key(source));
        let owned = |(source, names): (&str, BTreeSet<&str>)| {
            (source.to_string(), names.into_iter().map(str::to_string).collect())
        };
        ChangedFunctions(all.into_iter().map(owned).collect())
    }

    /// All functions of the scripts of which `is_meant`, by the names of their files.
    pub fn of_files<S: ScriptSet>(own: &S, is_meant: impl Fn(&str) -> bool) -> ChangedFunctions {
        let files = own.script_files().filter(|file| is_meant(file)).filter_map(|file| own.source_of(file));
        let of_file =
            |source: &Source| (source.name().to_string(), functions(source).into_keys().map(str::to_string).collect());
        ChangedFunctions(files.map(of_file).collect())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.values().all(BTreeSet::is_empty)
    }

    /// The same as [`ChangedFunctions::of`]; nothing if more differs than what functions do, so that games may differ before any of these is called.
    pub fn alone<S: ScriptSet>(own: &S, other: &S) -> Option<ChangedFunctions> {
        let (one, others) = (own.sources().texts()?, other.sources().texts()?);
        let host = own.host()?;
        let called_for = |name: &str| host.facts().called_for(name);
        for (file, _) in differences(&one.fingerprints(), &others.fingerprints()) {
            let pair = [one.get(&file)?, others.get(&file)?];
            // The rules look for some functions, whether or not they call them.
            let looked_for = pair.map(|source| -> BTreeSet<&str> {
                let all = functions(source).into_iter().filter(|(name, _)| called_for(name).is_some());
                all.flat_map(|(_, texts)| texts).filter_map(|text| text.split('{').next()).map(str::trim).collect()
            });
            if !file.ends_with(ENDING) || outside(pair[0]) != outside(pair[1]) || looked_for[0] != looked_for[1] {
                return None;
            }
        }
        let changed = ChangedFunctions::of(own, other);
        let is_constant = |name: &String| called_for(name) == Some(Call::Constant);
        (!changed.0.values().flatten().any(is_constant)).then_some(changed)
    }

    /// Whether a function is one of these.
    pub(super) fn has(&self, source: &str, function: &str) -> bool {
        self.0.get(source).is_some_and(|functions| functions.contains(function))
    }
}

/// The functions that differ with those that name them, and so may call them. Functions of the library can be called in
/// every script.
fn with_callers<'a>(
    scripts: &[&'a Source],
    mut changed: BTreeMap<&'a str, BTreeSet<&'a str>>,
    is_library: impl Fn(&str) -> bool,
) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
    let texts: Vec<(&Source, FunctionTexts<'a>)> = scripts.iter().map(|source| (*source, functions(source))).collect();
    loop {
        let shared: BTreeSet<&str> =
            changed.iter().filter(|(source, _)| is_library(source)).flat_map(|(_, names)| names).copied().collect();
        let mut grown = false;
        for (source, functions) in &texts {
            let known = changed.get(source.name()).cloned().unwrap_or_default();
            let is_named = |word: &str| known.contains(word) || shared.contains(word);
            if known.is_empty() && shared.is_empty() {
                continue;
            }
            let names = |texts: &Vec<&str>| texts.iter().any(|text| names_any(text, is_named));
            let more = functions.iter().filter(|(name, texts)| !known.contains(*name) && names(texts));
            let more: Vec<&str> = more.map(|(name, _)| *name).collect();
            grown |= !more.is_empty();
            changed.entry(source.name()).or_default().extend(more);
        }
        if !grown {
            return changed;
        }
    }
}

/// The functions whose calls are noted, and whether one of them has been called.
#[derive(Default)]
pub(super) struct NotedCalls {
    functions: RefCell<Option<Rc<ChangedFunctions>>>,
    is_called: Cell<bool>,
}

/// Calls are noted until this goes.
struct Noting<'a>(&'a NotedCalls);

impl Drop for Noting<'_> {
    fn drop(&mut self) {
        self.0.functions.take();
    }
}

impl<R: Rules> Host<R> {
    /// Does something, and finds out whether one of these functions is called meanwhile, or what it once said is used: by
    /// the game, or by those who think about it.
    pub fn calls_any_of<T>(&self, functions: &Rc<ChangedFunctions>, work: impl FnOnce() -> T) -> (T, bool) {
        self.noted_calls.is_called.set(false);
        self.noted_calls.functions.replace(Some(functions.clone()));
        let noting = Noting(&self.noted_calls);
        let done = work();
        drop(noting);
        (done, self.noted_calls.is_called.get())
    }

    /// Notes that a function is called, if that is wanted.
    pub(super) fn note_call(&self, script: &Compiled, name: &str) {
        let NotedCalls { functions, is_called } = &self.noted_calls;
        if !is_called.get() && functions.borrow().as_ref().is_some_and(|all| all.has(script.source.name(), name)) {
            is_called.set(true);
        }
    }
}
