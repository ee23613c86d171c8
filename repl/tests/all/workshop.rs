//! `tutorial designer`: a card is changed while it is played.

use super::machine::HANG;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

/// A program in a directory, and what it has said.
struct Table {
    program: std::process::Child,
    input: std::process::ChildStdin,
    lines: std::sync::mpsc::Receiver<String>,
    said: String,
}

impl Table {
    fn start(directory: &std::path::Path) -> Table {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
        command.args(["play", "--seed", "1"]).current_dir(directory).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut program = command.stderr(Stdio::piped()).spawn().expect("it runs");
        let (sender, lines) = std::sync::mpsc::channel();
        let (out, err) = (program.stdout.take().expect("output"), program.stderr.take().expect("errors"));
        let other = sender.clone();
        std::thread::spawn(move || BufReader::new(out).lines().map_while(Result::ok).try_for_each(|l| sender.send(l)));
        std::thread::spawn(move || BufReader::new(err).lines().map_while(Result::ok).try_for_each(|l| other.send(l)));
        let input = program.stdin.take().expect("its input");
        Table { program, input, lines, said: String::new() }
    }

    /// Types a line, and waits until something is said.
    fn says(&mut self, line: &str, wanted: &str) {
        writeln!(self.input, "{line}").expect("it listens");
        self.said.clear();
        while !self.said.contains(wanted) {
            let next = self.lines.recv_timeout(HANG);
            let next =
                next.unwrap_or_else(|_| panic!("`{line}` is not answered with `{wanted}` but with\n{}", self.said));
            self.said.push_str(&(next + "\n"));
        }
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

#[test]
fn a_card_is_changed_while_it_is_played_step_by_step() {
    let home = tempfile::tempdir().expect("a directory");
    let script = home.path().join("my-cards/scripts/events/small_pox.rhai");
    let change = |from: &str, to: &str| {
        let text = std::fs::read_to_string(&script).expect("the script");
        assert!(text.contains(from), "{text}");
        std::fs::write(&script, text.replace(from, to)).expect("the script");
    };
    let mut table = Table::start(home.path());
    table.says("tutorial designer", "  show card 34");
    assert!(table.said.contains(" 1/7"));
    table.says("xyzzy", "no:"); // looking around and wrong lines change nothing
    table.says("show card 34", "  watch on");
    assert!(table.said.contains("my-cards/scripts/events/small_pox.rhai"), "{}", table.said);
    table.says("watch on", " 3/7");
    change("game.enemy, 5)", "game.enemy, 6)");
    table.says("show", " 4/7");
    assert!(table.said.contains(": small_pox"), "{}", table.said);
    change("game.roll()", "game.rol()");
    table.says("show", "script::unknown_function");
    change("game.rol()", "game.roll()");
    change("    game.eliminate_even_besieged(game.units(game.enemy, space).of_kind(\"indian\"));\n", "");
    table.says("show", " 5/7");
    table.says("play 34", " 6/7");
    assert!(table.said.contains("Small Pox"), "{}", table.said);
    table.says("undo --force", " 7/7");
    table.says("watch balance", ": the end");
    assert!(table.said.contains("bots play"), "{}", table.said);
    // What was changed is not thrown away by the next one.
    table.says("tutorial designer", "`my-cards`");
}
