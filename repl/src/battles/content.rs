//! Where the battles come from, as the prompt tells and remembers it.

pub use wilderness_battles::Places as Origin;

use crate::front;
use std::path::{Path, PathBuf};
use wilderness_battles::{Battles, Content};
use wilderness_engine::faults::Faults;
use wilderness_engine::script::{Compile as _, Fingerprints, ScriptSet as _};

impl front::Origin for Origin {
    type Scripts = Battles;

    fn read(&self) -> Result<Content, Faults> {
        Origin::read(self)
    }

    fn sentence(&self) -> String {
        match self.directory() {
            Some(directory) => format!("The battles are those in {}", directory.display()),
            None => "The battles are those in the program".into(),
        }
    }

    fn files(&self) -> Vec<PathBuf> {
        self.directory().map_or(Vec::new(), Content::files)
    }

    fn is_program(&self) -> bool {
        self.directory().is_none()
    }

    fn fingerprints(&self) -> Result<Fingerprints, Faults> {
        Ok(self.read()?.compile()?.fingerprints().clone())
    }

    fn to_lines(&self) -> String {
        let line = |path: &Path| {
            format!("battles {}\n", std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()).display())
        };
        self.directory().map(line).unwrap_or_default()
    }

    fn from_lines(text: &str) -> Option<Origin> {
        let path = text.lines().find_map(|line| line.strip_prefix("battles ")).map(Path::new)?;
        Content::is_at(path).then(|| Origin::of_directory(path))
    }
}
