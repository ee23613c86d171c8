//! The tables of the game: combat, bombardment, rally, terrain, and the rest of `tables.toml`.

mod columns;

pub use columns::Column;

use crate::side::{PerSide, USUAL};
use serde::Deserialize;
use serde::de::{Deserializer, Visitor};
use std::collections::BTreeMap;
use std::fmt;
use wilderness_engine::SideWords;
use wilderness_engine::faults::{Fault, Faults, Source, Spanned, read_toml};

/// All tables.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// Combat (9.3).
    pub combat: Combat,
    /// Bombardment (6.1).
    pub bombardment: Bombardment,
    /// Rally (11.2).
    pub rally: Rally,
    /// Fog (5.1).
    pub fog: Fog,
    /// Terrain by its character on maps.
    pub terrain: BTreeMap<char, TerrainRow>,
    /// What crossing a hexside does.
    pub hexside: Hexsides,
    /// Roads and trails (7.2.2).
    pub road: Road,
    /// Levels of victory (22.6).
    pub victory_level: Levels,
    /// Supply trains (20.0).
    pub supply_train: Trains,
    /// Special tactics markers (18.0).
    pub tactics: Pool,
    /// What the sides are called.
    #[serde(default)]
    pub sides: SideNames,
}

/// What the sides are called, if not French and British.
#[derive(Clone, Copy, Default, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideNames {
    french: Option<SideWords>,
    british: Option<SideWords>,
}

impl SideNames {
    /// What each side is called.
    pub(crate) fn words(self) -> PerSide<SideWords> {
        let PerSide([french, british]) = USUAL;
        PerSide([self.french.unwrap_or(french), self.british.unwrap_or(british)])
    }
}

/// What a combat comes to, the worst for the attacker first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
pub enum CombatResult {
    /// Attackers eliminated.
    Ae,
    /// Attackers routed.
    Ar,
    /// Attackers disordered.
    Ad,
    /// Disorder exchanged.
    Bx,
    /// Defenders disordered.
    Dd,
    /// Defenders routed.
    Dr,
    /// Defenders eliminated.
    De,
}

/// What a bombardment comes to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
pub enum FireResult {
    /// Nothing.
    #[serde(rename = "-")]
    None,
    /// Disorder; who is disordered withdraws.
    Ds,
    /// Disorder and rout; who is disordered is eliminated.
    Dz,
    /// The same, and leaders are eliminated.
    #[serde(rename = "Dz*")]
    DzStar,
}

impl CombatResult {
    /// How the table writes them.
    pub const WORDS: [&str; 7] = ["Ae", "Ar", "Ad", "Bx", "Dd", "Dr", "De"];

    /// How the table writes it.
    pub fn word(self) -> &'static str {
        CombatResult::WORDS[self as usize]
    }
}

impl FireResult {
    /// How the table writes it.
    pub fn word(self) -> &'static str {
        ["-", "Ds", "Dz", "Dz*"][self as usize]
    }
}

/// The key of the row of a die in the files.
fn key_of(die: u8) -> &'static str {
    ["", "1", "2", "3", "4", "5", "6"].get(usize::from(die)).copied().unwrap_or_default()
}

/// The combat table (9.3).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combat {
    /// Whether the cells are not the rulebook's.
    #[serde(default)]
    pub reconstructed: bool,
    columns: Vec<Spanned<Column>>,
    rows: BTreeMap<String, Spanned<Vec<CombatResult>>>,
}

impl Combat {
    /// The column of these factors (9.1.1): the best one that the attacker reaches, or the worst of all.
    pub fn column(&self, attack: u32, defence: u32) -> Column {
        let reached = |column: &&Spanned<Column>| column.get_ref().is_reached(attack, defence);
        let column = self.columns.iter().rev().find(reached).or(self.columns.first());
        column.map_or_else(Column::default, |column| *column.get_ref())
    }

    /// The columns, the worst for the attacker first.
    pub fn columns(&self) -> impl Iterator<Item = Column> {
        self.columns.iter().map(|column| *column.get_ref())
    }

    /// The result of a die in a column.
    pub fn result(&self, column: Column, die: u8) -> CombatResult {
        let index = self.columns.iter().position(|other| *other.get_ref() == column).unwrap_or_default();
        let row = self.rows.get(key_of(die));
        row.and_then(|row| row.get_ref().get(index)).copied().unwrap_or(CombatResult::Bx)
    }
}

/// The bombardment table (6.1).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bombardment {
    /// Whether the cells are not the rulebook's.
    #[serde(default)]
    pub reconstructed: bool,
    rows: BTreeMap<String, Spanned<Vec<FireResult>>>,
    /// What changes the strength.
    pub modifiers: FireModifiers,
}

