//! The branches of a game, so that going back in time loses nothing. The game stands at a point of one branch. The
//! answers after that point stay known and lie ahead; agents are not asked there. A different answer begins a new
//! branch, and the old one is saved. Together the branches are a tree of answers.

mod goal;
mod saved;

pub use goal::{Goal, NotThere};

use super::Game;
use super::faces::{Past, PastMut};
use crate::record::Bookmark;
use crate::rules::Rules;
use crate::side::Each;
use crate::table::{Answer, Dice, Halt};
use std::collections::VecDeque;

/// All branches, and the point on the present one.
pub(super) struct Branches<R: Rules> {
    forks: Vec<BranchFork<R>>,
    /// The index of the present branch. The known answers of the game count for it, not its `tail`.
    current: usize,
    /// The answers after the present point.
    pub(super) ahead: VecDeque<Answer<R>>,
    bookmarks: Vec<Bookmark>,
    /// Agents wait even if nothing lies ahead, because the game only looks at the end of a branch.
    looking: bool,
    /// Branches that are left are dropped: this is a copy to try something.
    forgets: bool,
}

/// A branch: the part that it shares with its parent, and its own.
struct BranchFork<R: Rules> {
    number: usize,
    parent: Option<usize>,
    /// The number of answers that it shares with its parent.
    from: usize,
    tail: Vec<Answer<R>>,
    stands: Option<Stands<R>>,
}

/// Where a branch leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stands<R: Rules> {
    /// The time at its end.
    pub time: R::Time,
    /// What each side has scored.
    pub scores: Each<i32>,
    /// How the game ended, if it is over.
    pub outcome: Option<R::Outcome>,
}

/// A summary of a branch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch<R: Rules> {
    /// Its number.
    pub number: usize,
    /// Where it forks from the present branch: the time, and the number of decisions before; `None` for the present
    /// branch.
    pub forks: Option<(R::Time, usize)>,
    /// The number of decisions in it, from the beginning of the game.
    pub decisions: usize,
    /// Where it leads, if it can be played through with the current scripts.
    pub stands: Option<Stands<R>>,
}

impl<R: Rules> Branches<R> {
    pub(super) fn new() -> Branches<R> {
        let first = BranchFork { number: 1, parent: None, from: 0, tail: Vec::new(), stands: None };
        let (ahead, bookmarks) = (VecDeque::new(), Vec::new());
        Branches { forks: vec![first], current: 0, ahead, bookmarks, looking: false, forgets: false }
    }

    /// Branches of which only the present one is stored.
    pub(super) fn forgetful() -> Branches<R> {
        Branches { forgets: true, ..Branches::new() }
    }

    /// Whether agents wait instead of answering.
    pub(super) fn hold(&self) -> bool {
        self.looking || !self.ahead.is_empty()
    }

    /// All answers of a branch other than the present one.
    fn path(&self, index: usize) -> Vec<&Answer<R>> {
        let branch = &self.forks[index];
        let mut path = branch.parent.map_or_else(Vec::new, |parent| self.path(parent));
        path.truncate(branch.from);
        path.extend(&branch.tail);
        path
    }

    /// Saves the present branch, whose answers are `whole`, and begins a new one that shares the first `at` of them.
    fn fork(&mut self, whole: Vec<Answer<R>>, at: usize) {
        let number = self.forks.iter().map(|branch| branch.number).max().unwrap_or(0) + 1;
        self.fork_as(number, whole, at);
    }

    /// Like [`Branches::fork`], with a number that no branch has.
    fn fork_as(&mut self, number: usize, whole: Vec<Answer<R>>, at: usize) {
        let mut parent = self.current;
        let from = self.forks[parent].from;
        self.forks[parent].tail = whole[from.min(whole.len())..].to_vec();
        self.forks[parent].stands = None;
        while let (Some(older), true) = (self.forks[parent].parent, at <= self.forks[parent].from) {
            parent = older;
        }
        self.current = self.forks.len();
        self.forks.push(BranchFork { number, parent: Some(parent), from: at, tail: Vec::new(), stands: None });
        self.ahead.clear();
    }

    fn index(&self, number: usize) -> Option<usize> {
        self.forks.iter().position(|branch| branch.number == number)
    }
}

impl<R: Rules> Game<R> {
    /// Sets whether agents wait even if nothing lies ahead; returns the earlier setting.
    pub(super) fn look(&mut self, looking: bool) -> bool {
        std::mem::replace(&mut self.branches.looking, looking)
    }

