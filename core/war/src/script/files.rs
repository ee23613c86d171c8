//! The fingerprints of the files of a content, and what differs between two sets.

use super::{DECK, Scripts};
use std::collections::BTreeMap;
use std::path::Path;

/// The fingerprint of each file of a content, by its name relative to the directory of scripts; scenarios are under
/// `scenarios/`.
pub type Fingerprints = BTreeMap<String, String>;

/// Stands for the fingerprint of a file that is there no more.
pub const GONE: &str = "gone";

impl Scripts {
    /// Whether a directory has scripts in it: a deck.
    pub fn are_in(directory: &Path) -> bool {
        directory.join(DECK).is_file()
    }

    /// The fingerprints of the content that these scripts are of.
    pub fn fingerprints(&self) -> &Fingerprints {
        &self.hashes
    }
}

/// What changes from one set to another: the files that are new or differ, with their fingerprints, and those that are
/// [`GONE`].
pub fn differences(from: &Fingerprints, to: &Fingerprints) -> Vec<(String, String)> {
    let changed = to.iter().filter(|(name, hash)| from.get(*name) != Some(*hash));
    let gone = from.keys().filter(|name| !to.contains_key(*name)).map(|name| (name.clone(), GONE.to_string()));
    changed.map(|(name, hash)| (name.clone(), hash.clone())).chain(gone).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(files: &[(&str, &str)]) -> Fingerprints {
        files.iter().map(|(name, hash)| (name.to_string(), hash.to_string())).collect()
    }

    #[test]
    fn new_changed_and_missing_files_are_differences() {
        let (before, after) = (set(&[("a", "1"), ("b", "1"), ("c", "1")]), set(&[("a", "1"), ("b", "2"), ("d", "1")]));
        let expected = [("b", "2"), ("d", "1"), ("c", GONE)].map(|(name, hash)| (name.to_string(), hash.to_string()));
        assert_eq!(differences(&before, &after), expected);
        assert_eq!(differences(&after, &after), []);
    }
}
