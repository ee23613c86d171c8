//! A session: the game on the table, who plays which side, and what each command does to them. It reads nothing and
//! prints nothing; it returns text.

mod answering;
pub mod auto;
mod back;
mod begin;
pub mod debug;
mod designer;
#[cfg(test)]
mod hidden_tests;
mod keyboard;
mod losses;
mod reload;
mod run_on;
mod said;
pub mod time;
mod told;
mod tutor;
mod whatif;

use crate::commands::rules;
use crate::prompt::autosave::{Kept, Wish};
use crate::prompt::command::{self, Command};
use crate::prompt::help;
use crate::prompt::player::Player;
use crate::prompt::tutorial::Lesson;
use crate::war::content::Origin;
use crate::war::say;
use crate::war::show;
use auto::Auto;
use debug::Debug;
use keyboard::Keyboard;
pub use keyboard::{Sharing, seen_by_one};
use std::path::PathBuf;
use std::rc::Rc;
use wilderness_engine::faults::Faults;
use wilderness_war::PerSide;
use wilderness_war::game::Game;
use wilderness_war::record::{Known, Record};
use wilderness_war::script::Fingerprints;

/// The most words of a line: more than any sentence needs, and few enough to look each of them up.
const MOST_WORDS: usize = 48;

/// A game being played by people and machines.
pub struct Session {
    game: Game,
    bots: PerSide<Option<Player>>,
    /// How much of the log has been told.
    told: usize,
    /// Where the scripts come from.
    origin: Origin,
    /// How much of the game was known when each command began that is not taken back.
    begun: Vec<usize>,
    /// What the last sentence left undone.
    rest: Option<say::Rest>,
    /// The last sentence, if it waits for a card to be named.
    without_card: Option<String>,
    /// The files that the game could not be played with when they were read last, if it could not.
    refused: Option<Result<Fingerprints, Faults>>,
    /// The questions that answer themselves.
    auto: Auto,
    /// The tutorial, as long as it is played.
    lesson: Option<Rc<Lesson>>,
    /// Who has the keyboard, of two people at one screen.
    keyboard: Keyboard,
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
    /// The game on the table.
    pub fn game(&self) -> &Game {
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

    fn obey(&mut self, command: Command) -> Result<Reply, Trouble> {
        self.may_be_done_now(&command)?;
        if command != Command::Agree {
            self.drop_request();
        }
        match command {
            Command::Agree => self.agree(),
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
            Command::Save(file, force) => Ok(Reply::Save(file, force)),
            Command::Load(file) => {
                let session = Session::resume(&file, self.bots, self.origin.clone(), self.game.scripts().clone())?;
                self.give_way_to(session);
                Ok(Reply::Begun(self.title() + self.situation().as_str()))
            }
            Command::Rules(None) => Ok(Reply::Text(rules::render(&self.game))),
            Command::Rules(Some((rule, on))) => self.change_rule(&rule, on),
            Command::New(new) => {
                let start = new.start(&self.game)?;
                let origin = self.origin.clone().for_start(&start)?;
                let scripts = if origin == self.origin { self.game.scripts().clone() } else { origin.load()?.into() };
                self.give_way_to(Session::begin(&start, new.seed, self.bots, origin, scripts)?);
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
            Command::Auto(change) => self.change_auto(&change),
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
            Command::Why(text) => {
                self.is_yours()?;
                say::why(&self.game, &text).map(Reply::Text).map_err(Trouble::Plain)
            }
            Command::Say(line) => self.as_one(|session| session.say(&line)),
            Command::Answer(text) => self.as_one(|session| session.say_or_answer(&text)),
        }
    }

    /// The game with all its lines, and the questions that answer themselves.
    pub fn record(&self) -> Record {
        self.game.record_of_all_lines().with_auto(self.auto.lines())
    }

    /// The texts of records that the game was read from.
    pub fn known(&self) -> &Known {
        &self.known
    }

    /// What is to be kept of the game, so that it can be taken up again.
    pub fn kept(&self) -> Kept {
        let begun = self.game.decisions() > 0 && self.game.outcome().is_none();
        let unfinished = begun || self.game.looks_back();
        Kept { record: self.record().to_string(), unfinished, seats: self.seats() }
    }
}
