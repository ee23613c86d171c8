//! Editions: what is built in changes with the program, and a game goes on with what it began with. The folder
//! `editions/N` beside the present files has the files that edition N has otherwise than the next one, whole; of a file
//! that holds parts, these parts. The present edition is the one after the last folder. A record names its edition, and
//! is of the first if it names none.

use super::texts::{Files, Text};
use super::{Catalogue, Texts};
use crate::faults::Source;
use std::collections::{BTreeMap, BTreeSet};

/// The folder with the earlier editions, within a directory of content.
pub(super) const EDITIONS: &str = "editions";

/// Which edition of the built-in content a game is played with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Edition {
    /// That of the program.
    #[default]
    Present,
    /// An earlier one, by its number.
    Earlier(u32),
}

impl Edition {
    /// The edition with a number, from 1; nothing if this program does not have it.
    pub fn numbered(number: u32, catalogue: Option<&Catalogue>) -> Option<Edition> {
        let present = Edition::Present.number(catalogue);
        match (1..present).contains(&number) {
            true => Some(Edition::Earlier(number)),
            false => (number == present).then_some(Edition::Present),
        }
    }

    /// Its number, from 1.
    pub fn number(self, catalogue: Option<&Catalogue>) -> u32 {
        match self {
            Edition::Present => catalogue.map_or(1, |catalogue| catalogue.editions() + 1),
            Edition::Earlier(number) => number,
        }
    }
}

impl Texts {
    /// The texts of the earlier editions, the first one first.
    pub(super) fn earlier(catalogue: &'static Catalogue) -> Vec<Texts> {
        let mut files = Texts::built_in(catalogue).files().clone();
        let mut editions = Vec::new();
        for number in (1..=catalogue.editions()).rev() {
            for (name, text) in Texts::in_folder(catalogue, &format!("{EDITIONS}/{number}")) {
                let has_parts = catalogue.family(&name).is_some_and(|family| family.used.parts().is_some());
                match files.get_mut(&name).filter(|_| has_parts) {
                    Some(below) => below.layers.extend(text.layers),
                    None => drop(files.insert(name, text)),
                }
            }
            editions.push(Texts::new(catalogue, true, Edition::Earlier(number), files.clone()));
        }
        editions.reverse();
        editions
    }

    /// The same in another edition; nothing if it is in that already. What is as its own edition has it becomes what it
    /// is in the other, and what a designer has changed stays.
    pub fn in_edition(&self, edition: Edition) -> Option<Texts> {
        if edition == self.edition() {
            return None;
        }
        let (own, other) = (self.program(), Texts::of_edition(self.catalogue(), edition));
        if self.is_program() {
            return Some(other);
        }
        let mut files = self.files().clone();
        let differs = |name: &&String| own.files().get(*name) != other.files().get(*name);
        let names: BTreeSet<&String> = own.files().keys().chain(other.files().keys()).filter(differs).collect();
        for name in names {
            exchange(&mut files, name, own.layers(name), other.layers(name));
        }
        Some(Texts::new(self.catalogue(), self.is_built_in(), edition, files))
    }
}

/// Exchanges the lowest layers of a text, if they are these.
fn exchange(files: &mut Files, name: &str, own: &[Source], other: &[Source]) {
    let text = files.entry(name.to_string()).or_insert(Text { layers: Vec::new(), beside: BTreeMap::new() });
    let is_same = |(one, two): (&Source, &Source)| one.text() == two.text();
    let lowest = text.layers.get(..own.len()).filter(|layers| layers.iter().zip(own).all(is_same));
    if lowest.is_some() && text.layers.is_empty() == own.is_empty() {
        text.layers.splice(..own.len(), other.iter().cloned());
    }
    if text.layers.is_empty() {
        files.remove(name);
    }
}
