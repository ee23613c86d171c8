//! Bots outside the program: child processes that answer by token, as `core/lab/book/README.md` documents them.

use super::golden::talk;
use super::machine::skip;
use serde_json::{Value, json};
use std::fs::{read_to_string, write};
use std::path::Path;
use std::process::Command;
use tempfile::{TempDir, tempdir};

const PROGRAM: &str = env!("CARGO_BIN_EXE_wilderness");

/// The book on bots from outside.
fn book() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/lab/book/README.md");
    read_to_string(path).expect("the book on bots")
}

/// A directory with the bot of the book; nothing where there is no Python.
fn with_python(bot: &str) -> Option<TempDir> {
    if Command::new("python3").arg("--version").output().is_err() {
        skip("python", "there is no python3");
        return None;
    }
    let at = tempdir().expect("a directory");
    write(at.path().join("bot.py"), bot).expect("room");
    Some(at)
}

/// The first block of Python of the book.
fn bot_of_the_book() -> String {
    let book = book();
    let (_, rest) = book.split_once("```python\n").expect("a block of Python");
    rest.split_once("```").expect("its end").0.to_string()
}

/// What a command prints as JSON, however it ends.
fn json_of(at: &Path, arguments: &[&str]) -> (Value, String) {
    let output = Command::new(PROGRAM).current_dir(at).args(arguments).output().expect("it runs");
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    (serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {complaints}")), complaints)
}

/// The rows of a simulation, without the players.
fn rows(at: &Path, start: &[&str], players: [&str; 4]) -> Vec<Value> {
    let common = ["simulate", "--games", "2", "--seed", "5", "--jobs", "2", "--force", "--out", "rows.jsonl"];
    let said = talk(at, &[&common[..], start, &players].concat(), "");
    assert_eq!(said.code, 0, "{}", said.text);
    let text = read_to_string(at.join("rows.jsonl")).expect("rows");
    let row = |line: &str| {
        let mut row: Value = serde_json::from_str(line).expect("a row");
        for side in [players[0], players[2]] {
            row[side.trim_start_matches("--")].take();
        }
        row
    };
    text.lines().map(row).collect()
}

#[test]
fn the_bot_of_the_book_plays_games_of_every_kind() {
    let Some(at) = with_python(&bot_of_the_book()) else { return };
    let starts: [&[&str]; 4] = [
        &["--scenario", "annus-mirabilis"],
        &["--scenario", "quebec"],
        &["--game", "draughts"],
        &["--game", "crown-and-league"],
    ];
    for start in starts {
        let arena = ["arena", "exec:python3 bot.py", "random", "--games", "2", "--json"];
        let played = json_of(at.path(), &[&arena[..], start].concat()).0;
        assert_eq!((&played["all"]["games"], &played["errors"]), (&json!(2), &json!(0)), "{start:?}");
    }
    let players = ["--french", "exec:python3 bot.py", "--british", "greedy"];
    let [once, again] = [(); 2].map(|()| rows(at.path(), &["--scenario", "quebec"], players));
    assert_eq!(once, again, "the same seeds give the same games");
}

#[test]
fn another_build_plays_as_it_does_within_itself() {
    let at = tempdir().expect("a directory");
    let sides = ["--french", "--british"];
    for (start, [one, other], bot) in [
        (&["--scenario", "annus-mirabilis"][..], sides, "greedy"),
        (&["--scenario", "annus-mirabilis", "--rules", "13.3"], sides, "greedy"),
        (&["--scenario", "lake-george"], sides, "search:1"),
        (&["--game", "draughts"], ["--white", "--black"], "search:2"),
    ] {
        let outside = format!("exec:{PROGRAM} bot {bot}");
        let within = rows(at.path(), start, [one, bot, other, "random"]);
        let apart = rows(at.path(), start, [one, &outside, other, "random"]);
        assert_eq!(within, apart, "{start:?}");
        assert_eq!(within, rows(at.path(), start, [one, bot, other, &format!("exec:{PROGRAM} bot random")]));
    }
}

#[test]
fn a_bot_that_failed_was_counted_as_beaten() {
    let at = tempdir().expect("a directory");
    let deaf = "exec:100ms:sleep 5".to_string();
    let dead = format!("exec:{PROGRAM} bot nobody");
    let babbling = format!("exec:{PROGRAM} --version");
    for (bot, why) in [
        (deaf.as_str(), "0.1 s"),
        (dead.as_str(), "`nobody`"),
        (babbling.as_str(), "{\"protocol\": 1}"),
        ("exec:./no-such-bot", "no-such-bot"),
    ] {
        let (played, complaints) =
            json_of(at.path(), &["arena", bot, "random", "--scenario", "quebec", "--games", "2", "--json"]);
        assert_eq!((&played["all"]["games"], &played["errors"]), (&json!(0), &json!(2)), "{bot}");
        assert!(complaints.contains(bot) && complaints.contains(why), "{bot}: {complaints}");
    }
}

#[test]
fn an_answer_that_is_not_offered_is_repeated_in_the_complaint() {
    let bot = bot_of_the_book().replace("chance.choice(said[\"choices\"])[\"token\"]", "\"retreat\"");
    let Some(at) = with_python(&bot) else { return };
    let arena = ["arena", "exec:python3 bot.py", "random", "--scenario", "quebec", "--games", "2", "--json"];
    let (played, complaints) = json_of(at.path(), &arena);
    assert_eq!(played["errors"], 2);
    assert!(complaints.contains("`retreat`") && complaints.contains("exec:python3 bot.py"), "{complaints}");
}

#[test]
fn a_bot_from_outside_is_told_nothing_that_its_side_may_not_see() {
    let bot = "import sys\nsys.stdin.readline()\nprint('{\"protocol\": 1}', flush=True)\n\
               open('asked', 'w').write(sys.stdin.readline())\nprint('{\"error\": \"enough\"}', flush=True)\n";
    let Some(at) = with_python(bot) else { return };
    let [one, other] = ["57", "56"].map(|card| {
        let position = format!(
            r#"{{"year":1757,"vp":4,"pieces":{{"montcalm":{{"at":"quebec"}},"bearn":{{"at":"quebec"}},"webb":{{"at":"albany"}},
            "new-hampshire":{{"at":"albany"}}}},"hands":{{"french":[5,10,4,34,62],"british":[{card},60,11,1,2]}}}}"#
        );
        write(at.path().join("start.json"), position).expect("room");
        let words = ["simulate", "--games", "1", "--position", "start.json", "--french", "exec:python3 bot.py", "--json"];
        assert_eq!(json_of(at.path(), &words).0["results"]["annus-mirabilis"]["errors"], 1);
        read_to_string(at.path().join("asked")).expect("the first question")
    });
    let asked: Value = serde_json::from_str(&one).expect("a question");
    assert_eq!((&asked["type"], &asked["side"]), (&json!("choose"), &json!("french")));
    assert!(asked["choices"].as_array().is_some_and(|choices| choices.len() > 4), "{asked}");
    assert!(asked["board"]["places"].as_array().is_some_and(|places| places.len() > 50), "{asked}");
    assert!(!asked.to_string().contains("\\u001b"), "colours are for terminals: {asked}");
    assert_eq!(one, other, "the British hold different cards");
}

#[test]
fn a_game_starts_no_program_for_what_is_typed_in_it() {
    let at = tempdir().expect("a directory");
    let bot = "exec:touch started";
    let said = talk(at.path(), &["play", "--seed", "3"], &format!("bot british {bot}\nnew british {bot}\nquit\n"));
    assert!(said.text.contains(&format!("no such player: `{bot}`")), "{}", said.text);
    for command in [["play", "--british", bot], ["serve", "--british", bot], ["weigh", "--bots", bot]] {
        assert_ne!(talk(at.path(), &command, "").code, 0, "{command:?}");
    }
    assert!(!at.path().join("started").exists());
}
