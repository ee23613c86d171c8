//! The page in a real browser: headless Chromium, driven by chromedriver. Without them, the tests say that they are
//! skipped. Screenshots go to `target/screenshots`.

use crate::machine::{HANG, skip};
use crate::served::{self, Server};
use fantoccini::elements::Element;
use fantoccini::key::Key;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::{TempDir, tempdir};

/// A browser with its driver, which end with this value.
pub(crate) struct Browser {
    driver: Child,
    address: String,
    profile: TempDir,
}

impl Browser {
    /// A browser, if one is on this machine.
    pub fn find() -> Option<Browser> {
        let driver = Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let Ok(mut driver) = driver else {
            skip("browser", "no chromedriver; `apt-get install chromium chromium-driver` brings it");
            return None;
        };
        let lines = BufReader::new(driver.stdout.take().expect("its output")).lines();
        let port = lines.map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            Some(port.trim_end_matches('.').to_string())
        });
        let address = format!("http://127.0.0.1:{}", port.expect("a port"));
        Some(Browser { driver, address, profile: tempdir().expect("a directory") })
    }

    pub async fn open(&self, size: (u32, u32)) -> Client {
        self.open_as(size, false).await
    }

    /// One that prefers dark pages, or light ones.
    pub async fn open_as(&self, size: (u32, u32), dark: bool) -> Client {
        let profile = self.profile.path().join(format!("{}-{dark}", size.0));
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            // A proxy in front of a server has a certificate of the test.
            "--ignore-certificate-errors",
            &format!("--window-size={},{}", size.0, size.1),
            &format!("--user-data-dir={}", profile.display()),
            &format!("--blink-settings=preferredColorScheme={}", u8::from(!dark)),
        ];
        let mut options = json!({ "goog:chromeOptions": { "args": arguments } });
        // No window is as narrow as a phone.
        if size.0 < 500 {
            let metrics = json!({ "width": size.0, "height": size.1, "pixelRatio": 1.0, "touch": true });
            options["goog:chromeOptions"]["mobileEmulation"] = json!({ "deviceMetrics": metrics });
        }
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(options.as_object().expect("an object").clone());
        builder.connect(&self.address).await.expect("a browser")
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// A page with a seat.
pub(crate) struct Page {
    pub client: Client,
    /// The times from a click to the new picture, in milliseconds.
    times: Vec<f64>,
}

impl Page {
    pub async fn open(client: &Client, server: &Server, seat: &str) -> Page {
        Page::at(client, &format!("http://{}{}", server.address, server.link(seat))).await
    }

    /// The page at an address.
    pub async fn at(client: &Client, address: &str) -> Page {
        client.goto(address).await.expect("the page");
        // What goes wrong in the page is kept, and asked for at the end.
        let keep = "window.faults = []; addEventListener('error', (event) => faults.push(event.message)); \
                    addEventListener('securitypolicyviolation', (event) => faults.push(event.violatedDirective));";
        client.execute(keep, vec![]).await.expect("a script");
        let page = Page::showing(client);
        page.wait("document.body.dataset.ready === ''").await;
        page
    }

    /// What a browser shows now.
    pub fn showing(client: &Client) -> Page {
        Page { client: client.clone(), times: Vec::new() }
    }

