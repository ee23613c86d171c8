//! Plans, and how they become decisions: the goals answer one decision after the other, first on a copy, to find out
//! whether a rule forbids them, and then in the game.

use super::SentenceError;
use super::goal::{Goal, Next};
use crate::war::describe;
use std::collections::VecDeque;
use wilderness_war::{Ask, Choice, Game, Refused, Side, Word};

/// No sentence needs more answers; a plan that exceeded this would be in a loop.
const MOST_ANSWERS: usize = 200;

/// The goals of a side; after a run, those that remain.
#[derive(Clone, Debug)]
pub struct Rest {
    /// The side.
    pub side: Side,
    pub(super) goals: VecDeque<Goal>,
}

/// The result of running a plan.
pub struct PlanRun {
    /// The answers given, as text.
    pub made: Vec<String>,
    /// How the run ended.
    pub ended: RunEnd,
}

/// How the run of a plan ended.
pub enum RunEnd {
    /// All goals are reached.
    Done,
    /// A different question comes first.
    Waiting,
    /// A rule forbids it.
    Refused(String),
    /// The game refused an answer.
    Failed(Refused),
}

impl Rest {
    /// The goals of a side.
    pub fn new(side: Side, goals: impl IntoIterator<Item = Goal>) -> Rest {
        Rest { side, goals: goals.into_iter().collect() }
    }

    /// The plan after playing a card for it.
    pub fn with_card(&self, card: wilderness_war::CardId) -> Rest {
        let mut plan = self.clone();
        plan.goals.push_front(Goal::Card(card));
        plan
    }

    /// The plan with the unfinished part of an earlier sentence: two forces are named before the first of them acts
    /// (5.34).
    pub fn after(mut self, earlier: Rest) -> Rest {
        let acts = |goal: &Goal| matches!(goal, Goal::Mover(_) | Goal::Action(_) | Goal::Go(_));
        let named = self.goals.iter().position(acts).unwrap_or(self.goals.len());
        let later = self.goals.split_off(named);
        self.goals.extend(earlier.goals);
        self.goals.extend(later);
        self
    }

    /// The remaining goals as text; empty if there are none.
    pub fn text(&self) -> String {
        let texts: Vec<String> = self.goals.iter().filter_map(Goal::text).collect();
        texts.join(", ")
    }

    /// Tries the plan on a copy. The other side is assumed to pass; where dice or the other side decide, the plan may
    /// succeed.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check(&self, game: &Game) -> Result<(), SentenceError> {
        let (mut plan, mut trial) = (self.clone(), game.trial());
        for _ in 0..MOST_ANSWERS {
            let before = trial.answers();
            match run(&mut plan, &mut trial).ended {
                RunEnd::Done | RunEnd::Failed(_) => return Ok(()),
                RunEnd::Refused(reason) => return Err(SentenceError::Refused(reason)),
                RunEnd::Waiting => {}
            }
            let over = trial.decision().is_some_and(|decision| decision.ask == Ask::Card);
            if over && trial.answers() > game.answers() && !plan.text().is_empty() {
                let reason = format!("the action phase ends too early: {} is not carried out", plan.text());
                return Err(SentenceError::Refused(reason));
            }
            if !let_pass(&mut trial, self.side) || trial.answers() == before {
                return Ok(());
            }
        }
        Ok(())
    }
}

/// Answers the decisions of the side, until the plan is done or has no answer. The remaining goals stay in it.
pub fn run(plan: &mut Rest, game: &mut Game) -> PlanRun {
    let mut made = Vec::new();
    let ended = loop {
        let Some(decision) = game.decision().cloned().filter(|decision| decision.side == plan.side) else {
            if let Some(goal) = plan.goals.front_mut() {
                goal.look(game);
            }
            break if plan.text().is_empty() { RunEnd::Done } else { RunEnd::Waiting };
        };
        let Some(goal) = plan.goals.front_mut() else { break RunEnd::Done };
        let choice = match goal.next(game, &decision) {
            Next::Choose(choice) => choice,
            Next::Last(choice) => {
                plan.goals.pop_front();
                choice
            }
            Next::Done => {
                plan.goals.pop_front();
                continue;
            }
            Next::Wait => break if plan.text().is_empty() { RunEnd::Done } else { RunEnd::Waiting },
            Next::Refuse(reason) => break RunEnd::Refused(reason),
        };
        let text = in_words(game, choice);
        if let Err(refused) = game.choose(choice) {
            break RunEnd::Failed(refused);
        }
        made.push(text);
        if made.len() >= MOST_ANSWERS {
            break RunEnd::Waiting;
        }
    };
    PlanRun { made, ended }
}

/// On a trial copy: passes for the other side, and declines responses. Returns whether that was possible.
pub fn let_pass(trial: &mut Game, side: Side) -> bool {
    let Some(decision) = trial.decision() else { return false };
    if decision.side == side && !matches!(decision.ask, Ask::Respond(_)) {
        return false;
    }
    let words = [Word::Pass, Word::Done].map(Choice::Word);
    let pass = words.into_iter().find(|word| decision.choices.contains(word));
    pass.is_some_and(|word| trial.choose(word).is_ok())
}

fn in_words(game: &Game, choice: Choice) -> String {
    match choice {
        Choice::Card(card) => describe::card(game, card),
        _ => choice.to_string(),
    }
}
