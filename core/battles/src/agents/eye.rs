//! What the greedy agent sees in a position: its goals, what attacks promise, and what a hex is worth to a unit.

mod places;

use super::attack;
use super::known::Known;
use super::promise::Promise;
use super::temper::Temper;
use super::weights;
use crate::battle::{Battle, When};
use crate::board::Board;
use crate::decision::Choice;
use crate::id::Id;
use crate::pieces::At;
use crate::rules::ground::Ground;
use crate::rules::reach::{Routes, Walk};
use crate::script::Battles;
use crate::side::Side;
use crate::state::State;
use crate::strength::Strength;
use crate::tables::{Column, Defence};
use crate::unit::{Class, UnitId};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use wilderness_hexes::{Hex, HexSet};

/// So near is near.
const NEAR: u32 = 6;
/// So near to a goal stand those who guard it.
const GARRISON: u32 = 3;
/// So near to a goal the enemy threatens it.
const THREAT: u32 = 8;

/// More than sums differ by the order in which they are added up.
const ROUNDING: f64 = 1e-6;

/// A hex that gives victory points, and who is there.
struct Goal {
    hex: Hex,
    vp: f64,
    /// The men of the side who stand there: foot and a gun.
    holders: Vec<UnitId>,
    /// The combat factors of the side's men near by, once they are asked.
    guard: OnceCell<u32>,
    /// Those of the enemy's men in its neighbourhood, once they are asked.
    threat: OnceCell<u32>,
}

impl Goal {
    fn new(board: &Board<'_>, side: Side, hex: Hex, vp: f64) -> Goal {
        let (guard, threat) = Default::default();
        Goal { hex, vp, holders: board.men_at(side, hex).collect(), guard, threat }
    }

    /// The combat factors of the side's men near by.
    fn guard(&self, board: &Board<'_>, side: Side) -> u32 {
        *self.guard.get_or_init(|| self.factors(board, side, GARRISON))
    }

    /// The combat factors of the enemy's men in its neighbourhood.
    fn threat(&self, board: &Board<'_>, side: Side) -> u32 {
        *self.threat.get_or_init(|| self.factors(board, side.enemy(), THREAT))
    }

    /// The combat factors of a side's men within some hexes.
    fn factors(&self, board: &Board<'_>, side: Side, within: u32) -> u32 {
        let near = |(unit, at): &(UnitId, Hex)| at.distance(self.hex) <= within && board.unit(*unit).is_man();
        board.of(side).filter(near).map(|(unit, _)| board.cf(unit)).sum()
    }
}

/// What all hexes have in common when they are looked at for a unit.
struct UnitView {
    unit: UnitId,
    /// The hexes that it may make for, with what each is worth to it there: one less for each hex of distance.
    towards: Vec<(Hex, f64)>,
    /// The hexes with other foot of the side.
    other_foot: HexSet,
}

/// A position as one side sees it.
pub(super) struct Eye<'a> {
    pub board: Ground<'a>,
    pub side: Side,
    temper: Temper,
    /// Hexes that give victory points to either side.
    goals: Vec<Goal>,
    /// The hexes with enemy men.
    enemies: Vec<Hex>,
    /// Where the side's men are, and whether they are disordered, once that is asked.
    men: OnceCell<Vec<(Hex, bool)>>,
    /// What the attacks promise as it is, once it is asked.
    now: OnceCell<f64>,
    /// What has been found out already.
    known: &'a Known,
    /// What columns of the combat table promise, once it is asked.
    promises: RefCell<Vec<(Column, Promise)>>,
    /// The state in which units are tried elsewhere.
    trial: RefCell<Option<State>>,
    /// The unit that was looked at last.
    last: RefCell<Option<Rc<UnitView>>>,
}

