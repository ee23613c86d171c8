//! How sessions begin, and how bots are seated.

use super::answering::Spoken;
use super::auto::Auto;
use super::keyboard::Keyboard;
use super::{Reply, Session, Trouble};
use crate::interrupt;
use crate::options::players::Players;
use crate::options::start::{New, fresh_seed};
use crate::prompt::front::Front;
use crate::prompt::thinking::AwaitedAgent;
use crate::prompt::unfinished::torn_line;
use crate::text::out;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::content::Edition;
use wilderness_engine::debug::Watched;
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::record::{Header as _, KnownRecords, Record};
use wilderness_engine::{Agent, Each, Game, Side as _};
use wilderness_lab::Player;

impl<F: Front> Session<F> {
    /// The game of a header.
    ///
    /// # Errors
    /// What is inconsistent.
    pub fn with(
        header: F::Header,
        bots: Each<Option<Player>>,
        origin: F::Origin,
        scripts: Rc<F::Scripts>,
    ) -> Result<Session<F>, Faults> {
        let game = Game::begin(&header, scripts)?;
        Ok(Session::at(game, 0, bots, origin))
    }

    /// A session at a game of which this many log entries have been reported.
    pub(crate) fn at(game: Game<F>, told: usize, bots: Each<Option<Player>>, origin: F::Origin) -> Session<F> {
        let mut session = Session {
            scripts_at_first: game.scripts().clone(),
            game,
            bots,
            told,
            origin,
            begun: Vec::new(),
            auto: Auto::default(),
            extras: F::Extras::default(),
            spoken: Spoken::default(),
            refused: None,
            types: false,
            asks_at: None,
            last_line: String::new(),
            undone: false,
            lesson: None,
            keyboard: Keyboard::default(),
            known: KnownRecords::default(),
        };
        session.game.debugger_mut().watch(Watched { prints: true, ..Watched::default() });
        session.mark_reported(told);
        session.seat_bots();
        session
    }

    /// The game of a record.
    ///
    /// # Errors
    /// As [`Record::parse_torn`] and [`Record::play`].
    pub fn resume(
        file: &Path,
        bots: Each<Option<Player>>,
        origin: F::Origin,
        scripts: Rc<F::Scripts>,
    ) -> Result<Session<F>, Faults> {
        let source = Source::read(file)?;
        let (record, torn) = Record::<F>::parse_torn(&source)?;
        if let Some(line) = torn {
            let _ = out::write(&torn_line(&line));
        }
        let (game, _) = record.take_up(scripts)?;
        let mut session = Session::resuming(game, &record, bots, origin);
        session.known.add(source.text());
        Ok(session)
    }

    /// A game resumed from a record, with its players.
    pub fn resuming(game: Game<F>, record: &Record<F>, bots: Each<Option<Player>>, origin: F::Origin) -> Session<F> {
        let told = game.log().len();
        let mut session = Session::at(game, told, bots, origin);
        session.take_over_auto(record.auto());
        session
    }

    /// The bots at the table.
    pub fn players(&self) -> Players {
        let bot = |side: F::Side| Some((side.id().to_string(), self.bots[side]?));
        Players::new(self.game.sides().into_iter().filter_map(bot))
    }

    /// Seats the bots and lets them play until a person has to decide.
    pub(crate) fn seat_bots(&mut self) {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let sides = self.game.sides();
        let alone = sides.iter().all(|side| self.bots[side].is_some());
        for side in sides {
            let seed = self.game.header().seed;
            // A waiting person can hurry bots; bots that play each other stop instead.
            let hurry = || if alone { Arc::default() } else { interrupt::pressed() };
            let agent =
                self.bots[side].map(|player| AwaitedAgent::new(player.agent(seed, side, threads, hurry()), alone));
            self.game.set_agent(side, agent.map(|agent| Box::new(agent) as Box<dyn Agent<F>>));
        }
        // A fault is stored in `broken`, and reported with the news.
        let _ = self.game.proceed();
    }

    /// Begins the same game again with a seed; one of another kind, elsewhere. Games with scenarios and options of their
    /// own read them instead.
    pub(crate) fn begin_again(&mut self, new: &New) -> Result<Reply, Trouble> {
        if new.names_a_game() {
            return Ok(Reply::Elsewhere(new.text.clone()));
        }
        let mut header = self.game.header().without_scripts();
        // A new game has the present figures, whatever the one before it began with.
        header.edition = Edition::Present;
        header.seed = new.seed.unwrap_or_else(fresh_seed);
        let scripts = self.game.scripts().clone();
        self.replace_with(Session::with(header, self.bots, self.origin.clone(), scripts)?);
        Ok(Reply::Begun(self.title() + self.situation().as_str()))
    }

    /// Replaces this session's game, keeping breakpoints, tracing and the people at the screen.
    pub(crate) fn replace_with(&mut self, session: Session<F>) {
        let (watched, types) = (self.game.debugger().watched().clone(), self.types);
        let keyboard = std::mem::take(&mut self.keyboard);
        *self = session;
        self.types = types;
        self.carry_over(&keyboard);
        self.game.debugger_mut().watch(watched);
    }

    /// A copy with a hypothetical game, these bots, and the state of the game's own commands.
    pub(crate) fn supposed(&self, game: Game<F>, bots: Each<Option<Player>>) -> Session<F> {
        Session {
            told: game.log().len(),
            scripts_at_first: self.scripts_at_first.clone(),
            game,
            bots,
            origin: self.origin.clone(),
            begun: Vec::new(),
            auto: self.auto.clone(),
            extras: self.extras.clone(),
            spoken: self.spoken.clone(),
            refused: None,
            types: false,
            asks_at: None,
            last_line: String::new(),
            undone: false,
            lesson: self.lesson.clone(),
            keyboard: Keyboard::default(),
            known: KnownRecords::default(),
        }
    }
}
