//! Asking conditions and modifiers, with what they said before in mind.

use super::compiled::Compiled;
use super::host::{Host, SeatWithHandle};
use super::remembered::SaidAnswer;
use super::sandbox::Limits;
use super::seat::WorkedOn;
use crate::rules::Rules;
use crate::table::Play;
use rhai::Dynamic;

impl<R: Rules> Host<R> {
    /// What a function that looks on says: remembered, if it said so when it had read the same. The state is copied to
    /// the seat once something looks at it.
    pub(super) fn recall_or_call(
        &self,
        script: &Compiled,
        name: &str,
        ((seat, game), state): (&mut SeatWithHandle<R>, &R::State),
        mut args: Vec<Dynamic>,
    ) -> Play<Dynamic, R> {
        let (seat, mut is_copied) = (&*seat, false);
        let mut copy = || {
            if let (false, WorkedOn::Copy(copy)) = (is_copied, &mut seat.borrow_mut().desk) {
                (**copy).clone_from(state);
            }
            is_copied = true;
        };
        let remembered = script.remembered(name);
        remembered.borrow_mut().forget_unless_in(self.watch.setting());
        let is_observed = self.observes(script.source.name(), name);
        if is_observed || !remembered.borrow().is_worthwhile() || self.watch.depth.get() >= Limits::NESTED {
            copy();
            return self.call(self.engine(), script, name, Some(seat), args);
        }
        let said = remembered.borrow_mut().find(&self.comparable, game, &mut args, &mut copy);
        if let Some(said) = said.filter(|said| self.has_operations_for(said.operations)) {
            #[cfg(debug_assertions)]
            {
                copy();
                let again = self.call(self.engine(), script, name, Some(seat), args);
                debug_assert!(again.is_ok_and(|again| self.comparable.are_same(&again, &said.value)), "{name}");
            }
            return Ok(said.value);
        }
        copy();
        if !remembered.borrow().has_room() {
            return self.call(self.engine(), script, name, Some(seat), args);
        }
        let given = args.clone();
        let before = if self.watch.depth.get() == 0 { 0 } else { self.watch.operations.get() };
        self.watch.readings.begin();
        let result = self.call(self.engine(), script, name, Some(seat), args);
        let readings = self.watch.readings.end();
        if let (Ok(value), Some(readings)) = (&result, readings) {
            let said = SaidAnswer { value: value.flatten_clone(), operations: self.watch.operations.get() - before };
            remembered.borrow_mut().remember(&self.comparable, &given, readings, said);
        }
        result
    }

    /// Counts the operations that an answer took, as if it had been computed anew, unless fewer are left.
    fn has_operations_for(&self, operations: u64) -> bool {
        self.watch.depth.get() == 0 || self.watch.spend(operations)
    }
}
