//! A session: the current game, its players, and the effect of each command. It does no input or output; it returns
//! text.

mod advice;
mod answering;
mod asking;
pub mod auto;
mod back;
mod begin;
pub mod debug;
mod designer;
mod inquiry;
mod keyboard;
pub mod lesson;
pub mod log;
pub mod navigation;
mod proposing;
pub(crate) mod reload;
mod reporting;
pub mod rules;
mod sequence;
mod stop;
mod what_if;

pub use keyboard::{Requested, Sharing, seen_by_one};
pub use reload::short;

use super::autosave::{AutosaveRequest, SavedGame};
use super::command::{self, Command, UsageError, WatchChange};
use super::lacking;
use super::lesson::Lesson;
use super::questions;
use crate::prompt::front::{Extras, Front, Tables};
use crate::prompt::own::{Effect, OwnCommand, misused};
use crate::text::names::fold;
use crate::text::side_in_words::SideInWords;
use answering::Spoken;
use keyboard::Keyboard;
use std::path::PathBuf;
use std::rc::Rc;
use wilderness_engine::faults::Faults;
use wilderness_engine::record::{AutoLines, KnownRecords, Record};
use wilderness_engine::script::Fingerprints;
use wilderness_engine::script::ScriptSet as _;
use wilderness_engine::{Each, Game, Onward};
use wilderness_lab::Player;

/// The most words of a line that can only be a command: `show map albany`.
const MOST_OF_A_COMMAND: usize = 2;
/// The most words of a command that shows a table or a part of the board.
const MOST_OF_A_LOOK: usize = 4;

/// The maximum number of words on a line: more than any sentence needs, and few enough to look each of them up.
const MOST_WORDS: usize = 48;

/// Why a question is not answered.
const UNKNOWN_QUESTION: &str = "that is a question that the prompt has no answer to: `help` lists the commands, \
                                `where is NAME`, `odds`, `why`, `score` and `help RULE` answer the most";

/// A game played by people and bots.
pub struct Session<F: Front> {
    pub(crate) game: Game<F>,
    pub(crate) bots: Each<Option<Player>>,
    /// How much of the log has been reported.
    told: usize,
    /// The origin of the content.
    pub(crate) origin: F::Origin,
    /// The content with which the game was begun or taken up here.
    scripts_at_first: Rc<F::Scripts>,
    /// The number of known answers at the start of each command that has not been undone.
    begun: Vec<usize>,
    /// The questions that are answered automatically.
    auto: auto::Auto<F>,
    /// The state of this game's own commands.
    pub(crate) extras: F::Extras,
    /// What is left of the sentences that were typed.
    spoken: Spoken<F>,
    /// The content files that could not be used when they were last read, if any.
    refused: Option<Result<Fingerprints, Faults>>,
    /// Whether a person types: piped input has to answer every question itself.
    types: bool,
    /// The number of known answers at the point gone back to: an automatic question there is asked.
    pub(crate) asks_at: Option<usize>,
    /// Whether the point was reached by `undo`, which has said so: it is no look at the past.
    undone: bool,
    /// The tutorial, while it runs.
    lesson: Option<Rc<Lesson<F>>>,
    /// The last line, for `again`.
    last_line: String,
    /// Who has the keyboard when two people share the screen.
    keyboard: Keyboard<F>,
    /// The texts of the records that it was read from.
    known: KnownRecords,
}

/// The result of a line.
pub enum Reply {
    /// Text; the same decision is still open.
    Text(String),
    /// The game has moved: news and the next decision.
    Moved(String),
    /// A different game has been loaded or begun.
    Begun(String),
    /// A request to begin a game of another kind, with these arguments of `new`.
    Elsewhere(String),
    /// A request about autosave.
    Autosave(Option<AutosaveRequest>),
    /// A request to save the game to this file; if forced, over any other content.
    Save(PathBuf, bool),
    /// A request to show the game on a page, or to stop doing so.
    Board(bool),
    /// A request to watch the scripts or the balance, or to stop doing so.
    Watch(WatchChange),
    /// Another reply, and what is said after it was dealt with.
    Then(Box<Reply>, String),
    /// A request to edit this file; [`Session::scripts_changed`] then reports the effect. Whether it is a new copy of a
    /// file in the program.
    Edit(PathBuf, bool),
    /// A request to quit.
    Quit,
}

