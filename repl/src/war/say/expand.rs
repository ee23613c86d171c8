//! A plan, and how it becomes decisions: its goals answer one decision after the other, first on a copy, to see whether
//! a rule is against it, and then in the game.

use super::Misunderstood;
use super::goal::{Goal, Next};
use crate::war::describe;
use std::collections::VecDeque;
use wilderness_war::{Ask, Choice, Game, Refused, Side, Word};

/// No sentence needs more answers; a plan that did would go round in circles.
const MOST_ANSWERS: usize = 200;

/// What a side wants, goal by goal; what is left of it after it has been run.
#[derive(Clone, Debug)]
pub struct Rest {
    /// Who wants it.
    pub side: Side,
    pub(super) goals: VecDeque<Goal>,
}

/// What came of a plan.
pub struct Ran {
    /// The answers that were given, in words.
    pub made: Vec<String>,
    /// How it ended.
    pub ended: Ended,
}

/// How the run of a plan ended.
pub enum Ended {
    /// Everything is done.
    Done,
    /// Something else has to be answered first.
    Waiting,
    /// A rule is against it.
    Refused(String),
    /// The game refused an answer.
    Failed(Refused),
}

impl Rest {
    /// What a side wants.
    pub fn new(side: Side, goals: impl IntoIterator<Item = Goal>) -> Rest {
        Rest { side, goals: goals.into_iter().collect() }
    }

    /// It, after playing a card for it.
    pub fn with_card(&self, card: wilderness_war::CardId) -> Rest {
        let mut plan = self.clone();
        plan.goals.push_front(Goal::Card(card));
        plan
    }

    /// It, with what an earlier sentence left undone: two forces are named before the first of them acts (5.34).
    pub fn after(mut self, earlier: Rest) -> Rest {
        let acts = |goal: &Goal| matches!(goal, Goal::Mover(_) | Goal::Action(_) | Goal::Go(_));
        let named = self.goals.iter().position(acts).unwrap_or(self.goals.len());
        let later = self.goals.split_off(named);
        self.goals.extend(earlier.goals);
        self.goals.extend(later);
        self
    }

    /// What has not been done; empty if that is nothing.
    pub fn text(&self) -> String {
        let texts: Vec<String> = self.goals.iter().filter_map(Goal::text).collect();
        texts.join(", ")
    }

    /// Tries it on a copy. The other side is taken to let things pass; where dice or the other side decide, it may
    /// work.
    ///
    /// # Errors
    /// The rule that is against it.
    pub fn check(&self, game: &Game) -> Result<(), Misunderstood> {
        let (mut plan, mut trial) = (self.clone(), game.trial());
        for _ in 0..MOST_ANSWERS {
            let before = trial.answers();
            match run(&mut plan, &mut trial).ended {
                Ended::Done | Ended::Failed(_) => return Ok(()),
                Ended::Refused(reason) => return Err(Misunderstood::Refused(reason)),
                Ended::Waiting => {}
            }
            let over = trial.decision().is_some_and(|decision| decision.ask == Ask::Card);
            if over && trial.answers() > game.answers() && !plan.text().is_empty() {
                let reason = format!("the action phase ends before all is done: {} is left over", plan.text());
                return Err(Misunderstood::Refused(reason));
            }
            if !let_pass(&mut trial, self.side) || trial.answers() == before {
                return Ok(());
            }
        }
        Ok(())
    }
}

/// Answers the decisions of the side as the plan wants, until it is done or has no answer. What is left stays in it.
pub fn run(plan: &mut Rest, game: &mut Game) -> Ran {
    let mut made = Vec::new();
    let ended = loop {
        let Some(decision) = game.decision().cloned().filter(|decision| decision.side == plan.side) else {
            if let Some(goal) = plan.goals.front_mut() {
                goal.look(game);
            }
            break if plan.text().is_empty() { Ended::Done } else { Ended::Waiting };
        };
        let Some(goal) = plan.goals.front_mut() else { break Ended::Done };
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
            Next::Wait => break if plan.text().is_empty() { Ended::Done } else { Ended::Waiting },
            Next::Refuse(reason) => break Ended::Refused(reason),
        };
        let text = in_words(game, choice);
        if let Err(refused) = game.choose(choice) {
            break Ended::Failed(refused);
        }
        made.push(text);
        if made.len() >= MOST_ANSWERS {
            break Ended::Waiting;
        }
    };
    Ran { made, ended }
}

/// In a trial: lets the other side do nothing about it, and plays no response. Returns whether that was possible.
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
