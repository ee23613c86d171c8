//! Step losses (7.6, 9.14): which units may take them.

use crate::decision::Ask;
use crate::sets::{PieceId, PieceSet};
use crate::side::Side;
use crate::state::State;
use crate::table::{Effects, Play, Table};
use wilderness_engine::refusal::Refusal;

/// The rule by which losses are spread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Losses {
    /// At least half from drilled troops, and nobody eliminated while others are at full strength (7.62, 7.63).
    Battle,
    /// All from drilled troops first, and within each kind nobody eliminated while others are at full strength (9.14).
    Assault,
}

/// A side loses steps: the owner chooses the units, as far as the rule lets him. Returns the steps really lost.
pub fn suffer(table: &mut Table, side: Side, pieces: PieceSet, result: u8, rule: Losses) -> Play<u8> {
    let number = match rule {
        Losses::Battle => "7.6",
        Losses::Assault => "9.14",
    };
    let units = pieces.units();
    let steps: u8 = units.iter().map(|unit| table.state.steps(unit)).sum();
    if result >= steps {
        units.iter().for_each(|unit| table.eliminate(unit, number));
        return Ok(steps);
    }
    let mut spread = Spread::new(&table.state, units, result, rule);
    for left in (1..=result).rev() {
        table.explain(|_, choice| Some(spread.why_not(choice.piece()?)));
        let unit = table.ask_for_any_piece(side, Ask::Loss(left), spread.candidates())?;
        spread.take(unit);
        table.lose_step(unit, number);
    }
    Ok(result)
}

/// A group of units that the rule treats alike, in the middle of losing steps.
#[derive(Clone, Copy, Default, Debug)]
struct Group {
    /// Units that are still at full strength.
    full: u8,
    /// Steps they have left.
    steps: u8,
    /// Steps they have lost.
    lost: u8,
    /// Units eliminated.
    eliminated: u8,
}

impl Group {
    fn of(state: &State, units: PieceSet) -> Group {
        let steps: u8 = units.iter().map(|unit| state.steps(unit)).sum();
        Group { full: steps - units.len() as u8, steps, lost: 0, eliminated: 0 }
    }

    fn take(&mut self, full: bool) {
        self.steps -= 1;
        self.lost += 1;
        if full { self.full -= 1 } else { self.eliminated += 1 }
    }

    /// Whether it can lose `more` steps by flipping full units only, nobody having been eliminated.
    fn can_flip(&self, more: u8) -> bool {
        self.eliminated == 0 && more <= self.full
    }

    /// Whether it can lose `more` steps with no unit left at full strength.
    fn can_lose_all_full(&self, more: u8) -> bool {
        self.full <= more && more <= self.steps
    }
}

/// Losses that are being spread over the units of a side. A choice is allowed if what is left can still be spread so
/// that the whole is legal (Q88).
struct Spread {
    rule: Losses,
    total: u8,
    drilled: Group,
    others: Group,
    units: PieceSet,
    reduced: PieceSet,
}

impl Spread {
    fn new(state: &State, units: PieceSet, total: u8, rule: Losses) -> Spread {
        Spread {
            rule,
            total,
            drilled: Group::of(state, units.drilled()),
            others: Group::of(state, units - units.drilled()),
            units,
            reduced: state.pieces.reduced() & units,
        }
    }

    fn is_drilled(unit: PieceId) -> bool {
        !PieceSet::one(unit).drilled().is_empty()
    }

    /// The units that may lose the next step.
    fn candidates(&self) -> PieceSet {
        // What is allowed depends on kind and strength only: judge each of the four sorts once.
        let mut allowed = PieceSet::EMPTY;
        for kind in [self.units.drilled(), self.units - self.units.drilled()] {
            for sort in [kind - self.reduced, kind & self.reduced] {
                if let Some(unit) = sort.first()
                    && self.allows(unit)
                {
                    allowed |= sort;
                }
            }
        }
        allowed
    }

    fn allows(&self, unit: PieceId) -> bool {
        let (mut drilled, mut others) = (self.drilled, self.others);
        let group = if Self::is_drilled(unit) { &mut drilled } else { &mut others };
        group.take(!self.reduced.contains(unit));
        let left = self.total - drilled.lost - others.lost;
        match self.rule {
            Losses::Battle => battle_can_go_on(self.total, drilled, others, left),
            Losses::Assault => assault_can_go_on(drilled, others, left),
        }
    }

    /// Why a unit may not lose the next step, given that it may not.
    fn why_not(&self, unit: PieceId) -> Refusal {
        let full = self.candidates() - self.reduced;
        match self.rule {
            _ if !self.units.contains(unit) => Refusal::new("7.6", "only units in the combat lose steps"),
            Losses::Assault if !Self::is_drilled(unit) && self.drilled.steps > 0 => {
                Refusal::new("9.14", "in an assault drilled troops lose all their steps before others lose any")
            }
            rule if self.reduced.contains(unit) && !full.is_empty() => {
                let number = if rule == Losses::Battle { "7.63" } else { "9.14" };
                Refusal::new(number, "it is reduced, and no unit is eliminated while others are at full strength")
            }
            Losses::Battle if !Self::is_drilled(unit) => {
                Refusal::new("7.62", "at least half of the losses, rounded up, fall on drilled troops")
            }
            _ => Refusal::new("7.63", "the steps left to lose could then not be spread as the rule demands"),
        }
    }

