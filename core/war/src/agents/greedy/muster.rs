//! Choosing the pieces that go with a leader.

use crate::pieces::Pieces;
use crate::rules::force;
use crate::sets::{PieceId, PieceSet};
use crate::view::View;
use std::cmp::Reverse;

/// The force that a leader would lead: as strong as he and his subordinates can command, with a few auxiliaries, and
/// without the weakest if some are to stay behind.
pub fn muster(leader: PieceId, stack: PieceSet, stay: usize, view: &View<'_>) -> PieceSet {
    let units = stack.units() - Pieces::get().militia;
    let mut units: Vec<(Reverse<u8>, PieceId)> =
        units.iter().map(|unit| (Reverse(view.strength(unit)), unit)).collect();
    units.sort_unstable();
    // Two auxiliaries go first: they show the way and keep the enemy's from ambushing (6.2, 7.52).
    let scouts: PieceSet = stack.auxiliaries().iter().take(2).collect();
    let all = Pieces::get();
    let mut force = PieceSet::one(leader);
    let mut staff = force::may_join(leader, force, stack).leaders();
    let subordinates = staff;
    let most = units.len().saturating_sub(stay);
    let mut led = 0;
    let units = units.into_iter().map(|(_, unit)| unit).filter(|unit| !scouts.contains(*unit));
    for unit in scouts.iter().chain(units) {
        if led >= most {
            break;
        }
        let mut fits = force::fits(force.with(unit));
        if !fits {
            // Only Johnson commands some (5.534).
            let next = match all.johnsons_own.contains(unit) {
                true => Some(all.johnson).filter(|johnson| staff.contains(*johnson)),
                false => staff.iter().max_by_key(|leader| leader.facts().command),
            };
            if let Some(next) = next {
                staff.remove(next);
                force.insert(next);
                fits = force::fits(force.with(unit));
            }
        }
        if fits {
            force.insert(unit);
            led += 1;
        }
    }
    if stay == 0 && (stack.units() - force).is_empty() {
        force |= subordinates; // no leader stays behind alone
    }
    force
}
