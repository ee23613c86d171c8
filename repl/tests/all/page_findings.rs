//! Faults that were found on the page, each by what went wrong.

use crate::browser::{Page, click_place, hover_place, in_browser, press, type_line};
use crate::served::{self, Server, section, values};
use fantoccini::Locator;
use fantoccini::key::Key;
use serde_json::{Value, json};
use std::io::Write as _;
use std::net::TcpStream;
use tempfile::{TempDir, tempdir};

fn serve(arguments: &[&str]) -> (TempDir, Server) {
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), arguments);
    (at, server)
}

/// Answers with these tokens in turn.
fn answer(server: &Server, seat: &str, tokens: &[&str]) {
    for token in tokens {
        let said = server.wish(seat, json!({ "at": server.state(seat)["at"], "token": token }));
        assert_eq!(said["done"], true, "{token}: {said}");
    }
}

/// A section without its tags.
fn text(state: &Value, name: &str) -> String {
    section(state, name).split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect()
}

#[test]
fn an_undo_took_back_the_pass_of_the_other_side_without_asking() {
    let (_at, server) = serve(&["--seed", "3"]);
    let [french, british] = ["french", "british"].map(|side| server.link(side));
    answer(&server, &french, &["card:57", "force", "piece:montcalm"]);
    server.line(&french, "all");
    answer(&server, &british, &["pass"]);
    let at = server.state(&french)["at"].clone();
    let said = server.line(&french, "undo");
    assert_eq!(said["done"], false, "{said}");
    assert_eq!(server.state(&french)["at"], at, "nothing is taken back");
    assert!(section(&server.state(&british), "request").contains("Agree"), "the British are asked");
}

#[test]
fn an_undo_after_a_draw_advised_what_the_page_refuses() {
    let (_at, server) = serve(&["--seed", "3", "--british", "greedy"]);
    let french = server.link("french");
    answer(&server, &french, &["card:57", "force", "piece:dumas"]);
    server.line(&french, "all");
    // Until the bot has drawn.
    loop {
        let state = server.state(&french);
        let tokens = values(section(&state, "question"), "data-token");
        if text(&state, "recap").contains("drawn") {
            break;
        }
        let token = ["stop", "done", "pass"].into_iter().find(|token| tokens.contains(token)).unwrap_or(tokens[0]);
        answer(&server, &french, &[token]);
    }
    let said = server.line(&french, "undo");
    let why = said["text"].as_str().expect("a reason");
    assert!(said["done"] == false && !why.contains("--force") && !why.contains("agree"), "{why}");
}

#[test]
fn attacks_of_battles_stood_there_without_odds() {
    let at = tempdir().expect("a directory");
    let position = json!({"scenario": "quebec", "turn": 3, "phase": "bombardment", "phasing": "british", "units": {
        "15-foot": {"at": "1106"}, "wolfe": {"at": "1106"}, "58-foot": {"at": "1105"},
        "bearn": {"at": "1306"}, "montcalm": {"at": "1306"}, "guyenne": {"at": "1407"}}});
    let file = at.path().join("position.json");
    std::fs::write(&file, position.to_string()).expect("a file");
    let games = at.path().join("games");
    let server = served::start(&games, &["--position", &file.display().to_string(), "--seed", "3"]);
    let british = server.link("british");
    for line in ["move 15-foot to 1206", "move 58-foot to 1205", "done"] {
        assert_eq!(server.line(&british, line)["done"], true, "{line}");
    }
    let state = server.state(&british);
    let question = section(&state, "question");
    assert!(question.contains("attack") && question.contains("class=\"chance\""), "{question}");
}

#[test]
fn the_steps_of_a_march_were_told_one_by_one() {
    let (_at, server) = serve(&["--seed", "3", "--british", "greedy"]);
    let french = server.link("french");
    server.line(&french, "activate montcalm with all to hudson carry north using 57");
    let state = server.state(&french);
    for name in ["recap", "news"] {
        let told = text(&state, name);
        assert_eq!(told.matches("go from").count(), 1, "{name}: {told}");
        let way = ["montreal", "ile-aux-noix", "winooski", "crown-point", "ticonderoga", "hudson-carry-north"];
        let places = values(section(&state, name), "data-place");
        assert!(places.windows(way.len()).any(|places| places == way), "{name}: {places:?}");
    }
}

