//! The origin of the content (deck, scripts, scenarios, presets): files, or built in.

use super::start::file_of_scenario;
use crate::front;
use crate::options::content::ContentArg;
use crate::options::start::Start;
use std::fmt;
use std::path::{Path, PathBuf};
use wilderness_engine::content::MANIFEST;
use wilderness_engine::faults::Faults;
use wilderness_war::scripting::Fingerprints;
use wilderness_war::{Content, Places, Scripts};

/// The script directories that the prompt looks for in the current directory; the first that holds a deck is used.
const BESIDE: [&str; 2] = ["scripts/war", "scripts"];
/// The scenario directories that go with them.
const SCENARIOS_BESIDE: [&str; 2] = ["scenarios/war", "scenarios"];

/// The content in the current directory, if it has a `content.toml`, or a directory `scripts/war` or `scripts` with a deck.
fn beside() -> Option<Origin> {
    if Path::new(MANIFEST).is_file() {
        return Some(Origin::new(Some(".".into()), None));
    }
    let find = |names: [&str; 2], holds: fn(&Path) -> bool| {
        names.map(PathBuf::from).into_iter().find(|directory| holds(directory))
    };
    let scripts = find(BESIDE, Scripts::are_in)?;
    let scenarios = find(SCENARIOS_BESIDE, Path::is_dir);
    Some(Origin(Places { scripts: Some(scripts), scenarios, ..Places::default() }))
}

/// The origin of the content: files, or built in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin(Places);

impl front::Origin for Origin {
    type Scripts = Scripts;

    fn read(&self) -> Result<Content, Faults> {
        self.0.read()
    }

    fn sentence(&self) -> String {
        let what = if self.0.root.is_some() { "Cards and scenarios are" } else { "The cards are" };
        format!("{what} {self}")
    }

    fn files(&self) -> Vec<PathBuf> {
        self.0.all_files()
    }

    fn is_program(&self) -> bool {
        self.0.is_program()
    }

    fn fingerprints(&self) -> Result<Fingerprints, Faults> {
        Ok(self.0.read()?.fingerprints())
    }

    /// The directories and files, one per line with their kind: `content DIR`, `scripts DIR`, `scenarios DIR`,
    /// `scenario FILE`. All paths are absolute.
    fn to_lines(&self) -> String {
        let Places { root, scripts, scenarios, files } = &self.0;
        let dirs = [("content", root), ("scripts", scripts), ("scenarios", scenarios)];
        let dirs = dirs.into_iter().filter_map(|(what, path)| Some((what, path.as_ref()?)));
        let all = dirs.chain(files.iter().map(|file| ("scenario", file)));
        let line = |(what, path): (&str, &PathBuf)| {
            format!("{what} {}\n", std::path::absolute(path).unwrap_or_else(|_| path.clone()).display())
        };
        all.map(line).collect()
    }

    fn from_lines(text: &str) -> Option<Origin> {
        let paths = |word: &str| -> Vec<PathBuf> {
            let lines = text.lines().filter_map(|line| line.strip_prefix(word)?.strip_prefix(' '));
            lines.map(PathBuf::from).filter(|path| path.exists()).collect()
        };
        let one = |word: &str| paths(word).into_iter().next();
        let scripts = one("scripts").filter(|directory| Scripts::are_in(directory));
        let places = Places { root: one("content"), scripts, scenarios: one("scenarios"), files: paths("scenario") };
        (!places.is_program()).then_some(Origin(places))
    }
}

impl Origin {
    /// A content directory, a script directory, both, or the built-in content.
    pub fn new(content: Option<PathBuf>, scripts: Option<PathBuf>) -> Origin {
        Origin(Places { root: content, scripts, ..Places::default() })
    }

    /// What is named; otherwise what is in the current directory, if it counts as named, or what is built in.
    pub fn named(content: &ContentArg, counts_beside: bool) -> Origin {
        let named = Origin::new(content.content.clone(), content.scripts.clone());
        if named.0.is_program() && counts_beside { beside().unwrap_or(named) } else { named }
    }

    /// These directories and files.
    pub fn of_places(places: Places) -> Origin {
        Origin(places)
    }

    /// The same with the scenario file, if the start names one.
    ///
    /// # Errors
    /// When files cannot be read.
    pub fn for_start(mut self, start: &Start) -> Result<Origin, Faults> {
        if let Some(file) = file_of_scenario(start, || self.0.read())?
            && !self.0.files.contains(&file)
        {
            self.0.files.push(file);
        }
        Ok(self)
    }

    /// The directories and files.
    pub fn places(&self) -> &Places {
        &self.0
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Places { root, scripts, .. } = &self.0;
        ContentArg { content: root.clone(), scripts: scripts.clone() }.fmt(f)
    }
}
