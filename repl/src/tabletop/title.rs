//! Folders for the commands.

use crate::commands::games::Title;
use crate::front::Files;
use crate::options::content::ContentArg;
use crate::replayed::Replayed;
use include_dir::{Dir, include_dir};
use serde_json::{Map, Value, json};
use wilderness_engine::plain::Side;
use wilderness_engine::{Game, Side as _};
use wilderness_tabletop::{Folder, SeenBy, SeenPiece, SeenPile, Tabletop};

/// The folder that one's own begins with.
static STARTER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../scenarios/new-folder");

impl Replayed for Tabletop {
    type Position = Value;

    /// The points, the tracks, the pieces with their places, and the cards, as a side sees them; without one, all that all
    /// sides see.
    fn position(game: &Game<Tabletop>, side: Option<Side>) -> Value {
        let (data, view) = (&game.scripts().data, game.view(side.unwrap_or(game.scripts().data.sides.first())));
        let scores = game.now().scores().into_iter().map(|(side, score)| (side.id().to_string(), score.into()));
        let is_public = |piece: &SeenPiece| {
            side.is_some() || !piece.kind.is_some_and(|kind| data.kinds[usize::from(kind)].is_hidden)
        };
        let piece = |piece: SeenPiece| {
            let kind = piece.kind.filter(|_| is_public(&piece)).map(|kind| data.kinds[usize::from(kind)].id.as_str());
            let at = data.board.places.get(usize::from(piece.at?))?.place.id.as_str();
            Some(json!({ "kind": kind, "side": piece.side.id(), "at": at }))
        };
        let tracks = data.tracks.iter().zip(0..).map(|(track, index)| (track.id.to_string(), json!(view.track(index))));
        let pile = |pile: SeenPile| {
            let facts = &data.piles[usize::from(pile.pile)];
            let known = if side.is_some() || facts.seen == SeenBy::All { pile.known } else { Vec::new() };
            let cards: Vec<&str> = known.iter().map(|card| data.cards[usize::from(*card)].id.as_str()).collect();
            json!({ "pile": facts.id.as_str(), "side": pile.side.map(Side::id), "count": pile.count, "cards": cards })
        };
        json!({
            "turn": game.now().time(),
            "points": scores.collect::<Map<_, Value>>(),
            "tracks": tracks.collect::<Map<_, Value>>(),
            "pieces": view.pieces().filter_map(piece).collect::<Vec<_>>(),
            "piles": view.piles().into_iter().map(pile).collect::<Vec<_>>(),
        })
    }
}

impl Title for Tabletop {
    fn origin(content: &ContentArg, beside: bool) -> Files<Folder> {
        Files::named(content, beside)
    }

    fn starter() -> Option<&'static Dir<'static>> {
        Some(&STARTER)
    }
}
