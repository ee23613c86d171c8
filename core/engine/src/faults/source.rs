//! Named texts, and the excerpts that diagnostics show.

use super::{Fault, Faults};
use crate::files;
use crate::harmless::{self, boundary_after, boundary_before};
use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// A text with the name that users know it by. Cheap to clone.
#[derive(Clone)]
pub struct Source {
    name: Arc<str>,
    text: Arc<str>,
    /// Needed only for faults.
    view: Arc<OnceLock<View>>,
}

/// A text prepared for display.
struct View {
    /// Where each line begins.
    starts: Vec<usize>,
    /// The text with harmful characters replaced and all offsets unchanged; `None` if it has none.
    harmless: Option<String>,
}

impl PartialEq for Source {
    fn eq(&self, other: &Source) -> bool {
        Arc::ptr_eq(&self.view, &other.view) || (self.name == other.name && self.text == other.text)
    }
}

impl Eq for Source {}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source").field("name", &self.name).field("text", &self.text).finish()
    }
}

impl Source {
    /// A text and its name. A byte order mark at the beginning is dropped.
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Source {
        let text: Arc<str> = text.into();
        let text = text.strip_prefix('\u{feff}').map(Arc::from).unwrap_or(text);
        let name = name.into();
        let name = if name.contains(harmless::is_harmful) { harmless::one_line(&name).into() } else { name };
        Source { name, text, view: Arc::default() }
    }

    /// Reads a record; the fault says why it fails.
    pub fn read(path: &Path) -> Result<Source, Faults> {
        Source::read_up_to(path, files::LARGEST)
    }

    /// Reads a position, or a list of them; the fault says why it fails.
    pub fn read_positions(path: &Path) -> Result<Source, Faults> {
        Source::read_up_to(path, files::LARGEST_POSITIONS)
    }

    /// Reads a file of at most `most` bytes; the fault says why it fails.
    pub fn read_up_to(path: &Path, most: u64) -> Result<Source, Faults> {
        let name = path.display().to_string();
        match files::read(path, most) {
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

    /// The span, clamped to the text and widened to whole characters.
    pub fn clamp(&self, span: Range<usize>) -> Range<usize> {
        let mut end = span.end.min(self.text.len());
        let start = boundary_before(&self.text, span.start.min(end));
        if start < end {
            end = boundary_after(&self.text, end);
        }
        start..if span.is_empty() { start } else { end }
    }

    /// The text of a span.
    pub fn slice(&self, span: Range<usize>) -> &str {
        &self.text[self.clamp(span)]
    }

    /// The line and column of a byte, both from 1; the column counts characters.
    pub fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let offset = self.clamp(0..offset).end;
        let line = self.line_of(offset);
        (line + 1, self.text[self.line_start(line)..offset].chars().count() + 1)
    }

    /// The first byte of a line, counted from 0; the end of the text if it has fewer lines.
    pub(crate) fn line_start(&self, line: usize) -> usize {
        self.view().starts.get(line).copied().unwrap_or(self.text.len())
    }

    /// The line of a byte, counted from 0.
    fn line_of(&self, offset: usize) -> usize {
        self.view().starts.partition_point(|start| *start <= offset).saturating_sub(1)
    }

    fn view(&self) -> &View {
        self.view.get_or_init(|| {
            let ends = self.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            let starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
            View { starts, harmless: harmless::of_same_length(&self.text) }
        })
    }

    /// The excerpt around a span: its lines, and `before` and `after` more. Of lines that are too long, only the part
    /// near the span is shown.
    fn excerpt(&self, span: &Range<usize>, before: usize, after: usize) -> Range<usize> {
        let first = self.line_of(span.start).saturating_sub(before);
        let last = self.line_of(span.end.max(span.start + 1) - 1) + after;
        let mut start = self.line_start(first);
        if span.start - start > MOST_AROUND {
            start = boundary_before(&self.text, span.start - NEAR);
            // Begin with a whole line if possible.
            start += self.text[start..span.start].find('\n').map_or(0, |end| end + 1);
        }
        let next = self.line_start(last + 1);
        let mut end = if self.text[..next].ends_with('\n') { next - 1 } else { next }.max(span.end);
        if end - span.end > MOST_AROUND {
            end = boundary_after(&self.text, span.end + NEAR);
            end = span.end + self.text[span.end..end].rfind('\n').unwrap_or(end - span.end);
        }
        start..end
    }
}

/// The most bytes shown before or after a span.
const MOST_AROUND: usize = 1000;
/// Places further apart than this, in bytes, are not shown together.
const MOST_BETWEEN: usize = 8 * MOST_AROUND;
/// How many bytes before and after a span remain when its line is cut.
const NEAR: usize = 60;

impl SourceCode for Source {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let span = span.offset()..span.offset() + span.len();
        // Places that are far apart are shown one by one.
        let is_long = |span: Range<usize>| self.slice(span).split('\n').any(|line| line.len() > MOST_AROUND);
        if span.end > self.text.len() || span.len() > MOST_BETWEEN || is_long(span.clone()) {
            return Err(MietteError::OutOfBounds);
        }
        let (shown, column) = match (lines_before, lines_after) {
            (0, 0) => (span.clone(), self.line_and_column(span.start).1 - 1),
            _ => (self.excerpt(&span, lines_before, lines_after), 0),
        };
        let text = self.view().harmless.as_deref().unwrap_or(&self.text);
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.to_string(),
            &text.as_bytes()[shown.clone()],
            SourceSpan::from(shown.clone()),
            self.line_of(shown.start),
            column,
            self.line_of(shown.end),
        )))
    }
}
