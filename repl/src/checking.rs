//! The games of the program, and which of them a file of content belongs to.

use std::path::Path;
use wilderness_engine::content::{Catalogue, Places};

/// The ids of the games.
pub const GAMES: [&str; 2] = [wilderness_war::GAME, wilderness_battles::GAME];

/// The places from which a game reads its content, where these are named for all games: none if only `other` games have
/// something there. What is in neither is reported when it is read.
pub fn places_for(game: &'static Catalogue, other: &'static Catalogue, places: Places) -> Places {
    let places = Places { games: &GAMES, ..places };
    let is_of_others = !places.is_built_in() && !places.hold(game) && places.hold(other);
    if is_of_others { Places { games: &GAMES, ..Places::default() } } else { places }
}

/// The content that a path belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Root {
    /// Cards, rules and scenarios of Wilderness War.
    War(Places),
    /// Battles.
    Battles(Places),
}

impl Root {
    /// The content that a path belongs to.
    pub fn of(path: &Path) -> Vec<Root> {
        let war = Places::of(path, &wilderness_war::CATALOGUE, &GAMES).map(Root::War);
        let battles = Places::of(path, &wilderness_battles::CATALOGUE, &GAMES).map(Root::Battles);
        battles.into_iter().chain(war).collect()
    }
}
