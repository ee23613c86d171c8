//! Events: when the rules call their scripts.

use super::api::MomentView;
use super::{Occasion, Script, Scripts};
use crate::decision::{Ask, Choice, Choices, Word};
use crate::deck::EventKind;
use crate::moments::{Moment, MomentKind};
use crate::news::CardFate;
use crate::sets::{CardId, CardSet};
use crate::side::Side;
use crate::state::State;
use crate::table::{Effects, Halt, Play, Table, Windows};
use rhai::Dynamic;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::Refusal;
use wilderness_engine::script::{Announced, Limits, truth, unsettled};

/// What keeps a side from playing a card as an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bar {
    /// The card has no event.
    NoEvent,
    /// The event is a response (5.13).
    Response,
    /// The card does not bear the side's symbol, or a script forbids the event (5.12).
    Prohibited,
    /// The event's condition is not met (5.51).
    Unmet,
}

impl Scripts {
    /// The event of a card, if it has a script.
    fn event(&self, card: CardId) -> Option<&Script> {
        self.of_cards.get(&card).map(AsRef::as_ref)
    }

    /// Whether a side can play a card as an event now, in its own action phase (5.12).
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn can_play(&self, state: &State, side: Side, card: CardId) -> Play<bool> {
        Ok(self.bar_to_playing(state, side, card)?.is_none())
    }

    /// What keeps a side from playing a card as an event now, in its own action phase, if anything does: the card bears
    /// its symbol, no script forbids it, and the event's condition is met (5.12, 5.13, 5.51).
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn bar_to_playing(&self, state: &State, side: Side, card: CardId) -> Play<Option<Bar>> {
        if self.event(card).is_none() {
            return Ok(Some(Bar::NoEvent));
        }
        if self.deck.card(card).is_none_or(|card| card.kind == EventKind::Response) {
            return Ok(Some(Bar::Response));
        }
        if !self.may_play(state, side, card)? {
            return Ok(Some(Bar::Prohibited));
        }
        Ok((!self.is_met(state, side, card)?).then_some(Bar::Unmet))
    }

    /// Whether a card has an event that is no response, and its condition is met for a side (5.51).
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn has_event_for(&self, state: &State, side: Side, card: CardId) -> Play<bool> {
        let is_event = self.deck.card(card).is_some_and(|card| card.kind != EventKind::Response);
        Ok(is_event && self.event(card).is_some() && self.is_met(state, side, card)?)
    }

    /// Whether the condition of an event that is no response is met (5.51). An event without a condition can always be
    /// played.
    fn is_met(&self, state: &State, side: Side, card: CardId) -> Play<bool> {
        let Some(event) = self.event(card).filter(|event| event.compiled.has("can_play", 0)) else { return Ok(true) };
        let occasion = Occasion::new(side, Some(card));
        let found = self.host.query(&event.compiled, "can_play", state, occasion, Vec::new())?;
        truth(&self.host, &event.compiled, "can_play", found)
    }

    /// The reason for which a side cannot play a card as an event, given what keeps it from doing so.
    pub(crate) fn why_barred(&self, state: &State, side: Side, card: CardId, bar: Bar) -> Refusal {
        match bar {
            Bar::NoEvent => Refusal::new("5.51", "the card has no event"),
            Bar::Response => Refusal::new("5.13", "the event is a response: it is played at its moment"),
            Bar::Prohibited => self.prohibition(state, side, card),
            Bar::Unmet => Refusal::new("5.51", "the event's condition is not met"),
        }
    }

    /// What the event of a card does, in the words of the remark at the head of its script; empty if there is none.
    pub fn about(&self, card: CardId) -> String {
        self.event(card).map(|event| remark(event.compiled.source.text())).unwrap_or_default()
    }

    /// The moments at which the event of a card can be played, if it is a response.
    pub fn moments(&self, card: CardId) -> &[MomentKind] {
        let is_response = self.deck.card(card).is_some_and(|card| card.kind == EventKind::Response);
        self.event(card).filter(|_| is_response).map_or(&[], Script::moments)
    }

    /// Plays the event of a card for the sides that have its effect: a side other than the one that plays it, or the
    /// same a second time, only if its condition is met. What becomes of the card is for the rules to say.
    pub(crate) fn play_for(&self, table: &mut Table, sides: impl Iterator<Item = Side>, card: CardId) -> Play<()> {
        for (index, side) in sides.enumerate() {
            if index == 0 && side == table.state.active || self.is_met(&table.state, side, card)? {
                self.play(table, side, card)?;
            }
        }
        Ok(())
    }

    /// Plays the event of a card.
    pub(crate) fn play(&self, table: &mut Table, side: Side, card: CardId) -> Play<()> {
        let Some(event) = self.event(card) else { return Ok(()) };
        let occasion = Occasion::new(side, Some(card));
        #[cfg(feature = "testing")]
        super::meddler::meddle(self, table, side, Some(card));
        self.blamed(card, self.host.act(event, "play", table, occasion, Vec::new()))
    }

