//! How the finished games of `compare` are counted.

use crate::prompt::front::Front;
use wilderness_engine::{Game, Side as _};
use wilderness_lab::facts::{Facts, Score};
use wilderness_lab::row::{GameEnd, Row};
use wilderness_lab::series::Tested;

/// What is counted of a game, and how it is noted.
pub struct Counting<F: Front> {
    /// The sides, the score, and what is noted besides.
    pub facts: Facts,
    /// Notes what a finished game has of it.
    pub note: fn(&Game<F>, &mut Row),
}

impl<F: Front> Counting<F> {
    /// By the score alone: the side that has scored most has won.
    pub fn by_score(sides: &[F::Side]) -> Counting<F> {
        let facts = Facts {
            game: F::NAME.into(),
            sides: sides.iter().map(|side| (side.id().to_string(), side.to_string())).collect(),
            score: Score { name: "score", points: "points", is_zero_sum: F::ZERO_SUM, widest: None },
            columns: Vec::new(),
        };
        Counting { facts, note: note_score }
    }

    /// As the lab counts.
    pub fn of_lab(sides: &[F::Side]) -> Counting<F>
    where
        F: Tested,
    {
        Counting { facts: F::facts(sides), note: F::note }
    }
}

/// Notes the scores, and the only side with the highest one as the winner.
fn note_score<F: Front>(game: &Game<F>, row: &mut Row) {
    row.scores = game.now().scores().iter().map(|(_, score)| i64::from(*score)).collect();
    let most = row.scores.iter().max();
    let mut first = row.scores.iter().enumerate().filter(|(_, score)| Some(*score) == most);
    row.end = match (first.next(), first.next()) {
        (Some((index, _)), None) => Some(GameEnd::Won(index)),
        _ => Some(GameEnd::Draw),
    };
}
