//! Whether a position can be, and the state that it is.

use super::{Phase, PositionEntry};
use crate::battle::Battle;
use crate::id::Id;
use crate::invariants;
use crate::pieces::At;
use crate::side::Side;
use crate::state::{MarkerEnd, Options, State, Step};
use crate::unit::{Class, UnitId};
use std::sync::Arc;
use wilderness_engine::Generator;
use wilderness_engine::faults::{Fault, Faults};
use wilderness_hexes::Hex;

/// A position while it is checked.
struct Checker<'a> {
    entry: &'a PositionEntry,
    battle: &'a Battle,
    faults: Faults,
    state: State,
}

impl PositionEntry {
    /// The state of a battle that stands so.
    ///
    /// # Errors
    /// Everything that cannot be.
    pub fn check(&self, battle: &Battle, generator: Generator) -> Result<State, Faults> {
        let mut state = State::new(battle, &Options::default(), generator);
        state.pieces.iter_mut().for_each(|piece| piece.at = At::Absent);
        let mut checker = Checker { entry: self, battle, faults: Faults::none(), state };
        checker.options();
        checker.outline();
        checker.units();
        checker.elsewhere();
        checker.scores();
        let Checker { state, mut faults, .. } = checker;
        if let Some(broken) = invariants::broken(battle, &state).filter(|_| !faults.has_errors()) {
            faults.push(Fault::error("position::impossible", format!("this cannot be: {broken}")));
        }
        faults.into_result(state)
    }
}

