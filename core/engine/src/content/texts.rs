//! The texts of a game's content, by their names.

use super::{Catalogue, Edition, Family, Fingerprints, Used, fingerprint};
use crate::faults::{Faults, Source};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// The texts of a game's content, by their names: `events/small.rhai`, `scenarios/first.toml`. Cheap to clone, and goes
/// to any thread.
#[derive(Clone)]
pub struct Texts(Arc<Inner>);

struct Inner {
    catalogue: &'static Catalogue,
    /// Whether no file was read: a record that carries its own content is then played with that.
    is_built_in: bool,
    /// The edition of the built-in texts over which they are laid.
    edition: Edition,
    files: BTreeMap<String, Text>,
    /// What differs from the built-in texts, once it has been asked for.
    beyond: OnceLock<BTreeMap<String, Source>>,
}

/// A text.
#[derive(Clone, PartialEq)]
pub(super) struct Text {
    /// The text and, where a file holds parts, those of the layers below it, the lowest first.
    pub layers: Vec<Source>,
    /// The files beside one that is named by itself: it alone sees them, before all others.
    pub beside: BTreeMap<String, Source>,
}

/// Texts that are being collected, by their names.
pub(super) type Files = BTreeMap<String, Text>;

impl Text {
    fn top(&self) -> Option<&Source> {
        self.layers.last()
    }

    /// All layers, one after the other, and the files beside it.
    fn whole(&self) -> String {
        self.layers.iter().chain(self.beside.values()).map(Source::text).collect()
    }
}

impl From<Source> for Text {
    fn from(source: Source) -> Text {
        Text { layers: vec![source], beside: BTreeMap::new() }
    }
}

impl PartialEq for Texts {
    fn eq(&self, other: &Texts) -> bool {
        let (one, two) = (&*self.0, &*other.0);
        let facts = |inner: &Inner| (inner.is_built_in, inner.edition);
        let is_same = || facts(one) == facts(two) && one.files == two.files;
        Arc::ptr_eq(&self.0, &other.0) || std::ptr::eq(one.catalogue, two.catalogue) && is_same()
    }
}

impl fmt::Debug for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.files.keys()).finish()
    }
}

impl Texts {
    pub(super) fn new(catalogue: &'static Catalogue, is_built_in: bool, edition: Edition, files: Files) -> Texts {
        Texts(Arc::new(Inner { catalogue, is_built_in, edition, files, beyond: OnceLock::new() }))
    }

    /// Other files over the same edition.
    fn over_same(&self, files: Files) -> Texts {
        Texts::new(self.0.catalogue, false, self.0.edition, files)
    }

    /// The built-in texts of a game, over which others are laid.
    pub fn built_in(catalogue: &'static Catalogue) -> Texts {
        catalogue.built_in.get_or_init(|| Texts::of_folder(catalogue, "")).clone()
    }

    /// The built-in texts of an edition of a game.
    pub fn of_edition(catalogue: &'static Catalogue, edition: Edition) -> Texts {
        let built_in = || Texts::built_in(catalogue);
        let Edition::Earlier(number) = edition else { return built_in() };
        let earlier = catalogue.earlier.get_or_init(|| Texts::earlier(catalogue));
        earlier.get((number as usize).saturating_sub(1)).cloned().unwrap_or_else(built_in)
    }

    /// The built-in texts of their edition, over which they are laid.
    pub(super) fn program(&self) -> Texts {
        Texts::of_edition(self.0.catalogue, self.0.edition)
    }

    /// The edition of the built-in texts over which they are laid.
    pub fn edition(&self) -> Edition {
        self.0.edition
    }

    /// The texts with which a game begins if no file is named: those in the folder of the program with this name, or in the
    /// first, or the built-in ones.
    pub fn of_program(catalogue: &'static Catalogue, folder: Option<&str>) -> Texts {
        match folder.or(catalogue.folders().next()) {
            Some(folder) => Texts::of_folder(catalogue, folder),
            None => Texts::built_in(catalogue),
        }
    }

