//! An event that is announced before it has its effect, so that responses can cancel, double or copy it.

use crate::side::Side;

/// What responses have done to an event that is announced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Announced<S> {
    /// Whether it has no effect.
    pub(super) cancelled: bool,
    /// Whether it has its effect twice.
    pub(super) doubled: bool,
    /// The side that has the effect too, after the one that plays it.
    pub(super) copied: Option<S>,
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt;

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    enum Team {
        A,
        B,
    }

    impl fmt::Display for Team {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.id())
        }
    }

    impl Side for Team {
        const BOTH: [Team; 2] = [Team::A, Team::B];

        fn id(self) -> &'static str {
            if self == Team::A { "a" } else { "b" }
        }
    }

    #[test]
    fn an_event_has_its_effect_once_twice_or_not_at_all_and_then_for_the_side_that_copies_it() {
        let effects =
            |cancelled, doubled, copied| Announced { cancelled, doubled, copied }.effects(Team::A).collect::<Vec<_>>();
        assert_eq!(effects(false, false, None), [Team::A]);
        assert_eq!(effects(false, true, None), [Team::A, Team::A]);
        assert_eq!(effects(false, false, Some(Team::B)), [Team::A, Team::B]);
        assert_eq!(effects(true, true, None), []);
        assert_eq!(effects(true, false, Some(Team::B)), [Team::B]);
    }
}
