//! Carrying out a plan: choosing the commander, the force, its action, and its path. If the plan does not apply, a new
//! one is made for the mover alone.

use super::combat::{self, ForceFacts};
use super::mission::{Mission, PlannedErrand, Scout};
use super::muster::muster;
use super::plan::{self, PhasePlan};
use super::reason::ChoiceReason;
use super::weights;
use super::{Greedy, first_piece, offered_pieces, offers};
use crate::decision::{Choice, Decision, Word};
use crate::pieces::Pieces;
use crate::rules::force;
use crate::sets::{CardId, PieceId, PieceSet, SpaceId};
use crate::view::View;

impl Greedy {
    /// A2: which leader commands.
    pub(super) fn commander(&mut self, view: &View<'_>, decision: &Decision, card: CardId) -> Option<Choice> {
        let offered = offered_pieces(decision);
        // Plans for single pieces are of no use to a commander.
        let plan = self.plan.take().filter(|plan| plan.purpose != Word::Individual);
        let mut plan = plan.unwrap_or_else(|| PhasePlan::to(Word::Force, 0.0));
        let waiting = plan.missions.iter().find(|mission| offered.contains(mission.mover)).copied();
        let mission = waiting.or_else(|| {
            let board = self.board(view);
            let taken = plan.missions.iter().fold(PieceSet::EMPTY, |all, mission| all | mission.members);
            let by_sea = board.view.scripts().deck().value(card) == 3;
            let mut scout = Scout::new(&board);
            let missions = (offered - taken).iter().filter_map(|leader| scout.force(leader, taken, by_sea));
            let best = missions.max_by(|a, b| a.gain.total_cmp(&b.gain));
            best.map(|best| scout.with_path(best))
        });
        if let Some(mission) = mission {
            self.why = ChoiceReason::of_mission(&mission);
            if waiting.is_none() {
                plan.missions.push(mission);
            }
        }
        self.plan = Some(plan);
        match mission {
            Some(mission) if mission.gain > 0.0 || !offers(decision, Word::Pass) => Some(Choice::Piece(mission.mover)),
            _ if offers(decision, Word::Pass) => Some(Choice::Word(Word::Pass)),
            _ => first_piece(decision),
        }
    }

    /// A3, E3, E6: which piece goes with the commander.
    pub(super) fn member(&mut self, view: &View<'_>, decision: &Decision, commander: PieceId) -> Option<Choice> {
        let offered = offered_pieces(decision);
        let wanted = if view.active() != view.side() {
            self.company
        } else {
            let planned = self.mission(view, commander).map(|mission| mission.members);
            planned.unwrap_or_else(|| {
                let stack = view.space_of(commander).map(|space| view.outside(view.side(), space));
                muster(commander, stack.unwrap_or_default() | offered, 0, view)
            })
        };
        let next = offered & wanted;
        // Leaders first: they make room for units.
        if let Some(piece) = next.leaders().first().or(next.first()) {
            return Some(Choice::Piece(piece));
        }
        if offers(decision, Word::Done) { Some(Choice::Word(Word::Done)) } else { first_piece(decision) }
    }

    /// A1: which piece is activated individually.
    pub(super) fn activate(&mut self, view: &View<'_>, decision: &Decision, halves: u8) -> Option<Choice> {
        let offered = offered_pieces(decision);
        let waits = |plan: &PhasePlan| plan.missions.iter().any(|mission| offered.contains(mission.mover));
        let done = offers(decision, Word::Done);
        if !self.plan.as_ref().is_some_and(waits) && !done {
            let board = self.board(view);
            self.plan = Some(plan::individual(&board, halves, offered));
        }
        let missions = self.plan.as_ref().map(|plan| plan.missions.as_slice()).unwrap_or_default();
        match missions.iter().find(|mission| offered.contains(mission.mover)) {
            Some(mission) => {
                self.why = ChoiceReason::of_mission(mission);
                Some(Choice::Piece(mission.mover))
            }
            None if done => Some(Choice::Word(Word::Done)),
            // No piece has a mission: activate one that loses nothing by staying.
            None => offered.leaders().first().or(offered.first()).map(Choice::Piece),
        }
    }

    /// A6: which piece acts next.
    pub(super) fn mover(&mut self, decision: &Decision) -> Option<Choice> {
        let offered = offered_pieces(decision);
        let missions = self.plan.as_ref().map(|plan| plan.missions.as_slice()).unwrap_or_default();
        let next = missions.iter().find(|mission| offered.contains(mission.mover)).map(|mission| mission.mover);
        next.or(offered.first()).map(Choice::Piece)
    }

    /// M1: what a mover does.
    pub(super) fn action(&mut self, view: &View<'_>, decision: &Decision, mover: PieceId) -> Option<Choice> {
        let mut mission = self.mission(view, mover);
        let stuck = |mission: &Mission| match mission.errand {
            PlannedErrand::Siege => !offers(decision, Word::Siege),
            PlannedErrand::Storm => !offers(decision, Word::Assault) && !offers(decision, Word::Siege),
            _ => false,
        };
        if mission.as_ref().is_some_and(stuck) && offers(decision, Word::Move) {
            mission = self.instead(view, mover);
        }
        let errand = mission.map(|mission| mission.errand);
        self.why = mission.map_or(ChoiceReason::Nothing, |mission| ChoiceReason::of_mission(&mission));
        let word = match errand {
            Some(PlannedErrand::Siege) => Word::Siege,
            Some(PlannedErrand::Storm) => Word::Assault,
            Some(PlannedErrand::Sortie) => Word::Sortie,
            _ => Word::Move,
        };
        let word = [word, Word::Siege, Word::Pass, Word::Move].into_iter().find(|word| offers(decision, *word))?;
        Some(Choice::Word(word))
    }

