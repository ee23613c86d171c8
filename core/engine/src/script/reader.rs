//! Reading a set of scripts: the functions that they share, then one script after the other. Everything wrong with any
//! of them is reported at once.

use super::ast_walk::Survey;
use super::diagnose;
use super::facts::OfDeck;
use super::host::Host;
use super::idle_markers::{PLACING, idle_markers};
use super::library::{self, LibraryFile};
use super::lint::{self, Company, Inspected};
use super::loaded::Script;
use super::markers::{declared_on, marker_of};
use super::types::{self, Bodies, CheckContext, Checked, MarkerNamed, MarkerOf, Signatures};
use super::vocabulary::Vocabulary;
use crate::faults::{Fault, Faults, Source};
use crate::language::{Deck, End, Language, LanguageOf, Moment, MomentFacts, Role};
use crate::rules::Rules;
use crate::side::Side as _;
use rhai::Dynamic;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A script that was read, with what is known of its text.
pub struct Read<R: Rules> {
    /// The script.
    pub script: Script<R>,
    survey: Survey,
    /// The markers that it names.
    markers: Vec<MarkerNamed>,
    /// The services of markers that it calls with a name which is not written there.
    unnamed: BTreeSet<String>,
}

impl<R: Rules> Read<R> {
    /// Whether it calls a service on the game.
    pub fn calls(&self, service: &str) -> bool {
        let mut calls = self.survey.functions.values().flat_map(|function| &function.calls);
        calls.any(|call| call.on_game && call.name == service)
    }

    /// What it does.
    pub(super) fn survey(&self) -> &Survey {
        &self.survey
    }

    /// Whether it calls one of these services of markers for a marker, or for one that cannot be told.
    pub(super) fn may_name_marker(&self, host: &Host<R>, full: &str, services: &[&str]) -> bool {
        self.names_marker(host, full, services)
            || self.unnamed.iter().any(|service| services.contains(&service.as_str()))
    }

    /// Whether it calls one of these services of markers for a marker.
    pub(super) fn names_marker(&self, host: &Host<R>, full: &str, services: &[&str]) -> bool {
        let sides = host.sides();
        let of_side = |marker: &MarkerNamed| sides.iter().any(|side| marker_of(side.id(), &marker.name) == full);
        let carriers = <LanguageOf<R> as Language>::CARRIERS;
        let on_thing = |marker: &MarkerNamed| carriers.iter().any(|it| declared_on(it.kind, &marker.name) == full);
        let is_it = |marker: &MarkerNamed| match marker.of {
            MarkerOf::Game => marker.name == full,
            MarkerOf::Side => of_side(marker),
            MarkerOf::Thing(_) => on_thing(marker),
            MarkerOf::Unknown => of_side(marker) || on_thing(marker),
        };
        let is_called = |service: &str| services.contains(&service);
        self.markers.iter().any(|marker| is_called(&marker.service) && is_it(marker))
    }

    /// Whether it asks at such a place whether a side has a marker, or which number it has there.
    pub(super) fn asks_of_side(&self, name: &str, at: impl Fn(usize) -> bool) -> bool {
        let asks = |service: &str| ["has_marker", "get"].contains(&service);
        let is_of_side = |marker: &MarkerNamed| matches!(marker.of, MarkerOf::Side | MarkerOf::Unknown);
        let mut named = self.markers.iter().filter(|marker| asks(&marker.service) && is_of_side(marker));
        named.any(|marker| marker.name == name && at(marker.place.start))
            || self.unnamed.iter().any(|service| asks(service))
    }

    /// What is wrong with the names in it, given the markers of all scripts.
    fn names(&self, markers: &BTreeSet<&str>, host: &Host<R>) -> Faults {
        let (script, survey, sides) = (&self.script, &self.survey, host.sides());
        let answers = |facts: &&MomentFacts<Moment<R>>| script.moments().contains(&facts.kind);
        let moments = <LanguageOf<R> as Language>::moments(host.deck());
        let moments: Vec<_> = moments.iter().filter(answers).map(|facts| facts.name).collect();
        let defines = |name: &str| survey.named(name).next().is_some();
        let carried_words = |property: &str| {
            let each = script.moments().iter().map(|kind| <LanguageOf<R> as Language>::carried_words(*kind, property));
            let each: Vec<_> = each.collect();
            // At one of them, nothing is known.
            if each.iter().any(|words| words.is_empty()) { Vec::new() } else { each.concat() }
        };
        let company = Company {
            carried_words: &carried_words,
            side: sides.first().map_or("", |side| side.id()),
            markers,
            own: &|name| script.markers.contains_key(name),
            moments: &moments,
            meant_for: &|service| <LanguageOf<R> as Language>::meant_for(service, script.moments(), &defines),
        };
        lint::names(host.facts(), &script.compiled.source, survey, &self.markers, &company)
    }
}

