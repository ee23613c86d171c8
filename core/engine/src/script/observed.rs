//! What is noted of scripts while games are played: the answers that they offer, and the statements that run. What bots
//! think is not part of it.

use super::changed::ChangedFunctions;
use super::host::Host;
use super::is_called;
use crate::debug::{ScriptLine, Spot, StatementSite, spot};
use crate::decision::{Decision, Question as _};
use crate::language::Call;
use crate::rules::{Rules, ScriptSet};
use crate::table::Seen;
use rhai::debugger::{DebuggerCommand, DebuggerEvent};
use rhai::{ASTNode, Engine, Stmt};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How often each answer was offered and taken, by the question and the answer in words.
pub type OfferedAnswers = BTreeMap<(String, String), [u64; 2]>;

/// What was noted of some functions while a game was played.
#[derive(Default)]
pub struct Observations {
    functions: ChangedFunctions,
    offered: RefCell<OfferedAnswers>,
    /// The places of statements, by the name of the source.
    ran: RefCell<BTreeMap<String, BTreeSet<Spot>>>,
    acts: RefCell<Vec<ScriptAct>>,
    /// What is left out.
    left_out: Option<ScriptAct>,
}

/// That the rules let a script act.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptAct {
    /// The name of the source.
    pub(super) source: String,
    /// The function.
    pub(super) function: &'static str,
    /// The side for which it acts, by its number.
    pub side: usize,
    /// The answers and results of chance that were used by then.
    pub answers: usize,
}

impl ScriptAct {
    /// The script, by the name of its source.
    pub fn script(&self) -> &str {
        &self.source
    }

    /// Whether it is of the file with this name, relative to the directory.
    pub fn is_of(&self, file: &str) -> bool {
        is_called(&self.source, file)
    }
}

/// A line of which it can be told whether it ran.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObservedLine {
    /// Where it is.
    pub line: ScriptLine,
    /// The name of the source.
    source: String,
    /// The place at which the engine reports its statement.
    spot: Spot,
}

/// The observations that are being made in a host; shared with the engine that makes them.
pub(super) type Observing = Rc<RefCell<Option<Rc<Observations>>>>;

/// Puts back what was observed before.
struct UntilDone<'a> {
    observing: &'a Observing,
    before: Option<Rc<Observations>>,
}

impl Drop for UntilDone<'_> {
    fn drop(&mut self) {
        self.observing.replace(self.before.take());
    }
}

impl Observations {
    /// Nothing noted yet of these functions.
    pub fn of(functions: &ChangedFunctions) -> Observations {
        Observations { functions: functions.clone(), ..Observations::default() }
    }

    /// Nothing is noted; only this act of a script has no effect.
    pub fn without(act: ScriptAct) -> Observations {
        Observations { left_out: Some(act), ..Observations::default() }
    }

    /// How often these functions acted, and when.
    pub fn acts(&self) -> Vec<ScriptAct> {
        self.acts.borrow().clone()
    }

    /// The answers that they offered, where there was a choice.
    pub fn offered(&self) -> OfferedAnswers {
        self.offered.borrow().clone()
    }

    /// Which of these lines ran, by their numbers in the list.
    pub fn ran(&self, lines: &[ObservedLine]) -> BTreeSet<usize> {
        let ran = self.ran.borrow();
        let has_run = |line: &ObservedLine| ran.get(&line.source).is_some_and(|spots| spots.contains(&line.spot));
        lines.iter().enumerate().filter(|(_, line)| has_run(line)).map(|(number, _)| number).collect()
    }

    fn note_ran(&self, source: &str, spot: Spot) {
        let mut ran = self.ran.borrow_mut();
        match ran.get_mut(source) {
            Some(spots) => drop(spots.insert(spot)),
            None => drop(ran.insert(source.to_string(), BTreeSet::from([spot]))),
        }
    }

