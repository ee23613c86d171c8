//! The catalogue of a game's content: in which directories its files are, how they are called, and what they are for.

use super::Texts;
use super::editions::EDITIONS;
use super::layers::{MANIFEST, no_directory};
use crate::faults::{Faults, Source};
use crate::files::{LARGEST_SCRIPT, LARGEST_TOML};
use include_dir::{Dir, File};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Which files belong to the content of a game. A game keeps it in a `static`.
pub struct Catalogue {
    /// The id of the game, as `content.toml` names it.
    pub game: &'static str,
    /// Its scripts.
    pub scripts: Directory,
    /// Its scenarios, and the data that they are made of.
    pub scenarios: Directory,
    /// The family of a file that is named by itself, by its text; nothing if it does not seem to be of this game.
    pub named: fn(&Source) -> Option<&'static Family>,
    /// Whether the program has several contents, each in a folder with a name, and nothing that they are laid over.
    has_folders: bool,
    /// The built-in texts, once they have been asked for.
    pub(super) built_in: OnceLock<Texts>,
    /// Those of the earlier editions, likewise.
    pub(super) earlier: OnceLock<Vec<Texts>>,
}

/// A directory of a game's content.
pub struct Directory {
    /// Where it is in a content directory, the first place that is there; "" is that directory itself. The built-in files
    /// are named after the first.
    pub places: &'static [&'static str],
    /// The files without which it cannot stand alone. A directory that has them replaces the one below it; another
    /// holds only what differs, as one of scripts always does if it needs nothing.
    pub needs: &'static [&'static str],
    /// What is in it.
    pub families: &'static [Family],
    /// The built-in files.
    pub built_in: &'static Dir<'static>,
}

/// Files of the same kind.
pub struct Family {
    /// What stands before their names in the names of texts: `scenarios/setups/`.
    pub prefix: &'static str,
    /// The directory that they are in, within that of the game; "" if they are in that itself.
    pub directory: &'static str,
    /// How they are called.
    pub file: FileName,
    /// The most bytes of a file.
    pub most: u64,
    /// What they are for.
    pub used: Used,
}

