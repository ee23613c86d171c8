//! Fitting the value of positions to games that bots play against themselves: what each feature of a position adds to the
//! odds of a side (`wilderness_engine::value`), how well that predicts the results of games that were held out, and whether
//! of positions valued at 70 % seven in ten are won.

mod fit;
mod judgement;
mod luck;

pub use fit::fit;
pub use judgement::{Judgement, Tenth, log_loss, tenths};
pub use luck::{KnownDice, LearnedLuck};

use crate::row::Row;
use crate::series::{Tested, first_line};
use crate::simulate::or_fault;
use crate::{Player, Threads, Worker, in_order};
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;
use wilderness_engine::faults::Faults;
use wilderness_engine::script::ScriptSet;
use wilderness_engine::value::{Observed, ObservedPosition, PositionValue};
use wilderness_engine::{Agent, Decision, Purpose, Rules, Searched, Side as _, Stream};

/// One game in this many is held out of the fit.
const HELD_OUT: u64 = 5;
/// The most positions that are taken from a game: its others say little more.
const MOST_OF_GAME: usize = 24;
/// How often bots slip, in halves of the most: it is drawn for each side of each game.
const SHARES: [u32; 3] = [0, 1, 2];

/// The games from which values are learned.
pub struct Lessons<F: Tested> {
    /// What they start from.
    pub plan: F::Plan,
    /// The content.
    pub sources: <F::Scripts as ScriptSet>::Sources,
    /// Who plays all sides.
    pub player: Player,
    /// Of 100 decisions that matter, how many the bots make at random that slip most; others slip half as often, and some
    /// never.
    pub slips: u32,
}

/// A position of a game, and how the game ended.
#[derive(Clone, PartialEq, Debug)]
pub struct KnownPosition {
    /// The position.
    pub sample: ObservedPosition,
    /// The share of the result that each side had.
    pub result: Arc<[f64]>,
}

/// What has been learned.
pub struct Learned {
    /// The weights.
    pub value: PositionValue,
    /// How many games were played, those included that were held out.
    pub games: u64,
    /// How many positions the weights were fitted to.
    pub positions: usize,
    /// What holds of the games that were held out.
    pub judgement: Judgement,
    /// What pips of dice are worth.
    pub luck: LearnedLuck,
}

/// The positions of games, with those of games apart that are held out of a fit.
#[derive(Default)]
pub struct Lots {
    /// Of the games to which weights are fitted.
    pub fitted: Vec<KnownPosition>,
    /// Of those with which they are judged.
    pub held_out: Vec<KnownPosition>,
    /// The dice of all games.
    pub dice: Vec<KnownDice>,
    /// The games that were played to their ends.
    pub games: u64,
    /// What went wrong in others, with their seeds.
    pub errors: Vec<(u64, String)>,
}

impl<F: Tested> Lessons<F> {
    /// Plays the games with these seeds.
    pub fn play(&self, seeds: &RangeInclusive<u64>, threads: Threads<'_>) -> Lots {
        let mut lots = Lots::default();
        let play = |worker: &mut Worker<F>, seed| {
            let observe = || self.observe(worker, seed);
            (!(threads.stop)()).then(|| (seed, or_fault(observe).map_err(|faults| first_line(&faults)).flatten()))
        };
        let each = |(seed, observed): (u64, Result<(Observed, KnownDice), String>)| {
            match observed.map(|(it, dice)| (it.samples, it.result, dice)) {
                Ok((samples, Some(result), dice)) => {
                    lots.dice.push(dice);
                    let result: Arc<[f64]> = result.into();
                    let lot = if seed % HELD_OUT == 0 { &mut lots.held_out } else { &mut lots.fitted };
                    lot.extend(samples.into_iter().map(|sample| KnownPosition { sample, result: result.clone() }));
                    lots.games += 1;
                }
                Ok((_, None, _)) => lots.errors.push((seed, "the game has no end".to_string())),
                Err(message) => lots.errors.push((seed, message)),
            }
            Ok::<_, std::convert::Infallible>(ControlFlow::Continue(()))
        };
        match in_order(seeds, threads, Worker::default, play, drop, each) {
            Ok(_) => lots,
        }
    }

    /// The positions of the game with a seed, and its dice.
    fn observe(&self, worker: &mut Worker<F>, seed: u64) -> Result<(Observed, KnownDice), String> {
        let scripts = worker.of_sources(&self.sources).map_err(|faults: Faults| faults.to_string())?;
        let header = F::seeded(&self.plan, seed, &scripts);
        let game = wilderness_engine::Game::begin(&header, scripts).map_err(|faults| faults.to_string())?;
        let mut game = game.without_log().noting_turns();
        let mut luck = Stream::new(seed, Purpose::Imagined);
        for side in game.sides() {
            let slips = self.slips * SHARES[luck.below(SHARES.len() as u32) as usize] / 2;
            let agent = self.player.agent::<F>(seed, side, 1, Arc::default());
            let chance = Stream::new(seed.wrapping_mul(31).wrapping_add(side.index() as u64), Purpose::Imagined);
            let random = Player::Random.agent::<F>(seed, side, 1, Arc::default());
            game.set_agent(side, Some(Box::new(Slipping { agent, random, chance, slips })));
        }
        let mut observed = game.observe().map_err(|halt| halt.to_string())?;
        thin(&mut observed.samples);
        let facts = F::facts(&game.sides().iter().collect::<Vec<_>>());
        let mut row = Row::default();
        F::note(&game, &mut row);
        let leads = facts.leads(&row.scores).into_iter().map(|lead| lead as f64 / facts.unit() as f64).collect();
        let dice = KnownDice::new(leads, game.past().dice(0));
        Ok((observed, dice))
    }
}

/// Leaves at most [`MOST_OF_GAME`] samples, spread evenly.
fn thin(samples: &mut Vec<ObservedPosition>) {
    let every = samples.len().div_ceil(MOST_OF_GAME).max(1);
    let mut number = 0;
    samples.retain(|_| {
        number += 1;
        number % every == 0
    });
}

impl Lots {
    /// Fits weights to them, and judges these.
    pub fn learn(&self) -> Learned {
        let value = fit(&self.fitted);
        let judgement = Judgement::new(&value, self);
        let luck = LearnedLuck::of(&self.dice);
        Learned { value, games: self.games, positions: self.fitted.len(), judgement, luck }
    }
}

/// An agent that sometimes decides at random.
struct Slipping<R: Rules> {
    agent: Box<dyn Agent<R>>,
    random: Box<dyn Agent<R>>,
    chance: Stream,
    /// How often of a hundred times.
    slips: u32,
}

impl<R: Rules> Agent<R> for Slipping<R> {
    fn choose(&mut self, view: &R::View<'_>, decision: &Decision<R>) -> R::Choice {
        let slips = !R::Search::is_minor(&decision.ask) && self.chance.below(100) < self.slips;
        // It is asked all the same, so that it knows what the other has answered.
        let own = self.agent.choose(view, decision);
        if slips { self.random.choose(view, decision) } else { own }
    }
}
