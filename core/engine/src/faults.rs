//! What is wrong with a file, a script or a position: every fault at once, each with the place that it points at.

use crate::harmless;
use miette::{Diagnostic, LabeledSpan, Severity, SourceCode, SourceSpan};
use std::fmt;
use std::ops::Range;

pub use crate::source::Source;

/// So many faults are listed at the most; the rest are counted.
pub const MOST_LISTED: usize = 100;

/// A message or label of more bytes is cut in the middle.
const LONGEST_MESSAGE: usize = 1000;
/// Help of more bytes is cut in the middle: it may list many choices.
const LONGEST_HELP: usize = 8000;
/// A place of more bytes is shown by its beginning.
const LONGEST_PLACE: usize = 1000;
/// So much of it.
const BEGINNING: usize = 60;

/// One thing that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    message: String,
    code: String,
    help: Option<String>,
    source: Option<Source>,
    labels: Vec<(Range<usize>, String)>,
    severity: Severity,
}

impl Fault {
    /// Something that must be put right. The code is a path such as `scenario::unknown_piece`.
    pub fn error(code: impl Into<String>, message: impl Into<String>) -> Fault {
        Fault {
            message: sentence(&message.into()),
            code: code.into(),
            help: None,
            source: None,
            labels: Vec::new(),
            severity: Severity::Error,
        }
    }

    /// Something that is probably a mistake, but does no harm.
    pub fn warning(code: impl Into<String>, message: impl Into<String>) -> Fault {
        Fault { severity: Severity::Warning, ..Fault::error(code, message) }
    }

    /// Points at a place in a source, with a few words to stand there. The span is clamped to the text. The first place
    /// is where the fault is, a later one is another that matters; if that is in another source, the help tells.
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

    /// The same with another message.
    pub fn saying(self, message: String) -> Fault {
        Fault { message, ..self }
    }

    /// Says what to do about it.
    pub fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(harmless::lines(&harmless::shortened(&help.into(), LONGEST_HELP)).into_owned());
        self
    }

    /// The help "did you mean …?", if one of the candidates is near the word.
    pub fn did_you_mean<'a>(self, word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Fault {
        match nearest(word, candidates) {
            Some(candidate) => self.help(format!("did you mean `{candidate}`?")),
            None => self,
        }
    }

    /// What is wrong with a TOML file that could not be read into its form. `family` is the first part of the code.
    pub fn from_toml(family: &str, source: &Source, error: &toml::de::Error) -> Fault {
        Fault::unreadable(family, source, error.span().unwrap_or(0..0), error.message())
    }

    /// A fault from the message of a deserializer: an unknown or missing key, a bad value, or bad syntax.
    pub fn unreadable(family: &str, source: &Source, span: Range<usize>, message: impl AsRef<str>) -> Fault {
        let message = &*harmless::shortened(message.as_ref(), LONGEST_HELP);
        let words: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
        let (word, expected) = words.split_first().map_or(("", &words[..]), |(first, rest)| (*first, rest));
        let known = |fault: Fault| match nearest(word, expected.iter().copied()) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None if expected.is_empty() => fault,
            None => fault.help(format!("known here: {}", expected.join(", "))),
        };
        if message.starts_with("unknown field") {
            let fault = Fault::error(format!("{family}::unknown_key"), format!("unknown key `{word}`"));
            known(fault.at(source, span, "not known here"))
        } else if message.starts_with("unknown variant") {
            let fault = Fault::error(format!("{family}::bad_value"), format!("unknown value `{word}`"));
            known(fault.at(source, span, "not one of the known values"))
        } else if message.starts_with("missing field") {
            Fault::error(format!("{family}::missing_key"), format!("missing key `{word}`")).at(
                source,
                span,
                "missing here",
            )
        } else if message.starts_with("duplicate") {
            Fault::error(format!("{family}::duplicate_key"), message.trim()).at(source, span, "given a second time")
        } else if message.starts_with("invalid type") || message.starts_with("invalid value") {
            let (problem, wanted) = message.split_once(", ").unwrap_or((message, "does not fit"));
            Fault::error(format!("{family}::bad_value"), problem).at(source, span, plain(wanted))
        } else {
            let mut lines = message.lines();
            let problem = lines.next().unwrap_or("cannot be understood");
            let label = lines.collect::<Vec<_>>().join("; ");
            let label = if label.is_empty() { "cannot be understood".to_string() } else { label };
            Fault::error(format!("{family}::syntax"), problem).at(source, span, label)
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

    /// The file that it is in.
    pub fn source_text(&self) -> Option<&Source> {
        self.source.as_ref()
    }

    /// The places it points at, each with its label; the first is where the fault is.
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

    /// Whether it must be put right.
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
        // The first one is named in the headline.
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

/// What a deserializer expects, without the names that types have in the program.
fn plain(wanted: &str) -> String {
    const NUMBERS: [&str; 12] =
        ["i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"];
    let mut words: Vec<&str> = wanted.split(' ').collect();
    for index in 0..words.len() {
        match words[index] {
            word if NUMBERS.contains(&word) => words[index] = "a whole number",
            "struct" => {
                words[index] = "keys with values";
                words.drain(index + 1..(index + 2).min(words.len()));
                break;
            }
            _ => {}
        }
    }
    words.join(" ").replace("a map", "keys with values").replace("a sequence", "a list")
}

/// What is said in one line.
fn sentence(text: &str) -> String {
    harmless::one_line(&harmless::shortened(text, LONGEST_MESSAGE)).into_owned()
}

/// Everything that is wrong, in the order in which it was found: at most [`MOST_LISTED`] faults, errors rather than
/// warnings, and how many more there are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Faults {
    listed: Vec<Fault>,
    more_errors: usize,
    more_warnings: usize,
}

