//! The lines `content NAME "TEXT"` of a record: the texts that the game was played with and that differ from the
//! built-in ones.

use super::{Carried, Catalogue, file_name};
use crate::faults::{Fault, Faults, Source};
use std::fmt::Write as _;
use std::ops::Range;

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

/// Takes a line whose words behind the first stand at `span`. `family` is the first part of the codes of faults.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn read(
    carried: &mut Carried,
    catalogue: Option<&Catalogue>,
    source: &Source,
    span: Range<usize>,
    family: &str,
) -> Result<(), Faults> {
    let rest = source.slice(span.clone());
    let fault = |code: &str, message: String, at: Range<usize>, label: &str| {
        Err(Fault::error(format!("{family}::{code}"), message).at(source, at, label).into())
    };
    let word = rest.split_whitespace().next().unwrap_or_default();
    let begins = span.start + rest.find(word).unwrap_or_default();
    let at = begins..begins + word.len();
    let name = file_name::from_word(word);
    let Some(most) = catalogue.and_then(|catalogue| catalogue.most_carried(&name)) else {
        let message = format!("`{name}` is not the name of a file of content");
        return fault("content_name", message, at, "content of this game has no such file");
    };
    let text = source.slice(at.end..span.end).trim();
    match serde_json::from_str::<String>(text) {
        Ok(text) if text.len() as u64 > most => {
            fault("content_size", format!("`{name}` has {} bytes; {most} are allowed", text.len()), at, "too long")
        }
        Ok(text) => {
            carried.insert(&name, Source::new(format!("{name} in {}", source.name()), text));
            Ok(())
        }
        Err(error) => {
            let message = format!("the text of `{name}` cannot be read: {error}");
            fault("content_text", message, at.end..span.end, "a text in quotation marks, as in JSON")
        }
    }
}
