//! What can be asked about where everything stands, besides the open decision: lines of sight, reach, targets, threats.

mod awaited;
mod outlook;
mod terms;

pub use awaited::{Awaited, awaited};
pub use outlook::{Lacking, can_harm, lacking, threatened, threats};
pub use terms::{Demoralization, Loss, Terms, terms};

use crate::battle::Battle;
use crate::board::Board;
use crate::decision::Ask;
use crate::declare::Contacts;
use crate::game::Game;
use crate::los::{self, Blocked};
use crate::rules::declaration::draft_so_far;
use crate::rules::ground::Ground;
use crate::rules::reach::{Reach, Routes, Walk};
use crate::rules::{bombardment, rally, victory};
use crate::script::Battles;
use crate::side::Side;
use crate::state::{Attack, Outcome, State, Step};
use crate::unit::UnitId;
use std::collections::BTreeMap;
use wilderness_engine::Answer;
use wilderness_hexes::{Hex, HexSet};

/// Where a unit could end its move, with the fewest MP spent there; hexes for a disordered man.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reached {
    /// The hexes.
    pub hexes: BTreeMap<Hex, u8>,
    /// What it costs to leave the map, if it can (15.0).
    pub exit: Option<u8>,
}

/// Where a unit could end its move if it moved next and alone, in a Movement Phase of its side.
pub fn reach(battles: &Battles, battle: &Battle, state: &State, unit: UnitId) -> Reached {
    let state = moving(state, state.piece(unit).side);
    let board = Ground::new(battles, battle, &state);
    let start = Walk::start(&board, unit, false).map(|walk| (walk, 0));
    let Reach { hexes, exit } = Reach::new(&board, start.as_slice());
    Reached { hexes, exit }
}

/// The hexes by which a unit moves to a hex, if it can end its move there when it moves next and alone; along roads and
/// trails only, or by forced march (18.1).
pub fn way(game: &Game, unit: UnitId, to: Hex, by_road: bool, march: bool) -> Option<Vec<Hex>> {
    let view = game.view(game.now().active());
    let board = Ground::new(game.scripts(), game.scenario(), view.seen_state());
    let walk = Walk::start(&board, unit, march)?;
    Routes::new(&board, walk, by_road).way(to)
}

/// Cheap ways to all hexes where a unit in motion can end its move, from where it stands, each with the MP that it costs;
/// hexes for a disordered man.
pub fn ways(game: &Game, unit: UnitId) -> Vec<(Vec<Hex>, u8)> {
    let view = game.view(game.now().active());
    let board = Ground::new(game.scripts(), game.scenario(), view.seen_state());
    let Some(walk) = Walk::start(&board, unit, false) else { return Vec::new() };
    let costs = Reach::new(&board, &[(walk, 0)]).hexes;
    let cost = |hex: Hex| costs.get(&hex).copied().unwrap_or_default();
    let from = |way: Vec<Hex>| [walk.at].into_iter().chain(way.into_iter().filter(|hex| *hex != walk.at)).collect();
    let routes = Routes::new(&board, walk, false);
    routes.ends().filter_map(|hex| Some((from(routes.way(hex)?), cost(hex)))).collect()
}

/// Who of the enemies of a side could be a threat to each of these hexes in its next turn.
pub fn threats_to(game: &Game, side: Side, hexes: impl IntoIterator<Item = Hex>) -> BTreeMap<Hex, Threats> {
    let view = game.view(side);
    let hexes = hexes.into_iter().map(|hex| (hex, Threats::default())).collect();
    outlook::threats_to(game.scripts(), game.scenario(), view.seen_state(), side, hexes)
}

/// The attack that is being put together (9.0); an empty one if none is.
pub fn attack_so_far(game: &Game) -> Attack {
    let given = game.past().history_of_step().iter().filter_map(|answer| match answer {
        Answer::Choice { ask: Ask::Attacked | Ask::Build, choice, .. } => Some(*choice),
        _ => None,
    });
    let view = game.view(game.now().active());
    let board = Board::new(game.scenario(), view.seen_state());
    draft_so_far(&board, &Contacts::new(&board), given)
}

