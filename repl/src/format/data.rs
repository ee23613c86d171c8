//! The form of a TOML file: keys at the margin, two spaces for each level of an array of several lines, or what is in it
//! below its first element if that is beside the bracket, space around `=` and behind commas, at most one empty line. What is aligned stays aligned, and comments stay where they are.

use std::ops::Range;
use wilderness_engine::faults::{Fault, Faults, Source};

/// The spaces of a level of nesting.
const STEP: usize = 2;

/// A TOML file in its form, or why it is none.
pub fn formatted(source: &Source) -> Result<String, Faults> {
    let table = table(source, source.text())?;
    let mut layout = DataLayout { made: String::with_capacity(source.text().len()), opened: Vec::new(), empty: 0 };
    let mut at = 0;
    while at < source.text().len() {
        at = layout.add(source.text(), at);
    }
    let made = layout.made;
    if table == self::table(source, &made)? {
        Ok(made)
    } else {
        let message = format!("the form of `{}` cannot be changed without its meaning", source.name());
        Err(Fault::error("fmt::not_understood", message).into())
    }
}

fn table(source: &Source, text: &str) -> Result<toml::Table, Faults> {
    toml::from_str(text).map_err(|error: toml::de::Error| {
        Fault::error("fmt::broken_data", format!("{}, so the file is left as it is", error.message()))
            .at(source, error.span().unwrap_or(0..0), "here")
            .help("`wilderness check` says more")
            .into()
    })
}

/// A file that is being laid out.
struct DataLayout {
    made: String,
    opened: Vec<DataBracket>,
    /// How many empty lines are to be written before the next line.
    empty: usize,
}

/// A bracket that is open.
struct DataBracket {
    /// The column of the line that opens it.
    indent: usize,
    /// The column of what is in it.
    inside: usize,
}

impl DataLayout {
    /// Adds a line, with the further lines of a text that begins in it, and returns where the next begins.
    fn add(&mut self, text: &str, begin: usize) -> usize {
        let parts = parts(text, begin);
        let end = parts.last().map_or(begin, |part| part.span.end);
        let next = text[end..].find('\n').map_or(text.len(), |found| end + found + 1);
        let Some(first) = parts.first() else {
            self.empty = 1;
            return next;
        };
        if std::mem::take(&mut self.empty) > 0 && !self.made.is_empty() {
            self.made.push('\n');
        }
        let closes = ["]", "}"].contains(&&text[first.span.clone()]);
        let indent = self.opened.last().map_or(0, |opened| if closes { opened.indent } else { opened.inside });
        let begin = self.made.len();
        self.made.push_str(&" ".repeat(indent));
        // Whether the bracket that was opened last has nothing in it so far.
        let mut is_open = false;
        let mut last: Option<&DataToken> = None;
        for part in &parts {
            let written = &text[part.span.clone()];
            if let Some(last) = last {
                let space = &text[last.span.end..part.span.start];
                let apart =
                    part.is_sign && written == "=" || last.is_sign && ["=", ","].contains(&&text[last.span.clone()]);
                self.made.push_str(if space.is_empty() && apart { " " } else { space });
            }
            let column = self.made[begin..].chars().count();
            if let Some(opened) = self.opened.last_mut().filter(|_| is_open && !written.starts_with('#')) {
                opened.inside = column;
            }
            is_open = part.is_sign && ["[", "{"].contains(&written);
            if is_open {
                self.opened.push(DataBracket { indent, inside: indent + STEP });
            } else if part.is_sign && ["]", "}"].contains(&written) {
                self.opened.pop();
            }
            self.made.push_str(written);
            last = Some(part);
        }
        self.made.truncate(self.made.trim_end_matches([' ', '\t', '\r']).len());
        self.made.push('\n');
        next
    }
}

/// A sign, a comment, a text or anything else between spaces.
struct DataToken {
    span: Range<usize>,
    is_sign: bool,
}

/// The parts of the line that begins at a place, with the further lines of a text.
fn parts(text: &str, begin: usize) -> Vec<DataToken> {
    let mut found = Vec::new();
    let mut at = begin;
    while let Some(c) = text[at..].chars().next().filter(|c| *c != '\n') {
        let rest = &text[at..];
        let length = match c {
            ' ' | '\t' | '\r' => {
                at += 1;
                continue;
            }
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '"' | '\'' => quoted(rest, c),
            _ if SIGNS.contains(&c) => 1,
            _ => {
                rest.find(|c: char| c.is_whitespace() || SIGNS.contains(&c) || "#\"'".contains(c)).unwrap_or(rest.len())
            }
        };
        let length = length.max(c.len_utf8());
        found.push(DataToken { span: at..at + length, is_sign: SIGNS.contains(&c) });
        at += length;
    }
    found
}

const SIGNS: [char; 6] = ['=', ',', '[', ']', '{', '}'];

/// How long a text between single or triple quotes is.
fn quoted(text: &str, quote: char) -> usize {
    let triple = quote.to_string().repeat(3);
    let ending = if text.starts_with(&triple) { triple } else { quote.to_string() };
    let mut at = ending.len();
    while let Some(c) = text[at..].chars().next() {
        if c == '\\' && quote == '"' {
            at += 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8);
        } else if text[at..].starts_with(&ending) {
            at += ending.len();
            // Quotes before the ending belong to a text in triple quotes.
            let more = text[at..].len() - text[at..].trim_start_matches(quote).len();
            return at + if ending.len() > 1 { more.min(2) } else { 0 };
        } else {
            at += c.len_utf8();
        }
    }
    text.len()
}
