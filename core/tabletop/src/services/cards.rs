//! Cards, and the piles in which they are.
#![allow(clippy::unwrap_used)] // in the code that rhai's macro writes around each function

use super::{Game, array, change, look, look_at_hidden};
use crate::content::Folder;
use crate::data::{GameData, SeenBy};
use crate::rules::{Play, Tabletop};
use crate::state::{Card, SideSet, Version};
use rhai::plugin::*;
use rhai::{Array, ImmutableString, Module, combine_with_exported_module};
use wilderness_engine::plain::{Choice, Draw, Side};
use wilderness_engine::script::Answer;
use wilderness_engine::{Side as _, Table};

pub(super) fn register(module: &mut Module) {
    combine_with_exported_module!(module, "cards", cards);
}

/// The first word of a card that is drawn.
const DRAWN: &str = "card";

/// A pile: its number, and the place of its owner among the sides.
type PileOf = (u8, u8);

/// A pile as a script names it: its id, and whose it is.
type NamedPile<'a> = (&'a str, Option<Side>);

/// The pile with an id, of a side if each has its own.
fn pile(data: &GameData, id: &str, side: Option<Side>) -> Result<PileOf, String> {
    let pile = data.pile(id).ok_or_else(|| format!("there is no pile `{id}`"))?;
    match (side, data.piles[usize::from(pile)].per_side) {
        (Some(side), true) => Ok((pile, side.index() as u8)),
        (None, false) => Ok((pile, 0)),
        (None, true) => Err(format!("each side has its own pile `{id}`: name the side, too")),
        (Some(_), false) => Err(format!("the pile `{id}` belongs to no side")),
    }
}

fn card(data: &GameData, index: u8) -> Card {
    let facts = &data.cards[usize::from(index)];
    Card { index, id: facts.id, name: facts.name }
}

/// The cards in a pile, for a script that looks at them.
fn cards_in(game: &Game, id: &str, side: Option<Side>) -> Answer<Array> {
    let (pile, seen) = look(game, |seat| {
        let pile = pile(&seat.deck, id, side)?;
        Ok((pile, seat.deck.piles[usize::from(pile.0)].seen))
    })?;
    if seen != SeenBy::All {
        look_at_hidden(game, pile.1)?;
    }
    game.read(|seat| array(seat.state().cards_in(pile.0, pile.1).map(|index| card(&seat.deck, index))))
}

/// Draws a card of a pile at random, unseen, and puts it into another.
fn draw_one(table: &mut Table<Tabletop>, folder: &Folder, from: PileOf, to: PileOf, deals: bool) -> Play<Option<Card>> {
    let data = &folder.data;
    let id = data.piles[usize::from(from.0)].id;
    let name = |index: u8| Choice::naming(DRAWN, data.cards[usize::from(index)].id);
    let among: Vec<Choice> = table.state.cards_in(from.0, from.1).map(name).collect();
    let draw = if deals { Draw::deal(id) } else { Draw::of(id) };
    let Some(drawn) = table.draw(draw, &among)? else { return Ok(None) };
    let Some(index) = data.card(drawn.name()) else { return Ok(None) };
    table.state.version = Version::new();
    table.state.move_drawn(data, index, to.0, to.1);
    Ok(Some(card(data, index)))
}

/// Draws a number of cards; fewer, if there are no more.
fn draw(game: &Game, (from, to): (NamedPile<'_>, NamedPile<'_>), count: i64) -> Answer<Array> {
    let piles = look(game, |seat| Ok((pile(&seat.deck, from.0, from.1)?, pile(&seat.deck, to.0, to.1)?)))?;
    let drawn = game.act(|table, _| {
        let folder = table.scripts.clone();
        let mut drawn = Vec::new();
        for _ in 0..count.clamp(0, crate::data::MOST_CARDS as i64) {
            let Some(card) = draw_one(table, &folder, piles.0, piles.1, count > 1)? else { break };
            drawn.push(card);
        }
        Ok(drawn)
    })?;
    Ok(array(drawn.into_iter()))
}

#[export_module]
mod cards {
    /// The cards in a pile.
    ///
    /// `game.cards("discards")`
    #[rhai_fn(name = "cards", pure, return_raw)]
    pub fn cards_of(game: &mut Game, pile: &str) -> Answer<Array> {
        cards_in(game, pile, None)
    }

    /// The cards in a side's pile. Other sides do not see them, if only its owner does: a `why_not_…` cannot look at them
    /// for another side.
    ///
    /// `game.cards("hand", side)`
    #[rhai_fn(name = "cards", pure, return_raw)]
    pub fn cards_of_side(game: &mut Game, pile: &str, side: Side) -> Answer<Array> {
        cards_in(game, pile, Some(side))
    }

