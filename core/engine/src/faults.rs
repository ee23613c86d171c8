//! Faults in a file, a script or a position: all of them at once, each with the place that it points at.

mod deserializer;
mod form;
mod list;
mod source;
mod spanned;
mod toml;

use self::toml::quoted_words;
use crate::harmless;
use miette::{Diagnostic, LabeledSpan, Severity, SourceCode, SourceSpan};
use std::fmt;
use std::ops::Range;

pub use self::toml::{built_in_toml, read_toml, read_toml_items};
pub use form::{TomlForm, WHAT_FORM};
pub use list::Faults;
pub use source::Source;
pub use spanned::Spanned;

/// The longest message or label, in bytes; a longer one is cut in the middle.
const LONGEST_MESSAGE: usize = 1000;
/// The longest help, in bytes; it may list many choices. A longer one is cut in the middle.
const LONGEST_HELP: usize = 8000;
/// The longest place that is shown whole, in bytes.
const LONGEST_PLACE: usize = 1000;
/// How much is shown of a longer place, in bytes.
const BEGINNING: usize = 60;

/// One fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    message: String,
    code: String,
    help: Option<String>,
    source: Option<Source>,
    labels: Vec<(Range<usize>, String)>,
    severity: Severity,
    /// What is probably meant.
    meant: Option<Box<Suggested>>,
    /// The form that was asked for.
    form: Option<Box<TomlForm>>,
    /// The message and the help that stay hidden from those who may not know what a script has seen.
    hidden: Option<Box<(String, Option<String>)>>,
}

/// What is probably meant.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Suggested {
    /// A word, and the one that was meant by it.
    Word(String, String),
    /// What the file should be called, without its ending.
    FileName(String),
}

impl Fault {
    /// A fault that must be fixed. The code is a path such as `scenario::unknown_piece`.
    pub fn error(code: impl Into<String>, message: impl Into<String>) -> Fault {
        Fault {
            message: sentence(&message.into()),
            code: code.into(),
            help: None,
            source: None,
            labels: Vec::new(),
            severity: Severity::Error,
            meant: None,
            form: None,
            hidden: None,
        }
    }

    /// A probable mistake that does no harm.
    pub fn warning(code: impl Into<String>, message: impl Into<String>) -> Fault {
        Fault { severity: Severity::Warning, ..Fault::error(code, message) }
    }

    /// Points at a place in a source, with a label. The span is clamped to the text. The first place is where the fault
    /// is; later ones are related places. The help names a place in another source.
    pub fn at(mut self, source: &Source, span: Range<usize>, label: impl Into<String>) -> Fault {
        let span = source.clamp(span);
        if self.source.get_or_insert_with(|| source.clone()) == source {
            self.labels.push((span, sentence(&label.into())));
        } else {
            let (line, column) = source.line_and_column(span.start);
            let see = format!("{}:{line}:{column}: {}", source.name(), sentence(&label.into()));
            self.help = Some(self.help.map_or(see.clone(), |help| format!("{help}\n{see}")));
        }
        self
    }

    /// The same fault with another message.
    pub(crate) fn saying(self, message: String) -> Fault {
        Fault { message, ..self }
    }

    /// The same fault with a message that tells no more than place and kind, until it is revealed.
    pub(crate) fn hiding(self, message: &str) -> Fault {
        if self.hidden.is_some() {
            return self;
        }
        let hidden = Some(Box::new((self.message, self.help)));
        Fault { message: message.into(), help: None, hidden, ..self }
    }

    /// The same fault with all that it tells, for those who may know what the script has seen.
    pub(crate) fn revealed(self) -> Fault {
        match self.hidden {
            Some(told) => {
                let (message, help) = *told;
                Fault { message, help, hidden: None, ..self }
            }
            None => self,
        }
    }

