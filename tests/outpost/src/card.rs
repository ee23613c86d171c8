//! The one card with an event, and what its script can say.
#![allow(clippy::unwrap_used)] // in the code that rhai's macro writes around each function

use crate::{Ask, Choice, Events, Outpost, Play, RED, Side, State, Throw, enemy as other, gain_post, number};
use rhai::plugin::*;
use rhai::{Array, Dynamic, combine_with_exported_module};
use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::language::{
    Call, EntryPoint, Field, Language, Limit, Markers, Modifier, MomentFacts, NameUse, Operand, Returned, Role, Theme,
    Value,
};
use wilderness_engine::script::{
    Answer, Compile, Fingerprints, Handle, Host, Modifying, Occasion, Read, Script, ScriptReader, ScriptSet, Triggers,
    fingerprint, markers, services, truth,
};
use wilderness_engine::{Side as _, Table, Word};

/// The number of the card with an event.
pub const RAID: u8 = 12;
/// Its script.
pub const NIGHT_RAID: &str = "
// Night Raid (12): the side gives up a card, and gains a post if a die does not exceed it.
fn can_play() { game.lead < 2 && !game.hand.is_empty() }
fn play() {
    let card = game.choose_card(\"Which card do you give up?\", game.hand);
    game.discard(card);
    if game.roll() <= card { game.gain(); }
}
";

/// Another script for the card: the side carries torches from then on, by which its attacks gain as much as the deck
/// says. They burn down at the end of the enemy's turn.
pub const TORCHES: &str = "
// Torches (12): attacks of the side need less until the enemy's turn is over.
fn markers() { #{ \"torches\": \"game per side\" } }
fn play() { game.mark(game.side, \"torches\"); }
fn moments() { [\"turn_over\"] }
fn act(turn_of) {
    if turn_of == game.side.enemy { game.unmark(game.side, \"torches\"); }
}
fn attack(needed, at) {
    if game.has_marker(at.side, \"torches\") { needed - game.parameter(\"light\") }
}
";

/// The cards.
pub struct Cards {
    text: Text,
    hashes: Fingerprints,
    host: Host<Outpost>,
    raid: Vec<Rc<Script<Outpost>>>,
    triggers: Triggers<Outpost>,
    modifying: Modifying<Outpost>,
    /// What is probably a mistake in the script.
    pub warnings: Faults,
}

/// The text of the script.
#[derive(Clone, PartialEq)]
pub struct Text(pub String);

impl Compile for Text {
    type Scripts = Cards;

    fn compile(&self) -> Result<Cards, Faults> {
        let mut reader = ScriptReader::new(Rc::new(()), [].iter());
        let read = reader.read(&Source::new("night_raid.rhai", self.0.as_str()), EVENT);
        reader.compare(read.iter(), &[], &|_| false);
        let hashes = Fingerprints::from([("night_raid.rhai".into(), fingerprint(&self.0))]);
        let raid: Vec<_> = read.into_iter().map(of_the_card).collect();
        let (triggers, modifying) = (Triggers::new(raid.iter()), Modifying::new(&reader.host, raid.iter()));
        let warnings = reader.faults.with_warnings(())?.1;
        Ok(Cards { text: self.clone(), hashes, host: reader.host, raid, triggers, modifying, warnings })
    }
}

fn of_the_card(mut read: Read<Outpost>) -> Rc<Script<Outpost>> {
    read.script.card = Some(RAID);
    Rc::new(read.script)
}

/// The cards with this script.
///
/// # Panics
/// If there is a mistake in it.
pub fn with_script(script: &str) -> Rc<Cards> {
    Rc::new(Text(script.into()).compile().expect("a sound script"))
}

impl Default for Cards {
    fn default() -> Cards {
        Text(NIGHT_RAID.into()).compile().expect("a sound script")
    }
}

impl Events for Cards {
    fn can_play(&self, state: &State, side: Side, card: u8) -> Play<bool> {
        let Some(raid) = self.raid.first().filter(|_| card == RAID) else { return Ok(false) };
        if !raid.compiled.has("can_play", 0) {
            return Ok(true);
        }
        let occasion = Occasion::new(side, Some(card));
        truth(
            &self.host,
            &raid.compiled,
            "can_play",
            self.host.query(&raid.compiled, "can_play", state, occasion, Vec::new())?,
        )
    }

    fn play(&self, table: &mut Table<Outpost>, side: Side, card: u8) -> Play<()> {
        let occasion = Occasion::new(side, Some(card));
        self.raid.iter().try_for_each(|raid| self.host.act(raid, "play", table, occasion, Vec::new()))
    }

    fn turn_over(&self, table: &mut Table<Outpost>, side: Side) -> Play<()> {
        self.triggers.act(&self.host, table, (TurnOver, side), &Dynamic::from(side))
    }

    fn needed(&self, state: &State, side: Side, needed: u8) -> Play<u8> {
        let start = || i64::from(needed).into();
        let at = || Dynamic::from_map([("side".into(), Dynamic::from(side))].into());
        let modified = self.modifying.modify(&self.host, state, ("attack", side), start, at)?;
        Ok(modified.map_or(needed, |modified| modified.number("") as u8))
    }
}

impl ScriptSet for Cards {
    type Rules = Outpost;
    type Language = Cards;
    type Sources = Text;

    fn host(&self) -> Option<&Host<Outpost>> {
        Some(&self.host)
    }

    fn sources(&self) -> &Text {
        &self.text
    }

    fn fingerprints(&self) -> &Fingerprints {
        &self.hashes
    }

    fn all(&self) -> impl Iterator<Item = &Script<Outpost>> {
        self.raid.iter().map(AsRef::as_ref)
    }
}

/// The event of a card.
const EVENT: Role =
    Role { needed: &["play"], together: &["moments", "act"], also: &["can_play", "markers"], modifies: true };

/// The moment after a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TurnOver;

/// The functions that the rules call.
const ENTRY_POINTS: [EntryPoint; 5] = [
    EntryPoint {
        name: "can_play",
        parameters: &[],
        call: Call::Condition,
        about: "Whether it can be played.",
        returns: "true or false",
    },
    EntryPoint { name: "play", parameters: &[], call: Call::Act, about: "What it does.", returns: "" },
    EntryPoint {
        name: "moments",
        parameters: &[],
        call: Call::Constant,
        about: "When it is called.",
        returns: "an array of names",
    },
    EntryPoint {
        name: "markers",
        parameters: &[],
        call: Call::Constant,
        about: "Its markers.",
        returns: "an object map",
    },
    EntryPoint { name: "act", parameters: &["turn_of"], call: Call::Act, about: "What it does later.", returns: "" },
];

/// What a card can change.
const MODIFIERS: [Modifier; 1] = [Modifier {
    name: "attack",
    value: "needed",
    about: "What an attack has to exceed (3).",
    returns: Returned::Value(Field { name: "", about: "the new number", limit: Limit::Number(0, 12) }),
    at: &["side"],
    example: "fn attack(needed, at) { needed - 1 }",
}];

/// When a card is called.
const MOMENTS: [MomentFacts<TurnOver>; 1] =
    [MomentFacts { kind: TurnOver, name: "turn_over", when: "at the end of the turn", asked: "nobody", carries: &[] }];

impl Language for Cards {
    type Rules = Outpost;
    type Deck = ();
    type Card = u8;
    type Moment = TurnOver;
    type End = ();
    type Notes = ();

    const THEMES: &'static [Theme] = &[
        Theme {
            name: "Raids",
            about: "What a raid needs.",
            register: |module| {
                combine_with_exported_module!(module, "raids", raids);
            },
        },
        Theme {
            name: "General",
            about: "What every game has.",
            register: |module| {
                markers::markers::<Outpost>(module);
                services::deck::<Outpost>(module);
                combine_with_exported_module!(module, "sides", sides);
            },
        },
    ];

    fn entry_points((): &()) -> Cow<'static, [EntryPoint]> {
        Cow::Borrowed(&ENTRY_POINTS)
    }

    fn modifiers((): &()) -> Cow<'static, [Modifier]> {
        Cow::Borrowed(&MODIFIERS)
    }

    fn moments((): &()) -> Cow<'static, [MomentFacts<TurnOver>]> {
        Cow::Borrowed(&MOMENTS)
    }

    fn ends((): &()) -> Cow<'static, [(&'static str, ())]> {
        Cow::Borrowed(&[("game", ())])
    }

    fn markers(state: &State) -> Option<&Arc<Markers<()>>> {
        Some(&state.markers)
    }

    fn set_marker(table: &mut Table<Outpost>, side: Side, name: &str, until: Option<()>) -> Play<()> {
        match until {
            Some(()) => drop(Arc::make_mut(&mut table.state.markers).insert(name.into(), ())),
            None => drop(Arc::make_mut(&mut table.state.markers).remove(name)),
        }
        table
            .tell(|state| format!("{side}: {name} is {}", if state.markers.contains_key(name) { "on" } else { "off" }));
        Ok(())
    }

    fn parameter((): &(), card: u8, name: &str) -> Option<i64> {
        (card == RAID && name == "light").then_some(2)
    }

    fn impossible(table: &Table<Outpost>) -> Option<String> {
        (table.state.line.abs() > 3).then(|| "a side holds more posts than there are".into())
    }

    fn named_by<'a>((): &'a (), function: &str) -> Option<NameUse<'a>> {
        let names = || vec!["light"];
        (function == "parameter").then(|| NameUse {
            what: "parameter",
            code: "script::unknown_parameter",
            names: names(),
            help: "",
        })
    }

    fn value<'a>((): &'a (), operand: &Operand<'_>) -> Option<Value<'a>> {
        matches!(operand, Operand::Returned("roll")).then_some(Value::Number("a die", 1..=6))
    }
}

type Game = Handle<Outpost>;

#[export_module]
mod sides {
    /// The other side of a side.
    #[rhai_fn(get = "enemy", pure)]
    pub fn enemy(side: &mut Side) -> Side {
        other(*side)
    }

    /// The side.
    #[rhai_fn(get = "side", pure, return_raw)]
    pub fn side(game: &mut Game) -> Answer<Side> {
        game.read(|seat| seat.side())
    }
}

#[export_module]
mod raids {
    /// By how many posts the side is ahead.
    #[rhai_fn(get = "lead", pure, return_raw)]
    pub fn lead(game: &mut Game) -> Answer<i64> {
        game.read(|seat| i64::from(seat.state().line) * if seat.side() == RED { 1 } else { -1 })
    }

    /// The cards of the side.
    #[rhai_fn(get = "hand", pure, return_raw)]
    pub fn hand(game: &mut Game) -> Answer<Array> {
        game.read(|seat| seat.state().hands[seat.side().index()].iter().map(|card| i64::from(*card).into()).collect())
    }

    /// Asks for one of these cards.
    #[rhai_fn(return_raw)]
    pub fn choose_card(game: &mut Game, prompt: &str, cards: Array) -> Answer<i64> {
        let cards = cards.iter().filter_map(|card| card.as_int().ok()?.try_into().ok());
        let cards: Vec<Choice> = cards.map(|card: u8| Choice::numbered("card", card)).collect();
        let chosen = game.act(|table, side| table.ask(side, Ask::new("event", "4", prompt), cards))?;
        Ok(number(chosen).into())
    }

    /// The side loses a card.
    #[rhai_fn(return_raw)]
    pub fn discard(game: &mut Game, card: i64) -> Answer<()> {
        game.act(|table, side| {
            table.state.hands[side.index()].retain(|other| i64::from(*other) != card);
            Ok(())
        })
    }

    /// Rolls a die.
    #[rhai_fn(return_raw)]
    pub fn roll(game: &mut Game) -> Answer<i64> {
        game.act(|table, _| Ok(table.roll(Throw::new(Word::of("raid"), 6))?.into()))
    }

    /// The side gains a post.
    #[rhai_fn(return_raw)]
    pub fn gain(game: &mut Game) -> Answer<()> {
        game.act(|table, side| {
            gain_post(table, side);
            Ok(())
        })
    }
}
