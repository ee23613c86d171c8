//! Where units can move (7.2): steps that are allowed, whether a move can be ended, and how far it goes.

use super::ground::Ground;
use crate::battle::Battle;
use crate::board::Board;
use crate::pieces::At;
use crate::side::Side;
use crate::tables::{Gait, Nimble};
use crate::unit::{Class, UnitId};
use std::collections::BTreeMap;
use std::sync::Arc;
use wilderness_hexes::{Direction, Hex, Movement, Reached};

/// A unit on its way in the Movement Phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Walk {
    pub unit: UnitId,
    pub side: Side,
    class: Class,
    gait: Gait,
    pub at: Hex,
    /// MP left; hexes for a disordered man.
    pub left: u8,
    /// Whether it may still make the minimum move of one hex (7.2, B25).
    minimum: bool,
    /// Whether it leaves an enemy zone of control with its next step (8.2).
    disengages: bool,
    /// Whether it is a disordered man (13.3.1).
    pub disordered: bool,
    /// Whether it moves by forced march (18.1).
    march: bool,
}

/// A unit that leaves a zone of control by its own nature (8.2, B34).
fn disengages(board: &Board<'_>, unit: UnitId, at: Hex) -> bool {
    let (counter, terrain) = (board.unit(unit), board.battle.map.terrain(at));
    match counter.class() {
        Class::Leader => true,
        Class::Train => false,
        Class::Foot | Class::Gun => {
            let nimble = |kind| terrain.disengage.contains(&kind);
            (counter.gait() == Gait::Cavalry && nimble(Nimble::Cavalry))
                || (counter.light && nimble(Nimble::Light))
                || board.state.demoralized[counter.side]
        }
    }
}

impl Walk {
    /// A unit of the phasing side before its move; nothing if it does not move now.
    pub fn start(ground: &Ground<'_>, unit: UnitId, march: bool) -> Option<Walk> {
        let (piece, counter) = (ground.piece(unit), ground.unit(unit));
        let At::Hex(at) = piece.at else { return None };
        if piece.done.moved || piece.looted || piece.side != ground.state.side {
            return None;
        }
        let disordered = piece.disordered;
        let left = if disordered {
            let demoralized = ground.state.demoralized[piece.side];
            ground.state.die.filter(|_| demoralized && counter.ma > 0 && !march)?
        } else if march {
            ground.allowance(unit).saturating_mul(2).saturating_sub(piece.done.spent)
        } else {
            ground.allowance(unit).saturating_sub(piece.done.spent)
        };
        let held = !disordered && ground.is_controlled(piece.side, at);
        if left == 0 || piece.done.fired || (held && (march || !disengages(ground, unit, at))) {
            return None;
        }
        let minimum = !disordered && piece.done.spent == 0;
        let (side, class, gait) = (piece.side, counter.class(), counter.gait());
        Some(Walk { unit, side, class, gait, at, left, minimum, disengages: held, disordered, march })
    }

    /// A unit that has just entered the map.
    pub fn entered(ground: &Ground<'_>, unit: UnitId, at: Hex, left: u8) -> Walk {
        let (side, counter) = (ground.piece(unit).side, ground.unit(unit));
        let (class, gait) = (counter.class(), counter.gait());
        Walk { unit, side, class, gait, at, left, minimum: false, disengages: false, disordered: false, march: false }
    }

    /// The same with a leader along who has this many MP left: the two spend the same (B28).
    pub fn along_with(mut self, left: u8) -> Walk {
        self.left = self.left.min(left);
        self
    }

    /// What the step to a neighbour costs that the map lets it make for some MP; nothing if it is not allowed.
    fn cost(&self, ground: &Ground<'_>, to: Hex, mp: u8) -> Option<u8> {
        if !self.may_enter(ground, to) {
            return None;
        }
        let mp = if self.disordered {
            (self.left > 0 && !ground.is_next_to_man(self.side, to)).then_some(1)?
        } else if (self.disengages || self.march) && ground.is_controlled(self.side, to) {
            return None;
        } else if mp <= self.left {
            mp
        } else {
            (self.minimum && self.left > 0).then_some(self.left)?
        };
        ground.lets_in(self.unit, to).then_some(mp)
    }

