//! Where the battles come from, as the prompt tells and remembers it.

use crate::checking::GAMES;
use crate::front;
use std::path::{Path, PathBuf};
use wilderness_battles::{Battles, CATALOGUE, Content};
use wilderness_engine::content::{Fingerprints, Places};
use wilderness_engine::faults::Faults;
use wilderness_engine::script::Compile as _;

/// The origin of the battles: files, or built in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origin(Places);

impl Origin {
    /// The battles in these places.
    pub fn new(places: Places) -> Origin {
        Origin(Places { games: &GAMES, ..places })
    }

    /// The battles in a content directory; the built-in ones if it has none.
    pub fn in_content(root: Option<&Path>) -> Origin {
        let origin = root.map(|root| Origin::new(Places::in_content(root)));
        origin.filter(|origin| origin.0.hold(&CATALOGUE)).unwrap_or_default()
    }

    /// The same, but the current directory counts as one.
    pub fn in_content_or_beside(root: Option<&Path>) -> Origin {
        Origin::in_content(Some(root.unwrap_or(Path::new("."))))
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

    fn load(&self) -> Result<Battles, Faults> {
        self.read()?.compile()
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
        let earlier = earlier.and_then(|path| Places::of(path, &CATALOGUE, &GAMES));
        let origin = Origin::new(earlier.unwrap_or_else(|| Places::from_lines(text)));
        (!origin.is_program()).then_some(origin)
    }
}
