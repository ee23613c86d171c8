//! Demolition (5.46): what a side may demolish, and when it is asked at the end of its action phase.

use super::housekeeping::{self, Around};
use super::phase::Phase;
use super::refusal::refuse;
use crate::decision::{Ask, Choice, Choices, Word};
use crate::news::{Happened, NewsEntry, Structure, Why, WorksFate};
use crate::sets::{SpaceId, SpaceSet};
use crate::side::{PerSide, Side};
use crate::state::State;
use crate::table::{Answer, Effects, Play, Table};
use crate::tables::DEMOLITION_VP;
use wilderness_engine::Refusal;

/// The last time in a phase when the side could demolish its works.
#[derive(Clone, Copy, Debug, Default)]
pub struct LastOffer {
    /// The number of answers known then.
    answers: usize,
    /// Each side's works then.
    fortifications: PerSide<SpaceSet>,
    /// Whether a movement has since ended by itself in such a way that demolishing before its last step would have cost
    /// the way.
    is_owed: bool,
}

impl LastOffer {
    /// The current state of affairs.
    pub fn now(table: &Table) -> LastOffer {
        LastOffer { answers: table.known().next, fortifications: fortifications(&table.state), is_owed: false }
    }

    /// Notes that a movement has ended by itself after a step that its side's fortifications allowed, or on one of them
    /// (R10, as widened).
    pub fn owe_another(&mut self) {
        self.is_owed = true;
    }

    /// Whether anything has happened since that could change the side's mind about demolishing: a die was rolled, a
    /// card or leader drawn, the enemy made a choice that both sides see, or a fortification changed hands (R10).
    fn is_stale(&self, table: &Table, side: Side) -> bool {
        let matters = |answer: &Answer| answer.is_chance() || (answer.is_public() && answer.side() != Some(side));
        let now = fortifications(&table.state);
        let changed_hands = |side: Side| now[side].meets(self.fortifications[side.enemy()]);
        table.known().used_since(self.answers).iter().any(matters) || Side::BOTH.into_iter().any(changed_hands)
    }
}

fn fortifications(state: &State) -> PerSide<SpaceSet> {
    PerSide { french: state.works.french.fortifications(), british: state.works.british.fortifications() }
}

/// Z1: at the end of an action phase the side may demolish once more, if it has learnt anything since its last chance, or
/// if demolishing then would have cost a movement its way (R10).
pub fn offer_at_end(table: &mut Table, phase: &Phase) -> Play<()> {
    let side = phase.side;
    if demolishable(&table.state, side).is_empty() {
        return Ok(());
    }
    // Records from before the question was widened do not have it.
    let is_owed = phase.last_offer.is_owed && !table.is_left_out_of_record(side, &Ask::AfterActivation);
    if !is_owed && !phase.last_offer.is_stale(table, side) {
        return Ok(());
    }
    let choices = Choices::none().or(Word::Demolish).or(Word::Done);
    match table.ask(side, Ask::AfterActivation, choices)? {
        Choice::Word(Word::Demolish) => demolish(table, side, Around::default()),
        _ => Ok(()),
    }
}

/// What a side could demolish: its unbesieged forts, stockades and forts under construction (5.46).
pub fn demolishable(state: &State, side: Side) -> SpaceSet {
    let works = &state.works[side];
    (works.forts - state.besieged_spaces()) | works.stockades | works.under_construction
}

/// Why a side cannot demolish anything, if it cannot (5.46).
pub fn why_not_anything(state: &State, side: Side) -> Option<Refusal> {
    demolishable(state, side).is_empty().then_some(Refusal::new("5.46", "there is nothing to demolish"))
}

/// Why a side cannot demolish in a space, if it cannot (5.46). [`demolishable`] are the spaces in which it can.
pub fn why_not_demolish(state: &State, side: Side, space: SpaceId) -> Option<Refusal> {
    let works = &state.works[side];
    if works.stockades.contains(space) || works.under_construction.contains(space) {
        return None;
    }
    if works.forts.contains(space) {
        let besieged = state.siege_level(space).is_some();
        return besieged.then_some(Refusal::new("5.46", "a besieged fort cannot be demolished"));
    }
    if works.fortresses.contains(space) {
        return refuse("5.46", "a fortress cannot be demolished");
    }
    if state.fortified_by(space).is_some() {
        return refuse("5.46", "the fortification there belongs to the enemy");
    }
    refuse("5.46", "you have no fort or stockade there")
}

/// Asks what to demolish, and demolishes it. A fort costs a victory point, other works nothing (5.46).
pub fn demolish(table: &mut Table, side: Side, around: Around) -> Play<()> {
    let sites = demolishable(&table.state, side);
    table.explain(|state, choice| why_not_demolish(state, side, choice.space()?));
    let Some(space) = table.ask(side, Ask::Demolish, Choices::spaces(sites))?.space() else { return Ok(()) };
    let works = &table.state.works[side];
    let (stockade, started) = (works.stockades.contains(space), works.under_construction.contains(space));
    let choices = Choices::none().or_if(stockade, Word::Stockades).or_if(!stockade || started, Word::Forts);
    let is_stockade = table.ask(side, Ask::Demolish, choices)? == Choice::Word(Word::Stockades);
    pull_down(table, side, space, is_stockade)?;
    housekeeping::settle(table, around)
}

/// Takes away the stockade of a side in a space, or else its fort, finished or not, for an event: nobody scores.
pub fn destroy(table: &mut Table, side: Side, space: SpaceId) {
    let works = &mut table.state.works[side];
    let structure = if works.stockades.contains(space) {
        works.stockades.remove(space);
        Structure::Stockade
    } else if works.under_construction.contains(space) {
        works.under_construction.remove(space);
        Structure::FortUnderConstruction
    } else {
        works.forts.remove(space);
        Structure::Fort
    };
    table.tell(|_| {
        let destroyed = Happened::Works { structure, fate: WorksFate::Removed };
        NewsEntry::new("5.5", destroyed).by(side).at(space)
    });
}

/// Demolishes the stockade of a side in a space, or else its fort, finished or not (5.46).
pub fn pull_down(table: &mut Table, side: Side, space: SpaceId, is_stockade: bool) -> Play<()> {
    let structure = if is_stockade {
        table.state.works[side].stockades.remove(space);
        Structure::Stockade
    } else if table.state.works[side].under_construction.contains(space) {
        table.state.works[side].under_construction.remove(space);
        Structure::FortUnderConstruction
    } else {
        table.state.works[side].forts.remove(space);
        let demolished = Why::Works(Structure::Fort, WorksFate::Demolished);
        table.score(side, -DEMOLITION_VP, "5.46", demolished, Some(space))?;
        Structure::Fort
    };
    table.tell(|_| {
        let demolished = Happened::Works { structure, fate: WorksFate::Demolished };
        NewsEntry::new("5.46", demolished).by(side).at(space)
    });
    Ok(())
}
