//! An action phase (5.26): one card, one use.

use super::demolition::{self, LastOffer};
use super::housekeeping::{self, Around};
use super::refusal::refuse;
use super::{activation, construction};
use crate::context::Context;
use crate::decision::{Ask, Choice, Choices, Word};
use crate::moments::Moment;
use crate::news::{CardFate, Happened, NewsEntry, Purpose};
use crate::script::UnderWay as _;
use crate::sets::{CardId, PieceSet, SpaceId};
use crate::side::Side;
use crate::state::{State, Until};
use crate::table::{Effects, Play, Table};
use wilderness_engine::Refusal;

/// The facts about an action phase that have to be remembered while it lasts.
#[derive(Clone, Debug)]
pub struct Phase {
    /// The active side.
    pub side: Side,
    /// Pieces that took part in a battle, an assault or a raid: they can no longer be activated (5.36, R7).
    pub fought: PieceSet,
    /// The siege spaces when the phase began, with the pieces of this side outside in each: only besiegers that begin
    /// the phase in the space can make a siege roll (8.231, Q61).
    besiegers: Vec<(SpaceId, PieceSet)>,
    /// Where battles were fought, and which pieces attacked (10.2).
    battles: Vec<(SpaceId, PieceSet)>,
    /// The last time when the side could demolish its works (5.46, Q26).
    pub last_offer: LastOffer,
}

impl Phase {
    /// The phase of a side, at its beginning.
    pub fn new(state: &State, side: Side) -> Phase {
        let sieges = state.besieged_spaces() & state.works[side.enemy()].besiegeable();
        Phase {
            side,
            fought: PieceSet::EMPTY,
            besiegers: sieges.iter().map(|space| (space, state.outside(side, space))).collect(),
            battles: Vec::new(),
            last_offer: LastOffer::default(),
        }
    }

    /// Records which pieces attacked in a space.
    pub fn note_battle(&mut self, space: SpaceId, attackers: PieceSet) {
        self.fought |= attackers;
        self.battles.push((space, attackers));
    }

    /// Whether any of these pieces attacked in a space during this phase (10.2).
    pub fn have_fought_in(&self, pieces: PieceSet, space: SpaceId) -> bool {
        self.battles.iter().any(|(where_, attackers)| *where_ == space && attackers.meets(pieces))
    }

    /// The pieces that besieged a space when the phase began.
    pub fn besiegers(&self, space: SpaceId) -> PieceSet {
        self.besiegers.iter().find(|(siege, _)| *siege == space).map_or(PieceSet::EMPTY, |(_, pieces)| *pieces)
    }
}

/// Plays an action phase of a side that has cards.
pub fn play(table: &mut Table, side: Side) -> Play<()> {
    let mut phase = Phase::new(&table.state, side);
    let card = loop {
        let state = &table.state;
        let hand = state.hands[side];
        let mut choices = Choices::none();
        choices.add_all(hand, Choice::Card);
        let choices = choices
            .or_if(why_not_hold(state, side).is_none(), Word::Hold)
            .or_if(demolition::why_not_anything(state, side).is_none(), Word::Demolish);
        table.explain(|state, choice| why_not_play(state, side, choice));
        match table.ask(side, Ask::Card, choices)? {
            Choice::Card(card) => break card,
            Choice::Word(Word::Hold) => {
                table.state.holding[side] = true;
                table.tell(|_| NewsEntry::new("4.0", Happened::Held).by(side));
                return Ok(());
            }
            _ => demolition::demolish(table, side, Around::default())?,
        }
    };
    phase.last_offer = LastOffer::now(table);
    use_card(table, &mut phase, card)?;
    table.window(side, Moment::PhaseEnd)?;
    demolition::offer_at_end(table, &phase)?;
    table.expire(Until::ActionPhase)?;
    Ok(())
}

/// Why a side cannot begin its action phase with a choice, if it cannot (4.0, 5.1, 5.46).
fn why_not_play(state: &State, side: Side, choice: Choice) -> Option<Refusal> {
    match choice {
        Choice::Card(card) if state.hands[side].contains(card) => None,
        Choice::Card(_) => refuse("5.1", "the card is not in the hand"),
        // To pass is to hold the last card.
        Choice::Word(Word::Hold | Word::Pass) => why_not_hold(state, side),
        Choice::Word(Word::Demolish) => demolition::why_not_anything(state, side),
        _ => None,
    }
}

/// Why a side cannot pass and hold its card, if it cannot: only the last card can be held, and not in two consecutive
/// seasons (4.0).
fn why_not_hold(state: &State, side: Side) -> Option<Refusal> {
    if state.hands[side].len() > 1 {
        return refuse("4.0", "only the last card can be held");
    }
    let held = "a card was held last season: play all cards";
    state.held_card[side].then_some(Refusal::new("4.0", held))
}

/// Why a side cannot use a card for anything except its event, if it cannot (5.26).
fn why_not_use(table: &Table, side: Side, value: u8, word: Word) -> Play<Option<Refusal>> {
    let state = &table.state;
    let rested = || {
        // 5.4: never with two consecutive card plays
        let reason = "two consecutive card plays cannot both be used for construction";
        state.built_last[side].then_some(Refusal::new("5.4", reason))
    };
    let why_not = match word {
        Word::Force => return activation::why_not_any_force(table, side, value),
        Word::Stockades => rested().or_else(|| construction::why_not_any_stockade(state, side)),
        Word::Forts => rested().or_else(|| construction::why_not_any_fort(state, side)),
        _ => return Ok(None),
    };
    if why_not.is_some() { Ok(why_not) } else { construction::why_forbidden(table, side, word) }
}

