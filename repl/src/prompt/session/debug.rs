//! Steps through scripts: `trace`, `break`, `next`, `continue`.

use super::{Reply, Session, Trouble, short};
use crate::prompt::command::on_or_off;
use crate::prompt::front::{Front, Tables};
use crate::prompt::stopped::cut;
use crate::text::columns::{line_width, wrap};
use crate::text::names::{fold, near};
use wilderness_engine::Onward;
use wilderness_engine::debug::{ScriptLine, Stoppable, Watched};
use wilderness_engine::script::ScriptSet as _;

/// A debugging command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Debug {
    /// Switch tracing of something on or off, or show what is traced.
    Trace(Option<(Traces, bool)>),
    /// List the breakpoints.
    List,
    /// Set a breakpoint.
    Break(String),
    /// Remove one breakpoint, or all.
    Off(Option<String>),
    /// Run to the next line.
    Next,
}

/// What is traced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Traces {
    /// The calls of scripts that act.
    Calls,
    /// What modifiers change.
    Modifiers,
    /// What conditions call and return.
    Conditions,
}

impl Traces {
    /// What is traced and whether, as in `trace modifiers on`.
    fn read(text: &str) -> Option<(Traces, bool)> {
        let (what, rest) = text.split_once(char::is_whitespace).unwrap_or((text, "on"));
        let traces = match fold(what).as_str() {
            "modifiers" => Traces::Modifiers,
            "conditions" => Traces::Conditions,
            _ => return on_or_off(text).map(|on| (Traces::Calls, on)),
        };
        on_or_off(rest.trim()).map(|on| (traces, on))
    }
}

impl Debug {
    /// The names of these commands. `continue` also continues a sentence.
    pub const WORDS: [&str; 3] = ["trace", "break", "next"];

