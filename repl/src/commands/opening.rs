//! Opens a game of either kind: from a record, or as the options that begin one say.

use crate::battles::content::Origin as BattleOrigin;
use crate::battles::start::battle_of;
use crate::front::{Origin as _, Session};
use crate::options::start::Start;
use crate::prompt::player::Player;
use crate::prompt::{thinking, unfinished};
use crate::war::content::Origin as WarOrigin;
use std::path::PathBuf;
use std::rc::Rc;
use wilderness_battles::{FrenchAndIndianWarBattles as Battle, GAME as BATTLES};
use wilderness_engine::Each;
use wilderness_war::War;

/// What is known of a game before it is on the table.
#[derive(Clone)]
pub struct Opening {
    /// The scenario, rules and settings.
    pub start: Start,
    /// The seed of dice and cards; random if none is given.
    pub seed: Option<u64>,
    /// The record that it is resumed from.
    pub load: Option<PathBuf>,
    /// Who plays.
    pub bots: Each<Option<Player>>,
    /// Where the cards and scenarios of the war come from.
    pub origin: WarOrigin,
    /// Where the battles come from.
    pub battles: BattleOrigin,
    /// Whether two people play who do not see each other: windows are then always open.
    pub apart: bool,
}

/// A game of either kind.
pub enum Opened {
    /// Wilderness War.
    War(Box<Session<War>>),
    /// French & Indian War Battles.
    Battle(Box<Session<Battle>>),
}

impl Opening {
    /// Opens the game; at a terminal, with a sign that it takes a while.
    ///
    /// # Errors
    /// What is wrong with the record, the content or the options.
    pub fn open(&self, terminal: bool) -> miette::Result<Opened> {
        if let Some(session) = thinking::with_sign(terminal, || self.battle())? {
            return Ok(Opened::Battle(Box::new(session)));
        }
        let session = thinking::with_sign(terminal, || match &self.load {
            Some(file) => Session::<War>::load(file, self.bots, self.origin.clone()),
            None => {
                let start = self.start.clone();
                let start = if self.apart { start.with_open_windows() } else { start };
                Session::new(&start, self.seed, self.bots, self.origin.clone())
            }
        })?;
        Ok(Opened::War(Box::new(session)))
    }

    /// The battle that the options or the record name, if they name one.
    fn battle(&self) -> miette::Result<Option<Session<Battle>>> {
        let Opening { load, start, seed, .. } = self;
        if let Some(file) = load {
            let is_battle = unfinished::game_named_in(file).is_some_and(|game| game == BATTLES);
            let battle = is_battle.then(|| Session::load(file, self.bots, self.battles.clone()));
            return battle.transpose().map_err(Into::into);
        }
        if start.scenario.is_none() && start.position().is_none() {
            return Ok(None);
        }
        let battles = Rc::new(self.battles.load()?);
        let Some(id) = battle_of(start, &battles)? else { return Ok(None) };
        Ok(Some(Session::of_battle(start, &id, *seed, self.bots, self.battles.clone(), battles)?))
    }
}
