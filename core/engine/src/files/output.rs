//! Output files, such as tables and drawings: where a command may write them, so that a typing error destroys nothing.
//! Records have their own rules ([`crate::record::Savefile`]).

use super::{Part, is_empty, is_same, open};
use std::io::{Error, Read as _};
use std::path::{Path, PathBuf};

/// A kind of output file, and how to recognize an earlier one.
#[derive(Clone, Copy)]
pub struct Form {
    /// The kind of file, with its article: "a file of games".
    pub what: &'static str,
    /// Whether a file with this beginning is of the kind.
    pub is: fn(&str) -> bool,
}

/// How much of a file is read to recognize it, in bytes.
const BEGINNING: u64 = 64 * 1024;

/// Why an output file is refused.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
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
    pub fn claim(path: &Path, form: Form, inputs: &[&Path], force: bool) -> Result<Output, Refused> {
        let name = || path.display().to_string();
        let unwritable = |error| Refused::Unwritable(name(), error);
        let is_new = is_empty(path).map_err(unwritable)?;
        let is_like = || open(path).map(|file| (form.is)(&beginning(file)));
        let is_ours = is_new || is_like().map_err(unwritable)?;
        if inputs.iter().any(|input| is_same(input, path) || !is_ours && is_within(path, input)) {
            return Err(Refused::Input(name()));
        }
        if !is_ours && !force {
            return Err(Refused::Foreign(name(), form.what));
        }
        Part::begin(path).map(drop).map_err(unwritable)?;
        Ok(Output { path: path.into() })
    }

    /// Begins to write the file, which takes its place only when it is finished.
    ///
    /// # Errors
    /// If no file can be created there.
    pub fn begin(&self) -> Result<Part, Refused> {
        Part::begin(&self.path).map_err(|error| self.unwritable(error))
    }

    /// Writes the whole file.
    ///
    /// # Errors
    /// If it cannot be written; the earlier file is then unchanged.
    pub fn write(&self, text: &str) -> Result<(), Refused> {
        super::write_whole(&self.path, text).map_err(|error| self.unwritable(error))
    }

    /// The refusal for an error during writing.
    pub fn unwritable(&self, error: Error) -> Refused {
        Refused::Unwritable(self.path.display().to_string(), error)
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

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: Form = Form { what: "a list of words", is: |text| text.starts_with("words\n") };

    fn claim(path: &Path, inputs: &[&Path], force: bool) -> Result<(), String> {
        Output::claim(path, FORM, inputs, force).map(drop).map_err(|refused| refused.to_string())
    }

    #[test]
    fn foreign_files_are_overwritten_only_by_force() {
        let directory = tempfile::tempdir().expect("a directory");
        let [new, earlier, notes] = ["new", "earlier", "notes"].map(|name| directory.path().join(name));
        std::fs::write(&earlier, "words\none\n").expect("a file");
        std::fs::write(&notes, "Notes").expect("a file");
        assert_eq!((claim(&new, &[], false), claim(&earlier, &[], false)), (Ok(()), Ok(())));
        let refused = claim(&notes, &[], false).expect_err("notes");
        assert!(refused.ends_with("notes` is not a list of words: name another file, or add `--force` to replace it"));
        assert_eq!(claim(&notes, &[], true), Ok(()));
        assert!(claim(directory.path(), &[], true).expect_err("a directory").contains("not a regular file"));
        assert!(!new.exists(), "nothing is written by the claim");
    }

    #[test]
    fn an_input_is_never_overwritten_under_any_name() {
        let directory = tempfile::tempdir().expect("a directory");
        let [rows, link] = ["rows", "link"].map(|name| directory.path().join(name));
        std::fs::write(&rows, "words\none\n").expect("a file");
        std::fs::hard_link(&rows, &link).expect("a link");
        let refused = claim(&link, &[&rows], true).expect_err("an input");
        assert!(refused.contains("is a file that this command reads"), "{refused}");
        std::fs::write(directory.path().join("deck.toml"), "[card]").expect("a file");
        let deck = directory.path().join("deck.toml");
        assert!(claim(&deck, &[directory.path()], true).is_err(), "a file among the scripts");
        assert_eq!(claim(&rows, &[directory.path()], false), Ok(()), "an earlier output beside them");
    }

    #[test]
    fn an_unfinished_output_leaves_the_earlier_file_unchanged() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("rows");
        std::fs::write(&path, "words\none\n").expect("a file");
        let output = Output::claim(&path, FORM, &[], false).expect("an earlier output");
        let mut part = output.begin().expect("room");
        std::io::Write::write_all(&mut part, b"half").expect("room");
        drop(part);
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), "words\none\n");
        assert_eq!(std::fs::read_dir(directory.path()).expect("a directory").count(), 1);
        output.write("words\ntwo\n").expect("room");
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), "words\ntwo\n");
    }

    #[test]
    #[cfg(unix)]
    fn a_pipe_is_not_waited_for() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.is_ok_and(|status| status.success()));
        let refused = claim(&path, &[], true).expect_err("a pipe");
        assert!(refused.ends_with("it is a pipe, not a regular file"), "{refused}");
    }
}
