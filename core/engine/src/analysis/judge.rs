//! How a decision is judged: the choice against what the rollout policy would have chosen, and against the best of the
//! others.

use super::copies::{CopyEnd, StepCopies, World};
use super::depth::Depth;
use super::sample::{CopyWorths, MeanWorth, is_certain};
use super::{JudgedDecision, Mistake};
use crate::agent::Explanation;
use crate::decision::Decision;
use crate::rules::{Rules, Searched as _};
use crate::side::Each;
use crate::table::Answer;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// What a mistake costs at least.
pub(super) const LEAST: f64 = 0.01;
/// What a mistake costs that is looked for: where it may be as much, more copies are played.
const SERIOUS: f64 = 0.03;
/// By how many standard errors more than its mean a loss may be.
const POSSIBLE: f64 = 1.0;
/// The largest standard error of a loss that is known well enough.
const EXACT: f64 = 0.02;
/// The largest standard error of a loss by the value at the horizon, as a part of [what that may be wrong
/// by](crate::rules::Searched::DOUBT): a smaller one would tell nothing.
const ENOUGH: f64 = 0.5;
/// By how many standard errors a loss has to exceed the least that a mistake costs before copies that are played further
/// say that it may be one.
const LIKELY: f64 = 0.5;
/// By how many it has to fall short of that before they say that it is none.
const UNLIKELY: f64 = 0.3;
/// By how many it has to exceed that before any of these copies are played, unless the rollout policy never makes the choice.
const CLAIMED: f64 = 0.5;
/// The number of the first deal that is played only once it is clear which choices are compared: by the same deals by
/// which a choice was found the best it would look too good.
const FRESH: u64 = 1 << 32;
/// The number of the first deal that is played further than to the horizon.
const FURTHER_ON: u64 = 1 << 40;

/// A decision with all that it is judged by.
pub(super) struct Case<'a, R: Rules> {
    pub copies: &'a StepCopies<'a, R>,
    pub world: World<'a, R>,
    pub decision: &'a Decision<R>,
    /// What the side chose.
    pub choice: R::Choice,
    /// What it answered later in the step.
    pub did: &'a [Answer<R>],
    /// How many decisions of the step the side had made before.
    pub made: usize,
    /// The choices of which the rollout policy knows too little.
    pub tried: Vec<R::Choice>,
    pub depth: Depth,
}

/// What a decision was worth.
pub(super) struct DecisionVerdict<R: Rules> {
    pub judged: JudgedDecision<R>,
    /// What it changed compared with what the rollout policy would have chosen.
    pub change: MeanWorth,
}

/// What copies came to, by the choice and the deal.
struct Compared<'a, R: Rules> {
    case: &'a Case<'a, R>,
    /// Whether the rollout policy always makes the choice of the side: there is less to find then.
    is_usual: bool,
    /// Whether it never does: what was lost may only show beyond the horizon.
    is_strange: bool,
    /// With how many of its later answers the side carries on after a choice, if any.
    carried: BTreeMap<R::Choice, usize>,
    /// By the choice, how many later answers are carried on with, and the deal.
    worths: BTreeMap<(R::Choice, usize, u64), Option<Each<f64>>>,
}

