//! The origin of the content (deck, scripts, scenarios, presets): files, or built in. Shared by the commands that need
//! it.

use crate::checking::{GAMES, places_for};
use crate::front;
use crate::options::content::ContentArg;
use crate::options::start::Start;
use std::fmt;
use std::path::{Path, PathBuf};
use wilderness_engine::content::{Fingerprints, MANIFEST, Places};
use wilderness_engine::faults::Faults;
use wilderness_war::{CATALOGUE, Content, Scripts};

impl ContentArg {
    /// The built-in content, unless a directory is named: for commands whose results must not depend on the current
    /// directory.
    pub fn named(&self) -> Origin {
        Origin::new(self.content.clone(), self.scripts.clone())
    }

    /// As [`ContentArg::named`], but the current directory counts as named if it has a `content.toml`, or a directory
    /// of scripts with a deck.
    pub fn named_or_beside(&self) -> Origin {
        if self.content.is_some() || self.scripts.is_some() {
            return self.named();
        }
        if Path::new(MANIFEST).is_file() {
            return Origin::new(Some(".".into()), None);
        }
        let find = |places: &[&str], holds: &dyn Fn(&Path) -> bool| {
            places.iter().map(PathBuf::from).find(|directory| holds(directory))
        };
        let has_deck = |directory: &Path| CATALOGUE.scripts.needs.iter().all(|file| directory.join(file).is_file());
        let scripts = find(CATALOGUE.scripts.places, &has_deck);
        let scenarios = scripts.as_ref().and_then(|_| find(CATALOGUE.scenarios.places, &|path| path.is_dir()));
        Origin(Places { scripts, scenarios, games: &GAMES, ..Places::default() })
    }
}

/// The origin of the content: files, or built in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin(Places);

impl front::Origin for Origin {
    type Scripts = Scripts;

    fn load(&self) -> Result<Scripts, Faults> {
        Content::read(&self.0)?.compile()
    }

    fn sentence(&self) -> String {
        let what = if self.0.root.is_some() { "Cards and scenarios are" } else { "The cards are" };
        format!("{what} {self}")
    }

    fn files(&self) -> Vec<PathBuf> {
        self.0.all_files(&CATALOGUE)
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
        let places = Places { games: &GAMES, ..Places::from_lines(text) };
        (!places.is_built_in()).then_some(Origin(places))
    }
}

impl Origin {
    /// A content directory, a script directory, both, or the built-in content; that too if only battles are there.
    pub fn new(root: Option<PathBuf>, scripts: Option<PathBuf>) -> Origin {
        let places = Places { root, scripts, ..Places::default() };
        Origin(places_for(&CATALOGUE, &wilderness_battles::CATALOGUE, places))
    }

    /// The same with the scenario file, if the start names one.
    ///
    /// # Errors
    /// When files cannot be read.
    pub fn for_start(mut self, start: &Start) -> Result<Origin, Faults> {
        if let Some(file) = start.file_of_scenario(|| Content::read(&self.0))?
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
        let content = root.as_ref().map(|directory| format!("the content in {}", directory.display()));
        let scripts = scripts.as_ref().map(|directory| format!("the scripts in {}", directory.display()));
        match (content, scripts) {
            (Some(content), Some(scripts)) => write!(f, "{content}, with {scripts}"),
            (Some(one), None) | (None, Some(one)) => f.write_str(&one),
            (None, None) => f.write_str("the built-in scripts"),
        }
    }
}
