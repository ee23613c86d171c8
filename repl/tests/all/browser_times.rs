//! How long it takes from a click to the picture: the median, the 95th percentile and the longest are printed, with
//! `cargo test --workspace --test all -- --ignored --nocapture browser_times`. `WILDERNESS_PROGRAM=/path/to/wilderness`
//! measures another build. On a machine that does other things, its load belongs to the figures.

use crate::browser::{Browser, Page, in_browser};
use crate::served::{Server, section, values};
use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tempfile::tempdir;
use wilderness_tests::browser::pick;

/// How many clicks are measured.
const CLICKS: usize = 200;
/// How many answers are given before.
const BEFORE: usize = 60;

/// A server of the program that is measured.
fn start(games: &Path, arguments: &[&str]) -> Server {
    let program = std::env::var_os("WILDERNESS_PROGRAM").map_or_else(|| cargo_bin("wilderness"), PathBuf::from);
    Server::of(&program, games, arguments)
}

/// Answers until the game is in the middle.
fn play_to_the_middle(server: &Server, seat: &str) {
    for step in 0..BEFORE {
        let state = server.state(seat);
        let tokens = values(section(&state, "question"), "data-token");
        let token = tokens[pick(step) % tokens.len()];
        assert_eq!(server.wish(seat, json!({ "at": state["at"], "token": token }))["done"], true);
    }
}

/// Clicks in the page of the French, and tells the times.
async fn measure(browser: &Browser, server: &Server, what: &str) {
    play_to_the_middle(server, &server.link("french"));
    let client = browser.open((1427, 900)).await;
    client.goto(&format!("http://{}{}", server.address, server.link("french"))).await.expect("the page");
    let mut page = Page::showing(&client);
    page.wait("document.querySelector('#question fieldset > button.choice') !== null").await;
    let mut clicks = 0;
    while clicks < CLICKS && page.click(pick(clicks)).await {
        clicks += 1;
    }
    assert!(clicks > CLICKS / 2, "the game is over after {clicks} clicks");
    page.report(what);
    client.close().await.expect("it closes");
}

#[test]
#[ignore = "a minute: measures times"]
fn clicks_in_the_middle_of_annus_mirabilis() {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        let server = start(at.path(), &["--seed", "6", "--british", "greedy"]);
        measure(browser, &server, "Annus Mirabilis, in the middle").await;
    });
}

#[test]
#[ignore = "a minute: measures times"]
fn clicks_while_four_games_search() {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        let server = start(at.path(), &["--seed", "6", "--british", "greedy"]);
        let operator = server.link("All games");
        for _ in 0..4 {
            let form = "scenario=annus-mirabilis&french=search:600s&british=";
            let begun = server.post(&format!("{operator}new"), "application/x-www-form-urlencoded", form);
            assert_eq!(begun.status, 303, "{}", begun.body);
        }
        let list = server.get(&operator).body;
        let links = values(&list, "href").into_iter().filter(|link| link.starts_with("/s/")).skip(2);
        let links: Vec<&str> = links.collect();
        let answers = || links.iter().map(|link| server.state(link)["at"].clone()).collect::<Vec<Value>>();
        let before = answers();
        assert_eq!(before.len(), 8, "two links of each of four games");
        measure(browser, &server, "Annus Mirabilis, in the middle, while four games search").await;
        assert_eq!(answers(), before, "the bots have searched all the time");
    });
}
