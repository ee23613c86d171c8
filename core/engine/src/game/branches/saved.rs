//! The branches of a game, saved to a record and restored from it.

use super::{Branches, Game};
use crate::record::{Bookmark, BranchHeading, RecordExtras};
use crate::rules::Rules;
use crate::table::Given;

impl<R: Rules> Game<R> {
    /// What lies ahead, the other branches and the bookmarks, for a record.
    pub(in crate::game) fn extras(&self) -> RecordExtras {
        let branches = &self.branches;
        let whole = self.whole();
        let other = |index: usize| {
            let path = branches.path(index);
            let shares = self.shared(&path, &whole);
            (
                BranchHeading { number: branches.forks[index].number, shares },
                path[shares..].iter().map(|answer| answer.line()).collect(),
            )
        };
        let mut others: Vec<usize> = (0..branches.forks.len()).filter(|index| *index != branches.current).collect();
        others.sort_by_key(|index| branches.forks[*index].number);
        let others = others.into_iter().map(other);
        let ahead = branches.ahead.iter().map(|answer| answer.line()).collect();
        RecordExtras::new(ahead, others, branches.bookmarks.clone())
    }

    /// Restores the branches of a record, as far as they fit the scripts. Returns the numbers of those that do not.
    pub(crate) fn restore_extras(&mut self, extras: &RecordExtras) -> Vec<usize> {
        let known = self.table.known().count();
        self.branches = Branches::new();
        self.branches.forks[0].number = extras.present();
        let mut misfits = Vec::new();
        if !self.play_given(extras.ahead()) {
            misfits.push(extras.present());
        }
        let end = self.table.known().count();
        let whole = self.whole();
        let mut others: Vec<_> = extras.others().collect();
        // The branches that fork last come first, so that the shared part is not replayed.
        others.sort_by_key(|(heading, _)| std::cmp::Reverse(heading.shares));
        for (heading, given) in others {
            let shares = heading.shares.min(end);
            self.switch(0);
            self.table.live_mut().known.answers.truncate(shares);
            self.drop_checkpoints();
            self.branches.fork_as(heading.number, whole.clone(), shares);
            if !self.play_given(given) || shares < heading.shares {
                misfits.push(heading.number);
            }
        }
        let _ = self.seek(0, known);
        let on_its_branch = |game: &Game<R>, bookmark: &Bookmark| {
            let path = game.answers_of(game.branches.index(bookmark.branch)?);
            Some(Bookmark { at: bookmark.at.min(path.len()), ..bookmark.clone() })
        };
        self.branches.bookmarks =
            extras.bookmarks().iter().filter_map(|bookmark| on_its_branch(self, bookmark)).collect();
        misfits
    }

    /// Plays on with lines of a record. Returns whether they fit.
    fn play_given(&mut self, given: &[Given]) -> bool {
        self.feed(given.iter().cloned());
        let fits = self.run().is_ok() && self.table.live().given.is_empty();
        self.table.live_mut().given.clear();
        if !fits {
            let _ = self.run();
        }
        fits
    }
}