    fn note_answer<R: Rules>(
        &self,
        (scripts, scenario): (&R::Scripts, &R::Scenario),
        decision: &Decision<R>,
        choice: R::Choice,
    ) {
        let mut offered = self.offered.borrow_mut();
        let question = decision.ask.prompt();
        for offer in &decision.choices {
            let answer = R::named(scripts, scenario, *offer, true);
            let [times, taken] = offered.entry((question.clone(), answer)).or_default();
            (*times, *taken) = (*times + 1, *taken + u64::from(*offer == choice));
        }
    }
}

/// The lines of these functions that can run, in order.
pub fn lines_of<S: ScriptSet>(scripts: &S, functions: &ChangedFunctions) -> Vec<ObservedLine> {
    let mut lines = Vec::new();
    for file in scripts.script_files() {
        let Some((host, source)) = scripts.host().zip(scripts.source_of(file)) else { continue };
        let Some(code) = host.code(file, source) else { continue };
        let is_observed = |site: &StatementSite| {
            let is_constant = host.facts().called_for(&site.function) == Some(Call::Constant);
            !is_constant && functions.has(source.name(), &site.function)
        };
        let of_file = code.sites().iter().filter(|(_, site)| is_observed(site)).map(|(spot, site)| ObservedLine {
            line: ScriptLine { file: file.to_string(), line: site.line },
            source: source.name().to_string(),
            spot: *spot,
        });
        lines.extend(of_file);
    }
    lines.sort_by(|one, other| one.line.cmp(&other.line));
    lines
}

impl<R: Rules> Host<R> {
    /// Does something while these observations are made.
    pub fn observed_by<T>(&self, observations: &Rc<Observations>, work: impl FnOnce() -> T) -> T {
        let before = self.observing.replace(Some(observations.clone()));
        let _until_done = UntilDone { observing: &self.observing, before };
        work()
    }

    /// Does something of which nothing is observed.
    pub(super) fn unobserved<T>(&self, work: impl FnOnce() -> T) -> T {
        let before @ Some(_) = self.observing.take() else { return work() };
        let _until_done = UntilDone { observing: &self.observing, before };
        work()
    }

    /// Whether it is observed what runs in a script when this function of it is called.
    pub(super) fn observes(&self, source: &str, function: &str) -> bool {
        self.observing.borrow().as_ref().is_some_and(|observed| observed.functions.has(source, function))
    }

    /// Notes that a script acts, if that is observed. Returns whether it has an effect.
    pub(super) fn note_act(&self, act: impl FnOnce() -> ScriptAct) -> bool {
        let Some(observed) = self.observing.borrow().clone() else { return true };
        let act = act();
        if observed.functions.has(&act.source, act.function) {
            observed.acts.borrow_mut().push(act.clone());
        }
        observed.left_out.as_ref() != Some(&act)
    }

    /// Notes an answer to a question that a script has asked, if that is observed.
    pub(crate) fn note_answer(&self, seen: &Seen<'_, R>, decision: &Decision<R>, choice: R::Choice) {
        let Some(observed) = self.observing.borrow().clone() else { return };
        if self.is_running(|source, function| observed.functions.has(source, function)) {
            observed.note_answer::<R>((seen.scripts, seen.scenario), decision, choice);
        }
    }

    /// An engine that notes what runs in it.
    pub(super) fn noting_what_runs(&self, engine: Engine) -> Engine {
        let (mut engine, observing) = (engine, self.observing.clone());
        #[allow(deprecated)] // rhai's word for "may change in another version"; ours is pinned
        engine.register_debugger(
            |_, debugger| debugger,
            move |_, event, node, source, position| {
                let ends =
                    matches!(event, DebuggerEvent::FunctionExitWithValue(_) | DebuggerEvent::FunctionExitWithError(_));
                let is_statement = !ends && !matches!(node, ASTNode::Stmt(Stmt::Noop(_)));
                if let (true, Some(spot), Some(source)) = (is_statement, spot(position), source)
                    && let Some(observed) = observing.borrow().as_ref()
                {
                    observed.note_ran(source, spot);
                }
                Ok(DebuggerCommand::StepInto)
            },
        );
        engine
    }
}
