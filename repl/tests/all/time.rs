//! Time at the prompt: back and forth, branches, bookmarks; and the game that is kept whatever happens to the program.

use super::golden::{dialogue_anywhere, golden};
use super::machine::HANG;
use assert_cmd::Command;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command as Process, Stdio};

/// The output, the complaints and the exit code of a session.
fn play(arguments: &[&str], lines: &str) -> (String, String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let output = command.arg("play").args(arguments).write_stdin(lines).output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr).replace('\n', " "), output.status.code().expect("an exit code"))
}

const SEED: [&str; 6] = ["--seed", "3", "--windows", "holder", "--british", "random"];
const MOVES: &str = "bastions\nforce\nbougainville\nall\nhud north\nlanguedoc\n";

#[test]
fn one_looks_back_and_goes_on_along_the_line() {
    let said = dialogue_anywhere(&SEED, &format!("{MOVES}back\nback 2\nstep\ngoto end\ngoto start\nstep 999\n"));
    assert_eq!(said.code, 0, "{}", said.text);
    golden("looking-back", &said.replies(&["back", "back 2", "step", "goto start"]));
    assert!(!said.reply("step 999").contains("looking back"), "{}", said.text);
}

#[test]
fn another_choice_begins_a_branch_and_the_line_can_be_returned_to() {
    let lines = "bookmark before\nbastions\nforce\ngoto before\n2\nbranches\nbranch 1\nbookmark\nbranches\n";
    let said = dialogue_anywhere(&SEED, lines);
    assert_eq!(said.code, 0, "{}", said.text);
    golden("branches", &said.text);
}

#[test]
fn what_leads_nowhere_is_said() {
    let said = dialogue_anywhere(&SEED, "back\nstep\ngoto 1759\ngoto nowhere\nbranch 7\nback often\n");
    assert_eq!(said.code, 1);
    golden("back-to-nowhere", &said.text);
}

#[test]
fn branches_and_bookmarks_are_saved_and_loaded() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("game.record");
    let file = file.to_str().expect("a name");
    let (_, err, code) = play(&SEED, &format!("{MOVES}goto start\nbookmark here\n2\nback\nsave {file}\n"));
    assert_eq!((err.as_str(), code), ("", 0));
    let (out, err, _) = play(&["--load", file], &format!("branches\nbookmark\nsave {file}2\n"));
    assert!(out.contains("here: "), "{out}{err}");
    let read = |name: &str| std::fs::read_to_string(name).expect("saved");
    assert_eq!(read(file), read(&format!("{file}2")));
    Command::new(env!("CARGO_BIN_EXE_wilderness")).args(["replay", file]).assert().success();
}

#[test]
fn without_a_terminal_nothing_is_kept_unless_asked_for() {
    let directory = tempfile::tempdir().expect("a directory");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
        let command = command.env("XDG_STATE_HOME", directory.path()).env("HOME", directory.path());
        command.arg("play").args(arguments).write_stdin("1\nautosave\n").output().expect("it runs").stdout
    };
    let out = String::from_utf8(run(&[])).expect("text");
    assert!(out.contains(" is off"), "{out}");
    assert_eq!(std::fs::read_dir(directory.path()).expect("there").count(), 0);
    let file = directory.path().join("kept.record");
    run(&["--autosave", file.to_str().expect("a name")]);
    assert!(file.exists());
}

/// Kills the program when it has begun to deal with so many lines. Returns how many it had begun when it was dead.
fn killed(file: &Path, lines: &str, after: usize) -> usize {
    let mut program = Process::new(env!("CARGO_BIN_EXE_wilderness"));
    let program = program.arg("play").args(SEED).arg("--autosave").arg(file);
    let program = program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = program.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("piped");
    let lines = lines.to_string();
    let typist = std::thread::spawn(move || drop(input.write_all(lines.as_bytes())));
    let output = BufReader::new(child.stdout.take().expect("piped"));
    let mut echoes = output.lines().map_while(Result::ok).filter(|line| is_echo(line));
    let begun = echoes.by_ref().take(after).count();
    child.kill().expect("SIGKILL");
    let begun = begun + echoes.count();
    child.wait().expect("dead");
    typist.join().expect("typed");
    begun
}

fn is_echo(line: &str) -> bool {
    let Some((prompt, typed)) = line.split_once("> ") else { return false };
    let who = prompt.split(' ').next().unwrap_or_default();
    matches!(who, "French" | "British") && typed.parse::<u32>().is_ok()
}