#[test]
fn nothing_on_the_page_said_which_units_are_still_to_be_set_up() {
    let (_at, server) = serve(&["--scenario", "lake-george", "--seed", "3"]);
    let [french, british] = ["french", "british"].map(|side| server.link(side));
    let waits = |seat: &str| text(&server.state(seat), "waiting");
    let before = waits(&british);
    assert_eq!(section(&server.state(&british), "waiting").matches("<dt>").count(), 3, "{before}");
    assert!(before.contains("Ruggles") && before.contains("Dieskau"), "{before}");
    assert_eq!(waits(&french), before, "all know that");
    answer(&server, &british, &["hex:0509"]);
    let after = waits(&british);
    assert!(!after.contains("Ruggles") && after.contains("Titcomb"), "{after}");
}

#[test]
fn each_load_of_a_page_brought_its_scripts_again() {
    let (_at, server) = serve(&["--seed", "3"]);
    for file in ["/page.js", "/page.css"] {
        let first = server.get(file);
        let tag = first.head.lines().find_map(|line| line.strip_prefix("etag: ")).expect("a tag").to_string();
        assert!(first.head.contains("no-cache") && !first.body.is_empty(), "{}", first.head);
        // A proxy that compresses makes the tag a weak one.
        for known in [tag.clone(), format!("W/{tag}")] {
            let ask = server.getting(file).replacen("\r\n\r\n", &format!("\r\nIf-None-Match: {known}\r\n\r\n"), 1);
            let again = server.raw(ask.as_bytes());
            assert_eq!((again.status, again.body.as_str()), (304, ""), "{file}");
        }
    }
    assert!(server.get(&server.link("french")).head.contains("no-store"), "no page of a seat is kept");
}

