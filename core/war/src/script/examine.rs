//! What is wrong with content whose scripts could be compiled: with its scenarios, its presets, and the rules that they
//! name; and what is probably a mistake in the scripts.

use super::Scripts;
use super::read::id_of;
use crate::content::{CATALOGUE, Content, EVENTS, file_of};
use crate::deck::place_of_event;
use crate::scenario::Scenario;
use crate::side::Side;
use std::path::Path;
use std::sync::Arc;
use wilderness_engine::faults::{Fault, Faults};

impl Scripts {
    /// Everything wrong or probably wrong.
    pub(super) fn wrong_in_content(&self) -> Faults {
        self.enter();
        let mut faults = self.warnings().clone();
        faults.extend(self.scripts_without_cards().chain(self.cards_without_scenarios()));
        self.content().scenario_ids().for_each(|id| self.check_scenario(self.content(), id, &mut faults));
        for name in self.content().preset_names() {
            match self.content().preset(name) {
                Ok(preset) => {
                    faults.append(self.wrong_rules(preset.named_rules()));
                    // A file that a preset names is not part of the content.
                    let file = preset.scenario.filter(|word| Content::is_path(word));
                    if let Some(file) = file.filter(|word| self.content().scenario_named(word).is_err()) {
                        self.check_file(&file, &mut faults);
                    }
                }
                Err(more) => faults.append(more),
            }
        }
        faults
    }

    fn check_file(&self, file: &str, faults: &mut Faults) {
        match self.content().with_file(Path::new(file)).map(Content::from) {
            Ok(content) => match content.scenario_named(file) {
                Ok(id) => self.check_scenario(&content, &id, faults),
                Err(more) => faults.append(more),
            },
            Err(more) => faults.append(more),
        }
    }

    fn check_scenario(&self, content: &Content, id: &str, faults: &mut Faults) {
        match content.read_scenario(id, self.deck()) {
            Some(Ok(scenario)) => {
                faults.append(self.wrong_rules(scenario.named_rules()));
                faults.extend(self.without_effect(&scenario));
            }
            Some(Err(more)) => faults.append(more),
            None => {}
        }
    }

    /// Markers of a scenario that no script has, and victory points with which the game is over at the end of its first
    /// year (13.11).
    fn without_effect(&self, scenario: &Scenario) -> Vec<Fault> {
        let unknown = scenario.named_markers().filter(|(name, _)| self.lifetime(name).is_none());
        let unknown = unknown.map(|(name, spot)| {
            let fault = Fault::warning("scenario::unknown_marker", format!("no script has a marker `{name}`"));
            fault.spot(&spot, "without effect").did_you_mean(name, self.markers())
        });
        let leader = if scenario.vp > 0 { Side::French } else { Side::British };
        let needed = scenario.victory.at_once[leader];
        let won = (scenario.vp != 0 && scenario.vp.abs() >= needed).then(|| {
            let message = format!("with {} victory points the game is won at the end of its first year", scenario.vp);
            let fault = Fault::warning("scenario::already_won", message);
            fault.spot(&scenario.place_of_points(), format!("{needed} points win the game (13.11)"))
        });
        unknown.chain(won).collect()
    }

    /// Scripts of events that no card of the deck has. A deck may leave out cards of those that are built in.
    fn scripts_without_cards(&self) -> impl Iterator<Item = Fault> {
        let events = self.content().within(EVENTS).map(|(name, source)| (id_of(name), source));
        let unused = events.filter(|(id, _)| !self.deck().cards().any(|card| card.event == *id));
        let own = unused.filter(|(id, _)| !self.content().is_from_program(&file_of(id)));
        own.map(|(id, source)| {
            let fault = Fault::warning("script::no_card", format!("no card of the deck has the event `{id}`"));
            let fault = fault.at(source, 0..0, "never played");
            let fault = fault.help(format!("add a card with `event = \"{id}\"` to `deck.toml`"));
            fault.did_you_mean_file(&id, self.deck().cards().map(|card| card.event.as_str()))
        })
    }

    /// Cards that are in no scenario, if the content has scenarios of its own.
    fn cards_without_scenarios(&self) -> impl Iterator<Item = Fault> {
        let has_own = !self.sound_scenarios(true).is_empty();
        let scenarios = if has_own { self.sound_scenarios(false) } else { Vec::new() };
        let left_out = self
            .deck()
            .cards()
            .filter(move |card| has_own && !scenarios.iter().any(|it| it.cards.contains(card.number)));
        left_out.map(|card| {
            let message = format!("no scenario has the card {} in its `cards`", card.number.0);
            let fault = Fault::warning("deck::in_no_scenario", message);
            let mut places = self.content().decks().iter().map(|deck| (deck, place_of_event(deck, &card.event)));
            let place = places.rfind(|(_, place)| !place.is_empty());
            let fault = match place {
                Some((deck, place)) => fault.at(deck, place, "never dealt"),
                None => fault,
            };
            fault.help("add its number to the `cards` of a scenario")
        })
    }

    /// The scenarios of the content in which nothing is wrong; if `own`, only those that are not built in.
    pub fn sound_scenarios(&self, own: bool) -> Vec<Arc<Scenario>> {
        let content = self.content();
        let ids = content.scenario_ids().filter(|id| !own || !content.is_from_program(&CATALOGUE.scenario(id)));
        ids.filter_map(|id| self.scenario(id)?.ok()).collect()
    }
}
