//! Movement (7.2): units enter the map, then move one at a time.

use super::effects::{enter, tell};
use super::ground::Ground;
use super::reach::{Walk, entries};
use super::{exit, leaders, refusal, sequence};
use crate::board::Board;
use crate::decision::{Ask, Choice, Play, Table};
use crate::log::{Happened, LogEntry};
use crate::pieces::At;
use crate::script;
use crate::unit::{Class, UnitId};
use wilderness_hexes::Hex;

/// EN1 or MV3: the next unit enters or moves, or the phase ends.
pub(super) fn next(table: &mut Table) -> Play<()> {
    let (battles, battle, side) = (table.scripts.clone(), table.scenario.clone(), table.state.side);
    let ground = Ground::new(&battles, &battle, &table.state);
    let due = battle.units().map(|(unit, _)| unit).filter(|unit| {
        let piece = ground.piece(*unit);
        piece.at == At::Due && piece.side == side
    });
    let entering: Vec<UnitId> = due.filter(|unit| !entries(&ground, *unit).is_empty()).collect();
    ground.sound()?;
    if !entering.is_empty() {
        let choices: Vec<Choice> = entering.iter().map(|unit| Choice::Unit(battle.unit(*unit).id)).collect();
        let Choice::Unit(id) = table.ask(side, Ask::Arrival, choices)? else { return Ok(()) };
        return battle.find(id).map_or(Ok(()), |unit| enter_map(table, unit));
    }
    let moves =
        |unit: UnitId, march: bool| Walk::start(&ground, unit, march).is_some_and(|walk| walk.can_move(&ground));
    // In the order of answers, in which they are sorted at once.
    let mut choices = Vec::with_capacity(battle.units.len() + 1);
    choices.push(Choice::Done);
    let marching = table.state.marching.iter().flatten().filter(|unit| moves(**unit, true));
    choices.extend(marching.map(|unit| Choice::March(battle.unit(*unit).id)));
    choices.extend(battle.by_name().filter(|(_, unit)| moves(*unit, false)).map(|(id, _)| Choice::Unit(id)));
    ground.sound()?;
    if choices.len() == 1 {
        sequence::end_movement(table);
        return Ok(());
    }
    table.explain(|state, choice| refusal::of_mover(&battle, state, choice));
    let (id, march) = match table.ask(side, Ask::Mover, choices)? {
        Choice::Unit(id) => (id, false),
        Choice::March(id) => (id, true),
        _ => {
            sequence::end_movement(table);
            return Ok(());
        }
    };
    battle.find(id).map_or(Ok(()), |unit| set_out(table, unit, march))
}

/// MP that a leader has left to go along with a unit.
fn left(ground: &Ground<'_>, leader: UnitId, march: bool) -> u8 {
    let allowance = ground.allowance(leader);
    if march { allowance.saturating_mul(2) } else { allowance }
}

/// A unit on the map moves, with leaders that began the phase in its hex (B28, C9).
fn set_out(table: &mut Table, unit: UnitId, march: bool) -> Play<()> {
    let (battles, battle, side) = (table.scripts.clone(), table.scenario.clone(), table.state.side);
    let ground = Ground::new(&battles, &battle, &table.state);
    let Some(mut walk) = Walk::start(&ground, unit, march) else { return Ok(()) };
    let mut along = Vec::new();
    if battle.unit(unit).class() != Class::Leader {
        let stays = |leader: &UnitId| {
            let piece = table.state.piece(*leader);
            let marches = !march || table.state.marching.as_ref().is_some_and(|marching| marching.contains(leader));
            !piece.done.moved && piece.done.spent == 0 && marches
        };
        let there: Vec<UnitId> = leaders::in_hex(table, side, walk.at).into_iter().filter(stays).collect();
        along = leaders::who_goes_along(table, side, unit, there, |table, _, leader| {
            let ground = Ground::new(&battles, &battle, &table.state);
            walk.along_with(left(&ground, leader, march)).can_move(&ground)
        })?;
    }
    let ground = Ground::new(&battles, &battle, &table.state);
    walk = along.iter().fold(walk, |walk, leader| walk.along_with(left(&ground, *leader, march)));
    go_on(table, walk, &along, false)
}

