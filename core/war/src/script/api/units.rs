//! Leaders and units: where they are, and what can happen to them.

use super::{Answer, Game, guards, optional, refuse};
use crate::decision::Ask;
use crate::map::Department;
use crate::news::{Errand, Happened, NewsEntry};
use crate::pieces::Pieces;
use crate::placement::Place;
use crate::rules::{alliance, housekeeping, leaders, reinforcement, retreat};
use crate::script::UnderWay as _;
use crate::sets::{PieceId, PieceSet, SpaceId, SpaceSet};
use crate::side::Side;
use crate::state::State;
use crate::table::{Effects, Table};
use rhai::plugin::*;
use rhai::{Array, Dynamic, combine_with_exported_module};
use wilderness_engine::Refusal;

pub(super) fn register(module: &mut Module) {
    super::assemblies::register(module);
    combine_with_exported_module!(module, "units", functions);
}

/// Places a piece that comes into play.
fn enter(game: &Game, piece: PieceId, place: Place) -> Answer<()> {
    game.act(|table, _| reinforcement::place(table, piece, place))?;
    game.note(|notes| notes.drawn.remove(piece));
    Ok(())
}

/// Places units one after the other, each where its owner chooses among those of these spaces that are open to it. The
/// first that finds none, or that its owner does not want if `willing`, is the last.
fn place_all(game: &Game, units: PieceSet, places: SpaceSet, willing: bool) -> Answer<()> {
    for unit in units {
        guards::only_entering(game, unit)?;
        let open = game.read(|seat| reinforcement::open_to(seat.state(), unit.side(), places))?;
        if open.is_empty() {
            return not_received(game, units);
        }
        let to = game.act(|table, _| reinforcement::ask_where(table, unit, places, willing))?;
        let Some(to) = to else { return Ok(()) };
        guards::only_entering_at(game, unit, to)?;
        enter(game, unit, Place::Space(to))?;
    }
    Ok(())
}

/// Says of those that are not in play yet that nowhere is open to them (5.522).
fn not_received(game: &Game, units: PieceSet) -> Answer<()> {
    game.act(|table, side| {
        let waiting = units & table.state.pieces.here(Place::AtHand);
        if !waiting.is_empty() {
            table.tell(|_| NewsEntry::new("5.522", Happened::NotReceived { units: waiting }).by(side));
        }
        Ok(())
    })
}

fn restore_all(game: &Game, units: PieceSet) -> Answer<()> {
    for unit in units {
        let refusal = game.read(|seat| reinforcement::why_not_restore(seat.state(), unit))?;
        if let Some(refusal) = refusal {
            return refuse(format!("{unit} cannot be restored: {refusal}"));
        }
        game.act(|table, _| {
            reinforcement::restore(table, unit);
            Ok(())
        })?;
    }
    Ok(())
}

/// Why a piece does not lose a step to an event that strikes a space, if it does not.
fn why_not_sicken(state: &State, side: Side, space: SpaceId, piece: PieceId) -> Option<Refusal> {
    if Pieces::get().leaders.contains(piece) {
        return Some(Refusal::new("5.51", "leaders have no steps to lose"));
    }
    let (here, reduced) = (state.units(side, space), state.pieces.reduced());
    if !here.contains(piece) {
        return Some(Refusal::new("5.51", format!("it is not a unit of the {side} at {space}")));
    }
    let spared = reduced.contains(piece) && !(here - reduced).is_empty();
    spared.then_some(Refusal::new("5.51", "units at full strength lose their steps first"))
}

/// The owner takes steps from units of full strength first, from others only when none is left (Small Pox).
fn sicken(table: &mut Table, side: Side, space: SpaceId, steps: i64) -> crate::table::Play<()> {
    for left in (1..=steps.clamp(0, 100)).rev() {
        let units = table.state.units(side, space);
        let candidates = units.filter(|unit| why_not_sicken(&table.state, side, space, unit).is_none());
        if candidates.is_empty() {
            break;
        }
        table.explain(|state, choice| why_not_sicken(state, side, space, choice.piece()?));
        let unit = table.ask_for_any_piece(side, Ask::Loss(left as u8), candidates)?;
        table.lose_step(unit, "5.51");
    }
    housekeeping::settle(table, table.around())
}

#[export_module]
mod functions {
    /// The units of a side on the map.
    ///
    /// `game.units(game.enemy).filter(|unit| unit.is_indian)`
    #[rhai_fn(pure, return_raw)]
    pub fn units(game: &mut Game, side: Side) -> Answer<PieceSet> {
        game.read(|seat| seat.state().on_map(side).units())
    }

