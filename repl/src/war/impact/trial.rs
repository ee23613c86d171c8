//! One base game, and its twins: games that are equal to it up to a deal, and then differ in one card of one hand.

use super::packed::PackedSample;
use super::uses::{self, HandCard, Uses};
use crate::interrupt;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;
use wilderness_engine::value::PARTS;
use wilderness_engine::{Agent, Purpose, Stream};
use wilderness_lab::series::{Series, Tested, first_line};
use wilderness_lab::{Worker, message};
use wilderness_war::{CardId, CardSet, Choice, Deal, Deals as _, Decision, Game, Side, View, War};

/// How many twins each deal gives for each side. Each exchanges another card of the hand.
pub const TWINS: usize = 2;

/// The seeds of agents are counted in this many per game: none has more seasons.
const SEASONS: u64 = 64;

/// What is played for each seed.
pub struct ImpactTrial<'a> {
    /// The base games.
    pub series: &'a Series<War>,
    /// The same, where it is found out what events bring, if that is wanted.
    pub weighed: Option<&'a Series<War>>,
    /// The card that is exchanged in every pair; any card if there is none.
    pub card: Option<CardId>,
    /// How long to play.
    pub limit: Limit,
}

/// When to stop: at a time, if one is set, and when Ctrl-C is pressed.
#[derive(Clone, Copy, Default)]
pub struct Limit(pub Option<Instant>);

impl Limit {
    /// Whether it is reached.
    pub fn is_reached(self) -> bool {
        interrupt::is_pressed() || self.0.is_some_and(|end| Instant::now() >= end)
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrialEnd {
    /// The winner; none in a draw.
    pub winner: Option<Side>,
    /// Victory points: positive for the French.
    pub vp: i16,
    /// What dice gave the French, in parts of a point: all of a base game, and of a twin since it began. 0 if that is not known.
    pub luck: i64,
}

impl TrialEnd {
    /// Whether a side has won.
    pub fn won(self, side: Side) -> bool {
        self.winner == Some(side)
    }

    /// Victory points from the point of view of a side.
    pub fn vp_of(self, side: Side) -> i64 {
        i64::from(self.vp) * if side == Side::French { 1 } else { -1 }
    }
}

/// Two games that differ in one card of a hand: the base game and a twin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// Whose hand it is.
    pub side: Side,
    /// The card in the base game.
    pub card: CardId,
    /// The card in the twin. Each lies in the draw pile of the other game.
    pub instead: CardId,
    /// How the twin ended.
    pub twin: TrialEnd,
    /// What dice gave the French in the base game before the deal, in parts of a point.
    pub before: i64,
}

impl Pair {
    /// How many more victory points the side has with the card than without it, in parts of a point: with the luck of the dice,
    /// and without it.
    pub fn gained(&self, base: TrialEnd) -> [i64; 2] {
        let with = PARTS * (base.vp_of(self.side) - self.twin.vp_of(self.side));
        let luck = base.luck - self.before - self.twin.luck;
        [with, with - if self.side == Side::French { luck } else { -luck }]
    }
}

/// A base game and its pairs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "PackedSample", try_from = "PackedSample")]
pub struct Sample {
    pub seed: u64,
    /// How the base game ended, or what went wrong in one of the games.
    pub end: Result<TrialEnd, String>,
    /// What became of the cards of the base game.
    pub uses: BTreeMap<HandCard, Uses>,
    pub pairs: Vec<Pair>,
    /// What the first play of each event by each side has brought it in parts of a victory point, if that is wanted.
    pub brought: BTreeMap<(String, usize), i64>,
}

impl ImpactTrial<'_> {
    /// Plays the base game with a seed, and its twins; nothing if the limit is reached before the last one ends.
    pub fn play(&self, worker: &mut Worker<War>, seed: u64) -> Option<Sample> {
        let mut sample = Sample {
            seed,
            end: Err(String::new()),
            uses: BTreeMap::new(),
            pairs: Vec::new(),
            brought: BTreeMap::new(),
        };
        let played = catch_unwind(AssertUnwindSafe(|| self.fill(worker, &mut sample)));
        let ended = match played {
            Ok(Ok(end)) => {
                let end = end?;
                self.weigh(worker, &mut sample)?.map(|()| end)
            }
            Ok(Err(fault)) => Err(fault),
            Err(panic) => Err(format!("panic: {}", message(&*panic))),
        };
        Some(Sample { end: ended, ..sample })
    }

