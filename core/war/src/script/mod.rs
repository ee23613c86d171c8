//! The cards and their scripts: everything a designer can change without touching the core.

mod api;
pub mod document;
mod events;
mod examine;
mod language;
#[cfg(feature = "testing")]
pub mod meddler;
mod modifier_list;
mod modifiers;
mod optional;
mod read;
mod trial_modifiers;
mod under_way;

pub use modifiers::{FireModifiers, MovementLimits};
pub use optional::OptionalRule;
pub use under_way::UnderWay;
pub use wilderness_engine::debug::{ScriptLine, Stoppable, Watched};
pub(crate) use wilderness_engine::script::fingerprint;
use wilderness_engine::script::markers::declaration;
pub use wilderness_engine::script::{Costs, Fingerprints};

use crate::components::Components;
use crate::content::{CATALOGUE, Content, OPTIONAL, SCRIPT, file_of};
use crate::deck::Deck;
use crate::rules::season::{EXTRA, SKIPPED};
use crate::scenario::{ReadScenarios, Scenario, ScenarioText};
use crate::sets::{CardId, CardSet};
use crate::side::PerSide;
use crate::state::Until;
use crate::war::War;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::content::{Catalogue, Places, Texts};
use wilderness_engine::faults::Faults;
use wilderness_engine::script::{self as scripts, Compile, Host, Modifying, ScriptSet, Triggers};
use wilderness_engine::value::Values;

/// A script, with what it says of itself.
pub(crate) type Script = scripts::Script<War>;
/// For whom a script runs, and because of which card.
pub(crate) type Occasion = scripts::Occasion<War>;

/// What a designer can change, read, compiled and checked, with a fingerprint of every file that it came from.
pub struct Scripts {
    content: Content,
    /// What lies on the table.
    components: &'static Components,
    deck: Rc<Deck>,
    hashes: Fingerprints,
    pub(crate) host: Host<War>,
    /// By the event's id in the deck.
    pub(crate) events: BTreeMap<String, Rc<Script>>,
    /// The same scripts, by the cards of the events.
    of_cards: BTreeMap<CardId, Rc<Script>>,
    /// By the rule's id.
    rules: BTreeMap<String, OptionalRule>,
    /// The cards that bear a side's symbol (5.12).
    bearing: PerSide<CardSet>,
    /// The cards whose scripts let a mover land (6.43).
    landing: CardSet,
    /// The cards that answer each kind of moment, by its number.
    answering: Vec<CardSet>,
    /// The scripts that act at moments: those of events in the order of their names, then those of optional rules.
    triggers: Triggers<War>,
    /// The scripts that define modifiers.
    modifying: Modifying<War>,
    /// Whether one of them, in force or not, has both sides asked at moments of one.
    may_ask_both: bool,
    /// What is probably a mistake in them.
    warnings: Faults,
    /// The scenarios that were read for this deck.
    scenarios: ReadScenarios,
    /// What positions of each scenario are worth.
    values: Values,
}

impl Scripts {
    /// The scripts that are part of the program.
    ///
    /// # Errors
    /// Everything wrong with any of them.
    pub fn embedded() -> Result<Scripts, Faults> {
        Content::embedded().compile()
    }

    /// The scripts that are part of the program, with some of them replaced or added: each by its name relative to the
    /// directory of scripts, such as `events/small_pox.rhai`, and its text.
    ///
    /// # Errors
    /// Everything wrong with any of them.
    pub fn from_sources<N: Into<String>, T: Into<Arc<str>>>(
        sources: impl IntoIterator<Item = (N, T)>,
    ) -> Result<Scripts, Faults> {
        Content::embedded().with_texts(sources).compile()
    }

    /// Reads the scripts in a directory; the scenarios are those of the program.
    ///
    /// # Errors
    /// Everything wrong with any of them.
    pub fn from_dir(path: &Path) -> Result<Scripts, Faults> {
        Content::read(&Places { scripts: Some(path.into()), ..Places::default() })?.compile()
    }

    /// The content that they were compiled from.
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// The fingerprint of each file, by its name relative to the directory.
    pub fn fingerprints(&self) -> &Fingerprints {
        &self.hashes
    }

    /// What is probably a mistake in the scripts, but does no harm.
    pub fn warnings(&self) -> &Faults {
        &self.warnings
    }

    /// Makes the components of this content those that this thread goes by.
    #[inline]
    pub(crate) fn enter(&self) {
        self.components.enter();
    }

    /// The cards.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// A scenario of the content, with the cards of this deck; none if there is none with this id. It may not fit the
    /// deck.
    pub fn scenario(&self, id: &str) -> Option<Result<Arc<Scenario>, Faults>> {
        Some(self.read_scenario(&self.content.scenario(id)?))
    }

    /// A scenario from its text, with the cards of this deck.
    pub(crate) fn read_scenario(&self, text: &ScenarioText) -> Result<Arc<Scenario>, Faults> {
        self.enter();
        self.scenarios.get(text, &self.deck)
    }

    /// Whether the script of a card lets a mover land among the enemy (6.43).
    pub(crate) fn lands(&self, card: CardId) -> bool {
        self.landing.contains(card)
    }

    /// What a marker lasts until, as the script that places it says.
    pub(crate) fn lifetime(&self, marker: &str) -> Option<Until> {
        let of_rule = self.rules.contains_key(marker).then_some(Until::Game);
        let counts = [EXTRA, SKIPPED].iter().any(|name| marker.ends_with(name));
        of_rule
            .or(counts.then_some(Until::Season))
            .or_else(|| self.all().find_map(|script| script.markers.get(declaration(marker)).copied()))
    }

    /// What positions of each scenario are worth.
    pub(crate) fn values(&self) -> &Values {
        &self.values
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
        Some(format!("{OPTIONAL}{}{SCRIPT}", rule.id.replace('-', "_")))
    }

    /// The names of all markers that scripts place.
    pub fn markers(&self) -> impl Iterator<Item = &str> {
        self.all().flat_map(|script| script.marker_names()).chain(self.rules.keys().map(String::as_str))
    }

    /// The scripts that can put markers in force.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Script> {
        self.events.values().map(AsRef::as_ref).chain(self.rules.values().map(|rule| rule.script.as_ref()))
    }
}

impl ScriptSet for Scripts {
    type Rules = War;
    type Language = Scripts;
    type Sources = Content;

    fn host(&self) -> Option<&Host<War>> {
        Some(&self.host)
    }

    fn sources(&self) -> &Content {
        self.content()
    }

    fn fingerprints(&self) -> &Fingerprints {
        &self.hashes
    }

    fn all(&self) -> impl Iterator<Item = &Script> {
        self.events.values().chain(self.rules.values().map(|rule| &rule.script)).map(AsRef::as_ref)
    }

    fn is_rule(&self, marker: &str) -> bool {
        self.rules.contains_key(marker)
    }

    fn examine(&self) -> Faults {
        self.wrong_in_content()
    }
}

impl Compile for Content {
    type Scripts = Scripts;

    fn compile(&self) -> Result<Scripts, Faults> {
        Content::compile(self)
    }

    fn catalogue() -> Option<&'static Catalogue> {
        Some(&CATALOGUE)
    }

    fn texts(&self) -> Option<&Texts> {
        Some(self)
    }

    fn made_of(&self, texts: Texts) -> Content {
        texts.into()
    }
}
