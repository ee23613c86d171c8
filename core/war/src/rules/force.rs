//! Forces (5.34): which leader may command which pieces, and forming a force.

use super::refusal::{refuse, why_not_inside, why_not_outside};
use crate::decision::{Ask, Choice, Choices, Word};
use crate::pieces::Pieces;
use crate::sets::{PieceId, PieceSet};
use crate::state::State;
use crate::table::{Effects, Play, Table};
use wilderness_engine::Refusal;

/// Whether the units of a force are within the limits of its leaders. British Iroquois and Mohawks need Johnson and do
/// not count (5.34, 5.534, D8).
pub fn fits(force: PieceSet) -> bool {
    let all = Pieces::get();
    let leaders = force.leaders();
    let johnsons_own = force & all.johnsons_own;
    let limit: usize = leaders.iter().map(|leader| usize::from(leader.facts().command)).sum();
    (johnsons_own.is_empty() || leaders.contains(all.johnson)) && (force.units() - johnsons_own).len() <= limit
}

/// Whether a leader may command units of these kinds, whatever their number: only Johnson commands British Iroquois and
/// Mohawks (5.534).
pub fn may_command(leader: PieceId, units: PieceSet) -> bool {
    let all = Pieces::get();
    leader == all.johnson || !units.meets(all.johnsons_own)
}

/// Why an eligible piece may not join a force under a commander, if it may not: subordinates have the same or a lower
/// command rating, and units stay within the leaders' limits (5.34, 5.534).
fn why_not_obey(commander: PieceId, force: PieceSet, piece: PieceId) -> Option<Refusal> {
    let all = Pieces::get();
    if all.leaders.contains(piece) {
        let higher = piece.facts().command > commander.facts().command;
        return higher.then_some(Refusal::new("5.34", "a subordinate cannot outrank the commander"));
    }
    if all.johnsons_own.contains(piece) && !force.contains(all.johnson) {
        return refuse("5.534", format!("only {} commands the {} units of its nation", all.johnson, piece.side()));
    }
    if !fits(force.with(piece)) {
        return refuse("5.34", "the leaders of the force cannot command any more units");
    }
    None
}

/// Those of `eligible` that may join a force under `commander`, one at a time (5.34).
pub fn may_join(commander: PieceId, force: PieceSet, eligible: PieceSet) -> PieceSet {
    filter_by_limits(eligible - force, |piece| why_not_obey(commander, force, piece).is_none())
}

/// Those of some pieces that the limits of a force allow. All units that count towards the limits are equivalent, and
/// so are Johnson's: the rule is tested on one of each (5.34, 5.534).
pub fn filter_by_limits(pieces: PieceSet, mut holds: impl FnMut(PieceId) -> bool) -> PieceSet {
    if pieces.is_empty() {
        return pieces;
    }
    let johnsons_own = pieces & Pieces::get().johnsons_own;
    let mut found = pieces.leaders().filter(&mut holds);
    for alike in [pieces.units() - johnsons_own, johnsons_own] {
        if alike.first().is_some_and(&mut holds) {
            found |= alike;
        }
    }
    debug_assert_eq!(found, pieces.filter(holds));
    found
}

/// Whether a leader could command at least one of the units of `eligible`, together with the leaders among them.
pub fn can_command_a_unit(commander: PieceId, eligible: PieceSet) -> bool {
    let staff = may_join(commander, PieceSet::one(commander), eligible).leaders().with(commander);
    eligible.units().iter().any(|unit| fits(staff.with(unit)))
}

/// The pieces that a commander may add to a force.
#[derive(Clone, Copy)]
pub struct Terms {
    /// Eligible pieces stacked with the commander.
    eligible: PieceSet,
    /// Ineligible pieces stacked with the commander, and why.
    excluded: (PieceSet, &'static str, &'static str),
    /// The fewest units.
    least: usize,
    /// The most units, whatever the leaders could command.
    most: usize,
}

impl Terms {
    /// Any number of the eligible pieces.
    pub fn any(eligible: PieceSet) -> Terms {
        Terms { eligible, excluded: (PieceSet::EMPTY, "", ""), least: 0, most: usize::MAX }
    }

