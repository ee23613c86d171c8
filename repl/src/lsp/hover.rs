//! What is known of the word at a place, and of the arguments of a call.

use super::checked_content::CheckedContent;
use super::cursor::Cursor;
use super::words;
use lsp_types::{ParameterInformation, ParameterLabel, SignatureHelp, SignatureInformation};
use std::path::Path;
use wilderness_engine::faults::Source;
use wilderness_engine::script::document::Function;

/// What is known of the word or the text at a place of a script.
pub fn of_script(shelf: &dyn CheckedContent, file: &Path, text: &str, cursor: &Cursor) -> Option<String> {
    let word = text.get(cursor.span.clone())?;
    let reference = &*shelf.reference();
    if cursor.in_text {
        let name = words::names(shelf, cursor).into_iter().find(|name| name.name == word);
        return name.map(|name| name.about).or_else(|| shelf.about(word));
    }
    let is_definition = text[..cursor.span.start].trim_end().ends_with("fn");
    if is_definition {
        let form = |form: &String| form.split('(').next() == Some(word);
        let entry = reference.entries.iter().find(|entry| form(&entry.form)).map(|entry| entry.markdown());
        let modifier = reference.modifiers.iter().find(|modifier| form(&modifier.form));
        let known = entry.or_else(|| modifier.map(|modifier| modifier.markdown()));
        let own = || words::own_functions(shelf, text).into_iter().find(|own| own.name == word);
        let known = known.or_else(|| own().map(|own| own.markdown()));
        let card = shelf.event_of(file).and_then(|event| shelf.about(&event));
        return match (known, card) {
            (Some(known), Some(card)) => Some(format!("{card}\n\n{known}")),
            (known, card) => known.or(card),
        };
    }
    let own = || words::own_functions(shelf, text).into_iter().find(|own| own.name == word).map(|own| own.markdown());
    let variable = || {
        let source = Source::new(file.display().to_string(), text);
        let variables = shelf.variables(&source).into_iter();
        let known = variables.filter(|(place, _)| *place == cursor.span).find_map(|(_, called)| called);
        known.map(|called| format!("`{word}`: {called}"))
    };
    member(shelf, text, cursor, word).or_else(own).or_else(variable)
}

/// What is known of a function or a property of the program.
fn member(shelf: &dyn CheckedContent, text: &str, cursor: &Cursor, word: &str) -> Option<String> {
    let receiver = cursor.receiver.as_ref().and_then(|_| shelf.receiver(text, cursor.span.clone()));
    let known: Vec<String> = match receiver {
        Some(receiver) => receiver.members.iter().filter(|f| f.name == word).map(Function::markdown).collect(),
        None => words::called(&shelf.reference(), word)
            .filter(|function| words::stands_behind(function, cursor.receiver.as_deref()))
            .map(Function::markdown)
            .collect(),
    };
    (!known.is_empty()).then(|| known.join("\n"))
}

/// What is known of the text between quotes at a place of a deck, a scenario or a preset.
pub fn of_data(shelf: &dyn CheckedContent, text: &str, offset: usize) -> Option<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let begin = text[..offset].rfind(|c| !is_part(c)).map_or(0, |at| at + 1);
    let end = offset + text[offset..].find(|c| !is_part(c)).unwrap_or(text.len() - offset);
    shelf.about(text.get(begin..end)?)
}

/// The forms of the function among whose arguments a place is.
pub fn signatures(shelf: &dyn CheckedContent, text: &str, cursor: &Cursor) -> Option<SignatureHelp> {
    let (name, _, argument) = cursor.call.as_ref()?;
    let reference = &*shelf.reference();
    let mut signatures: Vec<SignatureInformation> = words::called(reference, name)
        .filter(|function| function.form.contains('('))
        .map(|function| signature(&function.form, Some(function.about.clone())))
        .collect();
    if signatures.is_empty() {
        let own = words::own_functions(shelf, text).into_iter().filter(|own| own.name == *name);
        signatures.extend(own.map(|own| signature(&own.form, (!own.about.is_empty()).then_some(own.about))));
    }
    let takes = |signature: &SignatureInformation| signature.parameters.as_ref().map_or(0, Vec::len);
    let active = signatures.iter().position(|signature| takes(signature) > *argument).unwrap_or(0);
    let number = |n: usize| u32::try_from(n).ok();
    (!signatures.is_empty()).then(|| SignatureHelp {
        active_signature: number(active),
        active_parameter: number(*argument),
        signatures,
    })
}

/// A form with its parameters.
fn signature(form: &str, about: Option<String>) -> SignatureInformation {
    let inner = form.split_once('(').and_then(|(_, rest)| rest.rsplit_once(')')).map_or("", |(inner, _)| inner);
    let parameters = inner.split(", ").filter(|part| !part.is_empty());
    let parameters =
        parameters.map(|part| ParameterInformation { label: ParameterLabel::Simple(part.into()), documentation: None });
    SignatureInformation {
        label: form.into(),
        documentation: about.map(super::completion::markdown),
        parameters: Some(parameters.collect()),
        active_parameter: None,
    }
}
