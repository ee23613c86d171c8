//! The types of the values of a script by where they stand, for editors.

use super::checker::{Checker, capitalized};
use super::{Type, ValueKind};
use rhai::Position;
use std::collections::BTreeMap;

/// The types of values, by where they stand.
#[derive(Default)]
pub(in crate::script) struct NotedTypes {
    /// What stands before a dot, by the place of the word behind it.
    pub receivers: BTreeMap<Position, Type>,
    /// Variables.
    pub variables: BTreeMap<Position, Type>,
}

impl Checker<'_> {
    /// Notes what stands before a dot.
    pub fn note_receiver(&mut self, variable: Option<&str>, found: &Type, position: Position) {
        let known = self.told_by_name(variable, found);
        if let Some(noted) = self.noted.as_mut().filter(|_| !self.in_library) {
            note(&mut noted.receivers, position, known);
        }
    }

    /// Notes what a variable is.
    pub fn note_variable(&mut self, name: &str, found: &Type, position: Position) {
        let known = self.told_by_name(Some(name), found);
        if let Some(noted) = self.noted.as_mut().filter(|_| !self.in_library) {
            note(&mut noted.variables, position, known);
        }
    }

    /// The type of a value, or that which it is called after if nothing is known of it: `unit`, `units`, `of_unit`.
    fn told_by_name(&self, variable: Option<&str>, found: &Type) -> Type {
        if self.noted.is_none() || !found.kinds().is_empty() {
            return found.clone();
        }
        let Some(word) = variable.map(|name| name.rsplit('_').next().unwrap_or(name)) else { return Type::Unknown };
        match (Type::named(self.scene.facts, &capitalized(word)), word.strip_suffix('s')) {
            (Type::Unknown, Some(one)) => match Type::named(self.scene.facts, &capitalized(one)) {
                Type::Unknown => Type::Unknown,
                item => Type::array(item),
            },
            (named, _) => named,
        }
    }
}

/// A place is gone through once for each way in which its function is called.
fn note(noted: &mut BTreeMap<Position, Type>, position: Position, found: Type) {
    let known = noted.remove(&position);
    let both = match known {
        Some(known) if known.kinds().is_empty() => found,
        Some(known) if found.kinds().is_empty() => known,
        Some(known) => known.or(found),
        None => found,
    };
    noted.insert(position, both);
}

impl Type {
    /// The kinds of a value that something can be asked of.
    pub fn something(&self) -> impl Iterator<Item = &ValueKind> {
        self.kinds().iter().filter(|kind| !matches!(kind, ValueKind::Nothing))
    }
}
