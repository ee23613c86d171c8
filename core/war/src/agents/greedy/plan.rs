//! What to do with a card: every use of every card of the hand is weighed, and what it keeps the hand from doing later.

use super::board::Board;
use super::build;
use super::mission::{MARGIN, Mission, Scout};
use super::value;
use super::weights;
use crate::decision::Word;
use crate::deck::EventKind;
use crate::map::Map;
use crate::pieces::{PieceKind, Pieces};
use crate::sets::{CardId, CardSet, PieceId, PieceSet, SpaceId, SpaceSet};
use crate::view::View;
use std::cmp::Reverse;

/// What is going to be done.
#[derive(Clone, Debug)]
pub struct PhasePlan {
    /// The card that is played; none in a plan that begins in the middle of an action.
    pub card: Option<CardId>,
    /// What it is used for.
    pub purpose: Word,
    /// What each mover does.
    pub missions: Vec<Mission>,
    /// What is built, the most useful first.
    pub sites: Vec<SpaceId>,
    /// What it is worth in victory points.
    pub gain: f32,
}

impl PhasePlan {
    /// A plan without missions.
    pub fn to(purpose: Word, gain: f32) -> PhasePlan {
        PhasePlan { card: None, purpose, missions: Vec::new(), sites: Vec::new(), gain }
    }

    /// The mission of a mover.
    pub fn mission(&self, mover: PieceId) -> Option<&Mission> {
        self.missions.iter().find(|mission| mission.mover == mover)
    }
}

/// What could be done with a card of each value but its event.
pub struct Options {
    forces: Vec<Mission>,
    by_sea: Vec<Mission>,
    raids: Vec<Mission>,
    singles: Vec<Mission>,
    stockades: (f32, Vec<SpaceId>),
    forts: (f32, Vec<SpaceId>),
}

impl Options {
    /// Looks for everything that a card could be used for, and for this many missions of each leader.
    pub fn find<const MOST: usize>(board: &Board<'_>, values: &[u8]) -> Options {
        let mut scout = Scout::new(board);
        let most = values.iter().copied().max().unwrap_or(0);
        let mut options = Options {
            forces: Vec::with_capacity(16),
            by_sea: Vec::new(),
            raids: Vec::new(),
            singles: Vec::new(),
            stockades: (0.0, Vec::new()),
            forts: (0.0, Vec::new()),
        };
        options.raids = raids(&mut scout, most);
        // If only the best matters, what a force has to match, for each value of a card that may activate it.
        let raiding = values.iter().map(|value| options.raiding(*value).map_or(0.0, |plan| plan.gain));
        let mut bars = [if MOST == 1 { raiding.fold(f32::INFINITY, f32::min) - MARGIN } else { 0.0 }; 4];
        let lowest =
            |least: u8| usize::from(values.iter().copied().filter(|value| *value >= least).min().unwrap_or(3).min(3));
        let leaders = board.view.on_map(board.side).leaders();
        // The largest stacks first: they set high bars.
        let place = |leader: PieceId| {
            let space = board.view.space_of(leader);
            let units = space.map_or(0, |space| board.view.outside(board.side, space).units().len());
            (Reverse(units), space, leader)
        };
        let mut by_size: Vec<_> = leaders.iter().map(place).collect();
        by_size.sort_unstable();
        for (.., leader) in by_size.into_iter().filter(|(.., leader)| leader.facts().initiative <= most) {
            if leaders.iter().any(|other| outdoes(board, other, leader)) {
                continue;
            }
            let port = board.view.space_of(leader).is_some_and(|space| Map::get().ports.contains(space));
            let value = lowest(leader.facts().initiative);
            let (land, sea) =
                scout.by_land_or_sea::<MOST>(leader, PieceSet::EMPTY, port && most == 3, (bars[value], bars[3]));
            if MOST == 1 {
                let (by_land, by_sea) = (land.worth() - MARGIN, sea.worth() - MARGIN);
                bars[value..].iter_mut().for_each(|bar| *bar = bar.max(by_land));
                bars[3] = bars[3].max(by_sea);
            }
            options.forces.extend(land.all());
            options.by_sea.extend(sea.all());
        }
        options.forces.sort_by_key(|mission| mission.from);
        options.by_sea.sort_by_key(|mission| mission.from);
        options.singles = singles::<MOST>(&mut scout, bars[lowest(0)]);
        if !board.view.built_last() {
            options.stockades = build::stockades(board);
            options.forts = build::forts(board);
        }
        options
    }

