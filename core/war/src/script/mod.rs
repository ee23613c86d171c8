//! The cards and their scripts: everything a designer can change without touching the core.

mod api;
pub(crate) mod debug;
mod deck;
mod diagnose;
pub mod document;
mod evaluate;
mod events;
mod files;
mod force;
#[cfg(test)]
mod fuzz;
mod host;
mod library;
mod lint;
mod loaded;
mod memory;
mod modifiers;
mod moments;
mod optional;
mod read;
mod role;
mod sandbox;
mod survey;
mod text;
mod trial;
mod under_way;
mod varied;
mod vocabulary;

pub use deck::{Card, Deck, EventKind};
pub use host::{Cost, Costs};
pub use modifiers::{FireModifiers, MODIFIERS, Modifier, MovementLimits};
pub use moments::{BattleKind, Capture, Moment, MomentKind};
pub use optional::{OptionalRule, RuleFacts};
pub use trial::{Progress, Tried, trial};
pub(crate) use under_way::UnderWay;

use crate::scenario::{Kept, Scenario};
use crate::sets::{CardId, CardSet};
use crate::side::PerSide;
use crate::state::Until;
use force::Modifying;
use host::Host;
use include_dir::{Dir, include_dir};
use loaded::Script;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, LazyLock};
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::script::debug::Code;
pub(crate) use wilderness_engine::script::fingerprint;
pub use wilderness_engine::script::{
    Caller, Fingerprints, GONE, Place, Stoppable, Traced, Variable, Watched, differences,
};
use wilderness_engine::script::{Compile, ScriptSet};

/// A place where a script has stopped, before it does what stands there.
pub type Stop = wilderness_engine::script::Stop<crate::war::War>;

/// The scripts that are part of the program.
static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../scripts/war");

/// The deck's file in the directory of scripts.
const DECK: &str = "deck.toml";
/// The directory of the events' scripts in it.
const EVENTS: &str = "events";
/// The directory of the optional rules.
const OPTIONAL: &str = "optional";
/// The directory of the functions that scripts share.
const LIBRARY: &str = "lib";
/// The directories with scripts.
const DIRECTORIES: [&str; 3] = [EVENTS, OPTIONAL, LIBRARY];

/// The texts of a whole set of scripts. Compiled scripts stay in the thread that compiled them; these go anywhere. Cheap to
/// clone.
#[derive(Clone)]
pub struct ScriptSources(Arc<BTreeMap<String, Source>>);

impl ScriptSources {
    /// Compiles them.
    ///
    /// # Errors
    /// Everything wrong with any of them.
    pub fn compile(&self) -> Result<Scripts, Faults> {
        Scripts::compile(self.clone())
    }

    /// A fingerprint of all of them.
    pub(crate) fn fingerprint(&self) -> String {
        fingerprint(&self.0.iter().map(|(name, source)| format!("{name} {}\n", source.text())).collect::<String>())
    }
}

impl PartialEq for ScriptSources {
    fn eq(&self, other: &ScriptSources) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

/// What a designer can change, read, compiled and checked, with a fingerprint of every file that it came from.
pub struct Scripts {
    sources: ScriptSources,
    deck: Rc<Deck>,
    hashes: Fingerprints,
    host: Host,
    /// By the event's id in the deck.
    events: BTreeMap<String, Rc<Script>>,
    /// The same scripts, by the cards of the events.
    of_cards: BTreeMap<CardId, Rc<Script>>,
    /// By the rule's id.
    rules: BTreeMap<String, OptionalRule>,
    /// The cards that bear a side's symbol (5.12).
    bearing: PerSide<CardSet>,
    /// The cards whose scripts let a mover land (6.43).
    landing: CardSet,
    /// The cards that answer a kind of moment.
    answering: BTreeMap<MomentKind, CardSet>,
    /// The optional rules that act at a kind of moment.
    acting: BTreeMap<MomentKind, Vec<Rc<Script>>>,
    /// The scripts that define modifiers.
    modifying: Modifying,
    /// What is probably a mistake in them.
    warnings: Faults,
    /// The scenarios that were read for this deck.
    scenarios: Kept,
}

impl Scripts {
    /// The scripts that are part of the program.
    ///
    /// # Errors
    /// Everything wrong with any of them.
    pub fn embedded() -> Result<Scripts, Faults> {
        Scripts::load(Scripts::embedded_sources())
    }

    /// The scripts that are part of the program, with some of them replaced or added: each by its name relative to the
    /// directory of scripts, such as `events/small_pox.rhai`, and its text.
    ///
    /// # Errors
    /// Everything wrong with any of them.
    pub fn from_sources<N: Into<String>, T: Into<Arc<str>>>(
        sources: impl IntoIterator<Item = (N, T)>,
    ) -> Result<Scripts, Faults> {
        let mut all = Scripts::embedded_sources();
        for (name, text) in sources {
            let name: String = name.into();
            all.insert(name.clone(), Source::new(name, text));
        }
        Scripts::load(all)
    }

