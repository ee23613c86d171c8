//! Two games on pages that differ in a card of the enemy: every byte that a seat is sent is the same, and it comes as fast.
//! `parts::twins` compares many pairs of games without a server.

use crate::parts::twins::games::war;
use crate::parts::twins::records;
use crate::served::{self, Server, section, values};
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::{TempDir, tempdir};
use wilderness_engine::{Purpose, Stream};
use wilderness_war::Side;

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

/// The files of a game that people play: its record, and links that begin with a number.
fn write(at: &Path, name: &str, record: &str, links: u32) -> [String; 3] {
    let secrets = ["french", "british", "watch"].map(|who| (who, format!("{links:08x}{:024}", who.len())));
    let seats: String = secrets.iter().map(|(who, secret)| format!("{who} link {secret}\n")).collect();
    std::fs::write(at.join(format!("{name}.record")), record).expect("a file");
    std::fs::write(at.join(format!("{name}.seats")), seats).expect("a file");
    secrets.map(|(_, secret)| format!("/s/{secret}/"))
}

/// How many pairs of games are compared on pages.
fn wanted() -> usize {
    std::env::var("WILDERNESS_PAIRS").ok().and_then(|pairs| pairs.parse().ok()).unwrap_or(2)
}

/// Two games on the pages of one server, of which a side cannot know which it plays: the links of its seats, of the other
/// side's, and of those who look on.
struct PlayedPair {
    seer: [String; 2],
    other: [String; 2],
    watch: [String; 2],
}

/// What became of a pair.
#[derive(Default, Debug)]
struct Compared {
    pairs: usize,
    moments: usize,
    bytes: usize,
    windows: usize,
    /// Pairs that ended since the side had drawn what was exchanged, or since something openly took it.
    ended: usize,
}

impl PlayedPair {
    /// What those are sent who cannot tell the games apart, but for their links; at last also the film, the past and the
    /// operator's list.
    fn sent(&self, server: &Server, at: &Value, last: bool) -> [Vec<(String, String)>; 2] {
        [0, 1].map(|game| {
            let asked = ["".to_string(), format!("reach?at={at}")].into_iter();
            let asked: Vec<String> =
                asked.chain(last.then(|| "film".into())).chain(last.then(|| "past?from=0".into())).collect();
            let of_seat = |(who, link): (usize, &String)| {
                let pages = asked.iter().map(|path| {
                    let answer = server.get(&format!("{link}{path}"));
                    let lines =
                        answer.head.lines().filter(|line| !line.starts_with("date: ")).collect::<Vec<_>>().join("\n");
                    (format!("{who}/{path}"), format!("{} {lines}\n{}", answer.status, answer.body))
                });
                let stream = (format!("{who}/events"), server.seen(link));
                pages.chain([stream]).collect::<Vec<_>>()
            };
            let links = [&self.seer[game], &self.watch[game]];
            let mut sent: Vec<(String, String)> = links.into_iter().enumerate().flat_map(of_seat).collect();
            sent.extend(last.then(|| ("list".to_string(), self.listed(server, game))));
            sent.into_iter().map(|(path, text)| (path, without_server(server, &text))).collect()
        })
    }

    /// What the operator's list says of a game, without its name and links.
    fn listed(&self, server: &Server, game: usize) -> String {
        let list = server.get(&format!("/o/{OPERATOR}/")).body;
        let mut parts = list.split("<section").filter_map(|part| part.split("</section>").next());
        let part = parts.find(|part| part.contains(&self.seer[game])).expect("the game is in the list");
        let name = part.split("aria-label=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a name");
        let links = [&self.seer, &self.other, &self.watch].map(|links| links[game].as_str());
        links.into_iter().fold(part.replace(name, "GAME"), |part, link| part.replace(link, "LINK"))
    }

    /// An answer that fits in both games, of the side that is asked: the links of its seats, the answer, and whether the other
    /// side passes at a window. None if what it has is needed for any.
    fn next(&self, server: &Server, states: &[Value; 2], chance: &mut Stream) -> Option<(&[String; 2], String, bool)> {
        let one_of = |tokens: &[&str], chance: &mut Stream| {
            let index = chance.below(tokens.len().max(1) as u32) as usize;
            tokens.get(index).map(ToString::to_string)
        };
        let asked = values(section(&states[0], "question"), "data-token");
        if !asked.is_empty() {
            return Some((&self.seer, one_of(&asked, chance)?, false));
        }
        let others = self.other.each_ref().map(|link| server.state(link));
        let [one, other] = others.each_ref().map(|state| values(section(state, "question"), "data-token"));
        let both: Vec<&str> = one.into_iter().filter(|token| other.contains(token)).collect();
        let passes = both.contains(&"pass");
        let token = if passes { Some("pass".to_string()) } else { one_of(&both, chance) };
        Some((&self.other, token?, passes))
    }