/// How the files of a family are called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileName {
    /// This alone.
    Exactly(&'static str),
    /// With this ending.
    Ending(&'static str),
    /// With this ending; they are scenarios, and known by the `id` in their text.
    ById(&'static str),
}

/// What files are for.
#[derive(Clone, Copy)]
pub enum Used {
    /// A game uses them, and takes up those that are changed while it is played.
    Exchanged,
    /// The same, and a file holds parts that replace those of the same name in the layers below it.
    InParts(Parts),
    /// A game uses them as they were when it began.
    Fixed,
    /// The same, and a file holds parts that replace those of the same name in the layers below it.
    FixedInParts(Parts),
    /// Bots use them, and take up those that are changed while a game is played; the rules do not, so a record does not
    /// name those that it was played with.
    ByBots,
    /// No game uses them.
    Apart,
}

/// The text of those parts of some files, the lowest layer first, that others lack; if `true`, also of those that the
/// others have otherwise. Nothing if there are none.
pub type Parts = fn(&[Source], &[Source], bool) -> Result<Option<String>, Faults>;

impl Used {
    /// How the parts of a file are told apart, if it holds parts.
    pub(super) fn parts(self) -> Option<Parts> {
        match self {
            Used::InParts(parts) | Used::FixedInParts(parts) => Some(parts),
            Used::Exchanged | Used::Fixed | Used::ByBots | Used::Apart => None,
        }
    }
}

impl Catalogue {
    /// The catalogue of a game.
    pub const fn new(
        game: &'static str,
        scripts: Directory,
        scenarios: Directory,
        named: fn(&Source) -> Option<&'static Family>,
    ) -> Catalogue {
        let built_in = OnceLock::new();
        Catalogue { game, scripts, scenarios, named, has_folders: false, built_in, earlier: OnceLock::new() }
    }

    /// The catalogue of a game whose files are all in one directory.
    pub const fn of_files(game: &'static str, files: Directory) -> Catalogue {
        Catalogue::new(game, files, Directory::NONE, |_| None)
    }

    /// The same for a game whose content is always a whole folder. What is built in are such folders, each by its name;
    /// records carry all of theirs.
    pub const fn of_folders(game: &'static str, files: Directory) -> Catalogue {
        let mut catalogue = Catalogue::of_files(game, files);
        catalogue.has_folders = true;
        catalogue
    }

    /// The names of the folders that are built in, if there are several.
    pub fn folders(&self) -> impl Iterator<Item = &'static str> {
        let folders = self.scripts.built_in.dirs().filter(|_| self.has_folders);
        folders.filter_map(|folder| folder.path().to_str())
    }

    /// How many editions of the built-in files there have been before the present one.
    pub fn editions(&self) -> u32 {
        let of = |directory: &Directory| directory.built_in.get_dir(EDITIONS).map_or(0, |folder| folder.dirs().count());
        let most = self.directories().into_iter().filter(|_| !self.has_folders).map(of).max();
        most.and_then(|most| u32::try_from(most).ok()).unwrap_or_default()
    }

    /// The file of a content directory that says what it is called, and who made it.
    pub fn manifest(&self) -> &'static str {
        self.scripts.needs.first().filter(|_| self.has_folders).copied().unwrap_or(MANIFEST)
    }

    pub(super) fn directories(&self) -> [&Directory; 2] {
        [&self.scripts, &self.scenarios]
    }

    fn families(&self) -> impl Iterator<Item = &'static Family> {
        self.scripts.families.iter().chain(self.scenarios.families)
    }

    /// The family of the text with a name; nothing if no text can have it.
    pub fn family(&self, name: &str) -> Option<&'static Family> {
        self.families().find(|family| name.strip_prefix(family.prefix).is_some_and(|file| family.has(file)))
    }

    /// The name of the text in a file of a family.
    pub(super) fn name_of(&self, family: &Family, file: &str, source: &Source) -> String {
        let by_file = || format!("{}{file}", family.prefix);
        let FileName::ById(_) = family.file else { return by_file() };
        // An id that cannot be a name is reported when the scenario is read.
        let by_id = self.scenario(&id_of(source));
        if self.id(&by_id).is_some() { by_id } else { by_file() }
    }

    /// Whether a game uses the text with a name as it was when it began.
    pub(super) fn is_fixed(&self, name: &str) -> bool {
        self.family(name).is_some_and(|family| matches!(family.used, Used::Fixed | Used::FixedInParts(_)))
    }

    /// Whether only bots use the text with a name.
    pub fn is_for_bots(&self, name: &str) -> bool {
        self.family(name).is_some_and(|family| matches!(family.used, Used::ByBots))
    }

    /// The most bytes of a text with this name that a record carries; nothing if it carries none.
    pub fn most_carried(&self, name: &str) -> Option<u64> {
        self.family(name).filter(|family| !matches!(family.used, Used::Apart)).map(|family| family.most)
    }

    /// The family of the scenarios.
    pub(super) fn scenario_family(&self) -> Option<&'static Family> {
        self.directories().into_iter().find_map(Directory::scenarios)
    }

    /// The name of the text of the scenario with an id.
    pub fn scenario(&self, id: &str) -> String {
        let name = |family: &Family| format!("{}{id}{}", family.prefix, family.file.ending());
        self.scenario_family().map_or(String::new(), name)
    }

    /// The id of the scenario whose text has a name; nothing if it is not the text of a scenario.
    pub fn id<'a>(&self, name: &'a str) -> Option<&'a str> {
        let family = self.family(name).filter(|family| matches!(family.file, FileName::ById(_)))?;
        name.strip_prefix(family.prefix)?.strip_suffix(family.file.ending())
    }

    /// The id of the scenario in a file, by its path in a content directory.
    pub fn scenario_at<'a>(&self, path: &'a Path) -> Option<&'a str> {
        let family = self.scenario_family()?;
        let at = |directory: &Directory| {
            directory.places.iter().find_map(|place| path.strip_prefix(Path::new(place).join(family.directory)).ok())
        };
        let directory = self.directories().into_iter().find(|directory| directory.scenarios().is_some())?;
        let name = at(directory)?.to_str()?;
        name.strip_suffix(family.file.ending()).filter(|_| family.has(name))
    }

    /// The built-in files, by their paths in a content directory; also those that are only for people, but none of earlier
    /// editions.
    pub fn files(&self) -> Vec<(PathBuf, &'static [u8])> {
        self.directories().into_iter().flat_map(Directory::all_built_in).collect()
    }

    /// Where its files of data are in a content directory, kind by kind.
    pub fn data_files(&self) -> Vec<DataFiles> {
        let mut folders: Vec<&str> = self.folders().collect();
        if folders.is_empty() {
            folders.push("");
        }
        // A file that not every folder has is in one of them.
        let of = |directory: &Directory| {
            let found = |it| folders.iter().find_map(|folder| directory.data_files(folder, it));
            directory.families.iter().filter_map(found).collect()
        };
        self.directories().into_iter().flat_map(|directory| -> Vec<DataFiles> { of(directory) }).collect()
    }

    /// Where the copy of a built-in file belongs in a content directory; nothing if the file is of another game.
    pub fn place_in(&self, root: &Path, built_in: &Source) -> Option<PathBuf> {
        self.directories().into_iter().zip(self.find(root)).find_map(|(directory, found)| {
            let at = found.or_else(|| Some(root.join(directory.places.first()?)))?;
            Some(at.join(directory.path_of(built_in)?))
        })
    }

    /// Where the file of the text with a name belongs in a content directory; nothing if no text can have the name.
    pub fn path_in(&self, root: &Path, name: &str) -> Option<PathBuf> {
        self.directories().into_iter().zip(self.find(root)).find_map(|(directory, found)| {
            let is_it = |family: &&Family| name.strip_prefix(family.prefix).is_some_and(|file| family.has(file));
            let family = directory.families.iter().find(is_it)?;
            let at = found.or_else(|| Some(root.join(directory.places.first()?)))?;
            Some(at.join(family.directory).join(&name[family.prefix.len()..]))
        })
    }

    /// Where the directories are in a content directory, as far as they are there.
    pub(super) fn find(&self, root: &Path) -> [Option<PathBuf>; 2] {
        self.directories()
            .map(|directory| directory.places.iter().map(|place| root.join(place)).find(|path| path.is_dir()))
    }

    /// Whether a path within a content directory is that of one of its files.
    pub(super) fn takes(&self, file: &Path) -> bool {
        self.directories().into_iter().any(|directory| {
            directory.places.iter().any(|place| file.strip_prefix(place).is_ok_and(|file| directory.takes(file)))
        })
    }

    /// What a content directory lacks of what the game needs.
    pub(super) fn lacks(&self, root: &Path) -> Option<String> {
        let mut found = self.directories().into_iter().zip(self.find(root));
        found.find_map(|(directory, at)| directory.lacks(at.as_deref()))
    }
}

