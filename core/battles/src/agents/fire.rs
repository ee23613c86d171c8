//! Which gun the greedy agent fires, and at what: guns are massed on the hex where they do most.

use super::eye::Eye;
use super::reason::ChoiceReason;
use super::weights;
use crate::board::Board;
use crate::decision::Choice;
use crate::rules::bombardment;
use crate::tables::FireResult;
use crate::unit::{Class, UnitId};
use wilderness_hexes::Hex;

/// What a shot with a strength does to who stands in a hex, in combat factors on average.
fn damage(eye: &Eye<'_>, board: &Board<'_>, hex: Hex, strength: u8) -> f64 {
    let table = &board.battle.tables.bombardment;
    let (mut sum, mut leaders) = (0.0, 0.0);
    for unit in board.at(eye.side.enemy(), hex) {
        match board.unit(unit).class() {
            Class::Foot | Class::Gun if board.piece(unit).disordered => sum += 1.0 + f64::from(board.unit(unit).cf),
            Class::Foot | Class::Gun => sum += f64::from(board.unit(unit).cf),
            Class::Leader => leaders += weights::LEADER_SHOT * f64::from(board.unit(unit).cv),
            Class::Train => {}
        }
    }
    let of = |die| match table.result(strength, die) {
        FireResult::None => 0.0,
        FireResult::Ds => weights::SHOT_DISORDERS * sum,
        FireResult::Dz => weights::SHOT_ROUTS * sum,
        FireResult::DzStar => weights::SHOT_ROUTS * sum + leaders,
    };
    (1..=6).map(of).sum::<f64>() / 6.0
}

/// The best shot of a gun on a board.
pub(super) fn best(eye: &Eye<'_>, board: &Board<'_>, gun: UnitId) -> Option<(f64, Hex)> {
    let targets = bombardment::targets(board, gun).fire;
    let shots = targets.into_iter().map(|(hex, strength)| (damage(eye, board, hex, strength), hex));
    shots.max_by(|(one, _), (other, _)| one.total_cmp(other))
}

/// AB1: the gun with the best shot, as long as one does anything.
pub(super) fn gun(eye: &Eye<'_>, choices: &[Choice]) -> (Choice, ChoiceReason) {
    let shot = |choice: &Choice| Some((best(eye, &eye.board, eye.unit_of(*choice)?)?.0, *choice));
    let shots = choices.iter().filter_map(shot).filter(|(damage, _)| *damage > 0.0);
    let best = shots.max_by(|(one, _), (other, _)| one.total_cmp(other));
    best.map_or((Choice::Done, ChoiceReason::NoShot), |(damage, choice)| (choice, ChoiceReason::Fires(damage)))
}

/// AB2: the hex where it does most.
pub(super) fn target(eye: &Eye<'_>, gun: UnitId, choices: &[Choice]) -> Option<Choice> {
    best(eye, &eye.board, gun).map(|(_, hex)| Choice::Hex(hex)).filter(|choice| choices.contains(choice))
}
