//! Colours, named in one place. Text is always painted; the output strips what the terminal cannot show.

use anstyle::{AnsiColor, Color, Style};
use std::fmt::Display;

/// Rule numbers and other secondary text.
pub const DIM: Style = Style::new().dimmed();
/// What should be seen first: victory points, choice numbers, headings.
pub const BOLD: Style = Style::new().bold();
pub const ERROR: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Red))).bold();

/// A text in a style.
pub fn paint(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Whether a stream shows colours: a terminal that can, unless `NO_COLOR` is set.
pub fn coloured(stream: &impl anstream::stream::RawStream) -> bool {
    anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never
}
