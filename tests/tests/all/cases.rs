//! Regression tests: one for each record in `tests/cases`, with its name.

use serde_json::{Value, json};
use std::path::Path;
use wilderness_tests::{choices, expect, play};

/// The text of a case.
fn text(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(name).with_extension("record");
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Plays a case to its end, and compares the position.
fn comes_out(name: &str, expected: &Value) {
    let game = play(name, &text(name)).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(expect::differences(expected, &expect::seen(&game)), Vec::<String>::new());
}

/// The first line of a case with an answer that is not legal, and the legal ones at that point.
fn refuses(name: &str, line: &str) -> Vec<String> {
    let text = text(name);
    let faults = play(name, &text).err().unwrap_or_else(|| panic!("{name} is accepted"));
    assert!(faults.contains(&format!("(at `{line}`)")), "{faults}");
    let before = text.split(line).next().unwrap_or_default();
    choices(&play(name, before).unwrap_or_else(|faults| panic!("{faults}")))
}

#[test]
fn held_card_played_as_response() {
    comes_out(
        "held-card-played-as-response",
        &json!({"holding": {"french": true, "british": false}, "season": "late"}),
    );
}

#[test]
fn held_card_discarded() {
    comes_out("held-card-discarded", &json!({"held_card": {"french": false, "british": false}, "season": "late"}));
}

#[test]
fn held_card_stolen() {
    comes_out("held-card-stolen", &json!({"held_card": {"french": false, "british": false}, "season": "late"}));
}

#[test]
fn winners_leader_returns_1() {
    comes_out("winners-leader-returns-1", &json!({"pieces": {"montcalm": {"at": "ticonderoga"}}}));
}

#[test]
fn winners_leader_returns_2() {
    comes_out("winners-leader-returns-2", &json!({"pieces": {"montcalm": {"at": "hudson-carry-north"}}}));
}

#[test]
fn winners_leader_returns_3() {
    comes_out("winners-leader-returns-3", &json!({"pieces": {"wolfe": {"at": "ile-d-orleans"}}}));
}

#[test]
fn winners_leader_returns_by_sea() {
    comes_out("winners-leader-returns-by-sea", &json!({"pieces": {"wolfe": {"at": "halifax"}}}));
}

#[test]
fn ban_only_where_entered() {
    comes_out("ban-only-where-entered", &json!({"pieces": {"bougainville": {"at": "winchester"}}}));
}

#[test]
fn retreat_to_port_not_entry() {
    let offered = refuses("retreat-to-port-not-entry", "british retreat space:quebec");
    assert!(offered.contains(&"space:louisbourg".into()), "other ports are open: {offered:?}");
}

#[test]
fn avoid_to_port_not_entry() {
    let offered = refuses("avoid-to-port-not-entry", "british avoid-to space:quebec");
    assert!(offered.contains(&"space:louisbourg".into()), "other ports are open: {offered:?}");
}

#[test]
fn amphib_marker_stays() {
    comes_out("amphib-marker-stays", &json!({"amphib": ["ile-d-orleans"]}));
}

#[test]
fn landed_rangers_retreat_by_sea() {
    let expected = json!({
        "pieces": {"rogers": {"at": "louisbourg"}},
        "amphib": [],
        // R12: only the stockade counts against them in the raid, not that they have just landed.
        "log": ["British fire with strength 2 on column 2: 2-1 (stockade)"],
    });
    comes_out("landed-rangers-retreat-by-sea", &expected);
}

#[test]
fn year_end_leader_1() {
    let offered = refuses("year-end-leader-1", "french go-home space:ticonderoga");
    assert_eq!(offered, ["space:pays-d-en-haut", "stay"]);
}

#[test]
fn year_end_leader_2() {
    let offered = refuses("year-end-leader-2", "french go-home space:ticonderoga");
    assert_eq!(offered, ["space:pays-d-en-haut", "stay"]);
}

#[test]
fn year_end_leader_3() {
    let offered = refuses("year-end-leader-3", "french go-home space:presqu-ile");
    assert_eq!(offered, ["space:kittaning", "stay"]);
}

#[test]
fn siege_activated_leader() {
    comes_out("siege-activated-leader", &json!({"sieges": {"hudson-carry-south": 1}}));
}

#[test]
fn raided_is_done() {
    let expected = json!({"pieces": {"marin": {"at": "ticonderoga"}}, "next": "french after-activation"});
    comes_out("raided-is-done", &expected);
}

#[test]
fn raid_leader_must_command_1() {
    comes_out("raid-leader-must-command-1", &json!({"raided": {"british": []}, "log": ["4+0"]}));
}

#[test]
fn raid_leader_must_command_2() {
    comes_out("raid-leader-must-command-2", &json!({"raided": {"british": []}, "log": ["3+0"]}));
}

#[test]
fn carry_to_besieged_fort_ends() {
    refuses("carry-to-besieged-fort-ends", "british march space:ile-aux-noix");
}

#[test]
fn demolish_after_siege_roll() {
    comes_out("demolish-after-siege-roll", &json!({"next": "french after-activation"}));
}

#[test]
fn demolish_after_raid() {
    comes_out("demolish-after-raid", &json!({"next": "french after-activation"}));
}

#[test]
fn hand_size_pitt_and_diplomacy() {
    let dealt = |name: &str| {
        let game = play(name, &text(name)).unwrap_or_else(|faults| panic!("{faults}"));
        let hands = &game.state().hands;
        (hands.french.len(), hands.british.len())
    };
    assert_eq!(dealt("hand-size-pitt-and-diplomacy"), (9, 9));
    assert_eq!(dealt("hand-size-quiberon-bay-too"), (7, 9));
}
