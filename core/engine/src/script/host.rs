//! The host of the scripts: one sandboxed Rhai engine, compiled scripts, and calls into them. A script that has to wait
//! for a decision is stopped by a latch that it cannot catch, and is run again with one more answer.

use super::arrays;
use super::changed::NotedCalls;
use super::comparable::Comparable;
use super::compiled::{Compiled, adds};
use super::diagnose;
use super::facts::LanguageFacts;
use super::loaded::Script;
use super::lookup_cache;
use super::observed::{Observing, ScriptAct};
use super::receivers::CheckedLanguage;
use super::running::{RunningCall, RunningFunction, RunningScripts, SetAsideScripts};
use super::sandbox::{self, Limits, Watch};
use super::seat::{Handle, Occasion, Seat, WorkedOn};
use super::stepper;
use crate::debug::{Code, Counts, Probe, Variable, find, shown};
use crate::faults::{Fault, Faults, Source};
use crate::language::{Deck, Language, LanguageOf};
use crate::rules::Rules;
use crate::side::Side as _;
use crate::table::{Halt, Play, Table};
use rhai::{AST, CallFnOptions, Dynamic, Engine, FuncArgs, Module, OptimizationLevel, Scope, Shared};
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The engine with the language of a game, and seats for the games that scripts work on.
pub struct Host<R: Rules> {
    engine: Engine,
    /// The cards.
    deck: Rc<Deck<R>>,
    /// What their scripts can say.
    facts: Rc<LanguageFacts>,
    /// The sources of the functions that are part of the language.
    library: Library,
    /// These functions themselves.
    shared: Vec<Shared<Module>>,
    /// The engine that runs scripts which are debugged; made when it is first needed.
    stepper: OnceCell<Engine>,
    /// What the checker knows of the language; made when an editor first asks.
    pub(super) checked: OnceCell<CheckedLanguage>,
    /// The engine that runs scripts with a `+=`; made when it is first needed.
    adding: OnceCell<Engine>,
    /// Whether there is a `+=` in the library.
    library_adds: bool,
    pub(super) watch: Rc<Watch>,
    /// What values can be compared.
    pub(super) comparable: Rc<Comparable>,
    /// The scripts that act, each called by what the one before does.
    running: RunningScripts,
    /// Seats with a copy of a state, not in use, each with its handle. A call takes one and puts it back.
    copies: RefCell<Vec<SeatWithHandle<R>>>,
    /// Seats for a table, not in use.
    tables: RefCell<Vec<Rc<RefCell<Seat<R>>>>>,
    /// What looks at the scripts of the game that is played, if they are debugged.
    pub(super) probe: RefCell<Option<Rc<Probe<R>>>>,
    /// What modifiers have changed, if that is noted.
    pub(super) noted: RefCell<Option<Vec<String>>>,
    /// What the calls cost, if it is measured.
    costs: RefCell<Option<Costs>>,
    /// The functions whose calls are noted.
    pub(super) noted_calls: NotedCalls,
    /// What is being observed, if anything is.
    pub(super) observing: Observing,
    /// The engine that notes what runs; made when it is first needed.
    observer: OnceCell<Engine>,
}

/// The function around an expression that is evaluated.
const EXPRESSION: &str = "asked";

/// What is wrong with a script that was called where no game waits for it.
pub(super) fn faults<R: Rules>(halt: Halt<R>) -> Faults {
    match halt {
        Halt::Script(fault) => (*fault).into(),
        other => Fault::error("script::failed", other.to_string()).into(),
    }
}

/// The sources of the library, by their names.
pub type Library = BTreeMap<String, Source>;

/// What the functions of the scripts cost, by the file and the name of the function that the rules called.
pub type Costs = BTreeMap<(String, String), Cost>;

/// What calls of a function cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// How many calls.
    pub calls: u64,
    /// How long they took, with the services that they called.
    pub time: Duration,
}

impl std::ops::AddAssign for Cost {
    fn add_assign(&mut self, other: Cost) {
        self.calls += other.calls;
        self.time += other.time;
    }
}

/// A seat, and the handle of the game that a script gets there.
pub(super) type SeatWithHandle<R> = (Rc<RefCell<Seat<R>>>, Dynamic);

