//! The places of the values in a JSON text, so that a fault can point at one of them.

use crate::faults::{Fault, Faults, Source};
use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::ops::Range;

/// A value in a JSON text, with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct JsonNode {
    /// Its byte range.
    pub span: Range<usize>,
    /// The members of an object, in order.
    pub members: Vec<Member>,
    /// The items of an array.
    pub items: Vec<JsonNode>,
    /// The indexes of the members, sorted by key; stable for equal keys.
    by_key: Vec<usize>,
}

/// A key of an object, and its value.
#[derive(Clone, PartialEq, Debug)]
pub struct Member {
    /// The key.
    pub key: String,
    /// The byte range of the key, with its quotes.
    pub key_span: Range<usize>,
    /// The value.
    pub value: JsonNode,
}

impl JsonNode {
    /// Reads a text; the fault points at the place where it is not JSON.
    pub fn parse(family: &str, source: &Source) -> Result<JsonNode, Faults> {
        JsonNode::parse_within(family, source, 0..source.text().len())
    }

    /// Reads a part of a text; the fault points at the place where it is not JSON. All places refer to the whole text.
    pub fn parse_within(family: &str, source: &Source, span: Range<usize>) -> Result<JsonNode, Faults> {
        Ok(Scanner::over(family, source, span)?.value())
    }

    /// Reads a part of a text item by item, if it is a list, so that only one item is in memory; or else all at once.
    pub fn items_within<'a>(
        family: &str,
        source: &'a Source,
        span: Range<usize>,
    ) -> Result<impl Iterator<Item = JsonNode> + use<'a>, Faults> {
        let mut scanner = Scanner::over(family, source, span)?;
        let is_list = scanner.peek() == b'[';
        scanner.at += usize::from(is_list);
        let mut is_done = false;
        Ok(std::iter::from_fn(move || {
            if is_done {
                return None;
            }
            is_done = !is_list;
            while is_list && scanner.peek() == b',' {
                scanner.at += 1;
            }
            is_done |= is_list && scanner.peek() == b']';
            (!is_done || !is_list).then(|| scanner.value())
        }))
    }

    /// The member with a key; the last one, which counts, if the key occurs twice.
    pub fn member(&self, key: &str) -> Option<&Member> {
        let after = self.by_key.partition_point(|&index| self.members[index].key.as_str() <= key);
        let member = &self.members[*self.by_key[..after].last()?];
        (member.key == key).then_some(member)
    }

    /// The value of the last member with a key, or else the node.
    pub fn member_or_self(mut self, key: &str) -> JsonNode {
        let at = self.members.iter().rposition(|member| member.key == key);
        at.map(|at| self.members.swap_remove(at).value).unwrap_or(self)
    }

    /// The value at the end of a path of keys, or the innermost existing one on the path.
    pub fn value_at(&self, path: &[&str]) -> &JsonNode {
        path.iter()
            .try_fold(self, |node, key| node.member(key).map(|member| &member.value).ok_or(node))
            .unwrap_or_else(|n| n)
    }

    /// Deserializes the value; the fault points at what does not fit. Leaves keys that are given twice to
    /// [`JsonNode::doubled_keys`].
    pub fn read<T: DeserializeOwned>(&self, family: &str, source: &Source, faults: &mut Faults) -> Option<T> {
        let text = source.slice(self.span.clone());
        match serde_json::from_str(text) {
            Ok(form) => return Some(form),
            Err(error) if message(&error).starts_with("duplicate") => {}
            Err(error) => faults.add_error(|| {
                let span = self.token_before(self.span.start + offset(text, &error));
                Fault::unreadable(family, source, span, message(&error))
            }),
        }
        None
    }

    /// Adds a fault for every key that an object has twice: only the last would count.
    pub fn doubled_keys(&self, family: &str, source: &Source, faults: &mut Faults) {
        for same in self.by_key.chunk_by(|a, b| self.members[*a].key == self.members[*b].key) {
            let first = &self.members[same[0]];
            for member in same[1..].iter().map(|&index| &self.members[index]) {
                faults.add_error(|| {
                    let message = format!("`{}` is given twice", member.key);
                    Fault::error(format!("{family}::duplicate_key"), message)
                        .at(source, member.key_span.clone(), "a second time")
                        .at(source, first.key_span.clone(), "already here")
                });
            }
        }
        self.members.iter().for_each(|member| member.value.doubled_keys(family, source, faults));
        self.items.iter().for_each(|item| item.doubled_keys(family, source, faults));
    }

    /// The key or simple value that the parser had just read when it stopped at this byte.
    fn token_before(&self, end: usize) -> Range<usize> {
        let mut best = self.span.clone();
        self.visit(&mut |span| {
            if span.start < end && end <= span.end && span.len() <= best.len() {
                best = span.clone();
            }
        });
        best
    }

    fn visit(&self, see: &mut dyn FnMut(&Range<usize>)) {
        see(&self.span);
        for member in &self.members {
            see(&member.key_span);
            member.value.visit(see);
        }
        self.items.iter().for_each(|item| item.visit(see));
    }
}

