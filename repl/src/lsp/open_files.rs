//! The files that an editor has open, the content that they belong to, and what is wrong with it.

use super::checked_content::CheckedContent;
use super::place;
use lsp_types::{Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, NumberOrString, Range, TextEdit, Uri};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wilderness_engine::content::{MANIFEST, manifest_faults};
use wilderness_engine::faults::{Fault, Faults, Source};

/// A content with open files.
struct OpenedFile {
    key: String,
    shelf: Box<dyn CheckedContent>,
    /// The files that something is wrong with.
    wrong: Vec<PathBuf>,
    /// What is probably meant where something is wrong.
    fixes: Vec<QuickFix>,
    /// Whether something has changed since it was checked.
    is_stale: bool,
    /// Whether it was never checked.
    is_new: bool,
}

/// A word that is probably meant in place of another.
pub struct QuickFix {
    pub file: PathBuf,
    /// The finding that it is for.
    pub finding: Diagnostic,
    pub remedy: Remedy,
}

/// What a quick fix changes.
pub enum Remedy {
    /// A word.
    Edit(TextEdit),
    /// The name of the file, which becomes this.
    FileName(PathBuf),
}

/// What is wrong with a file.
pub type Findings = (Uri, Vec<Diagnostic>);

/// Everything that is open.
pub struct OpenFiles {
    shelf_of: ShelfOf,
    /// What is open, and the key of the content that it belongs to.
    open: BTreeMap<PathBuf, (Arc<str>, Option<String>)>,
    opened: Vec<OpenedFile>,
    /// The keys of the content that files belong to, as far as they have been found out: to find one out takes long.
    keys: RefCell<BTreeMap<PathBuf, String>>,
}

/// Finds the content that a file belongs to.
pub type ShelfOf = fn(&Path) -> Option<Box<dyn CheckedContent>>;

impl OpenFiles {
    /// Nothing is open yet.
    pub fn new(shelf_of: ShelfOf) -> OpenFiles {
        OpenFiles { shelf_of, open: BTreeMap::new(), opened: Vec::new(), keys: RefCell::default() }
    }

    /// The content that a file belongs to, if it is a script or data.
    fn content_of(&self, file: &Path) -> Option<Box<dyn CheckedContent>> {
        let kind = file.extension()?.to_str()?;
        if ["rhai", "toml"].contains(&kind) { (self.shelf_of)(file) } else { None }
    }

    /// The key of the content that a file belongs to.
    fn key_of(&self, file: &Path) -> Option<String> {
        if let Some(known) = self.keys.borrow().get(file) {
            return Some(known.clone());
        }
        let key = self.content_of(file)?.key();
        self.keys.borrow_mut().insert(file.to_path_buf(), key.clone());
        Some(key)
    }

    /// Takes a text from the editor.
    pub fn put(&mut self, file: &Path, text: &str) {
        let key = self.key_of(file);
        self.open.insert(file.to_path_buf(), (text.into(), key));
        self.touch(file);
    }

