//! Records written by hand, and games begun with options: what `replay` prints, and what is refused.

use super::golden::{commands, dialogue, golden};
use assert_cmd::Command;
use std::path::Path;
use tempfile::{TempDir, tempdir};

/// Runs the program in a directory with lines to read: what it prints, what it complains of, and whether it ended well.
fn run(at: &Path, words: &str, lines: &str) -> (String, String, bool) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let output = command.current_dir(at).args(words.split_whitespace()).write_stdin(lines).output().expect("it runs");
    let [out, errors] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).to_string());
    // A complaint is broken into lines with a bar before each; what matters is what it says.
    let errors: Vec<&str> = errors.split_whitespace().filter(|word| *word != "│").collect();
    (out, errors.join(" "), output.status.success())
}

fn refused(at: &Path, words: &str, complaint: &str) {
    let (out, errors, success) = run(at, words, "");
    assert!(!success && errors.contains(complaint), "{words}: {out}{errors}");
}

const HEADER: &str = "wilderness-record 1\nscenario early-war\nposition {\"year\": 1756, \"vp\": 3, \
    \"pieces\": {\"dumas\": {\"at\": \"ohio-forks\"}}, \"fortifications\": {\"french\": {\"forts\": [\"ohio-forks\"]}}, \
    \"hands\": {\"french\": [36, 7], \"british\": [38, 5]}}\n";
const LINES: &str = "french card card:36\nfrench use individual\nfrench activate piece:dumas\n\
    french march space:logstown\nfrench march stop\n";

fn with_record(text: &str) -> TempDir {
    let at = tempdir().expect("a directory");
    std::fs::write(at.path().join("game.record"), text).expect("a record");
    at
}

#[test]
fn replay_ends_with_the_kind_and_the_tokens_of_the_open_question() {
    let at = with_record(&format!("{HEADER}{LINES}"));
    let (out, errors, success) = run(at.path(), "replay game.record --strict", "");
    assert!(success && errors.is_empty(), "{errors}");
    assert!(out.contains("`british card CHOICE`") && out.ends_with("\n  card:5 card:38\n"), "{out}");
    golden("replay", &commands(at.path(), &["replay game.record --strict", "replay game.record --to line:6"]));
    let (out, ..) = run(at.path(), "replay game.record --to line:6", "");
    assert_eq!(run(at.path(), "replay game.record --to 3", "").0, out, "three answers, of which the last is in line 6");
    refused(at.path(), "replay --from-sim 1 --to line:3", "--to line:N");
}

#[test]
fn a_line_that_does_not_fit_leaves_the_log_and_ids_in_one_piece() {
    let at = with_record(&format!("{HEADER}{}", LINES.replace("space:logstown", "space:montreal")));
    let (out, errors, success) = run(at.path(), "replay game.record", "");
    assert!(!success && out.contains("Dumas"), "{out}");
    for token in ["space:gist-s-station", "space:laurel-ridge-north", "space:upper-monongahela"] {
        assert!(errors.split(' ').any(|word| word == token), "{token} is broken: {errors}");
    }
}

#[test]
fn a_position_from_which_no_game_can_start_is_noted() {
    let record = include_str!("../../../tests/records/monongahela-1755.record");
    let at = with_record(record);
    let in_battle = (1..40).map(|line| run(at.path(), &format!("replay game.record --to {line} --json"), ""));
    let mut noted = 0;
    for (position, errors, success) in in_battle {
        assert!(success, "{errors}");
        std::fs::write(at.path().join("position.json"), &position).expect("a file");
        let (_, _, inspected) = run(at.path(), "inspect position.json", "");
        let is_noted = errors.contains("note: ");
        assert!(inspected || is_noted, "{errors}");
        noted += usize::from(is_noted);
    }
    assert!(noted > 0, "the battle is in it");
}

