//! What guards pages and films.

use axum::http::{HeaderMap, HeaderValue, header};
use std::time::{Duration, Instant};
use wilderness_repl::testing::guard::{Bucket, Names, base64, is_secret, secret, source};

/// What a seat may send at once, and in a second.
const BURST: f64 = 40.0;
const PER_SECOND: f64 = 15.0;

#[test]
fn only_the_servers_own_names_are_admitted() {
    let names = Names::of("127.0.0.1:8017".parse().unwrap(), Some("games.example"));
    let headers = |host: &'static str, origin: Option<&'static str>| {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static(host));
        origin.into_iter().for_each(|origin| drop(headers.insert(header::ORIGIN, HeaderValue::from_static(origin))));
        headers
    };
    for host in ["127.0.0.1:8017", "localhost:8017", "games.example"] {
        assert!(names.admit(&headers(host, None)), "{host}");
        assert!(!names.admit_change(&headers(host, None)), "{host}");
    }
    for host in ["evil.example", "127.0.0.1", "127.0.0.1:8018", "localhost.evil.example:8017", ""] {
        assert!(!names.admit(&headers(host, None)), "{host}");
    }
    assert!(names.admit_change(&headers("localhost:8017", Some("http://localhost:8017"))));
    assert!(names.admit_change(&headers("games.example", Some("https://games.example"))));
    for origin in ["null", "http://evil.example", "http://localhost:80170", "localhost:8017"] {
        assert!(!names.admit(&headers("localhost:8017", Some(origin))), "{origin}");
    }
}

#[test]
fn a_seat_sends_so_much_and_no_more() {
    let bucket = Bucket::default();
    let now = Instant::now();
    assert!((0..BURST as usize).all(|_| bucket.take_at(now, 1.0)));
    assert!(!bucket.take_at(now, 1.0));
    let later = now + Duration::from_secs(1);
    assert!((0..PER_SECOND as usize).all(|_| bucket.take_at(later, 1.0)) && !bucket.take_at(later, 1.0));
    let other = Bucket::default();
    assert!(other.take_at(now, BURST) && !other.take_at(now, BURST));
}

#[test]
fn secrets_differ_and_are_long_enough() {
    let secrets: std::collections::BTreeSet<String> = (0..100).map(|_| secret()).collect();
    assert!(secrets.len() == 100 && secrets.iter().all(|secret| is_secret(secret)));
    assert!(!is_secret("../../etc/passwd") && !is_secret(""));
}

#[test]
fn digests_are_those_of_the_standard() {
    assert_eq!(base64(b"f"), "Zg==");
    assert_eq!(base64(b"fooba"), "Zm9vYmE=");
    assert_eq!(base64(b"foobar"), "Zm9vYmFy");
    assert_eq!(source(""), "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
}
