//! The colours of the sides.

use crate::text::style::paint;
use anstyle::{AnsiColor, Color, Style};
use wilderness_war::Side;

/// The colour of a side.
pub fn side(side: Side) -> Style {
    let colour = match side {
        Side::French => AnsiColor::BrightBlue,
        Side::British => AnsiColor::BrightRed,
    };
    Style::new().fg_color(Some(Color::Ansi(colour))).bold()
}

/// A plain text with the sides' names in their colours.
pub fn with_sides(text: &str) -> String {
    let mut coloured = text.to_string();
    for one in Side::BOTH {
        let name = one.to_string();
        let mut parts = coloured.split(name.as_str());
        let mut with = parts.next().unwrap_or_default().to_string();
        for part in parts {
            // Part of a longer word is not a name.
            let whole = !with.ends_with(char::is_alphanumeric) && !part.starts_with(char::is_alphanumeric);
            with.push_str(&if whole { paint(side(one), &name) } else { name.clone() });
            with.push_str(part);
        }
        coloured = with;
    }
    coloured
}
