//! Where a game is written: only to new files and to records of the same game.

use super::robustness_output::{Ran, file, run_with};
use std::path::Path;

const NOTES: &str = "# Notes\n";

/// Plays with these arguments and lines.
fn play(arguments: &[&str], lines: &str) -> Ran {
    run_with(&[&["play"], arguments].concat(), lines)
}

/// A game with this seed.
fn seeded<'a>(seed: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["--seed", seed, "--windows", "holder"], more].concat()
}

fn directory() -> tempfile::TempDir {
    tempfile::tempdir().expect("a directory")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path).expect("a file")
}

fn names(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).expect("a directory").flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn as_is_not_part_of_the_name_of_a_file() {
    let directory = directory();
    let game = directory.path().join("game.record").display().to_string();
    let ran = play(&seeded("3", &[]), &format!("save as {game}\n"));
    assert_eq!((ran.code, names(directory.path())), (0, vec!["game.record".to_string()]), "{}", ran.err);
}

#[test]
fn save_overwrites_neither_notes_nor_another_game_unless_it_is_forced() {
    let directory = directory();
    let notes = file(&directory, "README.md", NOTES);
    let game = directory.path().join("game.record").display().to_string();
    let ran = play(&seeded("3", &[]), &format!("1\nsave {game}\n1\nsave {game}\n"));
    assert_eq!((ran.code, ran.out.matches("saved in").count()), (0, 2), "{}", ran.err);
    let kept = read(&game);
    let refused = play(&seeded("4", &[]), &format!("save {notes}\nsave {game}\n"));
    assert_eq!((refused.code, refused.err.matches("no: `").count()), (1, 2), "{}", refused.err);
    assert_eq!((read(&notes).as_str(), read(&game)), (NOTES, kept));
    let forced = play(&seeded("4", &[]), &format!("save {notes} --force\n"));
    assert_eq!(forced.code, 0, "{}", forced.err);
    assert!(read(&notes).starts_with("wilderness-record 2\n"));
    assert_eq!(names(directory.path()), ["README.md", "game.record"], "neither locks nor halves stay behind");
}

#[test]
fn save_writes_to_no_directory_and_through_no_link() {
    let directory = directory();
    let notes = file(&directory, "notes", NOTES);
    let path = |name: &str| directory.path().join(name).display().to_string();
    let mut lines = format!("save {}\nsave {}\n", directory.path().display(), path("missing/game.record"));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&notes, path("link")).expect("a link");
        lines.push_str(&format!("save {} --force\nsave /dev/null --force\n", path("link")));
    }
    let ran = play(&seeded("3", &[]), &lines);
    assert_eq!((ran.code, ran.err.matches("no: `").count()), (1, lines.lines().count()), "{}", ran.err);
    assert_eq!(read(&notes), NOTES);
}

#[test]
fn a_game_that_cannot_be_kept_in_its_file_does_not_begin() {
    let directory = directory();
    let notes = file(&directory, "notes", NOTES);
    let missing = directory.path().join("missing/game.record").display().to_string();
    for place in [&notes, &missing, &directory.path().display().to_string()] {
        let ran = play(&seeded("3", &["--autosave", place]), "1\n");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{place}: {}", ran.err);
    }
    assert_eq!(read(&notes), NOTES);
    assert_eq!(play(&seeded("3", &["--autosave", &notes, "--force"]), "1\n").code, 0);
    assert!(read(&notes).starts_with("wilderness-record 2\n"));
}

#[test]
fn autosave_goes_on_with_the_record_that_was_loaded_and_keeps_it_when_another_game_begins() {
    let directory = directory();
    let game = directory.path().join("game.record").display().to_string();
    assert_eq!(play(&seeded("3", &["--autosave", &game]), "1\n").code, 0);
    let before = read(&game);
    assert_eq!(play(&["--load", &game, "--autosave", &game], "1\n").code, 0);
    let after = read(&game);
    assert!(after.len() > before.len());
    let other = play(&["--load", &game, "--autosave", &game], "new annus-mirabilis --seed 4\n1\n");
    assert_eq!((other.code, read(&game)), (2, after), "{}", other.err);
    assert!(other.err.contains("`"), "{}", other.err);
}

#[test]
fn a_game_may_be_saved_in_the_file_that_it_is_kept_in() {
    let directory = directory();
    let game = directory.path().join("game.record").display().to_string();
    let ran = play(&seeded("3", &["--autosave", &game]), &format!("1\nsave {game}\n"));
    assert_eq!(ran.code, 0, "{}", ran.err);
}

