//! What has moved, and what choices stand for.

use crate::decision::Choice;
use crate::news::{Happened, NewsEntry};
use crate::sets::{Id, PieceId, PieceSet, SpaceId};
use crate::side::Side;
use crate::view::View;
use wilderness_engine::Side as _;
use wilderness_engine::scene::Arrow;

/// The place that a choice stands for: where a space is entered, or where a piece is.
pub fn place_of(view: &View, choice: Choice) -> Option<usize> {
    let space = choice.space().or_else(|| view.space_of(choice.piece()?));
    space.map(SpaceId::index)
}

/// The number of the first entry of a log since the last turn of a side: the first card that its enemy has played since
/// then.
pub fn moved_since(log: &[NewsEntry], side: Side) -> usize {
    let plays = |entry: &NewsEntry, who: Side| {
        matches!(entry.what, Happened::CardPlayed { .. } | Happened::Held) && entry.side == Some(who)
    };
    let enemys = log.iter().rposition(|entry| plays(entry, side.enemy()));
    let own = log[..enemys.unwrap_or(0)].iter().rposition(|entry| plays(entry, side)).map_or(0, |last| last + 1);
    let first = log[own..].iter().position(|entry| plays(entry, side.enemy())).unwrap_or(0);
    own + first
}

/// The movements that entries report, with the spaces on the way. Pieces that move on together have one arrow.
pub fn arrows(entries: &[NewsEntry]) -> Vec<Arrow> {
    let mut found: Vec<(PieceSet, Arrow)> = Vec::new();
    for entry in entries {
        let (pieces, path) = match &entry.what {
            Happened::Moved { pieces, path, .. } => (*pieces, path.clone()),
            Happened::Went { pieces, from: Some(from), to, .. } | Happened::TurnedBack { pieces, from, to } => {
                (*pieces, vec![*from, *to])
            }
            _ => continue,
        };
        let Some(side) = pieces.first().map(PieceId::side) else { continue };
        let path: Vec<usize> = path.into_iter().map(SpaceId::index).collect();
        let goes_on = |(who, arrow): &&mut (PieceSet, Arrow)| *who == pieces && arrow.path.last() == path.first();
        match found.iter_mut().rev().find(goes_on) {
            Some((_, arrow)) => arrow.path.extend(&path[1..]),
            None => found.push((pieces, Arrow { path, side: side.index() })),
        }
    }
    found.into_iter().map(|(_, arrow)| arrow).collect()
}