    /// How many cards are in a pile, which all sides see.
    ///
    /// `game.card_count("deck")`
    #[rhai_fn(pure, return_raw)]
    pub fn card_count(game: &mut Game, pile: &str) -> Answer<i64> {
        look(game, |seat| {
            let (pile, side) = super::pile(&seat.deck, pile, None)?;
            Ok(seat.state().cards_in(pile, side).count() as i64)
        })
    }

    /// How many cards are in a side's pile, which all sides see.
    ///
    /// `game.card_count("hand", side)`
    #[rhai_fn(name = "card_count", pure, return_raw)]
    pub fn card_count_of_side(game: &mut Game, pile: &str, side: Side) -> Answer<i64> {
        look(game, |seat| {
            let (pile, side) = super::pile(&seat.deck, pile, Some(side))?;
            Ok(seat.state().cards_in(pile, side).count() as i64)
        })
    }

    /// The card with an id.
    ///
    /// `game.card("raid")`
    #[rhai_fn(pure, return_raw)]
    pub fn card(game: &mut Game, id: &str) -> Answer<Card> {
        look(game, |seat| {
            let index = seat.deck.card(id).ok_or_else(|| format!("there is no card `{id}`"))?;
            Ok(super::card(&seat.deck, index))
        })
    }

    /// Draws cards from a pile at random, without looking, and puts them into a side's pile; fewer, if there are no more.
    /// Returns them.
    ///
    /// `game.draw("deck", "hand", side, 3)`
    #[rhai_fn(return_raw)]
    pub fn draw(game: &mut Game, from: &str, to: &str, side: Side, count: i64) -> Answer<Array> {
        let of = |id: &str| {
            look(game, |seat| {
                let is_own = seat.deck.pile(id).is_some_and(|pile| seat.deck.piles[usize::from(pile)].per_side);
                Ok(is_own.then_some(side))
            })
        };
        let (from, to) = ((from, of(from)?), (to, of(to)?));
        super::draw(game, (from, to), count)
    }

    /// Puts a card into a pile. Those who knew where it was know where it is.
    ///
    /// `game.put_card(card, "discards")`
    #[rhai_fn(return_raw)]
    pub fn put_card(game: &mut Game, card: Card, pile: &str) -> Answer<()> {
        change(game, |state, data| {
            let (pile, side) = super::pile(data, pile, None)?;
            state.move_card(data, card.index, pile, side);
            Ok(())
        })
    }

    /// Puts a card into a side's pile.
    ///
    /// `game.put_card(card, "hand", side)`
    #[rhai_fn(name = "put_card", return_raw)]
    pub fn put_card_of_side(game: &mut Game, card: Card, pile: &str, side: Side) -> Answer<()> {
        change(game, |state, data| {
            let (pile, side) = super::pile(data, pile, Some(side))?;
            state.move_card(data, card.index, pile, side);
            Ok(())
        })
    }

    /// Puts all cards of a pile into another one, and shuffles them there.
    ///
    /// `game.gather("discards", "deck")`
    #[rhai_fn(return_raw)]
    pub fn gather(game: &mut Game, from: &str, to: &str) -> Answer<()> {
        change(game, |state, data| {
            let (from, to) = (super::pile(data, from, None)?, super::pile(data, to, None)?);
            state.gather(data, from, to);
            Ok(())
        })
    }

    /// Puts all cards of a pile of one side into another pile of that side, and shuffles them there.
    ///
    /// `game.gather("spent", "deck", side)`
    #[rhai_fn(name = "gather", return_raw)]
    pub fn gather_of_side(game: &mut Game, from: &str, to: &str, side: Side) -> Answer<()> {
        change(game, |state, data| {
            let (from, to) = (super::pile(data, from, Some(side))?, super::pile(data, to, Some(side))?);
            state.gather(data, from, to);
            Ok(())
        })
    }

    /// A side looks at these cards, and knows where they are as long as they are not shuffled or drawn.
    ///
    /// `game.show(game.cards("hand", enemy), side)`
    #[rhai_fn(return_raw)]
    pub fn show(game: &mut Game, cards: Array, side: Side) -> Answer<()> {
        change(game, |state, _| {
            for card in &cards {
                let card = card
                    .read_lock::<Card>()
                    .ok_or_else(|| format!("this takes cards, and was given a {}", card.type_name()))?;
                let known_to = &mut state.cards[usize::from(card.index)].known_to;
                *known_to = known_to.and(SideSet::of(side.index() as u8));
            }
            Ok(())
        })
    }

    /// All sides learn where a card is.
    ///
    /// `game.reveal(card)`
    #[rhai_fn(name = "reveal", return_raw)]
    pub fn reveal_card(game: &mut Game, card: Card) -> Answer<()> {
        change(game, |state, _| {
            state.cards[usize::from(card.index)].known_to = SideSet::ALL;
            Ok(())
        })
    }

    /// The name of a card.
    ///
    /// `` `${card}` ``
    #[rhai_fn(name = "to_string", pure)]
    pub fn card_as_text(card: &mut Card) -> ImmutableString {
        card.name.as_str().into()
    }
}
