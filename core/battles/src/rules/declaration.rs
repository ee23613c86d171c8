//! Declaration of attacks (9.0).

use super::effects::tell;
use super::{refusal, sequence};
use crate::battle::Battle;
use crate::board::Board;
use crate::decision::{Ask, Choice, Play, Table};
use crate::declare::{Contacts, Draft, UsedUnits};
use crate::log::Happened;
use crate::state::{Attack, Step};

/// The attack that is being put together, from the answers that were given to CD1 and CD2: a question with one answer
/// was not asked.
pub(crate) fn draft_so_far(board: &Board<'_>, field: &Contacts, given: impl IntoIterator<Item = Choice>) -> Attack {
    let used = field.used(&board.state.attacks);
    let (battle, mut given) = (board.battle, given.into_iter());
    let openings: Vec<Choice> = field.openings(used).map(Choice::Hex).collect();
    let is_asked = openings.len() + usize::from(field.is_complete(used)) > 1;
    let first = if is_asked { given.next() } else { openings.first().copied() };
    let Some(Choice::Hex(first)) = first else { return Attack::default() };
    let mut draft = field.draft(&[], &[first]);
    loop {
        let choices = building(battle, field, used, draft);
        let next = if choices.len() == 1 { choices.first().copied() } else { given.next() };
        match next {
            Some(choice @ (Choice::Unit(_) | Choice::Hex(_))) => draft = added(battle, field, draft, choice),
            _ => return field.attack(draft),
        }
    }
}

/// What can be answered to CD2.
fn building(battle: &Battle, field: &Contacts, used: UsedUnits, draft: Draft) -> Vec<Choice> {
    let (units, hexes) = field.additions(used, draft);
    let mut choices: Vec<Choice> = units.iter().map(|unit| Choice::Unit(battle.unit(*unit).id)).collect();
    choices.extend(hexes.into_iter().map(Choice::Hex));
    choices.extend(field.closes(used, draft).then_some(Choice::Declare));
    choices
}

/// A draft with one more unit or hex.
fn added(battle: &Battle, field: &Contacts, draft: Draft, choice: Choice) -> Draft {
    let mut attack = field.attack(draft);
    match choice {
        Choice::Unit(id) => attack.units.extend(battle.find(id)),
        Choice::Hex(hex) => attack.hexes.push(hex),
        _ => {}
    }
    field.draft(&attack.units, &attack.hexes)
}

/// CD1 and CD2: one attack is declared, or the declaration ends (B39, B40).
pub(super) fn next(table: &mut Table) -> Play<()> {
    let (battle, side) = (table.scenario.clone(), table.state.side);
    let field = Contacts::new(&Board::new(&battle, &table.state));
    if field.units.is_empty() {
        sequence::end_combat(table);
        return Ok(());
    }
    let used = field.used(&table.state.attacks);
    let mut choices: Vec<Choice> = field.openings(used).map(Choice::Hex).collect();
    choices.extend(field.is_complete(used).then_some(Choice::Done));
    let none = Draft::default();
    table.explain(|state, choice| refusal::of_attack(&battle, state, (used, none), choice));
    let Choice::Hex(first) = table.ask(side, Ask::Attacked, choices)? else {
        table.state.step = Step::Resolution;
        return Ok(());
    };
    let mut draft = field.draft(&[], &[first]);
    loop {
        let choices = building(&battle, &field, used, draft);
        table.explain(|state, choice| refusal::of_attack(&battle, state, (used, draft), choice));
        draft = match table.ask(side, Ask::Build, choices)? {
            choice @ (Choice::Unit(_) | Choice::Hex(_)) => added(&battle, &field, draft, choice),
            _ => break,
        };
    }
    let attack = field.attack(draft);
    tell(table, "9.0", side, Happened::Declared(attack.units.clone(), attack.hexes.clone()));
    table.state.attacks.push(attack);
    Ok(())
}
