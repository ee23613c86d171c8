//! An event that is announced before it has its effect, so that responses can cancel, double or copy it.

use crate::side::Side;

/// What responses have done to an event that is announced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Announced<S> {
    /// Whether it has no effect.
    pub(crate) cancelled: bool,
    /// Whether it has its effect twice.
    pub(crate) doubled: bool,
    /// The side that has the effect too, after the one that plays it.
    pub(crate) copied: Option<S>,
}

impl<S> Default for Announced<S> {
    fn default() -> Announced<S> {
        Announced { cancelled: false, doubled: false, copied: None }
    }
}

impl<S: Side> Announced<S> {
    /// Whether it has no effect.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled
    }

    /// The sides that have the effect of the event of `side`, in their order.
    pub fn effects(self, side: S) -> impl Iterator<Item = S> {
        let own = if self.cancelled { 0 } else { 1 + usize::from(self.doubled) };
        std::iter::repeat_n(side, own).chain(self.copied)
    }
}
