//! Everything in the game that has a name: spaces, pieces and cards.

use crate::text::names::{Name, find};
use wilderness_war::map::Map;
use wilderness_war::pieces::Pieces;
use wilderness_war::{Choice, Game, PieceId, SpaceId};

/// The spaces, pieces and cards whose names fit best.
pub fn find_things(game: &Game, typed: &str) -> Vec<Choice> {
    let names = |text: &str| Name::new(text);
    let spaces = Map::get().all.iter().map(|space| (names(&space.to_string()), Choice::Space(space)));
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
