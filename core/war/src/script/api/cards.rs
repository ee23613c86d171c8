//! Cards: hands, the discard pile, and the card being played.

use super::{Answer, Game, guards, optional, refuse};
use crate::chance::Draw;
use crate::decision::Choice;
use crate::news::{CardFate, Happened, NewsEntry};
use crate::rules::{phase, season};
use crate::sets::{CardId, CardSet};
use crate::side::Side;
use crate::table::Effects;
use crate::war::War;
use rhai::plugin::*;
use rhai::{Array, Dynamic, combine_with_exported_module};
use wilderness_engine::script::{Seat, services};

pub(super) fn register(module: &mut Module) {
    services::deck::<War>(module);
    services::announcing::<War>(module);
    combine_with_exported_module!(module, "cards", functions);
}

/// Whether a side holds a card, for a script that is about to move it. If it does not, the script learns that.
fn holds(game: &Game, side: Side, card: CardId) -> Answer<()> {
    if game.act(|table, _| Ok(table.state.hands[side].contains(card)))? {
        return Ok(());
    }
    game.peek(side)?;
    refuse(format!("{card} is not in the hand of the {side}"))
}

/// The cards of a side's hand, as far as the side that looks knows them.
fn known_hand(seat: &Seat<War>, side: Side) -> CardSet {
    match seat.eyes() {
        Some(eyes) if eyes != side => seat.state().known_cards(side),
        _ => seat.state().hands[side],
    }
}

/// Takes a card out of the draw pile, if it is there.
fn from_draw_pile(game: &Game, card: CardId) -> Answer<bool> {
    game.act(|table, _| {
        let place = table.state.draw_pile.iter().position(|other| *other == card);
        Ok(place.map(|place| table.state.draw_pile.remove(place)).is_some())
    })
}

#[export_module]
mod functions {
    /// The number of a card.
    ///
    /// `card.number`
    #[rhai_fn(get = "number", pure)]
    pub fn number(card: &mut CardId) -> i64 {
        i64::from(card.0)
    }

    /// The event of a card, as the deck names it.
    ///
    /// `game.discard_pile().filter(|card| game.event_of(card) == "troop-transports")`
    #[rhai_fn(pure, return_raw)]
    pub fn event_of(game: &mut Game, card: CardId) -> Answer<String> {
        game.read(|seat| seat.deck.card(card).map_or_else(String::new, |card| card.event.clone()))
    }

    /// The value of a card, 1 to 3, as the deck has it (5.1).
    ///
    /// `game.hand(game.side).filter(|card| game.value_of(card) == 3)`
    #[rhai_fn(pure, return_raw)]
    pub fn value_of(game: &mut Game, card: CardId) -> Answer<i64> {
        game.read(|seat| i64::from(seat.deck.value(card)))
    }

    /// The event of another card takes place too, for `game.side`, if its condition is met; the card itself stays where it
    /// is. Refused for a response, and where the condition is not met. Only in the `play` of an event.
    ///
    /// `game.play_event(game.choose_card("Whose event?", game.discard_pile().filter(|card| game.can_play_event(card))))`
    #[rhai_fn(return_raw)]
    pub fn play_event(game: &mut Game, card: CardId) -> Answer<()> {
        guards::only_in_play(game)?;
        let played = game.act(|table, side| {
            let scripts = table.scripts.clone();
            match scripts.has_event_for(&table.state, side, card)? {
                true => scripts.play(table, side, card).map(|()| true),
                false => Ok(false),
            }
        })?;
        if played { Ok(()) } else { refuse(format!("the event of {card} cannot take place: ask `can_play_event`")) }
    }

    /// Whether the event of a card could take place for `game.side`: it is no response, and its condition is met (5.51).
    /// Only where a script acts.
    ///
    /// `game.can_play_event(card)`
    #[rhai_fn(return_raw)]
    pub fn can_play_event(game: &mut Game, card: CardId) -> Answer<bool> {
        game.act(|table, side| table.scripts.clone().has_event_for(&table.state, side, card))
    }

    /// How many cards are in the draw pile (5.24).
    ///
    /// `game.draw_pile_size > 10`
    #[rhai_fn(get = "draw_pile_size", pure, return_raw)]
    pub fn draw_pile_size(game: &mut Game) -> Answer<i64> {
        game.read(|seat| seat.state().draw_pile.len() as i64)
    }

    /// The cards of the draw pile, in the order of their numbers, for an event in which `game.side` looks through it; the
    /// other side sees nothing of it. Where it looks at the top alone, `top_cards`. Only where a script acts.
    ///
    /// `game.draw_pile().filter(|card| game.has_tag(card, "alliance"))`
    #[rhai_fn(return_raw)]
    pub fn draw_pile(game: &mut Game) -> Answer<CardSet> {
        let pile: CardSet = game.act(|table, _| Ok(table.state.draw_pile.iter().copied().collect()))?;
        let side = game.read(|seat| seat.side())?;
        game.peek(side)?;
        Ok(pile)
    }

