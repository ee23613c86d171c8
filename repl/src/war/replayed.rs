//! Replayed records of Wilderness War.

use super::show::cards;
use super::start::only_entry;
use crate::replayed::Replayed;
use serde_json::Value;
use wilderness_engine::faults::{Faults, Source};
use wilderness_war::news::NewsEntry;
use wilderness_war::{Game, Header, Position, Side, View, War};

impl Replayed for War {
    type Position = Position;

    fn start_from(header: &mut Header, file: &Source) -> Result<(), Faults> {
        header.position = Some(only_entry(file)?.position);
        Ok(())
    }

    fn rule(entry: &NewsEntry) -> &str {
        entry.rule
    }

    fn entry_json(_: &Game, entry: &NewsEntry) -> Value {
        entry.to_json()
    }

    fn position(game: &Game, seer: Option<Side>) -> Position {
        match seer {
            Some(side) => game.view(side).position(),
            None => View::of_everything(game).position(),
        }
    }

    fn unsettled(game: &Game) -> Option<String> {
        let broken = View::of_everything(game).broken_invariant();
        broken.map(|broken| broken.to_string())
    }

    /// The hand, and what is known of the other cards.
    fn secrets(game: &Game, side: Side) -> String {
        let view = game.view(side);
        let (enemy, known) = (side.enemy(), view.known_cards());
        let hand = format!("{}{enemy} · {} cards", cards::hand(game, side), view.hand_size(enemy));
        let known = match known.is_empty() {
            true => String::new(),
            false => format!(", of which the {side} know {}", cards::pile(game, known.iter())),
        };
        format!("{hand}{known}\nDraw pile · {} cards\n", view.draw_pile_size())
    }
}
