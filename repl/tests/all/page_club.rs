//! The operator's list of games: how they stand, the archive, and what is deleted.

use crate::page::{Numbers, click, is_asked};
use crate::served::{self, Server, section, values};
use serde_json::json;
use tempfile::tempdir;

const FORM: &str = "application/x-www-form-urlencoded";

/// Does something in the list; the status of the answer, and its text.
fn done(server: &Server, what: &str, form: &str) -> (u16, String) {
    let answer = server.post(&format!("{}{what}", server.link("All games")), FORM, form);
    (answer.status, answer.body)
}

/// Whether the list says why something cannot be done.
fn is_refused((status, list): &(u16, String)) -> bool {
    *status == 200 && list.contains("\"fault\"")
}

#[test]
fn the_list_says_whose_turn_it_is_and_what_has_happened_last() {
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--seed", "3"]);
    let operator = server.link("All games");
    let list = server.get(&operator).body;
    assert!(list.contains("the French") && list.contains("Last: cards"), "{list}");
    let french = server.link("french");
    assert_eq!(server.line(&french, "activate montcalm with all using 5")["done"], true);
    let list = server.get(&operator).body;
    assert!(list.contains("the British") && list.contains("Montcalm"), "{list}");
    // It shows what all know: no card that a side holds.
    let state = server.state(&french);
    for card in section(&state, "hand").split("<h3>").skip(1).filter_map(|card| card.split("</h3>").next()) {
        assert!(!list.contains(card), "{card}");
    }
}

#[test]
fn a_game_in_the_archive_has_no_links_until_it_is_brought_back() {
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--seed", "3"]);
    let (french, operator) = (server.link("french"), server.link("All games"));
    let before = server.state(&french)["at"].clone();
    assert_eq!(done(&server, "archive", "table=game-1&archived=true").0, 303);
    for path in [french.clone(), format!("{french}state?since=0"), format!("{french}events"), format!("{french}film")] {
        let answer = server.get(&path);
        assert!(answer.status == 410 && answer.body.contains("archive"), "{path}: {} {}", answer.status, answer.body);
    }
    let wish = server.post(&format!("{french}wish"), "application/json", &json!({ "line": "log" }).to_string());
    assert_eq!(wish.status, 410);
    let list = server.get(&operator).body;
    assert!(!values(&list, "href").iter().any(|link| link.starts_with("/s/")), "no link is left: {list}");
    assert!(is_refused(&done(&server, "seat", "table=game-1&seat=0&player=greedy")));
    assert!(is_refused(&done(&server, "archive", "table=game-9&archived=true")));
    assert_eq!(done(&server, "archive", "table=game-1&archived=false").0, 303);
    assert_eq!(server.state(&french)["at"], before, "it goes on where it was");
    // Only the operator does that.
    let other = format!("/o/{}/archive", "0".repeat(32));
    assert_eq!(server.post(&other, FORM, "table=game-1&archived=true").status, 404);
}

#[test]
fn a_game_is_deleted_from_the_archive_once_that_is_certain() {
    let at = tempdir().expect("a directory");
    let mut server = served::start(at.path(), &["--seed", "3"]);
    let french = server.link("french");
    assert_eq!(done(&server, "new", "scenario=early-war&french=&british=greedy").0, 303);
    let files = || {
        let entries = std::fs::read_dir(at.path()).expect("a directory");
        let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
        names.filter(|name| name.starts_with("game-1.")).collect::<Vec<String>>()
    };
    assert!(is_refused(&done(&server, "delete", "table=game-1&sure=true")), "it is not in the archive");
    assert_eq!(done(&server, "archive", "table=game-1&archived=true").0, 303);
    assert!(is_refused(&done(&server, "delete", "table=game-1&sure=true")), "it is open, and would be written again");
    server.kill();
    let server = served::start(at.path(), &[]);
    assert_eq!(server.get(&french).status, 410, "it stays in the archive");
    let (status, asked) = done(&server, "delete", "table=game-1");
    assert!(status == 200 && asked.contains("Delete game-1?"), "{asked}");
    assert!(!files().is_empty(), "nothing is deleted before that is certain");
    assert_eq!(done(&server, "delete", "table=game-1&sure=true").0, 303);
    assert_eq!(files(), Vec::<String>::new());
    let list = server.get(&server.link("All games")).body;
    assert!(!list.contains("game-1") && list.contains("game-2"), "{list}");
}

#[test]
fn a_person_gets_no_other_link_before_that_is_certain() {
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--seed", "3"]);
    let french = server.link("french");
    let (status, asked) = done(&server, "seat", "table=game-1&seat=0&player=");
    assert!(status == 200 && values(&asked, "name").contains(&"sure"), "{asked}");
    assert_eq!(server.get(&french).status, 200, "the link is as it was");
    assert_eq!(done(&server, "seat", "table=game-1&seat=0&player=&sure=true").0, 303);
    assert_eq!(server.get(&french).status, 404);
}

#[test]
fn what_decided_a_game_is_shown_once_it_is_over() {
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--game", "fen", "--seed", "3"]);
    let seats = ["otter", "heron", "pike"].map(|side| server.link(side));
    let mut numbers = Numbers(7);
    assert_eq!(server.get(&format!("{}film?analysed=true", seats[0])).status, 409, "the game is not over");
    loop {
        let states = seats.each_ref().map(|seat| server.state(seat));
        let Some(mover) = states.iter().position(is_asked) else { break };
        click(&server, &seats[mover], &states[mover], &mut numbers);
    }
    let ended = server.state(&seats[1]);
    assert!(section(&ended, "question").contains("film?analysed=true"), "{}", section(&ended, "question"));
    let film = server.get(&format!("{}film?analysed=true", seats[1]));
    // Only what turned the game has a heading of its own there.
    assert!(film.status == 200 && film.body.contains("<h2>"), "{}", film.head);
    assert!(!server.get(&format!("{}film", seats[1])).body.contains("<h2>"));
}

