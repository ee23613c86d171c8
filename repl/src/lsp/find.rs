//! Where a function or a marker is defined, and where it is used.

use super::built_in::location;
use super::checked_content::CheckedContent;
use super::cursor::Cursor;
use lsp_types::Location;
use std::ops::Range;
use std::path::Path;
use wilderness_engine::faults::Source;

/// Where what stands at a place is defined: a function of the script or of the library, a marker, the script of an event.
pub fn definition(shelf: &dyn CheckedContent, open: &Source, cursor: &Cursor) -> Option<Location> {
    let word = open.text().get(cursor.span.clone())?;
    if cursor.in_text {
        return marker(shelf, open, word).or_else(|| event(shelf, word));
    }
    let of_function = |source: &Source| location(shelf, source, defined(source.text(), word)?);
    let library = shelf.sources().into_iter().filter(|source| source.name().contains("lib/"));
    of_function(open).or_else(|| library.into_iter().find_map(|source| of_function(&source)))
}

/// Where the event of a card is written, by the name between the quotes at a place of the deck.
pub fn event(shelf: &dyn CheckedContent, name: &str) -> Option<Location> {
    let source = shelf.sources().into_iter().find(|source| {
        let own = shelf.event_of(Path::new(source.name()));
        own.is_some_and(|own| own == name)
    })?;
    let begin = ["play", "respond"].iter().find_map(|name| defined(source.text(), name)).unwrap_or(0..0);
    location(shelf, &source, begin)
}

/// All places where a function is called or defined, or where a marker is named.
pub fn references(shelf: &dyn CheckedContent, open: &Source, cursor: &Cursor) -> Vec<Location> {
    let Some(word) = open.text().get(cursor.span.clone()).filter(|word| !word.is_empty()) else { return Vec::new() };
    let is_shared = |source: &Source| source.name().contains("lib/") && defined(source.text(), word).is_some();
    let sources = with_open(shelf, open);
    let everywhere = cursor.in_text || sources.iter().any(is_shared);
    let sources = sources.into_iter().filter(|source| everywhere || source.name() == open.name());
    let scripts = sources.filter(|source| source.name().ends_with(".rhai"));
    let places = scripts.flat_map(|source| {
        let wanted = if cursor.in_text { format!("\"{word}\"") } else { word.to_string() };
        let found = occurrences(source.text(), &wanted, cursor.in_text);
        found.into_iter().filter_map(|span| location(shelf, &source, span)).collect::<Vec<_>>()
    });
    places.collect()
}

/// The texts of a content, with one of them as it is open.
pub fn with_open(shelf: &dyn CheckedContent, open: &Source) -> Vec<Source> {
    let mut sources = shelf.sources();
    match sources.iter_mut().find(|source| source.name() == open.name()) {
        Some(own) => *own = open.clone(),
        None => sources.push(open.clone()),
    }
    sources
}

/// The occurrences of a text, or of a word that is called or defined.
fn occurrences(text: &str, wanted: &str, in_text: bool) -> Vec<Range<usize>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let found = text.match_indices(wanted).map(|(at, found)| at..at + found.len());
    found
        .filter(|span| {
            let (before, behind) = (&text[..span.start], &text[span.end..]);
            in_text || (!before.ends_with(is_word) && behind.starts_with('(') && !in_comment(before))
        })
        .map(|span| if in_text { span.start + 1..span.end - 1 } else { span })
        .collect()
}

fn in_comment(before: &str) -> bool {
    before[before.rfind('\n').map_or(0, |at| at + 1)..].contains("//")
}

/// Where a script defines a function: its name.
pub fn defined(text: &str, name: &str) -> Option<Range<usize>> {
    let head = format!("fn {name}(");
    let at = text.match_indices(&head).find(|(at, _)| !in_comment(&text[..*at]))?.0;
    Some(at + 3..at + 3 + name.len())
}

/// Where a script names a marker in `markers()`, this script first.
fn marker(shelf: &dyn CheckedContent, open: &Source, name: &str) -> Option<Location> {
    let quoted = format!("\"{name}\"");
    let of = |source: &Source| {
        let begin = defined(source.text(), "markers")?.end;
        let rest = &source.text()[begin..];
        let body = &rest[..rest.find("\nfn ").unwrap_or(rest.len())];
        let at = begin + body.find(&quoted)?;
        location(shelf, source, at + 1..at + 1 + name.len())
    };
    of(open).or_else(|| shelf.sources().iter().find_map(of))
}
