//! The engine of the scripts and what keeps them in: words that they cannot use, limits of what they use up, and the
//! check by which they are stopped.

use super::readings::{ReadingRecorder, note_readings};
use super::seat::Handle;
use super::{array_forms, printing};
use crate::language::{Language, LanguageOf};
use crate::rules::Rules;
use crate::side::Side;
use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage, BasicMathPackage,
    BasicStringPackage, LogicPackage, MoreStringPackage, Package,
};
use rhai::{Dynamic, Engine, Module, OptimizationLevel, def_package};
use std::any::TypeId;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Words of the language that scripts cannot use: they lead out of the sandbox, around its limits, or nowhere.
pub(crate) const FORBIDDEN: [&str; 6] = ["eval", "import", "export", "try", "curry", "debug"];

/// What a script may use up. Every limit is set by name, because Rhai's own defaults differ between builds.
pub struct Limits;

impl Limits {
    pub(crate) const OPERATIONS: u64 = 200_000;
    pub(crate) const CALL_LEVELS: usize = 16;
    /// Moments that are under way at once: at a deeper one no script is called.
    pub const MOMENTS: usize = 24;
    /// How many scripts can be called one within the other, each by what the one before does.
    pub(crate) const NESTED: u32 = 8;
    const EXPRESSION_DEPTH: usize = 32;
    const VARIABLES: usize = 128;
    const FUNCTIONS: usize = 256;
    /// The largest source that is compiled at all, in bytes.
    pub const SOURCE: usize = crate::files::LARGEST_SCRIPT as usize;
}

/// How large a value of a script may grow, together with all the values in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LargestValues {
    /// The bytes of its texts.
    pub text: usize,
    /// The items of its arrays.
    pub items: usize,
    /// The keys of its object maps.
    pub keys: usize,
}

impl LargestValues {
    /// For scripts that call each other.
    pub const USUAL: LargestValues = LargestValues { text: 512, items: 512, keys: 128 };
    /// For a script that is alone, and lists what can be done.
    pub const OF_ONE_SCRIPT: LargestValues = LargestValues { text: 8_192, items: 1_024, keys: 1_024 };
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
    /// What the running condition or modifier reads.
    pub readings: ReadingRecorder,
    /// How many times scripts have looked at something else than the deck, what never changes in a game, and their
    /// arguments.
    pub looks: Cell<u64>,
    /// What never changes in the game that was played last, and how often that was another.
    setting: RefCell<String>,
    settings: Cell<u64>,
}

impl Watch {
    /// Notes what never changes in the game that is played.
    pub fn set(&self, setting: &str) {
        if *self.setting.borrow() != setting {
            self.setting.replace(setting.into());
            self.settings.set(self.settings.get() + 1);
        }
    }

    /// A number by which what holds in one setting is told from what holds in another.
    pub fn setting(&self) -> u64 {
        self.settings.get()
    }

    /// Counts a look at something else than the deck and the arguments.
    pub fn look(&self) {
        self.looks.set(self.looks.get().wrapping_add(1));
    }

    /// Counts the operations of something that is known, as if it were computed, unless fewer are left.
    pub fn spend(&self, operations: u64) -> bool {
        let operations = self.operations.get() + operations;
        let are_enough = operations <= Limits::OPERATIONS;
        // Where it is computed all the same, to compare, they are counted there.
        if are_enough && !cfg!(debug_assertions) {
            self.operations.set(operations);
        }
        are_enough
    }
}

/// An engine with the language of a game, whose scripts are watched.
pub(crate) fn engine<R: Rules>(watch: &Rc<Watch>, sides: &[R::Side]) -> Engine {
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
        .set_max_string_size(R::LARGEST_VALUES.text)
        .set_max_array_size(R::LARGEST_VALUES.items)
        .set_max_map_size(R::LARGEST_VALUES.keys)
        .set_max_variables(Limits::VARIABLES)
        .set_max_functions(Limits::FUNCTIONS)
        .set_max_modules(0)
        .set_module_resolver(rhai::module_resolvers::DummyModuleResolver::new());
    let seen = watch.clone();
    engine.on_progress(move |_| {
        seen.operations.set(seen.operations.get() + 1);
        let stops = seen.halted.get() || seen.operations.get() > Limits::OPERATIONS;
        // A value that is made to be thrown away would cost more than the rest.
        if stops { Some(Dynamic::UNIT) } else { None }
    });
    // `game` is a word of the language, not a variable: a variable would be locked by a chain of calls that begins
    // with it, and closures in the chain could not use it. Only a disabled symbol becomes a keyword; otherwise Rhai
    // lets a chain go on with it, and panics at the next link.
    let word =
        engine.disable_symbol("game").register_custom_syntax(["game"], false, |context, _| Ok(context.tag().clone()));
    debug_assert!(word.is_ok());
    engine.on_print(|_| {}).on_debug(|_, _, _| {});
    register::<R>(&mut engine, watch, sides);
    engine
}

def_package! {
    /// Those of Rhai's own functions that scripts can call.
    Basics(module): ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage,
        BasicMathPackage, BasicStringPackage, LogicPackage, MoreStringPackage {}
}

/// Registers the types and functions of a game's language.
fn register<R: Rules>(engine: &mut Engine, watch: &Rc<Watch>, all: &[R::Side]) {
    engine.register_type_with_name::<Handle<R>>("Game").register_type_with_name::<R::Side>("Side");
    let mut sides = Module::new();
    for side in all {
        sides.set_var(side_constant(side.id()), *side);
    }
    engine.register_static_module("Side", sides.into());
    // All in one module: looking up a function, which each call into a script does again, takes as long as there are
    // modules.
    let mut module = Module::new();
    Basics::init(&mut module);
    printing::register::<R>(&mut module);
    module.set_native_fn("==", |a: R::Side, b: R::Side| Ok(a == b));
    module.set_native_fn("!=", |a: R::Side, b: R::Side| Ok(a != b));
    for kind in <LanguageOf<R> as Language>::TYPES {
        engine.register_type_with_name_raw((kind.path)(), kind.name);
        (kind.operators)(&mut module);
        if let Some(set) = &kind.set {
            // What a script sees of a set is an array.
            engine.register_type_with_name_raw((set.path)(), "array");
        }
    }
    let mut services = Module::new();
    <LanguageOf<R> as Language>::THEMES.iter().for_each(|theme| (theme.register)(&mut services));
    services.register_lazy_functions();
    note_readings(&mut services, watch, TypeId::of::<Handle<R>>(), <LanguageOf<R> as Language>::TYPES);
    module.combine(services);
    module.register_lazy_functions();
    let sets = array_forms::sets(<LanguageOf<R> as Language>::TYPES);
    if !sets.is_empty() {
        array_forms::derive(&mut module, &sets);
    }
    // What sets do by themselves they do not do as arrays.
    sets.iter().for_each(|(set, _)| (set.operators)(&mut module));
    module.build_index();
    Basics::init_engine(engine);
    engine.register_global_module(module.into());
}

/// The name of a side in `Side::…`.
pub(super) fn side_constant(side: &str) -> String {
    side.to_uppercase()
}