    fn take(&mut self, unit: PieceId) {
        let full = !self.reduced.contains(unit);
        if Self::is_drilled(unit) {
            self.drilled.take(full)
        } else {
            self.others.take(full)
        }
        if full {
            self.reduced.insert(unit);
        } else {
            self.units.remove(unit);
            self.reduced.remove(unit);
        }
    }
}

/// Whether `left` more steps can be spread so that the final state is legal in a battle (7.62, 7.63, Q88): at least
/// half, rounded up, from drilled troops as far as they have the steps; and
/// - nobody is eliminated, or
/// - no unit is left at full strength, or
/// - full units are left that are not drilled, only drilled troops were eliminated, and these lost no more than they had
///   to.
fn battle_can_go_on(total: u8, drilled: Group, others: Group, left: u8) -> bool {
    let due = total.div_ceil(2).min(drilled.steps + drilled.lost);
    (0..=left).any(|from_drilled| {
        let from_others = left - from_drilled;
        if drilled.lost + from_drilled < due || from_drilled > drilled.steps || from_others > others.steps {
            return false;
        }
        let nobody_eliminated = drilled.can_flip(from_drilled) && others.can_flip(from_others);
        let nobody_full = drilled.can_lose_all_full(from_drilled) && others.can_lose_all_full(from_others);
        let only_drilled_eliminated = drilled.lost + from_drilled == due
            && drilled.can_lose_all_full(from_drilled)
            && others.can_flip(from_others);
        nobody_eliminated || nobody_full || only_drilled_eliminated
    })
}

/// The same for an assault (9.14): drilled troops first, and within each kind either nobody eliminated or nobody full.
fn assault_can_go_on(drilled: Group, others: Group, left: u8) -> bool {
    let from_drilled = left.min(drilled.steps);
    let from_others = left - from_drilled;
    let fine = |group: Group, more: u8| group.can_flip(more) || group.can_lose_all_full(more);
    (drilled.steps == 0 || others.lost == 0) && fine(drilled, from_drilled) && fine(others, from_others)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::Pieces;

    /// Full and reduced drilled troops, full and reduced others, and the losses: which sorts may take the first step?
    fn first_step(units: [&[&str]; 2], reduced: &[&str], total: u8, rule: Losses) -> Vec<&'static str> {
        let find = |ids: &[&str]| -> PieceSet { ids.iter().map(|id| Pieces::get().find(id).unwrap()).collect() };
        let (all, reduced) = (find(units[0]) | find(units[1]), find(reduced));
        let group = |units: PieceSet| {
            let full = (units - reduced).len() as u8;
            Group { full, steps: units.len() as u8 + full, lost: 0, eliminated: 0 }
        };
        let spread = Spread {
            rule,
            total,
            drilled: group(all.drilled()),
            others: group(all - all.drilled()),
            units: all,
            reduced,
        };
        spread.candidates().iter().map(|unit| unit.id()).collect()
    }

    #[test]
    fn three_indians_and_light_infantry_lose_three_steps_7_63() {
        // The light infantry must lose two of the three and so is eliminated; one Indian loses the third.
        let units: [&[&str]; 2] = [&["howe-s"], &["mohawk-1", "mohawk-2", "british-seneca"]];
        let mut names = first_step(units, &[], 3, Losses::Battle);
        names.sort_unstable();
        assert_eq!(names, ["british-seneca", "howe-s", "mohawk-1", "mohawk-2"]);
        // Two steps are due from drilled troops: that takes precedence over 7.63, but no more than those two.
        assert_eq!(first_step([&["howe-s"], &["mohawk-1", "mohawk-2"]], &[], 1, Losses::Battle), ["howe-s"]);
    }

    #[test]
    fn half_of_the_losses_rounded_up_are_drilled_7_62() {
        assert_eq!(first_step([&["22nd"], &["rogers"]], &[], 1, Losses::Battle), ["22nd"]);
        assert_eq!(first_step([&["22nd"], &["rogers"]], &[], 2, Losses::Battle), ["rogers", "22nd"]);
    }

    #[test]
    fn nobody_dies_while_another_is_full_7_63() {
        // one reduced, one full regular: the full one loses the step
        assert_eq!(first_step([&["22nd", "27th"], &[]], &["22nd"], 1, Losses::Battle), ["27th"]);
        // two steps: one of each sort, so either may be first
        assert_eq!(first_step([&["22nd", "27th"], &[]], &["22nd"], 2, Losses::Battle), ["22nd", "27th"]);
    }

    #[test]
    fn in_an_assault_drilled_troops_lose_all_before_others_lose_any_9_14() {
        assert_eq!(first_step([&["22nd"], &["rogers"]], &[], 2, Losses::Assault), ["22nd"]);
        assert_eq!(first_step([&["22nd"], &["rogers"]], &["22nd"], 2, Losses::Assault), ["22nd"]);
    }

    #[test]
    fn every_start_leads_to_a_legal_end() {
        // Whatever the stack and the losses, there is always somebody who may take the next step.
        for drilled in 0..4u8 {
            for drilled_reduced in 0..4u8 {
                for others in 0..4u8 {
                    for others_reduced in 0..4u8 {
                        let d = Group { full: drilled, steps: 2 * drilled + drilled_reduced, lost: 0, eliminated: 0 };
                        let o = Group { full: others, steps: 2 * others + others_reduced, lost: 0, eliminated: 0 };
                        for total in 0..d.steps + o.steps {
                            assert!(battle_can_go_on(total, d, o, total), "{d:?} {o:?} {total}");
                            assert!(assault_can_go_on(d, o, total), "{d:?} {o:?} {total}");
                        }
                    }
                }
            }
        }
    }
}
