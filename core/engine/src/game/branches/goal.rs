//! Going to a point in a game.

use super::Game;
use crate::game::faces::PastMut;
use crate::rules::Rules;
use crate::table::{Answer, Halt};

/// A point to go to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal<'a, R: Rules> {
    /// This many decisions back, or as many as there are.
    Back(usize),
    /// This many decisions forward, or as many as there are.
    Step(usize),
    /// The first decision.
    Start,
    /// The end of the branch.
    End,
    /// The beginning of a time.
    Time(R::Time),
    /// The bookmark with this name.
    Bookmark(&'a str),
    /// The end of the branch with this number.
    Branch(usize),
}

/// Why the game did not get there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotThere<R: Rules> {
    /// Nothing comes before.
    #[error("this is the first decision of the game")]
    AtStart,
    /// Nothing comes after.
    #[error("this is the end of the branch")]
    AtEnd,
    /// The branch does not reach that time.
    #[error("this branch does not reach {0}")]
    NoTime(R::Time),
    /// No bookmark has the name.
    #[error("no bookmark is called `{0}`")]
    NoBookmark(String),
    /// There is no such branch.
    #[error("there is no branch {0}")]
    NoBranch(usize),
    /// An answer does not fit the current scripts: the game stands before it.
    #[error("this branch no longer fits the current scripts: {0}")]
    DoesNotFit(Halt<R>),
}

impl<R: Rules> Game<R> {
    /// The first decision of a time in the present branch.
    fn beginning_of(&mut self, whole: &[Answer<R>], time: R::Time) -> Result<usize, NotThere<R>> {
        let at = self.table.known().count();
        // The answers ahead have not been played yet, so their checkpoints are missing.
        let looking = self.look(true);
        let reached = self.seek(self.branches.current, usize::MAX);
        let start = self.checkpoints.iter().find(|start| R::is_at(&start.state, time)).map(|start| start.answers);
        let back = self.seek(self.branches.current, at);
        self.look(looking);
        let Some(start) = start else {
            reached.and(back).map_err(|halt| NotThere::DoesNotFit(self.discreet(halt)))?;
            return Err(NotThere::NoTime(time));
        };
        Ok(self.stops(whole).into_iter().find(|stop| *stop >= start).unwrap_or(whole.len()))
    }
}

/// The `times`th stop, or else the last.
fn nth(stops: impl Iterator<Item = usize>, times: usize) -> Option<usize> {
    stops.take(times.max(1)).last()
}

impl<R: Rules> PastMut<'_, R> {
    /// Goes to another point on the present branch, or to another branch. Nothing is lost, and agents do not choose
    /// again: they play only at the end of a branch.
    ///
    /// # Errors
    /// Why the game did not get there. If there is no such point, it has not moved.
    pub fn go(self, goal: Goal<'_, R>) -> Result<(), NotThere<R>> {
        let current = self.game.branches.current;
        let whole = self.game.whole();
        let known = self.game.table.known().count();
        let (branch, at) = match goal {
            Goal::Back(times) => {
                let stops = self.game.stops(&whole[..known]);
                (current, nth(stops.into_iter().rev(), times).ok_or(NotThere::AtStart)?)
            }
            Goal::Step(_) if !self.game.past().looks_back() => return Err(NotThere::AtEnd),
            Goal::Step(times) => {
                let stops = self.game.stops(&whole).into_iter().filter(|stop| *stop > known);
                (current, nth(stops.chain([whole.len()]), times).unwrap_or(whole.len()))
            }
            Goal::Start => (current, self.game.stops(&whole).first().copied().unwrap_or(whole.len())),
            Goal::End => (current, whole.len()),
            Goal::Time(time) => (current, self.game.beginning_of(&whole, time)?),
            Goal::Bookmark(name) => {
                let found = self.game.branches.bookmarks.iter().find(|bookmark| bookmark.name == name);
                let found = found.ok_or_else(|| NotThere::NoBookmark(name.into()))?;
                let (index, at) =
                    (self.game.branches.index(found.branch).ok_or(NotThere::NoBranch(found.branch))?, found.at);
                // The bookmark may stand at a decision that is hidden from the present viewers.
                let path = self.game.answers_of(index);
                (index, self.game.stops(&path).into_iter().find(|stop| *stop >= at).unwrap_or(path.len()))
            }
            Goal::Branch(number) => {
                let index = self.game.branches.index(number).ok_or(NotThere::NoBranch(number))?;
                (index, usize::MAX)
            }
        };
        self.game.seek(branch, at).map_err(|halt| NotThere::DoesNotFit(self.game.discreet(halt)))
    }
}
