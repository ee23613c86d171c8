//! Folders at the prompt.

use super::tables::{FolderPrompt, FolderTables};
use crate::front::{Filed, Files, Front, Item, Name, Running, Tell};
use anstyle::{AnsiColor, Style};
use std::ops::Range;
use wilderness_engine::content::Catalogue;
use wilderness_engine::plain::{Choice, Side};
use wilderness_engine::record::Header as _;
use wilderness_engine::{Choice as _, Decision, Game, Question as _, Side as _};
use wilderness_lab::balance;
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
    const WHAT: &'static str = "The game is that";

    fn catalogue() -> &'static Catalogue {
        &CATALOGUE
    }
}

impl Front for Tabletop {
    type Origin = Files<Folder>;
    type Extras = FolderPrompt;
    type Sentences = ();
    type Tables = FolderTables;

    const NAME: &'static str = "a game in a folder";

    fn title(game: &Game<Tabletop>) -> String {
        let data = &game.scripts().data;
        let played = data.scenarios.iter().find(|scenario| scenario.id.as_str() == game.header().scenario);
        let played = played.filter(|_| data.scenarios.len() > 1);
        played.map_or_else(|| data.name.clone(), |scenario| format!("{}, {}", data.name, scenario.name))
    }

    fn game_name(game: &Game<Tabletop>) -> String {
        game.scripts().data.name.clone()
    }

    fn name(game: &Game<Tabletop>) -> String {
        game.scripts().data.name.clone()
    }

    fn standing(game: &Game<Tabletop>) -> String {
        let (scores, turn) = (game.now().scores(), Tabletop::briefly(game));
        let has_points = scores.iter().any(|(_, points)| *points != 0);
        if has_points { format!("{turn}, {}", Tabletop::scores(&scores)) } else { turn }
    }

    fn briefly(game: &Game<Tabletop>) -> String {
        format!("turn {}", game.now().time())
    }

    fn result(winner: Option<Side>) -> String {
        winner.map_or_else(|| "a draw".into(), |side| format!("a win for {side}"))
    }

    fn news(game: &Game<Tabletop>, range: Range<usize>) -> String {
        game.log()[range].iter().map(|entry| format!("{}\n", entry.text)).collect()
    }

    fn style(side: Side) -> Style {
        Style::new().bold().fg_color(Some(COLOURS[side.index() % COLOURS.len()].into()))
    }

    fn measure(game: &Game<Tabletop>, before: &Folder, now: &Folder, tell: Tell) -> std::io::Result<Option<Running>> {
        let plan = game.header().without_scripts();
        Ok(balance::measure::<Tabletop>(plan, before, now, tell)?.map(|running| Box::new(running) as Running))
    }

    /// An answer is called by what it names: the question says what for.
    fn items(game: &Game<Tabletop>, decision: &Decision<Tabletop>) -> Vec<Item<Tabletop>> {
        let data = &game.scripts().data;
        let item = |choice: &Choice| {
            let called = data.called(choice);
            let names_something = choice.word() == decision.ask.kind() && !choice.name().is_empty();
            let named = called.strip_prefix(choice.word()).map(str::trim_start).filter(|_| names_something);
            let text = named.unwrap_or(&called).to_string();
            let item = Item::new(*choice, choice.as_face().map_or(text, |face| face.to_string()));
            let also = |name: &Name| name.clone().also(&called).also(&choice.to_string()).also(choice.name());
            Item { names: item.names.iter().map(also).collect(), ..item }
        };
        decision.choices.iter().map(item).collect()
    }
}
