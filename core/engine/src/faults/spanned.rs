//! A value with its place in the file that it was read from.

use serde::de::{Deserialize, Deserializer, Visitor};
use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

/// A value with its byte range in the file that it was read from. The range does not count when values are compared.
///
/// Only [`read_toml`](super::read_toml) gives ranges; from other deserializers they are empty.
#[derive(Clone, Debug)]
pub struct Spanned<T> {
    span: Range<usize>,
    value: T,
}

impl<T> Spanned<T> {
    /// A value at a place.
    pub fn new(span: Range<usize>, value: T) -> Spanned<T> {
        Spanned { span, value }
    }

    /// The byte range.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The value.
    pub fn get_ref(&self) -> &T {
        &self.value
    }

    /// The value, without its place.
    pub fn into_inner(self) -> T {
        self.value
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}

impl<T: PartialOrd> PartialOrd for Spanned<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Ord> Ord for Spanned<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.value.cmp(&other.value)
    }
}

/// The name by which [`Spanned`] makes itself known to the deserializer.
pub(super) const NAME: &str = "Spanned";

thread_local! {
    /// The place of the value that is about to be deserialized: serde has no way to hand it over.
    static PLACE: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

/// Says where the value is that is deserialized next.
pub(super) fn place(span: &Range<usize>) {
    PLACE.set((span.start, span.end));
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Spanned<T>, D::Error> {
        struct Placed<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Placed<T> {
            type Value = Spanned<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value")
            }

            fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Spanned<T>, D::Error> {
                let (start, end) = PLACE.take();
                T::deserialize(deserializer).map(|value| Spanned::new(start..end, value))
            }
        }
        deserializer.deserialize_newtype_struct(NAME, Placed(PhantomData))
    }
}
