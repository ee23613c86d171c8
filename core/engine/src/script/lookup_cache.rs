//! The functions that a script has looked up. Rhai looks up each function by its name and the types of its
//! arguments, and forgets what it found as soon as a call from outside ends; so it would look up everything anew for
//! each question that the rules ask, and for each element of an array that a closure looks at.
//!
//! What was found holds for one compiled script and for the engine of its host, whose functions are all known before
//! the first script is compiled: it is never out of date, and ends with the script. A script with a function of its own
//! by the name of one of the library has no cache, because the same name then means two functions.

use super::comparable::{ByValue, Comparable};
use super::sandbox::Watch;
use rhai::{
    AST, Caches, Dynamic, Engine, EvalAltResult, EvalContext, FnArgsVec, FnPtr, GlobalRuntimeState, ImmutableString,
    Module, NativeCallContext, Scope, Shared,
};
use std::cell::{Cell, RefCell};

/// How many levels deeper than the functions of a script that call each other is one that is called from outside.
pub(crate) const LEVELS: usize = 2;

/// What Rhai returns from a function.
type Returned = Result<Dynamic, Box<EvalAltResult>>;

/// The functions that a script has looked up.
#[derive(Default)]
pub(crate) struct LookupCache {
    /// For the functions that the rules call. While one of them runs it is taken out.
    functions: Cell<Option<Box<FoundFunctions>>>,
    /// For the closures, by their names.
    closures: RefCell<Vec<(ImmutableString, Option<Box<FoundFunctions>>)>>,
}

/// The functions that were found, and the modules in which scripts were looked for.
struct FoundFunctions {
    global: GlobalRuntimeState,
    caches: Caches,
    /// What a closure says of a value, where that depends on the value alone; with the operations that it takes.
    said: ByValue<(bool, u64)>,
    /// The number of the setting in which it says so.
    setting: u64,
}

impl FoundFunctions {
    /// Calls a function of a script.
    fn call(&mut self, engine: &Engine, name: &str, args: &mut [Dynamic]) -> Returned {
        let mut scope = Scope::new();
        let mut args: FnArgsVec<&mut Dynamic> = args.iter_mut().collect();
        let mut context = EvalContext::new(engine, &mut self.global, &mut self.caches, &mut scope, None);
        context.call_fn_raw(name, false, false, &mut args)
    }

    fn looks_in(&self, modules: &[Shared<Module>]) -> bool {
        let own = &self.global.lib;
        own.len() == modules.len() && own.iter().zip(modules).all(|(one, other)| Shared::ptr_eq(one, other))
    }
}

impl LookupCache {
    /// Calls a function that a script defines.
    pub fn call(&self, engine: &Engine, ast: &AST, name: &str, game: Dynamic, args: &mut [Dynamic]) -> Returned {
        let mut known = self.functions.take().unwrap_or_else(|| {
            let mut global = engine.new_global_runtime_state();
            global.lib.push(ast.shared_lib().clone());
            global.source = ast.source().map(Into::into);
            Box::new(FoundFunctions { global, caches: Caches::new(), said: ByValue::default(), setting: 0 })
        });
        known.global.tag = game;
        let returned = known.call(engine, name, args);
        if returned.is_ok() {
            known.global.tag = Dynamic::UNIT;
            self.functions.set(Some(known));
        }
        // The function that the rules called is not part of the chain of calls.
        returned.map_err(|error| match *error {
            EvalAltResult::ErrorInFunctionCall(called, _, inner, _) if called == name => inner,
            _ => error,
        })
    }

    /// Readies a closure to be called from a native function; nothing if it does not take a single argument.
    pub fn closure<'a>(&'a self, context: &'a NativeCallContext<'a>, closure: &'a FnPtr) -> Option<Closure<'a>> {
        let (outer, name) = (context.global_runtime_state(), closure.fn_name());
        let mut closures = self.closures.borrow_mut();
        let index = closures.iter().position(|(other, _)| other == name);
        let known = index.and_then(|index| closures[index].1.take()).filter(|known| known.looks_in(&outer.lib));
        let mut known = match known {
            Some(known) => known,
            None => {
                let params = closure.curry().len() + 1;
                let is_defined = outer.lib.iter().any(|module| module.get_script_fn(name, params).is_some());
                if !closure.is_anonymous() || !is_defined {
                    return None;
                }
                let (global, caches, said) = (outer.clone(), Caches::new(), ByValue::default());
                Box::new(FoundFunctions { global, caches, said, setting: 0 })
            }
        };
        let index = index.unwrap_or_else(|| {
            closures.push((name.into(), None));
            closures.len() - 1
        });
        known.global.tag = outer.tag.clone();
        known.global.source.clone_from(&outer.source);
        known.global.level = (outer.level + 1).saturating_sub(LEVELS);
        known.global.scope_level = outer.scope_level;
        Some(Closure { cache: self, index, known: Some(known), context, closure })
    }
}

/// A closure that is called for one value after the other.
pub(crate) struct Closure<'a> {
    cache: &'a LookupCache,
    index: usize,
    /// Until a call fails.
    known: Option<Box<FoundFunctions>>,
    context: &'a NativeCallContext<'a>,
    closure: &'a FnPtr,
}

impl Closure<'_> {
    /// The most values that are remembered with what a closure says of them.
    const MOST: usize = 512;

    /// Calls it for a value, unless it is known what it says: what it said of this value, with what it has captured,
    /// was true or false, without a look at the game.
    pub fn call_or_recall(&mut self, comparable: &Comparable, watch: &Watch, value: &Dynamic) -> Returned {
        if let Some(known) = self.known.as_mut().filter(|known| known.setting != watch.setting()) {
            (known.said, known.setting) = (ByValue::default(), watch.setting());
        }
        let captured = self.closure.curry();
        let with = |index: usize| captured.get(index).unwrap_or(value);
        let given = (0..captured.len() + 1).map(with);
        let said = self.known.as_ref().and_then(|known| known.said.get(comparable, given.clone())).copied();
        if let Some((said, operations)) = said
            && watch.spend(operations)
        {
            #[cfg(debug_assertions)]
            debug_assert!(self.call(value.clone()).is_ok_and(|again| again.as_bool() == Ok(said)));
            return Ok(said.into());
        }
        let (looks, operations) = (watch.looks.get(), watch.operations.get());
        let returned = self.call(value.clone())?;
        if let (Some(known), Ok(said)) = (&mut self.known, returned.as_bool())
            && looks == watch.looks.get()
            && known.said.len() < Closure::MOST
        {
            let given = given.map(Dynamic::flatten_clone);
            known.said.insert(comparable, given, (said, watch.operations.get() - operations));
        }
        Ok(returned)
    }

    /// Calls it for a value.
    fn call(&mut self, value: Dynamic) -> Returned {
        let (name, place) = (self.closure.fn_name(), self.context.call_position());
        let Some(known) = &mut self.known else { return Ok(Dynamic::UNIT) };
        let mut args: FnArgsVec<Dynamic> = self.closure.curry().iter().cloned().collect();
        args.push(value);
        known.call(self.context.engine(), name, &mut args).map_err(|mut error| {
            self.known = None;
            if error.position().is_none() {
                error.set_position(place);
            }
            error
        })
    }
}

impl Drop for Closure<'_> {
    fn drop(&mut self) {
        let Some(mut known) = self.known.take() else { return };
        known.global.tag = Dynamic::UNIT;
        if let Ok(mut closures) = self.cache.closures.try_borrow_mut()
            && let Some((_, kept)) = closures.get_mut(self.index)
        {
            *kept = Some(known);
        }
    }
}