#[test]
fn a_ninth_page_of_a_seat_followed_nothing() {
    in_browser(async |browser| {
        let (_at, server) = serve(&["--seed", "3"]);
        let french = server.link("french");
        let ask = format!("GET {french}events HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
        let follow = |_: usize| {
            let mut stream = TcpStream::connect(&server.address).expect("the server listens");
            stream.write_all(ask.as_bytes()).expect("sent");
            stream
        };
        let _streams: Vec<TcpStream> = (0..8).map(follow).collect();
        while server.raw(server.getting(&format!("{french}events")).as_bytes()).status != 429 {}
        let client = browser.open((1415, 900)).await;
        let page = Page::open(&client, &server, "french").await;
        // Another page of the seat answers, and this one shows it.
        let state: Value = serde_json::from_str(&server.get(&format!("{french}state?since=0")).body).expect("JSON");
        assert_eq!(server.wish(&french, json!({ "at": state["at"], "token": "card:57" }))["done"], true);
        page.wait("document.getElementById('question').textContent.includes('use #57')").await;
        assert_eq!(page.text("document.getElementById('link').textContent").await, "", "it says nothing is wrong");
        page.check().await;
        client.close().await.expect("it closes");
    });
}

#[test]
fn nothing_said_that_a_bot_was_thinking() {
    in_browser(async |browser| {
        let (_at, server) = serve(&["--seed", "3", "--british", "greedy"]);
        let client = browser.open((1416, 900)).await;
        let page = Page::open(&client, &server, "french").await;
        // The answer to a click comes when it is let through.
        let held = "const ask = window.fetch; window.fetch = (what, ...rest) => (what !== 'wish' ? ask(what, ...rest) : \
                    new Promise((pass) => { window.pass = () => pass(ask(what, ...rest)); }));";
        client.execute(held, vec![]).await.expect("a script");
        page.wait("!document.body.matches('.fresh, .busy')").await;
        let click = "document.querySelector('#question fieldset > button.choice').click()";
        client.execute(click, vec![]).await.expect("a script");
        let said = "document.getElementById('said').textContent";
        page.wait(&format!("{said}.includes('The British are thinking')")).await;
        let version = page.version().await;
        client.execute("pass()", vec![]).await.expect("a script");
        page.after(version).await;
        page.wait(&format!("{said} === ''")).await;
        page.check().await;
        client.close().await.expect("it closes");
    });
}

#[test]
fn a_refused_line_had_to_be_deleted_before_the_next_one() {
    in_browser(async |browser| {
        let (_at, server) = serve(&["--seed", "3"]);
        let client = browser.open((1417, 900)).await;
        let page = Page::open(&client, &server, "french").await;
        type_line(&page, "surely not").await;
        page.wait("document.querySelector('#said.refused') !== null").await;
        let typed = "document.getElementById('typed').value";
        assert_eq!(page.text(typed).await, "surely not", "it can be changed");
        // What is typed next takes its place; a comma looks back all the same.
        press(&page, ",").await;
        page.wait("!document.getElementById('looking').hidden").await;
        press(&page, &Key::Escape.to_string()).await;
        page.wait("document.getElementById('looking').hidden").await;
        type_line(&page, "surely not").await;
        press(&page, "l").await;
        assert_eq!(page.text(typed).await, "l");
        page.check().await;
        client.close().await.expect("it closes");
    });
}

#[test]
fn the_board_stuck_to_a_pointer_that_was_released_outside() {
    in_browser(async |browser| {
        let (_at, server) = serve(&["--seed", "3"]);
        let client = browser.open((1418, 900)).await;
        let page = Page::open(&client, &server, "french").await;
        let at = "document.querySelector('svg.board').getAttribute('viewBox')";
        let moved = |kind: &str, x: u32, buttons: u32| {
            format!(
                "document.getElementById('board').dispatchEvent(new PointerEvent('{kind}', {{ bubbles: true, pointerId: 1, \
                 pointerType: 'mouse', clientX: {x}, clientY: 300, buttons: {buttons} }}))"
            )
        };
        let before = page.text(at).await;
        // Pressed near the edge, released outside, where the page is told nothing.
        for (kind, x, buttons) in [("pointerdown", 300, 1), ("pointermove", 303, 1), ("pointermove", 500, 0)] {
            client.execute(&moved(kind, x, buttons), vec![]).await.expect("a script");
        }
        assert_eq!(page.text(at).await, before);
        client.execute(&moved("pointermove", 700, 0), vec![]).await.expect("a script");
        assert_eq!(page.text(at).await, before);
        page.check().await;
        client.close().await.expect("it closes");
    });
}

#[test]
fn hexes_in_reach_lay_under_circles_that_hid_them() {
    in_browser(async |browser| {
        let (_at, server) = serve(&["--scenario", "lake-george", "--seed", "2", "--british", "greedy"]);
        let client = browser.open((1419, 900)).await;
        let mut page = Page::open(&client, &server, "french").await;
        while page.value("document.querySelector('#question [data-go]') === null").await == Value::Bool(true) {
            assert!(page.click(0).await);
        }
        page.wait("document.querySelectorAll('g.reach polygon.cell').length > 1").await;
        assert_eq!(page.value("document.querySelector('g.reach circle') === null").await, Value::Bool(true));
        page.screenshot("reach-of-a-unit").await;
        page.check().await;
        client.close().await.expect("it closes");
    });
}

#[test]
fn larger_names_lay_over_each_other_where_the_board_is_far_away() {
    in_browser(async |browser| {
        let (_at, server) = serve(&["--seed", "3"]);
        let client = browser.open((1281, 800)).await;
        let page = Page::open(&client, &server, "french").await;
        page.wait("document.querySelector('#board.far') !== null").await;
        let over = "(() => { const boxes = [...document.querySelectorAll('g.names > :not(.minor)')].map((one) => [one.dataset.name, \
                    one.getBoundingClientRect()]); return boxes.flatMap(([name, a]) => boxes.filter(([other, b]) => name < other \
                    && a.left + 1 < b.right && b.left + 1 < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom) \
                    .map(([other]) => `${name} and ${other}`)); })()";
        assert_eq!(page.value(over).await, json!([]));
        hover_place(&page, "Hudson Carry North").await;
        page.screenshot("far-away").await;
        page.check().await;
        client.close().await.expect("it closes");
    });
}

#[test]
fn what_stands_at_a_place_hid_what_can_be_done_there() {
    in_browser(async |browser| {
        let (_at, server) = serve(&["--seed", "3"]);
        let client = browser.open((1420, 900)).await;
        let page = Page::open(&client, &server, "french").await;
        hover_place(&page, "Montréal").await;
        page.wait("!document.getElementById('way').hidden").await;
        page.wait("!document.body.matches('.fresh, .busy')").await;
        click_place(&page, "Montréal").await;
        page.wait("!document.getElementById('place').hidden").await;
        assert_eq!(page.value("document.getElementById('way').hidden").await, Value::Bool(true));
        page.check().await;
        client.close().await.expect("it closes");
    });
}

#[test]
fn a_hint_could_not_be_carried_out() {
    for arguments in [["--seed", "3", "--british", "greedy"], ["--scenario", "lake-george", "--british", "greedy"]] {
        let (_at, server) = serve(&arguments);
        let french = server.link("french");
        for _ in 0..12 {
            let state = server.state(&french);
            let said = server.line(&french, "hint");
            let token = said["advised"].as_str().unwrap_or_else(|| panic!("{said}"));
            let buttons = values(section(&state, "question"), "data-token");
            assert!(buttons.contains(&token), "`{token}` is a button of {buttons:?}");
            answer(&server, &french, &[token]);
        }
    }
}

#[test]
fn those_who_arrive_were_called_by_their_id() {
    let (_at, server) = serve(&["--scenario", "lake-george", "--seed", "2", "--british", "greedy"]);
    let french = server.link("french");
    let question = text(&server.state(&french), "question");
    assert!(question.contains("column") && !question.contains("french-column"), "{question}");
    let refused = server.line(&french, "move dieskau to 0101");
    assert!(refused["done"] == false && !refused["text"].to_string().contains("french-column"), "{refused}");
}

#[test]
fn the_controls_of_a_phone_were_below_all_cards() {
    in_browser(async |browser| {
        let (_at, server) = serve(&["--seed", "3", "--british", "greedy"]);
        let client = browser.open((393, 844)).await;
        let page = Page::open(&client, &server, "french").await;
        for tab in ["cards", "news", "play"] {
            client
                .execute(&format!("document.querySelector('[data-tab={tab}]').click()"), vec![])
                .await
                .expect("a script");
            let outside = "[...document.querySelectorAll('nav button, nav a')].filter((one) => one.offsetParent) \
                           .map((one) => [one, one.getBoundingClientRect()]).filter(([, box]) => box.left < 0 \
                           || box.right > innerWidth || box.bottom > innerHeight).map(([one]) => one.textContent)";
            assert_eq!(page.value(outside).await, json!([]), "{tab}");
            page.screenshot(&format!("phone-{tab}")).await;
        }
        page.check().await;
        client.close().await.expect("it closes");
    });
}

#[test]
fn a_page_had_no_room_for_notes() {
    in_browser(async |browser| {
        let (_at, server) = serve(&["--seed", "3"]);
        let client = browser.open((1429, 900)).await;
        let note = "document.getElementById('note').value";
        let before = server.state(&server.link("french"))["at"].clone();
        let page = Page::open(&client, &server, "french").await;
        client.execute("document.getElementById('notes').open = true", vec![]).await.expect("a script");
        client.find(Locator::Css("#note")).await.expect("a field").send_keys("Webb is weak").await.expect("keys");
        // They are there the next time, on the page of this seat and no other; and no key of them answers anything.
        let page = Page::open(&page.client, &server, "french").await;
        assert_eq!(page.text(note).await, "Webb is weak");
        assert_eq!(server.state(&server.link("french"))["at"], before);
        let page = Page::open(&client, &server, "british").await;
        assert_eq!(page.text(note).await, "");
        page.check().await;
        client.close().await.expect("it closes");
    });
}

#[test]
fn the_film_of_a_page_began_with_its_first_picture() {
    in_browser(async |browser| {
        let (_at, server) = serve(&["--seed", "3", "--british", "greedy"]);
        server.line(&server.link("french"), "activate montcalm with all to ticonderoga using 57");
        let client = browser.open((1430, 900)).await;
        let page = Page::open(&client, &server, "french").await;
        let film = page.text("document.querySelector('nav a.film').href").await;
        client.goto(&film).await.expect("the film");
        let film = Page::showing(&client);
        film.wait("Number(document.getElementById('slider').max) > 1").await;
        let shown = "['value', 'max'].map((name) => document.getElementById('slider')[name])";
        let shown = film.value(shown).await;
        assert_eq!(shown[0], shown[1], "it shows how the game stands");
        client.close().await.expect("it closes");
    });
}