    /// Gives both games the same answers, and compares what is seen before each.
    fn compare(&self, server: &Server, chance: &mut Stream, tally: &mut Compared) {
        let steps = 4 + chance.below(5);
        for step in 0..=steps {
            let states = self.seer.each_ref().map(|link| server.state(link));
            let told = |name: &str| states[0]["sections"][name] == states[1]["sections"][name];
            if !told("hand") || !told("news") {
                tally.ended += 1;
                return;
            }
            let both = self.sent(server, &states[0]["at"], step == steps);
            for ((path, one), (_, other)) in both[0].iter().zip(&both[1]) {
                assert!(one == other, "after {step} answers, {path} of {:?} differs:\n{one}\n\n{other}", self.seer);
                tally.bytes += one.len();
            }
            tally.moments += 1;
            let Some((links, token, is_window)) = self.next(server, &states, chance) else { return };
            let said =
                [0, 1].map(|game| server.wish(&links[game], json!({ "at": states[game]["at"], "token": token })));
            assert!(said.iter().all(|said| said["done"] == true), "{token}: {said:?}");
            tally.windows += usize::from(is_window);
        }
    }
}

/// Pairs of games in the middle, their files in a directory.
fn pairs(at: &Path, wanted: usize) -> Vec<PlayedPair> {
    let war = war();
    let found = (51..).filter_map(|seed| records(&war, seed)).take(wanted);
    let played = found.enumerate().map(|(number, (records, seer))| {
        let links = [0, 1].map(|game| {
            let links = u32::try_from(2 * number + game).expect("a number");
            write(at, &format!("game-{number}-{game}"), &records[game], 0xa000_0000 + links)
        });
        let seer = usize::from(seer == Side::British);
        let of = |place: usize| [0, 1].map(|game: usize| links[game][place].clone());
        PlayedPair { seer: of(seer), other: of(1 - seer), watch: of(2) }
    });
    played.collect()
}

#[test]
fn pairs_of_games_look_the_same_on_pages_to_the_side_that_cannot_know() {
    let at = tempdir().expect("a directory");
    let wanted = wanted();
    let pairs = pairs(at.path(), wanted);
    std::fs::write(at.path().join("operator"), format!("{OPERATOR}\n")).expect("a file");
    let server = served::start(at.path(), &[]);
    let (mut chance, mut tally) = (Stream::new(7, Purpose::Dice), Compared::default());
    for pair in &pairs {
        pair.compare(&server, &mut chance, &mut tally);
        tally.pairs += 1;
    }
    println!("{tally:?}");
    assert!(tally.ended * 10 <= tally.pairs + 10 && tally.moments > tally.pairs, "{tally:?}");
    // What the other side sees differs: the pairs are none if nothing is hidden.
    let [one, other] = [0, 1].map(|game| server.state(&pairs[0].other[game]));
    assert_ne!(section(&one, "hand"), section(&other, "hand"));
}

#[test]
fn a_secret_that_is_shown_is_found_by_comparing_pages() {
    let at = tempdir().expect("a directory");
    let pairs = pairs(at.path(), 1);
    std::fs::write(at.path().join("operator"), format!("{OPERATOR}\n")).expect("a file");
    let server = served::start(at.path(), &[]);
    // As the page would look if it told what the other side holds.
    let PlayedPair { seer, other, watch } = &pairs[0];
    let told = PlayedPair { seer: other.clone(), other: seer.clone(), watch: watch.clone() };
    let both = told.sent(&server, &server.state(&other[0])["at"], true);
    let differ = both[0].iter().zip(&both[1]).filter(|((_, one), (_, other))| one != other);
    let differ: Vec<&str> = differ.map(|((path, _), _)| path.as_str()).collect();
    for path in ["0/", "0/events"] {
        assert!(differ.contains(&path), "{path} is among {differ:?}");
    }
    assert!(differ.iter().all(|path| path.starts_with("0/")), "who looks on is told nothing: {differ:?}");
}

/// The time of an answer that leads to a window of the British, with a delay; then it is taken back.
fn time(server: &Server, delay: Duration) -> Duration {
    let state = server.state(FRENCH);
    let token = values(section(&state, "question"), "data-token")[0].to_string();
    let body = json!({ "at": state["at"], "token": token }).to_string();
    let begun = Instant::now();
    std::thread::sleep(delay);
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
    let twins = [twin(11), twin(56), twin(11)];
    // As if the card of the last one cost a little time.
    let delays = [Duration::ZERO, Duration::ZERO, 2 * APART];
    let mut times: [Vec<Duration>; 3] = Default::default();
    for _ in 0..MEASURED {
        for (((_, server), delay), times) in twins.iter().zip(delays).zip(&mut times) {
            times.push(time(server, delay));
            // No more than a seat may send.
            std::thread::sleep(Duration::from_millis(100));
        }
    }
    let [one, other, delayed] = times.each_mut().map(|times| median(times));
    eprintln!(
        "medians of {MEASURED} answers each: {one:?} and {other:?}; with a delay of {:?}: {delayed:?}",
        2 * APART
    );
    assert!(one.abs_diff(other) <= APART, "{one:?} and {other:?}");
    assert!(one.abs_diff(delayed) > APART, "a delay is found: {one:?} and {delayed:?}");
}