#[test]
fn two_programs_do_not_keep_their_games_in_one_file() {
    let directory = directory();
    let game = directory.path().join("game.record").display().to_string();
    let mut first = std::process::Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let first = first.args(["play", "--seed", "3", "--autosave", &game]);
    let pipe = std::process::Stdio::piped;
    let mut first = first.stdin(pipe()).stdout(pipe()).stderr(pipe()).spawn().expect("the program runs");
    let mut greeting = [0; 9];
    let out = first.stdout.as_mut().expect("a pipe");
    std::io::Read::read_exact(out, &mut greeting).expect("it says something when it has begun");
    let second = play(&["--seed", "3", "--autosave", &game], "1\n");
    drop(first.stdin.take());
    first.wait_with_output().expect("it ends");
    assert_eq!(second.code, 2);
    assert!(second.err.contains("another"), "{}", second.err);
    assert_eq!(play(&["--seed", "3", "--autosave", &game], "1\n").code, 0, "it has ended");
}

#[test]
fn what_a_killed_program_left_half_written_is_gone_after_the_next_save() {
    let directory = directory();
    file(&directory, ".game.record.4711.part", "half");
    file(&directory, ".game.record.lock", "");
    let game = directory.path().join("game.record").display().to_string();
    assert_eq!(play(&seeded("3", &["--autosave", &game]), "1\n").code, 0);
    assert_eq!(names(directory.path()), ["game.record"]);
}

#[test]
fn replay_saves_over_no_other_game() {
    let directory = directory();
    let notes = file(&directory, "notes", NOTES);
    let record = super::robustness_output::beside("tests/records/monongahela-1755.record").display().to_string();
    let ran = run_with(&["replay", &record, "--save", &notes], "");
    assert_eq!((ran.code, read(&notes).as_str()), (2, NOTES), "{}", ran.err);
    assert_eq!(run_with(&["replay", &record, "--save", &notes, "--force"], "").code, 0);
}

#[test]
fn a_record_that_holds_more_of_the_game_is_not_replaced() {
    let directory = directory();
    let game = directory.path().join("game.record").display().to_string();
    assert_eq!(play(&seeded("3", &["--autosave", &game]), "1\n1\n1\n").code, 0);
    let kept = read(&game);
    let again = play(&seeded("3", &["--autosave", &game]), "2\n");
    assert_eq!(again.code, 2);
    assert!(again.err.contains("3 more"), "{}", again.err);
    let other = play(&seeded("3", &[]), &format!("2\nsave {game}\n"));
    assert!(other.err.contains("answer 1"), "{}", other.err);
    let cut = run_with(&["replay", &game, "--to", "1", "--save", &game], "");
    assert!(cut.code == 2 && cut.err.contains("3 more"), "{}", cut.err);
    assert_eq!(read(&game), kept);
    let loaded = play(&seeded("4", &[]), &format!("load {game}\nundo --force\n2\nsave {game}\n"));
    assert!(loaded.out.contains("saved in"), "{}", loaded.err);
    assert_eq!(play(&seeded("3", &["--autosave", &game, "--force"]), "2\n").code, 0);
}

#[test]
fn a_game_in_which_nothing_is_typed_is_kept_in_its_file_too() {
    let directory = directory();
    let game = directory.path().join("game.record").display().to_string();
    assert_eq!(play(&seeded("3", &["--autosave", &game]), "").code, 0);
    assert!(read(&game).contains("seed 3\n"));
}

#[test]
fn comments_in_a_record_stay_when_the_game_goes_on() {
    let directory = directory();
    let text = "# A game.\nscenario annus-mirabilis\nseed 3\n# The French begin.\n";
    let game = file(&directory, "game.record", text);
    assert_eq!(play(&["--load", &game, "--autosave", &game], "1\n1\n").code, 0);
    let kept = read(&game);
    assert!(kept.contains("# A game.\n# The French begin.\n") && kept.contains("french card"), "{kept}");
    let marked = kept.replacen("\nfrench card", "\n# A bold move.\nfrench card", 1);
    std::fs::write(&game, &marked).expect("a file");
    assert_eq!(play(&["--load", &game, "--autosave", &game], "1\n").code, 0);
    assert!(read(&game).contains("\n# A bold move.\nfrench card"), "{}", read(&game));
}
