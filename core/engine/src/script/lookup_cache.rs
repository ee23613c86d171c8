//! The functions that a script has looked up. Rhai looks up each function by its name and the types of its
//! arguments, and forgets what it found as soon as a call from outside ends; so it would look up everything anew for
//! each question that the rules ask, and for each element of an array that a closure looks at.
//!
//! What was found holds for one compiled script and for the engine of its host, whose functions are all known before
//! the first script is compiled: it is never out of date, and ends with the script. A script with a function of its own
//! by the name of one of the library has no cache, because the same name then means two functions.

use super::comparable::{ByValue, Comparable};
use super::item_sets::{self, Bits, ItemSet};
use super::sandbox::Watch;
use rhai::{
    AST, Caches, Dynamic, Engine, EvalAltResult, EvalContext, FnArgsVec, FnPtr, GlobalRuntimeState, ImmutableString,
    Module, NativeCallContext, Scope, Shared,
};
use std::any::TypeId;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

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
    /// The same of the items of sets, by what the closure has captured.
    said_of_items: ByValue<Rc<RefCell<SaidOfItems>>>,
    /// The number of the setting in which it says so.
    setting: u64,
}

/// What a closure says of the items of a type of sets.
struct SaidOfItems {
    of: TypeId,
    /// The items of which it is known what it says.
    known: Bits,
    /// Those of which it is true.
    holds: Bits,
    /// How many operations it takes to say so, by the number of the item.
    operations: [u16; 256],
}

impl FoundFunctions {
    fn new(global: GlobalRuntimeState) -> FoundFunctions {
        FoundFunctions {
            global,
            caches: Caches::new(),
            said: ByValue::default(),
            said_of_items: ByValue::default(),
            setting: 0,
        }
    }

    /// Forgets what closures said in another setting.
    fn forget_unless_in(&mut self, setting: u64) {
        if self.setting != setting {
            (self.said, self.said_of_items, self.setting) = (ByValue::default(), ByValue::default(), setting);
        }
    }

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
            Box::new(FoundFunctions::new(global))
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

    /// Readies a closure to be called with this many values from a native function; nothing if it takes another number.
    pub fn closure<'a>(
        &'a self,
        context: &'a NativeCallContext<'a>,
        closure: &'a FnPtr,
        values: usize,
    ) -> Option<Closure<'a>> {
        let (outer, name) = (context.global_runtime_state(), closure.fn_name());
        let mut closures = self.closures.borrow_mut();
        let index = closures.iter().position(|(other, _)| other == name);
        let known = index.and_then(|index| closures[index].1.take()).filter(|known| known.looks_in(&outer.lib));
        let mut known = match known {
            Some(known) => known,
            None => {
                let params = closure.curry().len() + values;
                let is_defined = outer.lib.iter().any(|module| module.get_script_fn(name, params).is_some());
                if !closure.is_anonymous() || !is_defined {
                    return None;
                }
                Box::new(FoundFunctions::new(outer.clone()))
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

/// A closure that is called time after time.
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
        if let Some(known) = &mut self.known {
            known.forget_unless_in(watch.setting());
        }
        let captured = self.closure.curry();
        let with = |index: usize| captured.get(index).unwrap_or(value);
        let given = (0..captured.len() + 1).map(with);
        let said = self.known.as_ref().and_then(|known| known.said.get(comparable, given.clone())).copied();
        if let Some((said, operations)) = said
            && watch.spend(operations)
        {
            #[cfg(debug_assertions)]
            debug_assert!(self.call([value.clone()]).is_ok_and(|again| again.as_bool() == Ok(said)));
            return Ok(said.into());
        }
        let (looks, operations) = (watch.looks.get(), watch.operations.get());
        let returned = self.call([value.clone()])?;
        if let (Some(known), Ok(said)) = (&mut self.known, returned.as_bool())
            && looks == watch.looks.get()
            && known.said.len() < Closure::MOST
        {
            let given = given.map(Dynamic::flatten_clone);
            known.said.insert(comparable, given, (said, watch.operations.get() - operations));
        }
        Ok(returned)
    }

    /// The items of a set of which it says true.
    pub fn members<S: ItemSet>(
        &mut self,
        comparable: &Comparable,
        watch: &Watch,
        set: S,
    ) -> Result<S, Box<EvalAltResult>> {
        let said = self.said_of_items::<S>(comparable, watch);
        let mut said = said.borrow_mut();
        let mut members = [0; 4];
        for number in item_sets::numbers(set.bits()) {
            let is_known = item_sets::has(&said.known, number) && watch.spend(said.operations[number].into());
            if !is_known || cfg!(debug_assertions) {
                let (looks, operations) = (watch.looks.get(), watch.operations.get());
                let returned = self.call([Dynamic::from(S::item(number))])?.as_bool();
                debug_assert!(!is_known || returned == Ok(item_sets::has(&said.holds, number)));
                let holds = returned.unwrap_or(false);
                members[number / 64] |= u64::from(holds) << (number % 64);
                let operations = u16::try_from(watch.operations.get() - operations);
                if let (false, Ok(operations), Ok(_)) = (is_known, operations, &returned)
                    && looks == watch.looks.get()
                {
                    said.known[number / 64] |= 1 << (number % 64);
                    said.holds[number / 64] |= u64::from(holds) << (number % 64);
                    said.operations[number] = operations;
                }
            } else {
                members[number / 64] |= said.holds[number / 64] & 1 << (number % 64);
            }
        }
        Ok(S::of_bits(members))
    }

    /// What it has said of items, with what it has captured.
    fn said_of_items<S: ItemSet>(&mut self, comparable: &Comparable, watch: &Watch) -> Rc<RefCell<SaidOfItems>> {
        let nothing = || {
            let of = TypeId::of::<S>();
            Rc::new(RefCell::new(SaidOfItems { of, known: [0; 4], holds: [0; 4], operations: [0; 256] }))
        };
        let Some(known) = &mut self.known else { return nothing() };
        known.forget_unless_in(watch.setting());
        let captured = self.closure.curry();
        let said = known.said_of_items.get(comparable, captured.iter());
        // While a closure runs that calls itself, the inner one remembers nothing.
        let is_free =
            |said: &&Rc<RefCell<SaidOfItems>>| said.try_borrow().is_ok_and(|said| said.of == TypeId::of::<S>());
        if let Some(said) = said.filter(is_free) {
            return said.clone();
        }
        let begun = nothing();
        if known.said_of_items.len() < Closure::MOST {
            let captured = captured.iter().map(Dynamic::flatten_clone);
            known.said_of_items.insert(comparable, captured, begun.clone());
        }
        begun
    }

    /// Calls it with as many values as it takes.
    pub fn call<const VALUES: usize>(&mut self, values: [Dynamic; VALUES]) -> Returned {
        let (name, place) = (self.closure.fn_name(), self.context.call_position());
        let Some(known) = &mut self.known else { return Ok(Dynamic::UNIT) };
        let mut args: FnArgsVec<Dynamic> = self.closure.curry().iter().cloned().collect();
        args.extend(values);
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