impl<R: Rules> Host<R> {
    /// A host for scripts that are written for these cards.
    pub fn new(deck: Rc<Deck<R>>) -> Host<R> {
        let (watch, sides) = (Rc::new(Watch::default()), <LanguageOf<R> as Language>::sides(&deck));
        let mut engine = sandbox::engine::<R>(&watch, &sides);
        engine.set_max_call_levels(Limits::CALL_LEVELS + lookup_cache::LEVELS);
        arrays::register::<R>(&mut engine);
        Host {
            engine,
            facts: Rc::new(LanguageFacts::of::<R>(&deck)),
            deck,
            library: Library::new(),
            shared: Vec::new(),
            stepper: OnceCell::new(),
            checked: OnceCell::new(),
            adding: OnceCell::new(),
            library_adds: false,
            watch,
            comparable: Rc::new(Comparable::new::<R::Side>(<LanguageOf<R> as Language>::TYPES)),
            running: RefCell::default(),
            copies: RefCell::default(),
            tables: RefCell::default(),
            probe: RefCell::default(),
            noted: RefCell::default(),
            costs: RefCell::default(),
            noted_calls: NotedCalls::default(),
            observing: Observing::default(),
            observer: OnceCell::new(),
        }
    }

    /// The engine with the language.
    pub(super) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The engine with the language.
    #[cfg(feature = "testing")]
    pub fn language(&self) -> &Engine {
        &self.engine
    }

    /// How many operations the last call has taken.
    pub fn operations(&self) -> u64 {
        self.watch.operations.get()
    }

    /// The cards that the scripts are written for.
    pub fn deck(&self) -> &Rc<Deck<R>> {
        &self.deck
    }

    /// What the scripts can say.
    pub(crate) fn facts(&self) -> &Rc<LanguageFacts> {
        &self.facts
    }

    /// The sources of the library.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// The sides that scripts name.
    pub(super) fn sides(&self) -> Vec<R::Side> {
        <LanguageOf<R> as Language>::sides(&self.deck)
    }

    /// Another engine with the language. It looks up every operator: to Rhai's own `+=`, a set that is added to an array
    /// is a single item.
    fn another_engine(&self) -> Engine {
        let mut engine = sandbox::engine::<R>(&self.watch, &self.sides());
        engine.set_fast_operators(false);
        engine
    }

    /// The engine that runs scripts with a `+=`.
    fn adding(&self) -> &Engine {
        self.adding.get_or_init(|| {
            let mut engine = self.another_engine();
            engine.set_max_call_levels(Limits::CALL_LEVELS + lookup_cache::LEVELS);
            arrays::register::<R>(&mut engine);
            for module in &self.shared {
                engine.register_global_module(module.clone());
            }
            engine
        })
    }

    /// Another engine with the language and the library.
    fn another_with_library(&self) -> Engine {
        let mut engine = self.another_engine();
        for module in &self.shared {
            engine.register_global_module(module.clone());
        }
        engine
    }

    /// The engine that runs scripts which are debugged.
    pub(super) fn stepper(&self) -> &Engine {
        self.stepper.get_or_init(|| stepper::build::<R>(self.another_with_library(), self.another_engine()))
    }

    /// The engine that notes what runs in it.
    fn observer(&self) -> &Engine {
        self.observer.get_or_init(|| self.noting_what_runs(self.another_with_library()))
    }

    /// Whether this holds for the script that acts, and its function.
    pub(super) fn is_running(&self, is_it: impl FnOnce(&str, &str) -> bool) -> bool {
        self.running.borrow().last().is_some_and(|(source, function)| is_it(source.name(), function))
    }

