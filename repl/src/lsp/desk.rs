//! The files that an editor has open, the content that they belong to, and what is wrong with it.

use super::place;
use crate::checking::GAMES;
pub use crate::checking::Root;
use lsp_types::{Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, NumberOrString, Uri};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use wilderness_battles::{Battles, Content as BattleContent};
use wilderness_engine::content::Places;
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::script;
use wilderness_war::{Content, Scripts};

/// What is known of a content.
pub struct Shelf {
    pub root: Root,
    /// The texts of the war, as they were when it was checked last.
    pub content: Content,
    /// The last scripts in which nothing was wrong; at first those of the program.
    pub scripts: Rc<Scripts>,
    /// The files that something is wrong with.
    wrong: Vec<PathBuf>,
    /// Whether something has changed since it was checked.
    is_stale: bool,
}

/// What is wrong with a file.
pub type Findings = (Uri, Vec<Diagnostic>);

/// Everything that is open.
#[derive(Default)]
pub struct Desk {
    /// What is open, and the content that it belongs to.
    open: BTreeMap<PathBuf, (Arc<str>, Option<Root>)>,
    shelves: Vec<Shelf>,
}

impl Desk {
    /// Takes a text from the editor.
    pub fn put(&mut self, file: &Path, text: &str) {
        self.open.insert(file.to_path_buf(), (text.into(), root_of(file)));
        self.touch(file);
    }

    /// A file was saved, or something outside has changed it.
    pub fn touch(&mut self, file: &Path) {
        let Some(root) = root_of(file) else { return };
        match self.shelves.iter_mut().find(|shelf| shelf.root == root) {
            Some(shelf) => shelf.is_stale = true,
            None => {
                let Ok(scripts) = Scripts::embedded() else { return };
                let (content, scripts) = (Content::embedded(), Rc::new(scripts));
                self.shelves.push(Shelf { root, content, scripts, wrong: Vec::new(), is_stale: true });
            }
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
    pub fn shelf(&self, file: &Path) -> Option<&Shelf> {
        let root = root_of(file)?;
        self.shelves.iter().find(|shelf| shelf.root == root)
    }

    /// Whether something has to be checked.
    pub fn is_stale(&self) -> bool {
        self.shelves.iter().any(|shelf| shelf.is_stale)
    }

    /// Checks what has changed, and returns what is wrong with each file; nothing any more is an empty list.
    pub fn check(&mut self) -> Vec<Findings> {
        let open = &self.open;
        let text = |name: &str| open.get(&place::tidy(Path::new(name))).map(|(text, _)| text.clone());
        let mut all = Vec::new();
        for shelf in self.shelves.iter_mut().filter(|shelf| shelf.is_stale) {
            shelf.is_stale = false;
            // Of what is open, it is also said that nothing is wrong with it.
            let own = open.iter().filter(|(_, (_, root))| root.as_ref() == Some(&shelf.root));
            let mut found: BTreeMap<PathBuf, Vec<Diagnostic>> =
                own.map(|(file, _)| (file.clone(), Vec::new())).collect();
            for fault in shelf.check(&text).iter() {
                let Some(source) = fault.source_text() else { continue };
                found.entry(place::tidy(Path::new(source.name()))).or_default().push(diagnostic(fault, source));
            }
            for file in std::mem::take(&mut shelf.wrong) {
                found.entry(file).or_default();
            }
            shelf.wrong = found.iter().filter(|(_, wrong)| !wrong.is_empty()).map(|(file, _)| file.clone()).collect();
            all.extend(found.into_iter().filter_map(|(file, wrong)| Some((place::uri(&file)?, wrong))));
        }
        all
    }
}

impl Shelf {
    fn check(&mut self, open: &dyn Fn(&str) -> Option<Arc<str>>) -> Faults {
        match &self.root {
            Root::War(places) => match Content::read(places) {
                Ok(content) => {
                    self.content = content.overlaid(open).into();
                    let (scripts, faults) = script::check::<Scripts>(&self.content);
                    self.scripts = scripts.map_or_else(|| self.scripts.clone(), Rc::new);
                    faults
                }
                Err(faults) => faults,
            },
            Root::Battles(places) => {
                let read = BattleContent::read(places).map(|content| content.overlaid(open).into());
                read.map_or_else(|faults| faults, |content| script::check::<Battles>(&content).1)
            }
        }
    }

    /// The texts of its scripts, and of the deck and the scenarios.
    pub fn sources(&self) -> Vec<Source> {
        match &self.root {
            Root::War(_) => self.content.sources().cloned().collect(),
            Root::Battles(places) => {
                BattleContent::read(places).map(|content| content.sources().cloned().collect()).unwrap_or_default()
            }
        }
    }
}

/// The content that a file belongs to: that of the first game to which it belongs. What seems to be of no game is taken
/// for a file of the war.
fn root_of(file: &Path) -> Option<Root> {
    let kind = file.extension()?.to_str()?;
    if !["rhai", "toml"].contains(&kind) {
        return None;
    }
    let by_itself = || Places { files: vec![file.into()], games: &GAMES, ..Places::default() };
    Root::of(file).into_iter().next().or_else(|| (kind == "toml").then(|| Root::War(by_itself())))
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
