//! What battles start from: a scenario or a position, with optional rules.

use crate::commands::games::Beginning;
use crate::options::start::Start;
use wilderness_battles::{Battles, Header, Options, PositionEntry};
use wilderness_engine::Dice;
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::record::Header as _;

/// The header of a battle; without a scenario, the first.
///
/// # Errors
/// An optional rule that does not exist, a position with faults.
pub fn header(start: &Start, begins: &Beginning, battles: &Battles) -> Result<Header, Faults> {
    let seed = begins.seed(None);
    let first = || battles.iter().next().map_or("", |battle| battle.id.as_str());
    let mut header = match start.position() {
        Some(file) => Header::from_position(PositionEntry::read(&Source::read_positions(file)?)?.position, seed),
        None => Header::new(start.scenario().unwrap_or_else(first), seed, Options::default()),
    };
    for word in start.rules().unwrap_or_default() {
        battles.check_option(word)?;
        header.options.set(word, true);
    }
    if header.has_windows() {
        header.windows = start.windows(begins.windows);
    }
    if start.has_players_roll() {
        header.dice = Dice::Table;
    }
    Ok(header)
}
