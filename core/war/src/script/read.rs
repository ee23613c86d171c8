//! Reading a set of scripts: the deck, the library, the event of each card, the optional rules. Everything wrong with
//! any of them is reported at once.

use super::language::{RULE, role};
use super::optional::OptionalRule;
use super::{Script, Scripts};
use crate::chance::Throw;
use crate::content::{Content, DECK, EVENTS, LIBRARY, OPTIONAL, SCRIPT, file_of};
use crate::deck;
use crate::deck::{Deck, EventKind};
use crate::moments::MomentKind;
use crate::scenario::ReadScenarios;
use crate::sets::{CardId, CardSet};
use crate::side::{PerSide, Side};
use crate::war::War;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use wilderness_engine::faults::{Fault, Faults};
use wilderness_engine::script::{self, Modifying, Triggers, at_function, at_text};
use wilderness_engine::value::{Values, features_with_constant};
use wilderness_engine::{Chance as _, SearchOf, Searched as _};

/// A script that was read, with what is known of its text.
type Read = script::Read<War>;

/// What reading goes through.
struct CardReader<'a> {
    scripts: script::ScriptReader<War>,
    content: &'a Content,
    /// The events of the deck.
    named: BTreeSet<String>,
}

impl Content {
    /// Compiles the scripts.
    ///
    /// # Errors
    /// Everything wrong with the deck or any script.
    pub fn compile(&self) -> Result<Scripts, Faults> {
        Scripts::compile(self.clone())
    }
}

impl Scripts {
    /// Reads the deck, and compiles all scripts.
    pub(crate) fn compile(content: Content) -> Result<Scripts, Faults> {
        if content.decks().is_empty() {
            return Err(Fault::error("script::no_deck", format!("the scripts have no `{DECK}`")).into());
        }
        let components = content.components()?;
        components.enter();
        let deck = Rc::new(Deck::parse_all(content.decks())?);
        let named = deck.cards().map(|card| card.event.clone()).collect();
        let library = content.within(LIBRARY).map(|(_, source)| source);
        let mut reader =
            CardReader { scripts: script::ScriptReader::new(deck.clone(), library), content: &content, named };
        let events = reader.events(&deck);
        let rules = reader.rules();
        let ids: Vec<String> = content.within(OPTIONAL).map(|(name, _)| id_of(name)).collect();
        let placed = |marker: &str| {
            let scenarios = content.scenario_ids().filter_map(|id| content.read_scenario(id, &deck)?.ok());
            scenarios.flat_map(|scenario| scenario.markers).any(|placed| *placed == *marker)
        };
        reader.scripts.compare(events.values().chain(rules.values()), &ids, &placed);
        let lands = |read: &Read| read.calls("land");
        let landing = deck.cards().filter(|card| events.get(&card.event).is_some_and(lands)).map(|card| card.number);
        let landing = landing.collect();
        let events: BTreeMap<String, Rc<Script>> =
            events.into_iter().map(|(id, read)| (id.clone(), of_event(&deck, &id, read.script))).collect();
        let rules = reader.described(rules);
        let script::ScriptReader { host, mut faults, .. } = reader.scripts;
        let modifying = Modifying::new(&host, events.values().chain(rules.values().map(|rule| &rule.script)));
        let mut scripts = Scripts {
            values: Values::default(),
            hashes: content.fingerprints(),
            bearing: PerSide::new(|side| {
                deck.cards().filter(|card| card.sides.contains(&side)).map(|card| card.number).collect()
            }),
            landing,
            answering: answering(&deck, &events),
            of_cards: of_cards(&deck, &events),
            triggers: Triggers::new(events.values().chain(rules.values().map(|rule| &rule.script))),
            may_ask_both: modifying.is_defined("also_asks"),
            modifying,
            warnings: Faults::none(),
            scenarios: ReadScenarios::default(),
            content: content.clone(),
            components,
            deck,
            host,
            events,
            rules,
        };
        let features = features_with_constant(SearchOf::<War>::features(&scripts), Side::BOTH.len());
        let (sides, dice) =
            (Side::BOTH.map(|side| side.id()), Vec::from_iter(Throw::ALL.iter().map(|throw| throw.kind())));
        scripts.values = Values::read(&content, [&sides, &dice], &features, &mut faults);
        let (scripts, mut warnings) = faults.with_warnings(scripts)?;
        warnings.append(components.warnings.clone());
        Ok(Scripts { warnings, ..scripts })
    }
}

