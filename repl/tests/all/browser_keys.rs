//! The page by the keyboard alone.

use crate::browser::{Browser, Page, in_browser, press};
use crate::served;
use fantoccini::key::Key;
use serde_json::Value;
use tempfile::tempdir;

/// The focus as words: the element that has it, by its id, or what is chosen with it.
const FOCUS: &str = "(() => { const held = document.activeElement; return held.dataset.spot ? 'spot' : \
                     held.matches('#question button.choice') ? 'choice' : held.id || held.tagName; })()";

/// Presses the tabulator until the focus is on what is meant; backwards, if it lies before.
async fn tab_to(page: &Page, meant: &str, backwards: bool) {
    for _ in 0..400 {
        if page.text(FOCUS).await == meant {
            return;
        }
        let key = if backwards { format!("{}{}{}", Key::Shift, Key::Tab, Key::Null) } else { Key::Tab.to_string() };
        press(page, &key).await;
    }
    panic!("the tabulator does not lead to: {meant}");
}

/// Plays by keys as far as the next season, or this number of answers. Returns how many it took.
async fn play_by_keys(browser: &Browser, most: usize) -> usize {
    let at = tempdir().expect("a directory");
    let server = served::start(at.path(), &["--seed", "5", "--british", "greedy"]);
    let client = browser.open((1401, 900)).await;
    let page = Page::open(&client, &server, "french").await;
    // Nothing on the page is clicked: only keys are pressed.
    let watch = "window.mouse = 0; addEventListener('pointerdown', () => { mouse += 1; }, true);";
    client.execute(watch, vec![]).await.expect("a script");
    let (mut spots, mut answers) = (0, 0);
    for step in 0..most {
        if page.text("document.getElementById('standing').textContent").await.contains("Late Season") {
            break;
        }
        page.wait("!document.body.matches('.fresh, .busy')").await;
        let version = page.version().await;
        let has_spots = page.value("document.querySelector('.spots [data-spot]') !== null").await;
        if step % 5 == 4 && has_spots == Value::Bool(true) {
            // A place of the map is in the order of the tabulator, and is chosen as with the mouse.
            tab_to(&page, "spot", true).await;
            press(&page, &Key::Enter.to_string()).await;
            page.wait(&format!(
                "!document.getElementById('place').hidden || document.body.dataset.version !== '{version}'"
            ))
            .await;
            spots += 1;
            if page.version().await == version {
                press(&page, &Key::Escape.to_string()).await;
                page.wait("document.getElementById('place').hidden").await;
            } else {
                continue;
            }
        }
        if step % 3 == 2 {
            page.client.execute("document.getElementById('board').focus()", vec![]).await.expect("a script");
            tab_to(&page, "choice", false).await;
            press(&page, &Key::Enter.to_string()).await;
        } else {
            let numbers = "[...document.querySelectorAll('#question [data-number]')].map((one) => one.dataset.number)";
            let numbers: Vec<String> = serde_json::from_value(page.value(numbers).await).expect("numbers");
            press(&page, &numbers[step * 7 % numbers.len()]).await;
            assert_eq!(page.text(FOCUS).await, "typed", "typing goes there");
            press(&page, &Key::Enter.to_string()).await;
        }
        page.after(version).await;
        answers += 1;
        page.wait("!document.body.matches('.busy')").await;
        assert_ne!(page.text(FOCUS).await, "BODY", "the focus is lost");
        let spoken = page.text("document.getElementById('spoken').textContent").await;
        let asked = page.text("document.querySelector('#question h2').firstChild.textContent").await;
        assert!(spoken.contains(asked.trim()), "what is new is spoken: {spoken}, {asked}");
    }
    assert!(spots > 1, "{spots}");
    assert_eq!(page.value("mouse").await, Value::from(0));
    page.check().await;
    client.close().await.expect("it closes");
    answers
}

#[test]
fn the_page_is_played_by_keys_alone() {
    in_browser(async |browser| assert!(play_by_keys(browser, 30).await > 20));
}

#[test]
#[ignore = "minutes: a whole season by keys"]
fn a_season_is_played_by_keys_alone() {
    in_browser(async |browser| {
        let most = 400;
        assert!(play_by_keys(browser, most).await < most, "the season ends");
    });
}
