//! Why something is not offered. Each reason stands beside the rule that offers: the tests of what is allowed are the
//! same.

use super::ground::Ground;
use super::reach::Walk;
use crate::battle::{Arrival, Battle, Deploy, Waiting};
use crate::board::Board;
use crate::decision::Choice;
use crate::declare::{Contacts, Draft, UsedUnits};
use crate::los::Blocked;
use crate::pieces::At;
use crate::rules::bombardment;
use crate::side::Side;
use crate::state::State;
use crate::unit::{Class, UnitId};
use wilderness_engine::Refusal;
use wilderness_hexes::Hex;

/// The unit that a choice names.
fn unit(battle: &Battle, choice: Choice) -> Option<UnitId> {
    match choice {
        Choice::Unit(id) | Choice::March(id) | Choice::With(id) => battle.find(id),
        _ => None,
    }
}

/// Why a unit is of no use to the phasing side: it is not there, or the enemy's.
fn absent(board: &Board<'_>, unit: UnitId) -> Option<Refusal> {
    let (piece, name) = (board.piece(unit), &board.unit(unit).name);
    match piece.at {
        At::Hex(_) if piece.side == board.state.side => None,
        At::Hex(_) => Some(Refusal::new("4.1", format!("{name} is the enemy's"))),
        _ => Some(Refusal::new("2.3", format!("{name} is not on the map"))),
    }
}

/// Why a unit of a deployment is not set up in a hex (3.2).
pub(super) fn of_place(
    battle: &Battle,
    state: &State,
    (group, unit): (&Deploy, UnitId),
    choice: Choice,
) -> Option<Refusal> {
    let (Choice::Hex(hex), map) = (choice, &battle.map) else { return None };
    if !map.grid.has(hex) {
        return Some(Refusal::new("2.1", format!("{hex} is not on the map")));
    }
    let (board, counter) = (Board::new(battle, state), battle.unit(unit));
    let name = &counter.name;
    let is_taken =
        |other: &UnitId| board.unit(*other).class().slot().is_some_and(|slot| counter.class().slot() == Some(slot));
    let reason = match board.at(group.side, hex).find(is_taken) {
        _ if !group.area.contains(hex) => ("3.2", format!("{hex} is not among the hexes in which {name} is set up")),
        _ if !Waiting::new(map, group, counter).hexes.contains(hex) => {
            ("3.2", format!("{name} cannot stand on {} ({hex})", map.terrain(hex).name))
        }
        Some(other) => ("7.1", format!("{} stands in {hex}", board.unit(other).name)),
        None => ("3.2", format!("with {name} in {hex}, there is no room for those who are set up later")),
    };
    Some(Refusal::new(reason.0, reason.1))
}

/// Why a group of reinforcements does not enter round a hex (14.1).
pub(super) fn of_anchor(battle: &Battle, arrival: &Arrival, choice: Choice) -> Option<Refusal> {
    let Choice::Hex(hex) = choice else { return None };
    if !battle.map.grid.has(hex) {
        return Some(Refusal::new("2.1", format!("{hex} is not on the map")));
    }
    let (first, last) = (arrival.edge.iter().min()?, arrival.edge.iter().max()?);
    let edge = edge_of(battle, &arrival.edge).map_or_else(String::new, |edge| format!("the {edge} edge of the map, "));
    Some(Refusal::new("14.1", format!("{} enters by {edge}{first} to {last}", arrival.name)))
}

/// The edge of the map on which some hexes lie, if all lie on one.
fn edge_of(battle: &Battle, hexes: &[Hex]) -> Option<&'static str> {
    let (columns, rows) = (|hex: Hex| hex.column, |hex: Hex| hex.row);
    let all = |of: fn(Hex) -> u8, value: Option<u8>| hexes.iter().all(|hex| Some(of(*hex)) == value);
    let grid = || battle.map.grid.hexes();
    match () {
        () if all(columns, grid().map(columns).max()) => Some("east"),
        () if all(columns, grid().map(columns).min()) => Some("west"),
        () if all(rows, grid().map(rows).min()) => Some("north"),
        () if all(rows, grid().map(rows).max()) => Some("south"),
        () => None,
    }
}

