//! Content: the texts of tables, maps, counters, scenarios and scripts. It can be exchanged while a battle is played;
//! what is printed on the counters then changes at once.

mod places;

pub use places::Places;

use crate::battle::{Battle, Form};
use crate::map::Map;
use crate::tables::Tables;
use crate::unit::Counters;
use include_dir::{Dir, include_dir};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wilderness_engine::content::files_in;
use wilderness_engine::faults::{Fault, Faults, Source, Spanned};
use wilderness_engine::files::LARGEST_TOML;
use wilderness_engine::script::Limits;

/// The id of the game: records and positions may name it.
pub const GAME: &str = "battles";

/// The content of the program.
static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../scenarios/battles");
/// The scripts of the program.
static SCRIPTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../scripts/battles");
/// What stands before the names of scripts.
pub(crate) const OF_SCRIPTS: &str = "scripts/";
/// The ending of the files of scripts.
pub(crate) const ENDING: &str = ".rhai";

/// The tables.
pub(crate) const TABLES: &str = "tables.toml";
/// The directories with maps and with counters.
const DIRECTORIES: [&str; 2] = ["maps", "units"];

/// Texts, by their names relative to the directory. Cheap to clone.
#[derive(Clone, PartialEq, Debug)]
pub struct Content(Arc<BTreeMap<String, Source>>);

impl Content {
    /// The content of the program.
    pub fn embedded() -> Content {
        let mut files = BTreeMap::new();
        let directories = DIRECTORIES.iter().filter_map(|name| FILES.get_dir(name));
        for file in directories.chain([&FILES]).flat_map(Dir::files) {
            let name = file.path().to_str().filter(|name| name.ends_with(".toml"));
            if let Some((name, text)) = name.zip(file.contents_utf8()) {
                files.insert(name.to_string(), Source::new(format!("scenarios/battles/{name}"), text));
            }
        }
        files.extend(scripts_of_program());
        Content(Arc::new(files))
    }

    /// The content of a directory. Its scripts are in `scripts` in it, or beside it as in the program; one without any
    /// has those of the program.
    ///
    /// # Errors
    /// A directory that is not there, files that cannot be read.
    pub fn read(root: &Path) -> Result<Content, Faults> {
        if !Content::is_at(root) {
            let message = format!("there is no directory `{}`", root.display());
            return Err(Fault::error("content::no_directory", message).into());
        }
        let mut files = BTreeMap::new();
        for directory in [""].into_iter().chain(DIRECTORIES) {
            for (name, path) in files_in(&root.join(directory), ".toml") {
                let name = if directory.is_empty() { name } else { format!("{directory}/{name}") };
                files.insert(name, Source::read_up_to(&path, LARGEST_TOML)?);
            }
        }
        match scripts_in(root) {
            Some(directory) => {
                for (name, path) in files_in(&directory, ENDING) {
                    files.insert(format!("{OF_SCRIPTS}{name}"), Source::read_up_to(&path, Limits::SOURCE as u64)?);
                }
            }
            None => files.extend(scripts_of_program()),
        }
        Ok(Content(Arc::new(files)))
    }

    /// Whether a directory holds battles, or their scripts.
    pub fn is_at(root: &Path) -> bool {
        root.is_dir() || scripts_in(root).is_some()
    }

    /// The content of a directory; the program supplies what it lacks. A directory with its own tables is complete.
    ///
    /// # Errors
    /// A directory that is not there, files that cannot be read.
    pub fn over_program(root: &Path) -> Result<Content, Faults> {
        let own = Content::read(root)?;
        if own.0.contains_key(TABLES) {
            return Ok(own);
        }
        let mut files = (*Content::embedded().0).clone();
        files.extend(own.0.iter().map(|(name, source)| (name.clone(), source.clone())));
        Ok(Content(Arc::new(files)))
    }

