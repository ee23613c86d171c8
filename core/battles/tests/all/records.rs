//! Every record in `tests/records` plays through without chance from its seed, is written again as it was read, and
//! ends as the file beside it says.

use crate::situation::battles;
use serde_json::{Value, json};
use std::path::Path;
use wilderness_battles::{Game, Record, Side};
use wilderness_engine::Side as _;
use wilderness_engine::faults::{Faults, Source};

/// What the file beside a record gives: the turn, the DP, who is eliminated, and how the battle ended.
fn end(game: &Game) -> Value {
    let (battle, state) = (game.scenario(), game.state());
    let eliminated = battle.units().filter(|(unit, _)| state.piece(*unit).at == wilderness_battles::At::Eliminated);
    let outcome = game.outcome().map(
        |outcome| json!({ "margin": outcome.margin, "level": outcome.level, "winner": outcome.winner.map(Side::id) }),
    );
    json!({
        "turn": state.turn,
        "dp": Side::BOTH.map(|side| state.dp[side]),
        "eliminated": eliminated.map(|(_, counter)| counter.id.to_string()).collect::<Vec<_>>(),
        "outcome": outcome,
    })
}

#[test]
fn every_record_plays_through_and_ends_as_expected() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records");
    let mut files: Vec<_> = std::fs::read_dir(directory).expect("records").flatten().map(|file| file.path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "record"));
    files.sort();
    assert!(files.len() >= 4);
    for file in files {
        let name = file.display().to_string();
        let text = std::fs::read_to_string(&file).expect("a record");
        let sound = |faults: Faults| -> Record { panic!("{name}: {faults}") };
        let record = Record::parse(&Source::new(name.as_str(), text.as_str())).unwrap_or_else(sound);
        let played = record.play_through(battles(), None, true).unwrap_or_else(|faults| panic!("{name}: {faults}"));
        assert!(played.fault.is_none() && played.dice_from_seed == 0, "{name}: {:?}", played.fault);
        let found = end(&played.game);
        let beside = file.with_extension("expect.json");
        if std::env::var_os("UPDATE_RECORDS").is_some() {
            std::fs::write(&beside, format!("{found:#}\n")).expect("written");
        }
        let expected: Value = serde_json::from_str(&std::fs::read_to_string(&beside).expect("expected")).expect("JSON");
        assert_eq!(found, expected, "{name}");
        let lines = |text: &str| {
            text.lines().filter(|line| !line.starts_with("script ")).map(str::to_string).collect::<Vec<_>>()
        };
        assert_eq!(lines(&played.game.record().to_string()), lines(&text), "{name}");
    }
}

/// The game of a record, played through.
pub fn replayed(text: &str) -> Game {
    let record = Record::parse(&Source::new("record", text)).unwrap_or_else(|faults| panic!("{faults}"));
    record.play_through(battles(), None, true).unwrap_or_else(|faults| panic!("{faults}")).game
}
