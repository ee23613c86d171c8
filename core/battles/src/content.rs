//! Content: the texts of tables, maps, counters and scenarios, and the battles that they make. It can be exchanged
//! while a battle is played; what is printed on the counters then changes at once.

use crate::battle::Battle;
use crate::game::FrenchAndIndianWarBattles as Us;
use crate::map::Map;
use crate::script::{self, Deck, Scripts};
use crate::state::Options;
use crate::tables::Tables;
use crate::unit::Counters;
use include_dir::{Dir, include_dir};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::content::files_in;
use wilderness_engine::faults::{Fault, Faults, Source, Spanned};
use wilderness_engine::files::LARGEST_TOML;
use wilderness_engine::script::{Compile, Fingerprints, Host, Limits, Script, ScriptSet, fingerprint};

/// The id of the game: records and positions may name it.
pub const GAME: &str = "battles";

/// The content of the program.
static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../scenarios/battles");
/// The scripts of the program.
static SCRIPTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../scripts/battles");
/// What stands before the names of scripts.
const OF_SCRIPTS: &str = "scripts/";

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
                for (name, path) in files_in(&directory, script::ENDING) {
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
        let scripts = scripts_in(root).map_or_else(BTreeMap::new, |directory| files_in(&directory, script::ENDING));
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
}

/// The scripts of the program, by their names in content.
fn scripts_of_program() -> BTreeMap<String, Source> {
    let named = |file: &include_dir::File<'_>| {
        let name = file.path().to_str().filter(|name| name.ends_with(script::ENDING))?.to_string();
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

/// The battles that content makes.
pub struct Battles {
    content: Content,
    scripts: Scripts,
    fingerprints: Fingerprints,
    battles: Rc<Deck>,
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
        let is_other = file.starts_with(OF_SCRIPTS);
        !is_other
            && (file == TABLES
                || self.battles.get(id).is_some_and(|battle| battle.files.iter().any(|name| name == file)))
    }

    /// Whether a file is a script that matters to a game of a battle with these options.
    pub(crate) fn is_script_of(&self, file: &str, id: &str, options: &[&str]) -> bool {
        let script = file.strip_prefix(OF_SCRIPTS).and_then(|file| file.strip_suffix(script::ENDING));
        script.zip(self.battles.get(id)).is_some_and(|(script, battle)| battle.uses(script, options))
    }

    /// The scripts.
    pub(crate) fn scripts(&self) -> &Scripts {
        &self.scripts
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
        &self.scripts.host
    }

    fn all(&self) -> impl Iterator<Item = &Script<Us>> {
        self.scripts.rules.values().map(|rule| &*rule.script)
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
        let files = self.0.iter().filter_map(|(name, source)| Some((name.strip_prefix(OF_SCRIPTS)?, source)));
        let battles = Rc::new(battles);
        let scripts = Scripts::read(battles.clone(), files, &mut faults);
        for battle in battles.values() {
            if let Some(source) = battle.files.last().and_then(|file| self.0.get(file)) {
                script::check(battle, &scripts, source, &mut faults);
            }
        }
        self.idle_scripts(&battles, &mut faults);
        faults.into_result(Battles { content: self.clone(), scripts, fingerprints, battles })
    }
}

impl Content {
    /// Reports scripts of a designer that no option and no scenario puts in force.
    fn idle_scripts(&self, battles: &Deck, faults: &mut Faults) {
        for (file, source) in self.0.iter().filter(|(file, _)| !scripts_of_program().contains_key(*file)) {
            let Some(file) = file.strip_prefix(OF_SCRIPTS) else { continue };
            let name = file.strip_suffix(script::ENDING).unwrap_or(file);
            if !battles.values().any(|battle| battle.uses(name, &Options::WORDS)) {
                let message = format!("no option is called `{name}`, and no scenario names the script");
                let fault = Fault::error("script::unknown_rule", message).at(source, 0..0, "never called");
                let names =
                    battles.values().flat_map(|battle| battle.scripts.iter().map(|named| named.script.as_str()));
                faults.push(fault.did_you_mean(name, Options::WORDS.into_iter().chain(names)));
            }
        }
    }

    fn battle(&self, name: &str, source: &Source, tables: &Arc<Tables>, faults: &mut Faults) -> Option<Battle> {
        let form = crate::battle::Form::read(source, faults)?;
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
