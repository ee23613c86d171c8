//! The files beside the record of a game on pages: who sits there, and what they have said.

use std::path::{Path, PathBuf};

/// The ending of the records in the directory of a server.
const RECORD: &str = "record";

/// The file with an ending beside the record of a game: `x.seats` of `x.record`, and `x.save.seats` of `x.save`.
pub fn file_beside(record: &Path, ending: &str) -> PathBuf {
    if record.extension().is_none_or(|known| known == RECORD) {
        return record.with_extension(ending);
    }
    let mut name = record.as_os_str().to_owned();
    name.push(format!(".{ending}"));
    name.into()
}

/// Where that file is found: until `x.save.seats` is written, it is the `x.seats` of older versions of the program.
pub fn found_beside(record: &Path, ending: &str) -> PathBuf {
    let (own, shared) = (file_beside(record, ending), record.with_extension(ending));
    if !own.exists() && shared.exists() { shared } else { own }
}
