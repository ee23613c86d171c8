//! Parses a force outside a sentence: `montcalm with all`, `rigaud, huron and 2 marine`, `all at montreal`.

use super::SentenceError;
use super::lookup;
use super::piece_groups::PieceGroups;
use wilderness_war::{Game, PieceId, PieceSet, Side, View};

/// The pieces of a side on the map that a text names, preferring those in the same place as the others. `all` means
/// those the first leader can command, the most useful first; `all at SPACE` means all pieces there.
///
/// # Errors
/// A name that no piece of the side on the map has, or that pieces in different places share.
pub fn force(game: &Game, side: Side, text: &str) -> Result<PieceSet, SentenceError> {
    let view = &View::public(game);
    let mut pieces = PieceSet::EMPTY;
    let text = text.replace(" and ", ",").replace(" with ", ",");
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let place = ["all at ", "all from "].iter().find_map(|all| part.strip_prefix(all));
        pieces |= match place {
            Some(place) => {
                let spaces = lookup::spaces(&[place.to_string()])?;
                spaces.into_iter().flat_map(|space| view.in_space(space).of(side).iter()).collect()
            }
            None => match named(game, side, pieces, part)? {
                Some(named) => named.into_iter().collect(),
                None => everybody(view, pieces)?,
            },
        };
    }
    match pieces.is_empty() {
        true => Err(SentenceError::form("name a force, such as `montcalm with all` or `all at montreal`")),
        false => Ok(pieces),
    }
}

/// Pieces not taken yet; nothing for `all`.
fn named(game: &Game, side: Side, taken: PieceSet, part: &str) -> Result<Option<Vec<PieceId>>, SentenceError> {
    let view = &View::public(game);
    let own = view.on_map(side) - taken;
    let read = |set: PieceSet| {
        PieceGroups::new(game, set, format!("among the {side} pieces on the map")).read(&[part.to_string()])
    };
    let place = taken.first().and_then(|piece| view.space_of(piece));
    place.and_then(|space| read(own & view.in_space(space)).ok()).map_or_else(|| read(own), Ok)
}

/// The pieces that go with the first leader named.
fn everybody(view: &View<'_>, named: PieceSet) -> Result<PieceSet, SentenceError> {
    let leader = named.leaders().iter().max_by_key(|leader| leader.facts().command);
    let leader =
        leader.ok_or_else(|| SentenceError::form("`all` needs a leader before it, or a place: `all at albany`"))?;
    Ok(view.strongest_force(leader, view.companions(leader)))
}
