//! What is wrong with a file, a script or a position: every fault at once, each with the place that it points at.

use miette::{
    Diagnostic, LabeledSpan, MietteError, MietteSpanContents, Severity, SourceCode, SourceSpan, SpanContents,
};
use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// A text with the name under which people know it. Cheap to clone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    name: Arc<str>,
    text: Arc<str>,
}

impl Source {
    /// A text and its name. A byte order mark, which some editors write at the beginning, is no part of it.
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Source {
        let text: Arc<str> = text.into();
        let text = text.strip_prefix('\u{feff}').map(Arc::from).unwrap_or(text);
        Source { name: name.into(), text }
    }

    /// Reads a file; the fault says why it cannot be read.
    pub fn read(path: &Path) -> Result<Source, Faults> {
        let name = path.display().to_string();
        match std::fs::read_to_string(path) {
            Ok(text) => Ok(Source::new(name, text)),
            Err(error) => Err(Fault::error("file::unreadable", format!("cannot read `{name}`: {error}")).into()),
        }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The span, cut to the text and widened to whole characters.
    pub fn clamp(&self, span: Range<usize>) -> Range<usize> {
        let mut end = span.end.min(self.text.len());
        let mut start = span.start.min(end);
        while !self.text.is_char_boundary(start) {
            start -= 1;
        }
        while start < end && !self.text.is_char_boundary(end) {
            end += 1;
        }
        start..if span.is_empty() { start } else { end }
    }

    /// The text of a span.
    pub fn slice(&self, span: Range<usize>) -> &str {
        &self.text[self.clamp(span)]
    }

    /// The line and column of a byte, both from 1, the column in characters.
    pub fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let before = self.slice(0..offset);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}

impl SourceCode for Source {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let contents = self.text.read_span(span, lines_before, lines_after)?;
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.to_string(),
            contents.data(),
            *contents.span(),
            contents.line(),
            contents.column(),
            contents.line_count(),
        )))
    }
}

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
            message: message.into(),
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
            self.labels.push((span, label.into()));
        } else {
            let (line, column) = source.line_and_column(span.start);
            let see = format!("{}:{line}:{column}: {}", source.name(), label.into());
            self.help = Some(self.help.map_or(see.clone(), |help| format!("{help}\n{see}")));
        }
        self
    }

    /// The same with another message.
    pub(crate) fn saying(self, message: String) -> Fault {
        Fault { message, ..self }
    }

    /// Says what to do about it.
    pub fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
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
    pub(crate) fn unreadable(family: &str, source: &Source, span: Range<usize>, message: impl AsRef<str>) -> Fault {
        let message = message.as_ref();
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
        Some(Box::new(self.labels.iter().enumerate().map(|(index, (span, label))| match index {
            0 => LabeledSpan::new_primary_with_span(Some(label.clone()), SourceSpan::from(span.clone())),
            _ => LabeledSpan::new_with_span(Some(label.clone()), SourceSpan::from(span.clone())),
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

/// Everything that is wrong, in the order in which it was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// Nothing wrong yet.
    pub fn none() -> Faults {
        Faults::default()
    }

    /// Adds one.
    pub fn push(&mut self, fault: Fault) {
        self.0.push(fault);
    }

    /// Adds those of another check.
    pub fn append(&mut self, other: Faults) {
        self.0.extend(other.0);
    }

    /// How many there are, warnings included.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether one of them must be put right.
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(Fault::is_error)
    }

    /// Each fault.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.0.iter()
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

impl Extend<Fault> for Faults {
    fn extend<I: IntoIterator<Item = Fault>>(&mut self, faults: I) {
        self.0.extend(faults);
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Faults {
        Faults(vec![fault])
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let errors = self.0.iter().filter(|fault| fault.is_error()).count();
        let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        match (errors, self.len() - errors) {
            (errors, 0) => f.write_str(&count(errors, "error")),
            (0, warnings) => f.write_str(&count(warnings, "warning")),
            (errors, warnings) => write!(f, "{}, {}", count(errors, "error"), count(warnings, "warning")),
        }?;
        let mut files: Vec<&str> = self.0.iter().filter_map(|fault| Some(fault.source_text()?.name())).collect();
        files.sort_unstable();
        files.dedup();
        if !files.is_empty() {
            write!(f, " in {}", files.join(", "))?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

impl Diagnostic for Faults {
    fn severity(&self) -> Option<Severity> {
        Some(if self.has_errors() { Severity::Error } else { Severity::Warning })
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        Some(Box::new(self.0.iter().map(|fault| fault as &dyn Diagnostic)))
    }
}

/// The candidate nearest to a word, if it could be a slip of the pen: at most one letter in four differs, and one more.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase().replace(['_', ' '], "-");
    let most = 1 + word.chars().count() / 4;
    candidates
        .into_iter()
        .map(|candidate| {
            (strsim::damerau_levenshtein(&word, &candidate.to_lowercase().replace(['_', ' '], "-")), candidate)
        })
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Reads a TOML file into a form. Bad syntax is reported everywhere in the file, a form that does not fit where it is
/// first noticed; none if there is either.
pub(crate) fn read_toml<T: serde::de::DeserializeOwned>(
    family: &str,
    source: &Source,
    faults: &mut Faults,
) -> Option<T> {
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
pub(crate) struct Spot {
    pub(crate) source: Source,
    pub(crate) span: Range<usize>,
}

impl Fault {
    /// As [`Fault::at`].
    pub(crate) fn spot(self, spot: &Spot, label: impl Into<String>) -> Fault {
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
    fn a_span_never_leaves_the_text_or_splits_a_letter() {
        let source = Source::new("a", "Québec");
        assert_eq!(source.slice(3..99), "ébec");
        assert_eq!(source.slice(90..99), "");
        assert_eq!(source.line_and_column(4), (1, 4));
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
    fn the_place_shown_bears_the_name_of_the_file() {
        let source = Source::new("x.toml", "one\ntwo\nthree");
        let contents = source.read_span(&(4, 3).into(), 0, 0).expect("a span in the text");
        assert_eq!((contents.name(), contents.line()), (Some("x.toml"), 1));
        assert_eq!(contents.data(), b"two");
    }

    #[test]
    fn a_file_that_is_not_there_is_a_fault() {
        let faults = Source::read(Path::new("no/such/file.toml")).expect_err("a fault");
        assert_eq!(faults.iter().map(Fault::code).collect::<Vec<_>>(), ["file::unreadable"]);
    }
}