    fn of_folder(catalogue: &'static Catalogue, folder: &str) -> Texts {
        Texts::new(catalogue, true, Edition::Present, Texts::in_folder(catalogue, folder))
    }

    /// The built-in files in a folder, by the names of their texts.
    pub(super) fn in_folder(catalogue: &'static Catalogue, folder: &str) -> Files {
        let mut files = Files::new();
        for directory in catalogue.directories() {
            for family in directory.families {
                let found = directory.built_in_of(folder, family);
                files.extend(found.map(|(file, source)| (catalogue.name_of(family, &file, &source), source.into())));
            }
        }
        files
    }

    /// Which files can be among them.
    pub fn catalogue(&self) -> &'static Catalogue {
        self.0.catalogue
    }

    /// Whether no file was read: they are the built-in ones, at most with what a record carries.
    pub fn is_built_in(&self) -> bool {
        self.0.is_built_in
    }

    /// Whether they are the built-in ones of their edition, and nothing else.
    pub(super) fn is_program(&self) -> bool {
        Arc::ptr_eq(&self.0, &self.program().0)
    }

    pub(super) fn files(&self) -> &Files {
        &self.0.files
    }

    /// The text with a name.
    pub fn get(&self, name: &str) -> Option<&Source> {
        self.0.files.get(name)?.top()
    }

    /// The same, as plain text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name).map(Source::text)
    }

    /// The text with a name in each layer, the lowest first. Only files that hold parts have several.
    pub fn layers(&self, name: &str) -> &[Source] {
        self.0.files.get(name).map_or(&[], |text| &text.layers)
    }

    /// All texts, by their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Source)> {
        self.0.files.iter().filter_map(|(name, text)| Some((name.as_str(), text.top()?)))
    }

    /// The texts whose names begin with this, by the rest of their names.
    pub fn within<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, &'a Source)> {
        self.iter().filter_map(move |(name, source)| Some((name.strip_prefix(prefix)?, source)))
    }

    /// The texts that the text with a name sees: all, and then those beside its file, each of which takes the place of one
    /// that has the same name.
    pub fn seen_by(&self, name: &str) -> impl Iterator<Item = (&str, &Source)> {
        let beside = self.0.files.get(name).into_iter().flat_map(|text| &text.beside);
        self.iter().chain(beside.map(|(name, source)| (name.as_str(), source)))
    }

    /// Every text, with all layers and the files beside others.
    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        self.0.files.values().flat_map(|text| text.layers.iter().chain(text.beside.values()))
    }

    /// The ids of the scenarios, in the order of their names.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.0.files.keys().filter_map(|name| self.0.catalogue.id(name))
    }

    /// The same with other texts, each by its name; a scenario is known by the id in its text.
    pub fn with_texts<N: Into<String>, T: Into<Arc<str>>>(&self, texts: impl IntoIterator<Item = (N, T)>) -> Texts {
        let mut files = self.0.files.clone();
        for (name, text) in texts {
            let name: String = name.into();
            let source = Source::new(name.clone(), text);
            files.insert(self.name_of(&name, &source), source.into());
        }
        self.over_same(files)
    }

    /// The same with what an editor has open in place of what is in the files; `open` gives the text of a file by its
    /// path. A scenario under another id replaces none.
    pub fn overlaid(&self, open: &dyn Fn(&str) -> Option<Arc<str>>) -> Texts {
        let over = |source: &mut Source| {
            if let Some(text) = open(source.name()) {
                *source = Source::new(source.name(), text);
            }
        };
        let mut files = Files::new();
        for (name, mut text) in self.0.files.clone() {
            text.layers.iter_mut().chain(text.beside.values_mut()).for_each(over);
            let name = text.top().map_or(name.clone(), |top| self.name_of(&name, top));
            files.insert(name, text);
        }
        self.over_same(files)
    }

    /// The name of a text that has been given this one.
    fn name_of(&self, name: &str, source: &Source) -> String {
        let Some(family) = self.0.catalogue.family(name) else { return name.to_string() };
        self.0.catalogue.name_of(family, &name[family.prefix.len()..], source)
    }

    /// Whether a text is the same as the built-in one of this name.
    fn is_as_built_in(&self, name: &str, source: &Source) -> bool {
        self.program().text(name) == Some(source.text())
    }

    /// Whether one of the built-in texts is the same.
    pub fn has_built_in(catalogue: &'static Catalogue, source: &Source) -> bool {
        let folders = catalogue.folders().map(|folder| Texts::of_folder(catalogue, folder));
        let mut all = folders.chain([Texts::built_in(catalogue)]);
        all.any(|texts| texts.iter().any(|(_, known)| known.text() == source.text()))
    }

    /// Whether the text with a name is the built-in one, not read from a file.
    pub fn is_from_program(&self, name: &str) -> bool {
        self.0.files.get(name) == self.program().0.files.get(name)
    }

    /// The texts that differ from the built-in ones, by their names; of files that hold parts, these parts. Files that
    /// no game uses are left out.
    pub(super) fn beyond(&self) -> &BTreeMap<String, Source> {
        self.0.beyond.get_or_init(|| {
            let differs = |(name, text): (&String, &Text)| {
                let source = match self.0.catalogue.family(name)?.used {
                    Used::Apart => return None,
                    Used::InParts(parts) | Used::FixedInParts(parts) => {
                        let built_in = self.program();
                        let own = parts(&text.layers, built_in.layers(name), true).ok()??;
                        Source::new(name.clone(), own)
                    }
                    Used::Exchanged | Used::Fixed | Used::ByBots => {
                        text.top().filter(|top| !self.is_as_built_in(name, top))?.clone()
                    }
                };
                Some((name.clone(), source))
            };
            if self.is_program() { BTreeMap::new() } else { self.0.files.iter().filter_map(differs).collect() }
        })
    }

    /// What the text with a name sees that differs from the built-in texts.
    pub(super) fn beyond_for(&self, name: &str) -> impl Iterator<Item = (&String, &Source)> {
        let beside = self.0.files.get(name).map(|text| &text.beside);
        let hidden = move |name: &String| beside.is_some_and(|beside| beside.contains_key(name));
        let own = beside.into_iter().flatten().filter(|(name, source)| !self.is_as_built_in(name, source));
        self.beyond().iter().filter(move |(name, _)| !hidden(name)).chain(own)
    }

    /// The fingerprint of every text that games use.
    pub fn fingerprints(&self) -> Fingerprints {
        let families =
            self.0.files.iter().filter_map(|(name, text)| Some((name, text, self.0.catalogue.family(name)?)));
        let used = families.filter(|(_, _, family)| !matches!(family.used, Used::Apart));
        used.map(|(name, text, family)| (name.clone(), self.print(name, text, family))).collect()
    }

    /// The fingerprint of a text. That of a file of parts is the fingerprint of the built-in one if its parts are the
    /// same, or else that of the parts.
    fn print(&self, name: &str, text: &Text, family: &Family) -> String {
        let whole = text.whole();
        let Some(parts) = family.used.parts() else { return fingerprint(&whole) };
        let built_in = self.program();
        let known = built_in.0.files.get(name).map(Text::whole).unwrap_or_default();
        if whole == known {
            return fingerprint(&whole);
        }
        match (parts(&text.layers, &[], true), parts(built_in.layers(name), &[], true)) {
            (Ok(own), Ok(program)) if own == program => fingerprint(&known),
            (Ok(own), _) => fingerprint(&own.unwrap_or_default()),
            (Err(_), _) => fingerprint(&whole),
        }
    }

    /// A fingerprint of all of them together.
    pub fn fingerprint(&self) -> String {
        let lines = self.fingerprints().into_iter().map(|(name, hash)| format!("{name} {hash}\n"));
        fingerprint(&lines.collect::<String>())
    }

    /// The same with a file that is named by itself, and what is beside it.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn with_file(&self, file: &Path) -> Result<Texts, Faults> {
        let mut files = self.0.files.clone();
        super::reader::take_file(self.0.catalogue, file, &mut files)?;
        Ok(self.over_same(files))
    }
}
