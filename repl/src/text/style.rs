//! Colours: one place that names them. Text is painted always; whoever prints it strips what the terminal cannot show.

use anstyle::{AnsiColor, Color, Style};
use std::fmt::Display;

/// Rule numbers and other things that should not shout.
pub const DIM: Style = Style::new().dimmed();
/// What should be seen first: victory points, the numbers of choices, headings.
pub const BOLD: Style = Style::new().bold();
/// What went wrong.
pub const ERROR: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Red))).bold();

/// A text in a style.
pub fn paint(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Whether a stream shows colours: a terminal that can, unless `NO_COLOR` is set.
pub fn coloured(stream: &impl anstream::stream::RawStream) -> bool {
    anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never
}
