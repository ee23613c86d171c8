//! What the greedy agent sees in a position: its goals, what attacks promise, and what a hex is worth to a unit.

use crate::battle::{Battle, When};
use crate::decision::Choice;
use crate::id::Id;
use crate::rules::ground::Ground;
use crate::script::Battles;
use crate::side::Side;
use crate::state::State;
use crate::strength::Strength;
use crate::tables::{Column, CombatResult, Defence};
use crate::unit::{Class, UnitId};
use wilderness_hexes::Hex;

/// What a hex that gives victory points is worth in hexes of marching, for each point.
const GOAL: f64 = 4.0;
/// What a hex that gives points and is held already is worth to others than its garrison, for each point.
const GUARD: f64 = 3.0;
/// What each friend next to a hex is worth, up to three.
const FRIEND: f64 = 0.4;
/// What cover is worth while the enemy is near.
const COVER: f64 = 1.2;
/// What each side of a hex that protects is worth in set-up.
const WORKS: f64 = 0.25;
/// So near is near.
const NEAR: u32 = 6;
/// So near to a goal stand those who guard it.
const GARRISON: u32 = 3;
/// So near to a goal the enemy threatens it.
const THREAT: u32 = 8;
/// So near to a target friends can join an attack.
const SUPPORT: u32 = 3;
/// How many of them are reckoned with.
const JOINING: usize = 3;

/// A position as one side sees it.
pub(super) struct Eye<'a> {
    pub board: Ground<'a>,
    pub side: Side,
    /// Hexes that give victory points to either side, with how many.
    goals: Vec<(Hex, f64)>,
    /// The hexes with enemy men.
    enemies: Vec<Hex>,
}

