//! How well values predict the results of games that they were not fitted to.

use super::{KnownPosition, Lots};
use wilderness_engine::value::PositionValue;

/// A chance of 0 or 1 that is wrong would cost without end.
const LEAST: f64 = 1e-6;

/// The log loss of predictions in games that were held out, in nats a position, and how they are calibrated.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// The positions.
    pub positions: usize,
    /// Of the new weights.
    pub new: f64,
    /// Of what the content says at present: its weights, or its points where it has none.
    pub present: f64,
    /// Of the points.
    pub points: f64,
    /// Of a constant: how often each side wins.
    pub constant: f64,
    /// The calibration of the new weights.
    pub calibration: Vec<Tenth>,
    /// That of the present ones.
    pub present_calibration: Vec<Tenth>,
}

/// The positions whose value for a side lies in a tenth of all values.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tenth {
    /// How many there are.
    pub positions: u64,
    /// Their values, added up.
    pub told: f64,
    /// Their results, added up.
    pub won: f64,
}

impl Judgement {
    /// Judges weights by the positions that were held out.
    pub fn new(value: &PositionValue, lots: &Lots) -> Judgement {
        let held_out = &lots.held_out;
        let fresh = |lesson: &KnownPosition| value.chances(&lesson.sample.features);
        let constant = mean_result(&lots.fitted);
        Judgement {
            positions: held_out.len(),
            new: log_loss(held_out, fresh),
            present: log_loss(held_out, |lesson| lesson.sample.told.clone()),
            points: log_loss(held_out, |lesson| lesson.sample.by_points.clone()),
            constant: log_loss(held_out, |_| constant.clone()),
            calibration: tenths(held_out, fresh),
            present_calibration: tenths(held_out, |lesson| lesson.sample.told.clone()),
        }
    }
}

impl Lots {
    /// Judges what the content says at present by all positions.
    pub fn judge_present(&self) -> Judgement {
        let all: Vec<KnownPosition> = self.fitted.iter().chain(&self.held_out).cloned().collect();
        let present = |lesson: &KnownPosition| lesson.sample.told.clone();
        let constant = mean_result(&all);
        Judgement {
            positions: all.len(),
            new: f64::NAN,
            present: log_loss(&all, present),
            points: log_loss(&all, |lesson| lesson.sample.by_points.clone()),
            constant: log_loss(&all, |_| constant.clone()),
            calibration: Vec::new(),
            present_calibration: tenths(&all, present),
        }
    }
}

/// How often each side wins.
fn mean_result(lessons: &[KnownPosition]) -> Vec<f64> {
    let sides = lessons.first().map_or(0, |lesson| lesson.result.len());
    let of = |side: usize| lessons.iter().map(|lesson| lesson.result[side]).sum::<f64>() / lessons.len() as f64;
    (0..sides).map(of).collect()
}

/// The log loss of predicted chances, in nats a position.
pub fn log_loss(lessons: &[KnownPosition], told: impl Fn(&KnownPosition) -> Vec<f64>) -> f64 {
    let one = |lesson: &KnownPosition| -> f64 {
        let told = told(lesson);
        lesson.result.iter().zip(told).map(|(won, told)| -won * told.clamp(LEAST, 1.0).ln()).sum()
    };
    lessons.iter().map(one).sum::<f64>() / lessons.len().max(1) as f64
}

/// What was told and what came of it, by tenths of the value: of the first side, or of each side if there are more than two.
pub fn tenths(lessons: &[KnownPosition], told: impl Fn(&KnownPosition) -> Vec<f64>) -> Vec<Tenth> {
    let mut tenths = vec![Tenth::default(); 10];
    for lesson in lessons {
        let all = if lesson.result.len() == 2 { 1 } else { lesson.result.len() };
        for (won, told) in lesson.result.iter().zip(told(lesson)).take(all) {
            let tenth = &mut tenths[((told * 10.0) as usize).min(9)];
            tenth.positions += 1;
            tenth.told += told;
            tenth.won += won;
        }
    }
    tenths
}
