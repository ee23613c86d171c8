//! `watch balance`: what a change of a script does is measured while somebody plays.

use super::machine::HANG;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A content with a game of one season, so that many are played quickly.
fn content() -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| wilderness_tests::write(root.path(), name, text);
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
    let mut say = |line: &str| writeln!(input, "{line}").expect("it listens");
    // Waits for a line, as somebody does who looks around meanwhile.
    let heard = |wanted: &dyn Fn(&str) -> bool| loop {
        let line = lines.recv_timeout(HANG).expect("something is said");
        if wanted(&line) {
            return line;
        }
    };
    let look_until = |say: &mut dyn FnMut(&str), wanted: &dyn Fn(&str) -> bool| {
        let begun = Instant::now();
        loop {
            say("show");
            // A pause between two looks, not a limit: what comes later is found at the next look.
            let mut told = std::iter::from_fn(|| lines.recv_timeout(Duration::from_millis(200)).ok());
            if let Some(line) = told.find(|line| wanted(line)) {
                return line;
            }
            assert!(begun.elapsed() < HANG, "nothing is said");
        }
    };
    say("watch balance");
    heard(&|line| line.contains("bots play"));
    // Points for who is ahead anyway: it is soon known that they win no games.
    let plenty = "fn play() { if game.vp(Side::FRENCH) > 0 { game.score(Side::FRENCH, 1, \"plenty\"); } }\n";
    std::fs::write(&script, plenty).expect("a script");
    let line = look_until(&mut say, &|line| line.starts_with("balance: "));
    assert!(line.contains(": small_pox: "), "{line}");
    assert!(line.contains(" %, VP ") || line.contains(" % ±"), "{line}");
    assert!(line.contains(" played in ") && line.contains("greedy, "), "{line}");
    // The same as before is known at once, and nobody has to wait for what is not wanted any more.
    std::fs::write(&script, "fn play() { game.score(game.side, 0, \"nothing\"); }\n").expect("a script");
    look_until(&mut say, &|line| line.starts_with("balance: ") && !line.contains("small_pox"));
    say("watch balance off");
    heard(&|line| line.contains("no longer"));
    say("quit");
    assert!(program.wait().expect("it ends").success());
}

#[test]
fn the_scripts_of_the_program_do_not_change() {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let output =
        command.args(["play", "--seed", "1"]).write_stdin("watch balance\nwatch balances\n").output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("built-in"), "{text}");
    assert!(text.contains("on|off|balance"), "{text}");
}
