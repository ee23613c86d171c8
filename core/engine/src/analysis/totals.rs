//! What the moments of a game add up to.

use super::{AnalysedMoment, Analysis, Happened, Mistake};
use crate::rules::Rules;
use crate::side::Each;

/// What the moments of a game add up to. What is said of a side is about its chance of winning, where 1 is certainty.
#[derive(Clone, Debug)]
pub struct Totals<S> {
    /// For each side, in their order.
    pub sides: Vec<SideTotal<S>>,
    /// How far what is left of the change is from nothing, on average between two points of the curve.
    pub remainder: f64,
}

/// What the moments of a game add up to for a side. The change is the sum of luck, decisions, what was hidden and the
/// remainder.
#[derive(Clone, Copy, Debug)]
pub struct SideTotal<S> {
    /// The side.
    pub side: S,
    /// By how much its chance has changed.
    pub change: f64,
    /// What chance gave it.
    pub luck: f64,
    /// The standard error of that.
    pub luck_error: f64,
    /// What the decisions of all sides changed, compared with those of the rollout policy, by what each side knew.
    pub decisions: f64,
    /// What those decisions changed besides, because of what was hidden.
    pub hidden: f64,
    /// What is left.
    pub remainder: f64,
    /// What its own mistakes gave away.
    pub lost: f64,
    /// The number of its mistakes.
    pub mistakes: usize,
    /// The number of its decisions that were judged.
    pub judged: usize,
}

impl<R: Rules> AnalysedMoment<R> {
    /// The mistake, if it was one.
    pub fn mistake(&self) -> Option<&Mistake<R>> {
        match &self.what {
            Happened::Chance => None,
            Happened::Decision(judged) => judged.mistake.as_ref(),
        }
    }

    /// The largest share that chance gave or a mistake took away.
    pub fn weight(&self) -> f64 {
        let luck = self.luck.0.iter().map(|luck| luck.abs()).fold(0.0, f64::max);
        self.mistake().map_or(luck, |mistake| mistake.loss)
    }
}

impl<R: Rules> Analysis<R> {
    /// What all adds up to.
    pub fn totals(&self) -> Totals<R::Side> {
        let steps = self.curve.len().saturating_sub(1);
        let rests: Vec<Each<f64>> = (0..steps).map(|step| self.remainder(step)).collect();
        let changes: Vec<Each<f64>> = (0..steps).map(|step| self.change(step)).collect();
        let moments = || self.moments.iter().filter(|moment| moment.step < steps);
        let of_side = |side: R::Side| {
            let sum =
                |part: fn(&AnalysedMoment<R>) -> &Each<f64>| moments().map(|moment| part(moment)[side]).sum::<f64>();
            let luck = moments().filter(|moment| matches!(moment.what, Happened::Chance));
            let own =
                || moments().filter(|moment| matches!(&moment.what, Happened::Decision(judged) if judged.side == side));
            let mistakes = || own().filter_map(AnalysedMoment::mistake);
            SideTotal {
                side,
                change: changes.iter().map(|change| change[side]).sum(),
                luck: sum(|moment| &moment.luck),
                luck_error: luck.fold(0.0, |error, moment| moment.error[side].hypot(error)),
                decisions: sum(|moment| &moment.decision),
                hidden: sum(|moment| &moment.hidden),
                remainder: rests.iter().map(|rest| rest[side]).sum(),
                // The sum of nothing is -0.
                lost: mistakes().fold(0.0, |lost, mistake| lost + mistake.loss),
                mistakes: mistakes().count(),
                judged: own().count(),
            }
        };
        let largest = |rest: &Each<f64>| rest.of(self.sides).iter().map(|rest| rest.abs()).fold(0.0, f64::max);
        let remainder = rests.iter().map(largest).sum::<f64>() / (steps.max(1)) as f64;
        Totals { sides: self.sides.iter().map(of_side).collect(), remainder }
    }

    /// The moments that changed most by luck or by a mistake, at most this many, in the order of the game.
    pub fn turning_points(&self, most: usize) -> Vec<&AnalysedMoment<R>> {
        let mut moments: Vec<&AnalysedMoment<R>> = self.moments.iter().filter(|moment| moment.weight() > 0.0).collect();
        moments.sort_by(|one, other| other.weight().total_cmp(&one.weight()));
        moments.truncate(most);
        moments.sort_by_key(|moment| (moment.step, moment.answers.start));
        moments
    }
}
