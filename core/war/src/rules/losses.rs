//! Step losses (7.6, 9.14): which units may take them.

use super::refusal::{refuse, why_not_on_map};
use crate::decision::Ask;
use crate::pieces::Pieces;
use crate::sets::{PieceId, PieceSet};
use crate::side::Side;
use crate::state::State;
use crate::table::{Effects, Play, Table};
use wilderness_engine::Refusal;

/// The rule for spreading losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Losses {
    /// At least half from drilled troops, and no unit eliminated while others are at full strength (7.62, 7.63).
    Battle,
    /// All from drilled troops first, and within each kind no unit eliminated while others are at full strength (9.14).
    Assault,
}

impl Losses {
    /// The number of the rule.
    fn number(self) -> &'static str {
        match self {
            Losses::Battle => "7.6",
            Losses::Assault => "9.14",
        }
    }
}

/// A side loses steps: the owner chooses the units, within the rule. Returns the steps actually lost.
pub fn suffer(table: &mut Table, side: Side, pieces: PieceSet, result: u8, rule: Losses) -> Play<u8> {
    let number = rule.number();
    let units = pieces.units();
    let steps: u8 = units.iter().map(|unit| table.state.steps(unit)).sum();
    if result >= steps {
        units.iter().for_each(|unit| table.eliminate(unit, number));
        return Ok(steps);
    }
    let mut spread = Spread::new(&table.state, side, units, result, rule);
    for left in (1..=result).rev() {
        table.explain(|state, choice| spread.why_not(state, choice.piece()?));
        let unit = table.ask_for_any_piece(side, Ask::Loss(left), spread.candidates())?;
        spread.take(unit);
        table.lose_step(unit, number);
    }
    Ok(result)
}

/// A group of units that the rule treats alike, in the middle of losing steps.
#[derive(Clone, Copy, Default, Debug)]
struct LossGroup {
    /// Units that are still at full strength.
    full: u8,
    /// Steps they have left.
    steps: u8,
    /// Steps they have lost.
    lost: u8,
    /// Units eliminated.
    eliminated: u8,
}

impl LossGroup {
    fn of(state: &State, units: PieceSet) -> LossGroup {
        let steps: u8 = units.iter().map(|unit| state.steps(unit)).sum();
        LossGroup { full: steps - units.len() as u8, steps, lost: 0, eliminated: 0 }
    }

    fn take(&mut self, full: bool) {
        self.steps -= 1;
        self.lost += 1;
        if full { self.full -= 1 } else { self.eliminated += 1 }
    }

    /// Whether it can lose `more` steps by reducing full units only, with no unit eliminated.
    fn can_flip(&self, more: u8) -> bool {
        self.eliminated == 0 && more <= self.full
    }

    /// Whether it can lose `more` steps with no unit left at full strength.
    fn can_lose_all_full(&self, more: u8) -> bool {
        self.full <= more && more <= self.steps
    }
}

/// Losses in the middle of being spread over the units of a side. A choice is legal if the remaining losses can still
/// be spread so that the result as a whole is legal (Q88).
pub struct Spread {
    /// The side that takes the losses.
    side: Side,
    rule: Losses,
    total: u8,
    drilled: LossGroup,
    others: LossGroup,
    /// Every unit that took part.
    all: PieceSet,
    /// Those with steps left.
    units: PieceSet,
    reduced: PieceSet,
}

impl Spread {
    /// Losses that are about to be spread over these units.
    pub fn new(state: &State, side: Side, units: PieceSet, total: u8, rule: Losses) -> Spread {
        Spread {
            side,
            rule,
            total,
            drilled: LossGroup::of(state, units.drilled()),
            others: LossGroup::of(state, units - units.drilled()),
            all: units,
            units,
            reduced: state.pieces.reduced() & units,
        }
    }

    fn is_drilled(unit: PieceId) -> bool {
        !PieceSet::one(unit).drilled().is_empty()
    }

    /// The units that may lose the next step.
    pub fn candidates(&self) -> PieceSet {
        // Legality depends on kind and strength only: judge each of the four groups once.
        let mut allowed = PieceSet::EMPTY;
        for kind in [self.units.drilled(), self.units - self.units.drilled()] {
            for sort in [kind - self.reduced, kind & self.reduced] {
                if let Some(unit) = sort.first()
                    && self.why_not_take(unit).is_none()
                {
                    allowed |= sort;
                }
            }
        }
        allowed
    }