    /// The best use of a card of a value, except for its event.
    pub fn best(&self, value: u8) -> PhasePlan {
        let commanded = self.forces.iter().chain(self.by_sea.iter().filter(|_| value == 3));
        let force = commanded.filter(|mission| mission.mover.facts().initiative <= value);
        let force = force.max_by(|a, b| a.gain.total_cmp(&b.gain)).map(|mission| one(Word::Force, *mission));
        let single = self.singles.iter().max_by(|a, b| a.gain.total_cmp(&b.gain));
        let single = single.map(|mission| one(Word::Individual, *mission));
        let mut best = PhasePlan { missions: Vec::new(), ..PhasePlan::to(Word::Individual, 0.0) };
        for plan in [force, self.raiding(value), single].into_iter().flatten().chain(self.building(value)) {
            if plan.gain > best.gain {
                best = plan;
            }
        }
        best
    }

    /// Everything that a card can be used for, with the least value of the card.
    fn all(&self) -> impl Iterator<Item = (u8, PhasePlan)> {
        let by_land = self.forces.iter().map(|mission| (mission.mover.facts().initiative, *mission));
        let forces = by_land.chain(self.by_sea.iter().map(|mission| (3, *mission)));
        let singles = self.singles.iter().map(|mission| (1, one(Word::Individual, *mission)));
        let more =
            |value: u8| self.raiding(value).into_iter().chain(self.building(value)).map(move |plan| (value, plan));
        forces.map(|(value, mission)| (value, one(Word::Force, mission))).chain(singles).chain((1..=3).flat_map(more))
    }

    /// The raids that a card of a value pays for (5.32).
    fn raiding(&self, value: u8) -> Option<PhasePlan> {
        let mut halves = 2 * value;
        let mut missions = Vec::new();
        for mission in &self.raids {
            let cost = half_points(mission.mover);
            if cost <= halves {
                halves -= cost;
                missions.push(*mission);
            }
        }
        let gain = missions.iter().map(|mission| mission.gain).sum();
        (!missions.is_empty()).then(|| PhasePlan { missions, ..PhasePlan::to(Word::Individual, gain) })
    }

    /// What a card of a value can build.
    fn building(&self, value: u8) -> impl Iterator<Item = PhasePlan> {
        let built = [(Word::Stockades, &self.stockades), (Word::Forts, &self.forts)];
        built.into_iter().filter(|(_, (_, sites))| !sites.is_empty()).map(move |(purpose, (gain, sites))| {
            let sites = sites.iter().copied().take(usize::from(value)).collect();
            PhasePlan { sites, ..PhasePlan::to(purpose, *gain) }
        })
    }
}

/// A plan with one mission.
fn one(purpose: Word, mission: Mission) -> PhasePlan {
    PhasePlan { missions: vec![mission], ..PhasePlan::to(purpose, mission.gain) }
}

/// Whether another leader in the same place does everything at least as well.
fn outdoes(board: &Board<'_>, other: PieceId, leader: PieceId) -> bool {
    let (a, b) = (other.facts(), leader.facts());
    let better = a.initiative <= b.initiative && a.command >= b.command && a.tactics >= b.tactics;
    let equal = (a.initiative, a.command, a.tactics) == (b.initiative, b.command, b.tactics);
    other != leader
        && better
        && (!equal || other < leader)
        && leader != Pieces::get().johnson
        && board.view.space_of(other) == board.view.space_of(leader)
        && board.view.is_besieged(other) == board.view.is_besieged(leader)
}

/// What a piece costs to activate individually, in half points (5.32).
fn half_points(piece: PieceId) -> u8 {
    if piece.facts().kind == PieceKind::Indian { 1 } else { 2 }
}

