//! A part of the board as text, to fit a window: places with their names, links, stacks, works and markers.

use super::canvas::{Canvas, Cell, Forms, Spot};
use crate::text::columns::wrap;
use crate::text::style::{BOLD, DIM, paint};
use crate::text::window::{LEAST, Window};
use anstyle::Style;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use wilderness_engine::scene::{Place, Sample, Scene, Stack, Symbol, Theatre, symbol};

/// Lines of the window that the map leaves to its heading, the names of other theatres and the prompt.
const AROUND: usize = 3;

/// A theatre in a window, with the colours of the two sides.
pub fn theatre(scene: &Scene, theatre: &Theatre, window: Window, sides: &[Style]) -> String {
    drawn(scene, theatre, window, sides).0
}

/// A theatre in a window, and the places whose labels are missing or nearer to other places.
fn drawn(scene: &Scene, theatre: &Theatre, window: Window, sides: &[Style]) -> (String, Vec<usize>) {
    let columns = window.0.max(LEAST.0);
    let key = wrap(&key(scene), columns);
    let rows = window.1.max(LEAST.1).saturating_sub(AROUND + key.len()).max(4);
    let mut canvas = Canvas::new(columns, rows);
    let at = positions(scene, theatre, columns, rows);
    for link in &scene.links {
        if let (Some(a), Some(b)) = (at[link.from], at[link.to]) {
            let way = symbol(&scene.symbols.ways, link.way);
            if let Some((way, letter)) = way.and_then(|way| way.glyph.map(|letter| (way, letter))) {
                canvas.line(a, b, letter, way.shape.faint.then_some(DIM));
            }
        }
    }
    for &place in &theatre.places {
        if let Some(at) = at[place] {
            canvas.sign(at, sign(scene, &scene.places[place], sides));
        }
    }
    let mut labels: Vec<(usize, Vec<Spot>, Forms)> = Vec::new();
    for &place in &theatre.places {
        if let Some(at) = at[place] {
            let forms = label(scene, place, sides);
            labels.push((place, canvas.own_spots(at, forms[3].len()), forms));
        }
    }
    let mut astray = Vec::new();
    // The label with the least room comes next.
    while let Some(next) = (0..labels.len()).min_by_key(|&index| canvas.room(&labels[index].1, &labels[index].2[3])) {
        let (place, _, forms) = labels.remove(next);
        let Some(at) = at[place] else { continue };
        if !canvas.label(at, &forms) {
            astray.push(place);
        }
    }
    let moved = scene.stacks.iter().any(|stack| stack.moved && theatre.places.contains(&stack.place));
    let moved = if moved { paint(DIM, "  » has moved") } else { String::new() };
    let key: String = key.iter().map(|line| format!("{}\n", paint(DIM, line.trim()))).collect();
    (format!("{}{moved}\n{}{key}", paint(BOLD, &theatre.name), canvas.text()), astray)
}

/// The theatres, with the one of the open question first: the one with the most choices, then the one where the most has
/// moved.
pub fn by_interest(scene: &Scene) -> Vec<&Theatre> {
    let interest = |theatre: &&Theatre| {
        let choices = scene.highlights.iter().filter(|choice| theatre.places.contains(&choice.place)).count();
        let moved = scene.stacks.iter().filter(|stack| stack.moved && theatre.places.contains(&stack.place)).count();
        Reverse((choices, moved))
    };
    let mut theatres: Vec<&Theatre> = scene.theatres.iter().collect();
    theatres.sort_by_key(interest);
    theatres
}

