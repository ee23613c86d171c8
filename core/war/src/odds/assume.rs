//! What is assumed where the odds of a combat depend on decisions that are still to be made.

use crate::chance::Throw;
use crate::decision::{Ask, Choice, Decision, Word};
use crate::sets::PieceId;
use crate::state::State;
use crate::table::Answer;
use serde::Serialize;

/// Something that was assumed about a decision still to be made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Assumption {
    /// No piece that could intercepts (6.7).
    NobodyIntercepts,
    /// No piece that could avoids battle (6.8).
    NobodyAvoidsBattle,
    /// No piece that could goes inside (8.1).
    NobodyGoesInside,
    /// All the militia that may join a battle do (7.3).
    MilitiaJoin,
    /// All the besieged that may join a battle outside do (8.251).
    BesiegedJoin,
    /// The strongest militia unit that may meets the raiders (10.2).
    MilitiaMeetRaiders,
    /// The besiegers assault as soon as they may (8.24).
    Assault,
    /// Each step is lost where it costs the least strength, as far as the rules allow (7.62, 9.14, 10.31). Named only
    /// if a die other than for leaders follows such a choice: the number of steps lost and the winner do not depend on
    /// it.
    StrengthIsKept,
}

impl Assumption {
    /// What an answer of the stand-in assumes.
    pub fn about(answer: &Answer) -> Option<Assumption> {
        let Answer::Choice { ask, choice, .. } = answer else { return None };
        match ask {
            // The interceptor is named by the caller.
            Ask::Intercept(_) if *choice != Choice::Word(Word::Pass) => None,
            Ask::Intercept(_) => Some(Assumption::NobodyIntercepts),
            Ask::Avoid(_) => Some(Assumption::NobodyAvoidsBattle),
            Ask::Inside(_) => Some(Assumption::NobodyGoesInside),
            Ask::Militia(_) => Some(Assumption::MilitiaJoin),
            Ask::Sortie(_) => Some(Assumption::BesiegedJoin),
            Ask::RaidMilitia(_) => Some(Assumption::MilitiaMeetRaiders),
            Ask::Assault(_) => Some(Assumption::Assault),
            Ask::Loss(_) | Ask::RaidLoss(_) => Some(Assumption::StrengthIsKept),
            _ => None,
        }
    }

    /// The assumptions in the answers to a combat that matter to what follows; the first `given` answers were really
    /// given.
    pub fn within(answers: &[Answer], given: usize) -> impl Iterator<Item = Assumption> + '_ {
        let weighty = |answer: &Answer| matches!(answer, Answer::Roll { throw, .. } if *throw != Throw::LeaderLoss);
        let last = answers.iter().rposition(weighty).unwrap_or(0);
        answers.iter().enumerate().skip(given).filter_map(move |(index, answer)| {
            Assumption::about(answer).filter(|assumed| *assumed != Assumption::StrengthIsKept || index < last)
        })
    }
}

/// Answers a decision as assumed; nothing for a decision that is for a player to make.
pub fn stand_in(state: &State, decision: &Decision) -> Option<Choice> {
    let pieces = || decision.choices.iter().filter_map(|choice| choice.piece());
    let word = |word| Some(Choice::Word(word)).filter(|choice| decision.choices.contains(choice));
    match decision.ask {
        Ask::Intercept(_) | Ask::Avoid(_) | Ask::Respond(_) => word(Word::Pass),
        Ask::Inside(_) => word(Word::Done),
        Ask::Assault(_) => word(Word::Assault),
        Ask::Sortie(_) => pieces().next().map(Choice::Piece),
        Ask::Militia(_) | Ask::RaidMilitia(_) => {
            pieces().min_by_key(|unit| std::cmp::Reverse(state.strength(*unit))).map(Choice::Piece)
        }
        Ask::Loss(_) | Ask::RaidLoss(_) => pieces().min_by_key(|unit| cost(state, *unit)).map(Choice::Piece),
        // Pieces that have to leave a place without a fight.
        Ask::Displace(_) => decision.choices.first().copied(),
        _ => None,
    }
}

/// The strength that a unit's next step is worth; of equal ones a unit is better reduced than eliminated.
fn cost(state: &State, unit: PieceId) -> (u8, bool) {
    let reduced = state.pieces.reduced().contains(unit);
    let left = if reduced { 0 } else { unit.facts().reduced };
    (state.strength(unit) - left, reduced)
}
