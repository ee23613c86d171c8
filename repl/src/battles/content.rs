//! Where the battles come from: files, or the program.

use crate::front;
use std::path::{Path, PathBuf};
use wilderness_battles::{Battles, Content};
use wilderness_engine::faults::Faults;
use wilderness_engine::script::{Compile as _, Fingerprints, ScriptSet as _};

/// Where the battles are in a content directory, the first that is there.
const WITHIN: [&str; 2] = ["scenarios/battles", "battles"];

/// Where the battles come from: a directory with tables, maps, units and scenarios, or the program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origin(Option<PathBuf>);

impl Origin {
    /// The battles in a content directory, or the program's with its scripts; those of the program if it has neither.
    pub fn in_content(root: Option<&Path>) -> Origin {
        Origin(root.and_then(|root| WITHIN.iter().map(|within| root.join(within)).find(|path| Content::is_at(path))))
    }

    /// The battles in a directory of their own.
    pub fn of_directory(directory: &Path) -> Origin {
        Origin(Some(directory.to_path_buf()))
    }

    /// The same, but the current directory counts as a content directory.
    pub fn in_content_or_beside(root: Option<&Path>) -> Origin {
        Origin::in_content(Some(root.unwrap_or(Path::new(""))))
    }

    /// The texts.
    ///
    /// # Errors
    /// Files that cannot be read.
    pub fn read(&self) -> Result<Content, Faults> {
        self.0.as_deref().map_or_else(|| Ok(Content::embedded()), Content::over_program)
    }
}

impl front::Origin for Origin {
    type Scripts = Battles;

    fn load(&self) -> Result<Battles, Faults> {
        self.read()?.compile()
    }

    fn sentence(&self) -> String {
        match &self.0 {
            Some(directory) => format!("The battles are those in {}", directory.display()),
            None => "The battles are those in the program".into(),
        }
    }

    fn files(&self) -> Vec<PathBuf> {
        self.0.as_deref().map_or(Vec::new(), Content::files)
    }

    fn is_program(&self) -> bool {
        self.0.is_none()
    }

    fn fingerprints(&self) -> Result<Fingerprints, Faults> {
        Ok(self.read()?.compile()?.fingerprints().clone())
    }

    fn to_lines(&self) -> String {
        let line = |path: &PathBuf| {
            format!("battles {}\n", std::path::absolute(path).unwrap_or_else(|_| path.clone()).display())
        };
        self.0.iter().map(line).collect()
    }

    fn from_lines(text: &str) -> Option<Origin> {
        let path = text.lines().find_map(|line| line.strip_prefix("battles ")).map(PathBuf::from)?;
        Content::is_at(&path).then_some(Origin(Some(path)))
    }
}
