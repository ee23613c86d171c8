//! Whether a later record of a game can replace an earlier one without a loss. Dice and cards that a handwritten record
//! leaves out do not count as a difference.

use super::Record;
use crate::rules::Rules;
use crate::table::Given;
use std::collections::HashMap;

/// What an earlier record would lose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loss {
    /// This many answers: later ones, or those of other branches.
    Answers(usize),
    /// The games differ from this answer on.
    Apart {
        /// The number of the answer, from 1; results of chance are not counted.
        answer: usize,
        /// Its line number in the file.
        line: usize,
    },
}

impl<R: Rules> Record<R> {
    /// What would be lost if this record replaced an earlier one of the same game; `None` if this one contains every
    /// answer and result of chance of it.
    pub fn loses(&self, earlier: &Record<R>) -> Option<Loss> {
        let (tree, _) = BranchTree::of(self);
        let whole: Vec<&Given> = earlier.lines.iter().chain(earlier.extras.ahead()).collect();
        let mut places = vec![0];
        for given in &whole {
            match places.last().and_then(|place| tree.child(*place, given)) {
                Some(place) => places.push(place),
                None => break,
            }
        }
        let known = places.len() - 1;
        let end = places.last().copied().unwrap_or_default();
        if known < whole.len() && !tree.0[end].is_empty() {
            let answer = answers(whole[..known].iter().copied()) + 1;
            return Some(Loss::Apart { answer, line: whole[known].line });
        }
        let others = earlier.extras.others().flat_map(|(heading, given)| {
            let mut place = places.get(heading.shares).copied();
            let missing = given.iter().position(|given| {
                place = place.and_then(|place| tree.child(place, given));
                place.is_none()
            });
            &given[missing.unwrap_or(given.len())..]
        });
        let missing: Vec<&Given> = whole[known..].iter().copied().chain(others).collect();
        (!missing.is_empty()).then(|| Loss::Answers(answers(missing.iter().copied()).max(1)))
    }
}

/// The number of answers among these lines.
fn answers<'a>(lines: impl Iterator<Item = &'a Given>) -> usize {
    lines.filter(|given| !given.is_chance()).count()
}

/// All branches of a game, as a tree of places: each has its children by their lines. The first place is the root.
struct BranchTree<'a>(Vec<HashMap<Key<'a>, usize>>);

type Key<'a> = ([&'a str; 3], bool);

impl<'a> BranchTree<'a> {
    /// The tree of a record, and the places along the game and what lies ahead.
    fn of(record: &'a Record<impl Rules>) -> (BranchTree<'a>, Vec<usize>) {
        let mut tree = BranchTree(vec![HashMap::new()]);
        let mut places = vec![0];
        for given in record.lines.iter().chain(record.extras.ahead()) {
            let place = tree.grow(places.last().copied().unwrap_or_default(), given);
            places.push(place);
        }
        for (heading, lines) in record.extras.others() {
            let start = places.get(heading.shares).copied();
            start.and_then(|start| lines.iter().try_fold(start, |place, given| Some(tree.grow(place, given))));
        }
        (tree, places)
    }

    /// The place after a line, added if it is missing.
    fn grow(&mut self, place: usize, given: &'a Given) -> usize {
        let next = self.0.len();
        let there = *self.0[place].entry(given.key()).or_insert(next);
        if there == next {
            self.0.push(HashMap::new());
        }
        there
    }

    /// The place after a line of another record, which may leave out results of chance.
    fn child(&self, mut place: usize, given: &Given) -> Option<usize> {
        loop {
            let children = &self.0[place];
            if let Some(there) = children.get(&given.key()) {
                return Some(*there);
            }
            let (key, there) = children.iter().next().filter(|_| children.len() == 1)?;
            if !is_left_out(key.0, given) {
                return None;
            }
            place = *there;
        }
    }
}

/// Whether a line is a result of chance that a record may leave out before another line.
fn is_left_out(words: [&str; 3], next: &Given) -> bool {
    matches!(words[0], "roll" | "draw") && words[..2] != next.key().0[..2]
}

/// For each of these lines, the number of lines of the game up to and including it. Lines of the game that the record
/// leaves out are skipped.
pub(crate) fn places(given: &[Given], game: &[Given]) -> Vec<usize> {
    let mut at = 0;
    let place = |given: &Given| {
        while game.get(at).is_some_and(|line| line.key().0 != given.key().0 && is_left_out(line.key().0, given)) {
            at += 1;
        }
        at = (at + 1).min(game.len());
        at
    };
    given.iter().map(place).collect()
}