/// The cell of each place of a theatre: its position on the board, stretched where places are close together.
fn positions(scene: &Scene, theatre: &Theatre, columns: usize, rows: usize) -> Vec<Option<Spot>> {
    let stretched = |coordinate: fn(&Place) -> f32, room: usize| {
        let values: Vec<f32> = theatre.places.iter().map(|&place| coordinate(&scene.places[place])).collect();
        let (least, most) = values.iter().fold((f32::MAX, f32::MIN), |(a, b), &value| (a.min(value), b.max(value)));
        let cell = |value: f32| {
            let linear = (value - least) / (most - least).max(1.0);
            let rank = values.iter().filter(|&&other| other < value).count() as f32 / values.len().max(2) as f32;
            ((0.5 * linear + 0.5 * rank) * (room - 1) as f32).round() as usize
        };
        values.iter().map(|&value| cell(value)).collect::<Vec<usize>>()
    };
    let (x, y) = (stretched(|place| place.at.0, columns - 12), stretched(|place| place.at.1, rows));
    let mut cells = vec![None; scene.places.len()];
    let mut taken: Vec<Spot> = Vec::new();
    for ((&place, x), y) in theatre.places.iter().zip(x).zip(y) {
        let wanted = (x + 2, y);
        let near = |cell: &Spot| (cell.0.abs_diff(wanted.0) + 4 * cell.1.abs_diff(wanted.1), *cell);
        let all = (0..rows).flat_map(|row| (2..columns - 2).map(move |column| (column, row)));
        let free = all.filter(|cell| !taken.iter().any(|other| other.1 == cell.1 && other.0.abs_diff(cell.0) < 8));
        let cell = free.min_by_key(near).unwrap_or(wanted);
        taken.push(cell);
        cells[place] = Some(cell);
    }
    cells
}

/// The sign of a place: its works, else a feature, else its terrain, in the colour of the side that holds it.
fn sign(scene: &Scene, place: &Place, sides: &[Style]) -> Cell {
    let order = |kind| scene.symbols.works.iter().position(|symbol| symbol.id == kind);
    let work = place.works.iter().min_by_key(|work| order(work.kind).unwrap_or(usize::MAX));
    let letter = glyph(scene, place).unwrap_or('○');
    let side = work.map(|work| work.side).or(place.side);
    Cell { letter, style: side.map(|side| style_of(sides, side)), rank: 2 }
}

/// The letter of a place: that of the first of its works in the table, else of a feature, else of its terrain.
pub(super) fn glyph(scene: &Scene, place: &Place) -> Option<char> {
    let table = &scene.symbols;
    let works = table.works.iter().filter(|symbol| place.works.iter().any(|work| work.kind == symbol.id));
    let features = table.features.iter().filter(|symbol| place.features.contains(&symbol.id));
    let built = works.filter_map(|symbol| symbol.glyph).next();
    let built = built.or_else(|| features.filter_map(|symbol| symbol.glyph).next());
    built.or_else(|| symbol(&table.terrain, place.terrain)?.glyph)
}

/// The colour of the side with a number.
pub(super) fn style_of(sides: &[Style], side: usize) -> Style {
    sides.get(side).copied().unwrap_or(BOLD)
}

/// What is written beside a place: the numbers of its choices, its name, its stacks and markers; in full, and shorter.
fn label(scene: &Scene, place: usize, sides: &[Style]) -> Forms {
    let name = &scene.places[place].name;
    name_forms(name).map(|name| {
        let mut cells = Vec::new();
        let mut write = |text: &str, style: Option<Style>| {
            cells.extend(text.chars().map(|letter| Cell { letter, style, rank: 2 }));
        };
        if let Some(highlight) = scene.highlights.iter().find(|highlight| highlight.place == place) {
            let numbers: Vec<String> = highlight.numbers.iter().map(usize::to_string).collect();
            write(&format!("[{}]", numbers.join(",")), Some(BOLD));
        }
        write(&name, None);
        for stack in scene.stacks.iter().filter(|stack| stack.place == place) {
            write(&format!(" {}", summary(scene, stack)), Some(style_of(sides, stack.side)));
        }
        for marker in scene.markers.iter().filter(|marker| marker.place == place) {
            write(&format!(" {}", marker.text), marker.side.map(|side| style_of(sides, side)).or(Some(BOLD)));
        }
        cells
    })
}

/// A stack in short: side, strength, and the first letters of its first leader; `»` if it has moved.
fn summary(scene: &Scene, stack: &Stack) -> String {
    let side = scene.sides[stack.side].chars().next().unwrap_or(' ');
    let leader = stack.leaders.first().map(|leader| leader.name.chars().take(4).collect::<String>());
    let moved = if stack.moved { "»" } else { "" };
    let strength = stack.summary();
    let strength = if stack.states.is_empty() { strength } else { format!("{strength}!") };
    let (open, close) = if stack.inside { ("(", ")") } else { ("", "") };
    format!("{moved}{open}{side}{strength}{}{close}", leader.unwrap_or_default())
}

