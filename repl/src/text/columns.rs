//! Text in columns, as wide as the window of the person at the prompt.

use std::cell::Cell;

/// The width of output for no window, and for narrower ones.
const LEAST: usize = 80;

thread_local! {
    static LINE_WIDTH: Cell<usize> = const { Cell::new(LEAST) };
}

/// The width of all output: 80 characters, more where a person types in a wider window, fewer on a page.
pub fn line_width() -> usize {
    LINE_WIDTH.get()
}

/// Fits the output to a window of this width.
pub fn fit(window: usize) {
    LINE_WIDTH.set(window.max(LEAST));
}

/// What a function writes, in lines of this width.
pub fn within<T>(width: usize, write: impl FnOnce() -> T) -> T {
    let before = LINE_WIDTH.replace(width);
    let written = write();
    LINE_WIDTH.set(before);
    written
}

/// The number of characters of a text. All names of the game use characters of width 1.
pub fn width(text: &str) -> usize {
    text.chars().count()
}

/// A text padded to a width.
pub fn pad(text: &str, to: usize) -> String {
    format!("{text}{}", " ".repeat(to.saturating_sub(width(text))))
}

/// Lays out items in as many columns as fit into `room`, to be read downwards. No line ends with spaces.
pub fn downwards(items: &[String], room: usize) -> Vec<String> {
    const GAP: usize = 2;
    let total = |widths: &[usize]| widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
    let split = |rows: usize| items.chunks(rows.max(1)).map(longest).collect::<Vec<_>>();
    let rows = (1..=items.len()).find(|&rows| total(&split(rows)) <= room).unwrap_or(items.len());
    let widths = split(rows);
    let line = |row: usize| {
        let cells =
            widths.iter().enumerate().filter_map(|(column, &to)| Some(pad(items.get(column * rows + row)?, to)));
        cells.collect::<Vec<_>>().join(&" ".repeat(GAP)).trim_end().to_string()
    };
    (0..rows).map(line).collect()
}

/// The width of the longest text.
pub fn longest(items: &[String]) -> usize {
    items.iter().map(|item| width(item)).max().unwrap_or(0)
}

/// Wraps a text at `room` characters, between words.
pub fn wrap(text: &str, room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(word) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// A text beside a heading of `margin` characters, with a hanging indent.
pub fn beside(heading: &str, margin: usize, text: &str) -> String {
    let lines = wrap(text, line_width().saturating_sub(margin));
    let mut out = pad(heading, margin);
    out.push_str(&lines.join(&format!("\n{}", " ".repeat(margin))));
    out.trim_end().to_string()
}
