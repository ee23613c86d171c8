//! Asking the players. The player of the card is asked, or the side that is named first.

use super::{Answer, Game, optional, refuse};
use crate::decision::{Ask, Choice, Choices, Label, Word};
use crate::sets::{CardId, CardSet, PieceId, PieceSet, SpaceId, SpaceSet};
use crate::side::Side;
use rhai::plugin::*;
use rhai::{Array, Dynamic, Map, combine_with_exported_module};
use std::sync::Arc;
use wilderness_engine::Refusal;
use wilderness_engine::harmless::one_line;

pub(super) fn register(module: &mut Module) {
    combine_with_exported_module!(module, "ask", functions);
}

/// Asks a side for one of these choices.
fn ask(game: &Game, side: Option<Side>, prompt: &str, choices: Choices) -> Answer<Choice> {
    let is_event = game.read(|seat| seat.card().is_some())?;
    let kind = if is_event { Ask::Event } else { Ask::Optional };
    ask_as(game, side, kind, prompt, choices)
}

/// The same, as a question of this kind.
fn ask_as(
    game: &Game,
    side: Option<Side>,
    kind: impl FnOnce(Arc<str>) -> Ask,
    prompt: &str,
    choices: Choices,
) -> Answer<Choice> {
    if choices.is_empty() {
        return refuse(format!("there is nothing to choose from for `{prompt}`"));
    }
    let card = game.read(|seat| seat.card())?;
    let question = kind(Arc::from(one_line(prompt)));
    game.act(|table, player| {
        let scripts = table.scripts.clone();
        let asker = card.and_then(|card| scripts.deck().card(card)).map_or("the rule", |card| &card.name);
        table.explain(|_, choice| why_not_named(&question, asker, &choices, choice));
        table.ask(side.unwrap_or(player), question, choices)
    })
}

/// Why a choice is not among those that a script names, if it is not, and is of their kind.
fn why_not_named(question: &Ask, asker: &str, choices: &Choices, choice: Choice) -> Option<Refusal> {
    if choices.has(choice) {
        return None;
    }
    let reason = match choice {
        Choice::Word(Word::Done | Word::Pass) => format!("{asker} asks for one of them"),
        Choice::Word(_) | Choice::Infiltrate(_) | Choice::Naval(_) => return None,
        _ if !choices.are_like(choice) => return None,
        _ => format!("it is not one of those from which {asker} lets you choose"),
    };
    Some(Refusal::new(question.rule(), reason))
}

fn one_space(game: &Game, side: Option<Side>, prompt: &str, spaces: SpaceSet) -> Answer<SpaceId> {
    match ask(game, side, prompt, Choices::spaces(spaces))?.space() {
        Some(space) => Ok(space),
        None => refuse("no space was chosen"),
    }
}

fn one_piece(game: &Game, side: Option<Side>, prompt: &str, pieces: PieceSet) -> Answer<PieceId> {
    match ask(game, side, prompt, Choices::pieces(pieces))?.piece() {
        Some(piece) => Ok(piece),
        None => refuse("no piece was chosen"),
    }
}

fn several(game: &Game, side: Side, prompt: &str, pieces: PieceSet, least: i64, most: i64) -> Answer<PieceSet> {
    let mut left = pieces;
    let mut chosen = PieceSet::EMPTY;
    while (chosen.len() as i64) < most && !left.is_empty() {
        let enough = chosen.len() as i64 >= least;
        let Choice::Piece(piece) = ask(game, Some(side), prompt, Choices::pieces(left).or_if(enough, Word::Done))?
        else {
            break;
        };
        left.remove(piece);
        chosen.insert(piece);
    }
    Ok(chosen)
}

/// Options as choices.
fn labelled(options: &Array) -> Answer<Choices> {
    let mut choices = Choices::none();
    for option in options {
        let text = option.to_string();
        match Label::new(&text) {
            // The same option twice is one option.
            Some(label) if !choices.has(Choice::Option(label)) => choices.add(Choice::Option(label)),
            Some(_) => {}
            None => {
                return refuse(format!("`{text}` is no option: up to 24 lower-case letters, digits and hyphens"));
            }
        }
    }
    Ok(choices)
}

/// The words of a map whose values are true.
fn possible(options: &Map) -> Array {
    let possible = options.iter().filter(|(_, is_possible)| is_possible.as_bool().unwrap_or_default());
    possible.map(|(word, _)| word.to_string().into()).collect()
}

fn one_option(choice: Choice) -> Answer<String> {
    match choice {
        Choice::Option(label) => Ok(label.as_str().into()),
        _ => refuse("no option was chosen"),
    }
}

#[export_module]
mod functions {
    /// Asks for one of these spaces.
    ///
    /// `let space = game.choose_space("Where does small pox strike?", targets());`
    #[rhai_fn(return_raw)]
    pub fn choose_space(game: &mut Game, prompt: &str, spaces: SpaceSet) -> Answer<SpaceId> {
        one_space(game, None, prompt, spaces)
    }

    /// Asks a side for one of these spaces.
    ///
    /// `game.choose_space(Side::FRENCH, "Where do the coureurs come?", ports)`
    #[rhai_fn(name = "choose_space", return_raw)]
    pub fn choose_space_of(game: &mut Game, side: Side, prompt: &str, spaces: SpaceSet) -> Answer<SpaceId> {
        one_space(game, Some(side), prompt, spaces)
    }

    /// Asks for one of these leaders or units.
    ///
    /// `let leader = game.choose_piece("Which leader?", leaders);`
    #[rhai_fn(return_raw)]
    pub fn choose_piece(game: &mut Game, prompt: &str, pieces: PieceSet) -> Answer<PieceId> {
        one_piece(game, None, prompt, pieces)
    }