impl<'a> Eye<'a> {
    /// A position, with what is known already.
    pub fn new(
        (battles, battle, state): (&'a Battles, &'a Battle, &'a State),
        side: Side,
        temper: Temper,
        known: &'a mut Known,
    ) -> Eye<'a> {
        let board = Ground::new(battles, battle, state);
        known.look(&board, side);
        let mut points: Vec<(Hex, f64)> = Vec::new();
        for award in Side::BOTH.into_iter().flat_map(|side| &battle.awards[side]) {
            let When::Occupies(hex) = award.when else { continue };
            match points.iter_mut().find(|(other, _)| *other == hex) {
                Some((_, worth)) => *worth = worth.max(award.vp.into()),
                None => points.push((hex, award.vp.into())),
            }
        }
        let goals = points.into_iter().map(|(hex, vp)| Goal::new(&board, side, hex, vp)).collect();
        let enemies = board.men[side.enemy()].iter().collect();
        let temper = temper.as_it_stands(battle, state, side);
        let (men, now, promises, trial, last) = Default::default();
        Eye { board, side, temper, goals, enemies, men, now, known, promises, trial, last }
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

    /// How far the nearest enemy man is.
    pub fn to_enemy(&self, hex: Hex) -> u32 {
        self.known.distance(hex)
    }

    /// Whether a hex gives victory points.
    pub fn is_goal(&self, hex: Hex) -> bool {
        self.goals.iter().any(|goal| goal.hex == hex)
    }

    /// What hexes have in common for a unit.
    fn view(&self, unit: UnitId) -> Rc<UnitView> {
        let mut last = self.last.borrow_mut();
        if let Some(view) = last.as_ref().filter(|view| view.unit == unit) {
            return view.clone();
        }
        let towards = |goal: &Goal| {
            let held = goal.holders.iter().any(|holder| *holder != unit);
            match (held, held && !self.needs_help(unit, goal)) {
                // Who alone holds what the enemy threatens is its garrison.
                (false, _) if goal.holders == [unit] && goal.threat(&self.board, self.side) > 0 => {
                    Some((goal.hex, weights::GUARD * goal.vp))
                }
                (false, _) => Some((goal.hex, self.temper.zeal * weights::GOAL * goal.vp)),
                (true, false) => Some((goal.hex, weights::GUARD * goal.vp)),
                (true, true) => None,
            }
        };
        let mut other_foot = *self.board.of_class(self.side, Class::Foot);
        let is_other = |other: UnitId| other != unit && self.board.unit(other).class() == Class::Foot;
        if let Some(own) = self.own_hex(unit)
            && !self.board.at(self.side, own).any(is_other)
        {
            other_foot.remove(own);
        }
        let view = UnitView { unit, towards: self.goals.iter().filter_map(towards).collect(), other_foot };
        last.insert(Rc::new(view)).clone()
    }

    /// How a hex lies to the goals: higher is better. To a goal that the side holds it matters only while the garrison
    /// needs help.
    pub fn advance(&self, unit: UnitId, hex: Hex) -> f64 {
        let view = self.view(unit);
        let towards = view.towards.iter().map(|(goal, worth)| worth - f64::from(hex.distance(*goal)));
        let best = towards.fold(f64::NEG_INFINITY, f64::max);
        // With nothing left to take, the enemy is the goal.
        if best.is_finite() { best } else { -f64::from(self.to_enemy(hex).min(30)) }
    }

    /// Whether the enemy near a goal is stronger than those who guard it without a unit.
    fn needs_help(&self, unit: UnitId, goal: &Goal) -> bool {
        let own = self.own_hex(unit).filter(|at| at.distance(goal.hex) <= GARRISON && self.board.unit(unit).is_man());
        let others = goal.guard(&self.board, self.side) - own.map_or(0, |_| self.board.cf(unit));
        others < goal.threat(&self.board, self.side)
    }

    /// What a column of the combat table promises.
    fn promise(&self, column: Column) -> Promise {
        let mut known = self.promises.borrow_mut();
        if let Some((_, promise)) = known.iter().find(|(other, _)| *other == column) {
            return *promise;
        }
        let promise = Promise::of_column(&self.board.battle.tables.combat, column);
        known.push((column, promise));
        promise
    }

    /// What an attack promises, in combat factors: what the enemy loses on average less what the side loses.
    pub fn prospect(&self, board: &Board<'_>, strength: &Strength, units: &[UnitId], hexes: &[Hex]) -> f64 {
        let promise = self.promise(strength.column);
        let lost = |units: &mut dyn Iterator<Item = UnitId>, shares: [f64; 2]| -> f64 {
            units.map(|unit| f64::from(board.unit(unit).cf) * shares[usize::from(board.piece(unit).disordered)]).sum()
        };
        let mut enemies = hexes.iter().flat_map(|hex| board.men_at(self.side.enemy(), *hex));
        let won = lost(&mut enemies, promise.defender);
        let points: f64 = self.goals.iter().filter(|goal| hexes.contains(&goal.hex)).map(|goal| goal.vp).sum();
        let own = units.iter().filter_map(|unit| board.state.hex(*unit));
        let risked = self.leaders_lost(board, self.side, own, promise.lost[0]);
        let caught = self.leaders_lost(board, self.side.enemy(), hexes.iter().copied(), promise.lost[1]);
        let cost = lost(&mut units.iter().copied(), promise.attacker) + risked;
        let count = if strength.attack < strength.defence { weights::UNEVEN } else { 1.0 };
        won + weights::POINT * points * promise.cleared + caught - count * cost
    }

    /// What the leaders in some hexes of a side are worth, by how likely all men with them are eliminated (12.1).
    fn leaders_lost(&self, board: &Board<'_>, side: Side, hexes: impl Iterator<Item = Hex>, lost: [f64; 2]) -> f64 {
        let leaders = board.of_class(side, Class::Leader);
        let loss = |hex: Hex| {
            let in_order = board.men_at(side, hex).any(|unit| !board.piece(unit).disordered);
            lost[usize::from(!in_order)] * self.leaders_in(board, side, hex)
        };
        hexes.filter(|hex| leaders.contains(*hex)).map(loss).sum()
    }

    /// What the leaders of a side in a hex are worth, in the combat factors that cost as much.
    fn leaders_in(&self, board: &Board<'_>, side: Side, hex: Hex) -> f64 {
        board.leaders_at(side, hex).map(|leader| f64::from(board.battle.loss(leader))).sum()
    }

    /// What the attacks promise as it is.
    pub fn now(&self) -> f64 {
        *self.now.get_or_init(|| self.promised([]))
    }

    /// What the attacks would promise if units stood in other hexes.
    pub fn promised(&self, moved: impl IntoIterator<Item = (UnitId, Hex)>) -> f64 {
        self.with(moved, |board| attack::value(self, board, &mut self.known.groups.borrow_mut()))
    }

    /// What is so if units stood in other hexes, and the side attacked.
    fn with<T>(&self, moved: impl IntoIterator<Item = (UnitId, Hex)>, look: impl FnOnce(&Board<'_>) -> T) -> T {
        let mut trial = self.trial.borrow_mut();
        let state = trial.get_or_insert_with(|| State { side: self.side, ..self.board.state.clone() });
        let battle = self.board.battle;
        let moved: Vec<(UnitId, At)> = moved
            .into_iter()
            .map(|(unit, hex)| {
                let at = state.piece(unit).at;
                state.pieces.put(battle, unit, At::Hex(hex));
                (unit, at)
            })
            .collect();
        let seen = look(&Board::new(battle, state));
        for (unit, at) in moved.into_iter().rev() {
            state.pieces.put(battle, unit, at);
        }
        seen
    }

    /// How much it cares for what attacks promise.
    pub fn boldness(&self) -> f64 {
        self.temper.boldness
    }

    /// Where a unit can go that starts so.
    pub fn routes(&self, walk: Walk) -> Routes {
        let find = || Routes::reached(&self.board, walk, false);
        // Where scripts let units in may depend on anything.
        let is_known = self.board.unit(walk.unit).is_man() && !self.board.is_scripted();
        Routes::within(&self.board, if is_known { self.known.reached(walk, find) } else { Arc::new(find()) })
    }

    /// The hexes with enemy men.
    pub fn enemies(&self) -> impl Iterator<Item = Hex> + '_ {
        self.enemies.iter().copied()
    }

    /// Where the side's men are, and whether they are disordered.
    fn men(&self) -> &[(Hex, bool)] {
        self.men.get_or_init(|| {
            let men = self.board.of(self.side).filter(|(unit, _)| self.board.unit(*unit).is_man());
            men.map(|(unit, at)| (at, self.board.piece(unit).disordered)).collect()
        })
    }

    /// Whether an enemy man is next to a hex.
    pub fn is_next_to_enemy(&self, hex: Hex) -> bool {
        self.board.is_next_to_man(self.side, hex)
    }

    /// The hexes from which an enemy hex can be attacked.
    pub fn places_against(&self, target: Hex) -> impl Iterator<Item = Hex> + '_ {
        let map = &self.board.battle.map;
        let near = map.grid.near(target).filter(move |from| map.lets_attack(*from, target));
        near.filter(|from| !self.board.men[self.side.enemy()].contains(*from))
    }

