//! Everything in the game that has a name: spaces, pieces and cards.

use crate::text::names::{Name, find};
use wilderness_war::map::Map;
use wilderness_war::pieces::Pieces;
use wilderness_war::{Choice, Game, PieceId, SpaceId};

/// Words that may stand with the name of a space.
const WORKS: [&str; 3] = ["fort", "fortress", "stockade"];

/// The name of a space: as printed, the other names of the place and of its forts, and each with `fort`.
pub fn space(space: SpaceId) -> Name {
    let facts = Map::get().space(space);
    facts.also.iter().fold(Name::new(&facts.name).titled(&WORKS), |name, also| name.also(also))
}

/// The spaces, pieces and cards whose names fit best.
pub fn find_things(game: &Game, typed: &str) -> Vec<Choice> {
    let names = |text: &str| Name::new(text);
    let spaces = Map::get().all.iter().map(|one| (space(one), Choice::Space(one)));
    let pieces = Pieces::get().all();
    let pieces = pieces.iter().map(|piece| (names(&piece.to_string()), Choice::Piece(piece)));
    let cards = game.scripts().deck().cards().map(|card| (names(&card.name), Choice::Card(card.number)));
    let all: Vec<(Name, Choice)> = spaces.chain(pieces).chain(cards).collect();
    find(typed, all.iter().map(|(name, choice)| (name, *choice)))
}

/// The names of all spaces and pieces.
pub fn all_names() -> Vec<&'static str> {
    let (map, pieces) = (Map::get(), Pieces::get());
    let spaces = map.all.iter().map(|space: SpaceId| map.space(space).name.as_str());
    let everybody = pieces.all();
    spaces.chain(everybody.iter().map(|piece: PieceId| pieces.piece(piece).name.as_str())).collect()
}
