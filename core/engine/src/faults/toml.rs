//! Reads TOML files, with faults that point at what does not fit.

use super::deserializer::{TomlItem, TomlMisfit};
use super::{Fault, Faults, LONGEST_HELP, Source, TomlForm, WHAT_FORM, nearest};
use crate::harmless;
use serde::de::DeserializeOwned;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Reads a TOML file into a value. Reports every syntax error, or else the first key or value that does not fit;
/// returns `None` if there is any.
pub fn read_toml<T: DeserializeOwned>(family: &str, source: &Source, faults: &mut Faults) -> Option<T> {
    if source.text() == WHAT_FORM {
        faults.push(Fault::answering(TomlForm::of::<T>()).at(source, 0..0, "asked here"));
        return None;
    }
    let file = parse(family, source, faults)?;
    T::deserialize(TomlItem::of_file(&file)).map_err(|misfit| faults.push(misfit.fault(family, source))).ok()
}

/// Reads the tables of a list, such as all `[[card]]` of a TOML file, and reports what does not fit in each of them. A
/// file that is not TOML has none: [`read_toml`] reports that.
pub fn read_toml_items<T: DeserializeOwned>(family: &str, source: &Source, list: &str, faults: &mut Faults) -> Vec<T> {
    if source.text() == WHAT_FORM {
        let form = TomlForm::Table([(list.to_string(), TomlForm::List(Box::new(TomlForm::of::<T>()), None))].into());
        faults.push(Fault::answering(form).at(source, 0..0, "asked here"));
        return Vec::new();
    }
    let Some(file) = parse(family, source, &mut Faults::none()) else { return Vec::new() };
    let list = file.get_ref().get(list).map(Spanned::get_ref);
    let Some(DeValue::Array(items)) = list else { return Vec::new() };
    let read =
        |item| T::deserialize(TomlItem::of_value(item)).map_err(|misfit| faults.push(misfit.fault(family, source)));
    items.iter().map(read).filter_map(Result::ok).collect()
}

/// Reads TOML that is part of the program.
///
/// # Panics
/// If it does not fit: tests read everything that is built in.
pub fn built_in_toml<T: DeserializeOwned>(name: &str, text: &str) -> T {
    let (source, mut faults) = (Source::new(name, text), Faults::none());
    read_toml("built_in", &source, &mut faults).unwrap_or_else(|| panic!("{faults}"))
}

fn parse<'a>(family: &str, source: &'a Source, faults: &mut Faults) -> Option<Spanned<DeTable<'a>>> {
    let (file, errors) = DeTable::parse_recoverable(source.text());
    for error in &errors {
        faults.push(Fault::unreadable(family, source, error.span().unwrap_or(0..0), error.message()));
    }
    errors.is_empty().then_some(file)
}

/// What stands between backquotes in a message.
pub(super) fn quoted_words(message: &str) -> Vec<&str> {
    message.split('`').skip(1).step_by(2).collect()
}

impl TomlMisfit {
    fn fault(&self, family: &str, source: &Source) -> Fault {
        Fault::unreadable(family, source, self.span().unwrap_or(0..0), self.message())
    }
}

impl Fault {
    /// A fault from the message of a deserializer: an unknown or missing key, a bad value, or bad syntax.
    pub(crate) fn unreadable(family: &str, source: &Source, span: Range<usize>, message: impl AsRef<str>) -> Fault {
        let message = &*harmless::shortened(message.as_ref(), LONGEST_HELP);
        let words = quoted_words(message);
        let (word, expected) = words.split_first().map_or(("", &words[..]), |(first, rest)| (*first, rest));
        let known = |fault: Fault| match nearest(word, expected.iter().copied()) {
            Some(near) => fault.meaning(word, near),
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