impl CardReader<'_> {
    /// The script of each event in the deck.
    fn events(&mut self, deck: &Deck) -> BTreeMap<String, Read> {
        let mut events = BTreeMap::new();
        let kinds: BTreeMap<&str, EventKind> = deck.cards().map(|card| (card.event.as_str(), card.kind)).collect();
        for (id, kind) in kinds {
            match self.content.get(&file_of(id)) {
                Some(source) => {
                    drop(self.scripts.read(source, role(kind)).map(|read| events.insert(id.to_string(), read)))
                }
                None => {
                    let fault = self.no_script(id);
                    self.scripts.faults.push(fault);
                }
            }
        }
        events
    }

    /// An event in the deck without a script.
    fn no_script(&self, id: &str) -> Fault {
        let fault = Fault::error("script::no_script", format!("the event `{id}` of the deck has no script"));
        let place = |deck| (deck, deck::place_of_event(deck, id));
        let mut places = self.content.decks().iter().rev().map(place);
        let fault = match places.find(|(_, place)| !place.is_empty()).or(self.content.decks().first().map(place)) {
            Some((deck, place)) => fault.at(deck, place, "no script of this name"),
            None => fault,
        };
        let scripts: Vec<String> = self.content.within(EVENTS).map(|(name, _)| id_of(name)).collect();
        fault.help(format!("write `{}`", file_of(id))).did_you_mean(id, scripts.iter().map(String::as_str))
    }

    /// The script of each optional rule.
    fn rules(&mut self) -> BTreeMap<String, Read> {
        let mut rules = BTreeMap::new();
        for (name, source) in self.content.within(OPTIONAL) {
            if let Some(read) = self.scripts.read(source, RULE) {
                rules.insert(id_of(name), read);
            }
        }
        rules
    }

    /// The optional rules, as their scripts describe them. Numbers are not given twice, and rules that they exclude
    /// exist.
    fn described(&mut self, rules: BTreeMap<String, Read>) -> BTreeMap<String, OptionalRule> {
        let mut described = BTreeMap::new();
        for (id, read) in rules {
            match OptionalRule::load(&self.scripts.host, &id, read.script) {
                Ok(rule) => drop(described.insert(id, rule)),
                Err(more) => self.scripts.faults.append(more),
            }
        }
        let rules: Vec<&OptionalRule> = described.values().collect();
        for (index, rule) in rules.iter().enumerate() {
            let point = |fault: Fault| at_function(fault, &rule.script.compiled, "rule");
            let twin = rules[..index].iter().find(|other| other.is_called(&rule.facts.number));
            if let Some(other) = twin {
                let message = format!("the rules `{}` and `{}` have the same number", other.id, rule.id);
                self.scripts.faults.push(point(Fault::error("script::rule_number", message)));
            }
            for event in rule.facts.events.iter().filter(|event| !self.named.contains(*event)) {
                let message = format!("`{}` needs the event `{event}`, which no card of the deck has", rule.id);
                let fault = Fault::warning("script::unknown_event", message);
                let fault = at_text(fault, &rule.script.compiled, "rule", event, "no such event");
                self.scripts.faults.push(fault.did_you_mean(event, self.named.iter().map(String::as_str)));
            }
            for word in &rule.facts.excludes {
                if !rules.iter().any(|other| other.is_called(word)) {
                    let message = format!("`{}` excludes `{word}`, which is no rule", rule.id);
                    let fault = Fault::warning("script::excludes_nothing", message);
                    let ids = rules.iter().map(|rule| rule.id.as_str());
                    let fault = at_text(fault, &rule.script.compiled, "rule", word, "no such rule");
                    self.scripts.faults.push(fault.did_you_mean(word, ids));
                }
            }
        }
        described
    }
}

/// The id of the event or rule in a file.
pub(super) fn id_of(name: &str) -> String {
    name.trim_end_matches(SCRIPT).replace('_', "-")
}

/// The script of an event, which knows the first card that has the event.
fn of_event(deck: &Deck, event: &str, mut script: Script) -> Rc<Script> {
    script.card = deck.cards().find(|card| card.event == event).map(|card| card.number);
    Rc::new(script)
}

/// The cards that answer each kind of moment, by its number.
fn answering(deck: &Deck, events: &BTreeMap<String, Rc<Script>>) -> Vec<CardSet> {
    let mut answering = vec![CardSet::EMPTY; MomentKind::ALL.len()];
    for card in deck.cards().filter(|card| card.kind == EventKind::Response) {
        for &moment in events.get(&card.event).map_or(&[][..], |event| event.moments()) {
            answering[moment as usize].insert(card.number);
        }
    }
    answering
}

/// The script of the event of each card.
fn of_cards(deck: &Deck, events: &BTreeMap<String, Rc<Script>>) -> BTreeMap<CardId, Rc<Script>> {
    deck.cards().filter_map(|card| Some((card.number, events.get(&card.event)?.clone()))).collect()
}
