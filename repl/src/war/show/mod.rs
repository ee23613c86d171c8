//! The topics of `show`: spaces, stacks, pieces, cards, the map, the tracks, supply.

mod board;
pub mod cards;
pub mod log;
pub mod map;
pub(crate) mod path;
mod side;
mod space;
pub(crate) mod threats;
mod tracks;

pub use side::Listed;
pub use threats::endangered;

use crate::text::names::{Fit, Name, find, near};
use crate::war::describe;
use crate::war::names::{self, all_names};
use crate::war::odds;
use crate::war::prompt::command::ShowTopic;
use wilderness_war::map::Map;
use wilderness_war::news::words::list;
use wilderness_war::pieces::Pieces;
use wilderness_war::{CardId, Choice, Game, PieceId, Side, SpaceId, View};

/// Why something cannot be shown.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unknown {
    /// Nothing has this name.
    #[error("no {what} is called `{name}`{hint}")]
    Nothing {
        /// What was looked for.
        what: &'static str,
        /// The name.
        name: String,
        /// Suggestions.
        hint: String,
    },
    /// Several things have this name.
    #[error("`{0}` may be {1}")]
    Several(String, String),
    /// Nobody at the table may see it.
    #[error("bots play both sides: their hands stay hidden (5.24)")]
    Hidden,
    /// Any other reason.
    #[error("{0}")]
    Plain(String),
}

/// A topic as text, as seen by a side. `hands` are the sides whose cards may be shown.
///
/// # Errors
/// A name that nothing has, or that several things share.
pub fn show(game: &Game, topic: &ShowTopic, side: Side, hands: &[Side]) -> Result<String, Unknown> {
    match topic {
        ShowTopic::Discards => Ok(cards::discards(game)),
        ShowTopic::Path(ends) => path::show(game, side, ends),
        ShowTopic::Threats(name) if name.is_empty() => threats::to_works(game, side),
        ShowTopic::Threats(name) => threats::show(game, side.enemy(), find_space(name)?),
        ShowTopic::Odds(what) => odds::show(game, side, what),
        ShowTopic::Map(name) => map::show(game, side, name),
        ShowTopic::MapList => Ok(board::render(&View::public(game))),
        ShowTopic::Hand if hands.is_empty() => Err(Unknown::Hidden),
        ShowTopic::Hand => Ok(hands.iter().map(|&side| cards::hand(game, side)).collect()),
        ShowTopic::Tracks => Ok(tracks::render(game)),
        ShowTopic::Supply(side) => {
            let sides = side.map_or(Side::BOTH.to_vec(), |side| vec![side]);
            Ok(sides.into_iter().map(|side| tracks::supply(&View::public(game), side)).collect::<Vec<_>>().join("\n"))
        }
        ShowTopic::Pieces(only, listed) => {
            let sides = only.map_or(Side::BOTH.to_vec(), |side| vec![side]);
            Ok(sides.into_iter().map(|side| side::pieces(&View::public(game), side, *listed)).collect())
        }
        ShowTopic::Raids => side::raids(game, side),
        ShowTopic::Space(name) => Ok(space::render(&View::public(game), find_space(name)?)),
        ShowTopic::Stack(name) => Ok(space::stacks(&View::public(game), find_space(name)?)),
        ShowTopic::Piece(name) => Ok(pieces(game, &find_pieces(name)?)),
        ShowTopic::Card(name) => Ok(cards::explained(game, side, &find_cards(game, name)?)),
        ShowTopic::Named(name) => named(game, side, name),
    }
}

