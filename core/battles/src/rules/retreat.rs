//! Retreat (10.1): withdrawals and routs.

use super::effects::{disorder, eliminate, enter, tell};
use super::reach::has_room_for;
use super::{leaders, refusal};
use crate::board::Board;
use crate::decision::{Ask, Choice, Play, Table, Throw};
use crate::log::{Happened, LogEntry};
use crate::side::Side;
use crate::unit::{Class, UnitId};
use wilderness_hexes::{Hex, HexSet};

/// Units in a hex that a rout hits.
pub(crate) struct Hit {
    pub hex: Hex,
    pub units: Vec<UnitId>,
}

/// A unit that has to retreat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Retreat {
    pub unit: UnitId,
    /// The hex in which it was hit.
    pub from: Hex,
    /// How many hexes, once that is known.
    pub hexes: u32,
    /// Whether it routs.
    pub routs: bool,
}

impl Retreat {
    /// Units that withdraw one hex (10.1).
    pub fn withdrawals(units: &[UnitId], from: Hex) -> Vec<Retreat> {
        units.iter().map(|unit| Retreat { unit: *unit, from, hexes: 1, routs: false }).collect()
    }

    /// Whether a step is allowed: one hex farther away, where nothing hinders (B51).
    fn may_step(&self, board: &Board<'_>, at: Hex, to: Hex) -> bool {
        let side = board.piece(self.unit).side;
        to.distance(self.from) == at.distance(self.from) + 1
            && !board.units[side.enemy()].contains(to)
            && !board.is_controlled(side, to)
            && !board.battle.barred[side].contains(to)
            && board.battle.map.cost(at, to, board.unit(self.unit).gait()).is_some()
    }

    /// Whether the retreat is over in a hex: far enough, with room (B53).
    fn is_over(&self, board: &Board<'_>, at: Hex) -> bool {
        at.distance(self.from) >= self.hexes && has_room_for(board, self.unit, at)
    }

    /// Whether it may stop in a fort on its way (10.1.6, B55).
    fn may_stop(&self, board: &Board<'_>, at: Hex) -> bool {
        self.routs && at != self.from && board.battle.map.terrain(at).fort && has_room_for(board, self.unit, at)
    }

    /// Whether it can be finished from a hex; `failed` are hexes from which it cannot (B52).
    fn is_finishable(&self, board: &Board<'_>, at: Hex, failed: &mut HexSet) -> bool {
        if self.is_over(board, at) || self.may_stop(board, at) {
            return true;
        }
        if failed.contains(at) {
            return false;
        }
        let found = self.steps(board, at, failed).next().is_some();
        if !found {
            failed.insert(at);
        }
        found
    }

    /// The steps from which it can be finished.
    fn steps<'a>(&'a self, board: &'a Board<'_>, at: Hex, failed: &'a mut HexSet) -> impl Iterator<Item = Hex> + 'a {
        let open = board.battle.map.grid.near(at).filter(move |to| self.may_step(board, at, *to));
        open.filter(move |to| self.is_finishable(board, *to, failed))
    }

    /// Where it can end.
    pub fn ends(&self, board: &Board<'_>) -> HexSet {
        let (mut ends, mut seen) = (HexSet::EMPTY, HexSet::EMPTY);
        let mut todo = vec![self.from];
        while let Some(at) = todo.pop() {
            if seen.contains(at) {
                continue;
            }
            seen.insert(at);
            let over = at != self.from && self.is_over(board, at);
            if over || self.may_stop(board, at) {
                ends.insert(at);
            }
            if !over {
                todo.extend(self.steps(board, at, &mut HexSet::EMPTY.clone()));
            }
        }
        ends
    }
}

/// A rout hits units in some hexes, lowest number first: CR4, what happens to them at once, then their retreats. In a
/// fort, and after an attack on one, they stay (10.1, B48, B49, B54).
pub(super) fn rout(table: &mut Table, owner: Side, mut hits: Vec<Hit>, attacked_fort: bool) -> Play<()> {
    hits.sort_by_key(|hit| hit.hex);
    let mut retreats = Vec::new();
    for Hit { hex, units } in hits {
        if attacked_fort || table.scenario.map.terrain(hex).fort {
            for unit in units {
                disorder(table, "10.1.5", unit);
            }
        } else if !units.is_empty() && is_converted(table, owner, hex)? {
            tell(table, "10.1", owner, Happened::Converted(hex));
            retreats.extend(Retreat::withdrawals(&units, hex));
        } else {
            for unit in units {
                let is_gun = table.scenario.unit(unit).class() == Class::Gun;
                if is_gun || table.state.piece(unit).disordered {
                    eliminate(table, "10.1", unit);
                } else {
                    disorder(table, "10.1", unit);
                    retreats.push(Retreat { unit, from: hex, hexes: 0, routs: true });
                }
            }
        }
        leaders::test(table);
    }
    run(table, owner, retreats)
}