    fn describe_branch(&self, index: usize, whole: &[Answer<R>]) -> Branch<R> {
        let branch = &self.branches.forks[index];
        if index == self.branches.current {
            return Branch { number: branch.number, forks: None, decisions: self.count(whole), stands: branch.stands };
        }
        let path = self.branches.path(index);
        let shared = self.shared(&path, whole);
        let start = self.checkpoints.iter().rev().find(|start| start.answers <= shared);
        let time = R::time(start.map_or(&self.table.state, |start| &start.state));
        let forks = Some((time, self.count(&whole[..shared])));
        Branch { number: branch.number, forks, decisions: self.count(path), stands: branch.stands }
    }

    /// Notes where the present branch leads, at its end.
    fn note_stand(&mut self) {
        let (state, outcome) = (&self.table.state, self.outcome());
        let scores = Each::new(self.sides(), |side| R::score(state, side));
        let stands = Stands { time: R::time(state), scores, outcome };
        self.branches.forks[self.branches.current].stands = Some(stands);
    }

    /// The number of answers that two branches share, up to a decision.
    fn shared(&self, path: &[&Answer<R>], whole: &[Answer<R>]) -> usize {
        let same = path.iter().zip(whole).take_while(|(one, other)| **one == *other).count();
        match path.get(same) {
            Some(answer) if !self.is_decision(answer) => {
                path[..same].iter().rposition(|answer| self.is_decision(answer)).unwrap_or(0)
            }
            _ => same,
        }
    }

    /// Whether an answer was a decision, hidden or not; a die is one only if the players roll.
    fn is_decision(&self, answer: &Answer<R>) -> bool {
        match answer {
            Answer::Choice { .. } => true,
            Answer::Roll { .. } => self.table.live().dice == Dice::Table,
            Answer::Named { .. } | Answer::Draw { .. } => false,
        }
    }

    fn count<'a>(&self, answers: impl IntoIterator<Item = &'a Answer<R>>) -> usize {
        answers.into_iter().filter(|answer| self.is_point(answer)).count()
    }

    /// The indexes of the decisions that the viewers know of.
    fn stops(&self, answers: &[Answer<R>]) -> Vec<usize> {
        (0..answers.len()).filter(|&index| self.is_point(&answers[index])).collect()
    }

    /// The present branch from its beginning to its end.
    pub(super) fn whole(&self) -> Vec<Answer<R>> {
        self.table.known().answers.iter().chain(&self.branches.ahead).cloned().collect()
    }

    /// All answers of any branch.
    fn answers_of(&self, index: usize) -> Vec<Answer<R>> {
        match index == self.branches.current {
            true => self.whole(),
            false => self.branches.path(index).into_iter().cloned().collect(),
        }
    }

    /// Goes to a point on a branch, or to its end; or, if an answer no longer fits, as far towards it as possible.
    pub(super) fn seek(&mut self, index: usize, at: usize) -> Result<(), Halt<R>> {
        let path = self.switch(index);
        let mut at = at.min(path.len());
        let mut reason = None;
        loop {
            let same =
                path[..at].iter().zip(&self.table.known().answers).take_while(|(one, other)| one == other).count();
            self.table.live_mut().known.answers.truncate(same);
            self.drop_checkpoints();
            self.table.live_mut().known.answers.extend_from_slice(&path[same..at]);
            self.branches.ahead = path[at..].iter().cloned().collect();
            let result = self.run();
            let all_used = self.table.known().next >= at || self.debugger().stop().is_some();
            match result {
                Ok(()) if all_used => return reason.map_or(Ok(()), Err),
                Ok(()) => reason = reason.or(Some(Halt::Misfit(Default::default()))),
                Err(halt) => reason = reason.or(Some(halt)),
            }
            let upto = (self.table.known().next + 1).min(at);
            match path[..upto].iter().rposition(|answer| self.is_decision(answer)) {
                Some(stop) => at = stop,
                None => return reason.map_or(Ok(()), Err),
            }
        }
    }

    /// Makes a branch the present one, and returns its answers. The known answers of the game are still those of the
    /// other.
    fn switch(&mut self, index: usize) -> Vec<Answer<R>> {
        let whole = self.whole();
        if index == self.branches.current {
            return whole;
        }
        let ended = self.branches.ahead.is_empty() && self.broken.is_none();
        if ended {
            self.note_stand();
        }
        let current = &mut self.branches.forks[self.branches.current];
        current.tail = whole[current.from.min(whole.len())..].to_vec();
        self.branches.current = index;
        self.undone.clear();
        self.branches.path(index).into_iter().cloned().collect()
    }

    /// Saves a branch that is left, if it has more than its first `at` answers.
    pub(super) fn leave_branch(&mut self, whole: Vec<Answer<R>>, at: usize) {
        self.rewritten += 1;
        match whole.len() > at && !self.branches.forgets {
            true => self.branches.fork(whole, at),
            false => self.branches.ahead.clear(),
        }
    }

    /// Goes to a point on the present branch.
    pub(super) fn seek_here(&mut self, at: usize) -> Result<(), Halt<R>> {
        self.seek(self.branches.current, at)
    }

    /// Goes forward to a person's next decision, or the end of the branch. Returns whether the game moved.
    pub(super) fn go_along(&mut self) -> bool {
        let mut moved = false;
        while self.forward() {
            moved = true;
            if !self.pending.as_ref().is_some_and(|decision| self.now().has_agent(decision.side))
                || self.debugger().stop().is_some()
            {
                break;
            }
        }
        moved
    }

    /// Goes forward to the next decision of the branch, or its end. Returns whether the game moved.
    pub(super) fn forward(&mut self) -> bool {
        let known = self.table.known().count();
        let rest = self.branches.ahead.iter().skip(1).position(|answer| self.is_point(answer));
        let at = rest.map_or(usize::MAX, |rest| known + 1 + rest);
        if self.past().looks_back() {
            let _ = self.seek(self.branches.current, at);
        }
        self.table.known().count() > known
    }
}

