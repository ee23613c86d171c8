//! Combats: functions that roll dice and return a result, so that their odds can be computed.

use crate::content::Folder;
use crate::rules::{Play, Tabletop};
use crate::state::TabletopState;
use rhai::{Dynamic, Map};
use std::cell::Cell;
use std::rc::Rc;
use wilderness_engine::faults::Fault;
use wilderness_engine::harmless::one_line;
use wilderness_engine::odds::{End, Tally, Weighed, weigh};
use wilderness_engine::script::{Occasion, at_function};
use wilderness_engine::{Answer, Decision, Game, Halt, Rules as _, Table, Word};

/// A combat that a script has declared: a function of it, and what the function is called with.
#[derive(Clone, Debug)]
pub struct DeclaredCombat {
    function: Word,
    args: Vec<Dynamic>,
    /// The operations that computing its odds has taken so far.
    spent: Rc<Cell<u64>>,
}

/// The most operations that computing the odds of a combat takes.
const MOST_OPERATIONS: u64 = 10_000_000;
/// What it costs to resolve a combat once, besides the operations of its function.
const COST_OF_RUN: u64 = 1_000;

impl DeclaredCombat {
    /// A combat that this function resolves.
    pub fn new(function: Word, args: Vec<Dynamic>) -> DeclaredCombat {
        DeclaredCombat { function, args, spent: Rc::default() }
    }

    /// Its odds take too long.
    fn endless(&self, folder: &Folder) -> Halt<Tabletop> {
        let name = self.function.as_str();
        let message = format!("the odds of `{name}` take too long: over {MOST_OPERATIONS} operations");
        let fault = at_function(Fault::error("tabletop::long_odds", message), &folder.rules.compiled, name);
        Halt::Script(Box::new(fault.help("roll fewer dice in one combat")))
    }

    /// Resolves it, and returns what the function does.
    ///
    /// # Errors
    /// Those of the function.
    pub fn resolve(&self, table: &mut Table<Tabletop>) -> Play<Dynamic> {
        let (folder, occasion) = (table.scripts.clone(), Occasion::new(table.state.active, None));
        folder.host.act_for(&folder.rules, self.function.as_str(), table, occasion, self.args.clone())
    }
}

/// The chances of what the combat that is pending returns: each result as a text, in the order of their chances. Nothing
/// if the next die belongs to no combat.
///
/// # Errors
/// A script that fails.
pub fn odds(game: &Game<Tabletop>) -> Play<Option<Vec<(String, f64)>>> {
    let is_at_a_die = matches!(game.now().broken(), Some(Halt::Die(_)));
    let table = if is_at_a_die { game.copies().step_again() } else { game.copies().rerun() };
    let Some(table) = table else { return Ok(None) };
    let known = table.known().count();
    let nobody = Rc::new(|_: &TabletopState, _: &Decision<Tabletop>| None);
    let found = weigh(table, known, nobody, Tabletop::step, |_, _| Chances::default())?;
    Ok(found.map(|Chances(mut found)| {
        found.sort_by(|one, other| other.1.total_cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
        found
    }))
}

/// The chance of each result.
#[derive(Default)]
struct Chances(Vec<(String, f64)>);

impl Tally<Tabletop> for Chances {
    fn assume(&mut self, _: &[Answer<Tabletop>]) {}

    fn add(&mut self, chance: f64, end: &End<Tabletop>) {
        match self.0.iter_mut().find(|(result, _)| *result == end.settled) {
            Some((_, known)) => *known += chance,
            None => self.0.push((end.settled.clone(), chance)),
        }
    }

    // No die of a folder is a check of a piece.
    fn endanger(&mut self, _: f64, _: &End<Tabletop>, _: &End<Tabletop>) {}
}

impl Weighed<Tabletop> for DeclaredCombat {
    /// What the function returns, as a text; of a map, its `name`.
    type Settled = String;

    fn settle(&self, table: &mut Table<Tabletop>) -> Play<String> {
        let folder = table.scripts.clone();
        let result = self.resolve(table);
        self.spent.set(self.spent.get() + folder.host.operations() + COST_OF_RUN);
        if self.spent.get() > MOST_OPERATIONS {
            return Err(self.endless(&folder));
        }
        let result = result?;
        let named = result.read_lock::<Map>().and_then(|map| map.get("name").map(Dynamic::to_string));
        Ok(one_line(&named.unwrap_or_else(|| result.to_string())).into_owned())
    }
}
