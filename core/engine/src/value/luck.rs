//! The luck of the dice: what a pip above the mean of a die is worth to each side, by what the die is rolled for and whose
//! turn it is. All of that is known before the die falls, so the mean of the luck of a game is exactly zero, whatever is
//! played and by whom: where it is subtracted from a result, the mean of results stays what it was, and they differ less.
//!
//! What pips are worth is data, in the file with the weights of a scenario, and `weigh` fits it to games that bots play.

use crate::faults::{Fault, Faults, Source, Spanned};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Luck is counted in parts of a point, of which this many are one: whole numbers, so that sums do not depend on their order,
/// and those of all faces of a die are exactly zero.
pub const PARTS: i64 = 2000;
/// What a pip is worth is written in thousandths of a point. (Half a pip then is worth whole parts.)
const DIGITS: usize = 3;
const THOUSAND: f64 = 1000.0;
/// The most points that a pip can be worth.
const MOST: f64 = 1000.0;

/// A die that has been rolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RolledDie {
    /// What it was rolled for, as records call it.
    pub kind: &'static str,
    /// How many faces it has.
    pub faces: u8,
    /// What it shows.
    pub face: u8,
    /// The side whose turn it was, by its number.
    pub turn: usize,
}

impl RolledDie {
    /// By how many half pips it is above the mean.
    pub fn half_pips(&self) -> i64 {
        2 * i64::from(self.face) - i64::from(self.faces) - 1
    }
}

/// What a pip above the mean of a die is worth.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PipWorth {
    /// For each side whose turn it may be: what a die is rolled for, and for each side by how many thousandths of a point a pip
    /// lengthens its lead.
    turns: Vec<BTreeMap<String, Vec<i64>>>,
}

/// What pips are worth while it is the turn of a side, by what a die is rolled for.
pub(super) type PipsForm = BTreeMap<Spanned<String>, Spanned<Vec<f64>>>;

impl PipWorth {
    /// Points that a pip lengthens the lead of each side by, for the side whose turn it is and what the die is rolled for.
    pub fn of_points<'a>(sides: usize, points: impl IntoIterator<Item = ((usize, &'a str), Vec<f64>)>) -> PipWorth {
        let mut turns = vec![BTreeMap::new(); sides];
        for ((turn, kind), points) in points {
            let parts: Vec<i64> = points.iter().map(|points| in_thousandths(*points)).collect();
            if parts.iter().any(|parts| *parts != 0) {
                turns[turn].insert(kind.to_string(), parts);
            }
        }
        PipWorth { turns }
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.turns.iter().all(BTreeMap::is_empty)
    }

    /// What dice gave the lead of each of this many sides, in [parts](PARTS) of a point.
    pub fn luck(&self, dice: impl Iterator<Item = RolledDie>, sides: usize) -> Vec<i64> {
        let mut luck = vec![0; sides];
        for die in dice {
            let worth = self.turns.get(die.turn).and_then(|kinds| kinds.get(die.kind));
            for (luck, worth) in luck.iter_mut().zip(worth.into_iter().flatten()) {
                *luck += worth * die.half_pips();
            }
        }
        luck
    }

    /// Reads what pips of these dice are worth.
    pub(super) fn read(
        source: &Source,
        form: &BTreeMap<Spanned<String>, PipsForm>,
        [sides, dice]: [&[&str]; 2],
        faults: &mut Faults,
    ) -> PipWorth {
        let mut turns = vec![BTreeMap::new(); sides.len()];
        for (side, kinds) in form {
            let Some(turn) = super::file::side_of(source, side, sides, faults) else { continue };
            for (kind, points) in kinds {
                if !dice.contains(&kind.get_ref().as_str()) {
                    let message = format!("no die is rolled for `{}`", kind.get_ref());
                    let fault = Fault::error("value::unknown_die", message).at(source, kind.span(), "unknown die");
                    let fault = fault.did_you_mean(kind.get_ref(), dice.iter().copied());
                    faults.push(fault.help(format!("dice are rolled for: {}", dice.join(", "))));
                } else if let Some(wrong) = wrong(points.get_ref(), sides) {
                    let message = format!("a pip of `{}` {wrong}", kind.get_ref());
                    let label = format!("points that it lengthens the lead of each side by: {}", sides.join(", "));
                    faults.push(Fault::error("value::luck", message).at(source, points.span(), label));
                } else {
                    let parts = points.get_ref().iter().map(|points| in_thousandths(*points)).collect();
                    turns[turn].insert(kind.get_ref().clone(), parts);
                }
            }
        }
        PipWorth { turns }
    }

    /// The end of the file with the weights; `explained` is the share of the variance of leads that it explains in games to
    /// which it was not fitted.
    pub fn to_toml(&self, sides: &[&str], explained: f64) -> String {
        let mut text = format!(
            "\n# What a pip above the mean of a die is worth, by whose turn it is and what the die is rolled for: by how many\n\
             # points it lengthens the lead of each side ({}). In games held out it explains {:.1} % of the variance.\n",
            sides.join(", "),
            100.0 * explained
        );
        for (side, kinds) in sides.iter().zip(&self.turns).filter(|(_, kinds)| !kinds.is_empty()) {
            let _ = writeln!(text, "\n[luck.{}]", super::file::key(side));
            for (kind, parts) in kinds {
                let points = parts.iter().map(|parts| format!("{:.DIGITS$}", *parts as f64 / THOUSAND));
                let points = points.collect::<Vec<_>>().join(", ");
                let _ = writeln!(text, "{} = [{points}]", super::file::key(kind));
            }
        }
        text
    }
}

fn in_thousandths(points: f64) -> i64 {
    (THOUSAND * points.clamp(-MOST, MOST)).round() as i64
}

/// What is wrong with the points of a pip, if anything is.
fn wrong(points: &[f64], sides: &[&str]) -> Option<String> {
    if points.len() != sides.len() {
        return Some(format!("has {} numbers, and there are {} sides", points.len(), sides.len()));
    }
    let is_wide = |points: &&f64| points.is_nan() || points.abs() > MOST;
    points.iter().find(is_wide).map(|points| format!("cannot be worth {points} points: at most {MOST}"))
}
