//! The odds of an interception that is open to be decided (6.7): that it succeeds, and of the battle that follows then.

use super::Odds;
use super::assume::stand_in;
use super::weigh;
use crate::decision::{Ask, Choice, Decision};
use crate::game::Game;
use crate::rules::interception;
use crate::sets::{PieceId, PieceSet, SpaceId};
use crate::state::State;
use crate::table::Play;
use std::rc::Rc;

/// A face with which every interception succeeds (6.71).
const SURE: u8 = 6;

/// What an interception promises.
#[derive(Clone, PartialEq, Debug)]
pub struct Intercepted {
    /// Where.
    pub space: SpaceId,
    /// The leader whose force tries it, or the unit that does.
    pub first: PieceId,
    /// The chance that it succeeds (6.71).
    pub chance: f64,
    /// The odds of the battle if it does; the mover attacks. Nothing if none is fought then.
    pub battle: Option<Odds>,
}

impl Intercepted {
    /// The odds of an interception by those of these pieces that can be named at the open decision: their best leader
    /// with the others, as far as he commands them, or a single unit. Nothing if no interception is to be decided, or
    /// if none of them can intercept.
    ///
    /// # Errors
    /// A script that fails.
    pub fn by(game: &Game, pieces: PieceSet) -> Play<Option<Intercepted>> {
        let open = game.decision().and_then(|open| match open.ask {
            Ask::Intercept(space) => Some((space, candidates(open) & pieces)),
            _ => None,
        });
        let Some((space, able)) = open else { return Ok(None) };
        let leader = able.leaders().iter().max_by_key(|leader| leader.facts().tactics);
        let (Some(first), Some(table)) = (leader.or(able.first()), game.rerun()) else { return Ok(None) };
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
        let mut table = weigh::weighing(table, Rc::new(stand_in));
        table.live_mut().rolled.push_back(SURE);
        let known = table.known().len();
        let battle = weigh::weigh(table, known, crate::rules::step)?;
        let tactics = if leader.is_some() { first.facts().tactics } else { 0 };
        Ok(Some(Intercepted { space, first, chance: interception::chance(tactics), battle }))
    }

    /// The leaders and single units that can be named at the open decision, if it is about an interception.
    pub fn candidates(game: &Game) -> PieceSet {
        let open = game.decision().filter(|open| matches!(open.ask, Ask::Intercept(_)));
        open.map_or(PieceSet::EMPTY, candidates)
    }
}

fn candidates(open: &Decision) -> PieceSet {
    open.choices.iter().filter_map(|choice| choice.piece()).collect()
}
