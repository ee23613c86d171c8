//! Stepping through the script of a card: `trace`, `break`, `next`, `continue`.

use super::{Reply, Session, Trouble, plain};
use crate::cards::short;
use crate::columns::{WIDTH, wrap};
use crate::command::{Command, on_or_off};
use crate::names::{fold, near};
use crate::session::time::Time;
use crate::stopped::{cut, line};
use wilderness_engine::script::ScriptSet as _;
use wilderness_war::game::Onward;
use wilderness_war::script::{Place, Stoppable, Watched};

/// A command about scripts that run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Debug {
    /// Tell what scripts call, or not any more; or say whether that is told.
    Trace(Option<bool>),
    /// List the breakpoints.
    List,
    /// Stop at a line.
    Break(String),
    /// Do not stop there any more, or nowhere.
    Off(Option<String>),
    /// Go on to the next line.
    Next,
    /// Go on to the next breakpoint.
    Continue,
}

impl Debug {
    /// The words with which such commands begin. `continue` is also what goes on with a sentence.
    pub const WORDS: [&str; 3] = ["trace", "break", "next"];

    /// Reads such a command; nothing if the arguments do not fit.
    pub fn read(word: &str, rest: &str) -> Option<Debug> {
        let (first, place) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        match word {
            "trace" if rest.is_empty() => Some(Debug::Trace(None)),
            "trace" => on_or_off(rest).map(|on| Debug::Trace(Some(on))),
            "break" if rest.is_empty() => Some(Debug::List),
            "break" if fold(first) == "off" => {
                Some(Debug::Off(Some(place.trim().to_string()).filter(|place| !place.is_empty())))
            }
            "break" => Some(Debug::Break(rest.to_string())),
            "next" if rest.is_empty() => Some(Debug::Next),
            _ => None,
        }
    }
}

impl Session {
    /// Whether a script has stopped.
    pub fn is_stopped(&self) -> bool {
        self.game.stop().is_some()
    }

    /// Does what a command about scripts says.
    pub(super) fn debug(&mut self, debug: &Debug) -> Result<Reply, Trouble> {
        match debug {
            Debug::Trace(None) => Ok(Reply::Text(tracing(self.game.watched().trace).into())),
            Debug::Trace(Some(on)) => {
                let watched = Watched { trace: *on, ..self.game.watched().clone() };
                self.game.watch(watched);
                Ok(Reply::Text(tracing(*on).into()))
            }
            Debug::List => Ok(Reply::Text(self.breakpoints())),
            Debug::Break(place) => self.set_breakpoint(place),
            Debug::Off(place) => self.drop_breakpoints(place.as_deref()),
            Debug::Next => self.go_on(Onward::Next),
            Debug::Continue => self.go_on(Onward::Continue),
        }
    }

    fn go_on(&mut self, onward: Onward) -> Result<Reply, Trouble> {
        self.game.resume(onward).map_err(plain)?;
        Ok(Reply::Moved(self.situation()))
    }

    /// What waits until the script that has stopped goes on.
    ///
    /// # Errors
    /// That it has to wait.
    pub(super) fn may_be_done_now(&self, command: &Command) -> Result<(), Trouble> {
        let Some(stop) = self.game.stop() else { return Ok(()) };
        let waits = match command {
            Command::Say(line) => !crate::say::goes_on(line),
            Command::Answer(_) | Command::WhatIf(_) | Command::Why(_) | Command::Redo(_) | Command::Bot(..) => true,
            Command::Rewind | Command::Compare(_) | Command::Tutorial(_) | Command::Rules(Some(_)) => true,
            Command::Time(time) => !matches!(time, Time::Autosave(_)),
            _ => false,
        };
        let message = format!(
            "the script is stopped at {}: `next` or `continue` first, or `undo` to go back to before the card",
            stop.place
        );
        if waits { Err(plain(message)) } else { Ok(()) }
    }

    /// Where a script has stopped: back to before its card was put to its use.
    pub(super) fn undo_to_card(&mut self) -> Result<Reply, Trouble> {
        let Some(known) = self.game.before_card() else { return Err(plain("there is nothing to undo")) };
        let noted = self.game.record().results_taken_back();
        let undone = self.game.undo_to(known);
        self.begun.retain(|begun| *begun < known);
        self.told = self.game.log().len();
        let noted = match self.game.record().results_taken_back() - noted {
            0 => "",
            _ => "; the record notes what was known",
        };
        self.moved(usize::from(undone), &format!("back to before the card{noted}"), "there is nothing to undo")
    }

    /// What scripts have called before something went wrong.
    pub(super) fn with_trace(&mut self, reply: Result<Reply, Trouble>) -> Result<Reply, Trouble> {
        match reply {
            Err(Trouble::Plain(reason)) => match self.game.take_traced() {
                calls if calls.is_empty() => Err(Trouble::Plain(reason)),
                calls => Err(Trouble::Midway { reason, now: calls.iter().map(line).collect() }),
            },
            reply => reply,
        }
    }

