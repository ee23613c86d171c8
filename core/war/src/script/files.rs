//! The files that scripts are read from: which they are, their texts and their fingerprints, and what differs between two
//! sets.

use super::sandbox::Limits;
use super::{DECK, DIRECTORIES, Fingerprints, Scripts, fingerprint};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::files::LARGEST_TOML;

impl Scripts {
    /// Whether a directory has scripts in it: a deck.
    pub fn are_in(directory: &Path) -> bool {
        directory.join(DECK).is_file()
    }

    /// The files that [`Scripts::from_dir`] reads, by their names relative to the directory. Hidden files are none of
    /// them: editors keep locks and half-written copies there.
    pub fn files_in(directory: &Path) -> BTreeMap<String, PathBuf> {
        let mut files = BTreeMap::from([(DECK.to_string(), directory.join(DECK))]);
        for within in DIRECTORIES {
            for file in std::fs::read_dir(directory.join(within)).into_iter().flatten().flatten() {
                let name = file.file_name().to_string_lossy().into_owned();
                if name.ends_with(".rhai") && !name.starts_with('.') {
                    files.insert(format!("{within}/{name}"), file.path());
                }
            }
        }
        files
    }

    /// The fingerprints of the files in a directory as they are now; nothing is compiled.
    ///
    /// # Errors
    /// The files that cannot be read.
    pub fn fingerprints_in(directory: &Path) -> Result<Fingerprints, Faults> {
        let sources = sources_in(directory)?;
        Ok(sources.into_iter().map(|(name, source)| (name, fingerprint(source.text()))).collect())
    }
}

/// The texts of the files in a directory.
pub(super) fn sources_in(directory: &Path) -> Result<BTreeMap<String, Source>, Faults> {
    let mut faults = Faults::none();
    let mut sources = BTreeMap::new();
    for (name, file) in Scripts::files_in(directory) {
        let most = if name == DECK { LARGEST_TOML } else { Limits::SOURCE as u64 };
        match Source::read_up_to(&file, most) {
            Ok(source) => drop(sources.insert(name, source)),
            Err(more) => faults.append(more),
        }
    }
    faults.into_result(sources)
}

#[cfg(test)]
mod tests {
    use super::super::EVENTS;
    use super::*;

    #[test]
    fn what_editors_leave_behind_is_no_script() {
        let directory = tempfile::tempdir().expect("a directory");
        std::fs::create_dir(directory.path().join(EVENTS)).expect("a directory");
        for name in ["small_pox.rhai", "small_pox.rhai~", ".small_pox.rhai.swp", ".#small_pox.rhai", "4913"] {
            std::fs::write(directory.path().join(EVENTS).join(name), "").expect("a file");
        }
        assert!(!Scripts::are_in(directory.path()));
        let files = Scripts::files_in(directory.path());
        assert_eq!(files.keys().collect::<Vec<_>>(), [DECK, "events/small_pox.rhai"]);
    }
}