    /// A position that cannot be is the fault of the event that led there.
    pub(crate) fn blamed(&self, card: CardId, result: Play<()>) -> Play<()> {
        let (Err(Halt::Unsettled(wrong)), Some(event)) = (&result, self.event(card)) else { return result };
        let name = if event.compiled.has("play", 0) { "play" } else { "respond" };
        Err(Halt::Script(Box::new(unsettled(&event.compiled, name, wrong))))
    }

    fn can_respond(&self, state: &State, side: Side, card: CardId, moment: &Rc<Moment>) -> Play<bool> {
        let Some(event) = self.event(card) else { return Ok(false) };
        let occasion = Occasion::new(side, Some(card));
        let view = Dynamic::from(MomentView(moment.clone()));
        let found = self.host.query(&event.compiled, "can_respond", state, occasion, vec![view])?;
        truth(&self.host, &event.compiled, "can_respond", found)
    }

    /// What keeps a side from playing the event of a card, given that it may not: a script, or the symbol (5.12).
    fn prohibition(&self, state: &State, side: Side, card: CardId) -> Refusal {
        match self.forbidden_by(state, side, card) {
            Some(script) => Refusal::new("5.12", format!("{script} forbids the event")),
            None => Refusal::new("5.12", "the event is the other side's"),
        }
    }

    /// Why a side cannot respond with a card at a moment, if it cannot: `fitting` are those whose condition is met
    /// (5.12, 5.13, 5.56).
    fn why_not_respond(
        &self,
        state: &State,
        side: Side,
        card: CardId,
        moment: &Moment,
        fitting: CardSet,
    ) -> Option<Refusal> {
        let refuse = |rule, reason| Some(Refusal::new(rule, reason));
        if !state.hands[side].contains(card) {
            return refuse("5.56", "the card is not in the hand");
        }
        if fitting.contains(card) {
            return None;
        }
        if self.deck.card(card).is_none_or(|card| card.kind == EventKind::Event) {
            return refuse("5.13", "the event is no response: it is played as the card of an action phase");
        }
        if !self.moments(card).contains(&moment.kind()) {
            return refuse("5.56", "the response is meant for another moment");
        }
        match self.may_play(state, side, card) {
            Ok(false) => Some(self.prohibition(state, side, card)),
            _ => refuse("5.56", "the event's condition is not met"),
        }
    }

    /// Notes for a trial whether a response could be played. If it can be, it is asked once more with its own markers
    /// in force, which few games would show.
    fn note_tried(&self, table: &mut Table, side: Side, card: CardId, moment: &Rc<Moment>, fits: bool) -> Play<()> {
        let markers = self.event(card).filter(|event| fits && !event.markers.is_empty()).map(|event| &event.markers);
        let again = markers.map(|markers| {
            let mut state = table.state.clone();
            Arc::make_mut(&mut state.markers).extend(markers.iter().map(|(name, until)| (name.clone(), *until)));
            self.can_respond(&state, side, card, moment)
        });
        let again = again.transpose()?;
        let tried = table.within.tried.get_or_insert_default().entry(card).or_default();
        [Some(fits), again].into_iter().flatten().for_each(|fits| tried.note(fits));
        Ok(())
    }

    /// A moment of a side: scripts in force act, the side may respond, and its enemy if a rule says so.
    pub(crate) fn happen(&self, table: &mut Table, side: Side, moment: Moment) -> Play<()> {
        self.while_at(table, moment, |table, moment| self.call_at(table, side, moment))
    }

    /// A side announces the event of a card, or a response: the enemy may respond, then the side itself. Returns what
    /// they have made of it.
    pub(crate) fn announce(&self, table: &mut Table, side: Side, card: CardId) -> Play<Announced<Side>> {
        if !table.notices_moments() {
            return Ok(Announced::default());
        }
        table.within.announced.push(Announced::default());
        let result = self.while_at(table, Moment::Announced { card, side }, |table, moment| {
            self.call_at(table, side.enemy(), moment)?;
            if table.within.announced.last().is_some_and(Announced::is_cancelled) {
                return Ok(());
            }
            self.respond(table, side, moment)
        });
        let announced = table.within.announced.pop().unwrap_or_default();
        result.map(|()| announced)
    }

    /// Does something while a moment is under way, if it concerns anybody.
    fn while_at(
        &self,
        table: &mut Table,
        moment: Moment,
        act: impl FnOnce(&mut Table, &Rc<Moment>) -> Play<()>,
    ) -> Play<()> {
        // Responses that call for one another come to an end.
        if !self.concerns(table, moment.kind()) || table.within.under_way.len() >= Limits::MOMENTS {
            return Ok(());
        }
        let moment = Rc::new(moment);
        table.within.under_way.push(moment.clone());
        let result = act(table, &moment);
        table.within.under_way.pop();
        result
    }

    /// Calls the scripts that answer a moment which is under way.
    fn call_at(&self, table: &mut Table, side: Side, moment: &Rc<Moment>) -> Play<()> {
        #[cfg(feature = "testing")]
        super::meddler::meddle(self, table, side, None);
        let view = Dynamic::from(MomentView(moment.clone()));
        self.triggers.act(&self.host, table, (moment.kind(), side), &view)?;
        self.respond(table, side, moment)?;
        if self.also_asks(&table.state, side, moment)? {
            self.respond(table, side.enemy(), moment)?;
        }
        Ok(())
    }