/// Why a line had no effect, or only part of its effect.
pub enum Trouble {
    /// A sentence.
    Plain(String),
    /// What is asked back about the line, before anything is done.
    Question(String),
    /// Why the rest of a line was not carried out, and the position after the first part.
    Midway {
        /// The reason.
        reason: String,
        /// News and the open decision.
        now: String,
    },
    /// Faults in a file, with their locations.
    Faults(Faults),
    /// Scripts that were rejected.
    Reload {
        /// The reason.
        faults: Faults,
        /// How the game continues.
        then: String,
    },
}

impl Trouble {
    /// A sentence.
    pub fn plain(reason: impl std::fmt::Display) -> Trouble {
        Trouble::Plain(reason.to_string())
    }

    /// What is wrong, in a line or more.
    pub fn reason(&self) -> String {
        match self {
            Trouble::Plain(reason) | Trouble::Question(reason) | Trouble::Midway { reason, .. } => reason.clone(),
            Trouble::Faults(faults) | Trouble::Reload { faults, .. } => faults.to_string(),
        }
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
    /// The current game. Names are then those of its content: other games may be played in this thread in turn.
    pub fn game(&self) -> &Game<F> {
        self.game.enter();
        &self.game
    }

    /// A side as sentences name it.
    pub(crate) fn in_sentences(&self, side: F::Side) -> SideInWords {
        F::in_sentences(self.game.scripts(), side)
    }

    /// Carries out a line.
    ///
    /// # Errors
    /// Why it failed.
    pub fn run(&mut self, line: &str) -> Result<Reply, Trouble> {
        self.game.enter();
        // Most commands are allowed at the decisions of all sides.
        let _ = self.turn();
        self.look();
        if self.is_covered() {
            return self.under_cover(line);
        }
        let command = match self.parse(line) {
            // A question does nothing, even in the words of a sentence.
            Ok(Command::Answer(asked)) if asked.trim_end().ends_with('?') => {
                let bare = asked.trim_end_matches(['?', ' ']);
                if !self.is_understood(bare) {
                    return self.otherwise(line, UNKNOWN_QUESTION.into());
                }
                Command::WhatIf(bare.to_string())
            }
            Ok(command) => command,
            Err(usage) if line.split_whitespace().count() > MOST_OF_A_COMMAND || self.is_understood(line) => {
                return self.otherwise(line, usage.to_string());
            }
            Err(usage) => return Err(plain(usage)),
        };
        if !matches!(command, Command::Eval(_)) && line.split_whitespace().count() > MOST_WORDS {
            return Err(plain(format!("a line has at most {MOST_WORDS} words: put the rest on another")));
        }
        self.note_line(line, &command);
        let before = self.game.past().answers();
        let reply = match self.lesson {
            Some(_) => self.learn(line, command),
            None => {
                let may_mean_more = match &command {
                    Command::Answer(_) | Command::Look(_) | Command::List(_) => true,
                    // A command with a wrong name is refused; a sentence that begins like one may be a question.
                    Command::Own(..) => {
                        questions::is_question(line) && line.split_whitespace().count() > MOST_OF_A_COMMAND
                    }
                    Command::Help(topic) => topic.split_whitespace().count() > MOST_OF_A_LOOK,
                    Command::Tables(_) | Command::Map(_) => line.split_whitespace().count() > MOST_OF_A_LOOK,
                    _ => false,
                };
                match self.obey(command) {
                    Err(Trouble::Plain(reason)) if may_mean_more && self.game.past().answers() == before => {
                        self.otherwise(line, reason)
                    }
                    reply => reply,
                }
            }
        };
        let reply = F::Extras::carried_out(self, line, reply);
        let reply = self.with_trace(reply);
        self.or_page(reply)
    }

    /// What a line is: an answer, if it is a word that the open decision offers, even if that is a command elsewhere.
    ///
    /// # Errors
    /// A command with wrong arguments.
    pub(crate) fn parse(&self, line: &str) -> Result<Command<F>, UsageError> {
        let word = fold(line.trim());
        let open = self.game.decision().filter(|_| self.sees_decision());
        match open.is_some_and(|open| open.find(&word).is_some()) {
            true => Ok(Command::Answer(word)),
            false => command::parse(line, self.game.sides()),
        }
    }

    pub(super) fn obey(&mut self, command: Command<F>) -> Result<Reply, Trouble> {
        if let Some(word) = command.word()
            && let Some(why) = lacking::reason::<F>(self.game.scripts(), word)
        {
            return Err(plain(format!("`{word}` has nothing to do here: {why}")));
        }
        self.check_not_stopped(&command)?;
        // The other player, elsewhere, may look around before they agree.
        let goes_on = command.answers() || matches!(command, Command::Undo(..) | Command::Redo(_));
        if command != Command::Agree && (goes_on || !self.is_apart()) {
            self.drop_request();
        }
        match command {
            Command::Agree => self.agree(),
            Command::Nothing => Ok(Reply::Text(String::new())),
            Command::Help(topic) => self.help(&topic),
            Command::Score => Ok(Reply::Text(self.score())),
            Command::Look(words) => self.look_at(&words),
            Command::List(words) => self.list(&words),
            Command::Tables(name) => self.charts(&name),
            Command::Again => self.repeat(),
            Command::Quit => Ok(Reply::Quit),
            Command::Show => Ok(Reply::Text(self.shown())),
            Command::Log(words) => self.log(&words).map(Reply::Text),
            Command::Compare(games) => self.compare_scripts(games),
            Command::Edit(what) => self.script_of(&what).map(|(file, is_new)| Reply::Edit(file, is_new)),
            Command::Rules(None) => Ok(Reply::Text(self.rules())),
            Command::Rules(Some((rule, on))) => self.change_rule(&rule, on),
            Command::Auto(change) => self.change_auto(&change),
            Command::New(new) => F::Tables::another(self, &new),
            Command::Tutorial(lesson) => self.tutorial(lesson),
            Command::Debug(debug) => self.debug(&debug),
            Command::Eval(expression) => {
                // A look at the past shows that side no more than the present.
                let value = self.game.debugger().evaluate(self.viewer(), &expression)?;
                Ok(Reply::Text(format!("{value}\n")))
            }
            Command::Undo(times, force) => self.undo(times, force),
            Command::Redo(times) => self.redo(times),
            Command::Save(file, force) => Ok(Reply::Save(file, force)),
            Command::Load(file) => {
                let session = Session::resume(&file, self.bots, self.origin.clone(), self.game.scripts().clone())?;
                self.replace_with(session);
                Ok(Reply::Begun(self.title() + self.situation().as_str()))
            }
            Command::Hint => self.hint().map(Reply::Text),
            Command::WhatIf(line) => self.what_if(&line),
            Command::Until => self.as_one(Session::until_next_time),
            Command::Explain => Ok(Reply::Text(self.explain())),
            Command::Analyse(depth) => self.analyse(depth).map(Reply::Text),
            Command::Seats => Ok(Reply::Text(self.who_plays())),
            Command::Bot(side, player) => Ok(self.seat_player(self.game.now().seat(side), player)),
            Command::Navigation(time) => self.travel(&time),
            Command::GoOn => self.go_on(),
            Command::Reload => self.reload(),
            Command::Rewind => self.rewind(),
            Command::Board(on) => Ok(Reply::Board(on)),
            Command::Watch(on) => Ok(Reply::Watch(on)),
            Command::Map(part) => self.map(&part).map(Reply::Text),
            Command::Own(word, rest) => self.own(word, &rest),
            Command::Answer(text) => self.check_whole(&text).and_then(|()| self.as_one(|session| session.speak(&text))),
        }
    }

    /// Runs a command that only this game has.
    fn own(&mut self, word: &str, rest: &str) -> Result<Reply, Trouble> {
        let own = OwnCommand::find(word).and_then(|own| Some((own.effect, own.run?)));
        let Some((effect, run)) = own else { return Err(misused::<F>(word)) };
        // The help of a command is not what `show hand` or `show new` asks for.
        let may_be_rule = word == "show" && command::uses::<F>().all(|(word, ..)| *word != fold(rest));
        let scripts = self.game.scripts().clone();
        let (reply, changes) = match scripts.host() {
            Some(host) if matches!(effect, Effect::Computes | Effect::Asks) => host.noting(|| run(self, rest)),
            _ => (run(self, rest), Vec::new()),
        };
        match reply {
            Ok(Reply::Text(text)) => {
                Ok(Reply::Text(changes.iter().fold(text, |text, line| text + line.as_str() + "\n")))
            }
            Err(why) if may_be_rule => self.rule_or(rest, why),
            reply => reply,
        }
    }

    /// Lets a bot play from a seat, or a person.
    pub fn seat_player(&mut self, seat: F::Side, player: Option<Player>) -> Reply {
        self.bots[seat] = player;
        self.game.past_mut().forget_reasons();
        self.seat_bots();
        self.look();
        let who = if player.is_some() { "a bot plays" } else { "a person plays" };
        let side = self.in_sentences(self.game.now().seat(seat));
        Reply::Moved(format!("{who} {side}\n{}", self.situation()))
    }

    /// Who plays each side.
    fn who_plays(&self) -> String {
        let of = |side: F::Side| match self.bots[self.game.now().seat(side)] {
            Some(player) => format!("{side}: a bot, `{player}`\n"),
            None => format!("{side}: a person\n"),
        };
        let each: String = self.game.sides().iter().map(of).collect();
        let how =
            "`bot SIDE off` gives a side to a person, `bot SIDE strong` to a stronger bot; `new` begins another game.";
        each + how + "\n"
    }

    /// Lets a waiting script or waiting bots continue, or else the rest of a sentence.
    pub(crate) fn go_on(&mut self) -> Result<Reply, Trouble> {
        if self.game.debugger().stop().is_some() {
            return self.resume_script(Onward::Continue);
        }
        if self.bots_stopped() {
            // A fault is stored in `broken`, and reported with the news.
            let _ = self.game.proceed();
            return Ok(Reply::Moved(self.situation()));
        }
        self.as_one(Session::finish_sentence)
    }

    /// The record of the game with all its branches, and its automatic answers.
    pub fn record(&self) -> Record<F> {
        self.game.past().record_of_all_branches().with_auto(self.auto.lines(self.game.sides()))
    }

    /// The texts of the records that the game was read from.
    pub fn known(&self) -> &KnownRecords {
        &self.known
    }

    /// What to save of the game, so that it can be resumed.
    pub fn snapshot(&self) -> SavedGame<'_, F> {
        let begun = self.game.past().has_decisions() && self.game.outcome().is_none();
        let unfinished = begun || self.game.past().looks_back();
        SavedGame { game: &self.game, auto: self.auto.lines(self.game.sides()), unfinished, seats: self.seats() }
    }

    /// Switches automatic answers on or off.
    pub fn set_interactive(&mut self, types: bool) {
        self.types = types;
    }

    /// Whether automatic answers are on: not for piped input.
    pub(crate) fn is_interactive(&self) -> bool {
        self.types
    }

    /// Restores the automatic answers from a record.
    pub(crate) fn take_over_auto(&mut self, lines: &AutoLines) {
        self.auto.take_over(lines, self.game.sides());
    }

    /// Gives automatic answers.
    pub(crate) fn answer_automatically(&mut self) {
        while self.types
            && self.lesson.is_none()
            && !self.game.past().looks_back()
            && self.asks_at != Some(self.game.past().answers())
            && let Some(decision) = self.game.decision()
            && self.bots[self.game.now().seat(decision.side)].is_none()
            && let Some(choice) = self.auto.answer(&self.game)
            && self.game.choose(choice).is_ok()
        {}
    }
}