impl<R: Rules> Past<'_, R> {
    /// Whether known answers lie ahead.
    pub fn looks_back(self) -> bool {
        !self.game.branches.ahead.is_empty()
    }

    /// The number of decisions before this point, and in the whole branch, that the viewers know of.
    pub fn place(self) -> (usize, usize) {
        let made = self.game.count(&self.game.table.known().answers);
        (made, made + self.game.count(&self.game.branches.ahead))
    }

    /// The number of the present branch.
    pub fn branch(self) -> usize {
        self.game.branches.forks[self.game.branches.current].number
    }

    /// The bookmarks, in the order in which they were set.
    pub fn bookmarks(self) -> Vec<Bookmark> {
        let counted = |bookmark: &Bookmark| {
            let path =
                self.game.branches.index(bookmark.branch).map_or_else(Vec::new, |index| self.game.answers_of(index));
            Bookmark { decisions: self.game.count(path.iter().take(bookmark.at)), ..bookmark.clone() }
        };
        self.game.branches.bookmarks.iter().map(counted).collect()
    }
}

impl<R: Rules> PastMut<'_, R> {
    /// Gives the present point a name, which any other point then loses.
    pub fn bookmark(self, name: &str) {
        self.game.rewritten += 1;
        self.game.branches.bookmarks.retain(|bookmark| bookmark.name != name);
        let (branch, at) = (self.game.past().branch(), self.game.table.known().count());
        self.game.branches.bookmarks.push(Bookmark { name: name.into(), branch, at, decisions: 0 });
    }

    /// All branches, in the order in which they were begun. The game goes to the end of each to see where it leads, and
    /// returns.
    pub fn branches(self) -> Vec<Branch<R>> {
        let (branch, at) = (self.game.branches.current, self.game.table.known().count());
        let undone = std::mem::take(&mut self.game.undone);
        self.game.branches.looking = true;
        let mut others: Vec<usize> = (0..self.game.branches.forks.len()).filter(|index| *index != branch).collect();
        // The branches that fork last come first, so that the shared part is not replayed.
        others.sort_by_key(|index| std::cmp::Reverse(self.game.branches.forks[*index].from));
        for index in others {
            if self.game.branches.forks[index].stands.is_none() && self.game.seek(index, usize::MAX).is_ok() {
                self.game.note_stand();
            }
        }
        if self.game.seek(branch, usize::MAX).is_ok() {
            self.game.note_stand();
        }
        let whole = self.game.whole();
        let mut branches: Vec<Branch<R>> =
            (0..self.game.branches.forks.len()).map(|index| self.game.describe_branch(index, &whole)).collect();
        branches.sort_by_key(|branch| branch.number);
        let _ = self.game.seek(branch, at);
        self.game.branches.looking = false;
        self.game.undone = undone;
        branches
    }
}
