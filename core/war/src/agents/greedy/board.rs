//! The position as the agent reads it once for each plan: where the enemy is strong, what can be taken, what must be
//! held.

use super::combat::{self, ForceFacts};
use super::value;
use super::weights;
use crate::map::Map;
use crate::pieces::Pieces;
use crate::sets::{Id, PieceSet, SpaceId, SpaceSet};
use crate::side::Side;
use crate::state::Season;
use crate::view::View;
use std::cell::OnceCell;

/// A stack of the enemy outside his fortifications.
#[derive(Clone, Copy, Debug)]
pub struct EnemyStack {
    pub space: SpaceId,
    /// What it fights with.
    pub host: ForceFacts,
    /// Whether it can come with all its strength: a leader and drilled troops.
    pub mobile: bool,
}

/// Something that can be taken from the enemy.
#[derive(Clone, Copy, Debug)]
pub struct Prize {
    /// Where it is.
    pub space: SpaceId,
    /// The victory points in it.
    pub prize: f32,
    pub defenders: ForceFacts,
    /// The siege level that an assault needs (8.24); 0 if entering is enough.
    pub siege: u8,
    /// The siege level it has.
    pub level: u8,
}

/// The position, read for one side.
pub struct Board<'a> {
    /// What the side sees.
    pub view: &'a View<'a>,
    pub side: Side,
    /// The other side.
    pub enemy: Side,
    /// What the enemy occupies (6.5).
    pub hostile: SpaceSet,
    /// Where friendly drilled troops are in supply (12.2).
    pub supplied: SpaceSet,
    /// What the enemy has in the field.
    pub stacks: Vec<EnemyStack>,
    /// What can be taken from him.
    pub targets: Vec<Prize>,
    /// Possible raid targets without enemy units (10.1).
    pub raidable: SpaceSet,
    /// The links from each space to the nearest of them.
    away: OnceCell<Vec<u8>>,
    /// Spaces in which some stack of the enemy could be dangerous.
    exposed: SpaceSet,
    /// Friendly works that an enemy army might attack: its strength, and the points it would score.
    pressed: Vec<(SpaceId, f32, f32)>,
    /// Where they are.
    pub under_pressure: SpaceSet,
    /// How near winter is, from 0 to 1 (11.0).
    pub winter: f32,
    /// Whether a card in hand lets troops land (6.43).
    pub landing: bool,
}

