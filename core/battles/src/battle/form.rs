//! The file of a scenario, before it is checked against map, counters and tables.

use crate::side::Side;
use serde::Deserialize;
use std::collections::BTreeMap;
use wilderness_engine::faults::Spanned;

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BattleForm {
    pub id: String,
    pub name: String,
    pub map: Spanned<String>,
    pub units: Spanned<String>,
    pub turns: Spanned<u8>,
    pub player_a: Side,
    pub player_b: Spanned<Side>,
    pub setup_order: Option<Spanned<Vec<Side>>>,
    #[serde(default)]
    pub friendly_edges: BTreeMap<Side, Vec<Spanned<String>>>,
    #[serde(default)]
    pub historical: String,
    #[serde(default)]
    pub fog: FogForm,
    #[serde(default)]
    pub deploy: Vec<Spanned<DeployForm>>,
    #[serde(default)]
    pub arrival: Vec<Spanned<ArrivalForm>>,
    pub demoralization: DemoralizationForm,
    #[serde(default)]
    pub victory: BTreeMap<Side, Vec<Spanned<AwardForm>>>,
    #[serde(default)]
    pub keep_away: Vec<KeepAway>,
    #[serde(default)]
    pub options: OptionsForm,
    #[serde(default)]
    pub scripts: BTreeMap<Spanned<String>, ParametersForm>,
}

/// What a scenario gives a script, by names.
pub(crate) type ParametersForm = BTreeMap<Spanned<String>, Spanned<toml::Value>>;

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct FogForm {
    pub reconstructed: bool,
    pub dice: BTreeMap<Spanned<String>, u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeployForm {
    pub side: Side,
    pub groups: Vec<Spanned<String>>,
    pub area: AreaForm,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AreaForm {
    pub within: Option<u32>,
    pub of: Option<Spanned<String>>,
    pub min_column: Option<u8>,
    pub max_column: Option<u8>,
    pub min_row: Option<u8>,
    pub max_row: Option<u8>,
    pub hexes: Option<Vec<Spanned<String>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArrivalForm {
    pub id: String,
    pub name: Option<String>,
    pub side: Side,
    pub groups: Vec<Spanned<String>>,
    pub edge: Spanned<String>,
    pub anchor_distance: Option<u32>,
    pub turn: Option<Spanned<u8>>,
    pub script: Option<Spanned<String>>,
    #[serde(default)]
    pub parameters: ParametersForm,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DemoralizationForm {
    pub french: LossesForm,
    pub british: LossesForm,
    #[serde(default)]
    pub hexes: Vec<HexPointsForm>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LossesForm {
    pub level: Spanned<u16>,
    pub infantry: u8,
    pub indian: Spanned<RateForm>,
    pub artillery: Spanned<RateForm>,
    pub leader: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RateForm {
    pub per_strength: Option<u8>,
    pub per_unit: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HexPointsForm {
    pub side: Side,
    pub points: u8,
    pub when_entered_by: Spanned<Side>,
    pub hexes: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AwardForm {
    pub vp: u8,
    pub enemy_demoralization: Option<Spanned<PercentForm>>,
    pub occupies: Option<Spanned<String>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PercentForm {
    pub from: u32,
    pub below: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KeepAway {
    pub side: Side,
    pub hexes: Vec<Spanned<String>>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct OptionsForm {
    pub tactics: Option<TacticsForm>,
    pub trains: BTreeMap<Spanned<String>, Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TacticsForm {
    pub french: u8,
    pub british: u8,
}
