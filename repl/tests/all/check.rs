//! `wilderness check` and `wilderness api`, as a program sees them.

use assert_cmd::Command;

/// What came of a command: output, errors, exit code.
fn run(arguments: &[&str]) -> (String, String, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_wilderness")).args(arguments).output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr), output.status.code().expect("an exit code"))
}

/// A copy of the scripts, one of them replaced.
fn scripts(name: &str, text: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a directory");
    wilderness_tests::copy_scripts(dir.path());
    std::fs::write(dir.path().join(name), text).expect("a script");
    dir
}

const WRONG: &str = "fn can_play() { game.roll() > 3 }\nfn play() { let x = space(\"qebec\"); game.rol(); }\n";

#[test]
fn what_is_part_of_the_program_is_in_order() {
    let (out, err, code) = run(&["check"]);
    assert_eq!((out.as_str(), err.as_str(), code), ("no faults found\n", "", 0));
}

#[test]
fn findings_are_printed_for_people_and_for_programs() {
    let dir = scripts("events/small_pox.rhai", WRONG);
    let path = dir.path().to_str().expect("a path");
    let (out, _, code) = run(&["check", path]);
    assert_eq!(code, 1);
    for part in ["script::unknown_space", "`quebec`", "script::unknown_function", "small_pox.rhai:1:22"] {
        assert!(out.contains(part), "{part} is not in {out}");
    }
    let (out, _, code) = run(&["check", "--json", path]);
    let findings: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    // What is superfluous is told when nothing is wrong any more.
    assert_eq!((findings.as_array().map(Vec::len), code), (Some(3), 1));
    let found = findings.as_array().and_then(|all| all.iter().find(|one| one["code"] == "script::unknown_function"));
    let found = found.expect("the finding");
    assert_eq!((&found["line"], &found["column"], &found["severity"]), (&2.into(), &42.into(), &"error".into()));
    assert!(found["message"].as_str().is_some_and(|message| message.contains("`rol`")), "{found}");
    assert!(found["help"].as_str().is_some_and(|help| help.contains("`roll`")), "{found}");
    assert!(found["file"].as_str().is_some_and(|file| file.ends_with("events/small_pox.rhai")));
}

#[test]
fn a_script_that_only_fails_when_it_is_played_is_found() {
    let script =
        "fn can_play() { game.vp(game.side) > -1700 }\nfn play() { game.set_siege_level(space(\"oswego\"), 7); }\n";
    let dir = scripts("events/small_pox.rhai", script);
    let script = dir.path().join("events/small_pox.rhai");
    let (out, _, code) = run(&["check", script.to_str().expect("a path")]);
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("script::refused") && out.contains("small_pox.rhai:2:"), "{out}");
    assert!(out.contains("`game.set_siege_level`") && out.contains("level 7"), "{out}");
    assert!(!out.contains("trial::never_refused"), "first things first: {out}");
    let (out, _, code) = run(&["check", "--no-trial", script.to_str().expect("a path")]);
    assert_eq!((out.as_str(), code), ("no faults found\n", 0));
}

#[test]
fn scenarios_are_checked_too() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("mine.toml");
    std::fs::write(&file, "id = \"mine\"\nnmae = \"Mine\"\n").expect("a scenario");
    let (out, _, code) = run(&["check", "--json", dir.path().to_str().expect("a path")]);
    assert!(out.contains("mine.toml") && out.contains("scenario::"), "{out}");
    assert_eq!(code, 1);
}

#[test]
fn what_is_not_there_cannot_be_checked() {
    let (_, err, code) = run(&["check", "no/such/place"]);
    assert!(err.contains("check::bad_path") && err.contains("no/such/place"), "{err}");
    assert_eq!(code, 2);
    assert_eq!(run(&["check", "--nonsense"]).2, 2);
}

#[test]
fn the_api_is_printed_in_three_forms() {
    let (markdown, _, code) = run(&["api"]);
    assert!(code == 0 && markdown.contains("- `game.vp(side: Side) -> number`"), "{markdown}");
    let (json, _, _) = run(&["api", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert!(json["moments"].as_array().is_some_and(|moments| moments.len() >= 19));
    let dir = tempfile::tempdir().expect("a directory");
    let out = dir.path().join("definitions");
    let (files, _, code) = run(&["api", "--format", "definitions", "--out", out.to_str().expect("a path")]);
    assert_eq!(code, 0);
    assert!(files.lines().count() > 5 && files.lines().all(|file| std::path::Path::new(file).is_file()), "{files}");
    assert_eq!(run(&["api", "--format", "definitions"]).2, 2);
}

#[test]
fn a_script_that_leaves_an_impossible_position_is_found() {
    let script = "fn can_play() { game.year > 1700 }\n\
                  fn play() { game.join_pool([game.leaders(Side::FRENCH)[0]]); }\n";
    let dir = scripts("events/small_pox.rhai", script);
    let (out, _, code) = run(&["check", dir.path().to_str().expect("a path")]);
    assert!(code == 1 && out.contains("::") && out.contains("small_pox.rhai:2:"), "{out}");
}

#[test]
fn warnings_about_scripts_that_are_as_in_the_program_are_left_out() {
    let plain = "fn can_play() { game.year > 1700 }\nfn play() { game.roll(); }\n";
    let dir = scripts("events/mohawks.rhai", plain);
    std::fs::write(dir.path().join("events/iroquois_alliance.rhai"), plain).expect("a script");
    let path = dir.path().to_str().expect("a path");
    let (out, _, _) = run(&["check", "--no-trial", path]);
    assert!(!out.contains("script::unused_function") && out.contains("`--all`"), "{out}");
    let (all, _, _) = run(&["check", "--no-trial", "--all", path]);
    assert!(all.contains("script::unused_function") && all.contains("johnson_is_near"), "{all}");
}

#[test]
fn a_slow_function_ends_the_trial_and_is_named() {
    let rule = "fn rule() { #{ name: \"Slow\", about: \"takes long\" } }\n\
                fn may_play(may, at) {\n\
                    let n = 0;\n\
                    for a in within(space(\"albany\"), 200) { n += within(a, 200).len(); }\n\
                    if n == 1 { false }\n\
                }\n";
    let dir = scripts("optional/slow.rhai", rule);
    let path = dir.path().to_str().expect("a path");
    // A busy machine may need more time before it knows of any function.
    let named = ["1", "4", "16", "64"].into_iter().any(|budget| {
        let (out, _, code) = run(&["check", "--budget", budget, path]);
        assert_eq!(code, 0, "{out}");
        out.contains("trial::too_slow") && out.contains(" function is `")
    });
    assert!(named, "the trial goes on, or names no function");
}

#[test]
#[cfg(unix)]
fn a_pipe_among_the_scenarios_is_reported() {
    let dir = tempfile::tempdir().expect("a directory");
    let made = std::process::Command::new("mkfifo").arg(dir.path().join("mine.toml")).status();
    assert!(made.is_ok_and(|status| status.success()));
    let (out, _, code) = run(&["check", "--no-trial", dir.path().to_str().expect("a path")]);
    assert!(code == 1 && out.contains("file::unreadable") && out.contains("mine.toml"), "{out}");
}
