//! `wilderness weigh`, and the values of positions that content has.

use super::lab::{done, refused};
use std::fs::{create_dir, read_to_string, write};
use std::path::Path;
use tempfile::tempdir;
use wilderness_war::{Content, Header};

fn json(directory: &Path, words: &str) -> serde_json::Value {
    serde_json::from_str(&done(directory, words)).expect("JSON")
}

#[test]
fn the_same_seeds_give_the_same_values_in_any_number_of_threads() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    for jobs in [1, 3] {
        let words =
            format!("weigh --game fen --games 30 --seed 5 --bots random --jobs {jobs} --out {jobs}.toml --json");
        let said = json(at, &words);
        assert_eq!(said["games"], 30);
    }
    assert_eq!(read_to_string(at.join("1.toml")).expect("values"), read_to_string(at.join("3.toml")).expect("values"));
    // What it has written, it writes over; nothing else.
    write(at.join("mine.toml"), "mine").expect("a file");
    refused(at, "weigh --game fen --games 10 --bots random --out mine.toml");
    assert_eq!(read_to_string(at.join("mine.toml")).expect("a file"), "mine");
}

/// The values of the program say of games that they were not fitted to what comes of them: less is lost than by a constant,
/// and of positions valued alike about as many are won.
#[test]
fn what_the_program_says_of_positions_comes_true() {
    let at = tempdir().expect("a directory");
    for (scenario, games) in [("annus-mirabilis", 100), ("lake-george", 60), ("fort-oswego", 60)] {
        let said =
            json(at.path(), &format!("weigh --check --json --scenario {scenario} --games {games} --seed 700001"));
        let loss = |of: &str| said["loss"][of].as_f64().expect("a loss");
        assert!(loss("present") < loss("constant"), "{said}");
        assert!(loss("present") < loss("points"), "{said}");
        let number = |tenth: &serde_json::Value, key: &str| tenth[key].as_f64().expect("a number");
        let all = said["calibration"]["present"].as_array().expect("tenths");
        let off: f64 = all.iter().map(|tenth| (number(tenth, "told") - number(tenth, "won")).abs()).sum();
        let positions: f64 = all.iter().map(|tenth| number(tenth, "positions")).sum();
        assert!(off / positions < 0.12, "{scenario}: {:.3}", off / positions);
    }
}

#[test]
fn a_feature_that_the_game_lacks_is_pointed_at() {
    let text =
        "[weights.french]\n\"victory pionts\" = [0.1, 0.2]\nfortresses = [1.0, 2.0, 3.0]\n\n[weights.prussian]\n";
    let content = Content::embedded().with_texts([("values/annus-mirabilis.toml", text)]);
    let faults = content.compile().err().expect("faults");
    let codes: Vec<String> = faults.iter().map(|fault| fault.code().to_string()).collect();
    assert_eq!(codes, ["value::weights", "value::unknown_feature", "value::unknown_side"]);
    let pointed: Vec<&str> = faults.iter().map(|fault| fault.pointed()).collect();
    assert_eq!(pointed, ["[1.0, 2.0, 3.0]", "\"victory pionts\"", "prussian"]);
}

#[test]
fn a_worth_of_pips_that_cannot_be_is_pointed_at() {
    let text = "[weights.french]\n\n[luck.french]\nraids = [0.1, -0.1]\nsiege = [0.1]\nraid = [-1e9, 0.0]\n\n\
                [luck.british]\nevent = [0.1, 2e9]\n\n[luck.prussian]\n";
    let content = Content::embedded().with_texts([("values/annus-mirabilis.toml", text)]);
    let faults = content.compile().err().expect("faults");
    let pointed: Vec<(&str, &str)> = faults.iter().map(|fault| (fault.code(), fault.pointed())).collect();
    let wanted = [
        ("value::luck", "[0.1, 2e9]"),
        ("value::luck", "[-1e9, 0.0]"),
        ("value::unknown_die", "raids"),
        ("value::luck", "[0.1]"),
        ("value::unknown_side", "prussian"),
    ];
    assert_eq!(pointed, wanted);
}

#[test]
fn what_pips_are_worth_is_written_beside_the_values_and_read_again() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    let said = json(at, "weigh --scenario annus-mirabilis --games 400 --seed 1 --out values.toml --json");
    assert_eq!(said["luck"]["kept"], true, "{said}");
    assert!(said["luck"]["explained"].as_f64().is_some_and(|share| (0.01..0.3).contains(&share)), "{said}");
    let text = read_to_string(at.join("values.toml")).expect("values");
    assert!(text.contains("\n[luck.french]\nattacker-fire = ["), "{text}");
    let content = Content::embedded().with_texts([("values/annus-mirabilis.toml", &*text)]);
    assert!(content.compile().is_ok());
}

#[test]
fn a_record_carries_values_of_its_own_and_replays_without_naming_them() {
    let text = "[weights.french]\nfortresses = [0.25]\n";
    let with = |name: &str| {
        let content = Content::embedded().with_texts([(name, text)]);
        let scripts = std::rc::Rc::new(content.compile().expect("values"));
        let game = Header::new("annus-mirabilis", 1, &scripts).begin(scripts).expect("a game");
        game.record().to_string()
    };
    let own = with("values/annus-mirabilis.toml");
    assert!(own.contains("fortresses = [0.25]"), "{own}");
    assert!(!own.lines().any(|line| line.starts_with("script ") && line.contains("values")), "{own}");
    // Those of other scenarios are not played with.
    assert!(!with("values/early-war.toml").contains("0.25"));
}

#[test]
fn a_folder_without_worth_is_judged_by_its_values() {
    let at = tempdir().expect("a directory");
    done(at.path(), "export --game fen fen");
    let values = at.path().join("fen/values");
    if !values.is_dir() {
        create_dir(&values).expect("a directory");
    }
    done(at.path(), "weigh --game ./fen --games 40 --bots random --seed 3");
    let said = json(at.path(), "weigh --game ./fen --games 40 --bots random --seed 900 --check --json");
    assert!(said["loss"]["present"] != said["loss"]["points"], "{said}");
    let loss = |of: &str| said["loss"][of].as_f64().expect("a loss");
    assert!(loss("present") < loss("constant"), "{said}");
}
