//! The keys that a table of a data file can have. What reads the file is asked for its form.

use super::open_files::OpenFiles;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wilderness_engine::content::{MANIFEST, manifest_faults};
use wilderness_engine::faults::{Source, TomlForm, WHAT_FORM};

/// The forms of files: the program has them, so that they do not change.
#[derive(Default)]
pub struct KnownForms(BTreeMap<PathBuf, Option<TomlForm>>);

/// A place of a data file where a key can be written.
pub struct KeyPlace<'t> {
    /// What is written of it.
    pub written: std::ops::Range<usize>,
    /// The header of its table, without brackets; "" if it is in none.
    header: &'t str,
    /// What the table has already.
    pub present: Vec<&'t str>,
}

/// The place of a data file where a key can be written: a line with nothing but the beginning of a word before the place.
pub fn key_place(text: &str, offset: usize) -> Option<KeyPlace<'_>> {
    let begin = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let line = &text[begin..offset];
    let is_key = |c: char| c.is_alphanumeric() || "-_".contains(c);
    let word = line.trim_start();
    if !word.chars().all(is_key) || is_within_value(&text[..begin]) {
        return None;
    }
    let written = offset - word.len()..offset + text[offset..].find(|c| !is_key(c)).unwrap_or(text.len() - offset);
    let mut headers = text[..begin].lines().map(str::trim).filter(|line| line.starts_with('['));
    let own = headers.next_back().unwrap_or_default();
    let header = (!own.is_empty()).then(|| text[..begin].rfind(own)).flatten();
    let table = header.map_or(0, |at| at + own.len());
    let end = text[offset..].find("\n[").map_or(text.len(), |end| offset + end);
    let lines = text[table..end].lines().filter_map(|line| line.split_once('='));
    let present = lines.map(|(key, _)| key.trim()).collect();
    let named = own.split('#').next().unwrap_or_default();
    Some(KeyPlace { written, header: named.trim_matches(['[', ']', ' ']), present })
}

/// Whether a value is still open at the end of some lines: a list over several lines, or a long text.
fn is_within_value(head: &str) -> bool {
    let plain: String =
        head.lines().map(|line| line.split('#').next().unwrap_or_default().to_string() + "\n").collect();
    let open = plain.matches('[').count() > plain.matches(']').count();
    open || head.matches("\"\"\"").count() % 2 == 1
}

impl KnownForms {
    /// The keys that the table can have at a place.
    pub fn keys(&mut self, files: &OpenFiles, file: &Path, place: &KeyPlace<'_>) -> Vec<String> {
        let form = self.0.entry(file.to_path_buf()).or_insert_with(|| form_of(files, file));
        let path: Vec<&str> = place.header.split('.').map(|key| key.trim_matches([' ', '"'])).collect();
        let path = if place.header.is_empty() { &[] } else { &*path };
        let table = form.as_ref().and_then(|form| form.within(path));
        table.map_or_else(Vec::new, |table| table.keys().into_iter().map(str::to_string).collect())
    }
}

/// The form of a file. One that nothing uses yet is not read, but it has the form of the others of its kind.
fn form_of(files: &OpenFiles, file: &Path) -> Option<TomlForm> {
    if file.file_name().is_some_and(|name| name == MANIFEST) {
        return TomlForm::told_by(&manifest_faults(&Source::new(MANIFEST, WHAT_FORM)));
    }
    let of_others = || {
        let shelf = files.shelf(file)?;
        let kind = shelf.data_files().into_iter().find(|kind| kind.has(file))?;
        shelf.form_of(&kind)
    };
    TomlForm::told_by(&files.faults_with(file, &WHAT_FORM.into())).or_else(of_others)
}
