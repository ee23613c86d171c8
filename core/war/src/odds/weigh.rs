//! Going through a combat in every way in which its dice can fall.

use super::Odds;
use super::assume::{Assumption, stand_in};
use super::tally::Tally;
use crate::pieces::Pieces;
use crate::rules::combat::Settled;
use crate::scenario::Scenario;
use crate::script::Scripts;
use crate::state::State;
use crate::table::{Answer, Begun, Halt, Play, Table, Throw};
use std::rc::Rc;
use std::sync::Arc;

/// The chance of each face of a die.
pub const FACE: f64 = 1.0 / 6.0;
/// A face that kills a leader, and one that spares him, for all that do (7.7, 10.32).
const KILLED: u8 = 1;
const SPARED: u8 = 6;

/// Runs rules on a table until a die is rolled that is not known. If it belongs to a combat, returns its odds. The first
/// `given` answers of the table were really given.
pub fn weigh(mut table: Table, given: usize, rules: impl FnOnce(&mut Table) -> Play<()>) -> Play<Option<Odds>> {
    if !table.is_weighing() {
        table = table.weighing(Rc::new(stand_in));
    }
    match rules(&mut table) {
        Ok(()) | Err(Halt::Pending(_)) => return Ok(None),
        Err(Halt::Die(_)) => {}
        Err(halt) => return Err(halt),
    }
    let Some(begun) = table.combat() else { return Ok(None) };
    let (before, answers) = table.known().answers.split_at(begun.known);
    let mut tally = Tally::new(&begun.combat, &begun.state);
    tally.assume(before.iter().skip(given).filter_map(Assumption::about));
    let ways = Ways {
        scenario: table.scenario.clone(),
        scripts: table.scripts.clone(),
        answers: answers.to_vec(),
        given: given.saturating_sub(begun.known),
        begun: begun.clone(),
    };
    ways.follow(&mut Vec::new(), 1.0, &mut tally)?;
    Ok(Some(tally.odds()))
}

/// All the ways in which the dice of a combat can fall.
struct Ways {
    scenario: Arc<Scenario>,
    scripts: Rc<Scripts>,
    begun: Begun,
    /// What is known of the combat.
    answers: Vec<Answer>,
    /// How many of these were really given.
    given: usize,
}

/// The end of one way.
pub struct End {
    /// How everything stands.
    pub state: State,
    /// What the combat came to.
    pub settled: Settled,
    answers: Vec<Answer>,
}

impl Ways {
    /// Goes through every way that begins with these dice, which is taken with this chance.
    fn follow(&self, dice: &mut Vec<u8>, chance: f64, tally: &mut Tally) -> Play<()> {
        let throw = match self.run(dice) {
            Err(Halt::Die(throw)) => throw,
            end => {
                let end = end?;
                tally.assume(Assumption::within(&end.answers, self.given));
                tally.add(chance, &end);
                return Ok(());
            }
        };
        if throw == Throw::LeaderLoss
            && let Some(spared) = self.last_checks(dice, SPARED)?
            && let Some(killed) = self.last_checks(dice, KILLED)?
        {
            tally.assume(Assumption::within(&spared.answers, self.given));
            tally.add(chance, &spared);
            tally.endanger(chance * FACE, &spared, &killed);
            return Ok(());
        }
        for (face, weight) in faces(throw) {
            dice.push(*face);
            self.follow(dice, chance * weight, tally)?;
            dice.pop();
        }
        Ok(())
    }

    /// The end of the way that begins with these dice, if all that follow are for leaders and show this face. Whom they
    /// kill changes nothing any more, so that these leaders need not be told apart in ways of their own: with many of
    /// them there would be thousands.
    fn last_checks(&self, dice: &[u8], face: u8) -> Play<Option<End>> {
        let mut all = dice.to_vec();
        all.resize(dice.len() + Pieces::get().leaders.len(), face);
        let end = match self.run(&all) {
            Err(Halt::Die(_)) => return Ok(None),
            end => end?,
        };
        let throws = end.answers[self.answers.len()..].iter().filter_map(|answer| match answer {
            Answer::Roll { throw, .. } => Some(*throw),
            _ => None,
        });
        let only_leaders = throws.skip(dice.len()).all(|throw| throw == Throw::LeaderLoss);
        Ok(only_leaders.then_some(end))
    }

    /// Resolves the combat with these dice.
    fn run(&self, dice: &[u8]) -> Play<End> {
        let table = Table::new(self.begun.state.clone(), self.scenario.clone(), self.scripts.clone());
        let mut table = table.with_answers(self.answers.clone(), dice).weighing(Rc::new(stand_in));
        let settled = self.begun.combat.settle(&mut table)?;
        let answers = table.known().answers.clone();
        Ok(End { state: table.state, settled, answers })
    }
}

/// The faces of a die that are to be told apart, and their chances.
fn faces(throw: Throw) -> &'static [(u8, f64)] {
    match throw {
        Throw::LeaderLoss => &[(KILLED, FACE), (SPARED, 1.0 - FACE)],
        _ => &[(1, FACE), (2, FACE), (3, FACE), (4, FACE), (5, FACE), (6, FACE)],
    }
}
