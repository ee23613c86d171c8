//! Tables of 80 columns: numbers are right-aligned, and the last column is wrapped.

use crate::text::columns::{beside, pad, width};
use crate::text::style::{DIM, paint};

/// The gap between columns.
const GAP: usize = 2;

/// Rows under a heading.
pub struct TextTable {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// An empty table with these columns.
    pub fn new(head: &[&str]) -> TextTable {
        TextTable { head: head.iter().map(ToString::to_string).collect(), rows: Vec::new() }
    }

    /// Adds a row, with a cell for each column.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The table as text.
    pub fn render(&self) -> String {
        let mut text = format!("{}\n", paint(DIM, self.line(&self.head)));
        for row in &self.rows {
            text.push_str(&format!("{}\n", self.line(row)));
        }
        text
    }

    fn line(&self, cells: &[String]) -> String {
        let Some((last, rest)) = cells.split_last() else { return String::new() };
        let mut line = String::new();
        for (column, cell) in rest.iter().enumerate() {
            line.push_str(&self.aligned(column, cell));
            line.push_str(&" ".repeat(GAP));
        }
        let last = if self.is_numeric(rest.len()) { self.aligned(rest.len(), last) } else { last.clone() };
        if last.starts_with(' ') {
            return line + last.as_str();
        }
        beside(&line, width(&line), &last)
    }

    fn aligned(&self, column: usize, cell: &str) -> String {
        let cells = self.rows.iter().chain([&self.head]).filter_map(|row| row.get(column));
        let to = cells.map(|cell| width(cell)).max().unwrap_or(0);
        match self.is_numeric(column) {
            true => format!("{}{cell}", " ".repeat(to.saturating_sub(width(cell)))),
            false => pad(cell, to),
        }
    }

    /// Whether a column holds only numbers.
    fn is_numeric(&self, column: usize) -> bool {
        let cells = || self.rows.iter().filter_map(|row| row.get(column)).filter(|cell| !cell.is_empty());
        let number = |cell: &String| cell.chars().all(|c| c.is_ascii_digit() || " .%<>-".contains(c));
        cells().next().is_some() && cells().all(number)
    }
}

/// A chance in whole percent, but never 0 or 100 % for anything in between.
pub fn percent(chance: f64) -> String {
    let whole = (chance * 100.0).round();
    match chance {
        _ if chance < 1e-9 => "0 %".into(),
        _ if chance > 1.0 - 1e-9 => "100 %".into(),
        _ if whole < 1.0 => "<1 %".into(),
        _ if whole > 99.0 => ">99 %".into(),
        _ => format!("{whole} %"),
    }
}