/// Why a gun does not fire (6.0).
pub(super) fn of_gun(battle: &Battle, state: &State, choice: Choice) -> Option<Refusal> {
    let (board, gun) = (Board::new(battle, state), unit(battle, choice)?);
    let (piece, name) = (board.piece(gun), &board.unit(gun).name);
    let reason = match () {
        () if board.unit(gun).class() != Class::Gun => ("6.0", format!("{name} is not artillery")),
        () if absent(&board, gun).is_some() => return absent(&board, gun),
        () if piece.done.fired => ("6.0", format!("{name} has fired")),
        () if piece.disordered => ("6.0", format!("{name} is disordered")),
        () if state.hex(gun).is_some_and(|hex| state.burning.contains(hex)) => ("21.1", "its hex burns".into()),
        () => ("6.1", format!("{name} has no target in range and sight")),
    };
    Some(Refusal::new(reason.0, reason.1))
}

/// Why a gun does not fire at a hex (6.1).
pub(super) fn of_target(battle: &Battle, state: &State, gun: UnitId, choice: Choice) -> Option<Refusal> {
    let (Choice::Hex(hex), Some(from)) = (choice, state.hex(gun)) else { return None };
    let board = Board::new(battle, state);
    if !battle.map.grid.has(hex) {
        return Some(Refusal::new("2.1", format!("{hex} is not on the map")));
    }
    let range = u32::from(battle.unit(gun).range);
    if from.distance(hex) > range {
        let reason = format!("{hex} is {} hexes away, and the range is {range}", from.distance(hex));
        return Some(Refusal::new("6.1", reason));
    }
    let blocked = bombardment::targets(&board, gun).blocked.into_iter().find(|(to, _)| *to == hex);
    let (rule, reason) = match blocked.map(|(_, why)| why) {
        None => ("6.1", format!("there is nothing to fire at in {hex}")),
        Some(Blocked::Fog) => ("5.1", "in fog one sees no further than two hexes".into()),
        Some(Blocked::Man(at)) => ("6.1", format!("units in {at} block the line of sight")),
        Some(Blocked::Terrain(at)) => {
            ("6.1", format!("{} in {at} blocks the line of sight", battle.map.terrain(at).name))
        }
        Some(Blocked::Height(at)) => ("6.1", format!("the hilltop {at} blocks the line of sight")),
        Some(Blocked::Pair(a, b)) => ("6.1", format!("{a} and {b}, between which the line runs, both block it")),
        Some(Blocked::Adjacent) => ("6.2", "a gun next to the enemy fires at an adjacent enemy".into()),
    };
    Some(Refusal::new(rule, reason))
}

/// Why a unit does not move (7.2, 8.2).
pub(super) fn of_mover(battle: &Battle, state: &State, choice: Choice) -> Option<Refusal> {
    let (board, mover) = (Board::new(battle, state), unit(battle, choice)?);
    let (piece, counter) = (board.piece(mover), board.unit(mover));
    let (name, march) = (&counter.name, matches!(choice, Choice::March(_)));
    let hex = state.hex(mover);
    let held = hex.is_some_and(|hex| board.is_controlled(piece.side, hex));
    let reason = match () {
        () if absent(&board, mover).is_some() => return absent(&board, mover),
        () if march && !state.marching.as_ref().is_some_and(|marching| marching.contains(&mover)) => {
            ("18.1", format!("{name} was not near a leader when a forced march was played"))
        }
        () if piece.done.moved => ("7.2", format!("{name} has moved")),
        () if counter.ma == 0 => ("7.2", format!("{name} is static")),
        () if piece.done.fired => ("6.2", format!("{name} has fired")),
        () if piece.disordered && state.die.is_none() => ("11.1", format!("{name} is disordered")),
        () if held => ("8.2", format!("{name} cannot leave the enemy zone of control")),
        () => ("7.2", format!("{name} can enter no hex from where it is")),
    };
    Some(Refusal::new(reason.0, reason.1))
}