    /// The next cards of the draw pile, the first one first, for an event in which `game.side` looks at them; the other
    /// side sees nothing of it. Only where a script acts.
    ///
    /// `game.choose_card("Which card do you take?", game.top_cards(3))`
    #[rhai_fn(return_raw)]
    pub fn top_cards(game: &mut Game, number: i64) -> Answer<Array> {
        let number = usize::try_from(number).unwrap_or_default();
        let top = game.act(|table, _| {
            Ok(table.state.draw_pile.iter().rev().take(number).map(|card| Dynamic::from(*card)).collect::<Array>())
        })?;
        let side = game.read(|seat| seat.side())?;
        game.peek(side)?;
        Ok(top)
    }

    /// A side takes a card from the draw pile into its hand. The other side does not see which.
    ///
    /// `game.take_from_draw_pile(game.side, card)`
    #[rhai_fn(return_raw)]
    pub fn take_from_draw_pile(game: &mut Game, side: Side, card: CardId) -> Answer<()> {
        let text = format!("the {side} take a card from the draw pile");
        if !from_draw_pile(game, card)? {
            return refuse(format!("{card} is not in the draw pile"));
        }
        game.act(|table, _| {
            table.state.hands[side].insert(card);
            table.tell(|_| NewsEntry::new("5.21", Happened::Said { text }).by(side));
            Ok(())
        })
    }

    /// Puts a card of the discard pile on top of the draw pile, or one of the draw pile itself.
    ///
    /// `game.put_on_top(card)`
    #[rhai_fn(return_raw)]
    pub fn put_on_top(game: &mut Game, card: CardId) -> Answer<()> {
        let is_discarded = game.read(|seat| seat.state().discard.contains(card))?;
        if !is_discarded && !from_draw_pile(game, card)? {
            return refuse(format!("{card} is neither in the discard pile nor in the draw pile"));
        }
        game.act(|table, side| {
            table.state.discard.remove(card);
            table.state.draw_pile.push(card);
            let text = match is_discarded {
                true => format!("{card} is put on top of the draw pile"),
                false => "a card of the draw pile is put on top".to_string(),
            };
            table.tell(|_| NewsEntry::new("5.21", Happened::Said { text }).by(side));
            Ok(())
        })
    }

    /// Shuffles the draw pile.
    ///
    /// `game.shuffle_draw_pile()`
    #[rhai_fn(return_raw)]
    pub fn shuffle_draw_pile(game: &mut Game) -> Answer<()> {
        game.act(|table, side| {
            season::shuffle_draw_pile(table);
            let text = "the draw pile is shuffled".to_string();
            table.tell(|_| NewsEntry::new("5.25", Happened::Said { text }).by(side));
            Ok(())
        })
    }

    /// Takes a card of the discard pile out of the game (5.23).
    ///
    /// `game.remove_card(card)`
    #[rhai_fn(return_raw)]
    pub fn remove_card(game: &mut Game, card: CardId) -> Answer<()> {
        if !game.read(|seat| seat.state().discard.contains(card))? {
            return refuse(format!("{card} is not in the discard pile"));
        }
        game.act(|table, side| {
            table.state.discard.remove(card);
            table.state.removed.insert(card);
            table.tell_of_fate(card, CardFate::OutOfGame, "5.23", side);
            Ok(())
        })
    }

    /// Takes a card that a side holds out of the game (5.23).
    ///
    /// `game.remove_card(game.enemy, card)`
    #[rhai_fn(name = "remove_card", return_raw)]
    pub fn remove_held_card(game: &mut Game, side: Side, card: CardId) -> Answer<()> {
        holds(game, side, card)?;
        game.act(|table, _| {
            table.state.hands[side].remove(card);
            table.state.removed.insert(card);
            table.tell_of_fate(card, CardFate::OutOfGame, "5.23", side);
            Ok(())
        })
    }

    /// Puts a card that is out of the game on the discard pile.
    ///
    /// `game.return_card(card)`
    #[rhai_fn(return_raw)]
    pub fn return_card(game: &mut Game, card: CardId) -> Answer<()> {
        if !game.read(|seat| seat.state().removed.contains(card))? {
            return refuse(format!("{card} is not out of the game"));
        }
        game.act(|table, side| {
            table.state.removed.remove(card);
            table.state.discard.insert(card);
            table.tell_of_fate(card, CardFate::Discarded, "5.22", side);
            Ok(())
        })
    }

    /// The number of cards a side holds (5.24).
    ///
    /// `game.hand_size(game.enemy) > 0`
    #[rhai_fn(pure, return_raw)]
    pub fn hand_size(game: &mut Game, side: Side) -> Answer<i64> {
        game.read(|seat| seat.state().hands[side].len() as i64)
    }

