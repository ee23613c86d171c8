//! The layers of a content directory: its `content.toml`, and the directories that it is based on.

use super::other_game;
use crate::faults::{Fault, Faults, Source, Spanned, read_toml};
use crate::files::LARGEST_TOML;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The file that names the base of a content directory.
pub const MANIFEST: &str = "content.toml";

/// `content.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    game: Option<Spanned<String>>,
    #[serde(rename = "name")]
    _name: Option<String>,
    #[serde(rename = "author")]
    _author: Option<String>,
    #[serde(rename = "licence")]
    _licence: Option<String>,
    base: Option<Spanned<String>>,
}

/// What the lowest of the directories is based on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bottom {
    /// The built-in content.
    BuiltIn,
    /// Nothing: it has everything that the game needs.
    Whole,
    /// Nothing if it has everything, or else the built-in content: nothing is said about it for this game.
    Either,
}

/// A content directory and its bases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Layers {
    /// The directories, the base first. Each holds only what differs from those before it.
    pub directories: Vec<PathBuf>,
    /// What the first of them is based on.
    pub bottom: Bottom,
    /// Whether a `content.toml` names the game.
    pub is_ours: bool,
}

/// There is no such directory.
pub fn no_directory(at: &Path) -> Fault {
    Fault::error("content::no_directory", format!("there is no directory `{}`", at.display()))
}

impl Layers {
    /// The layers of a content directory for a game. The id of a game as a base means the built-in content; `games` are
    /// the other games that there are.
    ///
    /// # Errors
    /// A directory or base that does not exist, bases that form a circle, an unknown game, a `content.toml` with faults.
    pub fn find(root: &Path, game: &str, games: &[&str]) -> Result<Layers, Faults> {
        if !root.is_dir() {
            return Err(no_directory(root).into());
        }
        let mut layers = Layers { directories: vec![root.to_path_buf()], bottom: Bottom::Either, is_ours: false };
        let mut seen = vec![identity(root)];
        let mut directory = root.to_path_buf();
        while directory.join(MANIFEST).exists() {
            let source = Source::read_up_to(&directory.join(MANIFEST), LARGEST_TOML)?;
            let manifest = Manifest::read(&source, game, games)?;
            let named = manifest.game.as_ref().map(|named| named.get_ref() == game);
            layers.is_ours |= named == Some(true);
            let Some(base) = manifest.base else {
                // What it says is for its own game.
                layers.bottom = if named == Some(false) { Bottom::Either } else { Bottom::Whole };
                break;
            };
            let word = base.get_ref().as_str();
            if word == game || games.contains(&word) {
                layers.bottom = Bottom::BuiltIn;
                layers.is_ours |= word == game;
                break;
            }
            let next = directory.join(word);
            let at = |code: &str, message: String, label: &str| {
                Faults::from(Fault::error(format!("content::{code}"), message).at(&source, base.span(), label))
            };
            if !next.is_dir() {
                let label = format!("neither `{game}` (the built-in content) nor a directory");
                return Err(at("no_base", format!("the base `{word}` does not exist"), &label));
            }
            if seen.contains(&identity(&next)) {
                let message = format!("`{word}` is based on itself");
                return Err(at("base_circle", message, "this leads back to a directory that is based on it"));
            }
            seen.push(identity(&next));
            layers.directories.insert(0, next.clone());
            directory = next;
        }
        Ok(layers)
    }

    /// The `content.toml` of each layer that has one.
    pub fn manifests(&self) -> impl Iterator<Item = PathBuf> {
        self.directories.iter().map(|directory| directory.join(MANIFEST)).filter(|file| file.exists())
    }
}

/// What is wrong with the form of a `content.toml`.
pub fn manifest_faults(source: &Source) -> Faults {
    let mut faults = Faults::none();
    let _: Option<Manifest> = read_toml("content", source, &mut faults);
    faults
}

impl Manifest {
    fn read(source: &Source, game: &str, games: &[&str]) -> Result<Manifest, Faults> {
        let mut faults = Faults::none();
        let Some(manifest) = read_toml::<Manifest>("content", source, &mut faults) else { return Err(faults) };
        let is_known = |named: &str| named == game || games.contains(&named);
        if let Some(other) = manifest.game.as_ref().filter(|other| !is_known(other.get_ref())) {
            faults.push(other_game("content", other.get_ref(), game).at(source, other.span(), "another game"));
        }
        faults.into_result(manifest)
    }
}

/// The identity of a directory, whatever path leads to it.
fn identity(directory: &Path) -> PathBuf {
    directory.canonicalize().unwrap_or_else(|_| directory.to_path_buf())
}