/// The raids of single auxiliaries, each on a space of its own, the best for their cost first.
fn raids(scout: &mut Scout<'_>, value: u8) -> Vec<Mission> {
    let board = scout.board;
    let mut open: Vec<Mission> = Vec::with_capacity(usize::from(2 * value) + 2);
    let (mut taken, mut near) = (SpaceSet::EMPTY, Vec::new());
    let place = |unit: PieceId| Some((half_points(unit), board.view.space_of(unit)?, unit.facts().movement, unit));
    let mut waiting: Vec<(u8, SpaceId, u8, PieceId)> = board.raiders().iter().filter_map(place).collect();
    waiting.sort_unstable();
    for (_, from, allowance, unit) in waiting {
        let raids = board.may_raid(from, allowance);
        let raid = raids.then(|| scout.raid_but(unit, None, from, PieceSet::one(unit), taken)).flatten();
        match raid {
            Some(mission) => {
                taken.insert(mission.to);
                open.push(mission);
            }
            None if board.may_raid(from, 2 * allowance) => near.extend(scout.approach(unit, from)),
            None => {}
        }
        if open.len() > usize::from(2 * value) {
            break;
        }
    }
    open.extend(near);
    let rate = |mission: &Mission| mission.gain / f32::from(half_points(mission.mover));
    open.sort_by(|a, b| rate(b).total_cmp(&rate(a)));
    open
}

/// What a single unit of drilled troops could do for more than this: take an undefended space, or go where it helps.
fn singles<const MOST: usize>(scout: &mut Scout<'_>, mut bar: f32) -> Vec<Mission> {
    let board = scout.board;
    let empty: SpaceSet = board
        .targets
        .iter()
        .filter(|target| target.siege == 0 && target.defenders.units == 0)
        .map(|target| target.space)
        .collect();
    let mut found = Vec::new();
    for from in board.view.held(board.side) {
        let drilled = board.view.outside(board.side, from).drilled();
        let near = |target: SpaceId| Map::get().distance(from, target) <= 4;
        let cold = board.winter > weights::LATE && board.frost(from, drilled, 0) > 0.0;
        if drilled.is_empty() || !(empty.iter().any(near) || cold) {
            continue;
        }
        let worth = |unit: &PieceId| (value::piece(board.view, *unit) * 1000.0) as i32;
        if let Some(unit) = drilled.iter().min_by_key(worth) {
            let journey = scout.journey(unit, from, PieceSet::one(unit), true, bar);
            if let Some(mission) = journey.filter(|_| MOST == 1) {
                bar = bar.max(mission.gain - MARGIN);
            }
            found.extend(journey);
        }
    }
    found
}

/// The best plan for one card, without its event.
pub fn for_card(board: &Board<'_>, card: CardId) -> PhasePlan {
    let value = board.view.scripts().deck().value(card);
    let options = Options::find::<1>(board, &[value]);
    with_paths(board, PhasePlan { card: Some(card), ..options.best(value) })
}

/// A plan with the paths of its missions.
fn with_paths(board: &Board<'_>, mut plan: PhasePlan) -> PhasePlan {
    let scout = Scout::new(board);
    plan.missions.iter_mut().for_each(|mission| *mission = scout.with_path(*mission));
    plan
}

/// The best plan for a hand: which card, and what for. Events are asked for whether they can be played only when they
/// would be the best.
pub fn for_hand(board: &Board<'_>, cards: CardSet) -> Option<PhasePlan> {
    let deck = board.view.scripts().deck();
    let values: Vec<u8> = cards.iter().map(|card| deck.value(card)).collect();
    let options = Options::find::<1>(board, &values);
    let plans = [0, 1, 2, 3].map(|value| values.contains(&value).then(|| options.best(value)));
    let mut best: Option<(f32, PhasePlan)> = None;
    let mut events: Vec<(f32, CardId)> = Vec::with_capacity(cards.len());
    for card in cards {
        let value = deck.value(card);
        let plan = plans.get(usize::from(value))?.as_ref()?;
        let kept = keep(board, card);
        events.extend(event(board, card).map(|worth| (worth - kept, card)));
        let surplus = plan.gain - kept;
        if best.as_ref().is_none_or(|(most, _)| surplus > *most) {
            best = Some((surplus, PhasePlan { card: Some(card), ..plan.clone() }));
        }
    }
    let (most, plan) = best?;
    events.retain(|(surplus, _)| *surplus > most);
    events.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for (_, card) in events {
        if board.view.can_play(card).unwrap_or(false) {
            return Some(PhasePlan { card: Some(card), ..PhasePlan::to(Word::Event, worth(board.view, card)) });
        }
    }
    Some(with_paths(board, plan))
}

/// The most missions of a leader that are compared.
const MISSIONS: usize = 4;
/// The most plans for a hand, events aside.
const MOST_PLANS: usize = 24;

