//! Opens a game: from a record, or as the options that begin one say.

use crate::commands::games::{self, Game, Opened, Title};
use crate::front::sides;
use crate::front::{Origin as _, Session};
use crate::options::content::ContentArg;
use crate::options::players::Players;
use crate::options::start::Start;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::record::{Header as _, Record};

/// What is known of a game before it is on the table.
#[derive(Clone)]
pub struct Opening {
    /// The scenario, rules and settings.
    pub start: Start,
    /// The seed of dice and cards; random if none is given.
    pub seed: Option<u64>,
    /// The record that it is resumed from.
    pub load: Option<PathBuf>,
    /// The bots.
    pub players: Players,
    /// The content that is named; the current directory counts as named, if it holds content.
    pub content: ContentArg,
    /// Whether the players do not see each other: windows are then always open.
    pub apart: bool,
}

impl Opening {
    /// Which game it is.
    ///
    /// # Errors
    /// A game or scenario that does not exist, options that the game does not have.
    pub fn game(&self) -> Result<Game, Faults> {
        match &self.load {
            Some(file) => games::of_record(file),
            None => games::of_start(&self.start, &self.content, true),
        }
    }

    /// Opens the game; at a terminal, with a sign that it takes a while.
    ///
    /// # Errors
    /// What is wrong with the record, the content or the options.
    pub fn open(&self, terminal: bool) -> Result<Box<dyn Opened>, Faults> {
        self.game()?.open(self, terminal)
    }

    /// The session of a game.
    pub(crate) fn session<F: Title>(&self) -> Result<Session<F>, Faults> {
        let origin = F::origin(&self.content, true);
        if let Some(file) = &self.load {
            let scripts = origin.load()?;
            let bots = self.players.at(&sides_in::<F>(file, &scripts)?)?;
            return Session::resume(file, bots, origin, scripts);
        }
        let origin = F::with_scenario_file(origin, &self.start)?;
        let scripts = origin.load()?;
        let bots = self.players.at(&sides::<F>(&scripts))?;
        let start = if self.apart { self.start.for_seats_apart::<F>() } else { self.start.clone() };
        Session::begin(&start, self.seed, bots, origin, scripts)
    }
}

/// The sides of a game of this content, or of a save of it.
///
/// # Errors
/// What is wrong with the content or the save.
pub fn sides_of<F: Title>(content: &ContentArg, save: Option<&Path>) -> Result<Vec<F::Side>, Faults> {
    let scripts = F::origin(content, true).load()?;
    save.map_or_else(|| Ok(sides::<F>(&scripts)), |save| sides_in::<F>(save, &scripts))
}

/// The sides of a game that is saved in a file. If content names them, it may be that which the save carries.
fn sides_in<F: Title>(save: &Path, scripts: &Rc<F::Scripts>) -> Result<Vec<F::Side>, Faults> {
    if !F::SIDES.is_empty() {
        return Ok(sides::<F>(scripts));
    }
    let record = Record::<F>::parse(&Source::read(save)?)?;
    Ok(sides::<F>(&*record.header.completed(scripts.clone())?))
}
