//! The other forms of the functions of arrays and of sets: what takes an array also takes a set, and what takes a set
//! also takes an array of its items. So scripts need not know which of them they have.

use super::item_sets::SetType;
use super::readings::{FunctionKind, call_native, native_functions};
use super::seat::{Answer, refuse};
use crate::language::ScriptType;
use rhai::{Array, Dynamic, FnArgsVec, FuncMetadata, FuncRegistration, Module, NativeCallContext, RhaiFunc, Shared};
use std::any::TypeId;
use std::collections::HashSet;
use std::rc::Rc;

/// The types of sets, each with what its items are called.
pub(super) type Sets = Rc<[(&'static SetType, &'static str)]>;

/// Those of a language.
pub(super) fn sets(types: &'static [ScriptType]) -> Sets {
    types.iter().filter_map(|kind| Some((kind.set.as_ref()?, kind.name))).collect()
}

/// Adds the other forms of the functions of a module.
pub(super) fn derive(module: &mut Module, sets: &Sets) {
    let is_array = |kind: &TypeId| *kind == TypeId::of::<Array>() || sets.iter().any(|(set, _)| (set.id)() == *kind);
    let functions = native_functions(module, &is_array);
    let mut known: HashSet<(String, Vec<TypeId>)> =
        functions.iter().map(|(metadata, _)| (metadata.name.to_string(), metadata.param_types.to_vec())).collect();
    for (metadata, function) in functions {
        let function = Shared::new(function);
        for types in forms(&metadata.param_types, sets) {
            if known.insert((metadata.name.to_string(), types.clone())) {
                add(module, &metadata, &function, types, sets);
            }
        }
    }
    for (set, _) in sets.iter() {
        changing(module, (set.id)(), sets);
    }
}

/// All types that the parameters can have.
fn forms(types: &[TypeId], sets: &Sets) -> Vec<Vec<TypeId>> {
    let arrays: Vec<TypeId> = sets.iter().map(|(set, _)| (set.id)()).chain([TypeId::of::<Array>()]).collect();
    types.iter().fold(vec![Vec::new()], |begun, kind| {
        let possible = if arrays.contains(kind) { &arrays[..] } else { std::slice::from_ref(kind) };
        let with = |begun: &Vec<TypeId>| {
            let begun = begun.clone();
            possible.iter().map(move |kind| begun.iter().chain([kind]).copied().collect::<Vec<_>>()).collect::<Vec<_>>()
        };
        begun.iter().flat_map(with).collect()
    })
}

/// Adds a function that takes these types, and gives another what that takes.
fn add(module: &mut Module, metadata: &FuncMetadata, function: &Shared<RhaiFunc>, types: Vec<TypeId>, sets: &Sets) {
    let kind = FunctionKind::of(function);
    // What is changed becomes what the function takes; all else is converted for the call.
    let is_changed = kind.changes();
    let wanted: Vec<TypeId> = metadata.param_types.to_vec();
    let (function, sets) = (function.clone(), sets.clone());
    let converting = move |context: Option<NativeCallContext<'_>>, given: &mut [&mut Dynamic]| {
        let mut converted: FnArgsVec<Option<Dynamic>> = FnArgsVec::new();
        for (index, (value, wanted)) in given.iter_mut().zip(&wanted).enumerate() {
            let other = if value.type_id() == *wanted { None } else { converted_to(*wanted, value, &sets)? };
            match (other, value.write_lock::<Dynamic>()) {
                (Some(other), Some(mut value)) if index == 0 && is_changed => {
                    *value = other;
                    converted.push(None);
                }
                (other, _) => converted.push(other),
            }
        }
        let arguments = given.iter_mut().zip(&mut converted);
        let mut arguments: FnArgsVec<&mut Dynamic> =
            arguments.map(|(value, converted)| converted.as_mut().unwrap_or(&mut **value)).collect();
        call_native(&function, context, &mut arguments)
    };
    // The function itself is documented, and no other form of it.
    let mut described = metadata.clone();
    described.comments.clear();
    kind.add(module, &described, &types, converting);
}

/// A value as one of another type; nothing if it need not change.
fn converted_to(wanted: TypeId, value: &Dynamic, sets: &Sets) -> Answer<Option<Dynamic>> {
    let array = value.read_lock::<Array>().map(|array| array.clone());
    let array = array.or_else(|| sets.iter().find_map(|(set, _)| (set.array)(value)));
    let (Some(array), set) = (array, sets.iter().find(|(set, _)| (set.id)() == wanted)) else { return Ok(None) };
    match set {
        None if wanted == TypeId::of::<Array>() => Ok(Some(Dynamic::from_array(array))),
        None => Ok(None),
        Some((set, items)) => match (set.gathered)(&array) {
            Ok(set) => Ok(Some(set)),
            Err(other) => refuse(format!("expected {}s in the array, found {other}", items.to_lowercase())),
        },
    }
}

/// What Rhai does with arrays by itself: an item is put in the place of another, and a value is added with `+=`, one
/// array to another or else as an item.
fn changing(module: &mut Module, set: TypeId, sets: &Sets) {
    let any = TypeId::of::<Dynamic>();
    let of = sets.clone();
    let put = move |_: Option<NativeCallContext<'_>>, given: &mut [&mut Dynamic]| {
        if let [array, index, item] = given {
            let (index, item) = (index.as_int().unwrap_or_default(), item.take());
            return changed(array, &of, |items| {
                let len = items.len();
                let place = if index < 0 { len as i64 + index } else { index };
                let place = usize::try_from(place).ok().and_then(|place| items.get_mut(place));
                let bounds = || rhai::EvalAltResult::ErrorArrayBounds(len, index, rhai::Position::NONE);
                place.map(|place| *place = item).ok_or_else(|| bounds().into())
            });
        }
        Ok(Dynamic::UNIT)
    };
    let of = sets.clone();
    let append = move |_: Option<NativeCallContext<'_>>, given: &mut [&mut Dynamic]| {
        if let [array, more] = given {
            let added = converted_to(TypeId::of::<Array>(), more, &of)?.and_then(|more| more.into_array().ok());
            let item = more.take();
            return changed(array, &of, |items| {
                items.extend(added.unwrap_or_else(|| vec![item]));
                Ok(())
            });
        }
        Ok(Dynamic::UNIT)
    };
    let append = Shared::new(append);
    let method = |func| RhaiFunc::Method { func, has_context: false, is_pure: false, is_volatile: false };
    let adding = || FuncRegistration::new("+=").in_global_namespace();
    adding().set_into_module_raw(module, [set, any], method(append.clone()));
    adding().set_into_module_raw(module, [TypeId::of::<Array>(), set], method(append));
    let index = [set, TypeId::of::<i64>(), any];
    // As `FuncRegistration::new_index_setter` calls it, which does not take a raw function.
    let putting = FuncRegistration::new("index$set$").in_global_namespace();
    putting.set_into_module_raw(module, index, method(Shared::new(put)));
}

/// Changes an array, which may be a set so far.
fn changed(value: &mut Dynamic, sets: &Sets, change: impl FnOnce(&mut Array) -> Answer<()>) -> Answer<Dynamic> {
    let array = converted_to(TypeId::of::<Array>(), value, sets)?;
    if let Some(mut array) = array.and_then(|array| array.into_array().ok()) {
        change(&mut array)?;
        if let Some(mut value) = value.write_lock::<Dynamic>() {
            *value = Dynamic::from_array(array);
        }
    }
    Ok(Dynamic::UNIT)
}