impl Faults {
    /// Nothing wrong yet.
    pub fn none() -> Faults {
        Faults::default()
    }

    /// Adds one.
    pub fn push(&mut self, fault: Fault) {
        if fault.is_error() { self.add_error(|| fault) } else { self.add_warning(|| fault) }
    }

    /// Adds an error, which is made only if it is listed: to look for similar words takes time.
    pub fn add_error(&mut self, make: impl FnOnce() -> Fault) {
        if self.listed.len() < MOST_LISTED {
            self.listed.push(make());
        } else if let Some(at) = self.listed.iter().rposition(|fault| !fault.is_error()) {
            self.listed.remove(at);
            self.more_warnings += 1;
            self.listed.push(make());
        } else {
            self.more_errors += 1;
        }
    }

    /// Adds a warning, which is made only if it is listed.
    pub fn add_warning(&mut self, make: impl FnOnce() -> Fault) {
        if self.listed.len() < MOST_LISTED { self.listed.push(make()) } else { self.more_warnings += 1 }
    }

    /// Adds those of another check.
    pub fn append(&mut self, other: Faults) {
        self.more_errors += other.more_errors;
        self.more_warnings += other.more_warnings;
        self.extend(other.listed);
    }

    /// The same, with each that is listed changed.
    pub fn map(self, change: impl FnMut(Fault) -> Fault) -> Faults {
        Faults { listed: self.listed.into_iter().map(change).collect(), ..self }
    }

    /// How many there are, warnings included, and those that are not listed.
    pub fn len(&self) -> usize {
        self.listed.len() + self.more_errors + self.more_warnings
    }

    /// Whether there is none at all.
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// Whether one of them must be put right.
    pub fn has_errors(&self) -> bool {
        self.listed.iter().any(Fault::is_error)
    }

    /// Each fault that is listed.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.listed.iter()
    }

    /// How many are not listed, in words; nothing if all are.
    pub fn more(&self) -> Option<String> {
        let more = counted(self.more_errors, self.more_warnings);
        (self.more_errors + self.more_warnings > 0).then(|| format!("{more} more"))
    }

    /// The value, unless something must be put right. Warnings are dropped with it.
    pub fn into_result<T>(self, value: T) -> Result<T, Faults> {
        if self.has_errors() { Err(self) } else { Ok(value) }
    }

    /// The value with the warnings, unless something must be put right.
    pub fn with_warnings<T>(self, value: T) -> Result<(T, Faults), Faults> {
        if self.has_errors() { Err(self) } else { Ok((value, self)) }
    }
}

/// "3 errors, 1 warning"
fn counted(errors: usize, warnings: usize) -> String {
    let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    match (errors, warnings) {
        (errors, 0) => count(errors, "error"),
        (0, warnings) => count(warnings, "warning"),
        (errors, warnings) => format!("{}, {}", count(errors, "error"), count(warnings, "warning")),
    }
}