    fn embedded_sources() -> BTreeMap<String, Source> {
        let mut sources = BTreeMap::new();
        // The same files as those that are read from a directory: what else lies there is no part of the scripts.
        let directories = DIRECTORIES.iter().filter_map(|directory| EMBEDDED.get_dir(directory));
        let scripts = directories.flat_map(Dir::files).filter(|file| file.path().extension() == Some("rhai".as_ref()));
        for file in EMBEDDED.get_file(DECK).into_iter().chain(scripts) {
            if let (Some(name), Some(text)) = (file.path().to_str(), file.contents_utf8()) {
                sources.insert(name.to_string(), Source::new(format!("scripts/war/{name}"), text));
            }
        }
        sources
    }

    /// Reads the scripts in a directory.
    ///
    /// # Errors
    /// Everything wrong with any of them.
    pub fn from_dir(path: &Path) -> Result<Scripts, Faults> {
        Scripts::load(files::sources_in(path)?)
    }

    /// Whether a text is that of a script in the program.
    pub fn is_embedded(source: &Source) -> bool {
        static TEXTS: LazyLock<BTreeSet<Arc<str>>> =
            LazyLock::new(|| Scripts::embedded_sources().into_values().map(|source| source.text().into()).collect());
        TEXTS.contains(source.text())
    }

    /// The fingerprint of each file, by its name relative to the directory.
    pub fn fingerprints(&self) -> &Fingerprints {
        &self.hashes
    }

    /// The texts of all of them.
    pub fn sources(&self) -> &ScriptSources {
        &self.sources
    }

    /// What is probably a mistake in the scripts, but does no harm.
    pub fn warnings(&self) -> &Faults {
        &self.warnings
    }

    /// The cards.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// Each file, by name relative to the directory, with the first 16 hexadecimal digits of the SHA-256 of its text.
    pub fn hashes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.hashes.iter().map(|(name, hash)| (name.as_str(), hash.as_str()))
    }

    /// A scenario that is part of the program, with the cards of this deck; none if there is none with this id. It may not
    /// fit the deck.
    pub fn scenario(&self, id: &str) -> Option<Result<Arc<Scenario>, Faults>> {
        self.scenarios.get(id, &self.deck)
    }

    /// Whether the script of a card lets a mover land among the enemy (6.43).
    pub fn lands(&self, card: CardId) -> bool {
        self.landing.contains(card)
    }

    /// What a marker lasts until, as the script that places it says.
    pub fn lifetime(&self, marker: &str) -> Option<Until> {
        let of_rule = self.rules.contains_key(marker).then_some(Until::Game);
        of_rule.or_else(|| self.all().find_map(|script| script.markers.get(marker).copied()))
    }

    /// Measures from now on what calls into the scripts cost.
    pub fn measure(&self) {
        self.host.measure();
    }

    /// What calls into the scripts have cost since they were measured.
    pub fn costs(&self) -> Costs {
        self.host.costs()
    }

    /// The file with the script of a card's event, by its name relative to the directory.
    pub fn file_of_card(&self, card: CardId) -> Option<String> {
        Some(file_of(&self.deck.card(card)?.event))
    }

    /// The file with the script of an optional rule, named by number or id.
    pub fn file_of_rule(&self, word: &str) -> Option<String> {
        let rule = self.rules.values().find(|rule| rule.is_called(word))?;
        Some(format!("{OPTIONAL}/{}.rhai", rule.id.replace('-', "_")))
    }

    /// The names of all markers that scripts place.
    pub fn markers(&self) -> impl Iterator<Item = &str> {
        self.all().flat_map(|script| script.marker_names()).chain(self.rules.keys().map(String::as_str))
    }

    /// The scripts that can put markers in force.
    fn all(&self) -> impl Iterator<Item = &Script> {
        self.events.values().map(AsRef::as_ref).chain(self.rules.values().map(|rule| rule.script.as_ref()))
    }
}

/// The name of the file with the script of an event.
fn file_of(event: &str) -> String {
    format!("{EVENTS}/{}.rhai", event.replace('-', "_"))
}

impl ScriptSet for Scripts {
    type Sources = ScriptSources;

    fn fingerprints(&self) -> &Fingerprints {
        Scripts::fingerprints(self)
    }

    fn code(&self) -> BTreeMap<String, Code> {
        self.files_to_debug()
    }

    fn sources(&self) -> &ScriptSources {
        &self.sources
    }

    fn vacate(&self) {
        self.host.vacate();
    }
}

impl Compile for ScriptSources {
    type Scripts = Scripts;

    fn compile(&self) -> Result<Scripts, Faults> {
        ScriptSources::compile(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deck_has_70_cards() {
        let scripts = Scripts::embedded().expect("sound scripts");
        assert_eq!(scripts.deck().numbers().len(), 70);
        assert_eq!(scripts.deck().numbers(), (1..=70).map(CardId).collect());
        assert_eq!(scripts.deck().value(CardId(1)), 3);
    }

    #[test]
    fn a_directory_reads_like_what_is_embedded() {
        let scripts = Scripts::embedded().expect("sound scripts");
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/war");
        let read = Scripts::from_dir(&dir).expect("sound scripts");
        assert_eq!(read.deck(), scripts.deck());
        assert!(read.hashes().eq(scripts.hashes()));
    }

    #[test]
    fn a_directory_without_a_deck_is_a_fault() {
        let dir = tempfile::tempdir().expect("a directory");
        assert!(Scripts::from_dir(dir.path()).is_err());
    }
}
