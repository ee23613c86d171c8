//! Raids (10.0): what auxiliaries could burn, and how they come near enough.

use super::combat::{self, ForceFacts};
use super::mission::{Mission, PlannedErrand, Scout};
use super::weights;
use crate::map::Map;
use crate::rules::force;
use crate::sets::{PieceId, PieceSet, SpaceId, SpaceSet};

impl Scout<'_> {
    /// The best raid of a party, if there is one in reach (10.0).
    pub fn raid(&mut self, mover: PieceId, leader: Option<PieceId>, from: SpaceId, party: PieceSet) -> Option<Mission> {
        self.raid_but(mover, leader, from, party, SpaceSet::EMPTY)
    }

    /// The best raid of a party in reach, except for these spaces, which others raid.
    pub fn raid_but(
        &mut self,
        mover: PieceId,
        leader: Option<PieceId>,
        from: SpaceId,
        party: PieceSet,
        others: SpaceSet,
    ) -> Option<Mission> {
        let view = self.board.view;
        view.reach(party, from, &mut self.reach);
        let mut best: Option<Mission> = None;
        let ends = if view.is_besieged(mover) { SpaceSet::EMPTY } else { self.reach.ends().with(from) };
        for to in (ends - others) & self.board.raidable {
            let (worth, chance) = combat::raid_value(view, to, party, leader);
            let gain = worth - self.watched(to, party);
            if gain > weights::LEAST_RAID && best.is_none_or(|best| gain > best.gain) {
                let errand = PlannedErrand::Raid;
                best = Some(Mission { to, chance, ..Mission::new(mover, party, from, errand, gain) });
            }
        }
        best
    }

    /// A step of a raider towards what it could raid with the next card; not when it would soon go home anyway (4.0
    /// B.3).
    pub fn approach(&mut self, unit: PieceId, from: SpaceId) -> Option<Mission> {
        let board = self.board;
        if board.winter > weights::TOO_LATE_TO_RAID {
            return None;
        }
        let party = PieceSet::one(unit);
        board.view.reach(party, from, &mut self.reach);
        let here = board.to_raid(from);
        let alone = ForceFacts::new(board.view, party, None);
        let mut best: Option<Mission> = None;
        for to in self.reach.ends() - board.hostile - board.raidable {
            let there = board.to_raid(to);
            if there > 4 || there >= here {
                continue;
            }
            let least = best.map_or(weights::LEAST, |best| best.gain);
            let gain = weights::NEARER_TO_RAID * f32::from((here - there).min(4));
            if gain <= least {
                continue;
            }
            let gain = gain - board.danger(to, &alone, party);
            if gain > least {
                best = Some(Mission { to, ..Mission::new(unit, party, from, PlannedErrand::Approach, gain) });
            }
        }
        best
    }

    /// The risk to raiders from enemies that might intercept them (6.7).
    fn watched(&self, space: SpaceId, party: PieceSet) -> f32 {
        let watchers = Map::get().adjacent(space) & self.board.view.held(self.board.enemy);
        let lone = party.units().len() == 1 && !Map::get().cultivated.contains(space);
        if watchers.is_empty() || lone { 0.0 } else { weights::WATCHED }
    }
}

/// A leader and a few auxiliaries for a raid.
pub fn raiding_party(leader: PieceId, mates: PieceSet) -> PieceSet {
    let mut party = PieceSet::one(leader);
    for unit in mates.auxiliaries() {
        if party.units().len() < 2 && force::fits(party.with(unit)) {
            party.insert(unit);
        }
    }
    party
}
