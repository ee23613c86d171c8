//! Events: the script of each, what it defines, and when the rules call it.

use super::api::MomentView;
use super::diagnose;
use super::host::{Compiled, Host, Occasion};
use super::{EventKind, Moment, MomentKind, Scripts};
use crate::decision::{Ask, Choice, Choices, Word};
use crate::faults::{Fault, Faults};
use crate::log::{Entry, Topic};
use crate::sets::{CardId, CardSet};
use crate::side::Side;
use crate::state::{State, Until};
use crate::table::{Halt, Play, Table, Windows};
use rhai::{Array, Dynamic};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// What markers last until, as scripts say it.
pub(crate) const ENDS: [&str; 6] = ["battle", "activation", "action-phase", "season", "year", "game"];

/// The script of an event.
pub(crate) struct Event {
    pub script: Compiled,
    /// The moments at which a response may be played.
    moments: Vec<MomentKind>,
    /// The markers that it puts in force, and what they last until.
    pub markers: BTreeMap<Arc<str>, Until>,
}

impl Event {
    /// The functions that an event of a kind has to define, and the number of their parameters.
    pub fn needed(kind: EventKind) -> &'static [(&'static str, usize)] {
        match kind {
            EventKind::Event => &[("can_play", 0), ("play", 0)],
            EventKind::Response => &[("moments", 0), ("can_respond", 1), ("respond", 1)],
        }
    }

    /// Reads the names that a compiled script gives: the moments that it answers, the markers that it places.
    pub fn load(host: &Host, script: Compiled, kind: EventKind) -> Result<Event, Faults> {
        let mut faults = Faults::none();
        let mut event = Event { script, moments: Vec::new(), markers: BTreeMap::new() };
        if kind == EventKind::Response && event.script.has("moments", 0) {
            match event.constant(host, "moments").and_then(|found| event.read_moments(found)) {
                Ok(moments) => event.moments = moments,
                Err(more) => faults.append(more),
            }
        }
        if event.script.has("markers", 0) {
            match event.constant(host, "markers").and_then(|found| event.read_markers(found)) {
                Ok(markers) => event.markers = markers,
                Err(more) => faults.append(more),
            }
        }
        faults.into_result(event)
    }

    /// What a function without parameters returns.
    fn constant(&self, host: &Host, name: &str) -> Result<Dynamic, Faults> {
        host.constant(&self.script, name).map_err(|halt| match halt {
            Halt::Script(fault) => Faults::from(*fault),
            other => Fault::error("script::failed", other.to_string()).into(),
        })
    }

    fn read_moments(&self, found: Dynamic) -> Result<Vec<MomentKind>, Faults> {
        let Some(names) = found.clone().try_cast::<Array>() else {
            return Err(diagnose::wrong_result(&self.script, "moments", found.type_name()).into());
        };
        let mut faults = Faults::none();
        let mut moments = Vec::new();
        for name in names.iter().map(ToString::to_string) {
            match MomentKind::from_name(&name) {
                Some(kind) => moments.push(kind),
                None => {
                    let fault = Fault::error("script::unknown_moment", format!("no moment `{name}`"));
                    let fault = diagnose::at_text(fault, &self.script, "moments", &name, "no such moment");
                    let fault = fault.help("`wilderness api` lists the moments");
                    faults.push(fault.did_you_mean(&name, MomentKind::names()));
                }
            }
        }
        if moments.is_empty() && faults.is_empty() {
            let fault = Fault::error("script::no_moments", "the card can never be played: it answers no moment");
            faults.push(diagnose::at_function(fault, &self.script, "moments"));
        }
        faults.into_result(moments)
    }

    fn read_markers(&self, found: Dynamic) -> Result<BTreeMap<Arc<str>, Until>, Faults> {
        let Some(names) = found.clone().try_cast::<rhai::Map>() else {
            return Err(diagnose::wrong_result(&self.script, "markers", found.type_name()).into());
        };
        let mut faults = Faults::none();
        let mut markers = BTreeMap::new();
        for (name, until) in names {
            let word = until.to_string();
            match serde_json::from_value(serde_json::Value::String(word.clone())) {
                Ok(until) => drop(markers.insert(Arc::from(name.as_str()), until)),
                Err(_) => {
                    let message = format!("the marker `{name}` lasts until `{word}`, which never comes");
                    let fault = Fault::error("script::unknown_end", message);
                    let fault = diagnose::at_text(fault, &self.script, "markers", &word, "not an end");
                    let fault = fault.help(format!("markers last until {}", ENDS.join(", ")));
                    faults.push(fault.did_you_mean(&word, ENDS));
                }
            }
        }
        faults.into_result(markers)
    }

    /// The moments at which a response may be played.
    pub fn moments(&self) -> &[MomentKind] {
        &self.moments
    }

    /// The names of its markers.
    pub fn marker_names(&self) -> impl Iterator<Item = &str> {
        self.markers.keys().map(AsRef::as_ref)
    }

    /// Whether one of its markers is in force.
    pub fn is_in_force(&self, state: &State) -> bool {
        self.markers.keys().any(|name| state.markers.contains_key(name))
    }
}

impl Scripts {
    /// The event of a card, if it has a script.
    fn event(&self, card: CardId) -> Option<&Event> {
        self.events.get(&self.deck.card(card)?.event)
    }

