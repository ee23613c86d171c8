//! The impact of the cards: `wilderness cards`.

use super::golden::golden;
use super::lab::{done, refused};
use std::collections::BTreeMap;
use std::fs::read_to_string;
use std::path::Path;
use tempfile::tempdir;

/// A row of a file that `cards` writes, by the names of its columns.
type Row = BTreeMap<String, String>;

/// The rows of a file that `cards` wrote. Each has a value for each column.
fn rows(file: &Path) -> Vec<Row> {
    let text = read_to_string(file).expect("a table");
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_string).collect::<Vec<_>>());
    let header = lines.next().expect("a header");
    let row = |line: Vec<String>| {
        assert_eq!(line.len(), header.len(), "{line:?}");
        header.iter().cloned().zip(line).collect()
    };
    lines.map(row).collect()
}

/// The row of a card in the hands of a side.
fn of<'a>(rows: &'a [Row], content: &str, card: u8, side: &str) -> &'a Row {
    let card = card.to_string();
    let found = rows.iter().find(|row| row["content"] == content && row["card"] == card && row["side"] == side);
    found.unwrap_or_else(|| panic!("{content} {card} {side}"))
}

fn number(row: &Row, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column} of {row:?}"))
}

/// Copies the scripts, and lets Small Pox score five points for whoever plays it.
fn plant(directory: &Path) {
    wilderness_tests::copy_scripts(directory);
    let file = directory.join("events/small_pox.rhai");
    let script = read_to_string(&file).expect("a script");
    let planted = script.replacen("fn play() {", "fn play() {\n    game.score(game.side, 5, \"a trial\");", 1);
    assert_ne!(script, planted);
    std::fs::write(&file, planted).expect("a file");
}

#[test]
fn neither_threads_nor_time_change_what_comes_of_a_seed() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    for jobs in [1, 3] {
        done(at, &format!("cards --games 4 --seed 7 --jobs {jobs} --csv {jobs}.csv"));
    }
    let one = read_to_string(at.join("1.csv")).expect("a table");
    assert_eq!(one, read_to_string(at.join("3.csv")).expect("a table"));
    done(at, "cards --games 4 --seed 8 --csv other.csv");
    assert_ne!(one, read_to_string(at.join("other.csv")).expect("a table"));
    // What is played in a time is the beginning of the same sequence.
    // A busy machine may need more of it for one game.
    let played = |minutes: f64| {
        let told = done(at, &format!("cards --minutes {minutes} --players random --jobs 3 --csv time.csv"));
        // No number says that no game was completed.
        told.split(' ').next().and_then(|games| games.parse::<u64>().ok()).unwrap_or(0)
    };
    let longer = std::iter::successors(Some(0.03), |minutes| Some(2.0 * minutes));
    let games = longer.map(played).find(|games| *games > 0).expect("a game is finished");
    done(at, &format!("cards --games {games} --players random --jobs 1 --csv games.csv"));
    assert_eq!(read_to_string(at.join("time.csv")).ok(), read_to_string(at.join("games.csv")).ok());
}

#[test]
fn a_card_that_scores_is_found_for_the_side_that_holds_it() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    plant(&at.join("planted"));
    let told = done(at, "cards --scripts built-in --scripts planted --card 34 --games 32 --csv cards.csv");
    let [a, b, games] = ["A: ", "B: ", "32 games "].map(|begin| told.lines().position(|line| line.starts_with(begin)));
    assert_eq!((a, b, games), (Some(0), Some(1), Some(2)), "{told}");
    assert!(told.lines().all(|line| line.chars().count() <= 100), "{told}");
    let rows = rows(&at.join("cards.csv"));
    assert!(rows.len() == 6 && rows.iter().all(|row| row["card"] == "34"), "{rows:?}");
    for side in ["french", "british"] {
        let (planted, more) = (of(&rows, "B", 34, side), of(&rows, "B-A", 34, side));
        for row in [planted, more] {
            assert!(number(row, "vp_effect_low") > 0.0, "{row:?}");
            assert!(number(row, "vp_effect_high") < 8.0, "{row:?}");
            assert!(number(row, "vp_p") < 0.01 && row["vp_mark"] == "**", "{row:?}");
        }
        let [a, b, more] = ["A", "B", "B-A"].map(|content| number(of(&rows, content, 34, side), "vp_effect"));
        assert!((b - a - more).abs() < 1e-4, "{a} {b} {more}");
    }
}

