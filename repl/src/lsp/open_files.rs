//! The files that an editor has open, the content that they belong to, and what is wrong with it.

use super::checked_content::CheckedContent;
use super::place;
use lsp_types::{Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, NumberOrString, Uri};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wilderness_engine::faults::{Fault, Source};

/// A content with open files.
struct OpenedFile {
    shelf: Box<dyn CheckedContent>,
    /// The files that something is wrong with.
    wrong: Vec<PathBuf>,
    /// Whether something has changed since it was checked.
    is_stale: bool,
}

/// What is wrong with a file.
pub type Findings = (Uri, Vec<Diagnostic>);

/// Everything that is open.
pub struct OpenFiles {
    shelf_of: ShelfOf,
    /// What is open, and the key of the content that it belongs to.
    open: BTreeMap<PathBuf, (Arc<str>, Option<String>)>,
    opened: Vec<OpenedFile>,
}

/// Finds the content that a file belongs to.
pub type ShelfOf = fn(&Path) -> Option<Box<dyn CheckedContent>>;

impl OpenFiles {
    /// Nothing is open yet.
    pub fn new(shelf_of: ShelfOf) -> OpenFiles {
        OpenFiles { shelf_of, open: BTreeMap::new(), opened: Vec::new() }
    }

    /// The content that a file belongs to, if it is a script or data.
    fn content_of(&self, file: &Path) -> Option<Box<dyn CheckedContent>> {
        let kind = file.extension()?.to_str()?;
        if ["rhai", "toml"].contains(&kind) { (self.shelf_of)(file) } else { None }
    }

    /// Takes a text from the editor.
    pub fn put(&mut self, file: &Path, text: &str) {
        let key = self.content_of(file).map(|shelf| shelf.key());
        self.open.insert(file.to_path_buf(), (text.into(), key));
        self.touch(file);
    }

    /// A file was saved, or something outside has changed it.
    pub fn touch(&mut self, file: &Path) {
        let Some(shelf) = self.content_of(file) else { return };
        match self.opened.iter_mut().find(|opened| opened.shelf.key() == shelf.key()) {
            Some(opened) => opened.is_stale = true,
            None => self.opened.push(OpenedFile { shelf, wrong: Vec::new(), is_stale: true }),
        }
    }

    /// The editor has closed a file.
    pub fn close(&mut self, file: &Path) {
        self.open.remove(file);
        self.touch(file);
    }

    /// The text of a file: what is open, or what is saved.
    pub fn text(&self, file: &Path) -> Option<Arc<str>> {
        let saved = || Source::read(file).ok().map(|source| source.text().into());
        self.open.get(file).map(|(text, _)| text.clone()).or_else(saved)
    }

    /// What a file belongs to.
    pub fn shelf(&self, file: &Path) -> Option<&dyn CheckedContent> {
        let key = self.content_of(file)?.key();
        self.opened.iter().find(|opened| opened.shelf.key() == key).map(|opened| &*opened.shelf)
    }

    /// Remembers the content that a file belongs to, to compare later scripts with.
    pub fn remember(&mut self, file: &Path) {
        let Some(key) = self.content_of(file).map(|shelf| shelf.key()) else { return };
        let opened = self.opened.iter_mut().find(|opened| opened.shelf.key() == key);
        opened.into_iter().for_each(|opened| opened.shelf.remember());
    }

    /// Whether something has to be checked.
    pub fn is_stale(&self) -> bool {
        self.opened.iter().any(|opened| opened.is_stale)
    }

    /// Checks what has changed, and returns what is wrong with each file; nothing any more is an empty list.
    pub fn check(&mut self) -> Vec<Findings> {
        let open = &self.open;
        let text = |name: &str| open.get(&place::tidy(Path::new(name))).map(|(text, _)| text.clone());
        let mut all = Vec::new();
        for OpenedFile { shelf, wrong, is_stale } in self.opened.iter_mut().filter(|opened| opened.is_stale) {
            *is_stale = false;
            // Of what is open, it is also said that nothing is wrong with it.
            let key = shelf.key();
            let own = open.iter().filter(|(_, (_, of))| of.as_ref() == Some(&key));
            let mut found: BTreeMap<PathBuf, Vec<Diagnostic>> =
                own.map(|(file, _)| (file.clone(), Vec::new())).collect();
            for fault in shelf.check(&text).iter() {
                let Some(source) = fault.source_text() else { continue };
                found.entry(place::tidy(Path::new(source.name()))).or_default().push(diagnostic(fault, source));
            }
            for file in std::mem::take(wrong) {
                found.entry(file).or_default();
            }
            *wrong = found.iter().filter(|(_, wrong)| !wrong.is_empty()).map(|(file, _)| file.clone()).collect();
            all.extend(found.into_iter().filter_map(|(file, wrong)| Some((place::uri(&file)?, wrong))));
        }
        all
    }
}

/// A fault as editors show it.
fn diagnostic(fault: &Fault, source: &Source) -> Diagnostic {
    let mut labels = fault.labels();
    let first = labels.next().map_or(0..0, |(span, _)| span);
    let related = labels.filter_map(|(span, label)| {
        let location = place::location(source, span)?;
        Some(DiagnosticRelatedInformation { location, message: label.to_string() })
    });
    let related: Vec<_> = related.collect();
    let help = fault.help_text().map_or(String::new(), |help| format!("\nhelp: {help}"));
    Diagnostic {
        range: place::range(source.text(), first),
        severity: Some(if fault.is_error() { DiagnosticSeverity::ERROR } else { DiagnosticSeverity::WARNING }),
        code: Some(NumberOrString::String(fault.code().into())),
        source: Some("wilderness".into()),
        message: format!("{}{help}", fault.message()),
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    }
}
