//! The agent that looks one step ahead: it plays as the rollout policy of the game does, and where the game says so it
//! tries choices on copies of the game as it knows it, to the end of the step, and takes the one after which it stands
//! best. So it plays what a designer has just written, of which no rule of thumb knows anything.

use crate::agent::{Agent, Explanation, Playout};
use crate::decision::Decision;
use crate::imagine::{Horizon, Situation};
use crate::rules::{PlayoutOf, Rules, ScriptSet as _, Searched, SideView as _};
use std::rc::Rc;

/// The most copies on which a choice is tried, each with hidden cards and dice of its own, the same for all choices.
const MOST_DEALS: u64 = 2;
/// Copies for all choices together: with many choices, each is tried on fewer.
const COPIES: u64 = 8;
/// To the end of the step.
const STEP: Horizon = Horizon { steps: 1, turns: 0 };
/// What the choice of the rollout policy has to be improved by: all choices are tried with the same dice, and less is
/// nothing.
const BETTER: f64 = 1e-9;

/// Plays as the rollout policy does, and tries what that cannot judge.
pub struct Look<R: Rules> {
    seed: u64,
    advisor: PlayoutOf<R>,
    /// The number of decisions at which it has tried something.
    tries: u64,
    /// How it stands after each choice that it tried last, the one that it took first.
    last: Vec<(R::Choice, f64)>,
}

impl<R: Rules> Look<R> {
    /// An agent that plays as another does where that can judge. The same seed plays the same way.
    pub fn new(seed: u64, advisor: PlayoutOf<R>) -> Look<R> {
        Look { seed, advisor, tries: 0, last: Vec::new() }
    }

    /// How it stands on average after each of these choices, the best first. Nothing if one ends in a fault: the game is to
    /// show that, rather than a bot that steers clear of it.
    fn after(
        &self,
        situation: &Situation<R>,
        scripts: &Rc<R::Scripts>,
        decision: &Decision<R>,
        choices: &[R::Choice],
    ) -> Option<Vec<(R::Choice, f64)>> {
        let deals = (COPIES / choices.len() as u64).clamp(1, MOST_DEALS);
        let after = |choice: R::Choice| {
            let worth = |deal: u64| {
                let seed =
                    self.seed.rotate_left(24) ^ (self.tries * MOST_DEALS + deal).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let sides = R::sides(scripts);
                let agents = sides.iter().map(|side| {
                    let own = side == decision.side;
                    let playout = if own { self.advisor.again(seed, side) } else { PlayoutOf::<R>::new(seed, side) };
                    let first = own.then(|| (decision.clone(), choice));
                    Box::new(FirstAnswer { first, playout }) as Box<dyn Agent<R>>
                });
                let state = situation.imagine(scripts, seed).play(agents, STEP)?;
                Some(R::Search::worth(&state, decision.side, scripts, situation.scenario()))
            };
            let worths: Option<Vec<f64>> = (0..deals).map(worth).collect();
            worths.map(|worths| (choice, worths.iter().sum::<f64>() / deals as f64))
        };
        let mut tried: Vec<(R::Choice, f64)> = choices.iter().copied().map(after).collect::<Option<_>>()?;
        tried.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        Some(tried)
    }
}

/// Gives one answer, and goes on as the rollout policy.
struct FirstAnswer<R: Rules> {
    first: Option<(Decision<R>, R::Choice)>,
    playout: PlayoutOf<R>,
}

impl<R: Rules> Agent<R> for FirstAnswer<R> {
    fn choose(&mut self, view: &R::View<'_>, decision: &Decision<R>) -> R::Choice {
        let is_meant = |(meant, choice): &mut (Decision<R>, R::Choice)| {
            meant.ask == decision.ask && decision.choices.contains(choice)
        };
        match self.first.take_if(is_meant) {
            Some((_, choice)) => choice,
            None => self.playout.choose(view, decision),
        }
    }
}

impl<R: Rules> Agent<R> for Look<R> {
    fn choose(&mut self, view: &R::View<'_>, decision: &Decision<R>) -> R::Choice {
        self.last.clear();
        let before = self.advisor.clone();
        let advised = self.advisor.choose(view, decision);
        let mut choices = R::Search::tried(view, decision, advised);
        choices.retain(|choice| decision.choices.contains(choice));
        if choices.len() < 2 {
            return advised;
        }
        let (Some(situation), scripts) = (view.situation(), view.scripts()) else { return advised };
        self.tries += 1;
        // What is tried begins with the plans from before this decision.
        let after = std::mem::replace(&mut self.advisor, before);
        let look = || self.after(&situation, scripts, decision, &choices);
        // The real game may be in the middle of an event.
        let tried = match scripts.host() {
            Some(host) => host.apart(look),
            None => look(),
        };
        self.advisor = after;
        let Some(mut tried) = tried else { return advised };
        // What is no better than what the rules of thumb say is not taken instead.
        let of_advised = tried.iter().position(|(choice, _)| *choice == advised);
        if let Some(place) = of_advised.filter(|place| tried[0].1 < tried[*place].1 + BETTER) {
            tried[..=place].rotate_right(1);
        }
        let choice = tried[0].0;
        self.last = tried;
        choice
    }

    fn copy(&self) -> Option<Box<dyn Agent<R>>> {
        let Look { seed, ref advisor, tries, ref last } = *self;
        Some(Box::new(Look::<R> { seed, advisor: advisor.clone(), tries, last: last.clone() }))
    }

    fn in_mind(&self) -> Option<String> {
        Some(format!("{} {} {}", self.seed, self.tries, self.advisor.in_mind()?))
    }

    fn explain(&self, scripts: &R::Scripts, scenario: &R::Scenario) -> Option<Explanation> {
        let [(choice, worth), others @ ..] = self.last.as_slice() else {
            return self.advisor.explain(scripts, scenario);
        };
        let named = |choice: R::Choice, taken: bool| R::named(scripts, scenario, choice, taken);
        let percent = |worth: f64| format!("{:.0} %", 100.0 * worth);
        let openly = format!("after {} the chance of winning is {}", named(*choice, true), percent(*worth));
        let next = others.first().map(|(next, worth)| format!(", after {} {}", named(*next, false), percent(*worth)));
        Some(Explanation { sentence: format!("{openly}{}", next.unwrap_or_default()), openly })
    }
}
