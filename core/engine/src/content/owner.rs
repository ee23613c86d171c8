//! Which content of a game a file or directory belongs to.

use super::{Catalogue, MANIFEST, Places};
use crate::faults::Source;
use crate::files::LARGEST_TOML;
use std::path::{Path, PathBuf};

/// The directories of a content directory, whatever the game.
const PARTS: [&str; 2] = ["scripts", "scenarios"];

impl Places {
    /// Which content of a game a file or directory belongs to; nothing if it is not of this game. A file need not be
    /// there yet. `games` are the other games that there are.
    ///
    /// A file among the scripts or scenarios of a content directory belongs to that directory. One in a directory of
    /// scripts or scenarios that can stand alone belongs to this, and another scenario is read by itself. A directory
    /// that is not a content directory belongs where its files do.
    pub fn of(path: &Path, catalogue: &'static Catalogue, games: &'static [&'static str]) -> Option<Places> {
        if !path.is_dir() {
            return of_file(path, catalogue, games);
        }
        // `scripts` and `scenarios` in a content directory are parts of it.
        let is_part = PARTS.iter().any(|part| path.ends_with(part));
        let above = path.parent().map(or_here).filter(|above| is_part && is_laid_out(above));
        let content = |at: &Path| Some(Places { games, ..Places::in_content(at) }).filter(|it| it.hold(catalogue));
        if let Some(content) = above.as_deref().and_then(content).or_else(|| content(path)) {
            return Some(content);
        }
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut files: Vec<PathBuf> = entries.filter(|file| !file.is_dir()).collect();
        files.sort();
        let places = files.iter().find_map(|file| of_file(file, catalogue, games))?;
        let beside = || Places { scenarios: Some(path.to_path_buf()), games, ..Places::default() };
        Some(if places.files.is_empty() { places } else { beside() })
    }
}

fn of_file(path: &Path, catalogue: &'static Catalogue, games: &'static [&'static str]) -> Option<Places> {
    let content = |root: &PathBuf| Places { games, ..Places::in_content(root) };
    let above: Vec<PathBuf> = path.ancestors().skip(1).map(or_here).collect();
    let within = |at: &Path| path.strip_prefix(at).unwrap_or(path);
    let takes = |root: &&PathBuf| {
        catalogue.takes(within(root)) || within(root) == Path::new(MANIFEST) && content(root).hold(catalogue)
    };
    // The place `scenarios/x` in a directory goes before the place `x` in its `scenarios`.
    let root = above.iter().rfind(takes);
    let alone = |at: &PathBuf| {
        let [scripts, scenarios] = catalogue
            .directories()
            .map(|directory| (directory.has_needs(at) && directory.takes(within(at))).then(|| at.clone()));
        let places = Places { scripts, scenarios, games, ..Places::default() };
        (!places.is_built_in()).then_some(places)
    };
    let laid_out = root.filter(|root| is_laid_out(root)).map(content);
    let places = laid_out.or_else(|| above.iter().find_map(alone)).or_else(|| root.map(content));
    let by_itself = || Places { files: vec![path.to_path_buf()], games, ..Places::default() };
    places.or_else(|| is_named(path, catalogue).then(by_itself))
}

/// Whether a file seems to be one of this game that can be named by itself.
fn is_named(file: &Path, catalogue: &Catalogue) -> bool {
    file.extension().is_some_and(|ending| ending == "toml")
        && Source::read_up_to(file, LARGEST_TOML).is_ok_and(|source| (catalogue.named)(&source).is_some())
}

/// Whether a directory is laid out as a content directory.
fn is_laid_out(root: &Path) -> bool {
    root.join(MANIFEST).is_file() || PARTS.iter().all(|part| root.join(part).is_dir())
}

/// The path of a directory; that of the current one is empty where it is part of others.
fn or_here(path: &Path) -> PathBuf {
    if path.as_os_str().is_empty() { PathBuf::from(".") } else { path.to_path_buf() }
}
