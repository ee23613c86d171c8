//! What the scripts of this game can say: their types, what the rules call in them, what texts in them are the names
//! of, and what is known of the values that they compare. Services are in [`api`], moments and modifiers in files of
//! their own.

use super::api::{self, SCRIPT_TYPES, THEMES};
use super::modifier_list::MODIFIERS;
use super::{Scripts, UnderWay as _};
use crate::deck::{Deck, EventKind};
use crate::invariants;
use crate::map::Map;
use crate::moments::MomentKind;
use crate::news::{Happened, NewsEntry};
use crate::pieces::Pieces;
use crate::sets::{CardId, PieceSet};
use crate::side::Side;
use crate::state::{State, Until};
use crate::table::{Play, Table};
use crate::war::War;
use std::borrow::Cow;
use std::sync::Arc;
use wilderness_engine::language::{
    Call, EntryPoint, Language, Markers, Modifier, MomentFacts, NameUse, Numbers, Operand, Role, ScriptType, Theme,
    Value,
};
use wilderness_engine::script::Announced;
use wilderness_engine::script::markers::MarkerCarrier;

/// An event that is played in one's own action phase (5.13).
const EVENT: Role =
    Role { needed: &["play"], together: &["moments", "act"], also: &["can_play", "markers"], modifies: true };
/// An event that is played at its moment (5.56).
const RESPONSE: Role =
    Role { needed: &["moments", "can_respond", "respond"], together: &[], also: &["act", "markers"], modifies: true };
/// An optional rule (14.0).
pub(super) const RULE: Role =
    Role { needed: &["rule"], together: &["moments", "act"], also: &["markers"], modifies: true };

/// What the script of an event is for.
pub(super) fn role(kind: EventKind) -> Role {
    match kind {
        EventKind::Event => EVENT,
        EventKind::Response => RESPONSE,
    }
}

/// What the rules call in scripts, besides modifiers.
const ENTRY_POINTS: [EntryPoint; 8] = [
    entry_point(
        "rule",
        Call::Constant,
        "What an optional rule is: its number, its name, and what it says.",
        "an object map, such as `#{ number: \"14.1\", name: \"…\", about: \"…\" }`",
    ),
    entry_point(
        "moments",
        Call::Constant,
        "The moments that the script answers or acts at.",
        "an array of names, such as `[\"step_made\"]`",
    ),
    entry_point(
        "markers",
        Call::Constant,
        "The markers that the script puts in force, and what each lasts until.",
        "an object map, such as `#{ \"no-amphib\": \"year\" }`",
    ),
    entry_point("can_play", Call::Condition, "Whether the card can be played as an event now (5.13).", "true or false"),
    entry_point("play", Call::Act, "What the event does.", ""),
    EntryPoint {
        parameters: &["moment"],
        ..entry_point(
            "can_respond",
            Call::Condition,
            "Whether the card can be played at a moment (5.56).",
            "true or false",
        )
    },
    EntryPoint { parameters: &["moment"], ..entry_point("respond", Call::Act, "What the response does.", "") },
    EntryPoint {
        parameters: &["moment"],
        ..entry_point(
            "act",
            Call::Act,
            "What happens at a moment while a marker of the script is in force, or the rule.",
            "",
        )
    },
];

/// What markers last until, as scripts say it.
const ENDS: [(&str, Until); 6] = [
    ("battle", Until::Battle),
    ("activation", Until::Activation),
    ("action-phase", Until::ActionPhase),
    ("season", Until::Season),
    ("year", Until::Year),
    ("game", Until::Game),
];

const fn entry_point(name: &'static str, call: Call, about: &'static str, returns: &'static str) -> EntryPoint {
    EntryPoint { name, parameters: &[], call, about, returns }
}

/// What services note while a script runs.
#[derive(Default)]
pub struct Notes {
    /// The leaders that the script has drawn, and may place (5.55).
    pub(super) drawn: PieceSet,
}

impl Language for Scripts {
    type Rules = War;
    type Deck = Deck;
    type Card = CardId;
    type Moment = MomentKind;
    type End = Until;
    type Notes = Notes;

