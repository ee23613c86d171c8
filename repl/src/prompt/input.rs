//! Reads lines: from a person at a terminal, with editing and history, or from piped input. The editor has its own
//! thread, so that changed scripts can be picked up and reported while a line is half typed.

use crate::interrupt;
use crate::prompt::continued;
use crate::prompt::display::{self, PageMessage};
use crate::prompt::editor::{self, Assistant, LinePrompt};
use crate::text::out;
use directories::ProjectDirs;
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{Cmd, Editor, ExternalPrinter, KeyEvent};
use signal_hook::iterator::Signals;
use std::io::{BufRead, IsTerminal, Read as _, StdinLock, Write as _};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// Tells a terminal that pasted text is no longer to be marked, and begins a line.
const END_OF_PASTING: &[u8] = b"\x1b[?2004l\r\n";
/// No terminal has more lines than this.
const PAGE: usize = 200;

/// The maximum length of a line with its continuations, in bytes: most answers have fewer than some hundreds.
pub const LONGEST_LINE: usize = 4096;

/// A source of lines.
pub enum Input {
    /// A person at a terminal with a line editor.
    Terminal(Terminal),
    /// A person at a terminal without line editing.
    Plain(StdinLock<'static>),
    /// Piped input.
    Piped(StdinLock<'static>),
}

/// The event that ended a wait for a line.
pub enum InputEvent {
    /// A line, without its line end.
    Line(String),
    /// A line longer than [`LONGEST_LINE`], which is discarded.
    TooLong,
    /// The person cancelled the line.
    Dropped,
    /// The end of the input.
    End,
    /// The scripts have changed; the line is still being typed.
    ScriptsChanged,
    /// A page wants something; the line is still being typed.
    Page(PageMessage),
    /// Something in the background has something to say; the line is still being typed.
    Told(String),
}

/// A line editor in its own thread.
pub struct Terminal {
    /// The editor begins a line for each prompt, and ends when this is dropped.
    prompts: Option<Sender<LinePrompt>>,
    events: Receiver<InputEvent>,
    /// For other sources of events.
    reports: Sender<InputEvent>,
    /// Prints above the line being typed.
    printer: Box<dyn ExternalPrinter + Send>,
    /// Whether a line is being typed.
    typing: bool,
    thread: Option<JoinHandle<()>>,
    /// How the terminal was before the editor took it.
    before: Option<Termios>,
}

impl Input {
    /// A line editor if input and output are terminals, else plain lines: an editor would write its escapes into a
    /// file.
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

    /// The next line, or another event if it comes first.
    pub fn read(&mut self, prompt: impl FnOnce() -> LinePrompt) -> InputEvent {
        match self {
            Input::Terminal(terminal) => terminal.read(prompt),
            Input::Plain(lines) => {
                // If the prompt cannot be printed, neither can the reply, which then reports the error.
                let _ = out::write(&prompt().text);
                next_line(lines)
            }
            Input::Piped(lines) => next_line(lines),
        }
    }

    /// Clears the terminal and its scrollback; where that is impossible, scrolls the page away. The screen is cleared
    /// first, since some terminals move it to the scrollback.
    pub fn wipe(&self) -> std::io::Result<()> {
        let mut out = std::io::stdout().lock();
        match self {
            Input::Terminal(_) => out.write_all(b"\x1b[H\x1b[2J\x1b[3J")?,
            Input::Plain(_) => out.write_all("\n".repeat(PAGE).as_bytes())?,
            Input::Piped(_) => {}
        }
        out.flush()
    }

    /// A function that reports changed scripts, if a report can be shown while a line is being typed.
    pub fn reporter(&self) -> Option<impl Fn() -> bool + Send + 'static> {
        match self {
            Input::Terminal(terminal) => {
                let reports = terminal.reports.clone();
                Some(move || reports.send(InputEvent::ScriptsChanged).is_ok())
            }
            Input::Plain(_) | Input::Piped(_) => None,
        }
    }

    /// Where something in the background says what it has to say, if it can be shown while a line is being typed.
    pub fn teller(&self) -> Option<crate::prompt::front::Tell> {
        match self {
            Input::Terminal(terminal) => {
                let reports = terminal.reports.clone();
                Some(Box::new(move |text| reports.send(InputEvent::Told(text.to_string())).is_ok()))
            }
            Input::Plain(_) | Input::Piped(_) => None,
        }
    }

    /// Where pages send their messages, if they can be answered while a line is being typed.
    pub fn page_sender(&self) -> Option<display::Sender> {
        match self {
            Input::Terminal(terminal) => {
                let reports = terminal.reports.clone();
                Some(Box::new(move |message| reports.send(InputEvent::Page(message)).is_ok()))
            }
            Input::Plain(_) | Input::Piped(_) => None,
        }
    }

    /// Prints text above the line being typed, if any. Returns whether it did.
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

/// The next line with its continuations.
pub fn next_line(lines: &mut impl BufRead) -> InputEvent {
    let mut text = String::new();
    loop {
        let mut line = Vec::new();
        match lines.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) if text.is_empty() => return InputEvent::End,
            Ok(0) | Err(_) => break,
            Ok(_) if text.len() + line.len() > LONGEST_LINE => {
                if !line.ends_with(b"\n") {
                    let _ = lines.skip_until(b'\n');
                }
                return InputEvent::TooLong;
            }
            Ok(_) => text.push_str(String::from_utf8_lossy(&line).trim_end()),
        }
        if !continued::goes_on(&text) {
            break;
        }
        text.push('\n');
    }
    InputEvent::Line(continued::joined(&text))
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
        let before = tcgetattr(std::io::stdin()).ok();
        let thread = thread.spawn(move || {
            let Ok(mut editor) = editor::open() else { return };
            let Ok(printer) = editor.create_external_printer() else { return };
            let Ok(()) = interrupt::catch() else { return };
            let Ok(()) = end_at_signals(answers.clone()) else { return };
            let printer: Box<dyn ExternalPrinter + Send> = Box::new(printer);
            if ready.send(printer).is_ok() {
                edit(&mut editor, &asked, &answers);
            }
        });
        let (thread, printer) = (thread.ok()?, printer.recv().ok()?);
        Some(Terminal { prompts: Some(prompts), events, reports, printer, typing: false, thread: Some(thread), before })
    }

    fn read(&mut self, prompt: impl FnOnce() -> LinePrompt) -> InputEvent {
        if !self.typing {
            self.typing = self.prompts.as_ref().is_some_and(|prompts| prompts.send(prompt()).is_ok());
            if !self.typing {
                return InputEvent::End;
            }
        }
        let read = self.events.recv().unwrap_or(InputEvent::End);
        self.typing = matches!(read, InputEvent::ScriptsChanged | InputEvent::Page(_) | InputEvent::Told(_))
            || interrupt::is_to_end();
        read
    }
}

