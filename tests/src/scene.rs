//! A scene: a position that a test sets up step by step, following an example, and continues from.

use crate::{game, messages, play, position, scripts};
use wilderness_engine::record::Common;
use wilderness_war::{Game, Header, PieceAt, Position, Side};

/// A position that follows an example.
#[derive(Clone, Debug)]
pub struct Scene {
    scenario: String,
    /// The present position.
    pub position: Position,
}

impl Scene {
    /// The setup of a scenario, with empty hands.
    pub fn setup(scenario: &str) -> Scene {
        // Allied markers follow from the pieces.
        let position = Position { allied: None, ..position(&game(scenario, 0)) };
        Scene { scenario: scenario.into(), position }
    }

    /// Moves these cards from the draw pile to the hand of a side.
    pub fn hand(&mut self, side: Side, cards: &[i64]) -> &mut Scene {
        self.position.draw_pile.retain(|card| !cards.contains(card));
        self.position.hands[side] = cards.to_vec();
        self
    }

    /// Discards a card from either hand.
    pub fn discard(&mut self, card: i64) -> &mut Scene {
        self.take(card);
        self.position.discard.push(card);
        self.position.discard.sort_unstable();
        self
    }

    /// Removes a card of either hand from the game.
    pub fn remove_card(&mut self, card: i64) -> &mut Scene {
        self.take(card);
        self.position.removed.push(card);
        self
    }

    fn take(&mut self, card: i64) {
        for side in Side::BOTH {
            self.position.hands[side].retain(|&held| held != card);
        }
    }

    /// Places pieces in a space or militia box, at their present strength; new ones at full strength.
    pub fn put(&mut self, pieces: &[&str], at: &str) -> &mut Scene {
        for piece in pieces {
            let reduced = self.position.pieces.get(*piece).is_some_and(|piece| piece.reduced);
            self.position.leader_pool.retain(|leader| leader != piece);
            self.position.pieces.insert(piece.to_string(), PieceAt { at: at.into(), reduced, inside: false });
        }
        self
    }

    /// Takes pieces off the map; they are at hand again.
    pub fn take_off(&mut self, pieces: &[&str]) -> &mut Scene {
        self.position.pieces.retain(|piece, _| !pieces.contains(&piece.as_str()));
        self
    }

    /// Flips units to their reduced side, or back.
    pub fn reduce(&mut self, units: &[&str], reduced: bool) -> &mut Scene {
        for unit in units {
            match self.position.pieces.get_mut(*unit) {
                Some(unit) => unit.reduced = reduced,
                None => panic!("`{unit}` is not in play"),
            }
        }
        self
    }

    /// Plays these lines of a record from here.
    pub fn play(&self, lines: &str) -> Game {
        match self.try_play(lines) {
            Ok(game) => game,
            Err(faults) => panic!("{faults}"),
        }
    }

    /// Like [`Scene::play`], or all faults.
    ///
    /// # Errors
    /// An impossible position, or a line that does not fit.
    pub fn try_play(&self, lines: &str) -> Result<Game, String> {
        let position = Some(self.position.clone());
        let header = Header { common: Common::new(&self.scenario, 0), position, ..Header::default() };
        let head = header.begin(scripts()).map_err(|faults| messages(&faults))?.record();
        play("scene.record", &format!("{head}{lines}"))
    }
}
