//! The window of the terminal.

/// A window: its columns and lines.
pub type Window = (usize, usize);

/// The smallest window for which a map is drawn.
pub const SMALLEST: Window = (80, 24);

/// The size of the terminal; that of the smallest window for those who have none.
pub fn window() -> Window {
    terminal_size::terminal_size().map_or(SMALLEST, |(columns, lines)| (columns.0.into(), lines.0.into()))
}
