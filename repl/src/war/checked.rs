//! What an editor is told about the cards, optional rules, scenarios and presets of the war.

mod facts;

use super::check::places_of;
use super::content::Origin;
use super::series::of_bot;
use crate::front::Origin as _;
use crate::lsp::{CheckedContent, ContentNames, Hearing, Measuring, OpenTexts, Trial, TriedEvent};
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::Rules as _;
use wilderness_engine::content::DataFiles;
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::language::{Language as _, Operand, Value};
use wilderness_engine::script::document::Reference;
use wilderness_engine::script::{Receiver, ScriptSet as _, check, compiled_once};
use wilderness_lab::Player;
use wilderness_lab::balance::{Background, ChangedFiles};
use wilderness_war::map::{Department, Map};
use wilderness_war::pieces::{Nation, Pieces};
use wilderness_war::scripting::trial;
use wilderness_war::{CATALOGUE, Content, Header, Scenario, Scripts, Side, War};

/// A content of the war.
pub struct WarChecked {
    origin: Origin,
    /// The texts, as they were when they were checked last.
    content: Content,
    /// The last scripts in which nothing was wrong; at first those of the program.
    scripts: Rc<Scripts>,
    /// What later scripts are compared with.
    before: Option<Content>,
    reference: OnceCell<Rc<Reference>>,
}

impl WarChecked {
    /// The content that a file belongs to.
    pub fn of(file: &Path) -> Option<WarChecked> {
        let origin = Origin::of_places(places_of(file).ok()?);
        let content = Content::embedded();
        let scripts = compiled_once::<Scripts>(&content).ok()?;
        Some(WarChecked { origin, content, scripts, before: None, reference: OnceCell::new() })
    }

    /// The scripts; names of spaces and pieces are those of their content.
    fn entered(&self) -> &Scripts {
        War::enter(&self.scripts);
        &self.scripts
    }
}

impl CheckedContent for WarChecked {
    fn key(&self) -> String {
        format!("{:?}", self.origin)
    }

    fn check(&mut self, open: OpenTexts<'_>) -> Faults {
        match self.origin.read() {
            Ok(content) => self.content = content.overlaid(open).into(),
            Err(faults) => return faults,
        }
        let (scripts, faults) = check::<Scripts>(&self.content);
        self.scripts = scripts.map_or_else(|| self.scripts.clone(), Rc::new);
        faults
    }

    fn faults(&self, open: OpenTexts<'_>) -> Faults {
        match self.origin.read() {
            Ok(content) => check::<Scripts>(&content.overlaid(open).into()).1,
            Err(faults) => faults,
        }
    }

    fn data_files(&self) -> Vec<DataFiles> {
        CATALOGUE.data_files()
    }

    fn receiver(&self, text: &str, word: Range<usize>) -> Option<Receiver> {
        self.entered().host()?.receiver(text, word)
    }

    fn variables(&self, source: &Source) -> Vec<(Range<usize>, Option<String>)> {
        self.entered().host().map_or_else(Vec::new, |host| host.variables(source))
    }

    fn sources(&self) -> Vec<Source> {
        self.content.sources().cloned().collect()
    }

    fn reference(&self) -> Rc<Reference> {
        // No content of the war changes it.
        self.reference.get_or_init(|| self.scripts.reference().into()).clone()
    }

    fn sides(&self) -> Vec<String> {
        Side::BOTH.map(|side| side.id().to_uppercase()).into()
    }

    fn named_by(&self, function: &str) -> Option<ContentNames> {
        let named = Scripts::named_by(self.entered().deck(), function)?;
        Some(ContentNames { what: named.what.into(), names: named.names.iter().map(ToString::to_string).collect() })
    }

    fn compared(&self, property: &str, of: Option<&str>) -> Option<ContentNames> {
        let deck = self.entered().deck();
        let value = Scripts::value(deck, &Operand::Property { name: property, of });
        match value.or_else(|| Scripts::value(deck, &Operand::Returned(property)))? {
            Value::Words(what, words) => {
                Some(ContentNames { what: what.into(), names: words.into_iter().map(str::to_string).collect() })
            }
            _ => None,
        }
    }

    fn markers(&self) -> BTreeSet<String> {
        facts::markers(&self.scripts)
    }

    fn about(&self, name: &str) -> Option<String> {
        facts::about(self.entered(), name)
    }

    fn about_marker(&self, name: &str) -> Option<String> {
        Some(facts::about_marker(&self.scripts, name))
    }

    fn data_names(&self, key: &str) -> Vec<(String, String)> {
        names_of_key(self, key)
    }

    fn event_of(&self, file: &Path) -> Option<String> {
        facts::event_of(&self.scripts, file)
    }

    fn trial(&self, event: &str) -> Option<Trial> {
        let (content, event) = (self.content.clone(), event.to_string());
        Some(Box::new(move || match content.compile().map(Rc::new) {
            Ok(scripts) => tried(&scripts, &event),
            Err(faults) => TriedEvent { is_fine: false, message: format!("{event} cannot be tried: {faults}") },
        }))
    }

    fn remember(&mut self) {
        if self.before.is_none() {
            self.before = self.origin.read().ok();
        }
    }

