//! How a game comes on the table, and who sits down to it.

use super::Session;
use super::keyboard::Keyboard;
use crate::front::{Extras, Front, Origin as _};
use crate::interrupt;
use crate::prompt::player::Player;
use crate::prompt::thinking::Awaited;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::agent::Agent;
use wilderness_engine::debug::Watched;
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::game::Game;
use wilderness_engine::record::{Header as _, Known, Record};
use wilderness_engine::side::{Each, Side as _};

impl<F: Front> Session<F> {
    /// The game that a header begins.
    ///
    /// # Errors
    /// What does not go together.
    pub fn with(
        header: F::Header,
        bots: Each<Option<Player>>,
        origin: F::Origin,
        scripts: Rc<F::Scripts>,
    ) -> Result<Session<F>, Faults> {
        let game = Game::begin(&header, scripts)?;
        Ok(Session::at(game, 0, bots, origin))
    }

    /// A game of which so many entries of the log have been told.
    pub(crate) fn at(game: Game<F>, told: usize, bots: Each<Option<Player>>, origin: F::Origin) -> Session<F> {
        let mut session = Session {
            game,
            bots,
            told,
            origin,
            begun: Vec::new(),
            extras: F::Extras::default(),
            refused: None,
            types: false,
            asks_at: None,
            lesson: None,
            keyboard: Keyboard::default(),
            known: Known::default(),
        };
        session.both_were_told(told);
        session.seat_bots();
        session
    }

    /// The game in a record.
    ///
    /// # Errors
    /// As [`Record::parse`] and [`Record::play`].
    pub fn load(file: &Path, bots: Each<Option<Player>>, origin: F::Origin) -> Result<Session<F>, Faults> {
        let scripts = Rc::new(origin.load()?);
        Session::resume(file, bots, origin, scripts)
    }

    /// The same, with scripts that are loaded.
    ///
    /// # Errors
    /// As [`Record::parse`] and [`Record::play`].
    pub(crate) fn resume(
        file: &Path,
        bots: Each<Option<Player>>,
        origin: F::Origin,
        scripts: Rc<F::Scripts>,
    ) -> Result<Session<F>, Faults> {
        let source = Source::read(file)?;
        let record = Record::<F>::parse(&source)?;
        let (game, _) = record.take_up(scripts)?;
        let mut session = Session::going_on(game, &record, bots, origin);
        session.known.add(source.text());
        Ok(session)
    }

    /// A game that is taken up from a record, with those who play it.
    pub fn going_on(game: Game<F>, record: &Record<F>, bots: Each<Option<Player>>, origin: F::Origin) -> Session<F> {
        let told = game.log().len();
        let mut session = Session::at(game, told, bots, origin);
        session.extras.take_over(record.auto());
        session
    }

    /// Puts the bots in their chairs and lets them play until a person has to decide.
    pub(crate) fn seat_bots(&mut self) {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let alone = F::Side::BOTH.iter().all(|side| self.bots[*side].is_some());
        for side in F::Side::BOTH {
            let seed = self.game.header().seed();
            // A person who waits can hurry them; machines among themselves stop instead.
            let hurry = || if alone { Arc::default() } else { interrupt::pressed() };
            let agent = self.bots[side].map(|player| Awaited::new(player.agent(seed, side, threads, hurry()), alone));
            self.game.set_agent(side, agent.map(|agent| Box::new(agent) as Box<dyn Agent<F>>));
        }
        // A fault is kept in `broken`, and told with the news.
        let _ = self.game.proceed();
    }

    /// Puts another game on the table, which is debugged like this one, for those at the same screen.
    pub(crate) fn give_way_to(&mut self, session: Session<F>) {
        let (watched, types) = (self.game.watched().clone(), self.types);
        let keyboard = std::mem::take(&mut self.keyboard);
        *self = session;
        self.types = types;
        self.stay_at_screen(&keyboard);
        if watched != Watched::default() {
            self.game.watch(watched);
        }
    }

    /// A copy in which a supposed game is played, with these bots and with what the prompt remembers.
    pub(crate) fn supposed(&self, game: Game<F>, bots: Each<Option<Player>>) -> Session<F> {
        Session {
            told: game.log().len(),
            game,
            bots,
            origin: self.origin.clone(),
            begun: Vec::new(),
            extras: self.extras.clone(),
            refused: None,
            types: false,
            asks_at: None,
            lesson: self.lesson.clone(),
            keyboard: Keyboard::default(),
            known: Known::default(),
        }
    }
}