/// A name in full, and shorter: its words cut, and at last the initials of all but the first.
fn name_forms(name: &str) -> [String; 4] {
    let (first, rest) = name.split_once(' ').unwrap_or((name, ""));
    let initials = rest.split(' ').filter_map(|word| word.chars().next()).map(|initial| format!(" {initial}."));
    let initials: String = std::iter::once(shortened(first, 3)).chain(initials).collect();
    [name.to_string(), shortened(name, 6), shortened(name, 3), initials]
}

/// A name with each of its words cut to this many letters.
fn shortened(name: &str, letters: usize) -> String {
    let cut = |word: &str| match word.chars().count() > letters + 1 {
        true => word.chars().take(letters).chain(['.']).collect(),
        false => word.to_string(),
    };
    name.split(' ').map(cut).collect::<Vec<String>>().join(" ")
}

fn key(scene: &Scene) -> String {
    let table = &scene.symbols;
    let mut words = key_of(&table.works);
    words.extend(key_of(&table.features));
    words.extend(key_of(&table.terrain));
    words.extend(key_of(&table.ways));
    words.extend(key_of_stacks(scene));
    if !table.works.is_empty() {
        words.push("(in)".into());
    }
    if !table.conditions.troubled.is_empty() {
        words.push(format!("!{}", table.conditions.troubled));
    }
    // Where letters stand apart from what they mean, more room tells the entries apart.
    let is_apart = |word: &String| word.starts_with(char::is_alphanumeric) && word.contains(' ');
    let between = if words.iter().any(is_apart) { "  " } else { " " };
    words.join(between)
}

/// How stacks are shown: an example with a strength; or, where units have none, the letters of their kinds.
fn key_of_stacks(scene: &Scene) -> Vec<String> {
    // Some stacks have no strength where units have one, such as those of reduced militia.
    let of_units = scene.stacks.iter().filter(|stack| !stack.units.is_empty());
    if of_units.clone().next().is_none() || of_units.clone().any(Stack::has_strength) {
        let first = scene.sides[0].chars().next().unwrap_or(' ');
        return vec![format!("{first}7")];
    }
    let kind = |(sample, name): &(Sample, String)| match sample {
        Sample::Units(letters) => Some(format!("{letters} {name}")),
        _ => None,
    };
    scene.legend.iter().filter_map(kind).collect()
}

/// What the letters of a table mean; those that mean the same stand together.
fn key_of<S>(table: &[Symbol<S>]) -> Vec<String> {
    let shown: Vec<&Symbol<S>> =
        table.iter().filter(|symbol| symbol.glyph.is_some() && !symbol.key.is_empty()).collect();
    let meanings = shown.chunk_by(|a, b| a.key == b.key);
    let row = |meaning: &[&Symbol<S>]| {
        let letters: BTreeSet<char> = meaning.iter().filter_map(|symbol| symbol.glyph).collect();
        let letters: String = letters.into_iter().collect();
        // A sign needs no space behind it; a letter would be read as part of the word.
        let space = if letters.ends_with(char::is_alphanumeric) { " " } else { "" };
        format!("{letters}{space}{}", meaning[0].key)
    };
    meanings.map(row).collect()
}

/// Whether a theatre can be drawn in a window with the name of each of its places.
#[cfg(feature = "testing")]
pub fn names_missing(scene: &Scene, part: &Theatre, window: Window) -> Vec<String> {
    let text = theatre(scene, part, window, &[Style::new(); 8]);
    let text = crate::text::out::plain(&text);
    let shown = |name: &str| name_forms(name).iter().any(|form| text.contains(form));
    let places = part.places.iter().map(|&place| &scene.places[place].name);
    places.filter(|name| !shown(name)).cloned().collect()
}

/// The places of a theatre in a window whose labels are missing, or nearer to other places than to their own.
#[cfg(feature = "testing")]
pub fn labels_astray(scene: &Scene, part: &Theatre, window: Window) -> Vec<usize> {
    drawn(scene, part, window, &[Style::new(); 8]).1
}