/// The byte at which the parser noticed the error.
fn offset(text: &str, error: &serde_json::Error) -> usize {
    let line_start: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    (line_start + error.column()).min(text.len())
}

/// The error message without line and column, which the fault shows.
fn message(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.split(" at line ").next().unwrap_or(&message).to_string()
}

/// A value that is only checked for being JSON, and not stored.
struct Sound;

impl<'de> Deserialize<'de> for Sound {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Sound, D::Error> {
        from.deserialize_any(Sound)
    }
}

impl<'de> Visitor<'de> for Sound {
    type Value = Sound;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Sound, E> {
        Ok(Sound)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Sound, E> {
        Ok(Sound)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Sound, E> {
        Ok(Sound)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Sound, E> {
        Ok(Sound)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Sound, E> {
        Ok(Sound)
    }

    fn visit_str<E>(self, _: &str) -> Result<Sound, E> {
        Ok(Sound)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Sound, A::Error> {
        while items.next_element::<Sound>()?.is_some() {}
        Ok(Sound)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Sound, A::Error> {
        while members.next_entry::<Sound, Sound>()?.is_some() {}
        Ok(Sound)
    }
}

/// The place of an error: the last byte read, or the whole of a number that is too large.
fn place(text: &str, error: &serde_json::Error) -> Range<usize> {
    let end = offset(text, error);
    let is_of_number = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-');
    let digits = text.as_bytes()[..end].iter().rev().take_while(|byte| is_of_number(byte)).count();
    let length = if error.to_string().starts_with("number out of range") { digits.max(1) } else { 1 };
    end.saturating_sub(length)..end
}

/// Scans a text that is known to be JSON.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    /// Scans a part of a text; the fault points at the place where it is not JSON.
    fn over(family: &str, source: &'a Source, span: Range<usize>) -> Result<Scanner<'a>, Faults> {
        let span = source.clamp(span);
        let text = source.slice(span.clone());
        // The real parser checks the text, so that the scanner can rely on it.
        match serde_json::from_str::<Sound>(text) {
            Ok(Sound) => Ok(Scanner { text: &source.text()[..span.end], at: span.start }),
            Err(error) => {
                let at = place(text, &error);
                let at = span.start + at.start..span.start + at.end;
                Err(Fault::unreadable(family, source, at, message(&error)).into())
            }
        }
    }

    fn peek(&mut self) -> u8 {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text.as_bytes().get(self.at).copied().unwrap_or(b'}')
    }

    fn value(&mut self) -> JsonNode {
        let open = self.peek();
        let start = self.at;
        let (mut members, mut items): (Vec<Member>, Vec<JsonNode>) = (Vec::new(), Vec::new());
        match open {
            b'{' | b'[' => {
                self.at += 1;
                loop {
                    match self.peek() {
                        b'}' | b']' => break,
                        b',' => self.at += 1,
                        _ if open == b'[' => items.push(self.value()),
                        _ => members.push(self.member()),
                    }
                }
                self.at = (self.at + 1).min(self.text.len());
            }
            b'"' => self.string(),
            _ => {
                let rest = &self.text[start..];
                let ends = |c: char| c.is_whitespace() || matches!(c, ',' | ']' | '}');
                self.at += rest.find(ends).unwrap_or(rest.len());
            }
        }
        let mut by_key: Vec<usize> = (0..members.len()).collect();
        by_key.sort_by(|a, b| members[*a].key.cmp(&members[*b].key));
        JsonNode { span: start..self.at, members, items, by_key }
    }

    fn member(&mut self) -> Member {
        let start = self.at;
        self.string();
        let key_span = start..self.at;
        let key = serde_json::from_str(&self.text[key_span.clone()]).unwrap_or_default();
        if self.peek() == b':' {
            self.at += 1;
        }
        Member { key, key_span, value: self.value() }
    }

    fn string(&mut self) {
        let mut escaped = false;
        let rest = &self.text[self.at + 1..];
        let end = rest.find(|c| {
            let closes = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            closes
        });
        self.at += end.map_or(rest.len(), |end| end + 1) + 1;
    }
}
