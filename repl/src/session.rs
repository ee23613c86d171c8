//! A session: the game on the table, who plays which side, and what each command does to them. It reads nothing and
//! prints nothing; it returns text.

mod answering;
mod back;
pub mod debug;
mod designer;
mod reload;
mod said;
pub mod time;
mod tutor;
mod whatif;

use crate::autosave::{Kept, Wish};
use crate::cards::Cards;
use crate::columns::{WIDTH, wrap};
use crate::command::{self, Command, Topic};
use crate::describe;
use crate::editor::Prompt;
use crate::help;
use crate::interrupt;
use crate::lexicon::Lexicon;
use crate::menu::Menu;
use crate::player::Player;
use crate::rules;
use crate::say;
use crate::show;
use crate::start::Start;
use crate::stopped;
use crate::style::{self, DIM, paint};
use crate::thinking::Awaited;
use crate::tutorial::Lesson;
use debug::Debug;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use wilderness_core::agents::Agent;
use wilderness_core::faults::{Faults, Source};
use wilderness_core::game::Game;
use wilderness_core::header::Header;
use wilderness_core::record::Record;
use wilderness_core::script::{Fingerprints, Scripts};
use wilderness_core::state::Step;
use wilderness_core::table::Windows;
use wilderness_core::{PerSide, Side};

/// So many entries are told after a choice; more than that happens only when the machine plays both sides.
const MOST_NEWS: usize = 60;

/// What is said when machines that play among themselves were stopped.
const MACHINES_WAIT: &str =
    "The machines have stopped: `go on` lets them play on, `bot french off` gives you the French.\n";

/// A game being played by people and machines.
pub struct Session {
    game: Game,
    bots: PerSide<Option<Player>>,
    /// How much of the log has been told.
    told: usize,
    /// Where the scripts come from.
    cards: Cards,
    /// How much of the game was known when each command began that is not taken back.
    begun: Vec<usize>,
    /// What the last sentence left undone.
    rest: Option<say::Rest>,
    /// The last sentence, if it waits for a card to be named.
    without_card: Option<String>,
    /// The files that the game could not be played with when they were read last, if it could not.
    refused: Option<Result<Fingerprints, Faults>>,
    /// The tutorial, as long as it is played.
    lesson: Option<Rc<Lesson>>,
}

/// What a line led to.
pub enum Reply {
    /// Text, after which the same decision is still open.
    Text(String),
    /// The game has moved: news and the next decision.
    Moved(String),
    /// Another game is on the table.
    Begun(String),
    /// The person asks how the game is kept, or wants it otherwise.
    Autosave(Option<Wish>),
    /// The person wants changes of the scripts to be taken up as they are made, or not any more.
    Watch(bool),
    /// The person wants to change this file; what came of it is for [`Session::scripts_changed`] to say.
    Edit(PathBuf),
    /// The person wants to leave.
    Quit,
}

/// Why a line led to nothing, and the game is as it was; or why it led only part of the way.
pub enum Trouble {
    /// A sentence.
    Plain(String),
    /// Why the rest of a line was not done, and where the game stands after the first part of it.
    Midway {
        /// Why not.
        reason: String,
        /// News and the open decision.
        now: String,
    },
    /// Faults in a file, pointed at.
    Faults(Faults),
    /// Scripts that the game does not take.
    Reload {
        /// Why not.
        faults: Faults,
        /// What becomes of the game.
        then: &'static str,
    },
}

impl From<Faults> for Trouble {
    fn from(faults: Faults) -> Trouble {
        Trouble::Faults(faults)
    }
}

/// Makes a sentence of an error.
fn plain(error: impl std::fmt::Display) -> Trouble {
    Trouble::Plain(error.to_string())
}

impl Session {
    /// A game from a scenario or a position.
    ///
    /// # Errors
    /// As [`Header::begin`].
    pub fn new(
        start: &Start,
        seed: Option<u64>,
        bots: PerSide<Option<Player>>,
        cards: Cards,
    ) -> Result<Session, Faults> {
        let scripts = Rc::new(cards.load()?);
        Session::begin(start, seed, bots, cards, scripts)
    }

