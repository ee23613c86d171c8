//! Output files, such as tables and drawings: where a command may write them, so that a typing error destroys nothing.
//! Records have their own rules ([`crate::record::Savefile`]).

use super::{PartialFile, is_empty, is_same, open};
use std::io::{Error, Read as _};
use std::path::{Path, PathBuf};

/// A kind of output file, and how to recognize an earlier one.
#[derive(Clone, Copy)]
pub struct FileForm {
    /// The kind of file, with its article: "a file of games".
    pub what: &'static str,
    /// Whether a file with this beginning is of the kind.
    pub is: fn(&str) -> bool,
}

/// How much of a file is read to recognize it, in bytes.
const BEGINNING: u64 = 64 * 1024;

/// Why an output file is refused.
#[derive(Debug, thiserror::Error)]
pub enum OutputRefused {
    /// The system refuses the write, or the file is not a regular file.
    #[error("`{0}` cannot be written: {1}")]
    Unwritable(String, Error),
    /// The same command reads it.
    #[error("`{0}` is a file that this command reads: name another file to write to")]
    Input(String),
    /// It contains something else.
    #[error("`{0}` is not {1}: name another file, or add `--force` to replace it")]
    Foreign(String, &'static str),
}

/// An output file: a new one, or an earlier output of the same form.
pub struct Output {
    path: PathBuf,
}

impl Output {
    /// Claims a file; with `force` any regular file that the command does not read. Writes nothing yet, but makes sure
    /// that it can.
    ///
    /// # Errors
    /// Why the file is refused.
    pub fn claim(path: &Path, form: FileForm, inputs: &[&Path], force: bool) -> Result<Output, OutputRefused> {
        let name = || path.display().to_string();
        let unwritable = |error| OutputRefused::Unwritable(name(), error);
        let is_new = is_empty(path).map_err(unwritable)?;
        let is_like = || open(path).map(|file| (form.is)(&beginning(file)));
        let is_ours = is_new || is_like().map_err(unwritable)?;
        if inputs.iter().any(|input| is_same(input, path) || !is_ours && is_within(path, input)) {
            return Err(OutputRefused::Input(name()));
        }
        if !is_ours && !force {
            return Err(OutputRefused::Foreign(name(), form.what));
        }
        PartialFile::begin(path).map(drop).map_err(unwritable)?;
        Ok(Output { path: path.into() })
    }

    /// Begins to write the file, which takes its place only when it is finished.
    ///
    /// # Errors
    /// If no file can be created there.
    pub fn begin(&self) -> Result<PartialFile, OutputRefused> {
        PartialFile::begin(&self.path).map_err(|error| self.unwritable(error))
    }

    /// Writes the whole file.
    ///
    /// # Errors
    /// If it cannot be written; the earlier file is then unchanged.
    pub fn write(&self, text: &str) -> Result<(), OutputRefused> {
        super::write_whole(&self.path, text).map_err(|error| self.unwritable(error))
    }

    /// The refusal for an error during writing.
    pub fn unwritable(&self, error: Error) -> OutputRefused {
        OutputRefused::Unwritable(self.path.display().to_string(), error)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// The beginning of a file, as far as it is readable.
fn beginning(file: std::fs::File) -> String {
    let mut bytes = Vec::new();
    let _ = file.take(BEGINNING).read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whether a file is in a directory or below it.
fn is_within(file: &Path, directory: &Path) -> bool {
    let directory = directory.canonicalize().ok().filter(|directory| directory.is_dir());
    directory.is_some_and(|directory| file.canonicalize().is_ok_and(|file| file.starts_with(directory)))
}