    /// Why a piece may not lose the next step, if it may not.
    fn why_not(&self, state: &State, piece: PieceId) -> Option<Refusal> {
        if self.units.contains(piece) {
            return self.why_not_take(piece);
        }
        let rule = self.rule.number();
        if Pieces::get().leaders.contains(piece) {
            return refuse("7.64", "leaders have no steps to lose");
        }
        let is_gone = self.all.contains(piece);
        let reason = if is_gone { "it is eliminated" } else { "it is not in the combat" };
        why_not_on_map(state, self.side, piece, rule).or_else(|| refuse(rule, reason))
    }

    /// Why one of the units may not lose the next step, if it may not: the remaining losses could then not be spread so
    /// that the result as a whole is legal (7.62, 7.63, 9.14).
    pub fn why_not_take(&self, unit: PieceId) -> Option<Refusal> {
        let (mut drilled, mut others) = (self.drilled, self.others);
        let is_reduced = self.reduced.contains(unit);
        let group = if Self::is_drilled(unit) { &mut drilled } else { &mut others };
        group.take(!is_reduced);
        let left = self.total - drilled.lost - others.lost;
        let (breach, elimination) = match self.rule {
            Losses::Battle => (battle_breach(self.total, drilled, others, left)?, "7.63"),
            Losses::Assault => (assault_breach(drilled, others, left)?, "9.14"),
        };
        match breach {
            Breach::Share => refuse("7.62", "drilled troops must take at least half of the losses, rounded up"),
            Breach::Order => refuse("9.14", "drilled troops must lose all their steps before others lose any"),
            Breach::Elimination if is_reduced => {
                refuse(elimination, "it would be eliminated while others are at full strength")
            }
            Breach::Elimination => {
                refuse(elimination, "another would then be eliminated while a unit is at full strength")
            }
        }
    }

    /// One of the units loses a step.
    pub fn take(&mut self, unit: PieceId) {
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

/// What would be wrong with the final losses, however the rest is spread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Breach {
    /// Drilled troops take too few of them (7.62).
    Share,
    /// Others lose steps while drilled troops have some left (9.14).
    Order,
    /// A unit is eliminated while another is at full strength (7.63, 9.14).
    Elimination,
}

/// What prevents `left` more steps from being spread so that the final state of a battle is legal, if anything does
/// (7.62, 7.63, Q88): at least half, rounded up, from drilled troops as far as they have the steps; and
/// - no unit is eliminated, or
/// - no unit is left at full strength, or
/// - full units are left that are not drilled, only drilled troops were eliminated, and these lost no more than
///   required.
fn battle_breach(total: u8, drilled: LossGroup, others: LossGroup, left: u8) -> Option<Breach> {
    let due = total.div_ceil(2).min(drilled.steps + drilled.lost);
    let mut breach = Breach::Share;
    for from_drilled in 0..=left {
        let from_others = left - from_drilled;
        if drilled.lost + from_drilled < due || from_drilled > drilled.steps || from_others > others.steps {
            continue;
        }
        let none_eliminated = drilled.can_flip(from_drilled) && others.can_flip(from_others);
        let none_full = drilled.can_lose_all_full(from_drilled) && others.can_lose_all_full(from_others);
        let only_drilled_eliminated = drilled.lost + from_drilled == due
            && drilled.can_lose_all_full(from_drilled)
            && others.can_flip(from_others);
        if none_eliminated || none_full || only_drilled_eliminated {
            return None;
        }
        breach = Breach::Elimination;
    }
    Some(breach)
}

/// The same for an assault (9.14): drilled troops first, and within each kind either no unit eliminated or none at full
/// strength.
fn assault_breach(drilled: LossGroup, others: LossGroup, left: u8) -> Option<Breach> {
    if drilled.steps > 0 && others.lost > 0 {
        return Some(Breach::Order);
    }
    let from_drilled = left.min(drilled.steps);
    let from_others = left - from_drilled;
    let fine = |group: LossGroup, more: u8| group.can_flip(more) || group.can_lose_all_full(more);
    let is_legal = fine(drilled, from_drilled) && fine(others, from_others);
    (!is_legal).then_some(Breach::Elimination)
}
