//! Causeways for the prompt, the page and the commands.

use crate::scene::board;
use crate::{Board, CATALOGUE, Causeways};
use serde_json::{Value, json};
use std::ops::Range;
use wilderness_engine::Game;
use wilderness_engine::content::Catalogue;
use wilderness_engine::plain::{Begins, Choice, Header, Side};
use wilderness_engine::scene::Scene;
use wilderness_repl::front::{Filed, Files, Front};
use wilderness_repl::title::{ContentArg, Pictured, Replayed, Tested, Title};

impl Filed for Board {
    fn catalogue() -> &'static Catalogue {
        &CATALOGUE
    }
}

impl Front for Causeways {
    type Origin = Files<Board>;
    type Extras = ();
    type Sentences = ();
    type Tables = ();

    const NAME: &'static str = "Causeways";

    fn title(game: &Game<Causeways>) -> String {
        game.scripts().name.clone()
    }

    fn standing(game: &Game<Causeways>) -> String {
        format!("turn {}, {}", game.now().time(), Causeways::scores(&game.now().scores()))
    }

    fn result(winner: Option<Side>) -> String {
        winner.map_or("a draw".into(), |side| format!("the {side} win"))
    }

    fn news(game: &Game<Causeways>, range: Range<usize>) -> String {
        game.log()[range].iter().map(|entry| format!("{entry}\n")).collect()
    }
}

impl Pictured for Causeways {
    fn board(game: &Game<Causeways>, _: Side) -> Scene {
        board(game)
    }

    fn places_of(game: &Game<Causeways>, _: Side, choice: Choice) -> Vec<usize> {
        game.scripts().place(choice.name()).into_iter().collect()
    }

    fn sentence(_: &Game<Causeways>, entry: &String) -> String {
        entry.clone()
    }
}

impl Replayed for Causeways {
    type Position = Value;

    fn position(game: &Game<Causeways>, _: Option<Side>) -> Value {
        let scores = game.now().scores().into_iter().map(|(side, score)| (side.to_string(), score.into()));
        json!({ "turn": game.now().time(), "points": scores.collect::<serde_json::Map<_, Value>>() })
    }
}

impl Tested for Causeways {
    const GAME: &'static str = <Causeways as Begins>::GAME;

    type Plan = Header<Causeways>;
}

impl Title for Causeways {
    fn origin(content: &ContentArg, beside: bool) -> Files<Board> {
        Files::named(content, beside)
    }
}
