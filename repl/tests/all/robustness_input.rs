//! Input that is too long, too wrong or no file at all: what is answered, and how much of it. That it is answered
//! quickly is measured by hand; here it is enough that these tests end.

use super::robustness_output::{Ran, file, flat, run, run_with};

/// So many mistakes that nobody reads them all.
const MANY: usize = 20_000;

fn directory() -> tempfile::TempDir {
    tempfile::tempdir().expect("a directory")
}

/// Says so many errors, and lists a hundred.
fn is_short(ran: &Ran, errors: usize, code: &str) {
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(ran.err.contains(&format!("{errors} errors")), "{}", &ran.err[..300.min(ran.err.len())]);
    assert!(ran.err.contains("(100 listed)"), "{}", &ran.err[..300.min(ran.err.len())]);
    assert_eq!(ran.err.matches(code).count(), 100);
    assert!(ran.err.len() < 200_000, "{} bytes", ran.err.len());
}

#[test]
fn a_position_on_one_line_with_unknown_names_is_answered() {
    let directory = directory();
    let pieces: Vec<String> = (0..MANY).map(|n| format!("\"x{n}\":{{\"at\":\"y\"}}")).collect();
    let position = file(&directory, "a.json", &format!("{{\"pieces\":{{{}}}}}", pieces.join(",")));
    let ran = run(&["inspect", &position]);
    is_short(&ran, 2 * MANY, "position::unknown_");
    let doubled = file(&directory, "b.json", &format!("{{{}}}", vec!["\"vp\":1"; MANY].join(",")));
    is_short(&run(&["inspect", &doubled]), MANY - 1, "position::duplicate_key");
}

#[test]
fn a_record_of_wrong_lines_is_answered() {
    let directory = directory();
    let lines = file(&directory, "a.record", &format!("scenario early-war\n{}", "frenhc card\n".repeat(MANY)));
    is_short(&run(&["replay", &lines]), MANY, "record::unknown_line");
    let branches: String = (1..MANY).map(|n| format!("branch {n} 0\nbranch {n} 0\n")).collect();
    let branches = file(&directory, "b.record", &format!("scenario early-war\n{branches}"));
    // The second half of the numbers is too many, whether they are new or not.
    is_short(&run(&["replay", &branches]), 10_000 + 2 * (MANY - 1 - 10_000), "record::extras");
    let rules = file(&directory, "c.record", &format!("scenario early-war\nrules {}\n", "x ".repeat(MANY)));
    is_short(&run(&["replay", &rules]), MANY, "rules::unknown");
}

#[test]
fn of_a_line_or_word_that_never_ends_only_the_beginning_and_the_end_are_shown() {
    let directory = directory();
    let long = "x".repeat(1_000_000);
    let record = file(&directory, "a.record", &format!("scenario {long}\n{long}"));
    let position = file(&directory, "a.json", &format!("{{\"pieces\": {{\"{long}\": {{\"at\": \"{long}\"}}}}}}"));
    let rows = file(&directory, "a.rows", &format!("{{\"wilderness_rows\":1,\"{long}\": 1}}\n"));
    let csv = file(&directory, "a.csv", &format!("seed,vp\n1,\"{long}"));
    let commands: [&[&str]; 4] = [&["replay", &record], &["inspect", &position], &["merge", &rows], &["merge", &csv]];
    for command in commands {
        let ran = run(command);
        assert_eq!(ran.code, 2, "{command:?}");
        assert!(ran.err.len() < 8_000, "{command:?}: {} bytes", ran.err.len());
    }
    assert!(run(&["merge", &csv]).err.contains("a.csv:1: "));
}

#[test]
fn a_line_at_the_prompt_that_is_too_long_is_not_read() {
    let ran = run_with(&["play", "--seed", "3"], format!("{}\nhand\n", "x".repeat(1_000_000)));
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains(" 4096 bytes"), "{}", ran.err);
    assert!(ran.out.contains("> hand\n"), "the next line is read");
}

#[test]
fn a_script_for_another_game_is_given_up_after_a_hundred_lines() {
    let ran = run_with(&["play", "--seed", "3"], "xyzzy\n".repeat(MANY));
    assert_eq!((ran.code, ran.err.matches("`xyzzy`").count()), (1, 100));
    assert!(ran.err.contains("100 lines "), "{}", ran.err);
}

#[test]
fn an_empty_list_is_no_position() {
    let directory = directory();
    let positions = file(&directory, "a.json", "[[], {\"position\": []}]");
    let ran = run(&["inspect", &positions]);
    assert_eq!((ran.code, ran.err.matches("position::").count()), (2, 2), "{}", ran.err);
}

/// Runs the program with at most so many kilobytes of data.
fn run_within(kilobytes: u32, arguments: &[&str]) -> Ran {
    let limit = format!("ulimit -d {kilobytes} && exec \"$0\" \"$@\"");
    let program = env!("CARGO_BIN_EXE_wilderness");
    let output = std::process::Command::new("sh").arg("-c").arg(limit).arg(program).args(arguments).output();
    let output = output.expect("a shell");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ran { code: output.status.code().unwrap_or(-1), out: text(&output.stdout), err: text(&output.stderr) }
}