    /// At least one unit: leaders alone cannot intercept or avoid battle (6.72, Q36).
    pub fn some(eligible: PieceSet) -> Terms {
        Terms { least: 1, ..Terms::any(eligible) }
    }

    /// Exactly one unit (6.721).
    pub fn one(eligible: PieceSet) -> Terms {
        Terms { least: 1, most: 1, ..Terms::any(eligible) }
    }

    /// The same terms without these pieces, which a rule excludes for a reason.
    pub fn but_for(self, pieces: PieceSet, rule: &'static str, reason: &'static str) -> Terms {
        Terms { eligible: self.eligible - pieces, excluded: (pieces, rule, reason), ..self }
    }

    /// The pieces that may join a force under a commander, one at a time (5.34, 5.534, 6.721).
    fn joining(&self, state: &State, commander: PieceId, force: PieceSet) -> PieceSet {
        filter_by_limits(self.eligible - force, |piece| self.why_not_join(state, commander, force, piece).is_none())
    }

    /// Why a piece cannot join a force under a commander, if it cannot (5.34, 5.534, 6.721).
    fn why_not_join(&self, state: &State, commander: PieceId, force: PieceSet, piece: PieceId) -> Option<Refusal> {
        if force.contains(piece) {
            return refuse("5.34", "it is already in the force");
        }
        if !self.eligible.contains(piece) {
            return Some(self.why_not_eligible(state, commander, piece));
        }
        let is_unit = Pieces::get().units.contains(piece);
        if is_unit && force.units().len() == self.most {
            return refuse("6.721", "only a lone auxiliary unit intercepts here");
        }
        why_not_obey(commander, force, piece)
    }

    /// Why an ineligible piece is ineligible.
    fn why_not_eligible(&self, state: &State, commander: PieceId, piece: PieceId) -> Refusal {
        let (excluded, rule, reason) = self.excluded;
        let elsewhere = state.pieces.space(commander).and_then(|space| {
            let side = commander.side();
            match state.is_besieged(commander) {
                true => why_not_inside(state, side, space, piece, "5.34"),
                false => why_not_outside(state, side, space, piece, "5.34"),
            }
        });
        elsewhere.unwrap_or_else(|| match excluded.contains(piece) {
            true => Refusal::new(rule, reason),
            false => Refusal::new("5.34", "a force consists of pieces stacked with its commander"),
        })
    }

    /// Why a force is not complete, if it is not (6.72, 6.8).
    fn why_not_done(&self, force: PieceSet) -> Option<Refusal> {
        let too_few = force.units().len() < self.least;
        too_few.then_some(Refusal::new("6.72", "leaders alone cannot intercept or avoid battle: add a unit"))
    }
}

/// Forms a force under a commander, one piece at a time.
pub fn form(table: &mut Table, commander: PieceId, terms: &Terms) -> Play<PieceSet> {
    let mut force = PieceSet::one(commander);
    loop {
        let joining = terms.joining(&table.state, commander, force);
        if joining.is_empty() {
            return Ok(force);
        }
        let choices = Choices::pieces(joining).or_if(terms.why_not_done(force).is_none(), Word::Done);
        table.explain(|state, choice| match choice {
            Choice::Word(Word::Done) => terms.why_not_done(force),
            choice => terms.why_not_join(state, commander, force, choice.piece()?),
        });
        match table.ask_piece(commander.side(), Ask::Member(commander), choices)? {
            Some(piece) => force.insert(piece),
            None => return Ok(force),
        }
    }
}

/// Why a side cannot start with a piece when it names one force or unit, if it cannot: a leader needs a unit to command
/// (6.72, 6.8).
pub fn why_not_begin(eligible: PieceSet, piece: PieceId, rule: &'static str) -> Option<Refusal> {
    let alone = Pieces::get().leaders.contains(piece) && !can_command_a_unit(piece, eligible);
    alone.then_some(Refusal::new(rule, "there is no unit with the leader that the leader can command"))
}

/// The leaders and single units with which a side may start naming one force or unit out of `eligible` (6.72, 6.8).
pub fn candidates(eligible: PieceSet) -> PieceSet {
    eligible.filter(|piece| why_not_begin(eligible, piece, "6.72").is_none())
}