/// Why a step of a move is not allowed (7.2).
pub(super) fn of_step(ground: &Ground<'_>, walk: &Walk, choice: Choice) -> Option<Refusal> {
    let (battle, side) = (ground.battle, walk.side);
    let name = &battle.unit(walk.unit).name;
    let hex = match choice {
        Choice::Exit => return Some(no_exit(ground, walk)),
        Choice::Stop if !walk.may_end(ground) => {
            return Some(Refusal::new("7.1", format!("{} has no room for {name}", walk.at)));
        }
        Choice::Stop => return Some(Refusal::new("7.2", "a unit that is picked makes at least one step")),
        Choice::Hex(hex) => hex,
        _ => return None,
    };
    if !battle.map.grid.has(hex) || walk.at.distance(hex) != 1 {
        return Some(Refusal::new("7.2", format!("{hex} is not next to {}", walk.at)));
    }
    let cost = battle.map.cost(walk.at, hex, battle.unit(walk.unit).gait());
    let is_man = battle.unit(walk.unit).is_man();
    let enemy = if is_man { ground.men[side.enemy()] } else { ground.units[side.enemy()] };
    let kept_out = ground.kept_out_by(walk.unit, hex);
    let reason = match () {
        () if cost.is_none() => ("7.2", format!("{name} cannot go into {} there", battle.map.terrain(hex).name)),
        () if enemy.contains(hex) => ("7.1", format!("the enemy is in {hex}")),
        () if battle.barred[side].contains(hex) => ("24.7", barred(battle, side, hex)),
        () if walk.disordered && ground.is_next_to_man(side, hex) => {
            ("13.3.1", format!("{hex} is next to the enemy, and {name} is disordered"))
        }
        () if walk.step(ground, hex).is_some() => ("7.1", format!("{name} would find no room to stop")),
        () if kept_out.is_some() => ("7.2", format!("{name} may not enter {hex}: {}", kept_out.unwrap_or_default())),
        () if cost.is_some_and(|cost| cost > walk.left) => {
            ("7.2", format!("{hex} costs {} MP, and {} are left", cost.unwrap_or(0), walk.left))
        }
        () => ("8.2", format!("{hex} is in an enemy zone of control")),
    };
    Some(Refusal::new(reason.0, reason.1))
}

/// Why a side may not enter a hex that its scenario bars.
fn barred(battle: &Battle, side: Side, hex: Hex) -> String {
    let next = battle.map.grid.near(hex).find(|near| battle.map.terrain(*near).bastion);
    match next {
        Some(bastion) => format!("the {side} may not enter {hex}, which is next to the bastion {bastion}"),
        None => format!("the {side} may not enter {hex}, which the scenario bars to them"),
    }
}

fn no_exit(board: &Board<'_>, walk: &Walk) -> Refusal {
    let reason = if !board.state.demoralized[walk.side] {
        format!("the {} army is not demoralized", walk.side)
    } else if !board.battle.friendly[walk.side].contains(walk.at) {
        format!("{} is not on a friendly edge of the map", walk.at)
    } else {
        format!("to leave the map costs more than the {} MP that are left", walk.left)
    };
    Refusal::new("15.0", reason)
}

