//! Which attacks the greedy agent declares: the declaration that promises most, of all that are legal.

use super::eye::Eye;
use super::greedy::MovePlan;
use super::known::KnownGroups;
use super::reason::ChoiceReason;
use super::weights;
use crate::board::Board;
use crate::decision::{Ask, Choice};
use crate::declare::Contacts;
use crate::game::FrenchAndIndianWarBattles as Us;
use crate::rules::declaration::draft_so_far;
use crate::state::Attack;
use crate::strength::strength;
use crate::unit::UnitId;
use wilderness_engine::Answer;
use wilderness_hexes::Hex;

/// The most declarations that are compared for units that can fight together.
const MOST_COMPARED: usize = 200;

/// The attacks of the best declaration on a board.
fn best(eye: &Eye<'_>, board: &Board<'_>) -> Vec<Attack> {
    let field = Contacts::new(board);
    let groups = field.groups(field.used(&board.state.attacks));
    groups.flat_map(|group| field.best(group, MOST_COMPARED, |attack| promise(eye, board, attack)).1).collect()
}

/// What the best declaration on a board promises, in combat factors: the sum over those who can fight together. What it is
/// for some of them is `known` by where they stand, and who with them.
pub(super) fn value(eye: &Eye<'_>, board: &Board<'_>, known: &mut KnownGroups) -> f64 {
    let field = Contacts::new(board);
    let groups = field.groups(field.used(&board.state.attacks));
    let of = |group| {
        let mut stand: Vec<(UnitId, Hex)> =
            field.units_of(group).filter_map(|unit| Some((unit, board.state.hex(unit)?))).collect();
        for place in 0..stand.len() {
            let (unit, hex) = stand[place];
            let others = board.at(board.state.side, hex).filter(|other| *other != unit);
            stand.extend(others.map(|other| (other, hex)));
        }
        *known.entry(stand).or_insert_with(|| field.best(group, MOST_COMPARED, |attack| promise(eye, board, attack)).0)
    };
    groups.map(of).sum()
}

/// What an attack promises; each has to promise a little more than nothing, or it had better not be made.
fn promise(eye: &Eye<'_>, board: &Board<'_>, Attack { units, hexes, .. }: &Attack) -> f64 {
    eye.prospect(board, &strength(board, units, hexes, [None; 2]), units, hexes) - weights::WORTH_IT
}

/// CD1: the first of the attacks that are left of the best declaration.
pub(super) fn opening(eye: &Eye<'_>, plan: &mut MovePlan, choices: &[Choice]) -> Option<Choice> {
    plan.attacks = best(eye, &eye.board);
    let may_end = choices.contains(&Choice::Done);
    let mut offered = plan.attacks.iter().flat_map(|attack| attack.hexes.iter().map(move |hex| (attack, *hex)));
    let (choice, reason) = match offered.find(|(_, hex)| choices.contains(&Choice::Hex(*hex))) {
        Some((attack, hex)) => {
            let promise = promise(eye, &eye.board, attack);
            (Choice::Hex(hex), ChoiceReason::Attacks { hex, promise, may_end })
        }
        None if may_end => (Choice::Done, ChoiceReason::NoAttack),
        None => return choices.first().copied(),
    };
    plan.reason = Some(reason);
    Some(choice)
}

/// CD2: what is missing of the attack that is put together.
pub(super) fn addition(
    eye: &Eye<'_>,
    plan: &mut MovePlan,
    answers: &[Answer<Us>],
    choices: &[Choice],
) -> Option<Choice> {
    let field = Contacts::new(&eye.board);
    let given = answers.iter().filter_map(|answer| match answer {
        Answer::Choice { ask: Ask::Attacked | Ask::Build, choice, .. } => Some(*choice),
        _ => None,
    });
    let draft = draft_so_far(&eye.board, &field, given);
    let holds = |attack: &Attack| {
        draft.hexes.iter().all(|hex| attack.hexes.contains(hex))
            && draft.units.iter().all(|unit| attack.units.contains(unit))
    };
    if !plan.attacks.iter().any(holds) {
        plan.attacks = best(eye, &eye.board);
    }
    let attack = plan.attacks.iter().find(|attack| holds(attack));
    let missing = attack.and_then(|attack| {
        let units = attack.units.iter().filter(|unit| !draft.units.contains(unit));
        let units = units.map(|unit| Choice::Unit(eye.board.unit(*unit).id));
        let hexes = attack.hexes.iter().filter(|hex| !draft.hexes.contains(hex)).map(|hex| Choice::Hex(*hex));
        units.chain(hexes).find(|choice| choices.contains(choice))
    });
    let declare = choices.contains(&Choice::Declare).then_some(Choice::Declare);
    missing.or(declare).or(choices.first().copied())
}
