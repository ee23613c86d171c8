//! Dice that scripts let be rolled again.

use crate::chance::Throw;
use crate::context::Context;
use crate::news::{Happened, NewsEntry};
use crate::sets::SpaceId;
use crate::table::{Play, Table};

/// Rolls a die of a side's combat, siege or raid in a space; once more if a script in force says so (5.51).
pub fn roll(table: &mut Table, throw: Throw, space: SpaceId, at: impl FnOnce() -> Context) -> Play<u8> {
    let die = table.roll_at(throw, space)?;
    if !table.scripts.are_modifying(&table.state, "reroll") {
        return Ok(die);
    }
    let at = Context { die: Some(die), ..at() };
    let side = at.side;
    if !table.scripts.clone().reroll(&table.state, at)? {
        return Ok(die);
    }
    let text = format!("the {die} of the {side} is rolled again");
    table.tell(|_| NewsEntry::new("5.51", Happened::Said { text }).by(side).at(space));
    table.roll_at(throw, space)
}