    /// A file was saved, or something outside has changed it.
    pub fn touch(&mut self, file: &Path) {
        // A data file may say to which content the files around it belong.
        if file.extension().is_some_and(|ending| ending == "toml") {
            self.keys.borrow_mut().clear();
        }
        let Some(key) = self.key_of(file) else { return };
        if let Some(opened) = self.opened.iter_mut().find(|opened| opened.key == key) {
            opened.is_stale = true;
        } else if let Some(shelf) = self.content_of(file) {
            let (wrong, fixes) = (Vec::new(), Vec::new());
            self.opened.push(OpenedFile { key, shelf, wrong, fixes, is_stale: true, is_new: true });
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
        let key = self.key_of(file)?;
        self.opened.iter().find(|opened| opened.key == key).map(|opened| &*opened.shelf)
    }

    /// Remembers the content that a file belongs to, to compare later scripts with.
    pub fn remember(&mut self, file: &Path) {
        let Some(key) = self.key_of(file) else { return };
        let opened = self.opened.iter_mut().find(|opened| opened.key == key);
        opened.into_iter().for_each(|opened| opened.shelf.remember());
    }

    /// What is suggested in some lines of a file.
    pub fn fixes<'a>(&'a self, file: &'a Path, lines: Range) -> impl Iterator<Item = &'a QuickFix> {
        let all = self.opened.iter().flat_map(|opened| &opened.fixes).filter(move |fix| fix.file == file);
        all.filter(move |fix| {
            let range = fix.finding.range;
            range.start.line <= lines.end.line && lines.start.line <= range.end.line
        })
    }

    /// What would be wrong with the content of a file if it had another text.
    pub fn faults_with(&self, file: &Path, text: &Arc<str>) -> Faults {
        let open = |name: &str| match place::tidy(Path::new(name)) {
            name if name == file => Some(text.clone()),
            name => self.open.get(&name).map(|(text, _)| text.clone()),
        };
        self.shelf(file).map_or_else(Faults::none, |shelf| shelf.faults(&open))
    }

    /// Whether something has to be checked.
    pub fn is_stale(&self) -> bool {
        self.opened.iter().any(|opened| opened.is_stale)
    }

    /// Reads the content that has not been read yet.
    pub fn check_new(&mut self) {
        if self.opened.iter().any(|opened| opened.is_new) {
            self.check();
        }
    }

    /// Checks what has changed, and returns what is wrong with each file; nothing any more is an empty list.
    pub fn check(&mut self) -> Vec<Findings> {
        let open = &self.open;
        let text = |name: &str| open.get(&place::tidy(Path::new(name))).map(|(text, _)| text.clone());
        let mut all = Vec::new();
        for OpenedFile { key, shelf, wrong, fixes, is_stale, is_new } in
            self.opened.iter_mut().filter(|opened| opened.is_stale)
        {
            (*is_stale, *is_new) = (false, false);
            // Of what is open, it is also said that nothing is wrong with it.
            let own = open.iter().filter(|(_, (_, of))| of.as_ref() == Some(key));
            let mut found: BTreeMap<PathBuf, Vec<Diagnostic>> =
                own.map(|(file, _)| (file.clone(), Vec::new())).collect();
            fixes.clear();
            let mut faults = shelf.check(&text);
            for (file, (text, of)) in open.iter().filter(|(file, (text, _))| is_unsaved_manifest(file, text)) {
                faults = with_manifest(&faults, file, text, of.as_ref() == Some(key));
            }
            for fault in faults.iter() {
                let Some(source) = fault.source_text() else { continue };
                let (file, finding) = (place::tidy(Path::new(source.name())), diagnostic(fault, source));
                fixes.extend(quick_fix(fault, source, &finding));
                found.entry(file).or_default().push(finding);
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

/// Whether a file is a `content.toml` that is not saved as it is: content is read with the one that is saved.
fn is_unsaved_manifest(file: &Path, text: &str) -> bool {
    file.file_name().is_some_and(|name| name == MANIFEST) && Source::read(file).is_ok_and(|saved| saved.text() != text)
}

/// Faults without those of a saved `content.toml`; with those of its open text, if it is of this content.
fn with_manifest(faults: &Faults, file: &Path, text: &Arc<str>, is_own: bool) -> Faults {
    let manifest = Source::new(file.display().to_string(), text.clone());
    let is_of_it = |fault: &Fault| fault.source_text().is_some_and(|source| source.name() == manifest.name());
    let mut all = if is_own { manifest_faults(&manifest) } else { Faults::none() };
    all.extend(faults.iter().filter(|fault| !is_of_it(fault)).cloned());
    all
}

/// What a fault suggests.
fn quick_fix(fault: &Fault, source: &Source, finding: &Diagnostic) -> Option<QuickFix> {
    let file = place::tidy(Path::new(source.name()));
    let remedy = match fault.replacement() {
        Some((span, meant)) => Remedy::Edit(TextEdit::new(place::range(source.text(), span), meant.into())),
        None => {
            let better = file.with_file_name(fault.better_file_name()?);
            Remedy::FileName(better.with_extension(file.extension()?))
        }
    };
    Some(QuickFix { file, finding: finding.clone(), remedy })
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