#[test]
fn what_an_event_brings_by_itself_is_found() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    plant(&at.join("planted"));
    let run = "cards --scripts planted --card 34 --games 20";
    let told = done(at, &format!("{run} --worth --csv cards.csv"));
    let table = rows(&at.join("cards.csv"));
    let (mut sum, mut count) = (0.0, 0.0);
    for (side, name) in [("french", "French"), ("british", "British")] {
        let row = of(&table, "", 34, side);
        let [low, brings, high] = ["_low", "", "_high"].map(|end| number(row, &format!("event_brings{end}")));
        assert!(low < brings && brings < high, "{row:?}");
        // #34 Small Pox French GAMES +BRINGS ±HALF WORTH NOW
        let lines = told.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let weighed = |words: &Vec<&str>| words.len() > 6 && words[6].starts_with('±');
        let line = lines.filter(weighed).find(|words| words[0] == "#34" && words[3] == name);
        let printed: f64 = line.as_ref().expect("a line")[5].parse().expect("a number");
        assert!((printed - brings).abs() < 0.01, "{line:?}");
        (sum, count) = (sum + brings, count + 1.0);
    }
    // Five points were planted, and a stack that small pox strikes is smaller besides. The games go other ways afterwards.
    assert!((3.5..9.0).contains(&(sum / count)), "{told}");
    // Only the event of this card is weighed, and the others say what they say without that.
    let brings = table.iter().filter(|row| !row["event_brings"].is_empty()).count();
    assert_eq!(brings, 2);
    let plain = done(at, run);
    assert!(plain.len() < told.len() && plain.lines().all(|line| told.contains(line)), "{plain}");
    // Merged shards say the same.
    for shard in 1..=2 {
        done(at, &format!("{run} --worth --shard {shard}/2 --out {shard}.rows"));
    }
    assert_eq!(done(at, "merge 1.rows 2.rows --csv merged.csv"), told);
    assert_eq!(read_to_string(at.join("merged.csv")).ok(), read_to_string(at.join("cards.csv")).ok());
}

#[test]
fn the_table_has_a_row_for_each_card_and_side_and_each_number_has_its_interval() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    let told = done(at, "cards --games 6 --csv cards.csv");
    assert!(told.starts_with("6 games"), "{told}");
    assert!(told.lines().all(|line| line.chars().count() <= 100), "{told}");
    let rows = rows(&at.join("cards.csv"));
    let sides = |row: &Row| (row["card"].parse::<u8>().expect("a number"), row["side"].clone());
    let told: Vec<(u8, String)> = rows.iter().map(sides).collect();
    let wanted = (1..=62).flat_map(|card| ["french", "british"].map(|side| (card, side.to_string())));
    assert_eq!(told, wanted.collect::<Vec<_>>());
    let mut balance = 0.0;
    for row in &rows {
        for share in ["event", "activation", "construction", "wasted", "wins_if_dealt"] {
            let value = number(row, share);
            assert!((0.0..=1.0).contains(&value), "{share} {row:?}");
        }
        let used: f64 = ["event", "activation", "construction", "wasted"].map(|share| number(row, share)).iter().sum();
        assert!(used < 1.0001, "{row:?}");
        for column in ["dealt", "held", "vp_if_dealt", "wins_effect", "vp_effect"] {
            let [low, value, high] =
                ["_low", "", "_high"].map(|end| row[&format!("{column}{end}")].parse().unwrap_or(f64::NAN));
            assert!(!(low > value || value > high), "{column} {row:?}");
        }
        if number(row, "pairs") > 0.0 {
            balance += number(row, "pairs") * number(row, "vp_effect");
        }
        // Too few games to judge by.
        assert!(row["vp_p"].is_empty() && row["vp_mark"].is_empty(), "{row:?}");
    }
    // What a pair says for one card it says against another.
    assert!(balance.abs() < 0.1, "{balance}");
    // Who is dealt nine cards in each of up to six seasons?
    let dealt: f64 = rows.iter().filter(|row| row["side"] == "french").map(|row| number(row, "dealt")).sum();
    assert!((18.0..=60.0).contains(&dealt), "{dealt}");
    // Nobody plays an event that is not for his side.
    assert_eq!(of(&rows, "", 55, "french")["event"], "1.00000");
    assert_eq!(of(&rows, "", 57, "french")["event"], "0.00000");
}

