//! What people ask of a position before they decide: how far units can move and by which way, who of the enemy can reach
//! a hex, and what sees what.

use crate::battle::Battle;
use crate::board::Board;
use crate::hex::{Hex, HexSet};
use crate::los::{self, Blocked};
use crate::reach::{Reach, Walk, entries};
use crate::rules::bombardment::targets;
use crate::side::Side;
use crate::state::{At, State, Step};
use crate::unit::{Class, UnitId};
use std::collections::BTreeMap;
use wilderness_engine::side::Side as _;

/// Where a move can end, with the fewest MP spent (hexes for a disordered unit), and for leaving the map.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Range {
    /// The hexes.
    pub hexes: BTreeMap<Hex, u8>,
    /// MP spent when it leaves the map, if it may (15.0).
    pub exit: Option<u8>,
}

/// How far a unit of the phasing side moves now, from where it stands or from its entry hexes (7.2).
pub fn range(battle: &Battle, state: &State, unit: UnitId) -> Range {
    let board = Board::new(battle, state);
    let starts: Vec<(Walk, u8)> = match state.piece(unit).at {
        At::Due => {
            let allowance = board.allowance(unit);
            let enter = |hex, paid: u8| (Walk::entered(&board, unit, hex, allowance - paid), paid);
            entries(&board, unit).into_iter().map(|(hex, paid)| enter(hex, paid.unit)).collect()
        }
        _ => Walk::start(&board, unit, false).map(|walk| (walk, 0)).into_iter().collect(),
    };
    let reach = Reach::new(&board, &starts);
    Range { hexes: reach.hexes, exit: reach.exit }
}

/// How far a unit could move in its side's next Movement Phase if everything else stood as it does now.
pub fn next_range(battle: &Battle, state: &State, unit: UnitId) -> Range {
    let side = state.piece(unit).side;
    range(battle, &next_movement(battle, state, side), unit)
}

/// The state as if a side's Movement Phase began now.
fn next_movement(battle: &Battle, state: &State, side: Side) -> State {
    let mut state = state.clone();
    if state.step == Step::Movement && state.side == side {
        return state;
    }
    (state.side, state.step, state.marching) = (side, Step::Movement, None);
    state.note_demoralization(battle);
    for piece in state.pieces.iter_mut() {
        (piece.moved, piece.spent) = (false, 0);
        piece.fired &= piece.side == side;
    }
    state
}

/// How a unit that moves gets somewhere with the fewest MP: the hexes after the one where it stands. `along`: leaders
/// who go along; `by_road`: along roads and trails only.
///
/// Nothing if it does not get there.
pub fn way(battle: &Battle, state: &State, mover: Mover<'_>, to: Hex, by_road: bool) -> Option<Vec<Hex>> {
    let board = Board::new(battle, state);
    let start = mover.walk(&board)?;
    let mut found: BTreeMap<Hex, (u8, Option<Hex>)> = BTreeMap::new();
    let mut todo: Vec<(u8, Walk, Option<Hex>)> = vec![(0, start, None)];
    while let Some(index) = (0..todo.len()).min_by_key(|index| (todo[*index].0, todo[*index].1.at)) {
        let (spent, walk, from) = todo.swap_remove(index);
        if found.contains_key(&walk.at) {
            continue;
        }
        found.insert(walk.at, (spent, from));
        if walk.at == to && from.is_some() {
            return walk.may_end(&board).then(|| back(&found, to));
        }
        if from.is_some() && walk.is_stopped(&board) {
            continue;
        }
        let steps = board.battle.map.near(walk.at).filter(|next| !by_road || battle.map.is_road(walk.at, *next));
        for next in steps.filter_map(|next| walk.step(&board, next)) {
            todo.push((spent + walk.left - next.left, next, Some(walk.at)));
        }
    }
    None
}

/// The hexes by which a search came to one, the start left out.
fn back(found: &BTreeMap<Hex, (u8, Option<Hex>)>, to: Hex) -> Vec<Hex> {
    let before = |hex: &Hex| found.get(hex).and_then(|(_, from)| *from);
    let mut way: Vec<Hex> = std::iter::successors(Some(to), before).collect();
    way.reverse();
    way.split_off(1)
}