/// EN2: a unit enters the map, with leaders of its group, and goes on (14.1, B71).
fn enter_map(table: &mut Table, unit: UnitId) -> Play<()> {
    let (battles, battle, side) = (table.scripts.clone(), table.scenario.clone(), table.state.side);
    let ground = Ground::new(&battles, &battle, &table.state);
    let allowance = ground.allowance(unit);
    let open = entries(&ground, unit);
    ground.sound()?;
    let choices: Vec<Choice> = open.iter().map(|(hex, _)| Choice::Hex(*hex)).collect();
    let Choice::Hex(hex) = table.ask(side, Ask::Entry(battle.unit(unit).id), choices)? else { return Ok(()) };
    let Some((_, paid)) = open.into_iter().find(|(other, _)| *other == hex) else { return Ok(()) };
    tell(table, "14.1", side, Happened::Entered(unit, hex));
    enter(table, unit, hex, false)?;
    let mut along = Vec::new();
    let mut walk = Walk::entered(&Ground::new(&battles, &battle, &table.state), unit, hex, allowance - paid.unit);
    if battle.unit(unit).class() != Class::Leader {
        join_queue(table, hex);
        let group = battle.arrivals.iter().find(|arrival| arrival.units.contains(&unit));
        let waits =
            |leader: &UnitId| battle.unit(*leader).class() == Class::Leader && table.state.piece(*leader).at == At::Due;
        let waiting: Vec<UnitId> =
            group.into_iter().flat_map(|group| group.units.iter().copied().filter(waits)).collect();
        let spare = |table: &Table, leader: UnitId| {
            let ground = Ground::new(&battles, &battle, &table.state);
            ground.allowance(leader).checked_sub(paid.leader)
        };
        along = leaders::who_goes_along(table, side, unit, waiting, |table, _, leader| {
            let ground = Ground::new(&battles, &battle, &table.state);
            spare(table, leader).is_some_and(|left| walk.along_with(left).is_completable(&ground))
        })?;
        walk = along.iter().fold(walk, |walk, leader| walk.along_with(spare(table, *leader).unwrap_or(0)));
        for leader in &along {
            table.state.pieces.done_mut(*leader).spent = paid.leader;
            enter(table, *leader, hex, false)?;
        }
    }
    go_on(table, walk, &along, true)
}

/// Another man or train has entered by a hex (B67).
fn join_queue(table: &mut Table, hex: Hex) {
    match table.state.entered.iter_mut().find(|(by, _)| *by == hex) {
        Some((_, units)) => *units = units.saturating_add(1),
        None => table.state.entered.push((hex, 1)),
    }
}

/// ST: step by step until the move ends. `begun`: whether the unit may stop where it is.
fn go_on(table: &mut Table, mut walk: Walk, along: &[UnitId], mut begun: bool) -> Play<()> {
    let (battles, battle) = (table.scripts.clone(), table.scenario.clone());
    let (side, unit) = (table.state.side, walk.unit);
    let id = battle.unit(unit).id;
    let mut way = Vec::new();
    loop {
        let ground = Ground::new(&battles, &battle, &table.state);
        // To each neighbour, off the map, and to stay.
        let mut choices: Vec<Choice> = Vec::with_capacity(8);
        let mut steps: Vec<Walk> = Vec::with_capacity(6);
        if !(begun && walk.is_stopped(&ground)) {
            steps.extend(walk.next(&ground));
            choices.extend(steps.iter().map(|next| Choice::Hex(next.at)));
            choices.extend(walk.may_exit(&ground).then_some(Choice::Exit));
        }
        ground.sound()?;
        if choices.is_empty() {
            break;
        }
        choices.extend((begun && walk.may_end(&ground)).then_some(Choice::Stop));
        table.explain(|state, choice| refusal::of_step(&Ground::new(&battles, &battle, state), &walk, choice));
        match table.ask(side, Ask::Step(id), choices)? {
            Choice::Hex(to) => {
                let Some(&next) = steps.iter().find(|next| next.at == to) else { break };
                let share = walk.share(&battle, to);
                walk = next;
                begun = true;
                way.push(to);
                for leader in along {
                    table.state.pieces.done_mut(*leader).spent += share;
                }
                step_into(table, unit, along, &mut way)?;
            }
            Choice::Exit => {
                tell_way(table, unit, &mut way);
                exit::leave(table, unit, along);
                break;
            }
            _ => break,
        }
    }
    tell_way(table, unit, &mut way);
    end(table, unit, along);
    script::moved(table, table.state.side, unit)?;
    leaders::test(table);
    Ok(())
}

/// A unit and its leaders enter the last hex of their way. What comes of it is told after the way that led there.
fn step_into(table: &mut Table, unit: UnitId, along: &[UnitId], way: &mut Vec<Hex>) -> Play<()> {
    let Some(hex) = way.last().copied() else { return Ok(()) };
    let told = table.log_length();
    let mut units = std::iter::once(unit).chain(along.iter().copied());
    let entered = units.try_for_each(|unit| enter(table, unit, hex, false));
    if entered.is_err() || table.log_length() > told {
        let (side, way) = (table.state.side, std::mem::take(way));
        table.tell_before(told, |_| LogEntry { rule: "7.2", side, what: Happened::Moved(unit, way) });
    }
    entered
}

/// Tells where a unit has moved since its way was last told.
fn tell_way(table: &mut Table, unit: UnitId, way: &mut Vec<Hex>) {
    if !way.is_empty() {
        tell(table, "7.2", table.state.side, Happened::Moved(unit, std::mem::take(way)));
    }
}

/// A move ends: leaders who went along may move on by themselves, unless they stand in an enemy zone (B28).
fn end(table: &mut Table, unit: UnitId, along: &[UnitId]) {
    let side = table.state.side;
    table.state.pieces.done_mut(unit).moved = true;
    if let Some(hex) = table.state.hex(unit).filter(|_| !along.is_empty()) {
        leaders::follow(table, "7.2", along, hex);
        let held = Board::new(&table.scenario, &table.state).is_controlled(side, hex);
        for leader in along {
            table.state.pieces.done_mut(*leader).moved |= held;
        }
    }
    leaders::test(table);
}
