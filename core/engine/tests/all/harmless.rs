//! Text that does nothing to a terminal.

use miette::SourceCode as _;
use std::borrow::Cow;
use wilderness_engine::faults::Source;
use wilderness_engine::harmless::{is_harmful, lines, one_line, shortened};

#[test]
fn control_characters_are_shown_as_escapes() {
    assert_eq!(one_line("a\u{1b}[2Jb\u{7}c\u{9b}d\u{202e}e\u{7f}"), r"a\u001b[2Jb\u0007c\u009bd\u202ee\u007f");
    assert_eq!(one_line("no:\n> 1\tyes\r"), "no: > 1 yes ");
    assert_eq!(lines("one\n\ttwo\r"), "one\n\ttwo\\u000d");
    assert_eq!(one_line("\u{e0041}"), r"\udb40\udc41");
    assert!(matches!(one_line("Île d'Yeu — “ja”"), Cow::Borrowed(_)));
}

#[test]
fn an_escape_in_json_stands_for_the_character() {
    let text = "\u{9b}\u{202e}\u{e0041}";
    let json = serde_json::to_string(text).expect("JSON");
    assert_eq!(serde_json::from_str::<String>(&lines(&json)).expect("JSON"), text);
}

#[test]
fn an_excerpt_is_as_long_as_the_original() {
    let shown = |text: &str| {
        let source = Source::new("x", text);
        let contents = source.read_span(&(0, text.len()).into(), 0, 0).expect("a span in the text");
        std::str::from_utf8(contents.data()).expect("whole letters").to_string()
    };
    let text = "a\u{1b}b\u{9b}c\u{202e}d\u{e0041}e\r\nf\rg";
    let excerpt = shown(text);
    assert_eq!(excerpt.len(), text.len());
    assert!(!excerpt.replace("\r\n", "").contains(is_harmful), "{excerpt:?}");
    assert_eq!(shown("one\r\n\ttwo"), "one\r\n\ttwo");
}

#[test]
fn a_long_text_is_cut_between_characters() {
    assert_eq!(shortened("short", 8), "short");
    assert_eq!(shortened(&"é".repeat(50), 16), "éééééé…éé");
}
