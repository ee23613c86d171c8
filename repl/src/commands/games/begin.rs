//! Begins a game at the prompt, from options or with `new`.

use super::{Game, Title};
use crate::front::sides;
use crate::front::{Origin as _, Reply, Session, Trouble};
use crate::options::game_option::{SCENARIO, WINDOWS};
use crate::options::start::{New, Start, fresh_seed, unknown};
use crate::text::names::fold;
use std::rc::Rc;
use wilderness_engine::faults::Faults;
use wilderness_engine::{Each, Windows};
use wilderness_lab::Player;

/// How a game begins besides its options.
pub struct Beginning {
    /// The seed, if it is given.
    seed: Option<u64>,
    /// The seed if none is given: that of a preset comes first, unless it is fixed.
    otherwise: u64,
    is_fixed: bool,
    /// When windows open, if no option says so.
    pub windows: Windows,
}

impl Beginning {
    /// With this seed, whatever a preset says; windows open for those who hold a card.
    pub fn with_seed(seed: u64) -> Beginning {
        Beginning { seed: Some(seed), otherwise: seed, is_fixed: true, windows: Windows::Holder }
    }

    /// With the seed that is given, or that of a preset, or this one.
    pub fn with_seed_or(seed: Option<u64>, otherwise: u64) -> Beginning {
        Beginning { seed, otherwise, is_fixed: false, windows: Windows::Holder }
    }

    /// The seed, where a preset gives this one.
    pub fn seed(&self, of_preset: Option<u64>) -> u64 {
        self.seed.or(of_preset.filter(|_| !self.is_fixed)).unwrap_or(self.otherwise)
    }
}

impl<F: Title> Session<F> {
    /// A game from a scenario or a position.
    ///
    /// # Errors
    /// What does not go together.
    pub fn begin(
        start: &Start,
        seed: Option<u64>,
        bots: Each<Option<Player>>,
        origin: F::Origin,
        scripts: Rc<F::Scripts>,
    ) -> Result<Session<F>, Faults> {
        // With people alone at one screen, no question may reveal who holds what.
        let people = sides::<F>(&scripts).iter().all(|side| bots[*side].is_none());
        let windows = if people { Windows::Open } else { Windows::Holder };
        let begins = Beginning { windows, ..Beginning::with_seed_or(seed, fresh_seed()) };
        let header = F::header(start, &begins, &scripts)?;
        Session::with(header, bots, origin, scripts)
    }

    /// Begins a game with the options of `new`; one of another game, elsewhere.
    pub(crate) fn begin_another(&mut self, new: &New) -> Result<Reply, Trouble> {
        let Some(start) = self.start_of(new)? else { return Ok(Reply::Elsewhere(new.text.clone())) };
        let origin = F::with_scenario_file(self.origin.clone(), &start)?;
        let scripts = if origin == self.origin { self.game.scripts().clone() } else { origin.load()? };
        self.replace_with(Session::begin(&start, new.seed, self.bots, origin, scripts)?);
        Ok(Reply::Begun(self.title() + self.situation().as_str()))
    }

    /// The start that `new` names, by default of the scenario that is being played; nothing if it is of another game.
    fn start_of(&self, new: &New) -> Result<Option<Start>, Trouble> {
        let is_this = |game: &Game| game.word() == F::GAME;
        if new.start.content().is_some() {
            return Ok(None);
        }
        if new.start.game.as_ref().is_some_and(|word| !super::of_words(word).is_ok_and(|game| is_this(&game))) {
            return Ok(None);
        }
        if new.start.options().any(|option| !F::options().contains(&option)) {
            return Ok(None);
        }
        let ids = F::scenario_ids(&self.origin)?;
        let start = match (new.scenario(), new.start.position()) {
            (Some(word), _) if is_path(word) => new.start.clone().with(&SCENARIO, word),
            (Some(word), _) => match matching(word, &ids)[..] {
                [] => return Ok(None),
                [only] => new.start.clone().with(&SCENARIO, only),
                _ => return Err(unknown(word, ids.iter().map(String::as_str)).into()),
            },
            (None, Some(file)) => match super::of_position(file)?.filter(|game| !is_this(game)) {
                Some(_) => return Ok(None),
                None => new.start.clone(),
            },
            // A preset may name a scenario.
            (None, None) if new.start.options().any(|option| option.is_file) => new.start.clone(),
            (None, None) => new.start.clone().with(&SCENARIO, F::scenario(&self.game)),
        };
        Ok(Some(start))
    }
}

impl Start {
    /// The same, with open windows if the game has windows.
    pub fn for_seats_apart<F: Title>(&self) -> Start {
        if F::options().contains(&&WINDOWS) { self.clone().with_open_windows() } else { self.clone() }
    }
}

/// Whether a word names a file rather than an id.
pub fn is_path(word: &str) -> bool {
    word.ends_with(".toml")
}

/// The ids that a word may mean: the one that it is, or those that begin with it.
pub fn matching<'a>(word: &str, ids: &'a [String]) -> Vec<&'a str> {
    let folded = fold(word);
    match ids.iter().find(|id| **id == word) {
        Some(id) => vec![id],
        None => ids.iter().map(String::as_str).filter(|id| id.starts_with(&folded)).collect(),
    }
}
