//! What a file consists of: its functions, or its tables; and what of it can be folded.

use super::place;
use super::scopes::Scopes;
use crate::format::tokens::{TokenKind, tokens};
use lsp_types::{DocumentSymbol, FoldingRange, FoldingRangeKind, SymbolKind};
use std::ops::Range;

/// The functions of a script.
pub fn of_script(text: &str) -> Vec<DocumentSymbol> {
    let functions = Scopes::of(text).functions;
    functions.into_iter().map(|f| symbol(text, f.form, SymbolKind::FUNCTION, f.whole, f.name)).collect()
}

/// A table of a data file: its header, and where it begins and ends.
struct TomlTable<'t> {
    header: &'t str,
    whole: Range<usize>,
}

/// The tables of a data file.
fn tables(text: &str) -> Vec<TomlTable<'_>> {
    let mut found: Vec<TomlTable<'_>> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let header = line.trim().split('#').next().unwrap_or_default().trim();
        if header.starts_with('[') && header.ends_with(']') && !line.starts_with(char::is_whitespace) {
            found.push(TomlTable { header: header.trim_matches(['[', ']']), whole: at..at + line.trim_end().len() });
        } else if let (Some(table), false) = (found.last_mut(), line.trim().is_empty() || line.starts_with('#')) {
            table.whole.end = at + line.trim_end().len();
        }
        at += line.len();
    }
    found
}

/// The tables of a data file, each called after its header and its name.
pub fn of_data(text: &str) -> Vec<DocumentSymbol> {
    let symbols = tables(text).into_iter().map(|table| {
        let lines = text[table.whole.clone()].lines();
        let named = lines
            .filter_map(|line| line.split_once('='))
            .find(|(key, _)| ["name", "id", "event", "number", "title"].contains(&key.trim()));
        let name = named.map_or(String::new(), |(_, value)| format!(" {}", value.trim().trim_matches('"')));
        let selected = table.whole.start..table.whole.start + text[table.whole.start..].find('\n').unwrap_or(0);
        symbol(text, format!("{}{name}", table.header), SymbolKind::OBJECT, table.whole, selected)
    });
    symbols.collect()
}

fn symbol(text: &str, name: String, kind: SymbolKind, whole: Range<usize>, selected: Range<usize>) -> DocumentSymbol {
    #[allow(deprecated)] // the protocol's own type has a field that must be given
    DocumentSymbol {
        name,
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range: place::range(text, whole),
        selection_range: place::range(text, selected),
        children: None,
    }
}

/// What of a script can be folded: what stands between brackets in several lines, and comments of several lines.
pub fn folds_of_script(text: &str) -> Vec<FoldingRange> {
    let line = |at: usize| place::position(text, at).line;
    let (mut open, mut folds) = (Vec::new(), Vec::new());
    let mut comment: Option<Range<u32>> = None;
    for token in tokens(text) {
        let first = line(token.span.start);
        if token.kind == TokenKind::Comment {
            let last = line(token.span.end);
            match &mut comment {
                Some(lines) if lines.end + 1 == first => lines.end = last,
                _ => {
                    folds
                        .extend(comment.replace(first..last).and_then(|lines| fold(&lines, FoldingRangeKind::Comment)));
                }
            }
            continue;
        }
        match (token.kind, token.of(text)) {
            (TokenKind::Sign, "{" | "#{" | "(" | "[") => open.push(first),
            (TokenKind::Text, part) if part.ends_with("${") => open.push(first),
            (TokenKind::Sign, "}" | ")" | "]") => {
                // The line with the closing bracket stays.
                let lines = open.pop().map(|begin| begin..first.saturating_sub(1));
                folds.extend(lines.and_then(|lines| fold(&lines, FoldingRangeKind::Region)));
            }
            _ => {}
        }
    }
    folds.extend(comment.and_then(|lines| fold(&lines, FoldingRangeKind::Comment)));
    folds.sort_by_key(|fold| (fold.start_line, fold.end_line));
    folds.dedup_by_key(|fold| fold.start_line);
    folds
}

/// What of a data file can be folded: its tables.
pub fn folds_of_data(text: &str) -> Vec<FoldingRange> {
    let line = |at: usize| place::position(text, at).line;
    let lines = tables(text).into_iter().map(|table| line(table.whole.start)..line(table.whole.end));
    lines.filter_map(|lines| fold(&lines, FoldingRangeKind::Region)).collect()
}

/// Some lines, the last included, if they are several.
fn fold(lines: &Range<u32>, kind: FoldingRangeKind) -> Option<FoldingRange> {
    (lines.start < lines.end).then(|| FoldingRange {
        start_line: lines.start,
        end_line: lines.end,
        kind: Some(kind),
        ..FoldingRange::default()
    })
}
