//! Signals by which a system ends a program: nothing is lost, and the terminal is as it was.

use crate::machine::HANG;
use expectrl::{Expect, Session};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

fn send(signal: &str, process: impl std::fmt::Display) {
    let sent = Command::new("kill").args([signal, &process.to_string()]).status().expect("`kill`");
    assert!(sent.success());
}

/// Waits until the games played so far fill some lines of the temporary file.
fn waits_for_rows(directory: &Path, child: &mut Child) {
    let began = Instant::now();
    loop {
        let files = std::fs::read_dir(directory).expect("a directory").flatten();
        let has_rows = |path: &Path| std::fs::read_to_string(path).is_ok_and(|text| text.lines().count() > 3);
        if files.map(|file| file.path()).any(|path| has_rows(&path)) {
            return;
        }
        assert!(child.try_wait().expect("a process").is_none(), "it has ended by itself");
        assert!(began.elapsed() < HANG, "no game is ever played");
        std::thread::yield_now();
    }
}

#[test]
fn simulate_died_of_a_signal_without_its_report_and_its_file() {
    for (signal, code) in [("-TERM", 143), ("-HUP", 129), ("-INT", 130)] {
        let at = tempfile::tempdir().expect("a directory");
        let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
        command.args(["simulate", "--games", "100000000", "--jobs", "1", "--out", "rows.csv"]).current_dir(at.path());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program");
        waits_for_rows(at.path(), &mut child);
        send(signal, child.id());
        let output = child.wait_with_output().expect("the program ends");
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{signal}: {said}");
        let games = said.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0);
        let rows = std::fs::read_to_string(at.path().join("rows.csv")).expect("the rows");
        assert_eq!(rows.lines().count(), games + 1, "{said}");
        let left: Vec<_> = std::fs::read_dir(at.path()).expect("a directory").flatten().collect();
        assert_eq!(left.len(), 1, "{left:?}");
    }
}

#[test]
fn an_arena_that_was_stopped_lost_its_games() {
    let at = tempfile::tempdir().expect("a directory");
    let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let ladder = ["arena", "random", "greedy", "search:2", "--games", "100000000", "--jobs", "1", "--out", "rows.csv"];
    command.args(ladder).arg("--json").current_dir(at.path());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program");
    waits_for_rows(at.path(), &mut child);
    send("-TERM", child.id());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(143));
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a result");
    let games = |meeting: &serde_json::Value| meeting["all"]["games"].as_u64().expect("a number");
    let games: u64 = result["meetings"].as_array().expect("a list").iter().map(games).sum();
    let rows = std::fs::read_to_string(at.path().join("rows.csv")).expect("the rows");
    assert_eq!(rows.lines().count() as u64, games + 1, "{result}");
}

#[test]
fn timeout_sends_its_signal_twice_and_cut_off_the_report() {
    let at = tempfile::tempdir().expect("a directory");
    let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    command.args(["simulate", "--games", "100000000", "--jobs", "1", "--out", "rows.csv"]).current_dir(at.path());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program");
    waits_for_rows(at.path(), &mut child);
    send("-TERM", child.id());
    send("-TERM", child.id());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(143));
    assert!(!output.stdout.is_empty() && at.path().join("rows.csv").exists());
}

/// The process that a shell has started.
fn child_of(shell: impl std::fmt::Display) -> String {
    let found = Command::new("pgrep").args(["-P", &shell.to_string()]).output().expect("`pgrep`");
    String::from_utf8_lossy(&found.stdout).trim().to_string()
}

#[test]
fn an_analysis_that_is_stopped_tells_of_the_steps_that_it_has_analysed() {
    let home = tempfile::tempdir().expect("a directory");
    let mut command = Command::new("sh");
    let record = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/records/golden-annus-mirabilis.record");
    let script = "\"$0\" analyse \"$1\" --depth 3 --jobs 1 --json > analysis.json; echo \"ended with $?\"";
    command.args(["-c", script, env!("CARGO_BIN_EXE_wilderness"), record]).current_dir(home.path());
    command.env("TERM", "xterm");
    let mut session = Session::spawn(command).expect("a terminal");
    session.set_expect_timeout(Some(HANG));
    session.expect(expectrl::Regex("[2-9]/[0-9]+ steps")).expect("the second step");
    send("-INT", child_of(session.get_process().pid()));
    session.expect("ended with 130").expect("the program ends");
    let told = std::fs::read_to_string(home.path().join("analysis.json")).expect("what it has analysed");
    let analysis: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    let steps = |key: &str| analysis["steps"][key].as_u64().expect("a number");
    assert!((1..steps("played")).contains(&steps("analysed")), "{}", analysis["steps"]);
    assert_eq!(analysis["curve"].as_array().map(Vec::len), Some(steps("analysed") as usize + 1));
}

#[test]
fn a_signal_left_the_terminal_without_echo() {
    for (signal, code) in [("-TERM", 143), ("-HUP", 129)] {
        let home = tempfile::tempdir().expect("a directory");
        let mut command = Command::new("sh");
        let program = env!("CARGO_BIN_EXE_wilderness");
        let script = "stty sane; \"$0\" play --seed 5 --british random; echo \"ended with $?\"; stty -a; echo over";
        command.args(["-c", script, program]).current_dir(home.path());
        command.env("XDG_STATE_HOME", home.path()).env("HOME", home.path()).env("TERM", "xterm").env("NO_COLOR", "1");
        let mut session = Session::spawn(command).expect("a terminal");
        session.set_expect_timeout(Some(HANG));
        session.expect("card> ").expect("the first question");
        send(signal, child_of(session.get_process().pid()));
        session.expect(format!("ended with {code}")).expect("the program ends");
        let modes = session.expect("over").expect("the modes of the terminal");
        let modes = String::from_utf8_lossy(modes.before()).into_owned();
        let has = |mode: &str| modes.split_whitespace().any(|word| word.trim_end_matches(';') == mode);
        assert!(has("echo") && has("icanon"), "{signal}: {modes}");
    }
}