    const TYPES: &'static [ScriptType] = &SCRIPT_TYPES;
    const THEMES: &'static [Theme] = &THEMES;
    const CARRIERS: &'static [MarkerCarrier] = &api::markers::CARRIERS;
    const PEEKING: &'static [&'static str] = &["hand"];

    fn guide(_: &Deck) -> &'static str {
        "`scripts/war/README.md`"
    }

    fn reference_command(_: &Deck) -> &'static str {
        "`wilderness api`"
    }

    fn entry_points(_: &Deck) -> Cow<'static, [EntryPoint]> {
        Cow::Borrowed(&ENTRY_POINTS)
    }

    fn modifiers(_: &Deck) -> Cow<'static, [Modifier]> {
        Cow::Borrowed(&MODIFIERS)
    }

    fn moments(_: &Deck) -> Cow<'static, [MomentFacts<MomentKind>]> {
        Cow::Borrowed(&MomentKind::ALL)
    }

    fn ends(_: &Deck) -> Cow<'static, [(&'static str, Until)]> {
        Cow::Borrowed(&ENDS)
    }

    fn markers(state: &State) -> Option<&Arc<Markers<Until>>> {
        Some(&state.markers)
    }

    fn numbers(state: &State) -> Option<&Arc<Numbers>> {
        Some(&state.numbers)
    }

    fn set_number(table: &mut Table, side: Side, name: &str, number: i64) -> Play<()> {
        let marker: Arc<str> = name.into();
        let before = Arc::make_mut(&mut table.state.numbers).insert(marker.clone(), number);
        if before != Some(number) {
            table.tell(|_| NewsEntry::new("5.51", Happened::NumberSet { marker, number }).by(side));
        }
        table.scripts.clone().limit_supply(&mut table.state)
    }

    fn set_marker(table: &mut Table, side: Side, name: &str, until: Option<Until>) -> Play<()> {
        let marker: Arc<str> = name.into();
        let happened = match until {
            Some(until) => {
                Arc::make_mut(&mut table.state.markers).insert(marker.clone(), until);
                Happened::MarkerPlaced { marker, until }
            }
            None => {
                Arc::make_mut(&mut table.state.markers).remove(name);
                if table.state.numbers.contains_key(name) {
                    Arc::make_mut(&mut table.state.numbers).remove(name);
                }
                Happened::MarkerRemoved { marker }
            }
        };
        table.tell(|_| NewsEntry::new("5.51", happened).by(side));
        table.scripts.clone().limit_supply(&mut table.state)
    }

    fn announced(table: &mut Table) -> Option<&mut Announced<Side>> {
        let is_announced = table.moment().is_some_and(|moment| moment.kind() == MomentKind::Announced);
        table.within.announced.last_mut().filter(|_| is_announced)
    }

    fn parameter(deck: &Deck, card: CardId, name: &str) -> Option<i64> {
        deck.card(card)?.parameters.get(name).copied()
    }

    fn has_tag(deck: &Deck, card: CardId, tag: &str) -> bool {
        deck.card(card).is_some_and(|card| card.tags.contains(tag))
    }

    fn impossible(table: &Table) -> Option<String> {
        invariants::broken_but(&table.state, table.unsettled())
    }

    fn named_by<'a>(deck: &'a Deck, function: &str) -> Option<NameUse<'a>> {
        let named = |what, code, names, help| Some(NameUse { what, code, names, help });
        match function {
            "space" => {
                named("space", "script::unknown_space", Map::get().ids().collect(), "`show map` lists the spaces")
            }
            "piece" => {
                named("piece", "script::unknown_piece", Pieces::get().ids().collect(), "`show space` lists pieces")
            }
            "of_kind" | "new_units" => named(
                "kind of piece",
                "script::unknown_kind",
                api::kinds().collect(),
                "kinds are words such as \"militia\"",
            ),
            "in_department" | "militia" | "provincial_room" => named(
                "department",
                "script::unknown_department",
                api::departments().collect(),
                "departments are \"northern\", \"southern\" and \"st-lawrence\"",
            ),
            "of_nation" | "settlements" => named(
                "nation",
                "script::unknown_nation",
                api::nations().collect(),
                "nations are words such as \"iroquois\"",
            ),
            "has_tag" => {
                named("tag", "script::unknown_tag", deck.tags().into_iter().collect(), "the deck has the tags")
            }
            "parameter" => named(
                "parameter",
                "script::unknown_parameter",
                deck.parameters().into_iter().collect(),
                "write it into the `parameters` of the card in the deck",
            ),
            _ => None,
        }
    }

    fn meant_for(service: &str, moments: &[MomentKind], defines: &dyn Fn(&str) -> bool) -> Option<&'static str> {
        match service {
            "land" if !moments.contains(&MomentKind::MoveStart) => Some("scripts that answer `move_start`"),
            "turn_back" if !moments.contains(&MomentKind::StepMade) => Some("scripts that answer `step_made`"),
            "activate_forces" | "activate" if !defines("play") => Some("events with a `play`"),
            "remove_this_card" if defines("rule") => Some("the events of cards: an optional rule belongs to no card"),
            "cancel" | "double" | "copy" if !moments.contains(&MomentKind::Announced) => {
                Some("scripts that answer `announced`")
            }
            _ => None,
        }
    }

    fn value<'a>(deck: &'a Deck, operand: &Operand<'_>) -> Option<Value<'a>> {
        match *operand {
            Operand::Property { name: "event", .. } => Some(events(deck)),
            Operand::Property { name, of } => property(name, of),
            Operand::Returned("event_of") => Some(events(deck)),
            Operand::Returned(service) => returned(service),
            Operand::Item(service) => item(service),
            Operand::Variable { name, text, .. } => by_name(name, text),
        }
    }
}

