//! The odds of a combat: the exact chances of its results.
//!
//! The odds repeat no rule. The rules themselves resolve the combat on copies of the table, once for every sequence of
//! dice, and each sequence is weighted with its chance. So the odds reflect everything that rules and scripts do to a
//! combat.

pub use crate::rules::{Die, Weighed};

use crate::rules::Rules;
use crate::run::StandIn;
use crate::table::{Answer, BegunCombat, Chance as _, Halt, Play, Table};
use std::rc::Rc;
use std::sync::Arc;

/// The most checks at the end of a combat.
const MOST_CHECKS: usize = 64;

/// The end of a combat after one sequence of dice.
pub struct End<R: Rules> {
    /// The state.
    pub state: R::State,
    /// The result of the combat.
    pub settled: <R::Combat as Weighed<R>>::Settled,
    /// The answers in the combat, including dice.
    pub answers: Vec<Answer<R>>,
    /// The number of these that were really given.
    pub given: usize,
}

/// Adds up the possible ends of a combat.
pub trait Tally<R: Rules> {
    /// Notes the answers that the stand-in gave before the combat.
    fn assume(&mut self, answers: &[Answer<R>]);

    /// Adds an end with this chance.
    fn add(&mut self, chance: f64, end: &End<R>);

    /// Adds the risk of the last checks to an end that was added with all pieces spared: each piece that is lost in
    /// `lost` is lost with this chance.
    fn endanger(&mut self, chance: f64, spared: &End<R>, lost: &End<R>);
}

/// Runs rules at a table until they reach an unknown die. If the die belongs to a combat, returns the tally of that
/// combat; otherwise, or if the stand-in leaves an earlier decision to a player, `None`. The first `given` answers of
/// the table were really given.
///
/// # Errors
/// If a script fails.
pub fn weigh<R: Rules, T: Tally<R>>(
    mut table: Table<R>,
    given: usize,
    stand_in: StandIn<R>,
    rules: impl FnOnce(&mut Table<R>) -> Play<(), R>,
    tally: impl FnOnce(&R::Combat, &R::State) -> T,
) -> Play<Option<T>, R> {
    if !table.is_weighing() {
        table = table.weighing(stand_in.clone());
    }
    match rules(&mut table) {
        Ok(()) | Err(Halt::Pending(_)) => return Ok(None),
        Err(Halt::Die(_)) => {}
        Err(halt) => return Err(halt),
    }
    let Some(begun) = table.combat() else { return Ok(None) };
    let (before, answers) = table.known().answers.split_at(begun.known);
    let mut tally = tally(&begun.combat, &begun.state);
    tally.assume(before.get(given..).unwrap_or_default());
    let ways = Ways {
        scenario: table.scenario.clone(),
        scripts: table.scripts.clone(),
        stand_in,
        answers: answers.to_vec(),
        given: given.saturating_sub(begun.known),
        begun: begun.clone(),
    };
    ways.follow(&mut Vec::new(), 1.0, &mut tally)?;
    Ok(Some(tally))
}

/// The enumeration of all dice of a combat.
struct Ways<R: Rules> {
    scenario: Arc<R::Scenario>,
    scripts: Rc<R::Scripts>,
    stand_in: StandIn<R>,
    begun: BegunCombat<R>,
    /// The known answers of the combat.
    answers: Vec<Answer<R>>,
    /// The number of these that were really given.
    given: usize,
}

impl<R: Rules> Ways<R> {
    /// Enumerates every sequence that begins with these dice, which come with this chance.
    fn follow(&self, dice: &mut Vec<u8>, chance: f64, tally: &mut impl Tally<R>) -> Play<(), R> {
        let throw = match self.run(dice) {
            Err(Halt::Die(throw)) => throw,
            end => {
                tally.add(chance, &end?);
                return Ok(());
            }
        };
        match R::Combat::die(throw) {
            Die::Faces => {
                let each = 1.0 / f64::from(throw.faces());
                for face in 1..=throw.faces() {
                    self.follow_face(dice, face, chance * each, tally)?;
                }
            }
            Die::Check { lost, spared, chance: risk } => {
                if let Some(all_spared) = self.last_checks(dice, spared)?
                    && let Some(all_lost) = self.last_checks(dice, lost)?
                {
                    tally.add(chance, &all_spared);
                    tally.endanger(chance * risk, &all_spared, &all_lost);
                    return Ok(());
                }
                self.follow_face(dice, lost, chance * risk, tally)?;
                self.follow_face(dice, spared, chance * (1.0 - risk), tally)?;
            }
        }
        Ok(())
    }

    fn follow_face(&self, dice: &mut Vec<u8>, face: u8, chance: f64, tally: &mut impl Tally<R>) -> Play<(), R> {
        dice.push(face);
        self.follow(dice, chance, tally)?;
        dice.pop();
        Ok(())
    }

    /// The end after these dice, if only checks follow, all with this face. Enumerating many checks would take
    /// thousands of runs.
    fn last_checks(&self, dice: &[u8], face: u8) -> Play<Option<End<R>>, R> {
        let mut all = dice.to_vec();
        all.resize(dice.len() + MOST_CHECKS, face);
        let end = match self.run(&all) {
            Err(Halt::Die(_)) => return Ok(None),
            end => end?,
        };
        let throws = end.answers[self.answers.len()..].iter().filter_map(|answer| match answer {
            Answer::Roll { throw, .. } => Some(*throw),
            _ => None,
        });
        let only_checks = throws.skip(dice.len()).all(|throw| matches!(R::Combat::die(throw), Die::Check { .. }));
        Ok(only_checks.then_some(end))
    }

    /// Resolves the combat with these dice.
    fn run(&self, dice: &[u8]) -> Play<End<R>, R> {
        let table = Table::new(self.begun.state.clone(), self.scenario.clone(), self.scripts.clone());
        let mut table = table.with_answers(self.answers.clone(), dice).weighing(self.stand_in.clone());
        let settled = self.begun.combat.settle(&mut table)?;
        let answers = table.known().answers.clone();
        Ok(End { state: table.state, settled, answers, given: self.given })
    }
}
