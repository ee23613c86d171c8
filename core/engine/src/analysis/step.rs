//! The analysis of a step: its moments, and the chances before and after it.

use super::copies::{Halfway, StepCopies, World};
use super::judge::{Case, DecisionVerdict, LEAST};
use super::open::Course;
use super::sample::{CopyWorths, MeanWorth, error_of_sum, less, plus};
use super::{AnalysedMoment, AnalysisOptions, Depth, Happened};
use crate::game::PlayedStep;
use crate::imagine::Situation;
use crate::rules::{Rules, Searched as _};
use crate::side::Each;
use crate::table::{Answer, Chance as _};
use std::ops::Range;
use std::rc::Rc;

/// How many copies that are played to the end of the game say as much of a chance as one that is judged before.
const TO_THE_END: u64 = 8;

/// What each side may expect, with the standard errors.
pub(super) type ChancesWithError = (Each<f64>, Each<f64>);

/// What was found in a step.
pub(super) struct StepAnalysis<R: Rules> {
    /// The chances at its start.
    pub begins: ChancesWithError,
    /// What happened, without the number of the step.
    pub moments: Vec<AnalysedMoment<R>>,
    /// The chances after its last answer, in the last step of the game so far.
    pub ends: Option<ChancesWithError>,
    /// The number of copies that were played.
    pub copies: u64,
}

/// Whether a card of a hand was dealt.
fn is_dealt<R: Rules>(answer: &Answer<R>) -> bool {
    matches!(answer, Answer::Draw { draw, .. } if draw.is_deal())
}

/// Mistakes of a side between which nothing was left to chance.
#[derive(Default)]
struct Charged {
    /// The moment of each, and what it lost less what the side has later made good.
    claims: Vec<(usize, f64)>,
    /// What they lost together.
    lost: f64,
    /// What the side could still reach, compared with what it comes to after the present moment.
    reach: f64,
    /// How much of that it then missed.
    missed: f64,
}

impl Charged {
    /// Takes up the decision before: what its mistake lost and later answers made good, and what it changed.
    fn add(&mut self, moment: usize, (loss, made_good): (f64, f64), change: f64) {
        let lost = (loss + made_good - self.reach).clamp(0.0, loss);
        let claim = (lost + self.missed).min(loss);
        if claim >= LEAST {
            self.claims.push((moment, claim));
            self.lost += lost;
        }
        self.missed = self.missed.max(claim);
        // Before the choice, the same is worth as much less or more as the choice changed.
        self.reach = (self.reach.max(loss + made_good) + change).max(0.0);
        self.missed = self.missed.min(self.reach);
    }

    /// Divides what was lost together among the mistakes, in proportion to what each lost.
    fn divide<R: Rules>(self, moments: &mut [AnalysedMoment<R>], side: R::Side) {
        let claimed: f64 = self.claims.iter().map(|(_, claim)| claim).sum();
        let share = |index: usize| {
            let claim = self.claims.iter().find(|(moment, _)| *moment == index).map_or(0.0, |(_, claim)| *claim);
            if claimed > 0.0 { claim * self.lost / claimed } else { 0.0 }
        };
        for (index, moment) in moments.iter_mut().enumerate() {
            let Happened::Decision(judged) = &mut moment.what else { continue };
            if judged.side != side {
                continue;
            }
            match judged.mistake.as_mut().filter(|_| share(index) >= LEAST) {
                Some(mistake) => mistake.loss = share(index),
                None => judged.mistake = None,
            }
        }
    }
}

/// What mistakes lost for good. Where nothing was left to chance in between, a side could still do after a choice what it
/// could have done before it, so several that led the same way share what they lost: together they lose no more than the
/// best way was worth.
fn charge<R: Rules>(moments: &mut [AnalysedMoment<R>]) {
    let is_chance = |moment: &AnalysedMoment<R>| matches!(moment.what, Happened::Chance);
    for together in moments.chunk_by_mut(|one, next| !is_chance(one) && !is_chance(next)) {
        let mut sides: Vec<(R::Side, Charged)> = Vec::new();
        for (index, moment) in together.iter().enumerate().rev() {
            let Happened::Decision(judged) = &moment.what else { continue };
            if !sides.iter().any(|(side, _)| *side == judged.side) {
                sides.push((judged.side, Charged::default()));
            }
            let charged = sides.iter_mut().find(|(side, _)| *side == judged.side);
            let loss = judged.mistake.as_ref().map_or((0.0, 0.0), |mistake| (mistake.loss, mistake.made_good));
            let change = moment.decision[judged.side];
            charged.into_iter().for_each(|(_, charged)| charged.add(index, loss, change));
        }
        sides.into_iter().for_each(|(side, charged)| charged.divide(together, side));
    }
}

