//! Questions, dice and news.
#![allow(clippy::unwrap_used)] // in the code that rhai's macro writes around each function

use super::{Game, look};
use crate::combat::DeclaredCombat;
use crate::content::Folder;
use crate::news::{tell_answer, tell_of_script};
use crate::offers::Offer;
use crate::rules::{Play, Tabletop};
use crate::state::TabletopState;
use rhai::plugin::*;
use rhai::{Array, Dynamic, FnPtr, ImmutableString, Module, combine_with_exported_module};
use wilderness_engine::harmless::one_line;
use wilderness_engine::plain::{Choice, Side};
use wilderness_engine::script::{Answer, Occasion, refuse};
use wilderness_engine::{Refusal, Table, Windows, Word};

pub(super) fn register(module: &mut Module) {
    combine_with_exported_module!(module, "questions", questions);
}

/// The longest news, in bytes.
const LONGEST_NEWS: usize = 300;

/// Why a side cannot give an answer, as the script says it.
fn why_not(folder: &Folder, state: &TabletopState, (side, id): (Side, &str), choice: Choice) -> Option<Refusal> {
    let question = folder.data.question(id)?;
    let function = question.why_not.as_str();
    if !folder.rules.compiled.has(function, 2) {
        return None;
    }
    let name = if choice.name().is_empty() { choice.word() } else { choice.name() };
    let args = vec![Dynamic::from(side), Dynamic::from(ImmutableString::from(name))];
    let occasion = Occasion::seen_by(side);
    let said = folder.host.query(&folder.rules.compiled, function, state, occasion, args).ok()?;
    let reason = said.into_immutable_string().ok().filter(|reason| !reason.is_empty())?;
    let rule = wilderness_engine::Question::rule(&question.ask);
    Some(Refusal::new(rule, one_line(&reason).into_owned()))
}

/// Puts a question; nothing if the side passes, or is not asked.
fn put(table: &mut Table<Tabletop>, side: Side, question: &str, offer: &Offer) -> Play<Option<Choice>> {
    let folder = table.scripts.clone();
    let Some(facts) = folder.data.question(question) else { return Ok(None) };
    let mut choices = offer.sorted.clone();
    if facts.is_window {
        let is_asked = !choices.is_empty() || table.windows == Windows::Open;
        if !is_asked || !table.may_respond(side) {
            return Ok(None);
        }
        choices.push(Choice::PASS);
    } else if choices.is_empty() {
        return Ok(None);
    }
    table.explain(|state, choice| why_not(&folder, state, (side, question), choice));
    let is_open = folder.data.asks_single || facts.is_window;
    let ask = offer.ask.clone();
    let chosen = if is_open { table.ask_openly(side, ask, choices) } else { table.ask(side, ask, choices) }?;
    if facts.is_window && chosen == Choice::PASS {
        return Ok(None);
    }
    tell_answer(table, facts, side, offer.ask.places_of(chosen), chosen);
    Ok(Some(chosen))
}

/// The item that stands behind the answer to a question.
fn chosen(game: &Game, side: Side, question: &str, offer: &Offer) -> Answer<Dynamic> {
    let Some(chosen) = game.act(|table, _| put(table, side, question, offer))? else { return Ok(Dynamic::UNIT) };
    offer.item(chosen).map_or_else(|| refuse("this was not among the answers"), Ok)
}

#[export_module]
mod questions {
    /// Asks a side to choose one of these, and returns the one that is chosen. They are texts, places, pieces, cards, sides,
    /// numbers, or maps with a `name`; on the board, a map is where its `from`, `piece` or `pieces`, and its `to`, `place` or
    /// `places` are. If the question is a window, the side may pass, which returns `()`.
    ///
    /// `let to = game.choose(side, "to", game.near(place))`
    #[rhai_fn(return_raw)]
    pub fn choose(game: &mut Game, side: Side, question: &str, items: Array) -> Answer<Dynamic> {
        let offer = look(game, |seat| Offer::new(seat.state(), &seat.deck, question, items))?;
        if offer.sorted.is_empty()
            && !look(game, |seat| Ok(seat.deck.question(question).is_some_and(|facts| facts.is_window)))?
        {
            return refuse(format!("there is no answer to `{question}`: ask only where there is one"));
        }
        chosen(game, side, question, &offer)
    }

    /// Asks a side to choose one of the answers that the function `may_…` of the question returns, and returns the one that
    /// is chosen; `()` if there is none, or if the side passes. They are found once for each position, however often its
    /// turn is played again.
    ///
    /// `let move = game.choose(side, "move")`
    #[rhai_fn(name = "choose", return_raw)]
    pub fn choose_what_may_be(game: &mut Game, side: Side, question: &str) -> Answer<Dynamic> {
        let offer = game.act(|table, _| {
            let folder = table.scripts.clone();
            folder.offered(&table.state, side, question)
        })?;
        chosen(game, side, question, &offer)
    }

    /// Rolls a die for a purpose that `game.toml` names.
    ///
    /// `game.roll("attack") >= 5`
    #[rhai_fn(return_raw)]
    pub fn roll(game: &mut Game, die: &str) -> Answer<i64> {
        let throw = look(game, |seat| seat.deck.die(die).ok_or_else(|| format!("there is no die `{die}`")))?;
        game.act(|table, _| Ok(table.roll(throw)?.into()))
    }

    /// Resolves a combat: calls a function of the script with these values, and returns what it returns. It rolls dice, and
    /// asks nothing: so `whatif` shows the odds of what it returns: a text, a number,
    /// or a map with a `name`.
    ///
    /// `let lost = game.combat(Fn("battle"), [attackers, defenders])`
    #[rhai_fn(return_raw)]
    pub fn combat(game: &mut Game, function: FnPtr, values: Array) -> Answer<Dynamic> {
        let function = Word::read(function.fn_name()).or_else(|reason| refuse(reason.to_string()))?;
        game.act(|table, _| {
            let combat = DeclaredCombat::new(function, values);
            table.resolve(Some(combat.clone()), |table| combat.resolve(table))
        })
    }

    /// Tells all sides what has happened. An arrow shows the way of the first piece that has moved since the last news.
    ///
    /// `game.tell("Black crowns a man")`
    #[rhai_fn(return_raw)]
    pub fn tell(game: &mut Game, text: &str) -> Answer<()> {
        told(game, text, false)
    }

    /// Tells all sides something that depends on what is hidden from some of them, as the rules of the game want: which
    /// way a hidden piece has gone, or that it can go nowhere. `check` takes it for no leak; what else is seen there it
    /// does not compare.
    ///
    /// `game.disclose("The fugitive takes a boat")`
    #[rhai_fn(return_raw)]
    pub fn disclose(game: &mut Game, text: &str) -> Answer<()> {
        told(game, text, true)
    }
}

fn told(game: &Game, text: &str, discloses: bool) -> Answer<()> {
    if text.len() > LONGEST_NEWS {
        return refuse(format!("news have at most {LONGEST_NEWS} bytes"));
    }
    game.act(|table, _| {
        tell_of_script(table, text, discloses);
        Ok(())
    })
}