    /// The word of the command.
    pub fn word(&self) -> &'static str {
        match self {
            Debug::Trace(_) => "trace",
            Debug::List | Debug::Break(_) | Debug::Off(_) => "break",
            Debug::Next => "next",
        }
    }

    /// Parses such a command; nothing if the arguments are wrong.
    pub fn read(word: &str, rest: &str) -> Option<Debug> {
        let (first, place) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        match word {
            "trace" if rest.is_empty() => Some(Debug::Trace(None)),
            "trace" => Traces::read(rest).map(|change| Debug::Trace(Some(change))),
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

impl<F: Front> Session<F> {
    /// Runs a debugging command.
    pub(super) fn debug(&mut self, debug: &Debug) -> Result<Reply, Trouble> {
        match debug {
            Debug::Trace(None) => Ok(Reply::Text(tracing(self.game.debugger().watched()))),
            Debug::Trace(Some((traces, on))) => {
                let mut watched = self.game.debugger().watched().clone();
                match traces {
                    Traces::Calls => watched.trace = *on,
                    Traces::Modifiers => watched.modifiers = *on,
                    Traces::Conditions => watched.conditions = *on,
                }
                let text = tracing(&watched);
                self.game.debugger_mut().watch(watched);
                Ok(Reply::Text(text))
            }
            Debug::List => Ok(Reply::Text(self.breakpoints())),
            Debug::Break(place) => self.set_breakpoint(place),
            Debug::Off(place) => self.drop_breakpoints(place.as_deref()),
            Debug::Next => self.resume_script(Onward::Next),
        }
    }

    fn breakpoints(&self) -> String {
        let watched = self.game.debugger().watched();
        if watched.breakpoints.is_empty() {
            return format!("there are no breakpoints; `break FILE:LINE` sets one, as `break {}`\n", self.example());
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
        let mut watched = self.game.debugger().watched().clone();
        if watched.breakpoints.contains(&place) {
            return Err(Trouble::plain(format!("{moved}scripts already stop at {place}")));
        }
        watched.breakpoints.push(place.clone());
        watched.breakpoints.sort();
        self.game.debugger_mut().watch(watched);
        let text = format!("{moved}the script stops at {place}");
        Ok(Reply::Text(wrap(&text, line_width()).join("\n") + "\n"))
    }

    fn drop_breakpoints(&mut self, text: Option<&str>) -> Result<Reply, Trouble> {
        let mut watched = self.game.debugger().watched().clone();
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
                format!("no longer at {place}")
            }
        };
        if watched.breakpoints.len() == before {
            return Err(Trouble::plain("there is no such breakpoint; `break` lists them"));
        }
        self.game.debugger_mut().watch(watched);
        Ok(Reply::Text(format!("scripts stop {what}\n")))
    }

    /// After a change of scripts: drops breakpoints on lines that no longer exist. Returns a message about them.
    pub(super) fn keep_breakpoints(&mut self) -> String {
        let watched = self.game.debugger().watched().clone();
        let scripts = self.game.scripts();
        let there = |place: &ScriptLine| scripts.stoppable(&place.file).iter().any(|at| at.line == place.line);
        let (kept, gone): (Vec<ScriptLine>, Vec<ScriptLine>) = watched.breakpoints.into_iter().partition(there);
        if gone.is_empty() {
            return String::new();
        }
        self.game.debugger_mut().watch(Watched { breakpoints: kept, ..watched });
        let gone: Vec<String> = gone.iter().map(ToString::to_string).collect();
        format!("scripts can no longer stop at {}: breakpoint removed\n", gone.join(" and "))
    }

    /// The first line at which a script that acts can stop.
    fn example(&self) -> String {
        let scripts = self.game.scripts();
        let acts = |file: &str| scripts.stoppable(file).iter().find(|at| !at.looks_on).map(|at| at.line);
        let first = scripts.script_files().find_map(|file| Some((file, acts(file)?)));
        first.map_or_else(|| "FILE:LINE".into(), |(file, line)| format!("{}:{line}", short(file)))
    }

    /// The file and line of a location such as `34:7`.
    fn place(&self, text: &str) -> Result<ScriptLine, Trouble> {
        let parts = text.rsplit_once(':').or_else(|| text.rsplit_once(char::is_whitespace));
        let named = parts.and_then(|(file, line)| Some((file.trim(), line.trim().parse().ok()?)));
        let (word, line) = named.ok_or_else(|| {
            Trouble::plain(format!(
                "no such line: `{text}` (write `break {}`{})",
                self.example(),
                F::Tables::SCRIPT_NAMES
            ))
        })?;
        let files = || self.game.scripts().script_files();
        match self.file_called(word).filter(|file| files().any(|script| script == file)) {
            Some(file) => Ok(ScriptLine { file, line }),
            None => {
                let hint = match near(word, files().map(short)).first() {
                    Some(name) => format!("; did you mean `{name}`?"),
                    None => String::new(),
                };
                Err(Trouble::plain(format!("there is no script `{word}`{hint}")))
            }
        }
    }

    /// The first line from here on where scripts can stop, with a message if it is a different one.
    fn where_it_stops(&self, wanted: &ScriptLine) -> Result<(ScriptLine, String), Trouble> {
        let scripts = self.game.scripts();
        let (file, line) = (&wanted.file, wanted.line);
        let lines = scripts.source_of(file).map_or(0, |source| source.text().lines().count());
        if line == 0 || line > lines {
            return Err(Trouble::plain(format!("{} has {lines} lines, and no line {line}", short(file))));
        }
        let stoppable = scripts.stoppable(file);
        let Some(found) = stoppable.iter().find(|at| at.line >= line) else {
            let last = stoppable.last().map_or(String::new(), |at| format!("; the last one is {}", at.line));
            return Err(Trouble::plain(format!("{} has no statement from line {line} on{last}", short(file))));
        };
        if found.is_constant {
            let Stoppable { line, function, .. } = found;
            let other = stoppable.iter().find(|at| !at.is_constant && at.line > *line);
            let hint = other.map_or(String::new(), |at| format!("; the next line where it stops is {}", at.line));
            return Err(Trouble::plain(format!(
                "line {line} is in `{function}`, which is read once, when the scripts are loaded{hint}"
            )));
        }
        let moved = match found.line {
            same if same == line => String::new(),
            other => format!("no statement begins on line {line}; the next one is on line {other}: "),
        };
        Ok((ScriptLine { file: file.clone(), line: found.line }, moved))
    }
}

/// What is traced.
fn tracing(watched: &Watched) -> String {
    let Watched { trace, modifiers, conditions, .. } = watched;
    let kinds = [
        (*trace, "script calls into the game are printed\n"),
        (*modifiers, "what modifiers change is printed\n"),
        (*conditions, "what conditions call and return is printed\n"),
    ];
    let printed: String = kinds.into_iter().filter(|(on, _)| *on).map(|(_, what)| what).collect();
    match printed.is_empty() {
        true => "script calls are not printed (`trace on`, `trace modifiers on`, `trace conditions on`)\n".into(),
        false => printed,
    }
}
