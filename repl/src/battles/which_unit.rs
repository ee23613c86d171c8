//! Which units the names in a sentence mean: those with which it can be carried out. If that leaves several, it is asked.

use super::names;
use super::say::{Goal, Unread, goals_of};
use crate::front::{Extent, Plan, RunEnd, Unclear, Which};
use crate::prompt::which::replaced;
use wilderness_battles::{Decision, FrenchAndIndianWarBattles as Battles, Game, UnitId, View};

/// How many readings of a sentence with unclear names are tried.
const MOST_TRIES: usize = 64;

/// The goals of a sentence. If a name fits several units, and the sentence can be carried out with only one of them, that
/// one is meant.
pub fn meant(game: &Game, open: &Decision, sentence: &str) -> Result<Vec<Goal>, Unclear> {
    let (battle, view) = (game.scenario(), View::public(game));
    let (mut line, mut tries) = (sentence.to_string(), MOST_TRIES);
    loop {
        let unclear = match goals_of(game, open, &line) {
            Ok(goals) => return Ok(goals),
            Err(Unread::Form(reason)) => return Err(Unclear::Refused(reason)),
            Err(Unread::Name(unclear)) => unclear,
        };
        let with = |unit: &UnitId| replaced(&line, &unclear.typed, battle.unit(*unit).id.as_str());
        let is_able = |unit: &&UnitId| with(unit).is_some_and(|line| is_possible(game, open, &line, &mut tries));
        let able: Vec<UnitId> = unclear.candidates.iter().filter(is_able).copied().collect();
        let several = match (able.as_slice(), unclear.candidates.as_slice()) {
            ([only], _) | ([], [only]) => match with(only) {
                Some(mended) if unclear.is_misspelt => return Err(Unclear::Asks(Which::mended(mended))),
                Some(settled) if settled != line => {
                    line = settled;
                    continue;
                }
                _ => return Err(Unclear::Refused(unclear.into())),
            },
            ([], [first, ..]) if !unclear.is_misspelt => match with(first).map(|line| goals_of(game, open, &line)) {
                // Whichever is meant, it cannot be done.
                Some(Err(Unread::Form(reason))) => return Err(Unclear::Refused(reason)),
                _ => unclear.candidates.clone(),
            },
            ([], several) => several.to_vec(),
            (able, _) => able.to_vec(),
        };
        let things: Vec<_> = several.iter().map(|unit| names::possible(battle, &view, *unit)).collect();
        let which = Which::among(&line, &unclear.typed, &things);
        return Err(which.map_or_else(|| Unclear::Refused(unclear.into()), Unclear::Asks));
    }
}

/// Whether a sentence can be carried out, whichever units its names mean; yes, if that takes too long to find out.
fn is_possible(game: &Game, open: &Decision, line: &str, tries: &mut usize) -> bool {
    let Some(left) = tries.checked_sub(1) else { return true };
    *tries = left;
    match goals_of(game, open, line) {
        Ok(goals) => {
            let (mut plan, mut trial) = (Plan::<Battles>::new(open.side, goals, Extent::Whole), game.copies().trial());
            matches!(plan.run(&mut trial).ended, RunEnd::Done | RunEnd::Waiting)
        }
        Err(Unread::Form(_)) => false,
        Err(Unread::Name(unclear)) => unclear.candidates.iter().any(|unit| {
            let with = replaced(line, &unclear.typed, game.scenario().unit(*unit).id.as_str());
            with.filter(|with| with != line).is_some_and(|line| is_possible(game, open, &line, tries))
        }),
    }
}
