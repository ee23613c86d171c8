//! The host of the scripts: one sandboxed Rhai engine, compiled scripts, and calls into them. A script that has to wait
//! for a decision is stopped by a latch that it cannot catch, and is run again with one more answer.

use super::api::{self, Desk, Seat};
use super::debug;
use super::diagnose;
use super::loaded::Script;
use super::memory::{self, Memory};
use super::sandbox;
pub(crate) use super::sandbox::{FORBIDDEN, Limits, Watch};
use crate::deck::Deck;
use crate::invariants;
use crate::script::UnderWay as _;
use crate::sets::CardId;
use crate::side::Side;
use crate::state::State;
use crate::table::{Halt, Play, Table};
use rhai::{AST, CallFnOptions, Dynamic, Engine, FuncArgs, Module, OptimizationLevel, Scope, Shared};
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::script::debug::Counts;

/// The engine with the API, and seats for the games that scripts work on.
pub(crate) struct Host {
    engine: Engine,
    /// The sources of the functions that are part of the language.
    library: Library,
    /// These functions themselves.
    shared: Vec<Shared<Module>>,
    /// The engine that runs scripts which are debugged; made when it is first needed.
    stepper: OnceCell<Engine>,
    watch: Rc<Watch>,
    /// Seats with a copy of a state, not in use. A call takes one and puts it back.
    copies: Spare,
    /// Seats for a table, not in use.
    tables: Spare,
    /// What the calls cost, if somebody wants to know.
    costs: RefCell<Option<Costs>>,
}

/// The sources of the library, by their names.
pub(crate) type Library = BTreeMap<String, Source>;

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

type Spare = RefCell<Vec<Rc<RefCell<Seat>>>>;

/// For whom a script runs, and because of which card.
#[derive(Clone, Copy)]
pub(crate) struct Occasion {
    /// The side that plays the card.
    pub side: Side,
    /// The card; none for conditions and modifiers that belong to no card in play.
    pub card: Option<CardId>,
    /// Who looks, if he is to see no more than he knows.
    pub eyes: Option<Side>,
}

impl Occasion {
    /// A script that the rules run sees everything that it asks for.
    pub fn new(side: Side, card: Option<CardId>) -> Occasion {
        Occasion { side, card, eyes: None }
    }
}

impl Host {
    pub fn new() -> Host {
        let watch = Rc::new(Watch::default());
        let mut engine = sandbox::engine(&watch);
        engine.set_max_call_levels(Limits::CALL_LEVELS + memory::LEVELS);
        api::register_arrays(&mut engine);
        Host {
            engine,
            library: Library::new(),
            shared: Vec::new(),
            stepper: OnceCell::new(),
            watch,
            copies: Spare::default(),
            tables: Spare::default(),
            costs: RefCell::default(),
        }
    }

    /// The engine with the API.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The sources of the library.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// The engine that runs scripts which are debugged.
    fn stepper(&self) -> &Engine {
        self.stepper.get_or_init(|| {
            let mut engine = sandbox::engine(&self.watch);
            for module in &self.shared {
                engine.register_global_module(module.clone());
            }
            debug::build(engine, sandbox::engine(&self.watch))
        })
    }