/// The situation of a side halfway through a step.
pub(super) fn situation<R: Rules>(halfway: &Halfway<R>, side: R::Side) -> Option<Situation<R>> {
    Situation::new(halfway.table.seen(), halfway.table.known(), side)
}

/// Analyses a step.
pub(super) struct StepAnalyst<'a, R: Rules> {
    pub(super) copies: StepCopies<'a, R>,
    pub(super) wanted: &'a AnalysisOptions<'a, R>,
    is_last: bool,
}

impl<'a, R: Rules> StepAnalyst<'a, R> {
    pub fn new(
        scripts: Rc<R::Scripts>,
        (step, number): (&'a PlayedStep<R>, usize),
        wanted: &'a AnalysisOptions<'a, R>,
        is_last: bool,
    ) -> StepAnalyst<'a, R> {
        // What a die or a card was worth is often seen only a few turns later.
        let horizon = R::Search::horizon(&step.start, &scripts);
        StepAnalyst { copies: StepCopies::new(scripts, (step, number), horizon, wanted.stop), wanted, is_last }
    }

    /// What happened in the step; nothing if it was stopped.
    pub fn analyse(&self) -> Option<StepAnalysis<R>> {
        let found = match self.wanted.seer {
            Some(seer) => self.analyse_for(seer),
            None => self.analyse_openly(),
        };
        found.filter(|_| !self.copies.is_stopped())
    }

