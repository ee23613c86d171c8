//! The line editor at a terminal: completion, hints and colours while a line is typed. Each prompt carries what the
//! editor needs to know of the game.

use crate::interrupt;
use crate::prompt::continued;
use crate::prompt::lexicon::{Candidate, Lexicon, Words};
use crate::text::columns::{line_width, pad, width};
use crate::text::style::{DIM, ERROR, coloured, paint};
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::borrow::Cow;
use std::sync::Arc;

/// A prompt, with what can be typed at it.
pub struct LinePrompt {
    /// The text without colours.
    pub text: String,
    /// The colour of the deciding side.
    pub style: anstyle::Style,
    /// The possible input.
    pub lexicon: Arc<dyn Lexicon>,
    /// What has been typed already.
    pub typed: String,
    /// Whether earlier lines are dropped from the history: another person types now.
    pub forgets: bool,
}

impl LinePrompt {
    /// A question unrelated to the game.
    pub fn plain(text: &str) -> LinePrompt {
        LinePrompt {
            text: text.to_string(),
            style: DIM,
            lexicon: Arc::new(Words::default()),
            typed: String::new(),
            forgets: false,
        }
    }
}

/// Completion and hints for the person typing.
pub struct Assistant {
    lexicon: Arc<dyn Lexicon>,
    style: anstyle::Style,
    colours: bool,
}

impl Assistant {
    /// Sets the possible input at a prompt.
    pub fn begin(&mut self, prompt: &LinePrompt) {
        self.lexicon = prompt.lexicon.clone();
        self.style = prompt.style;
    }
}

/// A line editor before the first prompt.
///
/// # Errors
/// When the terminal cannot be used.
pub fn open() -> Result<Editor<Assistant, DefaultHistory>, ReadlineError> {
    let config = Config::builder().completion_type(CompletionType::List).history_ignore_dups(true)?.build();
    let mut editor = Editor::with_config(config)?;
    let colours = coloured(&std::io::stdout());
    editor.set_helper(Some(Assistant { lexicon: Arc::new(Words::default()), style: DIM, colours }));
    Ok(editor)
}

impl Helper for Assistant {}

impl Validator for Assistant {
    /// An incomplete line continues on the next.
    fn validate(&self, context: &mut ValidationContext<'_>) -> Result<ValidationResult, ReadlineError> {
        let goes_on = continued::goes_on(context.input());
        Ok(if goes_on { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> Result<(usize, Vec<Pair>), ReadlineError> {
        let (start, found) = self.lexicon.complete(&line[..pos]);
        let widest = found.iter().map(|candidate| width(&candidate.word)).max().unwrap_or_default();
        Ok((start, found.into_iter().map(|candidate| pair(candidate, widest)).collect()))
    }
}

/// A completion as it is listed, with its description beside it, and as it is typed, with a space after the word.
fn pair(candidate: Candidate, widest: usize) -> Pair {
    let Candidate { word, note } = candidate;
    let listed = format!("{}  {note}", pad(&word, widest));
    let display = if note.is_empty() { word.clone() } else { listed.chars().take(line_width() - 1).collect() };
    // A file is followed by a line number, and a kind of token by its name.
    let replacement = if word.ends_with(':') { word } else { word + " " };
    Pair { display, replacement }
}

impl Hinter for Assistant {
    type Hint = String;

    fn hint(&self, line: &str, pos: usize, _: &Context<'_>) -> Option<String> {
        // Hints are only requested while keys are read one by one, so Ctrl-C arrives as a key.
        interrupt::pass_on();
        if pos == line.len() && continued::waits_for_bracket(line) {
            return Some("… a bracket is open: continue, or press Enter to end".into());
        }
        // A hint that looks like typed text would confuse.
        (self.colours && pos == line.len()).then(|| self.lexicon.hint(line))?
    }
}

impl Highlighter for Assistant {
    /// Highlights a first word that is neither a command nor a name.
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        if !self.colours || self.lexicon.knows(line) {
            return Cow::Borrowed(line);
        }
        let end = line.find([' ', ',']).unwrap_or(line.len());
        Cow::Owned(format!("{}{}", paint(ERROR, &line[..end]), &line[end..]))
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        if self.colours { Cow::Owned(paint(self.style, prompt)) } else { Cow::Borrowed(prompt) }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(paint(DIM, hint))
    }

    fn highlight_char(&self, line: &str, _: usize, _: CmdKind) -> bool {
        self.colours && !line.is_empty()
    }
}