/// Everything that could be done with a hand, what is worth most first: each with the card that is missed least.
pub fn all_for_hand(board: &Board<'_>, cards: CardSet) -> Vec<PhasePlan> {
    let deck = board.view.scripts().deck();
    let values: Vec<u8> = cards.iter().map(|card| deck.value(card)).collect();
    let options = Options::find::<MISSIONS>(board, &values);
    let cheapest = |value: u8| {
        let able = cards.iter().filter(|card| deck.value(*card) >= value);
        able.min_by(|one, other| keep(board, *one).total_cmp(&keep(board, *other)))
    };
    let paid = |(value, plan): (u8, PhasePlan)| Some(PhasePlan { card: Some(cheapest(value)?), ..plan });
    let mut plans: Vec<PhasePlan> = options.all().filter_map(paid).collect();
    let surplus = |plan: &PhasePlan| plan.gain - plan.card.map_or(0.0, |card| keep(board, card));
    let by_surplus = |plans: &mut Vec<PhasePlan>| plans.sort_by(|one, other| surplus(other).total_cmp(&surplus(one)));
    by_surplus(&mut plans);
    plans.truncate(MOST_PLANS);
    let can_play = |card: &CardId| {
        let is_event = deck.card(*card).is_some_and(|card| card.kind == EventKind::Event);
        is_event && board.view.can_play(*card).unwrap_or(false)
    };
    let event = |card: CardId| PhasePlan { card: Some(card), ..PhasePlan::to(Word::Event, worth(board.view, card)) };
    plans.extend(cards.iter().filter(can_play).map(event));
    by_surplus(&mut plans);
    plans.into_iter().map(|plan| with_paths(board, plan)).collect()
}

/// The value of a card's event to this side, according to the deck; none if it is the enemy's (5.12).
pub fn worth(view: &View<'_>, card: CardId) -> f32 {
    let facts = view.scripts().deck().card(card).filter(|card| card.sides.contains(&view.side()));
    facts.map_or(0.0, |card| f32::from(card.worth[view.side()]) / 10.0)
}

/// What the hand loses with a card: what it is usually good for, or its event.
fn keep(board: &Board<'_>, card: CardId) -> f32 {
    let deck = board.view.scripts().deck();
    let later = if deck.card(card).is_some_and(|card| card.kind == EventKind::Response) {
        weights::LATER_RESPONSE
    } else {
        weights::LATER
    };
    let chances = if board.view.hand().len() > 2 { later } else { weights::LAST_CARDS * later };
    usual(board.view, card).max(chances * worth(board.view, card))
}

/// The value of the side's own cards together.
pub fn hand(view: &View<'_>) -> f32 {
    view.hand().iter().map(|card| usual(view, card).max(weights::LATER * worth(view, card))).sum()
}

/// What a card is usually good for, its event left aside.
fn usual(view: &View<'_>, card: CardId) -> f32 {
    weights::USUAL.get(usize::from(view.scripts().deck().value(card))).copied().unwrap_or(weights::UNUSUAL)
}

/// What a card that can be played as an event is worth as one.
fn event(board: &Board<'_>, card: CardId) -> Option<f32> {
    let is_event = board.view.scripts().deck().card(card).is_some_and(|card| card.kind == EventKind::Event);
    is_event.then(|| worth(board.view, card))
}

/// Whether the last card had better be held (4.0): nothing is worth a fraction of a point, and the card can answer the
/// enemy's moves.
pub fn had_better_hold(board: &Board<'_>, plan: &PhasePlan) -> bool {
    let card = plan.card.map_or(0.0, |card| worth(board.view, card));
    plan.gain < weights::WASTE || (plan.purpose != Word::Event && plan.gain < weights::POOR_USE * card)
}

/// Which pieces of a side could be activated individually, for a plan that begins in the middle of it.
pub fn individual(board: &Board<'_>, halves: u8, offered: PieceSet) -> PhasePlan {
    let mut scout = Scout::new(board);
    let mut raids = raids(&mut scout, halves.div_ceil(2));
    raids.retain(|mission| offered.contains(mission.mover));
    let drilled = offered & Pieces::get().drilled;
    if raids.is_empty() && !drilled.is_empty() {
        let mut singles = singles::<MISSIONS>(&mut scout, weights::LEAST);
        singles.retain(|mission| offered.contains(mission.mover));
        let best = singles.into_iter().max_by(|a, b| a.gain.total_cmp(&b.gain));
        raids.extend(best);
    }
    let gain = raids.iter().map(|mission| mission.gain).sum();
    with_paths(board, PhasePlan { missions: raids, ..PhasePlan::to(Word::Individual, gain) })
}
