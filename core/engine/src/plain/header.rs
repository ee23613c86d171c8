//! The header of a game that begins from its content and a seed.

use crate::faults::{Fault, Faults, Source};
use crate::record::{self, Common, GameStart};
use crate::rules::Rules;
use crate::table::{Dice, Seen, Windows};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Range};
use std::rc::Rc;
use std::sync::Arc;

/// A game that begins from its content and a seed, with a ready-made [`Header`].
pub trait Begins: Rules<Header = Header<Self>> {
    /// The id of the game, as records name it.
    const GAME: &'static str;

    /// The first words of the lines of its headers: with `scenario` and `rules` if there are several scenarios and
    /// optional rules.
    const WORDS: &'static [&'static str] = &["game", "seed", "windows", "dice"];

    /// The header with what it leaves open, such as the scenario of a content that has only one. The record of the game has
    /// it.
    ///
    /// # Errors
    /// What does not fit together.
    fn complete(header: &Header<Self>, _scripts: &Self::Scripts) -> Result<Header<Self>, Faults> {
        Ok(header.clone())
    }

    /// What is played, and where everything stands at the beginning. Called for each game that begins; the same header
    /// and scripts must give the same state, or a record does not replay.
    ///
    /// # Errors
    /// What does not fit together.
    fn setup(header: &Header<Self>, scripts: &Self::Scripts) -> Result<(Self::Scenario, Self::State), Faults>;

    /// A state as an object in JSON, in a line, from which a game can begin; nothing if it cannot. The game then has the
    /// word `position` in its header, and takes [`Header::position`] into account in its setup.
    fn position(_state: &Self::State, _scripts: &Self::Scripts) -> Option<String> {
        None
    }

    /// The scenario of a running game with other scripts; by default the same. Called where scripts are exchanged, which
    /// then fit as well as they can.
    ///
    /// # Errors
    /// Why the scripts cannot be used in this game.
    fn scenario_with(seen: &Seen<'_, Self>, _scripts: &Self::Scripts) -> Result<Arc<Self::Scenario>, Faults> {
        Ok(seen.scenario.clone())
    }
}

/// What a game starts from.
#[derive(Clone, PartialEq, Debug)]
pub struct Header<R> {
    common: Common,
    /// When a window for responses opens.
    pub windows: Windows,
    /// The source of dice.
    pub dice: Dice,
    /// Where everything stands at the beginning, in JSON, if it is not the setup.
    pub position: Option<Arc<str>>,
    game: PhantomData<fn() -> R>,
}

impl<R> Header<R> {
    /// A game with a seed.
    pub fn new(seed: u64) -> Header<R> {
        let (windows, dice) = (Windows::default(), Dice::default());
        Header { common: Common::new("", seed), windows, dice, position: None, game: PhantomData }
    }

    /// The same, in which windows open then.
    pub fn with_windows(self, windows: Windows) -> Header<R> {
        Header { windows, ..self }
    }
}

impl<R> Default for Header<R> {
    fn default() -> Header<R> {
        Header::new(0)
    }
}

impl<R> Deref for Header<R> {
    type Target = Common;

    fn deref(&self) -> &Common {
        &self.common
    }
}

impl<R> DerefMut for Header<R> {
    fn deref_mut(&mut self) -> &mut Common {
        &mut self.common
    }
}

impl<R: Begins> record::Header<R> for Header<R> {
    const GAME: &'static str = R::GAME;
    const WORDS: &'static [&'static str] = R::WORDS;

    fn windows(&self) -> Windows {
        self.windows
    }

    fn set_windows(&mut self, windows: Windows) {
        self.windows = windows;
    }

    fn dice(&self) -> Dice {
        self.dice
    }

    fn set_dice(&mut self, dice: Dice) {
        self.dice = dice;
    }

    fn read_position(&mut self, source: &Source, span: Range<usize>) -> Result<(), Faults> {
        self.position = source.text().get(span).map(Arc::from);
        Ok(())
    }

    fn position(&self) -> Option<String> {
        self.position.as_deref().map(str::to_string)
    }

    fn starting_from(&self, state: &R::State, seed: u64, scripts: &R::Scripts) -> Result<Header<R>, Faults> {
        let Some(position) = R::position(state, scripts) else {
            return Err(Fault::error("position::none", "no game can begin from here, only from its setup").into());
        };
        let mut header = Header { position: Some(position.into()), ..self.clone() };
        header.seed = seed;
        Ok(header)
    }

    fn scenario_with(
        &self,
        _: &R::State,
        seen: &Seen<'_, R>,
        scripts: &R::Scripts,
    ) -> Result<Arc<R::Scenario>, Faults> {
        R::scenario_with(seen, scripts)
    }

    fn start(&self, scripts: Rc<R::Scripts>) -> Result<GameStart<R>, Faults> {
        let header = R::complete(self, &scripts)?;
        let (scenario, state) = R::setup(&header, &scripts)?;
        Ok(GameStart { header, scenario: Arc::new(scenario), scripts, state })
    }
}
