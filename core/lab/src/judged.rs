//! How sure an experiment is of each of several effects.

use crate::clustered::{Estimate, discoveries};

/// How sure it is that an effect is not zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Certainty {
    /// The interval contains zero, or the numbers are too few.
    #[default]
    Unsure,
    /// The interval excludes zero.
    Interval,
    /// The same, and it is still sure if all effects are looked at together.
    Discovery,
}

impl Certainty {
    /// The mark in tables.
    pub fn text(self) -> &'static str {
        match self {
            Certainty::Unsure => "",
            Certainty::Interval => "*",
            Certainty::Discovery => "**",
        }
    }
}

/// An estimate with its mark.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judged {
    /// The estimate.
    pub estimate: Estimate,
    /// Its mark.
    pub mark: Certainty,
}

impl Judged {
    /// Estimates that are looked at together.
    pub fn all(estimates: &[Estimate]) -> Vec<Judged> {
        let p_values: Vec<f64> = estimates.iter().filter_map(|estimate| estimate.p_value()).collect();
        let mut kept = discoveries(&p_values).into_iter();
        let mark = |estimate: Estimate| match estimate.is_judged && kept.next().unwrap_or(false) {
            true => Certainty::Discovery,
            false if estimate.is_significant() => Certainty::Interval,
            false => Certainty::Unsure,
        };
        let marks: Vec<Certainty> = estimates.iter().copied().map(mark).collect();
        estimates.iter().zip(marks).map(|(estimate, mark)| Judged { estimate: *estimate, mark }).collect()
    }

    /// A share, such as that of wins, with its interval and its mark.
    pub fn percent(self) -> String {
        let half = self.estimate.half_width().map_or(String::new(), |half| format!("±{:.1}", 100.0 * half));
        format!("{:>+5.1} % {half:<5} {:2}", 100.0 * self.estimate.mean, self.mark.text())
    }

    /// Points, with their interval and their mark.
    pub fn points(self) -> String {
        let half = self.estimate.half_width().map_or(String::new(), |half| format!("±{half:.2}"));
        format!("{:>+6.2} {half:<6} {:2}", self.estimate.mean, self.mark.text())
    }
}
