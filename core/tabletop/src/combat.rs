//! Combats: functions that roll dice and return a result, so that their odds can be computed.

use crate::hidden::Concealed;
use crate::rules::{Play, Tabletop};
use crate::state::TabletopState;
use rhai::{Dynamic, Map};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use wilderness_engine::faults::{Fault, Faults};
use wilderness_engine::harmless::one_line;
use wilderness_engine::odds::{End, Tally, Weighed, weigh};
use wilderness_engine::plain::{Choice, Side};
use wilderness_engine::script::{Compiled, Occasion, at_function};
use wilderness_engine::{Answer, Decision, Game, Halt, Hidden as _, Purpose, Rules as _, Stream, Table, Word};

/// A combat that a script has declared: a function of it, and what the function is called with.
#[derive(Clone, Debug)]
pub struct DeclaredCombat {
    function: Word,
    args: Vec<Dynamic>,
}

/// The most operations that computing the odds of a combat takes.
const MOST_OPERATIONS: u64 = 10_000_000;
/// The most that those beside the choices of a question take together.
const MOST_BESIDE: u64 = 3_000_000;
/// What it costs to resolve a combat once, besides the operations of its function.
const COST_OF_RUN: u64 = 1_000;
/// The code of the fault that says so.
const TOO_LONG: &str = "tabletop::long_odds";

impl DeclaredCombat {
    /// A combat that this function resolves.
    pub fn new(function: Word, args: Vec<Dynamic>) -> DeclaredCombat {
        DeclaredCombat { function, args }
    }

