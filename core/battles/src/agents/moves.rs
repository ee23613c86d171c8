//! Where the greedy agent moves, sets up, retreats and pursues.

use super::assault;
use super::eye::Eye;
use super::greedy::MovePlan;
use super::reason::ChoiceReason;
use super::weights;
use crate::decision::{Ask, Choice};
use crate::game::FrenchAndIndianWarBattles as Us;
use crate::rules::reach::Walk;
use crate::unit::{Class, UnitId};
use wilderness_engine::Answer;
use wilderness_hexes::Hex;

/// MV3: the next unit that stands better elsewhere; those next to the front first.
pub(super) fn mover(eye: &Eye<'_>, plan: &mut MovePlan, choices: &[Choice]) -> Option<Choice> {
    let turn = eye.board.state.turn;
    if plan.turn != turn {
        let marches = assault::plan(eye, choices);
        *plan = MovePlan { turn, marches, ..MovePlan::default() };
    }
    while !plan.marches.is_empty() {
        let (unit, way) = plan.marches.remove(0);
        let choice = Choice::Unit(eye.board.unit(unit).id);
        if choices.contains(&choice) {
            plan.go(eye, unit, way);
            return Some(choice);
        }
    }
    let mut units: Vec<(u32, u8, UnitId, Choice)> = Vec::new();
    for choice in choices.iter().filter(|choice| matches!(choice, Choice::Unit(_))) {
        let Some(unit) = eye.unit_of(*choice).filter(|unit| !plan.stay.contains(unit)) else { continue };
        let Some(hex) = eye.board.state.hex(unit) else { continue };
        // Leaders follow those who have moved.
        let late = u8::from(eye.board.unit(unit).class() == Class::Leader);
        units.push((eye.to_enemy(hex) + 100 * u32::from(late), unit.0, unit, *choice));
    }
    units.sort_by_key(|(distance, id, ..)| (*distance, *id));
    for (.., unit, choice) in units {
        match destination(eye, unit) {
            Some(way) => {
                plan.go(eye, unit, way);
                return Some(choice);
            }
            None => plan.stay.push(unit),
        }
    }
    plan.reason = Some(ChoiceReason::AllStand);
    Some(Choice::Done)
}

impl MovePlan {
    /// A unit goes this way.
    fn go(&mut self, eye: &Eye<'_>, unit: UnitId, way: Vec<Hex>) {
        if let (Some(from), Some(to)) = (eye.board.state.hex(unit), way.last().copied()) {
            let touches = eye.to_enemy(to) == 1;
            self.reason = Some(ChoiceReason::Goes { unit, from, to, touches });
        }
        self.way = Some((unit, way));
    }

    /// The next step of a unit on its way, if that is open; at its end the move ends.
    pub fn next_step(&mut self, unit: UnitId, choices: &[Choice]) -> Option<Choice> {
        let (_, way) = self.way.as_mut().filter(|(mover, _)| *mover == unit)?;
        let next = way.first().map_or(Choice::Stop, |hex| Choice::Hex(*hex));
        if way.is_empty() {
            self.way = None;
        } else if choices.contains(&next) {
            way.remove(0);
        } else {
            return None;
        }
        Some(next)
    }
}

/// The way to where a unit stands best, if that is better than where it is.
fn destination(eye: &Eye<'_>, unit: UnitId) -> Option<Vec<Hex>> {
    let walk = Walk::start(&eye.board, unit, false)?;
    let stays = eye.worth(unit, walk.at) + weights::BETTER;
    let routes = eye.routes(walk);
    let (_, to) = eye.best_place(unit, routes.ends(), stays)?;
    routes.way(to)
}

/// ST: for a unit that has no way, or whose way is barred.
pub(super) fn step(eye: &Eye<'_>, plan: &mut MovePlan, unit: UnitId, choices: &[Choice]) -> Option<Choice> {
    if plan.way.as_ref().is_none_or(|(mover, _)| *mover != unit) {
        plan.way = destination(eye, unit).map(|way| (unit, way));
        if let Some(next) = plan.next_step(unit, choices) {
            return Some(next);
        }
    }
    plan.way = None;
    // A unit that has just entered, or whose way is barred, goes where it stands better with one more step.
    let here = eye.board.state.hex(unit).map_or(f64::NEG_INFINITY, |hex| eye.worth(unit, hex));
    let best = best(eye, unit, choices);
    match best {
        Some((worth, choice)) if worth > here || !choices.contains(&Choice::Stop) => Some(choice),
        _ if choices.contains(&Choice::Stop) => Some(Choice::Stop),
        _ => choices.first().copied(),
    }
}

fn best(eye: &Eye<'_>, unit: UnitId, choices: &[Choice]) -> Option<(f64, Choice)> {
    eye.best_place(unit, hexes(choices), f64::NEG_INFINITY).map(|(worth, hex)| (worth, Choice::Hex(hex)))
}

fn hexes(choices: &[Choice]) -> impl Iterator<Item = Hex> + '_ {
    choices.iter().filter_map(|choice| match choice {
        Choice::Hex(hex) => Some(*hex),
        _ => None,
    })
}