/// Where the files of data of a kind are in a content directory.
pub struct DataFiles {
    /// The name of their directory, or of the one file, without its ending.
    pub name: &'static str,
    /// Their paths; `*` is any name.
    pub paths: Vec<String>,
    /// Paths that are meant by those, and are of other kinds.
    pub but: Vec<String>,
    /// A built-in file of the kind, by its path in a content directory.
    pub example: String,
}

impl DataFiles {
    /// Whether a file is one of them.
    pub fn has(&self, file: &Path) -> bool {
        let is_one_of = |paths: &[String]| paths.iter().any(|path| is_meant(file, path));
        is_one_of(&self.paths) && !is_one_of(&self.but)
    }
}

/// Whether a path ends as a pattern says, in which `*` is any name.
fn is_meant(file: &Path, pattern: &str) -> bool {
    let mut parts = file.iter().rev().map(|part| part.to_str().unwrap_or_default());
    pattern.rsplit('/').all(|wanted| match (parts.next(), wanted.strip_prefix('*')) {
        (Some(part), Some(ending)) => part.ends_with(ending),
        (part, _) => part == Some(wanted),
    })
}

impl Directory {
    /// Where the files of a family are, if they are data and some are built in.
    fn data_files(&self, folder: &str, family: &Family) -> Option<DataFiles> {
        let (_, example) = self.built_in_of(folder, family).next().filter(|(name, _)| name.ends_with(".toml"))?;
        let within = |name: &str| -> Vec<String> {
            let at = |place: &str| {
                let parts = [place, family.directory, name].into_iter();
                parts.filter(|part| !part.is_empty()).map(str::to_string).collect::<Vec<_>>().join("/")
            };
            self.places.iter().map(|place| at(place)).collect()
        };
        let is_here = |other: &&Family| other.directory == family.directory;
        let before = self.families.iter().take_while(|other| !std::ptr::eq(*other, family)).filter(is_here);
        let (name, paths, but) = match family.file {
            FileName::Exactly(file) => (file.split('.').next().unwrap_or(file), within(file), Vec::new()),
            FileName::Ending(ending) | FileName::ById(ending) => {
                let name = if family.directory.is_empty() { "scenarios" } else { family.directory };
                (name, within(&format!("*{ending}")), before.flat_map(|it| within(it.file.ending())).collect())
            }
        };
        let example = example.name().replace('\\', "/");
        let example = example.strip_prefix(&format!("{folder}/")).unwrap_or(&example).to_string();
        Some(DataFiles { name, paths, but, example })
    }

