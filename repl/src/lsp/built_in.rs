//! The program's own texts as files: an editor can open nothing else. They lie below the directory for caches, as they
//! would in a content directory, and nobody can change them there.

use super::checked_content::CheckedContent;
use super::place;
use directories::ProjectDirs;
use lsp_types::Location;
use std::ops::Range;
use std::path::{Path, PathBuf};
use wilderness_engine::faults::Source;

/// A place in a text: in its file, or in a copy of it if it is part of the program.
pub fn location(shelf: &dyn CheckedContent, source: &Source, span: Range<usize>) -> Option<Location> {
    if !is_built_in(source) {
        return place::location(source, span);
    }
    let root = copies(shelf)?;
    Some(Location::new(place::uri(&root.join(source.name()))?, place::range(source.text(), span)))
}

/// Whether a text is part of the program: files have whole paths.
pub fn is_built_in(source: &Source) -> bool {
    !Path::new(source.name()).is_absolute()
}

/// The directory with copies of all texts of a content that are part of the program. Those that lead from one to the
/// other are all there.
fn copies(shelf: &dyn CheckedContent) -> Option<PathBuf> {
    let directories = ProjectDirs::from("", "", "wilderness")?;
    let root = directories.cache_dir().join("built-in").join(env!("CARGO_PKG_VERSION"));
    for source in shelf.sources().iter().filter(|source| is_built_in(source)) {
        write(&root.join(source.name()), source.text()).ok()?;
    }
    Some(root)
}

/// Writes a file that is not to be changed, unless it is there already.
fn write(file: &Path, text: &str) -> std::io::Result<()> {
    if std::fs::read_to_string(file).is_ok_and(|written| written == text) {
        return Ok(());
    }
    file.parent().map_or(Ok(()), std::fs::create_dir_all)?;
    // Another server may be writing it too: each replaces it whole.
    let new = file.with_extension(format!("new-{}", std::process::id()));
    std::fs::write(&new, text)?;
    let mut permissions = std::fs::metadata(&new)?.permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&new, permissions)?;
    std::fs::rename(&new, file)
}
