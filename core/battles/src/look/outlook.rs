//! What a side has ahead of it: what it lacks for victory, and where the enemy threatens it.

use super::{Threats, moving};
use crate::battle::{Battle, When};
use crate::los;
use crate::rules::bombardment;
use crate::rules::ground::Ground;
use crate::rules::reach::{Reach, Walk};
use crate::script::Battles;
use crate::side::Side;
use crate::state::State;
use crate::tables::FireResult;
use crate::unit::{Class, UnitId};
use std::collections::BTreeMap;
use wilderness_hexes::Hex;

/// The faces of a die.
const FACES: [u8; 6] = [1, 2, 3, 4, 5, 6];

/// What a side would have to do for more victory points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lacking {
    /// Occupy a hex.
    Hex(Hex),
    /// Inflict this many more demoralization points.
    Points(u16),
}

/// What a side does not have victory points for yet, each with what it would give (17.1).
pub fn lacking(battle: &Battle, state: &State, side: Side) -> Vec<(u16, Lacking)> {
    let enemy = side.enemy();
    let (points, level) = (u32::from(state.dp[enemy]), u32::from(battle.losses[enemy].level));
    let occupied = |hex: Hex| {
        let stands = |(unit, _): &(UnitId, _)| state.hex(*unit) == Some(hex) && state.piece(*unit).side == side;
        battle.units().filter(stands).any(|(_, counter)| counter.class() != Class::Train)
    };
    let lacks = |when: When| match when {
        When::Occupies(hex) => (!occupied(hex)).then_some(Lacking::Hex(hex)),
        When::Demoralization { from, .. } => {
            let more = (from * level).div_ceil(100).saturating_sub(points);
            (more > 0).then(|| Lacking::Points(u16::try_from(more).unwrap_or(u16::MAX)))
        }
    };
    battle.awards[side].iter().filter_map(|award| Some((award.vp, lacks(award.when)?))).collect()
}

/// The hexes of a side that the enemy could fire at with effect, enter or attack in its next turn, each with who could.
pub fn threatened(battles: &Battles, battle: &Battle, state: &State, side: Side) -> BTreeMap<Hex, Threats> {
    let own = battle.units().filter(|(unit, _)| state.piece(*unit).side == side);
    let hexes = own.filter_map(|(unit, _)| Some((state.hex(unit)?, Threats::default()))).collect();
    let mut threats = threats_to(battles, battle, state, side, hexes);
    threats.retain(|_, threats| *threats != Threats::default());
    threats
}

/// Whether a gun that fires at a hex with this strength can do anything there, whatever its die shows (6.1, 21.0).
pub fn can_harm(battle: &Battle, state: &State, hex: Hex, strength: u8) -> bool {
    let table = &battle.tables.bombardment;
    let burns = state.options.burning && battle.map.terrain(hex).burns && !state.burning.contains(hex);
    burns || FACES.into_iter().any(|die| table.result(strength, die) != FireResult::None)
}

/// Who of the enemies of a side could be a threat to a hex.
pub fn threats(battles: &Battles, battle: &Battle, state: &State, side: Side, hex: Hex) -> Threats {
    let mut threats = BTreeMap::from([(hex, Threats::default())]);
    threaten(battles, battle, state, side, &mut threats);
    threats.remove(&hex).unwrap_or_default()
}

/// The same for several hexes.
pub fn threats_to(
    battles: &Battles,
    battle: &Battle,
    state: &State,
    side: Side,
    mut hexes: BTreeMap<Hex, Threats>,
) -> BTreeMap<Hex, Threats> {
    threaten(battles, battle, state, side, &mut hexes);
    for (hex, threats) in &mut hexes {
        threats.guns.retain(|(_, strength)| can_harm(battle, state, *hex, *strength));
    }
    hexes
}

/// Adds the threats to each hex.
fn threaten(battles: &Battles, battle: &Battle, state: &State, side: Side, threats: &mut BTreeMap<Hex, Threats>) {
    let state = moving(state, side.enemy());
    let board = Ground::new(battles, battle, &state);
    let men = board.all_men();
    for (unit, at) in board.of(side.enemy()) {
        match board.unit(unit).class() {
            Class::Gun if !board.piece(unit).disordered => {
                let range = u32::from(board.unit(unit).range);
                for (hex, threats) in threats.iter_mut().filter(|(hex, _)| **hex != at) {
                    if at.distance(*hex) <= range && los::blocked(&battle.map, &men, at, *hex).is_none() {
                        threats.guns.push((unit, bombardment::strength(&board, unit, at, *hex)));
                    }
                }
            }
            Class::Foot => {
                let start = Walk::start(&board, unit, false).map(|walk| (walk, 0));
                let reach = Reach::new(&board, start.as_slice());
                for (hex, threats) in threats.iter_mut() {
                    threats.foot.extend(approach(&board, &reach, at, *hex).map(|mp| (unit, mp)));
                }
            }
            _ => {}
        }
    }
    threats.values_mut().for_each(|threats| threats.foot.sort_by_key(|(unit, mp)| (*mp, *unit)));
}

/// The fewest MP for which a unit enters a hex, or comes into contact with it.
fn approach(board: &Ground<'_>, reach: &Reach, at: Hex, hex: Hex) -> Option<u8> {
    let touches = |from: Hex| board.battle.map.lets_attack(from, hex);
    if touches(at) {
        return Some(0);
    }
    reach.hexes.iter().filter(|(to, _)| **to == hex || touches(**to)).map(|(_, mp)| *mp).min()
}