/// Positions and records of the largest size, all of one mistake: reading one once took up to 2 GB.
#[cfg(target_os = "linux")]
#[test]
fn the_longest_positions_and_comments_fit_into_memory() {
    let directory = directory();
    let filled = |unit: &str, size: usize| unit.repeat(size / unit.len());
    let positions = 1024 * 1024 - 200;
    let battle = "{\"scenario\":\"quebec\",\"turn\":2,\"phase\":\"combat\",\"phasing\":\"french\",\"units\":{";
    let units: String = (0..positions / 24).map(|n| format!("\"x{n}\":{{\"at\":\"1808\"}},")).collect();
    let texts = [
        ("zeros.json", format!("{{\"pieces\":{{\"a\":[{}0]}}}}", filled("0,", positions)), "position::"),
        ("cards.json", format!("{{\"hands\":{{\"french\":[{}1]}}}}", filled("1,", positions)), "position::"),
        ("units.json", format!("{battle}{units}\"y\":{{\"at\":\"1808\"}}}}}}"), "position::"),
        ("larger.json", filled("[", positions + 1000), "file::unreadable"),
    ];
    for (name, text, code) in texts {
        let ran = run_within(400_000, &["inspect", &file(&directory, name, &text)]);
        assert!(ran.code == 2 && ran.err.contains(code), "{name}: {} {}", ran.code, flat(&ran.err));
    }
    let comments = format!("scenario early-war\n{}", filled("#\n", 4_000_000));
    let ran = run_within(400_000, &["replay", &file(&directory, "a.record", &comments)]);
    assert!(ran.code == 2 && ran.err.contains("too many comments"), "{}", flat(&ran.err));
}

#[test]
fn what_is_longer_than_its_limit_is_not_read() {
    let directory = directory();
    let scripts = directory.path().join("scripts");
    wilderness_tests::copy_scripts(&scripts);
    std::fs::write(scripts.join("events/raid_more.rhai"), "// ".repeat(1_000_000)).expect("a file");
    let toml = file(&directory, "a.toml", &"#".repeat(1_000_000));
    let scripts = scripts.display().to_string();
    for command in
        [&["check", "--no-trial", &scripts][..], &["check", "--no-trial", &toml], &["play", "--preset", &toml]]
    {
        let ran = run(command);
        assert_ne!(ran.code, 0, "{command:?}");
        assert!(flat(&format!("{}{}", ran.out, ran.err)).contains("longer than"), "{command:?}: {}", ran.out);
    }
}

#[test]
#[cfg(unix)]
fn only_regular_files_are_read_and_a_pipe_is_not_waited_for() {
    let directory = directory();
    let pipe = directory.path().join("pipe.record").display().to_string();
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("a pipe");
    assert!(made.success());
    let commands: [&[&str]; 6] = [
        &["replay", &pipe],
        &["play", "--load", &pipe],
        &["inspect", "/dev/zero"],
        &["merge", "/dev/zero"],
        &["merge", &pipe],
        &["inspect", &directory.path().display().to_string()],
    ];
    for command in commands {
        let ran = run(command);
        assert_eq!(ran.code, 2, "{command:?}");
        assert!(ran.err.contains("regular"), "{command:?}: {}", ran.err);
    }
}

#[test]
#[cfg(unix)]
fn a_script_that_is_a_pipe_or_a_device_hangs_neither_check_nor_reload() {
    let directory = directory();
    let scripts = directory.path().join("scripts");
    wilderness_tests::copy_scripts(&scripts);
    let (small_pox, raid) = (scripts.join("events/small_pox.rhai"), scripts.join("events/more.rhai"));
    std::fs::remove_file(&small_pox).expect("a script");
    assert!(std::process::Command::new("mkfifo").arg(&small_pox).status().expect("a pipe").success());
    std::os::unix::fs::symlink("/dev/zero", raid).expect("a link");
    let named = scripts.display().to_string();
    let ran = run(&["check", &named]);
    let found = ["file::unreadable", "content::leads_out"].map(|code| flat(&ran.out).matches(code).count());
    assert_eq!((ran.code, found), (1, [1, 1]), "{}{}", ran.out, ran.err);
    // The game began with sound scripts, which were exchanged for pipes since.
    let record = file(&directory, "a.record", "scenario annus-mirabilis\nseed 3\n");
    std::fs::remove_dir_all(&scripts).expect("scripts");
    wilderness_tests::copy_scripts(&scripts);
    let mut play = std::process::Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let play = play.args(["play", "--load", &record, "--scripts", &named]).stdin(std::process::Stdio::piped());
    let play = play.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let mut play = play.spawn().expect("the program runs");
    std::io::Read::read_exact(play.stdout.as_mut().expect("a pipe"), &mut [0; 9]).expect("a greeting");
    std::fs::remove_file(&small_pox).expect("a script");
    assert!(std::process::Command::new("mkfifo").arg(&small_pox).status().expect("a pipe").success());
    std::io::Write::write_all(play.stdin.as_mut().expect("a pipe"), b"reload\n").expect("a line");
    let output = play.wait_with_output().expect("it ends");
    assert!(flat(&String::from_utf8_lossy(&output.stderr)).contains("file::unreadable"));
}

#[test]
fn bytes_that_are_no_text_are_named() {
    let directory = directory();
    let path = directory.path().join("a.record");
    std::fs::write(&path, b"scenario \xff\n").expect("a file");
    let ran = run(&["replay", &path.display().to_string()]);
    assert!(ran.err.contains("byte 9 "), "{}", ran.err);
}

#[test]
fn a_line_of_long_words_is_refused_in_a_sentence() {
    let line = format!("activate {}\n", [&"x".repeat(80); 46].map(String::as_str).join(" "));
    let ran = run_with(&["play", "--seed", "3"], line);
    assert!(ran.err.contains(" pieces "), "{}", ran.err);
}

#[test]
fn questions_between_refused_lines_do_not_make_a_script_for_the_game() {
    let ran = run_with(&["play", "--seed", "3"], "hand\nxyzzy\n".repeat(5_000));
    assert!(ran.err.contains("100 lines "), "{}", ran.err);
    assert_eq!(ran.err.matches("xyzzy").count(), 100, "the rest are not read");
}
