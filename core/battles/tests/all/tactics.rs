//! Special tactics with open windows: whether a side is asked says nothing about the markers that it holds (18.0).

use crate::situation::battles;
use serde_json::json;
use wilderness_battles::{Game, Header, PositionEntry};
use wilderness_engine::faults::Source;
use wilderness_engine::{Choice as _, Question as _, Windows};

/// What the French are asked before their movement, and the answers that they have.
fn asked(markers: &[&str], played: &[&str], windows: Windows) -> (&'static str, Vec<String>) {
    let units = json!({"bearn": {"at": "1906"}, "montcalm": {"at": "1906"}, "15-foot": {"at": "1306"}});
    let position = json!({"scenario": "quebec", "turn": 2, "phasing": "french", "options": ["tactics"], "units": units,
        "markers": {"french": markers}, "played": {"french": played}, "phase": "bombardment"});
    let entry = PositionEntry::read(&Source::new("situation", position.to_string())).expect("a position");
    let header = Header { windows, ..Header::from_position(entry.position, 1) };
    let mut game = Game::begin(&header, battles()).expect("a battle");
    game.proceed().expect("sound rules");
    let open = game.decision().expect("a question");
    (open.ask.kind(), open.choices.iter().map(|choice| choice.token()).collect())
}

#[test]
fn who_is_asked_about_a_forced_march_may_hold_none() {
    let both = [Windows::Holder, Windows::Open];
    for windows in both {
        let (kind, answers) = asked(&["forced-march"], &[], windows);
        assert_eq!((kind, answers.len()), ("forced-march", 2), "{answers:?}");
    }
    assert_eq!(both.map(|windows| asked(&["ambush"], &[], windows).0), ["mover", "forced-march"]);
    assert_eq!(asked(&["ambush"], &[], Windows::Open).1, ["none"]);
    // Who has no marker left, or has shown all of the kind, is known to hold none.
    assert_eq!(asked(&[], &[], Windows::Open).0, "mover");
    assert_eq!(asked(&["ambush"], &["forced-march"; 2], Windows::Open).0, "mover");
}
