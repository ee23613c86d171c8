//! A session: the game on the table, who plays which side, and what each command does to them. It reads nothing and
//! prints nothing; it returns text.

mod answering;
mod back;
mod begin;
mod keyboard;
mod lesson;
mod reload;
mod stop;
pub mod time;
mod told;

pub use keyboard::{Sharing, seen_by_one};
pub use reload::short;

use super::autosave::{Kept, Wish};
use super::command::{self, Command};
use super::lesson::Lesson;
use super::player::Player;
use crate::front::{Extras, Front};
use keyboard::Keyboard;
use std::path::PathBuf;
use std::rc::Rc;
use wilderness_engine::faults::Faults;
use wilderness_engine::game::{Game, Onward};
use wilderness_engine::record::{Known, Record};
use wilderness_engine::script::Fingerprints;
use wilderness_engine::side::Each;

/// The most words of a line: more than any sentence needs, and few enough to look each of them up.
const MOST_WORDS: usize = 48;

/// A game being played by people and bots.
pub struct Session<F: Front> {
    pub(crate) game: Game<F>,
    pub(crate) bots: Each<Option<Player>>,
    /// How much of the log has been told.
    told: usize,
    /// Where the content comes from.
    pub(crate) origin: F::Origin,
    /// How much of the game was known when each command began that is not taken back.
    begun: Vec<usize>,
    /// What the commands of this game remember.
    pub(crate) extras: F::Extras,
    /// The files that the game could not be played with when they were read last, if it could not.
    refused: Option<Result<Fingerprints, Faults>>,
    /// Whether somebody types: lines that are piped in answer every question themselves.
    types: bool,
    /// Where somebody has gone back to, by the number of known answers: there a question is asked that answers itself.
    pub(crate) asks_at: Option<usize>,
    /// The tutorial, as long as it is played.
    lesson: Option<Rc<Lesson<F>>>,
    /// Who has the keyboard, of two people at one screen.
    keyboard: Keyboard<F>,
    /// The text of the record that it was read from.
    known: Known,
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
    /// The person wants the game to be written to this file, even if it holds something else.
    Save(PathBuf, bool),
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

impl Trouble {
    /// A sentence.
    pub fn plain(reason: impl std::fmt::Display) -> Trouble {
        Trouble::Plain(reason.to_string())
    }
}

impl From<Faults> for Trouble {
    fn from(faults: Faults) -> Trouble {
        Trouble::Faults(faults)
    }
}

/// Makes a sentence of an error.
fn plain(error: impl std::fmt::Display) -> Trouble {
    Trouble::plain(error)
}

impl<F: Front> Session<F> {
    /// The game on the table.
    pub fn game(&self) -> &Game<F> {
        &self.game
    }

    /// Does what a line says.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub fn run(&mut self, line: &str) -> Result<Reply, Trouble> {
        // Whose decision it is does not matter to most commands.
        let _ = self.turn();
        self.look();
        if self.is_covered() {
            return self.under_cover(line);
        }
        let command = command::parse(line).map_err(plain)?;
        if !matches!(command, Command::Eval(_)) && line.split_whitespace().count() > MOST_WORDS {
            return Err(plain(format!("a line has at most {MOST_WORDS} words: say the rest on another")));
        }
        let reply = match self.lesson {
            Some(_) => self.learn(command),
            None => self.obey(command),
        };
        let reply = self.with_trace(reply);
        self.or_page(reply)
    }

    fn obey(&mut self, command: Command<F>) -> Result<Reply, Trouble> {
        self.may_be_done_now(&command)?;
        if command != Command::Agree {
            self.drop_request();
        }
        match command {
            Command::Agree => self.agree(),
            Command::Nothing => Ok(Reply::Text(String::new())),
            Command::Help(topic) => F::Extras::help(&self.game, &topic).map(Reply::Text).map_err(plain),
            Command::Quit => Ok(Reply::Quit),
            Command::Show => Ok(Reply::Text(self.shown())),
            Command::Log(last) => Ok(Reply::Text(self.log(last))),
            Command::Eval(expression) => {
                // The side that looks sees no more in it than elsewhere.
                let value = self.game.evaluate(self.viewer(), &expression)?;
                Ok(Reply::Text(format!("{value}\n")))
            }
            Command::Undo(times, force) => self.undo(times, force),
            Command::Redo(times) => self.redo(times),
            Command::Save(file, force) => Ok(Reply::Save(file, force)),
            Command::Load(file) => {
                let session = Session::resume(&file, self.bots, self.origin.clone(), self.game.scripts().clone())?;
                self.give_way_to(session);
                Ok(Reply::Begun(self.title() + self.situation().as_str()))
            }
            Command::Explain => Ok(Reply::Text(self.explain())),
            Command::Bot(side, player) => {
                self.bots[self.game.seat(side)] = player;
                self.game.forget_reasons();
                self.seat_bots();
                let who = if player.is_some() { "the machine plays" } else { "a person plays" };
                Ok(Reply::Moved(format!("{who} the {side}\n{}", self.situation())))
            }
            Command::Time(time) => self.travel(&time),
            Command::GoOn(line) => self.go_on(&line),
            Command::Reload => self.reload(),
            Command::Rewind => self.rewind(),
            Command::Watch(on) => Ok(Reply::Watch(on)),
            Command::Own(own) => F::Extras::obey(self, own),
            Command::Answer(text) => self.as_one(|session| F::Extras::answer(session, &text)),
        }
    }

    /// Lets a script, or the bots, go on that wait; or what the game has left undone.
    fn go_on(&mut self, line: &str) -> Result<Reply, Trouble> {
        if self.game.stop().is_some() {
            return self.resume_script(Onward::Continue);
        }
        if self.machines_wait() {
            // A fault is kept in `broken`, and told with the news.
            let _ = self.game.proceed();
            return Ok(Reply::Moved(self.situation()));
        }
        self.as_one(|session| F::Extras::go_on(session, line))
    }

    /// The game with all its lines, and the questions that answer themselves.
    pub fn record(&self) -> Record<F> {
        self.game.record_of_all_lines().with_auto(self.extras.auto_lines())
    }

    /// The texts of records that the game was read from.
    pub fn known(&self) -> &Known {
        &self.known
    }

    /// What is to be kept of the game, so that it can be taken up again.
    pub fn kept(&self) -> Kept<F> {
        let begun = self.game.decisions() > 0 && self.game.outcome().is_none();
        let unfinished = begun || self.game.looks_back();
        Kept { record: self.record(), unfinished, seats: self.seats() }
    }

    /// Lets the questions answer themselves from now on that do, or none of them.
    pub fn somebody_types(&mut self, types: bool) {
        self.types = types;
    }

    /// Whether the questions answer themselves that do: not while lines are piped in.
    pub(crate) fn is_typed(&self) -> bool {
        self.types
    }

    /// Answers what answers itself.
    pub(crate) fn answer_by_itself(&mut self) {
        while self.types
            && self.lesson.is_none()
            && !self.game.looks_back()
            && self.asks_at != Some(self.game.answers())
            && let Some(decision) = self.game.decision()
            && self.bots[self.game.seat(decision.side)].is_none()
            && let Some(choice) = self.extras.answers_itself(&self.game, decision)
            && self.game.choose(choice).is_ok()
        {}
    }
}
