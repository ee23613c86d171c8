//! The topics of `show`: spaces, stacks, pieces, cards, the tracks, supply.

pub mod board;
pub mod cards;
pub mod log;
pub(crate) mod path;
pub(crate) mod reach;
mod roll;
mod side;
mod space;
pub(crate) mod threats;
mod tracks;

pub use roll::roll;
pub use side::Listed;
pub use threats::endangered;

use crate::prompt::command::side;
use crate::text::names::{Fit, Name, find, fold, near};
use crate::war::describe;
use crate::war::names::{self, all_names};
use wilderness_war::map::Map;
use wilderness_war::news::words::list;
use wilderness_war::pieces::{PieceKind, Pieces};
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
    /// It is hidden from all at the table.
    #[error("bots play both sides: their hands stay hidden (5.24)")]
    Hidden,
    /// Any other reason.
    #[error("{0}")]
    Plain(String),
}

/// What some words name, as text, as seen by a side. `hands` are the sides whose cards may be shown.
///
/// # Errors
/// A name that nothing has, or that several things share.
pub fn show(game: &Game, what: &str, viewer: Side, hands: &[Side]) -> Result<String, Unknown> {
    let (first, name) = what.split_once(char::is_whitespace).unwrap_or((what, ""));
    let (first, name) = (fold(first), name.trim());
    let view = &View::public(game);
    match (first.as_str(), name) {
        ("hand", "") if hands.is_empty() => Err(Unknown::Hidden),
        ("hand", "") => Ok(hands.iter().map(|&side| cards::hand(game, side)).collect()),
        ("hand", "events") if hands.is_empty() => Err(Unknown::Hidden),
        ("hand", "events") => Ok(hands.iter().map(|&side| cards::events(game, side)).collect()),
        ("discards" | "discard", "") => Ok(cards::discards(game)),
        ("tracks" | "track" | "vp", "") => Ok(tracks::render(game)),
        ("raids", "") => side::raids(game, viewer),
        ("supply", name) => {
            let tables: Vec<String> = of_sides(name)?.into_iter().map(|side| tracks::supply(view, side)).collect();
            Ok(tables.join("\n"))
        }
        ("space", name) if !name.is_empty() => Ok(space::render(view, find_space(name)?)),
        ("stack", name) if !name.is_empty() => Ok(space::stacks(view, find_space(name)?)),
        ("piece", name) if !name.is_empty() => Ok(pieces(game, &find_pieces(name)?)),
        ("card", name) if !name.is_empty() => card(game, viewer, name),
        _ => match listed(&first, name) {
            Some((side, listed)) => {
                Ok(of_sides(side)?.into_iter().map(|side| side::pieces(view, side, listed)).collect())
            }
            None => named(game, viewer, what),
        },
    }
}

/// The pieces that words ask for, and of whom: `leaders french`, `british units`, `french`.
fn listed<'a>(first: &'a str, name: &'a str) -> Option<(&'a str, Listed)> {
    let kind = |word: &str| match fold(word).as_str() {
        "units" | "army" | "armies" | "pieces" | "forces" => Some(Listed::All),
        "leaders" | "generals" => Some(Listed::Leaders),
        _ => None,
    };
    let is_side = Side::BOTH.into_iter().any(|side| side.id() == first);
    match kind(first) {
        Some(listed) => Some((name, listed)),
        None if is_side && name.is_empty() => Some((first, Listed::All)),
        None if is_side => Some((first, kind(name)?)),
        None => None,
    }
}

/// The side with a name, or both without one.
fn of_sides(name: &str) -> Result<Vec<Side>, Unknown> {
    match name {
        "" => Ok(Side::BOTH.to_vec()),
        name => side(name, Side::BOTH)
            .map(|side| vec![side])
            .ok_or_else(|| Unknown::Plain(format!("no side is called `{name}`: `french` or `british`"))),
    }
}

/// The enemies that could reach a space; without a name, a side's own fortifications that they threaten.
///
/// # Errors
/// A name that no space has.
pub fn threatened(game: &Game, viewer: Side, name: &str) -> Result<String, Unknown> {
    match name {
        "" => threats::to_works(game, viewer),
        name => threats::show(game, viewer.enemy(), find_space(name)?),
    }
}

/// The card with a name or number.
///
/// # Errors
/// A name that no card has.
pub fn card(game: &Game, viewer: Side, name: &str) -> Result<String, Unknown> {
    Ok(cards::explained(game, viewer, &find_cards(game, name)?))
}

/// The most pieces with different names that a name shows.
const FEW: usize = 6;

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
    // A few of different names, such as the battalions of a regiment, are all shown.
    if !matches!(space, Err(Unknown::Several(..))) {
        let called = pieces_called(name);
        if (1..=FEW).contains(&called.len()) {
            return Ok(pieces(game, &called));
        }
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

/// The pieces that a name fits.
fn pieces_called(name: &str) -> Vec<PieceId> {
    let all = Pieces::get().all();
    let pieces: Vec<(Name, PieceId)> = all.iter().map(|piece| (Name::new(&piece.to_string()), piece)).collect();
    find(name, pieces.iter().map(|(name, piece)| (name, *piece)))
}

/// The pieces with a name: several only if all have the same name.
fn find_pieces(name: &str) -> Result<Vec<PieceId>, Unknown> {
    if let Some(Choice::Piece(piece)) = Choice::from_token(name) {
        return Ok(vec![piece]);
    }
    let found = pieces_called(name);
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
    let facts = |piece: &PieceId| {
        let facts = piece.facts();
        let full = match facts.kind {
            PieceKind::Leader => format!(
                "initiative {}, command {}, tactics {}, movement {}",
                facts.initiative, facts.command, facts.tactics, facts.movement
            ),
            _ => format!("strength {}, {} when reduced, movement {}", facts.strength, facts.reduced, facts.movement),
        };
        let home = facts.home.map(|home| format!("; at home in {home}")).unwrap_or_default();
        format!("{full}{home}\n")
    };
    let mut all: Vec<String> = pieces.iter().map(facts).collect();
    all.dedup();
    // Different figures stand in brackets already.
    if let [only] = all.as_slice() {
        text.push_str(only);
    }
    text
}
