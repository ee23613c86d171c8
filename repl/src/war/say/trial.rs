//! Tries a plan on a copy of the game, to find out whether a rule forbids it.

use super::SentenceError;
use super::goal::Goal;
use crate::front::{Extent, Plan, RunEnd};
use wilderness_war::{Ask, Choice, Game, Side, War, Word};

/// No plan comes to more decisions of the other side.
const MOST_WAITS: usize = 200;

/// The plan of a sentence: what is left of it lapses when its action phase ends.
pub fn plan(side: Side, goals: impl IntoIterator<Item = Goal>) -> Plan<War> {
    Plan::new(side, goals, Extent::Sentence { lapses: |ask| *ask == Ask::Card })
}

/// A plan with the unfinished part of an earlier sentence: two forces are named before the first of them acts (5.34).
pub fn after(mut plan: Plan<War>, earlier: &Plan<War>) -> Plan<War> {
    let acts = |goal: &Goal| matches!(goal, Goal::Mover(_) | Goal::Action(_) | Goal::Go(_));
    let named = plan.goals.iter().position(acts).unwrap_or(plan.goals.len());
    let later = plan.goals.split_off(named);
    plan.goals.extend(earlier.goals.iter().cloned());
    plan.goals.extend(later);
    plan
}

/// Tries a plan on a copy. The other side is assumed to pass; where dice or the other side decide, the plan may succeed.
///
/// # Errors
/// The rule that forbids it.
pub fn check(plan: &Plan<War>, game: &Game) -> Result<(), SentenceError> {
    let (mut plan, mut trial) = (plan.clone(), game.copies().trial());
    for _ in 0..MOST_WAITS {
        let before = trial.past().answers();
        match plan.run(&mut trial).ended {
            RunEnd::Done | RunEnd::Failed(_) => return Ok(()),
            RunEnd::Refused(reason) => return Err(SentenceError::Refused(reason)),
            RunEnd::Waiting => {}
        }
        let over = trial.decision().is_some_and(|decision| decision.ask == Ask::Card);
        if over && trial.past().answers() > game.past().answers() && !plan.text().is_empty() {
            let reason = format!("the action phase ends too early: {} is not carried out", plan.text());
            return Err(SentenceError::Refused(reason));
        }
        if !let_pass(&mut trial, plan.side) || trial.past().answers() == before {
            return Ok(());
        }
    }
    Ok(())
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
