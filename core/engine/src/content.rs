//! Content directories: their `content.toml`, their bases, and the files in them. Each game defines which files its
//! content consists of.

use crate::faults::{Fault, Faults, Source, Spanned, read_toml};
use crate::files::LARGEST_TOML;
use serde::Deserialize;
use std::collections::BTreeMap;
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
    base: Option<Spanned<String>>,
}

/// A content directory and its bases.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layers {
    /// The directories, the base first. Each holds only what differs from those before it.
    pub directories: Vec<PathBuf>,
    /// Whether the first of them is based on the built-in content.
    pub on_program: bool,
}

impl Layers {
    /// The layers of a content directory. `game` is the id of the game; as a base it means the built-in content.
    ///
    /// # Errors
    /// A directory or base that does not exist, bases that form a circle, another game, a `content.toml` with faults.
    pub fn find(root: &Path, game: &str) -> Result<Layers, Faults> {
        if !root.is_dir() {
            let message = format!("there is no directory `{}`", root.display());
            return Err(Fault::error("content::no_directory", message).into());
        }
        let mut layers = Layers { directories: vec![root.to_path_buf()], on_program: false };
        let mut seen = vec![identity(root)];
        let mut directory = root.to_path_buf();
        while directory.join(MANIFEST).exists() {
            let source = Source::read_up_to(&directory.join(MANIFEST), LARGEST_TOML)?;
            let Some(base) = base(&source, game)? else { break };
            if base.get_ref() == game {
                layers.on_program = true;
                break;
            }
            let next = directory.join(base.get_ref());
            let at = |code: &str, message: String, label: &str| {
                Faults::from(Fault::error(format!("content::{code}"), message).at(&source, base.span(), label))
            };
            if !next.is_dir() {
                let message = format!("the base `{}` does not exist", base.get_ref());
                let label = format!("neither `{game}` (the built-in content) nor a directory");
                return Err(at("no_base", message, &label));
            }
            if seen.contains(&identity(&next)) {
                let message = format!("`{}` is based on itself", base.get_ref());
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

/// The base that a `content.toml` names.
fn base(source: &Source, game: &str) -> Result<Option<Spanned<String>>, Faults> {
    let mut faults = Faults::none();
    let Some(manifest) = read_toml::<Manifest>("content", source, &mut faults) else { return Err(faults) };
    if let Some(other) = manifest.game.as_ref().filter(|other| other.get_ref() != game) {
        faults.push(other_game("content", other.get_ref(), game).at(source, other.span(), "another game"));
    }
    faults.into_result(manifest.base)
}

/// The fault of a file that belongs to another game. `family` is the first part of the code.
pub fn other_game(family: &str, found: &str, game: &str) -> Fault {
    let fault = Fault::error(format!("{family}::other_game"), format!("this belongs to another game: `{found}`"));
    fault.help(format!("this program plays `{game}`"))
}

/// The identity of a directory, whatever path leads to it.
fn identity(directory: &Path) -> PathBuf {
    directory.canonicalize().unwrap_or_else(|_| directory.to_path_buf())
}

/// The files of a directory with this ending, by name. Hidden files are left out: editors use them for locks and
/// half-written copies.
pub fn files_in(directory: &Path, ending: &str) -> BTreeMap<String, PathBuf> {
    let mut files = BTreeMap::new();
    for file in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = file.file_name().to_string_lossy().into_owned();
        if name.ends_with(ending) && !name.starts_with('.') && !file.path().is_dir() {
            files.insert(name, file.path());
        }
    }
    files
}
