//! All of the field as rows of text.

use super::names::style;
use crate::text::style::{DIM, paint};
use std::fmt::Write as _;
use wilderness_battles::{Battle, Class, Hex, Side, State};

/// The whole map: two lines for each row, three letters for each column.
pub fn render(battle: &Battle, state: &State) -> String {
    let map = &battle.map;
    let numbers = |which: u8| {
        let column = |column: u8| if column % 2 == which { format!("{column:02} ") } else { "   ".into() };
        let line: String = (1..=map.grid.columns()).map(column).collect();
        format!("{}\n", paint(DIM, format!("   {}", line.trim_end())))
    };
    let mut text = numbers(1) + numbers(0).as_str();
    for row in 1..=map.grid.rows() {
        for which in [1, 0] {
            let label = if which == 1 { format!("{row:02} ") } else { "   ".into() };
            let mut line = paint(DIM, label);
            for column in 1..=map.grid.columns() {
                match Hex::at(column, row).filter(|_| column % 2 == which) {
                    Some(hex) => line.push_str(&cell(battle, state, hex)),
                    None => line.push_str("   "),
                }
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
    text + legend(battle).as_str()
}

/// Terrain and the strongest unit: `F3`, lower case if disordered; `*` for a gun alone, `^` for a leader alone.
fn cell(battle: &Battle, state: &State, hex: Hex) -> String {
    let name = &battle.map.terrain(hex).name;
    let code = battle.tables.terrain.iter().find(|(_, terrain)| terrain.name == *name).map_or(' ', |(code, _)| *code);
    let mut foot: Option<(Side, u8, bool)> = None;
    let mut other: Option<(Side, char)> = None;
    for (unit, counter) in battle.units().filter(|(unit, _)| state.hex(*unit) == Some(hex)) {
        let piece = state.piece(unit);
        let cf = if piece.disordered { counter.dcf } else { counter.cf };
        match counter.class() {
            Class::Foot => foot = Some((piece.side, cf, piece.disordered)),
            Class::Gun => other = Some((piece.side, '*')),
            Class::Leader => other = other.or(Some((piece.side, '^'))),
            Class::Train => other = other.or(Some((piece.side, '='))),
        }
    }
    let letter = |side: Side, small: bool| {
        let letter = if side == Side::French { "F" } else { "B" };
        if small { letter.to_lowercase() } else { letter.into() }
    };
    let (side, mark) = match (foot, other) {
        (Some((side, cf, small)), _) => (side, format!("{}{}", letter(side, small), cf.min(9))),
        (None, Some((side, sign))) => (side, format!("{}{sign}", letter(side, false))),
        (None, None) => return format!("{code}  "),
    };
    format!("{code}{}", paint(style(side), mark))
}

/// What the signs mean.
fn legend(battle: &Battle) -> String {
    let kinds: Vec<String> =
        battle.tables.terrain.iter().map(|(code, terrain)| format!("{code} {}", terrain.name)).collect();
    let line = format!(
        "{}; F3 B3 units with their factors, small letters if disordered, * guns, ^ leaders, = trains",
        kinds.join(", ")
    );
    let mark = if battle.map.reconstructed {
        "The map is reconstructed, but for the hexes that the rulebook names.\n"
    } else {
        ""
    };
    let text = crate::text::columns::wrap(&line, crate::text::columns::line_width()).join("\n");
    format!("{}\n{}", paint(DIM, text), paint(DIM, mark))
}
