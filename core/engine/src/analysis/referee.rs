//! A referee of analyses: what a choice lost, from copies that are played to the end of the game and dealt otherwise than
//! those of any analysis.

use super::copies::{StepCopies, World};
use crate::agent::{Agent, Playout as _};
use crate::chance::{Purpose, Stream};
use crate::decision::Decision;
use crate::game::{Game, PlayedStep};
use crate::imagine::{Horizon, Situation};
use crate::rules::{PlayoutOf, Rules, ScriptSet as _};
use crate::side::Side as _;
use crate::table::Answer;
use std::ops::Range;

/// The number of the first deal, which no analysis comes to.
const FIRST: u64 = 1 << 48;

/// Among how many of its plans the rollout policy draws: one plan alone makes much of a choice by chance.
const PLANS: usize = 4;

/// Plays by any of the plans that the rollout policy makes.
struct Varying<R: Rules> {
    policy: PlayoutOf<R>,
    draws: Stream,
}

impl<R: Rules> Agent<R> for Varying<R> {
    fn choose(&mut self, view: &R::View<'_>, decision: &Decision<R>) -> R::Choice {
        let mut plans = self.policy.plans(view, decision, PLANS);
        if !plans.is_empty() {
            self.policy = plans.swap_remove(self.draws.below(plans.len() as u32) as usize);
        }
        self.policy.choose(view, decision)
    }
}

/// Judges choices of a game.
pub struct Referee<'a, R: Rules> {
    game: &'a Game<R>,
    steps: Vec<PlayedStep<R>>,
}

/// What is to be judged.
pub struct Contested<R: Rules> {
    /// The number of the answer in the game, from 0.
    pub answer: usize,
    /// What it is compared with; without one, with what the rollout policy would have chosen.
    pub better: Option<R::Choice>,
    /// Whether the side goes on after the answer with what it did later in the step.
    pub carries_on: bool,
    /// The numbers of the copies.
    pub deals: Range<u64>,
}

impl<'a, R: Rules> Referee<'a, R> {
    /// A referee of a game that has a log.
    pub fn new(game: &'a Game<R>) -> Referee<'a, R> {
        Referee { game, steps: game.past().steps() }
    }

    /// What the side that gave an answer lost by it in each of some copies, from -1 to 1: they agree with what it knew then,
    /// all play on with any plans of the rollout policy, and what is hidden and the dice to come are those of both choices.
    /// Empty if the answer is not a choice.
    pub fn losses(&self, contested: &Contested<R>) -> Vec<f64> {
        (R::inner_loops().losses)(self, contested)
    }

    pub(crate) fn losses_here(&self, contested: &Contested<R>) -> Vec<f64> {
        let scripts = self.game.scripts();
        R::enter(scripts);
        let losses = || self.losses_in_step(contested).unwrap_or_default();
        match scripts.host() {
            Some(host) => host.apart(losses),
            None => losses(),
        }
    }

    fn losses_in_step(&self, contested: &Contested<R>) -> Option<Vec<f64>> {
        let Contested { answer, better, carries_on, deals } = contested;
        let holds = |step: &PlayedStep<R>| (step.before..step.before + step.answers.len()).contains(answer);
        let number = self.steps.iter().position(holds)?;
        let step = &self.steps[number];
        let known = answer - step.before;
        let Answer::Choice { side, ask, choice } = &step.answers[known] else { return None };
        let scripts = self.game.scripts().clone();
        let copies = StepCopies::new(scripts, (step, number), Horizon::END, &|| false).played_by(|seed, side| {
            let draws = Stream::new(seed, Purpose::Agent(side.index()));
            Box::new(Varying::<R> { policy: PlayoutOf::<R>::new(seed, side), draws })
        });
        let halfway = copies.halfway(known)?;
        let situation = Situation::new(halfway.table.seen(), halfway.table.known(), *side)?;
        let world = World::Imagined(&situation);
        let did = if *carries_on { &step.answers[known + 1..] } else { &[] };
        let worth = |choice: Option<R::Choice>, did: &[Answer<R>], deal: u64| {
            let end = match choice {
                Some(choice) => {
                    let next = Answer::Choice { side: *side, ask: ask.clone(), choice };
                    copies.play_on(&world, next, did, FIRST + deal)
                }
                None => copies.play(&world, None, FIRST + deal),
            };
            end.map(|end| end.worth[*side])
        };
        let loss = |deal: u64| Some(worth(*better, &[], deal)? - worth(Some(*choice), did, deal)?);
        Some(deals.clone().filter_map(loss).collect())
    }
}
