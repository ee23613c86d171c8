//! Where lines come from: a person at a terminal, with editing and history, or anything that is piped in. The editor
//! has a thread of its own, so that the game can take up changed scripts, and say so, while a line is half typed.

use crate::interrupt;
use crate::prompt::continued;
use crate::prompt::editor::{self, Assistant, Prompt};
use crate::text::out;
use directories::ProjectDirs;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{Cmd, Editor, ExternalPrinter, KeyEvent};
use std::io::{BufRead, IsTerminal, Read as _, StdinLock, Write as _};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// No terminal shows more lines than this.
const PAGE: usize = 200;

/// The longest line that is read, with those that go on with it, in bytes: few answers have more than some hundreds.
pub const LONGEST_LINE: usize = 4096;

/// A source of lines.
pub enum Input {
    /// A person.
    Terminal(Terminal),
    /// A person at a terminal on which no line can be edited.
    Plain(StdinLock<'static>),
    /// A script.
    Piped(StdinLock<'static>),
}

/// What came of waiting for a line.
pub enum Read {
    /// A line, without its end.
    Line(String),
    /// A line of more than [`LONGEST_LINE`] bytes; it is gone.
    TooLong,
    /// The person gave the line up.
    Dropped,
    /// There are no more lines.
    End,
    /// The scripts have changed; the line is still being typed.
    ScriptsChanged,
}

/// A line editor in its own thread.
pub struct Terminal {
    /// The editor begins a line for each prompt, and ends when this is gone.
    prompts: Option<Sender<Prompt>>,
    events: Receiver<Read>,
    /// For those who have something to report besides the editor.
    reports: Sender<Read>,
    /// Writes above the line that is being typed.
    printer: Box<dyn ExternalPrinter + Send>,
    /// Whether a line is being typed.
    typing: bool,
    thread: Option<JoinHandle<()>>,
}

impl Input {
    /// A line editor if a person sits at both ends, else plain lines: an editor would write its escapes into a file.
    pub fn open() -> Input {
        let person = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        if !person {
            return Input::Piped(std::io::stdin().lock());
        }
        Terminal::open().map_or_else(|| Input::Plain(std::io::stdin().lock()), Input::Terminal)
    }

    /// Whether a person types.
    pub fn is_terminal(&self) -> bool {
        !matches!(self, Input::Piped(_))
    }

    /// The next line, or what else happens first.
    pub fn read(&mut self, prompt: impl FnOnce() -> Prompt) -> Read {
        match self {
            Input::Terminal(terminal) => terminal.read(prompt),
            Input::Plain(lines) => {
                // If it cannot be printed, neither can the answer, which is then the one to fail.
                let _ = out::write(&prompt().text);
                next_line(lines)
            }
            Input::Piped(lines) => next_line(lines),
        }
    }

    /// Clears the terminal, and what can be scrolled back to; where that cannot be done, it scrolls the page away. The
    /// screen is cleared first: some terminals scroll it out.
    pub fn wipe(&self) -> std::io::Result<()> {
        let mut out = std::io::stdout().lock();
        match self {
            Input::Terminal(_) => out.write_all(b"\x1b[H\x1b[2J\x1b[3J")?,
            Input::Plain(_) => out.write_all("\n".repeat(PAGE).as_bytes())?,
            Input::Piped(_) => {}
        }
        out.flush()
    }

    /// Something that reports changed scripts, if anybody can be told while a line is being typed.
    pub fn reporter(&self) -> Option<impl Fn() -> bool + Send + 'static> {
        match self {
            Input::Terminal(terminal) => {
                let reports = terminal.reports.clone();
                Some(move || reports.send(Read::ScriptsChanged).is_ok())
            }
            Input::Plain(_) | Input::Piped(_) => None,
        }
    }

    /// Writes text above the line that is being typed, if one is. Returns whether it did.
    pub fn print_above(&mut self, text: &str) -> bool {
        match self {
            Input::Terminal(terminal) if terminal.typing => {
                let coloured = crate::text::style::coloured(&std::io::stdout());
                let text = if coloured { out::harmless(text).into_owned() } else { out::plain(text) };
                terminal.printer.print(text).is_ok()
            }
            _ => false,
        }
    }
}

/// The next line, with those that go on with it.
fn next_line(lines: &mut impl BufRead) -> Read {
    let mut text = String::new();
    loop {
        let mut line = Vec::new();
        match lines.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) if text.is_empty() => return Read::End,
            Ok(0) | Err(_) => break,
            Ok(_) if text.len() + line.len() > LONGEST_LINE => {
                if !line.ends_with(b"\n") {
                    let _ = lines.skip_until(b'\n');
                }
                return Read::TooLong;
            }
            Ok(_) => text.push_str(String::from_utf8_lossy(&line).trim_end()),
        }
        if !continued::goes_on(&text) {
            break;
        }
        text.push('\n');
    }
    Read::Line(continued::joined(&text))
}

