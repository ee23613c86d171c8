//! Positions: where everything stands, in a neutral form that people and other programs can read and write. Every key
//! may be missing where it would be empty, false or the default.

mod check;
mod write;

use crate::side::Side;
use crate::state::Marker;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::json::JsonNode;
use wilderness_hexes::Hex;

/// A phase of a player turn (4.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Artillery Bombardment Phase.
    #[default]
    Bombardment,
    /// Movement Phase.
    Movement,
    /// Combat Phase.
    Combat,
    /// Rally Phase.
    Rally,
}

/// Where everything stands.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Position {
    /// The battle, by its id.
    pub scenario: String,
    /// The game turn; 1 if missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u8>,
    /// The phase that is going on.
    pub phase: Phase,
    /// Whose player turn it is; player A's if missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phasing: Option<Side>,
    /// Whether there is fog.
    #[serde(skip_serializing_if = "is_false")]
    pub fog: bool,
    /// Units on the map.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub units: BTreeMap<String, Placed>,
    /// Units that have not entered yet, by the ids of their arrivals.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub off_map: BTreeMap<String, Vec<String>>,
    /// Those of them that are due in this Movement Phase.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arriving: Vec<String>,
    /// The anchor hex by arrival.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub anchors: BTreeMap<String, Hex>,
    /// Men and trains that have entered by each hex in this Movement Phase.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub entered: BTreeMap<String, u8>,
    /// Eliminated units.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub eliminated: Vec<String>,
    /// Units that have left the map.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exited: Vec<String>,
    /// Demoralization points.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub dp: BTreeMap<Side, u16>,
    /// Sides that have been charged for hexes that the enemy entered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hex_points: Vec<Side>,
    /// The demoralization die of the phasing side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    /// Optional rules in force.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// Markers of scripts, and what each lasts until.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub in_force: BTreeMap<String, String>,
    /// The numbers of those that have one.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub numbers: BTreeMap<String, i64>,
    /// Special tactics markers left.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub markers: BTreeMap<Side, Vec<Marker>>,
    /// Special tactics markers that have been played.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub played: BTreeMap<Side, Vec<Marker>>,
    /// Units that may move by forced march, if one was played in this phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marching: Option<Vec<String>>,
    /// Burning hexes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub burning: Vec<Hex>,
    /// The turn of each side's first attack, on which an arrival may depend.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub first_attack: BTreeMap<Side, u8>,
}

/// A unit on the map.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placed {
    /// Its hex.
    pub at: String,
    /// Whether it is disordered.
    #[serde(default, skip_serializing_if = "is_false")]
    pub disordered: bool,
    /// Whether it has ended its move in this Movement Phase.
    #[serde(default, skip_serializing_if = "is_false")]
    pub moved: bool,
    /// Whether it has fired in this player turn.
    #[serde(default, skip_serializing_if = "is_false")]
    pub fired: bool,
    /// The side that has a captured train now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// Whether it is a looted train.
    #[serde(default, skip_serializing_if = "is_false")]
    pub looted: bool,
    /// MP that a leader has spent in this Movement Phase along with others.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub spent: u8,
    /// Whether it has been tried in this Rally Phase.
    #[serde(default, skip_serializing_if = "is_false")]
    pub tried: bool,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// A position, and where its parts stand in a text.
#[derive(Clone, Debug)]
pub struct PositionEntry {
    /// The position.
    pub position: Position,
    source: Source,
    /// Nothing if it has no text of its own.
    node: Option<JsonNode>,
}

impl PositionEntry {
    /// A position without a text: faults point at what it would be written as.
    pub fn new(position: Position) -> PositionEntry {
        // A position always has a JSON form.
        let source = Source::new("position", serde_json::to_string(&position).unwrap_or_default());
        let node = JsonNode::parse("position", &source).ok();
        PositionEntry { position, source, node }
    }

    /// Reads a position.
    ///
    /// # Errors
    /// What is wrong with its form.
    pub fn read(source: &Source) -> Result<PositionEntry, Faults> {
        PositionEntry::read_node(source, JsonNode::parse("position", source)?)
    }

    pub(crate) fn read_node(source: &Source, node: JsonNode) -> Result<PositionEntry, Faults> {
        let mut faults = Faults::none();
        node.doubled_keys("position", source, &mut faults);
        match node.read("position", source, &mut faults) {
            Some(position) => faults.into_result(PositionEntry { position, source: source.clone(), node: Some(node) }),
            None => Err(faults),
        }
    }
}

impl Position {
    /// Reads a position within a text.
    ///
    /// # Errors
    /// What is wrong with its form.
    pub fn read_within(source: &Source, span: Range<usize>) -> Result<Position, Faults> {
        let node = JsonNode::parse_within("position", source, span)?;
        Ok(PositionEntry::read_node(source, node)?.position)
    }
}
