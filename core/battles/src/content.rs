//! Content: the texts of tables, maps, counters and scenarios, and the battles that they make. It can be exchanged
//! while a battle is played; what is printed on the counters then changes at once.

use crate::battle::Battle;
use crate::game::FrenchAndIndianWarBattles as Us;
use crate::map::Map;
use crate::tables::Tables;
use crate::unit::Counters;
use include_dir::{Dir, include_dir};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::content::files_in;
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::files::LARGEST_TOML;
use wilderness_engine::script::{Compile, Fingerprints, Host, Script, ScriptSet, fingerprint};

/// The id of the game: records and positions may name it.
pub const GAME: &str = "battles";

/// The content of the program.
static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../scenarios/battles");

/// The tables.
const TABLES: &str = "tables.toml";
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
        Content(Arc::new(files))
    }

    /// The content of a directory.
    ///
    /// # Errors
    /// A directory that is not there, files that cannot be read.
    pub fn read(root: &Path) -> Result<Content, Faults> {
        if !root.is_dir() {
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
        Ok(Content(Arc::new(files)))
    }

    /// The content of a directory; what it lacks is that of the program. A directory with tables of its own is complete.
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
        directories.flat_map(|directory| files_in(&root.join(directory), ".toml").into_values()).collect()
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
}

/// The battles that content makes.
pub struct Battles {
    content: Content,
    host: Host<Us>,
    fingerprints: Fingerprints,
    battles: BTreeMap<String, Arc<Battle>>,
}

impl Battles {
    /// The battles of the program.
    ///
    /// # Errors
    /// What is wrong with its content.
    pub fn embedded() -> Result<Battles, Faults> {
        Content::embedded().compile()
    }

    /// The battle with an id.
    ///
    /// # Errors
    /// That there is none, with the ids that there are.
    pub fn find(&self, id: &str) -> Result<&Arc<Battle>, Faults> {
        self.battles.get(id).ok_or_else(|| {
            let fault = Fault::error("record::unknown_scenario", format!("there is no battle `{id}`"));
            let ids: Vec<&str> = self.battles.keys().map(String::as_str).collect();
            fault.help(format!("known here: {}", ids.join(", "))).did_you_mean(id, ids).into()
        })
    }

    /// Whether a file matters to a battle: the tables, its scenario, and its map and counters.
    pub(crate) fn is_part_of(&self, file: &str, id: &str) -> bool {
        file == TABLES || self.battles.get(id).is_some_and(|battle| battle.files.iter().any(|name| name == file))
    }

    /// All battles, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Battle>> {
        self.battles.values()
    }
}

impl ScriptSet for Battles {
    type Sources = Content;

    fn fingerprints(&self) -> &Fingerprints {
        &self.fingerprints
    }

    fn host(&self) -> &Host<Us> {
        &self.host
    }

    fn all(&self) -> impl Iterator<Item = &Script<Us>> {
        std::iter::empty()
    }

    fn sources(&self) -> &Content {
        &self.content
    }
}

impl Compile for Content {
    type Scripts = Battles;

    fn compile(&self) -> Result<Battles, Faults> {
        let mut faults = Faults::none();
        let Some(source) = self.0.get(TABLES) else {
            let fault = Fault::error("content::no_tables", format!("there is no `{TABLES}`"));
            return Err(fault.help("copy the one of the program").into());
        };
        let Some(tables) = Tables::read(source, &mut faults).map(Arc::new) else { return Err(faults) };
        let mut battles: BTreeMap<String, Arc<Battle>> = BTreeMap::new();
        for (name, source) in self.0.iter().filter(|(name, _)| !name.contains('/') && *name != TABLES) {
            let Some(battle) = self.battle(name, source, &tables, &mut faults) else { continue };
            if let Some(other) = battles.insert(battle.id.clone(), Arc::new(battle)) {
                let message = format!("there are two battles `{}`", other.id);
                faults.push(Fault::error("scenario::twice", message).at(
                    source,
                    0..0,
                    format!("the second, in {name}"),
                ));
            }
        }
        let fingerprints = self.0.iter().map(|(name, source)| (name.clone(), fingerprint(source.text()))).collect();
        faults.into_result(Battles { content: self.clone(), host: Host::new(Rc::new(())), fingerprints, battles })
    }
}

impl Content {
    fn battle(&self, name: &str, source: &Source, tables: &Arc<Tables>, faults: &mut Faults) -> Option<Battle> {
        let form = crate::battle::Form::read(source, faults)?;
        let mut file = |directory: &str, name: &toml::Spanned<String>| {
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
