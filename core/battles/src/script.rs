//! What the scripts of this game can say. So far there are none: all rules are native.

use crate::content::Battles;
use crate::decision::Table;
use crate::game::FrenchAndIndianWarBattles as Us;
use crate::invariants;
use crate::side::Side;
use crate::state::State;
use wilderness_engine::language::{
    EntryPoint, Language, Markers, Modifier, MomentFacts, Named, Operand, ScriptType, Theme, Value,
};

static NO_MARKERS: Markers<()> = Markers::new();

impl Language for Battles {
    type Rules = Us;
    type Deck = ();
    type Card = u8;
    type Moment = ();
    type End = ();
    type Notes = ();

    const GUIDE: &'static str = "`scenarios/battles/README.md`";
    const REFERENCE: &'static str = "`scenarios/battles/README.md`";
    const TYPES: &'static [ScriptType] = &[];
    const THEMES: &'static [Theme] = &[];
    const ENTRY_POINTS: &'static [EntryPoint] = &[];
    const MODIFIERS: &'static [Modifier] = &[];
    const MOMENTS: &'static [MomentFacts<()>] = &[];
    const ENDS: &'static [(&'static str, ())] = &[];

    fn markers(_: &State) -> &Markers<()> {
        &NO_MARKERS
    }

    fn set_marker(_: &mut Table, _: Side, _: &str, _: Option<()>) {}

    fn impossible(table: &Table) -> Option<String> {
        invariants::broken(&table.scenario, &table.state)
    }

    fn named_by<'a>((): &'a (), _: &str) -> Option<Named<'a>> {
        None
    }

    fn meant_for(_: &str, _: &[()], _: &dyn Fn(&str) -> bool) -> Option<&'static str> {
        None
    }

    fn value<'a>((): &'a (), _: &Operand<'_>) -> Option<Value<'a>> {
        None
    }
}
