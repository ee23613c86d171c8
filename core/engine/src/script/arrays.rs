//! Functions of arrays that Rhai has too, but slowly: it calls a closure in three ways one after the other until one
//! fits, and looks up `==` for each element. These return the same.

use super::item_sets::{self, FindRunning, ItemSet};
use super::seat::{Handle, RunningScript};
use crate::language::{Language, LanguageOf};
use crate::rules::Rules;
use rhai::{Array, Dynamic, Engine, EvalAltResult, FnPtr, ImmutableString, NativeCallContext, Position};

/// What a native function returns.
type Returned<T> = Result<T, Box<EvalAltResult>>;

/// Registers them.
pub(super) fn register<R: Rules>(engine: &mut Engine) {
    register_contains::<R::Side>(engine);
    register_contains::<ImmutableString>(engine);
    let find: FindRunning = running::<R>;
    for kind in <LanguageOf<R> as Language>::TYPES {
        (kind.arrays)(engine);
        if let Some(set) = &kind.set {
            (set.callers)(engine, find);
        }
    }
    engine.register_fn("filter", move |context: NativeCallContext<'_>, array: &mut Array, closure: FnPtr| {
        filter(&context, find, array, &closure)
    });
    engine.register_fn("some", move |context: NativeCallContext<'_>, array: &mut Array, closure: FnPtr| {
        some(&context, find, array.iter().cloned(), &closure)
    });
    engine.register_fn("map", move |context: NativeCallContext<'_>, array: &mut Array, closure: FnPtr| {
        map(&context, find, array.iter().cloned(), &closure)
    });
}

/// Registers what says whether a value of a type is in an array.
pub(crate) fn register_contains<T: PartialEq + Clone + 'static>(engine: &mut Engine) {
    engine.register_fn("contains", |array: &mut Array, value: T| contains(array, value));
}

/// Whether a value is in an array. Values of different types differ.
fn contains<T: PartialEq + Clone + 'static>(array: &mut Array, value: T) -> bool {
    array.iter().any(|item| item.read_lock::<T>().is_some_and(|item| *item == value))
}

/// The elements for which a closure returns true.
fn filter(context: &NativeCallContext<'_>, find: FindRunning, array: &mut Array, closure: &FnPtr) -> Returned<Array> {
    let mut found = Array::new();
    each(context, find, "filter", array.iter().cloned(), closure, |item, returned| {
        if returned.as_bool().unwrap_or(false) {
            found.push(item.clone());
        }
        true
    })?;
    Ok(found)
}

/// The items of a set for which a closure returns true.
pub(super) fn members<S: ItemSet>(
    context: &NativeCallContext<'_>,
    find: FindRunning,
    set: S,
    closure: &FnPtr,
) -> Returned<S> {
    let running = if set.bits() == [0; 4] { None } else { find(context) };
    if let Some(running) = &running
        && let Some(mut quick) = running.cache.closure(context, closure, 1)
    {
        let members = quick.members(&running.comparable, &running.watch, set);
        return members.map_err(|error| inside(context, "filter", error));
    }
    let mut found = [0; 4];
    let none: FindRunning = |_| None;
    each(context, none, "filter", item_sets::items(set), closure, |item, returned| {
        if let (true, Some(item)) = (returned.as_bool().unwrap_or(false), item.read_lock::<S::Item>()) {
            let number = S::number(&item);
            found[number / 64] |= 1 << (number % 64);
        }
        true
    })?;
    Ok(S::of_bits(found))
}

/// Whether a closure returns true for an element.
pub(super) fn some(
    context: &NativeCallContext<'_>,
    find: FindRunning,
    items: impl Iterator<Item = Dynamic>,
    closure: &FnPtr,
) -> Returned<bool> {
    let mut any = false;
    each(context, find, "some", items, closure, |_, returned| {
        any = returned.as_bool().unwrap_or(false);
        !any
    })?;
    Ok(any)
}

/// What a closure returns for each element.
pub(super) fn map(
    context: &NativeCallContext<'_>,
    find: FindRunning,
    items: impl Iterator<Item = Dynamic>,
    closure: &FnPtr,
) -> Returned<Array> {
    let mut all = Array::new();
    each(context, find, "map", items, closure, |_, returned| {
        all.push(returned);
        true
    })?;
    Ok(all)
}

/// Lets a service call a closure that it was given: `work` gets a function that does so.
///
/// # Errors
/// Those of the closure, and of the work.
pub fn calling<R: Rules, const VALUES: usize, T>(
    context: &NativeCallContext<'_>,
    closure: &FnPtr,
    work: impl FnOnce(&mut dyn FnMut([Dynamic; VALUES]) -> Returned<Dynamic>) -> Returned<T>,
) -> Returned<T> {
    let running = running::<R>(context);
    match running.as_ref().and_then(|running| running.cache.closure(context, closure, VALUES)) {
        Some(mut quick) => work(&mut |values| quick.call(values)),
        None => work(&mut |mut values| closure.call_raw(context, None, &mut values)),
    }
}

/// Calls a closure for each element, until `next` has enough of what it returns.
fn each(
    context: &NativeCallContext<'_>,
    find: FindRunning,
    function: &str,
    items: impl Iterator<Item = Dynamic>,
    closure: &FnPtr,
    mut next: impl FnMut(&Dynamic, Dynamic) -> bool,
) -> Returned<()> {
    let mut items = items.enumerate().peekable();
    let running = items.peek().and_then(|_| find(context));
    let mut quick = running.as_ref().and_then(|running| {
        Some((running.cache.closure(context, closure, 1)?, running.comparable.clone(), running.watch.clone()))
    });
    for (index, mut item) in items {
        let returned = match &mut quick {
            Some((quick, comparable, watch)) => {
                quick.call_or_recall(comparable, watch, &item).map_err(|error| inside(context, function, error))?
            }
            None => {
                let extra = [Dynamic::from(index as i64)];
                closure.call_raw_with_extra_args(function, context, Some(&mut item), [], extra, Some(0))?
            }
        };
        if !next(&item, returned) {
            break;
        }
    }
    Ok(())
}

/// An error of a closure, as Rhai says in which function it was called.
fn inside(context: &NativeCallContext<'_>, function: &str, error: Box<EvalAltResult>) -> Box<EvalAltResult> {
    let source = context.call_source().unwrap_or_default().to_string();
    Box::new(EvalAltResult::ErrorInFunctionCall(function.to_string(), source, error, Position::NONE))
}

/// What is known of the running script.
fn running<R: Rules>(context: &NativeCallContext<'_>) -> Option<RunningScript> {
    context.tag()?.read_lock::<Handle<R>>()?.running()
}
