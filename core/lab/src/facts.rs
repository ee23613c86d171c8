//! What the lab knows of a game: its sides, its score, and what it notes of each game besides.

/// What is noted of each game besides what every game has: a column of the rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// The name of the column.
    pub name: &'static str,
    /// What it holds.
    pub of: ColumnKind,
}

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnKind {
    /// One of a few words or numbers. These words stand before it in a line of the summary: `ended in`.
    Word(&'static str),
    /// How often things happened, as in `ambush:2 small-pox:1`. One of them is called so: `event`.
    Counts(&'static str),
}

/// The score of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Score {
    /// Its short name: `VP`.
    pub name: &'static str,
    /// Its name in a sentence: `victory points`.
    pub points: &'static str,
    /// Whether what one of two sides gains the other loses: then the score of the first tells all.
    pub is_zero_sum: bool,
    /// The largest possible difference between two games, and why.
    pub widest: Option<(f64, &'static str)>,
}

impl Score {
    /// A score of which nothing is known.
    pub const UNKNOWN: Score = Score { name: "score", points: "points", is_zero_sum: false, widest: None };
}

/// What the lab knows of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Facts {
    /// The word of the game.
    pub game: String,
    /// The words and names of its sides, in order.
    pub sides: Vec<(String, String)>,
    /// Its score.
    pub score: Score,
    /// What is noted of each game besides.
    pub columns: Vec<Column>,
}

impl Facts {
    /// The number of the side with this word.
    pub fn side(&self, id: &str) -> Option<usize> {
        self.sides.iter().position(|(other, _)| other == id)
    }

    /// The numbers of the sides whose score is told: of a score whose sum is always zero, that of the first.
    pub fn told(&self) -> std::ops::Range<usize> {
        let all_is_said = self.score.is_zero_sum && self.sides.len() == 2;
        0..if all_is_said { 1 } else { self.sides.len() }
    }

    /// The numbers of the sides whose lead is judged: of two, what one gains the other loses.
    pub fn judged(&self) -> std::ops::Range<usize> {
        0..if self.sides.len() == 2 { 1 } else { self.sides.len() }
    }

    /// How far each side leads with these scores, in units of [`Facts::unit`]: its own less the mean of the others; where
    /// their sum is always zero, the score itself.
    pub fn leads(&self, scores: &[i64]) -> Vec<i64> {
        if self.score.is_zero_sum {
            return scores.to_vec();
        }
        let (sum, count) = (scores.iter().sum::<i64>(), scores.len() as i64);
        scores.iter().map(|score| count * score - sum).collect()
    }

    /// How many units of a lead are a point.
    pub fn unit(&self) -> i64 {
        if self.score.is_zero_sum { 1 } else { self.sides.len().saturating_sub(1).max(1) as i64 }
    }
}
