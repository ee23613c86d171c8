//! The board of a folder.

use super::scene;
use crate::board::pictured::Pictured;
use wilderness_engine::Game;
use wilderness_engine::plain::{Choice, Side};
use wilderness_engine::scene::Scene;
use wilderness_tabletop::Tabletop;

impl Pictured for Tabletop {
    fn board(game: &Game<Tabletop>, side: Side) -> Scene {
        scene::board(game, side)
    }

    /// What the script says of an answer to the open question; of anything else, the place of that name.
    fn places_of(game: &Game<Tabletop>, _: Side, choice: Choice) -> Vec<usize> {
        let offered = game.decision().map(|decision| decision.ask.places_of(choice).to_vec());
        let named = || game.scripts().data.places.get(choice.name()).map(|place| place.index.into());
        offered.filter(|places| !places.is_empty()).unwrap_or_else(|| named().into_iter().collect())
    }

    fn sentence(_: &Game<Tabletop>, entry: &String) -> String {
        entry.clone()
    }
}
