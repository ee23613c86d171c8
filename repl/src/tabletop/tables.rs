//! What the prompt shows of a folder.

use crate::front::Tables;
use crate::prompt::habit::Passing;
use wilderness_engine::Game;
use wilderness_engine::plain::Side;
use wilderness_tabletop::{Place, SeenPiece, Tabletop};

/// The tables of folders.
pub struct FolderTables;

impl Tables<Tabletop> for FolderTables {
    type Habit = Passing;

    /// A place, with the pieces there and what lies next to it.
    fn look(game: &Game<Tabletop>, side: Side, name: &str) -> Result<String, String> {
        let (data, view) = (&game.scripts().data, game.view(side));
        let Some(place) = data.places.get(name.trim()) else {
            return Err(format!("there is no place `{name}`; `show map` shows the board"));
        };
        let here = view.pieces().filter(|piece| piece.at == Some(place.index));
        let called = |piece: SeenPiece| match piece.kind {
            Some(kind) => format!("{} {}", piece.side, data.kinds[usize::from(kind)].name),
            None => format!("{} (hidden)", piece.side),
        };
        let here: Vec<String> = here.map(called).collect();
        let here = if here.is_empty() { "nothing".into() } else { here.join(", ") };
        let near = data.board.facts(*place).map(|facts| facts.near.iter().map(Place::to_string).collect::<Vec<_>>());
        Ok(format!("{place}: {here}\nnext to it: {}\n", near.unwrap_or_default().join(", ")))
    }
}
