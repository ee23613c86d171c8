//! What happens in a battle, as JSON.

use super::{Happened, LogEntry, TrainFate};
use crate::battle::Battle;
use crate::unit::UnitId;
use serde_json::{Map, Value};
use wilderness_engine::Side as _;
use wilderness_hexes::Hex;

/// Fields with their names.
type Fields = Vec<(&'static str, Value)>;

impl LogEntry {
    /// One JSON object: `kind`, `rule`, `side`, what is particular to its kind, and the sentence as `text`. Units are
    /// given by their ids, hexes by their numbers.
    pub fn to_json(&self, battle: &Battle) -> Value {
        let mut object: Map<String, Value> = Map::new();
        object.insert("kind".into(), <&'static str>::from(&self.what).into());
        object.insert("rule".into(), self.rule.into());
        object.insert("side".into(), self.side.id().into());
        let fields = general(&self.what, battle).or_else(|| combat(&self.what, battle));
        debug_assert!(fields.is_some(), "{self:?} has no fields");
        object.extend(fields.unwrap_or_default().into_iter().map(|(name, field)| (name.to_string(), field)));
        object.insert("text".into(), self.text(battle).into());
        Value::Object(object)
    }
}

/// What is particular to what happens outside of combat.
fn general(what: &Happened, battle: &Battle) -> Option<Fields> {
    let unit = |id: &UnitId| ("unit", named(battle, *id));
    Some(match what {
        Happened::SetUp(id, hex) | Happened::Entered(id, hex) | Happened::WentAlong(id, hex) => {
            vec![unit(id), ("hex", at(hex))]
        }
        Happened::Turn { turn, die, fog } => {
            let die = die.map(|die| ("die", die.into()));
            [("turn", (*turn).into())].into_iter().chain(die).chain([("fog", (*fog).into())]).collect()
        }
        Happened::SetOnFire(hex) => vec![("hex", at(hex))],
        Happened::DemoralizationDie(die) => vec![("die", (*die).into())],
        Happened::ArrivalDie { arrival, die, succeeds } => {
            vec![("arrival", arrival.as_str().into()), ("die", (*die).into()), ("arrives", (*succeeds).into())]
        }
        Happened::Anchor(arrival, hex) => vec![("arrival", arrival.as_str().into()), ("hex", at(hex))],
        Happened::Moved(id, way) => vec![unit(id), ("path", path(way))],
        Happened::Exited(id) => vec![unit(id)],
        Happened::Rally { unit: id, die, modifier, rallied } => {
            vec![unit(id), ("die", (*die).into()), ("modifier", (*modifier).into()), ("rallied", (*rallied).into())]
        }
        Happened::Points(points) => vec![("points", (*points).into())],
        Happened::Demoralized => vec![],
        Happened::Restored(id) => vec![unit(id)],
        Happened::Changed { what, before, after, by } => {
            vec![
                ("what", (*what).into()),
                ("before", (*before).into()),
                ("after", (*after).into()),
                ("by", by.as_str().into()),
            ]
        }
        Happened::Marked { marker, is_on } => vec![("marker", marker.as_str().into()), ("is_on", (*is_on).into())],
        Happened::NumberSet { marker, number } => {
            vec![("marker", marker.as_str().into()), ("number", (*number).into())]
        }
        Happened::Rolled(die) => vec![("die", (*die).into())],
        Happened::Told(_) => vec![],
        Happened::Conceded(level) => vec![("level", level.word().into())],
        Happened::PlaysOn => vec![],
        Happened::Over(outcome) => {
            let conceded = outcome.conceded.then_some(("conceded", true.into()));
            let result = [
                ("winner", outcome.winner.map_or("nobody", |side| side.id()).into()),
                ("level", outcome.level.word().into()),
                ("margin", outcome.margin.into()),
            ];
            result.into_iter().chain(conceded).collect()
        }
        _ => return None,
    })
}

/// What is particular to what happens in bombardment and combat.
fn combat(what: &Happened, battle: &Battle) -> Option<Fields> {
    let unit = |id: &UnitId| ("unit", named(battle, *id));
    Some(match what {
        Happened::Fired { gun, target, strength, die, result } => vec![
            unit(gun),
            ("hex", at(target)),
            ("strength", (*strength).into()),
            ("die", (*die).into()),
            ("result", result.word().into()),
        ],
        Happened::Declared(units, hexes) => {
            vec![("units", units.iter().map(|id| named(battle, *id)).collect()), ("hexes", path(hexes))]
        }
        Happened::Lapsed(hexes) => vec![("hexes", path(hexes))],
        Happened::Played(marker) => vec![("marker", marker.word().into())],
        Happened::Attacked { hexes, attack, defence, enfilade, column, die, result } => vec![
            ("hexes", path(hexes)),
            ("attack", (*attack).into()),
            ("defence", (*defence).into()),
            ("enfilade", (*enfilade).into()),
            ("column", column.to_string().into()),
            ("die", (*die).into()),
            ("result", result.word().into()),
        ],
        Happened::Disordered(id) | Happened::Eliminated(id) | Happened::Stayed(id) | Happened::Trapped(id) => {
            vec![unit(id)]
        }
        Happened::Converted(hex) => vec![("hex", at(hex))],
        Happened::Retreated(id, way) => vec![unit(id), ("path", path(way))],
        Happened::Pursued(id, hex) => vec![unit(id), ("hex", at(hex))],
        Happened::TrainTaken(id, fate, die) => {
            vec![unit(id), ("fate", fate.word().into()), ("die", (*die).into())]
        }
        _ => return None,
    })
}

impl TrainFate {
    /// What is said of the train.
    pub(crate) fn word(self) -> &'static str {
        match self {
            TrainFate::Eliminated => "eliminated",
            TrainFate::Captured => "captured",
            TrainFate::Looted => "looted",
        }
    }
}

fn named(battle: &Battle, id: UnitId) -> Value {
    battle.unit(id).id.to_string().into()
}

fn at(hex: &Hex) -> Value {
    hex.to_string().into()
}

fn path(hexes: &[Hex]) -> Value {
    hexes.iter().map(at).collect()
}
