//! Games by clicks, each seat in a browser of its own: some of them in every run, whole ones where minutes do not matter.

use crate::browser::{Browser, Page, in_browser, play, result, take_turns};
use crate::served;
use serde_json::Value;
use std::path::Path;
use tempfile::tempdir;

/// The sizes of the two windows: a desktop, and a phone.
const SIZES: [(u32, u32); 2] = [(1402, 900), (390, 844)];

/// Plays a game between two browsers, as far as this number of clicks. Returns how many there were, and the result.
async fn two_browsers(browser: &Browser, games: &Path, arguments: &[&str], most: usize) -> (usize, Option<String>) {
    let server = served::start(games, arguments);
    let clients = [browser.open(SIZES[0]).await, browser.open(SIZES[1]).await];
    let mut pages =
        [Page::open(&clients[0], &server, "french").await, Page::open(&clients[1], &server, "british").await];
    let clicks = take_turns(&mut pages, most).await;
    let results = [result(&pages[0]).await, result(&pages[1]).await];
    assert_eq!(results[0], results[1], "both see the same result");
    for (page, name) in pages.iter_mut().zip(["battle", "phone"]) {
        page.screenshot(name).await;
        page.check().await;
        page.report(&format!("{} on the {name}", arguments.join(" ")));
    }
    let wider = "document.documentElement.scrollWidth > innerWidth";
    assert_eq!(pages[1].value(wider).await, Value::Bool(false), "a phone shows the whole width");
    if results[0].is_some() {
        let film = server.get(&format!("{}film", server.link("british")));
        assert!(film.status == 200 && film.body.contains("class=\"film\""), "the film at the end");
    }
    for client in clients {
        client.close().await.expect("it closes");
    }
    let [result, _] = results;
    (clicks, result)
}

#[test]
fn two_browsers_play_at_once() {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        let (clicks, _) = two_browsers(browser, at.path(), &["--scenario", "lake-george", "--seed", "2"], 24).await;
        assert_eq!(clicks, 24, "one of them can always move");
    });
}

#[test]
#[ignore = "minutes: a whole battle by clicks"]
fn two_browsers_play_all_of_lake_george() {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        let played = two_browsers(browser, at.path(), &["--scenario", "lake-george", "--seed", "2"], usize::MAX).await;
        assert!(played.1.is_some(), "{played:?}");
    });
}

#[test]
#[ignore = "minutes: a whole year by clicks"]
fn two_browsers_play_all_of_annus_mirabilis() {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        let played = two_browsers(browser, at.path(), &["--seed", "6"], usize::MAX).await;
        assert!(played.1.is_some(), "{played:?}");
    });
}

#[test]
#[ignore = "minutes: whole games by clicks"]
fn whole_games_are_played_by_clicks() {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        for (name, arguments) in [
            ("Annus Mirabilis", vec!["--seed", "6", "--british", "greedy"]),
            ("Quebec", vec!["--scenario", "quebec", "--seed", "6", "--british", "greedy"]),
        ] {
            let games = at.path().join(name);
            let server = served::start(&games, &arguments);
            let client = browser.open((1403, 900)).await;
            let mut page = Page::open(&client, &server, "french").await;
            play(&mut page, "nothing of this kind").await;
            assert!(result(&page).await.is_some(), "{name} is over");
            page.screenshot(&format!("end-of-{}", name.replace(' ', "-"))).await;
            page.check().await;
            page.report(name);
            client.close().await.expect("it closes");
        }
    });
}