    /// Whether some of these units, with those who stand there already, could have even odds against a hex at the best.
    pub fn could_beat(&self, target: Hex, units: impl Iterator<Item = UnitId>) -> bool {
        let near = self.board.battle.map.grid.near(target).flat_map(|hex| self.board.men_at(self.side, hex));
        let mut factors: Vec<u32> = units.chain(near).map(|unit| self.board.cf(unit)).collect();
        factors.sort_unstable_by(|one, other| other.cmp(one));
        let attack: u32 = factors.iter().take(6).sum();
        // In enfilade all are doubled.
        2 * attack >= self.board.men_at(self.side.enemy(), target).map(|unit| self.board.cf(unit)).sum()
    }

    /// How a hex lies for foot, apart from attacks.
    pub fn ground(&self, unit: UnitId, hex: Hex) -> f64 {
        let cover = if self.to_enemy(hex) <= NEAR { self.cover(unit, hex) } else { 0.0 };
        self.lie(unit, hex) + cover - self.temper.caution * weights::CAUTION * self.danger(unit, hex)
    }

    /// The most that this could be, for much less trouble: all that is cheap to find out, and the best cover.
    pub fn most_ground(&self, unit: UnitId, hex: Hex) -> f64 {
        self.lie(unit, hex) + weights::COVER + ROUNDING
    }