    /// The same, with scripts that are loaded.
    ///
    /// # Errors
    /// As [`Header::begin`].
    pub fn begin(
        start: &Start,
        seed: Option<u64>,
        bots: PerSide<Option<Player>>,
        cards: Cards,
        scripts: Rc<Scripts>,
    ) -> Result<Session, Faults> {
        // Two people share the screen: nobody shall learn from a question who holds what.
        let people = Side::BOTH.iter().all(|side| bots[*side].is_none());
        let windows = if people { Windows::Open } else { Windows::Holder };
        let header = start.header(|| seed.unwrap_or_else(fresh_seed), windows, &scripts)?;
        Session::with(header, bots, cards, scripts)
    }

    fn with(
        header: Header,
        bots: PerSide<Option<Player>>,
        cards: Cards,
        scripts: Rc<Scripts>,
    ) -> Result<Session, Faults> {
        let game = header.begin(scripts)?;
        Ok(Session::at(game, 0, bots, cards))
    }

    /// A game of which so many entries of the log have been told.
    fn at(game: Game, told: usize, bots: PerSide<Option<Player>>, cards: Cards) -> Session {
        let (begun, rest, without_card, refused, lesson) = (Vec::new(), None, None, None, None);
        let mut session = Session { game, bots, told, cards, begun, rest, without_card, refused, lesson };
        session.seat_bots();
        session
    }

    /// The game in a record.
    ///
    /// # Errors
    /// As [`Record::parse`] and [`Record::play`].
    pub fn load(file: &Path, bots: PerSide<Option<Player>>, cards: Cards) -> Result<Session, Faults> {
        let scripts = Rc::new(cards.load()?);
        Session::resume(file, bots, cards, scripts)
    }

    fn resume(
        file: &Path,
        bots: PerSide<Option<Player>>,
        cards: Cards,
        scripts: Rc<Scripts>,
    ) -> Result<Session, Faults> {
        let (game, _) = Record::parse(&Source::read(file)?)?.take_up(scripts)?;
        let told = game.log().len();
        Ok(Session::at(game, told, bots, cards))
    }

    /// Puts the machines in their chairs and lets them play until a person has to decide.
    fn seat_bots(&mut self) {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let alone = Side::BOTH.iter().all(|side| self.bots[*side].is_some());
        for side in Side::BOTH {
            let seed = self.game.header().seed;
            let agent = self.bots[side].map(|player| Awaited::new(player.agent(seed, side, threads), alone));
            self.game.set_agent(side, agent.map(|agent| Box::new(agent) as Box<dyn Agent>));
        }
        // A fault is kept in `broken`, and told with the news.
        let _ = self.game.proceed();
    }

    /// Whether the machines, who play among themselves, have been stopped.
    fn machines_wait(&self) -> bool {
        let machine = self.game.decision().is_some_and(|decision| self.game.has_agent(decision.side));
        machine && !self.game.looks_back()
    }

