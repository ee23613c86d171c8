//! The scripts of the battles: optional rules that act at moments (18.0 to 21.0). Each is a file of its own, called as
//! the option that puts it in force.

mod language;
mod services;

use crate::decision::{Play, Table};
use crate::game::FrenchAndIndianWarBattles as Us;
use crate::hex::Hex;
use crate::id::Id;
use crate::side::Side;
use crate::state::Options;
use crate::unit::UnitId;
use rhai::Dynamic;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::language::Role;
use wilderness_engine::script::{Host, Reader, Script, Triggers};

/// The ending of their files.
pub(crate) const ENDING: &str = ".rhai";

/// What an optional rule defines.
const RULE: Role = Role { needed: &["moments", "act"], together: &[], also: &[], modifies: false };

/// A moment at which scripts act.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Moment {
    /// A gun has fired, and its die is known; nothing has come of it yet (6.1).
    Bombarded,
    /// A unit has entered a hex by a move, an arrival, a retreat or a pursuit.
    Entered,
}

/// A moment, in the hands of a script.
#[derive(Clone, Debug, Default)]
pub struct MomentView {
    kind: &'static str,
    /// The unit that fired or entered, and the hex.
    at: Option<(Id, Hex)>,
    die: Option<u8>,
}

/// Scripts, compiled and checked.
pub(crate) struct Scripts {
    pub host: Host<Us>,
    pub all: Vec<Rc<Script<Us>>>,
    triggers: Triggers<Us>,
}

impl Scripts {
    /// Compiles the scripts in these files. What is wrong is reported.
    pub fn read<'a>(files: impl Iterator<Item = (&'a str, &'a Source)>, faults: &mut Faults) -> Scripts {
        let mut reader = Reader::<Us>::new(Rc::new(()), [].iter());
        let mut read = Vec::new();
        for (name, source) in files {
            let rule = name.strip_suffix(ENDING).unwrap_or(name);
            if !Options::WORDS.contains(&rule) {
                let fault = Fault::error("script::unknown_rule", format!("there is no optional rule `{rule}`"));
                let fault = fault.at(source, 0..0, "a script is called as the rule that it is");
                faults.push(fault.did_you_mean(rule, Options::WORDS));
                continue;
            }
            if let Some(mut found) = reader.read(source, RULE) {
                found.script.rule = Some(Arc::from(rule));
                read.push(found);
            }
        }
        reader.compare(read.iter(), &Options::WORDS.map(str::to_string));
        faults.append(reader.faults);
        let all: Vec<_> = read.into_iter().map(|read| Rc::new(read.script)).collect();
        Scripts { host: reader.host, triggers: Triggers::new(all.iter()), all }
    }

    /// Whether a script is the optional rule of a name.
    pub fn is_rule(&self, name: &str) -> bool {
        self.all.iter().any(|script| script.rule.as_deref() == Some(name))
    }
}

/// A gun has fired at a hex: scripts in force act.
pub(crate) fn bombarded(table: &mut Table, side: Side, gun: UnitId, hex: Hex, die: u8) -> Play<()> {
    let unit = table.scenario.unit(gun).id;
    act(table, side, Moment::Bombarded, MomentView { kind: "bombarded", at: Some((unit, hex)), die: Some(die) })
}

/// A unit has entered a hex: scripts in force act.
pub(crate) fn entered(table: &mut Table, side: Side, unit: UnitId, hex: Hex) -> Play<()> {
    let unit = table.scenario.unit(unit).id;
    act(table, side, Moment::Entered, MomentView { kind: "entered", at: Some((unit, hex)), die: None })
}

fn act(table: &mut Table, side: Side, moment: Moment, view: MomentView) -> Play<()> {
    if table.state.in_force.is_empty() {
        return Ok(());
    }
    let battles = table.scripts.clone();
    let scripts = battles.scripts();
    if !scripts.triggers.act_at(&table.state, moment) {
        return Ok(());
    }
    scripts.triggers.act(&scripts.host, table, (moment, side), &Dynamic::from(view))
}
