//! How deep an analysis goes, as numbers of copies: never as a time, so that it is the same on every machine. What may have
//! cost much is played more often than the rest.

use crate::rules::{Rules, Searched as _};

/// How deep an analysis goes: each level plays twice as many copies as the one before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Depth(u32);

impl Depth {
    /// The deepest.
    pub const MOST: u32 = 8;
    /// That of a player who wants to know what decided a game.
    pub fn usual<R: Rules>() -> Depth {
        Depth(R::Search::DEPTH.min(Depth::MOST))
    }

    /// A depth; nothing if it is too deep.
    pub fn new(depth: u32) -> Option<Depth> {
        (depth <= Depth::MOST).then_some(Depth(depth))
    }

    /// As a number.
    pub fn number(self) -> u32 {
        self.0
    }

    /// The copies of each choice that is compared, each with dice of its own.
    pub(super) fn deals(self) -> u64 {
        2 << self.0
    }

    /// After this many copies in which the rollout policy makes the choice of the side, no more are asked.
    pub(super) fn deals_if_alike(self) -> u64 {
        (self.deals() / 2).max(2)
    }

    /// The copies of each result of chance, and of each point of the curve: many also where choices are not looked at
    /// closely, since the luck of a game is the sum of a hundred of them, with all their errors.
    pub(super) fn deals_of_chance(self) -> u64 {
        self.deals().max(8)
    }

    /// The copies of each thing that could have been drawn.
    pub(super) fn deals_of_draws(self) -> u64 {
        self.deals_of_chance() / 4
    }

    /// The copies before hands are dealt, and as many after that.
    pub(super) fn deals_of_hands(self) -> u64 {
        8 * self.deals_of_chance()
    }

    /// Of what else could have been drawn, how much is compared.
    pub(super) fn others_drawn(self) -> usize {
        3 + 3 * self.0.max(1) as usize
    }

    /// The most choices that are compared at a decision.
    pub(super) fn choices(self) -> usize {
        1 + 4 * self.0 as usize
    }

    /// The copies of each choice in the first round, in which all are compared. In each further round there are twice as
    /// many, of half of the choices.
    pub(super) fn first_round(self) -> u64 {
        (self.deals() / 4).max(1)
    }

    /// The most copies by which the best choice is compared with the one that was made.
    pub(super) fn last_round(self) -> u64 {
        (4 << self.0) * self.deals()
    }

    /// The most copies that are played further than to the horizon before it is clear whether they find a mistake, and then
    /// until it is clear what it lost.
    pub(super) fn most_further_on(self) -> u64 {
        16 * self.deals()
    }
}
