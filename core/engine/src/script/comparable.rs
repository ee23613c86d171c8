//! Values of scripts that can be compared: those of Rhai, sides, and those of the game that are not opaque.

use crate::language::ScriptType;
use rhai::{Array, Dynamic, FnArgsVec, ImmutableString, Map};
use std::any::TypeId;
use std::hash::{Hash, Hasher};

/// How values of a type are compared.
pub(crate) struct ComparableType {
    id: TypeId,
    are_same: fn(&Dynamic, &Dynamic) -> bool,
    hash: fn(&Dynamic, &mut ValueHasher),
}

impl ComparableType {
    /// How values of a type of Rust are compared.
    pub fn of<T: Eq + Hash + Clone + 'static>() -> ComparableType {
        ComparableType {
            id: TypeId::of::<T>(),
            are_same: |one, other| {
                one.read_lock::<T>().zip(other.read_lock::<T>()).is_some_and(|(one, other)| *one == *other)
            },
            hash: |value, hasher| {
                if let Some(value) = value.read_lock::<T>() {
                    value.hash(hasher);
                }
            },
        }
    }
}

/// The types whose values can be compared, besides arrays and object maps of them.
pub(super) struct Comparable(Vec<ComparableType>);

impl Comparable {
    /// Those of a game with sides of a type.
    pub fn new<S: Eq + Hash + Clone + 'static>(types: &[ScriptType]) -> Comparable {
        let sets = types.iter().filter_map(|kind| Some(kind.set.as_ref()?.compared));
        let own = types.iter().filter_map(|kind| kind.compared).chain(sets).map(|compared| compared());
        let plain = [
            ComparableType::of::<bool>(),
            ComparableType::of::<S>(),
            ComparableType::of::<i64>(),
            ComparableType::of::<ImmutableString>(),
            ComparableType::of::<()>(),
        ];
        // What is compared most often comes first.
        Comparable(plain.into_iter().chain(own).collect())
    }

    fn kind(&self, id: TypeId) -> Option<&ComparableType> {
        self.0.iter().find(|kind| kind.id == id)
    }

    /// Whether two values are the same. One that cannot be compared differs from itself.
    pub fn are_same(&self, one: &Dynamic, other: &Dynamic) -> bool {
        let id = one.type_id();
        if id != other.type_id() {
            return false;
        }
        if let Some(kind) = self.kind(id) {
            return (kind.are_same)(one, other);
        }
        if let (Some(one), Some(other)) = (one.read_lock::<Array>(), other.read_lock::<Array>()) {
            return one.len() == other.len() && one.iter().zip(other.iter()).all(|(a, b)| self.are_same(a, b));
        }
        if let (Some(one), Some(other)) = (one.read_lock::<Map>(), other.read_lock::<Map>()) {
            let same = |((key, a), (other, b)): ((_, &Dynamic), (_, &Dynamic))| key == other && self.are_same(a, b);
            return one.len() == other.len() && one.iter().zip(other.iter()).all(same);
        }
        false
    }

    /// A number that same values have in common; nothing if one cannot be compared.
    pub fn hash<'a>(&self, mut values: impl Iterator<Item = &'a Dynamic>) -> Option<u64> {
        let mut hasher = ValueHasher::default();
        values.all(|value| self.add(value, &mut hasher)).then(|| hasher.finish())
    }

    /// Whether a value can be compared.
    pub fn has(&self, value: &Dynamic) -> bool {
        if self.kind(value.type_id()).is_some() {
            return true;
        }
        if let Some(items) = value.read_lock::<Array>() {
            return items.iter().all(|item| self.has(item));
        }
        value.read_lock::<Map>().is_some_and(|fields| fields.values().all(|value| self.has(value)))
    }

    fn add(&self, value: &Dynamic, hasher: &mut ValueHasher) -> bool {
        if let Some(kind) = self.kind(value.type_id()) {
            (kind.hash)(value, hasher);
            return true;
        }
        if let Some(items) = value.read_lock::<Array>() {
            hasher.write_usize(items.len());
            return items.iter().all(|item| self.add(item, hasher));
        }
        value.read_lock::<Map>().is_some_and(|fields| {
            fields.iter().all(|(key, value)| {
                key.hash(hasher);
                self.add(value, hasher)
            })
        })
    }
}

/// A quick hash that is the same everywhere (FNV-1a, by words).
pub(super) struct ValueHasher(u64);

impl Default for ValueHasher {
    fn default() -> ValueHasher {
        ValueHasher(0xcbf2_9ce4_8422_2325)
    }
}

impl ValueHasher {
    fn mix(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(23);
    }
}

impl Hasher for ValueHasher {
    fn finish(&self) -> u64 {
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.mix(u64::from(*byte)));
    }

    fn write_u8(&mut self, byte: u8) {
        self.mix(u64::from(byte));
    }

    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    fn write_i64(&mut self, word: i64) {
        self.mix(word as u64);
    }

    fn write_usize(&mut self, word: usize) {
        self.mix(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.mix(word as u64);
    }
}

/// Things by values that can be compared, one or several together, in the order of their hashes: there are few of most, and
/// they are looked up much more often than added. Of two with one hash it has the last.
pub(super) struct ByValue<T>(Vec<(u64, FnArgsVec<Dynamic>, T)>);

impl<T> Default for ByValue<T> {
    fn default() -> ByValue<T> {
        ByValue(Vec::new())
    }
}

impl<T> ByValue<T> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The place of what has a hash, or where it would be.
    fn place(&self, hash: u64) -> Result<usize, usize> {
        self.0.binary_search_by_key(&hash, |(hash, ..)| *hash)
    }

    /// What belongs to some values.
    pub fn get<'a>(
        &self,
        comparable: &Comparable,
        values: impl ExactSizeIterator<Item = &'a Dynamic> + Clone,
    ) -> Option<&T> {
        let (_, known, found) = &self.0[self.place(comparable.hash(values.clone())?).ok()?];
        let are_same = known.len() == values.len() && known.iter().zip(values).all(|(a, b)| comparable.are_same(a, b));
        are_same.then_some(found)
    }

    /// What belongs to a value.
    pub fn get_mut(&mut self, comparable: &Comparable, value: &Dynamic) -> Option<&mut T> {
        let place = self.place(comparable.hash([value].into_iter())?).ok()?;
        let (_, known, found) = &mut self.0[place];
        known.iter().all(|known| comparable.are_same(known, value)).then_some(found)
    }

    /// Adds what belongs to some values, if they can be compared. None of them is shared.
    pub fn insert(&mut self, comparable: &Comparable, values: impl IntoIterator<Item = Dynamic>, thing: T) {
        let values: FnArgsVec<Dynamic> = values.into_iter().collect();
        let Some(hash) = comparable.hash(values.iter()) else { return };
        match self.place(hash) {
            Ok(place) => self.0[place] = (hash, values, thing),
            Err(place) => {
                // Most have one.
                if self.0.is_empty() {
                    self.0.reserve_exact(1);
                }
                self.0.insert(place, (hash, values, thing));
            }
        }
    }
}
