//! The one place that opens files from outside: regular files only, up to a limit, and without waiting at a pipe.

mod new;
mod output;
mod part;

pub use new::write_new;
pub use output::{FileForm, Output, OutputRefused};
pub use part::parts;
pub(crate) use part::with_ends;
pub use part::{PartialFile, append, make_private, make_private_directory, remove_leftovers, write_whole};

use std::fs::{File, FileType, OpenOptions};
use std::io::{Error, ErrorKind, Read as _};
use std::path::Path;

/// The largest record that is read, in bytes. The record of a game takes about 100,000.
pub const LARGEST: u64 = 16 * 1024 * 1024;
/// The largest file of positions that is read, in bytes. A position takes a few thousand; read, it takes up to a hundred
/// times as much memory.
pub const LARGEST_POSITIONS: u64 = 1024 * 1024;
/// The largest deck, scenario, setup or preset that is read, in bytes. The built-in deck takes about 12,000.
pub const LARGEST_TOML: u64 = 256 * 1024;
/// The largest script that is read, in bytes.
pub const LARGEST_SCRIPT: u64 = 64 * 1024;

/// Options that never wait: without them, opening a pipe blocks until a program writes to it.
pub fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
    options
}

/// Opens a file for reading.
///
/// # Errors
/// Errors of the system, and anything that is not a regular file.
pub fn open(path: &Path) -> std::io::Result<File> {
    let file = options().read(true).open(path)?;
    let kind = file.metadata()?.file_type();
    if kind.is_file() { Ok(file) } else { Err(not_regular(kind)) }
}

/// Reads a file of at most `most` bytes.
///
/// # Errors
/// As [`open`]; a longer file, and a file that is not text.
pub fn read(path: &Path, most: u64) -> std::io::Result<String> {
    let file = open(path)?;
    let too_long = || Error::new(ErrorKind::FileTooLarge, format!("it is longer than {}", size(most)));
    let length = file.metadata()?.len();
    if length > most {
        return Err(too_long());
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or_default());
    // Files such as those in /proc are longer than the system reports, and others grow.
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_long());
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Error::new(ErrorKind::InvalidData, format!("it is not text in UTF-8: byte {at} is wrong"))
    })
}

/// Whether a file is empty or does not exist.
///
/// # Errors
/// Errors of the system, and anything that is not a regular file.
pub fn is_empty(path: &Path) -> std::io::Result<bool> {
    match path.symlink_metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
        Ok(facts) if !facts.is_file() => Err(not_regular(facts.file_type())),
        Ok(facts) => Ok(facts.len() == 0),
    }
}

/// Whether two paths lead to the same existing file.
#[cfg(unix)]
pub fn is_same(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let id = |path: &Path| path.metadata().ok().map(|facts| (facts.dev(), facts.ino()));
    id(one).is_some_and(|one| id(other) == Some(one))
}

#[cfg(not(unix))]
pub fn is_same(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

/// The error for something that is not a regular file.
pub(crate) fn not_regular(kind: FileType) -> Error {
    let what = if kind.is_dir() {
        "a directory"
    } else if kind.is_symlink() {
        "a link"
    } else {
        special(kind)
    };
    Error::other(format!("it is {what}, not a regular file"))
}

#[cfg(unix)]
fn special(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt as _;
    match kind {
        kind if kind.is_fifo() => "a pipe",
        kind if kind.is_socket() => "a socket",
        _ => "a device",
    }
}

#[cfg(not(unix))]
fn special(_: FileType) -> &'static str {
    "something else"
}

/// A number of bytes in KB or MB.
fn size(bytes: u64) -> String {
    if bytes >= 1024 * 1024 { format!("{} MB", bytes / (1024 * 1024)) } else { format!("{} KB", bytes / 1024) }
}
