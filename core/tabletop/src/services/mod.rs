//! What scripts can call on the game, by themes.

mod cards;
mod flow;
mod pieces;
mod places;
mod questions;
mod tracks;

use crate::board::Place;
use crate::data::GameData;
use crate::facts::FactsOfThing;
use crate::rules::Tabletop;
use crate::state::{Card, Piece, TabletopState, Version};
use rhai::{Array, Dynamic};
use wilderness_engine::Side as _;
use wilderness_engine::language::Theme;
use wilderness_engine::plain::Side;
use wilderness_engine::script::{Answer, Handle, Seat, refuse};

/// The game, as scripts see it.
type Game = Handle<Tabletop>;

/// All services.
pub(crate) const THEMES: [Theme; 6] = [
    Theme { name: "Board", about: "Places, and what lies beyond them.", register: places::register },
    Theme { name: "Pieces", about: "Pieces, and where they are.", register: pieces::register },
    Theme { name: "Cards", about: "Cards, and the piles in which they are.", register: cards::register },
    Theme { name: "Tracks", about: "Numbers that the game keeps, and points.", register: tracks::register },
    Theme { name: "Questions", about: "Questions, dice and news.", register: questions::register },
    Theme { name: "Play", about: "Sides, and what comes next.", register: flow::register },
];

/// Looks at the game; what the look refuses is an error of the call.
fn look<T>(game: &Game, look: impl FnOnce(&Seat<Tabletop>) -> Result<T, String>) -> Answer<T> {
    game.read(look)?.or_else(refuse)
}

/// Changes the state, unless the change is refused.
fn change<T>(game: &Game, change: impl FnOnce(&mut TabletopState, &GameData) -> Result<T, String>) -> Answer<T> {
    let changed = game.act(|table, _| {
        let folder = table.scripts.clone();
        table.state.version = Version::new();
        Ok(change(&mut table.state, &folder.data))
    })?;
    changed.or_else(refuse)
}

/// Notes that the script looks at something that the other sides do not see; a look for the eyes of another side is
/// refused.
fn look_at_hidden(game: &Game, owner: u8) -> Answer<()> {
    let side = look(game, |seat| Ok(seat.deck.side(owner)))?;
    game.peek(side)?;
    look(game, |seat| match seat.eyes() {
        Some(eyes) if eyes.index() != side.index() => Err(format!("{eyes} cannot see what {side} hides")),
        _ => Ok(()),
    })
}

/// A value, or `()`.
fn or_nothing<T: Clone + Send + Sync + 'static>(value: Option<T>) -> Dynamic {
    value.map_or(Dynamic::UNIT, Dynamic::from)
}

/// An array of values.
fn array<T: Clone + Send + Sync + 'static>(values: impl Iterator<Item = T>) -> Array {
    values.map(Dynamic::from).collect()
}

/// A place, or nothing for `()`.
fn place_or_nothing(value: &Dynamic) -> Result<Option<Place>, String> {
    if value.is_unit() {
        return Ok(None);
    }
    let place = value.read_lock::<Place>().map(|place| *place);
    place.map(Some).ok_or_else(|| format!("this takes a place, and was given a {}", value.type_name()))
}

/// Something that has facts.
enum ThingWithFacts {
    Place(Place),
    Piece(Piece),
    Card(Card),
    Side(Side),
}

impl ThingWithFacts {
    fn of(value: &Dynamic) -> Result<ThingWithFacts, String> {
        let place = || value.read_lock::<Place>().map(|place| ThingWithFacts::Place(*place));
        let piece = || value.read_lock::<Piece>().map(|piece| ThingWithFacts::Piece(*piece));
        let card = || value.read_lock::<Card>().map(|card| ThingWithFacts::Card(*card));
        let side = || value.read_lock::<Side>().map(|side| ThingWithFacts::Side(*side));
        let found = place().or_else(piece).or_else(card).or_else(side);
        found.ok_or_else(|| format!("a {} has no facts: places, pieces, cards and sides have", value.type_name()))
    }

    /// The owner of a piece whose kind the others do not know.
    fn hidden_by(&self, state: &TabletopState) -> Option<u8> {
        match self {
            ThingWithFacts::Piece(piece) => pieces::hidden_by(state, *piece),
            _ => None,
        }
    }

    fn facts<'a>(&self, state: &TabletopState, data: &'a GameData) -> Option<&'a FactsOfThing> {
        match self {
            ThingWithFacts::Place(place) => data.board.facts(*place).map(|facts| &facts.facts),
            ThingWithFacts::Piece(piece) => {
                let facts = state.piece(*piece)?;
                data.kinds.get(usize::from(facts.kind)).map(|kind| &kind.facts)
            }
            ThingWithFacts::Card(card) => data.cards.get(usize::from(card.index)).map(|card| &card.facts),
            ThingWithFacts::Side(side) => data.side_facts.get(side.index()).map(|side| &side.facts),
        }
    }
}
