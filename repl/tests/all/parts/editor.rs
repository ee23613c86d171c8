//! What the language server finds in a text.

use lsp_types::Position;
use std::path::Path;
use wilderness_repl::testing::editor::{Cursor, file, offset, position, tidy, uri};

/// What stands where the text has `|`.
fn at(text: &str) -> Cursor {
    let offset = text.find('|').expect("a place");
    Cursor::at(&text.replacen('|', "", 1), offset).expect("no comment")
}

#[test]
fn what_a_text_is_for_is_known() {
    let cursor = at("fn play() { game.place(unit, space(\"al|b\")); }");
    assert_eq!(cursor.call.map(|(name, _, argument)| (name, argument)), Some(("space".into(), 0)));
    assert!(cursor.in_text && cursor.function.as_deref() == Some("play"));
    let cursor = at("fn a() { game.units(x).of_kind([\"a\", \"in|\"]) }");
    assert_eq!(cursor.call.map(|(name, ..)| name).as_deref(), Some("of_kind"));
    let cursor = at("fn a() { game.event_of(moment.card) == \"|\" }");
    assert_eq!(cursor.compared, Some(("event_of".into(), Some("game".into()))));
    assert_eq!(at("fn a() { if unit.kind in [\"x\", \"|").compared, Some(("kind".into(), Some("unit".into()))));
    assert_eq!(at("fn markers() { #{ \"truce\": \"ga|\" } }").key.as_deref(), Some("truce"));
    assert_eq!(at("fn moments() { [\"|\"] }").function.as_deref(), Some("moments"));
}

#[test]
fn what_stands_before_a_dot_is_known() {
    assert_eq!(at("fn a() { game.|").receiver.as_deref(), Some("game"));
    assert_eq!(at("fn a() { game.units(x).fil|").receiver.as_deref(), Some(")"));
    assert_eq!(at("fn a() { ro|").receiver, None);
    let cursor = at("fn a() { game.score(game.side, f(1, 2), |");
    assert_eq!(cursor.call.map(|(name, _, argument)| (name, argument)), Some(("score".into(), 2)));
}

#[test]
fn comments_are_left_alone_and_nothing_goes_wrong() {
    assert!(Cursor::at("// game.x", 9).is_none());
    let text = "fn a(é) { `x ${y}` /* \" */ \"é\\\"🛶\n } // \"\n'";
    for offset in 0..=text.len() {
        Cursor::at(text, offset);
    }
}

#[test]
fn columns_are_counted_as_editors_count_them() {
    let text = "fn a() {\n  \"Québec 🛶\" == x\n}\n";
    let place = position(text, text.find(" == ").expect("it"));
    assert_eq!(place, Position::new(1, 13));
    assert_eq!(&text[offset(text, place)..][..3], " ==");
    assert_eq!(offset(text, Position::new(0, 99)), 8);
    assert_eq!(offset(text, Position::new(99, 0)), text.len());
    for at in 0..=text.len() {
        position(text, at); // within a letter too
    }
}

#[test]
fn files_and_addresses_belong_together() {
    for path in ["/a b/Qué#1/[x].rhai", "/x"] {
        assert_eq!(file(&uri(Path::new(path)).expect("an address")).as_deref(), Some(Path::new(path)));
    }
    assert!(uri(Path::new("scripts/war/deck.toml")).is_none());
    assert_eq!(tidy(Path::new("/a/b/../../c/./d")), Path::new("/c/d"));
}
