//! Assaults (9.0).

use super::battle::{self, AttackerOrigin, Battle};
use super::housekeeping::{self, Around};
use super::movement::Mover;
use super::phase::Phase;
use crate::moments::{BattleKind, Capture, Moment};
use crate::news::{Happened, NewsEntry, Structure, Why, WorksFate};
use crate::sets::SpaceId;
use crate::side::Side;
use crate::table::{Effects, Play, Table};
use crate::tables::{FORT_VP, FORTRESS_VP};

/// All pieces outside assault all pieces inside; an empty fort or fortress still defends itself (9.1, 9.2).
pub fn assault(table: &mut Table, phase: &mut Phase, mover: &Mover) -> Play<()> {
    let (side, enemy, space) = (mover.side, mover.side.enemy(), mover.space);
    let mut battle = Battle {
        kind: BattleKind::Assault,
        space,
        attacker: side,
        attackers: table.state.outside(side, space),
        defenders: table.state.inside(enemy, space),
        origin: AttackerOrigin::Here,
        commander: mover.commander,
        landing: false,
        gives_way: false,
    };
    let outcome = battle::combat(table, phase, &mut battle)?;
    if outcome.attacker_won {
        capture(table, space, side)?;
        let captors = battle.attackers & table.state.outside(side, space);
        table.window(enemy, Moment::FortCaptured { space, how: Capture::Assault, captors })?;
    }
    housekeeping::settle(table, Around::default())
}

/// 9.22: the garrison is eliminated; a fortress is captured intact, a fort becomes a fort under construction of the
/// captor.
pub fn capture(table: &mut Table, space: SpaceId, captor: Side) -> Play<()> {
    for piece in table.state.inside(captor.enemy(), space) {
        table.eliminate(piece, "9.22");
    }
    take_over(table, space, captor, Condition::Damaged)
}

/// How a fort passes to its captor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// As a completed fort, after a surrender.
    Intact,
    /// As a fort under construction, after an assault (9.22).
    Damaged,
}

/// A besieged fort or fortress changes hands: the siege marker and any fieldworks are removed, and the captor scores
/// (9.22, 13.2).
pub fn take_over(table: &mut Table, space: SpaceId, captor: Side, condition: Condition) -> Play<()> {
    let loser = captor.enemy();
    for piece in table.state.inside(loser, space) {
        table.state.pieces.set_inside(piece, false);
    }
    table.state.set_siege(space, None);
    battle::lose_fieldworks(table, space);
    let works = &mut table.state.works;
    let (structure, points) = if works[loser].fortresses.contains(space) {
        works[loser].fortresses.remove(space);
        works[captor].fortresses.insert(space);
        (Structure::Fortress, FORTRESS_VP)
    } else {
        works[loser].forts.remove(space);
        let own = &mut works[captor];
        if condition == Condition::Intact {
            own.forts.insert(space)
        } else {
            own.under_construction.insert(space)
        }
        (Structure::Fort, FORT_VP)
    };
    let rule = if condition == Condition::Intact { "8.231" } else { "9.22" };
    let is_damaged = structure == Structure::Fort && condition == Condition::Damaged;
    let fate = if is_damaged { WorksFate::Damaged } else { WorksFate::Captured };
    table.tell(|_| NewsEntry::new(rule, Happened::Works { structure, fate }).by(captor).at(space));
    table.score(captor, points, rule, Why::Works(structure, WorksFate::Captured), Some(space))
}