    /// Whether a kind of moment may mean something to anybody: to a script in force, or to who holds a card that
    /// answers it.
    pub(crate) fn concerns(&self, table: &Table, kind: MomentKind) -> bool {
        #[cfg(feature = "testing")]
        if super::meddler::is_on() {
            return true;
        }
        let cards = self.answering[kind as usize];
        cards.meets(table.state.hands.french | table.state.hands.british)
            || (table.windows != Windows::Holder && !cards.is_empty())
            || self.triggers.act_at(&table.state, kind)
            || (self.may_ask_both && self.are_modifying(&table.state, "also_asks"))
    }

    /// The cards that a side may play at a kind of moment.
    fn answering(&self, state: &State, side: Side, kind: MomentKind) -> Play<CardSet> {
        let answering = self.answering[kind as usize];
        if !self.are_modifying(state, "may_play") {
            return Ok(answering & self.bearing[side]);
        }
        let mut allowed = CardSet::EMPTY;
        for card in answering {
            allowed.set(card, self.may_play(state, side, card)?);
        }
        Ok(allowed)
    }

    /// The cards with which a side could respond to a moment, as far as an onlooker may know: with open windows these
    /// are the responses left in the game, in all hands (G10).
    fn fitting(&self, table: &mut Table, side: Side, moment: &Rc<Moment>, answering: CardSet) -> Play<CardSet> {
        let state = &table.state;
        let possible = match table.windows {
            Windows::Holder => state.hands[side],
            Windows::Open if state.hands[side].is_empty() => CardSet::EMPTY,
            Windows::Open => {
                state.draw_pile.iter().copied().collect::<CardSet>() | state.hands.french | state.hands.british
            }
        };
        let mut fitting = CardSet::EMPTY;
        for card in possible & answering {
            let fits = self.can_respond(&table.state, side, card, moment)?;
            if fits {
                fitting.insert(card);
            }
            if table.within.tried.is_some() {
                self.note_tried(table, side, card, moment, fits)?;
            }
        }
        Ok(fitting)
    }

    /// Opens the window of a moment to a side, until it passes or has nothing to respond with.
    fn respond(&self, table: &mut Table, side: Side, moment: &Rc<Moment>) -> Play<()> {
        if !table.may_respond(side) {
            return Ok(());
        }
        let kind = moment.kind();
        let holds = self.answering[kind as usize].meets(table.state.hands[side]);
        if !holds && table.windows == Windows::Holder {
            return Ok(());
        }
        let answering = self.answering(&table.state, side, kind)?;
        if !answering.meets(table.state.hands[side]) && table.windows == Windows::Holder {
            return Ok(());
        }
        loop {
            let fitting = self.fitting(table, side, moment, answering)?;
            if fitting.is_empty() {
                return Ok(());
            }
            table.within.fitting = fitting;
            let mut choices = Choices::none();
            choices.add_all(fitting & table.state.hands[side], Choice::Card);
            table.explain(|state, choice| match choice {
                Choice::Card(card) => self.why_not_respond(state, side, card, moment, fitting),
                _ => None,
            });
            let Choice::Card(card) = table.ask_openly(side, Ask::Respond(kind), choices.or(Word::Pass))? else {
                return Ok(());
            };
            table.tell_of_fate(card, CardFate::Response, "5.56", side);
            table.state.hands[side].remove(card);
            let announced = self.announce(table, side, card)?;
            if announced.is_cancelled() {
                crate::rules::phase::cancel(table, side, card)?;
                continue;
            }
            for (index, side) in announced.effects(side).enumerate() {
                if index == 0 || self.can_respond(&table.state, side, card, moment)? {
                    self.play_response(table, side, card, moment)?;
                }
            }
            crate::rules::phase::put_away(table, side, card)?;
            table.window(side, Moment::EventPlayed { card })?;
            if let Some(tried) = table.within.tried.as_mut() {
                tried.entry(card).or_default().played += 1;
            }
            if table.within.requests.turn_back || table.within.requests.landing.is_some() {
                return Ok(()); // the movement is decided: one landing, one way back
            }
        }
    }
}

impl Scripts {
    /// Plays a response at a moment.
    fn play_response(&self, table: &mut Table, side: Side, card: CardId, moment: &Rc<Moment>) -> Play<()> {
        let Some(event) = self.event(card) else { return Ok(()) };
        #[cfg(feature = "testing")]
        super::meddler::meddle(self, table, side, Some(card));
        let occasion = Occasion::new(side, Some(card));
        let view = Dynamic::from(MomentView(moment.clone()));
        self.blamed(card, self.host.act(event, "respond", table, occasion, vec![view]))
    }
}

/// The remark at the head of a script, without the name and the numbers of the cards with which it begins.
fn remark(text: &str) -> String {
    let lines = text.lines().map_while(|line| line.strip_prefix("//")).map(str::trim);
    let remark = lines.collect::<Vec<_>>().join(" ");
    remark.split_once("): ").map_or(remark.clone(), |(_, about)| about.to_string())
}
