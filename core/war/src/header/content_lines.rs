//! The lines `content NAME "TEXT"` of a record: the texts that the game was played with and the program lacks.

use crate::content::{Carried, DECK, LONGEST_SCRIPT};
use std::fmt::Write as _;
use std::ops::Range;
use wilderness_engine::faults::{Fault, Source};
use wilderness_engine::files::LARGEST_TOML;
use wilderness_engine::record::file_name;

/// The word that such a line begins with.
pub(crate) const CONTENT: &str = "content";

/// The lines.
pub(crate) fn write(carried: &Carried) -> String {
    let mut lines = String::new();
    for (name, source) in carried.iter() {
        let name = file_name::as_word(name);
        let _ = writeln!(lines, "{CONTENT} {name} {}", serde_json::Value::from(source.text()));
    }
    lines
}

/// Takes a line whose words behind the first stand at `span`.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn read(carried: &mut Carried, source: &Source, span: Range<usize>) -> Result<(), Box<Fault>> {
    let rest = source.slice(span.clone());
    let fault = |code: &str, message: String, at: Range<usize>, label: &str| {
        Box::new(Fault::error(format!("record::{code}"), message).at(source, at, label))
    };
    let word = rest.split_whitespace().next().unwrap_or_default();
    let begins = span.start + rest.find(word).unwrap_or_default();
    let at = begins..begins + word.len();
    let name = file_name::from_word(word);
    let Some(most) = largest(&name) else {
        let label = "`deck.toml`, `events/….rhai`, `optional/….rhai`, `lib/….rhai`, `scenarios/….toml` or \
                     `scenarios/setups/….toml`";
        return Err(fault("content_name", format!("`{name}` is not the name of a file of content"), at, label));
    };
    let text = source.slice(at.end..span.end).trim();
    match serde_json::from_str::<String>(text) {
        Ok(text) if text.len() as u64 > most => {
            let message = format!("`{name}` has {} bytes; {most} are allowed", text.len());
            Err(fault("content_size", message, at, "too long"))
        }
        Ok(text) => {
            carried.insert(&name, Source::new(format!("{name} in {}", source.name()), text));
            Ok(())
        }
        Err(error) => {
            let message = format!("the text of `{name}` cannot be read: {error}");
            Err(fault("content_text", message, at.end..span.end, "a text in quotation marks, as in JSON"))
        }
    }
}

/// The most bytes that a file of this name may have; none if there is no such file.
fn largest(name: &str) -> Option<u64> {
    let is_stem = |stem: &str| {
        !stem.is_empty() && !stem.starts_with('.') && !stem.chars().any(|c| c.is_control() || matches!(c, '/' | '\\'))
    };
    if name == DECK {
        return Some(LARGEST_TOML);
    }
    let (directory, file) = name.rsplit_once('/')?;
    match directory {
        "events" | "optional" | "lib" => {
            file.strip_suffix(".rhai").filter(|stem| is_stem(stem)).map(|_| LONGEST_SCRIPT as u64)
        }
        "scenarios" | "scenarios/setups" => {
            file.strip_suffix(".toml").filter(|stem| is_stem(stem)).map(|_| LARGEST_TOML)
        }
        _ => None,
    }
}
