//! Outpost: a small game that shows how to write one on the engine. Two sides fight for a line of seven posts. Each turn
//! a side plays a card to attack or to draw another card (2). The side that is attacked may lie in ambush with a high
//! card from its hidden hand (3). A side that is three posts ahead wins, and so does a side that is ahead after twelve
//! turns, or when no cards are left.
//!
//! The rules are in this file: plain functions that ask, roll and draw at a table, in the words of
//! [`plain`](wilderness_engine::plain). From [`Rules`] the engine has records, undo,
//! branches, counts and random agents; from [`Searched`] and [`Hidden`] a searching agent that does not cheat; from
//! [`Weighed`] the odds of an attack. One card has a script, in the module `card`, which the game does not need: without
//! the feature `card` it is a game without scripts. With the feature `front` it can be played at the prompt.

#[cfg(feature = "card")]
mod card;
#[cfg(feature = "front")]
mod front;

#[cfg(feature = "card")]
pub use card::{Cards, NIGHT_RAID, RAID, TORCHES, Text, TurnOver, with_script};
#[cfg(feature = "front")]
pub use front::Printed;
pub use wilderness_engine::plain::{Ask, Choice, Draw, Side, Throw};

use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::agents::Random;
use wilderness_engine::faults::Faults;
use wilderness_engine::language::Markers;
use wilderness_engine::odds::Weighed;
use wilderness_engine::plain::{Begins, Header};
use wilderness_engine::{
    Answer, Game, Generator, Hidden, Horizon, Known, Refusal, Rules, Searched, Seen, Side as _, SideView, Situation,
    Stream, Table, Windows, Word,
};

/// The game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outpost;

/// The side that has the first turn.
pub const RED: Side = Side::new(0, Word::of("red"), Word::of("Red"));
/// The side that has the second.
pub const BLUE: Side = Side::new(1, Word::of("blue"), Word::of("Blue"));

/// What a designer can change: nothing, as long as no card has a script.
#[cfg(not(feature = "card"))]
pub type Cards = wilderness_engine::NoScripts<Outpost>;

/// The result of a rule that can halt.
pub type Play<T> = wilderness_engine::Play<T, Outpost>;

/// The state.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// The number of turns played.
    pub turn: u8,
    /// The side whose turn it is.
    pub active: Side,
    /// Posts gained by Red; below 0, by Blue.
    pub line: i8,
    /// The cards of each side.
    pub hands: [Vec<u8>; 2],
    /// The draw pile.
    pub pile: Vec<u8>,
    /// The markers of events in force.
    pub markers: Arc<Markers<()>>,
    /// What dice and draws come from.
    pub generator: Generator,
}

/// What the scripts of cards change. By default nothing.
pub trait Events {
    /// Whether a side can play a card as an event (4).
    fn can_play(&self, _state: &State, _side: Side, _card: u8) -> Play<bool> {
        Ok(false)
    }

    /// Plays a card as an event (4).
    fn play(&self, _table: &mut Table<Outpost>, _side: Side, _card: u8) -> Play<()> {
        Ok(())
    }

    /// What an attack of a side has to exceed, if the rules say `needed` (3).
    fn needed(&self, _state: &State, _side: Side, needed: u8) -> Play<u8> {
        Ok(needed)
    }

    /// The turn of a side is over (2).
    fn turn_over(&self, _table: &mut Table<Outpost>, _side: Side) -> Play<()> {
        Ok(())
    }
}

#[cfg(not(feature = "card"))]
impl Events for Cards {}

/// A turn (2): the side plays a card to attack, to draw another one, or as an event.
fn turn(table: &mut Table<Outpost>) -> Play<()> {
    let side = table.state.active;
    let hand = cards(&table.state.hands[side.index()]);
    if !hand.is_empty() {
        table.explain(|_, _| Some(Refusal::new("2", "the card is not in the hand")));
        let card = number(table.ask(side, Ask::new("card", "2", "Which card do you play?"), hand)?);
        table.state.hands[side.index()].retain(|other| *other != card);
        let scripts = table.scripts.clone();
        let event = scripts.can_play(&table.state, side, card)?.then_some(Choice::of("event"));
        let uses: Vec<Choice> = ["attack", "draw"].map(Choice::of).into_iter().chain(event).collect();
        let ask = Ask::new("use", "2", format!("What do you use the {card} for?")).setting_off_a_script();
        match table.ask(side, ask, uses)?.word() {
            "attack" => attack(table, side, card)?,
            "event" => scripts.play(table, side, card)?,
            _ => draw(table, side)?,
        }
    }
    table.scripts.clone().turn_over(table, side)?;
    table.state.turn += 1;
    table.state.active = enemy(side);
    Ok(())
}

