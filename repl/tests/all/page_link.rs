//! The link between a page and its server: what is sent twice, what stalls, and who may read what is kept.

use crate::machine::HANG;
use crate::served::{self, Server, section, values};
use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::tempdir;

/// The token of the first choice of the open question.
fn first(state: &Value) -> String {
    values(section(state, "question"), "data-token")[0].to_string()
}

#[test]
fn what_is_sent_twice_is_done_once() {
    let at = tempdir().expect("a directory");
    let mut server = served::start(at.path(), &["--seed", "3"]);
    let seat = server.link("french");
    let state = server.state(&seat);
    let wish = json!({ "at": state["at"], "token": first(&state), "id": "a" });
    let again = json!({ "at": state["at"], "token": first(&state), "id": "a", "again": true });
    assert_eq!(server.wish(&seat, wish)["done"], true);
    let answers = |server: &Server| server.state(&seat)["at"].as_u64().expect("a number");
    let once = answers(&server);
    assert_eq!(server.wish(&seat, again.clone())["done"], true, "the answer is that of the first time");
    assert_eq!(answers(&server), once);
    let line = json!({ "at": once, "line": "undo", "id": "b" });
    assert_eq!(server.wish(&seat, line.clone()), server.wish(&seat, line));
    assert_eq!(answers(&server), once - 1);
    // A server that was started again remembers nothing, but sees that the game has moved.
    assert_eq!(server.wish(&seat, json!({ "at": state["at"], "token": first(&state), "id": "c" }))["done"], true);
    server.kill();
    let server = served::start(at.path(), &[]);
    let said = server.wish(&seat, again);
    assert!(said["done"] == true && said["text"].as_str().is_some_and(|text| !text.is_empty()), "{said}");
    assert_eq!(answers(&server), once);
}

#[test]
fn the_page_shows_the_game_before_its_script_runs() {
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--seed", "3"]);
    let seat = server.link("french");
    let (page, state) = (server.get(&seat).body, server.state(&seat));
    for name in ["question", "hand", "standing"] {
        assert!(page.contains(section(&state, name)), "{name}");
    }
    let stacks = state["parts"].as_array().expect("parts").iter().filter(|part| part[0] == "stacks").count();
    assert!(stacks > 20 && page.matches("data-part=\"").count() > stacks, "the picture is in it");
    let version = state["version"].as_u64().expect("a number");
    assert!(page.contains(&format!("data-version=\"{version}\"")));
    // A page without a stream asks from time to time.
    assert_eq!(server.get(&format!("{seat}state?since={version}")).status, 204);
    let all = server.get(&format!("{seat}state?since=0")).body;
    assert_eq!(serde_json::from_str::<Value>(&all).expect("JSON"), state);
}

