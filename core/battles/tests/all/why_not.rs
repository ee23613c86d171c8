//! Why something is not offered: the rule, and the reason in words.

use crate::situation::Situation;
use serde_json::{Value, json};
use wilderness_battles::Choice;
use wilderness_engine::Choice as _;

/// Why an answer is not among those to the open decision.
fn why(play: &Situation, token: &str) -> String {
    let choice = Choice::from_token(token).expect("an answer");
    play.0.why().why_not(choice).map_or(String::new(), |refusal| refusal.to_string())
}

fn position(phase: &str, phasing: &str, units: Value) -> Situation {
    Situation::new(json!({"scenario": "quebec", "turn": 2, "phase": phase, "phasing": phasing, "units": units}))
}

#[test]
fn guns_and_targets() {
    let units = json!({"art-q-f": {"at": "1106"}, "bearn": {"at": "1105"}, "15-foot": {"at": "1108"}, "28-foot": {"at": "1109"},
        "35-foot": {"at": "0106"}, "qa-gl": {"at": "2710", "disordered": true}, "43-foot": {"at": "1006"}});
    let play = position("bombardment", "french", units.clone());
    assert_eq!(why(&play, "unit:bearn"), "Béarn is not artillery (6.0)");
    assert_eq!(why(&play, "unit:qa-gl"), "Quebec artillery Glacière is disordered (6.0)");
    let mut far = units.as_object().expect("units").clone();
    far.remove("43-foot");
    far.insert("58-foot".into(), json!({"at": "1208"}));
    let play = position("bombardment", "french", far.into()).choose("gun", "unit:art-q-f");
    assert_eq!(why(&play, "hex:1109"), "units in 1108 block the line of sight (6.1)");
    assert_eq!(why(&play, "hex:0106"), "0106 is 10 hexes away, and the range is 5 (6.1)");
    assert_eq!(why(&play, "hex:1107"), "there is nothing to fire at in 1107 (6.1)");
}

#[test]
fn movers_and_steps() {
    let units = json!({"bearn": {"at": "1106"}, "15-foot": {"at": "1105"}, "guyenne": {"at": "2006"}, "languedoc": {"at": "2007"},
        "q-rw": {"at": "1908", "disordered": true}, "qa-gl": {"at": "2710"}, "indians-q": {"at": "1206", "moved": true}});
    let play = position("movement", "french", units);
    assert_eq!(why(&play, "unit:bearn"), "Béarn cannot leave the enemy zone of control (8.2)");
    assert_eq!(why(&play, "unit:q-rw"), "Quebec Militia, right wing is disordered (11.1)");
    assert_eq!(why(&play, "unit:qa-gl"), "Quebec artillery Glacière is static (7.2)");
    assert_eq!(why(&play, "unit:indians-q"), "Allied Indians has moved (7.2)");
    assert_eq!(why(&play, "unit:15-foot"), "15th Foot is the enemy's (4.1)");
    let play = play.choose("mover", "unit:guyenne");
    assert_eq!(why(&play, "hex:2206"), "2206 is not next to 2006 (7.2)");
    assert_eq!(why(&play, "exit"), "the French army is not demoralized (15.0)");
    assert_eq!(why(&play, "stop"), "a unit that is picked makes at least one step (7.2)");
    let play = play.choose("step", "hex:1906").choose("step", "hex:1806").choose("step", "hex:1706");
    assert_eq!(play.offered(), ["hex:1605", "hex:1606", "hex:1705", "hex:1707", "hex:1805", "hex:1806", "stop"]);
}

#[test]
fn attacks_and_rallies() {
    let units = json!({"15-foot": {"at": "1106"}, "bearn": {"at": "1105"}, "guyenne": {"at": "1205"}, "ra-1": {"at": "1006"},
        "28-foot": {"at": "1206"}, "montcalm": {"at": "1105"}, "col-lw": {"at": "1204"}, "wolfe": {"at": "0606"}});
    let play = position("combat", "british", units);
    assert_eq!(why(&play, "done"), "15th Foot must attack 1105 (9.0)");
    assert_eq!(why(&play, "hex:1107"), "no enemy is in 1107 (9.0)");
    let units = json!({"15-foot": {"at": "1106"}, "28-foot": {"at": "1206", "disordered": true}, "35-foot": {"at": "1207", "disordered": true}});
    let play = position("rally", "british", units);
    assert_eq!(why(&play, "unit:15-foot"), "15th Foot is in good order (11.2)");
}
