//! Counters: what is printed on them.

use crate::id::Id;
use crate::side::Side;
use crate::tables::Gait;
use serde::Deserialize;
use wilderness_engine::faults::{Fault, Faults, Source, Spanned, read_toml};

/// The most units of a battle: sets of them are bits.
pub const MOST_UNITS: usize = 128;

/// A unit of a battle, by its place in the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnitId(pub u8);

impl UnitId {
    /// Its place in the list.
    pub fn index(self) -> usize {
        self.0.into()
    }
}

impl From<UnitId> for u64 {
    fn from(unit: UnitId) -> u64 {
        unit.0.into()
    }
}

/// What a unit is (2.2.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UnitKind {
    /// Line infantry.
    Line,
    Grenadier,
    /// Light infantry.
    Light,
    Militia,
    Indian,
    Cavalry,
    Artillery,
    Leader,
    /// A supply train (20.0).
    Supply,
}

impl UnitKind {
    /// The word among the counters and in scripts.
    pub fn word(self) -> &'static str {
        ["line", "grenadier", "light", "militia", "indian", "cavalry", "artillery", "leader", "supply"][self as usize]
    }
}

/// How units stack and fight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Infantry or cavalry.
    Foot,
    /// Artillery.
    Gun,
    /// A leader.
    Leader,
    /// A supply train.
    Train,
}

impl Class {
    /// Whether it is that of infantry, cavalry or artillery.
    pub(crate) fn is_man(self) -> bool {
        matches!(self, Class::Foot | Class::Gun)
    }

    /// The place among those that fill a hex.
    pub(crate) fn slot(self) -> Option<usize> {
        match self {
            Class::Foot => Some(0),
            Class::Gun => Some(1),
            Class::Train => Some(2),
            Class::Leader => None,
        }
    }
}

/// A counter.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Its id.
    pub id: Id,
    /// Its name.
    pub name: String,
    /// The text on it.
    pub short: String,
    /// Whose it is.
    pub side: Side,
    /// The contingent that it belongs to.
    pub contingent: String,
    /// What it is.
    #[serde(rename = "type")]
    pub kind: UnitKind,
    /// Whether it has the light infantry symbol (16.0).
    #[serde(default)]
    pub light: bool,
    /// Combat factor in good order.
    #[serde(default)]
    pub cf: u8,
    /// Combat factor when disordered.
    #[serde(default)]
    pub dcf: u8,
    /// Rally rating.
    #[serde(default)]
    pub rally: i8,
    /// Movement allowance.
    pub ma: u8,
    /// How far a gun fires.
    #[serde(default)]
    pub range: u8,
    /// A leader's command value and radius.
    #[serde(default)]
    pub cv: u8,
    /// The group in which it is set up or arrives.
    pub setup: String,
    /// What it stands for.
    #[serde(default)]
    pub hist: String,
}

impl Unit {
    /// How it stacks and fights.
    pub fn class(&self) -> Class {
        match self.kind {
            UnitKind::Artillery => Class::Gun,
            UnitKind::Leader => Class::Leader,
            UnitKind::Supply => Class::Train,
            _ => Class::Foot,
        }
    }

    /// Whether it is infantry, cavalry or artillery.
    pub fn is_man(&self) -> bool {
        self.class().is_man()
    }

    /// How it moves.
    pub fn gait(&self) -> Gait {
        match self.kind {
            UnitKind::Cavalry => Gait::Cavalry,
            UnitKind::Artillery | UnitKind::Supply => Gait::Artillery,
            UnitKind::Leader => Gait::Foot,
            _ if self.light => Gait::Light,
            _ => Gait::Foot,
        }
    }

    /// Whether it fights in line: bayonets and volleys are its own (18.1).
    pub fn is_of_the_line(&self) -> bool {
        matches!(self.kind, UnitKind::Line | UnitKind::Grenadier)
    }

    /// What its figures lack, if anything: the key and why.
    fn fault(&self) -> Option<(&'static str, &'static str)> {
        let man = self.is_man();
        let wrong = [
            (man && !(1..=99).contains(&self.cf), "cf", "a man has a combat factor from 1 to 99"),
            (man && !(1..=99).contains(&self.dcf), "dcf", "a man has a disordered factor from 1 to 99"),
            (self.class() == Class::Train && self.cf == 0, "cf", "a train defends with at least 1 (20.0)"),
            (self.class() == Class::Gun && self.range == 0, "range", "artillery has a range (6.1)"),
            (self.class() == Class::Leader && self.cv == 0, "cv", "a leader has a command value (12.0)"),
            (!man && self.ma == 0, "ma", "a leader or train moves (7.2)"),
            (self.ma > 40, "ma", "an allowance is at most 40"),
        ];
        wrong.into_iter().find(|(is_wrong, ..)| *is_wrong).map(|(_, key, why)| (key, why))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitForm {
    #[serde(default)]
    reconstructed: bool,
    units: Vec<Spanned<Unit>>,
}

/// The counters of a battle.
#[derive(Clone, Debug)]
pub(crate) struct Counters {
    pub reconstructed: bool,
    pub units: Vec<Unit>,
}

impl Counters {
    /// Reads counters; nothing if they have faults.
    pub fn read(source: &Source, faults: &mut Faults) -> Option<Counters> {
        let form: UnitForm = read_toml("units", source, faults)?;
        let before = faults.len();
        for (index, unit) in form.units.iter().enumerate() {
            let twice = form.units[..index].iter().any(|other| other.get_ref().id == unit.get_ref().id);
            if twice {
                let message = format!("there are two units `{}`", unit.get_ref().id);
                faults.push(Fault::error("units::twice", message).at(source, unit.span(), "the second"));
            }
            if let Some((key, why)) = unit.get_ref().fault() {
                let message = format!("`{}` cannot have this `{key}`", unit.get_ref().id);
                faults.push(Fault::error("units::figure", message).at(source, unit.span(), why));
            }
        }
        if form.units.is_empty() || form.units.len() > MOST_UNITS {
            let message = format!("a battle has from 1 to {MOST_UNITS} units");
            faults.push(Fault::error("units::number", message).at(source, 0..0, "out of range"));
        }
        let units = form.units.into_iter().map(Spanned::into_inner).collect();
        (faults.len() == before).then_some(Counters { reconstructed: form.reconstructed, units })
    }
}
