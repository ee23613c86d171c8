//! Three people on pages: each seat sees its own question alone, and an undo needs the consent of those whom it affects.

use assert_cmd::cargo::cargo_bin;
use serde_json::json;
use tempfile::tempdir;
use wilderness_tests::served::{Server, section, values};

/// The seats of the three sides that are built in.
fn seats(server: &Server) -> [String; 3] {
    ["otter", "heron", "pike"].map(|side| server.link(side))
}

/// The numbers of the seats that are asked something.
fn asked(server: &Server, seats: &[String]) -> Vec<usize> {
    let is_asked = |seat: &String| !values(section(&server.state(seat), "question"), "data-token").is_empty();
    (0..seats.len()).filter(|number| is_asked(&seats[*number])).collect()
}

/// Answers the open question at a seat.
fn answer(server: &Server, seat: &str, token: &str) {
    let said = server.wish(seat, json!({ "at": server.state(seat)["at"], "token": token }));
    assert_eq!(said["done"], true, "{token}: {said}");
}

fn at(server: &Server, seat: &str) -> Option<u64> {
    server.state(seat)["at"].as_u64()
}

#[test]
fn each_of_three_seats_sees_its_own_question_and_no_bid_of_the_others() {
    let games = tempdir().expect("a directory");
    let server = Server::of(&cargo_bin("causeways"), games.path(), &["--seed", "1"]);
    let seats = seats(&server);
    for (seat, bid) in ["bid:3", "bid:1", "bid:0"].into_iter().enumerate() {
        assert_eq!(asked(&server, &seats), [seat], "the others wait");
        answer(&server, &seats[seat], bid);
        let told = |seat: &String| section(&server.state(seat), "news").contains("bids:");
        assert!(seats.iter().all(|other| told(other) == (seat == 2)), "bids are told when all have bid");
    }
    assert!(section(&server.state(&seats[2]), "news").contains("bids: Otter 3, Heron 1, Pike 0"));
    assert_eq!(asked(&server, &seats), [0], "the highest bid acts first");
}

#[test]
fn an_undo_needs_the_consent_of_both_others_if_both_have_answered() {
    let games = tempdir().expect("a directory");
    let server = Server::of(&cargo_bin("causeways"), games.path(), &["--seed", "1"]);
    let seats = seats(&server);
    let [otter, heron, pike] = &seats;
    for (seat, token) in [(otter, "bid:2"), (heron, "bid:1"), (pike, "bid:0"), (otter, "stay"), (heron, "stay")] {
        answer(&server, seat, token);
    }
    let before = at(&server, pike);
    let request = |seat: &String| section(&server.state(seat), "request").to_string();
    let said = server.line(pike, "undo 3")["text"].to_string();
    assert!(said.contains("the consent of the Otter and the Heron"), "{said}");
    assert!(request(otter).contains("The Pike") && request(heron).contains("The Pike"), "both are asked");
    assert_eq!(server.line(pike, "agree")["done"], false, "not by who asks");
    server.line(otter, "agree");
    assert_eq!(at(&server, pike), before, "the Heron have not agreed");
    assert_eq!(server.line(heron, "agree")["done"], true);
    assert!(at(&server, pike) < before, "the answers are taken back");
    assert!(seats.iter().all(|seat| request(seat).is_empty()));
}

#[test]
fn a_folder_of_four_sides_is_served_with_a_seat_each_and_goes_on_after_a_restart() {
    let games = tempdir().expect("a directory");
    let server = Server::of(&cargo_bin("causeways"), games.path(), &["--game", &crate::moor(), "--gold", "greedy"]);
    let seats = ["red", "blue", "green"].map(|side| server.link(side));
    assert!(!server.told.contains("gold     http"), "a bot plays it: {}", server.told);
    let page = server.get(&seats[2]);
    assert!(page.status == 200 && page.body.contains("The Moor") && page.body.contains("<svg"));
    answer(&server, &seats[0], "bid:1");
    let film = server.get(&format!("{}film", seats[0]));
    assert!(film.status == 200 && film.body.contains("Green</span>"), "{}", film.head);
    drop(server);
    // The record carries the folder.
    let server = Server::of(&cargo_bin("causeways"), games.path(), &[]);
    let seats = ["red", "blue", "green"].map(|side| server.link(side));
    assert_eq!(asked(&server, &seats), [1]);
}

#[test]
fn a_side_that_moves_is_told_where_it_can_go_and_whom_it_would_challenge() {
    let games = tempdir().expect("a directory");
    let server = Server::of(&cargo_bin("causeways"), games.path(), &["--seed", "1"]);
    let seats = seats(&server);
    let [otter, heron, _] = &seats;
    for (seat, bid) in seats.iter().zip(["bid:1", "bid:0", "bid:2"]) {
        answer(&server, seat, bid);
    }
    // The Pike come first.
    for token in ["from:deeps", "to:mill"] {
        answer(&server, &seats[2], token);
    }
    answer(&server, otter, "from:holt");
    let told = |seat: &str| server.get(&format!("{seat}reach?at={}", server.state(seat)["at"])).body;
    assert_eq!(told(heron), "[]", "the others are told nothing");
    let reach: serde_json::Value = serde_json::from_str(&told(otter)).expect("JSON");
    let places: Vec<_> = reach.as_array().expect("places").iter().map(|one| (&one["place"], &one["text"])).collect();
    // One follower against one: of ten faces, 6 to 10 win.
    assert_eq!(places, [(&json!("mill"), &json!("wins 50 % against the Pike")), (&json!("reeds"), &json!(""))]);
}
