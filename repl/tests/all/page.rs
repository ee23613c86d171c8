//! Games on pages: what a seat is shown and may do, and what nobody may.

use crate::machine::HANG;
use crate::served::{self, Server, section, values};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tempfile::tempdir;

/// A generator of numbers, the same in every run.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Whether the open question is for the seat that this is shown to.
pub(crate) fn is_asked(state: &Value) -> bool {
    !values(section(state, "question"), "data-token").is_empty()
}

/// Clicks one of the choices of the open question.
pub(crate) fn click(server: &Server, seat: &str, state: &Value, numbers: &mut Numbers) {
    let tokens = values(section(state, "question"), "data-token");
    let token = tokens[numbers.below(tokens.len())];
    let said = server.wish(seat, json!({ "at": state["at"], "token": token }));
    assert_eq!(said["done"], true, "{token}: {said}");
}

/// Nothing that the enemy of a seat holds is in what the seat is shown.
fn check_secrets(own: &str, enemy: &Value) -> usize {
    let held = section(enemy, "hand").split("<h3>").skip(1).filter_map(|card| card.split("</h3>").next());
    let news = section(enemy, "news");
    let mut checked = 0;
    for card in held {
        // A number stands for a card as soon as it has come up in play.
        let number = card.split(' ').next().expect("a number");
        // Both sides can have markers of a kind, and choose among all kinds; here it is enough that no hand is shown.
        if !number.starts_with('#') {
            let title = section(enemy, "hand").split("</h2>").next().expect("a title");
            assert!(!own.contains(title), "{title} is shown");
            checked += 1;
            continue;
        }
        if !news.contains(&format!("({number}")) {
            assert!(!own.contains(&format!("{number} ")) && !own.contains(&format!("({number},")), "{card} is shown");
            checked += 1;
        }
    }
    checked
}

#[test]
fn a_season_is_played_on_a_page_against_a_bot() {
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--seed", "3", "--british", "greedy"]);
    let seat = server.link("french");
    assert!(!server.told.contains("british  http"), "{}", server.told);
    let page = server.get(&seat);
    assert!(page.status == 200 && page.body.contains("<svg") && page.body.contains("id=\"places\""));
    let (mut numbers, mut last) = (Numbers(1), 0);
    for _ in 0..400 {
        let state = server.state(&seat);
        let version = state["version"].as_u64().expect("a number");
        assert!(version > last && !state["parts"].as_array().expect("parts").is_empty());
        last = version;
        if section(&state, "standing").contains("Late Season") {
            assert!(section(&state, "news").contains("data-place="), "news have links to places");
            return;
        }
        click(&server, &seat, &state, &mut numbers);
    }
    panic!("the season does not end");
}

#[test]
fn each_seat_sees_its_own_side_alone() {
    let at = tempdir().expect("a directory");
    for (arguments, clicks) in [(&["--seed", "5"][..], 70), (&["--scenario", "quebec", "--rules", "tactics"], 40)] {
        let games = at.path().join(clicks.to_string());
        let server = served::start(&games, arguments);
        let seats = [server.link("french"), server.link("british")];
        let record = std::fs::read_to_string(games.join("game-1.record")).expect("a record");
        assert!(clicks != 70 || record.lines().any(|line| line == "windows open"), "waiting reveals nothing: {record}");
        let (mut numbers, mut checked) = (Numbers(7), 0);
        for number in 0..clicks {
            let seen = seats.each_ref().map(|seat| server.seen(seat));
            let states = seen.each_ref().map(|seen| serde_json::from_str::<Value>(seen).expect("JSON"));
            checked += check_secrets(&seen[0], &states[1]) + check_secrets(&seen[1], &states[0]);
            let Some(mover) = states.iter().position(is_asked) else { break };
            assert!(!is_asked(&states[1 - mover]), "one side decides");
            assert_eq!(states[mover]["at"], states[1 - mover]["at"]);
            if number % 10 == 0 {
                // Who waits looks around, and is told nothing of the enemy's hand either.
                for line in ["hand", "show tracks", "log 50", "threats", "hint", "why event", "whatif 1", "help"] {
                    let told = server.line(&seats[1 - mover], line)["text"].to_string();
                    checked += check_secrets(&told, &states[mover]);
                }
            }
            click(&server, &seats[mover], &states[mover], &mut numbers);
        }
        // The films of the game so far are those of the seats, too.
        let states = seats.each_ref().map(|seat| server.state(seat));
        for (seat, enemy) in [(&seats[0], &states[1]), (&seats[1], &states[0])] {
            let film = server.get(&format!("{seat}film"));
            assert!(film.status == 200 && film.body.contains("<main class=\"film\">"), "{}", film.head);
            checked += check_secrets(&film.body, enemy);
            let past = server.get(&format!("{seat}past?from=0"));
            assert_eq!(past.status, 200, "{}", past.head);
            checked += check_secrets(&past.body, enemy);
        }
        assert!(checked > 30, "{checked}");
    }
}

