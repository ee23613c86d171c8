//! Adding up the outcomes of a combat, one sequence of dice at a time.

use super::{Assumption, CombatKind, LeaderRisk, Odds, StepLosses};
use crate::moments::BattleKind;
use crate::placement::Place;
use crate::rules::combat::{Combat, Settled};
use crate::rules::raid::{RaidEnd, Raided};
use crate::rules::siege;
use crate::sets::{PieceId, PieceSet};
use crate::side::{PerSide, Side};
use crate::state::State;
use crate::table::Answer;
use crate::war::War;
use std::collections::BTreeSet;
use wilderness_engine::odds;

/// One outcome of a combat.
type End = odds::End<War>;

/// The odds of a combat in the making.
pub struct Tally {
    start: State,
    odds: Odds,
}

impl Tally {
    /// Nothing yet of a combat that begins in a state.
    pub fn new(combat: &Combat, start: &State) -> Tally {
        let fighters = combat.fighters(start);
        let odds = Odds {
            kind: kind(combat),
            space: combat.space(),
            attacker: combat.attacker(),
            fighters,
            battle: None,
            siege: None,
            raid: None,
            losses: PerSide::default(),
            leaders: fighters.leaders().iter().map(|leader| LeaderRisk { leader, dies: 0.0 }).collect(),
            assumed: BTreeSet::new(),
        };
        Tally { start: start.clone(), odds }
    }

    fn add_battle(&mut self, chance: f64, attacker_won: bool, overrun: bool) {
        let battle = self.odds.battle.get_or_insert_default();
        *(if attacker_won { &mut battle.attacker_wins } else { &mut battle.defender_wins }) += chance;
        battle.overrun += if overrun { chance } else { 0.0 };
    }

    fn add_siege(&mut self, chance: f64, level: u8) {
        let required = siege::required_level(&self.start, self.odds.attacker.enemy(), self.odds.space);
        let siege = self.odds.siege.get_or_insert_default();
        siege.levels[usize::from(level)] += chance;
        siege.assault += if level >= required { chance } else { 0.0 };
    }

    fn add_raid(&mut self, chance: f64, raided: &Raided) {
        self.odds.fighters |= raided.militia;
        if !raided.militia.is_empty() {
            self.add_battle(chance, raided.end != RaidEnd::Repelled, false);
        }
        let raid = self.odds.raid.get_or_insert_default();
        *match raided.end {
            RaidEnd::Succeeded => &mut raid.success,
            RaidEnd::Failed => &mut raid.failure,
            RaidEnd::Repelled | RaidEnd::Spent => &mut raid.prevented,
        } += chance;
    }

    /// The odds, when all ways are added.
    pub fn odds(mut self) -> Odds {
        for side in Side::BOTH {
            let all = steps(&self.start, self.odds.fighters.of(side).units());
            let StepLosses { chances, .. } = &mut self.odds.losses[side];
            entry(chances, all);
        }
        self.odds
    }
}

impl odds::Tally<War> for Tally {
    fn assume(&mut self, answers: &[Answer]) {
        self.odds.assumed.extend(answers.iter().filter_map(Assumption::about));
    }

    fn add(&mut self, chance: f64, end: &End) {
        self.odds.assumed.extend(Assumption::within(&end.answers, end.given));
        match &end.settled {
            Settled::Clash(outcome) => self.add_battle(chance, outcome.attacker_won, outcome.overrun),
            Settled::Siege(level) => self.add_siege(chance, *level),
            Settled::Raid(raided) => self.add_raid(chance, raided),
        }
        for side in Side::BOTH {
            let units = self.odds.fighters.of(side).units();
            let lost = steps(&self.start, units) - steps(&end.state, units);
            let losses = &mut self.odds.losses[side];
            *entry(&mut losses.chances, lost) += chance;
            losses.expected += chance * lost as f64;
        }
        for risk in self.odds.leaders.iter_mut().filter(|risk| is_dead(risk.leader, end)) {
            risk.dies += chance;
        }
    }

    fn endanger(&mut self, chance: f64, spared: &End, lost: &End) {
        debug_assert_eq!(spared.settled, lost.settled, "the last dice for leaders change nothing else");
        for risk in &mut self.odds.leaders {
            if is_dead(risk.leader, lost) && !is_dead(risk.leader, spared) {
                risk.dies += chance;
            }
        }
    }
}

fn kind(combat: &Combat) -> CombatKind {
    match combat {
        Combat::Clash(battle, _) => match battle.kind {
            BattleKind::Field => CombatKind::Field,
            BattleKind::Sortie => CombatKind::Sortie,
            BattleKind::Assault => CombatKind::Assault,
            BattleKind::RaidMilitia => CombatKind::Raid,
        },
        Combat::Siege(_) => CombatKind::Siege,
        Combat::Raid(_) => CombatKind::Raid,
    }
}

fn is_dead(leader: PieceId, end: &End) -> bool {
    end.state.pieces.space(leader).is_none()
}

/// The steps of those of these units that are on the map or in a militia box.
fn steps(state: &State, units: PieceSet) -> usize {
    let in_play = |place| matches!(place, Place::Space(_) | Place::Militia(_));
    units.iter().filter(|unit| in_play(state.pieces.at(*unit))).map(|unit| usize::from(state.steps(unit))).sum()
}

/// The chance to lose this number of steps.
fn entry(chances: &mut Vec<f64>, steps: usize) -> &mut f64 {
    chances.resize(chances.len().max(steps + 1), 0.0);
    &mut chances[steps]
}