#[test]
fn a_killed_program_loses_at_most_the_last_line() {
    let directory = tempfile::tempdir().expect("a directory");
    let typed: Vec<&str> = (0..400).map(|round| ["1", "2", "4", "1", "3", "2"][round % 6]).collect();
    let text =
        |count: usize| typed[..count.min(typed.len())].iter().map(|line| format!("{line}\n")).collect::<String>();
    let mut seen = 0;
    for after in [0, 1, 2, 5, 13, 34, 89, 144, 233] {
        let file = directory.path().join(format!("killed-{after}.record"));
        let begun = killed(&file, &text(typed.len()), after);
        let Ok(kept) = std::fs::read_to_string(&file) else {
            assert!(begun <= 1, "{begun} lines were begun, and there is no file");
            continue;
        };
        seen += 1;
        Command::new(env!("CARGO_BIN_EXE_wilderness")).arg("replay").arg(&file).assert().success();
        let expected = |count: usize| {
            let whole = directory.path().join("whole.record");
            play(&SEED, &format!("{}save {} --force\n", text(count), whole.display()));
            std::fs::read_to_string(&whole).expect("saved")
        };
        // The echo of a line may have been lost with the program.
        let fits = [begun, begun.saturating_sub(1), begun + 1].into_iter().any(|count| expected(count) == kept);
        assert!(fits, "after {after}, {begun} lines begun:\n{kept}");
    }
    assert!(seen > 4, "the program was killed too early to say anything");
}

#[cfg(unix)]
#[test]
fn a_game_that_was_killed_is_offered_to_one_program_only() {
    use expectrl::{Eof, Expect, Session};
    let home = tempfile::tempdir().expect("a directory");
    let start = || {
        let mut command = Process::new(env!("CARGO_BIN_EXE_wilderness"));
        command.env("XDG_STATE_HOME", home.path()).env("HOME", home.path()).current_dir(home.path());
        let mut session = Session::spawn(command_for_a_terminal(command)).expect("a terminal");
        session.set_expect_timeout(Some(HANG));
        session
    };
    let mut first = start();
    plays_together(&mut first);
    first.expect("French, press Enter> ").expect("the cover page");
    first.send("\r").expect("typed");
    first.expect("French card> ").expect("a prompt");
    first.send("1\r").expect("typed");
    first.expect("French use> ").expect("the next prompt");
    // While it lives, nobody else is offered its game.
    let mut second = start();
    let before = plays_together(&mut second);
    second.expect("French, press Enter> ").expect("the cover page");
    assert!(!before.contains("unfinished"));
    second.send("quit\r").expect("typed");
    second.expect(Eof).expect("the end");
    let pid = first.get_process().pid().to_string();
    assert!(Process::new("kill").args(["-9", &pid]).status().expect("kill").success());
    first.expect(Eof).expect("dead");
    let mut third = start();
    third.expect("1 decision, ").expect("the offer");
    third.expect("resume it?").expect("the question");
    third.send("\r").expect("typed");
    third.expect("French, press Enter> ").expect("the cover page");
    third.send("\r").expect("typed");
    third.expect("French use> ").expect("a prompt");
    third.send("autosave\r").expect("typed");
    third.expect("game-1.record").expect("the same file");
    third.send("quit\r").expect("typed");
    third.expect(Eof).expect("it is kept");
    let mut fourth = start();
    fourth.expect("resume it?").expect("the offer");
    fourth.send("drop\r").expect("typed");
    plays_together(&mut fourth);
    fourth.expect("French, press Enter> ").expect("a new game");
    let mut fifth = start();
    plays_together(&mut fifth);
    fifth.expect("French, press Enter> ").expect("a new game too");
    for game in [&mut fourth, &mut fifth] {
        game.send("\r").expect("typed");
        game.expect("French card> ").expect("a prompt");
        game.send("1\r").expect("typed");
        game.expect("French use> ").expect("the next prompt");
        game.send("quit\r").expect("typed");
        game.expect(Eof).expect("it is kept");
    }
    let mut sixth = start();
    sixth.expect("2 Annus Mirabilis, ").expect("the other one");
    sixth.expect("(5.21)").expect("what happened last");
    sixth.expect("[1-2/n/drop N]").expect("the question");
    sixth.send("drop 1\r").expect("typed");
    sixth.expect("resume it?").expect("the question");
    sixth.send("y\r").expect("typed");
    sixth.expect("French, press Enter> ").expect("the cover page");
}

/// Answers the first question of the program. Returns what came before it.
#[cfg(unix)]
fn plays_together(session: &mut expectrl::session::OsSession) -> String {
    use expectrl::Expect;
    let asked = session.expect("What would you like to do?").expect("the first question");
    let before = String::from_utf8_lossy(asked.before()).into_owned();
    session.send("3\r").expect("typed");
    before
}

#[cfg(unix)]
fn command_for_a_terminal(mut command: Process) -> Process {
    command.env("TERM", "xterm").env("NO_COLOR", "1");
    command
}
