//! A field of hexes or squares as text, to fit a window: columns side by side, of hexes even ones half a hex lower, with
//! terrain, hexsides, roads, units, and the numbers of the choices of the open question.

use super::canvas::{Canvas, Cell, Spot};
use super::terminal::{glyph, style_of};
use crate::text::columns::wrap;
use crate::text::style::{BOLD, DIM, paint};
use crate::text::window::{LEAST, Window};
use anstyle::Style;
use std::collections::BTreeSet;
use wilderness_engine::Word;
use wilderness_engine::scene::{Conditions, Place, Sample, Scene, Shape, Stack, Symbol, symbol};

/// Lines of the window that the hexes leave to the heading, the numbers of the columns, the names, the key and the
/// prompt.
const AROUND: usize = 8;
/// Columns of the window that they leave to the numbers of the rows, and to the last label.
const BESIDE: usize = 7;
/// The letters from one column of hexes to the next: at least, and at most.
const PITCH: (usize, usize) = (3, 9);

/// Where the hexes are: the column of each, and its row in halves of a hex. Of hexes with a corner at the top, these are
/// columns in halves; squares have no halves.
struct TextGrid {
    spots: Vec<Spot>,
    columns: usize,
    halves: usize,
    /// How many columns a cell takes up.
    broad: usize,
    /// Whether ids are the numbers of columns and rows, and so stand at the edges.
    is_numbered: bool,
}

impl TextGrid {
    fn of(scene: &Scene) -> Option<TextGrid> {
        let (right, down, broad) = scene.places.iter().find_map(|place| match place.shape {
            Shape::Hex(corner) => Some((1.5 * corner, 0.75f32.sqrt() * corner, 2)),
            Shape::Upright(corner) => Some((0.75f32.sqrt() * corner, 1.5 * corner, 2)),
            Shape::Square(side) => Some((2.0 * side, 2.0 * side, 1)),
            Shape::Point => None,
        })?;
        let is_numbered =
            scene.places.iter().all(|place| place.id.len() == 4 && place.id.chars().all(|c| c.is_ascii_digit()));
        let least = |part: fn(&Place) -> f32| scene.places.iter().map(part).fold(f32::MAX, f32::min);
        let (left, top) = (least(|place| place.at.0), least(|place| place.at.1));
        let spot = |place: &Place| {
            let (column, half) = ((place.at.0 - left) / right, (place.at.1 - top) / down);
            (column.round() as usize, half.round() as usize)
        };
        let spots: Vec<Spot> = scene.places.iter().map(spot).collect();
        let most = |part: fn(&Spot) -> usize| spots.iter().map(part).max().map_or(0, |last| last + 1);
        Some(TextGrid { columns: most(|spot| spot.0), halves: most(|spot| spot.1), spots, broad, is_numbered })
    }
}

/// The part of a field that is shown.
struct ShownPart {
    /// The first column and half row.
    first: Spot,
    /// How many columns and half rows.
    size: Spot,
    /// The letters from one column to the next.
    pitch: usize,
}

impl ShownPart {
    /// The part around a hex; or the one with the most to see.
    fn of(scene: &Scene, grid: &TextGrid, centre: Option<usize>, window: Window) -> ShownPart {
        let (wide, rows) = (window.0.max(LEAST.0) - BESIDE, window.1.max(LEAST.1) - AROUND);
        let pitch = (wide / grid.columns.max(1)).clamp(PITCH.0, PITCH.1);
        let size = ((wide / pitch).min(grid.columns), rows.min(grid.halves));
        let (over, under) = (grid.columns - size.0, grid.halves - size.1);
        let first = match centre.map(|place| grid.spots[place]) {
            Some((column, half)) => {
                (column.saturating_sub(size.0 / 2).min(over), half.saturating_sub(size.1 / 2).min(under))
            }
            None => {
                let weight = |first: Spot| -> usize {
                    let part = ShownPart { first, size, pitch };
                    (0..scene.places.len())
                        .filter(|place| part.has(grid.spots[*place]))
                        .map(|at| worth(scene, at))
                        .sum()
                };
                let all = (0..=over).flat_map(|column| (0..=under).map(move |half| (column, half)));
                all.max_by_key(|first| (weight(*first), std::cmp::Reverse(*first))).unwrap_or_default()
            }
        };
        ShownPart { first, size, pitch }
    }

    fn has(&self, (column, half): Spot) -> bool {
        (self.first.0..self.first.0 + self.size.0).contains(&column)
            && (self.first.1..self.first.1 + self.size.1).contains(&half)
    }

    /// The cell of a hex, if it is shown.
    fn cell(&self, spot: Spot) -> Option<Spot> {
        self.has(spot).then(|| (4 + (spot.0 - self.first.0) * self.pitch, spot.1 - self.first.1))
    }
}

