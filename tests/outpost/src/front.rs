//! Outpost at the prompt.

use crate::{Cards, Outpost, Side};
use std::ops::Range;
use wilderness_engine::Game;
use wilderness_engine::faults::Faults;
use wilderness_engine::script::ScriptSet;
use wilderness_repl::front::{Front, Origin};
use wilderness_repl::title::Pictured;

/// The cards as they are printed, which have no files.
#[derive(Clone, PartialEq)]
pub struct Printed;

impl Origin for Printed {
    type Scripts = Cards;

    fn built_in(&self) -> Option<Printed> {
        Some(Printed)
    }

    fn read(&self) -> Result<<Cards as ScriptSet>::Sources, Faults> {
        Ok(Cards::default().sources().clone())
    }
}

impl Pictured for Outpost {
    fn sentence(_: &Game<Outpost>, entry: &String) -> String {
        entry.clone()
    }
}

impl Front for Outpost {
    type Origin = Printed;
    type Extras = ();
    type Sentences = ();
    type Tables = ();

    const NAME: &'static str = "Outpost";

    fn title(_: &Game<Outpost>) -> String {
        "Seven posts".into()
    }

    fn standing(game: &Game<Outpost>) -> String {
        format!("turn {}, posts of {}", game.now().time() + 1, Outpost::scores(&game.now().scores()))
    }

    fn result(winner: Option<Side>) -> String {
        winner.map_or("a draw".into(), |side| format!("{side} win"))
    }

    fn news(game: &Game<Outpost>, range: Range<usize>) -> String {
        game.log()[range].iter().map(|entry| format!("{entry}\n")).collect()
    }
}
