//! Causeways for the prompt, the page and the commands.

use crate::scene::board;
use crate::{Board, CATALOGUE, Causeways};
use serde_json::{Value, json};
use std::ops::Range;
use wilderness_engine::content::Catalogue;
use wilderness_engine::plain::{Ask, Begins, Choice, Header, Side};
use wilderness_engine::scene::Scene;
use wilderness_engine::{Answer, Decision, Game, Question as _};
use wilderness_repl::front::{Filed, Files, Front};
use wilderness_repl::title::{ContentArg, Pictured, PlannedRoute, Replayed, Tested, Title};

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

    /// A click on the board goes there: one place at a time.
    fn goes_by(ask: &Ask) -> Option<String> {
        (ask.kind() == "to").then(|| "{place}".into())
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

    /// Each place that the follower can enter, with whom it can challenge there (4).
    fn routes(game: &Game<Causeways>, decision: &Decision<Causeways>) -> Vec<PlannedRoute> {
        let (board, state, side) = (game.scripts(), game.state(), decision.side);
        let Some(from) = game.history().last().and_then(|answer| left(board, answer)) else { return Vec::new() };
        let reached = decision.choices.iter().filter_map(|choice| board.place(choice.name()));
        let route = |to: usize| {
            let there = state.sides.others(side).filter(|other| state.followers[to][*other] > 0);
            let notes = there.map(|other| {
                let chance = chance_to_win(board, state.followers[to][side] + 1, state.followers[to][other]);
                format!("wins {:.0} % against the {other}", chance * 100.0)
            });
            PlannedRoute { path: vec![from, to], notes: notes.collect() }
        };
        if decision.ask.kind() == "to" { reached.map(route).collect() } else { Vec::new() }
    }

    fn sentence(_: &Game<Causeways>, entry: &String) -> String {
        entry.clone()
    }
}

/// The place that the follower leaves that has just been chosen.
fn left(board: &Board, answer: &Answer<Causeways>) -> Option<usize> {
    match answer {
        Answer::Choice { choice, .. } => board.place(choice.name()),
        _ => None,
    }
}

/// The chance of a challenge (4), of this many own followers against this many of the challenged side.
fn chance_to_win(board: &Board, own: u8, others: u8) -> f64 {
    let wins = |rolled: &u8| u16::from(*rolled) + u16::from(own) > u16::from(board.die / 2) + u16::from(others);
    (1..=board.die).filter(wins).count() as f64 / f64::from(board.die)
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
