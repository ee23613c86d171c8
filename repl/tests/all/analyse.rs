//! What decided a game, as the program tells it.

use crate::film;
use assert_cmd::Command;
use serde_json::Value;
use std::path::Path;

fn wilderness(arguments: &[&str], at: &Path) -> Command {
    let mut command = Command::cargo_bin("wilderness").expect("the program is built");
    command.args(arguments).current_dir(at);
    command
}

fn record(name: &str) -> String {
    format!("{}/../{name}.record", env!("CARGO_MANIFEST_DIR"))
}

fn said(arguments: &[&str], at: &Path) -> String {
    let ran = wilderness(arguments, at).assert().success();
    String::from_utf8(ran.get_output().stdout.clone()).expect("text")
}

/// The analysis of a record by the value alone, as JSON.
fn analysed(record: &str, more: &[&str], at: &Path) -> Value {
    let arguments = [&["analyse", record, "--depth", "0", "--json"], more].concat();
    serde_json::from_str(&said(&arguments, at)).expect("JSON")
}

fn list<'a>(analysis: &'a Value, key: &str) -> &'a [Value] {
    analysis[key].as_array().map_or(&[], Vec::as_slice)
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// Whether every step was analysed, and for each side the parts are what changed.
fn adds_up(analysis: &Value) {
    let curve = list(analysis, "curve");
    let steps = analysis["steps"]["played"].as_u64().expect("a number");
    assert_eq!((analysis["steps"]["analysed"].as_u64(), curve.len() as u64), (Some(steps), steps + 1));
    for side in list(analysis, "sides").iter().filter_map(Value::as_str) {
        let total = &analysis["totals"][side];
        let parts = ["luck", "decisions", "hidden", "remainder"].map(|part| number(&total[part]));
        let [first, last] =
            [curve.first(), curve.last()].map(|point| number(&point.expect("a point")["chances"][side]));
        assert!((parts.iter().sum::<f64>() - number(&total["change"])).abs() < 1e-4, "{side}: {total}");
        assert!((last - first - number(&total["change"])).abs() < 1e-4, "{side}: {total}");
    }
}

/// Plays a race of two runners, who need a die to start, and saves it. Both see everything.
fn race(seed: &str, file: &str, home: &Path) {
    let (data, rules) = (home.join("race/game.toml"), home.join("race/rules.rhai"));
    if !data.exists() {
        said(&["init", "race", "--game", "tabletop"], home);
        let read = |file: &Path| std::fs::read_to_string(file).expect("a file");
        let die = read(&data).replacen("\n[[side]]", "die = [{ id = \"start\", faces = 6 }]\n\n[[side]]", 1);
        let turn = "fn turn(side) {\n";
        let starts = read(&rules).replacen(turn, &[turn, "    if game.roll(\"start\") < 3 { return; }\n"].concat(), 1);
        std::fs::write(&data, die).and_then(|()| std::fs::write(&rules, starts)).expect("a folder");
    }
    said(&["replay", "--from-sim", seed, "--content", "race", "--game", "tabletop", "--save", file], home);
}

#[test]
fn a_whole_game_of_each_kind_is_analysed_and_adds_up() {
    let home = tempfile::tempdir().expect("a directory");
    race("3", "race.record", home.path());
    let records = [
        record("tests/records/golden-annus-mirabilis"),
        record("core/battles/tests/records/lake-george"),
        "race.record".into(),
    ];
    for record in records {
        let analysis = analysed(&record, &[], home.path());
        adds_up(&analysis);
        let moments = list(&analysis, "moments");
        let has = |part: &str| moments.iter().any(|moment| moment.get(part).is_some());
        assert!(has("luck") && has("decision"), "{record}");
        let result = &list(&analysis, "curve").last().expect("a point")["chances"];
        let won = result.as_object().expect("sides").values().any(|chance| number(chance) == 1.0);
        assert!(won || result.as_object().expect("sides").values().all(|chance| number(chance) == 0.5), "{result}");
        assert!(list(&analysis, "turning_points").len() <= 5);
        let totals = analysis["totals"].as_object().expect("sides");
        assert!(record != "race.record" || totals.values().all(|total| number(&total["hidden"]) == 0.0), "{totals:?}");
    }
    said(&["replay", "--from-sim", "3", "--game", "fen", "--save", "fen.record"], home.path());
    let text = said(&["analyse", "fen.record", "--depth", "0"], home.path());
    let rows: Vec<&str> = text.lines().filter(|line| line.contains(" 2 of 6") && line.contains('%')).collect();
    assert!(rows.len() == 1 && !text.contains("turn 2"), "a folder names its time: {text}");
}

#[test]
fn a_game_that_is_not_over_is_analysed_for_one_side() {
    let home = tempfile::tempdir().expect("a directory");
    let file = record("tests/records/early-season-1757");
    let refused = wilderness(&["analyse", &file], home.path()).assert().code(2);
    let complaint = String::from_utf8(refused.get_output().stderr.clone()).expect("text");
    for side in ["french", "british"] {
        let option = ["--as", side].join(" ");
        assert!(complaint.contains(&option), "{complaint}");
    }
    let analysis = analysed(&file, &["--as", "british"], home.path());
    adds_up(&analysis);
    let moments = list(&analysis, "moments");
    assert!(moments.iter().any(|moment| moment["judged"]["side"] == "british"));
    for moment in moments {
        assert!(moment.get("answers").is_none(), "{moment}");
        assert!(moment["judged"].is_null() || moment["judged"]["side"] == "british", "{moment}");
    }
}

