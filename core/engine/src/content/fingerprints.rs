//! The fingerprints of the files of a set of scripts, and what differs between two sets.

use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The fingerprint of each file of a set of scripts, by its name relative to the directory.
pub type Fingerprints = BTreeMap<String, String>;

/// Stands for the fingerprint of a file that is there no more.
pub const GONE: &str = "gone";

/// The first 16 hexadecimal digits of the SHA-256 of a text.
pub fn fingerprint(text: &str) -> String {
    Sha256::digest(text).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
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
    fn a_fingerprint_is_the_beginning_of_the_sha_256() {
        assert_eq!(fingerprint("abc"), "ba7816bf8f01cfea");
    }

    #[test]
    fn new_changed_and_missing_files_are_differences() {
        let (before, after) = (set(&[("a", "1"), ("b", "1"), ("c", "1")]), set(&[("a", "1"), ("b", "2"), ("d", "1")]));
        let expected = [("b", "2"), ("d", "1"), ("c", GONE)].map(|(name, hash)| (name.to_string(), hash.to_string()));
        assert_eq!(differences(&before, &after), expected);
        assert_eq!(differences(&after, &after), []);
    }
}