    fn measure(&self, file: &Path, bot: Player, tell: Hearing) -> Result<Measuring, String> {
        let said = |faults: Faults| format!("nothing can be measured before this is put right: {faults}");
        let scripts = self.content.compile().map_err(said)?;
        War::enter(&scripts);
        let scenario = scenario_of(&scripts, file)?;
        // A scenario that is new has nothing to be compared with: then it is only counted how often the card is played.
        let has_it = |before: &&Content| before.scenario_ids().any(|id| id == scenario.id);
        let before = self.before.as_ref().filter(has_it).unwrap_or(&self.content);
        let mut changed = ChangedFiles::between::<War>(&before.fingerprints(), &self.content.fingerprints());
        changed.events.extend(facts::event_of(&scripts, file));
        let series = |scripts: &Scripts| of_bot(Header::new(&scenario.id, 1, scripts), scripts, bot);
        let old = before.compile().map_err(said)?;
        let new = series(&scripts).observing_what_differs([&old, &scripts]);
        let background = Background::play([series(&old), new], changed, tell);
        let background = background.map_err(|error| format!("no games can be played: {error}"))?;
        Ok(Measuring { background, scenario: scenario.name.clone() })
    }
}

/// The first scenario whose deck has a card with the event of a script.
fn scenario_of(scripts: &Scripts, file: &Path) -> Result<Arc<Scenario>, String> {
    let event = facts::event_of(scripts, file);
    let Some(event) = event else {
        return Err(format!("{} cannot be measured: no card of the deck has this event", file.display()));
    };
    scenario_with(scripts, &event)
}

/// The first scenario whose deck has a card with an event.
pub fn scenario_with(scripts: &Scripts, event: &str) -> Result<Arc<Scenario>, String> {
    let cards: Vec<_> = scripts.deck().cards().filter(|card| card.event == event).map(|card| card.number).collect();
    let has_it = |scenario: &Arc<Scenario>| cards.iter().any(|card| scenario.cards.contains(*card));
    scripts.sound_scenarios(false).into_iter().find(has_it).ok_or_else(|| {
        let number = cards.first().map_or(String::new(), |card| card.0.to_string());
        format!(
            "{event} cannot be measured: no scenario has the card {number}. Add it to the `cards` of a scenario in \
             `scenarios/` of your content: `wilderness init DIR` shows one"
        )
    })
}

/// What comes of a trial of an event.
fn tried(scripts: &Rc<Scripts>, event: &str) -> TriedEvent {
    let scenarios = scripts.sound_scenarios(false);
    let (faults, tried) = trial(scripts, &scenarios, 1, &mut |_| true);
    let file = format!("{}.rhai", event.replace('-', "_"));
    let own = |fault: &&Fault| fault.source_text().is_some_and(|source| source.name().ends_with(&file));
    let counts = tried.get(event).copied().unwrap_or_default();
    let total = counts.playable + counts.refused;
    let summary = format!(
        "{event}: could be played in {} of {total} trials, was played {} times",
        counts.playable, counts.played
    );
    match faults.iter().find(own) {
        Some(fault) => TriedEvent { is_fine: false, message: format!("{summary}; {}", fault.line()) },
        None => TriedEvent { is_fine: true, message: format!("{summary}; nothing went wrong") },
    }
}

/// The names that the value of a key can be.
fn names_of_key(shelf: &WarChecked, key: &str) -> Vec<(String, String)> {
    let plain = |words: &[&str]| words.iter().map(|word| (word.to_string(), String::new())).collect();
    let scripts = shelf.entered();
    let known = |names: &mut dyn Iterator<Item = &str>| {
        names.map(|name| (name.to_string(), shelf.about(name).unwrap_or_default())).collect()
    };
    match key {
        "event" => {
            let files = shelf.sources();
            let events = files.iter().filter(|source| source.name().contains("events/")).filter_map(|source| {
                let file = source.name().rsplit('/').next()?.strip_suffix(".rhai")?;
                Some(file.replace('_', "-"))
            });
            events.map(|event| (event, String::new())).collect()
        }
        "side" | "sides" | "first_side" | "originally" => plain(&["french", "british"]),
        "terrain" => plain(&["cultivated", "wilderness", "mountain"]),
        "nation" => plain(&Nation::all().map(Nation::id).collect::<Vec<_>>()),
        "department" => plain(&Department::all().map(|one| one.facts().id.as_str()).collect::<Vec<_>>()),
        "kind" => plain(&["event", "response"]),
        "assemblies" => plain(&["reluctant", "supportive", "enthusiastic"]),
        "markers" => known(&mut scripts.markers()),
        "rules" | "recommends" => {
            let rules = scripts.rules().map(|rule| (rule.id.clone(), rule.facts.about.clone()));
            rules.collect()
        }
        "scenario" => shelf.content.scenario_ids().map(|id| (id.to_string(), String::new())).collect(),
        "forts"
        | "stockades"
        | "forts_under_construction"
        | "raided"
        | "fieldworks"
        | "amphib"
        | "between"
        | "from"
        | "to"
        | "home"
        | "spaces" => known(&mut Map::get().ids()),
        _ => known(&mut Pieces::get().ids().chain(Map::get().ids())),
    }
}
