//! Sets of small ids, which scripts see as arrays. What services find are most often a few things out of many, such as
//! the units in a space; an array would need an allocation for each of them, only to be asked whether it is empty. To a
//! script a set is an array of its items in ascending order: what it does not do by itself it does as an array, and one
//! that is changed becomes one (`array_forms`).

use super::arrays;
use super::comparable::ComparableType;
use super::seat::{Answer, RunningScript};
use rhai::{Array, Dynamic, Engine, EvalAltResult, FnPtr, FuncRegistration, Module, NativeCallContext, Position};
use std::any::TypeId;
use std::hash::Hash;

/// Which of the numbers from 0 to 255 are in a set.
pub type Bits = [u64; 4];

/// A set of things that have numbers from 0 to 255.
pub trait ItemSet: Copy + Eq + Hash + 'static {
    /// What is in it.
    type Item: Clone + PartialEq + 'static;
    /// The numbers of its items.
    fn bits(&self) -> Bits;
    /// The set of the things with these numbers.
    fn of_bits(bits: Bits) -> Self;
    /// The number of a thing.
    fn number(item: &Self::Item) -> usize;
    /// The thing with a number.
    fn item(number: usize) -> Self::Item;
}

/// The numbers in ascending order.
pub(super) fn numbers(bits: Bits) -> impl Iterator<Item = usize> {
    bits.into_iter().enumerate().flat_map(|(index, mut word)| {
        std::iter::from_fn(move || {
            let number = (word != 0).then(|| index * 64 + word.trailing_zeros() as usize)?;
            word &= word - 1;
            Some(number)
        })
    })
}

fn count(bits: Bits) -> usize {
    bits.iter().map(|word| word.count_ones() as usize).sum()
}

/// Whether a number is among them.
pub(super) fn has(bits: &Bits, number: usize) -> bool {
    bits.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
}

/// The items of a set, as scripts get them.
pub(super) fn items<S: ItemSet>(set: S) -> impl Iterator<Item = Dynamic> {
    numbers(set.bits()).map(|number| Dynamic::from(S::item(number)))
}

/// What finds out which script is running.
pub(super) type FindRunning = fn(&NativeCallContext<'_>) -> Option<RunningScript>;

/// A type of sets, as scripts know it.
pub struct SetType {
    pub id: fn() -> TypeId,
    /// The names that Rust knows it by: the last part of its path, and what the services call it.
    pub path: fn() -> &'static str,
    pub alias: &'static str,
    /// The empty set.
    pub sample: fn() -> Dynamic,
    /// How two of them are compared.
    pub compared: fn() -> ComparableType,
    /// The items of a set.
    pub array: fn(&Dynamic) -> Option<Array>,
    /// The set of the items of an array, or the first that cannot be in it.
    pub gathered: fn(&Array) -> Result<Dynamic, &'static str>,
    /// Adds what sets do by themselves.
    pub operators: fn(&mut Module),
    /// Adds what calls closures of scripts.
    pub(super) callers: fn(&mut Engine, FindRunning),
}

impl SetType {
    pub const fn of<S: ItemSet>(alias: &'static str) -> SetType {
        SetType {
            id: TypeId::of::<S>,
            path: std::any::type_name::<S>,
            alias,
            sample: || Dynamic::from(S::of_bits([0; 4])),
            compared: ComparableType::of::<S>,
            array: |value| value.read_lock::<S>().map(|set| items(*set).collect()),
            gathered: gathered::<S>,
            operators: operators::<S>,
            callers: callers::<S>,
        }
    }

    /// Whether Rust calls it so.
    pub fn is_called(&self, kind: &str) -> bool {
        kind == self.alias || kind == (self.path)()
    }
}

fn gathered<S: ItemSet>(array: &Array) -> Result<Dynamic, &'static str> {
    let mut bits = [0; 4];
    for item in array {
        let number = S::number(&*item.read_lock::<S::Item>().ok_or(item.type_name())?);
        bits[number / 64] |= 1 << (number % 64);
    }
    Ok(Dynamic::from(S::of_bits(bits)))
}

fn operators<S: ItemSet>(module: &mut Module) {
    let looking = |name: &str| FuncRegistration::new(name).in_global_namespace().with_purity(true);
    let len = |set: &mut S| count(set.bits()) as i64;
    let is_empty = |set: &mut S| set.bits() == [0; 4];
    looking("len").set_into_module(module, len);
    looking("is_empty").set_into_module(module, is_empty);
    FuncRegistration::new_getter("len").with_purity(true).set_into_module(module, len);
    FuncRegistration::new_getter("is_empty").with_purity(true).set_into_module(module, is_empty);
    looking("contains").set_into_module(module, |set: &mut S, item: S::Item| has(&set.bits(), S::number(&item)));
    looking("==").set_into_module(module, |set: &mut S, other: S| *set == other);
    looking("!=").set_into_module(module, |set: &mut S, other: S| *set != other);
    looking("+").set_into_module(module, joined::<S>);
    FuncRegistration::new_index_getter().with_purity(true).set_into_module(module, item_at::<S>);
    module.set_iter(TypeId::of::<S>(), |set| {
        let set = set.try_cast::<S>().unwrap_or(S::of_bits([0; 4]));
        Box::new(items(set))
    });
}

/// One array behind the other: a set only if all items of the second come after those of the first.
fn joined<S: ItemSet>(first: S, second: S) -> Dynamic {
    let (one, other) = (first.bits(), second.bits());
    match (numbers(one).last(), numbers(other).next()) {
        (Some(last), Some(next)) if last >= next => {
            Dynamic::from_array(items(first).chain(items(second)).collect::<Array>())
        }
        _ => Dynamic::from(S::of_bits(std::array::from_fn(|index| one[index] | other[index]))),
    }
}

/// The item at a place, from the end if it is below 0.
fn item_at<S: ItemSet>(set: &mut S, index: i64) -> Answer<S::Item> {
    let (bits, len) = (set.bits(), count(set.bits()));
    let from_start = if index < 0 { len as i64 + index } else { index };
    let number = usize::try_from(from_start).ok().and_then(|place| numbers(bits).nth(place));
    number.map(S::item).ok_or_else(|| EvalAltResult::ErrorArrayBounds(len, index, Position::NONE).into())
}

fn callers<S: ItemSet>(engine: &mut Engine, running: FindRunning) {
    engine.register_fn("filter", move |context: NativeCallContext<'_>, set: &mut S, closure: FnPtr| {
        arrays::members(&context, running, *set, &closure)
    });
    engine.register_fn("some", move |context: NativeCallContext<'_>, set: &mut S, closure: FnPtr| {
        arrays::some(&context, running, items(*set), &closure)
    });
    engine.register_fn("map", move |context: NativeCallContext<'_>, set: &mut S, closure: FnPtr| {
        arrays::map(&context, running, items(*set), &closure)
    });
}
