//! What to do when the enemy comes: intercept him, go inside, slip away, call militia.

use super::combat::{self, ForceFacts};
use super::movement::reaction;
use super::reason::ChoiceReason;
use super::value;
use super::weights;
use super::{Greedy, best_of, offered_pieces};
use crate::decision::{Choice, Decision, Word};
use crate::map::Map;
use crate::pieces::Pieces;
use crate::rules::{force, interception};
use crate::sets::{PieceId, PieceSet, SpaceId};
use crate::tables::FORT_CAPACITY;
use crate::view::View;

impl Greedy {
    /// E3: which piece intercepts.
    pub(super) fn intercept(&mut self, view: &View<'_>, decision: &Decision, space: SpaceId) -> Option<Choice> {
        let (side, enemy) = (view.side(), view.side().enemy());
        let movers = view.outside(enemy, space);
        let attacker = ForceFacts::new(view, movers, None);
        let raid = movers.drilled().is_empty() && Map::get().originally(side).contains(space);
        let works = view.works(side).fortifications().contains(space);
        let protects =
            if raid { weights::STOPPED_RAID } else { 0.0 } + if works { weights::STOPPED_AT_WORKS } else { 0.0 };
        let mut best: Option<(f32, PieceId, PieceSet)> = None;
        for piece in offered_pieces(decision) {
            let is_leader = Pieces::get().leaders.contains(piece);
            let company = if is_leader { reaction(view, piece) } else { PieceSet::one(piece) };
            if company.units().is_empty() {
                continue;
            }
            let defender = ForceFacts::new(view, company | view.outside(side, space), None);
            let odds = combat::battle(&attacker, &defender, space.terrain(), 0, 0);
            let held = 1.0 - odds.win;
            let won = held * if attacker.is_prize() { weights::WON_PRIZE } else { weights::SKIRMISH };
            let beaten = odds.win * if defender.is_prize() { weights::LOST_PRIZE } else { weights::SKIRMISH };
            let steps = odds.lost * value::average_step(movers) - odds.inflicted * value::average_step(company);
            let tactics = if is_leader { piece.facts().tactics } else { 0 };
            let chance = interception::chance(tactics) as f32;
            let gain = chance * (won - beaten + steps + held * protects - leaves(view, piece, company));
            if gain > 0.0 && best.is_none_or(|(most, ..)| gain > most) {
                best = Some((gain, piece, company));
                self.why = ChoiceReason::Chance("intercepts", space, held);
            }
        }
        let Some((_, piece, company)) = best else { return Some(Choice::Word(Word::Pass)) };
        self.company = company;
        Some(Choice::Piece(piece))
    }

    /// E5: which piece defends inside.
    pub(super) fn inside(&mut self, view: &View<'_>, decision: &Decision, space: SpaceId) -> Option<Choice> {
        let side = view.side();
        let garrison = view.inside(side, space);
        let fortress = view.works(side).fortresses.contains(space);
        let offered = offered_pieces(decision);
        if garrison.is_empty() {
            let win = self.held_outside(view, space);
            if win >= weights::CONFIDENT {
                self.why = ChoiceReason::Chance("fights outside", space, win);
                return Some(Choice::Word(Word::Done));
            }
            self.why = ChoiceReason::Chance("defends inside", space, win);
        }
        let room = if fortress { usize::MAX } else { FORT_CAPACITY.saturating_sub(garrison.units().len()) };
        let units = offered.units();
        if room > 0 && !units.is_empty() {
            // Auxiliaries are safer in the woods, if they can get away again.
            let drilled = units.drilled();
            let candidates = if drilled.is_empty() && garrison.units().is_empty() { units } else { drilled };
            if let Some(unit) = best_of(candidates, |unit| f32::from(view.strength(unit))) {
                return Some(Choice::Piece(unit));
            }
        }
        let outside = view.outside(side, space).units();
        let leader = best_of(offered.leaders(), |leader| value::piece(view, leader));
        let wanted = garrison.leaders().is_empty() || outside.is_empty();
        Some(leader.filter(|_| wanted).map_or(Choice::Word(Word::Done), Choice::Piece))
    }

    /// The chance that the pieces outside hold a space against the enemies there.
    fn held_outside(&self, view: &View<'_>, space: SpaceId) -> f32 {
        let (side, enemy) = (view.side(), view.side().enemy());
        let attacker = ForceFacts::new(view, view.outside(enemy, space), None);
        let defender = ForceFacts::new(view, view.outside(side, space), None);
        let stockade = i32::from(view.works(side).stockades.contains(space));
        let shift = usize::from(view.fieldworks().contains(space));
        if defender.units == 0 {
            return 0.0;
        }
        1.0 - combat::battle(&attacker, &defender, space.terrain(), stockade, shift).win
    }

    /// E6: which piece tries to avoid battle.
    pub(super) fn avoid(&mut self, view: &View<'_>, decision: &Decision, space: SpaceId) -> Option<Choice> {
        let held = self.held_outside(view, space);
        if held >= weights::CONFIDENT {
            self.why = ChoiceReason::Chance("stands and fights", space, held);
            return Some(Choice::Word(Word::Pass));
        }
        let offered = offered_pieces(decision);
        let saved = |piece: PieceId| {
            let company =
                if Pieces::get().leaders.contains(piece) { reaction(view, piece) } else { PieceSet::one(piece) };
            let tactics = if company.leaders().is_empty() { 0 } else { piece.facts().tactics };
            value::pieces(view, company.units()) * interception::chance(tactics) as f32
        };
        let piece = best_of(offered, saved)?;
        self.company = if Pieces::get().leaders.contains(piece) { reaction(view, piece) } else { PieceSet::one(piece) };
        self.why = ChoiceReason::Chance("tries to avoid battle", space, held);
        Some(Choice::Piece(piece))
    }

    /// F1: militia fight unless all is lost.
    pub(super) fn militia(&mut self, view: &View<'_>, decision: &Decision, space: SpaceId) -> Option<Choice> {
        let (side, enemy) = (view.side(), view.side().enemy());
        let waiting = offered_pieces(decision);
        let own = ForceFacts::new(view, view.outside(side, space) | waiting, None);
        let others = ForceFacts::new(view, view.outside(enemy, space), None);
        let attacks = view.active() == side;
        let win = match attacks {
            true => combat::battle(&own, &others, space.terrain(), 0, 0).win,
            false => 1.0 - combat::battle(&others, &own, space.terrain(), 0, 0).win,
        };
        let unit = best_of(waiting, |unit| f32::from(view.strength(unit))).filter(|_| win >= weights::MILITIA_CHANCE);
        self.why = ChoiceReason::Chance("militia for the battle", space, win);
        Some(unit.map_or(Choice::Word(Word::Done), Choice::Piece))
    }
}

/// The cost of leaving the interceptors' space: a fort without a garrison is easier to take, and a siege without besiegers
/// is lifted (8.232).
fn leaves(view: &View<'_>, piece: PieceId, company: PieceSet) -> f32 {
    let Some(from) = view.space_of(piece) else { return 0.0 };
    let stays = view.outside(view.side(), from).units() - company;
    let works = view.works(view.side());
    let exposed = works.besiegeable().contains(from) && stays.is_empty();
    let (enemy, sieges) = (view.side().enemy(), view.besieged_spaces() - works.besiegeable());
    let siege = if sieges.contains(from) && stays.is_empty() { value::prize(view, enemy, from) } else { 0.0 };
    let unruly = if force::fits(company) { 0.0 } else { weights::UNRULY };
    unruly + weights::SIEGE_LIFTED * siege + if exposed { weights::LEFT_EMPTY } else { 0.0 }
}