/// The units of the phasing side that still have to attack as they stand, and the hexes that still have to be attacked:
/// those of attacks that are declared have done so, and of the one that is being put together (9.0).
pub fn owed(game: &Game) -> (Vec<UnitId>, Vec<Hex>) {
    let is_begun = game.decision().is_some_and(|open| open.ask == Ask::Build);
    let being = if is_begun { attack_so_far(game) } else { Attack::default() };
    let view = game.view(game.now().active());
    let state = view.seen_state();
    let field = Contacts::new(&Board::new(game.scenario(), state));
    field.owed(field.used(&state.attacks).with(field.draft(&being.units, &being.hexes)))
}

/// The state in a Movement Phase of a side: as it is if that is now, otherwise with no unit moved.
fn moving(state: &State, side: Side) -> State {
    let mut state = state.clone();
    if state.side != side || state.step != Step::Movement {
        state.side = side;
        state.step = Step::Movement;
        state.die = None;
        for piece in state.pieces.iter_mut() {
            (piece.done.moved, piece.done.fired, piece.done.spent) = (false, false, 0);
        }
    }
    state
}

/// What blocks the line of sight from one hex to another, with the units that stand on the map (6.1.3).
pub fn line_of_sight(battle: &Battle, state: &State, from: Hex, to: Hex) -> Option<Blocked> {
    let board = Board::new(battle, state);
    let too_far = state.fog && from.distance(to) > battle.tables.fog.maximum_los;
    too_far.then_some(Blocked::Fog).or_else(|| los::blocked(&battle.map, &board.all_men(), from, to))
}

/// What a gun could fire at, with the column of the bombardment table, as if it had not fired (6.1).
pub fn targets(battle: &Battle, state: &State, gun: UnitId) -> Vec<(Hex, u8)> {
    bombardment::targets(&Board::new(battle, state), gun).fire
}

/// The hexes in the zone of control of a side (8.0).
pub fn zone(battle: &Battle, state: &State, side: Side) -> HexSet {
    *Board::new(battle, state).zone(side)
}

/// What is added to the die when a disordered man tries to rally; nothing if it may not (11.2).
pub fn rally_modifier(battle: &Battle, state: &State, unit: UnitId) -> Option<i16> {
    rally::modifier(&Board::new(battle, state), unit)
}

/// The units of a side that are in contact with the enemy, each with the hexes that it could attack (9.0).
pub fn contacts(battle: &Battle, state: &State, side: Side) -> Vec<(UnitId, Vec<Hex>)> {
    let mut state = state.clone();
    state.side = side;
    Contacts::new(&Board::new(battle, &state)).contacts().collect()
}

/// How the battle would end now (17.0).
pub fn outcome(battle: &Battle, state: &State) -> Outcome {
    victory::outcome(battle, state)
}

/// The victory points that a side would have now (17.1).
pub fn victory_points(battle: &Battle, state: &State, side: Side) -> u16 {
    victory::vp(battle, state, side)
}

/// The hexes that give a side victory points if it occupies them at the end (17.1).
pub fn objectives(battle: &Battle, side: Side) -> Vec<(Hex, u16)> {
    let hex = |award: &crate::battle::Award| match award.when {
        crate::battle::When::Occupies(hex) => Some((hex, award.vp)),
        crate::battle::When::Demoralization { .. } => None,
    };
    battle.awards[side].iter().filter_map(hex).collect()
}

/// The level at which an army is demoralized (13.1).
pub fn demoralization_level(battle: &Battle, side: Side) -> u16 {
    battle.losses[side].level
}

/// Those of the enemy who could be a threat to a hex in their next turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Threats {
    /// Guns that could fire at it from where they are, with their strength.
    pub guns: Vec<(UnitId, u8)>,
    /// Infantry and cavalry that could enter it or attack it, with the fewest MP that brings them there; 0 for those in
    /// contact.
    pub foot: Vec<(UnitId, u8)>,
}
