//! What a page asks for beside what it is sent: places in reach, and what has happened.

use crate::served::{self, Server, section};
use serde_json::{Value, json};
use tempfile::tempdir;

fn asked(server: &Server, path: &str) -> Value {
    let answer = server.get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    serde_json::from_str(&answer.body).expect("JSON")
}

/// A game in which a side is asked where its force goes, and the number of answers.
fn marching(games: &std::path::Path) -> (Server, u64) {
    let server = served::start(games, &["--seed", "3"]);
    let [french, british] = ["french", "british"].map(|side| server.link(side));
    let said = server.line(&french, "activate montcalm with all using 5");
    assert_eq!(said["done"], true, "{said}");
    // The enemy could respond.
    assert_eq!(server.line(&british, "pass")["done"], true);
    let state = server.state(&french);
    assert!(section(&state, "question").contains("data-go"), "{}", section(&state, "question"));
    (server, state["at"].as_u64().expect("a number"))
}

#[test]
fn the_side_that_marches_is_told_its_reach_with_ways_and_risks_and_the_others_are_not() {
    let at = tempdir().expect("a directory");
    let (server, answers) = marching(at.path());
    let [french, british] = ["french", "british"].map(|side| server.link(side));
    let reach = asked(&server, &format!("{french}reach?at={answers}"));
    let reach = reach.as_array().expect("places");
    let find = |id: &str| reach.iter().find(|one| one["place"] == id).unwrap_or_else(|| panic!("{id} is in reach"));
    let [near, far] = ["sorel", "hudson-carry-north"].map(find);
    assert_eq!(near["text"], "1 space");
    assert_eq!(far["path"].as_array().expect("points").len(), 6);
    let risks = far["text"].as_str().expect("words");
    assert!(risks.starts_with("5 spaces") && risks.contains("wins") && risks.contains("interception"), "{risks}");
    // Others, and a page that shows another question, are told nothing.
    for link in [format!("{british}reach?at={answers}"), format!("{french}reach?at=0")] {
        assert_eq!(asked(&server, &link), json!([]), "{link}");
    }
    assert_eq!(server.get(&format!("{french}reach")).status, 400);
}

#[test]
fn a_unit_of_a_battle_is_told_its_reach() {
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--scenario", "lake-george", "--seed", "2", "--british", "greedy"]);
    let seat = server.link("french");
    for _ in 0..60 {
        let state = server.state(&seat);
        if section(&state, "question").contains("data-go") {
            let reach = asked(&server, &format!("{seat}reach?at={}", state["at"]));
            let reach = reach.as_array().expect("places");
            assert!(
                reach.len() > 1 && reach.iter().all(|one| one["text"].as_str().is_some_and(|it| it.contains("MP")))
            );
            let longest = reach.iter().max_by_key(|one| one["path"].as_array().map(Vec::len)).expect("a place");
            assert!(longest["path"].as_array().is_some_and(|path| path.len() > 2), "{longest}");
            return;
        }
        let token = crate::served::values(section(&state, "question"), "data-token")[0];
        assert_eq!(server.wish(&seat, json!({ "at": state["at"], "token": token }))["done"], true);
    }
    panic!("no unit moves");
}

#[test]
fn each_page_looks_back_for_itself_at_the_board_as_it_was() {
    let at = tempdir().expect("a directory");
    let (server, _) = marching(at.path());
    let [french, british] = ["french", "british"].map(|side| server.link(side));
    assert_eq!(server.line(&french, "1")["done"], true);
    let before = [&french, &british].map(|seat| server.state(seat));
    let told = asked(&server, &format!("{british}past?from=0"));
    let entries = told["entries"].as_array().expect("entries");
    assert_eq!(entries.len() as u64, told["all"].as_u64().expect("a number"));
    let moved = |entry: &Value| {
        entry["text"].as_str().is_some_and(|text| text.contains("Montcalm") && text.contains("Kahnawake"))
    };
    let number = entries.iter().position(moved).expect("the march is told");
    let drawn = |entry: &Value, group: &str| {
        let parts = entry["parts"].as_array().expect("parts");
        parts.iter().filter(|part| part[0] == group && !part[2].is_null()).count()
    };
    assert_eq!(drawn(&entries[number], "arrows"), 1, "the march is drawn");
    assert!(drawn(&entries[0], "stacks") > 20, "the first entry shows the whole board");
    // Some of it can be asked for, and nothing of it moves the game or another page.
    let some = asked(&server, &format!("{french}past?from={number}"));
    assert!(some["first"] == number && some["entries"][0]["text"] == entries[number]["text"]);
    let after = [&french, &british].map(|seat| server.state(seat));
    for (before, after) in before.iter().zip(&after) {
        let differs = before.as_object().expect("a snapshot").keys().find(|key| before[*key] != after[*key]);
        assert!(differs.is_none(), "{differs:?}: {} {}", before["version"], after["version"]);
    }
    // Who is at another link than these is told nothing.
    assert_eq!(server.get(&format!("/s/{}/past?from=0", "0".repeat(32))).status, 404);
}

/// The windows of both sides open, and those of the British are passed for them.
#[test]
fn windows_are_passed_for_a_seat_until_the_season_ends_whatever_it_holds() {
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--seed", "3"]);
    let [french, british] = ["french", "british"].map(|side| server.link(side));
    assert_eq!(server.line(&french, "activate montcalm with all using 5")["done"], true);
    let asked = server.state(&british);
    assert!(section(&asked, "passing").contains("data-pass=\"on\""), "{}", section(&asked, "passing"));
    assert!(section(&asked, "hand").contains("#"), "it holds cards");
    assert_eq!(server.wish(&british, json!({ "pass": true }))["done"], true);
    // The window is passed after a while, and the French are asked where they go.
    until(&server, &french, |state| section(state, "question").contains("data-go"));
    assert!(!section(&server.state(&french), "passing").contains("data-pass"), "the enemy sees nothing of it");
    assert!(section(&server.state(&british), "passing").contains("data-pass=\"off\""));
    // It can be taken back.
    assert_eq!(server.wish(&british, json!({ "pass": false }))["done"], true);
    assert!(section(&server.state(&british), "passing").is_empty());
    let record = std::fs::read_to_string(at.path().join("game-1.record")).expect("a record");
    assert!(!record.contains("auto"), "the record has the answers alone: {record}");
}

/// Waits until a seat is sent what is wanted.
fn until(server: &Server, seat: &str, is_so: impl Fn(&Value) -> bool) {
    let begun = std::time::Instant::now();
    while !is_so(&server.state(seat)) {
        assert!(begun.elapsed() < crate::machine::HANG, "it does not come");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}