    /// Asks a side for one of these leaders or units.
    ///
    /// `game.choose_piece(game.enemy, "Which regiment is lost?", regulars)`
    #[rhai_fn(name = "choose_piece", return_raw)]
    pub fn choose_piece_of(game: &mut Game, side: Side, prompt: &str, pieces: PieceSet) -> Answer<PieceId> {
        one_piece(game, Some(side), prompt, pieces)
    }

    /// Asks for one of these leaders or units, or none: then it returns `()`.
    ///
    /// `let unit = game.choose_piece_or_done("Whom do you restore?", units); if unit == () { break; }`
    #[rhai_fn(return_raw)]
    pub fn choose_piece_or_done(game: &mut Game, prompt: &str, pieces: PieceSet) -> Answer<Dynamic> {
        let choices = Choices::pieces(pieces).or(Word::Done);
        Ok(optional(ask(game, None, prompt, choices)?.piece()))
    }

    /// Asks for several of these leaders or units, one after the other: at least and at most this many, as far as there
    /// are enough.
    ///
    /// `game.restore(game.choose_pieces("Whom do you restore?", units, 0, 2));`
    #[rhai_fn(return_raw)]
    pub fn choose_pieces(game: &mut Game, prompt: &str, pieces: PieceSet, least: i64, most: i64) -> Answer<PieceSet> {
        let side = game.read(|seat| seat.side())?;
        several(game, side, prompt, pieces, least, most)
    }

    /// Asks a side for several of these leaders or units.
    ///
    /// `game.choose_pieces(game.enemy, "Which two regiments are lost?", regulars, 2, 2)`
    #[rhai_fn(name = "choose_pieces", return_raw)]
    pub fn choose_pieces_of(
        game: &mut Game,
        side: Side,
        prompt: &str,
        pieces: PieceSet,
        least: i64,
        most: i64,
    ) -> Answer<PieceSet> {
        several(game, side, prompt, pieces, least, most)
    }

    /// Asks for one of these cards.
    ///
    /// `game.choose_card("Which card do you take?", game.discard_pile())`
    #[rhai_fn(return_raw)]
    pub fn choose_card(game: &mut Game, prompt: &str, cards: CardSet) -> Answer<CardId> {
        let side = game.read(|seat| seat.side())?;
        choose_card_of(game, side, prompt, cards)
    }

    /// Asks a side for one of these cards.
    ///
    /// `game.choose_card(game.enemy, "Which card do you give up?", listed)`
    #[rhai_fn(name = "choose_card", return_raw)]
    pub fn choose_card_of(game: &mut Game, side: Side, prompt: &str, cards: CardSet) -> Answer<CardId> {
        let mut choices = Choices::none();
        choices.add_all(cards, Choice::Card);
        match ask(game, Some(side), prompt, choices)? {
            Choice::Card(card) => Ok(card),
            _ => refuse("no card was chosen"),
        }
    }

    /// Asks for one of these cards, or none: then it returns `()`.
    ///
    /// `let card = game.choose_card_or_pass("Which card do you take?", game.discard_pile());`
    #[rhai_fn(return_raw)]
    pub fn choose_card_or_pass(game: &mut Game, prompt: &str, cards: CardSet) -> Answer<Dynamic> {
        let mut choices = Choices::none();
        choices.add_all(cards, Choice::Card);
        match ask(game, None, prompt, choices.or(Word::Pass))? {
            Choice::Card(card) => Ok(Dynamic::from(card)),
            _ => Ok(Dynamic::UNIT),
        }
    }

    /// Asks for one of the options that are possible: each word in the map whose value is true. Returns `()` if none
    /// is.
    ///
    /// `game.choose_option("What do they do?", #{ "new-unit": is_at_hand(), "restore": !reduced().is_empty() })`
    #[rhai_fn(name = "choose_option", return_raw)]
    pub fn choose_possible(game: &mut Game, prompt: &str, options: Map) -> Answer<Dynamic> {
        let possible = possible(&options);
        if possible.is_empty() {
            return Ok(Dynamic::UNIT);
        }
        Ok(one_option(ask(game, None, prompt, labelled(&possible)?)?)?.into())
    }

    /// Asks for one of these options: words of lower-case letters, digits and hyphens.
    ///
    /// `game.choose_option("What do you do?", ["new-unit", "restore"])`
    #[rhai_fn(return_raw)]
    pub fn choose_option(game: &mut Game, prompt: &str, options: Array) -> Answer<String> {
        one_option(ask(game, None, prompt, labelled(&options)?)?)
    }

    /// Asks a side for one of these options.
    ///
    /// `game.choose_option(game.enemy, "Which department?", ["northern", "southern"])`
    #[rhai_fn(name = "choose_option", return_raw)]
    pub fn choose_option_of(game: &mut Game, side: Side, prompt: &str, options: Array) -> Answer<String> {
        one_option(ask(game, Some(side), prompt, labelled(&options)?)?)
    }

    /// Asks a side for one of these options in secret: until the step of the game ends, bots of the other side do
    /// not know what it chose.
    ///
    /// `game.choose_in_secret(Side::FRENCH, "How much do you bid?", ["0", "1", "2"])`
    #[rhai_fn(return_raw)]
    pub fn choose_in_secret(game: &mut Game, side: Side, prompt: &str, options: Array) -> Answer<String> {
        let chosen = ask_as(game, Some(side), Ask::Secret, prompt, labelled(&options)?)?;
        game.peek(side)?;
        one_option(chosen)
    }
}
