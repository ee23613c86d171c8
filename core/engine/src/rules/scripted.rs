//! What a designer can change: the scripts of a game, and the texts that they are compiled from.

use super::Rules;
use crate::content::{Catalogue, Texts};
use crate::debug::{Code, StatementSite, Stoppable};
use crate::faults::{Faults, Source};
use crate::language::{Call, Language};
use crate::never::Never;
use crate::script::document::{self, Reference};
use crate::script::{Fingerprints, Host, Script, is_called};
use std::collections::BTreeMap;
use std::marker::PhantomData;

/// What a designer can change of a game, compiled and checked. A game whose content has no scripts says so with
/// [`NoScripts`] as its language; a game without content has [`NoScripts`] as its set.
pub trait ScriptSet: Sized + 'static {
    /// The game.
    type Rules: Rules<Scripts = Self>;
    /// What its scripts can say; [`NoScripts`] if it has none.
    type Language: Language<Rules = Self::Rules>;
    /// The texts.
    type Sources: Compile<Scripts = Self>;

    /// The texts that the set was compiled from. Searching agents and simulations compile them again in their threads,
    /// and must get the same game.
    fn sources(&self) -> &Self::Sources;

    /// The fingerprint of each file, by its name relative to the directory of scripts. Records name them, and a reload
    /// notes what changed: a file without a fingerprint changes unseen.
    fn fingerprints(&self) -> &Fingerprints {
        static NONE: Fingerprints = Fingerprints::new();
        &NONE
    }

    /// What runs the scripts; `None` if there are none. The debugger, `eval` and the measuring of costs use it.
    fn host(&self) -> Option<&Host<Self::Rules>> {
        None
    }

    /// The scripts, without those of the library: those that can be looked at, stopped in and tried.
    fn all(&self) -> impl Iterator<Item = &Script<Self::Rules>> {
        std::iter::empty()
    }

    /// Whether a marker is an optional rule, which no script can end. Asked before a script ends a marker.
    fn is_rule(&self, _marker: &str) -> bool {
        false
    }

    /// What is wrong or probably wrong with the content, although it could be compiled. `check` and editors tell it.
    fn examine(&self) -> Faults {
        Faults::none()
    }

    /// What the scripts can call, answer and define; nothing if there are none.
    fn reference(&self) -> Reference {
        self.host().map(document::reference).unwrap_or_default()
    }

    /// The files with scripts, by their names relative to the directory.
    fn script_files(&self) -> impl Iterator<Item = &str> {
        self.fingerprints().keys().map(String::as_str).filter(|name| name.ends_with(".rhai"))
    }

    /// The text of a file.
    fn source_of(&self, file: &str) -> Option<&Source> {
        self.fingerprints().get(file)?;
        if let Some(texts) = self.sources().texts() {
            return texts.get(file);
        }
        let own = self.all().map(|script| &script.compiled.source);
        let library = self.host().into_iter().flat_map(|host| host.library().values());
        own.chain(library).find(|source| is_called(source.name(), file))
    }

    /// The lines of a file at which it can stop, in order.
    fn stoppable(&self, file: &str) -> Vec<Stoppable> {
        let Some((host, source)) = self.host().zip(self.source_of(file)) else { return Vec::new() };
        let (Some(code), facts) = (host.code(file, source), host.facts()) else { return Vec::new() };
        let stoppable = |site: &StatementSite| {
            let call = facts.called_for(&site.function);
            Stoppable {
                line: site.line,
                looks_on: call.is_some_and(|call| call != Call::Act),
                is_constant: call == Some(Call::Constant),
                function: site.function.clone(),
            }
        };
        let mut lines: Vec<Stoppable> = code.sites().values().map(stoppable).collect();
        lines.sort_by_key(|at| at.line);
        lines
    }

    /// All files, as they are debugged, by the names that the engine knows them by.
    fn code(&self) -> BTreeMap<String, Code> {
        let files = self.script_files().filter_map(|file| {
            let source = self.source_of(file)?;
            Some((source.name().to_string(), self.host()?.code(file, source)?))
        });
        files.collect()
    }
}

/// The texts of a set of scripts. Compiled scripts stay in the thread that compiled them; these go anywhere.
pub trait Compile: Clone + PartialEq + Send + Sync + 'static {
    /// What they are compiled to.
    type Scripts;

    /// Compiles them. Called once in each thread that plays; the same texts must give the same scripts.
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

/// No scripts: the set of a game without content, the texts of that set, and the language of a game whose content has no
/// scripts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoScripts<R>(PhantomData<fn() -> R>);

impl<R> Default for NoScripts<R> {
    fn default() -> NoScripts<R> {
        NoScripts(PhantomData)
    }
}

impl<R: Rules<Scripts = NoScripts<R>>> ScriptSet for NoScripts<R> {
    type Rules = R;
    type Language = NoScripts<R>;
    type Sources = NoScripts<R>;

    fn sources(&self) -> &NoScripts<R> {
        self
    }
}

impl<R: Rules<Scripts = NoScripts<R>>> Compile for NoScripts<R> {
    type Scripts = NoScripts<R>;

    fn compile(&self) -> Result<NoScripts<R>, Faults> {
        Ok(NoScripts::default())
    }
}

impl<R: Rules> Language for NoScripts<R> {
    type Rules = R;
    type Deck = ();
    type Card = Never;
    type Moment = Never;
    type End = Never;
    type Notes = ();
}
