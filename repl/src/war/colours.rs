//! The colours of the sides.

use crate::text::style::paint;
use anstyle::{AnsiColor, Color, RgbColor, Style};
use wilderness_war::Side;

/// The colour of a side.
pub fn side(side: Side) -> Style {
    let usual = match side {
        Side::French => AnsiColor::BrightBlue,
        Side::British => AnsiColor::BrightRed,
    };
    let own = side.colour().and_then(|colour| u32::from_str_radix(colour.strip_prefix('#')?, 16).ok());
    let colour = own.map_or(Color::Ansi(usual), |own| {
        let [_, red, green, blue] = own.to_be_bytes();
        Color::Rgb(RgbColor(red, green, blue))
    });
    Style::new().fg_color(Some(colour)).bold()
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
