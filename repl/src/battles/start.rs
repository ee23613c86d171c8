//! What battles start from: a scenario or a position, with optional rules.

use super::content::Origin;
use crate::front::Session;
use crate::options::start::{Start, scenario_of_position};
use crate::prompt::player::Player;
use crate::text::names::fold;
use std::rc::Rc;
use wilderness_battles::{Battles, FrenchAndIndianWarBattles, Header, Options, PositionEntry};
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::{Dice, Each};

/// The options of the command line that a battle understands.
const UNDERSTOOD: [&str; 4] = ["--scenario", "--position", "--rules", "--dice"];

/// The battle that these options begin, if they name one.
///
/// # Errors
/// A position that cannot be read.
pub fn battle_of(start: &Start, battles: &Battles) -> Result<Option<String>, Faults> {
    let is_battle = |id: &String| battles.iter().any(|battle| battle.id == *id);
    if let Some(id) = &start.scenario {
        return Ok(Some(id.clone()).filter(is_battle));
    }
    let Some(file) = start.position() else { return Ok(None) };
    // A file that cannot be read is a fault; another game's position is none.
    Source::read(file)?;
    Ok(scenario_of_position(file).filter(is_battle))
}

/// The battle whose id a word is, or begins as no other's does.
pub fn battle_named(word: &str, battles: &Battles) -> Option<String> {
    let folded = fold(word);
    let mut begun = battles.iter().map(|battle| &battle.id).filter(|id| id.starts_with(&folded));
    match (battles.iter().find(|battle| battle.id == word), begun.next(), begun.next()) {
        (Some(battle), ..) => Some(battle.id.clone()),
        (None, Some(id), None) => Some(id.clone()),
        _ => None,
    }
}

/// The header of a battle.
///
/// # Errors
/// Options that a battle does not understand, a position with faults.
pub fn header(start: &Start, id: &str, seed: u64) -> Result<Header, Faults> {
    if let Some(option) = start.given().into_iter().find(|option| !UNDERSTOOD.contains(option)) {
        let fault = Fault::error("options::no_effect", format!("`{option}` has no effect on a battle"));
        return Err(fault
            .help(format!("a battle takes {}", UNDERSTOOD.map(|word| format!("`{word}`")).join(", ")))
            .into());
    }
    let mut header = match start.position() {
        Some(file) => Header::from_position(PositionEntry::read(&Source::read(file)?)?.position, seed),
        None => Header::new(id, seed, Options::default()),
    };
    for word in start.named_rules() {
        let Some(option) = header.options.get_mut(word) else {
            let fault = Fault::error("options::unknown", format!("there is no optional rule `{word}` in a battle"));
            return Err(fault
                .help(format!("they are {}", Options::WORDS.join(", ")))
                .did_you_mean(word, Options::WORDS)
                .into());
        };
        *option = true;
    }
    if start.has_players_roll() {
        header.dice = Dice::Table;
    }
    Ok(header)
}

impl Session<FrenchAndIndianWarBattles> {
    /// A battle from a scenario or a position.
    ///
    /// # Errors
    /// What does not go together.
    pub fn of_battle(
        start: &Start,
        id: &str,
        seed: Option<u64>,
        bots: Each<Option<Player>>,
        origin: Origin,
        battles: Rc<Battles>,
    ) -> Result<Session<FrenchAndIndianWarBattles>, Faults> {
        Session::with(header(start, id, seed.unwrap_or_else(fresh_seed))?, bots, origin, battles)
    }
}

/// A seed that is easy to type again.
fn fresh_seed() -> u64 {
    u64::from(rand::random::<u32>()) % 1_000_000
}