impl Terminal {
    fn open() -> Option<Terminal> {
        let (prompts, asked) = channel();
        let (reports, events) = channel();
        let (ready, printer) = channel();
        let answers = reports.clone();
        let thread = std::thread::Builder::new().name("editor".into());
        if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
            return None;
        }
        let thread = thread.spawn(move || {
            let Ok(mut editor) = editor::open() else { return };
            let Ok(printer) = editor.create_external_printer() else { return };
            let Ok(()) = interrupt::catch() else { return };
            let printer: Box<dyn ExternalPrinter + Send> = Box::new(printer);
            if ready.send(printer).is_ok() {
                edit(&mut editor, &asked, &answers);
            }
        });
        let (thread, printer) = (thread.ok()?, printer.recv().ok()?);
        Some(Terminal { prompts: Some(prompts), events, reports, printer, typing: false, thread: Some(thread) })
    }

    fn read(&mut self, prompt: impl FnOnce() -> Prompt) -> Read {
        if !self.typing {
            self.typing = self.prompts.as_ref().is_some_and(|prompts| prompts.send(prompt()).is_ok());
            if !self.typing {
                return Read::End;
            }
        }
        let read = self.events.recv().unwrap_or(Read::End);
        self.typing = matches!(read, Read::ScriptsChanged);
        read
    }
}

impl Drop for Terminal {
    /// Waits until the editor has kept its history.
    fn drop(&mut self) {
        self.prompts = None;
        if !self.typing {
            let _ = self.thread.take().map(JoinHandle::join);
        }
    }
}

/// Reads a line for each prompt until there are no more, and keeps the history, if it can.
fn edit(editor: &mut Editor<Assistant, DefaultHistory>, prompts: &Receiver<Prompt>, answers: &Sender<Read>) {
    let history = state_file("history");
    // There is none the first time, and to play without it is no harm.
    let _ = history.as_ref().map(|file| editor.load_history(file));
    let mut shared = false;
    for prompt in prompts {
        if let Some(assistant) = editor.helper_mut() {
            assistant.begin(&prompt);
        }
        if prompt.forgets {
            let _ = editor.clear_history();
            // Nor is what somebody else has deleted put back.
            for key in [KeyEvent::ctrl('y'), KeyEvent::alt('y')] {
                editor.bind_sequence(key, Cmd::Noop);
            }
            shared = true;
        }
        let read = match editor.readline(&prompt.text) {
            Ok(line) if line.len() > LONGEST_LINE => Read::TooLong,
            Ok(line) => {
                if !line.trim().is_empty() {
                    let _ = editor.add_history_entry(line.as_str());
                }
                Read::Line(continued::joined(&line))
            }
            Err(ReadlineError::Interrupted) => Read::Dropped,
            Err(_) => Read::End,
        };
        if answers.send(read).is_err() {
            break;
        }
    }
    // What two people have typed at one keyboard is nothing for the next game.
    if let Some(file) = history.filter(|_| !shared) {
        let _ = file.parent().map(std::fs::create_dir_all);
        let _ = editor.append_history(&file);
    }
}

/// A file in the directory where the system keeps the state of programs.
pub fn state_file(name: &str) -> Option<PathBuf> {
    let directories = ProjectDirs::from("", "", "wilderness")?;
    let state = directories.state_dir().unwrap_or_else(|| directories.data_local_dir());
    Some(state.join(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that is read from a text.
    fn read(text: &str) -> Vec<String> {
        let mut lines = std::io::Cursor::new(text);
        let next = || match next_line(&mut lines) {
            Read::Line(line) => Some(line),
            Read::TooLong => Some("too long".into()),
            _ => None,
        };
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn a_line_that_is_too_long_is_passed_over_and_the_next_one_is_read() {
        let long = "x".repeat(LONGEST_LINE);
        assert_eq!(
            read(&format!("one\n{long}\ntwo\n{long}{long}{long}\nthree")),
            ["one", "too long", "two", "too long", "three"]
        );
        let open = format!("eval (\n{}\n)\nhand\n", "1 +\n".repeat(LONGEST_LINE / 4));
        assert_eq!(read(&open).first().map(String::as_str), Some("too long"), "also when it goes on");
    }
}
