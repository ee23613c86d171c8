//! `watch balance`: what a change of a script does is measured while somebody plays.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A content with a game of one season, so that many are played quickly.
fn content() -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| {
        let file = root.path().join(name);
        std::fs::create_dir_all(file.parent().expect("a directory")).expect("a directory");
        std::fs::write(file, text).expect("a file");
    };
    write("content.toml", "game = \"war\"\nbase = \"war\"\n");
    let scenario = "id = \"short\"\nname = \"A Short Year\"\nfirst_year = 1757\nlast_year = 1757\nsetup = \"1757\"\n\
                    cards = [1, 62]\nhand_size = { french = 3, british = 3 }\n";
    write("scenarios/short.toml", scenario);
    write("scripts/events/small_pox.rhai", "fn play() { game.score(game.side, 0, \"nothing\"); }\n");
    root
}

#[test]
fn one_line_says_what_a_change_does_to_the_balance() {
    let root = content();
    let script = root.path().join("scripts/events/small_pox.rhai");
    let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    command.args(["play", "--scenario", "short", "--seed", "1", "--content"]).arg(root.path());
    let mut program = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
    let mut input = program.stdin.take().expect("its input");
    let output = BufReader::new(program.stdout.take().expect("its output"));
    let (sender, lines) = std::sync::mpsc::channel();
    std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    // The lines that come until one is wanted; meanwhile somebody looks around.
    let mut until = |line: &str, wanted: &dyn Fn(&str) -> bool| {
        let start = Instant::now();
        loop {
            writeln!(input, "{line}").expect("it listens");
            while let Ok(line) = lines.recv_timeout(Duration::from_millis(200)) {
                if wanted(&line) {
                    return line;
                }
            }
            assert!(start.elapsed() < Duration::from_secs(120), "nothing is said");
        }
    };
    until("watch balance", &|line| line.contains("bots play the new scripts against those of now"));
    std::fs::write(&script, "fn play() { game.score(game.side, 3, \"plenty\"); }\n").expect("a script");
    let line = until("show", &|line| line.starts_with("balance: "));
    assert!(line.starts_with("balance: small_pox: French win "), "{line}");
    assert!(line.contains(" %, VP ") || line.contains(" % ±"), "{line}");
    assert!(line.contains("; played in ") && line.contains(" pairs, greedy, "), "{line}");
    // The same as before is known at once, and nobody has to wait for what is not wanted any more.
    std::fs::write(&script, "fn play() { game.score(game.side, 0, \"nothing\"); }\n").expect("a script");
    until("show", &|line| line == "balance: as before the changes");
    until("watch balance off", &|line| line.contains("the balance is no longer measured"));
    writeln!(input, "quit").expect("it listens");
    drop(input);
    assert!(program.wait().expect("it ends").success());
}

#[test]
fn the_scripts_of_the_program_do_not_change() {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let output =
        command.args(["play", "--seed", "1"]).write_stdin("watch balance\nwatch balances\n").output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("the built-in scripts cannot change"), "{text}");
    assert!(text.contains("watch on|off|balance"), "{text}");
}
