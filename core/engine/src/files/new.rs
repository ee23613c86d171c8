//! Writing files that are not there yet.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

/// Writes files, with their directories. Nothing is written if one of them is there already with another text; what is
/// there with the same text stays.
///
/// # Errors
/// In words: files that are there with another text; errors of the system.
pub fn write_new(files: &[(PathBuf, Vec<u8>)]) -> Result<(), String> {
    let cannot = |path: &Path, error: io::Error| format!("cannot write `{}`: {error}", path.display());
    let mut changed = Vec::new();
    for (path, text) in files {
        match fs::read(path) {
            Ok(found) if found != *text => changed.push(format!("`{}`", path.display())),
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(cannot(path, error)),
            _ => {}
        }
    }
    if !changed.is_empty() {
        return Err(format!("{} would be overwritten: nothing was written", changed.join(", ")));
    }
    files.iter().try_for_each(|(path, text)| write_one(path, text).map_err(|error| cannot(path, error)))
}

fn write_one(path: &Path, text: &[u8]) -> io::Result<()> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(mut file) => file.write_all(text),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}
