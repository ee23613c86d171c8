//! Whether a directory has scripts in it.

use super::Scripts;
use crate::content::DECK;
use std::path::Path;

impl Scripts {
    /// Whether a directory has scripts in it: a deck.
    pub fn are_in(directory: &Path) -> bool {
        directory.join(DECK).is_file()
    }
}
