//! Questions, dice and news.
#![allow(clippy::unwrap_used)] // in the code that rhai's macro writes around each function

use super::{Game, look};
use crate::board::Place;
use crate::combat::DeclaredCombat;
use crate::content::Folder;
use crate::data::{GameData, QuestionFacts};
use crate::rules::{Play, Tabletop};
use crate::state::{Card, Piece, TabletopState};
use rhai::plugin::*;
use rhai::{Array, Dynamic, ImmutableString, Map, Module, combine_with_exported_module};
use wilderness_engine::harmless::one_line;
use wilderness_engine::plain::{Ask, Choice, Side};
use wilderness_engine::script::{Answer, Occasion, refuse};
use wilderness_engine::{Choice as _, Refusal, Side as _, Table, Windows, Word};

pub(super) fn register(module: &mut Module) {
    combine_with_exported_module!(module, "questions", questions);
}

/// The longest news, in bytes.
const LONGEST_NEWS: usize = 300;

/// A piece as answers name it: by its kind and number, and by its side's if the kind is hidden.
fn piece_name(state: &TabletopState, data: &GameData, piece: Piece) -> Result<String, String> {
    let facts = super::pieces::facts(state, piece)?;
    let kind = &data.kinds[usize::from(facts.kind)];
    let stem = if kind.is_hidden { data.side(facts.side).id() } else { kind.id.as_str() };
    Ok(format!("{stem}-{}", piece.0 + 1))
}

/// The name of an item that is no text.
fn name_of(state: &TabletopState, data: &GameData, item: &Dynamic) -> Result<String, String> {
    if let Some(map) = item.read_lock::<Map>() {
        let name = map.get("name").and_then(text_of);
        return name.ok_or_else(|| "an answer that is a map has a `name`, which is a text".into());
    }
    if let Some(piece) = item.read_lock::<Piece>() {
        return piece_name(state, data, *piece);
    }
    let place = || item.read_lock::<Place>().map(|place| place.to_string());
    let card = || item.read_lock::<Card>().map(|card| card.to_string());
    let side = || item.read_lock::<Side>().map(|side| side.id().to_string());
    let number = || item.as_int().ok().map(|number| number.to_string());
    let name = place().or_else(card).or_else(side).or_else(number);
    name.ok_or_else(|| format!("a {} cannot be an answer", item.type_name()))
}

fn text_of(value: &Dynamic) -> Option<String> {
    value.read_lock::<ImmutableString>().map(|text| text.to_string())
}

/// The answer that stands for an item: a text by itself, and anything else as `question:name`.
fn answer_of(
    state: &TabletopState,
    data: &GameData,
    question: &QuestionFacts,
    item: &Dynamic,
) -> Result<Choice, String> {
    let token = match text_of(item) {
        Some(word) => word,
        None => format!("{}:{}", question.id, name_of(state, data, item)?),
    };
    let choice = Choice::from_token(&token).filter(|choice| *choice != Choice::PASS || !question.is_window);
    choice.ok_or_else(|| {
        let most = Choice::LONGEST;
        format!("`{}` cannot be an answer: it has at most {most} bytes, and no spaces or `#`", one_line(&token))
    })
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
    let occasion = Occasion::seen_by(side);
    let said = folder.host.query(&folder.rules.compiled, function, state, occasion, args).ok()?;
    let reason = said.into_immutable_string().ok().filter(|reason| !reason.is_empty())?;
    let rule = wilderness_engine::Question::rule(&question.ask);
    Some(Refusal::new(rule, one_line(&reason).into_owned()))
}

/// What a question offers.
struct Offer {
    side: Side,
    id: Word,
    ask: Ask,
    choices: Vec<Choice>,
    is_window: bool,
    /// Whether it is asked where there is a single answer.
    asks_single: bool,
}

impl Offer {
    /// Puts the question; nothing if the side passes, or is not asked.
    fn put(self, table: &mut Table<Tabletop>) -> Play<Option<Choice>> {
        let Offer { side, id, ask, mut choices, is_window, asks_single } = self;
        let folder = table.scripts.clone();
        if is_window {
            let is_asked = !choices.is_empty() || table.windows == Windows::Open;
            if !is_asked || !table.may_respond(side) {
                return Ok(None);
            }
            choices.push(Choice::PASS);
        }
        table.explain(|state, choice| why_not(&folder, state, (side, id.as_str()), choice));
        let is_open = asks_single || is_window;
        let chosen = if is_open { table.ask_openly(side, ask, choices) } else { table.ask(side, ask, choices) }?;
        Ok((!is_window || chosen != Choice::PASS).then_some(chosen))
    }
}

#[export_module]
mod questions {
    /// Asks a side to choose one of these, and returns the one that is chosen. They are texts, places, pieces, cards, sides,
    /// numbers, or maps with a `name`. If the question is a window, the side may pass, which returns `()`.
    ///
    /// `let to = game.choose(side, "to", game.near(place))`
    #[rhai_fn(return_raw)]
    pub fn choose(game: &mut Game, side: Side, question: &str, items: Array) -> Answer<Dynamic> {
        let (offer, named) = look(game, |seat| {
            let (state, data) = (seat.state(), &seat.deck);
            let facts = data.question(question).ok_or_else(|| format!("there is no question `{question}`"))?;
            let named = items.iter().map(|item| answer_of(state, data, facts, item)).collect::<Result<Vec<_>, _>>()?;
            let (ask, asks_single) = (facts.ask.clone(), data.asks_single);
            let (choices, is_window) = (named.clone(), facts.is_window);
            Ok((Offer { side, id: facts.id, ask, choices, is_window, asks_single }, named))
        })?;
        let mut sorted = named.clone();
        sorted.sort_unstable();
        if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return refuse(format!("two answers to `{question}` are called `{}`", twice[0]));
        }
        if sorted.is_empty() && !offer.is_window {
            return refuse(format!("there is no answer to `{question}`: ask only where there is one"));
        }
        let Some(chosen) = game.act(|table, _| offer.put(table))? else { return Ok(Dynamic::UNIT) };
        let index = named.iter().position(|choice| *choice == chosen);
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

    /// Resolves a combat: calls a function of the script with these values, and returns what it returns. It rolls dice, and
    /// asks nothing: so players can ask for the odds of what it returns, which is a text or a number.
    ///
    /// `let lost = game.combat("battle", [attackers, defenders])`
    #[rhai_fn(return_raw)]
    pub fn combat(game: &mut Game, function: &str, values: Array) -> Answer<Dynamic> {
        let function = Word::read(function).or_else(|reason| refuse(reason.to_string()))?;
        game.act(|table, _| {
            let combat = DeclaredCombat::new(function, values);
            table.resolve(Some(combat.clone()), |table| combat.resolve(table))
        })
    }

    /// Tells all sides what has happened.
    ///
    /// `game.tell("Black crowns a man")`
    #[rhai_fn(return_raw)]
    pub fn tell(game: &mut Game, text: &str) -> Answer<()> {
        if text.len() > LONGEST_NEWS {
            return refuse(format!("news have at most {LONGEST_NEWS} bytes"));
        }
        game.act(|table, _| {
            table.tell(|_| one_line(text).into_owned());
            Ok(())
        })
    }
}