/// An attack (3): a die and half the card beat 5, or 8 against an ambush.
fn attack(table: &mut Table<Outpost>, side: Side, card: u8) -> Play<()> {
    let enemy = enemy(side);
    let hand = &table.state.hands[enemy.index()];
    let mut choices = cards(hand.iter().filter(|card| **card > 8));
    let may_hold = table.windows == Windows::Open && !hand.is_empty();
    let mut needed = table.scripts.needed(&table.state, side, 5)?;
    if (may_hold || !choices.is_empty()) && table.may_respond(enemy) {
        choices.push(Choice::PASS);
        let ask = Ask::new("ambush", "3", "Do you lie in ambush?").window();
        let ambush = table.ask_openly(enemy, ask, choices)?;
        if ambush != Choice::PASS {
            table.state.hands[enemy.index()].retain(|other| *other != number(ambush));
            needed = table.scripts.needed(&table.state, side, 8)?;
        }
    }
    let assault = Assault { card, needed };
    if table.resolve(Some(assault), |table| assault.settle(table))? {
        gain_post(table, side);
    }
    Ok(())
}

/// A side gains a post.
pub(crate) fn gain_post(table: &mut Table<Outpost>, side: Side) {
    table.state.line += if side == RED { 1 } else { -1 };
    table.tell(|state| format!("{side} gain a post: {}", state.line));
}

/// A side draws a card (2).
fn draw(table: &mut Table<Outpost>, side: Side) -> Play<()> {
    let Some(&top) = table.state.pile.last() else { return Ok(()) };
    let card = number(table.take(Draw::of(Word::of("card")), |state| cards(&state.pile), card(top))?);
    table.state.pile.retain(|other| *other != card);
    table.state.hands[side.index()].push(card);
    Ok(())
}

/// The other side.
pub fn enemy(side: Side) -> Side {
    if side == RED { BLUE } else { RED }
}

/// A card as an answer.
pub fn card(number: u8) -> Choice {
    Choice::numbered("card", number)
}

/// Cards as answers.
fn cards<'a>(numbers: impl IntoIterator<Item = &'a u8>) -> Vec<Choice> {
    numbers.into_iter().copied().map(card).collect()
}

/// The number of the card that was chosen.
pub fn number(choice: Choice) -> u8 {
    choice.number().unwrap_or_default()
}

/// An attack before its die is rolled.
#[derive(Clone, Copy)]
pub struct Assault {
    card: u8,
    needed: u8,
}

impl Weighed<Outpost> for Assault {
    type Settled = bool;

    fn settle(&self, table: &mut Table<Outpost>) -> Play<bool> {
        Ok(table.roll(Throw::new(Word::of("attack"), 6))? + self.card / 2 > self.needed)
    }
}

impl Rules for Outpost {
    type Side = Side;
    type State = State;
    type Question = Ask;
    type Choice = Choice;
    type Throw = Throw;
    type Draw = Draw;
    type News = String;
    type Scenario = ();
    type Scripts = Cards;
    type Within = ();
    type Hidden = Outpost;
    type Search = Outpost;
    type Combat = Assault;
    type Outcome = Option<Side>;
    type Time = u8;
    type Header = Header<Outpost>;
    type View<'a> = View<'a>;

    const SIDES: &'static [Side] = &[RED, BLUE];
    const ZERO_SUM: bool = true;

    fn step(table: &mut Table<Outpost>) -> Play<()> {
        turn(table)
    }

