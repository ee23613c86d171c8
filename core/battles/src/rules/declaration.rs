//! Declaration of attacks (9.0).

use super::effects::tell;
use super::{refusal, sequence};
use crate::board::Board;
use crate::decision::{Ask, Choice, Play, Table};
use crate::declare::Field;
use crate::log::Happened;
use crate::state::Step;

/// CD1 and CD2: one attack is declared, or the declaration ends (B39, B40).
pub(super) fn next(table: &mut Table) -> Play<()> {
    let (battle, side) = (table.scenario.clone(), table.state.side);
    let field = Field::new(&Board::new(&battle, &table.state));
    if field.units.is_empty() {
        sequence::end_combat(table);
        return Ok(());
    }
    let used = field.used(&table.state.attacks);
    let mut choices: Vec<Choice> = field.openings(used).map(Choice::Hex).collect();
    choices.extend(field.is_complete(used).then_some(Choice::Done));
    table.explain(|state, choice| refusal::of_attack(&battle, state, used, choice));
    let Choice::Hex(first) = table.ask(side, Ask::Attacked, choices)? else {
        table.state.step = Step::Resolution;
        return Ok(());
    };
    let mut draft = field.draft(&[], &[first]);
    loop {
        let (units, hexes) = field.additions(used, draft);
        let mut choices: Vec<Choice> = units.iter().map(|unit| Choice::Unit(battle.unit(*unit).id)).collect();
        choices.extend(hexes.into_iter().map(Choice::Hex));
        choices.extend(field.closes(used, draft).then_some(Choice::Declare));
        let attack = field.attack(draft);
        table.explain(|state, choice| refusal::of_attack(&battle, state, used, choice));
        draft = match table.ask(side, Ask::Build, choices)? {
            Choice::Unit(id) => {
                let added = units.into_iter().find(|unit| battle.unit(*unit).id == id);
                field.draft(&attack.units.into_iter().chain(added).collect::<Vec<_>>(), &attack.hexes)
            }
            Choice::Hex(hex) => field.draft(&attack.units, &attack.hexes.into_iter().chain([hex]).collect::<Vec<_>>()),
            _ => break,
        };
    }
    let attack = field.attack(draft);
    tell(table, "9.0", side, Happened::Declared(attack.units.clone(), attack.hexes.clone()));
    table.state.attacks.push(attack);
    Ok(())
}
