//! What tests need of the machine that they run on: time without end, and for a few of them a browser or an editor.

pub use wilderness_tests::HANG;

/// Says that a test is skipped, because the machine lacks this: `browser`, `proxy` or `editor`.
/// `WILDERNESS_REQUIRE=browser,proxy,editor` lists what must not be missing.
#[track_caller]
pub fn skip(lacking: &str, reason: &str) {
    let required = std::env::var("WILDERNESS_REQUIRE").unwrap_or_default();
    let is_required = required.split(',').any(|one| one.trim() == lacking);
    assert!(!is_required, "this test may not be skipped, for WILDERNESS_REQUIRE names `{lacking}`: {reason}");
    eprintln!("skipped: {reason}");
}