    /// The units of a side in a space, besieged ones too.
    ///
    /// `game.units(game.enemy, space).len() > 4`
    #[rhai_fn(name = "units", pure, return_raw)]
    pub fn units_in(game: &mut Game, side: Side, space: SpaceId) -> Answer<PieceSet> {
        game.read(|seat| seat.state().units(side, space))
    }

    /// The spaces in which a side has units, besieged ones too.
    ///
    /// `game.spaces_of(game.enemy).filter(|space| space.is_port)`
    #[rhai_fn(pure, return_raw)]
    pub fn spaces_of(game: &mut Game, side: Side) -> Answer<SpaceSet> {
        game.read(|seat| seat.state().pieces.held(side))
    }

    /// The spaces in which a side has at least this many units, besieged ones too.
    ///
    /// `game.spaces_of(game.enemy, 5)`
    #[rhai_fn(name = "spaces_of", pure, return_raw)]
    pub fn spaces_of_many(game: &mut Game, side: Side, least: i64) -> Answer<SpaceSet> {
        let least = usize::try_from(least).unwrap_or(0);
        game.read(|seat| {
            let state = seat.state();
            state.pieces.held(side).filter(|space| state.units(side, space).len() >= least)
        })
    }

    /// The spaces in which some leaders and units are.
    ///
    /// `game.spaces_of(game.removable(game.enemy).of_kind("indian"))`
    #[rhai_fn(name = "spaces_of", pure, return_raw)]
    pub fn spaces_of_pieces(game: &mut Game, pieces: PieceSet) -> Answer<SpaceSet> {
        game.read(|seat| pieces.iter().filter_map(|piece| seat.state().pieces.space(piece)).collect())
    }

    /// The leaders of a side on the map.
    ///
    /// `game.leaders(Side::FRENCH)`
    #[rhai_fn(pure, return_raw)]
    pub fn leaders(game: &mut Game, side: Side) -> Answer<PieceSet> {
        game.read(|seat| seat.state().on_map(side).leaders())
    }

    /// The units of a side that are not in play and may be placed (5.52).
    ///
    /// `game.at_hand(game.side).filter(|unit| unit.kind == "regular")`
    #[rhai_fn(pure, return_raw)]
    pub fn at_hand(game: &mut Game, side: Side) -> Answer<PieceSet> {
        game.read(|seat| reinforcement::at_hand(seat.state(), side).units())
    }

    /// The leaders and units of a side on the map that an event may take away: not the besieged (8.22).
    ///
    /// `game.removable(game.enemy).filter(|unit| unit.is_provincial)`
    #[rhai_fn(pure, return_raw)]
    pub fn removable(game: &mut Game, side: Side) -> Answer<PieceSet> {
        game.read(|seat| reinforcement::removable(seat.state(), side))
    }

    /// The reduced units of a side that an event may restore: not the besieged, drilled troops only in supply, militia
    /// in their boxes always (5.523, 8.22, 12.3).
    ///
    /// `game.restorable(game.side).filter(|unit| unit.is_regular)`
    #[rhai_fn(pure, return_raw)]
    pub fn restorable(game: &mut Game, side: Side) -> Answer<PieceSet> {
        game.read(|seat| reinforcement::restorable(seat.state(), side))
    }

    /// Whether a leader or unit is on the map.
    ///
    /// `game.is_on_map(piece("johnson"))`
    #[rhai_fn(pure, return_raw)]
    pub fn is_on_map(game: &mut Game, piece: PieceId) -> Answer<bool> {
        game.read(|seat| seat.state().pieces.space(piece).is_some())
    }

    /// Whether a leader or unit is neither in play nor out of the game: it may still come in (5.52).
    ///
    /// `game.is_at_hand(piece("montcalm"))`
    #[rhai_fn(pure, return_raw)]
    pub fn is_at_hand(game: &mut Game, piece: PieceId) -> Answer<bool> {
        game.read(|seat| seat.state().pieces.at(piece) == Place::AtHand)
    }

    /// The strength of units as they are now, reduced ones at their reduced strength (3.1).
    ///
    /// `game.strength(moment.attackers) > game.strength(moment.defenders)`
    #[rhai_fn(pure, return_raw)]
    pub fn strength(game: &mut Game, units: PieceSet) -> Answer<i64> {
        let units = units.units();
        game.read(|seat| units.iter().map(|unit| i64::from(seat.state().strength(unit))).sum())
    }