    pub(super) fn step(&self) -> &'a PlayedStep<R> {
        self.copies.step
    }

    pub(super) fn depth(&self) -> Depth {
        self.wanted.depth
    }

    /// The copies of each result of chance, and of each point of the curve. One that is played to the end of the game says
    /// only who won it.
    pub(super) fn deals_of_chance(&self) -> u64 {
        let one = if self.copies.go_to_the_end() { TO_THE_END } else { 1 };
        one * self.depth().deals_of_chance()
    }

    /// What was found, if it was not stopped. The chances are those at the start and after the last answer.
    pub(super) fn found(
        &self,
        mut moments: Vec<AnalysedMoment<R>>,
        begins: &CopyWorths,
        ends: impl FnOnce() -> CopyWorths,
    ) -> StepAnalysis<R> {
        // Where no copy can be played, nothing is known of the chances.
        let even = Each::new(self.copies.sides, |_| 1.0 / self.copies.sides.count() as f64);
        let chances = |sample: &CopyWorths| sample.mean().map_or((even, even), |found| (found.mean, found.error));
        let ends = self.is_last.then(|| chances(&ends()));
        charge(&mut moments);
        StepAnalysis { begins: chances(begins), moments, ends, copies: self.copies.played() }
    }

    /// With all cards open; what sides decided is judged by what they knew.
    fn analyse_openly(&self) -> Option<StepAnalysis<R>> {
        let answers = &self.step().answers;
        let deals = self.deals_of_chance();
        let mut course = Course::new(&self.copies);
        let begins = course.sample(0, deals);
        let mut moments: Vec<AnalysedMoment<R>> = Vec::new();
        for (known, answer) in answers.iter().enumerate() {
            if self.copies.is_stopped() {
                return None;
            }
            // A deal is told of as a whole.
            if known > 0 && is_dealt(&answers[known - 1]) && is_dealt(answer) {
                continue;
            }
            let Some(halfway) = self.copies.halfway(known) else { break };
            self.log_up_to(moments.last_mut(), &halfway);
            match answer {
                Answer::Named { .. } => {}
                Answer::Roll { throw, die } => {
                    let luck = course.luck_of_die(known, *throw, *die, deals);
                    self.add_luck(&mut moments, known..known + 1, &halfway, &luck);
                }
                dealt if is_dealt(dealt) => {
                    let end = known + answers[known..].iter().take_while(|answer| is_dealt(answer)).count();
                    let luck = course.luck_of_deal(known..end, self.depth().deals_of_hands());
                    self.add_luck(&mut moments, known..end, &halfway, &luck);
                }
                Answer::Draw { drawn, .. } => {
                    let most = (self.depth().others_drawn(), self.depth().deals_of_draws());
                    let luck = course.luck_of_draw(known, *drawn, &halfway.among, most);
                    self.add_luck(&mut moments, known..known + 1, &halfway, &luck);
                }
                Answer::Choice { .. } => {
                    let open = course.sample(known + 1, deals).less(&course.sample(known, deals));
                    let judged = self.judge(known, &halfway).zip(open);
                    moments.extend(judged.map(|(verdict, open)| self.decided(known, &halfway, verdict, open)));
                }
            }
        }
        Some(self.found(moments, &begins, || course.sample(answers.len(), deals)))
    }

    /// The log of a moment ends where the next answer is asked for.
    pub(super) fn log_up_to(&self, last: Option<&mut AnalysedMoment<R>>, halfway: &Halfway<R>) {
        if let Some(last) = last.filter(|last| last.log.end == self.step().log.end) {
            last.log.end = self.log_at(halfway);
        }
    }

    fn log_at(&self, halfway: &Halfway<R>) -> usize {
        (self.step().log.start + halfway.log).min(self.step().log.end)
    }

    /// A moment that begins here, of which it is not yet known where its part of the log ends.
    pub(super) fn moment(&self, known: usize, halfway: &Halfway<R>, what: Happened<R>) -> AnalysedMoment<R> {
        let answer = self.step().before + known;
        AnalysedMoment {
            step: 0,
            answers: answer..answer + 1,
            log: self.log_at(halfway)..self.step().log.end,
            what,
            luck: Each::default(),
            decision: Each::default(),
            hidden: Each::default(),
            error: Each::default(),
        }
    }

    /// Adds luck to the last moment, if that is the result of chance right before, or else as a new one.
    pub(super) fn add_luck(
        &self,
        moments: &mut Vec<AnalysedMoment<R>>,
        known: Range<usize>,
        halfway: &Halfway<R>,
        luck: &CopyWorths,
    ) {
        let answer = self.step().before + known.start;
        let Some(luck) = luck.mean() else { return };
        let follows =
            |last: &&mut AnalysedMoment<R>| last.answers.end == answer && matches!(last.what, Happened::Chance);
        if let Some(last) = moments.last_mut().filter(follows) {
            last.answers.end += known.len();
            last.log.end = self.step().log.end;
            last.luck = plus(last.luck, luck.mean);
            last.error = error_of_sum(last.error, luck.error);
        } else {
            let moment = self.moment(known.start, halfway, Happened::Chance);
            let answers = answer..answer + known.len();
            moments.push(AnalysedMoment { answers, luck: luck.mean, error: luck.error, ..moment });
        }
    }

    /// A decision as a moment, with what it changed with all cards open.
    pub(super) fn decided(
        &self,
        known: usize,
        halfway: &Halfway<R>,
        verdict: DecisionVerdict<R>,
        open: MeanWorth,
    ) -> AnalysedMoment<R> {
        let DecisionVerdict { judged, change } = verdict;
        // A side that knows all cards expected what was to be expected.
        let is_open = situation(halfway, judged.side).is_some_and(|situation| situation.is_open());
        let decision = if is_open { open.mean } else { change.mean };
        let moment = self.moment(known, halfway, Happened::Decision(Box::new(judged)));
        AnalysedMoment { decision, hidden: less(open.mean, decision), error: open.error, ..moment }
    }

    /// Judges the decision that is open after this many answers by what its side knew; nothing if it had no choice, or
    /// if no copy could be played.
    pub(super) fn judge(&self, known: usize, halfway: &Halfway<R>) -> Option<DecisionVerdict<R>> {
        let decision = halfway.decision.as_ref().filter(|decision| decision.choices.len() > 1)?;
        let Some(Answer::Choice { choice, .. }) = self.step().answers.get(known) else { return None };
        let table = &halfway.table;
        let situation = situation(halfway, decision.side)?;
        let earlier = &self.step().answers[..known];
        let made = earlier.iter().filter(|answer| answer.side() == Some(decision.side)).count();
        let view = R::view(table.seen(), table.known(), decision.side);
        let tried = R::Search::tried(&view, decision, *choice);
        let world = World::Imagined(&situation);
        // What it did later in the step belongs to what it had in mind.
        let later = self.step().answers[known + 1..].iter();
        let did: Vec<Answer<R>> = later.filter(|answer| answer.side() == Some(decision.side)).cloned().collect();
        let did = did.as_slice();
        let (copies, choice, depth) = (&self.copies, *choice, self.depth());
        Case { copies, world, decision, choice, did, made, tried, depth }.judge()
    }

    /// What copies of a situation come to, in several deals.
    pub(super) fn in_situation(
        &self,
        situation: &Situation<R>,
        next: Option<&Answer<R>>,
        deals: Range<u64>,
    ) -> CopyWorths {
        let world = World::Imagined(situation);
        CopyWorths(deals.map(|deal| self.copies.play(&world, next.cloned(), deal).map(|end| end.worth)).collect())
    }
}