impl Extend<Fault> for Faults {
    fn extend<I: IntoIterator<Item = Fault>>(&mut self, faults: I) {
        faults.into_iter().for_each(|fault| self.push(fault));
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Faults {
        Faults { listed: vec![fault], ..Faults::default() }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let errors = self.iter().filter(|fault| fault.is_error()).count();
        let warnings = self.listed.len() - errors;
        f.write_str(&counted(errors + self.more_errors, warnings + self.more_warnings))?;
        let mut files: Vec<&str> = self.iter().filter_map(|fault| Some(fault.source_text()?.name())).collect();
        files.sort_unstable();
        files.dedup();
        if !files.is_empty() {
            write!(f, " in {}", files.join(", "))?;
        }
        match self.more() {
            Some(_) => write!(f, ", of which {} are listed", self.listed.len()),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Faults {}

impl Diagnostic for Faults {
    fn severity(&self) -> Option<Severity> {
        Some(if self.has_errors() { Severity::Error } else { Severity::Warning })
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        Some(Box::new(self.iter().map(|fault| fault as &dyn Diagnostic)))
    }
}

/// The candidate nearest to a word, if it could be a slip of the pen: at most one letter in four differs, and one more.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let alike = |word: &str| word.to_lowercase().replace(['_', ' '], "-");
    let length = word.chars().count();
    let most = 1 + length / 4;
    // Who writes a word that is so much longer means none of them, and to compare it would take long.
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

/// Reads a TOML file into a form. Bad syntax is reported everywhere in the file, a form that does not fit where it is
/// first noticed; none if there is either.
pub fn read_toml<T: serde::de::DeserializeOwned>(family: &str, source: &Source, faults: &mut Faults) -> Option<T> {
    let (table, errors) = toml::de::DeTable::parse_recoverable(source.text());
    if !errors.is_empty() {
        errors.iter().for_each(|error| faults.push(Fault::from_toml(family, source, error)));
        return None;
    }
    T::deserialize(toml::de::Deserializer::from(table))
        .map_err(|error| faults.push(Fault::from_toml(family, source, &error)))
        .ok()
}

/// A place in a source: what a fault points at.
#[derive(Clone, Debug)]
pub struct Spot {
    /// The text.
    pub source: Source,
    /// The bytes in it.
    pub span: Range<usize>,
}

impl Fault {
    /// As [`Fault::at`].
    pub fn spot(self, spot: &Spot, label: impl Into<String>) -> Fault {
        self.at(&spot.source, spot.span.clone(), label)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    struct Form {
        cost: u8,
    }

    fn read(text: &str) -> Fault {
        let source = Source::new("form.toml", text);
        Fault::from_toml("form", &source, &toml::from_str::<Form>(text).map(|form| form.cost).expect_err("a fault"))
    }

    #[test]
    fn a_slip_of_the_pen_is_found() {
        let spaces = ["ticonderoga", "toronto", "trois-rivieres"];
        assert_eq!(nearest("ticonderoga", spaces), Some("ticonderoga"));
        assert_eq!(nearest("Tincoderoga", spaces), Some("ticonderoga"));
        assert_eq!(nearest("trois_rivieres", spaces), Some("trois-rivieres"));
        assert_eq!(nearest("albany", spaces), None);
    }

    #[test]
    fn an_unknown_key_gets_the_nearest_known_one() {
        let fault = read("cots = 3");
        assert_eq!(
            (fault.code(), fault.message(), fault.pointed()),
            ("form::unknown_key", "unknown key `cots`", "cots")
        );
        assert_eq!(fault.help_text(), Some("did you mean `cost`?"));
        assert_eq!(fault.line(), "form.toml:1:1: error[form::unknown_key]: unknown key `cots`");
    }

    #[test]
    fn a_bad_value_a_missing_key_and_bad_syntax_are_told_apart() {
        let fault = read("cost = \"much\"");
        assert_eq!((fault.code(), fault.pointed()), ("form::bad_value", "\"much\""));
        assert_eq!(read("").code(), "form::missing_key");
        assert_eq!(read("cost = ").code(), "form::syntax");
        assert_eq!(read("cost = 1\ncost = 2").code(), "form::duplicate_key");
    }

    #[test]
    fn warnings_alone_do_not_refuse_the_value() {
        let mut faults = Faults::from(Fault::warning("a::b", "odd"));
        assert_eq!(faults.clone().into_result(1), Ok(1));
        assert_eq!(faults.clone().with_warnings(1).map(|(_, warnings)| warnings.len()), Ok(1));
        faults.push(Fault::error("a::c", "wrong").at(&Source::new("x.toml", "abc"), 1..2, "here"));
        assert_eq!(faults.to_string(), "1 error, 1 warning in x.toml");
        assert_eq!(faults.related().map(Iterator::count), Some(2));
        assert!(faults.into_result(1).is_err());
    }

    #[test]
    fn a_file_that_is_not_there_is_a_fault() {
        let faults = Source::read(std::path::Path::new("no/such/file.toml")).expect_err("a fault");
        assert_eq!(faults.iter().map(Fault::code).collect::<Vec<_>>(), ["file::unreadable"]);
    }

    #[test]
    fn of_many_faults_a_hundred_are_listed_and_the_rest_are_counted_without_being_made() {
        let mut faults = Faults::none();
        (0..MOST_LISTED).for_each(|_| faults.add_warning(|| Fault::warning("a::b", "odd")));
        let mut made = 0;
        for _ in 0..100_000 {
            faults.add_error(|| {
                made += 1;
                Fault::error("a::c", "wrong")
            });
        }
        assert_eq!((made, faults.iter().count(), faults.len()), (MOST_LISTED, MOST_LISTED, 100_100));
        assert!(faults.iter().all(Fault::is_error), "errors are listed rather than warnings");
        assert_eq!(faults.to_string(), "100000 errors, 100 warnings, of which 100 are listed");
        let mut all = Faults::none();
        all.append(faults);
        assert_eq!(all.more().as_deref(), Some("99900 errors, 100 warnings more"));
    }

    #[test]
    fn a_fault_is_said_in_one_short_line_that_does_nothing_to_the_terminal() {
        let fault = Fault::error("a::b", format!("there is no `\u{1b}[2J\n{}`", "x".repeat(1_000_000)));
        assert!(fault.message().len() < 1100 && !fault.message().contains(['\u{1b}', '\n']), "{fault}");
    }

    #[test]
    fn what_is_much_longer_than_every_candidate_is_compared_with_none() {
        assert_eq!(nearest(&"ticonderoga".repeat(1_000_000), ["ticonderoga"]), None);
    }
}