#[test]
#[ignore = "minutes: 50 games at once"]
fn fifty_games_at_once_keep_their_secrets() {
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--seed", "1"]);
    let operator = server.link("All games");
    let form = "application/x-www-form-urlencoded";
    for number in 1..50 {
        let scenario = ["annus-mirabilis", "early-war", "late-war", "full-campaign"][number % 4];
        let begun = server.post(&format!("{operator}new"), form, &format!("scenario={scenario}&french=&british="));
        assert_eq!(begun.status, 303, "{}", begun.body);
    }
    let list = server.get(&operator).body;
    let links: Vec<&str> = values(&list, "href").into_iter().filter(|link| link.starts_with("/s/")).collect();
    let links: Vec<&str> = links.chunks(3).flat_map(|game| &game[1..]).copied().collect();
    assert_eq!(links.len(), 100);
    let play = |seats: &[&str], clicks: usize, seed: u64| {
        let (mut numbers, mut checked) = (Numbers(seed), 0);
        for _ in 0..clicks {
            let seen = [server.seen(seats[0]), server.seen(seats[1])];
            let states = seen.each_ref().map(|seen| serde_json::from_str::<Value>(seen).expect("JSON"));
            checked += check_secrets(&seen[0], &states[1]) + check_secrets(&seen[1], &states[0]);
            let Some(mover) = states.iter().position(is_asked) else { break };
            click(&server, seats[mover], &states[mover], &mut numbers);
        }
        checked
    };
    // The memory is looked at when all games have been played for a while.
    let mut memory = Vec::new();
    for round in 0..3 {
        let checked: usize = std::thread::scope(|scope| {
            let clients: Vec<_> = links
                .chunks(20)
                .map(|games| scope.spawn(|| games.chunks(2).map(|seats| play(seats, 12, round + 1)).sum::<usize>()))
                .collect();
            clients.into_iter().map(|client| client.join().expect("a client")).sum()
        });
        assert!(checked > 5_000, "{checked}");
        memory.push(server.memory());
    }
    eprintln!("50 games with 2 seats each: {memory:?} kB after 12, 24 and 36 clicks in each");
    assert!(memory[2] < memory[0] * 3 / 2, "{memory:?} kB");
}

#[test]
fn a_page_reaches_nothing_beyond_its_game() {
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--seed", "3"]);
    let [french, british] = ["french", "british"].map(|side| server.link(side));
    let before = server.state(&french)["at"].clone();
    let file = at.path().join("stolen.record");
    let save = format!("save {}", file.display());
    for line in [
        save.as_str(),
        "load game.record",
        "edit small pox",
        "eval game.hand(game.enemy)",
        "bot british greedy",
        "quit",
        "new",
        "reload",
        "watch on",
        "board on",
        "autosave off",
        "compare 5",
        "break small_pox:3",
        "tutorial",
        "rules 14.1 on",
        "until next season",
        "undo --force",
        "back",
        "goto start",
        "rewind",
    ] {
        assert_eq!(server.line(&french, line)["done"], false, "{line}");
    }
    assert!(!file.exists());
    // The other side's answers, stale ones and what is no answer.
    for (seat, wish) in [
        (&british, json!({ "at": before, "token": "card:5" })),
        (&french, json!({ "at": 99, "token": "card:5" })),
        (&french, json!({ "at": before, "token": "card:62x" })),
        (&british, json!({ "line": "activate webb with all to albany" })),
        (&french, json!({ "layer": "nothing", "on": true })),
        (&french, json!({ "line": "x".repeat(500) })),
        (&french, json!({ "line": "a\u{7}b" })),
    ] {
        assert_eq!(server.wish(seat, wish.clone())["done"], false, "{wish}");
    }
    assert_eq!(server.state(&french)["at"], before);
    assert_eq!(server.wish(&french, json!({ "layer": "supply", "on": true }))["done"], true);
    assert!(server.state(&french)["parts"].to_string().contains("layers"));
}

