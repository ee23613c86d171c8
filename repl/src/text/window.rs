//! The window of the terminal.

/// A window: its columns and lines.
pub type Window = (usize, usize);

/// The usual window, in which a map has all its names.
pub const USUAL: Window = (80, 24);
/// The columns and lines below which a map grows no smaller, even if it does not fit the window.
pub const LEAST: Window = (40, 12);

/// The size of the terminal; the usual one for those who have none.
pub fn window() -> Window {
    terminal_size::terminal_size().map_or(USUAL, |(columns, lines)| (columns.0.into(), lines.0.into()))
}
