//! The folder of a game, compiled.

use crate::data::GameData;
use crate::language::role;
use crate::offers::RememberedOffers;
use crate::reader::read_data;
use crate::rules::Tabletop;
use crate::tutorial::{FolderTutorial, read_tutorial};
use include_dir::{Dir, include_dir};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use wilderness_engine::Side as _;
use wilderness_engine::content::{Catalogue, Directory, Family, FileName, Fingerprints, Texts, Used};
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::files::LARGEST_SCRIPT;
use wilderness_engine::plain::Begins as _;
use wilderness_engine::script::{Compile, Host, Script, ScriptReader, ScriptSet};
use wilderness_engine::value::{Values, features_with_constant};
use wilderness_engine::{SearchOf, Searched as _};

/// The data.
const DATA: &str = "game.toml";
/// The tutorial, which a folder need not have.
const TUTORIAL: &str = "tutorial.toml";
/// The script.
const RULES: &str = "rules.rhai";

/// The folders that are part of the program, each a game by its name.
static FOLDERS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../scenarios/folders");
/// The files of a folder.
pub static CATALOGUE: Catalogue = Catalogue::of_folders(
    Tabletop::GAME,
    Directory { places: &[""], needs: &[DATA, RULES], families: &FAMILIES, built_in: &FOLDERS },
);
static FAMILIES: [Family; 4] = [
    Family::data("", "", FileName::Exactly(DATA), Used::Exchanged),
    Family::data("", "", FileName::Exactly(TUTORIAL), Used::Exchanged),
    Family { file: FileName::Exactly(RULES), most: LARGEST_SCRIPT, ..Family::scripts("", "") },
    Values::FAMILY,
];

/// The texts of a folder.
#[derive(Clone, PartialEq)]
pub struct FolderTexts(Texts);

impl From<Texts> for FolderTexts {
    fn from(texts: Texts) -> FolderTexts {
        FolderTexts(texts)
    }
}

impl FolderTexts {
    /// The folder of the program with this name.
    pub fn of_program(name: &str) -> FolderTexts {
        FolderTexts(Texts::of_program(&CATALOGUE, Some(name)))
    }

    /// The text of a file.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(Source::text)
    }

    /// Texts that are not in files: `game.toml` and `rules.rhai`.
    pub fn new(data: &str, rules: &str) -> FolderTexts {
        FolderTexts(Texts::built_in(&CATALOGUE).with_texts([(DATA, data), (RULES, rules)]))
    }
}

/// A folder, compiled.
pub struct Folder {
    texts: FolderTexts,
    hashes: Fingerprints,
    /// What its data says.
    pub data: Rc<GameData>,
    /// Its tutorial, if it has one.
    pub tutorial: Option<FolderTutorial>,
    /// What runs its script.
    pub(crate) host: Host<Tabletop>,
    /// Its script.
    pub(crate) rules: Script<Tabletop>,
    /// The answers that were found last.
    pub(crate) offers: RememberedOffers,
    /// What positions of each scenario are worth.
    pub(crate) values: Values,
    /// The operations that computing odds may still take.
    pub(crate) operations_left: Cell<u64>,
    warnings: Faults,
}

impl Folder {
    /// Whether its script declares combats, whose odds can be computed.
    pub fn has_combats(&self) -> bool {
        self.rules.compiled.source.text().contains(".combat(")
    }

    /// The functions that its script declares as combats by their names, each with its parameters.
    pub fn combats(&self) -> BTreeMap<&str, Vec<&str>> {
        let declared = self.rules.compiled.source.text().split(".combat(").skip(1);
        let named = declared.filter_map(|rest| rest.trim_start().strip_prefix("Fn(")?.trim_start().split('"').nth(1));
        named.filter_map(|name| Some((name, self.rules.compiled.parameters(name)?))).collect()
    }
}

impl Compile for FolderTexts {
    type Scripts = Folder;

    fn catalogue() -> Option<&'static Catalogue> {
        Some(&CATALOGUE)
    }

    fn texts(&self) -> Option<&Texts> {
        Some(&self.0)
    }

    fn made_of(&self, texts: Texts) -> FolderTexts {
        texts.into()
    }

    fn compile(&self) -> Result<Folder, Faults> {
        let source = |name: &str| {
            let none = || Fault::error("tabletop::no_file", format!("the folder has no `{name}`"));
            self.0.get(name).ok_or_else(|| Faults::from(none()))
        };
        let (data, rules) = (Rc::new(read_data(source(DATA)?)?), source(RULES)?);
        let tutorial = self.0.get(TUTORIAL).map(|source| read_tutorial(source, &data)).transpose()?;
        let mut reader = ScriptReader::new(data.clone(), [].iter());
        let read = reader.read(rules, role(&data));
        reader.compare(read.iter(), &[], &|_| false);
        let ScriptReader { host, faults, .. } = reader;
        let ((), warnings) = faults.with_warnings(())?;
        let Some(read) = read else { return Err(warnings) };
        let offers = RememberedOffers::default();
        let (texts, hashes) = (self.clone(), self.0.fingerprints());
        let mut folder = Folder {
            texts,
            hashes,
            data,
            tutorial,
            host,
            rules: read.script,
            offers,
            values: Values::default(),
            operations_left: Cell::default(),
            warnings,
        };
        let sides: Vec<&str> = folder.data.sides.iter().map(|side| side.id()).collect();
        let features = features_with_constant(SearchOf::<Tabletop>::features(&folder), sides.len());
        let mut faults = Faults::none();
        folder.values = Values::read(&self.0, [&sides, &folder.data.names.dice], &features, &mut faults);
        let ((), more) = faults.with_warnings(())?;
        folder.warnings.append(more);
        Ok(folder)
    }
}

impl ScriptSet for Folder {
    type Rules = Tabletop;
    type Language = Folder;
    type Sources = FolderTexts;

    fn sources(&self) -> &FolderTexts {
        &self.texts
    }

    fn fingerprints(&self) -> &Fingerprints {
        &self.hashes
    }

    fn host(&self) -> Option<&Host<Tabletop>> {
        Some(&self.host)
    }

    fn all(&self) -> impl Iterator<Item = &Script<Tabletop>> {
        std::iter::once(&self.rules)
    }

    fn examine(&self) -> Faults {
        self.warnings.clone()
    }
}