#[test]
fn strange_requests_are_refused_and_change_nothing() {
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--seed", "3"]);
    let seat = server.link("french");
    let (address, before) = (&server.address, server.seen(&seat));
    let page = server.get(&seat);
    for header in ["content-security-policy: default-src 'none'", "referrer-policy: same-origin", "nosniff", "no-store"]
    {
        assert!(page.head.contains(header), "{header}");
    }
    let body = r#"{"line":"play 62"}"#;
    let post = |host: &str, origin: &str, kind: &str, path: &str, body: &str| {
        format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\n{origin}Content-Type: {kind}\r\nContent-Length: {}\r\nConnection: \
             close\r\n\r\n{body}",
            body.len()
        )
    };
    let (own, wish) = (format!("Origin: http://{address}\r\n"), format!("{seat}wish"));
    let json = "application/json";
    let foreign = "Origin: http://evil.example\r\n";
    let nowhere = format!("/s/{}/wish", "0".repeat(32));
    for (request, status) in [
        (post("evil.example", &own, json, &wish, body), 403),
        (post(address, "", json, &wish, body), 403),
        (post(address, foreign, json, &wish, body), 403),
        (post(address, "Origin: null\r\n", json, &wish, body), 403),
        (post(address, &own, "text/plain", &wish, body), 400),
        (post(address, &own, json, &wish, "{\"line\":"), 400),
        (post(address, &own, json, &wish, "{\"shell\":\"rm\"}"), 400),
        (post(address, &own, json, &wish, &format!("{{\"line\":\"{}\"}}", "x".repeat(9000))), 413),
        (post(address, &own, json, &nowhere, body), 404),
        (post(address, &own, json, &seat, body), 404),
        (post(address, &own, "application/x-www-form-urlencoded", "/o/0/seat", "table=game-1&seat=0&player="), 404),
        (format!("GET /../../etc/passwd HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"), 404),
        (format!("GET {seat} HTTP/1.1\r\nHost: other:80\r\nConnection: close\r\n\r\n"), 403),
        (format!("DELETE {seat} HTTP/1.1\r\nHost: {address}\r\n{own}Connection: close\r\n\r\n"), 404),
        ("nonsense\r\n\r\n".into(), 400),
    ] {
        assert_eq!(server.raw(request.as_bytes()).status, status, "{request}");
    }
    flood(&server, &seat, 500);
    assert_eq!(server.seen(&seat), before);
}

#[test]
#[ignore = "minutes: 100,000 bad requests"]
fn a_hundred_thousand_bad_requests_change_nothing() {
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--seed", "3"]);
    let seat = server.link("french");
    let (before, memory) = (server.seen(&seat), server.memory());
    flood(&server, &seat, 100_000);
    assert_eq!(server.seen(&seat), before);
    assert!(server.memory() < memory + 20_000, "{memory} kB, then {} kB", server.memory());
}

/// Sends requests that are spoilt at random: none is answered with 500.
fn flood(server: &Server, seat: &str, count: usize) {
    let mut numbers = Numbers(11);
    let address = &server.address;
    let good = format!(
        "POST {seat}wish HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nContent-Type: application/json\r\n\
         Content-Length: 18\r\nConnection: close\r\n\r\n{{\"line\":\"play 62\"}}"
    );
    let mut statuses = BTreeSet::new();
    for _ in 0..count {
        let mut bytes = good.clone().into_bytes();
        // The secret is spoilt, so that nothing can be right by chance.
        bytes[8 + numbers.below(30)] = b'x';
        for _ in 0..numbers.below(6) {
            let at = numbers.below(bytes.len());
            match numbers.below(3) {
                0 => bytes[at] = numbers.below(256) as u8,
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, b"\r\n: /%\"{"[numbers.below(8)]),
            }
        }
        if numbers.below(4) == 0 {
            bytes.truncate(numbers.below(bytes.len()));
            // A request that is cut off is waited for: it is ended, so that the test need not wait.
            bytes.extend_from_slice(b"\r\n\r\n");
        }
        let stream_ends = bytes.windows(4).any(|end| end == b"\r\n\r\n");
        if !stream_ends || numbers.below(2) == 0 {
            bytes.extend_from_slice(&[b' '; 64]);
        }
        statuses.insert(send_and_leave(server, &bytes));
    }
    assert!(!statuses.contains(&500), "{statuses:?}");
}

