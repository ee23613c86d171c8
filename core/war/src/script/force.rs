//! Which scripts are in force: those with a marker in the state. The rules ask for modifiers at every step of a movement,
//! and markers come and go rarely.

use super::Modifier;
use super::loaded::Script;
use super::modifiers::MODIFIERS;
use crate::state::State;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The scripts that define each modifier, and those of them that were in force when somebody asked last.
pub(crate) struct Modifying {
    all: Vec<(&'static str, Vec<Rc<Script>>)>,
    last: RefCell<InForce>,
}

/// The scripts in force while these markers are. Names that are the very same texts in memory are the same markers; any
/// other list of markers is looked up again.
#[derive(Default)]
struct InForce {
    markers: Vec<Arc<str>>,
    /// By modifier. There are few: to go through them is quicker than to look them up in order.
    scripts: Vec<(&'static str, Rc<[Rc<Script>]>)>,
}

impl Modifying {
    /// Finds out who defines what.
    pub fn new<'a>(scripts: impl Iterator<Item = &'a Rc<Script>> + Clone) -> Modifying {
        let defining = |&Modifier { name, parameters, .. }: &Modifier| {
            let defines = |script: &&Rc<Script>| script.compiled.has(name, parameters.len());
            (name, scripts.clone().filter(defines).cloned().collect())
        };
        Modifying { all: MODIFIERS.iter().map(defining).collect(), last: RefCell::default() }
    }

    /// The scripts in force that define a modifier.
    pub fn in_force(&self, state: &State, modifier: &str) -> Option<Rc<[Rc<Script>]>> {
        if state.markers.is_empty() {
            return None;
        }
        let mut last = self.last.borrow_mut();
        let known = &last.markers;
        if known.len() != state.markers.len()
            || !known.iter().zip(state.markers.keys()).all(|(one, other)| Arc::ptr_eq(one, other))
        {
            let in_force = |(name, scripts): &(_, Vec<_>)| (*name, those_in_force(scripts, state));
            *last = InForce {
                markers: state.markers.keys().cloned().collect(),
                scripts: self.all.iter().map(in_force).filter(|(_, scripts)| !scripts.is_empty()).collect(),
            };
        }
        let found = last.scripts.iter().find(|(name, _)| *name == modifier).map(|(_, scripts)| scripts.clone());
        debug_assert_eq!(found.as_ref().map_or(0, |scripts| scripts.len()), {
            let all = self.all.iter().find(|(name, _)| *name == modifier);
            all.map_or(0, |(_, scripts)| those_in_force(scripts, state).len())
        });
        found
    }
}

fn those_in_force(scripts: &[Rc<Script>], state: &State) -> Rc<[Rc<Script>]> {
    scripts.iter().filter(|script| script.is_in_force(state)).cloned().collect()
}