impl<R: Rules> Case<'_, R> {
    /// Judges the decision; nothing if no copy could be played.
    pub fn judge(&self) -> Option<DecisionVerdict<R>> {
        let mut worths = BTreeMap::new();
        let mut free = CopyWorths::default();
        let mut picks = Vec::new();
        for deal in 0..self.depth.deals() {
            if self.is_as_usual(&picks) && picks.len() as u64 >= self.depth.deals_if_alike() {
                break;
            }
            let end = self.copies.play(&self.world, None, deal);
            if let Some(pick) = end.as_ref().and_then(|end| self.pick(end)) {
                worths.insert((pick, 0, deal), end.as_ref().map(|end| end.worth));
                picks.push(pick);
            }
            free.0.push(end.map(|end| end.worth));
        }
        let tells = R::Search::DOUBT > 0.0 && !R::Search::FORGETS && self.depth.number() > 0;
        let is_strange = tells && !picks.contains(&self.choice);
        let (is_usual, carried) = (self.is_as_usual(&picks), BTreeMap::new());
        let mut compared = Compared { case: self, is_usual, is_strange, carried, worths };
        let own = compared.sample(self.choice, 0..free.0.len() as u64);
        let candidates = self.candidates(&picks);
        let mistake = compared.mistake(&candidates, &picks);
        let Decision { side, ask, choices } = self.decision;
        let judged = JudgedDecision {
            side: *side,
            ask: ask.clone(),
            choice: self.choice,
            expected: own.mean()?.mean[*side],
            compared: candidates.len() + 1,
            offered: choices.len(),
            mistake,
        };
        Some(DecisionVerdict { judged, change: own.less(&free)? })
    }

    /// A choice as an answer.
    fn answer(&self, choice: R::Choice) -> Answer<R> {
        Answer::Choice { side: self.decision.side, ask: self.decision.ask.clone(), choice }
    }

    /// What the rollout policy chose here in a copy.
    fn pick(&self, end: &CopyEnd<R>) -> Option<R::Choice> {
        self.answer_in(end).map(|(_, choice)| choice)
    }

    /// Whether the rollout policy always made the choice of the side.
    fn is_as_usual(&self, picks: &[R::Choice]) -> bool {
        picks.iter().all(|pick| *pick == self.choice)
    }

    /// The number of the answer to the decision in a copy, and what it was.
    fn answer_in(&self, end: &CopyEnd<R>) -> Option<(usize, R::Choice)> {
        let own = end.answers.iter().enumerate().filter(|(_, answer)| answer.side() == Some(self.decision.side));
        match own.clone().nth(self.made)? {
            (number, Answer::Choice { ask, choice, .. }) if *ask == self.decision.ask => Some((number, *choice)),
            _ => None,
        }
    }

    /// The choices that the one that was made is compared with: those of the rollout policy, what it knows too little of,
    /// and of the others as many as there is time for.
    fn candidates(&self, picks: &[R::Choice]) -> Vec<R::Choice> {
        // Where the rollout policy makes the same choice, there is less to find.
        let most = if self.is_as_usual(picks) { self.depth.choices() / 4 } else { self.depth.choices() };
        let mut candidates: Vec<R::Choice> = Vec::new();
        let add = |candidates: &mut Vec<R::Choice>, choice: R::Choice| {
            let is_new = choice != self.choice && self.decision.choices.contains(&choice);
            if is_new && !candidates.contains(&choice) && candidates.len() < most {
                candidates.push(choice);
            }
        };
        picks.iter().for_each(|pick| add(&mut candidates, *pick));
        if most > 1 && !R::Search::is_minor(&self.decision.ask) {
            spread(&self.tried, most).for_each(|choice| add(&mut candidates, choice));
            spread(&self.decision.choices, most).for_each(|choice| add(&mut candidates, choice));
        }
        candidates
    }

    /// Whether it is known well enough what a choice lost.
    fn is_exact(&self, lost: &MeanWorth) -> bool {
        let side = self.decision.side;
        let limit = if R::Search::DOUBT > 0.0 { ENOUGH * R::Search::DOUBT } else { EXACT };
        lost.error[side] <= limit && (R::Search::DOUBT > 0.0 || is_certain(lost.mean[side], lost.error[side]))
    }

    /// Why the rollout policy makes a choice, if it does so in the first deal.
    fn reason(&self, choice: R::Choice) -> Option<Explanation> {
        let end = self.copies.play_with_reasons(&self.world, 0)?;
        let (number, _) = self.answer_in(&end).filter(|(_, pick)| *pick == choice)?;
        end.reasons.into_iter().find(|(answer, _)| *answer == number).map(|(_, reason)| reason)
    }
}

impl<'a, R: Rules> Compared<'a, R> {
    /// Whether a choice that lost this may have lost something that matters.
    fn may_matter(&self, lost: &MeanWorth) -> bool {
        let side = self.case.decision.side;
        lost.mean[side] + POSSIBLE * lost.error[side] >= SERIOUS
    }

    /// What a choice comes to in a deal.
    fn worth(&mut self, choice: R::Choice, deal: u64) -> Option<Each<f64>> {
        let (case, did) = (self.case, self.did_after(choice));
        let play = || case.copies.play_on(&case.world, Some(case.answer(choice)), did, deal).map(|end| end.worth);
        *self.worths.entry((choice, did.len(), deal)).or_insert_with(play)
    }