/// Whether a field has this number, or is empty where it is not known.
fn is_rounded(number: &serde_json::Value, field: &str) -> bool {
    match (number.as_f64(), field.parse::<f64>()) {
        (Some(number), Ok(field)) => (number - field).abs() < 6e-6,
        (number, _) => number.is_none() && field.is_empty(),
    }
}

#[test]
fn the_result_as_json_says_what_the_table_says() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    let run = "cards --games 4 --players random";
    let said = done(at, &format!("{run} --json --csv cards.csv"));
    let json: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!((&json["games"], &json["errors"], &json["stopped"]), (&4.into(), &0.into(), &false.into()), "{json}");
    let (table, cards) = (rows(&at.join("cards.csv")), json["cards"].as_array().expect("cards"));
    assert_eq!(table.len(), cards.len());
    for (row, card) in table.iter().zip(cards) {
        let members = card.as_object().expect("an object");
        assert_eq!(members.len(), 23, "{card}");
        for (name, value) in members {
            match value {
                serde_json::Value::Object(number) => {
                    assert_eq!(number.keys().collect::<Vec<_>>(), ["high", "low", "value"]);
                    for (end, column) in [("value", ""), ("low", "_low"), ("high", "_high")] {
                        assert!(is_rounded(&number[end], &row[&format!("{name}{column}")]), "{name} {end}: {number:?}");
                    }
                }
                serde_json::Value::String(text) => assert_eq!(*text, row[name]),
                serde_json::Value::Null => assert_eq!("", row[name]),
                number if name.ends_with("_p") => assert!(is_rounded(number, &row[name]), "{name}: {number}"),
                number => assert_eq!(number.to_string(), row[name]),
            }
        }
    }
    for shard in 1..=2 {
        done(at, &format!("{run} --shard {shard}/2 --out {shard}.rows"));
    }
    assert_eq!(done(at, "merge 1.rows 2.rows --json"), said);
}

#[test]
fn the_cards_of_a_folder_are_told_as_json() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    // No card was ever exchanged: agents that were seated already played the games to their ends.
    let run = "cards --game crown-and-league --games 2 --players random";
    let said = done(at, &format!("{run} --json"));
    let json: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    let card = &json["cards"][0];
    assert!(json["games"] == 2 && card["pairs"].as_u64() > Some(0) && card["points"]["value"].is_number(), "{json}");
    assert!(["crown", "league"].contains(&card["side"].as_str().expect("a side")), "{json}");
    done(at, &format!("{run} --out cards.rows"));
    assert_eq!(done(at, "merge cards.rows --json"), said);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    std::fs::write(at.join("notes"), "Notes").expect("a file");
    wilderness_tests::copy_scripts(&at.join("same"));
    let lines = [
        "cards --card 99",
        "cards --card 70",
        "cards --scenario lake-george",
        "cards --scenario nowhere",
        "cards --scripts built-in --scripts same",
        "cards --scripts same --scripts same --scripts same",
        "cards --scripts missing",
        "cards --csv notes",
        "cards --csv same/deck.toml --scripts same",
        "cards --minutes 0",
        "cards --games 0",
        "cards --players nobody",
        "cards --dice table",
        "cards --seed 18446744073709551615 --games 2",
        "cards --game crown-and-league --games 2 --worth",
    ];
    golden("cards-refused", &lines.map(|line| refused(at, line)).concat());
    assert_eq!(read_to_string(at.join("notes")).expect("notes"), "Notes");
    // An earlier table is replaced, and so is anything else if that is what is wanted.
    for line in ["cards --games 1 --players random --csv cards.csv", "cards --games 1 --players random --csv cards.csv"]
    {
        done(at, line);
    }
    done(at, "cards --games 1 --players random --csv notes --force");
    assert_eq!(read_to_string(at.join("notes")).ok(), read_to_string(at.join("cards.csv")).ok());
}
