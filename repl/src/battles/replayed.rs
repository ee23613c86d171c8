//! Replayed records of battles.

use crate::replayed::Replayed;
use serde_json::Value;
use wilderness_battles::{
    FrenchAndIndianWarBattles as Battles, Game, Header, LogEntry, Options, Position, PositionEntry, Side, View,
};
use wilderness_engine::faults::{Faults, Source};

impl Replayed for Battles {
    type Position = Position;

    /// A position says itself which optional rules are in force.
    fn start_from(header: &mut Header, file: &Source) -> Result<(), Faults> {
        header.position = Some(PositionEntry::read(file)?.position);
        header.options = Options::default();
        Ok(())
    }

    fn rule(entry: &LogEntry) -> &str {
        entry.rule
    }

    fn entry_json(game: &Game, entry: &LogEntry) -> Value {
        entry.to_json(game.scenario())
    }

    fn position(game: &Game, seer: Option<Side>) -> Position {
        seer.map_or_else(|| View::full_position(game), |side| game.view(side).position())
    }

    fn unsettled(game: &Game) -> Option<String> {
        game.view(game.now().active()).unsettled()
    }
}