#[test]
fn cards_that_come_from_the_seed_are_counted() {
    let at = with_record("scenario annus-mirabilis\nseed 7\n");
    let (_, errors, success) = run(at.path(), "replay game.record", "");
    assert!(success && errors.contains(" 18 drawn "), "{errors}");
    refused(at.path(), "replay game.record --strict", "`draw deal`");
}

#[test]
fn options_that_a_record_would_ignore_are_refused() {
    let at = with_record(&format!("{HEADER}{LINES}"));
    refused(at.path(), "replay game.record --handicap 5 --rules 14.1", "`--rules` and `--handicap`");
    refused(at.path(), "replay game.record --british greedy", "`--british`");
    refused(at.path(), "simulate --dice table --games 1", "`--dice table`");
}

#[test]
fn what_an_option_says_overrides_the_preset() {
    let at = tempdir().expect("a directory");
    let preset = "about = \"a test\"\nscenario = \"early-war\"\nseed = 5\n[settings]\nhandicap = 2\ndice = \"table\"\n\
                  draws = \"french\"\nfirst_side = \"british\"\n";
    std::fs::write(at.path().join("own.toml"), preset).expect("a preset");
    let header = |words: &str, lines: &str| {
        let (out, errors, _) = run(at.path(), words, &format!("{lines}save x.record\n"));
        let text = std::fs::read_to_string(at.path().join("x.record")).unwrap_or_else(|_| panic!("{out}{errors}"));
        std::fs::remove_file(at.path().join("x.record")).expect("a file");
        text
    };
    let as_set = header("play --preset own.toml", "");
    for line in ["seed 5\n", "handicap 2\n", "dice table\n", "draws french\n", "first-side british\n"] {
        assert!(as_set.contains(line), "{line}{as_set}");
    }
    let options = "--preset own.toml --seed 9 --handicap 0 --dice generator --draws nobody --first-side french";
    for (words, lines) in [(format!("play {options}"), String::new()), ("play".into(), format!("new {options}\n"))] {
        let text = header(&words, &lines);
        assert!(text.contains("seed 9\n") && text.contains("first-side french\n"), "{text}");
        for line in ["handicap", "dice", "draws french", "seed 5"] {
            assert!(!text.lines().any(|found| found.starts_with(line)), "{line}: {text}");
        }
    }
}

#[test]
fn settings_without_effect_are_refused_with_the_reason() {
    let at = tempdir().expect("a directory");
    let place = |name: &str, text: &str| std::fs::write(at.path().join(name), text).expect("a position");
    place("no-pile.json", "{\"year\": 1757, \"hands\": {\"french\": [1], \"british\": [2]}}");
    place(
        "last.json",
        "{\"year\": 1759, \"season\": \"late\", \"hands\": {\"french\": [1], \"british\": [2]}, \"draw_pile\": [3]}",
    );
    place(
        "quiberon.json",
        "{\"year\": 1758, \"markers\": [\"quiberon\"], \"hands\": {\"french\": [1]}, \"draw_pile\": [3]}",
    );
    let lines = [
        "play --hand-size british=7",
        "simulate --all-scenarios --hand-size british=7",
        "play --position no-pile.json --windows open",
        "play --position last.json --first-side british",
        "play --position quiberon.json --first-side french",
    ];
    lines.iter().for_each(|line| refused(at.path(), line, "settings::no_effect"));
    golden("settings-without-effect", &commands(at.path(), &lines));
    for words in ["play --scenario early-war --hand-size british=7", "play --position no-pile.json"] {
        assert!(run(at.path(), words, "").2, "{words}");
    }
}