    /// Its odds take too long.
    fn endless(&self, script: &Compiled) -> Halt<Tabletop> {
        let name = self.function.as_str();
        let message = format!("the odds of `{name}` take too long: over {MOST_OPERATIONS} operations");
        let fault = at_function(Fault::error(TOO_LONG, message), script, name);
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

/// How often what is hidden from a side is dealt anew, to average the odds.
const DEALS: u64 = 8;

/// The chances of what the combat that comes next returns, as far as a side can know: each result as a text, in the order of
/// their chances. Before it the side gives the answers that are supposed, and whichever side may pass then does. What is
/// hidden from the side is dealt anew several times. Nothing if the next die belongs to no combat.
///
/// # Errors
/// A script that fails.
pub fn odds(game: &Game<Tabletop>, supposed: &[Choice], side: Side) -> Play<Option<Vec<(String, f64)>>> {
    game.scripts().operations_left.set(MOST_OPERATIONS);
    weighed(game, supposed, side)
}

/// The same for each choice of a decision that leads to a combat without a further question. What takes too long, or
/// fails, is left out.
pub fn chances(game: &Game<Tabletop>, decision: &Decision<Tabletop>) -> Vec<(Choice, Vec<(String, f64)>)> {
    let folder = game.scripts();
    folder.operations_left.set(MOST_BESIDE);
    let left = || folder.operations_left.get() > 0;
    let choices = decision.choices.iter().take_while(|_| folder.has_combats() && left());
    choices.filter_map(|choice| Some((*choice, weighed(game, &[*choice], decision.side).ok()??))).collect()
}

/// The chances of what a combat that the script declares returns if it is called with these values, an expression, as far as
/// a side can know: nothing if it rolls no die.
///
/// # Errors
/// Values that cannot be evaluated, or are too many or too few, and a script that fails.
pub fn odds_with(
    game: &Game<Tabletop>,
    (function, values): (&str, &str),
    side: Side,
) -> Result<Option<Vec<(String, f64)>>, Faults> {
    let folder = game.scripts();
    let known = (Some(&folder.rules.compiled.source), &[][..]);
    let values = format!("[{values}]");
    let values = folder.host.value(game.view(side).state(), Occasion::seen_by(side), known, &values)?;
    let values = values.into_array().unwrap_or_default();
    let function = Word::read(function).map_err(|reason| Fault::error("tabletop::combat", reason.to_string()))?;
    let parameters = folder.rules.compiled.parameters(function.as_str()).unwrap_or_default();
    if parameters.len() != values.len() {
        let takes = if parameters.is_empty() { "no values".into() } else { parameters.join(", ") };
        let message = format!("`{function}` takes {takes}; {} values are given", values.len());
        return Err(Fault::error("tabletop::combat", message).into());
    }
    let combat = DeclaredCombat::new(function, values);
    folder.operations_left.set(MOST_OPERATIONS);
    let table = || Some(game.copies().copy());
    let resolve =
        |table: &mut Table<Tabletop>| table.resolve(Some(combat.clone()), |table| combat.resolve(table)).map(drop);
    averaged(game, side, &[], (&table, &resolve)).map_err(|halt| match halt {
        Halt::Script(fault) => (*fault).into(),
        other => Fault::error("tabletop::combat", other.to_string()).into(),
    })
}

fn weighed(game: &Game<Tabletop>, supposed: &[Choice], side: Side) -> Play<Option<Vec<(String, f64)>>> {
    averaged(game, side, supposed, (&|| game.copies().step_again(), &Tabletop::step))
}

/// A table at which a combat is weighed, and the rules that lead to it.
type Weighing<'a> = (&'a dyn Fn() -> Option<Table<Tabletop>>, &'a dyn Fn(&mut Table<Tabletop>) -> Play<()>);

fn averaged(
    game: &Game<Tabletop>,
    side: Side,
    supposed: &[Choice],
    (begin, rules): Weighing<'_>,
) -> Play<Option<Vec<(String, f64)>>> {
    let Some(start) = begin().map(|table| table.state.clone()) else { return Ok(None) };
    let unknown = Concealed::knowledge(&start, game.view(side).state(), &[], side);
    let deals = if unknown.is_nothing() { 1 } else { DEALS };
    let (mut all, mut counted) = (Chances::default(), 0.0);
    for deal in 0..deals {
        let Some(mut table) = begin() else { break };
        Concealed::deal_anew(&mut table.state, &mut [], &unknown, side, &mut Stream::new(deal, Purpose::Imagined));
        let known = table.known().count();
        let left = RefCell::new(supposed.iter().copied().collect::<VecDeque<Choice>>());
        let stand_in = move |_: &TabletopState, open: &Decision<Tabletop>| {
            let mut left = left.borrow_mut();
            match left.front().copied().filter(|next| open.side == side && open.choices.contains(next)) {
                Some(next) => {
                    left.pop_front();
                    Some(next)
                }
                None => Some(Choice::PASS).filter(|pass| open.choices.contains(pass)),
            }
        };
        let found = match weigh(table, known, Rc::new(stand_in), rules, |_, _| Chances::default()) {
            Err(Halt::Script(fault)) if fault.code() == TOO_LONG => return Err(Halt::Script(fault)),
            // What has been answered in this step can be impossible with other cards.
            Err(_) if deals > 1 => continue,
            found => found?,
        };
        for (result, chance) in found.into_iter().flat_map(|Chances(found)| found) {
            all.count(&result, chance);
            counted += chance;
        }
    }
    let Chances(mut found) = all;
    found.iter_mut().for_each(|(_, chance)| *chance /= counted);
    found.sort_by(|one, other| other.1.total_cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    Ok((!found.is_empty()).then_some(found))
}

/// The chance of each result.
#[derive(Default)]
struct Chances(Vec<(String, f64)>);

impl Chances {
    fn count(&mut self, result: &str, chance: f64) {
        match self.0.iter_mut().find(|(known, _)| known == result) {
            Some((_, known)) => *known += chance,
            None => self.0.push((result.to_string(), chance)),
        }
    }
}

impl Tally<Tabletop> for Chances {
    fn assume(&mut self, _: &[Answer<Tabletop>]) {}

    fn add(&mut self, chance: f64, end: &End<Tabletop>) {
        self.count(&end.settled, chance);
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
        let left = folder.operations_left.get().saturating_sub(folder.host.operations() + COST_OF_RUN);
        folder.operations_left.set(left);
        if left == 0 {
            return Err(self.endless(&folder.rules.compiled));
        }
        let result = result?;
        let named = result.read_lock::<Map>().and_then(|map| map.get("name").map(Dynamic::to_string));
        Ok(one_line(&named.unwrap_or_else(|| result.to_string())).into_owned())
    }
}