#[test]
fn proxies_are_told_to_pass_events_on_and_links_work_without_their_slash() {
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--seed", "3"]);
    let seat = server.link("french");
    let mut stream = TcpStream::connect(&server.address).expect("the server listens");
    stream.set_read_timeout(Some(HANG)).expect("a limit");
    write!(stream, "GET {seat}events HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).expect("sent");
    let mut head = vec![0; 600];
    stream.read_exact(&mut head).expect("headers");
    assert!(String::from_utf8_lossy(&head).to_lowercase().contains("x-accel-buffering"));
    for link in [seat, server.link("All games")] {
        let cut = server.get(link.trim_end_matches('/'));
        assert!(cut.status == 308 && cut.head.contains(&format!("location: {link}")), "{}", cut.head);
    }
}

#[test]
fn games_sleep_until_they_are_asked_for() {
    let at = tempdir().expect("a directory");
    let mut server = served::start(at.path(), &["--seed", "3"]);
    let (seat, operator) = (server.link("french"), server.link("All games"));
    let state = server.state(&seat);
    server.wish(&seat, json!({ "at": state["at"], "token": first(&state) }));
    let before = server.state(&seat)["at"].clone();
    server.kill();
    // Many games lie in the directory; a server that is started opens none of them.
    let read = |end: &str| std::fs::read_to_string(at.path().join(format!("game-1.{end}"))).expect("a file");
    let (record, seats) = (read("record"), read("seats"));
    for number in 2..200 {
        let hex = format!("{number:032x}");
        let text = format!("french link {hex}\nbritish link f{}\nwatch link e{}\n", &hex[1..], &hex[1..]);
        std::fs::write(at.path().join(format!("game-{number}.record")), &record).expect("a file");
        std::fs::write(at.path().join(format!("game-{number}.seats")), text).expect("a file");
    }
    assert!(seats.contains("watch link"));
    let server = served::start(at.path(), &[]);
    let asleep = server.memory();
    let list = server.get(&operator).body;
    let links = values(&list, "href").into_iter().filter(|link| link.starts_with("/s/")).count();
    assert_eq!(links, 3 * 199, "two seats of each game, and a link to watch");
    assert!(!list.contains("decide"), "none is open");
    for number in [7, 100] {
        let link = format!("/s/{number:032x}/");
        assert_eq!(server.state(&link)["at"], before, "it goes on where it was");
    }
    let list = server.get(&operator).body;
    assert_eq!(list.matches("decide").count(), 2, "{list}");
    eprintln!("199 games: {asleep} kB, with two awake {} kB", server.memory());
}

#[test]
fn the_operator_s_link_works_after_a_restart() {
    let at = tempdir().expect("a directory");
    let mut server = served::start(at.path(), &["--seed", "3"]);
    let link = server.link("All games");
    server.kill();
    assert_eq!(served::start(at.path(), &[]).link("All games"), link);
}

#[cfg(unix)]
#[test]
fn only_their_owner_reads_the_files_of_games() {
    use std::os::unix::fs::PermissionsExt as _;
    let at = tempdir().expect("a directory");
    let games = at.path().join("games");
    let server = served::start(&games, &["--seed", "3"]);
    let seat = server.link("french");
    let state = server.state(&seat);
    server.wish(&seat, json!({ "at": state["at"], "token": first(&state) }));
    server.wish(&seat, json!({ "line": "undo" }));
    let mode = |path: &Path| path.metadata().expect("it is there").permissions().mode() & 0o777;
    assert_eq!(mode(&games), 0o700);
    for file in ["game-1.record", "game-1.seats", "operator"] {
        assert_eq!(mode(&games.join(file)), 0o600, "{file}");
    }
}

#[test]
fn a_secret_is_looked_up_before_a_body_is_read() {
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--seed", "3"]);
    let (address, nobody) = (&server.address, "0".repeat(32));
    for path in [format!("/s/{nobody}/wish"), format!("/o/{nobody}/new"), format!("/o/{nobody}/seat")] {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nContent-Type: application/json\r\n\
             Connection: close\r\nContent-Length: 3000\r\n\r\n"
        );
        // The body never comes.
        assert_eq!(server.raw(head.as_bytes()).status, 404, "{path}");
    }
}

#[test]
fn a_full_server_says_so() {
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--seed", "3"]);
    let open = || TcpStream::connect(&server.address).expect("the server listens");
    let held: Vec<TcpStream> = (0..512).map(|_| open()).collect();
    let full = full(&server);
    assert!(full.contains("503") && full.contains("full"), "{full}");
    drop(held);
    // It lets others in again, as soon as it has noticed.
    while server.get(&server.link("french")).status == 503 {}
}

