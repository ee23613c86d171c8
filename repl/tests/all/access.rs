//! Pages for everybody: axe finds no fault, no text is too faint, light or dark, on a desktop and on a phone.

use crate::browser::{Browser, Page, in_browser, press, type_line};
use crate::served;
use serde_json::{Value, json};
use tempfile::tempdir;

/// axe-core 4.14.1 by Deque Systems, under the Mozilla Public License 2.0: `repl/tests/axe/LICENSE`.
const AXE: &str = include_str!("../axe/axe.min.js");
const CONTRAST: &str = include_str!("../axe/contrast.js");

/// Fails if axe finds a fault in what is shown, or a text that it cannot judge is too faint.
async fn check(page: &Page, what: &str) {
    page.client.execute(AXE, vec![]).await.expect("axe");
    let run = "const done = arguments[arguments.length - 1]; axe.run().then((found) => done({ \
               faults: found.violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 160)}`)), \
               rules: found.passes.length, undecided: found.incomplete.filter((one) => one.id === 'color-contrast') \
               .flatMap((one) => one.nodes.map((node) => node.target[0])) }))";
    let found = page.client.execute_async(run, vec![]).await.expect("what axe finds");
    assert_eq!(found["faults"], json!([]), "{what}");
    assert!(found["rules"].as_u64().is_some_and(|rules| rules > 10), "{what}: {}", found["rules"]);
    let judged = format!("{CONTRAST}; return faint(arguments[0])");
    let faint = page.client.execute(&judged, vec![found["undecided"].clone()]).await.expect("contrasts");
    assert_eq!(faint, json!([]), "{what}");
}

const DESKTOP: (u32, u32) = (1410, 900);
const PHONE: (u32, u32) = (391, 844);

async fn check_seat(browser: &Browser, arguments: &[&str], line: &str, windows: &[((u32, u32), bool)]) {
    for &(size, dark) in windows {
        let at = tempdir().expect("a directory");
        let server = served::start(at.path(), arguments);
        let client = browser.open_as(size, dark).await;
        let page = Page::open(&client, &server, "french").await;
        let is_dark = page.value("matchMedia('(prefers-color-scheme: dark)').matches").await;
        assert_eq!(is_dark, Value::Bool(dark));
        let what = format!("{arguments:?}, {} pixels wide, dark: {dark}", size.0);
        check(&page, &what).await;
        page.screenshot(&format!("access-{}-{dark}-{}", size.0, arguments.len())).await;
        type_line(&page, line).await;
        page.wait("!document.body.matches('.fresh, .busy')").await;
        check(&page, &format!("{what}, after an answer")).await;
        page.client.execute("document.activeElement.blur()", vec![]).await.expect("a script");
        press(&page, ",").await;
        page.wait("!document.getElementById('looking').hidden").await;
        check(&page, &format!("{what}, looking back")).await;
        page.client.execute("document.getElementById('now').click()", vec![]).await.expect("a script");
        let unfolds =
            "const place = document.querySelector('#news [data-place]'); place?.click(); return place !== null";
        if page.client.execute(unfolds, vec![]).await.expect("a script") == Value::Bool(true) {
            check(&page, &format!("{what}, a place")).await;
        }
        client.close().await.expect("it closes");
    }
}

#[test]
fn the_page_of_a_seat_is_for_everybody_in_the_war() {
    in_browser(async |browser| {
        let all = [(DESKTOP, false), (DESKTOP, true), (PHONE, false), (PHONE, true)];
        check_seat(browser, &["--seed", "3", "--british", "greedy"], "activate montcalm with all using 5", &all).await;
    });
}

#[test]
fn the_page_of_a_seat_is_for_everybody_in_a_battle() {
    in_browser(async |browser| {
        let battle = ["--scenario", "lake-george", "--seed", "2", "--british", "greedy"];
        check_seat(browser, &battle, "place all", &[(DESKTOP, false), (PHONE, true)]).await;
    });
}

#[test]
fn the_list_of_games_is_for_everybody() {
    in_browser(async |browser| {
        for (size, dark) in [(DESKTOP, false), (PHONE, true)] {
            let at = tempdir().expect("a directory");
            let server = served::start(at.path(), &["--seed", "3", "--british", "greedy"]);
            let client = browser.open_as(size, dark).await;
            client.goto(&format!("http://{}{}", server.address, server.link("All games"))).await.expect("the list");
            let page = Page::showing(&client);
            // A game in the archive unfolds.
            let form = "application/x-www-form-urlencoded";
            let new =
                server.post(&format!("{}new", server.link("All games")), form, "scenario=early-war&french=&british=");
            assert_eq!(new.status, 303);
            let archived = format!("{}archive", server.link("All games"));
            assert_eq!(server.post(&archived, form, "table=game-1&archived=true").status, 303);
            client.refresh().await.expect("the list");
            client.execute("document.querySelector('details').open = true", vec![]).await.expect("a script");
            check(&page, &format!("the list, {} pixels wide, dark: {dark}", size.0)).await;
            page.screenshot(&format!("list-{}-{dark}", size.0)).await;
            client.execute("document.querySelector('[action=delete] button').click()", vec![]).await.expect("a script");
            page.wait("document.querySelector('[name=sure]') !== null").await;
            check(&page, "the question before a game is deleted").await;
            client.close().await.expect("it closes");
        }
    });
}
