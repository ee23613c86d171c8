//! The tables of Wilderness War, as the printed charts have them: combat, siege, raid, terrain, victory.

use super::help::MANUAL;
use crate::front::{Chart, Figures};
use crate::text::columns::beside;
use crate::text::table::TextTable;
use wilderness_war::tables::{self, RaidColumn};

/// The modified dice of the tables: the first stands for all below, the last for all above.
const DICE: [i32; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
/// The number of columns of the Combat Results Table.
const COLUMNS: usize = 11;
/// The width of the names of rows in lists.
const MARGIN: usize = 28;

/// All tables.
pub fn all() -> Vec<Chart> {
    vec![
        chart(
            &["combat", "crt", "battle"],
            "Combat Results Table (7.5): steps that the enemy loses",
            combat(),
            "Battle",
        ),
        chart(&["siege"], "Siege Table (8.23): what the siege level rises by", siege(), "Siege"),
        chart(&["raid"], "Raid Table (10.3): success, and steps that the raiders lose", raid(), "Raids"),
        chart(&["terrain", "movement", "tec"], "Terrain (6.2)", terrain(), "Stops"),
        chart(&["victory", "vp", "points"], "Victory points (13.2)", points(), "Victory"),
    ]
}

/// A table with what the topic of help says about it.
fn chart(words: &'static [&'static str], title: &str, text: String, topic: &str) -> Chart {
    let topic = MANUAL.rules.iter().find(|known| known.name == topic);
    let note = topic.map(|topic| topic.text.split_whitespace().collect::<Vec<_>>().join(" ")).unwrap_or_default();
    Chart { words, title: title.into(), figures: Figures::Printed, text, note }
}

fn die(die: i32) -> String {
    match die {
        0 => "0 or less".into(),
        7 => "7 or more".into(),
        _ => die.to_string(),
    }
}

fn combat() -> String {
    let names: Vec<String> = (0..COLUMNS).map(tables::combat_column_name).collect();
    let head: Vec<&str> = ["Die"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let mut table = TextTable::new(&head);
    for modified in DICE {
        let cells = (0..COLUMNS).map(|column| tables::combat(column, modified).to_string());
        table.row([die(modified)].into_iter().chain(cells));
    }
    table.render()
}

fn siege() -> String {
    let mut table = TextTable::new(&["Die", "Siege level"]);
    for modified in DICE {
        table.row([die(modified), format!("+{}", tables::siege(modified))]);
    }
    table.render()
}

fn raid() -> String {
    let mut table = TextTable::new(&["Die", "Stockade or settlement", "Cultivated"]);
    let cell = |column: RaidColumn, modified: i32| {
        let result = tables::raid(column, modified);
        format!("{}, loses {}", if result.success { "succeeds" } else { "fails" }, result.losses)
    };
    for modified in DICE {
        let columns = [RaidColumn::Stockade, RaidColumn::Cultivated];
        table.row([die(modified)].into_iter().chain(columns.map(|column| cell(column, modified))));
    }
    table.render()
}

fn terrain() -> String {
    let rows = [
        ("Cultivated", "no stop for drilled troops; auxiliaries alone stop after leaving one of the enemy's"),
        ("Wilderness", "drilled troops without auxiliaries stop after leaving it"),
        ("Mountains", "every piece stops on entering"),
        ("Boats", "up to nine spaces, whatever the terrain"),
    ];
    lines(rows.map(|(name, text)| (name.to_string(), text.to_string())))
}

fn points() -> String {
    let rows = [
        ("A fortress taken", tables::FORTRESS_VP),
        ("A fort taken", tables::FORT_VP),
        ("A stockade taken", tables::STOCKADE_VP),
        ("Niagara or Ohio Forks taken", tables::KEY_SPACE_VP),
        ("A battle won", tables::BATTLE_VP),
        ("Own fort demolished", -tables::DEMOLITION_VP),
    ];
    let about = |name: &str| match name {
        "A battle won" => ", against a regular or more than four units",
        "A stockade taken" => ", but not in a raid",
        _ => "",
    };
    let row = |(name, vp): (&str, i8)| (name.to_string(), format!("{vp:+}{}", about(name)));
    let raided = lines([("Two Raided markers".to_string(), "+1 at the end of the year".to_string())]);
    lines(rows.map(row)) + raided.as_str()
}

fn lines<const N: usize>(rows: [(String, String); N]) -> String {
    rows.into_iter().map(|(name, text)| beside(&format!("  {name}"), MARGIN + 2, &text) + "\n").collect()
}
