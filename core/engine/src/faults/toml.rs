//! Faults in a TOML file, or in anything else that a deserializer reads.

use super::{Fault, Faults, LONGEST_HELP, Source, nearest};
use crate::harmless;
use std::ops::Range;

/// Reads a TOML file into a value. Reports every syntax error, or else the first key or value that does not fit;
/// returns `None` if there is any.
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

impl Fault {
    /// A fault from a TOML error. `family` is the first part of the code.
    pub fn from_toml(family: &str, source: &Source, error: &toml::de::Error) -> Fault {
        Fault::unreadable(family, source, error.span().unwrap_or(0..0), error.message())
    }

    /// A fault from the message of a deserializer: an unknown or missing key, a bad value, or bad syntax.
    pub(crate) fn unreadable(family: &str, source: &Source, span: Range<usize>, message: impl AsRef<str>) -> Fault {
        let message = &*harmless::shortened(message.as_ref(), LONGEST_HELP);
        let words: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
        let (word, expected) = words.split_first().map_or(("", &words[..]), |(first, rest)| (*first, rest));
        let known = |fault: Fault| match nearest(word, expected.iter().copied()) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None if expected.is_empty() => fault,
            None => fault.help(format!("it can be one of: {}", expected.join(", "))),
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
}

/// What a deserializer expects, without the names of Rust types.
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
}
