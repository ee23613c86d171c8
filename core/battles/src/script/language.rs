//! What the scripts of this game can say.

use super::modifiers::{DRAW, MOVEMENT};
use super::{
    ArrivalView, Battles, Context, DUE, Deck, ENTERING, Moment, MomentView, ObjectiveView, RALLY_RESULTS, services,
};
use crate::decision::{Play, Table};
use crate::game::FrenchAndIndianWarBattles as Us;
use crate::invariants;
use crate::log::Happened;
use crate::rules::effects::tell;
use crate::side::Side;
use crate::state::{MarkerEnd, State};
use crate::tables::CombatResult;
use rhai::{Dynamic, combine_with_exported_module};
use std::borrow::Cow;
use std::sync::Arc;
use wilderness_engine::language::{
    Call, EntryPoint, Field, Language, Limit, Markers, Modifier, MomentFacts, NameUse, Numbers, Operand, Returned,
    ScriptType, Theme, Value,
};
use wilderness_engine::script::markers;

const SIDE: Side = Side::French;
/// The rule by which special rules do what they do.
pub(super) const RULE_OF_SCRIPTS: &str = "18.0";

/// The types of the values that services take and return.
const SCRIPT_TYPES: [ScriptType; 4] = [
    ScriptType::opaque::<MomentView>("Moment", || Dynamic::from(MomentView::of("entered", SIDE))),
    ScriptType::opaque::<ArrivalView>("Arrival", || {
        Dynamic::from(ArrivalView { index: 0, id: String::new(), parameters: rhai::Map::new() })
    }),
    ScriptType::opaque::<ObjectiveView>("Objective", || {
        Dynamic::from(ObjectiveView { index: 0, side: SIDE, points: 0 })
    }),
    ScriptType::opaque::<Context>("Context", || Dynamic::from(Context::of_side(SIDE))),
];

