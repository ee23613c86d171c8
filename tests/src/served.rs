//! A server of pages for tests: the program itself, and HTTP spoken by hand, so that requests can also be wrong.

use crate::HANG;
use serde_json::Value;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Where pages are served.
#[derive(Clone)]
pub struct Site {
    /// The address: `127.0.0.1:41234`.
    pub address: String,
}

/// A running server, which is killed when this is dropped.
pub struct Server {
    child: Child,
    site: Site,
    /// What it has printed: the links.
    pub told: String,
}

/// An answer.
pub struct Answer {
    /// The status of HTTP.
    pub status: u16,
    /// The headers, in lower case.
    pub head: String,
    /// What follows them.
    pub body: String,
}

impl Server {
    /// Lets a program serve the games in a directory, on a free port.
    pub fn of(program: &Path, games: &Path, arguments: &[&str]) -> Server {
        let mut command = Command::new(program);
        // The games of the person who runs the tests are no part of them.
        command.env("XDG_DATA_HOME", games);
        command.args(["serve", "--listen", "127.0.0.1:0", "--games"]).arg(games).args(arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().expect("the program runs");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let mut told = String::new();
        while !told.contains("All games") {
            let line = lines.next().unwrap_or_else(|| panic!("the server ended: {told}")).expect("a line");
            told.push_str(&(line + "\n"));
        }
        let address = told.split_once("http://").expect("a link").1;
        let address = address.split('/').next().expect("an address").to_string();
        Server { child, site: Site { address }, told }
    }

    /// The path of the link to a seat, or to the list of all games: `/s/SECRET/`.
    pub fn link(&self, of: &str) -> String {
        let line = self.told.lines().rev().find(|line| line.trim_start().starts_with(of));
        let line = line.unwrap_or_else(|| panic!("no link for {of} in\n{}", self.told));
        let at = line.find(&self.address).unwrap_or_else(|| panic!("no link in `{line}`")) + self.address.len();
        line[at..].trim().to_string()
    }

    /// Kills it at once, as a crash would.
    pub fn kill(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    /// Where it serves: a value that goes to other threads.
    pub fn site(&self) -> Site {
        self.site.clone()
    }

    /// The number of its threads with a name, where the system tells.
    pub fn threads(&self, name: &str) -> Option<usize> {
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).ok()?;
        let names = threads.filter_map(|thread| std::fs::read_to_string(thread.ok()?.path().join("comm")).ok());
        Some(names.filter(|known| known.trim() == name).count())
    }

    /// The number of its connections and other sockets, where the system tells.
    pub fn sockets(&self) -> Option<usize> {
        let files = std::fs::read_dir(format!("/proc/{}/fd", self.child.id())).ok()?;
        let names = files.filter_map(|file| std::fs::read_link(file.ok()?.path()).ok());
        Some(names.filter(|name| name.to_string_lossy().starts_with("socket:")).count())
    }

    /// By how much each of its threads with a name lets others go first, where the system tells.
    pub fn niceness(&self, name: &str) -> Option<Vec<i32>> {
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).ok()?;
        let facts = threads.filter_map(|thread| std::fs::read_to_string(thread.ok()?.path().join("stat")).ok());
        let nice = |facts: String| {
            let (known, rest) = facts.rsplit_once(") ")?;
            let is_meant = known.split_once('(').is_some_and(|(_, known)| known == name);
            rest.split(' ').nth(16)?.parse().ok().filter(|_| is_meant)
        };
        Some(facts.filter_map(nice).collect())
    }

    /// The number of its process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// The memory that it holds, in kilobytes.
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
        line.trim().trim_end_matches(" kB").parse().unwrap_or_default()
    }
}

impl std::ops::Deref for Server {
    type Target = Site;

    fn deref(&self) -> &Site {
        &self.site
    }
}

