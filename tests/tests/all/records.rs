//! Every record in `tests/records` plays through, and leads to what the file beside it expects. A whole random game among
//! them is a golden record: the same seed, scripts and agents give it on every machine.

use serde_json::Value;
use std::path::{Path, PathBuf};
use wilderness_core::game::Game;
use wilderness_tests::{expect, play, random_game};

/// The golden record: its name, scenario and seed.
const GOLDEN: (&str, &str, u64) = ("golden-annus-mirabilis", "annus-mirabilis", 1757);

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("records")
}

/// Whether goldens and expectations are to be written anew instead of compared: `UPDATE_RECORDS=1`.
fn updating() -> bool {
    std::env::var_os("UPDATE_RECORDS").is_some_and(|value| value == "1")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) {
    std::fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

fn pretty(value: &Value) -> String {
    format!("{}\n", serde_json::to_string_pretty(value).expect("written"))
}

/// Plays a record and compares where it leads. Returns what is wrong.
fn check(path: &Path) -> Vec<String> {
    let game = match play(&path.to_string_lossy(), &read(path)) {
        Ok(game) => game,
        Err(faults) => return vec![faults],
    };
    let expected_path = path.with_extension("expect.json");
    if !expected_path.exists() {
        return Vec::new();
    }
    let expected: Value = match serde_json::from_str(&read(&expected_path)) {
        Ok(expected) => expected,
        Err(error) => return vec![format!("{}: {error}", expected_path.display())],
    };
    let mut wrong = expect::differences(&expected, &expect::seen(&game));
    if updating() && !wrong.is_empty() {
        write(&expected_path, &pretty(&expect::updated(&expected, &expect::seen(&game))));
        wrong.clear();
    }
    wrong
}

#[test]
fn every_record_leads_where_it_should() {
    let files = std::fs::read_dir(directory()).expect("the directory of records");
    let mut records: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    records.sort();
    let (records, others): (Vec<_>, Vec<_>) =
        records.into_iter().partition(|path| path.extension().is_some_and(|extension| extension == "record"));
    assert!(!records.is_empty(), "no records in {}", directory().display());
    let mut wrong = String::new();
    for path in &records {
        if is_golden(path) && updating() {
            continue; // the golden test writes it
        }
        for fault in check(path) {
            wrong += &format!("\n{}: {fault}", path.display());
        }
    }
    for path in others {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_string();
        let lonely =
            name.strip_suffix(".expect.json").is_some_and(|stem| !directory().join(format!("{stem}.record")).exists());
        if lonely || !(name == "README.md" || name.ends_with(".expect.json")) {
            wrong += &format!("\n{name} belongs to no record");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn is_golden(path: &Path) -> bool {
    path.file_stem().is_some_and(|stem| stem == GOLDEN.0)
}

/// The text of the golden record of a game, and its whole final position.
fn golden(game: &Game) -> (String, String) {
    let mut seen = expect::seen(game);
    if let Some(seen) = seen.as_object_mut() {
        seen.remove("log");
    }
    (game.record().to_string(), pretty(&seen))
}

#[test]
fn the_same_seed_gives_the_same_game_on_every_machine() {
    let (name, scenario, seed) = GOLDEN;
    let path = directory().join(format!("{name}.record"));
    let expected_path = path.with_extension("expect.json");
    let (record, position) = golden(&random_game(scenario, seed));
    if updating() {
        write(&path, &record);
        write(&expected_path, &position);
        return;
    }
    let differs = "if the rules, the scripts or the random agent were changed on purpose, run with UPDATE_RECORDS=1";
    let text = read(&path);
    let first = text.lines().zip(record.lines()).enumerate().find(|(_, (was, is))| was != is);
    if let Some((line, (was, is))) = first {
        panic!("{name}.record, line {}: it was `{was}` and now is `{is}`; {differs}", line + 1);
    }
    assert_eq!(text.len(), record.len(), "{name}.record is longer or shorter; {differs}");
    assert_eq!(read(&expected_path), position, "{name}.expect.json: {differs}");
    // Played again from its text, without the agents, it is the same game.
    let replayed = play(name, &text).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(golden(&replayed), (record, position));
}

#[test]
fn a_wrong_line_is_pointed_at() {
    let text = read(&directory().join("monongahela-1755.record"));
    let bent = text.replace("british march space:ohio-forks", "british march space:montreal");
    let faults = play("bent.record", &bent).err().expect("the march is not possible");
    assert!(faults.contains("record::does_not_fit") && faults.contains("british march space:montreal"), "{faults}");
    assert!(faults.contains("space:ohio-forks"), "the answers that would fit are named: {faults}");
}

#[test]
fn a_wrong_expectation_is_pointed_at() {
    let path = directory().join("monongahela-1755.record");
    let game = play("x", &read(&path)).expect("plays");
    let expected = serde_json::json!({"vp": 2, "log": ["British win at Ohio Forks"], "pieces": {"dunbar": null}});
    let wrong = expect::differences(&expected, &expect::seen(&game));
    assert_eq!(wrong.len(), 3, "{wrong:?}");
}

#[test]
fn the_example_in_the_readme_plays() {
    let readme = read(&directory().join("README.md"));
    let example = readme.split("```").nth(1).expect("a block of code");
    let game = play("README.md", example).unwrap_or_else(|faults| panic!("{faults}"));
    let expected = readme.split("```json").nth(1).and_then(|rest| rest.split("```").next()).expect("an expectation");
    let mut expected: serde_json::Value = serde_json::from_str(expected).expect("JSON");
    expected["log"] = serde_json::json!(["Dumas go from Ohio Forks to Logstown"]);
    expected["pieces"]["44th"] = Value::Null;
    assert_eq!(expect::differences(&expected, &expect::seen(&game)), Vec::<String>::new());
}
