//! What goes wrong around a server: it is killed while games are played, and its disk is full. Nothing is lost, and nothing
//! is done twice.

use crate::machine::HANG;
use crate::page_threads::{Seats, server_with};
use crate::served::{self, Server, Site, section, values};
use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tempfile::tempdir;

/// How many games are played when the server is killed.
const GAMES: usize = 20;
/// How many clicks have been answered by then.
const CLICKS: usize = 60;

/// A click that may not have been answered.
#[derive(Clone, Debug)]
struct SentClick {
    seat: String,
    at: u64,
    wish: Value,
}

/// What happened in a game until the server was killed.
#[derive(Default, Debug)]
struct PlayedUntilKilled {
    /// The number of answers before the last click that was carried out.
    done: Option<u64>,
    /// The click that was on its way.
    sent: Option<SentClick>,
}

fn state(site: &Site, seat: &str) -> Option<Value> {
    let answer = site.try_raw(site.getting(&format!("{seat}state?since=0")).as_bytes())?;
    // Too much at once: later.
    if answer.status == 429 { Some(Value::Null) } else { serde_json::from_str(&answer.body).ok() }
}

/// The next click in a game: the first choice of the open question.
fn next_click(site: &Site, seats: &Seats, number: usize) -> Option<SentClick> {
    loop {
        for seat in seats {
            let state = state(site, seat)?;
            let tokens = state["sections"]["question"].as_str().map(|question| values(question, "data-token"));
            let Some(token) = tokens.unwrap_or_default().first().map(ToString::to_string) else { continue };
            let at = state["at"].as_u64()?;
            let wish = json!({ "at": at, "token": token, "id": format!("click-{number}") });
            return Some(SentClick { seat: seat.clone(), at, wish });
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Sends a click: whether it was carried out; none if no answer came.
fn send(site: &Site, SentClick { seat, wish, .. }: &SentClick) -> Option<bool> {
    loop {
        let request = site.posting(&format!("{seat}wish"), "application/json", &wish.to_string());
        let answer = site.try_raw(request.as_bytes())?;
        if answer.status == 200 {
            let said: Value = serde_json::from_str(&answer.body).ok()?;
            return said["done"].as_bool();
        }
        assert_eq!(answer.status, 429, "{}", answer.body);
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Clicks until the server is gone.
fn play(site: &Site, seats: &Seats, clicks: &AtomicUsize) -> PlayedUntilKilled {
    let mut played = PlayedUntilKilled::default();
    for number in 0.. {
        let Some(click) = next_click(site, seats, number) else { break };
        played.sent = Some(click.clone());
        let Some(is_done) = send(site, &click) else { break };
        assert!(is_done, "{click:?}");
        (played.done, played.sent) = (Some(click.at), None);
        clicks.fetch_add(1, Ordering::SeqCst);
    }
    played
}

#[test]
fn a_server_that_is_killed_with_twenty_games_in_play_loses_nothing_and_does_nothing_twice() {
    let at = tempdir().expect("a directory");
    let (mut server, games) = server_with(GAMES, at.path());
    let (site, clicks) = (server.site(), AtomicUsize::new(0));
    let played: Vec<PlayedUntilKilled> = std::thread::scope(|scope| {
        let playing: Vec<_> = games.iter().map(|seats| scope.spawn(|| play(&site, seats, &clicks))).collect();
        while clicks.load(Ordering::SeqCst) < CLICKS {
            std::thread::sleep(Duration::from_millis(5));
        }
        server.kill();
        playing.into_iter().map(|game| game.join().expect("it ends")).collect()
    });
    assert!(played.iter().any(|game| game.sent.is_some()), "some clicks were on their way");
    let server = served::start(at.path(), &[]);
    for (seats, played) in games.iter().zip(&played) {
        let answers = || server.state(&seats[0])["at"].as_u64().expect("a number");
        let before = answers();
        assert!(played.done.is_none_or(|done| done < before), "what was carried out is there: {before}, {played:?}");
        let Some(SentClick { seat, at, mut wish }) = played.sent.clone() else { continue };
        wish["again"] = true.into();
        let said = server.wish(&seat, wish);
        assert_eq!(said["done"], true, "{said}");
        // It is carried out now, unless it had been before.
        assert!(answers() > at && (before == at || answers() == before), "{before}, {}: {played:?}", answers());
    }
}

/// Waits until something about a seat is so.
fn until(server: &Server, seat: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let state = server.state(seat);
        if is_so(&state) {
            return state;
        }
        assert!(begun.elapsed() < HANG, "it does not come: {}", section(&state, "notice"));
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The first choice at a seat is clicked.
fn click(server: &Server, seat: &str) -> Value {
    let state = until(server, seat, |state| section(state, "question").contains("data-token"));
    let token = values(section(&state, "question"), "data-token")[0].to_string();
    server.wish(seat, json!({ "at": state["at"], "token": token }))
}

/// A limit on the size of files stands for a disk without room.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_on_the_page_and_nothing_is_lost_once_there_is_room() {
    use std::os::unix::fs::PermissionsExt as _;
    let at = tempdir().expect("a directory");
    let (games, program) = (at.path().join("games"), at.path().join("limited"));
    // The signal is ignored, so that writing fails as it does where there is no room.
    let script =
        format!("#!/bin/sh\ntrap '' XFSZ\nulimit -S -f 7\nexec '{}' \"$@\"\n", cargo_bin("wilderness").display());
    std::fs::write(&program, script).expect("a file");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o700)).expect("a mode");
    let mut server = Server::of(&program, &games, &["--seed", "3", "--british", "greedy"]);
    let seat = server.link("french");
    let is_told = |state: &Value| section(state, "notice").contains("not saved");
    let mut said = json!({});
    for _ in 0..200 {
        said = click(&server, &seat);
        assert_eq!(said["done"], true, "{said}");
        if is_told(&server.state(&seat)) {
            break;
        }
    }
    assert!(said["text"].as_str().is_some_and(|text| text.contains("not saved")), "{said}");
    click(&server, &seat);
    assert!(is_told(&server.state(&seat)), "it is told as long as it is so");
    // There is room again: what has happened meanwhile is saved without another click.
    let limit = ["--pid", &server.process().to_string(), "--fsize=unlimited"];
    let lifted = std::process::Command::new("prlimit").args(limit).status();
    if !lifted.is_ok_and(|status| status.success()) {
        return eprintln!("skipped: no prlimit");
    }
    let saved = until(&server, &seat, |state| !is_told(state));
    server.kill();
    let server = served::start(&games, &[]);
    assert_eq!(server.state(&seat)["at"], saved["at"], "nothing is lost");
}
