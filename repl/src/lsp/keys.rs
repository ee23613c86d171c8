//! The keys that a table of a data file can have. What reads the file knows them: it is asked with a key that no table has.

use super::open_files::OpenFiles;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A key that no table has.
const SOUGHT: &str = "sought_by_the_editor";

/// What is known of the keys of tables: the program has them, so that they do not change.
#[derive(Default)]
pub struct KnownKeys {
    /// By the file and the header of the table.
    known: BTreeMap<(PathBuf, String), Vec<String>>,
}

/// A place of a data file where a key can be written.
pub struct KeyPlace<'t> {
    /// What is written of it.
    pub written: std::ops::Range<usize>,
    /// The headers that lead to its table, the last that of the table itself.
    headers: Vec<&'t str>,
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
    let headers: Vec<&str> = text[..begin].lines().map(str::trim).filter(|line| line.starts_with('[')).collect();
    let own = headers.last().copied().unwrap_or_default();
    let name = |header: &str| header.trim_matches(['[', ']', ' ']).to_string();
    let leads = |header: &&&str| name(own).starts_with(&format!("{}.", name(header)));
    let mut leading: Vec<&str> = headers.iter().filter(leads).copied().collect();
    leading.dedup();
    leading.extend((!own.is_empty()).then_some(own));
    let header = (!own.is_empty()).then(|| text[..begin].rfind(own)).flatten();
    let table = header.map_or(0, |at| at + own.len());
    let end = text[offset..].find("\n[").map_or(text.len(), |end| offset + end);
    let lines = text[table..end].lines().filter_map(|line| line.split_once('='));
    let present = lines.map(|(key, _)| key.trim()).collect();
    Some(KeyPlace { written, headers: leading, present })
}

/// Whether a value is still open at the end of some lines: a list over several lines, or a long text.
fn is_within_value(head: &str) -> bool {
    let plain: String =
        head.lines().map(|line| line.split('#').next().unwrap_or_default().to_string() + "\n").collect();
    let open = plain.matches('[').count() > plain.matches(']').count();
    open || head.matches("\"\"\"").count() % 2 == 1
}

impl KnownKeys {
    /// The keys that the table can have at a place.
    pub fn of(&mut self, files: &OpenFiles, file: &Path, place: &KeyPlace<'_>) -> Vec<String> {
        let own = place.headers.last().copied().unwrap_or_default().to_string();
        let key = (file.to_path_buf(), own);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let text = format!("{}\n{SOUGHT} = 0\n", place.headers.join("\n"));
        let faults = files.faults_with(file, &text.into());
        let asked = faults.iter().find(|fault| fault.pointed() == SOUGHT && !fault.choices().is_empty());
        let found = asked.map(|fault| fault.choices().to_vec()).unwrap_or_default();
        self.known.insert(key, found.clone());
        found
    }
}
