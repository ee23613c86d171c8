//! Two games on pages that differ in a card of the enemy: every byte that a seat is sent is the same, and it comes as fast.
//! `parts::twins` compares many pairs of games without a server.

use crate::served::{self, Server, section, values};
use serde_json::json;
use std::time::{Duration, Instant};
use tempfile::{TempDir, tempdir};

/// The links of both games.
const FRENCH: &str = "/s/00000000000000000000000000000001/";
const BRITISH: &str = "/s/00000000000000000000000000000002/";
const WATCH: &str = "/s/00000000000000000000000000000003/";
const OPERATOR: &str = "00000000000000000000000000000004";
/// How many answers are measured in each game.
const MEASURED: usize = 200;
/// The greatest difference of the medians.
const APART: Duration = Duration::from_millis(5);

/// A server with a game in which the British hold this card, on the way to a window.
fn twin(card: u8) -> (TempDir, Server) {
    let position = r#"{"year":1757,"vp":4,"pieces":{"marin":{"at":"ticonderoga"},"rogers":{"at":"hudson-carry-south"},
        "new-hampshire":{"at":"albany"},"montcalm":{"at":"quebec"},"languedoc":{"at":"ticonderoga"},
        "rigaud":{"at":"ticonderoga"},"massachusetts-1":{"at":"hudson-carry-south"}},
        "fortifications":{"french":{"forts":["ticonderoga"]},"british":{"forts":["hudson-carry-south"]}},
        "hands":{"french":[5,10,4,34,62],"british":[CARD,60,57,1,2]}}"#;
    let position = position.replace("CARD", &card.to_string()).replace('\n', "");
    let at = tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(at.path().join(name), text).expect("a file");
    let lines = "french card card:5\nfrench use individual\n";
    write(
        "game-1.record",
        &format!("wilderness-record 1\nscenario annus-mirabilis\nseed 3\nposition {position}\nwindows open\n{lines}"),
    );
    let link = |link: &str| link.trim_matches('/').trim_start_matches("s/").to_string();
    let seats = format!("french link {}\nbritish link {}\nwatch link {}\n", link(FRENCH), link(BRITISH), link(WATCH));
    write("game-1.seats", &seats);
    write("operator", &format!("{OPERATOR}\n"));
    let server = served::start(at.path(), &[]);
    (at, server)
}

/// A text without what tells one server from another: its address, and the numbers of its pictures.
fn without_server(server: &Server, text: &str) -> String {
    let mut text = text.replace(&server.address, "SERVER");
    for opens in ["\"version\":", "data-version=\""] {
        let mut parts = text.split(opens);
        let first = parts.next().unwrap_or_default().to_string();
        text = parts.fold(first, |text, part| {
            format!("{text}{opens}{}", part.trim_start_matches(|c: char| c.is_ascii_digit()))
        });
    }
    text
}

/// All that those are sent who may not know the card.
fn sent(server: &Server, at: &serde_json::Value) -> Vec<(String, String)> {
    let asked = ["", "film", "past?from=0", "state?since=0"].map(str::to_string);
    let asked = asked.into_iter().chain([format!("reach?at={at}")]);
    let paths = asked.flat_map(|path| [format!("{FRENCH}{path}"), format!("{WATCH}{path}")]);
    let pages = paths.chain([format!("/o/{OPERATOR}/")]).map(|path| {
        let answer = server.get(&path);
        let text = format!("{} {}\n{}", answer.status, answer.head, answer.body);
        (path, without_server(server, &text))
    });
    let streams = [FRENCH, WATCH].map(|seat| (format!("{seat}events"), without_server(server, &server.seen(seat))));
    let mut sent: Vec<(String, String)> = pages.chain(streams).collect();
    // The date of an answer is not of the game.
    for (_, text) in &mut sent {
        *text = text.lines().filter(|line| !line.starts_with("date: ")).collect::<Vec<_>>().join("\n");
    }
    sent
}

#[test]
fn every_byte_is_the_same_whatever_the_enemy_holds() {
    let twins = [twin(11), twin(56)];
    let servers = twins.each_ref().map(|(_, server)| server);
    let hands = servers.map(|server| section(&server.state(BRITISH), "hand").to_string());
    assert_ne!(hands[0], hands[1], "the British hold different cards");
    let mut windows = 0;
    for step in 0..8 {
        let states = servers.map(|server| server.state(FRENCH));
        assert_eq!(states[0]["at"], states[1]["at"], "after {step} answers");
        let both = servers.map(|server| sent(server, &states[0]["at"]));
        for ((path, one), (_, other)) in both[0].iter().zip(&both[1]) {
            assert!(one == other, "after {step} answers, {path} differs:\n{one}\n\n{other}");
        }
        let tokens = values(section(&states[0], "question"), "data-token");
        // A march past those who could intercept.
        let meant = ["space:hudson-carry-north", "piece:marin"];
        let meant = meant.into_iter().find(|token| tokens.contains(token));
        let (seat, token) = match meant.or(tokens.first().copied()) {
            Some(token) => (FRENCH, token.to_string()),
            None => (BRITISH, "pass".to_string()),
        };
        windows += usize::from(seat == BRITISH);
        let said = servers.map(|server| server.wish(seat, json!({ "at": states[0]["at"], "token": token })));
        assert!(said[0] == said[1] && said[0]["done"] == true, "{token}: {said:?}");
    }
    assert!(windows > 0, "the British were asked");
}

/// The time of an answer that leads to a window of the British; then it is taken back.
fn time(server: &Server) -> Duration {
    let state = server.state(FRENCH);
    let token = values(section(&state, "question"), "data-token")[0].to_string();
    let body = json!({ "at": state["at"], "token": token }).to_string();
    let begun = Instant::now();
    let answer = server.post(&format!("{FRENCH}wish"), "application/json", &body);
    let took = begun.elapsed();
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(server.line(FRENCH, "undo")["done"], true);
    took
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

#[test]
#[ignore = "minutes: measures times, on a machine that does nothing else"]
fn an_answer_takes_as_long_whatever_the_enemy_holds() {
    let twins = [twin(11), twin(56)];
    let mut times: [Vec<Duration>; 2] = Default::default();
    for _ in 0..MEASURED {
        for ((_, server), times) in twins.iter().zip(&mut times) {
            times.push(time(server));
            // No more than a seat may send.
            std::thread::sleep(Duration::from_millis(100));
        }
    }
    let [one, other] = times.each_mut().map(|times| median(times));
    eprintln!("medians of {MEASURED} answers each: {one:?} and {other:?}");
    assert!(one.abs_diff(other) <= APART, "{one:?} and {other:?}");
}