    /// The files that are read from a directory.
    pub fn files(root: &Path) -> Vec<PathBuf> {
        let directories = [""].into_iter().chain(DIRECTORIES);
        let data = directories.flat_map(|directory| files_in(&root.join(directory), ".toml").into_values());
        let scripts = scripts_in(root).map_or_else(BTreeMap::new, |directory| files_in(&directory, ENDING));
        data.chain(scripts.into_values()).collect()
    }

    /// The same with what an editor has open in place of what is in the files; `open` gives the text of a file by its
    /// name.
    pub fn overlaid(&self, open: &dyn Fn(&str) -> Option<Arc<str>>) -> Content {
        let over =
            |source: &Source| open(source.name()).map_or(source.clone(), |text| Source::new(source.name(), text));
        Content(Arc::new(self.0.iter().map(|(name, source)| (name.clone(), over(source))).collect()))
    }

    /// All texts, each with its name.
    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        self.0.values()
    }

    /// The same with one text exchanged or added.
    pub fn with(&self, name: &str, text: &str) -> Content {
        let mut files = (*self.0).clone();
        files.insert(name.to_string(), Source::new(name, text));
        Content(Arc::new(files))
    }

    /// A text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(Source::text)
    }

    /// A text as a source.
    pub(crate) fn source(&self, name: &str) -> Option<&Source> {
        self.0.get(name)
    }

    /// All texts, by their names relative to the directory.
    pub(crate) fn named(&self) -> impl Iterator<Item = (&String, &Source)> {
        self.0.iter()
    }

    /// The ids of the battles, in order, as their files say them, whatever else is wrong with those.
    pub fn ids(&self) -> Vec<String> {
        let battles = self.named().filter(|(name, _)| !name.contains('/') && *name != TABLES);
        let id = |(_, source): (&String, &Source)| {
            let table: toml::Table = toml::from_str(source.text()).ok()?;
            Some(table.get("id")?.as_str()?.to_string())
        };
        let mut ids: Vec<String> = battles.filter_map(id).collect();
        ids.sort();
        ids
    }

    /// The battle of one file; nothing if it has faults.
    pub(crate) fn battle(
        &self,
        name: &str,
        source: &Source,
        tables: &Arc<Tables>,
        faults: &mut Faults,
    ) -> Option<Battle> {
        let form = Form::read(source, faults)?;
        let mut file = |directory: &str, name: &Spanned<String>| {
            let file = self.0.get(&format!("{directory}/{}.toml", name.get_ref()));
            if file.is_none() {
                let message = format!("there is no `{directory}/{}.toml`", name.get_ref());
                faults.push(Fault::error("scenario::file", message).at(source, name.span(), "not in the content"));
            }
            file
        };
        let (map, units) = (file("maps", &form.map), file("units", &form.units));
        let files = [("maps", &form.map), ("units", &form.units)];
        let files = files.map(|(directory, name)| format!("{directory}/{}.toml", name.get_ref()));
        let map = Map::read(map?, tables, faults);
        let units = Counters::read(units?, faults);
        let mut battle = form.build(source, tables, map?, units?, faults)?;
        battle.files = files.into_iter().chain([name.to_string()]).collect();
        Some(battle)
    }
}

/// The scripts of the program, by their names in content.
pub(crate) fn scripts_of_program() -> BTreeMap<String, Source> {
    let named = |file: &include_dir::File<'_>| {
        let name = file.path().to_str().filter(|name| name.ends_with(ENDING))?.to_string();
        Some((format!("{OF_SCRIPTS}{name}"), Source::new(format!("scripts/battles/{name}"), file.contents_utf8()?)))
    };
    SCRIPTS.files().filter_map(named).collect()
}

/// The directory with the scripts of a directory of battles, if it has one.
fn scripts_in(root: &Path) -> Option<PathBuf> {
    let beside = root.ends_with("scenarios/battles").then(|| root.ancestors().nth(2)).flatten();
    let beside = beside.map(|content| content.join("scripts/battles"));
    [root.join("scripts")].into_iter().chain(beside).find(|directory| directory.is_dir())
}