#[test]
fn what_is_told_in_words_is_what_a_program_is_told() {
    let home = tempfile::tempdir().expect("a directory");
    let file = record("tests/records/early-season-1757");
    let analysis = analysed(&file, &["--as", "french"], home.path());
    let text = said(&["analyse", &file, "--depth", "0", "--as", "french"], home.path());
    let french = &analysis["totals"]["french"];
    let lost = format!("{:.0} in {}", 100.0 * number(&french["lost"]), french["mistakes"]);
    assert!(text.contains(&lost), "{lost}: {text}");
    // No token of an answer stands in a sentence.
    for moment in list(&analysis, "moments") {
        let token = moment["judged"]["choice"].as_str().unwrap_or("no:token");
        assert!(!token.contains(':') || !text.contains(token), "{token}: {text}");
    }
}

#[test]
fn an_analysis_limited_by_time_is_that_of_the_depth_it_tells() {
    let home = tempfile::tempdir().expect("a directory");
    let file = record("tests/records/early-season-1757");
    let read = |arguments: &[&str]| -> Value {
        serde_json::from_str(&said(
            &[&["analyse", &file, "--as", "british", "--json"], arguments].concat(),
            home.path(),
        ))
        .expect("JSON")
    };
    let hasty = read(&["--time", "3"]);
    let depth = hasty["depth"].as_u64().expect("a depth").to_string();
    let whole = hasty["steps"]["analysed"] == hasty["steps"]["played"];
    let exact = read(&["--depth", &depth]);
    // Where there was no time even for the first depth, the beginning is told.
    let beginning = list(&exact, "curve").starts_with(&list(&hasty, "curve")[..list(&hasty, "curve").len().min(1)]);
    assert!(if whole { hasty == exact } else { depth == "0" && beginning }, "{hasty}");
}

#[test]
fn several_games_are_added_up() {
    let home = tempfile::tempdir().expect("a directory");
    for seed in ["3", "4"] {
        let file = ["race-", seed, ".record"].concat();
        race(seed, &file, home.path());
    }
    let of_all: Value =
        serde_json::from_str(&said(&["analyse", ".", "--depth", "0", "--json"], home.path())).expect("JSON");
    let sum = |rows: &str, key: &str| list(&of_all, rows).iter().map(|row| number(&row[key])).sum::<f64>();
    let (mut luck, mut lost) = (0.0, 0.0);
    for seed in ["3", "4"] {
        let one = analysed(&["race-", seed, ".record"].concat(), &[], home.path());
        for moment in list(&one, "moments").iter().filter(|moment| moment.get("luck").is_some()) {
            luck +=
                moment["luck"].as_object().expect("sides").values().map(|part| number(part).abs()).fold(0.0, f64::max);
        }
        lost += one["totals"].as_object().expect("sides").values().map(|total| number(&total["lost"])).sum::<f64>();
    }
    assert_eq!(of_all["games"], 2);
    assert!((sum("chance", "changed") - luck).abs() < 1e-2 && luck > 0.1, "{luck}: {of_all}");
    assert!((sum("decisions", "lost") - lost).abs() < 1e-2, "{lost}: {of_all}");
    let text = said(&["analyse", "race-3.record", "race-4.record", "--depth", "0"], home.path());
    assert!(text.contains("the start") && text.contains("Decisions"), "{text}");
    for of_one in [["--html", "film.html"], ["--time", "1"]] {
        wilderness(&[&["analyse", "."], &of_one[..]].concat(), home.path()).assert().code(2);
    }
}

#[test]
fn a_film_of_an_analysed_game_marks_what_turned_it() {
    let home = tempfile::tempdir().expect("a directory");
    let file = record("tests/records/golden-annus-mirabilis");
    let film = home.path().join("film.html");
    said(&["analyse", &file, "--depth", "0", "--html", "film.html"], home.path());
    let page = std::fs::read_to_string(&film).expect("a film");
    let film = film::data(&page);
    let (frames, marks) = (list(&film, "frames").len(), list(&film, "marks"));
    let places: Vec<u64> = marks.iter().filter_map(|mark| mark["frame"].as_u64()).collect();
    assert!(places.len() > 5 && places.is_sorted() && places.iter().all(|place| *place < frames as u64), "{places:?}");
    assert_eq!(page.matches("<button data-frame=").count(), marks.len());
    let of_luck = |mark: &Value| mark["luck"] == true;
    for mark in marks {
        assert!(mark["text"].as_str().is_some_and(|text| text.contains("luck, ") == of_luck(mark)), "{mark}");
    }
    // Mistakes are told with how it might have gone on; luck has no alternative.
    let has_alternative = |mark: &&Value| !list(mark, "instead").is_empty();
    let (lucky, mistaken): (Vec<&Value>, Vec<&Value>) = marks.iter().partition(|mark| of_luck(mark));
    assert!(!lucky.iter().any(has_alternative), "{lucky:?}");
    assert!(mistaken.iter().any(has_alternative), "{mistaken:?}");
    // What might have happened is shown in pictures with parts of the film, and something else happens in them.
    let parts = (list(&film, "slots").len() as u64, list(&film, "fragments").len() as i64);
    for mark in mistaken.iter().copied().filter(has_alternative) {
        let instead = list(mark, "instead");
        let changes: Vec<&Value> = instead.iter().flat_map(|frame| list(frame, "changes")).collect();
        let is_part = |change: &&Value| {
            let (slot, look) = (change[0].as_u64(), change[1].as_i64());
            slot.is_some_and(|slot| slot < parts.0) && look.is_some_and(|look| (-1..parts.1).contains(&look))
        };
        assert!(!changes.is_empty() && changes.iter().all(is_part), "{mark}");
        let frame = &list(&film, "frames")[mark["frame"].as_u64().expect("a number") as usize];
        assert!(!list(&instead[0], "news").is_empty() && instead[0]["news"] != frame["news"], "{mark}");
    }
}
