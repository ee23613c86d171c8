//! The ways by which units get somewhere (7.2), for people who say where to and not by which hexes.

use crate::battle::Battle;
use crate::board::Board;
use crate::hex::Hex;
use crate::reach::Walk;
use crate::state::State;
use crate::unit::UnitId;
use std::collections::BTreeMap;

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