impl Drop for Terminal {
    /// Waits until the editor has saved its history. An editor that still waits for a line, because a signal ends the
    /// program, is left waiting, and the terminal is put back as it was.
    fn drop(&mut self) {
        self.prompts = None;
        if !self.typing {
            let _ = self.thread.take().map(JoinHandle::join);
            return;
        }
        if let Some(before) = &self.before {
            let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, before);
        }
        let _ = std::io::stdout().write_all(END_OF_PASTING);
    }
}

/// Ends the input when the system asks the program to end.
fn end_at_signals(events: Sender<InputEvent>) -> std::io::Result<()> {
    let mut signals = Signals::new(interrupt::ENDING)?;
    let wait = move || signals.forever().next().map(|_| drop(events.send(InputEvent::End)));
    std::thread::Builder::new().name("signals".into()).spawn(wait).map(drop)
}

/// Reads a line for each prompt until the input ends, then saves the history if possible.
fn edit(editor: &mut Editor<Assistant, DefaultHistory>, prompts: &Receiver<LinePrompt>, answers: &Sender<InputEvent>) {
    let history = state_file("history");
    // There is no history the first time, and none is needed.
    let _ = history.as_ref().map(|file| editor.load_history(file));
    let mut shared = false;
    for prompt in prompts {
        if let Some(assistant) = editor.helper_mut() {
            assistant.begin(&prompt);
        }
        if prompt.forgets {
            let _ = editor.clear_history();
            // A history file that has been deleted meanwhile is not restored.
            for key in [KeyEvent::ctrl('y'), KeyEvent::alt('y')] {
                editor.bind_sequence(key, Cmd::Noop);
            }
            shared = true;
        }
        let read = match editor.readline_with_initial(&prompt.text, (&prompt.typed, "")) {
            Ok(line) if line.len() > LONGEST_LINE => InputEvent::TooLong,
            Ok(line) => {
                if !line.trim().is_empty() {
                    let _ = editor.add_history_entry(line.as_str());
                }
                InputEvent::Line(continued::joined(&line))
            }
            Err(ReadlineError::Interrupted) => InputEvent::Dropped,
            Err(_) => InputEvent::End,
        };
        if answers.send(read).is_err() {
            break;
        }
    }
    // The history of two people at one keyboard is not kept for the next game.
    if let Some(file) = history.filter(|_| !shared) {
        let _ = file.parent().map(std::fs::create_dir_all);
        let _ = editor.append_history(&file);
    }
}

/// A file in the system's state directory.
pub fn state_file(name: &str) -> Option<PathBuf> {
    let directories = ProjectDirs::from("", "", "wilderness")?;
    let state = directories.state_dir().unwrap_or_else(|| directories.data_local_dir());
    Some(state.join(name))
}