    /// The mission of a mover: the planned one, or a new one for the pieces that might go with it.
    fn mission(&mut self, view: &View<'_>, mover: PieceId) -> Option<Mission> {
        if let Some(mission) = self.plan.as_ref().and_then(|plan| plan.mission(mover)) {
            return Some(*mission);
        }
        let board = self.board(view);
        let space = view.space_of(mover)?;
        let mut scout = Scout::new(&board);
        let party = PieceSet::one(mover);
        let found = if Pieces::get().leaders.contains(mover) {
            scout.force(mover, PieceSet::EMPTY, false)
        } else if Pieces::get().auxiliaries.contains(mover) {
            scout.raid(mover, None, space, party)
        } else {
            scout.journey(mover, space, party, false, weights::LEAST)
        };
        let mission = scout.with_path(found?);
        self.plan.get_or_insert_with(|| PhasePlan::to(Word::Force, mission.gain)).missions.push(mission);
        Some(mission)
    }

    /// The best journey of a mover that cannot do what was planned.
    fn instead(&mut self, view: &View<'_>, mover: PieceId) -> Option<Mission> {
        let missions = &mut self.plan.as_mut()?.missions;
        let index = missions.iter().position(|mission| mission.mover == mover)?;
        let old = missions.remove(index);
        let board = self.board(view);
        let mut scout = Scout::new(&board);
        let mission = scout.journey(mover, view.space_of(mover)?, old.members, false, weights::LEAST)?;
        let mission = scout.with_path(mission);
        self.plan.as_mut()?.missions.push(mission);
        Some(mission)
    }

    /// V4: where to go next.
    pub(super) fn march(&mut self, view: &View<'_>, decision: &Decision, mover: PieceId) -> Option<Choice> {
        let stop = offers(decision, Word::Stop).then_some(Choice::Word(Word::Stop));
        let space = view.space_of(mover)?;
        let planned = self.mission(view, mover);
        let Some(mission) = planned else { return stop.or_else(|| self.way_out(view, decision)) };
        self.why = ChoiceReason::of_mission(&mission);
        if space == mission.to || mission.lands {
            return stop.or_else(|| self.way_out(view, decision));
        }
        if mission.sails {
            let sail = Choice::Naval(mission.to);
            return if decision.choices.contains(&sail) { Some(sail) } else { stop };
        }
        let on_the_way = |mission: &Mission| space == mission.from || mission.path.spaces().any(|step| step == space);
        let mission = if on_the_way(&mission) { Some(mission) } else { self.instead(view, mover) };
        let Some(mission) = mission else { return stop.or_else(|| self.way_out(view, decision)) };
        let next = mission.path.after(space).map(Choice::Space);
        if let Some(next) = next.filter(|next| decision.choices.contains(next) && self.may_enter(view, *next, &mission))
        {
            return Some(next);
        }
        stop.or_else(|| self.way_out(view, decision))
    }

    /// Whether a step of the path is still no worse than planned: the enemy may have moved into it.
    fn may_enter(&self, view: &View<'_>, step: Choice, mission: &Mission) -> bool {
        let Some(space) = step.space() else { return true };
        space == mission.to || !view.is_hostile(space) || {
            let enemies = ForceFacts::new(view, view.outside(view.side().enemy(), space), None);
            let own = ForceFacts::new(view, mission.members & view.on_map(view.side()), Some(mission.mover));
            combat::battle(&own, &enemies, space.terrain(), 0, 0).win > weights::WAY_STILL_CLEAR
        }
    }

    /// Where an infiltrator goes when it may not stay: to a space without enemies.
    fn way_out(&self, view: &View<'_>, decision: &Decision) -> Option<Choice> {
        let ways = decision.choices.iter().copied().filter(|choice| choice.space().is_some());
        ways.min_by_key(|choice| (choice.space().is_some_and(|space| view.is_hostile(space)), *choice))
    }

    /// G4: whether to assault.
    pub(super) fn assault(&mut self, view: &View<'_>, space: SpaceId) -> Option<Choice> {
        let (side, enemy) = (view.side(), view.side().enemy());
        let besiegers = view.outside(side, space);
        let garrison = view.inside(enemy, space);
        let (army, defenders) = (ForceFacts::new(view, besiegers, None), ForceFacts::new(view, garrison, None));
        let odds = combat::assault(&army, &defenders);
        let prize = super::value::prize(view, enemy, space);
        let step = super::value::average_step(besiegers);
        let pays =
            odds.win * prize + odds.inflicted * step > odds.lost * step * weights::OWN_LOSSES + weights::ASSAULT_MARGIN;
        self.why = ChoiceReason::Chance(if pays { "assaults" } else { "does not assault" }, space, odds.win);
        Some(Choice::Word(if pays { Word::Assault } else { Word::Pass }))
    }
}

/// The force of a leader who can react, out of the pieces outside with the leader.
pub(super) fn reaction(view: &View<'_>, leader: PieceId) -> PieceSet {
    let stack = view.space_of(leader).map_or(PieceSet::EMPTY, |space| view.outside(view.side(), space));
    let force = muster(leader, stack, 0, view);
    if force::fits(force) { force } else { PieceSet::one(leader) }
}