impl Site {
    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("the server listens");
        stream.set_read_timeout(Some(HANG)).expect("a limit");
        stream
    }

    /// Sends bytes, and reads what comes until the connection closes.
    pub fn raw(&self, bytes: &[u8]) -> Answer {
        Site::exchange(self.connect(), bytes)
    }

    /// The same with a server that may have been killed: none if there is no whole answer.
    pub fn try_raw(&self, bytes: &[u8]) -> Option<Answer> {
        let stream = TcpStream::connect(&self.address).ok()?;
        stream.set_read_timeout(Some(HANG)).ok()?;
        let answer = Site::exchange(stream, bytes);
        let length = answer.head.split("content-length: ").nth(1)?.split('\r').next()?.parse::<usize>().ok()?;
        (answer.body.len() == length).then_some(answer)
    }

    fn exchange(mut stream: TcpStream, bytes: &[u8]) -> Answer {
        // A server that has seen enough closes while more is sent.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let text = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
        Answer { status, head: head.to_ascii_lowercase(), body: body.into() }
    }

    /// Asks until the server no longer says that this is too much at once.
    fn patiently(&self, ask: impl Fn() -> Answer) -> Answer {
        let begun = Instant::now();
        while begun.elapsed() < HANG {
            let answer = ask();
            if answer.status != 429 {
                return answer;
            }
            assert!(answer.head.contains("retry-after: 1"), "{}", answer.head);
            std::thread::sleep(Duration::from_secs(1));
        }
        panic!("it is too much for ever");
    }

    /// Gets a page, however often the server says that this is too much at once.
    pub fn get(&self, path: &str) -> Answer {
        self.patiently(|| self.raw(self.getting(path).as_bytes()))
    }

    /// What a browser sends to get a page.
    pub fn getting(&self, path: &str) -> String {
        format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address)
    }

    /// Posts as a page of the server does.
    pub fn post(&self, path: &str, kind: &str, body: &str) -> Answer {
        self.raw(self.posting(path, kind, body).as_bytes())
    }

    /// What a page of the server sends to post something.
    pub fn posting(&self, path: &str, kind: &str, body: &str) -> String {
        let address = &self.address;
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nContent-Type: {kind}\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        head + body
    }

    /// What the page of a seat sends; the reply.
    pub fn wish(&self, seat: &str, wish: Value) -> Value {
        let answer = self.patiently(|| self.post(&format!("{seat}wish"), "application/json", &wish.to_string()));
        assert_eq!(answer.status, 200, "{wish}: {}", answer.body);
        serde_json::from_str(&answer.body).expect("JSON")
    }

    /// Types a line at a seat.
    pub fn line(&self, seat: &str, line: &str) -> Value {
        self.wish(seat, serde_json::json!({ "line": line }))
    }

    /// Everything that the page of a seat is sent when it opens, as text.
    pub fn seen(&self, seat: &str) -> String {
        let mut stream = self.connect();
        let request = format!("GET {seat}events HTTP/1.1\r\nHost: {}\r\n\r\n", self.address);
        stream.write_all(request.as_bytes()).expect("sent");
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            assert_ne!(reader.read_line(&mut line).expect("a header"), 0, "no events at {seat}");
        }
        let mut text = String::new();
        while !text.contains("\n\n") {
            line.clear();
            reader.read_line(&mut line).expect("the size of a chunk");
            let size = usize::from_str_radix(line.trim(), 16).expect("a size");
            let mut chunk = vec![0; size + 2];
            reader.read_exact(&mut chunk).expect("a chunk");
            text.push_str(&String::from_utf8_lossy(&chunk[..size]));
        }
        text.lines().find_map(|line| line.strip_prefix("data: ")).expect("data").to_string()
    }

    /// The same as a value.
    pub fn state(&self, seat: &str) -> Value {
        serde_json::from_str(&self.seen(seat)).expect("JSON")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A section of what a page shows.
pub fn section<'a>(state: &'a Value, name: &str) -> &'a str {
    state["sections"][name].as_str().unwrap_or_else(|| panic!("no section `{name}`"))
}

/// The values of an attribute in a section.
pub fn values<'a>(html: &'a str, attribute: &str) -> Vec<&'a str> {
    let opens = format!("{attribute}=\"");
    html.split(opens.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}