    /// Whether a side can play a card as an event now, in its own action phase: the card bears its symbol and the
    /// condition holds (5.12).
    ///
    /// # Errors
    /// A script that fails.
    pub fn can_play(&self, state: &State, side: Side, card: CardId) -> Play<bool> {
        let facts = self.deck.card(card).filter(|card| card.kind == EventKind::Event && card.sides.contains(&side));
        let (Some(_), Some(event)) = (facts, self.event(card)) else { return Ok(false) };
        let occasion = Occasion { side, card: Some(card) };
        let found = self.host.query(&event.script, "can_play", state, &self.deck, occasion, Vec::new())?;
        truth(&event.script, "can_play", found)
    }

    /// Plays the event of a card. What becomes of the card is for the rules to say.
    pub(crate) fn play(&self, table: &mut Table, side: Side, card: CardId) -> Play<()> {
        let Some(event) = self.event(card) else { return Ok(()) };
        let occasion = Occasion { side, card: Some(card) };
        self.host.act(&event.script, "play", table, &self.deck, occasion, Vec::new())
    }

    fn can_respond(&self, state: &State, side: Side, card: CardId, moment: &Rc<Moment>) -> Play<bool> {
        let Some(event) = self.event(card) else { return Ok(false) };
        let occasion = Occasion { side, card: Some(card) };
        let view = Dynamic::from(MomentView(moment.clone()));
        let found = self.host.query(&event.script, "can_respond", state, &self.deck, occasion, vec![view])?;
        truth(&event.script, "can_respond", found)
    }

    /// Notes for a trial whether a response could be played. If it can be, it is asked once more with its own markers in
    /// force, which few games would show.
    fn note_tried(&self, table: &mut Table, side: Side, card: CardId, moment: &Rc<Moment>, fits: bool) -> Play<()> {
        let markers = self.event(card).filter(|event| fits && !event.markers.is_empty()).map(|event| &event.markers);
        let again = markers.map(|markers| {
            let mut state = table.state.clone();
            state.markers.extend(markers.iter().map(|(name, until)| (name.clone(), *until)));
            self.can_respond(&state, side, card, moment)
        });
        let again = again.transpose()?;
        let tried = table.tried.get_or_insert_default().entry(card).or_default();
        [Some(fits), again].into_iter().flatten().for_each(|fits| tried.note(fits));
        Ok(())
    }

    /// Opens the window of a moment to a side, until it passes or has nothing to respond with.
    pub(crate) fn respond(&self, table: &mut Table, side: Side, moment: Moment) -> Play<()> {
        let kind = moment.kind();
        let answering = self.answering.get(&kind).map_or(CardSet::EMPTY, |cards| cards[side]);
        if !answering.meets(table.state.hands[side]) && table.windows == Windows::Holder {
            return Ok(());
        }
        let moment = Rc::new(moment);
        loop {
            let state = &table.state;
            // Whoever looks on may know which responses are left in the game, but not who holds them (G10).
            let possible = match table.windows {
                Windows::Holder => state.hands[side],
                Windows::Open if state.hands[side].is_empty() => CardSet::EMPTY,
                Windows::Open => self.deck.numbers() - state.discard - state.removed,
            };
            let mut fitting = CardSet::EMPTY;
            for card in possible & answering {
                let fits = self.can_respond(&table.state, side, card, &moment)?;
                if fits {
                    fitting.insert(card);
                }
                if table.tried.is_some() {
                    self.note_tried(table, side, card, &moment, fits)?;
                }
            }
            if fitting.is_empty() {
                return Ok(());
            }
            let mut choices = Choices::none();
            choices.add_all(fitting & table.state.hands[side], Choice::Card);
            let Choice::Card(card) = table.ask_openly(side, Ask::Respond(kind), choices.or(Word::Pass))? else {
                return Ok(());
            };
            let Some(event) = self.event(card) else { return Ok(()) };
            table.tell(|_| Entry::new(Topic::Card, "5.56", format!("{side} respond with {card}")).by(side));
            table.state.hands[side].remove(card);
            let occasion = Occasion { side, card: Some(card) };
            let view = Dynamic::from(MomentView(moment.clone()));
            self.host.act(&event.script, "respond", table, &self.deck, occasion, vec![view])?;
            crate::rules::phase::put_away(table, side, card)?;
            if let Some(tried) = table.tried.as_mut() {
                tried.entry(card).or_default().played += 1;
            }
            if table.requests.turn_back || table.requests.landing.is_some() {
                return Ok(()); // the movement is decided: one landing, one way back
            }
        }
    }
}

/// A condition's answer.
fn truth(script: &Compiled, name: &str, found: Dynamic) -> Play<bool> {
    let kind = found.type_name();
    found.as_bool().map_err(|_| Halt::Script(Box::new(diagnose::wrong_result(script, name, kind))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_end_has_its_word() {
        let word = |until: Until| serde_json::to_value(until).expect("a word");
        let all = [Until::Battle, Until::Activation, Until::ActionPhase, Until::Season, Until::Year, Until::Game];
        assert_eq!(all.map(word).to_vec(), ENDS.map(serde_json::Value::from).to_vec());
    }
}
