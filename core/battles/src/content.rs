//! Content: the texts of tables, maps, counters, scenarios and scripts. It can be exchanged while a battle is played;
//! what is printed on the counters then changes at once.

use crate::battle::{Battle, BattleForm};
use crate::map::Map;
use crate::tables::Tables;
use crate::unit::Counters;
use include_dir::{Dir, include_dir};
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;
use wilderness_engine::content::{Catalogue, Directory, Family, FileName, Places, Texts, Used};
use wilderness_engine::faults::{Fault, Faults, Source, Spanned};
use wilderness_engine::scene::SymbolsFile;
use wilderness_engine::value::Values;

/// The id of the game: content, records and positions may name it.
pub const GAME: &str = "battles";

/// The files that are part of the program.
static BUILT_IN_SCENARIOS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../scenarios/battles");
/// The scripts that are part of the program.
static BUILT_IN_SCRIPTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../scripts/battles");

pub(crate) const TABLES: &str = "tables.toml";
/// How a field is drawn.
pub(crate) const SYMBOLS: &str = "symbols.toml";
/// What stands before the names of scripts, maps and counters.
pub(crate) const SCRIPTS: &str = "scripts/";
const MAPS: &str = "maps/";
const UNITS: &str = "units/";
/// The ending of the files of scripts.
pub(crate) const ENDING: &str = ".rhai";
/// The ending of all other files.
const DATA: &str = ".toml";

/// The files of the battles.
pub static CATALOGUE: Catalogue = Catalogue::new(
    GAME,
    Directory {
        places: &["scripts/battles", "scenarios/battles/scripts", "battles/scripts"],
        needs: &[],
        families: &[Family::scripts(SCRIPTS, "")],
        built_in: &BUILT_IN_SCRIPTS,
    },
    Directory {
        places: &["scenarios/battles", "battles"],
        needs: &[TABLES],
        families: &SCENARIO_FAMILIES,
        built_in: &BUILT_IN_SCENARIOS,
    },
    named,
);

static SCENARIO_FAMILIES: [Family; 6] = [
    Family::data("", "", FileName::Exactly(TABLES), Used::Exchanged),
    Family::data("", "", FileName::Exactly(SYMBOLS), Used::Exchanged),
    Family::data("", "", FileName::ById(DATA), Used::Exchanged),
    Family::data(MAPS, "maps", FileName::Ending(DATA), Used::Exchanged),
    Family::data(UNITS, "units", FileName::Ending(DATA), Used::Exchanged),
    Values::FAMILY,
];

/// What a file that is named by itself is: a scenario, which names a map.
fn named(source: &Source) -> Option<&'static Family> {
    let table: toml::Table = source.text().parse().ok()?;
    table.contains_key("map").then_some(&SCENARIO_FAMILIES[2])
}

/// The texts of everything that can be changed without touching the program. Cheap to clone.
#[derive(Clone, PartialEq, Debug)]
pub struct Content(Texts);

impl Deref for Content {
    type Target = Texts;

    fn deref(&self) -> &Texts {
        &self.0
    }
}

impl From<Texts> for Content {
    fn from(texts: Texts) -> Content {
        Content(texts)
    }
}

impl Content {
    /// The built-in content.
    pub fn embedded() -> Content {
        Content(Texts::built_in(&CATALOGUE))
    }

    /// The content in these places.
    ///
    /// # Errors
    /// Files that cannot be read, and a `content.toml` with faults.
    pub fn read(places: &Places) -> Result<Content, Faults> {
        places.read(&CATALOGUE).map(Content)
    }

    /// The same with one text exchanged or added.
    pub fn with(&self, name: &str, text: &str) -> Content {
        Content(self.0.with_texts([(name, text)]))
    }

    /// How a field is drawn: as in the program, but for the entries that the content gives otherwise.
    pub(crate) fn symbols(&self, faults: &mut Faults) -> SymbolsFile {
        let source = Source::new(SYMBOLS, include_str!("../../../scenarios/battles/symbols.toml"));
        let built_in = SymbolsFile::read(&source, faults).expect("it is part of the program");
        let own = self.get(SYMBOLS).and_then(|source| SymbolsFile::read(source, faults));
        match own {
            Some(own) => built_in.under(own),
            None => built_in,
        }
    }

    /// The battle of the scenario with an id; nothing if it has faults.
    pub(crate) fn battle(&self, id: &str, tables: &Arc<Tables>, faults: &mut Faults) -> Option<Battle> {
        let name = CATALOGUE.scenario(id);
        let (source, seen) = (self.get(&name)?, self.seen_by(&name).collect::<BTreeMap<_, _>>());
        let form = BattleForm::read(source, faults)?;
        let mut files = Vec::new();
        let mut file = |prefix: &str, named: &Spanned<String>| {
            let name = format!("{prefix}{}{DATA}", named.get_ref());
            let file = seen.get(name.as_str()).copied();
            if file.is_none() {
                let message = format!("there is no `{name}`");
                faults.push(Fault::error("scenario::file", message).at(source, named.span(), "not in the content"));
            }
            files.push(name);
            file
        };
        let (map, units) = (file(MAPS, &form.map), file(UNITS, &form.units));
        let map = Map::read(map?, tables, faults);
        let units = Counters::read(units?, faults);
        let mut battle = form.build(source, tables, map?, units?, faults)?;
        files.push(name);
        battle.files = files;
        Some(battle)
    }
}
