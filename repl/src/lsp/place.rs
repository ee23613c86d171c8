//! Places of the protocol: lines and columns in units of UTF-16, and files as addresses.

use lsp_types::{Location, Position, Range, TextEdit, Uri};
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use std::ops;
use std::path::{Component, Path, PathBuf};
use std::str::FromStr as _;
use wilderness_engine::faults::Source;

/// What is written with a percent sign in the path of an address.
const KEPT_OUT: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The nearest place at or before a byte at which a letter begins.
pub fn boundary(text: &str, offset: usize) -> usize {
    (0..=offset.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The position of a byte of a text.
pub fn position(text: &str, offset: usize) -> Position {
    let offset = boundary(text, offset);
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let column = before[before.rfind('\n').map_or(0, |at| at + 1)..].encode_utf16().count();
    Position::new(u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
}

/// The byte of a text at a position; the end of the line or text if it has no such place.
pub fn offset(text: &str, position: Position) -> usize {
    let mut begin = 0;
    for _ in 0..position.line {
        match text[begin..].find('\n') {
            Some(end) => begin += end + 1,
            None => return text.len(),
        }
    }
    let line = &text[begin..];
    let line = &line[..line.find('\n').unwrap_or(line.len())];
    let mut units = 0;
    for (at, c) in line.char_indices() {
        if units >= position.character {
            return begin + at;
        }
        units += u32::try_from(c.len_utf16()).unwrap_or(1);
    }
    begin + line.len()
}

/// The range of some bytes of a text.
pub fn range(text: &str, span: ops::Range<usize>) -> Range {
    Range::new(position(text, span.start), position(text, span.end))
}

/// The edit that makes a text another; none if it is the same.
pub fn edits(text: &str, made: String) -> Vec<TextEdit> {
    if made == text { Vec::new() } else { vec![TextEdit { range: range(text, 0..text.len()), new_text: made }] }
}

/// A path without `..`, which editors do not write.
pub fn tidy(path: &Path) -> PathBuf {
    let mut tidied = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(tidied.pop()),
            Component::CurDir => {}
            other => tidied.push(other),
        }
    }
    tidied
}

/// The address of a file; nothing for a file of the program, which is nowhere.
pub fn uri(file: &Path) -> Option<Uri> {
    let path = tidy(file);
    let path = path.to_str().filter(|_| file.is_absolute())?.replace('\\', "/");
    let slash = if path.starts_with('/') { "" } else { "/" };
    Uri::from_str(&format!("file://{slash}{}", utf8_percent_encode(&path, KEPT_OUT))).ok()
}

/// The file at an address.
pub fn file(uri: &Uri) -> Option<PathBuf> {
    let path = uri.as_str().strip_prefix("file://")?;
    let path = percent_decode_str(path).decode_utf8().ok()?;
    // `/C:/cards` is a path of Windows.
    let of_drive = path.strip_prefix('/').filter(|rest| rest.as_bytes().get(1) == Some(&b':'));
    Some(PathBuf::from(of_drive.unwrap_or(&path)))
}

/// A place in a file.
pub fn location(source: &Source, span: ops::Range<usize>) -> Option<Location> {
    Some(Location::new(uri(Path::new(source.name()))?, range(source.text(), span)))
}
