//! Running the scripts of a game: one sandboxed engine of Rhai for all of them, calls into them, and everything that is
//! found out and said about them. What the scripts of a game can say, the game defines as its [`Language`].

mod announced;
mod arrays;
mod ast_walk;
mod diagnose;
pub mod document;
mod facts;
mod host;
mod in_force;
mod library;
mod lint;
mod loaded;
mod lookup_cache;
mod reader;
mod returned;
mod sandbox;
mod seat;
pub mod services;
mod source_text;
mod stepper;
mod trial;
mod triggers;
mod types;
mod vocabulary;

pub use crate::content::{Fingerprints, GONE, differences, fingerprint};
pub use announced::Announced;
pub(crate) use arrays::register_contains;
pub use diagnose::{at_function, at_text, unsettled};
pub use host::{Compiled, Cost, Costs, Host};
pub use in_force::{Modified, Modifying};
pub use loaded::Script;
pub use reader::{Read, Reader};
pub use returned::{truth, wrong_result};
pub use sandbox::Limits;
pub use seat::{Answer, Handle, Occasion, Seat, refuse};
pub use trial::{Findings, Progress, Tried};
pub use triggers::Triggers;

use crate::content::{Catalogue, Texts};
use crate::debug::{Code, Site, Stoppable};
use crate::faults::{Faults, Source};
use crate::language::{Call, Language};
use facts::Facts;
use std::collections::BTreeMap;

/// The scripts of a game, compiled and checked.
pub trait ScriptSet: Language {
    /// Their texts.
    type Sources: Compile<Scripts = Self>;

    /// What runs them.
    fn host(&self) -> &Host<Self::Rules>;

    /// Their texts.
    fn sources(&self) -> &Self::Sources;

    /// The fingerprint of each file, by its name relative to the directory of scripts.
    fn fingerprints(&self) -> &Fingerprints;

    /// The scripts, without those of the library.
    fn all(&self) -> impl Iterator<Item = &Script<Self::Rules>>;

    /// The files with scripts, by their names relative to the directory.
    fn script_files(&self) -> impl Iterator<Item = &str> {
        self.fingerprints().keys().map(String::as_str).filter(|name| name.ends_with(".rhai"))
    }

    /// What is wrong or probably wrong with the content, although it could be compiled.
    fn examine(&self) -> Faults {
        Faults::none()
    }

    /// The text of a file.
    fn source_of(&self, file: &str) -> Option<&Source> {
        self.fingerprints().get(file)?;
        let own = self.all().map(|script| &script.compiled.source);
        own.chain(self.host().library().values()).find(|source| is_called(source.name(), file))
    }

    /// The lines of a file at which it can stop, in order.
    fn stoppable(&self, file: &str) -> Vec<Stoppable> {
        let Some(code) = self.source_of(file).and_then(|source| self.host().code(file, source)) else {
            return Vec::new();
        };
        let stoppable = |site: &Site| Stoppable {
            line: site.line,
            looks_on: Facts::of::<Self::Rules>().called_for(&site.function).is_some_and(|call| call != Call::Act),
            function: site.function.clone(),
        };
        let mut lines: Vec<Stoppable> = code.sites().values().map(stoppable).collect();
        lines.sort_by_key(|at| at.line);
        lines
    }

    /// All files, as they are debugged, by the names that the engine knows them by.
    fn code(&self) -> BTreeMap<String, Code> {
        let files = self.script_files().filter_map(|file| {
            let source = self.source_of(file)?;
            Some((source.name().to_string(), self.host().code(file, source)?))
        });
        files.collect()
    }
}

/// Whether a source is the file with this name relative to the directory of scripts.
fn is_called(source: &str, file: &str) -> bool {
    let source = source.replace('\\', "/");
    source.strip_suffix(file).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

/// The texts of a set of scripts. Compiled scripts stay in the thread that compiled them; these go anywhere.
pub trait Compile: Clone + PartialEq + Send + 'static {
    /// What they are compiled to.
    type Scripts;

    /// Compiles them.
    ///
    /// # Errors
    /// Everything wrong with any of them.
    fn compile(&self) -> Result<Self::Scripts, Faults>;

    /// Which files belong to them. A game that says so has its own files carried in its records.
    fn catalogue() -> Option<&'static Catalogue> {
        None
    }

    /// The texts, if they are those of a catalogue.
    fn texts(&self) -> Option<&Texts> {
        None
    }

    /// The same content made of other texts of the catalogue.
    fn made_of(&self, _texts: Texts) -> Self {
        self.clone()
    }
}

/// Compiles content and says everything that is wrong with it.
pub fn check<S: ScriptSet>(sources: &S::Sources) -> (Option<S>, Faults) {
    match sources.compile() {
        Ok(scripts) => {
            let faults = scripts.examine();
            (Some(scripts), faults)
        }
        Err(faults) => (None, faults),
    }
}