/// What a full server says, once it has taken the connections before.
fn full(server: &Server) -> String {
    loop {
        let mut stream = TcpStream::connect(&server.address).expect("the server listens");
        stream.set_read_timeout(Some(HANG)).expect("a limit");
        write!(stream, "GET / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address).expect("sent");
        let mut said = String::new();
        stream.read_to_string(&mut said).expect("an answer");
        if !said.contains(" 404 ") {
            return said;
        }
    }
}

#[test]
fn onlookers_see_what_everybody_knows_and_only_look() {
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--seed", "3"]);
    let (french, operator) = (server.link("french"), server.link("All games"));
    let list = server.get(&operator).body;
    let links: Vec<&str> = values(&list, "href").into_iter().filter(|link| link.starts_with("/s/")).collect();
    let [watch, players @ ..] = links.as_slice() else { panic!("no link to watch") };
    assert!(players.len() == 2 && players.contains(&french.as_str()));
    let (seen, own) = (server.state(watch), server.state(&french));
    assert!(section(&seen, "standing").contains("You look on") && section(&seen, "hand").is_empty());
    assert!(!section(&seen, "question").contains("data-token"), "{}", section(&seen, "question"));
    let hand = section(&own, "hand");
    for card in hand.split("<h3>").skip(1).filter_map(|card| card.split("</h3>").next()) {
        assert!(!seen.to_string().contains(card), "{card} is shown");
    }
    // It looks around, and does nothing else; the film would show a hand.
    for line in ["log", "show tracks", "threats albany"] {
        assert_eq!(server.line(watch, line)["done"], true, "{line}");
    }
    for line in ["hand", "hint", "whatif 1", "1", "undo", "agree", "auto pass"] {
        assert_eq!(server.line(watch, line)["done"], false, "{line}");
    }
    let wish = json!({ "at": own["at"], "token": first(&own) });
    assert_eq!(server.wish(watch, wish.clone())["done"], false);
    assert_eq!(server.get(&format!("{watch}film")).status, 409);
    assert_eq!(server.wish(&french, wish)["done"], true, "nothing has changed");
    assert!(server.state(watch)["at"].as_u64() > own["at"].as_u64(), "they follow");
}

#[test]
fn a_second_person_opens_the_windows() {
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--seed", "3", "--british", "greedy"]);
    let (french, operator) = (server.link("french"), server.link("All games"));
    let record = || std::fs::read_to_string(at.path().join("game-1.record")).expect("a record");
    let opens = || record().lines().any(|line| line == "windows open");
    let state = server.state(&french);
    server.wish(&french, json!({ "at": state["at"], "token": first(&state) }));
    assert!(!opens());
    let form = "application/x-www-form-urlencoded";
    let seated = server.post(&format!("{operator}seat"), form, "table=game-1&seat=1&player=");
    assert_eq!(seated.status, 303, "{}", seated.body);
    assert!(opens(), "{}", record());
    let list = server.get(&operator).body;
    let links: Vec<&str> = values(&list, "href").into_iter().filter(|link| link.starts_with("/s/")).collect();
    assert_eq!(links.len(), 3, "two seats, and a link to watch");
    for link in &links {
        assert!(section(&server.state(link), "notice").contains("<pre>"), "{link} is told");
    }
    // The game goes on with them, and can be played again from its start: for its film, and for who looks back.
    for _ in 0..20 {
        for link in &links[1..] {
            let state = server.state(link);
            let tokens = values(section(&state, "question"), "data-token");
            let Some(token) = tokens.iter().find(|token| **token == "pass").or(tokens.first()) else { continue };
            assert_eq!(server.wish(link, json!({ "at": state["at"], "token": token }))["done"], true);
        }
    }
    assert!(record().lines().any(|line| line.ends_with(" pass")), "a window was passed: {}", record());
    for asked in ["film", "past?from=0"] {
        assert_eq!(server.get(&format!("{french}{asked}")).status, 200, "{asked}");
    }
    // It stays so: the record is read again, and a game goes on from it.
    let before = server.state(&french)["at"].clone();
    drop(server);
    let server = served::start(at.path(), &[]);
    assert_eq!(server.state(&server.link("french"))["at"], before);
    assert!(opens());
}

#[test]
fn who_only_looks_paints_nothing_anew() {
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--seed", "3"]);
    let [french, british] = ["french", "british"].map(|side| server.link(side));
    let version = || server.state(&french)["version"].clone();
    let before = version();
    for line in ["log 1", "show tracks", "threats albany", "nonsense"] {
        server.line(&french, line);
    }
    assert_eq!(server.line(&british, "1")["done"], false, "it is not their turn");
    assert_eq!(version(), before);
    // A layer is shown, and a request has to be seen.
    assert_eq!(server.wish(&french, json!({ "layer": "supply", "on": true }))["done"], true);
    assert_ne!(version(), before);
}

#[test]
fn a_seat_that_asks_for_much_leaves_the_others_their_turn() {
    const ASKED: usize = 30;
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--seed", "3"]);
    let [french, british] = ["french", "british"].map(|side| server.link(side));
    let body = json!({ "line": "threats" }).to_string();
    let request = server.posting(&format!("{french}wish"), "application/json", &body);
    // All of that has been sent before the other seat asks.
    let mut streams: Vec<TcpStream> =
        (0..ASKED).map(|_| TcpStream::connect(&server.address).expect("a server")).collect();
    for stream in &mut streams {
        stream.write_all(request.as_bytes()).expect("sent");
    }
    assert_eq!(server.line(&british, "log 1")["done"], true);
    let is_answered = |stream: &mut TcpStream| {
        stream.set_nonblocking(true).expect("a mode");
        stream.peek(&mut [0]).is_ok()
    };
    let answered = streams.iter_mut().map(is_answered).filter(|answered| *answered).count();
    assert!(answered < ASKED / 2, "the other seat waited for {answered} of {ASKED}");
}

#[cfg(target_os = "linux")]
#[test]
fn who_stalls_is_cut_off_and_keeps_nobody_waiting() {
    const EACH: usize = 5;
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--seed", "3"]);
    let (seat, address) = (server.link("french"), &server.address);
    let before = server.sockets().expect("a number");
    // One never reads what it asks for; one never sends its body, and one never ends its headers.
    let reads_nothing = format!("GET /page.js HTTP/1.1\r\nHost: {address}\r\n\r\n").repeat(1000);
    let no_body = server.posting(&format!("{seat}wish"), "application/json", &"x".repeat(3000));
    let no_body = no_body[..no_body.len() - 2999].to_string();
    let no_end = format!("GET {seat} HTTP/1.1\r\nHost: {address}\r\n");
    let mut streams = Vec::new();
    for sent in [reads_nothing, no_body, no_end].iter().flat_map(|sent| [sent; EACH]) {
        let mut stream = TcpStream::connect(address).expect("the server listens");
        stream.set_nonblocking(true).expect("a mode");
        // What the server does not take any more is not sent.
        let _ = stream.write(sent.as_bytes());
        streams.push(stream);
    }
    assert_eq!(server.get(&seat).status, 200, "others are served");
    let begun = Instant::now();
    while server.sockets().expect("a number") > before {
        assert!(begun.elapsed() < HANG, "{:?} connections are left", server.sockets());
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(server.get(&seat).status, 200);
}

/// The links of the game of a file, which is served for a moment.
fn links_of(file: &Path) -> Vec<String> {
    let mut command = Command::new(cargo_bin("wilderness"));
    command.args(["serve", "--listen", "127.0.0.1:0"]).arg(file).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let links = lines.map(|line| line.expect("a line")).filter_map(|line| Some(line.split_once("/s/")?.1.to_string()));
    let links: Vec<String> = links.take(2).collect();
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert_eq!(links.len(), 2);
    links
}

#[test]
fn a_save_and_a_record_of_one_name_shared_their_links() {
    let at = tempdir().expect("a directory");
    let file = |name: &str| at.path().join(name);
    let record = "wilderness-record 1\nscenario annus-mirabilis\nseed 3\n";
    for name in ["game.save", "game.record", "old.save"] {
        std::fs::write(file(name), record).expect("a file");
    }
    let [save, other] = ["game.save", "game.record"].map(|name| links_of(&file(name)));
    assert!(save.iter().all(|link| !other.contains(link)), "{save:?}, {other:?}");
    assert!(file("game.save.seats").exists() && file("game.seats").exists());
    for (name, links) in [("game.save", save), ("game.record", other.clone())] {
        assert_eq!(links_of(&file(name)), links, "{name}: they are the same the next time");
    }
    // The file of an older version is found, and what was said.
    std::fs::copy(file("game.seats"), file("old.seats")).expect("a file");
    std::fs::write(file("old.talk"), "French\tBonjour\n").expect("a file");
    assert_eq!(links_of(&file("old.save")), other);
    assert_eq!(std::fs::read_to_string(file("old.save.talk")).expect("a file"), "French\tBonjour\n");
}
