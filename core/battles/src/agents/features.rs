//! The features by which a position is judged: the points that a side has and those that it is near to, and what it has
//! to get them with. Their weights are fitted to games, and are data of each battle.

use crate::battle::{Battle, When};
use crate::board::Board;
use crate::pieces::At;
use crate::rules::victory;
use crate::side::Side;
use crate::state::State;
use crate::unit::{Class, UnitId};
use wilderness_hexes::Hex;

/// What influence on a hex is left at each further hex.
const REACH: f64 = 0.75;
/// A demoralization that is this much of a level away is half as good as had.
const NEAR: f64 = 0.12;

/// What a feature is called, and how it is measured.
type Feature = (&'static str, fn(&Board<'_>, Side) -> f64);

/// The features of a side.
const FEATURES: [Feature; 17] = [
    ("points", |board, side| victory::vp(board.battle, board.state, side).into()),
    ("points near by losses", |board, side| near(board, side, |when| matches!(when, When::Demoralization { .. }))),
    ("points near by hexes", |board, side| near(board, side, |when| matches!(when, When::Occupies(_)))),
    ("to move", |board, side| f64::from(u8::from(board.state.side == side))),
    ("losses of the enemy", |board, side| lost(board, side.enemy())),
    ("enemy demoralized", |board, side| f64::from(u8::from(board.state.demoralized[side.enemy()]))),
    ("factors in good order", |board, side| factors(board, side, |unit, _| !board.piece(unit).disordered)),
    ("factors disordered", |board, side| factors(board, side, |unit, _| board.piece(unit).disordered)),
    ("factors of light troops", |board, side| factors(board, side, |unit, _| board.unit(unit).light)),
    ("factors of the line", |board, side| factors(board, side, |unit, _| board.unit(unit).is_of_the_line())),
    ("factors in contact", |board, side| factors(board, side, |_, hex| board.is_next_to_man(side, hex))),
    ("factors near objectives", |board, side| {
        factors(board, side, |_, hex| objectives(board).any(|objective| hex.distance(objective) <= 2))
    }),
    ("guns", |board, side| number(board, side, Class::Gun)),
    ("trains", |board, side| number(board, side, Class::Train)),
    ("command of leaders", |board, side| board.of(side).map(|(unit, _)| f64::from(board.unit(unit).cv)).sum()),
    ("factors to come", to_come),
    ("men", |board, side| fighters(board, side).count() as f64),
];

/// The names of the features of a side.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    FEATURES.iter().map(|(name, _)| *name)
}

/// The features of a side in a position.
pub(crate) fn measure(battle: &Battle, state: &State, side: Side) -> Vec<f64> {
    let board = Board::new(battle, state);
    FEATURES.iter().map(|(_, measure)| measure(&board, side)).collect()
}

/// The points that a side does not have, and is near to.
fn near(board: &Board<'_>, side: Side, is_meant: impl Fn(When) -> bool) -> f64 {
    let (enemy, lost) = (side.enemy(), lost(board, side.enemy()));
    let above = |percent: u32| 1.0 / (1.0 + ((f64::from(percent) / 100.0 - lost) / NEAR).exp());
    let chance = |when: When| match when {
        When::Demoralization { from, below } => above(from) - below.map_or(0.0, above),
        When::Occupies(hex) => {
            let (own, other) = (influence(board, side, hex), influence(board, enemy, hex));
            if own > 0.0 { own / (own + other) } else { 0.0 }
        }
    };
    let meant = board.battle.awards[side].iter().filter(|award| is_meant(award.when));
    meant.map(|award| f64::from(award.vp) * chance(award.when)).sum()
}

/// What a side has lost, in levels of demoralization.
fn lost(board: &Board<'_>, side: Side) -> f64 {
    f64::from(board.state.dp[side]) / f64::from(board.battle.losses[side].level)
}

/// The combat factors that a side has around a hex; those who are nearer count for more.
fn influence(board: &Board<'_>, side: Side, hex: Hex) -> f64 {
    let felt = |(unit, at): (UnitId, Hex)| f64::from(board.cf(unit)) * REACH.powi(at.distance(hex) as i32);
    fighters(board, side).map(felt).sum::<f64>().powi(2)
}

/// The hexes that either side scores by holding them.
fn objectives(board: &Board<'_>) -> impl Iterator<Item = Hex> {
    let awards = Side::BOTH.into_iter().flat_map(|side| &board.battle.awards[side]);
    awards.filter_map(|award| match award.when {
        When::Occupies(hex) => Some(hex),
        When::Demoralization { .. } => None,
    })
}

/// The combat factors of the men of a side of whom something holds.
fn factors(board: &Board<'_>, side: Side, holds: impl Fn(UnitId, Hex) -> bool) -> f64 {
    fighters(board, side).filter(|(unit, hex)| holds(*unit, *hex)).map(|(unit, _)| f64::from(board.cf(unit))).sum()
}

/// The combat factors of men that have not arrived.
fn to_come(board: &Board<'_>, side: Side) -> f64 {
    let comes = |unit: &UnitId| matches!(board.piece(*unit).at, At::OffMap | At::Due);
    let own = board.battle.units().filter(|(unit, counter)| counter.side == side && counter.is_man() && comes(unit));
    own.map(|(_, counter)| f64::from(counter.cf)).sum()
}

fn number(board: &Board<'_>, side: Side, class: Class) -> f64 {
    board.of(side).filter(|(unit, _)| board.unit(*unit).class() == class).count() as f64
}

fn fighters<'a>(board: &Board<'a>, side: Side) -> impl Iterator<Item = (UnitId, Hex)> + use<'a> {
    let battle = board.battle;
    board.of(side).filter(move |(unit, _)| battle.unit(*unit).is_man())
}