    /// The hand of a side. Only for events in which that side looks for a card of its own, or the hand is looked at by
    /// their rules. Refused in modifiers, and in conditions unless it is the hand of `game.side`.
    ///
    /// `game.hand(Side::BRITISH).filter(|card| game.event_of(card) in listed)`
    #[rhai_fn(pure, return_raw)]
    pub fn hand(game: &mut Game, side: Side) -> Answer<CardSet> {
        game.peek(side)?;
        game.read(|seat| known_hand(seat, side))
    }

    /// The cards in the discard pile (5.24).
    ///
    /// `game.choose_card_or_pass("Which card do you take?", game.discard_pile())`
    #[rhai_fn(pure, return_raw)]
    pub fn discard_pile(game: &mut Game) -> Answer<CardSet> {
        game.read(|seat| seat.state().discard)
    }

    /// The cards that are out of the game (5.23).
    ///
    /// `game.removed_cards().some(|card| game.event_of(card) == "louisbourg-squadrons")`
    #[rhai_fn(pure, return_raw)]
    pub fn removed_cards(game: &mut Game) -> Answer<CardSet> {
        game.read(|seat| seat.state().removed)
    }

    /// Gives a card of the discard pile to a side (5.22).
    ///
    /// `game.take_from_discard(game.side, card)`
    #[rhai_fn(return_raw)]
    pub fn take_from_discard(game: &mut Game, side: Side, card: CardId) -> Answer<()> {
        if !game.read(|seat| seat.state().discard.contains(card))? {
            return refuse(format!("{card} is not in the discard pile"));
        }
        game.act(|table, _| {
            table.state.discard.remove(card);
            table.state.hands[side].insert(card);
            table.state.seen[side].insert(card);
            table.tell_of_fate(card, CardFate::Taken, "5.22", side);
            Ok(())
        })
    }

    /// A side discards a card of its hand, which is not played.
    ///
    /// `game.discard(game.enemy, card)`
    #[rhai_fn(return_raw)]
    pub fn discard(game: &mut Game, side: Side, card: CardId) -> Answer<()> {
        holds(game, side, card)?;
        game.act(|table, _| {
            table.tell_of_fate(card, CardFate::Discarded, "5.22", side);
            phase::discard(table, side, card)
        })
    }

    /// A random card of a side's hand; `()` if it has none. The card stays where it is.
    ///
    /// `let card = game.random_card(game.enemy);`
    #[rhai_fn(return_raw)]
    pub fn random_card(game: &mut Game, side: Side) -> Answer<Dynamic> {
        let card = game.act(|table, _| {
            let hand: Vec<Choice> = table.state.hands[side].iter().map(Choice::Card).collect();
            Ok(match table.draw(Draw::Hand, &hand)? {
                Some(Choice::Card(card)) => optional(Some(card)),
                _ => Dynamic::UNIT,
            })
        });
        game.peek(side)?;
        card
    }

    /// A side draws the top card of the draw pile, if there is one (5.21). No script learns which.
    ///
    /// `game.draw_card(game.enemy)`
    #[rhai_fn(return_raw)]
    pub fn draw_card(game: &mut Game, side: Side) -> Answer<()> {
        game.act(|table, _| {
            let Some(card) = table.deal()? else { return Ok(()) };
            table.state.hands[side].insert(card);
            table.tell(|_| NewsEntry::new("5.21", Happened::Said { text: format!("the {side} draw a card") }).by(side));
            Ok(())
        })
    }

    /// A side hands one of its cards to the other side.
    ///
    /// `game.hand_over(game.enemy, card)`
    #[rhai_fn(return_raw)]
    pub fn hand_over(game: &mut Game, from: Side, card: CardId) -> Answer<()> {
        holds(game, from, card)?;
        game.act(|table, _| {
            table.state.hands[from].remove(card);
            table.state.hands[from.enemy()].insert(card);
            table.state.seen[from.enemy()].insert(card);
            table.tell_of_fate(card, CardFate::HandedOver, "5.5", from);
            Ok(())
        })
    }

    /// Takes the card being played out of the game, instead of putting it on the discard pile. In `play` and `respond`
    /// only.
    ///
    /// `if game.roll() <= 3 { game.remove_this_card(); }`
    #[rhai_fn(return_raw)]
    pub fn remove_this_card(game: &mut Game) -> Answer<()> {
        if !game.read(|seat| seat.is_played())? {
            return refuse("no card is being played whose event this is");
        }
        game.act(|table, _| {
            table.within.requests.remove_card = true;
            Ok(())
        })
    }

    /// The card whose event this is, the first of several in a modifier or a trigger; `()` in an optional rule.
    ///
    /// `if game.card.number == 60 { ... }`
    #[rhai_fn(get = "card", pure, return_raw)]
    pub fn card(game: &mut Game) -> Answer<Dynamic> {
        game.read(|seat| optional(seat.card()))
    }
}
