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

/// How a side could have gone on.
pub struct LineOfPlay<R: Rules> {
    /// The number of its answer in the game, from 0.
    pub answer: usize,
    /// What it chooses there; nothing for what the rollout policy would have chosen.
    pub choice: Option<R::Choice>,
    /// With how many of its later answers in the step it carries on, wherever it comes to the same decisions.
    pub carried: usize,
}

/// What a line is worth in each of some copies, from 0 to 1; nothing where it does not agree with what was dealt.
pub type LineWorths = Vec<Option<f64>>;

impl<'a, R: Rules> Referee<'a, R> {
    /// A referee of a game that has a log.
    pub fn new(game: &'a Game<R>) -> Referee<'a, R> {
        Referee { game, steps: game.past().steps() }
    }

    /// What a line is worth to the side in some copies: they agree with what it knew then, and all play on with any plans of
    /// the rollout policy. What is hidden and the dice to come depend on the number of the copy alone. Empty if the answer
    /// is not a choice.
    pub fn worths(&self, line: &LineOfPlay<R>, deals: Range<u64>) -> LineWorths {
        (R::inner_loops().worths)(self, line, deals)
    }

    pub(crate) fn worths_here(&self, line: &LineOfPlay<R>, deals: Range<u64>) -> LineWorths {
        let scripts = self.game.scripts();
        R::enter(scripts);
        let worths = || self.worths_in_step(line, deals).unwrap_or_default();
        match scripts.host() {
            Some(host) => host.apart(worths),
            None => worths(),
        }
    }

    fn worths_in_step(&self, line: &LineOfPlay<R>, deals: Range<u64>) -> Option<LineWorths> {
        let LineOfPlay { answer, choice, carried } = line;
        let holds = |step: &PlayedStep<R>| (step.before..step.before + step.answers.len()).contains(answer);
        let number = self.steps.iter().position(holds)?;
        let step = &self.steps[number];
        let known = answer - step.before;
        let Answer::Choice { side, ask, .. } = &step.answers[known] else { return None };
        let scripts = self.game.scripts().clone();
        let copies = StepCopies::new(scripts, (step, number), Horizon::END, &|| false).played_by(|seed, side| {
            let draws = Stream::new(seed, Purpose::Agent(side.index()));
            Box::new(Varying::<R> { policy: PlayoutOf::<R>::new(seed, side), draws })
        });
        let halfway = copies.halfway(known)?;
        let situation = Situation::new(halfway.table.seen(), halfway.table.known(), *side)?;
        let world = World::Imagined(&situation);
        let later = step.answers[known + 1..].iter().filter(|answer| answer.side() == Some(*side));
        let did: Vec<Answer<R>> = later.take(*carried).cloned().collect();
        let next = choice.map(|choice| Answer::Choice { side: *side, ask: ask.clone(), choice });
        let worth = |deal: u64| Some(copies.play_on(&world, next.clone(), &did, FIRST + deal)?.worth[*side]);
        Some(deals.map(worth).collect())
    }
}
