//! What lies on the table before anything happens: the map and the pieces (2.0, 3.0), as content says.
//!
//! Ids of spaces and pieces are small numbers, so that sets of them are cheap; what they mean, the components of a game
//! say. Those that a thread goes by are set wherever a game is entered ([`Rules::enter`](wilderness_engine::Rules::enter)),
//! so that the rules need not hand them on. Each set that is read is kept once, for as long as the program runs, as the
//! words of a game are: ids and names are then as easily copied as literals. So there is a limit.

pub(crate) mod country;
mod entries;
pub mod map;
pub mod pieces;
mod reader;
pub mod side;

pub(crate) use entries::parts;

use crate::components::country::Country;
use crate::components::map::Map;
use crate::components::pieces::Pieces;
use crate::components::side::{PerSide, Side};
use crate::sets::SpaceSet;
use reader::ComponentReader;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};
use wilderness_engine::SideWords;
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::scene::Symbols;

/// The layers of each file that components are read from: map, pieces, country, sides and symbols.
pub(crate) type Files<'a> = [&'a [Source]; 5];

/// The most sets of components that are read while a program runs: an editor reads one for each change.
const MOST: usize = 1000;

/// The components of a game.
#[derive(Debug)]
pub(crate) struct Components {
    pub(crate) map: Map,
    pub(crate) pieces: Pieces,
    pub(crate) country: Country,
    pub(crate) sides: PerSide<SideWords>,
    /// How the map is drawn.
    pub(crate) symbols: Arc<Symbols>,
    /// What is probably a mistake in them.
    pub(crate) warnings: Faults,
    /// The spaces within this many links of each space, once a script has asked for it.
    within: OnceLock<Vec<Vec<SpaceSet>>>,
}

thread_local! {
    /// Those that this thread goes by; the built-in ones before any were entered.
    static CURRENT: Cell<Option<&'static Components>> = const { Cell::new(None) };
}

/// The built-in files.
const BUILT_IN_FILES: [(&str, &str); 5] = [
    ("map.toml", include_str!("../../../scenarios/war/map.toml")),
    ("pieces.toml", include_str!("../../../scenarios/war/pieces.toml")),
    ("country.toml", include_str!("../../../scenarios/war/country.toml")),
    ("sides.toml", include_str!("../../../scenarios/war/sides.toml")),
    ("symbols.toml", include_str!("../../../scenarios/war/symbols.toml")),
];

/// The built-in components.
static BUILT_IN: LazyLock<Components> = LazyLock::new(|| {
    let sources = BUILT_IN_FILES.map(|(name, text)| [Source::new(name, text)]);
    let components = Components::read(&sources.each_ref().map(|source| source.as_slice()));
    components.unwrap_or_else(|faults| panic!("the components are part of the program: {faults}"))
});

/// Those that were read, by their texts above the built-in ones.
static READ: Mutex<BTreeMap<String, &'static Components>> = Mutex::new(BTreeMap::new());

impl Components {
    /// The components that this thread goes by.
    #[inline]
    pub(crate) fn get() -> &'static Components {
        match CURRENT.get() {
            Some(components) => components,
            None => Components::built_in(),
        }
    }

    #[cold]
    fn built_in() -> &'static Components {
        CURRENT.set(Some(&BUILT_IN));
        &BUILT_IN
    }

    /// Makes them those that this thread goes by.
    #[inline]
    pub(crate) fn enter(&'static self) {
        CURRENT.set(Some(self));
    }

    /// The components in these layers of each file; of a file without layers, the built-in ones. The same texts give the
    /// same components.
    ///
    /// # Errors
    /// Everything wrong with them.
    pub(crate) fn of(files: &Files<'_>) -> Result<&'static Components, Faults> {
        let built_in = BUILT_IN_FILES.map(|(name, text)| [Source::new(name, text)]);
        let mut all: Files<'_> = *files;
        let mut key = String::new();
        for (layers, built_in) in all.iter_mut().zip(&built_in) {
            if layers.is_empty() {
                *layers = built_in;
            }
            let is_over = layers[0].text() == built_in[0].text();
            let own = layers[usize::from(is_over)..].iter().map(Source::text);
            key.push_str(&own.chain([if is_over { "" } else { "alone" }]).collect::<Vec<_>>().join("\0"));
            key.push('\0');
        }
        if key.chars().all(|c| c == '\0') {
            return Ok(&BUILT_IN);
        }
        let known = || READ.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known().get(&key) {
            return Ok(known);
        }
        let components = Components::read(&all)?;
        let mut read = known();
        if read.len() >= MOST {
            let message = format!("more than {MOST} different maps and sets of pieces have been read");
            return Err(Fault::error("map::too_many_read", message).help("start the program again").into());
        }
        Ok(read.entry(key).or_insert_with(|| Box::leak(Box::new(components))))
    }

    fn read(files: &Files<'_>) -> Result<Components, Faults> {
        let [map, pieces, country, sides, symbols] = files;
        let mut reader = ComponentReader::default();
        let map = reader.map(map);
        let pieces = reader.pieces(pieces, map.as_ref());
        let country = reader.country(country, map.as_ref());
        let sides = reader.sides(sides);
        let symbols = reader.symbols(symbols, Side::BOTH.map(|side| sides[side].colours));
        let read = map.zip(pieces).zip(country).zip(symbols);
        let (read, warnings) = reader.faults.with_warnings(read)?;
        match read {
            Some((((map, pieces), country), symbols)) => {
                Ok(Components { map, pieces, country, sides, symbols, warnings, within: OnceLock::new() })
            }
            None => Err(warnings),
        }
    }

    /// The spaces within this many links of each space, until nothing more is added. Looked up, since scripts ask for it
    /// in loops.
    pub(crate) fn within(&self) -> &[Vec<SpaceSet>] {
        self.within.get_or_init(|| {
            let from = |space| {
                let mut reached = vec![SpaceSet::one(space)];
                loop {
                    let last = reached[reached.len() - 1];
                    let more = last.iter().fold(last, |all, space| all | self.map.adjacent(space));
                    if more == last {
                        return reached;
                    }
                    reached.push(more);
                }
            };
            self.map.all.iter().map(from).collect()
        })
    }
}
