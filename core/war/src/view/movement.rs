//! Where pieces could go, by which route, and who could come.

use super::View;
use crate::inspect::reach_of;
use crate::map::Map;
use crate::rules::march::{Manner, Party};
use crate::rules::movement;
use crate::rules::reach::{self, Path, Reach};
use crate::rules::route::{Leg, Route, RouteSearch, route, why_not_enter};
use crate::script::MovementLimits;
use crate::sets::{PieceId, PieceSet, SpaceId, SpaceSet};
use crate::side::Side;
use crate::state::State;
use crate::table::Play;
use wilderness_engine::Refusal;

/// The most activations of a route.
const MOST_ACTIVATIONS: usize = 9;

/// Why there is no route to a space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoRoute {
    /// The party cannot end its route there.
    Forbidden(Refusal),
    /// The enemy occupies these spaces on the way.
    Blocked(SpaceSet),
    /// No route leads there.
    Nowhere,
}

/// A force that could come to a space within one activation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// Where it is.
    pub from: SpaceId,
    /// Its pieces: a leader with those he leads, or a single unit.
    pub pieces: PieceSet,
    /// How it comes by land or boat, if it can.
    pub leg: Option<Leg>,
    /// Whether it can come by sea, to a port (6.4).
    pub by_sea: bool,
    /// Whether it can come by sea, in an amphibious landing (6.43).
    pub by_landing: bool,
}