/// The years of the war: those of all scenarios.
const YEARS: std::ops::RangeInclusive<i64> = 1755..=1762;

const SPACE: Value<'_> = Value::Thing("Space");
const PIECE: Value<'_> = Value::Thing("Piece");
const CARD: Value<'_> = Value::Thing("Card");
const SIDE: Value<'_> = Value::Thing("Side");

fn events(deck: &Deck) -> Value<'_> {
    let events: std::collections::BTreeSet<&str> = deck.cards().map(|card| card.event.as_str()).collect();
    Value::Words("event in the deck", events.into_iter().collect())
}

/// What a property is.
fn property(name: &str, of: Option<&str>) -> Option<Value<'static>> {
    let words = |what, words: Vec<&'static str>| Some(Value::Words(what, words));
    let moments = || MomentKind::all().map(MomentKind::name);
    match name {
        "kind" if of == Some("moment") => words("moment", moments().collect()),
        "kind" => words("kind of piece", api::kinds().chain(moments()).collect()),
        "nation" => words("nation", api::nations().collect()),
        "department" => words("department", api::departments().collect()),
        "assemblies" => words("box of the assemblies", vec!["reluctant", "supportive", "enthusiastic"]),
        "battle" => words("kind of battle", vec!["field", "sortie", "raid-militia", "assault", "none"]),
        "rolls_for" => words("kind of die", vec!["fire", "siege", "raid"]),
        "how" => words("way to capture", vec!["assault", "surrender", "entered", "none"]),
        "id" => words("space, leader or unit", Map::get().ids().chain(Pieces::get().ids()).collect()),
        "works" => words("kind of works", vec!["stockade", "fort"]),
        "side" | "enemy" | "winner" => Some(SIDE),
        "space" | "from" | "home" => Some(SPACE),
        "leader" => Some(PIECE),
        "card" => Some(CARD),
        "die" => Some(Value::Number("a die", 1..=6)),
        "year" => Some(Value::Number("the year", YEARS)),
        _ => None,
    }
}

/// What is in the array that a service returns.
fn item(service: &str) -> Option<Value<'static>> {
    match service {
        "units" | "leaders" | "at_hand" | "reduced" | "removable" | "restorable" | "new_units" | "militia"
        | "choose_pieces" | "fighters" | "attackers" | "defenders" | "mover" | "raiders" | "captors" | "pieces"
        | "enemies" => Some(PIECE),
        "spaces"
        | "spaces_of"
        | "adjacent"
        | "within"
        | "settlements"
        | "landing_sites"
        | "fortifications"
        | "besieged_fortifications"
        | "unbesieged_fortifications"
        | "fortresses"
        | "forts"
        | "ports"
        | "stockades"
        | "allied"
        | "raided" => Some(SPACE),
        "hand" | "discard_pile" | "removed_cards" | "draw_pile" | "top_cards" => Some(CARD),
        _ => None,
    }
}

/// What a service returns.
fn returned(service: &str) -> Option<Value<'static>> {
    match service {
        "space" | "space_of" | "choose_space" => Some(SPACE),
        "piece" | "choose_piece" | "choose_piece_or_done" | "draw_leader" => Some(PIECE),
        "choose_card" | "choose_card_or_pass" | "random_card" => Some(CARD),
        "roll" => Some(Value::Number("a die", 1..=6)),
        "siege_level" => Some(Value::Number("the level of a siege", 0..=2)),
        "vp" => Some(Value::Number("the number of victory points", i64::MIN..=i64::MAX)),
        "hand_size" | "len" => Some(Value::Number("a number of things", 0..=i64::MAX)),
        _ => None,
    }
}

/// What a parameter is, going by its name, if the text is a name of such a thing.
fn by_name(variable: &str, text: &str) -> Option<Value<'static>> {
    match variable {
        "side" | "besieger" | "raider" if ["french", "british"].contains(&text) => Some(SIDE),
        "space" | "place" | "port" if Map::get().find(text).is_some() => Some(SPACE),
        "unit" | "leader" | "piece" if Pieces::get().find(text).is_some() => Some(PIECE),
        _ => None,
    }
}
