//! What the scripts of this game can say.

use super::{ArrivalView, Battles, Context, DUE, Deck, ENTERING, Moment, MomentView, ObjectiveView, services};
use crate::decision::{Play, Table};
use crate::game::FrenchAndIndianWarBattles as Us;
use crate::invariants;
use crate::side::Side;
use crate::state::State;
use rhai::{Dynamic, combine_with_exported_module};
use std::borrow::Cow;
use std::sync::Arc;
use wilderness_engine::language::{
    Call, EntryPoint, Field, Language, Limit, Markers, Modifier, MomentFacts, NameUse, Operand, Returned, ScriptType,
    Theme, Value,
};

const SIDE: Side = Side::French;

/// The types of the values that services take and return.
const SCRIPT_TYPES: [ScriptType; 4] = [
    ScriptType::opaque::<MomentView>("Moment", || {
        Dynamic::from(MomentView { kind: "entered", side: SIDE, at: None, die: None })
    }),
    ScriptType::opaque::<ArrivalView>("Arrival", || {
        Dynamic::from(ArrivalView { index: 0, id: String::new(), parameters: rhai::Map::new() })
    }),
    ScriptType::opaque::<ObjectiveView>("Objective", || {
        Dynamic::from(ObjectiveView { index: 0, side: SIDE, points: 0 })
    }),
    ScriptType::opaque::<Context>("Context", || Dynamic::from(Context { side: SIDE, at: None })),
];

const THEMES: [Theme; 6] = [
    Theme {
        name: "Moments and contexts",
        about: "What a moment, an arrival, a set of hexes, or the context `at` of a modifier is, and what it carries; \
                what it does not carry is `()`.",
        register: |module| {
            combine_with_exported_module!(module, "views", services::views);
        },
    },
    Theme {
        name: "The battle",
        about: "The turn, the options, and what the scenario gives a script.",
        register: |module| {
            combine_with_exported_module!(module, "battle", services::battle);
        },
    },
    Theme {
        name: "Hexes",
        about: "What lies in a hex, and what becomes of it. A hex is four digits, as on the map.",
        register: |module| {
            combine_with_exported_module!(module, "hexes", services::hexes);
        },
    },
    Theme {
        name: "Units",
        about: "The units, by their ids.",
        register: |module| {
            combine_with_exported_module!(module, "units", services::units);
        },
    },
    Theme {
        name: "Arrivals",
        about: "When a group arrives; in `due` only.",
        register: |module| {
            combine_with_exported_module!(module, "arrivals", services::arrivals);
        },
    },
    Theme {
        name: "Demoralization",
        about: "Sets of hexes for which the scenario gives demoralization points.",
        register: |module| {
            combine_with_exported_module!(module, "points", services::points);
        },
    },
];

const fn constant(name: &'static str, about: &'static str, returns: &'static str) -> EntryPoint {
    EntryPoint { name, parameters: &[], call: Call::Constant, about, returns }
}

const fn moment(
    kind: Moment,
    name: &'static str,
    when: &'static str,
    carries: &'static [&'static str],
) -> MomentFacts<Moment> {
    MomentFacts { kind, name, when, asked: "nobody", carries }
}

/// The functions that the rules call.
const ENTRY_POINTS: [EntryPoint; 5] = [
    constant(
        "rule",
        "What the special rule is: its number, its name, and what it says.",
        "an object map, such as `#{ number: \"19.0\", name: \"…\", about: \"…\" }`",
    ),
    constant(
        "parameters",
        "What a scenario says with the rule, and the type of each.",
        "an object map, such as `#{ up_to: \"die\", after_attack_by: \"side?\" }`",
    ),
    constant("moments", "The moments at which the rule acts.", "an array of names, such as `[\"entered\"]`"),
    EntryPoint {
        name: "act",
        parameters: &["moment"],
        call: Call::Act,
        about: "What happens at a moment.",
        returns: "",
    },
    EntryPoint {
        name: DUE,
        parameters: &["arrival"],
        call: Call::Act,
        about: "What happens when an arrival is due.",
        returns: "",
    },
];

/// What scripts can change.
const MODIFIERS: [Modifier; 1] = [Modifier {
    name: ENTERING,
    value: "allowed",
    about: "Whether a unit may enter a hex by a move or an arrival that the rules allow (7.2, 14.1).",
    returns: Returned::Value(Field { name: "", about: "whether it may", limit: Limit::Veto }),
    at: &["side", "unit", "hex"],
    example: "fn entering(allowed, at) { !game.burns(at.hex) }",
}];

/// When scripts are called.
const MOMENTS: [MomentFacts<Moment>; 3] = [
    moment(
        Moment::Bombarded,
        "bombarded",
        "when a gun has fired and its die is known",
        &["side", "unit", "hex", "die"],
    ),
    moment(Moment::Entered, "entered", "when a unit has entered a hex", &["side", "unit", "hex"]),
    moment(
        Moment::Objective,
        "objective",
        "when a unit has entered a hex for which the scenario gives demoralization points",
        &["side", "unit", "hex"],
    ),
];

impl Language for Battles {
    type Rules = Us;
    type Deck = Deck;
    type Card = u8;
    type Moment = Moment;
    type End = ();
    type Notes = ();

    const TYPES: &'static [ScriptType] = &SCRIPT_TYPES;
    const THEMES: &'static [Theme] = &THEMES;

    fn guide(_: &Deck) -> &'static str {
        "`scripts/battles/README.md`"
    }

    fn reference_command(_: &Deck) -> &'static str {
        "`wilderness api --game battles`"
    }

    fn entry_points(_: &Deck) -> Cow<'static, [EntryPoint]> {
        Cow::Borrowed(&ENTRY_POINTS)
    }

    fn modifiers(_: &Deck) -> Cow<'static, [Modifier]> {
        Cow::Borrowed(&MODIFIERS)
    }

    fn moments(_: &Deck) -> Cow<'static, [MomentFacts<Moment>]> {
        Cow::Borrowed(&MOMENTS)
    }

    fn markers(state: &State) -> Option<&Arc<Markers<()>>> {
        Some(&state.in_force)
    }

    fn setting(state: &State) -> &str {
        &state.battle
    }

    fn set_marker(_: &mut Table, _: Side, _: &str, _: Option<()>) -> Play<()> {
        Ok(())
    }

    fn impossible(table: &Table) -> Option<String> {
        invariants::broken_under_way(&table.scenario, &table.state)
    }

    fn named_by<'a>(_: &'a Deck, _: &str) -> Option<NameUse<'a>> {
        None
    }

    fn meant_for(service: &str, _: &[Moment], defines: &dyn Fn(&str) -> bool) -> Option<&'static str> {
        let is_of_arrivals = matches!(service, "roll_up_to" | "bring" | "bring_one");
        (is_of_arrivals && !defines(DUE)).then_some("scripts with a `due`")
    }

    fn value<'a>(_: &'a Deck, _: &Operand<'_>) -> Option<Value<'a>> {
        None
    }
}