    /// Moves leaders and units on the map to a space that they can enter: no enemy units, no enemy fortification, no
    /// siege (5.522, 8.22). Not the besieged, nor who is moving, fighting, besieging or raiding.
    ///
    /// `game.move_to(game.leaders(game.side), space("quebec"))`
    #[rhai_fn(return_raw)]
    pub fn move_to(game: &mut Game, pieces: PieceSet, space: SpaceId) -> Answer<()> {
        guards::only_movable(game, pieces, space)?;
        game.act(|table, side| {
            table.put(pieces, space);
            table.tell(|_| {
                NewsEntry::new("5.5", Happened::Went { pieces, from: None, to: space, errand: Errand::Event }).by(side)
            });
            housekeeping::settle(table, table.around())
        })
    }

    /// Whether a leader or unit is besieged (8.21).
    ///
    /// `!game.is_besieged(piece("shirley"))`
    #[rhai_fn(name = "is_besieged", pure, return_raw)]
    pub fn is_piece_besieged(game: &mut Game, piece: PieceId) -> Answer<bool> {
        game.read(|seat| seat.state().is_besieged(piece))
    }

    /// Whether a unit is reduced.
    ///
    /// `units.filter(|unit| game.is_reduced(unit))`
    #[rhai_fn(pure, return_raw)]
    pub fn is_reduced(game: &mut Game, unit: PieceId) -> Answer<bool> {
        game.read(|seat| seat.state().pieces.reduced().contains(unit))
    }

    /// Places a unit that is at hand, or a leader that was drawn, at full strength. Not among enemies nor in a siege
    /// (5.52, 8.22).
    ///
    /// `game.place(unit, unit.home)`
    #[rhai_fn(return_raw)]
    pub fn place(game: &mut Game, piece: PieceId, space: SpaceId) -> Answer<()> {
        guards::only_entering_at(game, piece, space)?;
        enter(game, piece, Place::Space(space))
    }

    /// Places militia that are at hand into the box of a department: "northern", "southern" or "st-lawrence".
    ///
    /// `game.place_militia(unit, "st-lawrence")`
    #[rhai_fn(return_raw)]
    pub fn place_militia(game: &mut Game, unit: PieceId, department: &str) -> Answer<()> {
        let department: Department = super::super::spaces::department(department)?;
        guards::only_militia_of(game, unit, department)?;
        enter(game, unit, Place::Militia(department))
    }

    /// The militia in the box of a department: "northern", "southern" or "st-lawrence" (3.12).
    ///
    /// `game.militia(moment.space.department)`
    #[rhai_fn(pure, return_raw)]
    pub fn militia(game: &mut Game, department: &str) -> Answer<PieceSet> {
        let department: Department = super::super::spaces::department(department)?;
        game.read(|seat| seat.state().pieces.here(Place::Militia(department)))
    }

    /// Takes a step from a unit: it is reduced, or eliminated if it was reduced (7.61). Not from the besieged (8.22),
    /// and not the last one from a unit that is moving, fighting, besieging or raiding.
    ///
    /// `game.lose_step(militia)`
    #[rhai_fn(return_raw)]
    pub fn lose_step(game: &mut Game, unit: PieceId) -> Answer<()> {
        guards::only_losing(game, unit)?;
        game.act(|table, _| {
            table.lose_step(unit, "5.5");
            housekeeping::settle(table, table.around())
        })
    }

    /// Places units, each where the player of the card chooses among these spaces. Where nobody can enter, they are not
    /// received (5.522).
    ///
    /// `game.place_each(regulars, ports)`
    #[rhai_fn(return_raw)]
    pub fn place_each(game: &mut Game, units: PieceSet, places: SpaceSet) -> Answer<()> {
        place_all(game, units, places, false)
    }

    /// Restores a unit to full strength (5.523).
    ///
    /// `game.restore(unit)`
    #[rhai_fn(return_raw)]
    pub fn restore(game: &mut Game, unit: PieceId) -> Answer<()> {
        restore_all(game, PieceSet::one(unit))
    }

    /// Restores units to full strength (5.523).
    ///
    /// `game.restore(game.choose_pieces("Whom do you restore?", units, 0, 2))`
    #[rhai_fn(name = "restore", return_raw)]
    pub fn restore_units(game: &mut Game, units: PieceSet) -> Answer<()> {
        restore_all(game, units)
    }

