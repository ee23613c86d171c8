//! Where a game stands, and what has been answered: the shorter faces.

use super::Game;
use super::faces::{Beforehand, Copies, Now, Past};
use crate::faults::Faults;
use crate::record::{Header, Record};
use crate::rules::Rules;
use crate::rules::Searched as _;
use crate::side::Side as _;
use crate::table::{Answer, Chance as _, Halt};
use crate::value::{PipWorth, RolledDie};

impl<'a, R: Rules> Now<'a, R> {
    /// Whether an agent answers for a side.
    pub fn has_agent(self, side: R::Side) -> bool {
        self.game.table.live().agents[self.game.now().seat(side)].is_some()
    }

    /// The fault that stopped the game, if any.
    pub fn broken(self) -> Option<&'a Halt<R>> {
        self.game.broken.as_ref()
    }

    /// Whether everything stands as in another game, hidden or not.
    pub fn is_as_in(self, other: &Game<R>) -> bool {
        self.game.table.state == other.table.state
    }

    /// What the rules remember within the current step, besides the state.
    pub fn within(self) -> &'a R::Within {
        &self.game.table.within
    }

    /// The time at which the game stands.
    pub fn time(self) -> R::Time {
        R::time(&self.game.table.state)
    }

    /// What each side has scored, in their order.
    pub fn scores(self) -> Vec<(R::Side, i32)> {
        self.game.sides().into_iter().map(|side| (side, R::score(&self.game.table.state, side))).collect()
    }

    /// The side whose turn it is.
    pub fn active(self) -> R::Side {
        R::active(&self.game.table.state)
    }

    /// What the pips of dice are worth in its scenario; nothing if that is not known.
    pub fn pip_worth(self) -> Option<PipWorth> {
        let table = &self.game.table;
        R::Search::value(&table.state, &table.scripts, &table.scenario)?.luck().cloned()
    }

    /// The seat from which a side is played.
    pub fn seat(self, side: R::Side) -> R::Side {
        R::seat(&self.game.table.state, side)
    }
}

impl<R: Rules> Copies<'_, R> {
    /// The header of a game that starts at the current checkpoint, with the same rules and settings and these scripts.
    ///
    /// # Errors
    /// If a rule is missing from the scripts.
    pub fn header_from_here(self, seed: u64, scripts: &R::Scripts) -> Result<R::Header, Faults> {
        let start = self.game.checkpoints.last().map_or(&self.game.table.state, |start| &start.state);
        self.game.header.starting_from(start, seed, scripts)
    }
}

impl<'a, R: Rules> Past<'a, R> {
    /// The answers and results of chance since the current step began: in an action phase, since the side was asked for
    /// its card.
    pub fn history_of_step(self) -> &'a [Answer<R>] {
        let start = self.game.checkpoints.last().map_or(0, |start| start.answers);
        self.game.table.known().answers.get(start..).unwrap_or_default()
    }

    /// The number of known answers and results of chance.
    pub fn answers(self) -> usize {
        self.game.table.known().count()
    }

    /// The number of known answers that are choices of a side.
    pub fn decisions(self) -> usize {
        self.game.table.known().answers.iter().filter(|answer| matches!(answer, Answer::Choice { .. })).count()
    }

    /// The dice that were rolled since it was [noted](Game::noting_turns) whose turn it is, from the answer with this number on.
    pub fn dice(self, from: usize) -> impl Iterator<Item = RolledDie> + 'a {
        let live = self.game.table.live();
        let turns = live.turns.iter().flatten().filter(move |(at, _)| *at >= from);
        turns.filter_map(|(at, side)| match live.known.answers.get(*at) {
            Some(Answer::Roll { throw, die }) => {
                Some(RolledDie { kind: throw.kind(), faces: throw.faces(), face: *die, turn: side.index() })
            }
            _ => None,
        })
    }

    /// Whether a side has chosen anything.
    pub fn has_decisions(self) -> bool {
        self.game.table.known().answers.iter().any(|answer| matches!(answer, Answer::Choice { .. }))
    }

    /// The record with what lies ahead, the other branches and the bookmarks.
    pub fn record_of_all_branches(self) -> Record<R> {
        self.game.record().with_extras(self.game.extras())
    }
}

impl<R: Rules> Beforehand<'_, R> {
    /// Gives the faces of dice rolled by hand: the next unknown dice show them, in this order. A die passes over those
    /// that it does not have; the generator rolls the others.
    pub fn give_rolls(self, faces: impl IntoIterator<Item = u8>) {
        self.game.table.give_rolls(faces);
    }
}
