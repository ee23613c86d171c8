//! The one card with an event, and what its script can say.
#![allow(clippy::unwrap_used)] // in the code that rhai's macro writes around each function

use super::{Ask, Choice, Effects as _, Outpost, Side, State, Throw};
use rhai::plugin::*;
use rhai::{Array, combine_with_exported_module};
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::language::{
    Call, EntryPoint, Language, Markers, Modifier, MomentFacts, Named, Operand, Role, ScriptType, Theme, Value,
};
use wilderness_engine::script::{
    Answer, Compile, Fingerprints, Handle, Host, Occasion, Reader, Script, ScriptSet, fingerprint, refuse, truth,
};
use wilderness_engine::side::Side as _;
use wilderness_engine::table::{self, Table};

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

/// The cards.
pub struct Cards {
    text: Text,
    hashes: Fingerprints,
    host: Host<Outpost>,
    raid: Vec<Script<Outpost>>,
    /// What is probably a mistake in the script.
    pub warnings: Faults,
}

/// The text of the script.
#[derive(Clone, PartialEq)]
pub struct Text(pub String);

impl Compile for Text {
    type Scripts = Cards;

    fn compile(&self) -> Result<Cards, Faults> {
        let mut reader = Reader::new(Rc::new(()), [].iter());
        let read = reader.read(&Source::new("night_raid.rhai", self.0.as_str()), EVENT);
        reader.compare(read.iter(), &[]);
        let hashes = Fingerprints::from([("night_raid.rhai".into(), fingerprint(&self.0))]);
        let raid = read.into_iter().map(|read| read.script).collect();
        let warnings = reader.faults.with_warnings(())?.1;
        Ok(Cards { text: self.clone(), hashes, host: reader.host, raid, warnings })
    }
}

impl Cards {
    /// Whether a side can play a card as an event (4).
    pub fn can_play(&self, state: &State, side: Side, card: u8) -> table::Play<bool, Outpost> {
        let Some(raid) = self.raid.first().filter(|_| card == RAID) else { return Ok(false) };
        let occasion = Occasion::new(side, Some(card));
        truth::<Outpost>(
            &raid.compiled,
            "can_play",
            self.host.query(&raid.compiled, "can_play", state, occasion, Vec::new())?,
        )
    }

    /// Plays a card as an event (4).
    pub fn play(&self, table: &mut Table<Outpost>, side: Side, card: u8) -> table::Play<(), Outpost> {
        let occasion = Occasion::new(side, Some(card));
        self.raid.iter().try_for_each(|raid| self.host.act(raid, "play", table, occasion, Vec::new()))
    }
}

impl ScriptSet for Cards {
    type Sources = Text;

    fn host(&self) -> &Host<Outpost> {
        &self.host
    }

    fn sources(&self) -> &Text {
        &self.text
    }

    fn fingerprints(&self) -> &Fingerprints {
        &self.hashes
    }

    fn all(&self) -> impl Iterator<Item = &Script<Outpost>> {
        self.raid.iter()
    }
}

/// The event of a card.
const EVENT: Role = Role { needed: &["can_play", "play"], together: &[], also: &[], modifies: false };
static NO_MARKERS: Markers<()> = Markers::new();

impl Language for Cards {
    type Rules = Outpost;
    type Deck = ();
    type Card = u8;
    type Moment = ();
    type End = ();
    type Notes = ();

    const GUIDE: &'static str = "this file";
    const REFERENCE: &'static str = "this file";
    const TYPES: &'static [ScriptType] = &[];
    const THEMES: &'static [Theme] = &[Theme {
        name: "Raids",
        about: "What a raid needs.",
        register: |module| {
            combine_with_exported_module!(module, "raids", raids);
        },
    }];
    const ENTRY_POINTS: &'static [EntryPoint] = &[
        EntryPoint { name: "can_play", parameters: &[], call: Call::Condition, returns: "true or false" },
        EntryPoint { name: "play", parameters: &[], call: Call::Act, returns: "" },
    ];
    const MODIFIERS: &'static [Modifier] = &[];
    const MOMENTS: &'static [MomentFacts<()>] = &[];
    const ENDS: &'static [(&'static str, ())] = &[];

    fn markers(_: &State) -> &Markers<()> {
        &NO_MARKERS
    }

    fn impossible(table: &Table<Outpost>) -> Option<String> {
        (table.state.line.abs() > 3).then(|| "a side holds more posts than there are".into())
    }

    fn named_by(_: &str) -> Option<Named> {
        None
    }

    fn meant_for(_: &str, _: &[()], _: &dyn Fn(&str) -> bool) -> Option<&'static str> {
        None
    }

    fn value<'a>((): &'a (), operand: &Operand<'_>) -> Option<Value<'a>> {
        matches!(operand, Operand::Returned("roll")).then_some(Value::Number("a die", 1..=6))
    }
}

type Game = Handle<Outpost>;

#[export_module]
mod raids {
    /// By how many posts the side is ahead.
    #[rhai_fn(get = "lead", pure, return_raw)]
    pub fn lead(game: &mut Game) -> Answer<i64> {
        game.read(|seat| i64::from(seat.state().line) * if seat.side() == Side::Red { 1 } else { -1 })
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
        let cards: Vec<Choice> = cards.map(Choice::Card).collect();
        match game.act(|table, side| table.ask(side, Ask::Event(Arc::from(prompt)), cards))? {
            Choice::Card(card) => Ok(card.into()),
            _ => refuse("no card was chosen"),
        }
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
        game.act(|table, _| Ok(table.roll(Throw::Raid)?.into()))
    }

    /// The side gains a post.
    #[rhai_fn(return_raw)]
    pub fn gain(game: &mut Game) -> Answer<()> {
        game.act(|table, side| {
            table.gain(side);
            Ok(())
        })
    }
}
