//! Reads the files of content, one directory after the other.

use super::texts::{Files, Text};
use super::{Catalogue, Directory, Edition, Family, FileName, Texts, Used};
use crate::faults::{Fault, Faults, Source};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A directory that is read, and how.
pub(super) struct Stage {
    /// What it is.
    pub directory: &'static Directory,
    /// Where it is.
    pub at: PathBuf,
    /// Whether it takes the place of what was read before; if not, it holds what differs from that.
    pub replaces: bool,
}

impl Stage {
    /// Its files, by their families and names.
    pub fn files(&self) -> Vec<(&'static Family, String, PathBuf)> {
        self.directory.all_files(&self.at, |_| true)
    }
}

/// The content read so far.
pub(super) struct ContentReader {
    catalogue: &'static Catalogue,
    files: Files,
    faults: Faults,
}

impl ContentReader {
    /// Begins with the built-in content.
    pub fn new(catalogue: &'static Catalogue) -> ContentReader {
        ContentReader { catalogue, files: Texts::built_in(catalogue).files().clone(), faults: Faults::none() }
    }

    /// Reads a directory.
    pub fn take(&mut self, stage: &Stage) {
        if stage.replaces {
            let is_of = |family: &Family| stage.directory.families.iter().any(|own| std::ptr::eq(own, family));
            self.files.retain(|name, _| !self.catalogue.family(name).is_some_and(is_of));
        }
        let mut scenarios: BTreeMap<String, PathBuf> = BTreeMap::new();
        for (family, file, path) in stage.files() {
            if leads_out(&path, &stage.at) {
                let message = format!("`{}` is a link to a file outside of `{}`", path.display(), stage.at.display());
                self.faults
                    .push(Fault::error("content::leads_out", message).help("put a copy of that file in its place"));
                continue;
            }
            let source = match Source::read_up_to(&path, family.most) {
                Ok(source) => source,
                Err(more) => {
                    self.faults.append(more);
                    continue;
                }
            };
            let name = self.catalogue.name_of(family, &file, &source);
            if let Some(other) = scenarios.get(&name).filter(|_| matches!(family.file, FileName::ById(_))) {
                let id = self.catalogue.id(&name).unwrap_or_default();
                let message = format!("`{}` and `{}` both have the id `{id}`", other.display(), path.display());
                let fault = Fault::error("scenario::id_twice", message);
                self.faults.push(fault.help("give one of the two scenarios another id"));
            }
            scenarios.insert(name.clone(), path);
            match (family.used.parts(), self.files.get_mut(&name)) {
                (Some(_), Some(text)) => text.layers.push(source),
                _ => drop(self.files.insert(name, source.into())),
            }
        }
    }

    /// Reads a file that is named by itself.
    pub fn file(&mut self, file: &Path) {
        if let Err(more) = take_file(self.catalogue, file, &mut self.files) {
            self.faults.append(more);
        }
    }

    /// The texts.
    ///
    /// # Errors
    /// Everything that cannot be read.
    pub fn finish(self) -> Result<Texts, Faults> {
        self.faults.into_result(Texts::new(self.catalogue, false, Edition::Present, self.files))
    }
}

/// Whether a file of a directory is really elsewhere. Who sends a directory does not say what else is read.
fn leads_out(file: &Path, directory: &Path) -> bool {
    let is_outside = |file: PathBuf, directory: PathBuf| !file.starts_with(directory);
    file.canonicalize().ok().zip(directory.canonicalize().ok()).is_some_and(|(file, at)| is_outside(file, at))
}

/// Adds a file that is named by itself. A scenario sees the files beside it.
pub(super) fn take_file(catalogue: &'static Catalogue, file: &Path, files: &mut Files) -> Result<(), Faults> {
    let source = Source::read_up_to(file, crate::files::LARGEST_TOML)?;
    let Some(family) = (catalogue.named)(&source).or(catalogue.scenario_family()) else { return Ok(()) };
    let (mut faults, mut beside) = (Faults::none(), BTreeMap::new());
    if matches!(family.file, FileName::ById(_)) {
        for (family, name, path) in beside_file(catalogue, file) {
            match Source::read_up_to(&path, family.most) {
                Ok(source) => drop(beside.insert(catalogue.name_of(family, &name, &source), source)),
                Err(more) => faults.append(more),
            }
        }
    }
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    files.insert(catalogue.name_of(family, &name, &source), Text { layers: vec![source], beside });
    faults.into_result(())
}

/// The files beside a scenario that is named by itself: those in directories of their own.
pub(super) fn beside_file(catalogue: &'static Catalogue, file: &Path) -> Vec<(&'static Family, String, PathBuf)> {
    let at = file.parent().unwrap_or(Path::new(""));
    catalogue.scenarios.all_files(at, |family| !family.directory.is_empty() && !matches!(family.used, Used::Apart))
}
