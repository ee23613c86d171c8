//! What a position holds for each side: supply, control, construction sites, and where pieces can go.

use crate::context::Context;
use crate::map::Map;
use crate::pieces::Pieces;
use crate::rules::march::{March, Ways};
use crate::rules::movement::{Mover, entrances, naval_destinations, occupied_behind};
use crate::rules::{construction, supply};
use crate::script::Scripts;
use crate::sets::{PieceId, PieceSet, SpaceId, SpaceSet};
use crate::side::Side;
use crate::state::State;
use crate::table::Play;
use serde::Serialize;
use std::collections::BTreeMap;

/// What a position holds for both sides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Inspection {
    /// For the French.
    pub french: Standing,
    /// For the British.
    pub british: Standing,
    /// For pieces by id: where they could go.
    pub reach: BTreeMap<String, InspectedReach>,
}

/// What one side sees of a position; spaces by id, sorted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Standing {
    /// Where a drilled unit would be in supply (12.0).
    pub supplied: Vec<String>,
    /// Fortresses and ports that the side controls (2.0).
    pub controlled_fortresses_and_ports: Vec<String>,
    /// Where it could place a stockade (5.41, 5.43).
    pub stockade_sites: Vec<String>,
    /// Where it could start or finish a fort (5.42, 5.43).
    pub fort_sites: Vec<String>,
    /// The numbers of the cards still in the game, in either hand or the pile, whose event, if it is not a response,
    /// the side could play in its own action phase (5.12).
    pub playable_events: Vec<u8>,
}

/// Where a piece could go, activated individually with a card of value 3, without interception or response; spaces
/// by id, sorted.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct InspectedReach {
    /// Where it could end a land or boat movement without a fight.
    pub land_or_boat: Vec<String>,
    /// Where it could sail.
    pub naval: Vec<String>,
    /// Spaces held or fortified by the enemy that it could enter.
    pub attack: Vec<String>,
}

/// Inspects a position; `reach` for these pieces, or for all of the active side on the map.
///
/// # Errors
/// A script that fails.
pub(crate) fn inspect(state: &State, scripts: &Scripts, reach: Option<PieceSet>) -> Play<Inspection> {
    let pieces = reach.unwrap_or_else(|| state.on_map(state.active));
    let mut reach = BTreeMap::new();
    for piece in pieces {
        let ReachSets { land_or_boat, naval, attack } = reach_of(state, scripts, piece)?;
        let found = InspectedReach { land_or_boat: ids(land_or_boat), naval: ids(naval), attack: ids(attack) };
        reach.insert(piece.id().to_string(), found);
    }
    Ok(Inspection {
        french: standing(state, scripts, Side::French)?,
        british: standing(state, scripts, Side::British)?,
        reach,
    })
}

fn standing(state: &State, scripts: &Scripts, side: Side) -> Play<Standing> {
    let mut playable_events = Vec::new();
    for card in scripts.deck().numbers() - state.removed {
        if scripts.can_play(state, side, card)? {
            playable_events.push(card.0);
        }
    }
    Ok(Standing {
        playable_events,
        supplied: ids(supply::supplied(state, side)),
        controlled_fortresses_and_ports: ids(state.controlled(side)),
        stockade_sites: ids(construction::stockade_sites(state, side)),
        fort_sites: ids(construction::fort_sites(state, side)),
    })
}

fn ids(spaces: SpaceSet) -> Vec<String> {
    let mut ids: Vec<String> = spaces.iter().map(|space| space.id().to_string()).collect();
    ids.sort_unstable();
    ids
}

/// The same as [`Reach`], as sets.
#[derive(Clone, Copy, Default)]
pub(crate) struct ReachSets {
    /// Where it could end a land or boat movement without a fight.
    pub land_or_boat: SpaceSet,
    /// Where it could sail.
    pub naval: SpaceSet,
    /// Spaces held or fortified by the enemy that it could enter.
    pub attack: SpaceSet,
}

/// Where a piece could go (6.0). Off the map and besieged pieces go nowhere.
///
/// # Errors
/// A script that fails.
pub(crate) fn reach_of(state: &State, scripts: &Scripts, piece: PieceId) -> Play<ReachSets> {
    let Some(start) = state.pieces.space(piece).filter(|_| !state.is_besieged(piece)) else {
        return Ok(ReachSets::default());
    };
    let side = piece.side();
    let at = Context { space: Some(start), pieces: PieceSet::one(piece), ..Context::of(side) };
    let limits = scripts.movement_of(state, at)?;
    let leader = Pieces::get().leaders.contains(piece).then_some(piece);
    let mover = Mover::new(side, leader, PieceSet::one(piece), false, 3, start);
    let occupied = occupied_behind(state, side, mover.pieces, start);
    let (ways, party) = (Ways::new(state, side, limits), mover.party());
    let (mut ends, mut attack) = (SpaceSet::EMPTY, SpaceSet::EMPTY);
    let mut seen: Vec<(SpaceId, March)> = vec![(start, March::default())];
    let mut next = 0;
    while let Some(&(space, march)) = seen.get(next) {
        next += 1;
        for &link in Map::get().links(space) {
            let Some(after) = march.step(&ways, party, space, link) else { continue };
            let (open, infiltration) = entrances(state, &ways, occupied, party, march, space, link);
            let among_enemies = occupied.contains(link.to);
            if open && !among_enemies {
                ends.insert(link.to);
            }
            if among_enemies && (open || infiltration) {
                attack.insert(link.to);
            }
            if ((open && !among_enemies) || infiltration) && !seen.contains(&(link.to, after)) {
                seen.push((link.to, after));
            }
        }
    }
    let naval = if limits.naval { naval_destinations(state, side, start) } else { SpaceSet::EMPTY };
    Ok(ReachSets {
        land_or_boat: ends.without(start),
        naval: naval - occupied,
        attack: (attack | (naval & occupied)).without(start),
    })
}