    /// The game on the table.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What is being played, and with which seed.
    pub fn title(&self) -> String {
        let scenario = self.game.scenario();
        let years = match (scenario.first_year, scenario.last_year) {
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first}-{last}"),
        };
        let seed = paint(DIM, format!("seed {}", self.game.header().seed));
        format!("{}, {years} ({seed})\n", scenario.name)
    }

    /// Which scripts are played with.
    pub fn origin(&self) -> String {
        let hint = if self.cards.directory().is_some() { " (`watch on` takes up what you change)" } else { "" };
        format!("The cards are {}{hint}.\n", self.cards)
    }

    /// The word before the cursor: who decides.
    pub fn prompt(&self) -> String {
        if let Some(stop) = self.game.stop() {
            return format!("{}> ", stop.place);
        }
        let place = self.looking_back_briefly();
        self.game.decision().map_or(format!("{place}> "), |decision| format!("{}{place}> ", decision.side))
    }

    /// What stands before the cursor of a person at a terminal: date, victory points, who decides what.
    pub fn typed_prompt(&self) -> Prompt {
        let state = self.game.state();
        let lexicon = Lexicon::of(&self.game);
        let Some(decision) = self.game.decision() else {
            return Prompt { text: self.prompt(), style: DIM, lexicon };
        };
        let season = state.season.to_string();
        let season = season.split(' ').next().unwrap_or_default();
        let (when, vp) = (format!("{season} {}", state.year), describe::vp(state));
        let place = self.looking_back_briefly();
        let text = format!("{when}, {vp} | {} {}{place}> ", decision.side, decision.ask.kind());
        Prompt { text, style: style::side(decision.side), lexicon }
    }

    /// What has happened since this was last asked, and what is to be decided now.
    pub fn situation(&mut self) -> String {
        self.enemy_plays();
        let log = self.game.log();
        let from = self.told.min(log.len());
        let fresh = &log[from..];
        let skipped = fresh.len().saturating_sub(MOST_NEWS);
        let mut text = String::new();
        if skipped > 0 {
            text.push_str(&format!("{}\n", paint(DIM, format!("… {skipped} entries before (`log {}`)", fresh.len()))));
        }
        // How the game ended is said below.
        let ended =
            usize::from(self.game.outcome().is_some() && fresh.last().is_some_and(|entry| entry.rule == "13.1"));
        let (from, upto) = (from + skipped, from + fresh.len() - ended);
        text.push_str(&self.news(from, upto));
        self.told = self.game.log().len();
        if let Some(halt) = self.game.broken() {
            text.push_str(&format!("the game cannot go on: {halt}\n`undo` takes the last choice back.\n"));
            return text;
        }
        if let Some(stop) = self.game.stop() {
            return text + stopped::render(stop).as_str();
        }
        if self.machines_wait() {
            interrupt::take();
            return text + "\n" + MACHINES_WAIT;
        }
        text.push_str(&self.looking_back());
        text.push('\n');
        text + self.choices().as_str() + self.rest_note().as_str() + self.instruction().as_str()
    }

    /// Why the machines chose as they did since the last answer.
    fn explain(&self) -> String {
        let reasons = self.game.reasons();
        if reasons.is_empty() {
            return "No machine has given a reason since your last answer.\n".into();
        }
        let line = |(side, reason): &(Side, String)| wrap(&format!("{side}: {reason}"), WIDTH).join("\n  ") + "\n";
        reasons.iter().map(line).collect()
    }

    fn choices(&self) -> String {
        Menu::of(&self.game).map_or_else(|| show::over(&self.game), |menu| menu.render(&self.game))
    }

    /// Does what a line says.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub fn run(&mut self, line: &str) -> Result<Reply, Trouble> {
        let command = command::parse(line).map_err(plain)?;
        let reply = match self.lesson {
            Some(_) => self.learn(command),
            None => self.obey(command),
        };
        self.with_trace(reply)
    }

    fn obey(&mut self, command: Command) -> Result<Reply, Trouble> {
        self.may_be_done_now(&command)?;
        match command {
            Command::Nothing => Ok(Reply::Text(String::new())),
            Command::Help(topic) => help::help(&self.game, &topic).map(Reply::Text).map_err(plain),
            Command::Tutorial(on) => self.tutorial(on),
            Command::Quit => Ok(Reply::Quit),
            Command::Show(topic) => self.show(&topic),
            Command::Log(filter) => show::log::show(&self.game, &filter).map(Reply::Text).map_err(plain),
            Command::WhatIf(line) => self.what_if(&line),
            Command::Eval(expression) => self.evaluate(&expression),
            Command::Compare(games) => self.compare_scripts(games),
            Command::Edit(what) => self.script_of(&what).map(Reply::Edit),
            Command::Undo(times, force) => self.undo(times, force),
            Command::Redo(times) => self.redo(times),
            Command::Save(file) => match self.game.record_of_all_lines().save(&file) {
                Ok(()) => Ok(Reply::Text(format!("saved in {}\n", file.display()))),
                Err(error) => Err(plain(format!("{} cannot be written: {error}", file.display()))),
            },
            Command::Load(file) => {
                let session = Session::resume(&file, self.bots, self.cards.clone(), self.game.scripts().clone())?;
                self.give_way_to(session);
                Ok(Reply::Begun(self.title() + self.situation().as_str()))
            }
            Command::Rules(None) => Ok(Reply::Text(rules::render(&self.game))),
            Command::Rules(Some((rule, on))) => self.change_rule(&rule, on),
            Command::New(new) => {
                let start = new.start(&self.game.header().scenario);
                let scripts = self.game.scripts().clone();
                self.give_way_to(Session::begin(&start, new.seed, self.bots, self.cards.clone(), scripts)?);
                Ok(Reply::Begun(self.title() + self.situation().as_str()))
            }
            Command::Explain => Ok(Reply::Text(self.explain())),
            Command::Bot(side, player) => {
                self.bots[self.game.state().seat(side)] = player;
                self.game.forget_reasons();
                self.seat_bots();
                let who = if player.is_some() { "the machine plays" } else { "a person plays" };
                Ok(Reply::Moved(format!("{who} the {side}\n{}", self.situation())))
            }
            Command::Time(time) => self.travel(&time),
            Command::Debug(debug) => self.debug(&debug),
            Command::Say(line) if self.game.stop().is_some() && say::goes_on(&line) => self.debug(&Debug::Continue),
            Command::Say(line) if self.machines_wait() && say::goes_on(&line) => {
                let _ = self.game.proceed();
                Ok(Reply::Moved(self.situation()))
            }
            Command::Reload => self.reload(),
            Command::Rewind => self.rewind(),
            Command::Watch(on) => Ok(Reply::Watch(on)),
            Command::Why(text) => say::why(&self.game, &text).map(Reply::Text).map_err(Trouble::Plain),
            Command::Say(line) => self.as_one(|session| session.say(&line)),
            Command::Answer(text) => self.as_one(|session| session.say_or_answer(&text)),
        }
    }

    /// Two people share the screen: they see the hand of the side that decides. At the end they see their own.
    fn show(&self, topic: &Topic) -> Result<Reply, Trouble> {
        if let (Topic::Choices, Some(stop)) = (topic, self.game.stop()) {
            return Ok(Reply::Text(stopped::render(stop)));
        }
        let people = |side: &Side| self.bots[self.game.state().seat(*side)].is_none();
        let hands: Vec<Side> = match self.game.decision() {
            Some(decision) => vec![decision.side],
            None => Side::BOTH.into_iter().collect(),
        };
        let hands: Vec<Side> = hands.into_iter().filter(people).collect();
        show::show(&self.game, topic, &hands).map(Reply::Text).map_err(plain)
    }

    /// Puts an optional rule in force or out of it, by beginning the game again, as long as nothing is dealt.
    fn change_rule(&mut self, rule: &str, on: bool) -> Result<Reply, Trouble> {
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
        self.give_way_to(Session::with(header, self.bots, self.cards.clone(), scripts)?);
        Ok(Reply::Moved(rules::render(&self.game) + self.situation().as_str()))
    }

    /// What is to be kept of the game, so that it can be taken up again.
    pub fn kept(&self) -> Kept {
        let begun = self.game.decisions() > 0 && self.game.outcome().is_none();
        let unfinished = begun || self.game.looks_back();
        Kept { record: self.game.record_of_all_lines().to_string(), unfinished, seats: self.seats() }
    }

    /// A line about the state of the game, for the end of the session.
    pub fn farewell(&self) -> String {
        format!("{} {}, {}\n", self.game.state().season, self.game.state().year, describe::vp(self.game.state()))
    }
}

/// A seed that is easy to type again.
fn fresh_seed() -> u64 {
    u64::from(rand::random::<u32>()) % 1_000_000
}