    /// Compiles a source: as it is written, to be inspected, and as it is run.
    pub fn compile(&self, source: &Source) -> Result<(AST, Compiled), Faults> {
        if source.text().len() > Limits::SOURCE {
            let message =
                format!("{} has {} bytes; {} are allowed", source.name(), source.text().len(), Limits::SOURCE);
            return Err(Fault::error("script::too_long", message).into());
        }
        let written =
            self.engine.compile(source.text()).map_err(|error| Faults::from(diagnose::syntax(&error, source)))?;
        let mut ast = self.engine.optimize_ast(&Scope::new(), written.clone(), OptimizationLevel::Simple);
        ast.set_source(source.name());
        let is_shared = |function: rhai::ScriptFnMetadata<'_>| {
            let mut modules = self.shared.iter();
            modules.any(|module| module.get_script_fn(function.name, function.params.len()).is_some())
        };
        let memory = (!ast.iter_functions().any(is_shared)).then(Rc::default);
        Ok((written, Compiled { ast, source: source.clone(), memory }))
    }

    /// Makes the functions of a script part of the language.
    pub fn add_library(&mut self, script: Compiled) -> Result<(), Faults> {
        let name = script.source.name().to_string();
        let module = rhai::Module::eval_ast_as_new(Scope::new(), &script.ast, &self.engine)
            .map_err(|error| diagnose::failure(&error, &script, "", &self.engine, &self.library))?;
        let module: Shared<Module> = module.into();
        self.engine.register_global_module(module.clone());
        self.shared.push(module);
        self.library.insert(name, script.source);
        Ok(())
    }

    /// What a function without parameters returns.
    pub fn constant(&self, script: &Compiled, name: &str) -> Play<Dynamic> {
        self.call(&self.engine, script, name, None, Vec::new())
    }

    /// Calls a function that neither asks nor changes anything, on a copy of the state.
    pub fn query(
        &self,
        script: &Compiled,
        name: &str,
        state: &State,
        deck: &Rc<Deck>,
        occasion: Occasion,
        args: Vec<Dynamic>,
    ) -> Play<Dynamic> {
        let spare = self.copies.borrow_mut().pop();
        let seat = spare.unwrap_or_else(|| self.seat(Desk::Copy(Box::new(state.clone())), deck));
        {
            let mut seat = seat.borrow_mut();
            if let Desk::Copy(copy) = &mut seat.desk {
                (**copy).clone_from(state);
            }
            seat.begin(occasion);
        }
        let result = self.call(&self.engine, script, name, Some(&seat), args);
        self.copies.borrow_mut().push(seat);
        result
    }

    /// Lets a script act on the table.
    ///
    /// # Errors
    /// A script that fails, or that leaves a position that cannot be; and whatever its services stop for.
    pub fn act(
        &self,
        script: &Script,
        name: &'static str,
        table: &mut Table,
        deck: &Rc<Deck>,
        occasion: Occasion,
        args: Vec<Dynamic>,
    ) -> Play<()> {
        let spare = self.tables.borrow_mut().pop();
        let seat = spare.unwrap_or_else(|| {
            let vacant = Table::new(table.state.clone(), table.scenario.clone(), table.scripts.clone());
            self.seat(Desk::Table(Box::new(vacant)), deck)
        });
        seat.borrow_mut().begin(occasion);
        seat.borrow_mut().markers = script.markers.clone();
        let (script, probe) = (&script.compiled, table.probe().cloned());
        let this = Some((script.source.clone(), name));
        table.within.acted.clone_from(&this);
        let peeked = table.begin_script();
        let lent = Lent::new(table, &seat);
        let result = match &probe {
            None => self.call(&self.engine, script, name, Some(&seat), args),
            Some(probe) => {
                probe.count(Counts::enter);
                let result = self.call(self.stepper(), script, name, Some(&seat), args);
                if result.is_ok() {
                    probe.count(Counts::leave);
                }
                result
            }
        };
        drop(lent);
        table.end_script(peeked);
        self.tables.borrow_mut().push(seat);
        result.map(drop)?;
        table.within.acted = this; // another one may have acted within it
        match invariants::broken_but(&table.state, table.unsettled()) {
            Some(wrong) => Err(Halt::Script(Box::new(diagnose::unsettled(script, name, &wrong)))),
            None => Ok(()),
        }
    }

    /// Gives up the seats that are not in use.
    pub fn vacate(&self) {
        self.copies.borrow_mut().clear();
        self.tables.borrow_mut().clear();
    }

    /// Measures from now on what calls cost.
    pub fn measure(&self) {
        self.costs.borrow_mut().get_or_insert_default();
    }

    /// What calls have cost since they were measured.
    pub fn costs(&self) -> Costs {
        self.costs.borrow().clone().unwrap_or_default()
    }

    fn seat(&self, desk: Desk, deck: &Rc<Deck>) -> Rc<RefCell<Seat>> {
        Rc::new(RefCell::new(Seat::new(desk, deck.clone(), self.watch.clone())))
    }

    fn call(
        &self,
        engine: &Engine,
        script: &Compiled,
        name: &str,
        seat: Option<&Rc<RefCell<Seat>>>,
        mut args: Vec<Dynamic>,
    ) -> Play<Dynamic> {
        let watch = &self.watch;
        if watch.depth.get() >= Limits::NESTED {
            return Err(Halt::Script(Box::new(diagnose::nested(script, name))));
        }
        let outermost = watch.depth.get() == 0;
        if outermost {
            watch.operations.set(0);
            watch.halted.set(false);
        }
        // A call within a call is part of the outer one.
        let start = (outermost && self.costs.borrow().is_some()).then(Instant::now);
        watch.depth.set(watch.depth.get() + 1);
        let game = seat.map_or(Dynamic::UNIT, |seat| Dynamic::from(api::Game(seat.clone())));
        // A script that is debugged is called as Rhai calls it.
        let memory = script.memory.as_ref().filter(|_| std::ptr::eq(engine, &self.engine));
        if let Some(seat) = seat {
            seat.borrow_mut().memory = memory.cloned();
        }
        let result = match memory {
            Some(memory) => memory.call(engine, &script.ast, name, game, &mut args),
            None => {
                let options = CallFnOptions::new().eval_ast(false).with_tag(game);
                engine.call_fn_with_options(options, &mut Scope::new(), &script.ast, name, Args(args))
            }
        };
        if let Some(seat) = seat {
            seat.borrow_mut().memory = None;
        }
        watch.depth.set(watch.depth.get() - 1);
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
            Halt::Script(Box::new(diagnose::failure(&error, script, name, &self.engine, &self.library)))
        })
    }
}

/// A script that was compiled, with its text.
#[derive(Clone)]
pub(crate) struct Compiled {
    pub ast: AST,
    pub source: Source,
    /// What it remembers of the functions that it calls, if it can.
    memory: Option<Rc<Memory>>,
}

impl Compiled {
    /// Whether it defines a function with this many parameters.
    pub fn has(&self, name: &str, parameters: usize) -> bool {
        self.ast.iter_functions().any(|function| function.name == name && function.params.len() == parameters)
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
struct Lent<'a> {
    table: &'a mut Table,
    seat: &'a RefCell<Seat>,
}

impl<'a> Lent<'a> {
    fn new(table: &'a mut Table, seat: &'a RefCell<Seat>) -> Lent<'a> {
        let lent = Lent { table, seat };
        lent.seat.borrow_mut().swap(lent.table);
        lent
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        if let Ok(mut seat) = self.seat.try_borrow_mut() {
            seat.swap(self.table);
        }
    }
}