    /// What the side carries on with after a choice.
    fn did_after(&self, choice: R::Choice) -> &'a [Answer<R>] {
        &self.case.did[..self.carried.get(&choice).copied().unwrap_or(0)]
    }

    /// Has the side carry on after a choice with what makes most of it: with none of its later answers, the next one or
    /// all. One of those may be a mistake of its own.
    fn carry_on(&mut self, choice: R::Choice, deals: Range<u64>) {
        let Case { decision, did, .. } = *self.case;
        let mut best = (0, f64::NEG_INFINITY);
        for carried in BTreeSet::from([0, did.len().min(1), did.len()]) {
            self.carried.insert(choice, carried);
            let mean = self.sample(choice, deals.clone()).mean().map(|found| found.mean[decision.side]);
            best = mean.filter(|mean| *mean > best.1).map_or(best, |mean| (carried, mean));
        }
        self.carried.insert(choice, best.0);
    }

    fn sample(&mut self, choice: R::Choice, deals: Range<u64>) -> CopyWorths {
        CopyWorths(deals.map(|deal| self.worth(choice, deal)).collect())
    }

    /// What the side may expect on average of a choice in the first deals.
    fn mean(&mut self, choice: R::Choice, deals: u64) -> f64 {
        let side = self.case.decision.side;
        self.sample(choice, 0..deals).mean().map_or(0.0, |estimate| estimate.mean[side])
    }

    /// The best of the candidates, if it is better than what was chosen; where that was strange, or else what the rollout
    /// policy picks most often. The candidates are halved from round to round, in which those that are left are played
    /// twice as often.
    fn mistake(&mut self, candidates: &[R::Choice], picks: &[R::Choice]) -> Option<Mistake<R>> {
        let Case { depth, .. } = *self.case;
        let mut left = candidates.to_vec();
        let mut deals = depth.first_round();
        loop {
            let mut means: Vec<(R::Choice, f64)> =
                left.iter().map(|choice| (*choice, self.mean(*choice, deals))).collect();
            means.sort_by(|(_, one), (_, other)| other.total_cmp(one));
            left = means.into_iter().map(|(choice, _)| choice).collect();
            if left.len() < 2 {
                break;
            }
            left.truncate(left.len().div_ceil(2));
            deals = (2 * deals).min(depth.deals());
        }
        let best = *left.first()?;
        let often = |pick: &R::Choice| picks.iter().filter(|other| *other == pick).count();
        let usual = picks.iter().copied().filter(|pick| self.is_strange && *pick != best).max_by_key(often);
        self.loss_against(best).or_else(|| self.loss_against(usual?))
    }

    /// What the choice lost against a better one, if it lost anything. Of a strange choice this is asked of copies that are
    /// played further, whatever the value at the horizon says.
    fn loss_against(&mut self, better: R::Choice) -> Option<Mistake<R>> {
        let Case { decision, choice, depth, .. } = *self.case;
        // Too few copies would often agree by chance.
        let first = 0..(depth.deals() / if self.is_usual { 2 } else { 1 }).max(1);
        let (found, left) = (self.sample(better, first.clone()), self.sample(choice, first.clone()));
        (self.is_strange || self.may_matter(&found.less(&left)?)).then_some(())?;
        [choice, better].into_iter().for_each(|choice| self.carry_on(choice, first.clone()));
        let (found, of_choice) = (self.sample(better, first.clone()), self.sample(choice, first));
        (self.is_strange || self.may_matter(&found.less(&of_choice)?)).then_some(())?;
        let lost = self.lost(better)?;
        let lost = LikelyLoss { mean: lost.mean[decision.side], error: lost.error[decision.side] };
        let lost = if R::Search::DOUBT > 0.0 {
            (self.is_strange || lost.exceeds(CLAIMED)).then(|| self.confirmed(better, lost))??
        } else {
            is_certain(lost.mean, lost.error).then_some(lost)?
        };
        let LikelyLoss { mean: loss, error } = lost;
        let made_good = of_choice.less(&left)?.mean[decision.side];
        (loss >= LEAST).then(|| Mistake { better, loss, error, made_good, reason: self.case.reason(better) })
    }

    /// What the choice lost against a better one, as the value at the horizon and copies that are played further say
    /// together; nothing if it is no mistake. There are ever more of these until it is clear whether it may be one. Those
    /// by which it was found make too much of it, so others have a say: at least as many, until they are about as exact as
    /// the judgement.
    fn confirmed(&self, better: R::Choice, by_value: LikelyLoss) -> Option<LikelyLoss> {
        let most = self.case.depth.most_further_on();
        let by_value = by_value.doubted(R::Search::DOUBT);
        let mut losses = Vec::new();
        let mut lost = |deals: u64| {
            losses.extend(self.losses_further_on(better, FURTHER_ON + losses.len() as u64..FURTHER_ON + deals));
            LikelyLoss::of(&losses)
        };
        let with_value = |lost: LikelyLoss| by_value.with(lost.doubted(R::Search::DOUBT_FURTHER_ON));
        let mut deals = self.case.depth.deals();
        loop {
            let so_far = with_value(lost(deals)?);
            if so_far.exceeds(LIKELY) {
                break;
            }
            if !so_far.exceeds(-UNLIKELY) || deals >= most {
                return None;
            }
            deals *= 2;
        }
        loop {
            deals *= 2;
            let so_far = lost(deals)?;
            if so_far.error <= R::Search::DOUBT_FURTHER_ON || deals >= most {
                return Some(with_value(so_far)).filter(|lost| lost.exceeds(R::Search::CONFIRMED));
            }
        }
    }

    /// What the choice lost against another in copies that are played further.
    fn losses_further_on(&self, other: R::Choice, deals: Range<u64>) -> impl Iterator<Item = f64> {
        let Case { copies, world, decision, choice, .. } = self.case;
        let worth = move |choice: R::Choice, deal: u64| {
            let from = (world, Some(self.case.answer(choice)), self.did_after(choice));
            let end = copies.play_with(from, deal, (R::Search::FURTHER_ON, false));
            end.map(|end| end.worth[decision.side])
        };
        deals.filter_map(move |deal| Some(worth(other, deal)? - worth(*choice, deal)?))
    }

    /// What the choice lost against a better one, in fresh deals: ever more of them, until it is known well enough.
    fn lost(&mut self, better: R::Choice) -> Option<MeanWorth> {
        let Case { choice, depth, .. } = *self.case;
        let mut deals = depth.deals();
        loop {
            let fresh = FRESH..FRESH + deals;
            let chosen = self.sample(choice, fresh.clone());
            let lost = self.sample(better, fresh).less(&chosen)?;
            if deals >= depth.last_round() || !self.may_matter(&lost) || self.case.is_exact(&lost) {
                return Some(lost);
            }
            deals *= 2;
        }
    }
}

