//! The engine of the scripts and what keeps them in: words that they cannot use, limits of what they use up, and the
//! check by which they are stopped.

use super::api;
use crate::content::LONGEST_SCRIPT;
use rhai::{Dynamic, Engine, OptimizationLevel};
use std::cell::Cell;
use std::rc::Rc;

/// Words of the language that scripts cannot use: they lead out of the sandbox, around its limits, or nowhere.
pub(crate) const FORBIDDEN: [&str; 7] = ["eval", "import", "export", "try", "curry", "print", "debug"];

/// What a script may use up. Every limit is set by name, because Rhai's own defaults differ between builds.
pub(crate) struct Limits;

impl Limits {
    pub const OPERATIONS: u64 = 200_000;
    pub const CALL_LEVELS: usize = 16;
    /// Moments that are under way at once: at a deeper one no script is called.
    pub const MOMENTS: usize = 24;
    /// So many scripts can be called one within the other, each by what the one before does.
    pub const NESTED: u32 = 8;
    pub const EXPRESSION_DEPTH: usize = 32;
    pub const STRING: usize = 512;
    pub const ARRAY: usize = 512;
    pub const MAP: usize = 128;
    const VARIABLES: usize = 128;
    const FUNCTIONS: usize = 64;
    /// The largest source that is compiled at all, in bytes.
    pub const SOURCE: usize = LONGEST_SCRIPT;
}

/// What the engine's progress check looks at.
#[derive(Default)]
pub(crate) struct Watch {
    /// The running scripts have to stop: a decision is pending, or a service failed.
    pub halted: Cell<bool>,
    /// Operations since the outermost call began. Rhai's own count starts again in every callback.
    pub operations: Cell<u64>,
    /// How many calls are running, one within the other.
    pub depth: Cell<u32>,
}

/// An engine with the API, whose scripts are watched.
pub(crate) fn engine(watch: &Rc<Watch>) -> Engine {
    let mut engine = Engine::new_raw();
    for symbol in FORBIDDEN {
        engine.disable_symbol(symbol);
    }
    engine
        // Scripts are inspected as they are written, and optimised afterwards.
        .set_optimization_level(OptimizationLevel::None)
        .set_strict_variables(true)
        .set_fail_on_invalid_map_property(true)
        .set_max_operations(0) // counted below, in callbacks too
        .set_max_call_levels(Limits::CALL_LEVELS)
        .set_max_expr_depths(Limits::EXPRESSION_DEPTH, Limits::EXPRESSION_DEPTH)
        .set_max_string_size(Limits::STRING)
        .set_max_array_size(Limits::ARRAY)
        .set_max_map_size(Limits::MAP)
        .set_max_variables(Limits::VARIABLES)
        .set_max_functions(Limits::FUNCTIONS)
        .set_max_modules(0)
        .set_module_resolver(rhai::module_resolvers::DummyModuleResolver::new());
    let seen = watch.clone();
    engine.on_progress(move |_| {
        seen.operations.set(seen.operations.get() + 1);
        let stop = seen.halted.get() || seen.operations.get() > Limits::OPERATIONS;
        stop.then_some(Dynamic::UNIT)
    });
    // `game` is a word of the language, not a variable: a variable would be locked by a chain of calls that begins
    // with it, and closures in the chain could not use it.
    let word = engine.register_custom_syntax(["game"], false, |context, _| Ok(context.tag().clone()));
    debug_assert!(word.is_ok());
    engine.on_print(|_| {}).on_debug(|_, _, _| {});
    api::register(&mut engine);
    engine
}
