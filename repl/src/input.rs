//! Where lines come from: a person at a terminal, with editing and history, or anything that is piped in.

use directories::ProjectDirs;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::io::{BufRead, IsTerminal, StdinLock};
use std::path::PathBuf;

/// A source of lines.
pub enum Input {
    /// A person.
    Terminal(Box<DefaultEditor>, Option<PathBuf>),
    /// A script.
    Piped(StdinLock<'static>),
}

/// What came of waiting for a line.
pub enum Read {
    /// A line, without its end.
    Line(String),
    /// The person gave the line up.
    Dropped,
    /// There are no more lines.
    End,
}

impl Input {
    /// A line editor if a person sits at both ends, else plain lines: an editor would write its escapes into a file.
    pub fn open() -> Input {
        if std::io::stdin().is_terminal()
            && std::io::stdout().is_terminal()
            && let Ok(mut editor) = DefaultEditor::new()
        {
            let history = state_file("history");
            // There is none the first time, and to play without it is no harm.
            let _ = history.as_ref().map(|file| editor.load_history(file));
            return Input::Terminal(Box::new(editor), history);
        }
        Input::Piped(std::io::stdin().lock())
    }

    /// Whether a person types.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal(..))
    }

    /// The next line.
    pub fn read(&mut self, prompt: &str) -> Read {
        match self {
            Input::Terminal(editor, _) => match editor.readline(prompt) {
                Ok(line) => {
                    if !line.trim().is_empty() {
                        let _ = editor.add_history_entry(line.as_str());
                    }
                    Read::Line(line)
                }
                Err(ReadlineError::Interrupted) => Read::Dropped,
                Err(_) => Read::End,
            },
            Input::Piped(lines) => {
                let mut line = Vec::new();
                match lines.read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => Read::End,
                    Ok(_) => Read::Line(String::from_utf8_lossy(&line).trim_end().to_string()),
                }
            }
        }
    }
}

impl Drop for Input {
    /// Keeps the history, if it can.
    fn drop(&mut self) {
        if let Input::Terminal(editor, Some(file)) = self {
            let _ = file.parent().map(std::fs::create_dir_all);
            let _ = editor.append_history(file);
        }
    }
}

/// A file in the directory where the system keeps the state of programs.
pub fn state_file(name: &str) -> Option<PathBuf> {
    let directories = ProjectDirs::from("", "", "wilderness")?;
    let state = directories.state_dir().unwrap_or_else(|| directories.data_local_dir());
    Some(state.join(name))
}
