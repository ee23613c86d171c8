//! Games by clicks, each seat in a browser of its own: some of them in every run, whole ones where minutes do not matter.

use crate::browser::{Browser, Page, click_place, in_browser, play, result, take_turns};
use crate::served;
use serde_json::Value;
use std::path::Path;
use tempfile::tempdir;

/// The sizes of the windows: a desktop, a phone, and another desktop.
const SIZES: [(u32, u32); 3] = [(1402, 900), (390, 844), (1421, 900)];

/// What browsers play.
struct Wanted<'a> {
    arguments: &'a [&'a str],
    seats: &'a [&'a str],
    /// How many clicks at most.
    most: usize,
    /// After how many clicks there are pictures of all, besides those at the end.
    pictures: &'a [usize],
}

impl Wanted<'_> {
    /// A game of the war or a battle.
    fn french_and_british<'a>(arguments: &'a [&'a str], most: usize) -> Wanted<'a> {
        Wanted { arguments, seats: &["french", "british"], most, pictures: &[] }
    }
}

/// Plays a game between browsers, one for each seat. Returns how many clicks there were, and the result.
async fn browsers(browser: &Browser, games: &Path, wanted: Wanted<'_>) -> (usize, Option<String>) {
    let Wanted { arguments, seats, most, pictures } = wanted;
    let server = served::start(games, arguments);
    let (mut clients, mut pages) = (Vec::new(), Vec::new());
    for (seat, size) in seats.iter().zip(SIZES) {
        let client = browser.open(size).await;
        pages.push(Page::open(&client, &server, seat).await);
        clients.push(client);
    }
    assert_eq!(pages.len(), seats.len());
    let mut clicks = 0;
    for until in pictures.iter().copied().chain([most]) {
        clicks += take_turns(&mut pages, until - clicks).await;
        for (page, seat) in pages.iter().zip(seats).filter(|_| until < most) {
            page.screenshot(&format!("{seat}-{until}")).await;
        }
    }
    let ended = result(&pages[0]).await;
    for page in &pages {
        assert_eq!(result(page).await, ended, "all see the same result");
    }
    for (page, seat) in pages.iter_mut().zip(seats) {
        page.screenshot(&format!("{seat}-at-last")).await;
        page.check().await;
        page.report(&format!("{} on the page of {seat}", arguments.join(" ")));
    }
    let wider = "document.documentElement.scrollWidth > innerWidth";
    assert_eq!(pages[1].value(wider).await, Value::Bool(false), "a phone shows the whole width");
    if ended.is_some() {
        let film = server.get(&format!("{}film", server.link(seats[1])));
        assert!(film.status == 200 && film.body.contains("class=\"film\""), "the film at the end");
    }
    for client in clients {
        client.close().await.expect("it closes");
    }
    (clicks, ended)
}

#[test]
fn two_browsers_play_at_once() {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        let wanted = Wanted::french_and_british(&["--scenario", "lake-george", "--seed", "2"], 24);
        let (clicks, _) = browsers(browser, at.path(), wanted).await;
        assert_eq!(clicks, 24, "one of them can always move");
    });
}

#[test]
#[ignore = "minutes: a whole battle by clicks"]
fn two_browsers_play_all_of_lake_george() {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        let wanted = Wanted::french_and_british(&["--scenario", "lake-george", "--seed", "2"], usize::MAX);
        let played = browsers(browser, at.path(), wanted).await;
        assert!(played.1.is_some(), "{played:?}");
    });
}

#[test]
#[ignore = "minutes: a whole year by clicks"]
fn two_browsers_play_all_of_annus_mirabilis() {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        let wanted = Wanted::french_and_british(&["--seed", "6"], usize::MAX);
        let played = browsers(browser, at.path(), wanted).await;
        assert!(played.1.is_some(), "{played:?}");
    });
}

/// Browsers play a folder of the program from its beginning to its end.
fn browsers_play_all_of(game: &str, seats: &[&str]) {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        let arguments = ["--game", game, "--seed", "3"];
        let wanted = Wanted { arguments: &arguments, seats, most: usize::MAX, pictures: &[0, 40] };
        let played = browsers(browser, at.path(), wanted).await;
        assert!(played.1.is_some(), "{played:?}");
    });
}

#[test]
#[ignore = "minutes: a whole game by clicks"]
fn two_browsers_play_all_of_draughts() {
    browsers_play_all_of("draughts", &["black", "white"]);
}

#[test]
#[ignore = "minutes: a whole war by clicks"]
fn two_browsers_play_all_of_crown_and_league() {
    browsers_play_all_of("crown-and-league", &["crown", "league"]);
}

#[test]
fn three_browsers_play_all_of_the_fen() {
    browsers_play_all_of("fen", &["otter", "heron", "pike"]);
}

#[test]
fn a_piece_is_moved_by_clicks_on_the_board_and_the_other_side_sees_it() {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        let server = served::start(at.path(), &["--game", "draughts"]);
        let clients = [browser.open((1409, 900)).await, browser.open((1410, 900)).await];
        let (black, white) =
            (Page::open(&clients[0], &server, "black").await, Page::open(&clients[1], &server, "white").await);
        // A small board is seen as a whole.
        let seen = "(() => { const { x, y, width, height } = document.querySelector('svg.board').viewBox.baseVal; \
                    return JSON.parse(document.getElementById('places').textContent).every(({ at }) => \
                    at[0] > x && at[0] < x + width && at[1] > y && at[1] < y + height); })()";
        assert_eq!(black.value(seen).await, Value::Bool(true));
        black.wait("!document.body.matches('.fresh, .busy')").await;
        let version = black.version().await;
        click_place(&black, "9").await;
        click_place(&black, "13").await;
        black.after(version).await;
        assert_eq!(server.state(&server.link("black"))["at"], 1);
        white.wait("document.querySelectorAll('g.arrows > g').length === 1").await;
        for (page, client) in [(&black, clients[0].clone()), (&white, clients[1].clone())] {
            page.check().await;
            client.close().await.expect("it closes");
        }
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
