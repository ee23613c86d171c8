//! Choosing the pieces that go with a leader.

use crate::pieces::Pieces;
use crate::rules::force;
use crate::sets::{PieceId, PieceSet};
use crate::view::View;

/// The force that a leader would lead: as strong as he and his subordinates can command, with a few auxiliaries, and
/// without the weakest if some are to stay behind.
pub fn muster(leader: PieceId, stack: PieceSet, stay: usize, view: &View<'_>) -> PieceSet {
    let mut units: Vec<PieceId> = stack.units().filter(|unit| !Pieces::get().militia.contains(unit)).iter().collect();
    units.sort_by_key(|unit| {
        let strength = view.strength(*unit);
        (std::cmp::Reverse(strength), *unit)
    });
    // Two auxiliaries go first: they show the way and keep the enemy's from ambushing (6.2, 7.52).
    let scouts: PieceSet = stack.auxiliaries().iter().take(2).collect();
    let all = Pieces::get();
    let mut force = PieceSet::one(leader);
    let mut staff = force::may_join(leader, force, stack).leaders();
    let subordinates = staff;
    let most = units.len().saturating_sub(stay);
    let mut led = 0;
    for unit in scouts.iter().chain(units.into_iter().filter(|unit| !scouts.contains(*unit))) {
        if led >= most {
            break;
        }
        if !force::fits(force.with(unit)) {
            // Only Johnson commands some (5.534).
            let next = match all.johnsons_own.contains(unit) {
                true => Some(all.johnson).filter(|johnson| staff.contains(*johnson)),
                false => staff.iter().max_by_key(|leader| leader.facts().command),
            };
            if let Some(next) = next {
                staff.remove(next);
                force.insert(next);
            }
        }
        if force::fits(force.with(unit)) {
            force.insert(unit);
            led += 1;
        }
    }
    if stay == 0 && (stack.units() - force).is_empty() {
        force |= subordinates; // no leader stays behind alone
    }
    force
}