/// CR4: whether a leader in the hex makes a withdrawal of the rout.
fn is_converted(table: &mut Table, owner: Side, hex: Hex) -> Play<bool> {
    if leaders::in_hex(table, owner, hex).is_empty() {
        return Ok(false);
    }
    Ok(table.ask(owner, Ask::Convert(hex), [Choice::Convert, Choice::Rout])? == Choice::Convert)
}

/// RT1: units retreat one at a time, in the owner's order. In a fort they stay (10.1.5, B54).
pub(super) fn run(table: &mut Table, owner: Side, retreats: Vec<Retreat>) -> Play<()> {
    let is_in_fort = |retreat: &Retreat| table.scenario.map.terrain(retreat.from).fort;
    let (stay, mut retreats): (Vec<_>, Vec<_>) = retreats.into_iter().partition(is_in_fort);
    for retreat in stay {
        tell(table, "10.1.5", owner, Happened::Stayed(retreat.unit));
    }
    while !retreats.is_empty() {
        let id = |retreat: &Retreat| table.scenario.unit(retreat.unit).id;
        let choices: Vec<Choice> = retreats.iter().map(|retreat| Choice::Unit(id(retreat))).collect();
        let Choice::Unit(chosen) = table.ask(owner, Ask::Retreat, choices)? else { return Ok(()) };
        let place = retreats.iter().position(|retreat| table.scenario.unit(retreat.unit).id == chosen);
        let mut retreat = retreats.remove(place.unwrap_or_default());
        if retreat.routs {
            retreat.hexes = table.roll_at(Throw::Rout, retreat.unit)?.into();
        }
        one(table, owner, retreat)?;
        leaders::test(table);
    }
    Ok(())
}

/// A unit retreats (B51 to B56).
fn one(table: &mut Table, owner: Side, retreat: Retreat) -> Play<()> {
    let (battle, unit) = (table.scenario.clone(), retreat.unit);
    let board = Board::new(&battle, &table.state);
    if !retreat.is_finishable(&board, retreat.from, &mut HexSet::EMPTY.clone()) {
        tell(table, "10.1", owner, Happened::Trapped(unit));
        eliminate(table, "10.1", unit);
        return Ok(());
    }
    let there = leaders::in_hex(table, owner, retreat.from);
    let along = leaders::who_goes_along(table, owner, unit, there, |_, _, _| true)?;
    let told = table.log_length();
    let way = match walk(table, owner, retreat, &along) {
        Ok(way) => way,
        Err(halt) => {
            // What comes of it is told after it, when the way is known.
            table.forget_news(told);
            return Err(halt);
        }
    };
    let at = way.last().copied().unwrap_or(retreat.from);
    table.tell_before(told, |_| LogEntry { rule: "10.1", side: owner, what: Happened::Retreated(unit, way) });
    leaders::follow(table, "10.1", &along, at);
    Ok(())
}

/// RT2: the way of a unit that retreats, hex by hex.
fn walk(table: &mut Table, owner: Side, retreat: Retreat, along: &[UnitId]) -> Play<Vec<Hex>> {
    let (battle, unit) = (table.scenario.clone(), retreat.unit);
    let (mut at, mut way) = (retreat.from, Vec::new());
    loop {
        let board = Board::new(&battle, &table.state);
        if at != retreat.from && retreat.is_over(&board, at) {
            return Ok(way);
        }
        let mut choices: Vec<Choice> = retreat.steps(&board, at, &mut HexSet::EMPTY.clone()).map(Choice::Hex).collect();
        choices.extend(retreat.may_stop(&board, at).then_some(Choice::Stop));
        let places = [retreat.from, at];
        table.explain(|state, choice| refusal::of_retreat(&battle, state, places, unit, choice));
        let ask = Ask::RetreatStep(battle.unit(unit).id);
        let Choice::Hex(to) = table.ask(owner, ask, choices)? else { return Ok(way) };
        at = to;
        way.push(to);
        enter(table, unit, to, false)?;
        for leader in along {
            table.state.piece_mut(*leader).at = crate::pieces::At::Hex(to);
        }
    }
}
