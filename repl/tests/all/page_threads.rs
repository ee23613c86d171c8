//! The threads of a server: many games share a few, and a bot that thinks delays its own game only.

use crate::machine::HANG;
use crate::served::{self, Server, section, values};
use serde_json::{Value, json};
use std::path::Path;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};
use tempfile::tempdir;

const FORM: &str = "application/x-www-form-urlencoded";

/// The links to the seats of a game: the French one, and the British one.
pub type Seats = [String; 2];

/// A server with games between people, the first first, and the links to their seats.
pub fn server_with(games: usize, at: &Path) -> (Server, Vec<Seats>) {
    let server = served::start(at, &["--seed", "5"]);
    let operator = server.link("All games");
    for _ in 1..games {
        let begun = server.post(&format!("{operator}new"), FORM, "scenario=annus-mirabilis&french=&british=");
        assert_eq!(begun.status, 303, "{}", begun.body);
    }
    let list = server.get(&operator).body;
    let links: Vec<&str> = values(&list, "href").into_iter().filter(|link| link.starts_with("/s/")).collect();
    let seats = links.chunks(3).map(|links| [links[1].to_string(), links[2].to_string()]).collect();
    (server, seats)
}

/// Clicks the first choice of the open question of a game.
fn click(server: &Server, seats: &Seats) {
    let states = seats.each_ref().map(|seat| server.state(seat));
    let token = |state: &Value| values(section(state, "question"), "data-token").first().map(ToString::to_string);
    let (seat, token, at) = seats
        .iter()
        .zip(&states)
        .find_map(|(seat, state)| Some((seat, token(state)?, &state["at"])))
        .expect("a question is open");
    let said = server.wish(seat, json!({ "at": at, "token": token }));
    assert_eq!(said["done"], true, "{said}");
}

#[test]
fn many_games_share_a_few_threads() {
    let at = tempdir().expect("a directory");
    let most = available_parallelism().map_or(2, |cores| cores.get().max(2));
    let (server, games) = server_with(most + 2, at.path());
    games.iter().for_each(|game| click(&server, game));
    let Some(threads) = server.threads("game") else { return };
    assert_eq!(threads, most, "for {} games", games.len());
}

#[test]
fn a_bot_that_thinks_delays_its_own_game_only() {
    let at = tempdir().expect("a directory");
    let most = available_parallelism().map_or(2, |cores| cores.get().max(2));
    let (mut server, games) = server_with(most + 2, at.path());
    // In each game the French decide first: the bot thinks as soon as it sits there, and the form is not kept for that.
    let seated =
        server.post(&format!("{}seat", server.link("All games")), FORM, "table=game-1&seat=0&player=search:600s");
    assert_eq!(seated.status, 303, "{}", seated.body);
    let british = games[0][1].clone();
    let answers = |server: &Server| server.state(&british)["at"].clone();
    let before = answers(&server);
    // Where both want the machine, it is that of the others. Its thread may not have begun yet.
    let begun = Instant::now();
    let gives_way = loop {
        let niceness = server.niceness("game").unwrap_or_default();
        let gives_way = niceness.contains(&19) && niceness.iter().any(|nice| *nice < 19);
        if gives_way || cfg!(not(target_os = "linux")) || begun.elapsed() > HANG {
            break gives_way;
        }
        std::thread::yield_now();
    };
    for _ in 0..3 {
        games[1..].iter().for_each(|game| click(&server, game));
    }
    assert_eq!(answers(&server), before, "the bot had all the time that it wanted");
    assert!(cfg!(not(target_os = "linux")) || gives_way, "the bot lets the others go first");
    // The bot thinks as long as the server lives.
    server.kill();
}

#[test]
fn a_bot_that_searches_and_moves_first_kept_the_operator_waiting_until_it_had_moved() {
    let at = tempdir().expect("a directory");
    let mut server = served::start(at.path(), &["--seed", "3", "--french", "search:600s"]);
    let operator = server.link("All games");
    let begun = server.post(&format!("{operator}new"), FORM, "scenario=annus-mirabilis&french=search:600s&british=");
    assert_eq!(begun.status, 303, "{}", begun.body);
    let list = listed(&server);
    let links: Vec<&str> = values(&list, "href").into_iter().filter(|link| link.starts_with("/s/")).collect();
    // Each game is shown while its bot thinks.
    assert_eq!(links.len(), 4, "{list}");
    for link in links {
        let state = server.state(link);
        assert!(section(&state, "standing").contains("thinking"), "{}", section(&state, "standing"));
        assert!(!section(&state, "question").contains("data-token"));
    }
    server.kill();
}

#[test]
fn a_bot_that_searches_and_moves_first_moves_by_itself() {
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--seed", "3", "--french", "search:2"]);
    let british = server.link("british");
    let begun = Instant::now();
    while server.state(&british)["at"] == 0 {
        assert!(begun.elapsed() < HANG, "it does not move");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// How the only game of a server of bots stands in the operator's list.
fn listed(server: &Server) -> String {
    server.get(&server.link("All games")).body
}

#[test]
fn bots_that_played_each_other_kept_the_operator_waiting_until_their_game_was_over() {
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--seed", "3"]);
    let operator = server.link("All games");
    let begun = server.post(&format!("{operator}new"), FORM, "scenario=lake-george&french=search:20&british=search:20");
    assert_eq!(begun.status, 303, "{}", begun.body);
    // It is in the list, is watched, and goes on by itself, and the other games as well.
    let list = listed(&server);
    let watch = values(&list, "href").into_iter().rfind(|link| link.starts_with("/s/")).expect("a link to watch");
    let answers = || server.state(watch)["at"].as_u64().expect("a number");
    let before = answers();
    assert!(section(&server.state(watch), "question").contains("decide"), "it is not over");
    let begun = Instant::now();
    while answers() < before + 2 {
        assert!(begun.elapsed() < HANG, "the bots do not go on");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn bots_that_play_each_other_come_to_the_end() {
    let at = tempdir().expect("a directory");
    let server = served::start(
        at.path(),
        &["--scenario", "lake-george", "--seed", "3", "--french", "random", "--british", "random"],
    );
    let begun = Instant::now();
    while !listed(&server).contains("the film") {
        assert!(begun.elapsed() < HANG, "their game does not end: {}", listed(&server));
        std::thread::sleep(Duration::from_millis(50));
    }
    let record = std::fs::read_to_string(at.path().join("game-1.record")).expect("a record");
    assert!(record.lines().count() > 100, "{record}");
}
