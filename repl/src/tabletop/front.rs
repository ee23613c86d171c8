//! Folders at the prompt.

use super::tables::FolderTables;
use crate::front::{Filed, Files, Front, Item};
use anstyle::{AnsiColor, Style};
use std::ops::Range;
use wilderness_engine::content::Catalogue;
use wilderness_engine::plain::{Choice, Side};
use wilderness_engine::{Choice as _, Decision, Game, Question as _, Side as _};
use wilderness_tabletop::{CATALOGUE, Folder, Tabletop};

/// The colours of the sides in the terminal, in their order.
const COLOURS: [AnsiColor; 7] = [
    AnsiColor::BrightBlue,
    AnsiColor::BrightRed,
    AnsiColor::BrightYellow,
    AnsiColor::BrightGreen,
    AnsiColor::BrightMagenta,
    AnsiColor::BrightCyan,
    AnsiColor::BrightWhite,
];

impl Filed for Folder {
    const WHAT: &'static str = "The folder is that";

    fn catalogue() -> &'static Catalogue {
        &CATALOGUE
    }
}

impl Front for Tabletop {
    type Origin = Files<Folder>;
    type Extras = ();
    type Sentences = ();
    type Tables = FolderTables;

    const NAME: &'static str = "a game in a folder";

    fn title(game: &Game<Tabletop>) -> String {
        game.scripts().data.name.clone()
    }

    fn standing(game: &Game<Tabletop>) -> String {
        let scores = game.now().scores();
        let scores =
            if scores.iter().all(|(_, points)| *points == 0) { String::new() } else { Tabletop::scores(&scores) };
        [format!("turn {}", game.now().time()), scores]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(", ")
    }

    fn briefly(game: &Game<Tabletop>) -> String {
        format!("turn {}", game.now().time())
    }

    fn result(winner: Option<Side>) -> String {
        winner.map_or_else(|| "a draw".into(), |side| format!("a win for {side}"))
    }

    fn news(game: &Game<Tabletop>, range: Range<usize>) -> String {
        game.log()[range].iter().map(|entry| format!("{entry}\n")).collect()
    }

    fn style(side: Side) -> Style {
        Style::new().bold().fg_color(Some(COLOURS[side.index() % COLOURS.len()].into()))
    }

    /// An answer is called by what it names: the question says what for.
    fn items(_: &Game<Tabletop>, decision: &Decision<Tabletop>) -> Vec<Item<Tabletop>> {
        let item = |choice: &Choice| {
            let names_something = choice.word() == decision.ask.kind() && !choice.name().is_empty();
            let text = if names_something { choice.name().to_string() } else { choice.to_string() };
            let item = Item::new(*choice, choice.as_face().map_or(text, |face| face.to_string()));
            let names = item.names.iter().cloned().map(|name| name.also(&choice.to_string())).collect();
            Item { names, ..item }
        };
        decision.choices.iter().map(item).collect()
    }
}
