//! The odds of an interception that is open to be decided (6.7): that it succeeds, and of the battle that follows then.

use super::assume::stand_in;
use super::{Odds, weigh};
use crate::decision::{Ask, Choice, Decision};
use crate::game::Game;
use crate::rules::interception;
use crate::sets::{PieceId, PieceSet, SpaceId};
use crate::state::State;
use crate::table::{Answer, Play};
use std::rc::Rc;

/// A face with which every interception succeeds (6.71).
const SURE: u8 = 6;

/// What an interception promises.
#[derive(Clone, PartialEq, Debug)]
pub struct Intercepted {
    /// Where.
    pub space: SpaceId,
    /// The leader whose force tries to intercept, or the unit that does.
    pub first: PieceId,
    /// The chance that it succeeds (6.71).
    pub chance: f64,
    /// The odds of the battle if it does; the mover attacks. Nothing if none is fought then.
    pub battle: Option<Odds>,
}

impl Intercepted {
    /// The odds of an interception by the pieces, out of these, that can be named at the open decision: the best leader
    /// with as many of the others as that leader commands, or a single unit. If the leader is already named, and the
    /// question is which pieces join, it is that leader with those named before and those of these pieces that can
    /// still be named. None if no interception is being decided, or if none of the pieces can intercept.
    ///
    /// # Errors
    /// A script that fails.
    pub fn by(game: &Game, pieces: PieceSet) -> Play<Option<Intercepted>> {
        let begun = BegunInterception::of(game);
        let open = game.decision().and_then(|open| match (&open.ask, &begun) {
            (Ask::Intercept(space), _) => Some((*space, candidates(open) & pieces)),
            (_, Some(begun)) => Some((begun.space, PieceSet::one(begun.leader))),
            _ => None,
        });
        let Some((space, able)) = open else { return Ok(None) };
        let leader = able.leaders().iter().max_by_key(|leader| leader.facts().tactics);
        let (Some(first), Some(table)) = (leader.or(able.first()), game.copies().rerun()) else { return Ok(None) };
        let stand_in = move |state: &State, decision: &Decision| match decision.ask {
            Ask::Intercept(_) => Some(Choice::Piece(first)),
            Ask::Member(_) => {
                let named =
                    decision.choices.iter().filter(|choice| choice.piece().is_some_and(|one| pieces.contains(one)));
                let best = named.max_by_key(|choice| choice.piece().map(|one| state.strength(one)));
                best.or(decision.choices.last()).copied()
            }
            _ => stand_in(state, decision),
        };
        let mut table = table.weighing(Rc::new(stand_in));
        table.give_rolls([SURE]);
        let known = table.known().count();
        let battle = weigh(table, known, crate::rules::step)?;
        let tactics = if leader.is_some() { first.facts().tactics } else { 0 };
        Ok(Some(Intercepted { space, first, chance: interception::chance(tactics), battle }))
    }

    /// The leaders and single units that can be named at the open decision, if it is about an interception.
    pub fn candidates(game: &Game) -> PieceSet {
        let open = game.decision().filter(|open| matches!(open.ask, Ask::Intercept(_)));
        open.map_or(PieceSet::EMPTY, candidates)
    }
}

/// An interception whose leader is named, while its other pieces are being named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BegunInterception {
    /// Where.
    pub space: SpaceId,
    /// The leader.
    pub leader: PieceId,
    /// The other pieces named so far.
    pub with: PieceSet,
}

impl BegunInterception {
    /// The interception of the open decision, if the question is which pieces join its leader.
    pub fn of(game: &Game) -> Option<BegunInterception> {
        let asked = game.decision().filter(|open| matches!(open.ask, Ask::Member(_)))?;
        let mut with = PieceSet::EMPTY;
        for answer in game.past().history_of_step().iter().rev() {
            match answer {
                Answer::Choice { ask, choice, .. } if *ask == asked.ask => {
                    with |= choice.piece().map_or(PieceSet::EMPTY, PieceSet::one);
                }
                Answer::Choice { ask: Ask::Intercept(space), choice: Choice::Piece(leader), .. } => {
                    return Some(BegunInterception { space: *space, leader: *leader, with });
                }
                _ => return None,
            }
        }
        None
    }
}

fn candidates(open: &Decision) -> PieceSet {
    open.choices.iter().filter_map(|choice| choice.piece()).collect()
}