    /// Takes a leader or unit out of play. The besieged are spared (8.22). Not who is moving, fighting, besieging or
    /// raiding.
    ///
    /// `game.eliminate(piece("shirley"))`
    #[rhai_fn(return_raw)]
    pub fn eliminate(game: &mut Game, piece: PieceId) -> Answer<()> {
        remove(game, PieceSet::one(piece))
    }

    /// Takes leaders and units out of play. The besieged are spared (8.22). Not those who are moving, fighting,
    /// besieging or raiding.
    ///
    /// `game.eliminate(stack.filter(|unit| unit.is_indian))`
    #[rhai_fn(name = "eliminate", return_raw)]
    pub fn eliminate_all(game: &mut Game, pieces: PieceSet) -> Answer<()> {
        remove(game, pieces)
    }

    /// Leaders and units of one side in a space retreat, each to where its owner chooses; who cannot is eliminated (7.91,
    /// 7.92). Not the besieged (8.22), and not those who are moving, fighting, besieging or raiding.
    ///
    /// `game.retreat(game.units(game.enemy, space))`
    #[rhai_fn(return_raw)]
    pub fn retreat(game: &mut Game, pieces: PieceSet) -> Answer<()> {
        guards::only_free(game, pieces)?;
        let stuck = game.read(|seat| {
            let state = seat.state();
            pieces.iter().find(|piece| state.pieces.space(*piece).is_none() || state.is_besieged(*piece))
        })?;
        if let Some(piece) = stuck {
            return refuse(format!("{piece} is not on the map, or is besieged (8.22)"));
        }
        game.act(|table, _| {
            for piece in pieces {
                if let Some(space) = table.state.pieces.space(piece) {
                    retreat::give_way(table, piece, space, None)?;
                }
            }
            housekeeping::settle(table, table.around())
        })
    }

    /// Takes leaders and units out of play, besieged or not (8.22, the exception for Small Pox).
    ///
    /// `game.eliminate_even_besieged(sick)`
    #[rhai_fn(return_raw)]
    pub fn eliminate_even_besieged(game: &mut Game, pieces: PieceSet) -> Answer<()> {
        guards::only_in_play_pieces(game, pieces)?;
        guards::only_free(game, pieces)?;
        game.act(|table, _| reinforcement::remove(table, pieces))
    }

    /// The units of a side in a space lose steps, besieged or not; the owner chooses, units at full strength first.
    ///
    /// `game.lose_steps(game.enemy, space, half_up(game.roll()))`
    #[rhai_fn(return_raw)]
    pub fn lose_steps(game: &mut Game, side: Side, space: SpaceId, steps: i64) -> Answer<()> {
        let units = game.read(|seat| seat.state().units(side, space))?;
        if units.is_empty() || steps < 0 {
            return refuse(format!("the {side} have no units at {space} that could lose {steps} steps"));
        }
        guards::only_free(game, units)?;
        game.act(|table, _| sicken(table, side, space, steps))
    }

    /// Draws a British leader from the pool (5.55). Returns him, to be placed; or `()` if nobody comes. Not while
    /// pieces are moving, fighting, besieging or raiding.
    ///
    /// `let leader = game.draw_leader(); if leader != () { ... }`
    #[rhai_fn(return_raw)]
    pub fn draw_leader(game: &mut Game) -> Answer<Dynamic> {
        guards::only_in_quiet(game)?;
        let leader = game.act(|table, _| leaders::draw(table))?;
        game.note(|notes| leader.into_iter().for_each(|leader| notes.drawn.insert(leader)));
        Ok(optional(leader))
    }

    /// Puts those of some British leaders that are at hand into the pool (5.55).
    ///
    /// `game.join_pool([piece("wolfe")])`
    #[rhai_fn(return_raw)]
    pub fn join_pool(game: &mut Game, leaders: PieceSet) -> Answer<()> {
        let joining = leaders;
        if let Some(other) = joining.iter().find(|piece| !is_british_leader(*piece)) {
            return refuse(format!("{other} is not a British leader: the pool holds no others (5.55)"));
        }
        game.act(|table, _| {
            let waiting = joining & table.state.pieces.here(Place::AtHand);
            leaders::join_pool(table, waiting);
            Ok(())
        })
    }

