//! Files of output, such as tables and drawings: where a command may write them, so that nothing is lost by a slip of the
//! pen. Records have rules of their own ([`crate::record::Savefile`]).

use super::{Part, is_empty, is_same, open};
use std::io::{Error, Read as _};
use std::path::{Path, PathBuf};

/// What is written, and how an earlier file of the kind is told from others.
#[derive(Clone, Copy)]
pub struct Form {
    /// What such a file is, with its article: "a file of games".
    pub what: &'static str,
    /// Whether a file that begins so is one.
    pub is: fn(&str) -> bool,
}

/// So much of a file is looked at to tell what it is, in bytes.
const BEGINNING: u64 = 64 * 1024;

/// Why nothing is written to a file.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// The system does not let it be written, or it is not a regular file.
    #[error("`{0}` cannot be written: {1}")]
    Unwritable(String, Error),
    /// It is read by the same command.
    #[error("`{0}` is a file that this command reads: name another file to write to")]
    Input(String),
    /// Something else is in it.
    #[error("`{0}` is not {1}: name another file, or add `--force` to replace it")]
    Foreign(String, &'static str),
}

/// A file that may be written to: a new one, or one that holds an earlier output of the same form.
pub struct Output {
    path: PathBuf,
}

impl Output {
    /// Takes a file; with `force` any regular one, except those that the command reads. Nothing is written yet, but it has
    /// been tried whether that can be done.
    ///
    /// # Errors
    /// Why it may not be written to.
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

    /// Begins to write it. It is in its place only when it is finished.
    ///
    /// # Errors
    /// If no file can be made there.
    pub fn begin(&self) -> Result<Part, Refused> {
        Part::begin(&self.path).map_err(|error| self.unwritable(error))
    }

    /// Writes all of it.
    ///
    /// # Errors
    /// If it cannot be written; what was there before is still there.
    pub fn write(&self, text: &str) -> Result<(), Refused> {
        super::write_whole(&self.path, text).map_err(|error| self.unwritable(error))
    }

    /// Why it cannot be written after all.
    pub fn unwritable(&self, error: Error) -> Refused {
        Refused::Unwritable(self.path.display().to_string(), error)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// The beginning of a file, as far as it can be read.
fn beginning(file: std::fs::File) -> String {
    let mut bytes = Vec::new();
    let _ = file.take(BEGINNING).read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whether a file is somewhere in a directory.
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
    fn new_files_and_earlier_outputs_are_written_to_and_others_only_by_force() {
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
    fn what_a_command_reads_is_not_written_to_under_any_name() {
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
    fn an_output_that_is_not_finished_leaves_what_was_there() {
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