/// What reading a set of scripts goes through.
pub struct ScriptReader<R: Rules> {
    /// What will run them.
    pub host: Host<R>,
    /// What is wrong with them.
    pub faults: Faults,
    vocabulary: Vocabulary,
    signatures: Signatures,
    shelves: Vec<LibraryFile>,
    /// Whether a script could not be read.
    missed: bool,
}

impl<R: Rules> ScriptReader<R> {
    /// Begins with the functions that the scripts share.
    pub fn new<'a>(deck: Rc<Deck<R>>, library: impl Iterator<Item = &'a Source>) -> ScriptReader<R> {
        let (mut host, mut faults) = (Host::new(deck), Faults::none());
        let side = host.sides().first().map(|side| Dynamic::from(*side));
        let mut vocabulary = Vocabulary::new(host.facts(), host.engine(), side);
        let signatures = Signatures::new(host.facts(), host.engine());
        let shelves = library::read(&mut host, &mut vocabulary, &signatures, library, &mut faults);
        ScriptReader { host, faults, vocabulary, signatures, shelves, missed: false }
    }

    /// Compiles and inspects a script. What is wrong is reported.
    pub fn read(&mut self, source: &Source, role: Role) -> Option<Read<R>> {
        let read = self.host.compile(source).and_then(|(written, compiled)| {
            let survey = Survey::new(&written);
            let inspected = Inspected { script: &compiled, survey: &survey, role };
            let lexicon = &OfDeck::<R>(self.host.deck());
            // What the script says of itself is asked for only if it can be trusted to answer.
            let mut faults = lint::lint(self.host.facts(), lexicon, &inspected, &self.vocabulary);
            let library: Vec<&Bodies> = self.shelves.iter().map(|shelf| &shelf.survey.bodies).collect();
            let Checked { faults: more, markers, unnamed } = types::check(CheckContext {
                source,
                survey: &survey,
                library: &library,
                signatures: &self.signatures,
                vocabulary: &self.vocabulary,
                lexicon,
                facts: self.host.facts(),
                role,
            });
            faults.append(more);
            let warnings = faults.with_warnings(())?.1;
            Ok((Read { script: Script::load(&self.host, compiled)?, survey, markers, unnamed }, warnings))
        });
        match read {
            Ok((read, warnings)) => {
                self.faults.append(warnings);
                Some(read)
            }
            Err(more) => {
                self.missed = true;
                self.faults.append(more);
                None
            }
        }
    }

    /// Inspects what scripts know of each other, once all are read: markers, those of optional rules among them, and
    /// the functions that they share. `placed` says which markers something else than a script places, such as a scenario.
    /// What seems unknown may stand in a script that could not be read.
    pub fn compare<'r>(
        &mut self,
        read: impl Iterator<Item = &'r Read<R>> + Clone,
        rules: &[String],
        placed: &dyn Fn(&str) -> bool,
    ) {
        if self.missed {
            return;
        }
        let mut markers: BTreeSet<&str> = read.clone().flat_map(|read| read.script.marker_names()).collect();
        markers.extend(rules.iter().map(String::as_str));
        self.faults.append(lifetimes(&self.host, read.clone(), rules));
        let mut wrong = Faults::none();
        for read in read.clone() {
            wrong.append(read.names(&markers, &self.host));
        }
        // What a wrong name was meant for is not idle.
        if !wrong.has_errors() {
            self.faults.append(idle_markers(&self.host, read.clone(), placed));
        }
        self.faults.append(wrong);
        self.faults.append(library::unused(&self.shelves, read.map(|read| &read.survey)));
    }
}

/// What scripts say differently of one marker, and markers that bear the name of an optional rule.
fn lifetimes<'s, R: Rules>(host: &Host<R>, scripts: impl Iterator<Item = &'s Read<R>>, rules: &[String]) -> Faults {
    let mut faults = Faults::none();
    let mut known: BTreeMap<&str, (&Read<R>, End<R>)> = BTreeMap::new();
    for script in scripts {
        for (name, until) in script.script.markers.iter() {
            let point = |fault: Fault, read: &Read<R>, label: &str| {
                diagnose::at_text(fault, &read.script.compiled, "markers", name, label)
            };
            let (first, other) = *known.entry(name).or_insert((script, *until));
            if rules.iter().any(|rule| **rule == **name) {
                let fault = Fault::error("script::marker_of_rule", format!("`{name}` is an optional rule"));
                faults.push(
                    point(fault, script, "the rule is a marker of this name").help("give the marker another name"),
                );
            } else if other != *until {
                // The one that puts the marker in force knows better.
                let (right, wrong) =
                    if first.names_marker(host, name, &PLACING) { (first, script) } else { (script, first) };
                let message = format!("two scripts say differently what the marker `{name}` lasts until");
                let fault = point(Fault::error("script::marker_lifetimes", message), wrong, "one way here");
                let fault = fault.help("a marker is one thing: say the same, or give it another name");
                faults.push(point(fault, right, "another way here"));
            }
        }
    }
    faults
}
