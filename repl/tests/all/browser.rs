//! The page in a real browser. Without one, the tests say that they are skipped.

use crate::served;
use fantoccini::Locator;
use fantoccini::key::Key;
use serde_json::{Value, json};
use tempfile::tempdir;
pub use wilderness_tests::browser::{
    Browser, Page, click_place, hover_place, in_browser, play, press, result, take_turns, type_line,
};

#[test]
fn a_season_is_played_by_clicks() {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        let server = served::start(at.path(), &["--seed", "3", "--british", "greedy"]);
        let client = browser.open((1400, 900)).await;
        let mut page = Page::open(&client, &server, "french").await;
        page.screenshot("season-begins").await;
        assert!(play(&mut page, "Late Season").await > 10);
        page.screenshot("season-ends").await;
        // What is on the map can be clicked, too: a place unfolds.
        let shows = "document.querySelector('#news [data-place]').click()";
        page.client.execute(shows, vec![]).await.expect("a script");
        page.wait("!document.getElementById('place').hidden").await;
        page.screenshot("place").await;
        page.client.find(Locator::Css("#close")).await.expect("a button").click().await.expect("a click");
        let supply = page.client.find(Locator::Css("[data-layer=supply]")).await.expect("a layer");
        let version = page.version().await;
        supply.click().await.expect("a click");
        page.after(version).await;
        page.wait("document.querySelectorAll('g.layers > g').length > 0").await;
        page.screenshot("supply").await;
        page.check().await;
        page.report("Annus Mirabilis, a season");
        client.close().await.expect("it closes");
    });
}

#[test]
fn one_click_marches_all_the_way_and_the_page_tells_what_happened() {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        let server = served::start(at.path(), &["--seed", "3", "--british", "greedy"]);
        let client = browser.open((1405, 900)).await;
        let page = Page::open(&client, &server, "french").await;
        assert!(client.title().await.expect("a title").starts_with("●"));
        type_line(&page, "activate montcalm with all using 5").await;
        page.wait("!document.body.matches('.fresh, .busy')").await;
        page.wait("document.querySelectorAll('g.reach circle').length > 20").await;
        hover_place(&page, "Hudson Carry North").await;
        page.wait("document.querySelectorAll('g.route polyline').length === 2").await;
        let way = page.text("document.getElementById('way').textContent").await;
        assert!(way.contains("5 spaces") && way.contains("wins") && way.contains("interception"), "{way}");
        page.screenshot("way").await;
        let version = page.version().await;
        click_place(&page, "Hudson Carry North").await;
        page.after(version).await;
        let recap = page.text("document.getElementById('recap').textContent").await;
        assert!(recap.contains("Ticonderoga") && recap.contains("battle"), "{recap}");
        assert!(page.value("document.querySelectorAll('g.arrows > g').length > 0").await == Value::Bool(true));
        let pieces = "document.querySelector('#recap [data-place=mississauga]') === null";
        assert_eq!(page.value(pieces).await, Value::Bool(true), "a piece is not taken for the place of its name");
        page.screenshot("march").await;
        // What is said about a question goes with it.
        client.find(Locator::Css("[data-line=hint]")).await.expect("a button").click().await.expect("a click");
        page.wait("document.querySelector('#said [data-token]') !== null").await;
        type_line(&page, "done").await;
        page.wait("document.querySelector('#said [data-token]') === null").await;
        page.check().await;
        client.close().await.expect("it closes");
    });
}

