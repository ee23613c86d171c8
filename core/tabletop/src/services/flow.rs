//! Questions, dice, and what comes next.
#![allow(clippy::unwrap_used)] // in the code that rhai's macro writes around each function

use super::{Game, look};
use crate::board::Place;
use crate::content::Folder;
use crate::data::QuestionFacts;
use crate::state::{Piece, TabletopState};
use rhai::plugin::*;
use rhai::{Array, Dynamic, ImmutableString, Map, Module, combine_with_exported_module};
use wilderness_engine::harmless::one_line;
use wilderness_engine::plain::{Choice, Side};
use wilderness_engine::script::{Answer, Occasion, refuse};
use wilderness_engine::{Choice as _, Refusal, Side as _};

pub(super) fn register(module: &mut Module) {
    combine_with_exported_module!(module, "questions", questions);
    combine_with_exported_module!(module, "course", course);
}

/// The name of an item that is no text.
fn name_of(item: &Dynamic) -> Result<String, String> {
    let place = || item.read_lock::<Place>().map(|place| place.to_string());
    let piece = || item.read_lock::<Piece>().map(|piece| piece.to_string());
    let side = || item.read_lock::<Side>().map(|side| side.id().to_string());
    let number = || item.as_int().ok().map(|number| number.to_string());
    if let Some(map) = item.read_lock::<Map>() {
        let name = map.get("name").and_then(text_of);
        return name.ok_or_else(|| "an answer that is a map has a `name`, which is a text".into());
    }
    let name = place().or_else(piece).or_else(side).or_else(number);
    name.ok_or_else(|| format!("a {} cannot be an answer", item.type_name()))
}

fn text_of(value: &Dynamic) -> Option<String> {
    value.read_lock::<ImmutableString>().map(|text| text.to_string())
}

/// The answer that stands for an item: a text by itself, and anything else as `question:name`.
fn answer_of(question: &QuestionFacts, item: &Dynamic) -> Result<Choice, String> {
    let token = match text_of(item) {
        Some(word) => word,
        None => format!("{}:{}", question.id, name_of(item)?),
    };
    Choice::from_token(&token).ok_or_else(|| {
        let most = Choice::LONGEST;
        format!("`{}` cannot be an answer: it has at most {most} bytes, and no spaces or `#`", one_line(&token))
    })
}

/// The numbers of the places that an item stands for: a place, that of a piece, or of a map where it begins and ends.
fn spots_of(state: &TabletopState, item: &Dynamic) -> Vec<usize> {
    if let Some(place) = item.read_lock::<Place>() {
        return vec![place.index.into()];
    }
    if let Some(piece) = item.read_lock::<Piece>() {
        let at = state.piece(*piece).and_then(|facts| facts.at);
        return at.map(|place| place.index.into()).into_iter().collect();
    }
    if let Some(items) = item.read_lock::<Array>() {
        return items.iter().flat_map(|item| spots_of(state, item)).collect();
    }
    let Some(map) = item.read_lock::<Map>() else { return Vec::new() };
    let first = |keys: [&str; 3]| {
        let found = keys.into_iter().filter_map(|key| map.get(key)).map(|item| spots_of(state, item));
        found.into_iter().find(|spots| !spots.is_empty()).unwrap_or_default()
    };
    [first(["from", "piece", "pieces"]), first(["to", "place", "places"])].concat()
}

/// Why a side cannot give an answer, as the script says it.
fn why_not(folder: &Folder, state: &TabletopState, (side, id): (Side, &str), choice: Choice) -> Option<Refusal> {
    let question = folder.data.question(id)?;
    let function = question.why_not.as_str();
    if !folder.rules.compiled.has(function, 2) {
        return None;
    }
    let name = if choice.name().is_empty() { choice.word() } else { choice.name() };
    let args = vec![Dynamic::from(side), Dynamic::from(ImmutableString::from(name))];
    let said = folder.host.query(&folder.rules.compiled, function, state, Occasion::new(side, None), args).ok()?;
    let reason = said.into_immutable_string().ok()?;
    let rule = wilderness_engine::Question::rule(&question.ask);
    Some(Refusal::new(rule, one_line(&reason).into_owned()))
}

