//! Lines on their way into a record and out of it.

use super::{Game, Lines};
use crate::record::{Bookmark, Kept, KeptLine};
use crate::rules::Rules;
use crate::table::Given;

impl<R: Rules> Game<R> {
    /// What a record says of the other lines.
    pub(in crate::game) fn kept(&self) -> Kept {
        let lines = &self.lines;
        let whole = self.whole();
        let other = |index: usize| {
            let path = lines.path(index);
            let shares = self.shared(&path, &whole);
            (
                KeptLine { number: lines.branches[index].number, shares },
                path[shares..].iter().map(|answer| answer.line()).collect(),
            )
        };
        let mut others: Vec<usize> = (0..lines.branches.len()).filter(|index| *index != lines.current).collect();
        others.sort_by_key(|index| lines.branches[*index].number);
        let others = others.into_iter().map(other);
        let ahead = lines.ahead.iter().map(|answer| answer.line()).collect();
        Kept::new(ahead, others, lines.bookmarks.clone())
    }

    /// Takes up the other lines of a record, as far as they fit. Returns the numbers of those that do not.
    pub(crate) fn take_kept(&mut self, kept: &Kept) -> Vec<usize> {
        let known = self.table.known().count();
        self.lines = Lines::new();
        self.lines.branches[0].number = kept.present();
        let mut misfits = Vec::new();
        if !self.play_given(kept.ahead()) {
            misfits.push(kept.present());
        }
        let end = self.table.known().count();
        let whole = self.whole();
        let mut others: Vec<_> = kept.others().collect();
        // Those that leave last come first: then what comes before need not be played again.
        others.sort_by_key(|(line, _)| std::cmp::Reverse(line.shares));
        for (line, given) in others {
            let shares = line.shares.min(end);
            self.switch(0);
            self.table.live_mut().known.answers.truncate(shares);
            self.drop_checkpoints();
            self.lines.fork_as(line.number, whole.clone(), shares);
            if !self.play_given(given) || shares < line.shares {
                misfits.push(line.number);
            }
        }
        let _ = self.seek(0, known);
        let on_its_line = |game: &Game<R>, bookmark: &Bookmark| {
            let path = game.answers_of(game.lines.index(bookmark.line)?);
            Some(Bookmark { at: bookmark.at.min(path.len()), ..bookmark.clone() })
        };
        self.lines.bookmarks = kept.bookmarks().iter().filter_map(|bookmark| on_its_line(self, bookmark)).collect();
        misfits
    }

    /// Plays on with lines of a record; returns whether they fit.
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
