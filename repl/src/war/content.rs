//! The origin of the content (deck, scripts, scenarios, presets): files, or built in.

use super::start::file_of_scenario;
use crate::front;
use crate::options::content::ContentArg;
use crate::options::offered;
use crate::options::start::Start;
use std::fmt;
use std::path::{Path, PathBuf};
use wilderness_engine::content::{Fingerprints, MANIFEST, Places};
use wilderness_engine::faults::{Faults, Source};
use wilderness_war::{CATALOGUE, Content, Scripts};

/// The content in the current directory, if it has a `content.toml`, or a directory of scripts with a deck.
fn beside() -> Option<Places> {
    if Path::new(MANIFEST).is_file() {
        return Some(Places { root: Some(".".into()), ..Places::default() });
    }
    let find = |places: &[&str], holds: &dyn Fn(&Path) -> bool| {
        places.iter().map(PathBuf::from).find(|directory| holds(directory))
    };
    let has_deck = |directory: &Path| CATALOGUE.scripts.needs.iter().all(|file| directory.join(file).is_file());
    let scripts = find(CATALOGUE.scripts.places, &has_deck)?;
    let scenarios = find(CATALOGUE.scenarios.places, &|path| path.is_dir());
    Some(Places { scripts: Some(scripts), scenarios, ..Places::default() })
}

/// The origin of the content: files, or built in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin(Places);

impl front::Origin for Origin {
    type Scripts = Scripts;

    fn built_in(&self) -> Option<Origin> {
        Some(Origin::of_places(Places::default()))
    }

    fn read(&self) -> Result<Content, Faults> {
        Content::read(&self.0)
    }

    fn sentence(&self) -> String {
        let what = if self.0.root.is_some() { "Cards and scenarios are" } else { "The cards are" };
        format!("{what} {self}")
    }

    fn files(&self) -> Vec<PathBuf> {
        self.0.all_files(&CATALOGUE)
    }

    fn place_of(&self, built_in: &Source) -> Option<PathBuf> {
        self.0.place_of(&CATALOGUE, built_in)
    }

    fn is_program(&self) -> bool {
        self.0.is_built_in()
    }

    fn fingerprints(&self) -> Result<Fingerprints, Faults> {
        Ok(Content::read(&self.0)?.fingerprints())
    }

    fn to_lines(&self) -> String {
        self.0.to_lines()
    }

    fn from_lines(text: &str) -> Option<Origin> {
        let origin = Origin::of_places(Places::from_lines(text));
        (!origin.0.is_built_in()).then_some(origin)
    }
}

impl Origin {
    /// What is named; otherwise what is in the current directory, if it counts as named, or what is built in. Content in
    /// which only other games have something is not named for this one.
    pub fn named(content: &ContentArg, counts_beside: bool) -> Origin {
        let ContentArg { content: root, scripts, .. } = content.clone();
        let named = Places { root, scripts, ..Places::default() };
        match named.is_built_in() {
            true if counts_beside => Origin::of_places(beside().unwrap_or(named)),
            false if content.is_of_others(&CATALOGUE) => Origin::of_places(Places::default()),
            _ => Origin::of_places(named),
        }
    }

    /// These directories and files.
    pub fn of_places(places: Places) -> Origin {
        Origin(Places { games: offered::all_words(), ..places })
    }

    /// The same with the scenario file, if the start names one.
    ///
    /// # Errors
    /// When files cannot be read.
    pub fn for_start(mut self, start: &Start) -> Result<Origin, Faults> {
        if let Some(file) = file_of_scenario(start, || Content::read(&self.0))?
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
        ContentArg { content: root.clone(), scripts: scripts.clone(), folder: None }.fmt(f)
    }
}
