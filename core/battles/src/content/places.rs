//! Where battles come from.

use super::Content;
use std::path::{Path, PathBuf};
use wilderness_engine::faults::Faults;

/// Where the battles are in a content directory, the first that is there.
const WITHIN: [&str; 2] = ["scenarios/battles", "battles"];

/// Where the battles come from: a directory with tables, maps, units and scenarios, or the program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Places(Option<PathBuf>);

impl Places {
    /// The battles in a content directory, or the program's with its scripts; those of the program if it has neither.
    pub fn in_content(root: Option<&Path>) -> Places {
        Places(root.and_then(|root| WITHIN.iter().map(|within| root.join(within)).find(|path| Content::is_at(path))))
    }

    /// The battles in a directory of their own.
    pub fn of_directory(directory: &Path) -> Places {
        Places(Some(directory.to_path_buf()))
    }

    /// The same as in a content directory, but the current directory counts as one.
    pub fn in_content_or_beside(root: Option<&Path>) -> Places {
        Places::in_content(Some(root.unwrap_or(Path::new(""))))
    }

    /// The directory; none if they are those of the program.
    pub fn directory(&self) -> Option<&Path> {
        self.0.as_deref()
    }

    /// The texts.
    ///
    /// # Errors
    /// Files that cannot be read.
    pub fn read(&self) -> Result<Content, Faults> {
        self.directory().map_or_else(|| Ok(Content::embedded()), Content::over_program)
    }
}