impl<'a> Board<'a> {
    /// Reads the position.
    pub fn new(view: &'a View<'a>) -> Board<'a> {
        let side = view.side();
        let enemy = side.enemy();
        let mut board = Board {
            view,
            side,
            enemy,
            hostile: view.occupied(enemy),
            supplied: view.supplied(side),
            stacks: Vec::with_capacity(24),
            targets: Vec::with_capacity(40),
            raidable: view.raid_targets() - view.held(enemy),
            away: OnceCell::new(),
            exposed: SpaceSet::EMPTY,
            pressed: Vec::with_capacity(16),
            under_pressure: SpaceSet::EMPTY,
            winter: winter(view),
            landing: side == Side::British && view.hand().iter().any(|card| view.scripts().lands(card)),
        };
        board.find_stacks();
        board.find_targets();
        board.find_threats();
        board
    }

    /// The position as if the enemy never came.
    pub fn without_threats(self) -> Board<'a> {
        Board { exposed: SpaceSet::EMPTY, pressed: Vec::new(), under_pressure: SpaceSet::EMPTY, ..self }
    }

    fn find_threats(&mut self) {
        let map = Map::get();
        for stack in &self.stacks {
            let near = map.adjacent(stack.space);
            self.exposed |= near;
            if stack.mobile {
                let further = near.iter().fold(SpaceSet::EMPTY, |all, space| all | map.adjacent(space));
                self.exposed |= further;
                self.exposed |= further.iter().fold(SpaceSet::EMPTY, |all, space| all | map.adjacent(space));
            }
        }
        for space in self.view.works(self.side).fortifications() {
            let pressure = self.approach(space);
            if pressure >= weights::PRESSED {
                self.pressed.push((space, pressure, value::prize(self.view, self.side, space)));
                self.under_pressure.insert(space);
            }
        }
    }

    fn find_stacks(&mut self) {
        for space in self.view.held(self.enemy) {
            let pieces = self.view.outside(self.enemy, space);
            if pieces.units().is_empty() {
                continue;
            }
            let mobile = !pieces.leaders().is_empty() && !pieces.drilled().is_empty();
            self.stacks.push(EnemyStack { space, host: ForceFacts::new(self.view, pieces, None), mobile });
        }
    }

    fn find_targets(&mut self) {
        let (view, enemy) = (self.view, self.enemy);
        let works = view.works(enemy);
        for space in works.besiegeable() {
            let garrison = view.in_space(space).of(enemy);
            self.targets.push(Prize {
                space,
                prize: value::prize(view, enemy, space),
                defenders: ForceFacts::new(view, garrison, None),
                siege: if works.fortresses.contains(space) { 2 } else { 1 },
                level: view.siege_level(space).unwrap_or(0),
            });
        }
        let map = Map::get();
        for space in works.stockades | SpaceSet::one(map.niagara) | SpaceSet::one(map.ohio_forks) {
            let prize = value::prize(view, enemy, space);
            if prize > 0.0 && !works.besiegeable().contains(space) {
                let defenders = ForceFacts::new(view, view.outside(enemy, space), None);
                let prize = prize + if defenders.is_prize() { weights::GARRISON_PRIZE } else { 0.0 };
                self.targets.push(Prize { space, prize, defenders, siege: 0, level: 0 });
            }
        }
        let besieged = view.besieged_spaces();
        for stack in &self.stacks {
            let relief = if besieged.contains(stack.space) { value::prize(view, self.side, stack.space) } else { 0.0 };
            // Pieces in the open may avoid battle (6.8).
            let prize = relief + if stack.host.is_prize() { weights::FIELD_PRIZE } else { weights::SMALL_PRIZE };
            if !works.fortifications().contains(stack.space) {
                let EnemyStack { space, host, .. } = *stack;
                self.targets.push(Prize { space, prize, defenders: host, siege: 0, level: 0 });
            }
        }
    }

    /// The target in a space.
    pub fn target(&self, space: SpaceId) -> Option<&Prize> {
        self.targets.iter().filter(|target| target.space == space).max_by(|a, b| a.prize.total_cmp(&b.prize))
    }

    /// What it is worth to an army to be at a target, and how many more cards it takes there.
    pub fn worth(&self, target: &Prize, army: &ForceFacts, pieces: PieceSet) -> (f32, f32) {
        let step = value::average_step(pieces);
        if target.siege == 0 {
            let drilled = !pieces.drilled().is_empty();
            let stockade = self.view.works(self.enemy).stockades.contains(target.space);
            let shift = usize::from(self.view.fieldworks().contains(target.space));
            let terrain = target.space.terrain();
            let odds = combat::battle(army, &target.defenders, terrain, i32::from(stockade), shift);
            let stake = if army.is_prize() && target.defenders.units > 0 { weights::DEFEAT } else { 0.0 };
            let prize = if stockade && !drilled { target.prize - weights::RAZED_STOCKADE } else { target.prize };
            let gain = odds.win * prize - (1.0 - odds.win) * stake;
            return (gain + (odds.inflicted - odds.lost) * step, 0.0);
        }
        if pieces.leaders().is_empty() || pieces.drilled().is_empty() {
            return (0.0, 1.0);
        }
        let odds = combat::assault(army, &target.defenders);
        let louisbourg = i32::from(target.space == Map::get().louisbourg);
        let modifier = army.tactics - target.defenders.tactics - louisbourg;
        let rolls = combat::siege_rolls(target.level, target.siege, modifier).max(1.0);
        let supply = if self.supplied.contains(target.space) { 1.0 } else { weights::UNSUPPLIED };
        // An assault that fails can be tried again.
        let success = odds.win + weights::SECOND_ASSAULT * odds.win * (1.0 - odds.win);
        let gain = success * target.prize * supply - odds.lost * step * weights::OWN_LOSSES + odds.inflicted * step;
        (gain, rolls)
    }

    /// How strong an enemy army might attack a space: the strongest nearby, less for every space of distance.
    fn approach(&self, space: SpaceId) -> f32 {
        let louisbourg = self.side == Side::French && space == Map::get().louisbourg;
        let near = |stack: &EnemyStack| {
            let sails = louisbourg && Map::get().ports.contains(stack.space);
            let by_sea = if sails { weights::APPROACH_BY_SEA } else { 0.0 };
            let distance = usize::from(Map::get().distance(stack.space, space));
            let weight = weights::APPROACH.get(distance).copied().unwrap_or(by_sea);
            weight * stack.host.strength as f32
        };
        self.stacks.iter().filter(|stack| stack.mobile).map(near).fold(0.0, f32::max)
    }

    /// Whether there are friendly works that an enemy army might attack.
    pub fn is_pressed(&self, space: SpaceId) -> bool {
        self.under_pressure.contains(space)
    }

    /// How strong an enemy army might attack friendly works; 0 if it is far.
    pub fn pressure(&self, space: SpaceId) -> f32 {
        self.pressed.iter().find(|(pressed, ..)| *pressed == space).map_or(0.0, |(_, pressure, _)| *pressure)
    }

    /// The value of having this strength in a space with friendly works.
    pub fn hold(&self, space: SpaceId, strength: u32) -> f32 {
        let Some((_, pressure, prize)) = self.pressed.iter().find(|(pressed, ..)| *pressed == space) else {
            return 0.0;
        };
        let answered = (strength as f32 / (weights::ENOUGH * pressure)).min(1.0);
        weights::HOLD * prize * answered * (pressure / weights::FULL_PRESSURE).min(1.0)
    }

    /// The risk to an army in its space: a battle that it would lose.
    pub fn danger(&self, space: SpaceId, army: &ForceFacts, pieces: PieceSet) -> f32 {
        if army.units == 0 || !self.exposed.contains(space) {
            return 0.0;
        }
        let sheltered = self.view.works(self.side).besiegeable().contains(space);
        let stake = if army.is_prize() { weights::EXPOSED_PRIZE } else { weights::EXPOSED }
            + weights::EXPOSED_STEPS * value::average_step(pieces) * f32::from(army.steps);
        let risk = |stack: &EnemyStack| {
            let near = match (Map::get().distance(stack.space, space), stack.mobile) {
                (links @ 1..=3, true) => weights::RISK[usize::from(links) - 1],
                (1, false) => weights::RISK_OF_INTERCEPTION,
                _ => return 0.0,
            };
            let ratio = stack.host.strength as f32 / army.strength.max(1) as f32;
            near * ((ratio - weights::EVEN_ENOUGH) / weights::EVEN_ENOUGH).clamp(0.0, 1.0)
        };
        let risk = self.stacks.iter().map(risk).fold(0.0, f32::max);
        if sheltered { weights::SHELTERED_RISK * risk * stake } else { risk * stake }
    }

    /// What winter would cost these pieces in a space, as far as it is near (11.0).
    pub fn frost(&self, space: SpaceId, pieces: PieceSet, others: usize) -> f32 {
        let drilled = pieces.drilled();
        if self.winter <= 0.0 || drilled.is_empty() {
            return 0.0;
        }
        let works = self.view.works(self.side);
        let few = others + pieces.units().len() <= 4;
        let sheltered = Map::get().originally(self.side).contains(space)
            || works.fortresses.contains(space)
            || ((works.forts | works.stockades).contains(space) && few);
        if sheltered {
            return 0.0;
        }
        let cost = |unit| {
            value::step(self.view, unit) * if self.view.steps_of(unit) == 2 { 1.0 } else { weights::REDUCED_IN_WINTER }
        };
        weights::WINTER * self.winter * drilled.iter().map(cost).sum::<f32>()
    }

    /// Friendly pieces in a space that could act together with these, except for these and the besieged.
    pub fn others(&self, space: SpaceId, pieces: PieceSet) -> PieceSet {
        self.view.outside(self.side, space) - pieces
    }

    /// The links between two spaces; a landing is as good as a few of them.
    #[inline]
    pub fn distance(&self, from: SpaceId, to: SpaceId) -> u8 {
        let map = Map::get();
        if to != map.louisbourg || from == to || self.side == Side::French {
            return map.distance(from, to);
        }
        match (self.landing, map.landings(from).any(|landing| landing == to), map.ports.contains(from)) {
            (true, true, _) => 2,
            (true, false, true) => 6,
            _ => u8::MAX,
        }
    }

    /// Whether a space is a fortress that was the enemy's, and is his again when the last unit leaves (8.24).
    pub fn is_captured(&self, space: SpaceId) -> bool {
        let captured = self.view.works(self.side).fortresses - Map::get().originally(self.side);
        captured.contains(space)
    }

    /// Whether a space can be raided within this many links of another.
    pub fn may_raid(&self, from: SpaceId, links: u8) -> bool {
        self.to_raid(from) <= links
    }

    /// The links from a space to the nearest that can be raided.
    pub fn to_raid(&self, from: SpaceId) -> u8 {
        let away = self.away.get_or_init(|| Map::get().distances_to(self.raidable));
        away.get(from.index()).copied().unwrap_or(u8::MAX)
    }

    /// Auxiliaries that can be activated.
    pub fn raiders(&self) -> PieceSet {
        let inside = self.view.on_map(self.side) & Pieces::get().auxiliaries;
        inside.filter(|unit| !self.view.is_besieged(unit))
    }
}

/// How much winter matters: not in the Early Season, and with the last cards of the Late Season in full (11.0).
fn winter(view: &View<'_>) -> f32 {
    if view.season() == Season::Early {
        return 0.0;
    }
    weights::WINTER_BY_HAND.get(view.hand().len()).copied().unwrap_or(weights::FAR_WINTER)
}
