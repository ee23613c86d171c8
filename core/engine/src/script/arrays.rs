//! Functions of arrays that Rhai has too, but slowly: it calls a closure in three ways one after the other until one
//! fits, and looks up `==` for each element. These return the same.

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
    <LanguageOf<R> as Language>::TYPES.iter().for_each(|kind| (kind.arrays)(engine));
    engine.register_fn("filter", filter::<R>).register_fn("some", some::<R>).register_fn("map", map::<R>);
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
fn filter<R: Rules>(context: NativeCallContext<'_>, array: &mut Array, closure: FnPtr) -> Returned<Array> {
    let mut found = Array::new();
    each::<R>(&context, "filter", array, &closure, |item, returned| {
        if returned.as_bool().unwrap_or(false) {
            found.push(item.clone());
        }
        true
    })?;
    Ok(found)
}

/// Whether a closure returns true for an element.
fn some<R: Rules>(context: NativeCallContext<'_>, array: &mut Array, closure: FnPtr) -> Returned<bool> {
    let mut any = false;
    each::<R>(&context, "some", array, &closure, |_, returned| {
        any = returned.as_bool().unwrap_or(false);
        !any
    })?;
    Ok(any)
}

/// What a closure returns for each element.
fn map<R: Rules>(context: NativeCallContext<'_>, array: &mut Array, closure: FnPtr) -> Returned<Array> {
    let mut all = Array::with_capacity(array.len());
    each::<R>(&context, "map", array, &closure, |_, returned| {
        all.push(returned);
        true
    })?;
    Ok(all)
}

/// Calls a closure for each element, until `next` has enough of what it returns.
fn each<R: Rules>(
    context: &NativeCallContext<'_>,
    function: &str,
    array: &mut Array,
    closure: &FnPtr,
    mut next: impl FnMut(&Dynamic, Dynamic) -> bool,
) -> Returned<()> {
    let running = if array.is_empty() { None } else { running::<R>(context) };
    let quick = running.as_ref().and_then(|running| {
        Some((running.cache.closure(context, closure)?, running.comparable.clone(), running.watch.clone()))
    });
    let mut quick = quick;
    for (index, item) in array.iter_mut().enumerate() {
        let returned = match &mut quick {
            Some((quick, comparable, watch)) => {
                quick.call_or_recall(comparable, watch, item).map_err(|error| inside(context, function, error))?
            }
            None => {
                let extra = [Dynamic::from(index as i64)];
                closure.call_raw_with_extra_args(function, context, Some(item), [], extra, Some(0))?
            }
        };
        if !next(item, returned) {
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
