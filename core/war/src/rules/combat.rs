//! A combat at the point where dice settle it: everything needed to resolve it for good, or on a copy of the table to
//! compute its odds.

use super::assault;
use super::battle::{self, Battle, Outcome};
use super::movement::Mover;
use super::phase::Phase;
use super::raid::{self, Raided};
use super::siege::SiegeRoll;
use crate::chance::Throw;
use crate::moments::BattleKind;
use crate::script::FireModifiers;
use crate::sets::{PieceSet, SpaceId};
use crate::side::{PerSide, Side};
use crate::state::State;
use crate::table::{Play, Table};
use crate::war::War;
use wilderness_engine::odds::{Die, Weighed};

/// A combat about to be resolved.
#[derive(Clone, Debug)]
pub enum Combat {
    /// A battle or an assault: all pieces have joined, and both sides have played their events (7.2 C, 9.1).
    Clash(Battle, Box<PerSide<FireModifiers>>),
    /// A roll on the Siege Table (8.23).
    Siege(SiegeRoll),
    /// A raid, before militia may meet the raiders (10.2).
    Raid(Box<(Phase, Mover, SpaceId)>),
}

/// The result of a combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Settled {
    /// A battle or an assault.
    Clash(Outcome),
    /// The siege level after a roll on the Siege Table.
    Siege(u8),
    Raid(Raided),
}

impl Combat {
    /// A raid of a mover.
    pub fn raid(phase: &Phase, mover: &Mover, space: SpaceId) -> Combat {
        Combat::Raid(Box::new((phase.clone(), mover.clone(), space)))
    }

    /// The active side.
    pub fn attacker(&self) -> Side {
        match self {
            Combat::Clash(battle, _) => battle.attacker,
            Combat::Siege(roll) => roll.besieger,
            Combat::Raid(raid) => raid.1.side,
        }
    }

    pub fn space(&self) -> SpaceId {
        match self {
            Combat::Clash(battle, _) => battle.space,
            Combat::Siege(roll) => roll.space,
            Combat::Raid(raid) => raid.2,
        }
    }

    /// The pieces that take part, except for militia that meet raiders.
    pub fn fighters(&self, state: &State) -> PieceSet {
        let (attacker, space) = (self.attacker(), self.space());
        match self {
            Combat::Clash(battle, _) => battle.attackers | battle.defenders,
            Combat::Siege(_) => state.outside(attacker, space) | state.inside(attacker.enemy(), space),
            Combat::Raid(_) => raid::raiders(state, attacker, space),
        }
    }
}

impl Weighed<War> for Combat {
    type Settled = Settled;

    /// Resolves the combat as far as dice decide: pieces do not retreat or go home yet, but the garrison of a place
    /// taken by assault is eliminated (9.22).
    fn settle(&self, table: &mut Table) -> Play<Settled> {
        Ok(match self {
            Combat::Clash(battle, modifiers) => {
                let outcome = battle::clash(table, battle, modifiers)?;
                if battle.kind == BattleKind::Assault && outcome.attacker_won {
                    assault::capture(table, battle.space, battle.attacker)?;
                }
                Settled::Clash(outcome)
            }
            Combat::Siege(roll) => Settled::Siege(roll.resolve(table)?),
            Combat::Raid(raid) => {
                let (phase, mover, space) = &**raid;
                Settled::Raid(raid::attempt(table, &mut phase.clone(), mover, *space)?)
            }
        })
    }

    /// A leader killed by a die roll changes nothing else in a combat (7.7, 10.32).
    fn die(throw: Throw) -> Die {
        match throw {
            Throw::LeaderLoss => Die::Check { lost: 1, spared: 6, chance: 1.0 / 6.0 },
            _ => Die::Faces,
        }
    }
}
