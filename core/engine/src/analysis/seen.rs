//! A step as one side saw it: everything comes from what it knew at each point.

use super::AnalysedMoment;
use super::copies::Halfway;
use super::judge::DecisionVerdict;
use super::sample::{CopyWorths, MeanWorth, less, plus, times};
use super::step::{StepAnalysis, StepAnalyst, situation};
use crate::imagine::Situation;
use crate::rules::{Hidden, Rules};
use crate::side::Each;
use crate::table::{Answer, Chance as _};

/// What happened to the side next.
enum SeenNext {
    /// It decided.
    Own,
    /// A die was rolled.
    Die,
    /// Something was drawn, whether or not the side saw what.
    Draw,
    /// Another side answered, and it learned of that.
    Other,
    /// Nothing that it learned of.
    Nothing,
}

impl<R: Rules> StepAnalyst<'_, R> {
    /// What a side saw of the step, and what it could expect. What other sides decided is not judged. Other answers of
    /// theirs than those that all see make no difference to what is computed.
    pub(super) fn analyse_for(&self, seer: R::Side) -> Option<StepAnalysis<R>> {
        let answers = &self.step().answers;
        let deals = 0..self.deals_of_chance();
        let begins = self.expected(seer, 0);
        let mut moments: Vec<AnalysedMoment<R>> = Vec::new();
        // What the side could expect before the draws that it saw last.
        let mut before_draws: Option<(usize, CopyWorths)> = None;
        let mut follows_chance = false;
        for (known, answer) in answers.iter().enumerate() {
            if self.copies.is_stopped() {
                return None;
            }
            let next = seen_next(answer, seer);
            if matches!(next, SeenNext::Nothing) {
                continue;
            }
            if !matches!(next, SeenNext::Draw)
                && let Some((first, before)) = before_draws.take()
            {
                self.add_draws(&mut moments, (first, known), &before, seer, follows_chance);
                follows_chance = true;
            }
            let Some(halfway) = self.copies.halfway(known) else { break };
            if before_draws.is_none() {
                self.log_up_to(moments.last_mut(), &halfway);
            }
            match next {
                SeenNext::Draw => {
                    if before_draws.is_none() {
                        before_draws = Some((known, self.expected(seer, known)));
                    }
                }
                SeenNext::Die => {
                    let situation = situation(&halfway, seer)?;
                    let luck = self.luck_seen(&situation, answer, deals.clone());
                    self.join_or_add(&mut moments, known, &halfway, &luck, follows_chance);
                    follows_chance = true;
                }
                SeenNext::Own => {
                    follows_chance = false;
                    let verdict = self.judge(known, &halfway);
                    moments.extend(verdict.map(|verdict| self.decided_by_seer(known, &halfway, verdict)));
                }
                SeenNext::Other | SeenNext::Nothing => follows_chance = false,
            }
        }
        if let Some((first, before)) = before_draws {
            self.add_draws(&mut moments, (first, answers.len()), &before, seer, follows_chance);
        }
        Some(self.found(moments, &begins, || self.expected(seer, answers.len())))
    }

    /// What a side could expect after this many answers.
    fn expected(&self, seer: R::Side, known: usize) -> CopyWorths {
        let situation = self.copies.halfway(known).and_then(|halfway| situation(&halfway, seer));
        situation.map_or_else(CopyWorths::default, |situation| {
            self.in_situation(&situation, None, 0..self.deals_of_chance())
        })
    }

    /// What a die gave as a side saw it.
    fn luck_seen(&self, situation: &Situation<R>, rolled: &Answer<R>, deals: std::ops::Range<u64>) -> CopyWorths {
        let Answer::Roll { throw, die } = rolled else { return CopyWorths::default() };
        let faces: Vec<CopyWorths> = (1..=throw.faces())
            .map(|face| self.in_situation(situation, Some(&Answer::Roll { throw: *throw, die: face }), deals.clone()))
            .collect();
        let luck = |deal: usize| {
            let worths: Option<Vec<Each<f64>>> = faces.iter().map(|face| face.0[deal]).collect();
            let worths = worths?;
            let sum = worths.iter().fold(Each::default(), |sum, worth| plus(sum, *worth));
            let actual = *worths.get(usize::from(*die).checked_sub(1)?)?;
            Some(less(actual, times(sum, (worths.len() as f64).recip())))
        };
        CopyWorths((0..(deals.end - deals.start) as usize).map(luck).collect())
    }

    /// Adds what draws gave: what the side could expect after them, less what it could before.
    fn add_draws(
        &self,
        moments: &mut Vec<AnalysedMoment<R>>,
        (first, behind): (usize, usize),
        before: &CopyWorths,
        seer: R::Side,
        follows_chance: bool,
    ) {
        let after = self.expected(seer, behind);
        let pairs = after.0.iter().zip(&before.0);
        let luck = CopyWorths(pairs.map(|(after, before)| Some(less((*after)?, (*before)?))).collect());
        if let Some(halfway) = self.copies.halfway(first) {
            self.join_or_add(moments, first, &halfway, &luck, follows_chance);
        }
    }

    /// Adds luck to the last moment, if the side has learned of nothing else since, or else as a new one.
    fn join_or_add(
        &self,
        moments: &mut Vec<AnalysedMoment<R>>,
        known: usize,
        halfway: &Halfway<R>,
        luck: &CopyWorths,
        follows_chance: bool,
    ) {
        if follows_chance && let Some(last) = moments.last_mut() {
            last.answers.end = self.step().before + known;
        }
        self.add_luck(moments, known..known + 1, halfway, luck);
    }

    /// A decision of the side itself: what was hidden from it stays so.
    fn decided_by_seer(&self, known: usize, halfway: &Halfway<R>, verdict: DecisionVerdict<R>) -> AnalysedMoment<R> {
        let change: MeanWorth = verdict.change;
        let moment = self.decided(known, halfway, verdict, change);
        AnalysedMoment { decision: change.mean, hidden: Each::default(), ..moment }
    }
}

/// What an answer is to a side.
fn seen_next<R: Rules>(answer: &Answer<R>, seer: R::Side) -> SeenNext {
    match answer {
        Answer::Choice { side, .. } if *side == seer => SeenNext::Own,
        Answer::Choice { ask, choice, .. } => {
            let is_seen = answer.is_public() && !<R::Hidden as Hidden<R>>::is_asked_unseen(ask, *choice);
            if is_seen { SeenNext::Other } else { SeenNext::Nothing }
        }
        Answer::Roll { .. } => SeenNext::Die,
        Answer::Draw { .. } => SeenNext::Draw,
        Answer::Named { .. } => SeenNext::Nothing,
    }
}