const THEMES: [Theme; 7] = [
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
        name: "Markers",
        about: "What lasts: `markers()` names the markers of a script, and what each lasts until. A marker has a number \
                if a script gives it one.",
        register: |module| markers::markers::<Us>(module),
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
        about: "Demoralization points, and the sets of hexes for which the scenario gives them.",
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
const ENTRY_POINTS: [EntryPoint; 6] = [
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
    constant(
        "markers",
        "The markers that the rule puts in force, and what each lasts until.",
        "an object map, such as `#{ panic: \"turn\", tired: \"battle per side\" }`",
    ),
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

/// A number that a modifier changes.
const fn number(about: &'static str, least: i64, most: i64) -> Returned {
    Returned::Value(Field { name: "", about, limit: Limit::Number(least, most) })
}

/// What scripts can change.
pub(super) const MODIFIERS: [Modifier; 6] = [
    Modifier {
        name: ENTERING,
        value: "allowed",
        about: "Whether a unit may enter a hex by a move or an arrival that the rules allow (7.2, 14.1).",
        returns: Returned::Value(Field { name: "", about: "whether it may", limit: Limit::Veto }),
        at: &["side", "unit", "hex"],
        example: "fn entering(allowed, at) { !game.burns(at.hex) }",
    },
    Modifier {
        name: "attack",
        value: "attack",
        about: "An attack of a side, when its die is about to be rolled (9.1, 9.3); `at.hex` is the first hex attacked.",
        returns: Returned::Fields(&ATTACK_FIELDS),
        at: &["side", "hex", "units"],
        example: "fn attack(attack, at) { if game.is_fog { #{ drm: attack.drm - 1 } } }",
    },
    Modifier {
        name: "rally",
        value: "drm",
        about: "The attempt of a unit to rally (11.2).",
        returns: number("what is added to the die", -20, 20),
        at: &["side", "unit", "hex"],
        example: "fn rally(drm, at) { if game.kind(at.unit) == \"militia\" { drm - 1 } }",
    },
    Modifier {
        name: MOVEMENT,
        value: "mp",
        about: "The movement allowance of a unit (7.2).",
        returns: number("its movement points", 0, 40),
        at: &["side", "unit", "hex"],
        example: "fn movement(mp, at) { if game.turn == 1 { mp / 2 } }",
    },
    Modifier {
        name: "victory_points",
        value: "points",
        about: "The victory points of a side at the end of the battle (17.1).",
        returns: number("its victory points", 0, 999),
        at: &["side"],
        example: "fn victory_points(points, at) { if game.dp(at.side) == 0 { points + 1 } }",
    },
    Modifier {
        name: "winner",
        value: "winner",
        about: "Who wins at the end of the battle (17.1): a side, or a draw.",
        returns: Returned::Value(Field { name: "", about: "the winner", limit: Limit::Word(&WINNERS) }),
        at: &[],
        example: "fn winner(winner, at) { if game.turn > 10 && winner == \"draw\" { \"french\" } }",
    },
];

/// What a battle can end with.
const WINNERS: [&str; 3] = ["french", "british", DRAW];

/// What scripts change about an attack.
const ATTACK_FIELDS: [Field; 3] = [
    Field { name: "strength", about: "what is added to the factors of the attackers", limit: Limit::Number(-50, 50) },
    Field { name: "defence", about: "what is added to the factors of the defenders", limit: Limit::Number(-50, 50) },
    Field { name: "drm", about: "what is added to the die, which counts from 1 to 6", limit: Limit::Number(-5, 5) },
];

/// When scripts are called.
const MOMENTS: [MomentFacts<Moment>; 9] = [
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
    moment(Moment::TurnStart, "turn_start", "when a game turn has begun, and its fog is known", &["side"]),
    moment(Moment::PlayerTurnStart, "player_turn_start", "when the turn of a side has begun", &["side"]),
    moment(Moment::Moved, "moved", "when a unit has ended its move", &["side", "unit", "hex"]),
    moment(
        Moment::Attacked,
        "attacked",
        "when an attack is resolved, with retreats and pursuit; `hex` is the first hex attacked",
        &["side", "hex", "die", "result"],
    ),
    moment(
        Moment::Rallied,
        "rallied",
        "when a unit has tried to rally; `result` is `rallied` or `failed`",
        &["side", "unit", "hex", "die", "result"],
    ),
    moment(Moment::BattleEnd, "battle_end", "before the battle is judged", &["side"]),
];

impl Language for Battles {
    type Rules = Us;
    type Deck = Deck;
    type Card = u8;
    type Moment = Moment;
    type End = MarkerEnd;
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

    fn carried_words(moment: Moment, property: &str) -> &'static [&'static str] {
        match (property, moment) {
            ("result", Moment::Attacked) => &CombatResult::WORDS,
            ("result", Moment::Rallied) => &RALLY_RESULTS,
            _ => &[],
        }
    }

    fn moments(_: &Deck) -> Cow<'static, [MomentFacts<Moment>]> {
        Cow::Borrowed(&MOMENTS)
    }

    fn ends(_: &Deck) -> Cow<'static, [(&'static str, MarkerEnd)]> {
        Cow::Owned(MarkerEnd::ALL.map(|end| (end.word(), end)).to_vec())
    }

    fn markers(state: &State) -> Option<&Arc<Markers<MarkerEnd>>> {
        Some(&state.in_force)
    }

    fn numbers(state: &State) -> Option<&Arc<Numbers>> {
        Some(&state.numbers)
    }

    fn set_number(table: &mut Table, side: Side, name: &str, number: i64) -> Play<()> {
        let before = Arc::make_mut(&mut table.state.numbers).insert(name.into(), number);
        if before != Some(number) {
            tell(table, RULE_OF_SCRIPTS, side, Happened::NumberSet { marker: name.into(), number });
        }
        Ok(())
    }

    fn setting(state: &State) -> &str {
        &state.battle
    }

    fn set_marker(table: &mut Table, side: Side, name: &str, until: Option<MarkerEnd>) -> Play<()> {
        let in_force = Arc::make_mut(&mut table.state.in_force);
        match until {
            Some(until) => drop(in_force.insert(name.into(), until)),
            None => {
                in_force.remove(name);
                Arc::make_mut(&mut table.state.numbers).remove(name);
            }
        }
        tell(table, RULE_OF_SCRIPTS, side, Happened::Marked { marker: name.into(), is_on: until.is_some() });
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
