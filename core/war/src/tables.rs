//! The charts: combat results (7.5), siege (8.23), raid (10.3) and victory points (13.2).

/// Steps lost by the enemy, by strength column and modified die (`<= 0`, 1 to 6, `>= 7`). "No effect" is 0.
const COMBAT: [(u32, [u8; 8]); 11] = [
    (0, [0, 0, 0, 0, 0, 1, 1, 1]),
    (1, [0, 0, 0, 0, 1, 1, 1, 1]),
    (2, [0, 0, 0, 1, 1, 1, 1, 2]),
    (3, [0, 0, 1, 1, 1, 1, 2, 2]),
    (4, [0, 0, 1, 1, 2, 2, 2, 3]),
    (6, [0, 1, 2, 2, 2, 3, 3, 3]),
    (9, [1, 2, 2, 2, 3, 3, 4, 4]),
    (13, [1, 2, 3, 3, 4, 4, 4, 5]),
    (17, [2, 3, 3, 4, 4, 5, 5, 6]),
    (22, [3, 4, 4, 4, 5, 5, 6, 7]),
    (28, [3, 4, 5, 5, 5, 6, 7, 8]),
];

/// Increase of the siege level, by modified die.
const SIEGE: [u8; 8] = [0, 0, 0, 1, 1, 1, 2, 2];

/// Steps the raiders lose, by modified die; a modified 5 or more is a success in both columns.
const RAID_STOCKADE: [u8; 8] = [2, 1, 1, 0, 2, 1, 0, 0];
const RAID_CULTIVATED: [u8; 8] = [2, 0, 0, 0, 1, 1, 0, 0];

/// The column of the Raid Table (10.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RaidColumn {
    /// Against a stockade, an allied settlement, or under Blockhouses.
    Stockade,
    /// Against a cultivated space without either.
    Cultivated,
}

/// What the Raid Table says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RaidResult {
    /// Whether the raid succeeds (10.31).
    pub success: bool,
    /// Steps the raiders lose.
    pub losses: u8,
}

/// The most units that can be inside a fort (8.11).
pub const FORT_CAPACITY: usize = 4;

/// As far as victory points are counted: far beyond every end of a game.
pub const MOST_POINTS: i16 = 999;

/// Victory points for taking a fortress (13.2).
pub const FORTRESS_VP: i8 = 3;
/// Victory points for taking a fort (13.2).
pub const FORT_VP: i8 = 2;
/// Victory points for taking or destroying a stockade, but not in a raid (13.2).
pub const STOCKADE_VP: i8 = 1;
/// Victory points for Niagara or Ohio Forks changing hands (13.23).
pub const KEY_SPACE_VP: i8 = 1;
/// Victory points for winning a battle against a regular or more than four units (7.81).
pub const BATTLE_VP: i8 = 1;
/// Victory points lost by demolishing a friendly fort (5.46).
pub const DEMOLITION_VP: i8 = 1;

fn row(modified: i32) -> usize {
    modified.clamp(0, 7) as usize
}

/// The column for a combat strength: its place on the table, 0 to 10 (7.2 C).
pub fn combat_column(strength: u32) -> usize {
    COMBAT.iter().rposition(|(least, _)| strength >= *least).unwrap_or(0)
}

/// The strengths covered by a column, as printed above it.
pub fn combat_column_name(column: usize) -> String {
    match (COMBAT[column].0, COMBAT.get(column + 1)) {
        (least, None) => format!("{least}+"),
        (least, Some((next, _))) if next - least == 1 => least.to_string(),
        (least, Some((next, _))) => format!("{least}-{}", next - 1),
    }
}

/// Steps lost by the enemy: `column` as given by [`combat_column`] after shifts, and the modified die.
pub fn combat(column: usize, modified: i32) -> u8 {
    COMBAT[column.min(COMBAT.len() - 1)].1[row(modified)]
}

/// Increase of the siege level for a modified die (8.23).
pub fn siege(modified: i32) -> u8 {
    SIEGE[row(modified)]
}

/// The result of a raid for a modified die (10.3).
pub fn raid(column: RaidColumn, modified: i32) -> RaidResult {
    let losses = match column {
        RaidColumn::Stockade => RAID_STOCKADE,
        RaidColumn::Cultivated => RAID_CULTIVATED,
    }[row(modified)];
    RaidResult { success: modified >= 5, losses }
}