    fn fill(&self, worker: &mut Worker<War>, sample: &mut Sample) -> Result<Option<TrialEnd>, String> {
        let begun = worker.begin(self.series, sample.seed, interrupt::is_pressed);
        let mut game = begun.map_err(|faults| first_line(&faults))?;
        let mut coins = Stream::new(sample.seed, Purpose::Experiment);
        let mut season = 0;
        self.seat(&mut game, sample.seed, season);
        let mut told = 0;
        loop {
            if game.deals_next() {
                season += 1;
                self.seat(&mut game, sample.seed, season);
                // The twins begin here: what a script or an agent does after the deal is done with the other card.
                let before = game.copies().fork(|_| Ok::<(), String>(()))?;
                let luck = self.luck(&game);
                let Some(deal) = game.deal().map_err(|halt| halt.to_string())? else { break };
                uses::note_deal(&mut sample.uses, &deal);
                for (side, card, instead) in self.exchanges(&deal, &mut coins) {
                    let twin = before.with_exchanged(card, instead).map_err(|error| error.to_string())?;
                    let Some(twin) = self.play_on(twin, sample.seed, season)? else { return Ok(None) };
                    sample.pairs.push(Pair { side, card, instead, twin, before: luck });
                }
            } else if !game.past_mut().proceed_step().map_err(|halt| halt.to_string())? {
                break;
            }
            let log = game.log();
            uses::note_step(&mut sample.uses, &log[told..]);
            told = log.len();
        }
        uses::note_end(&mut sample.uses, &View::of_everything(&game));
        self.end(&game)
    }

    /// Finds out what events bring in another game with the seed, if that is wanted; nothing if the limit is reached before.
    fn weigh(&self, worker: &mut Worker<War>, sample: &mut Sample) -> Option<Result<(), String>> {
        let Some(series) = self.weighed else { return Some(Ok(())) };
        let row = Some(self.limit).filter(|limit| !limit.is_reached());
        let row = row.and_then(|_| worker.play(series, sample.seed, interrupt::is_pressed))?;
        sample.brought = row.brought;
        Some(if row.error.is_empty() { Ok(()) } else { Err(row.error) })
    }

    /// Plays a twin, which stands before a deal, to its end; nothing if the limit is reached before.
    pub fn play_on(&self, game: Game, seed: u64, mut season: u64) -> Result<Option<TrialEnd>, String> {
        let mut game = if self.series.pips.is_some() { game.noting_turns() } else { game };
        loop {
            self.seat(&mut game, seed, season);
            let dealt = game.deal().map_err(|halt| halt.to_string())?;
            if dealt.is_none() || !game.proceed_to_deal().map_err(|halt| halt.to_string())? {
                return self.end(&game);
            }
            season += 1;
        }
    }

    /// Seats new agents: in every season those of a base game and of its twins begin alike.
    pub fn seat(&self, game: &mut Game, seed: u64, season: u64) {
        let seed = seed.wrapping_mul(SEASONS).wrapping_add(season % SEASONS);
        for side in Side::BOTH {
            // Not hurried, so that results do not depend on time.
            let agent = self.series.players[side].agent(seed, side, 1, Arc::default());
            game.set_agent(side, Some(Box::new(Limited { agent, limit: self.limit })));
        }
    }

    /// What dice have given the French so far, in parts of a point.
    fn luck(&self, game: &Game) -> i64 {
        self.series.pips.as_ref().map_or(0, |pips| pips.luck(game.past().dice(0), 1)[0])
    }

    /// How a game has ended; nothing if the limit was reached before.
    fn end(&self, game: &Game) -> Result<Option<TrialEnd>, String> {
        match game.outcome() {
            Some(victory) => match War::wrong(game) {
                Some(fault) => Err(fault),
                None => {
                    let (winner, vp, luck) = (victory.winner, View::public(game).vp(), self.luck(game));
                    Ok(Some(TrialEnd { winner, vp, luck }))
                }
            },
            None if self.limit.is_reached() => Ok(None),
            None => Err("the game has no end".into()),
        }
    }

    /// Draws which cards of the hands are exchanged for which cards of the draw pile.
    pub fn exchanges(&self, deal: &Deal, coins: &mut Stream) -> Vec<(Side, CardId, CardId)> {
        let mut exchanges = Vec::new();
        for side in Side::BOTH {
            let mut drawn = |cards: CardSet| {
                let mut cards: Vec<CardId> = match self.card.filter(|card| cards.contains(*card)) {
                    Some(card) => vec![card; TWINS],
                    None => cards.iter().collect(),
                };
                coins.shuffle(&mut cards);
                cards
            };
            let (held, spare) = (drawn(deal.exchangeable(side)), drawn(deal.spare()));
            let pairs = held.into_iter().zip(spare).take(TWINS);
            let wanted = |card: CardId, instead: CardId| self.card.is_none_or(|only| only == card || only == instead);
            exchanges.extend(pairs.filter(|pair| wanted(pair.0, pair.1)).map(|(card, instead)| (side, card, instead)));
        }
        exchanges
    }
}

/// An agent that waits once the limit is reached.
struct Limited {
    agent: Box<dyn Agent<War>>,
    limit: Limit,
}

impl Agent<War> for Limited {
    fn choose(&mut self, view: &View<'_>, decision: &Decision) -> Choice {
        self.agent.choose(view, decision)
    }

    fn waits(&self) -> bool {
        self.limit.is_reached()
    }
}
