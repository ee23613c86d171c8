//! Looking at scripts while they run: where they stop, what they call. A stop is a [`Halt`] like a pending decision: the
//! step is run again to go on, and what was passed before is counted, so nothing of it is part of a game's record.
//!
//! [`Halt`]: crate::table::Halt

mod engine;

pub(crate) use engine::build;

use super::host::Host;
use super::role::Role;
use super::{MODIFIERS, Scripts};
use std::collections::BTreeMap;
use wilderness_engine::faults::Source;
use wilderness_engine::script::Stoppable;
use wilderness_engine::script::debug::{Code, Site, find};

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
        let stoppable = |site: &Site| Stoppable {
            line: site.line,
            looks_on: looks_on(&site.function),
            function: site.function.clone(),
        };
        let mut lines: Vec<Stoppable> = code.sites().values().map(stoppable).collect();
        lines.sort_by_key(|at| at.line);
        lines
    }

    /// All files, as they are debugged, by the names that the engine knows them by.
    pub(super) fn files_to_debug(&self) -> BTreeMap<String, Code> {
        let files = self.script_files().filter_map(|file| {
            let source = self.source_of(file)?;
            Some((source.name().to_string(), code(&self.host, file, source)?))
        });
        files.collect()
    }
}

fn code(host: &Host, file: &str, source: &Source) -> Option<Code> {
    let (_, compiled) = host.compile(source).ok()?;
    Some(Code::new(file, source, find(&compiled.ast)))
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
