//! Games in a person's own directory: folders and packs there are played by their names.

use directories::ProjectDirs;
use std::path::PathBuf;
use wilderness_engine::content::Pack;

/// A game there.
pub struct OwnGame {
    /// Its name: that of the folder, or of the pack without its ending.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
}

/// The directory: `games` among the data that the system keeps for the program.
pub fn directory() -> Option<PathBuf> {
    Some(ProjectDirs::from("", "", "wilderness")?.data_dir().join("games"))
}

/// What is there, by name; some of it may be no game.
pub fn all() -> Vec<OwnGame> {
    let entries = directory().and_then(|at| at.read_dir().ok()).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path()).filter(|path| path.is_dir() || Pack::is_called(path));
    let named = paths.filter_map(|path| {
        let name = if path.is_dir() { path.file_name() } else { path.file_stem() }?.to_str()?.to_string();
        let is_word = !name.starts_with('.') && !name.contains(char::is_whitespace);
        is_word.then_some(OwnGame { name, path })
    });
    let mut all: Vec<OwnGame> = named.collect();
    all.sort_by(|one, other| one.name.cmp(&other.name));
    all
}

/// The game with a name.
pub fn find(name: &str) -> Option<PathBuf> {
    all().into_iter().find(|game| game.name == name).map(|game| game.path)
}