/// A unit that is about to move, or on its way.
#[derive(Clone, Copy, Debug)]
pub struct Mover<'a> {
    /// The unit.
    pub unit: UnitId,
    /// Leaders who go along.
    pub along: &'a [UnitId],
    /// Whether it moves by forced march (18.1).
    pub march: bool,
}

impl Mover<'_> {
    fn walk(&self, board: &Board<'_>) -> Option<Walk> {
        let walk = Walk::start(board, self.unit, self.march)?;
        let left = |leader: &UnitId| {
            let allowance = board.allowance(*leader);
            if self.march { allowance.saturating_mul(2) } else { allowance }
        };
        Some(self.along.iter().fold(walk, |walk, leader| walk.along_with(left(leader))))
    }
}

/// A unit that can reach a hex or the hexes next to it in its side's next Movement Phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threat {
    /// The unit.
    pub unit: UnitId,
    /// MP that it needs to the hex, or next to it if it cannot enter it; 0 if it is there. Nothing for a gun that fires.
    pub mp: Option<u8>,
    /// Whether it is a gun that could fire at the hex from where it stands (6.1).
    pub fires: bool,
}

/// Who of a side could reach a hex, stand next to it, or fire at it, if everything else stood as it does now.
pub fn threats(battle: &Battle, state: &State, side: Side, hex: Hex) -> Vec<Threat> {
    let moving = next_movement(battle, state, side);
    let board = Board::new(battle, &moving);
    let mut threats = Vec::new();
    for (unit, at) in board.of(side) {
        let class = board.unit(unit).class();
        if matches!(class, Class::Leader | Class::Train) {
            continue;
        }
        let near = |from: Hex| from == hex || from.distance(hex) == 1 && crate::declare::touches(&board, from, hex);
        let there = near(at).then_some(0);
        let reach =
            || range(battle, &moving, unit).hexes.into_iter().filter(|(to, _)| near(*to)).map(|(_, mp)| mp).min();
        let mp = there.or_else(reach).filter(|_| class == Class::Foot);
        let fires =
            class == Class::Gun && sees(&board, at, hex) && at.distance(hex) <= u32::from(board.unit(unit).range);
        let fires = fires && !board.piece(unit).disordered;
        if mp.is_some() || fires {
            threats.push(Threat { unit, mp, fires });
        }
    }
    threats
}

fn sees(board: &Board<'_>, from: Hex, to: Hex) -> bool {
    let too_far = board.state.fog && from.distance(to) > board.battle.tables.fog.maximum_los;
    from != to && !too_far && los::blocked(&board.battle.map, &board.all_men(), from, to).is_none()
}

/// What blocks the line of sight between two hexes as everything stands now, if anything does (6.1.3).
pub fn sight(battle: &Battle, state: &State, from: Hex, to: Hex) -> Option<Blocked> {
    let board = Board::new(battle, state);
    let too_far = state.fog && from.distance(to) > battle.tables.fog.maximum_los;
    if too_far { Some(Blocked::Fog) } else { los::blocked(&battle.map, &board.all_men(), from, to) }
}

/// The hexes at which a gun can fire from where it stands, each with its strength, as if it had not fired (6.1).
pub fn fire(battle: &Battle, state: &State, gun: UnitId) -> Vec<(Hex, u8)> {
    targets(&Board::new(battle, state), gun).fire
}

/// The hexes in the zones of control of a side (8.1).
pub fn zone(battle: &Battle, state: &State, side: Side) -> HexSet {
    Board::new(battle, state).zone[side]
}

/// What is added to the die when a unit tries to rally; nothing if it may not (11.2).
pub fn rally(battle: &Battle, state: &State, unit: UnitId) -> Option<i16> {
    crate::rules::rally::modifier(&Board::new(battle, state), unit)
}

/// The victory points that each side would have if the battle ended now, in the order of the sides (17.1).
pub fn victory_points(battle: &Battle, state: &State) -> [u16; 2] {
    Side::BOTH.map(|side| crate::rules::victory::vp(battle, state, side))
}

/// The demoralization level of a side's army (13.1).
pub fn level(battle: &Battle, side: Side) -> u16 {
    battle.losses[side].level
}
