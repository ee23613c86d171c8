//! What the scripts of this game can say.

use super::{Moment, MomentView, services};
use crate::content::Battles;
use crate::decision::{Play, Table};
use crate::game::FrenchAndIndianWarBattles as Us;
use crate::invariants;
use crate::side::Side;
use crate::state::State;
use rhai::{Dynamic, combine_with_exported_module};
use wilderness_engine::language::{
    Call, EntryPoint, Language, Markers, Modifier, MomentFacts, Named, Operand, ScriptType, Theme, Value,
};

impl Language for Battles {
    type Rules = Us;
    type Deck = ();
    type Card = u8;
    type Moment = Moment;
    type End = ();
    type Notes = ();

    const GUIDE: &'static str = "`scripts/battles/README.md`";
    const REFERENCE: &'static str = "`scripts/battles/README.md`";
    const TYPES: &'static [ScriptType] =
        &[ScriptType::opaque::<MomentView>("Moment", || Dynamic::from(MomentView::default()))];
    const THEMES: &'static [Theme] = &[
        Theme {
            name: "Moments",
            about: "What a moment is, and what it carries; what it does not carry is `()`.",
            register: |module| {
                combine_with_exported_module!(module, "moments", services::moments);
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
    ];
    const ENTRY_POINTS: &'static [EntryPoint] = &[
        EntryPoint { name: "moments", parameters: &[], call: Call::Constant, returns: "an array of names" },
        EntryPoint { name: "act", parameters: &["moment"], call: Call::Act, returns: "" },
    ];
    const MODIFIERS: &'static [Modifier] = &[];
    const MOMENTS: &'static [MomentFacts<Moment>] = &[
        MomentFacts {
            kind: Moment::Bombarded,
            name: "bombarded",
            when: "when a gun has fired and its die is known",
            asked: "nobody",
            carries: &["unit", "hex", "die"],
        },
        MomentFacts {
            kind: Moment::Entered,
            name: "entered",
            when: "when a unit has entered a hex",
            asked: "nobody",
            carries: &["unit", "hex"],
        },
    ];
    const ENDS: &'static [(&'static str, ())] = &[];

    fn is_rule(&self, marker: &str) -> bool {
        self.scripts().is_rule(marker)
    }

    fn markers(state: &State) -> &Markers<()> {
        &state.in_force
    }

    fn set_marker(_: &mut Table, _: Side, _: &str, _: Option<()>) -> Play<()> {
        Ok(())
    }

    fn impossible(table: &Table) -> Option<String> {
        invariants::broken_under_way(&table.scenario, &table.state)
    }

    fn named_by<'a>((): &'a (), _: &str) -> Option<Named<'a>> {
        None
    }

    fn meant_for(_: &str, _: &[Moment], _: &dyn Fn(&str) -> bool) -> Option<&'static str> {
        None
    }

    fn value<'a>((): &'a (), _: &Operand<'_>) -> Option<Value<'a>> {
        None
    }
}
