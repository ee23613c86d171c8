//! Parses a force outside a sentence: `montcalm with all`, `rigaud, huron and 2 marine`, `all at montreal`.

use super::grammar::{self, Force};
use super::piece_groups::PieceGroups;
use super::{SentenceError, lookup};
use crate::text::names::{Fit, Name};
use wilderness_war::{Game, PieceId, PieceSet, Side, View};

/// The pieces of a side on the map that a text names, preferring those in the same place as the others. `all` means
/// those the first leader can command, the most useful first; `all at SPACE` means all pieces there. Those behind
/// `except` stay.
///
/// # Errors
/// A name that no piece of the side on the map has, or that pieces in different places share; a word that is not
/// understood.
pub fn force(game: &Game, side: Side, text: &str) -> Result<PieceSet, SentenceError> {
    let view = &View::public(game);
    let Force { named, except } = grammar::force(text)?;
    let members = |led: &dyn Fn(PieceId) -> PieceSet| {
        let mut pieces = PieceSet::EMPTY;
        for part in &named {
            pieces |= match part.strip_prefix("all at ") {
                Some(place) => {
                    let spaces = lookup::spaces(&[place.to_string()])?;
                    spaces.into_iter().flat_map(|space| view.in_space(space).of(side).iter()).collect()
                }
                None => match piece_names(game, side, pieces, part)? {
                    Some(named) => named.into_iter().collect(),
                    None => led(commander(pieces)?),
                },
            };
        }
        Ok(pieces)
    };
    let stay = match except.is_empty() {
        true => PieceSet::EMPTY,
        false => {
            let whole = members(&|leader| view.companions(leader))?;
            let stay = PieceGroups::new(game, whole, "in this force").read(&except)?;
            stay.ok_or_else(|| SentenceError::form("name who stays"))?.into_iter().collect()
        }
    };
    let pieces = members(&|leader| view.strongest_force(leader, view.companions(leader) - stay))? - stay;
    match pieces.is_empty() {
        true => Err(SentenceError::form("name a force, such as `montcalm with all` or `all at montreal`")),
        false => Ok(pieces),
    }
}

/// Pieces not taken yet; nothing for `all`.
fn piece_names(game: &Game, side: Side, taken: PieceSet, part: &str) -> Result<Option<Vec<PieceId>>, SentenceError> {
    let view = &View::public(game);
    let own = view.on_map(side) - taken;
    let read = |set: PieceSet| {
        PieceGroups::new(game, set, format!("among the {side} pieces on the map")).read(&[part.to_string()])
    };
    let is_called_so = |piece: PieceId| Name::new(&piece.to_string()).fits(part) == Some(Fit::Whole);
    if taken.iter().any(is_called_so) && !own.iter().any(is_called_so) {
        // Named once more: `rigaud, all plus marin`.
        return Ok(Some(Vec::new()));
    }
    let place = taken.first().and_then(|piece| view.space_of(piece));
    place.and_then(|space| read(own & view.in_space(space)).ok()).map_or_else(|| read(own), Ok)
}

/// The leader among the pieces named so far whom `all` follow.
fn commander(named: PieceSet) -> Result<PieceId, SentenceError> {
    let leader = named.leaders().iter().max_by_key(|leader| leader.facts().command);
    leader.ok_or_else(|| SentenceError::form("`all` needs a leader before it, or a place: `all at albany`"))
}