/// Sends bytes, closes that direction, and reads the status.
fn send_and_leave(server: &Server, bytes: &[u8]) -> u16 {
    use std::io::{Read as _, Write as _};
    let mut stream = std::net::TcpStream::connect(&server.address).expect("the server listens");
    stream.set_read_timeout(Some(HANG)).expect("a limit");
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let mut head = [0; 64];
    let length = stream.read(&mut head).unwrap_or_default();
    let text = String::from_utf8_lossy(&head[..length]).into_owned();
    text.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default()
}

#[test]
fn nothing_is_lost_when_the_server_is_killed() {
    killed(3);
}

#[test]
#[ignore = "minutes: kill -9 a hundred times"]
fn nothing_is_lost_when_the_server_is_killed_a_hundred_times() {
    killed(100);
}

fn killed(times: usize) {
    let at = tempdir().expect("a directory");
    let mut server = served::start(at.path(), &["--seed", "4"]);
    let seats = [server.link("french"), server.link("british")];
    let mut numbers = Numbers(3);
    for _ in 0..times {
        for _ in 0..1 + numbers.below(7) {
            let states = seats.each_ref().map(|seat| server.state(seat));
            let Some(mover) = states.iter().position(is_asked) else { return };
            click(&server, &seats[mover], &states[mover], &mut numbers);
        }
        let without_version = |seat: &String, server: &Server| {
            let mut state = server.state(seat);
            state["version"] = Value::Null;
            // Arrows stand for what was seen to move, and what is new depends on what was seen.
            state["parts"] = Value::Null;
            for section in ["recap", "timeline"] {
                state["sections"][section] = Value::Null;
            }
            state["sections"]["news"] = section(&state, "news").replace(" data-new", "").into();
            state
        };
        let before = seats.each_ref().map(|seat| without_version(seat, &server));
        server.kill();
        server = served::start(at.path(), &[]);
        assert_eq!(seats.each_ref().map(|seat| without_version(seat, &server)), before);
    }
}

#[test]
fn undo_needs_the_consent_of_the_other_seat() {
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--seed", "3"]);
    let [french, british] = ["french", "british"].map(|side| server.link(side));
    let mut numbers = Numbers(2);
    // Until the British have answered, and the French are asked again.
    let mut answered = false;
    loop {
        let states = [&french, &british].map(|seat| server.state(seat));
        if is_asked(&states[0]) && answered {
            break;
        }
        let mover = usize::from(!is_asked(&states[0]));
        answered |= mover == 1;
        click(&server, [&french, &british][mover], &states[mover], &mut numbers);
    }
    let before = server.state(&french)["at"].clone();
    let asked = server.line(&french, "undo");
    assert!(asked["text"].to_string().contains("the British"), "{asked}");
    assert!(
        section(&server.state(&british), "request").contains("<li>"),
        "the other seat is asked, and told what it had answered"
    );
    assert!(!section(&server.state(&french), "request").is_empty());
    assert_eq!(server.line(&french, "agree")["done"], false, "not by who asks");
    server.line(&british, "show tracks");
    assert_eq!(server.wish(&british, json!({ "refuse": true }))["done"], true);
    assert_eq!(section(&server.state(&british), "request"), "");
    assert!(section(&server.state(&french), "notice").contains("British"), "who asked is told");
    assert_eq!(server.state(&french)["at"], before);
    server.line(&french, "undo");
    // Who looks around first can still agree.
    server.line(&british, "show tracks");
    assert_eq!(server.line(&british, "agree")["done"], true);
    assert!(server.state(&french)["at"].as_u64() < before.as_u64(), "the answer is taken back");
    assert_eq!(section(&server.state(&french), "request"), "");
}

#[test]
fn the_operator_gives_seats_to_others_and_begins_games() {
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--seed", "3"]);
    let (operator, british) = (server.link("All games"), server.link("british"));
    let form = "application/x-www-form-urlencoded";
    let seated = server.post(&format!("{operator}seat"), form, "table=game-1&seat=1&player=greedy");
    assert_eq!(seated.status, 303, "{}", seated.body);
    assert_eq!(server.get(&british).status, 404, "the old link no longer works");
    assert!(server.get(&operator).body.contains("bot greedy"));
    let begun = server.post(&format!("{operator}new"), form, "scenario=lake-george&french=&british=greedy");
    assert_eq!(begun.status, 303, "{}", begun.body);
    assert!(server.get(&operator).body.contains("game-2"), "{}", server.get(&operator).body);
    let wrong = server.post(&format!("{operator}new"), form, "scenario=../../etc&french=&british=");
    assert!(!server.get(&operator).body.contains("game-3"), "{}", wrong.body);
}
