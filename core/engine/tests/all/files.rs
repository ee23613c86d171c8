//! Files that are read and written.

use std::io::ErrorKind;
use std::path::Path;
use wilderness_engine::files::{FileForm, Output, read};

#[test]
fn a_file_is_read_up_to_its_limit_and_no_further() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("file");
    std::fs::write(&path, "x".repeat(1024)).expect("a file");
    assert_eq!(read(&path, 1024).expect("text").len(), 1024);
    assert_eq!(read(&path, 1023).expect_err("too long").kind(), ErrorKind::FileTooLarge);
    std::fs::write(&path, b"abc\xff").expect("a file");
    assert_eq!(read(&path, 9).expect_err("bytes").to_string(), "it is not text in UTF-8: byte 3 is wrong");
    assert_eq!(read(directory.path(), 9).expect_err("a directory").kind(), ErrorKind::Other);
}

#[test]
#[cfg(unix)]
fn a_device_is_not_read_even_through_a_link() {
    let directory = tempfile::tempdir().expect("a directory");
    let link = directory.path().join("events.rhai");
    std::os::unix::fs::symlink("/dev/zero", &link).expect("a link");
    let error = read(&link, 9).expect_err("a device");
    assert_eq!(error.to_string(), "it is a device, not a regular file");
}

const FORM: FileForm = FileForm { what: "a list of words", is: |text| text.starts_with("words\n") };

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
