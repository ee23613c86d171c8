//! A map of letters: places, lines between them, and labels where they hide least.

use crate::text::style::paint;
use anstyle::Style;

/// The column and row of a cell.
pub type Spot = (usize, usize);

/// A label in full, and shorter.
pub type Forms = [Vec<Cell>; 4];

/// A cell of the map.
#[derive(Clone, Copy, PartialEq)]
pub struct Cell {
    /// What is written there.
    pub letter: char,
    /// Its colour.
    pub style: Option<Style>,
    /// What may be written over it: 0 anything, 1 links, 2 nothing.
    pub rank: u8,
}

const EMPTY: Cell = Cell { letter: ' ', style: None, rank: 0 };

/// What it costs that a label is nearer to the sign of another place than to its own.
const ASTRAY: usize = 200;

/// The cells of a map.
pub struct Canvas {
    columns: usize,
    cells: Vec<Cell>,
    /// Where the signs of places are.
    signs: Vec<Spot>,
}

impl Canvas {
    /// A blank map of this many columns and rows.
    pub fn new(columns: usize, rows: usize) -> Canvas {
        Canvas { columns, cells: vec![EMPTY; columns * rows], signs: Vec::new() }
    }

    fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// Whether a cell is on the map.
    pub fn has(&self, (column, row): Spot) -> bool {
        column < self.columns && row < self.rows()
    }

    /// Writes cells from a place on, over what has a lower rank.
    pub fn put(&mut self, (column, row): Spot, cells: &[Cell], rank: u8) {
        for (index, cell) in cells.iter().enumerate() {
            let here = &mut self.cells[row * self.columns + column + index];
            if here.rank <= rank {
                *here = Cell { rank, ..*cell };
            }
        }
    }

    /// A line of letters between two cells.
    pub fn line(&mut self, (x1, y1): Spot, (x2, y2): Spot, letter: char, style: Option<Style>) {
        let steps = x1.abs_diff(x2).max(2 * y1.abs_diff(y2)).max(1);
        for step in 1..steps {
            let part = step as f32 / steps as f32;
            let x = (x1 as f32 + (x2 as f32 - x1 as f32) * part).round() as usize;
            let y = (y1 as f32 + (y2 as f32 - y1 as f32) * part).round() as usize;
            self.put((x, y), &[Cell { letter, style, rank: 1 }], 1);
        }
    }

    /// Writes the sign of a place.
    pub fn sign(&mut self, at: Spot, sign: Cell) {
        self.put(at, &[sign], 2);
        self.signs.push(at);
    }

    /// Whether a label is nearer to the sign of another place than to its own. A row is as far as two columns.
    fn is_astray(&self, label: Spot, length: usize, own: Spot) -> bool {
        let away = |sign: Spot| {
            let across = label.0.saturating_sub(sign.0).max((sign.0 + 1).saturating_sub(label.0 + length));
            across + 2 * label.1.abs_diff(sign.1)
        };
        self.signs.iter().any(|sign| away(*sign) < away(own))
    }

    /// Writes a label beside its place, where it hides least: in full if there is room, or shorter. Says whether it is
    /// nearer to its own place than to any other.
    pub fn label(&mut self, (column, row): Spot, forms: &Forms) -> bool {
        let mut best: Option<(usize, Spot, &Vec<Cell>, bool)> = None;
        for (form, cells) in forms.iter().enumerate() {
            for (place, at) in self.spots((column, row), cells.len()).into_iter().enumerate() {
                if let Some(hidden) = self.hidden(at, cells.len()) {
                    let cost = hidden * 2 + place * 3 + form * 9;
                    if best.is_some_and(|(least, ..)| cost >= least) {
                        continue;
                    }
                    let astray = self.is_astray(at, cells.len(), (column, row));
                    let cost = cost + if astray { ASTRAY } else { 0 };
                    if best.is_none_or(|(least, ..)| cost < least) {
                        best = Some((cost, at, cells, astray));
                    }
                }
            }
        }
        let Some((_, at, cells, astray)) = best else { return false };
        self.put(at, cells, 2);
        !astray
    }

    /// Where a label of some length may begin without being nearer to the sign of another place.
    pub fn own_spots(&self, at: Spot, length: usize) -> Vec<Spot> {
        let spots = self.spots(at, length);
        spots.into_iter().filter(|&spot| !self.is_astray(spot, length, at)).collect()
    }

    /// In how many of some spots a label fits.
    pub fn room(&self, spots: &[Spot], label: &[Cell]) -> usize {
        spots.iter().filter(|&&spot| self.hidden(spot, label.len()).is_some()).count()
    }

    /// Where a label of some length may begin: right and left of its place, then above and below.
    fn spots(&self, (column, row): Spot, length: usize) -> Vec<Spot> {
        let mut spots = vec![(Some(column + 1), Some(row)), (column.checked_sub(length), Some(row))];
        for away in 1..=5 {
            for row in [row.checked_sub(away), Some(row + away)] {
                let starts = [0, length / 2, length.saturating_sub(1), length / 4, length * 3 / 4, length + 2];
                spots.extend(starts.map(|back| (column.checked_sub(back), row)));
                spots.push((Some(column + 3), row));
            }
        }
        let fits = |&(column, row): &Spot| column + length <= self.columns && row < self.rows();
        spots.into_iter().filter_map(|(column, row)| column.zip(row)).filter(fits).collect()
    }

    /// How many links a text would hide; none if there is another text, or one without a gap to it.
    fn hidden(&self, (column, row): Spot, length: usize) -> Option<usize> {
        let line = &self.cells[row * self.columns..][..self.columns];
        let after = line.get(column + length).is_some_and(|cell| cell.rank == 2 && cell.letter.is_alphanumeric());
        let before = column > 0 && line[column - 1].rank == 2 && line[column - 1].letter.is_alphanumeric();
        let here = &line[column..column + length];
        let free = !after && !before && here.iter().all(|cell| cell.rank < 2);
        free.then(|| here.iter().filter(|cell| cell.rank == 1).count())
    }

    /// The lines, without blanks at their ends.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for line in self.cells.chunks(self.columns) {
            let end = line.iter().rposition(|cell| cell.letter != ' ').map_or(0, |last| last + 1);
            for run in line[..end].chunk_by(|a, b| a.style == b.style) {
                let letters: String = run.iter().map(|cell| cell.letter).collect();
                text.push_str(&run[0].style.map_or(letters.clone(), |style| paint(style, &letters)));
            }
            text.push('\n');
        }
        text
    }
}
