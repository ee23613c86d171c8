//! Where content is read from: directories and files beside or instead of the content of the program.

use super::{Content, DECK, DIRECTORIES, LONGEST_SCRIPT, Listed, PRESETS, SETUPS, Texts, id_of, years};
use crate::scenario::stem;
use crate::war::GAME;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wilderness_engine::content::{Layers, files_in};
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::files::LARGEST_TOML;

/// Where content is read from. What is not named here is that of the program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Places {
    /// A content directory: with `scripts/` and `scenarios/`, or with a `content.toml` that names a base.
    pub root: Option<PathBuf>,
    /// A directory of scripts, instead of the default ones.
    pub scripts: Option<PathBuf>,
    /// A directory of scenarios, which take precedence over the default ones.
    pub scenarios: Option<PathBuf>,
    /// Files with a scenario each, which come before all others.
    pub files: Vec<PathBuf>,
}

impl Places {
    /// Whether nothing is named: the content is that of the program.
    pub fn is_program(&self) -> bool {
        *self == Places::default()
    }

    /// The file that a script is in, by its name relative to the directory of scripts; nothing if it is none.
    pub fn file_of_script(&self, name: &str) -> Option<PathBuf> {
        let layers = self.root.as_deref().and_then(|root| Layers::find(root, GAME).ok()).unwrap_or_default();
        let folders = layers.directories.iter().rev().filter_map(|root| folder(root, "scripts"));
        let files = self.scripts.clone().into_iter().chain(folders).map(|directory| directory.join(name));
        let mut files = files.take(if self.scripts.is_some() { 1 } else { usize::MAX });
        files.find(|file| file.is_file())
    }

    /// Reads the content.
    ///
    /// # Errors
    /// Files that cannot be read, and a `content.toml` with faults.
    pub fn read(&self) -> Result<Content, Faults> {
        if self.is_program() {
            return Ok(Content::embedded());
        }
        let mut reader = Reader { texts: (*Content::embedded().0).clone(), faults: Faults::none() };
        reader.texts.is_of_program = false;
        if let Some(root) = &self.root {
            reader.root(root)?;
        }
        if let Some(directory) = &self.scripts {
            reader.all_scripts(directory);
        }
        if let Some(directory) = &self.scenarios {
            reader.scenarios(directory);
        }
        for file in &self.files {
            reader.file(file);
        }
        let Reader { texts, faults } = reader;
        faults.into_result(Content(Arc::new(texts)))
    }

    /// The files that are read.
    pub fn all_files(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        let layers = self.root.as_deref().and_then(|root| Layers::find(root, GAME).ok()).unwrap_or_default();
        files.extend(layers.manifests());
        let scripts = layers.directories.iter().filter_map(|root| folder(root, "scripts"));
        for directory in scripts.chain(self.scripts.clone()) {
            files.extend(scripts_in(&directory).into_values());
        }
        let scenarios = layers.directories.iter().filter_map(|root| folder(root, "scenarios"));
        for directory in scenarios.chain(self.scenarios.clone()) {
            for within in ["", SETUPS, PRESETS] {
                files.extend(files_in(&directory.join(within), ".toml").into_values());
            }
        }
        for file in &self.files {
            files.push(file.clone());
            files.extend(setups_beside(file).into_values());
        }
        files
    }
}

/// The content read so far, one place after the other.
struct Reader {
    texts: Texts,
    faults: Faults,
}

impl Reader {
    /// A content directory and its bases.
    fn root(&mut self, root: &Path) -> Result<(), Faults> {
        let layers = Layers::find(root, GAME)?;
        for (index, directory) in layers.directories.iter().enumerate() {
            let (scripts, scenarios) = (folder(directory, "scripts"), folder(directory, "scenarios"));
            if index > 0 || layers.on_program {
                scripts.iter().for_each(|scripts| self.more_scripts(scripts));
                scenarios.iter().for_each(|scenarios| self.scenarios(scenarios));
                continue;
            }
            let missing = |what: &str| {
                let message = format!("the content directory `{}` has no `{what}`", directory.display());
                let help = format!("write `base = \"{GAME}\"` into `content.toml` to start from the program's content");
                Faults::from(Fault::error("content::incomplete", message).help(help))
            };
            let scripts = scripts.ok_or_else(|| missing("scripts"))?;
            let scenarios = scenarios.ok_or_else(|| missing("scenarios"))?;
            self.all_scripts(&scripts);
            self.texts.scenarios.clear();
            self.texts.setups.clear();
            self.texts.presets.clear();
            self.scenarios(&scenarios);
        }
        Ok(())
    }