/// Why the declaration cannot go on so (9.0); the attack that is put together, if one is.
pub(super) fn of_attack(
    battle: &Battle,
    state: &State,
    (used, draft): (UsedUnits, Draft),
    choice: Choice,
) -> Option<Refusal> {
    let board = Board::new(battle, state);
    let field = Contacts::new(&board);
    let refuse = |reason: String| Some(Refusal::new("9.0", reason));
    let owed = || {
        let left_out = field.left_out(used.with(draft)).or_else(|| field.left_out(used));
        left_out.map(|(unit, hex)| format!("{} must attack {hex}", battle.unit(unit).name))
    };
    match choice {
        Choice::Done => refuse(owed().unwrap_or_else(|| "an attack is still to be declared".into())),
        Choice::Declare if field.attack(draft).units.is_empty() => refuse("an attack needs an attacker".into()),
        Choice::Declare => refuse(owed().unwrap_or_else(|| "some of these units must attack another hex".into())),
        Choice::Hex(hex) => refuse(match field.has_used_hex(used, hex) {
            true => format!("{hex} is attacked already"),
            false => no_target(&board, &field, draft, hex),
        }),
        Choice::Unit(_) => {
            let attacker = unit(battle, choice)?;
            if let Some(refusal) = absent(&board, attacker) {
                return Some(refusal);
            }
            let name = &battle.unit(attacker).name;
            refuse(match battle.unit(attacker).class() {
                Class::Foot if field.has_used(used, attacker) => format!("{name} is in another attack already"),
                Class::Foot if !field.is_in_contact(attacker) => format!("{name} touches no enemy"),
                Class::Foot => match field.out_of_reach(attacker, draft) {
                    Some(hex) => format!("{name} does not touch {hex}"),
                    None => format!("{name} is needed elsewhere: all that must attack or be attacked still have to"),
                },
                _ => format!("{name} is neither infantry nor cavalry"),
            })
        }
        _ => None,
    }
}

fn no_target(board: &Board<'_>, field: &Contacts, draft: Draft, hex: Hex) -> String {
    let enemy = board.state.other();
    if !board.units[enemy].contains(hex) {
        return format!("no enemy is in {hex}");
    }
    if !board.men[enemy].contains(hex) && board.train_at(enemy, hex).is_none() {
        return format!("only leaders are in {hex}");
    }
    if !field.is_target(hex) {
        return format!("none of your infantry or cavalry touches {hex}");
    }
    let cannot = field.attack(draft).units.into_iter().find(|unit| !field.touches(*unit, hex));
    match cannot {
        Some(unit) => format!("{} does not touch {hex}", board.unit(unit).name),
        None => format!("{hex} would leave others without whom they must attack"),
    }
}

/// Why a unit does not try to rally (11.2).
pub(super) fn of_rally(battle: &Battle, state: &State, choice: Choice) -> Option<Refusal> {
    let (board, shaken) = (Board::new(battle, state), unit(battle, choice)?);
    let (piece, name) = (board.piece(shaken), &board.unit(shaken).name);
    let reason = match () {
        () if absent(&board, shaken).is_some() => return absent(&board, shaken),
        () if !piece.disordered => ("11.2", format!("{name} is in good order")),
        () if piece.done.tried => ("11.2", format!("{name} has been tried")),
        () => ("21.1", "its hex burns".into()),
    };
    Some(Refusal::new(reason.0, reason.1))
}

/// Why a retreat cannot go to a hex (10.1).
pub(super) fn of_retreat(
    battle: &Battle,
    state: &State,
    [from, at]: [Hex; 2],
    unit: UnitId,
    choice: Choice,
) -> Option<Refusal> {
    let Choice::Hex(hex) = choice else { return None };
    let (board, side) = (Board::new(battle, state), state.piece(unit).side);
    let reason = match () {
        () if !battle.map.grid.has(hex) || at.distance(hex) != 1 => format!("{hex} is not next to {at}"),
        () if hex.distance(from) <= at.distance(from) => format!("{hex} is not farther away from {from}"),
        () if board.units[side.enemy()].contains(hex) => format!("the enemy is in {hex}"),
        () if board.is_controlled(side, hex) => format!("{hex} is in an enemy zone of control"),
        () if battle.map.cost(at, hex, battle.unit(unit).gait()).is_none() => format!("{hex} is prohibited"),
        () => format!("the retreat could not be finished from {hex}"),
    };
    Some(Refusal::new("10.1", reason))
}
