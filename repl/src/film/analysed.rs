//! What an analysis adds to a film: the chance of winning from picture to picture, and marks at what turned the game.

use crate::front::Front;
use crate::prompt::analysed;
use serde::Serialize;
use std::sync::Arc;
use wilderness_engine::analysis::{AnalysedMoment, Analysis, Happened};
use wilderness_engine::{Agent, Game, Side as _};
use wilderness_lab::Player;

/// The most marks: what changed most.
const MOST_MARKS: usize = 15;
/// The most answers of an alternative.
const MOST_ANSWERS: usize = 200;
/// The most sentences of an alternative.
const SENTENCES: usize = 12;

/// Something that turned the game.
#[derive(Clone, Serialize)]
pub struct TurningMark {
    /// The number of the picture.
    pub frame: usize,
    /// The number of the side that it is about.
    pub side: usize,
    /// Whether it is luck, and not a mistake.
    pub luck: bool,
    /// When it was, what it was and what it changed.
    pub text: String,
    /// How it might have gone on with the better choice, as sentences.
    pub instead: Vec<String>,
}

/// What is shown of an analysis.
pub struct AnalysedFilm {
    /// The first side's chance of winning by the end of each picture, from 0 to 1.
    pub chances: Vec<f64>,
    /// What turned the game, in order.
    pub marks: Vec<TurningMark>,
    /// Luck and mistakes, in a sentence.
    pub summary: String,
}

impl AnalysedFilm {
    /// The analysis of a game, for the pictures that end with these numbers of entries of its log.
    pub fn of<F: Front>(game: &Game<F>, analysis: &Analysis<F>, ends: &[usize]) -> AnalysedFilm {
        let first = analysis.sides.first();
        let by = |end: usize| {
            let before = analysis.curve.iter().take_while(|point| point.log <= end).last();
            before.or(analysis.curve.first()).map_or(0.5, |point| point.chances[first])
        };
        let mut moments: Vec<&AnalysedMoment<F>> = analysis.turning_points(MOST_MARKS);
        moments.sort_by_key(|moment| (moment.step, moment.answers.start));
        let frame_of = |entry: usize| ends.iter().position(|end| *end > entry).unwrap_or(ends.len().saturating_sub(1));
        let mark = |moment: &AnalysedMoment<F>| {
            let luckiest = analysis.sides.iter().max_by(|one, other| moment.luck[*one].total_cmp(&moment.luck[*other]));
            let (side, luck, instead) = match &moment.what {
                Happened::Chance => (luckiest.unwrap_or(first), true, Vec::new()),
                // What other sides might have done tells what they hold.
                Happened::Decision(judged) if analysis.seer.is_none() => {
                    let better = judged.mistake.as_ref().map(|mistake| mistake.better);
                    (judged.side, false, better.map(|better| instead(game, moment, better)).unwrap_or_default())
                }
                Happened::Decision(judged) => (judged.side, false, Vec::new()),
            };
            let text = analysed::sentence(game, analysis, moment);
            TurningMark { frame: frame_of(moment.log.start), side: side.index(), luck, text, instead }
        };
        AnalysedFilm {
            chances: ends.iter().map(|end| by(*end)).collect(),
            marks: moments.into_iter().map(mark).collect(),
            summary: analysed::summary(game, analysis),
        }
    }
}

/// How the step might have gone on with another choice at a moment, played by bots with the dice of the game; nothing if it
/// cannot be played from there.
fn instead<F: Front>(game: &Game<F>, moment: &AnalysedMoment<F>, better: F::Choice) -> Vec<String> {
    let Ok(mut other) = game.record().play(game.scripts().clone(), Some(moment.answers.start)) else {
        return Vec::new();
    };
    let told = other.log().len();
    let bot = |side: F::Side| (side, Player::Greedy.agent::<F>(game.header().seed, side, 1, Arc::default()));
    let mut bots: Vec<(F::Side, Box<dyn Agent<F>>)> = game.sides().iter().map(bot).collect();
    let mut next = better;
    for _ in 0..MOST_ANSWERS {
        let goes_on = other.choose(next).is_ok() && other.now().broken().is_none();
        // Nothing has been answered where another step begins.
        if !goes_on || other.past().history_of_step().is_empty() {
            break;
        }
        let Some(open) = other.decision().cloned() else { break };
        let Some((_, bot)) = bots.iter_mut().find(|(side, _)| *side == open.side) else { break };
        next = bot.choose(&other.view(open.side), &open);
    }
    let entries = other.log().get(told..).unwrap_or_default();
    entries.iter().take(SENTENCES).map(|entry| F::sentence(&other, entry)).collect()
}