#[export_module]
mod questions {
    /// Asks a side to choose one of these, and returns the one that is chosen. They are texts, places, pieces, sides,
    /// numbers, or maps with a `name`; on the board, a map is where its `from`, `piece` or `pieces`, and its `to`, `place` or
    /// `places` are.
    ///
    /// `let to = game.choose(side, "to", game.near(place))`
    #[rhai_fn(return_raw)]
    pub fn choose(game: &mut Game, side: Side, question: &str, items: Array) -> Answer<Dynamic> {
        let (ask, choices, always) = look(game, |seat| {
            let facts = seat.deck.question(question).ok_or_else(|| format!("there is no question `{question}`"))?;
            let choices: Result<Vec<Choice>, String> = items.iter().map(|item| answer_of(facts, item)).collect();
            let choices = choices?;
            let spots = items.iter().map(|item| spots_of(seat.state(), item)).zip(&choices);
            let spots = spots.filter(|(spots, _)| !spots.is_empty()).map(|(spots, choice)| (*choice, spots));
            let mut spots: Vec<(Choice, Vec<usize>)> = spots.collect();
            spots.sort_unstable_by_key(|(choice, _)| *choice);
            Ok((facts.ask.clone().at(spots), choices, seat.deck.asks_single))
        })?;
        let mut sorted = choices.clone();
        sorted.sort_unstable();
        if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return refuse(format!("two answers to `{question}` are called `{}`", twice[0]));
        }
        if sorted.is_empty() {
            return refuse(format!("there is no answer to `{question}`: ask only where there is one"));
        }
        let chosen = game.act(|table, _| {
            let folder = table.scripts.clone();
            table.explain(|state, choice| why_not(&folder, state, (side, question), choice));
            if always { table.ask_openly(side, ask, sorted) } else { table.ask(side, ask, sorted) }
        })?;
        let index = choices.iter().position(|choice| *choice == chosen);
        index.map_or_else(|| refuse("this was not among the answers"), |index| Ok(items[index].clone()))
    }

    /// Rolls a die for a purpose that `game.toml` names.
    ///
    /// `game.roll("attack") >= 5`
    #[rhai_fn(return_raw)]
    pub fn roll(game: &mut Game, die: &str) -> Answer<i64> {
        let throw = look(game, |seat| seat.deck.die(die).ok_or_else(|| format!("there is no die `{die}`")))?;
        game.act(|table, _| Ok(table.roll(throw)?.into()))
    }

    /// Tells all sides what has happened.
    ///
    /// `game.tell("Black crowns a man")`
    #[rhai_fn(return_raw)]
    pub fn tell(game: &mut Game, text: &str) -> Answer<()> {
        game.act(|table, _| {
            table.tell(|_| one_line(text).into_owned());
            Ok(())
        })
    }
}

#[export_module]
mod course {
    /// The side after another in the order of `game.toml`; after the last the first.
    ///
    /// `game.after(side)`
    #[rhai_fn(pure, return_raw)]
    pub fn after(game: &mut Game, side: Side) -> Answer<Side> {
        game.read(|seat| seat.deck.sides.after(side))
    }

    /// The other of two sides.
    ///
    /// `game.enemy(side)`
    #[rhai_fn(pure, return_raw)]
    pub fn enemy(game: &mut Game, side: Side) -> Answer<Side> {
        let none = || "only a side of two has an enemy: use `after`".to_string();
        look(game, |seat| seat.deck.enemy(side).ok_or_else(none))
    }

    /// The turns of sides that have begun.
    ///
    /// `game.turn == 1`
    #[rhai_fn(get = "turn", pure, return_raw)]
    pub fn turn(game: &mut Game) -> Answer<i64> {
        game.read(|seat| seat.state().turn.into())
    }

    /// The phase is played again, as a step of its own, before anything else. A turn of many answers is cut like this, so
    /// that an answer takes no longer the more came before.
    ///
    /// `game.repeat()`
    #[rhai_fn(return_raw)]
    pub fn repeat(game: &mut Game) -> Answer<()> {
        game.act(|table, _| {
            table.state.course.phase = Some(table.state.phase);
            Ok(())
        })
    }

    /// Another phase of the turn comes next.
    ///
    /// `game.go_to("battle")`
    #[rhai_fn(return_raw)]
    pub fn go_to(game: &mut Game, phase: &str) -> Answer<()> {
        let number = look(game, |seat| seat.deck.phase(phase).ok_or_else(|| format!("there is no phase `{phase}`")))?;
        game.act(|table, _| {
            table.state.course.phase = Some(number);
            Ok(())
        })
    }

    /// The turn ends with this phase, and a side has the next.
    ///
    /// `game.turn_of(side)`
    #[rhai_fn(return_raw)]
    pub fn turn_of(game: &mut Game, side: Side) -> Answer<()> {
        game.act(|table, _| {
            table.state.course.side = Some(side);
            Ok(())
        })
    }

    /// A side scores points. If the turns run out, the side with the most has won.
    ///
    /// `game.score(side, 2)`
    #[rhai_fn(return_raw)]
    pub fn score(game: &mut Game, side: Side, points: i64) -> Answer<()> {
        game.act(|table, _| {
            let total = i64::from(table.state.points[side]).saturating_add(points);
            table.state.points[side] = total.clamp(-1_000_000, 1_000_000) as i32;
            Ok(())
        })
    }

    /// The points of a side.
    ///
    /// `game.points(side)`
    #[rhai_fn(pure, return_raw)]
    pub fn points(game: &mut Game, side: Side) -> Answer<i64> {
        game.read(|seat| seat.state().points[side].into())
    }

    /// The game ends, and a side has won.
    ///
    /// `game.wins(side)`
    #[rhai_fn(return_raw)]
    pub fn wins(game: &mut Game, side: Side) -> Answer<()> {
        game.act(|table, _| {
            table.state.ended = Some(Some(side));
            Ok(())
        })
    }

    /// The game ends, and no side has won.
    ///
    /// `game.draws()`
    #[rhai_fn(return_raw)]
    pub fn draws(game: &mut Game) -> Answer<()> {
        game.act(|table, _| {
            table.state.ended = Some(None);
            Ok(())
        })
    }
}