    /// Lets two leaders of one side change places. Not the besieged (8.22), nor who is moving, fighting, besieging or
    /// raiding.
    ///
    /// `game.swap_leaders(piece("montcalm"), piece("vaudreuil"))`
    #[rhai_fn(return_raw)]
    pub fn swap_leaders(game: &mut Game, a: PieceId, b: PieceId) -> Answer<()> {
        guards::only_leaders_that_swap(game, a, b)?;
        let places = game.read(|seat| {
            let placement = &seat.state().pieces;
            placement.space(a).zip(placement.space(b))
        })?;
        let Some((at_a, at_b)) = places else { return refuse("both leaders have to be on the map") };
        game.act(|table, _| {
            table.put(PieceSet::one(a), at_b);
            table.put(PieceSet::one(b), at_a);
            let swapped = Happened::LeadersSwapped { leaders: [(a, at_b), (b, at_a)] };
            table.tell(|_| NewsEntry::new("5.5", swapped).by(a.side()));
            housekeeping::settle(table, table.around())
        })
    }

    /// The reduced units of a side in play that are not besieged, in supply or not (5.523, 8.22).
    ///
    /// `game.reduced(game.side).some(|unit| unit.is_regular)`
    #[rhai_fn(pure, return_raw)]
    pub fn reduced(game: &mut Game, side: Side) -> Answer<PieceSet> {
        game.read(|seat| {
            let state = seat.state();
            state.pieces.reduced().of(side).filter(|unit| !state.is_besieged(unit))
        })
    }

    /// This many units of a side and kind that are at hand, to be placed; fewer if fewer are left (5.52).
    ///
    /// `game.place_each(game.new_units(Side::BRITISH, "light-infantry", 2), fortresses)`
    #[rhai_fn(pure, return_raw)]
    pub fn new_units(game: &mut Game, side: Side, kind: &str, number: i64) -> Answer<PieceSet> {
        let kind = super::super::pieces::kind(kind)?;
        let number = usize::try_from(number).unwrap_or_default();
        game.read(|seat| {
            let units = reinforcement::at_hand(seat.state(), side).units().filter(|unit| unit.facts().kind == kind);
            units.iter().take(number).collect::<crate::sets::PieceSet>()
        })
    }

    /// Places units as `place_each` does, but no more of them than the player of the card wants.
    ///
    /// `game.place_up_to(game.new_units(Side::BRITISH, "southern-provincial", 2), towns)`
    #[rhai_fn(return_raw)]
    pub fn place_up_to(game: &mut Game, units: PieceSet, places: SpaceSet) -> Answer<()> {
        place_all(game, units, places, true)
    }

    /// Draws a British leader from the pool (5.55) and places him where his player chooses among these spaces. If
    /// nobody can enter the game in any of them he stays in the pool (Q29). Not while pieces are moving, fighting,
    /// besieging or raiding.
    ///
    /// `game.bring_leader(game.ports(Side::BRITISH))`
    #[rhai_fn(return_raw)]
    pub fn bring_leader(game: &mut Game, places: SpaceSet) -> Answer<()> {
        guards::only_in_quiet(game)?;
        game.act(|table, _| leaders::bring(table, places))
    }

    /// Calls nations to the side that plays the card: for each point a unit joins it at its settlement, or two reduced
    /// units are restored, as the side chooses (5.53). Not where it cannot enter, nor of a tribe allied to the enemy
    /// (5.522, 5.533).
    ///
    /// `game.call_nations(game.roll(), ["northern", "pays-d-en-haut"])`
    #[rhai_fn(return_raw)]
    pub fn call_nations(game: &mut Game, points: i64, nations: Array) -> Answer<()> {
        let named = nations.iter().map(|name| super::super::pieces::nation(&name.to_string()));
        let nations = named.collect::<Answer<Vec<_>>>()?;
        let Ok(points @ 0..=100) = u8::try_from(points) else {
            return refuse(format!("{points} is no number of points"));
        };
        game.act(|table, side| alliance::call(table, side, points, &nations))
    }
}

fn is_british_leader(piece: PieceId) -> bool {
    Pieces::get().leaders.contains(piece) && piece.side() == Side::British
}

/// Removes pieces in play that are not besieged.
fn remove(game: &Game, pieces: PieceSet) -> Answer<()> {
    guards::only_in_play_pieces(game, pieces)?;
    let spared = game.read(|seat| pieces.filter(|piece| seat.state().is_besieged(piece)))?;
    guards::only_free(game, pieces - spared)?;
    game.act(|table, _| reinforcement::remove(table, pieces - spared))
}