    /// Whether who stands there, and the scenario, let it in (B29, B32, B80).
    fn may_enter(&self, board: &Board<'_>, to: Hex) -> bool {
        may_stand(board, (self.side, self.class), to) && !board.battle.barred[self.side].contains(to)
    }

    /// The walk after a step to a neighbour; nothing if it is not allowed.
    pub fn step(&self, ground: &Ground<'_>, to: Hex) -> Option<Walk> {
        self.step_for(ground, to, ground.battle.map.cost(self.at, to, self.gait)?)
    }

    /// The same after a step to the neighbour in a direction.
    fn step_towards(&self, ground: &Ground<'_>, direction: Direction, to: Hex) -> Option<Walk> {
        self.step_for(ground, to, ground.battle.map.cost_towards(self.at, direction, self.gait)?)
    }

    /// The same, if the map lets it make the step for some MP.
    fn step_for(&self, ground: &Ground<'_>, to: Hex, mp: u8) -> Option<Walk> {
        let cost = self.cost(ground, to, mp)?;
        Some(Walk { at: to, left: self.left - cost, minimum: false, disengages: false, ..*self })
    }

    /// What a leader who goes along pays for a step that costs so much (C9).
    pub fn share(&self, battle: &Battle, to: Hex) -> u8 {
        let mp = battle.map.cost(self.at, to, self.gait).unwrap_or(1);
        if self.disordered || mp > self.left { 1 } else { mp }
    }

    /// Whether it is on the map, and has not left the hex where it stands.
    fn is_at_start(&self, ground: &Ground<'_>) -> bool {
        ground.state.hex(self.unit) == Some(self.at)
    }

    /// Whether entering the hex where it is ended the move (8.2, 21.1).
    pub fn is_stopped(&self, ground: &Ground<'_>) -> bool {
        (!self.disordered && ground.is_controlled(self.side, self.at)) || ground.state.burning.contains(self.at)
    }

    /// Whether it may end its move where it is (B30).
    pub fn may_end(&self, ground: &Ground<'_>) -> bool {
        finds_room(ground, self.unit, (self.side, self.class), self.at)
    }

    /// Whether the move can be ended from here, once a step is made.
    pub fn is_completable(&self, ground: &Ground<'_>) -> bool {
        if self.may_end(ground) || (!self.is_stopped(ground) && self.may_exit(ground)) {
            return true;
        }
        !self.is_stopped(ground) && self.next(ground).next().is_some()
    }

    /// The walks after one more step from which the move can be ended.
    pub fn next<'a>(&'a self, ground: &'a Ground<'_>) -> impl Iterator<Item = Walk> + 'a {
        let steps = ground.battle.map.steps(self.at, self.gait);
        let steps = steps.filter_map(|(to, mp)| self.step_for(ground, to, mp));
        steps.filter(|walk| walk.is_completable(ground))
    }

    /// Whether it may leave the map from where it is (15.0, B65).
    pub fn may_exit(&self, ground: &Ground<'_>) -> bool {
        self.exit_cost(ground).is_some()
    }

    /// What it costs to leave the map; nothing if it may not.
    fn exit_cost(&self, ground: &Ground<'_>) -> Option<u8> {
        let (battle, side) = (ground.battle, self.side);
        if !battle.friendly[side].contains(self.at) || !ground.state.demoralized[side] {
            return None;
        }
        let mp = battle.map.cost_in(self.at, self.gait)?;
        let mp = if self.disordered { 1 } else { mp };
        (mp <= self.left).then_some(mp)
    }

    /// Whether it can move at all.
    pub fn can_move(&self, ground: &Ground<'_>) -> bool {
        self.may_exit(ground) || self.next(ground).next().is_some()
    }
}

