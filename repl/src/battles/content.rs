//! Where the battles come from, as the prompt tells and remembers it.

use crate::front;
use crate::options::content::ContentArg;
use crate::options::offered;
use std::path::{Path, PathBuf};
use wilderness_battles::{Battles, CATALOGUE, Content};
use wilderness_engine::content::{Fingerprints, Places};
use wilderness_engine::faults::Faults;

/// The origin of the battles: files, or built in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origin(Places);

impl Origin {
    /// The battles in these places.
    pub fn new(places: Places) -> Origin {
        Origin(Places { games: offered::all_words(), ..places })
    }

    /// What is named; otherwise what is in the current directory, if it counts as named, or what is built in. Content in
    /// which only other games have something is not named for this one.
    pub fn named(content: &ContentArg, counts_beside: bool) -> Origin {
        let ContentArg { content: root, scripts } = content.clone();
        let named = Origin::new(Places { root, scripts, ..Places::default() });
        if named.0.is_built_in() {
            let beside = counts_beside.then(|| Origin::new(Places::in_content(".")));
            return beside.filter(|origin| origin.0.hold(&CATALOGUE)).unwrap_or(named);
        }
        if content.is_of_others(&CATALOGUE) { Origin::new(Places::default()) } else { named }
    }

    /// The texts.
    ///
    /// # Errors
    /// Files that cannot be read.
    pub fn read(&self) -> Result<Content, Faults> {
        Content::read(&self.0)
    }
}

impl front::Origin for Origin {
    type Scripts = Battles;

    fn built_in() -> Origin {
        Origin::new(Places::default())
    }

    fn read(&self) -> Result<Content, Faults> {
        Origin::read(self)
    }

    fn sentence(&self) -> String {
        let Places { root, scripts, scenarios, files, .. } = &self.0;
        let named = [root, scenarios, scripts].into_iter().flatten().chain(files);
        let named: Vec<String> = named.map(|path| path.display().to_string()).collect();
        let named = if named.is_empty() { "the program".into() } else { named.join(", ") };
        format!("The battles are those in {named}")
    }

    fn files(&self) -> Vec<PathBuf> {
        self.0.all_files(&CATALOGUE)
    }

    fn is_program(&self) -> bool {
        self.0.is_built_in()
    }

    fn fingerprints(&self) -> Result<Fingerprints, Faults> {
        Ok(self.read()?.fingerprints())
    }

    fn to_lines(&self) -> String {
        self.0.to_lines()
    }

    /// Earlier versions wrote `battles` and the directory with the scenarios.
    fn from_lines(text: &str) -> Option<Origin> {
        let earlier = text.lines().find_map(|line| line.strip_prefix("battles ")).map(Path::new);
        let earlier = earlier.and_then(|path| Places::of(path, &CATALOGUE, offered::all_words()));
        let origin = Origin::new(earlier.unwrap_or_else(|| Places::from_lines(text)));
        (!origin.is_program()).then_some(origin)
    }
}