/// The value of a card that a side plays, as the scripts in force change it (5.32).
fn activation_value(table: &Table, side: Side, card: CardId) -> Play<u8> {
    let scripts = &table.scripts;
    let value = scripts.deck().value(card);
    if !scripts.are_modifying(&table.state, "card_value") {
        return Ok(value);
    }
    let event = scripts.deck().card(card).map(|card| card.event.clone()).unwrap_or_default();
    scripts.card_value(&table.state, value, Context { card: Some(card), event, ..Context::of(side) })
}

/// 5.26: chooses a use for the card, and carries it out.
fn use_card(table: &mut Table, phase: &mut Phase, card: CardId) -> Play<()> {
    let side = phase.side;
    let state = &table.state;
    let scripts = table.scripts.clone();
    let value = activation_value(table, side, card)?;
    let bar = scripts.bar_to_playing(state, side, card)?;
    let mut choices = Choices::none().or_if(bar.is_none(), Word::Event);
    let mut refusals = Vec::new();
    for word in [Word::Force, Word::Individual, Word::Stockades, Word::Forts] {
        match why_not_use(table, side, value, word)? {
            Some(refusal) => refusals.push((word, refusal)),
            None => choices = choices.or(word),
        }
    }
    table.explain(|state, choice| match choice {
        Choice::Word(Word::Event) => bar.map(|bar| scripts.why_barred(state, side, card, bar)),
        Choice::Word(word) => refusals.iter().find(|(other, _)| *other == word).map(|(_, refusal)| refusal.clone()),
        _ => None,
    });
    let choice = table.ask(side, Ask::Use(card), choices)?;
    table.tell_of_card(card, |card| {
        let purpose = match choice {
            Choice::Word(Word::Event) => Purpose::Event,
            Choice::Word(Word::Force) => Purpose::Force,
            Choice::Word(Word::Individual) => Purpose::Individual,
            Choice::Word(Word::Stockades) => Purpose::Stockades,
            _ => Purpose::Forts,
        };
        NewsEntry::new("5.26", Happened::CardPlayed { card, value, purpose }).by(side)
    });
    if choice == Choice::Word(Word::Event) {
        return play_event(table, phase, card, value);
    }
    discard(table, side, card)?;
    table.state.built_last[side] = matches!(choice, Choice::Word(Word::Stockades | Word::Forts));
    match choice {
        Choice::Word(Word::Force) => activation::force(table, phase, card, value),
        Choice::Word(Word::Individual) => activation::individually(table, phase, value),
        Choice::Word(Word::Stockades) => construction::build_stockades(table, side, value),
        _ => construction::build_forts(table, side, value),
    }
}

/// 5.5: plays a card as an event. Until it is resolved the card is in no pile.
pub fn play_event(table: &mut Table, phase: &mut Phase, card: CardId, value: u8) -> Play<()> {
    let side = phase.side;
    table.state.hands[side].remove(card);
    table.state.built_last[side] = false;
    let scripts = table.scripts.clone();
    let announced = scripts.announce(table, side, card)?;
    scripts.play_for(table, announced.effects(side), card)?;
    let requests = &mut table.within.requests;
    let (forces, individuals) = (std::mem::take(&mut requests.forces), std::mem::take(&mut requests.individuals));
    if announced.is_cancelled() {
        return cancel(table, side, card);
    }
    put_away(table, side, card)?;
    let settled = housekeeping::settle(table, Around::default());
    scripts.blamed(card, settled)?;
    table.window(side, Moment::EventPlayed { card })?;
    if !individuals.is_empty() {
        activation::one_by_one(table, phase, individuals, value)?;
    }
    if forces > 0 { activation::forces(table, phase, (card, value), forces) } else { Ok(()) }
}

/// A card that was played as an event goes to the discard pile, or out of the game (5.23).
pub fn put_away(table: &mut Table, side: Side, card: CardId) -> Play<()> {
    let removed = table.scripts.deck().card(card).is_some_and(|card| card.removed);
    if std::mem::take(&mut table.within.requests.remove_card) || removed {
        table.state.removed.insert(card);
        table.tell_of_fate(card, CardFate::OutOfGame, "5.23", side);
        note_reshuffle(table, card);
        Ok(())
    } else {
        discard(table, side, card)
    }
}

/// A card whose event has been cancelled goes to the discard pile, and stays in the game.
pub fn cancel(table: &mut Table, side: Side, card: CardId) -> Play<()> {
    table.within.requests.remove_card = false;
    table.tell_of_fate(card, CardFate::Cancelled, "5.5", side);
    discard(table, side, card)?;
    housekeeping::settle(table, table.around())
}

/// 5.25: some cards cause a reshuffle at the end of the season, whatever use they are played for.
fn note_reshuffle(table: &mut Table, card: CardId) {
    if !table.state.reshuffle && table.scripts.deck().card(card).is_some_and(|card| card.reshuffle) {
        table.state.reshuffle = true;
        table.tell(|_| NewsEntry::new("5.25", Happened::ReshuffleDue));
    }
}

/// Moves a card to the discard pile (5.22).
pub fn discard(table: &mut Table, side: Side, card: CardId) -> Play<()> {
    table.state.hands[side].remove(card);
    table.state.discard.insert(card);
    note_reshuffle(table, card);
    table.window(side, Moment::CardDiscarded { card })
}