    fn breakpoints(&self) -> String {
        let watched = self.game.watched();
        if watched.breakpoints.is_empty() {
            return "there are no breakpoints; `break FILE:LINE` sets one, as `break small_pox:7`\n".into();
        }
        let listed = watched.breakpoints.iter().map(|place| {
            let text =
                self.game.scripts().source_of(&place.file).and_then(|source| source.text().lines().nth(place.line - 1));
            cut(&format!("{place}  {}", text.unwrap_or_default().trim()))
        });
        listed.collect()
    }

    fn set_breakpoint(&mut self, text: &str) -> Result<Reply, Trouble> {
        let wanted = self.place(text)?;
        let (place, moved) = self.where_it_stops(&wanted)?;
        let mut watched = self.game.watched().clone();
        if watched.breakpoints.contains(&place) {
            return Err(plain(format!("{moved}scripts stop at {place} already")));
        }
        watched.breakpoints.push(place.clone());
        watched.breakpoints.sort();
        self.game.watch(watched);
        let text = format!("{moved}the script stops at {place}");
        Ok(Reply::Text(wrap(&text, WIDTH).join("\n") + "\n"))
    }

    fn drop_breakpoints(&mut self, text: Option<&str>) -> Result<Reply, Trouble> {
        let mut watched = self.game.watched().clone();
        let before = watched.breakpoints.len();
        let what = match text {
            None => {
                watched.breakpoints.clear();
                "nowhere".to_string()
            }
            Some(text) => {
                let wanted = self.place(text)?;
                let place = self.where_it_stops(&wanted).map_or(wanted, |(place, _)| place);
                watched.breakpoints.retain(|other| *other != place);
                format!("no more at {place}")
            }
        };
        if watched.breakpoints.len() == before {
            return Err(plain("there is no such breakpoint; `break` lists them"));
        }
        self.game.watch(watched);
        Ok(Reply::Text(format!("scripts stop {what}\n")))
    }

    /// After the scripts have changed: breakpoints on lines that are there no more are given up. What is said about it.
    pub(super) fn keep_breakpoints(&mut self) -> String {
        let watched = self.game.watched().clone();
        let scripts = self.game.scripts();
        let there = |place: &Place| scripts.stoppable(&place.file).iter().any(|at| at.line == place.line);
        let (kept, gone): (Vec<Place>, Vec<Place>) = watched.breakpoints.into_iter().partition(there);
        if gone.is_empty() {
            return String::new();
        }
        self.game.watch(Watched { breakpoints: kept, ..watched });
        let gone: Vec<String> = gone.iter().map(ToString::to_string).collect();
        format!("nothing can stop any more at {}: the breakpoint is dropped\n", gone.join(" and "))
    }

    /// The file and line that a text such as `34:7` names.
    fn place(&self, text: &str) -> Result<Place, Trouble> {
        let parts = text.rsplit_once(':').or_else(|| text.rsplit_once(char::is_whitespace));
        let named = parts.and_then(|(file, line)| Some((file.trim(), line.trim().parse().ok()?)));
        let (word, line) = named.ok_or_else(|| {
            plain(format!("`{text}` names no line: `break small_pox:7`, or with the number of a card `break 34:7`"))
        })?;
        let files = || self.game.scripts().script_files();
        let called = |file: &&str| {
            let name = word.replace('-', "_");
            let name = name.strip_suffix(".rhai").unwrap_or(&name);
            file.strip_suffix(".rhai") == Some(name) || short(file) == name
        };
        let file = files().find(called).map(str::to_string).or_else(|| self.file_of(word));
        match file {
            Some(file) => Ok(Place { file, line }),
            None => {
                let hint = match near(word, files().map(short)).first() {
                    Some(name) => format!("; did you mean `{name}`?"),
                    None => String::new(),
                };
                Err(plain(format!("no script, card or optional rule is called `{word}`{hint}")))
            }
        }
    }

    /// The first line from a place on that scripts can stop at, and what is to be said if it is another one.
    fn where_it_stops(&self, wanted: &Place) -> Result<(Place, String), Trouble> {
        let scripts = self.game.scripts();
        let (file, line) = (&wanted.file, wanted.line);
        let lines = scripts.source_of(file).map_or(0, |source| source.text().lines().count());
        if line == 0 || line > lines {
            return Err(plain(format!("{} has {lines} lines, and no line {line}", short(file))));
        }
        let stoppable = scripts.stoppable(file);
        let Some(found) = stoppable.iter().find(|at| at.line >= line) else {
            let last = stoppable.last().map_or(String::new(), |at| format!("; the last one is {}", at.line));
            return Err(plain(format!("{} has no statement from line {line} on{last}", short(file))));
        };
        if found.looks_on {
            let Stoppable { line, function, .. } = found;
            let other = stoppable.iter().find(|at| !at.looks_on && at.line > *line);
            let hint = other.map_or(String::new(), |at| format!("; the next line where it stops is {}", at.line));
            return Err(plain(format!(
                "line {line} is in `{function}`, which the rules ask all the time: scripts stop only where they act{hint}"
            )));
        }
        let moved = match found.line {
            same if same == line => String::new(),
            other => format!("no statement begins on line {line}; the next one is on line {other}: "),
        };
        Ok((Place { file: file.clone(), line: found.line }, moved))
    }
}

fn tracing(on: bool) -> &'static str {
    if on { "calls of scripts into the game are told\n" } else { "calls of scripts are not told (`trace on`)\n" }
}
