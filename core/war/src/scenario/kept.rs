//! The scenarios of the program that were read for a deck. Reading one takes as long as a tenth of a game between agents.

use super::Scenario;
use crate::script::Deck;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use wilderness_engine::faults::Faults;

/// Scenarios that were read, by id, all for the same deck. Their texts are part of the program and never change.
#[derive(Default)]
pub(crate) struct Kept(RefCell<BTreeMap<String, Arc<Scenario>>>);

impl Kept {
    /// A scenario that is part of the program; none if there is none with this id. One that does not fit the deck is read
    /// again each time.
    pub fn get(&self, id: &str, deck: &Deck) -> Option<Result<Arc<Scenario>, Faults>> {
        let known = self.0.borrow().get(id).cloned();
        if let Some(known) = known {
            debug_assert_eq!(Scenario::embedded(id, deck).and_then(Result::ok).as_ref(), Some(&*known));
            return Some(Ok(known));
        }
        let read = Scenario::embedded(id, deck)?.map(Arc::new);
        if let Ok(scenario) = &read {
            self.0.borrow_mut().insert(id.to_string(), scenario.clone());
        }
        Some(read)
    }
}