    /// How a hex lies to the goals, and how much it is liked for no reason.
    fn lie(&self, unit: UnitId, hex: Hex) -> f64 {
        self.advance(unit, hex) + self.temper.fancy(hex)
    }

    /// What the enemy could gain by an attack on a unit in a hex, in combat factors, as far as it can come there.
    pub fn danger(&self, unit: UnitId, hex: Hex) -> f64 {
        let Some((promise, attack)) = self.peril(unit, hex) else { return 0.0 };
        let disordered = usize::from(self.board.piece(unit).disordered);
        let own = f64::from(self.board.unit(unit).cf) * promise.defender[disordered];
        (own - promise.attacker[0] * f64::from(attack)).max(0.0)
    }

    /// How likely a unit in a hex is eliminated, if the enemy attacks it with what can come there.
    pub fn risk(&self, unit: UnitId, hex: Hex) -> f64 {
        self.peril(unit, hex)
            .map_or(0.0, |(promise, _)| promise.lost[1][usize::from(self.board.piece(unit).disordered)])
    }

    /// What an attack of the enemy on a unit in a hex promises, with the factors that can come there; nothing if none can.
    fn peril(&self, unit: UnitId, hex: Hex) -> Option<(Promise, u32)> {
        let (board, map) = (&self.board, &self.board.battle.map);
        if self.to_enemy(hex) > NEAR {
            return None;
        }
        let (sides, doubled) = map.attacked_sides(hex);
        let open = sides & !map.grid.sides_to(hex, &self.view(unit).other_foot);
        let abreast = (open.count_ones() as usize).min(3);
        let attack = (f64::from(self.known.threat(hex)[abreast]) * weights::MASSED) as u32;
        if attack == 0 {
            return None;
        }
        let inside = self.is_doubled_inside(unit, hex);
        let behind = open & !doubled == 0;
        let defence = board.cf(unit) * if inside || behind { 2 } else { 1 } + board.command(self.side, hex);
        Some((self.promise(board.battle.tables.combat.column(attack, defence.max(1))), attack))
    }

    /// Where a unit stands, if it is one: goals are looked at for none, too.
    fn own_hex(&self, unit: UnitId) -> Option<Hex> {
        self.board.battle.units.get(unit.index()).and_then(|_| self.board.state.hex(unit))
    }

    /// Whether the terrain of a hex doubles a unit that defends in it (9.2.1).
    fn is_doubled_inside(&self, unit: UnitId, hex: Hex) -> bool {
        match self.board.battle.map.terrain(hex).defence {
            Defence::All => true,
            Defence::Light => self.board.unit(unit).light,
            Defence::None => false,
        }
    }

    /// How many sides of a hex protect who stands in it, as far as that counts before the enemy is there.
    pub fn works(&self, hex: Hex) -> f64 {
        let map = &self.board.battle.map;
        weights::WORKS * map.grid.near(hex).filter(|near| map.doubles(*near, hex)).count().min(3) as f64
    }

    /// How a hex protects a unit: terrain that doubles it, or a work or slope towards the enemy.
    pub fn cover(&self, unit: UnitId, hex: Hex) -> f64 {
        let map = &self.board.battle.map;
        let is_behind = || {
            let now = self.to_enemy(hex);
            let mut facing = map.grid.near(hex).filter(|near| self.to_enemy(*near) < now).peekable();
            facing.peek().is_some() && facing.all(|near| map.doubles(near, hex))
        };
        let covered = self.is_doubled_inside(unit, hex) || (map.has_doubling_side(hex) && is_behind());
        if covered { weights::COVER } else { 0.0 }
    }
}