#[test]
fn settings_of_a_preset_that_have_no_effect_are_left_out() {
    let at = tempdir().expect("a directory");
    let preset = "about = \"a test\"\nseed = 5\n[settings]\nhand_size = { french = 7, british = 7 }\n";
    std::fs::write(at.path().join("own.toml"), preset).expect("a preset");
    let header = |words: &str| {
        let (out, errors, _) = run(at.path(), &format!("play --preset own.toml {words}"), "save x.record --force\n");
        std::fs::read_to_string(at.path().join("x.record")).unwrap_or_else(|_| panic!("{out}{errors}"))
    };
    // Events that are in force fix both hands in Annus Mirabilis, and neither in the Early War.
    let text = header("--scenario annus-mirabilis");
    assert!(!text.contains("hand-size"), "{text}");
    let text = header("--scenario early-war");
    assert!(text.contains("french 7\nhand-size british 7\n"), "{text}");
    refused(at.path(), "play --preset own.toml --hand-size british=7", "settings::no_effect");
    let (_, errors, success) = run(at.path(), "simulate --preset own.toml --games 1", "");
    assert!(success, "{errors}");
}

#[test]
fn equal_units_share_a_line_of_the_menu_and_can_still_be_named() {
    let at = tempdir().expect("a directory");
    let position = "{\"year\": 1757, \"active\": \"british\", \"pieces\": {\"22nd\": {\"at\": \"albany\"}, \
        \"27th\": {\"at\": \"albany\"}, \
        \"35th\": {\"at\": \"albany\", \"reduced\": true}, \"44th\": {\"at\": \"albany\"}}, \
        \"hands\": {\"french\": [30, 31], \"british\": [5, 41]}, \"draw_pile\": [3]}";
    std::fs::write(at.path().join("at.json"), position).expect("a position");
    let after = |line: &str| run(at.path(), "play --position at.json", &format!("card:5\nindividual\n{line}\n")).0;
    let shown = after("show");
    assert!(shown.contains("22nd, 27th, 44th"), "{shown}");
    assert!(shown.contains(" 35th (") && shown.contains("reduced)"), "{shown}");
    assert!(after("44th").contains("activate 44th"));
    assert!(after("piece:27th").contains("activate 27th"));
    assert!(after("1").contains("activate 22nd"));
}

#[test]
fn rules_say_what_is_set() {
    let at = tempdir().expect("a directory");
    golden("rules-of-a-tournament", &dialogue(at.path(), &["--preset", "tournament", "--seed", "1"], "rules\n").text);
}

#[test]
fn rules_are_marked_where_they_have_no_effect() {
    let at = tempdir().expect("a directory");
    let (out, ..) = run(at.path(), "play --scenario annus-mirabilis --seed 1", "rules\n");
    let flat = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(flat.matches("[without effect").count(), 3, "{out}");
    golden(
        "rules-without-effect",
        &dialogue(at.path(), &["--scenario", "annus-mirabilis", "--seed", "1"], "rules\n").text,
    );
    // A record may have such a rule in force.
    std::fs::write(at.path().join("x.record"), "scenario annus-mirabilis\nseed 1\nrules early-regulars-cost\n")
        .expect("a file");
    let (out, ..) = run(at.path(), "play --load x.record", "rules\n");
    assert!(out.contains("[on, "), "{out}");
}

#[test]
fn rules_without_effect_are_refused_if_they_are_named_and_left_out_otherwise() {
    let at = tempdir().expect("a directory");
    let reason = "rules::no_effect";
    refused(at.path(), "play --rules 14.3", reason);
    refused(at.path(), "simulate --rules 14.3 --games 1 --all-scenarios", reason);
    let (_, errors, _) = run(at.path(), "play --rules 13.3", "rules 14.3 on\nquit\n");
    assert!(errors.contains(reason), "{errors}");
    let (_, errors, success) = run(at.path(), "simulate --rules all --games 4 --all-scenarios --out rows.csv", "");
    assert!(success, "{errors}");
    let rows = std::fs::read_to_string(at.path().join("rows.csv")).expect("rows");
    let with = |scenario: &str, rule: &str| rows.lines().any(|row| row.contains(scenario) && row.contains(rule));
    assert!(with("early-war", "early-regulars-cost") && !with("annus-mirabilis", "early-regulars-cost"), "{rows}");
    let (_, errors, success) = run(at.path(), "simulate --preset long-war --scenario annus-mirabilis --games 1", "");
    assert!(success, "{errors}");
}
