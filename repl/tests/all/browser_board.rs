//! The board on the page in a browser: how few clicks a march takes, what the enemy did, and many tabs of one server.

use crate::browser::{Page, click_place, in_browser, type_line};
use crate::golden::talk;
use crate::served;
use fantoccini::Locator;
use serde_json::Value;
use tempfile::tempdir;

/// Clicks what the selector finds first, and waits until the next question can be answered.
async fn click(page: &Page, selector: &str) {
    page.wait("!document.body.matches('.fresh, .busy')").await;
    let version = page.version().await;
    let found = page.client.find(Locator::Css(selector)).await;
    found.unwrap_or_else(|error| panic!("{selector}: {error}")).click().await.expect("a click");
    page.after(version).await;
    page.wait("!document.body.matches('.fresh, .busy')").await;
}

/// Clicks a choice that is made at a place, on the map.
async fn click_on_map(page: &Page, name: &str) {
    page.wait("!document.body.matches('.fresh, .busy')").await;
    let version = page.version().await;
    click_place(page, name).await;
    page.after(version).await;
}

#[test]
fn a_march_from_montreal_to_hudson_carry_north_takes_five_clicks() {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        let server = served::start(at.path(), &["--seed", "3", "--british", "greedy"]);
        let client = browser.open((1413, 900)).await;
        let page = Page::open(&client, &server, "french").await;
        for choice in ["token='card:62'", "token='force'", "token='piece:montcalm'", "line='all'"] {
            click(&page, &format!("#question [data-{choice}]")).await;
        }
        click_on_map(&page, "Hudson Carry North").await;
        page.wait("!document.body.matches('.busy')").await;
        let told = page.text("document.getElementById('recap').textContent").await;
        assert!(told.contains("Hudson Carry North"), "{told}");
        page.check().await;
        client.close().await.expect("it closes");
    });
}

#[test]
fn what_the_enemy_did_stands_above_the_next_question() {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        let server = served::start(at.path(), &["--seed", "3", "--british", "greedy"]);
        let client = browser.open((1280, 800)).await;
        let page = Page::open(&client, &server, "french").await;
        type_line(&page, "activate bougainville with all to crown point using 5").await;
        page.wait("document.querySelector('#recap .entries > li.side-1') !== null").await;
        let top = |id: &str| format!("document.getElementById('{id}').getBoundingClientRect().top");
        let in_view =
            format!("{} > 0 && {} < innerHeight / 2 && {0} < {}", top("recap"), top("recap"), top("question"));
        assert_eq!(page.value(&in_view).await, Value::Bool(true), "no scrolling is needed");
        let sentences = "document.querySelectorAll('#recap .entries > li').length";
        let sentences = page.value(sentences).await.as_u64().unwrap_or_default();
        assert!((2..=10).contains(&sentences), "{sentences}");
        page.screenshot("recap").await;
        page.check().await;
        client.close().await.expect("it closes");
    });
}

#[test]
fn twenty_tabs_of_one_server_follow_the_game_and_take_clicks() {
    const TABS: usize = 20;
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        let server = served::start(at.path(), &["--seed", "3"]);
        let client = browser.open((1414, 900)).await;
        let (seats, mut tabs) = (["french", "british"], Vec::new());
        for number in 0..TABS {
            // Half of them are windows, which stay in view.
            let tab = client.new_window(number % 2 == 0).await.expect("a tab").handle;
            client.switch_to_window(tab.clone()).await.expect("a tab");
            let seat = seats[number / 2 % 2];
            Page::open(&client, &server, seat).await;
            tabs.push((tab, seat));
        }
        // The first of the side that moves answers, and the last.
        let mut page = Page::showing(&client);
        for number in [0, TABS - 3] {
            client.switch_to_window(tabs[number].0.clone()).await.expect("a tab");
            let state = server.state(&server.link("french"));
            let (before, now) = (state["at"].as_u64().expect("a number"), &state["version"]);
            page.wait(&format!("document.body.dataset.version === '{now}'")).await;
            assert!(page.click(0).await);
            assert_eq!(server.state(&server.link("french"))["at"].as_u64(), Some(before + 1), "one answer");
        }
        for (tab, seat) in tabs {
            client.switch_to_window(tab).await.expect("a tab");
            let now = server.state(&server.link(seat))["version"].to_string();
            page.wait(&format!("document.body.dataset.version === '{now}'")).await;
            page.check().await;
        }
        client.close().await.expect("it closes");
    });
}

/// The names that are not whole in the first view of a board.
const CUT_OFF: &str = "(() => { const { x, y, width, height } = document.querySelector('svg.board').viewBox.baseVal; \
    return [...document.querySelectorAll('g.names > *')].map((name) => [name.textContent, name.getBBox()]) \
    .filter(([, box]) => box.x < x || box.y < y || box.x + box.width > x + width || box.y + box.height > y + height) \
    .map(([name]) => name); })()";

#[test]
fn the_first_view_of_a_small_board_cut_off_a_name() {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        talk(at.path(), &["export", "own", "--game", "crown-and-league"], "");
        let file = at.path().join("own/game.toml");
        let data = std::fs::read_to_string(&file).expect("data");
        let long = data.replace("name = \"Kingsholm\"", "name = \"The Harbour of Old Kingsholm\"");
        assert_ne!(long, data);
        std::fs::write(&file, long).expect("written");
        let own = at.path().join("own").display().to_string();
        for (game, seat) in [(own.as_str(), "crown"), ("draughts", "black"), ("alder-fords", "blue"), ("fen", "otter")]
        {
            let server = served::start(at.path(), &["--game", game]);
            let client = browser.open((1408, 900)).await;
            let page = Page::open(&client, &server, seat).await;
            assert_eq!(page.value(CUT_OFF).await, Value::Array(Vec::new()), "{game}");
            page.check().await;
            client.close().await.expect("it closes");
        }
    });
}
