//! What a record carries: the texts that a game is played with and that differ from the built-in ones, so that it can
//! be replayed where the files are not.

use super::texts::{Files, Text};
use super::{Catalogue, Edition, FileName, Texts, Used};
use crate::faults::{Faults, Source};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Texts by their names; of a file that holds parts, only these parts. Cheap to clone.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Carried(Arc<BTreeMap<String, Source>>);

impl Carried {
    /// Whether nothing is carried.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text with a name.
    pub fn get(&self, name: &str) -> Option<&Source> {
        self.0.get(name)
    }

    /// The texts, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Source)> {
        self.0.iter().map(|(name, source)| (name.as_str(), source))
    }

    /// Adds a text.
    pub fn insert(&mut self, name: &str, source: Source) {
        Arc::make_mut(&mut self.0).insert(name.to_string(), source);
    }

    /// The texts that a game uses as they were when it began.
    pub fn fixed(&self, catalogue: &Catalogue) -> Carried {
        let fixed = self.0.iter().filter(|(name, _)| catalogue.is_fixed(name));
        Carried(Arc::new(fixed.map(|(name, source)| (name.clone(), source.clone())).collect()))
    }

    /// What the record of a game of a scenario carries: of the texts that differ from the built-in ones, those that
    /// `carries` names. If a scenario that stays as it was is carried already, it is that with which the game began.
    pub fn of(&self, scenario: &str, texts: &Texts, carries: &dyn Fn(&str) -> bool) -> Carried {
        if texts.is_program() && self.is_empty() {
            return Carried::default();
        }
        let catalogue = texts.catalogue();
        let scenario = catalogue.scenario(scenario);
        let own = texts.beyond_for(&scenario).filter(|(name, _)| carries(name));
        let mut carried: BTreeMap<String, Source> = own.map(|(name, source)| (name.clone(), source.clone())).collect();
        if self.0.contains_key(&scenario) && catalogue.is_fixed(&scenario) {
            carried.retain(|name, _| !catalogue.is_fixed(name));
            carried.extend((*self.fixed(catalogue).0).clone());
        } else if carried.keys().any(|name| catalogue.is_fixed(name))
            && let Some(source) = texts.get(&scenario)
        {
            carried.insert(scenario, source.clone());
        }
        Carried(Arc::new(carried))
    }

    /// What the carried scenario sees: what is carried with it, and the built-in texts of an edition.
    pub fn seen(&self, catalogue: &'static Catalogue, edition: Edition) -> BTreeMap<String, Source> {
        let built_in = Texts::of_edition(catalogue, edition);
        let fixed = built_in.iter().filter(|(name, _)| catalogue.is_fixed(name));
        let mut seen: BTreeMap<String, Source> =
            fixed.map(|(name, source)| (name.to_string(), source.clone())).collect();
        seen.extend((*self.fixed(catalogue).0).clone());
        seen
    }

    /// A game that carries what it began with has the built-in files of parts where it carries none: those of the files
    /// that stay as they were. Returns whether that changes anything.
    fn restore_fixed(&self, texts: &Texts, files: &mut Files) -> bool {
        let catalogue = texts.catalogue();
        if !self.0.keys().any(|name| catalogue.is_fixed(name)) {
            return false;
        }
        let built_in = texts.program();
        let is_other = |(name, text): &(&String, &Text)| {
            let is_fixed =
                catalogue.is_fixed(name) && catalogue.family(name).is_some_and(|one| one.used.parts().is_some());
            is_fixed && !self.0.contains_key(*name) && built_in.files().get(*name) != Some(*text)
        };
        let others: Vec<String> = files.iter().filter(is_other).map(|(name, _)| name.clone()).collect();
        for name in &others {
            match built_in.files().get(name) {
                Some(text) => drop(files.insert(name.clone(), text.clone())),
                None => drop(files.remove(name)),
            }
        }
        !others.is_empty()
    }

    /// The content completed with what is carried; nothing if it lacks nothing. Carried texts replace the built-in
    /// ones; a designer's own files are not replaced, and only receive what they lack.
    ///
    /// # Errors
    /// Everything wrong with a carried file of parts.
    pub fn complete(&self, texts: &Texts) -> Result<Option<Texts>, Faults> {
        if self.0.is_empty() {
            return Ok(None);
        }
        let (catalogue, is_built_in) = (texts.catalogue(), texts.is_built_in());
        // The folder that the program begins with is not below the one that is carried.
        let has_folders = catalogue.folders().next().is_some();
        let below = (is_built_in && has_folders).then(|| Texts::built_in(catalogue));
        let texts = below.as_ref().unwrap_or(texts);
        let mut files = texts.files().clone();
        let mut is_changed = self.restore_fixed(texts, &mut files);
        for (name, source) in &*self.0 {
            let Some(family) = catalogue.family(name) else { continue };
            let known = texts.get(name);
            let text = match family.used {
                Used::InParts(parts) => {
                    let Some(lacking) = parts(std::slice::from_ref(source), texts.layers(name), is_built_in)? else {
                        continue;
                    };
                    let mut layers = texts.layers(name).to_vec();
                    layers.push(Source::new(source.name(), lacking));
                    Text { layers, beside: BTreeMap::new() }
                }
                // What the game began with: the built-in parts, with those that are carried.
                Used::FixedInParts(parts) => {
                    let mut layers = texts.program().layers(name).to_vec();
                    layers.push(source.clone());
                    if parts(&layers, &[], true)? == parts(texts.layers(name), &[], true)? {
                        continue;
                    }
                    Text { layers, beside: BTreeMap::new() }
                }
                // It is listed like the others, so that another game of it can be begun.
                Used::Fixed if known.is_none() && matches!(family.file, FileName::ById(_)) => {
                    Text { layers: vec![source.clone()], beside: self.seen(catalogue, texts.edition()) }
                }
                Used::Exchanged | Used::ByBots
                    if known.is_none_or(|known| is_built_in && known.text() != source.text()) =>
                {
                    source.clone().into()
                }
                Used::Fixed | Used::Exchanged | Used::ByBots | Used::Apart => continue,
            };
            files.insert(name.clone(), text);
            is_changed = true;
        }
        Ok(is_changed.then(|| Texts::new(catalogue, is_built_in, texts.edition(), files)))
    }
}
