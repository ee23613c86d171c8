//! What is asked of a position besides what is always answered.

use crate::battle::Battle;
use crate::board::Board;
use crate::id::Id;
use crate::rules::retreat::Retreat;
use crate::state::Marker;
use crate::strength::strength;
use crate::unit::UnitId;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use wilderness_engine::faults::{Fault, Faults};
use wilderness_hexes::{Hex, HexSet};

/// What is asked.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct InspectQuery {
    reach: Option<Vec<String>>,
    los: Vec<[Hex; 2]>,
    odds: Vec<QueriedAttack>,
    retreats: Vec<Flight>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct QueriedAttack {
    units: Vec<Id>,
    hexes: Vec<Hex>,
    attacker_marker: Option<Marker>,
    defender_marker: Option<Marker>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Flight {
    unit: Id,
    hexes: u32,
    kind: QueryKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum QueryKind {
    Withdrawal,
    Rout,
}

impl InspectQuery {
    /// Whether all units and hexes are of this battle.
    ///
    /// # Errors
    /// Those that are not.
    pub fn check(&self, battle: &Battle) -> Result<(), Faults> {
        let mut faults = Faults::none();
        let units =
            self.odds.iter().flat_map(|attack| &attack.units).chain(self.retreats.iter().map(|flight| &flight.unit));
        for unit in units.filter(|unit| battle.find(**unit).is_none()) {
            faults.push(Fault::error("ask::unit", format!("there is no unit `{unit}` in this battle")));
        }
        let hexes = self.los.iter().flatten().chain(self.odds.iter().flat_map(|attack| &attack.hexes));
        for hex in hexes.filter(|hex| !battle.map.grid.has(**hex)) {
            faults.push(Fault::error("ask::hex", format!("{hex} is not on the map")));
        }
        faults.into_result(())
    }

    /// Whether the reach of a unit is wanted.
    pub(super) fn wants_reach_of(&self, id: &str) -> bool {
        self.reach.as_ref().is_none_or(|wanted| wanted.iter().any(|other| other == id))
    }

    pub(super) fn answer(&self, board: &Board<'_>, answer: &mut Map<String, Value>) {
        if !self.los.is_empty() {
            answer.insert("los".into(), self.los.iter().map(|[from, to]| sight(board, *from, *to)).collect());
        }
        if !self.odds.is_empty() {
            answer.insert("odds".into(), self.odds.iter().map(|attack| attack.odds(board)).collect());
        }
        if !self.retreats.is_empty() {
            answer.insert("retreats".into(), self.retreats.iter().map(|flight| flight.ends(board)).collect());
        }
    }
}

fn sight(board: &Board<'_>, from: Hex, to: Hex) -> Value {
    let blocked = crate::look::line_of_sight(board.battle, board.state, from, to);
    blocked.map_or_else(|| "clear".to_string(), |why| why.to_string()).into()
}

impl QueriedAttack {
    fn odds(&self, board: &Board<'_>) -> Value {
        let units: Vec<UnitId> = self.units.iter().filter_map(|unit| board.battle.find(*unit)).collect();
        let odds = strength(board, &units, &self.hexes, [self.attacker_marker, self.defender_marker]);
        let mut doubled: Vec<String> = odds.doubled.iter().map(|unit| board.unit(*unit).id.to_string()).collect();
        doubled.sort();
        json!({
            "attack": odds.attack,
            "defence": odds.defence,
            "doubled": doubled,
            "enfilade": odds.enfilade,
            "column": odds.column.to_string(),
        })
    }
}

impl Flight {
    fn ends(&self, board: &Board<'_>) -> Value {
        let unit = board.battle.find(self.unit);
        let Some((unit, from)) = unit.and_then(|unit| Some((unit, board.state.hex(unit)?))) else { return Value::Null };
        if board.battle.map.terrain(from).fort {
            return "stays".into();
        }
        let retreat = Retreat { unit, from, hexes: self.hexes, routs: self.kind == QueryKind::Rout };
        let ends: HexSet = retreat.ends(board);
        ends.iter().map(|hex| Value::from(hex.to_string())).collect()
    }
}
