//! How the searching agent judges positions, and what it needs of a view.

use super::Rules;
use crate::agent::Playout;
use crate::agents::Random;
use crate::decision::Decision;
use crate::imagine::{Horizon, Situation};
use crate::value::{self, PositionValue};
use std::rc::Rc;

/// How the searching agent plays and judges a game. `()` plays random games to their ends, and goes by the score; a game
/// can give a better judgement alone, and leave the rest as it is.
pub trait Searched<R: Rules>: 'static {
    /// Whether the game judges positions itself.
    const JUDGES: bool = true;

    /// The playouts for each decision of a bot that plays at each level but the easiest, which makes none. Chosen so that each
    /// level scores about 70 % against the one before, which looks less far.
    const LEVELS: [u32; 3] = [100, 300, 900];

    /// How deep a game is analysed unless a depth is given: as deep as takes about half a minute.
    const DEPTH: u32 = 2;

    /// By how much the judgement of positions at the horizon may be wrong where it says what a choice lost: a standard
    /// error, as a chance of winning. What it calls a mistake is confirmed by copies that the rollout policy plays further. 0
    /// if there is no horizon, or if that policy plays too badly to say anything.
    const DOUBT: f64 = 0.0;

    /// The same for these copies.
    const DOUBT_FURTHER_ON: f64 = 0.0;

    /// How far these copies are played: until the judgement is hardly doubted, but no further than that, for the dice.
    const FURTHER_ON: Horizon = Horizon::END;

    /// By how many standard errors a loss has to exceed the least that a mistake costs before these copies confirm it.
    const CONFIRMED: f64 = 0.6;

    /// Whether the rollout policy, asked in the middle of a plan, would often do something else than the plan says. What it
    /// would choose then tells little of what a side chose.
    const FORGETS: bool = false;

    /// The agent that plays imagined games to their ends; [`Random`] if there is no better one.
    type Playout: Playout<R>;

    /// How far a game that stands as at `start` is imagined before it is judged: to its end, unless a position can be judged earlier. Further ahead
    /// the dice drown out the effect of a decision.
    fn horizon(_start: &R::State, _scripts: &R::Scripts) -> Horizon {
        Horizon::END
    }

    /// How far plans are played out that a search compares with this many playouts. The more playouts, the further it can
    /// look before the dice drown out what the plans did.
    fn horizon_of_plans(start: &R::State, scripts: &R::Scripts, _playouts: u32) -> Horizon {
        Self::horizon(start, scripts)
    }

    /// Whether a side is about to take its turn: imagined games are judged there. Asked after each step, once those of
    /// the horizon are over. If it is never true, games are imagined to their ends.
    fn is_turn(_state: &R::State) -> bool {
        true
    }

    /// The names of the features by which positions are judged: of kinds and roles, never of ids, so that they mean the
    /// same in each scenario. Each side has all of them. Files of values name them, so a name must not change its meaning.
    /// Nothing if the game has none: points are counted. Asked when content is compiled and when values are fitted.
    fn features(_scripts: &R::Scripts) -> Vec<String> {
        Vec::new()
    }

    /// The features of a side in a position, in the order of their names. One that tells the same of two sides is 0 for all
    /// but the first. Called wherever a position is judged.
    fn measure(_state: &R::State, _side: R::Side, _scripts: &Rc<R::Scripts>, _scenario: &R::Scenario) -> Vec<f64> {
        Vec::new()
    }

    /// How much is left of the game, in turns or years; nothing if nobody can tell. The late part of each weight is
    /// divided by its square root.
    fn left(_state: &R::State, _scripts: &R::Scripts, _scenario: &R::Scenario) -> Option<f64> {
        None
    }

    /// The weights of the scenario; points are counted where there are none.
    fn value<'a>(_state: &R::State, _scripts: &'a R::Scripts, _scenario: &R::Scenario) -> Option<&'a PositionValue> {
        None
    }

    /// The points of a side, as they are counted where there are no weights.
    fn points(state: &R::State, side: R::Side, _scripts: &Rc<R::Scripts>, _scenario: &R::Scenario) -> f64 {
        R::score(state, side).into()
    }

    /// The share of the result that a side has once the game is over, from 0 to 1; nothing before. By default the sides
    /// with the highest score share it.
    fn result(state: &R::State, side: R::Side, scripts: &R::Scripts) -> Option<f64> {
        R::is_over(state).then(|| by_score::<R>(state, side, scripts))
    }

    /// What a side may expect of a position, from 0 to 1: the share of games that it wins. By default the
    /// [learned value](crate::value). Called at the end of each imagined game, for each side. Values outside of that
    /// range, or values of opponents that do not fall as one's own rise, mislead the search.
    fn worth(state: &R::State, side: R::Side, scripts: &Rc<R::Scripts>, scenario: &R::Scenario) -> f64 {
        value::chance::<R>(state, side, scripts, scenario)
    }

    /// Once the random agent has drawn a choice, it carries it out one time in this many; 1 is always. At least one choice
    /// of each decision must be carried out sometimes: 0 would make it draw for ever.
    fn reluctance(_view: &R::View<'_>, _decision: &Decision<R>, _choice: R::Choice) -> u32 {
        1
    }

    /// The choices that an agent that does not search tries one step ahead, the rollout policy's own among them: where
    /// that knows no rule of thumb. All, for a game that has none.
    fn tried(_view: &R::View<'_>, decision: &Decision<R>, _advised: R::Choice) -> Vec<R::Choice> {
        decision.choices.clone()
    }

    /// Whether little hangs on how a question is answered: a search spends a tenth of its budget on it.
    fn is_minor(_ask: &R::Question) -> bool {
        false
    }
}

/// How the searching agent of a game judges positions.
pub type SearchOf<R> = <R as Rules>::Search;

/// The rollout policy of a game.
pub type PlayoutOf<R> = <<R as Rules>::Search as Searched<R>>::Playout;

/// Random playouts to the end of the game, judged by the score.
impl<R: Rules> Searched<R> for () {
    const JUDGES: bool = false;

    type Playout = Random;
}

/// The sides with the highest score share 1.
fn by_score<R: Rules>(state: &R::State, side: R::Side, scripts: &R::Scripts) -> f64 {
    let sides = R::sides(scripts);
    let own = R::score(state, side);
    let scores = sides.iter().map(|side| R::score(state, side));
    match scores.clone().max() {
        Some(highest) if highest > own => 0.0,
        _ => 1.0 / scores.filter(|score| *score == own).count() as f64,
    }
}

/// What a view gives to the agents of the engine.
pub trait SideView<R: Rules> {
    /// How the game stands for the side of the view, to think it through in imagined games. Called when a searching agent
    /// is asked; without a situation, as when no game is being played, it answers at random.
    fn situation(&self) -> Option<Situation<R>>;

    /// The scripts with which imagined games are played: those of the real game.
    fn scripts(&self) -> &Rc<R::Scripts>;
}