/// What changes the strength of a bombardment (6.1 step 4).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FireModifiers {
    /// At one hex, at two hexes and so on; nothing beyond.
    pub range: Vec<i8>,
    /// A fort or entrenchment hexside on the line that is not the gun's own.
    pub crosses_wall: i8,
    /// The target is a bastion.
    pub target_bastion: i8,
}

impl Bombardment {
    /// The strength of its last column.
    pub fn strongest(&self) -> u8 {
        self.held(i32::from(u8::MAX))
    }

    /// A strength as the table has it: from 1 to the last column.
    pub fn held(&self, strength: i32) -> u8 {
        let most = self.rows.values().map(|row| row.get_ref().len()).min().unwrap_or(1);
        strength.clamp(1, most as i32) as u8
    }

    /// The result of a die for a strength.
    pub fn result(&self, strength: u8, die: u8) -> FireResult {
        let row = self.rows.get(key_of(die));
        let cell = row.and_then(|row| row.get_ref().get(usize::from(strength).saturating_sub(1)));
        cell.copied().unwrap_or(FireResult::None)
    }
}

/// Rally (11.2).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rally {
    /// The least modified die that rallies.
    pub succeeds_on: i8,
    /// What is added to the die besides the rally rating.
    pub modifiers: RallyModifiers,
}

/// What is added to the die of a rally.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RallyModifiers {
    /// An own leader within his radius (12.3).
    pub leader_in_radius: i8,
    /// Fog (5.1).
    pub fog: i8,
    /// An own supply train in the hex or next to it (20.0).
    pub supply_train_near: i8,
    /// A looted train there (20.0).
    pub looted_train_near: i8,
}

/// What fog does (5.1).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fog {
    /// How far one sees.
    pub maximum_los: u32,
}

/// What it costs to enter a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Movement points.
    Mp(u8),
    /// Prohibited except along a road or trail.
    No,
    /// Always prohibited.
    Never,
}

impl<'de> Deserialize<'de> for Cost {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cost, D::Error> {
        struct Written;
        impl Visitor<'_> for Written {
            type Value = Cost;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of MP from 1 to 20, \"no\" or \"never\"")
            }
            fn visit_i64<E: serde::de::Error>(self, mp: i64) -> Result<Cost, E> {
                let unexpected = || E::invalid_value(serde::de::Unexpected::Signed(mp), &self);
                u8::try_from(mp).ok().filter(|mp| (1..=20).contains(mp)).map(Cost::Mp).ok_or_else(unexpected)
            }
            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Cost, E> {
                match word {
                    "no" => Ok(Cost::No),
                    "never" => Ok(Cost::Never),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Str(word), &self)),
                }
            }
        }
        deserializer.deserialize_any(Written)
    }
}

/// Who is doubled when defending in a hex (9.2.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Defence {
    /// Nobody.
    None,
    /// Light units.
    Light,
    /// All units.
    All,
}

/// Who leaves an enemy zone of control from some terrain (8.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Nimble {
    Cavalry,
    /// Light units.
    Light,
}

/// One kind of terrain.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainRow {
    /// Its name, as `clear`.
    pub name: String,
    foot: Cost,
    light: Cost,
    cavalry: Cost,
    artillery: Cost,
    /// Who is doubled in it.
    pub defence: Defence,
    /// Whether it blocks lines of sight.
    pub los: bool,
    /// Whether zones and attacks do not reach in or out.
    #[serde(default)]
    pub water: bool,
    /// Whether it is a fort.
    #[serde(default)]
    pub fort: bool,
    /// Whether it is bombarded as a bastion.
    #[serde(default)]
    pub bastion: bool,
    /// Whether light units can lie in ambush in it.
    #[serde(default)]
    pub ambush: bool,
    /// Whether it can be set on fire.
    #[serde(default)]
    pub burns: bool,
    /// Who may leave an enemy zone of control from it.
    #[serde(default)]
    pub disengage: Vec<Nimble>,
    /// Whether its figures are not the rulebook's.
    #[serde(default)]
    pub reconstructed: bool,
}

/// How a unit moves: the columns of the terrain table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gait {
    /// Infantry, and leaders.
    Foot,
    /// Light units.
    Light,
    /// Cavalry.
    Cavalry,
    /// Artillery, and supply trains.
    Artillery,
}

impl Gait {
    /// All of them, in the order of the table.
    pub const ALL: [Gait; 4] = [Gait::Foot, Gait::Light, Gait::Cavalry, Gait::Artillery];
}

