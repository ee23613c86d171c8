//! The library: functions in `lib/` that every script can call. A script's own function of the same name and number of
//! parameters goes before that of the library.

use super::ast_walk::Survey;
use super::facts::OfDeck;
use super::host::Host;
use super::lint::{self, Inspected};
use super::source_text;
use super::types::{self, Bodies, CheckContext, Signatures};
use super::vocabulary::Vocabulary;
use crate::faults::{Fault, Faults, Source};
use crate::language::Role;
use crate::rules::Rules;
use std::collections::{BTreeMap, BTreeSet};

/// A file of the library.
pub(super) struct LibraryFile {
    pub source: Source,
    pub survey: Survey,
}

/// Compiles the files of the library, and makes their functions part of the host's language. What is wrong is reported.
pub(super) fn read<'a, R: Rules>(
    host: &mut Host<R>,
    vocabulary: &mut Vocabulary,
    signatures: &Signatures,
    files: impl Iterator<Item = &'a Source>,
    faults: &mut Faults,
) -> Vec<LibraryFile> {
    let mut shelves = Vec::new();
    let mut scripts = Vec::new();
    let facts = &host.facts().clone();
    for source in files {
        match host.compile(source) {
            Ok((written, compiled)) => {
                shelves.push(LibraryFile { source: source.clone(), survey: Survey::new(&written) });
                scripts.push(compiled);
            }
            Err(more) => faults.append(more),
        }
    }
    faults.append(twice(&shelves));
    vocabulary.add_library(shelves.iter().map(|shelf| &shelf.survey));
    let library: Vec<&Bodies> = shelves.iter().map(|shelf| &shelf.survey.bodies).collect();
    for (shelf, compiled) in shelves.iter().zip(&scripts) {
        let (source, survey, role) = (&shelf.source, &shelf.survey, Role::LIBRARY);
        let (library, lexicon) = (&library, &OfDeck::<R>(host.deck()));
        faults.append(lint::lint(facts, lexicon, &Inspected { script: compiled, survey, role }, vocabulary));
        let scene = CheckContext { source, survey, library, signatures, vocabulary, lexicon, facts, role };
        faults.append(types::check(scene).faults);
    }
    for script in scripts {
        if let Err(more) = host.add_library(script) {
            faults.append(more);
        }
    }
    shelves
}

/// Functions that two files of the library define: nobody could tell which is called.
fn twice(shelves: &[LibraryFile]) -> Faults {
    let mut faults = Faults::none();
    let mut known: BTreeMap<&(String, usize), &Source> = BTreeMap::new();
    for shelf in shelves {
        for key in shelf.survey.functions.keys().filter(|(name, _)| !name.contains('$')) {
            if let Some(first) = known.insert(key, &shelf.source) {
                let fault = Fault::error("script::defined_twice", format!("the library has two functions `{}`", key.0));
                let place = |source: &Source| source_text::definition(source, &key.0).unwrap_or(0..0);
                let fault = fault.at(&shelf.source, place(&shelf.source), "the second");
                faults.push(fault.at(first, place(first), "the first"));
            }
        }
    }
    faults
}

/// Functions of the library that nothing calls: neither a script nor a function of the library that is called.
pub(super) fn unused<'a>(shelves: &[LibraryFile], scripts: impl Iterator<Item = &'a Survey>) -> Faults {
    let calls = |survey: &Survey| {
        let functions = survey.functions.values();
        let names = functions.flat_map(|f| f.calls.iter().map(|call| call.name.clone()).chain(f.callbacks.clone()));
        names.collect::<BTreeSet<String>>()
    };
    let mut called: BTreeSet<String> = scripts.flat_map(calls).collect();
    called.extend(shelves.iter().flat_map(|shelf| calls(&shelf.survey)));
    let mut faults = Faults::none();
    for shelf in shelves {
        for (name, _) in shelf.survey.functions.keys().filter(|(name, _)| !name.contains('$')) {
            if !called.contains(name) {
                let fault = Fault::warning("script::unused_function", format!("no script calls `{name}`"));
                let place = source_text::definition(&shelf.source, name).unwrap_or(0..0);
                faults.push(fault.at(&shelf.source, place, "never called"));
            }
        }
    }
    faults
}
