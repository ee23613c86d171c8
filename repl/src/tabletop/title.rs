//! Folders for the commands.

use crate::commands::games::Title;
use crate::front::Files;
use crate::options::content::ContentArg;
use crate::replayed::Replayed;
use include_dir::{Dir, include_dir};
use serde_json::{Map, Value, json};
use wilderness_engine::plain::Side;
use wilderness_engine::{Game, Side as _};
use wilderness_tabletop::{Folder, PieceFacts, Tabletop};

/// The folder that one's own begins with.
static STARTER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../scenarios/new-folder");

impl Replayed for Tabletop {
    type Position = Value;

    /// The points, the tracks, and the pieces with their places.
    fn position(game: &Game<Tabletop>, _: Option<Side>) -> Value {
        let (data, state) = (&game.scripts().data, game.state());
        let scores = game.now().scores().into_iter().map(|(side, score)| (side.id().to_string(), score.into()));
        let piece = |piece: &PieceFacts| {
            let at = piece.at?.id.to_string();
            Some(json!({ "kind": data.kinds[usize::from(piece.kind)].as_str(), "side": piece.side.id(), "at": at }))
        };
        let tracks = data.tracks.iter().map(|track| {
            let count = if track.per_side { data.sides.count() } else { 1 };
            (track.id.to_string(), json!(state.tracks[track.offset..track.offset + count]))
        });
        json!({
            "turn": game.now().time(),
            "points": scores.collect::<Map<_, Value>>(),
            "tracks": tracks.collect::<Map<_, Value>>(),
            "pieces": state.pieces.iter().filter_map(piece).collect::<Vec<_>>(),
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
