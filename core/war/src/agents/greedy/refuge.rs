//! Where to go when a piece has to: out of a battle, home from a raid, into winter quarters.

use super::value;
use super::weights;
use crate::decision::{Choice, Decision, Word};
use crate::map::Map;
use crate::pieces::Pieces;
use crate::sets::{PieceId, SpaceId};
use crate::view::View;

/// The safety of a space for a friendly piece.
fn safety(view: &View<'_>, space: SpaceId) -> f32 {
    let works = view.works(view.side());
    let built = if works.fortresses.contains(space) {
        weights::IN_FORTRESS
    } else if works.forts.contains(space) {
        weights::IN_FORT
    } else if works.stockades.contains(space) {
        weights::IN_STOCKADE
    } else if Map::get().originally(view.side()).contains(space) {
        weights::AT_HOME
    } else {
        0.0
    };
    let besieged = if view.besieged_spaces().contains(space) { weights::BESIEGED } else { 0.0 };
    let friends = view.outside(view.side(), space).units().len() as f32;
    let enemies: usize = (Map::get().adjacent(space) & view.held(view.side().enemy()))
        .iter()
        .map(|near| view.outside(view.side().enemy(), near).units().len())
        .sum();
    built - besieged + weights::FRIENDS * friends.min(8.0) - weights::ENEMIES * (enemies as f32).min(8.0)
}

/// The safest space among the choices; inside, if there is none better.
pub fn refuge(view: &View<'_>, decision: &Decision) -> Option<Choice> {
    let score = |choice: &Choice| match choice {
        Choice::Word(Word::Inside) => weights::INSIDE,
        choice => choice.space().map_or(f32::MIN, |space| safety(view, space)),
    };
    decision.choices.iter().copied().max_by(|a, b| score(a).total_cmp(&score(b)))
}

/// Y1, Y2, RD8: where a piece goes home: raiders close to targets, leaders to troops without a leader.
pub fn home(view: &View<'_>, decision: &Decision, piece: PieceId) -> Option<Choice> {
    let score = |choice: &Choice| match choice.space() {
        Some(space) if Pieces::get().leaders.contains(piece) => safety(view, space) + led(view, space),
        Some(space) => weights::RAIDERS_SAFETY * safety(view, space) + frontier(view, space),
        None => weights::OFF_THE_MAP,
    };
    decision.choices.iter().copied().max_by(|a, b| score(a).total_cmp(&score(b)))
}

/// Troops without a leader need one.
fn led(view: &View<'_>, space: SpaceId) -> f32 {
    let there = view.outside(view.side(), space);
    if there.leaders().is_empty() { weights::LEADERLESS * (there.units().len() as f32).min(5.0) } else { 0.0 }
}

/// How near a space is to enemy settlers.
fn frontier(view: &View<'_>, space: SpaceId) -> f32 {
    let targets = Map::get().originally(view.side().enemy());
    let nearest = targets.iter().map(|target| Map::get().distance(space, target)).min();
    nearest.map_or(0.0, |links| 1.0 - weights::LINK * f32::from(links.min(10)))
}

/// Where a piece that enters the game, or is moved by an event, serves best.
pub fn post(view: &View<'_>, piece: Option<PieceId>, space: SpaceId) -> f32 {
    let enemy = view.side().enemy();
    let works = view.works(enemy).besiegeable();
    let nearest = works.iter().map(|target| Map::get().distance(space, target)).min();
    let front = nearest.map_or(0.0, |links| 1.0 - weights::LINK * f32::from(links.min(10)));
    let there = view.outside(view.side(), space);
    let company = weights::COMPANY * (there.units().len() as f32).min(10.0);
    let is_leader = piece.is_some_and(|piece| Pieces::get().leaders.contains(piece));
    let leaders = if is_leader {
        led(view, space)
    } else if there.leaders().is_empty() {
        0.0
    } else {
        weights::LED
    };
    front + company + leaders + weights::GUARDED * value::prize(view, view.side(), space)
}
