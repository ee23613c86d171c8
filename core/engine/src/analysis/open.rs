//! A step with all cards open.

use super::copies::{CopyEnd, StepCopies, World};
use super::sample::{CopyWorths, less, plus, times};
use crate::chance::{hash_on, scattered};
use crate::decision::Choice as _;
use crate::rules::Rules;
use crate::side::Each;
use crate::table::{Answer, Chance as _};
use std::ops::{Range, RangeInclusive};

/// What copies of a step come to that know its first answers. Where the rollout policy and the dice of a copy agree with
/// the real answers, the same copy tells what the next ones come to.
pub(super) struct Course<'a, R: Rules> {
    copies: &'a StepCopies<'a, R>,
    /// The copies of each deal.
    played: Vec<Vec<CourseCopy>>,
}

/// A copy that was played.
struct CourseCopy {
    /// From how many known answers to how many it is the same copy.
    known: RangeInclusive<usize>,
    /// What it came to.
    worth: Option<Each<f64>>,
}

impl<'a, R: Rules> Course<'a, R> {
    pub fn new(copies: &'a StepCopies<'a, R>) -> Course<'a, R> {
        Course { copies, played: Vec::new() }
    }

    /// What a copy comes to that knows this many answers.
    pub fn worth(&mut self, known: usize, deal: u64) -> Option<Each<f64>> {
        let place = deal as usize;
        if self.played.len() <= place {
            self.played.resize_with(place + 1, Vec::new);
        }
        if let Some(copy) = self.played[place].iter().find(|copy| copy.known.contains(&known)) {
            return copy.worth;
        }
        let end = self.copies.play(&World::Open(known), None, deal);
        let agrees = |end: &CopyEnd<R>| {
            let real = &self.copies.step.answers;
            real.iter().zip(&end.answers).take_while(|(real, answer)| real == answer).count()
        };
        let to = end.as_ref().map_or(known, agrees).max(known);
        let worth = end.map(|end| end.worth);
        self.played[place].push(CourseCopy { known: known..=to, worth });
        worth
    }

    /// The same in several deals.
    pub fn sample(&mut self, known: usize, deals: u64) -> CopyWorths {
        CopyWorths((0..deals).map(|deal| self.worth(known, deal)).collect())
    }

    /// What a die gave to each side: what copies with its face come to, less what they come to with each face.
    pub fn luck_of_die(&mut self, known: usize, throw: R::Throw, die: u8, deals: u64) -> CopyWorths {
        let luck = |deal: u64| {
            let actual = self.worth(known + 1, deal)?;
            let mut sum = Each::default();
            for face in 1..=throw.faces() {
                let worth = match face == die {
                    true => actual,
                    false => self.with(known, Answer::Roll { throw, die: face }, deal)?,
                };
                sum = plus(sum, worth);
            }
            Some(less(actual, times(sum, f64::from(throw.faces()).recip())))
        };
        CopyWorths((0..deals).map(luck).collect())
    }

    /// What a draw gave to each side. Of what else could have been drawn, only so much is tried; it stands for all of
    /// that.
    pub fn luck_of_draw(
        &mut self,
        known: usize,
        drawn: R::Choice,
        among: &[R::Choice],
        (most, deals): (usize, u64),
    ) -> CopyWorths {
        let Some(Answer::Draw { draw, .. }) = self.copies.step.answers.get(known) else { return CopyWorths::default() };
        let draw = *draw;
        let mut others: Vec<R::Choice> = among.iter().copied().filter(|other| *other != drawn).collect();
        if others.is_empty() {
            return CopyWorths::default();
        }
        let share = others.len() as f64 / among.len() as f64;
        // The same cards must not be tried in each game: they are not worth what all are worth.
        let lot = self.lot(known);
        others.sort_by_cached_key(|other| scattered(lot ^ hash(0, &other.token())));
        others.truncate(most);
        let luck = |deal: u64| {
            let actual = self.worth(known + 1, deal)?;
            let mut sum = Each::default();
            for other in &others {
                sum = plus(sum, self.with(known, Answer::Draw { draw, drawn: *other }, deal)?);
            }
            let mean = times(sum, (others.len() as f64).recip());
            Some(times(less(actual, mean), share))
        };
        CopyWorths((0..deals).map(luck).collect())
    }

    /// What hands gave that were dealt from one number of known answers to another: what copies come to after the deal,
    /// less what they come to before it. There are too many deals to try each.
    pub fn luck_of_deal(&self, known: Range<usize>, deals: u64) -> CopyWorths {
        // As before, in each game others are dealt in place of the real ones.
        let lot = self.lot(known.start);
        let worth = |known: usize, deal: u64| {
            self.copies.play(&World::Open(known), None, scattered(lot ^ deal)).map(|end| end.worth)
        };
        let luck = |deal: u64| Some(less(worth(known.end, deal)?, worth(known.start, deal)?));
        CopyWorths((0..deals).map(luck).collect())
    }

    /// What a copy comes to that knows this many answers, and then another result of chance.
    fn with(&self, known: usize, other: Answer<R>, deal: u64) -> Option<Each<f64>> {
        self.copies.play(&World::Open(known), Some(other), deal).map(|end| end.worth)
    }

    /// A number that is another in each game.
    fn lot(&self, known: usize) -> u64 {
        let lines = self.copies.step.answers.iter().map(Answer::line);
        lines.fold(known as u64, |lot, line| hash(lot, &line))
    }
}

/// The hash of a text, after what was before it.
fn hash(before: u64, text: &str) -> u64 {
    hash_on(scattered(before), text)
}
