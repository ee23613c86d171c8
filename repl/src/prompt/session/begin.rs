//! How a game comes on the table, and who sits down to it.

use super::auto::Auto;
use super::keyboard::Keyboard;
use super::{Reply, Session, Trouble, plain};
use crate::commands::rules;
use crate::interrupt;
use crate::prompt::player::Player;
use crate::prompt::thinking::Awaited;
use crate::war::content::Origin;
use crate::war::start::Start;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::agents::Agent;
use wilderness_engine::faults::{Faults, Source};
use wilderness_war::game::Game;
use wilderness_war::header::Header;
use wilderness_war::record::{Known, Record};
use wilderness_war::script::{Scripts, Watched};
use wilderness_war::state::Step;
use wilderness_war::table::Windows;
use wilderness_war::{PerSide, Side, War};

impl Session {
    /// A game from a scenario or a position.
    ///
    /// # Errors
    /// As [`Header::begin`].
    pub fn new(
        start: &Start,
        seed: Option<u64>,
        bots: PerSide<Option<Player>>,
        origin: Origin,
    ) -> Result<Session, Faults> {
        let origin = origin.for_start(start)?;
        let scripts = Rc::new(origin.load()?);
        Session::begin(start, seed, bots, origin, scripts)
    }

    /// The same, with scripts that are loaded.
    ///
    /// # Errors
    /// As [`Header::begin`].
    pub fn begin(
        start: &Start,
        seed: Option<u64>,
        bots: PerSide<Option<Player>>,
        origin: Origin,
        scripts: Rc<Scripts>,
    ) -> Result<Session, Faults> {
        // Two people share the screen: nobody shall learn from a question who holds what.
        let people = Side::BOTH.iter().all(|side| bots[*side].is_none());
        let windows = if people { Windows::Open } else { Windows::Holder };
        let header = start.header(|preset| seed.or(preset).unwrap_or_else(fresh_seed), windows, &scripts)?;
        Session::with(header, bots, origin, scripts)
    }

    /// The game that a header begins.
    ///
    /// # Errors
    /// As [`Header::begin`].
    pub(super) fn with(
        header: Header,
        bots: PerSide<Option<Player>>,
        origin: Origin,
        scripts: Rc<Scripts>,
    ) -> Result<Session, Faults> {
        let game = header.begin(scripts)?;
        Ok(Session::at(game, 0, bots, origin))
    }

    /// A game of which so many entries of the log have been told.
    pub(super) fn at(game: Game, told: usize, bots: PerSide<Option<Player>>, origin: Origin) -> Session {
        let (begun, rest, without_card, refused, lesson) = (Vec::new(), None, None, None, None);
        let (auto, keyboard, known) = (Auto::default(), Keyboard::default(), Known::default());
        let mut session =
            Session { game, bots, told, origin, begun, rest, without_card, refused, auto, lesson, keyboard, known };
        session.both_were_told(told);
        session.seat_bots();
        session
    }

    /// The game in a record.
    ///
    /// # Errors
    /// As [`Record::parse`] and [`Record::play`].
    pub fn load(file: &Path, bots: PerSide<Option<Player>>, origin: Origin) -> Result<Session, Faults> {
        let scripts = Rc::new(origin.load()?);
        Session::resume(file, bots, origin, scripts)
    }

    /// The same, with scripts that are loaded.
    ///
    /// # Errors
    /// As [`Record::parse`] and [`Record::play`].
    pub(super) fn resume(
        file: &Path,
        bots: PerSide<Option<Player>>,
        origin: Origin,
        scripts: Rc<Scripts>,
    ) -> Result<Session, Faults> {
        let source = Source::read(file)?;
        let record = Record::parse(&source)?;
        let (game, _) = record.take_up(scripts)?;
        let mut session = Session::going_on(game, &record, bots, origin);
        session.known.add(source.text());
        Ok(session)
    }

    /// A game that is taken up from a record, with those who play it.
    pub fn going_on(game: Game, record: &Record, bots: PerSide<Option<Player>>, origin: Origin) -> Session {
        let told = game.log().len();
        let mut session = Session::at(game, told, bots, origin);
        session.auto.take_over(record.auto());
        session
    }

    /// Puts the machines in their chairs and lets them play until a person has to decide.
    pub(super) fn seat_bots(&mut self) {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let alone = Side::BOTH.iter().all(|side| self.bots[*side].is_some());
        for side in Side::BOTH {
            let seed = self.game.header().seed;
            // A person who waits can hurry them; machines among themselves stop instead.
            let hurry = || if alone { Arc::default() } else { interrupt::pressed() };
            let agent = self.bots[side].map(|player| Awaited::new(player.agent(seed, side, threads, hurry()), alone));
            self.game.set_agent(side, agent.map(|agent| Box::new(agent) as Box<dyn Agent<War>>));
        }
        // A fault is kept in `broken`, and told with the news.
        let _ = self.game.proceed();
    }

    /// Puts another game on the table, which is debugged like this one, for those at the same screen.
    pub(super) fn give_way_to(&mut self, session: Session) {
        let (watched, types) = (self.game.watched().clone(), self.auto.on);
        let keyboard = std::mem::take(&mut self.keyboard);
        *self = session;
        self.auto.on = types;
        self.stay_at_screen(&keyboard);
        if watched != Watched::default() {
            self.game.watch(watched);
        }
    }

    /// Puts an optional rule in force or out of it, by beginning the game again, as long as nothing is dealt.
    pub(super) fn change_rule(&mut self, rule: &str, on: bool) -> Result<Reply, Trouble> {
        if self.game.state().step != Step::Setup {
            return Err(plain(
                "the first card has been dealt: the optional rules are fixed (14.0); `new --rules …` begins another game",
            ));
        }
        let scripts = self.game.scripts().clone();
        let id = scripts.chosen_rules([rule])?.first().map(|rule| rule.id.clone());
        let id = id.ok_or_else(|| plain("name a rule"))?;
        let header = self.game.header().clone();
        let mut wanted: Vec<String> = header.rules.iter().filter(|other| **other != id).cloned().collect();
        wanted.extend(on.then_some(id));
        let header = header.with_rules(wanted.iter().map(String::as_str), &scripts)?;
        let header = header.without_idle_rules(on.then_some(rule), &scripts)?;
        self.give_way_to(Session::with(header, self.bots, self.origin.clone(), scripts)?);
        Ok(Reply::Moved(rules::render(&self.game) + self.situation().as_str()))
    }
}

/// A seed that is easy to type again.
fn fresh_seed() -> u64 {
    u64::from(rand::random::<u32>()) % 1_000_000
}