/// How much there is to see in a hex.
fn worth(scene: &Scene, place: usize) -> usize {
    let stacks = scene.stacks.iter().filter(|stack| stack.place == place);
    let stacks: usize = stacks.map(|stack| if stack.moved { 4 } else { 3 }).sum();
    let choice = scene.highlights.iter().any(|highlight| highlight.place == place);
    let named = !scene.places[place].name.is_empty();
    stacks * 2 + if choice { 6 } else { 0 } + usize::from(named)
}

/// The field in a window, around a hex or where there is the most to see, with the colours of the two sides.
pub fn field(scene: &Scene, centre: Option<usize>, window: Window, sides: &[Style]) -> String {
    let Some(grid) = TextGrid::of(scene) else { return String::new() };
    let part = ShownPart::of(scene, &grid, centre, window);
    let width = window.0.max(LEAST.0);
    let mut canvas = Canvas::new(width, part.size.1);
    let cells: Vec<Option<Spot>> = grid.spots.iter().map(|spot| part.cell(*spot)).collect();
    draw_lines(scene, &cells, part.pitch, &mut canvas);
    for (place, facts) in scene.places.iter().enumerate() {
        let Some(cell) = cells[place] else { continue };
        let room = (grid.broad * part.pitch - 1).min(width - cell.0);
        let ground = glyph(scene, facts).map(String::from);
        let ground = ground.unwrap_or_else(|| if grid.is_numbered { String::new() } else { facts.id.clone() });
        canvas.put(cell, &content(scene, place, (room, &ground), sides), 2);
        // The numbers of the rows are those of the first column.
        if grid.is_numbered && grid.spots[place].0 == part.first.0 {
            let number = facts.id.get(2..).unwrap_or_default();
            let letters: Vec<Cell> = number.chars().map(|letter| Cell { letter, style: Some(DIM), rank: 2 }).collect();
            canvas.put((0, cell.1), &letters, 2);
        }
    }
    let heading = heading(scene, &grid, &part);
    let columns = if grid.is_numbered { column_numbers(scene, &grid, &part) + "\n" } else { String::new() };
    format!("{heading}\n{columns}{}{}{}\n", canvas.text(), names(scene, &cells, width), key(scene, width))
}

/// Roads between hexes, and what lies on their sides.
fn draw_lines(scene: &Scene, cells: &[Option<Spot>], pitch: usize, canvas: &mut Canvas) {
    for link in &scene.links {
        if let (Some(a), Some(b)) = (cells[link.from], cells[link.to]) {
            let way = symbol(&scene.symbols.ways, link.way);
            if let Some((way, letter)) = way.and_then(|way| way.glyph.map(|letter| (way, letter))) {
                canvas.line(a, b, letter, way.shape.faint.then_some(DIM));
            }
        }
    }
    for side in &scene.hexsides {
        let Some(letter) = symbol(&scene.symbols.hexsides, side.kind).and_then(|kind| kind.glyph) else { continue };
        let Some((column, row)) = cells[side.place] else { continue };
        // North first, clockwise.
        let spot = match side.direction % 6 {
            0 => row.checked_sub(1).map(|row| (column, row)),
            1 => row.checked_sub(1).map(|row| (column + pitch - 1, row)),
            2 => Some((column + pitch - 1, row + 1)),
            3 => Some((column, row + 1)),
            _ => Some((column - 1, row)),
        };
        if let Some(spot) = spot.filter(|spot| canvas.has(*spot)) {
            canvas.put(spot, &[Cell { letter, style: None, rank: 1 }], 1);
        }
    }
}

/// What is written in a hex: what is built there, or its terrain; or the longest that has room of the numbers of its choices with its stack.
fn content(scene: &Scene, place: usize, (room, ground): (usize, &str), sides: &[Style]) -> Vec<Cell> {
    let stack = scene.stacks.iter().find(|stack| stack.place == place);
    let numbers =
        scene.highlights.iter().find(|highlight| highlight.place == place).map(|highlight| &highlight.numbers);
    let numbers = numbers.map(|all| match all.as_slice() {
        [one] => one.to_string(),
        [first, ..] => format!("{first}+"),
        [] => String::new(),
    });
    let choice =
        numbers.map_or(vec![String::new()], |number| vec![format!("[{number}]"), format!("{number})"), number]);
    let stacks = stack.map_or_else(|| vec![ground.to_string(), String::new()], |stack| forms(scene, stack));
    let style = stack.map(|stack| style_of(sides, stack.side));
    let mut best: (String, String) = Default::default();
    for before in &choice {
        for after in &stacks {
            let length = before.chars().count() + after.chars().count();
            if length <= room && length > best.0.chars().count() + best.1.chars().count() {
                best = (before.clone(), after.clone());
            }
        }
    }
    let cells = |text: &str, style: Option<Style>| {
        text.chars().map(|letter| Cell { letter, style, rank: 2 }).collect::<Vec<Cell>>()
    };
    let (before, after) = best;
    // The ground comes first, the stack last.
    let (first, last) = (cells(&before, Some(BOLD)), cells(&after, style));
    if stack.is_none() { last.into_iter().chain(first).collect() } else { first.into_iter().chain(last).collect() }
}