    /// A directory of scripts and nothing else.
    fn all_scripts(&mut self, directory: &Path) {
        self.texts.decks.clear();
        self.texts.scripts.clear();
        let deck = self.read(&directory.join(DECK));
        self.texts.decks.extend(deck);
        self.scripts(directory);
    }

    /// The scripts of a directory that differ from those before it.
    fn more_scripts(&mut self, directory: &Path) {
        let deck = directory.join(DECK);
        if deck.exists() {
            let deck = self.read(&deck);
            self.texts.decks.extend(deck);
        }
        self.scripts(directory);
    }

    fn scripts(&mut self, directory: &Path) {
        for (name, file) in scripts_in(directory).into_iter().filter(|(name, _)| name != DECK) {
            match Source::read_up_to(&file, LONGEST_SCRIPT as u64) {
                Ok(source) => drop(self.texts.scripts.insert(name, source)),
                Err(more) => self.faults.append(more),
            }
        }
    }

    /// A directory of scenarios.
    fn scenarios(&mut self, directory: &Path) {
        let mut own: BTreeMap<String, Source> = BTreeMap::new();
        for file in files_in(directory, ".toml").into_values() {
            let Some(source) = self.read(&file) else { continue };
            let id = id_of(&source);
            if let Some(other) = own.get(&id) {
                let message = format!("`{}` and `{}` both have the id `{id}`", other.name(), source.name());
                let fault = Fault::error("scenario::id_twice", message);
                self.faults.push(fault.help("give one of the two scenarios another id"));
            }
            own.insert(id.clone(), source.clone());
            self.texts.scenarios.insert(id, Listed { years: years(&source), source, beside: Vec::new() });
        }
        for file in files_in(&directory.join(SETUPS), ".toml").into_values() {
            let source = self.read(&file);
            self.texts.setups.extend(source.map(|source| (stem(&source).to_string(), source)));
        }
        for file in files_in(&directory.join(PRESETS), ".toml").into_values() {
            let source = self.read(&file);
            self.texts.presets.extend(source.map(|source| (stem(&source).to_string(), source)));
        }
    }

    /// A file with a scenario, and the setups beside it.
    fn file(&mut self, file: &Path) {
        let beside: Vec<Source> = setups_beside(file).values().filter_map(|setup| self.read(setup)).collect();
        if let Some(source) = self.read(file) {
            self.texts.add_scenario(source, beside);
        }
    }

    fn read(&mut self, file: &Path) -> Option<Source> {
        Source::read_up_to(file, LARGEST_TOML).map_err(|more| self.faults.append(more)).ok()
    }
}

/// The scripts in a directory, by their names relative to it, and its deck whether it is there or not.
pub(super) fn scripts_in(directory: &Path) -> BTreeMap<String, PathBuf> {
    let mut files = BTreeMap::from([(DECK.to_string(), directory.join(DECK))]);
    for within in DIRECTORIES {
        let found = files_in(&directory.join(within), ".rhai");
        files.extend(found.into_iter().map(|(name, file)| (format!("{within}/{name}"), file)));
    }
    files
}

/// The setups beside a file with a scenario.
fn setups_beside(file: &Path) -> BTreeMap<String, PathBuf> {
    files_in(&file.parent().unwrap_or(Path::new("")).join(SETUPS), ".toml")
}

/// A directory of a content directory: `scripts/war`, as in the repository, or `scripts`.
fn folder(root: &Path, name: &str) -> Option<PathBuf> {
    [root.join(name).join(GAME), root.join(name)].into_iter().find(|directory| directory.is_dir())
}