impl TerrainRow {
    /// What it costs to enter.
    pub fn cost(&self, gait: Gait) -> Cost {
        match gait {
            Gait::Foot => self.foot,
            Gait::Light => self.light,
            Gait::Cavalry => self.cavalry,
            Gait::Artillery => self.artillery,
        }
    }

    /// Whether no unit may ever enter it.
    pub fn is_closed(&self) -> bool {
        [self.foot, self.light, self.cavalry, self.artillery].iter().all(|cost| *cost == Cost::Never)
    }
}

/// What crossing a kind of hexside does.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hexside {
    /// MP added.
    pub extra: u8,
    /// Whether it doubles who defends behind it.
    pub doubles: bool,
    /// Whether its figures are not the rulebook's.
    #[serde(default)]
    pub reconstructed: bool,
}

/// What crossing hexsides does (7.2.1, 9.2.1).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hexsides {
    /// Uphill.
    pub slope: Hexside,
    /// Into an entrenchment.
    pub entrenchment: Hexside,
    /// Either way.
    pub creek: Hexside,
    /// Either way.
    pub ford: Hexside,
    /// Either way.
    pub bridge: Hexside,
}

/// Roads and trails (7.2.2).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Road {
    /// From one hex to the next along it.
    pub mp: u8,
}

/// The least margin for each level of victory (22.6).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Levels {
    pub marginal: u16,
    pub substantive: u16,
    pub decisive: u16,
}

/// What becomes of a supply train that the enemy takes (20.0).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trains {
    /// The highest die that eliminates it.
    pub eliminated: u8,
    /// The highest die that lets the enemy have it; beyond, it is looted.
    pub captured: u8,
    /// Added if Indians took part.
    pub indian_took_part: u8,
    /// Victory points for each that is eliminated or captured.
    pub vp: u16,
    /// Whether these points are not the rulebook's.
    #[serde(default)]
    pub vp_reconstructed: bool,
}

/// The special tactics markers of a side (18.0).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pool {
    /// Whether the number of each kind is not the rulebook's.
    #[serde(default)]
    pub reconstructed: bool,
    /// How many of each kind.
    pub pool: Counts,
}

/// How many markers of each kind.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Counts {
    /// Forced march.
    pub forced_march: u8,
    /// Bayonet attack.
    pub bayonet: u8,
    pub volley: u8,
    pub ambush: u8,
}

impl Tables {
    /// Reads `tables.toml`; nothing if it has faults.
    pub(crate) fn read(source: &Source, faults: &mut Faults) -> Option<Tables> {
        let tables: Tables = read_toml("tables", source, faults)?;
        let before = faults.len();
        let columns = tables.combat.columns.len();
        rows(&tables.combat.rows, Some(columns), source, faults);
        rows(&tables.bombardment.rows, None, source, faults);
        let mut columns = tables.combat.columns.windows(2);
        if let Some([_, bad]) = columns.find(|pair| !pair[1].get_ref().is_better_than(pair[0].get_ref())) {
            let fault =
                Fault::error("tables::columns", "the columns of the combat table must get better from left to right");
            faults.push(fault.at(source, bad.span(), "not better than the one before it (9.1.1)"));
        }
        (faults.len() == before).then_some(tables)
    }
}

/// Checks that there is a row for each face of the die, all of the same length.
fn rows<T>(rows: &BTreeMap<String, Spanned<Vec<T>>>, columns: Option<usize>, source: &Source, faults: &mut Faults) {
    let faces: Vec<String> = (1..=6).map(|face| face.to_string()).collect();
    let columns = columns.unwrap_or_else(|| rows.values().next().map_or(0, |row| row.get_ref().len()));
    for (face, row) in rows {
        let wrong = |code: &str, message: String, label: &str| {
            Fault::error(format!("tables::{code}"), message).at(source, row.span(), label)
        };
        if !faces.contains(face) {
            faults.push(wrong("row", format!("`{face}` is not a face of a die"), "rows are 1 to 6"));
        } else if row.get_ref().len() != columns || columns == 0 {
            let message = format!("row {face} has {} results", row.get_ref().len());
            faults.push(wrong("row", message, &format!("there are {columns} columns")));
        }
    }
    for face in faces.iter().filter(|face| !rows.contains_key(*face)) {
        let span = rows.values().next().map_or(0..0, Spanned::span);
        faults.push(Fault::error("tables::row", format!("the row for a {face} is missing")).at(
            source,
            span,
            "beside this",
        ));
    }
}