/// What a choice lost, and by how much that may be wrong: a standard error.
#[derive(Clone, Copy)]
struct LikelyLoss {
    mean: f64,
    error: f64,
}

impl LikelyLoss {
    /// The mean of losses. One more than these that was half a game keeps a few that agree from looking
    /// exact.
    fn of(losses: &[f64]) -> Option<LikelyLoss> {
        let count = losses.len() as f64;
        let squares = losses.iter().fold(0.25, |squares, loss| squares + loss * loss);
        let mean = losses.iter().sum::<f64>() / count;
        let variance = squares / (count + 1.0) - mean * mean * count / (count + 1.0);
        (count > 0.0).then(|| LikelyLoss { mean, error: (variance / count).sqrt() })
    }

    /// The same, if what it is the mean of may be wrong by as much in all copies: a standard error.
    fn doubted(self, doubt: f64) -> LikelyLoss {
        LikelyLoss { error: self.error.hypot(doubt), ..self }
    }

    /// Whether it is more than what a mistake costs at least, by this many standard errors.
    fn exceeds(self, errors: f64) -> bool {
        self.mean - errors * self.error > LEAST
    }

    /// The mean of two that are independent, by how exact they are.
    fn with(self, other: LikelyLoss) -> LikelyLoss {
        let (own, others) = (self.error.powi(-2), other.error.powi(-2));
        LikelyLoss {
            mean: (own * self.mean + others * other.mean) / (own + others),
            error: (own + others).sqrt().recip(),
        }
    }
}

/// At most this many of some choices, evenly spread over their order.
fn spread<C: Copy>(choices: &[C], most: usize) -> impl Iterator<Item = C> {
    let count = choices.len().min(most);
    (0..count).map(move |number| choices[number * choices.len() / count.max(1)])
}
