//! Sets of scripts that this thread has compiled. Compiled scripts cannot leave their thread, but all games and searches
//! in it share them: they are compiled once, and what they remember is remembered for all.

use super::host::Host;
use crate::faults::Faults;
use crate::rules::{Compile, ScriptSet};
use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::rc::Rc;

/// The most sets of a game that a thread keeps, beyond those that are in use: an editor compiles one after the other.
const MOST: usize = 4;

thread_local! {
    /// The sets of each game, by their type: a [`Sets`].
    static COMPILED: RefCell<Vec<(TypeId, Box<dyn Any>)>> = const { RefCell::new(Vec::new()) };
}

/// The sets of a game, the one that was asked for last first, with their texts.
struct Sets<S: ScriptSet>(Vec<(S::Sources, Rc<S>)>);

/// Compiles a set of scripts, unless this thread has done so.
///
/// # Errors
/// Everything wrong with any of them.
pub fn compiled_once<S: ScriptSet>(sources: &S::Sources) -> Result<Rc<S>, Faults> {
    if let Some(known) = with_sets(|sets: &mut Sets<S>| sets.find(sources)) {
        return Ok(known);
    }
    let compiled: Rc<S> = Rc::new(sources.compile()?);
    let oldest = with_sets(|sets: &mut Sets<S>| sets.add(sources.clone(), compiled.clone()));
    // Its seats may hold on to it; games that use it take others.
    oldest.iter().filter_map(|oldest| oldest.host()).for_each(Host::vacate);
    Ok(compiled)
}

/// Does something with the sets of a game. Nothing is compiled, and no set dropped, meanwhile.
fn with_sets<S: ScriptSet, T>(work: impl FnOnce(&mut Sets<S>) -> T) -> T {
    COMPILED.with_borrow_mut(|games| {
        let known = games.iter().position(|(kind, _)| *kind == TypeId::of::<S>());
        let index = known.unwrap_or_else(|| {
            games.push((TypeId::of::<S>(), Box::new(Sets::<S>(Vec::new()))));
            games.len() - 1
        });
        match games[index].1.downcast_mut() {
            Some(sets) => work(sets),
            None => work(&mut Sets(Vec::new())),
        }
    })
}

impl<S: ScriptSet> Sets<S> {
    fn find(&mut self, sources: &S::Sources) -> Option<Rc<S>> {
        let index = self.0.iter().position(|(known, _)| known == sources)?;
        self.0[..=index].rotate_right(1);
        Some(self.0[0].1.clone())
    }

    /// Adds a set. Returns the one that goes for it.
    fn add(&mut self, sources: S::Sources, set: Rc<S>) -> Option<Rc<S>> {
        self.0.insert(0, (sources, set));
        if self.0.len() > MOST { self.0.pop().map(|(_, oldest)| oldest) } else { None }
    }
}

impl<S: ScriptSet> Drop for Sets<S> {
    /// The thread ends, and its games have: seats that hold on to a set would keep it for ever.
    fn drop(&mut self) {
        self.0.iter().filter_map(|(_, set)| set.host()).for_each(Host::vacate);
    }
}
