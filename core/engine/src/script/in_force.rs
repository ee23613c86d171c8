//! Which scripts are in force: those with a marker in the state. The rules ask for modifiers at every step of a
//! movement, and markers come and go rarely.

use super::host::Host;
use super::loaded::Script;
use super::seat::Occasion;
use crate::language::{Language, Modifier};
use crate::rules::Rules;
use crate::table::Play;
use rhai::Dynamic;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// The scripts in force that define a modifier.
type Found<R> = Rc<[Rc<Script<R>>]>;

/// The scripts that define each modifier, and those of them that were in force when the rules asked last.
pub struct Modifying<R: Rules> {
    all: BTreeMap<&'static str, Vec<Rc<Script<R>>>>,
    last: RefCell<InForce<R>>,
}

/// The scripts in force while these markers are. Names that are the very same texts in memory are the same markers; any
/// other list of markers is looked up again.
struct InForce<R: Rules> {
    markers: Vec<Arc<str>>,
    scripts: BTreeMap<&'static str, Found<R>>,
}

impl<R: Rules> Modifying<R> {
    /// Finds out which of these scripts defines what.
    pub fn new<'a>(scripts: impl Iterator<Item = &'a Rc<Script<R>>> + Clone) -> Modifying<R> {
        let defining = |&Modifier { name, parameters, .. }: &Modifier| {
            let defines = |script: &&Rc<Script<R>>| script.compiled.has(name, parameters.len());
            (name, scripts.clone().filter(defines).cloned().collect())
        };
        let last = RefCell::new(InForce { markers: Vec::new(), scripts: BTreeMap::new() });
        Modifying { all: <R::Scripts as Language>::MODIFIERS.iter().map(defining).collect(), last }
    }

    /// The scripts in force that define a modifier.
    pub fn in_force(&self, state: &R::State, modifier: &str) -> Option<Found<R>> {
        let markers = <R::Scripts as Language>::markers(state);
        if markers.is_empty() {
            return None;
        }
        let mut last = self.last.borrow_mut();
        let known = &last.markers;
        if known.len() != markers.len() || !known.iter().zip(markers.keys()).all(|(one, other)| Arc::ptr_eq(one, other))
        {
            *last = InForce {
                markers: markers.keys().cloned().collect(),
                scripts: self.all.iter().map(|(name, scripts)| (*name, those_in_force(scripts, state))).collect(),
            };
        }
        let found = last.scripts.get(modifier).filter(|scripts| !scripts.is_empty()).cloned();
        debug_assert_eq!(found.as_ref().map_or(0, |scripts| scripts.len()), {
            self.all.get(modifier).map_or(0, |scripts| those_in_force(scripts, state).len())
        });
        found
    }

    /// What a function of each script in force makes of a value that goes from one to the next, each of which gets what
    /// the one before made of it. `()` changes nothing.
    ///
    /// # Errors
    /// A script that fails.
    pub fn fold<T>(
        &self,
        host: &Host<R>,
        state: &R::State,
        (name, side): (&str, R::Side),
        start: T,
        args: impl Fn(&T) -> Vec<Dynamic>,
        mut each: impl FnMut(T, &Script<R>, Dynamic) -> Play<T, R>,
    ) -> Play<T, R> {
        let mut value = start;
        for script in self.in_force(state, name).iter().flat_map(|scripts| scripts.iter()) {
            let found = host.query(&script.compiled, name, state, Occasion::new(side, None), args(&value))?;
            if !found.is_unit() {
                value = each(value, script, found)?;
            }
        }
        Ok(value)
    }
}

fn those_in_force<R: Rules>(scripts: &[Rc<Script<R>>], state: &R::State) -> Found<R> {
    scripts.iter().filter(|script| script.is_in_force(state)).cloned().collect()
}