    fn outcome(state: &State) -> Option<Option<Side>> {
        let over = state.turn == 12 || state.line.abs() == 3 || state.hands.iter().all(Vec::is_empty);
        let ahead = if state.line > 0 { RED } else { BLUE };
        over.then_some((state.line != 0).then_some(ahead))
    }

    fn time(state: &State) -> u8 {
        state.turn
    }

    fn score(state: &State, side: Side) -> i32 {
        i32::from(state.line) * if side == RED { 1 } else { -1 }
    }

    fn active(state: &State) -> Side {
        state.active
    }

    fn generator(state: &mut State) -> &mut Generator {
        &mut state.generator
    }

    fn view<'a>(seen: Seen<'a, Outpost>, known: &'a Known<Outpost>, side: Side) -> View<'a> {
        View { seen, known, side }
    }
}

/// What a side sees: its own hand, and the line.
pub struct View<'a> {
    seen: Seen<'a, Outpost>,
    known: &'a Known<Outpost>,
    side: Side,
}

impl View<'_> {
    /// The cards of the side.
    pub fn hand(&self) -> &[u8] {
        &self.seen.state.hands[self.side.index()]
    }
}

impl SideView<Outpost> for View<'_> {
    fn situation(&self) -> Option<Situation<Outpost>> {
        Situation::new(self.seen, self.known, self.side)
    }

    fn scripts(&self) -> &Rc<Cards> {
        self.seen.scripts
    }
}

/// The searching agent plays at random, and goes by the line.
impl Searched<Outpost> for Outpost {
    type Playout = Random;

    fn horizon(_: &State, _: &Cards) -> Horizon {
        Horizon { steps: 8, turns: 1 }
    }

    fn worth(state: &State, side: Side, _: &Rc<Cards>, (): &()) -> f64 {
        let red = (f64::from(state.line) + 3.0) / 6.0;
        if side == RED { red } else { 1.0 - red }
    }
}

/// A side knows the cards that are neither in the pile nor in the other hand.
impl Hidden<Outpost> for Outpost {
    type Knowledge = Vec<u8>;

    fn knowledge(_: &State, now: &State, _: &[Answer<Outpost>], side: Side) -> Vec<u8> {
        let hidden = now.pile.iter().chain(&now.hands[enemy(side).index()]);
        (1..=12).filter(|card| !hidden.clone().any(|other| other == card)).collect()
    }

    fn deal_anew(start: &mut State, since: &mut [Answer<Outpost>], known: &Vec<u8>, side: Side, chance: &mut Stream) {
        let hand = &start.hands[enemy(side).index()];
        let lying: Vec<u8> = hand.iter().chain(&start.pile).copied().filter(|card| !known.contains(card)).collect();
        let mut dealt = lying.clone();
        dealt.sort_unstable();
        chance.shuffle(&mut dealt);
        let instead = |card: &mut u8| {
            *card = lying.iter().position(|other| other == card).map_or(*card, |index| dealt[index]);
        };
        start.hands[enemy(side).index()].iter_mut().chain(&mut start.pile).for_each(instead);
        for answer in since {
            if let Answer::Draw { drawn, .. } = answer {
                let mut other = number(*drawn);
                instead(&mut other);
                *drawn = card(other);
            }
        }
    }
}

/// Three cards of a shuffled deck for each side.
impl Begins for Outpost {
    const GAME: &'static str = "outpost";

    fn setup(header: &Header<Outpost>, _: &Cards) -> Result<((), State), Faults> {
        let mut generator = header.generator();
        let mut pile: Vec<u8> = (1..=12).collect();
        generator.shuffle_first(&mut pile);
        let hands = [pile.split_off(9), pile.split_off(6)];
        Ok(((), State { turn: 0, active: RED, line: 0, hands, pile, markers: Arc::default(), generator }))
    }
}

/// A new game, with the card as it is printed.
pub fn game(seed: u64, windows: Windows) -> Game<Outpost> {
    Game::begin(&Header::new(seed).with_windows(windows), Rc::default()).expect("a header without faults")
}

/// Seats two random agents with a seed.
pub fn random(game: &mut Game<Outpost>, seed: u64) {
    [RED, BLUE].into_iter().for_each(|side| game.set_agent(side, Some(Box::new(Random::new(seed, side)))));
}
