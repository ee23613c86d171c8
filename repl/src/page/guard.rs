//! What keeps a server of pages safe: secrets in links, the hosts and origins it answers to, headers, and limits.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use std::net::SocketAddr;
use std::sync::Mutex;
use std::time::Instant;

/// The policy of all pages: their own script, style and data, and nothing from elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/// A film brings its own policy, which names its script by its digest.
const POLICY_OF_FILMS: &str = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// What a seat may send at once, and per second after that.
const BURST: f64 = 40.0;
const PER_SECOND: f64 = 15.0;

/// A secret of 128 random bits, as it stands in a link.
pub fn secret() -> String {
    format!("{:032x}", rand::random::<u128>())
}

/// Whether a word can be a secret.
pub fn is_secret(word: &str) -> bool {
    word.len() == 32 && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The names under which a server is reached.
pub struct Names {
    hosts: Vec<String>,
}

impl Names {
    /// The names of an address; on loopback also `localhost`. `public` is the name that a proxy has.
    pub fn of(address: SocketAddr, public: Option<&str>) -> Names {
        let port = address.port();
        let mut hosts = vec![address.to_string()];
        if address.ip().is_loopback() {
            hosts.extend([format!("localhost:{port}"), format!("127.0.0.1:{port}")]);
        }
        hosts.extend(public.map(str::to_string));
        Names { hosts }
    }

    /// Whether a request is for this server, and does not come from a page of another.
    pub fn admit(&self, headers: &HeaderMap) -> bool {
        let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let is_own = |host: &str| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host));
        let origin = text(header::ORIGIN).map(|origin| origin.split_once("://").map_or("?", |(_, host)| host));
        text(header::HOST).is_some_and(is_own) && origin.is_none_or(is_own)
    }

    /// Whether a request that changes something says that it comes from a page of this server.
    pub fn admit_change(&self, headers: &HeaderMap) -> bool {
        self.admit(headers) && headers.contains_key(header::ORIGIN)
    }
}

/// The headers of every answer. What may be kept says so itself.
pub fn add_headers(headers: &mut HeaderMap, is_film: bool) {
    let policy = if is_film { POLICY_OF_FILMS } else { POLICY };
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        // With `no-referrer`, a form would come from nowhere. The address of a page goes to no other site.
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

/// Limits how much a seat sends.
pub struct Bucket(Mutex<(f64, Instant)>);

impl Default for Bucket {
    fn default() -> Bucket {
        Bucket(Mutex::new((BURST, Instant::now())))
    }
}

impl Bucket {
    /// Whether something of this cost may be sent now; a line costs 1.
    pub fn take(&self, cost: f64) -> bool {
        self.take_at(Instant::now(), cost)
    }

    /// Like [`Bucket::take`], at a time.
    pub fn take_at(&self, now: Instant, cost: f64) -> bool {
        let mut bucket = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let (left, since) = *bucket;
        let left = (left + now.duration_since(since).as_secs_f64() * PER_SECOND).min(BURST);
        *bucket = if left >= cost { (left - cost, now) } else { (left, now) };
        left >= cost
    }
}