    /// Says what to do about the fault.
    pub fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(harmless::lines(&harmless::shortened(&help.into(), LONGEST_HELP)).into_owned());
        self
    }

    /// Adds the help "did you mean …?", if one of the candidates is similar to the word.
    pub fn did_you_mean<'a>(self, word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Fault {
        match nearest(word, candidates) {
            Some(candidate) => self.meaning(word, candidate),
            None => self,
        }
    }

    /// Adds the help "did you mean …?": one word in place of another.
    pub fn meaning(self, word: &str, meant: &str) -> Fault {
        self.suggesting(meant, Suggested::Word(word.into(), meant.into()))
    }

    /// Adds the help "did you mean …?", if one of the candidates is similar to the name of the file, without its ending.
    pub fn did_you_mean_file<'a>(self, name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Fault {
        match nearest(name, candidates) {
            Some(candidate) => self.suggesting(candidate, Suggested::FileName(candidate.into())),
            None => self,
        }
    }

    /// The only place that asks "did you mean …?" of a fault, so that none asks it without saying what to change.
    fn suggesting(self, name: &str, meant: Suggested) -> Fault {
        Fault { meant: Some(Box::new(meant)), ..self.help(format!("did you mean `{name}`?")) }
    }

    /// What is probably meant, and the place that it belongs to: where the word is that the fault is about.
    pub fn replacement(&self) -> Option<(Range<usize>, &str)> {
        let Suggested::Word(word, meant) = self.meant.as_deref()? else { return None };
        let (span, _) = self.labels.first()?;
        let begin = span.start + self.source.as_ref()?.slice(span.clone()).find(word.as_str())?;
        Some((begin..begin + word.len(), meant))
    }

    /// What the file that the fault is in should be called, without its ending, if its name is what is wrong.
    pub fn better_file_name(&self) -> Option<&str> {
        match self.meant.as_deref()? {
            Suggested::FileName(name) => Some(name),
            Suggested::Word(..) => None,
        }
    }

    /// The message.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The diagnostic code.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// What to do about it.
    pub fn help_text(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The source that the fault is in.
    pub fn source_text(&self) -> Option<&Source> {
        self.source.as_ref()
    }

    /// The places that it points at, with their labels; the first is where the fault is.
    pub fn labels(&self) -> impl Iterator<Item = (Range<usize>, &str)> {
        self.labels.iter().map(|(span, label)| (span.clone(), label.as_str()))
    }

    /// The text that it points at; empty if it points nowhere.
    pub fn pointed(&self) -> &str {
        match (&self.source, self.labels.first()) {
            (Some(source), Some((span, _))) => source.slice(span.clone()),
            _ => "",
        }
    }

    /// Whether it must be fixed.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// One line for a log: `file:line:column: error[code]: message`.
    pub fn line(&self) -> String {
        let place = match (&self.source, self.labels.first()) {
            (Some(source), Some((span, _))) => {
                let (line, column) = source.line_and_column(span.start);
                format!("{}:{line}:{column}: ", source.name())
            }
            _ => String::new(),
        };
        let severity = if self.is_error() { "error" } else { "warning" };
        format!("{place}{severity}[{}]: {}", self.code, self.message)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl Diagnostic for Fault {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(&self.code))
    }

    fn severity(&self) -> Option<Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        // The headline names the first place.
        Some(Box::new(self.labels.iter().enumerate().map(|(index, (span, label))| {
            let beginning = span.start..span.start + if span.len() > LONGEST_PLACE { BEGINNING } else { span.len() };
            let span =
                SourceSpan::from(self.source.as_ref().map_or(beginning.clone(), |source| source.clamp(beginning)));
            match index {
                0 => LabeledSpan::new_primary_with_span(Some(label.clone()), span),
                _ => LabeledSpan::new_with_span(Some(label.clone()), span),
            }
        })))
    }
}

/// A text as one short, harmless line.
fn sentence(text: &str) -> String {
    harmless::one_line(&harmless::shortened(text, LONGEST_MESSAGE)).into_owned()
}

/// The candidate most similar to a word, if the word could be a typing error: they differ in at most a quarter of its
/// letters, plus one.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let alike = |word: &str| word.to_lowercase().replace(['_', ' '], "-");
    let length = word.chars().count();
    let most = 1 + length / 4;
    // A word of a very different length is not a typing error, and comparing it would take long.
    let candidates = candidates.into_iter().filter(|candidate| candidate.chars().count().abs_diff(length) <= most);
    let mut candidates = candidates.peekable();
    candidates.peek()?;
    let word = alike(word);
    candidates
        .map(|candidate| (strsim::damerau_levenshtein(&word, &alike(candidate)), candidate))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// A place in a source: what a fault points at.
#[derive(Clone, Debug)]
pub struct SourcePlace {
    /// The text.
    pub source: Source,
    /// The bytes in it.
    pub span: Range<usize>,
}

impl Fault {
    /// Like [`Fault::at`].
    pub fn spot(self, spot: &SourcePlace, label: impl Into<String>) -> Fault {
        self.at(&spot.source, spot.span.clone(), label)
    }
}