/// A stack in short, the longest form first: `»F5^Wolfe`, `»F5^`, `»F5`; small letters if all of it is disordered.
fn forms(scene: &Scene, stack: &Stack) -> Vec<String> {
    let side = scene.sides[stack.side].chars().next().unwrap_or(' ');
    let fresh = stack.units.iter().any(|unit| unit.reduced == 0);
    let side = if fresh || stack.units.is_empty() { side } else { side.to_ascii_lowercase() };
    let body = format!("{}{side}{}", if stack.moved { "»" } else { "" }, stack.summary());
    match stack.leaders.first() {
        Some(leader) => vec![format!("{body}^{}", leader.name), format!("{body}^"), body],
        None => vec![body],
    }
}

/// What is shown, and of how much.
fn heading(scene: &Scene, grid: &TextGrid, part: &ShownPart) -> String {
    let whole = part.size == (grid.columns, grid.halves);
    let note = if whole { "" } else { " (part; `show map HEX`)" };
    format!("{}{}", paint(BOLD, format!("{}, {}", scene.title, scene.caption)), paint(DIM, note))
}

/// The numbers of the columns, over their hexes.
fn column_numbers(scene: &Scene, grid: &TextGrid, part: &ShownPart) -> String {
    let mut line = String::from("    ");
    for column in part.first.0..part.first.0 + part.size.0 {
        let place = grid.spots.iter().position(|spot| spot.0 == column);
        let number = place.and_then(|place| scene.places[place].id.get(..2)).unwrap_or_default();
        line.push_str(&format!("{number:<width$}", width = part.pitch));
    }
    paint(DIM, line.trim_end())
}

/// The names of the hexes that are shown, with their markers, in two lines at most.
fn names(scene: &Scene, cells: &[Option<Spot>], width: usize) -> String {
    let shown = scene.places.iter().enumerate().filter(|(place, _)| cells[*place].is_some());
    let named = shown.filter_map(|(number, place)| {
        let marks = scene.markers.iter().filter(|marker| marker.place == number);
        let marks: Vec<String> = marks
            .map(|marker| match marker.side {
                Some(side) => format!("{} {}", scene.sides[side], marker.text),
                None => marker.text.clone(),
            })
            .collect();
        let marks = if marks.is_empty() { String::new() } else { format!(" ({})", marks.join(", ")) };
        (!place.name.is_empty() || !marks.is_empty()).then(|| format!("{} {}{marks}", place.id, place.name))
    });
    let named: Vec<String> = named.collect();
    wrap(&named.join("; "), width).into_iter().take(2).map(|line| format!("{}\n", line.trim())).collect()
}

/// What the signs mean: those of the terrain, works, features and hexsides that the field has, and of its ways.
fn key(scene: &Scene, width: usize) -> String {
    let (table, places) = (&scene.symbols, &scene.places);
    let mut rows = Vec::new();
    explain(&table.terrain, |id| places.iter().any(|place| place.terrain == id), &mut rows);
    explain(&table.works, |id| places.iter().any(|place| place.works.iter().any(|work| work.kind == id)), &mut rows);
    explain(&table.features, |id| places.iter().any(|place| place.features.contains(&id)), &mut rows);
    explain(&table.hexsides, |id| scene.hexsides.iter().any(|side| side.kind == id), &mut rows);
    explain(&table.ways, |_| true, &mut rows);
    let units = scene.legend.iter().filter_map(|(sample, what)| match sample {
        Sample::Units(letters) => Some(format!("{letters} {what}")),
        _ => None,
    });
    rows.extend(units);
    let first = scene.sides[0].chars().next().unwrap_or(' ');
    let Conditions { factor, reduced, leader, .. } = &table.conditions;
    let called = |word: &str, text: String| if word.is_empty() { String::new() } else { text };
    let strength = called(factor, format!("{first}3 strength, "));
    let (small, leader) = (called(reduced, format!("small if {reduced}, ")), called(leader, format!("^ {leader}, ")));
    rows.push(format!("{strength}{small}{leader}» moved, [4] choice"));
    let lines = wrap(&rows.join("  "), width).into_iter().take(2);
    lines.map(|line| paint(DIM, line.trim())).collect::<Vec<String>>().join("\n")
}

/// Adds what the letters of a table mean, of the symbols that are `here`: of several with the same letter, the first.
fn explain<S>(table: &[Symbol<S>], here: impl Fn(Word) -> bool, rows: &mut Vec<String>) {
    let mut seen = BTreeSet::new();
    for symbol in table.iter().filter(|symbol| !symbol.key.is_empty() && here(symbol.id)) {
        rows.extend(
            symbol.glyph.filter(|letter| seen.insert(*letter)).map(|letter| format!("{letter} {}", symbol.key)),
        );
    }
}
