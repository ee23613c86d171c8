//! What an analysis adds to a film: the chance of winning from picture to picture, and marks at what turned the game.

use super::{FilmFrame, Maker};
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
const MOST_ANSWERS: usize = 400;
/// How many more steps of the sequence of play an alternative goes on after that in which it begins.
const STEPS: usize = 2;

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
    /// How it might have gone on with the better choice, as changes from its picture.
    pub instead: Vec<FilmFrame>,
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
    /// The analysis of a game, for the frames that have been made of it.
    pub(super) fn of<F: Front>(game: &Game<F>, analysis: &Analysis<F>, maker: &mut Maker<F>) -> AnalysedFilm {
        let ends: Vec<usize> = maker.ends.iter().map(|end| end.log).collect();
        let first = analysis.sides.first();
        let by = |end: usize| {
            let before = analysis.curve.iter().take_while(|point| point.log <= end).last();
            before.or(analysis.curve.first()).map_or(0.5, |point| point.chances[first])
        };
        let mut moments: Vec<&AnalysedMoment<F>> = analysis.turning_points(MOST_MARKS);
        moments.sort_by_key(|moment| (moment.step, moment.answers.start));
        let frame_of = |entry: usize| ends.iter().position(|end| *end > entry).unwrap_or(ends.len().saturating_sub(1));
        let mut mark = |moment: &AnalysedMoment<F>| {
            let frame = frame_of(moment.log.start);
            let luckiest = analysis.sides.iter().max_by(|one, other| moment.luck[*one].total_cmp(&moment.luck[*other]));
            let (side, luck, instead) = match &moment.what {
                Happened::Chance => (luckiest.unwrap_or(first), true, Vec::new()),
                // What other sides might have done tells what they hold.
                Happened::Decision(judged) if analysis.seer.is_none() => {
                    let better = judged.mistake.as_ref().map(|mistake| mistake.better);
                    let other = better.and_then(|better| instead(game, moment, better));
                    let frames = other.map(|(other, told)| maker.branch(&other, told, frame));
                    (judged.side, false, frames.unwrap_or_default())
                }
                Happened::Decision(judged) => (judged.side, false, Vec::new()),
            };
            let text = analysed::sentence(game, analysis, moment);
            TurningMark { frame, side: side.index(), luck, text, instead }
        };
        AnalysedFilm {
            chances: ends.iter().map(|end| by(*end)).collect(),
            marks: moments.into_iter().map(&mut mark).collect(),
            summary: analysed::summary(game, analysis),
        }
    }
}

/// How the game might have gone on with another choice at a moment, played by bots with the dice of the game, and how many
/// entries its log had before; nothing if it cannot be played from there.
fn instead<F: Front>(game: &Game<F>, moment: &AnalysedMoment<F>, better: F::Choice) -> Option<(Game<F>, usize)> {
    let mut other = game.record().play(game.scripts().clone(), Some(moment.answers.start)).ok()?;
    let told = other.log().len();
    let bot = |side: F::Side| (side, Player::Greedy.agent::<F>(game.header().seed, side, 1, Arc::default()));
    let mut bots: Vec<(F::Side, Box<dyn Agent<F>>)> = game.sides().iter().map(bot).collect();
    let (mut next, mut begun) = (better, 0);
    for _ in 0..MOST_ANSWERS {
        if other.choose(next).is_err() || other.now().broken().is_some() {
            break;
        }
        // Nothing has been answered where another step begins.
        begun += usize::from(other.past().history_of_step().is_empty());
        let Some(open) = other.decision().filter(|_| begun <= STEPS).cloned() else { break };
        let Some((_, bot)) = bots.iter_mut().find(|(side, _)| *side == open.side) else { break };
        next = bot.choose(&other.view(open.side), &open);
    }
    (other.log().len() > told).then_some((other, told))
}
