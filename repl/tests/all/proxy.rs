//! The page behind proxies as people set them up: nginx and Caddy from Debian, with TLS and HTTP/2, and their defaults.
//! Without the proxies or a browser, the tests say that they are skipped.

use crate::browser::{Page, in_browser};
use crate::machine::{HANG, skip};
use assert_cmd::cargo::cargo_bin;
use std::io::{BufRead as _, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::tempdir;

/// A program that ends with this value.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // A proxy that is asked to end takes its workers along.
        let _ = Command::new("kill").arg(self.0.id().to_string()).status();
        let _ = self.0.wait();
    }
}

/// A port that nothing uses.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

/// Waits until something listens at a port.
fn listens(port: u16) {
    let begun = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(begun.elapsed() < HANG, "nothing listens at {port}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A certificate for the name that the test uses.
fn certify(directory: &Path) -> bool {
    let mut command = Command::new("openssl");
    command.args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]);
    command.args(["-addext", "subjectAltName=DNS:localhost", "-keyout", "key.pem", "-out", "certificate.pem"]);
    command.current_dir(directory).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|done| done.success())
}

/// nginx with the lines of the README, in front of a server.
fn nginx(directory: &Path, public: u16, server: u16) -> Option<Child> {
    let at = directory.display();
    let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .iter()
        .map(|what| format!("{what}_temp_path {at}/{what};\n"))
        .collect();
    let text = format!(
        "daemon off;\npid {at}/pid;\nerror_log {at}/error.log;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}\
         server {{\nlisten 127.0.0.1:{public} ssl http2;\nssl_certificate {at}/certificate.pem;\n\
         ssl_certificate_key {at}/key.pem;\nlocation / {{\nproxy_pass http://127.0.0.1:{server};\n\
         proxy_set_header Host $http_host;\n}}\n}}\n}}\n"
    );
    let file = directory.join("nginx.conf");
    std::fs::write(&file, text).expect("a file");
    let program = ["nginx", "/usr/sbin/nginx"]
        .into_iter()
        .find(|name| Command::new(name).arg("-v").stderr(Stdio::null()).status().is_ok())?;
    Command::new(program).arg("-p").arg(directory).arg("-c").arg(file).stderr(Stdio::null()).spawn().ok()
}

/// Caddy with the lines of the README, in front of a server.
fn caddy(directory: &Path, public: u16, server: u16) -> Option<Child> {
    let at = directory.display();
    let text = format!(
        "{{\nadmin off\nauto_https disable_redirects\n}}\nhttps://localhost:{public} {{\n\
         tls {at}/certificate.pem {at}/key.pem\nreverse_proxy 127.0.0.1:{server}\n}}\n"
    );
    let file = directory.join("Caddyfile");
    std::fs::write(&file, text).expect("a file");
    let mut command = Command::new("caddy");
    command.args(["run", "--adapter", "caddyfile", "--config"]).arg(file);
    command.env("HOME", directory).env("XDG_DATA_HOME", directory).env("XDG_CONFIG_HOME", directory);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()
}

/// A server of pages behind a proxy, and the path of the link to the French seat.
fn serve(games: &Path, server: u16, public: u16, arguments: &[&str]) -> (Running, String) {
    let mut command = Command::new(cargo_bin("wilderness"));
    command.args(["serve", "--listen", &format!("127.0.0.1:{server}"), "--public", &format!("localhost:{public}")]);
    command.arg("--games").arg(games).args(arguments);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().expect("the program runs");
    let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let running = Running(child);
    let mut link = String::new();
    for line in lines.map_while(Result::ok) {
        if let Some((_, address)) =
            line.trim_start().strip_prefix("french").and_then(|rest| rest.split_once("https://"))
        {
            link = address[address.find('/').expect("a path")..].trim().to_string();
        }
        if line.contains("All games") {
            break;
        }
    }
    (running, link)
}

/// The answers in the record of the game.
fn answers(games: &Path) -> usize {
    let record = std::fs::read_to_string(games.join("game-1.record")).expect("a record");
    record.lines().filter(|line| line.starts_with("french ")).count()
}

/// Plays on a page behind a proxy; ends the server between clicks, and starts it again.
fn play_behind(name: &str, proxy: fn(&Path, u16, u16) -> Option<Child>) {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        if !certify(at.path()) {
            return skip("proxy", "no openssl to make a certificate with");
        }
        let (games, server, public) = (at.path().join("games"), free_port(), free_port());
        let Some(running) = proxy(at.path(), public, server) else {
            return skip("proxy", &format!("no {name}; `apt-get install {name}` brings it"));
        };
        let _running = Running(running);
        let (first, link) = serve(&games, server, public, &["--seed", "3", "--british", "greedy"]);
        listens(server);
        listens(public);
        let client = browser.open((1410, 900)).await;
        let mut page = Page::at(&client, &format!("https://localhost:{public}{link}")).await;
        let protocol = "performance.getEntriesByType('navigation')[0].nextHopProtocol";
        assert_eq!(page.text(protocol).await, "h2", "{name}");
        for number in 0..6 {
            assert!(page.click(number).await, "{name}");
        }
        // The last click has been answered, and the next one counts.
        page.wait("!document.body.matches('.fresh, .busy')").await;
        // The server is gone: the page says so, keeps what is clicked, and goes on when the server is back.
        drop(first);
        page.wait("document.getElementById('link').textContent.includes('Not connected')").await;
        let (before, version) = (answers(&games), page.version().await);
        let click = "document.querySelector('#question fieldset > button.choice').click()";
        page.client.execute(click, vec![]).await.expect("a script");
        page.wait("document.getElementById('link').textContent.includes('is sent')").await;
        let (_second, _) = serve(&games, server, public, &[]);
        page.wait("document.getElementById('link').textContent === '' && !document.body.matches('.busy')").await;
        page.wait(&format!("Number(document.body.dataset.version) !== {version}")).await;
        assert_eq!(answers(&games), before + 1, "{name}: the click arrives once");
        page.wait("!document.body.matches('.fresh')").await;
        assert!(page.click(0).await, "{name}");
        page.check().await;
        page.screenshot(&format!("behind-{name}")).await;
        client.close().await.expect("it closes");
    });
}

#[test]
fn a_game_is_played_behind_nginx() {
    play_behind("nginx", nginx);
}

#[test]
fn a_game_is_played_behind_caddy() {
    play_behind("caddy", caddy);
}
