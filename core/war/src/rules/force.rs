//! Forces (5.34): who may command whom, and putting a force together.

use crate::decision::{Ask, Choices, Word};
use crate::pieces::Pieces;
use crate::sets::{PieceId, PieceSet};
use crate::side::Side;
use crate::table::{Effects, Play, Table};
use wilderness_engine::refusal::Refusal;

/// Whether the units of a force are within the limits of its leaders. British Iroquois and Mohawks need Johnson and do
/// not count (5.34, 5.534, D8).
pub fn fits(force: PieceSet) -> bool {
    let all = Pieces::get();
    let leaders = force.leaders();
    let johnsons_own = force & all.johnsons_own;
    let limit: usize = leaders.iter().map(|leader| usize::from(leader.facts().command)).sum();
    (johnsons_own.is_empty() || leaders.contains(all.johnson)) && (force.units() - johnsons_own).len() <= limit
}

/// Whether a leader may command units of these kinds, however many they are: British Iroquois and Mohawks obey Johnson alone
/// (5.534).
pub fn may_command(leader: PieceId, units: PieceSet) -> bool {
    let all = Pieces::get();
    leader == all.johnson || !units.meets(all.johnsons_own)
}

/// Those of `eligible` that may join a force under `commander`, one at a time: subordinates of the same or a lower
/// command, and units within the limits (5.34).
pub fn may_join(commander: PieceId, force: PieceSet, eligible: PieceSet) -> PieceSet {
    let rank = commander.facts().command;
    let left = eligible - force;
    left.leaders().filter(|leader| leader.facts().command <= rank) | left.units().filter(|unit| fits(force.with(unit)))
}

/// Why a piece cannot join a force, if it cannot (5.34, 5.534).
fn why_not_join(commander: PieceId, force: PieceSet, eligible: PieceSet, piece: PieceId) -> Option<Refusal> {
    let all = Pieces::get();
    let refuse = |rule, reason| Some(Refusal::new(rule, reason));
    if !eligible.contains(piece) {
        return refuse("5.34", "a force is made of those stacked with its commander");
    }
    if all.leaders.contains(piece) && piece.facts().command > commander.facts().command {
        return refuse("5.34", "a subordinate has no higher command than the commander");
    }
    if all.johnsons_own.contains(piece) && !force.contains(all.johnson) {
        return refuse("5.534", "only Johnson commands British Iroquois and Mohawks");
    }
    if all.units.contains(piece) && !fits(force.with(piece)) {
        return refuse("5.34", "the leaders of the force command no more units");
    }
    None
}

/// Whether a leader could command at least one of the units of `eligible`, with the help of the leaders among them.
pub fn can_command_a_unit(commander: PieceId, eligible: PieceSet) -> bool {
    let staff = may_join(commander, PieceSet::one(commander), eligible).leaders().with(commander);
    eligible.units().iter().any(|unit| fits(staff.with(unit)))
}

/// How many units a force needs and may have.
#[derive(Clone, Copy)]
pub struct Size {
    /// No fewer.
    pub least: usize,
    /// No more, whatever its leaders could command.
    pub most: usize,
}

impl Size {
    /// Any number.
    pub const ANY: Size = Size { least: 0, most: usize::MAX };
    /// At least one unit: leaders alone cannot intercept or avoid battle (6.72, Q36).
    pub const SOME: Size = Size { least: 1, most: usize::MAX };
    /// Exactly one unit (6.721).
    pub const ONE: Size = Size { least: 1, most: 1 };
}

/// Puts a force together under a commander, one piece at a time.
pub fn form(table: &mut Table, side: Side, commander: PieceId, eligible: PieceSet, size: Size) -> Play<PieceSet> {
    let mut force = PieceSet::one(commander);
    loop {
        let units = force.units().len();
        let mut joining = may_join(commander, force, eligible);
        if units == size.most {
            joining = joining.leaders();
        }
        if joining.is_empty() {
            return Ok(force);
        }
        let choices = Choices::pieces(joining).or_if(units >= size.least, Word::Done);
        table.explain(|_, choice| why_not_join(commander, force, eligible, choice.piece()?));
        match table.ask_piece(side, Ask::Member(commander), choices)? {
            Some(piece) => force.insert(piece),
            None => return Ok(force),
        }
    }
}

/// The leaders and single units with which a side may begin to name one force or unit out of `eligible` (6.72, 6.8).
pub fn candidates(eligible: PieceSet) -> PieceSet {
    eligible.units() | eligible.leaders().filter(|leader| can_command_a_unit(leader, eligible))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(ids: &[&str]) -> PieceSet {
        ids.iter().map(|id| Pieces::get().find(id).unwrap()).collect()
    }
    fn piece(id: &str) -> PieceId {
        Pieces::get().find(id).unwrap()
    }

    #[test]
    fn subordinates_raise_the_limit_5_34() {
        // Murray 5 + Webb 5 + Bradstreet 4 = 14
        let leaders = set(&["murray", "webb", "bradstreet"]);
        let units: Vec<PieceId> = Pieces::get().regulars.of(Side::British).iter().take(15).collect();
        assert!(fits(leaders | units[..14].iter().copied().collect()));
        assert!(!fits(leaders | units.iter().copied().collect()));
    }

    #[test]
    fn a_subordinate_has_no_higher_command_5_34() {
        let eligible = set(&["vaudreuil", "bougainville", "la-reine"]);
        let joining = may_join(piece("rigaud"), set(&["rigaud"]), eligible);
        assert_eq!(joining, set(&["bougainville", "la-reine"]));
    }

    #[test]
    fn only_johnson_commands_iroquois_and_mohawks_5_534() {
        let mohawks = set(&["mohawk-1", "mohawk-2", "british-seneca"]);
        assert!(!fits(mohawks | set(&["shirley"])));
        assert!(fits(mohawks | set(&["johnson", "22nd", "27th", "35th"])));
        assert!(!fits(mohawks | set(&["johnson", "22nd", "27th", "35th", "40th"])));
        assert!(fits(set(&["bradstreet", "cherokee-1"])));
        assert!(can_command_a_unit(piece("shirley"), mohawks | set(&["johnson"])));
        assert!(!can_command_a_unit(piece("shirley"), mohawks));
        // the French command Iroquois as any other unit
        assert!(fits(set(&["dumas", "french-seneca", "french-oneida"])));
    }
}
