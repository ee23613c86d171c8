//! The odds of a combat: the exact chances of everything that its dice can do.
//!
//! Nothing of the rules is written twice. The rules themselves resolve the combat on copies of the table, once for every
//! way in which the dice can fall, and each way is weighed with its chance. So whatever the rules and the scripts do to a
//! combat, the odds do too.

use crate::rules::Rules;
use crate::run::StandIn;
use crate::table::{Answer, Begun, Halt, Play, Table};
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

/// The chance of each face of a die.
pub const FACE: f64 = 1.0 / 6.0;
/// The most checks that are still to be made at the end of a combat.
const MOST_CHECKS: usize = 64;

/// A combat that can be resolved again from the state in which it began.
pub trait Combat<R: Rules>: Clone + 'static {
    /// What it comes to.
    type Settled: PartialEq + Debug;

    /// Resolves it.
    ///
    /// # Errors
    /// Whatever stops the rules.
    fn settle(&self, table: &mut Table<R>) -> Play<Self::Settled, R>;

    /// What a die decides.
    fn die(throw: R::Throw) -> Die;
}

/// What a die decides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Die {
    /// Each of its faces may lead elsewhere.
    Faces,
    /// Whether one piece is lost: on this face, or spared as on the other one. If only checks follow, they change nothing
    /// but the fates of their pieces, and these are added up instead of being told apart.
    Check {
        /// The face that stands for all with which the piece is lost.
        lost: u8,
        /// The face that stands for all with which it is spared.
        spared: u8,
        /// The chance that it is lost.
        chance: f64,
    },
}

/// What a combat comes to in one of its ways.
pub struct End<R: Rules> {
    /// How everything stands.
    pub state: R::State,
    /// What the combat came to.
    pub settled: <R::Combat as Combat<R>>::Settled,
    /// The answers in it, dice included.
    pub answers: Vec<Answer<R>>,
    /// How many of these were really given.
    pub given: usize,
}

/// Adds up the ways in which a combat can go.
pub trait Tally<R: Rules> {
    /// Notes answers before the combat that the stand-in gave.
    fn assume(&mut self, answers: &[Answer<R>]);

    /// Adds a way that is taken with this chance.
    fn add(&mut self, chance: f64, end: &End<R>);

    /// Adds what is at stake in the last checks of a way that was added as if all had been spared: with this chance each
    /// of the pieces is lost that is lost if all are.
    fn endanger(&mut self, chance: f64, spared: &End<R>, lost: &End<R>);
}

/// Runs rules at a table until they come to a die that is not known. If it belongs to a combat, returns what the ways of
/// that combat add up to; nothing otherwise, or if a decision comes first that the stand-in leaves to a player. The first
/// `given` answers of the table were really given.
///
/// # Errors
/// A script that fails.
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

/// All the ways in which the dice of a combat can fall.
struct Ways<R: Rules> {
    scenario: Arc<R::Scenario>,
    scripts: Rc<R::Scripts>,
    stand_in: StandIn<R>,
    begun: Begun<R>,
    /// What is known of the combat.
    answers: Vec<Answer<R>>,
    /// How many of these were really given.
    given: usize,
}

impl<R: Rules> Ways<R> {
    /// Goes through every way that begins with these dice, which is taken with this chance.
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
                for face in 1..=6 {
                    self.follow_face(dice, face, chance * FACE, tally)?;
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

    /// The end of the way that begins with these dice, if all that follow are checks and show this face. With many of
    /// them, ways of their own would be thousands.
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