    /// A directory that is nowhere, with nothing in it.
    const NONE: Directory = {
        static NO_FILES: Dir<'_> = Dir::new("", &[]);
        Directory { places: &[], needs: &[], families: &[], built_in: &NO_FILES }
    };

    /// What a directory lacks of what it needs to stand alone.
    fn lacks(&self, at: Option<&Path>) -> Option<String> {
        let name = self.places.last().copied().unwrap_or_default();
        let Some(at) = at else { return self.can_stand_alone().then(|| format!("`{name}`")) };
        if let Some(file) = self.needs.iter().find(|file| !at.join(file).is_file()) {
            return Some(format!("`{name}/{file}`"));
        }
        let is_empty = |family: &Family| self.files_of(family, at).is_empty();
        self.scenarios().filter(|family| is_empty(family)).map(|_| format!("scenario in `{name}`"))
    }

    /// The family of the scenarios, if they are in it.
    fn scenarios(&self) -> Option<&'static Family> {
        self.families.iter().find(|family| matches!(family.file, FileName::ById(_)))
    }

    /// Whether such a directory can stand alone.
    pub(super) fn can_stand_alone(&self) -> bool {
        !self.needs.is_empty() || self.scenarios().is_some()
    }

    /// Whether a directory has the files without which it cannot stand alone, if there are any.
    pub(super) fn has_needs(&self, at: &Path) -> bool {
        !self.needs.is_empty() && self.needs.iter().all(|file| at.join(file).is_file())
    }

    /// Whether a directory that is named by itself takes the place of the one below it.
    pub(super) fn replaces(&self, at: &Path) -> bool {
        !self.needs.is_empty() && self.lacks(Some(at)).is_none()
    }

    /// What is wrong if there is no such directory: the first file that it needs cannot be read.
    pub(super) fn missing(&self, at: &Path) -> Faults {
        let file = self.needs.first().and_then(|file| Source::read(&at.join(file)).err());
        file.unwrap_or_else(|| no_directory(at).into())
    }

    /// Whether a path within such a directory is that of one of its files.
    pub(super) fn takes(&self, file: &Path) -> bool {
        let directory = file.parent().and_then(Path::to_str).unwrap_or_default();
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        self.family(directory, name).is_some()
    }

    /// The family of a file: the first that its name fits.
    fn family(&self, directory: &str, name: &str) -> Option<&Family> {
        self.families.iter().find(|family| family.directory == directory && family.has(name))
    }

    /// The files of a family in such a directory, by their names.
    fn files_of(&self, family: &Family, at: &Path) -> BTreeMap<String, PathBuf> {
        let mut files = files_in(&at.join(family.directory), family.file.ending());
        files.retain(|name, _| self.is_of(family, name));
        files
    }

    /// The files of some families in such a directory, each with its family and its name.
    pub(super) fn all_files(
        &self,
        at: &Path,
        wanted: impl Fn(&Family) -> bool,
    ) -> Vec<(&'static Family, String, PathBuf)> {
        let families = self.families.iter().filter(|family| wanted(family));
        let files = |family| {
            self.files_of(family, at).into_iter().map(move |(name, path)| (family, name, path)).collect::<Vec<_>>()
        };
        families.flat_map(files).collect()
    }

    fn is_of(&self, family: &Family, name: &str) -> bool {
        self.family(family.directory, name).is_some_and(|first| std::ptr::eq(first, family))
    }

    /// The path of a built-in file within the directory.
    pub(super) fn path_of<'a>(&self, built_in: &'a Source) -> Option<&'a Path> {
        Path::new(built_in.name()).strip_prefix(self.places.first()?).ok()
    }

    /// All built-in files, by their paths in a content directory.
    fn all_built_in(&self) -> Vec<(PathBuf, &'static [u8])> {
        fn within(directory: &'static Dir<'static>) -> Vec<&'static File<'static>> {
            let folders = directory.dirs().filter(|folder| folder.path() != Path::new(EDITIONS));
            directory.files().chain(folders.flat_map(within)).collect()
        }
        let at = Path::new(self.places.first().copied().unwrap_or_default());
        within(self.built_in).into_iter().map(|file| (at.join(file.path()), file.contents())).collect()
    }

    /// The built-in files of a family, by their names; of those in a folder, if one is named.
    pub(super) fn built_in_of(&self, folder: &str, family: &Family) -> impl Iterator<Item = (String, Source)> {
        let directory = Path::new(folder).join(family.directory);
        let is_whole = directory.as_os_str().is_empty();
        let within = if is_whole { Some(self.built_in) } else { self.built_in.get_dir(directory) };
        let at = self.places.first().copied().unwrap_or_default();
        within.into_iter().flat_map(Dir::files).filter_map(move |file| {
            let name = file.path().file_name()?.to_str().filter(|name| self.is_of(family, name))?;
            let source = Source::new(Path::new(at).join(file.path()).display().to_string(), file.contents_utf8()?);
            Some((name.to_string(), source))
        })
    }
}