/// A space, else a piece, else a card; a whole name precedes a part of one.
pub fn named(game: &Game, side: Side, name: &str) -> Result<String, Unknown> {
    let whole = |found: &str| Name::new(found).fits(name) == Some(Fit::Whole);
    let space = find_space(name);
    let found = find_pieces(name);
    if let Ok(space) = space
        && (names::space(space).fits(name) == Some(Fit::Whole)
            || !found.as_ref().is_ok_and(|all| all.iter().any(|one| whole(&one.to_string()))))
    {
        return Ok(space::render(&View::public(game), space));
    }
    if let Ok(found) = &found {
        return Ok(pieces(game, found));
    }
    match (space, found) {
        (Err(several @ Unknown::Several(..)), _) | (_, Err(several @ Unknown::Several(..))) => Err(several),
        _ => match find_cards(game, name) {
            Ok(found) => Ok(cards::explained(game, side, &found)),
            Err(_) => Err(nothing("space, piece or card", name)),
        },
    }
}

fn nothing(what: &'static str, name: &str) -> Unknown {
    let hint = match near(name, all_names()).as_slice() {
        [] => String::new(),
        names => format!("; did you mean {}?", names.join(" or ")),
    };
    Unknown::Nothing { what, name: name.into(), hint }
}

/// The space with a name.
pub fn find_space(name: &str) -> Result<SpaceId, Unknown> {
    let id = name.strip_prefix("space:").unwrap_or(name);
    if let Some(space) = Map::get().find(id) {
        return Ok(space);
    }
    let spaces: Vec<(Name, SpaceId)> = Map::get().all.iter().map(|space| (names::space(space), space)).collect();
    match find(name, spaces.iter().map(|(name, space)| (name, *space)))[..] {
        [] => Err(nothing("space", name)),
        [only] => Ok(only),
        ref several => Err(Unknown::Several(name.into(), list(several))),
    }
}

/// The pieces with a name: several only if all have the same name.
fn find_pieces(name: &str) -> Result<Vec<PieceId>, Unknown> {
    if let Some(Choice::Piece(piece)) = Choice::from_token(name) {
        return Ok(vec![piece]);
    }
    let all = Pieces::get().all();
    let pieces: Vec<(Name, PieceId)> = all.iter().map(|piece| (Name::new(&piece.to_string()), piece)).collect();
    let found = find(name, pieces.iter().map(|(name, piece)| (name, *piece)));
    match found.first() {
        None => Err(nothing("piece", name)),
        Some(first) if found.iter().all(|piece| piece.to_string() == first.to_string()) => Ok(found),
        Some(_) => {
            let mut names: Vec<String> = found.iter().map(PieceId::to_string).collect();
            names.dedup();
            Err(Unknown::Several(name.into(), list(names)))
        }
    }
}

fn find_cards(game: &Game, name: &str) -> Result<Vec<CardId>, Unknown> {
    let deck = game.scripts().deck();
    let number = name.strip_prefix("card:").unwrap_or(name).trim_start_matches('#');
    if let Ok(number) = number.parse()
        && deck.card(CardId(number)).is_some()
    {
        return Ok(vec![CardId(number)]);
    }
    let cards: Vec<(Name, CardId)> = deck.cards().map(|card| (Name::new(&card.name), card.number)).collect();
    let found = find(name, cards.iter().map(|(name, number)| (name, *number)));
    if found.is_empty() { Err(nothing("card", name)) } else { Ok(found) }
}

fn pieces(game: &Game, pieces: &[PieceId]) -> String {
    let view = &View::public(game);
    let mut text = String::new();
    for &piece in pieces {
        let line = format!("{} {} {}\n", piece.side(), describe::piece(view, piece), describe::place(view, piece));
        text.push_str(&line);
    }
    if let Some(facts) = pieces.first().map(|piece| piece.facts()) {
        let full = match facts.kind {
            wilderness_war::pieces::PieceKind::Leader => format!(
                "initiative {}, command {}, tactics {}, movement {}",
                facts.initiative, facts.command, facts.tactics, facts.movement
            ),
            _ => format!("strength {}, {} when reduced, movement {}", facts.strength, facts.reduced, facts.movement),
        };
        let home = facts.home.map(|home| format!("; at home in {home}")).unwrap_or_default();
        text.push_str(&format!("{full}{home}\n"));
    }
    text
}
