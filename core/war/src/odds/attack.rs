//! What pieces could do in a space if they stood there: set up on a copy of the table, for the rules to go on from.

use super::{Odds, weigh};
use crate::game::Game;
use crate::invariants;
use crate::map::Map;
use crate::rules::entry;
use crate::rules::fire::ranking_leader;
use crate::rules::movement::{Mover, landing_sites};
use crate::rules::phase::Phase;
use crate::rules::{raid, siege};
use crate::sets::{PieceSet, SpaceId};
use crate::side::Side;
use crate::state::State;
use crate::table::{Effects, Halt, Play, Table};
use crate::view::View;
use crate::way::Way;
use wilderness_engine::Refusal;

/// Why there are no odds of what pieces could do in a space.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoCombat {
    /// The pieces could not do it, or it needs no die roll.
    #[error("{0}")]
    Refused(Refusal),
    /// The rules stopped before the end.
    #[error(transparent)]
    Failed(#[from] Halt),
}

/// The card value with which every action is possible (6.41).
const VALUE: u8 = 3;

/// See [`Odds::before`].
pub fn odds(game: &Game, pieces: PieceSet, space: SpaceId) -> Result<Vec<Odds>, NoCombat> {
    let refuse = |rule, reason| Err(NoCombat::Refused(Refusal::new(rule, reason)));
    let view = View::public(game);
    let state = view.state();
    if invariants::broken(state).is_some() {
        return refuse("7.1", "a combat is in progress: finish it first");
    }
    let Some(mover) = mover(state, pieces) else {
        return refuse("5.36", "name units of one side on the map");
    };
    let enemy = mover.side.enemy();
    let besieges = state.has_fort_or_fortress(enemy, space) && state.siege_level(space).is_some();
    if besieges && state.outside(enemy, space).units().is_empty() {
        return at_siege(game, &Mover { space, ..mover });
    }
    let fort = state.has_fort_or_fortress(enemy, space) && !besieges;
    if fort && pieces.drilled().is_empty() && !mover.party().is_lone_auxiliary() {
        return refuse("6.52", "only drilled troops can enter an unbesieged enemy fort or fortress");
    }
    let inside = pieces.within(state.inside(mover.side, space));
    if inside && state.siege_level(space).is_none() {
        return refuse("8.25", "only the besieged break out");
    }
    let found = weigh(game.copies().copy(), 0, |table| match inside {
        true => siege::sortie(table, &mut Phase::new(&table.state, mover.side), &mut mover.clone()),
        false => go_in(table, mover.clone(), space),
    })?;
    match found {
        Some(odds) => Ok(vec![odds]),
        None => refuse("7.1", "there is no enemy to fight and nothing to raid"),
    }
}

/// The pieces as a force with its best commander, where the first of them is.
fn mover(state: &State, pieces: PieceSet) -> Option<Mover> {
    let side = pieces.units().first()?.side();
    let space = pieces.first().and_then(|piece| state.pieces.space(piece))?;
    let sound = pieces.within(state.on_map(side));
    sound.then(|| Mover::new(side, ranking_leader(pieces), pieces, true, VALUE, space))
}

/// The pieces enter, fight the enemies there, and raid.
fn go_in(table: &mut Table, mut mover: Mover, space: SpaceId) -> Play<()> {
    let mut phase = Phase::new(&table.state, mover.side);
    let there = mover.pieces.within(table.state.in_space(space));
    if !there || !table.state.outside(mover.side.enemy(), space).units().is_empty() {
        let way = way(&table.state, &mover, space);
        entry::enter(table, &mut phase, &mut mover, space, way)?;
        mover.refresh(&table.state);
    }
    raid::resolve(table, &mut phase, &mover)
}

/// By a landing where no other route leads (6.43).
fn way(state: &State, mover: &Mover, space: SpaceId) -> Way {
    let lands = mover.side == Side::British
        && Map::get().link(mover.space, space).is_none()
        && landing_sites(state, mover.pieces).contains(space);
    if lands { Way::Landing } else { Way::Open }
}

/// They roll on the Siege Table and assault, as far as they may.
fn at_siege(game: &Game, mover: &Mover) -> Result<Vec<Odds>, NoCombat> {
    let table = || {
        let mut table = game.copies().copy();
        table.put(mover.pieces - table.state.in_space(mover.space), mover.space);
        table
    };
    let state = table().state;
    let phase = Phase::new(&state, mover.side);
    let (no_roll, no_assault) = (siege::why_not_roll(&state, &phase, mover), siege::why_not_assault(&state, mover));
    if let (Some(refusal), Some(_)) = (&no_roll, &no_assault) {
        return Err(NoCombat::Refused(refusal.clone()));
    }
    let mut odds = Vec::new();
    if no_roll.is_none() {
        odds.extend(weigh(table(), 0, |table| siege::besiege(table, &mut phase.clone(), mover))?);
    }
    if no_assault.is_none() {
        odds.extend(weigh(table(), 0, |table| siege::assault(table, &mut phase.clone(), mover))?);
    }
    Ok(odds)
}