impl Checker<'_> {
    fn fault(&mut self, code: &str, message: impl Into<String>, path: &[&str], label: &str) -> &mut Faults {
        let fault = Fault::error(format!("position::{code}"), message);
        let span = self.entry.node.as_ref().map_or(0..0, |node| node.value_at(path).span.clone());
        self.faults.push(fault.at(&self.entry.source, span, label));
        &mut self.faults
    }

    fn unit(&mut self, id: &str, path: &[&str]) -> Option<UnitId> {
        let found = Id::new(id).and_then(|id| self.battle.find(id));
        if found.is_none() {
            self.fault("unit", format!("there is no unit `{id}` in this battle"), path, "not among the counters");
        }
        found
    }

    /// Puts a unit somewhere, once.
    fn put(&mut self, id: &str, at: At, path: &[&str]) -> Option<UnitId> {
        let unit = self.unit(id, path)?;
        if self.state.piece(unit).at != At::Absent {
            self.fault("twice", format!("`{id}` is in two places"), path, "the second");
        }
        self.state.piece_mut(unit).at = at;
        Some(unit)
    }

    fn hex(&mut self, hex: Hex, path: &[&str]) -> Hex {
        if !self.battle.map.grid.has(hex) {
            self.fault("hex", format!("{hex} is not on the map"), path, "not on the map");
        }
        hex
    }

    fn options(&mut self) {
        for word in &self.entry.position.options {
            // Which rules of its own the content has is known when the battle begins.
            self.state.options.set(word, true);
        }
        let mut in_force = self.state.options.in_force(self.battle);
        for (name, until) in &self.entry.position.in_force {
            match MarkerEnd::ALL.into_iter().find(|end| end.word() == until) {
                Some(end) => drop(Arc::make_mut(&mut in_force).insert(name.as_str().into(), end)),
                None => {
                    let message = format!("a marker does not last until `{until}`");
                    self.fault("marker", message, &["in_force", name], "player-turn, turn or battle");
                }
            }
        }
        let known = |name: &&String| in_force.contains_key(name.as_str());
        if let Some(name) = self.entry.position.numbers.keys().find(|name| !known(name)) {
            let label = "not among the markers in force";
            self.fault("marker", format!("`{name}` has a number and is not in force"), &["numbers", name], label);
        }
        let numbers = self.entry.position.numbers.iter();
        self.state.numbers = Arc::new(numbers.map(|(name, number)| (name.as_str().into(), *number)).collect());
        self.state.in_force = in_force;
    }

    fn outline(&mut self) {
        let position = &self.entry.position;
        let turn = position.turn.unwrap_or(1);
        if !(1..=self.battle.turns).contains(&turn) {
            let label = format!("from 1 to {}", self.battle.turns);
            self.fault("turn", format!("there is no turn {turn}"), &["turn"], &label);
        }
        if position.die.is_some_and(|die| !(1..=6).contains(&die)) {
            self.fault("die", "no die shows this", &["die"], "from 1 to 6");
        }
        let state = &mut self.state;
        (state.turn, state.fog, state.die) = (turn, position.fog, position.die);
        state.side = position.phasing.unwrap_or(self.battle.players[0]);
        state.step = match position.phase {
            Phase::Bombardment => Step::Bombardment,
            Phase::Movement => Step::Movement,
            Phase::Combat => Step::Declaration,
            Phase::Rally => Step::Rally,
        };
    }

    fn units(&mut self) {
        for (id, placed) in &self.entry.position.units {
            let path = ["units", id];
            let Some(hex) = Hex::new(&placed.at).filter(|hex| self.battle.map.grid.has(*hex)) else {
                let message = format!("`{}` is not a hex of the map", placed.at);
                self.fault("hex", message, &["units", id, "at"], "not on the map");
                continue;
            };
            let Some(unit) = self.put(id, At::Hex(hex), &path) else { continue };
            let counter = self.battle.unit(unit);
            let wrong = [
                (placed.disordered && !counter.is_man(), "only men are disordered (11.0)"),
                (placed.fired && counter.class() != Class::Gun, "only guns fire (6.0)"),
                (
                    (placed.looted || placed.side.is_some()) && counter.class() != Class::Train,
                    "only trains are taken (20.0)",
                ),
                (placed.spent > 0 && counter.class() != Class::Leader, "only leaders go along with others (7.2)"),
            ];
            if let Some((_, why)) = wrong.iter().find(|(is_wrong, _)| *is_wrong) {
                self.fault("unit_state", format!("`{id}` cannot be so"), &path, why);
            }
            let piece = self.state.piece_mut(unit);
            piece.disordered = placed.disordered;
            piece.done.moved = placed.moved;
            piece.done.fired = placed.fired;
            piece.looted = placed.looted;
            piece.done.spent = placed.spent;
            piece.done.tried = placed.tried;
            piece.side = placed.side.unwrap_or(piece.side);
        }
    }

    /// Units that are not on the map, and how far they have got.
    fn elsewhere(&mut self) {
        let position = &self.entry.position;
        for id in &position.eliminated {
            self.put(id, At::Eliminated, &["eliminated"]);
        }
        for id in &position.exited {
            self.put(id, At::Exited, &["exited"]);
        }
        for (arrival, ids) in &position.off_map {
            let index = self.arrival(arrival, "off_map");
            for id in ids {
                let Some(unit) = self.put(id, At::OffMap, &["off_map", arrival]) else { continue };
                if index.is_some_and(|index| !self.battle.arrivals[index].units.contains(&unit)) {
                    let message = format!("`{id}` does not come with `{arrival}`");
                    self.fault("arrival", message, &["off_map", arrival], "of another group");
                }
            }
        }
        for id in &position.arriving {
            let Some(unit) = self.unit(id, &["arriving"]) else { continue };
            if self.state.piece(unit).at != At::OffMap {
                let message = format!("`{id}` is due, but not in `off_map`");
                self.fault("arriving", message, &["arriving"], "it is not to come");
            }
            self.state.piece_mut(unit).at = At::Due;
        }
        for (arrival, hex) in &position.anchors {
            let hex = self.hex(*hex, &["anchors", arrival]);
            if let Some(index) = self.arrival(arrival, "anchors") {
                self.state.anchors[index] = Some(hex);
            }
        }
        for (hex, count) in &position.entered {
            match Hex::new(hex).filter(|hex| self.battle.map.grid.has(*hex)) {
                Some(hex) => self.state.entered.push((hex, *count)),
                None => {
                    self.fault("hex", format!("`{hex}` is not a hex of the map"), &["entered"], "not on the map");
                }
            }
        }
    }

    fn arrival(&mut self, id: &str, key: &str) -> Option<usize> {
        let found = self.battle.arrivals.iter().position(|arrival| arrival.id == id);
        if found.is_none() {
            self.fault("arrival", format!("there is no arrival `{id}`"), &[key, id], "not in the scenario");
        }
        found
    }

    fn scores(&mut self) {
        let position = &self.entry.position;
        for side in Side::BOTH {
            self.state.dp[side] = position.dp.get(&side).copied().unwrap_or(0);
            self.state.first_attack[side] = position.first_attack.get(&side).copied();
            let mut markers = position.markers.get(&side).cloned().unwrap_or_default();
            markers.sort_unstable();
            self.state.markers[side] = markers;
            self.state.played[side] = position.played.get(&side).cloned().unwrap_or_default();
        }
        self.state.note_demoralization(self.battle);
        for (index, points) in self.battle.hex_points.iter().enumerate() {
            self.state.hex_points[index] = position.hex_points.contains(&points.side);
        }
        if let Some(ids) = &position.marching {
            let marching = ids.iter().filter_map(|id| self.unit(id, &["marching"])).collect();
            self.state.marching = Some(marching);
        }
        for hex in &position.burning {
            let hex = self.hex(*hex, &["burning"]);
            if self.battle.map.grid.has(hex) && !self.battle.map.terrain(hex).burns {
                self.fault("burning", format!("{hex} does not burn"), &["burning"], "not a town or building (21.0)");
            }
            self.state.burning.insert(hex);
        }
    }
}
