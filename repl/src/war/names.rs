//! Everything in the game that has a name: spaces, pieces and cards.

use crate::text::names::{Name, NamedThings};
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use wilderness_war::map::Map;
use wilderness_war::pieces::Pieces;
use wilderness_war::{Choice, Game, PieceId, Scripts, SpaceId};

/// Words that may stand with the name of a space.
const WORKS: [&str; 3] = ["fort", "fortress", "stockade"];

/// The name of a space: as printed, the other names of the place and of its forts, and each with `fort`.
pub fn space(space: SpaceId) -> Name {
    let facts = Map::get().space(space);
    facts.also.iter().fold(Name::new(&facts.name).titled(&WORKS), |name, also| name.also(also))
}

/// Things with their names.
type Named = Rc<NamedThings<Choice>>;

thread_local! {
    /// The names of the scripts that were asked about last: a line is searched for many names.
    static LAST: RefCell<Option<(Weak<Scripts>, Named)>> = const { RefCell::new(None) };
}

/// The spaces, pieces and cards whose names fit best.
pub fn find_things(game: &Game, typed: &str) -> Vec<Choice> {
    let scripts = game.scripts();
    let known = LAST.with_borrow(|last| {
        let (of, named) = last.as_ref()?;
        std::ptr::eq(of.as_ptr(), Rc::as_ptr(scripts)).then(|| named.clone())
    });
    let all = known.unwrap_or_else(|| {
        let named = things(scripts);
        LAST.set(Some((Rc::downgrade(scripts), named.clone())));
        named
    });
    all.find(typed)
}

fn things(scripts: &Scripts) -> Named {
    let spaces = Map::get().all.iter().map(|one| (space(one), Choice::Space(one)));
    let pieces = Pieces::get().all();
    let pieces = pieces.iter().map(|piece| (Name::new(&piece.to_string()), Choice::Piece(piece)));
    let cards = scripts.deck().cards().map(|card| (Name::new(&card.name), Choice::Card(card.number)));
    Rc::new(NamedThings::new(spaces.chain(pieces).chain(cards).collect()))
}

/// The names of all spaces and pieces.
pub fn all_names() -> Vec<&'static str> {
    let (map, pieces) = (Map::get(), Pieces::get());
    let spaces = map.all.iter().map(|space: SpaceId| map.space(space).name.as_str());
    let everybody = pieces.all();
    spaces.chain(everybody.iter().map(|piece: PieceId| pieces.piece(piece).name.as_str())).collect()
}