    pub async fn value(&self, expression: &str) -> Value {
        let script = format!("return {expression}");
        self.client.execute(&script, vec![]).await.unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    pub async fn text(&self, expression: &str) -> String {
        self.value(expression).await.as_str().unwrap_or_default().to_string()
    }

    pub async fn wait(&self, expression: &str) {
        let begun = Instant::now();
        while self.value(expression).await != Value::Bool(true) {
            assert!(begun.elapsed() < HANG, "{expression} does not come true");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    async fn find_all(&self, css: &str) -> Vec<Element> {
        self.client.find_all(Locator::Css(css)).await.expect("elements")
    }

    /// The number of the picture.
    pub async fn version(&self) -> u64 {
        self.text("document.body.dataset.version").await.parse().unwrap_or_default()
    }

    /// Waits for the picture after this one.
    pub async fn after(&self, version: u64) {
        self.wait(&format!("Number(document.body.dataset.version) > {version}")).await;
    }

    /// Clicks the choice with this number, counted round, and waits for the new picture. Returns whether there is one.
    pub async fn click(&mut self, number: usize) -> bool {
        // A new question takes no click for a moment.
        self.wait("!document.body.matches('.fresh, .busy')").await;
        let choices = self.find_all("#question fieldset > button.choice").await;
        if choices.is_empty() {
            return false;
        }
        let version = self.version().await;
        let watch = "window.clicked = 0; document.addEventListener('click', () => { clicked = performance.now(); }, \
                     { capture: true, once: true }); window.drawn = 0; new MutationObserver((_, observer) => { \
                     observer.disconnect(); requestAnimationFrame(() => { drawn = performance.now(); }); }) \
                     .observe(document.body, { attributeFilter: ['data-version'] });";
        self.client.execute(watch, vec![]).await.expect("a script");
        let choice = &choices[number % choices.len()];
        // People scroll to what they click; of a choice of which an edge is seen, the middle may lie under the controls.
        let to_it = "arguments[0].scrollIntoView({ block: 'nearest', behavior: 'instant' })";
        let element = serde_json::to_value(choice).expect("an element");
        self.client.execute(to_it, vec![element]).await.expect("a script");
        choice.click().await.expect("a click");
        self.after(version).await;
        self.wait("drawn > 0").await;
        self.times.extend(self.value("drawn - clicked").await.as_f64());
        true
    }

    pub async fn screenshot(&self, name: &str) {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/screenshots");
        std::fs::create_dir_all(&directory).expect("a directory");
        let picture = self.client.screenshot().await.expect("a screenshot");
        let file: PathBuf = directory.join(format!("{name}.png"));
        std::fs::write(file, picture).expect("a file");
    }

    /// Nothing went wrong in the page.
    pub async fn check(&self) {
        assert_eq!(self.value("window.faults").await, json!([]));
    }

    /// The median and the longest of the times.
    fn report(&mut self, what: &str) {
        self.times.sort_by(f64::total_cmp);
        let (median, most) = (self.times[self.times.len() / 2], self.times[self.times.len() - 1]);
        eprintln!(
            "{what}: {} clicks, from a click to the picture {median:.0} ms, at most {most:.0} ms",
            self.times.len()
        );
    }
}

/// Runs a test in a browser, if there is one.
pub(crate) fn in_browser(test: impl AsyncFnOnce(&Browser)) {
    let Some(browser) = Browser::find() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(test(&browser));
}

/// A number for each step, the same in every run.
fn pick(step: usize) -> usize {
    (step as u64).wrapping_mul(2_654_435_761).wrapping_shr(7) as usize % 97
}

/// Plays by clicks until the game is over, or until something is in the standing. Returns the number of clicks.
async fn play(page: &mut Page, until: &str) -> usize {
    for step in 0.. {
        let standing = page.text("document.getElementById('standing').textContent").await;
        if standing.contains(until) || !page.click(pick(step)).await {
            return step;
        }
    }
    0
}

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

/// Clicks the board where a place is.
pub(crate) async fn click_place(page: &Page, name: &str) {
    let script = format!(
        "const place = JSON.parse(document.getElementById('places').textContent).find((one) => one.name === '{name}'); \
         const {{ x, y }} = new DOMPoint(...place.at).matrixTransform(document.querySelector('svg.board').getScreenCTM()); \
         document.elementFromPoint(x, y).dispatchEvent(new MouseEvent('click', {{ bubbles: true, clientX: x, clientY: y }}))"
    );
    page.client.execute(&script, vec![]).await.expect("a script");
}

/// Moves the pointer to the place.
async fn hover_place(page: &Page, name: &str) {
    let script = format!(
        "const place = JSON.parse(document.getElementById('places').textContent).find((one) => one.name === '{name}'); \
         const {{ x, y }} = new DOMPoint(...place.at).matrixTransform(document.querySelector('svg.board').getScreenCTM()); \
         document.elementFromPoint(x, y).dispatchEvent(new PointerEvent('pointermove', \
         {{ bubbles: true, clientX: x, clientY: y, pointerType: 'mouse' }}))"
    );
    page.client.execute(&script, vec![]).await.expect("a script");
}

/// Types a line, and waits for the new picture.
pub(crate) async fn type_line(page: &Page, line: &str) {
    let version = page.version().await;
    let typed = page.client.find(Locator::Css("#typed")).await.expect("a field");
    typed.send_keys(&format!("{line}{}", Key::Enter)).await.expect("keys");
    page.after(version).await;
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
        assert!(recap.contains("Ticonderoga") && recap.contains("besieged"), "{recap}");
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

/// Presses a key where the focus is.
pub(crate) async fn press(page: &Page, key: &str) {
    page.client.active_element().await.expect("a focus").send_keys(key).await.expect("a key");
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

#[test]
fn two_seats_play_at_once() {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        let server = served::start(at.path(), &["--scenario", "lake-george", "--seed", "2"]);
        let (wide, phone) = (browser.open((1402, 900)).await, browser.open((390, 844)).await);
        let mut pages = [Page::open(&wide, &server, "french").await, Page::open(&phone, &server, "british").await];
        for step in 0..60 {
            let mut moved = false;
            for page in &mut pages {
                moved = moved || page.click(pick(step)).await;
            }
            assert!(moved, "somebody can move");
            // Both pages come to the same picture.
            let versions = [pages[0].version().await, pages[1].version().await];
            let last = versions.into_iter().max().unwrap_or_default();
            for page in &pages {
                page.wait(&format!("Number(document.body.dataset.version) >= {last}")).await;
            }
        }
        for (page, name) in pages.iter().zip(["battle", "phone"]) {
            page.screenshot(name).await;
            page.check().await;
        }
        let wider = "document.documentElement.scrollWidth > innerWidth";
        assert_eq!(pages[1].value(wider).await, Value::Bool(false), "a phone shows the whole width");
        for client in [wide, phone] {
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
            let end = page.text("document.querySelector('#question h2').textContent").await;
            assert!(end.ends_with('.'), "{name}: {end}");
            page.screenshot(&format!("end-of-{}", name.replace(' ', "-"))).await;
            page.check().await;
            page.report(name);
            client.close().await.expect("it closes");
        }
    });
}