    /// Compiles a source: as it is written, to be inspected, and as it is run.
    pub(super) fn compile(&self, source: &Source) -> Result<(AST, Compiled), Faults> {
        if source.text().len() > Limits::SOURCE {
            let message =
                format!("{} has {} bytes; {} are allowed", source.name(), source.text().len(), Limits::SOURCE);
            return Err(Fault::error("script::too_long", message).into());
        }
        let written = self
            .engine
            .compile(source.text())
            .map_err(|error| Faults::from(diagnose::syntax(&self.facts, &error, source)))?;
        let mut ast = self.engine.optimize_ast(&Scope::new(), written.clone(), OptimizationLevel::Simple);
        ast.set_source(source.name());
        let is_shared = |function: rhai::ScriptFnMetadata<'_>| {
            let mut modules = self.shared.iter();
            modules.any(|module| module.get_script_fn(function.name, function.params.len()).is_some())
        };
        let cache = (!ast.iter_functions().any(is_shared)).then(Rc::default);
        let functions =
            ast.iter_functions().map(|function| (function.name.to_string(), function.params.len())).collect();
        let has_sets = self.facts.types.iter().any(|kind| kind.set.is_some());
        let adds = has_sets && adds(&ast);
        Ok((
            written,
            Compiled { ast, functions, source: source.clone(), adds, cache, remembered: Rc::default(), callable: None },
        ))
    }

    /// Compiles a script, and reads what it says of itself. Nothing else in it is inspected.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn load(&self, source: &Source) -> Result<Script<R>, Faults> {
        let (_, compiled) = self.compile(source)?;
        Script::load(self, compiled)
    }

    /// Makes the functions of a script part of the language.
    pub(super) fn add_library(&mut self, script: Compiled) -> Result<(), Faults> {
        let name = script.source.name().to_string();
        let module = rhai::Module::eval_ast_as_new(Scope::new(), &script.ast, &self.engine)
            .map_err(|error| diagnose::failure(&self.facts, &error, &script, "", &self.engine, &self.library))?;
        let module: Shared<Module> = module.into();
        self.engine.register_global_module(module.clone());
        self.shared.push(module);
        self.library_adds |= script.adds;
        self.library.insert(name, script.source);
        Ok(())
    }

    /// What a function without parameters returns.
    pub(super) fn constant(&self, script: &Compiled, name: &str) -> Play<Dynamic, R> {
        self.call(&self.engine, script, name, None, Vec::new())
    }

    /// Calls a function that neither asks nor changes anything, on a copy of the state.
    ///
    /// # Errors
    /// A script that fails.
    pub fn query(
        &self,
        script: &Compiled,
        name: &str,
        state: &R::State,
        occasion: Occasion<R>,
        args: Vec<Dynamic>,
    ) -> Play<Dynamic, R> {
        self.note_call(script, name);
        if let Some(answer) = self.answer_watched(script, name, (state, occasion), &args) {
            return answer;
        }
        let spare = self.copies.borrow_mut().pop();
        let mut at = spare.unwrap_or_else(|| {
            let seat = self.seat(WorkedOn::Copy(Box::new(state.clone())), occasion);
            (seat.clone(), Dynamic::from(Handle::new(seat)))
        });
        at.0.borrow_mut().begin(occasion);
        self.watch.set(<LanguageOf<R> as Language>::setting(state));
        let result = self.recall_or_call(script, name, (&mut at, state), args);
        self.copies.borrow_mut().push(at);
        result
    }

    /// The same as Rhai does it, which looks up every function anew.
    #[cfg(feature = "testing")]
    pub fn query_plainly(
        &self,
        script: &Compiled,
        name: &str,
        state: &R::State,
        occasion: Occasion<R>,
        args: Vec<Dynamic>,
    ) -> Play<Dynamic, R> {
        let seat = self.seat(WorkedOn::Copy(Box::new(state.clone())), occasion);
        self.call(&self.another_engine(), script, name, Some(&seat), args)
    }

    /// Lets a script act on the table.
    ///
    /// # Errors
    /// A script that fails, or that leaves a position that cannot be; and whatever its services stop for.
    pub fn act(
        &self,
        script: &Script<R>,
        name: &'static str,
        table: &mut Table<R>,
        occasion: Occasion<R>,
        args: Vec<Dynamic>,
    ) -> Play<(), R> {
        self.act_for(script, name, table, occasion, args).map(drop)
    }

    /// The same, for what the function returns.
    ///
    /// # Errors
    /// As [`Host::act`].
    pub fn act_for(
        &self,
        script: &Script<R>,
        name: &'static str,
        table: &mut Table<R>,
        occasion: Occasion<R>,
        args: Vec<Dynamic>,
    ) -> Play<Dynamic, R> {
        self.note_call(&script.compiled, name);
        let has_effect = self.note_act(|| ScriptAct {
            source: script.compiled.source.name().to_string(),
            function: name,
            side: occasion.side.index(),
            answers: table.known().next,
        });
        if !has_effect {
            return Ok(Dynamic::UNIT);
        }
        let spare = self.tables.borrow_mut().pop();
        let seat = spare.unwrap_or_else(|| {
            let vacant = Table::new(table.state.clone(), table.scenario.clone(), table.scripts.clone());
            self.seat(WorkedOn::Table(Box::new(vacant)), occasion)
        });
        {
            let mut seat = seat.borrow_mut();
            seat.begin(occasion);
            seat.markers = script.markers.clone();
        }
        let (script, probe) = (&script.compiled, table.probe().cloned());
        let this = (script.source.clone(), name);
        table.acted = Some(this.clone());
        self.watch.set(<LanguageOf<R> as Language>::setting(&table.state));
        let peeked = table.begin_script();
        let running = RunningFunction::begin(&self.running, this.clone());
        let lent = Lent::new(table, &seat);
        let result = match &probe {
            None => self.call(&self.engine, script, name, Some(&seat), args),
            Some(probe) => {
                probe.count(Counts::enter);
                let hidden = probe.set_hidden(false);
                let mut result = self.call(self.stepper(), script, name, Some(&seat), args.clone());
                if let Err(Halt::Stopped(stop)) = &mut result {
                    self.show_carried(stop, name, &args);
                }
                probe.set_hidden(hidden);
                if result.is_ok() {
                    probe.count(Counts::leave);
                }
                result
            }
        };
        drop(lent);
        drop(running);
        let has_peeked = table.has_peeked();
        table.end_script(peeked);
        self.tables.borrow_mut().push(seat);
        let result = result.and_then(|returned| {
            table.acted = Some(this); // another one may have acted within it
            match <LanguageOf<R> as Language>::impossible(table) {
                Some(wrong) => Err(Halt::Script(Box::new(diagnose::unsettled(script, name, &wrong)))),
                None => Ok(returned),
            }
        });
        match result {
            Err(Halt::Script(fault)) if has_peeked => Err(Halt::Script(Box::new(diagnose::discreet(*fault)))),
            other => other,
        }
    }

    /// What an expression is worth where a game stands. As in a condition, nothing can be asked or changed in it. It
    /// can name these variables, and call the functions of this script.
    ///
    /// # Errors
    /// What is wrong with it, pointed at.
    pub fn evaluate(
        &self,
        state: &R::State,
        occasion: Occasion<R>,
        known: (Option<&Source>, &[Variable]),
        expression: &str,
    ) -> Result<String, Faults> {
        self.value(state, occasion, known, expression).map(|value| shown::<R>(&value))
    }

    /// The same, as a value.
    ///
    /// # Errors
    /// What is wrong with it, pointed at.
    pub fn value(
        &self,
        state: &R::State,
        occasion: Occasion<R>,
        (script, variables): (Option<&Source>, &[Variable]),
        expression: &str,
    ) -> Result<Dynamic, Faults> {
        let names: Vec<&str> = variables.iter().map(|variable| variable.name.as_str()).collect();
        let source = Source::new("eval", format!("fn {EXPRESSION}({}) {{ {expression} }}", names.join(", ")));
        let (_, mut compiled) = self.compile(&source)?;
        if let Some(script) = script {
            let (_, callable) = self.compile(script)?;
            compiled.ast.combine(callable.ast.clone_functions_only());
            compiled.cache = None;
            compiled.adds |= callable.adds;
            compiled.callable = Some(Rc::new(callable));
        }
        let values = variables.iter().map(Variable::held).collect();
        self.query(&compiled, EXPRESSION, state, occasion, values).map_err(faults)
    }

    /// A file as it is debugged, if it compiles.
    pub(crate) fn code(&self, file: &str, source: &Source) -> Option<Code> {
        let (_, compiled) = self.compile(source).ok()?;
        Some(Code::new(file, source, find(&compiled.ast)))
    }

    /// Gives up the seats that are not in use: they may hold on to the scripts, which would never be freed.
    pub(crate) fn vacate(&self) {
        self.copies.borrow_mut().clear();
        self.tables.borrow_mut().clear();
    }

    /// Runs something as if no script were running: calls in it have limits of their own, and are not measured.
    pub(crate) fn apart<T>(&self, work: impl FnOnce() -> T) -> T {
        let costs = self.costs.take();
        let done = SetAsideScripts::during(&self.watch, &self.running, work);
        self.costs.replace(costs);
        done
    }

    /// Measures from now on what calls cost.
    pub fn measure(&self) {
        self.costs.borrow_mut().get_or_insert_default();
    }

    /// What calls have cost since they were measured.
    pub fn costs(&self) -> Costs {
        self.costs.borrow().clone().unwrap_or_default()
    }

    pub(super) fn seat(&self, desk: WorkedOn<R>, occasion: Occasion<R>) -> Rc<RefCell<Seat<R>>> {
        Rc::new(RefCell::new(Seat::new(
            desk,
            self.deck.clone(),
            occasion,
            (self.watch.clone(), self.comparable.clone()),
        )))
    }

    pub(super) fn call(
        &self,
        engine: &Engine,
        script: &Compiled,
        name: &str,
        seat: Option<&Rc<RefCell<Seat<R>>>>,
        mut args: Vec<Dynamic>,
    ) -> Play<Dynamic, R> {
        let watch = &self.watch;
        if watch.depth.get() >= Limits::NESTED {
            return Err(Halt::Script(Box::new(diagnose::nested(&self.running.borrow()))));
        }
        let outermost = watch.depth.get() == 0;
        if outermost {
            watch.operations.set(0);
            watch.halted.set(false);
        }
        // A call within a call is part of the outer one.
        let start = (outermost && self.costs.borrow().is_some()).then(Instant::now);
        let level = RunningCall::begin(watch);
        let game = seat.map_or(Dynamic::UNIT, |seat| Dynamic::from(Handle::new(seat.clone())));
        // A script that is debugged is called as Rhai calls it.
        let is_plain = std::ptr::eq(engine, &self.engine);
        let is_observed = is_plain && self.observes(script.source.name(), name);
        let cache = script.cache.as_ref().filter(|_| is_plain && !is_observed);
        let engine = match is_plain {
            true if is_observed => self.observer(),
            true if script.adds || self.library_adds => self.adding(),
            _ => engine,
        };
        if let Some(seat) = seat {
            seat.borrow_mut().cache = cache.cloned();
        }
        let result = match cache {
            Some(cache) => cache.call(engine, &script.ast, name, game, &mut args),
            None => {
                let options = CallFnOptions::new().eval_ast(false).with_tag(game);
                engine.call_fn_with_options(options, &mut Scope::new(), &script.ast, name, Args(args))
            }
        };
        if let Some(seat) = seat {
            seat.borrow_mut().cache = None;
        }
        drop(level);
        let exceeded = watch.operations.get() > Limits::OPERATIONS;
        if outermost {
            watch.halted.set(false);
        }
        let time = start.map(|start| start.elapsed());
        if let (Some(time), Some(costs)) = (time, self.costs.borrow_mut().as_mut()) {
            let function = (script.source.name().to_string(), name.to_string());
            *costs.entry(function).or_default() += Cost { calls: 1, time };
        }
        // The latch counts, whatever the script made of the error.
        if let Some(halt) = seat.and_then(|seat| seat.borrow_mut().latch.take()) {
            return Err(halt);
        }
        if exceeded {
            let stopped = result.as_ref().err().map(AsRef::as_ref);
            return Err(Halt::Script(Box::new(diagnose::endless(script, name, stopped, &self.library))));
        }
        result.map_err(|error| {
            Halt::Script(Box::new(diagnose::failure(&self.facts, &error, script, name, &self.engine, &self.library)))
        })
    }
}

/// Arguments of any number.
struct Args(Vec<Dynamic>);

impl FuncArgs for Args {
    fn parse<A: Extend<Dynamic>>(self, args: &mut A) {
        args.extend(self.0);
    }
}

/// A table whose contents are in a seat for as long as a script runs; they come back even if it panics.
struct Lent<'a, R: Rules> {
    table: &'a mut Table<R>,
    seat: &'a RefCell<Seat<R>>,
}

impl<'a, R: Rules> Lent<'a, R> {
    fn new(table: &'a mut Table<R>, seat: &'a RefCell<Seat<R>>) -> Lent<'a, R> {
        let lent = Lent { table, seat };
        lent.seat.borrow_mut().swap(lent.table);
        lent
    }
}

impl<R: Rules> Drop for Lent<'_, R> {
    fn drop(&mut self) {
        if let Ok(mut seat) = self.seat.try_borrow_mut() {
            seat.swap(self.table);
        }
    }
}
