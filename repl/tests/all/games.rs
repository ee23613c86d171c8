//! The list of games: which game a command line means, and that each game is asked only about its own.

use super::golden::talk;
use std::path::Path;
use tempfile::tempdir;

/// Runs the program with words, and returns what it prints and its exit code.
fn run(at: &Path, words: &str) -> (String, i32) {
    let said = talk(at, &words.split_whitespace().collect::<Vec<_>>(), "");
    (said.text, said.code)
}

fn done(at: &Path, words: &str) -> String {
    let (text, code) = run(at, words);
    assert_eq!(code, 0, "{words}: {text}");
    text
}

fn refused(at: &Path, words: &str, code: &str) {
    let (text, exit) = run(at, words);
    assert!(exit == 2 && text.contains(code), "{words}: {exit} {text}");
}

/// A content directory for the war, in which a scenario of the battles cannot be read.
fn with_a_broken_battle(at: &Path) {
    wilderness_tests::write(at, "own/content.toml", "base = \"war\"\n");
    wilderness_tests::write(at, "own/scenarios/battles/x.toml", "this = is broken [\n");
}

#[test]
fn a_game_is_named_by_its_word_its_scenario_or_its_record() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    assert!(done(at, "simulate --game battles --games 1").contains("demoralized"));
    assert!(done(at, "simulate --scenario quebec --games 1").contains("quebec"));
    assert!(done(at, "simulate --games 1").contains("annus-mirabilis"));
    done(at, "replay --from-sim 1 --scenario lake-george --save battle.record");
    assert!(done(at, "replay battle.record --json").contains("\"scenario\": \"lake-george\""));
    refused(at, "simulate --game chess --games 1", "game::unknown");
    refused(at, "simulate --scenario lake-gorge --games 1", "scenario::unknown");
    refused(at, "simulate --game battles --scenario annus-mirabilis --games 1", "unknown_scenario");
}

#[test]
fn a_game_is_named_by_the_folder_of_its_content() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    wilderness_tests::write(at, "cards/content.toml", "game = \"war\"\nbase = \"war\"\n");
    wilderness_tests::write(at, "field/content.toml", "game = \"battles\"\nbase = \"battles\"\n");
    wilderness_tests::write(at, "both/scenarios/battles/x.toml", "id = \"x\"\nmap = \"m\"\nunits = \"u\"\n");
    wilderness_tests::write(at, "both/scripts/war/events/x.rhai", "fn x() {}\n");
    wilderness_tests::write(at, "neither/notes.txt", "nothing\n");
    assert!(done(at, "simulate --game ./cards --games 1").contains("annus-mirabilis"));
    assert!(done(at, "simulate --game ./field --games 1").contains("demoralized"));
    assert!(done(at, "scenarios --game ./field").contains("lake-george"));
    assert!(!done(at, "scenarios --game ./field").contains("annus-mirabilis"));
    refused(at, "play --game ./both", "game::several");
    refused(at, "play --game neither/", "game::no_folder");
    refused(at, "play --game ./nowhere", "content::no_directory");
    refused(at, "play --game ./cards --content field", "leave `--content` out");
}

#[test]
fn an_option_that_a_game_does_not_have_is_refused_by_every_command_that_begins_games() {
    let at = tempdir().expect("a directory");
    for command in [
        "play",
        "simulate --games 1",
        "perft",
        "arena random random --games 2",
        "compare --games 2 --rules tactics --rules trains",
        "board --out board.svg",
        "cards",
        "replay --from-sim 1",
        "serve --listen 127.0.0.1:0",
    ] {
        refused(at.path(), &format!("{command} --scenario quebec --handicap 2"), "options::no_effect");
    }
}

#[test]
fn scripts_that_were_named_for_a_battle_were_ignored() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    let (text, code) = run(at, "simulate --scenario fort-oswego --scripts missing --games 1");
    assert_eq!(code, 2, "{text}");
    wilderness_tests::write(at, "own/burning.rhai", "fn broken( {\n");
    for command in ["simulate --games 1", "perft", "play", "board --out board.svg", "arena random random --games 2"] {
        refused(at, &format!("{command} --scenario fort-oswego --scripts own"), "script::syntax");
    }
}

#[test]
fn any_side_is_given_a_bot_by_an_option_of_its_own_or_by_seat() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    done(at, "simulate --games 1 --french greedy --out own.csv");
    done(at, "simulate --games 1 --seat french=greedy --out seat.csv");
    let [own, seat] = ["own.csv", "seat.csv"].map(|file| std::fs::read_to_string(at.join(file)).expect("rows"));
    assert_eq!(own, seat);
    let header = own.lines().next().unwrap_or_default();
    for column in ["french", "british", "french_score", "british_score", "year", "events"] {
        assert!(header.split(',').any(|name| name == column), "{header}");
    }
    refused(at, "simulate --games 1 --seat red=greedy", "options::unknown_side");
    refused(at, "board --as red --out board.svg", "options::unknown_side");
    let (text, code) = run(at, "simulate --games 1 --french greedy --seat french=random");
    assert!(code == 2 && text.contains("twice"), "{text}");
}

#[test]
fn help_completions_and_manual_show_the_options_of_the_chosen_game() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    for own in ["play --help", "completions bash", "man"] {
        let war = done(at, own);
        let battles = done(at, &format!("{own} --game battles"));
        if own != "man" {
            assert!(war.contains("--handicap") && !battles.contains("--handicap"), "{own}");
        }
        assert!(!battles.is_empty());
    }
    done(at, "man --game battles --out pages");
    let page = std::fs::read_to_string(at.join("pages/wilderness-play.1")).expect("a page");
    assert!(page.contains("scenario") && !page.contains("handicap"), "{page}");
}

#[test]
fn a_fault_in_the_files_of_one_game_stopped_the_other() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    with_a_broken_battle(at);
    for command in ["perft", "simulate --games 1", "rules --game war", "cards --games 1 --players random"] {
        done(at, &format!("{command} --content own"));
    }
    let (text, code) = run(at, "rules --content own");
    assert!(code == 2 && text.contains("14.2") && text.contains("x.toml"), "{text}");
    refused(at, "simulate --scenario quebec --games 1 --content own", "x.toml");
}

#[test]
fn scripts_of_the_battles_could_not_be_checked() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/battles/burning.rhai");
    let script = std::fs::read_to_string(program).expect("a script");
    wilderness_tests::write(at, "own/scripts/battles/burning.rhai", &script);
    for path in ["own", "own/scripts/battles", "own/scripts/battles/burning.rhai"] {
        done(at, &format!("check {path} --no-trial"));
    }
    wilderness_tests::write(at, "own/scripts/battles/burning.rhai", &script.replacen("fn ", "fun ", 1));
    for path in ["own", "own/scripts/battles", "own/scripts/battles/burning.rhai"] {
        let (text, code) = run(at, &format!("check {path} --no-trial"));
        assert!(code == 1 && text.contains("burning.rhai"), "{path}: {code} {text}");
    }
}
