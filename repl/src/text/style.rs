//! Colours: one place that names them. Text is painted always; whoever prints it strips what the terminal cannot show.

use anstyle::{AnsiColor, Color, Style};
use std::fmt::Display;
use wilderness_war::Side;

/// Rule numbers and other things that should not shout.
pub const DIM: Style = Style::new().dimmed();
/// What should be seen first: victory points, the numbers of choices, headings.
pub const BOLD: Style = Style::new().bold();
/// What went wrong.
pub const ERROR: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Red))).bold();

/// The colour of a side.
pub fn side(side: Side) -> Style {
    let colour = match side {
        Side::French => AnsiColor::BrightBlue,
        Side::British => AnsiColor::BrightRed,
    };
    Style::new().fg_color(Some(Color::Ansi(colour))).bold()
}

/// A text in a style.
pub fn paint(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Whether a stream shows colours: a terminal that can, unless `NO_COLOR` is set.
pub fn coloured(stream: &impl anstream::stream::RawStream) -> bool {
    anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never
}

/// A plain text in which the names of the sides have their colours.
pub fn with_sides(text: &str) -> String {
    let mut coloured = text.to_string();
    for one in Side::BOTH {
        let name = one.to_string();
        let mut parts = coloured.split(name.as_str());
        let mut with = parts.next().unwrap_or_default().to_string();
        for part in parts {
            // Part of a longer word is no name.
            let whole = !with.ends_with(char::is_alphanumeric) && !part.starts_with(char::is_alphanumeric);
            with.push_str(&if whole { paint(side(one), &name) } else { name.clone() });
            with.push_str(part);
        }
        coloured = with;
    }
    coloured
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_names_of_sides_are_coloured() {
        let french = paint(side(Side::French), "French");
        let british = paint(side(Side::British), "British");
        assert_eq!(with_sides("French fire; the British"), format!("{french} fire; the {british}"));
        assert_eq!(with_sides("Frenchmen at Albany"), "Frenchmen at Albany");
    }
}
