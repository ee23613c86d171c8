//! What a side may expect of a position: the points that it has and those that it is near to, and the men to get them.

use crate::battle::{Battle, When};
use crate::board::Board;
use crate::rules::victory;
use crate::side::Side;
use crate::state::State;
use crate::unit::UnitId;
use wilderness_hexes::Hex;

/// The share of what holds now when the battle begins; at its end it is all that counts.
const NOW: f64 = 0.3;
/// What influence on a hex is left at each further hex.
const REACH: f64 = 0.75;
/// A demoralization that is this much of a level away is half as good as had.
const NEAR: f64 = 0.12;
/// What each combat factor is worth in points, while much of the battle is to come.
const MEN: f64 = 0.12;
/// What a disordered man is worth of one in good order.
const DISORDERED: f64 = 0.6;
/// How sharply a lead in points decides the battle.
const LEAD: f64 = 0.9;

/// What a side may expect, from 0 to 1.
pub(crate) fn worth(battle: &Battle, state: &State, side: Side) -> f64 {
    let board = Board::new(battle, state);
    let to_come = (1.0 - NOW) * f64::from(battle.turns.saturating_sub(state.turn)) / f64::from(battle.turns.max(1));
    let now = |side| f64::from(victory::vp(battle, state, side));
    let value = |side| (1.0 - to_come) * now(side) + to_come * (expected(&board, side) + MEN * men(&board, side));
    1.0 / (1.0 + (LEAD * (value(side.enemy()) - value(side))).exp())
}

/// The points that a side is near to.
fn expected(board: &Board<'_>, side: Side) -> f64 {
    let enemy = side.enemy();
    let level = f64::from(board.battle.losses[enemy].level);
    let lost = f64::from(board.state.dp[enemy]) / level;
    let above = |percent: u32| 1.0 / (1.0 + ((f64::from(percent) / 100.0 - lost) / NEAR).exp());
    let chance = |when: When| match when {
        When::Demoralization { from, below } => above(from) - below.map_or(0.0, above),
        When::Occupies(hex) => {
            let (own, other) = (influence(board, side, hex), influence(board, enemy, hex));
            if own > 0.0 { own / (own + other) } else { 0.0 }
        }
    };
    board.battle.awards[side].iter().map(|award| f64::from(award.vp) * chance(award.when)).sum()
}

/// The combat factors that a side has around a hex; those who are nearer count for more.
fn influence(board: &Board<'_>, side: Side, hex: Hex) -> f64 {
    let felt = |(unit, at): (UnitId, Hex)| strength(board, unit) * REACH.powi(at.distance(hex) as i32);
    fighters(board, side).map(felt).sum::<f64>().powi(2)
}

/// The combat factors of a side.
fn men(board: &Board<'_>, side: Side) -> f64 {
    fighters(board, side).map(|(unit, _)| strength(board, unit)).sum()
}

fn fighters<'a>(board: &Board<'a>, side: Side) -> impl Iterator<Item = (UnitId, Hex)> + use<'a> {
    let battle = board.battle;
    board.of(side).filter(move |(unit, _)| battle.unit(*unit).is_man())
}

fn strength(board: &Board<'_>, unit: UnitId) -> f64 {
    f64::from(board.unit(unit).cf) * if board.piece(unit).disordered { DISORDERED } else { 1.0 }
}