/// Whether a unit of a side and class may be in a hex, as far as the enemy goes: men drive out leaders and take trains (7.1, 8.2, 12.0).
fn may_stand(board: &Board<'_>, (side, class): (Side, Class), hex: Hex) -> bool {
    match class {
        Class::Foot | Class::Gun => !board.men[side.enemy()].contains(hex),
        Class::Train => !board.units[side.enemy()].contains(hex),
        Class::Leader => {
            let exposed = board.is_controlled(side, hex) && !board.men[side].contains(hex);
            !board.units[side.enemy()].contains(hex) && !exposed
        }
    }
}

/// Whether a unit would find room in a hex, itself not counted.
pub(crate) fn has_room_for(board: &Board<'_>, unit: UnitId, hex: Hex) -> bool {
    finds_room(board, unit, (board.piece(unit).side, board.unit(unit).class()), hex)
}

/// The same for a unit of this side and class.
fn finds_room(board: &Board<'_>, unit: UnitId, (side, class): (Side, Class), hex: Hex) -> bool {
    board.has_room(side, class, hex) || (board.state.hex(unit) == Some(hex) && is_sole_of_class(board, unit, hex))
}

/// Whether no other unit of its side and class is in the hex of a unit.
#[inline(never)]
fn is_sole_of_class(board: &Board<'_>, unit: UnitId, hex: Hex) -> bool {
    let (side, class) = (board.piece(unit).side, board.unit(unit).class());
    !board.at(side, hex).any(|other| other != unit && board.unit(other).class() == class)
}

/// Where a move can end: the fewest MP spent for each hex, and for leaving the map.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Reach {
    pub hexes: BTreeMap<Hex, u8>,
    pub exit: Option<u8>,
}

/// How far units go, whatever they can reach: each walk with the MP that it has spent.
struct Spending<'a>(&'a Ground<'a>);

impl Movement for Spending<'_> {
    type Walk = (u8, Walk);

    fn at(&self, (_, walk): &(u8, Walk)) -> Hex {
        walk.at
    }

    fn spent(&self, (spent, _): &(u8, Walk)) -> u32 {
        u32::from(*spent)
    }

    fn step(&self, (spent, walk): &(u8, Walk), direction: Direction, to: Hex) -> Option<(u8, Walk)> {
        walk.step_towards(self.0, direction, to).map(|next| (spent + walk.left - next.left, next))
    }

    fn stops(&self, (_, walk): &(u8, Walk)) -> bool {
        !walk.is_at_start(self.0) && walk.is_stopped(self.0)
    }
}

impl Reach {
    /// From where a unit stands, or from each of the hexes by which it can enter.
    pub fn new(ground: &Ground<'_>, starts: &[(Walk, u8)]) -> Reach {
        let mut reach = Reach::default();
        let starts = starts.iter().map(|(walk, spent)| (*spent, *walk));
        for &(spent, walk) in Reached::cheapest(&ground.battle.map.grid, &Spending(ground), starts).walks() {
            let is_at_start = walk.is_at_start(ground);
            if !is_at_start && walk.may_end(ground) {
                reach.hexes.insert(walk.at, spent);
            }
            if let Some(cost) = walk.exit_cost(ground).filter(|_| is_at_start || !walk.is_stopped(ground)) {
                reach.exit = Some(reach.exit.map_or(spent + cost, |least| least.min(spent + cost)));
            }
        }
        reach
    }
}

/// How a unit goes on from where it stands.
struct Going<'a> {
    ground: &'a Ground<'a>,
    start: Walk,
    /// Whether it goes along roads and trails only.
    by_road: bool,
}

impl Movement for Going<'_> {
    type Walk = Walk;

    fn at(&self, walk: &Walk) -> Hex {
        walk.at
    }

    fn spent(&self, walk: &Walk) -> u32 {
        u32::from(self.start.left - walk.left)
    }

    fn step(&self, walk: &Walk, direction: Direction, to: Hex) -> Option<Walk> {
        let has_way = !self.by_road || self.ground.battle.map.is_road(walk.at, to);
        has_way.then(|| walk.step_towards(self.ground, direction, to))?
    }

    fn stops(&self, walk: &Walk) -> bool {
        walk.at != self.start.at && walk.is_stopped(self.ground)
    }
}

