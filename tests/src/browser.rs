//! The page in a real browser: headless Chromium, driven by chromedriver. Without them, tests say that they are skipped.
//! Screenshots go to `target/screenshots`.

use crate::served::Server;
use crate::{HANG, skip};
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
pub struct Browser {
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

    /// A window of this size.
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
            // Without a graphics card, a ring that pulses has the whole board painted anew for each of its pictures.
            "--force-prefers-reduced-motion",
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
pub struct Page {
    /// Its browser.
    pub client: Client,
    /// The times from a click to the new picture, in milliseconds.
    times: Vec<f64>,
}

impl Page {
    /// The page of a seat.
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

    /// What an expression is worth on the page.
    pub async fn value(&self, expression: &str) -> Value {
        let script = format!("return {expression}");
        self.client.execute(&script, vec![]).await.unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    /// The same as a text.
    pub async fn text(&self, expression: &str) -> String {
        self.value(expression).await.as_str().unwrap_or_default().to_string()
    }

    /// Waits until an expression is true. The page itself looks: asking it a hundred times a second takes a processor.
    pub async fn wait(&self, expression: &str) {
        let look = format!(
            "const done = arguments[arguments.length - 1]; const end = performance.now() + 1000; \
             const look = () => {{ try {{ const is = ({expression}) === true; \
             if (is || performance.now() > end) done(is); else setTimeout(look, 5); }} \
             catch (error) {{ done(String(error)); }} }}; look();"
        );
        let begun = Instant::now();
        let mut failures = 0;
        loop {
            match self.client.execute_async(&look, vec![]).await {
                Ok(Value::Bool(true)) => return,
                Ok(Value::String(error)) => panic!("{expression}: {error}"),
                Ok(_) => failures = 0,
                // The page is replaced meanwhile, and looked at again; a browser that is gone does not come back.
                Err(error) => {
                    failures += 1;
                    assert!(failures < 100, "{expression}: {error}");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
            assert!(begun.elapsed() < HANG, "{expression} does not come true");
        }
    }

    /// The elements that a selector of CSS finds.
    pub async fn find_all(&self, css: &str) -> Vec<Element> {
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
        let clicked = match self.client.execute(to_it, vec![element]).await {
            Ok(_) => choice.click().await,
            Err(error) => Err(error),
        };
        match clicked {
            Ok(()) => {}
            // The page has drawn it again meanwhile.
            Err(error) if error.to_string().contains("stale element") => return Box::pin(self.click(number)).await,
            Err(error) => panic!("a click: {error}"),
        }
        self.after(version).await;
        self.wait("drawn > 0").await;
        self.times.extend(self.value("drawn - clicked").await.as_f64());
        true
    }

    /// Keeps a picture of the window.
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

    /// Tells the median of the times, the 95th percentile, and the longest.
    pub fn report(&mut self, what: &str) {
        self.times.sort_by(f64::total_cmp);
        let clicks = self.times.len();
        let [median, late, most] = [clicks / 2, clicks * 95 / 100, clicks - 1].map(|number| self.times[number]);
        eprintln!("{what}: {clicks} clicks to the picture: {median:.0} ms, 95 % {late:.0} ms, at most {most:.0} ms");
    }
}

/// Runs a test in a browser, if there is one.
pub fn in_browser(test: impl AsyncFnOnce(&Browser)) {
    let Some(browser) = Browser::find() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(test(&browser));
}

/// A number for each step, the same in every run.
pub fn pick(step: usize) -> usize {
    (step as u64).wrapping_mul(2_654_435_761).wrapping_shr(7) as usize % 97
}

/// Plays by clicks until the game is over, or until something is in the standing. Returns the number of clicks.
pub async fn play(page: &mut Page, until: &str) -> usize {
    for step in 0.. {
        let standing = page.text("document.getElementById('standing').textContent").await;
        if standing.contains(until) || !page.click(pick(step)).await {
            return step;
        }
    }
    0
}

/// Clicks the board where a place is, by its name or id.
pub async fn click_place(page: &Page, name: &str) {
    let script = format!(
        "const place = JSON.parse(document.getElementById('places').textContent).find((one) => [one.name, one.id].includes('{name}')); \
         const {{ x, y }} = new DOMPoint(...place.at).matrixTransform(document.querySelector('svg.board').getScreenCTM()); \
         document.elementFromPoint(x, y).dispatchEvent(new MouseEvent('click', {{ bubbles: true, clientX: x, clientY: y }}))"
    );
    page.client.execute(&script, vec![]).await.expect("a script");
}

/// Moves the pointer to the place.
pub async fn hover_place(page: &Page, name: &str) {
    let script = format!(
        "const place = JSON.parse(document.getElementById('places').textContent).find((one) => one.name === '{name}'); \
         const {{ x, y }} = new DOMPoint(...place.at).matrixTransform(document.querySelector('svg.board').getScreenCTM()); \
         document.elementFromPoint(x, y).dispatchEvent(new PointerEvent('pointermove', \
         {{ bubbles: true, clientX: x, clientY: y, pointerType: 'mouse' }}))"
    );
    page.client.execute(&script, vec![]).await.expect("a script");
}

/// Types a line, and waits until it has been carried out or refused, and the page shows what has come of it.
pub async fn type_line(page: &Page, line: &str) {
    let typed = page.client.find(Locator::Css("#typed")).await.expect("a field");
    typed.send_keys(&format!("{line}{}", Key::Enter)).await.expect("keys");
    page.wait("!document.body.matches('.busy')").await;
    let now = page.value("fetch('state?since=0').then((answer) => answer.json()).then(({ version }) => version)").await;
    page.wait(&format!("Number(document.body.dataset.version) >= {now}")).await;
}

/// Presses a key where the focus is.
pub async fn press(page: &Page, key: &str) {
    page.client.active_element().await.expect("a focus").send_keys(key).await.expect("a key");
}

/// Lets the pages of a game answer by clicks in turn until it is over, or this often. Returns the number of clicks.
pub async fn take_turns(pages: &mut [Page], most: usize) -> usize {
    for step in 0..most {
        let mut moved = false;
        for page in &mut *pages {
            moved = moved || page.click(pick(step)).await;
        }
        if !moved {
            return step;
        }
        // All pages come to the same picture.
        let mut last = 0;
        for page in &*pages {
            last = last.max(page.version().await);
        }
        for page in &*pages {
            page.wait(&format!("Number(document.body.dataset.version) >= {last}")).await;
        }
    }
    most
}

/// What a page says once the game is over; nothing before that.
pub async fn result(page: &Page) -> Option<String> {
    let is_over = page.value("document.querySelector('#question a[href^=film]') !== null").await;
    if is_over == Value::Bool(true) {
        Some(page.text("document.querySelector('#question h2').textContent").await)
    } else {
        None
    }
}