/// SU2, EN2: the hex where a unit stands best.
pub(super) fn best_hex(eye: &Eye<'_>, unit: UnitId, choices: &[Choice]) -> Option<Choice> {
    let worth = |hex| eye.works(hex) + eye.cover(unit, hex) + eye.worth(unit, hex);
    let worths = hexes(choices).map(|hex| (worth(hex), hex));
    worths.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, hex)| Choice::Hex(hex))
}

/// MV2: the hex from which the goals are nearest.
pub(super) fn nearest_to_goals(eye: &Eye<'_>, choices: &[Choice]) -> Option<Choice> {
    let none = UnitId(u8::MAX);
    let hexes = choices.iter().filter_map(|choice| match choice {
        Choice::Hex(hex) => Some((eye.advance(none, *hex), *choice)),
        _ => None,
    });
    hexes.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, choice)| choice)
}

/// RT2: towards friends and leaders, away from the enemy.
pub(super) fn refuge(eye: &Eye<'_>, unit: UnitId, choices: &[Choice]) -> Option<Choice> {
    let side = eye.board.piece(unit).side;
    let worth = |hex: &Hex| {
        let led = if eye.board.is_commanded(side, *hex) { weights::REFUGE_LED } else { 0.0 };
        let near = |near: &Hex| eye.board.men[side].contains(*near);
        let friends = eye.board.battle.map.grid.near(*hex).filter(near).count() as f64;
        led + weights::REFUGE_FRIEND * friends
            + f64::from(eye.to_enemy(*hex).min(6))
            + weights::REFUGE_ADVANCE * eye.advance(unit, *hex)
    };
    if choices.contains(&Choice::Stop) {
        return Some(Choice::Stop);
    }
    let hexes = choices.iter().filter_map(|choice| match choice {
        Choice::Hex(hex) => Some((worth(hex), *choice)),
        _ => None,
    });
    hexes.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, choice)| choice)
}

/// LD: a leader goes with infantry and cavalry, unless he risks more than if he stays.
pub(super) fn along(
    eye: &Eye<'_>,
    plan: &MovePlan,
    unit: UnitId,
    answers: &[Answer<Us>],
    choices: &[Choice],
) -> Option<Choice> {
    let with = choices.iter().copied().find(|choice| matches!(choice, Choice::With(_)));
    let Some(with) = with.filter(|_| eye.board.unit(unit).class() == Class::Foot) else { return Some(Choice::Go) };
    let id = eye.board.unit(unit).id;
    let pursues_to = answers.iter().rev().find_map(|answer| match answer {
        Answer::Choice { ask: Ask::Pursuit(other), choice: Choice::Hex(hex), .. } if *other == id => Some(*hex),
        _ => None,
    });
    let planned = || plan.way.as_ref().filter(|(mover, _)| *mover == unit).and_then(|(_, way)| way.last().copied());
    // In a retreat, and where they enter the map, all go.
    let (Some(to), Some(from)) = (pursues_to.or_else(planned), eye.board.state.hex(unit)) else { return Some(with) };
    let goes = |answer: &Answer<Us>| matches!(answer, Answer::Choice { ask: Ask::Along(other), choice: Choice::With(_), .. } if *other == id);
    let of_use = if answers.iter().any(goes) { 0.0 } else { weights::OF_USE };
    let alone = match eye.to_enemy(from) {
        0..=2 => weights::ALONE_IN_FRONT,
        3..=5 => weights::ALONE_BEHIND,
        _ => 0.0,
    };
    let others = eye.board.men_at(eye.side, from).filter(|other| *other != unit);
    let risk_of_staying = others.map(|other| eye.risk(other, from)).fold(alone, f64::min);
    let loss = f64::from(eye.board.battle.loss(eye.unit_of(with)?));
    let gain = of_use + loss * (risk_of_staying - eye.risk(unit, to));
    Some(if gain > 0.0 { with } else { Choice::Go })
}

/// PU1 to PU3: into hexes that give victory points; otherwise the line holds.
pub(super) fn pursuit(eye: &Eye<'_>, choices: &[Choice]) -> Option<Choice> {
    let is_goal = |choice: &&Choice| matches!(choice, Choice::Hex(hex) if eye.is_goal(*hex));
    if let Some(goal) = choices.iter().find(is_goal) {
        return Some(*goal);
    }
    let near_goal = |choice: &&Choice| {
        let unit = eye.unit_of(**choice);
        let hex = unit.and_then(|unit| eye.board.state.hex(unit));
        let empty = |near: &Hex| eye.is_goal(*near) && !eye.board.men[eye.side.enemy()].contains(*near);
        hex.is_some_and(|hex| eye.board.battle.map.grid.near(hex).any(|near| empty(&near)))
    };
    let stop = [Choice::Done, Choice::Stop].into_iter().find(|word| choices.contains(word));
    choices.iter().find(near_goal).copied().or(stop).or(choices.first().copied())
}