/// Where a move can end, and by which hexes: cheap ways to all hexes where a walk can end.
pub(crate) struct Routes {
    reached: Arc<Reached<Walk>>,
    /// The hexes where it can end, with the places of the walks.
    ends: Vec<(Hex, usize)>,
}

impl Routes {
    /// How far a unit can go, whether or not it finds room there. With `by_road`, along roads and trails only.
    pub fn reached(ground: &Ground<'_>, start: Walk, by_road: bool) -> Reached<Walk> {
        Reached::first(&ground.battle.map.grid, &Going { ground, start, by_road }, start)
    }

    /// The ways of a unit. With `by_road`, along roads and trails only.
    pub fn new(ground: &Ground<'_>, start: Walk, by_road: bool) -> Routes {
        Routes::within(ground, Arc::new(Routes::reached(ground, start, by_road)))
    }

    /// The ways of a unit that can go so far.
    pub fn within(ground: &Ground<'_>, reached: Arc<Reached<Walk>>) -> Routes {
        let walks = reached.walks().enumerate().skip(1);
        let ends = walks.filter(|(_, walk)| walk.may_end(ground)).map(|(place, walk)| (walk.at, place)).collect();
        Routes { reached, ends }
    }

    /// The hexes where a move can end.
    pub fn ends(&self) -> impl ExactSizeIterator<Item = Hex> + '_ {
        self.ends.iter().map(|(hex, _)| *hex)
    }

    /// The hexes by which it comes to one where it can end.
    pub fn way(&self, to: Hex) -> Option<Vec<Hex>> {
        let (_, place) = self.ends.iter().find(|(hex, _)| *hex == to)?;
        Some(self.reached.way(*place).into_iter().map(|walk| walk.at).collect())
    }
}

/// MP paid for entering the map: a leader who goes along pays 1 for a minimum move (C9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Paid {
    pub unit: u8,
    pub leader: u8,
}

/// By which hexes a unit that is due can enter, and what it pays (14.1, B66 to B70).
pub(crate) fn entries(ground: &Ground<'_>, unit: UnitId) -> Vec<(Hex, Paid)> {
    let (battle, state) = (ground.battle, ground.state);
    let Some(index) = battle.arrivals.iter().position(|arrival| arrival.units.contains(&unit)) else {
        return Vec::new();
    };
    let arrival = &battle.arrivals[index];
    let within = |hex: &Hex| match (arrival.anchor_distance, state.anchors[index]) {
        (None, _) => true,
        (Some(most), anchor) => anchor.is_some_and(|anchor| anchor.distance(*hex) <= most),
    };
    arrival.edge.iter().copied().filter(within).filter_map(|hex| Some((hex, entry_cost(ground, unit, hex)?))).collect()
}

/// What a unit pays to enter by a hex; nothing if it cannot.
pub(crate) fn entry_cost(ground: &Ground<'_>, unit: UnitId, hex: Hex) -> Option<Paid> {
    let (side, counter) = (ground.piece(unit).side, ground.unit(unit));
    let mp = ground.battle.map.cost_in(hex, counter.gait())?;
    let taken = ground.units[side.enemy()].contains(hex) || ground.battle.barred[side].contains(hex);
    if taken || !may_stand(ground, (side, counter.class()), hex) {
        return None;
    }
    let entered = ground.state.entered.iter().find(|(by, _)| *by == hex).map_or(0, |(_, units)| *units);
    let queue = if counter.class() == Class::Leader { 0 } else { entered };
    let allowance = ground.allowance(unit);
    let whole = mp.saturating_add(queue);
    let paid =
        if whole > allowance { Paid { unit: allowance, leader: 1 } } else { Paid { unit: whole, leader: whole } };
    let walk = Walk::entered(ground, unit, hex, allowance - paid.unit);
    (queue < allowance && walk.is_completable(ground) && ground.lets_in(unit, hex)).then_some(paid)
}