impl<'a> Eye<'a> {
    pub fn new(battles: &'a Battles, battle: &'a Battle, state: &'a State, side: Side) -> Eye<'a> {
        let board = Ground::new(battles, battle, state);
        let mut goals: Vec<(Hex, f64)> = Vec::new();
        for award in Side::BOTH.into_iter().flat_map(|side| &battle.awards[side]) {
            let When::Occupies(hex) = award.when else { continue };
            match goals.iter_mut().find(|(other, _)| *other == hex) {
                Some((_, worth)) => *worth = worth.max(award.vp.into()),
                None => goals.push((hex, award.vp.into())),
            }
        }
        let enemies = board.men[side.enemy()].iter().collect();
        Eye { board, side, goals, enemies }
    }

    /// The unit with an id.
    pub fn find(&self, id: Id) -> Option<UnitId> {
        self.board.battle.find(id)
    }

    /// The unit that a choice names.
    pub fn unit_of(&self, choice: Choice) -> Option<UnitId> {
        match choice {
            Choice::Unit(id) | Choice::With(id) | Choice::March(id) => self.find(id),
            _ => None,
        }
    }

    /// Whether the side attacks in this battle: player A comes for what player B holds.
    fn attacks(&self) -> bool {
        self.board.battle.players[0] == self.side
    }

    /// How far the nearest enemy man is.
    pub fn to_enemy(&self, hex: Hex) -> u32 {
        self.enemies.iter().map(|enemy| enemy.distance(hex)).min().unwrap_or(99)
    }

    /// Whether a hex gives victory points.
    pub fn is_goal(&self, hex: Hex) -> bool {
        self.goals.iter().any(|(goal, _)| *goal == hex)
    }

    /// How a hex lies to the goals: higher is better. To a goal that the side holds it matters only while the garrison
    /// needs help.
    pub fn advance(&self, unit: UnitId, hex: Hex) -> f64 {
        let towards = |(goal, vp): &(Hex, f64)| {
            let held = self.board.at(self.side, *goal).any(|other| other != unit && self.board.unit(other).is_man());
            let worth = match (held, held && !self.needs_help(unit, *goal)) {
                (false, _) => GOAL * vp,
                (true, false) => GUARD * vp,
                (true, true) => return f64::NEG_INFINITY,
            };
            worth - f64::from(hex.distance(*goal))
        };
        let best = self.goals.iter().map(towards).fold(f64::NEG_INFINITY, f64::max);
        // With nothing left to take, the enemy is the goal.
        if best.is_finite() { best } else { -f64::from(self.to_enemy(hex).min(30)) }
    }

    /// Whether the enemy near a goal is stronger than those who guard it without a unit.
    fn needs_help(&self, unit: UnitId, goal: Hex) -> bool {
        let near = |side: Side, within: u32| {
            let men = self.board.of(side).filter(|(other, _)| *other != unit && self.board.unit(*other).is_man());
            let near = men.filter(|(_, hex)| hex.distance(goal) <= within);
            near.map(|(other, _)| self.board.cf(other)).sum::<u32>()
        };
        near(self.side, GARRISON) < near(self.side.enemy(), THREAT)
    }

    /// What a column of the combat table promises: the shares that the defender and the attacker lose.
    fn promise(&self, column: Column) -> (f64, f64) {
        let table = &self.board.battle.tables.combat;
        let shares = (1..=6).map(|die| match table.result(column, die) {
            CombatResult::Ae => (0.0, 1.0),
            CombatResult::Ar => (0.0, 0.65),
            CombatResult::Ad => (0.0, 0.4),
            CombatResult::Bx => (0.4, 0.35),
            CombatResult::Dd => (0.45, 0.0),
            CombatResult::Dr => (0.75, 0.0),
            CombatResult::De => (1.0, 0.0),
        });
        let (gain, loss) = shares.fold((0.0, 0.0), |(gain, loss), (g, l)| (gain + g, loss + l));
        (gain / 6.0, loss / 6.0)
    }

    /// What an attack promises, in combat factors: what the enemy loses on average less what the side loses.
    pub fn prospect(&self, strength: &Strength, units: &[UnitId], hexes: &[Hex]) -> f64 {
        let (gain, loss) = self.promise(strength.column);
        let staked: u32 = units.iter().map(|unit| self.board.cf(*unit)).sum();
        gain * self.held_in(hexes) - loss * f64::from(staked)
    }

    /// The combat factors that the enemy has in hexes.
    fn held_in(&self, hexes: &[Hex]) -> f64 {
        let men = hexes.iter().flat_map(|hex| self.board.men_at(self.side.enemy(), *hex));
        f64::from(men.map(|unit| self.board.cf(unit)).sum::<u32>())
    }

    /// Roughly what a unit could win or lose by attacking from a hex, with friends who are near enough to join.
    fn attack_from(&self, unit: UnitId, hex: Hex) -> f64 {
        let (battle, enemy) = (self.board.battle, self.side.enemy());
        let targets = battle.map.grid.near(hex).filter(|to| self.board.men[enemy].contains(*to));
        let targets = targets.filter(|to| !battle.map.is_water(hex, *to) && !battle.map.terrain(*to).is_closed());
        let (mut best, mut bad) = (0.0_f64, 0.0);
        for target in targets {
            let prospect = self.attack_on(unit, hex, target);
            best = best.max(prospect);
            bad += prospect.min(0.0);
        }
        best + 0.5 * bad
    }

    fn attack_on(&self, unit: UnitId, hex: Hex, target: Hex) -> f64 {
        let (battle, enemy) = (self.board.battle, self.side.enemy());
        let others = self.board.of(self.side).filter(|(other, at)| {
            *other != unit && self.board.unit(*other).class() == Class::Foot && at.distance(target) <= SUPPORT
        });
        let mut friends: Vec<u32> = others.map(|(other, _)| self.board.cf(other)).collect();
        friends.sort_unstable_by(|one, other| other.cmp(one));
        let attack = self.board.cf(unit) + friends.iter().take(JOINING).sum::<u32>();
        let factor = |unit: UnitId| {
            let inside = match battle.map.terrain(target).defence {
                Defence::All => true,
                Defence::Light => self.board.unit(unit).light,
                Defence::None => false,
            };
            self.board.cf(unit) * if inside || battle.map.doubles(hex, target) { 2 } else { 1 }
        };
        let defence = self.board.men_at(enemy, target).map(factor).sum::<u32>() + self.board.command(enemy, target);
        let (gain, loss) = self.promise(battle.tables.combat.column(attack, defence.max(1)));
        gain * self.held_in(&[target]) - loss * f64::from(attack)
    }

    /// What a hex is worth to a unit at the end of its move.
    pub fn worth(&self, unit: UnitId, hex: Hex) -> f64 {
        let enemy = f64::from(self.to_enemy(hex));
        let map = &self.board.battle.map;
        let is_friend = |near: &Hex| {
            self.board.at(self.side, *near).any(|other| other != unit && self.board.unit(other).class() == Class::Foot)
        };
        let friends = map.grid.near(hex).filter(is_friend).count().min(3) as f64 * FRIEND;
        match self.board.unit(unit).class() {
            Class::Foot => {
                let here = self.advance(unit, hex) + friends;
                let cover = if self.to_enemy(hex) <= NEAR { self.cover(unit, hex) } else { 0.0 };
                let bold = if self.attacks() { 1.5 } else { 1.0 };
                here + cover + bold * self.attack_from(unit, hex)
            }
            Class::Gun => {
                let guard = if is_friend(&hex) { 1.5 } else { 0.0 };
                let exposed = if enemy <= 1.0 { -5.0 } else { 0.0 };
                0.5 * self.advance(unit, hex) + friends + guard + exposed - 0.3 * (enemy - 3.0).abs().min(9.0)
            }
            Class::Leader => {
                let radius = u32::from(self.board.unit(unit).cv);
                let led = |(other, at): &(UnitId, Hex)| self.board.unit(*other).is_man() && at.distance(hex) <= radius;
                let count = |(other, _): (UnitId, Hex)| if self.board.piece(other).disordered { 1.5 } else { 0.4 };
                let with = if is_friend(&hex) { 3.0 } else { -3.0 };
                with + self.board.of(self.side).filter(led).map(count).sum::<f64>() - 0.1 * enemy.min(20.0)
            }
            Class::Train => enemy.min(8.0) + friends,
        }
    }

    /// How many sides of a hex protect who stands in it, as far as that counts before the enemy is there.
    pub fn works(&self, hex: Hex) -> f64 {
        let map = &self.board.battle.map;
        WORKS * map.grid.near(hex).filter(|near| map.doubles(*near, hex)).count().min(3) as f64
    }

    /// How a hex protects a unit: terrain that doubles it, or a work or slope towards the enemy.
    pub fn cover(&self, unit: UnitId, hex: Hex) -> f64 {
        let map = &self.board.battle.map;
        let inside = match map.terrain(hex).defence {
            Defence::All => true,
            Defence::Light => self.board.unit(unit).light,
            Defence::None => false,
        };
        let now = self.to_enemy(hex);
        let facing: Vec<Hex> = map.grid.near(hex).filter(|near| self.to_enemy(*near) < now).collect();
        let behind = !facing.is_empty() && facing.iter().all(|near| map.doubles(*near, hex));
        if inside || behind { COVER } else { 0.0 }
    }
}
