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
