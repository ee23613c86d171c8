//! `print`: what a designer wants to see while a script is debugged. It is no part of the game.

use super::seat::Handle;
use crate::debug::shown;
use crate::rules::Rules;
use rhai::{Array, Dynamic, ImmutableString, Map, Module, NativeCallContext};

/// Registers `print` for every value, in place of Rhai's own.
pub(super) fn register<R: Rules>(module: &mut Module) {
    for_values::<R, Dynamic>(module);
    for_values::<R, ImmutableString>(module);
    for_values::<R, bool>(module);
    for_values::<R, char>(module);
    for_values::<R, ()>(module);
    for_values::<R, i64>(module);
    for_values::<R, Array>(module);
    for_values::<R, Map>(module);
}

/// Registers `print` for the values of a type.
fn for_values<R: Rules, T: Clone + 'static>(module: &mut Module) {
    module.set_native_fn("print", |context: NativeCallContext<'_>, value: T| {
        let value = Dynamic::from(value);
        if let Some(game) = context.tag().and_then(|tag| tag.clone().try_cast::<Handle<R>>()) {
            let text = value.read_lock::<ImmutableString>().map(|text| text.to_string());
            let text = text.unwrap_or_else(|| shown::<R>(&value));
            game.print(context.call_source(), context.call_position(), &text);
        }
        Ok(ImmutableString::new())
    });
}