#[test]
fn players_talk_to_each_other_and_onlookers_only_listen() {
    let at = tempdir().expect("a directory");
    let mut server = served::start(at.path(), &["--seed", "3"]);
    let [french, british] = ["french", "british"].map(|side| server.link(side).to_string());
    let list = server.get(&server.link("All games")).body;
    let watch = served::values(&list, "href").into_iter().find(|link| link.starts_with("/s/")).expect("a link");
    let said = server.wish(&french, json!({ "say": "Bonjour <b>à tous</b>\u{1b}[31m", "id": "1" }));
    assert_eq!(said["done"], true, "{said}");
    // The same remark, sent again since no answer came, is made once.
    server.wish(&french, json!({ "say": "Bonjour <b>à tous</b>\u{1b}[31m", "id": "1" }));
    server.wish(&british, json!({ "say": "Good morning" }));
    let talk = "<b>French:</b> Bonjour &lt;b&gt;à tous&lt;/b&gt;[31m</li><li><b>British:</b> Good morning</li>";
    for link in [&french, &british, watch] {
        let shown = server.state(link)["sections"]["talk"].as_str().expect("a section").to_string();
        assert!(shown.contains(talk), "{shown}");
    }
    for (link, text) in [(watch, "I know what they hold"), (&french, ""), (&french, &"a".repeat(301))] {
        assert_eq!(server.wish(link, json!({ "say": text }))["done"], false, "{text}");
    }
    // It is still there after a restart, without a line that was not written to its end; and only its owner reads it.
    server.kill();
    let file = at.path().join("game-1.talk");
    let kept = std::fs::read_to_string(&file).expect("a file");
    std::fs::write(&file, format!("{kept}French\ttor")).expect("a file");
    let server = served::start(at.path(), &[]);
    let shown = server.state(&french)["sections"]["talk"].as_str().expect("a section").to_string();
    assert!(shown.contains(talk) && !shown.contains("tor<"), "{shown}");
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), kept);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(file.metadata().expect("a file").permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn onlookers_see_all_hands_once_every_player_shows_theirs() {
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--seed", "3"]);
    let list = server.get(&server.link("All games")).body;
    let watch = values(&list, "href").into_iter().find(|link| link.starts_with("/s/")).expect("a link");
    let [french, british] = ["french", "british"].map(|side| server.link(side));
    let shows = |seat: &str, on: bool| assert_eq!(server.wish(seat, json!({ "hand": on }))["done"], true);
    let hand = |seat: &str| section(&server.state(seat), "hand").to_string();
    assert_eq!(hand(watch), "");
    shows(&french, true);
    assert_eq!(hand(watch), "", "the British have not agreed");
    assert!(section(&server.state(&french), "showing").contains("as soon as"));
    shows(&british, true);
    let seen = hand(watch);
    for seat in [&french, &british] {
        let own = hand(seat);
        let cards: Vec<&str> = own.split("<h3>").skip(1).filter_map(|card| card.split("</h3>").next()).collect();
        assert!(cards.len() > 5 && cards.iter().all(|card| seen.contains(card)), "{cards:?} are in {seen}");
    }
    assert!(!seen.contains("data-token") && hand(&french).matches("<h2>").count() == 1, "nobody else sees more");
    shows(&french, false);
    assert_eq!(hand(watch), "");
    assert_eq!(server.wish(watch, json!({ "hand": true }))["done"], false, "onlookers have no hand");
}

#[test]
fn the_agreement_to_show_hands_was_forgotten_when_the_server_was_started_again() {
    let at = tempdir().expect("a directory");
    let mut server = served::start(at.path(), &["--seed", "3"]);
    let list = server.get(&server.link("All games")).body;
    let watch = values(&list, "href").into_iter().find(|link| link.starts_with("/s/")).expect("a link").to_string();
    let [french, british] = ["french", "british"].map(|side| server.link(side));
    let mut again = |seat: &str, wish: serde_json::Value| {
        let said = server.wish(seat, wish);
        assert_eq!(said["done"], true, "{said}");
        server.kill();
        server = served::start(at.path(), &[]);
        section(&server.state(&watch), "hand").matches("<h2>").count()
    };
    assert_eq!(again(&french, json!({ "hand": true })), 0, "the British have not agreed");
    assert_eq!(again(&british, json!({ "hand": true })), 2, "all hands");
    assert_eq!(again(&british, json!({ "line": "log" })), 2, "it stays so");
    assert_eq!(again(&french, json!({ "hand": false })), 0, "the French want it no longer");
    assert_eq!(again(&french, json!({ "hand": true })), 2);
    // Who sits down there next has agreed to nothing.
    assert_eq!(done(&server, "seat", "table=game-1&seat=1&player=&sure=true").0, 303);
    assert_eq!(section(&server.state(&watch), "hand"), "");
    server.kill();
    let server = served::start(at.path(), &[]);
    assert_eq!(section(&server.state(&watch), "hand"), "");
    assert!(section(&server.state(&french), "showing").contains("as soon as"), "the French have agreed still");
}
