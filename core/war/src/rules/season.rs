//! The seasons (4.0): dealing, alternating action phases, and the end of a season and of a year.

use super::housekeeping::{self, Around};
use super::{leaders, phase};
use crate::moments::Moment;
use crate::news::{Happened, NewsEntry, Why};
use crate::placement::Place;
use crate::sets::{CardId, CardSet, PieceSet, SpaceId};
use crate::side::{PerSide, Side};
use crate::state::{Season, State, Step, Until};
use crate::table::{Effects, Play, Table};

/// Before the game: settles what optional rules decide then (13.3).
pub fn set_up(table: &mut Table) -> Play<()> {
    table.window(Side::French, Moment::GameStart)?;
    table.state.step = Step::Deal;
    Ok(())
}

/// A.1, B.1: each side is dealt cards up to its hand size, one at a time, the French first. A card held from the last
/// season counts.
pub fn deal(table: &mut Table) -> Play<()> {
    table.tell(|state| NewsEntry::new("4.0", Happened::SeasonBegan { season: state.season, year: state.year }));
    reinforce(table)?;
    table.window(Side::French, Moment::BeforeDeal)?;
    let base = table.scenario.hand_size;
    let mut size = base;
    for side in Side::BOTH {
        size[side] = table.scripts.hand_size(&table.state, side, base[side])?;
    }
    let mut dealt: PerSide<CardSet> = PerSide::default();
    loop {
        let before = dealt;
        for side in Side::BOTH {
            if table.state.hands[side].len() < usize::from(size[side])
                && let Some(card) = next_card(table)?
            {
                table.state.hands[side].insert(card);
                dealt[side].insert(card);
            }
        }
        if dealt == before {
            break;
        }
    }
    table.within.dealt = (dealt, table.state.draw_pile.iter().copied().collect());
    table.tell(|_| NewsEntry::new("5.21", Happened::Dealt { cards: PerSide::new(|side| dealt[side].len() as u8) }));
    table.window(Side::British, Moment::AfterDeal)?;
    table.state.active = table.scripts.first_side(&table.state, table.scenario.first_side)?;
    table.state.step = Step::Action;
    Ok(())
}

/// The reinforcements that the scenario has for this season come to the first of their spaces that the side can enter; the
/// others wait for an event.
fn reinforce(table: &mut Table) -> Play<()> {
    for arrival in &table.scenario.clone().reinforcements {
        if (arrival.year, arrival.season) != (table.state.year, table.state.season) {
            continue;
        }
        let coming: PieceSet = arrival.still_at_hand(&table.state).collect();
        let open = |space: &SpaceId| can_come(&table.state, arrival.side, *space);
        let Some(space) = arrival.at.iter().copied().find(open).filter(|_| !coming.is_empty()) else { continue };
        table.put(coming, space);
        for piece in coming {
            table.tell(|_| {
                NewsEntry::new("4.0", Happened::Placed { piece, place: Place::Space(space) }).by(arrival.side).at(space)
            });
        }
        housekeeping::settle(table, Around::default())?;
    }
    Ok(())
}

/// Whether reinforcements of a side can come to a space: no enemy unit, fortification or siege is there (5.522).
fn can_come(state: &State, side: Side, space: SpaceId) -> bool {
    let is_hostile = state.fortified_by(space).is_some_and(|holder| holder != side);
    !is_hostile && state.siege_level(space).is_none() && !state.pieces.held(side.enemy()).contains(space)
}

/// The next card of the draw pile; when that is empty the discard pile is shuffled first (5.25).
fn next_card(table: &mut Table) -> Play<Option<CardId>> {
    if table.state.draw_pile.is_empty() && !table.state.discard.is_empty() {
        shuffle_discards(table);
    }
    table.deal()
}

/// Shuffles the discard pile and what is left of the draw pile together (5.25).
fn shuffle_discards(table: &mut Table) {
    let state = &mut table.state;
    for side in Side::BOTH {
        state.seen[side] -= state.discard; // their whereabouts are unknown again (Q109)
    }
    state.draw_pile.extend(std::mem::take(&mut state.discard));
    // From a fixed order, so that the same cards and generator give the same pile whatever was known about it.
    state.draw_pile.sort_unstable();
    state.generator.shuffle("discards", &mut state.draw_pile, CardId::into);
    table.tell(|_| NewsEntry::new("5.25", Happened::Reshuffled));
}

/// Shuffles the draw pile for an event.
pub fn shuffle_draw_pile(table: &mut Table) {
    let state = &mut table.state;
    // From a fixed order, as after a reshuffle.
    state.draw_pile.sort_unstable();
    state.generator.shuffle("draw-pile", &mut state.draw_pile, CardId::into);
}

/// A.2, B.2: one action phase of the side whose turn it is. A side that has no cards or holds its last one is skipped;
/// when both sides are, the season ends.
pub fn action(table: &mut Table) -> Play<()> {
    let state = &table.state;
    let can_act = |side: Side| !state.hands[side].is_empty() && !state.holding[side];
    let side = match state.active {
        side if can_act(side) => side,
        side if can_act(side.enemy()) => side.enemy(),
        _ => return end_season(table),
    };
    table.state.active = side;
    if table.state.counts_down(SKIPPED, side) {
        table.tell(|_| {
            NewsEntry::new("5.5", Happened::Said { text: format!("the {side} miss an action phase") }).by(side)
        });
        table.state.active = side.enemy();
        return Ok(());
    }
    phase::play(table, side)?;
    table.state.active = if table.state.counts_down(EXTRA, side) { side } else { side.enemy() };
    Ok(())
}

/// The markers of a side that count its extra action phases, and those that it misses. Events place them; they end with
/// the season.
pub const EXTRA: &str = "extra-phases";
/// See [`EXTRA`].
pub const SKIPPED: &str = "missed-phases";

fn end_season(table: &mut Table) -> Play<()> {
    table.window(Side::French, Moment::SeasonEnd)?;
    table.expire(Until::Season)?;
    if std::mem::take(&mut table.state.reshuffle) {
        shuffle_discards(table); // 5.25
    }
    let state = &mut table.state;
    let holding = std::mem::take(&mut state.holding);
    for side in Side::BOTH {
        // 4.0, R1: a card that has since been played as a response, discarded or stolen was not held over.
        state.held_card[side] = holding[side] && !state.hands[side].is_empty();
    }
    match state.season {
        Season::Early => {
            state.season = Season::Late;
            state.step = Step::Deal;
        }
        Season::Late => state.step = Step::GoHome,
    }
    Ok(())
}

/// B.4: half a victory point for each Raided marker, rounded up for each side (13.22).
pub fn score_raided_markers(table: &mut Table) -> Play<()> {
    for side in Side::BOTH {
        let markers = std::mem::take(&mut table.state.raided[side]).len();
        if markers > 0 {
            table.score(side, markers.div_ceil(2) as i8, "13.22", Why::RaidedMarkers(markers), None)?;
        }
    }
    table.state.step = Step::Attrition;
    Ok(())
}

/// Advances to the next year.
pub fn next_year(table: &mut Table) -> Play<()> {
    table.window(Side::French, Moment::YearEnd)?;
    table.expire(Until::Year)?;
    table.state.year += 1;
    table.state.season = Season::Early;
    table.state.step = Step::Deal;
    for arrival in &table.scenario.clone().joins_pool {
        if table.state.year >= arrival.year {
            let joining: PieceSet = arrival.still_at_hand(&table.state).collect();
            leaders::join_pool(table, joining);
        }
    }
    table.window(Side::British, Moment::YearStart)
}