#[test]
fn a_page_looks_back_entry_by_entry_and_answers_nothing_meanwhile() {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        let server = served::start(at.path(), &["--seed", "3", "--british", "greedy"]);
        let (client, other) = (browser.open((1407, 900)).await, browser.open((1408, 900)).await);
        let page = Page::open(&client, &server, "french").await;
        // One who watches looks back as players do.
        let list = server.get(&server.link("All games")).body;
        let watch = served::values(&list, "href").into_iter().find(|link| link.starts_with("/s/")).expect("a link");
        let waiting = Page::at(&other, &format!("http://{}{watch}", server.address)).await;
        type_line(&page, "activate montcalm with all to crown point using 5").await;
        waiting.wait("document.getElementById('recap').textContent.includes('Crown Point')").await;
        let now = "document.querySelector('g.stacks').textContent";
        let present = waiting.text(now).await;
        // The seat that waits steps through what has happened; the other page stays where it is.
        press(&waiting, ",").await;
        waiting.wait("!document.getElementById('looking').hidden").await;
        let entry = "document.getElementById('told-then').textContent";
        let first = waiting.text(entry).await;
        assert!(waiting.text(now).await != present, "the board is that of then");
        press(&waiting, ".").await;
        waiting.wait(&format!("{entry} !== {first:?}")).await;
        waiting.screenshot("looking-back").await;
        press(&waiting, ",").await;
        waiting.wait(&format!("{entry} === {first:?}")).await;
        assert_eq!(page.value("document.getElementById('looking').hidden").await, Value::Bool(true));
        // The side to move looks back as well: it is asked nothing until it comes back.
        let leave = "document.activeElement.blur()";
        page.client.execute(leave, vec![]).await.expect("a script");
        press(&page, ",").await;
        page.wait("!document.getElementById('looking').hidden").await;
        let before = server.state(&server.link("french"));
        assert_eq!(page.value("document.getElementById('question').offsetParent === null").await, Value::Bool(true));
        page.client
            .execute("document.querySelector('#question [data-token]').click()", vec![])
            .await
            .expect("a script");
        press(&page, &Key::Escape.to_string()).await;
        page.wait(
            "document.getElementById('looking').hidden && document.getElementById('question').offsetParent !== null",
        )
        .await;
        assert_eq!(server.state(&server.link("french"))["at"], before["at"], "nothing has been answered");
        // What happens meanwhile is there when the other comes back.
        type_line(&page, "done").await;
        press(&waiting, &Key::Escape.to_string()).await;
        let same = server.state(watch);
        waiting.wait(&format!("document.body.dataset.version === '{}'", same["version"])).await;
        for (page, client) in [(&page, client.clone()), (&waiting, other.clone())] {
            page.check().await;
            client.close().await.expect("it closes");
        }
    });
}

#[test]
fn a_second_click_does_not_answer_the_next_question() {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        let server = served::start(at.path(), &["--seed", "3"]);
        let client = browser.open((1406, 900)).await;
        let page = Page::open(&client, &server, "french").await;
        let before = server.state(&server.link("french"))["at"].as_u64().expect("a number");
        // As soon as the next question is there, its first choice is clicked.
        let twice = "const first = () => document.querySelector('#question fieldset > button.choice'); const old = first(); \
                     new MutationObserver((_, seen) => { if (first() !== old) { seen.disconnect(); first().click(); \
                     document.body.dataset.clicked = ''; } }).observe(document.getElementById('question'), \
                     { childList: true, subtree: true }); old.click();";
        client.execute(twice, vec![]).await.expect("a script");
        page.wait("document.body.dataset.clicked === '' && !document.body.matches('.fresh, .busy')").await;
        let after = server.state(&server.link("french"))["at"].as_u64().expect("a number");
        assert_eq!(after, before + 1, "one answer");
        page.check().await;
        client.close().await.expect("it closes");
    });
}

#[test]
fn the_operator_begins_a_game() {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        let server = served::start(at.path(), &["--seed", "3"]);
        let client = browser.open((1404, 900)).await;
        client.goto(&format!("http://{}{}", server.address, server.link("All games"))).await.expect("the page");
        let buttons = client.find_all(Locator::Css("button")).await.expect("buttons");
        buttons.last().expect("a button").click().await.expect("a click");
        let page = Page::showing(&client);
        page.wait("document.querySelectorAll('section.table').length === 2").await;
        page.screenshot("games").await;
        let link = page.find_all("section.table a").await.pop().expect("a link");
        link.click().await.expect("a click");
        page.wait("document.querySelectorAll('#question h2').length > 0").await;
        client.close().await.expect("it closes");
    });
}

#[test]
fn a_phone_plays_a_season_against_a_bot() {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        let server = served::start(at.path(), &["--seed", "4", "--british", "greedy"]);
        let client = browser.open((392, 844)).await;
        let mut page = Page::open(&client, &server, "french").await;
        assert!(play(&mut page, "Late Season").await > 10);
        page.screenshot("phone-season").await;
        // All of it is on the screen, and large enough for a finger.
        let wider =
            "[document.documentElement, document.querySelector('nav')].some((one) => one.scrollWidth > innerWidth)";
        assert_eq!(page.value(wider).await, Value::Bool(false), "a phone shows the whole width");
        let small = "[...document.querySelectorAll('nav button, #question button')].filter((one) => one.offsetParent) \
                     .map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width < 44 || height < 44).length";
        assert_eq!(page.value(small).await, json!(0), "each control is large enough");
        page.check().await;
        page.report("Annus Mirabilis, a season on a phone");
        client.close().await.expect("it closes");
    });
}
