//! Which attacks the greedy agent declares: those that promise more than they cost, and those that it must.

use super::eye::Eye;
use super::reason::ChoiceReason;
use crate::decision::{Ask, Choice};
use crate::declare::Contacts;
use crate::game::FrenchAndIndianWarBattles as Us;
use crate::rules::declaration::draft_so_far;
use crate::strength::strength;
use crate::unit::UnitId;
use wilderness_engine::Answer;
use wilderness_hexes::Hex;

/// The combat factors that an attack that need not be made has to promise.
const WORTH_IT: f64 = 0.2;

fn prospect(eye: &Eye<'_>, units: &[UnitId], hexes: &[Hex]) -> f64 {
    if units.is_empty() {
        return f64::NEG_INFINITY;
    }
    eye.prospect(&strength(&eye.board, units, hexes, [None; 2]), units, hexes)
}

/// CD1: the hex where all who touch it promise most.
pub(super) fn opening(eye: &Eye<'_>, choices: &[Choice]) -> Option<(Choice, ChoiceReason)> {
    let field = Contacts::new(&eye.board);
    let taken = |unit: &UnitId| eye.board.state.attacks.iter().any(|attack| attack.units.contains(unit));
    let all = |hex: Hex| {
        let touching = field.contacts().filter(|(unit, hexes)| hexes.contains(&hex) && !taken(unit));
        let units: Vec<UnitId> = touching.map(|(unit, _)| unit).collect();
        prospect(eye, &units, &[hex])
    };
    let hexes = choices.iter().filter_map(|choice| match choice {
        Choice::Hex(hex) => Some((all(*hex), *hex)),
        _ => None,
    });
    let (promise, hex) = hexes.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    let may_end = choices.contains(&Choice::Done);
    Some(match may_end && promise < WORTH_IT {
        true => (Choice::Done, ChoiceReason::NoAttack),
        false => (Choice::Hex(hex), ChoiceReason::Attacks { hex, promise, may_end }),
    })
}

/// CD2: the unit that improves the attack most; without one, the declaration.
pub(super) fn addition(eye: &Eye<'_>, answers: &[Answer<Us>], choices: &[Choice]) -> Option<Choice> {
    let field = Contacts::new(&eye.board);
    let given = answers.iter().filter_map(|answer| match answer {
        Answer::Choice { ask: Ask::Attacked | Ask::Build, choice, .. } => Some(*choice),
        _ => None,
    });
    let draft = draft_so_far(&eye.board, &field, given);
    let now = prospect(eye, &draft.units, &draft.hexes);
    let with = |choice: &Choice| {
        let unit = eye.unit_of(*choice)?;
        let units: Vec<UnitId> = draft.units.iter().copied().chain([unit]).collect();
        Some((prospect(eye, &units, &draft.hexes), *choice))
    };
    let best = choices.iter().filter_map(with).max_by(|(one, _), (other, _)| one.total_cmp(other));
    let may_declare = choices.contains(&Choice::Declare);
    match best {
        Some((promise, choice)) if promise > now || !may_declare => Some(choice),
        _ if may_declare => Some(Choice::Declare),
        _ => choices.first().copied(),
    }
}