impl View<'_> {
    /// What the events in force change about the movement of a side (5.51).
    ///
    /// # Errors
    /// A script that fails.
    pub fn movement_limits(&self, side: Side) -> Play<MovementLimits> {
        self.scripts.movement(self.state, side)
    }

    /// Where this side can sail from a space (6.4).
    pub fn ports_from(&self, space: SpaceId) -> SpaceSet {
        movement::naval_destinations(self.state, self.side, space)
    }

    /// Where a piece could go, activated individually with a card of value 3, without interception or response (6.0).
    ///
    /// # Errors
    /// A script that fails.
    pub fn destinations(&self, piece: PieceId) -> Play<SpaceSet> {
        let reach = reach_of(self.state, self.scripts, piece)?;
        Ok(reach.land_or_boat | reach.naval | reach.attack)
    }

    /// Where friendly pieces could move in one activation from a space, if there is no interception and no response.
    pub(crate) fn reach(&self, pieces: PieceSet, from: SpaceId, reach: &mut Reach) {
        reach.find(self.state, Party::new(self.side, pieces), from);
    }

    /// The shortest path of friendly pieces to a space that they could move to in one activation.
    pub(crate) fn path(&self, pieces: PieceSet, from: SpaceId, to: SpaceId) -> Path {
        reach::path(self.state, Party::new(self.side, pieces), from, to)
    }

    /// The route of a party with the fewest activations, and of these with the fewest spaces, if it meets no
    /// interception and attacks nobody on the way (6.2, 6.3); or why there is none.
    ///
    /// # Errors
    /// A script that fails.
    pub fn route(&self, party: Party, manner: Manner, from: SpaceId, to: SpaceId) -> Play<Result<Route, NoRoute>> {
        let limits = self.movement_limits(party.side)?;
        let occupied = self.state.occupied(party.side.enemy());
        let search = |closed| RouteSearch { party, limits, manner, activations: MOST_ACTIVATIONS, closed };
        if let Some(found) = route(self.state, &search(occupied), from, to) {
            return Ok(Ok(found));
        }
        if let Some(refusal) = why_not_enter(self.state, party, to) {
            return Ok(Err(NoRoute::Forbidden(refusal)));
        }
        let past = route(self.state, &search(SpaceSet::EMPTY), from, to);
        let path: SpaceSet =
            past.iter().flat_map(|past| &past.legs).flat_map(|leg| leg.spaces.iter().copied()).collect();
        Ok(Err(match (path & occupied).without(to).without(from) {
            none if none.is_empty() => NoRoute::Nowhere,
            enemies => NoRoute::Blocked(enemies),
        }))
    }

    /// How pieces that are together could come to a space within one activation, if they could; enemies on the way are
    /// not attacked, and nobody intercepts.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn arrival(&self, pieces: PieceSet, space: SpaceId) -> Play<Option<Arrival>> {
        let Some((first, from)) = pieces.first().and_then(|first| Some((first, self.space_of(first)?))) else {
            return Ok(None);
        };
        let limits = self.movement_limits(first.side())?;
        Ok(arrival(self.state, limits, pieces, from, space))
    }

    /// For each stack of a side, the largest part of it that could come to a space within one activation, with whatever
    /// card that takes. Enemies on the way are not attacked, and nobody intercepts.
    ///
    /// # Errors
    /// A script that fails.
    pub fn arrivals(&self, by: Side, space: SpaceId) -> Play<Vec<Arrival>> {
        let limits = self.movement_limits(by)?;
        let stacks = Map::get().all.iter().filter(|from| *from != space && !self.outside(by, *from).is_empty());
        let arrival = |from: SpaceId| {
            let mut groups = self.groups(by, from).into_iter();
            groups.find_map(|pieces| arrival(self.state, limits, pieces, from, space))
        };
        Ok(stacks.filter_map(arrival).collect())
    }

    /// The works of this side that it could demolish and may lose, each with the strongest enemy force that could come
    /// within one activation: it is no weaker than the units that hold them.
    ///
    /// # Errors
    /// A script that fails.
    pub fn threats(&self) -> Play<Vec<(SpaceId, Arrival)>> {
        let mut threats = Vec::new();
        for space in self.demolishable() {
            let arrivals = self.arrivals(self.side.enemy(), space)?.into_iter();
            let strongest = arrivals.max_by_key(|arrival| self.strength_of(arrival.pieces));
            let holds = self.strength_of(self.units(self.side, space));
            threats
                .extend(strongest.filter(|first| self.strength_of(first.pieces) >= holds).map(|first| (space, first)));
        }
        Ok(threats)
    }

    /// The works that this side could demolish and may lose before its next action phase, if it has one this season: an
    /// enemy force that is no weaker than those who hold them could be there with the next card, or auxiliaries could
    /// raid a stockade that nobody holds. A fort has to be besieged first, so it is safe from a single card; works under
    /// construction score nothing when they are lost (5.44, 5.45, 8.2, 10.1).
    ///
    /// # Errors
    /// A script that fails.
    pub fn works_at_risk(&self) -> Play<SpaceSet> {
        let (side, enemy) = (self.side, self.side.enemy());
        let cards = |side: Side| if self.is_holding(side) { 0 } else { self.hand_size(side) };
        // Without cards of its own, the side waits for the next season, in which the enemy may act first.
        let phases = if cards(side) > 0 { cards(enemy).min(1) } else { cards(enemy) + 1 };
        let works = self.works(side);
        let forts = if phases > 1 { works.forts } else { SpaceSet::EMPTY };
        let mut at_risk = SpaceSet::EMPTY;
        for space in (works.stockades | forts) & self.demolishable() {
            let holders = self.units(side, space);
            let takes = |arrival: &Arrival| match arrival.pieces.drilled().is_empty() {
                true => works.stockades.contains(space) && holders.is_empty(),
                false => self.strength_of(arrival.pieces) >= self.strength_of(holders),
            };
            if phases > 0 && self.arrivals(enemy, space)?.iter().any(takes) {
                at_risk.insert(space);
            }
        }
        Ok(at_risk)
    }

    /// The combat strength of the units among these pieces (3.1).
    pub fn strength_of(&self, pieces: PieceSet) -> u32 {
        pieces.units().iter().map(|unit| u32::from(self.strength(unit))).sum()
    }

    /// What can act together out of a space, the most first: a force with its leader, or single units.
    fn groups(&self, side: Side, from: SpaceId) -> Vec<PieceSet> {
        let here = self.outside(side, from);
        let leader = here.leaders().iter().max_by_key(|leader| (leader.facts().command, leader.facts().tactics));
        let parts = [here, here.drilled() | here.leaders(), here.auxiliaries() | here.leaders()];
        let mut groups: Vec<PieceSet> = match leader {
            Some(leader) => parts.iter().map(|part| self.strongest_force(leader, part.without(leader))).collect(),
            None => Vec::new(),
        };
        let alone = here.drilled().iter().max_by_key(|unit| self.strength(*unit));
        groups.extend(alone.map(PieceSet::one));
        groups.extend(here.auxiliaries().iter().max_by_key(|unit| self.strength(*unit)).map(PieceSet::one));
        groups.retain(|group| !group.units().is_empty());
        groups
    }
}

/// How pieces get to a space within one activation, if they do.
fn arrival(state: &State, limits: MovementLimits, pieces: PieceSet, from: SpaceId, to: SpaceId) -> Option<Arrival> {
    let side = pieces.first()?.side();
    let closed = state.occupied(side.enemy());
    let search = RouteSearch { party: Party::new(side, pieces), limits, manner: Manner::Any, activations: 1, closed };
    let leg = route(state, &search, from, to).and_then(|route| route.legs.into_iter().next());
    let by_sea = limits.naval && movement::naval_destinations(state, side, from).contains(to);
    let by_landing = side == Side::British && limits.naval && movement::landing_sites(state, pieces).contains(to);
    (leg.is_some() || by_sea || by_landing).then_some(Arrival { from, pieces, leg, by_sea, by_landing })
}
