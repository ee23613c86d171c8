//! What calls a player who looks elsewhere: the title of the page, a sound, and a notification.

use crate::browser::{Page, in_browser};
use crate::served::{self, Server, section, values};
use serde_json::{Value, json};
use tempfile::tempdir;

/// Notes what the page makes of sounds and notifications; `away` says whether it is out of view.
const WATCH: &str = "window.sounds = 0; window.notices = []; window.asked = 0; window.away = false; \
    const sound = AudioContext; window.AudioContext = class extends sound { constructor() { super(); sounds += 1; } }; \
    window.Notification = class { static permission = 'default'; \
    static async requestPermission() { asked += 1; this.permission = 'granted'; return 'granted'; } \
    constructor(what, { body }) { notices.push([what, body]); } }; \
    Object.defineProperty(document, 'hidden', { get: () => away });";

/// Moves for a side: the first choice, until the other side is to move.
fn move_of(server: &Server, seat: &str) {
    loop {
        let state = server.state(seat);
        let tokens = values(section(&state, "question"), "data-token");
        let Some(token) = tokens.first() else { return };
        assert_eq!(server.wish(seat, json!({ "at": state["at"], "token": token }))["done"], true);
    }
}

/// Both move: black, then white, whose page says so in its title.
async fn round(page: &Page, server: &Server, seats: &[String; 2]) {
    move_of(server, &seats[0]);
    page.wait("document.title.startsWith('● Your move · White')").await;
    move_of(server, &seats[1]);
    page.wait("document.title.startsWith('White')").await;
}

#[test]
fn whose_turn_it_is_is_told_by_a_sound_and_a_notification_to_those_who_want_that() {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        let server = served::start(at.path(), &["--game", "draughts", "--seed", "3"]);
        let seats = ["black", "white"].map(|side| server.link(side));
        let client = browser.open((1422, 900)).await;
        let page = Page::open(&client, &server, "white").await;
        client.execute(WATCH, vec![]).await.expect("a script");
        let called = async || (page.value("sounds").await, page.value("notices.length").await);
        let counts = |sounds: u32, notices: u32| (Value::from(sounds), Value::from(notices));
        let click = async || client.execute("document.getElementById('calls').click()", vec![]).await.expect("a click");
        round(&page, &server, &seats).await;
        assert_eq!((called().await, page.value("asked").await), (counts(0, 0), json!(0)), "nobody wants that yet");
        click().await;
        page.wait("document.querySelector('#calls[aria-pressed=true]') !== null && sounds === 1").await;
        assert_eq!((called().await, page.value("asked").await), (counts(1, 0), json!(1)), "it is heard once");
        round(&page, &server, &seats).await;
        assert_eq!(called().await, counts(2, 0), "in view, there is no notification");
        client.execute("away = true", vec![]).await.expect("a script");
        round(&page, &server, &seats).await;
        assert_eq!(called().await, counts(3, 1));
        assert_eq!(page.value("notices[0][0]").await, json!("Your move"));
        assert_eq!(page.value("document.title.endsWith(notices[0][1])").await, Value::Bool(true), "it names the game");
        // What the others say is told as what it is.
        assert_eq!(server.wish(&seats[0], json!({ "say": "Well played" }))["done"], true);
        page.wait("notices.length === 2").await;
        assert_eq!(page.text("notices[1][0]").await, "Black: Well played");
        click().await;
        page.wait("document.querySelector('#calls[aria-pressed=false]') !== null").await;
        round(&page, &server, &seats).await;
        assert_eq!(called().await, counts(4, 2), "it is wanted no longer");
        page.check().await;
        client.close().await.expect("it closes");
    });
}

#[test]
fn a_browser_without_notifications_still_made_its_sound() {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        let server = served::start(at.path(), &["--game", "draughts", "--seed", "3"]);
        let seats = ["black", "white"].map(|side| server.link(side));
        let client = browser.open((1423, 900)).await;
        let page = Page::open(&client, &server, "white").await;
        client.execute(&format!("{WATCH} delete window.Notification; away = true"), vec![]).await.expect("a script");
        client
            .execute("window.Notification = undefined; localStorage.setItem('calls', 'on')", vec![])
            .await
            .expect("a script");
        for rounds in 1..3 {
            round(&page, &server, &seats).await;
            assert_eq!(page.value("sounds").await, json!(rounds));
        }
        // On some telephones a page may make none of its own.
        let refuses =
            "window.Notification = class { static permission = 'granted'; constructor() { throw new TypeError(); } }";
        client.execute(refuses, vec![]).await.expect("a script");
        round(&page, &server, &seats).await;
        assert_eq!(page.value("sounds").await, json!(3));
        page.check().await;
        client.close().await.expect("it closes");
    });
}