impl Family {
    /// Scripts in a directory.
    pub const fn scripts(prefix: &'static str, directory: &'static str) -> Family {
        let (file, used) = (FileName::Ending(".rhai"), Used::Exchanged);
        Family { prefix, directory, file, most: LARGEST_SCRIPT, used }
    }

    /// Files of data.
    pub const fn data(prefix: &'static str, directory: &'static str, file: FileName, used: Used) -> Family {
        Family { prefix, directory, file, most: LARGEST_TOML, used }
    }

    /// Whether a file of this name, without its directory, is one of the family.
    pub(super) fn has(&self, name: &str) -> bool {
        let is_stem = |stem: &str| {
            let is_harmless = |c: char| !c.is_control() && !matches!(c, '/' | '\\');
            !stem.is_empty() && !stem.starts_with('.') && stem.chars().all(is_harmless)
        };
        match self.file {
            FileName::Exactly(exact) => name == exact,
            FileName::Ending(ending) | FileName::ById(ending) => name.strip_suffix(ending).is_some_and(is_stem),
        }
    }
}

impl FileName {
    fn ending(self) -> &'static str {
        match self {
            FileName::Exactly(ending) | FileName::Ending(ending) | FileName::ById(ending) => ending,
        }
    }
}

/// The id of a scenario, as its text says; the name of its file if that cannot be read.
fn id_of(source: &Source) -> String {
    let table: Option<toml::Table> = source.text().parse().ok();
    let id = table.as_ref().and_then(|table| table.get("id")?.as_str());
    let stem = || Path::new(source.name()).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    id.unwrap_or_else(stem).to_string()
}

/// The files of a directory with this ending, by name. Hidden files are left out: editors use them for locks and
/// half-written copies.
fn files_in(directory: &Path, ending: &str) -> BTreeMap<String, PathBuf> {
    let mut files = BTreeMap::new();
    for file in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = file.file_name().to_string_lossy().into_owned();
        if name.ends_with(ending) && !name.starts_with('.') && !file.path().is_dir() {
            files.insert(name, file.path());
        }
    }
    files
}
