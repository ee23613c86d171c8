//! What a player of the war is told before it is too late: supply and winter quarters after a march, fortifications that
//! it leaves empty, and what a captured fort is worth.

use super::golden::{commands, dialogue, golden};
use serde_json::{Value, json};

/// The late season, with two cards left: Montcalm has taken Hudson Carry North, and Bougainville guards Ticonderoga.
fn position() -> Value {
    let at = |space: &str, pieces: &str| {
        let pieces = pieces.split(' ').map(|piece| (piece.to_string(), json!({ "at": space })));
        pieces.collect::<Vec<_>>()
    };
    let french = at("hudson-carry-north", "montcalm bearn languedoc guyenne la-reine la-sarre");
    let guards = at("ticonderoga", "bougainville marine-detachment-1");
    let british = at("albany", "webb 22nd").into_iter().chain(at("wood-creek", "27th"));
    let pieces: serde_json::Map<String, Value> = french.into_iter().chain(guards).chain(british).collect();
    json!({
        "year": 1757, "season": "late", "active": "french", "pieces": pieces,
        "fortifications": {
            "french": { "forts": ["ticonderoga"], "forts_under_construction": ["hudson-carry-north"] },
        },
        "hands": { "french": [58, 28], "british": [5, 41] },
    })
}

fn said(position: &Value, lines: &str) -> super::golden::Talk {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("position.json"), position.to_string()).expect("a file");
    dialogue(directory.path(), &["--position", "position.json", "--seed", "3", "--british", "random"], lines)
}

#[test]
fn winter_supply_and_an_empty_fort_were_noticed_only_when_they_had_cost_the_year() {
    let lines = [
        "whatif activate montcalm, bearn, languedoc to hudson carry south using 28",
        "whatif activate bougainville with all to crown point using 28",
        "play 28 for force",
        "bougainville",
        "all",
        "crown point",
        "stop",
    ];
    let told = said(&position(), &(lines.join("\n") + "\n"));
    golden("war-warnings", &told.text);
}

#[test]
fn a_captured_fort_was_not_said_to_be_under_construction() {
    let mut position = position();
    position["season"] = json!("early");
    position["pieces"]["webb"] = json!({ "at": "hudson-carry-north", "inside": true });
    position["fortifications"] = json!({ "british": { "forts": ["hudson-carry-north"] } });
    position["sieges"] = json!({ "hudson-carry-north": 1 });
    let told = said(&position, "play 58 for force, montcalm, all\nassault\n");
    golden("war-captured-fort", told.reply("assault"));
}

#[test]
fn a_position_that_contradicts_itself_was_played_in_silence() {
    let mut position = position();
    position["pieces"]["virginia-1"] = json!({ "at": "ohio-forks" });
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("position.json"), position.to_string()).expect("a file");
    golden("war-position-warned-of", &commands(directory.path(), &["play --position position.json --seed 3"]));
}
