//! Files that are written whole or not at all: each is written beside its destination until it is complete.

use super::options;
use std::ffi::OsString;
use std::fs::File;
use std::io::{Error, Result, Write};
use std::path::{Path, PathBuf};

/// The ending of files that are not yet complete.
const PART: &str = ".part";

/// A file that is being written. It replaces its destination when it is finished; if it is dropped before, it is
/// deleted, and the destination stays as it was.
pub struct PartialFile {
    file: File,
    part: PathBuf,
    path: PathBuf,
}

impl PartialFile {
    /// Begins a file: `.NAME.PROCESS.part` beside its destination.
    ///
    /// # Errors
    /// If no file can be created there.
    pub fn begin(path: &Path) -> Result<PartialFile> {
        let (directory, name) = parts(path)?;
        let part = directory.join(with_ends(".", &name, &format!(".{}{PART}", std::process::id())));
        let _ = std::fs::remove_file(&part);
        let file = options().write(true).create_new(true).open(&part)?;
        let begun = PartialFile { file, part, path: path.into() };
        // Who may read the destination may read what replaces it, and no other user.
        if let Ok(earlier) = path.symlink_metadata()
            && earlier.is_file()
        {
            begun.file.set_permissions(earlier.permissions())?;
        }
        Ok(begun)
    }

    /// Moves the file to its destination, after it has reached the disk, so that it survives a crash of the machine.
    ///
    /// # Errors
    /// If that fails; the earlier file is then unchanged.
    pub fn finish(self) -> Result<()> {
        self.file.sync_all()?;
        std::fs::rename(&self.part, &self.path)
    }
}

impl Write for PartialFile {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> Result<()> {
        self.file.flush()
    }
}

impl Drop for PartialFile {
    /// Deletes the file; does nothing once it has moved to its destination.
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.part);
    }
}

/// Writes a text to a file, all or nothing. The caller holds the file's lock, if it has one.
///
/// # Errors
/// If the file cannot be written.
pub fn write_whole(path: &Path, text: &str) -> Result<()> {
    let mut part = PartialFile::begin(path)?;
    part.write_all(text.as_bytes())?;
    part.finish()
}

/// Makes a file that its owner alone may read and write, empty if there is none. Where there are no such permissions, the
/// file stays as it is.
///
/// # Errors
/// If it cannot be made, or belongs to another user.
pub fn make_private(path: &Path) -> Result<()> {
    let mut options = options();
    options.append(true).create(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
        let file = options.mode(0o600).open(path)?;
        file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
    }
    #[cfg(not(unix))]
    options.open(path)?;
    Ok(())
}

/// Makes a directory that its owner alone may enter, if there is none.
///
/// # Errors
/// If it cannot be made.
pub fn make_private_directory(path: &Path) -> Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Appends a text to a regular file, if it is still `length` bytes long. Returns whether it was. The caller holds the
/// file's lock, if it has one.
///
/// # Errors
/// If the text cannot be written; the file is then as it was.
pub fn append(path: &Path, length: u64, text: &str) -> Result<bool> {
    if !path.symlink_metadata().is_ok_and(|facts| facts.is_file() && facts.len() == length) {
        return Ok(false);
    }
    let mut file = options().append(true).open(path)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_data());
    if written.is_err() {
        let _ = file.set_len(length);
    }
    written.map(|()| true)
}

/// Removes the half-written files of programs that were killed. The caller holds the file's lock. It looks at the whole
/// directory: where that may be large, call it only if a lock was left.
///
/// # Errors
/// If the directory cannot be read.
pub fn remove_leftovers(path: &Path) -> Result<()> {
    let (directory, name) = parts(path)?;
    let begins = with_ends(".", &name, ".");
    let is_part = |name: &OsString| {
        let rest = name.as_encoded_bytes().strip_prefix(begins.as_encoded_bytes());
        let process = rest.and_then(|rest| rest.strip_suffix(PART.as_bytes()));
        process.is_some_and(|process| !process.is_empty() && process.iter().all(u8::is_ascii_digit))
    };
    for entry in std::fs::read_dir(directory)?.flatten().filter(|entry| is_part(&entry.file_name())) {
        let _ = std::fs::remove_file(entry.path());
    }
    Ok(())
}

/// The directory that a file is in, and its name there.
pub fn parts(path: &Path) -> Result<(&Path, OsString)> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().ok_or_else(|| Error::other("it is a directory, not a regular file"))?;
    Ok((directory, name.to_os_string()))
}

/// A file name with a prefix and a suffix.
pub(crate) fn with_ends(before: &str, name: &OsString, after: &str) -> OsString {
    let mut whole = OsString::from(before);
    whole.push(name);
    whole.push(after);
    whole
}
