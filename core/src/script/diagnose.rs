//! What went wrong in a script, as a fault that points at the place: the message of the innermost error, the chain of
//! calls that led to it, and a suggestion where a name is misspelt.

use super::host::Compiled;
use crate::faults::{Fault, Source};
use rhai::{Engine, EvalAltResult, ParseError, Position};
use std::ops::Range;

/// The byte range of the token at a position of Rhai: line and column in characters, start only.
pub(crate) fn span(source: &Source, position: Position) -> Range<usize> {
    let text = source.text();
    let Some(line) = position.line() else { return 0..0 };
    let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let rest = &text[start.min(text.len())..];
    let column = position.position().unwrap_or(1).saturating_sub(1);
    let offset = rest.char_indices().nth(column).map_or(rest.find('\n').unwrap_or(rest.len()), |(index, _)| index);
    let token = &rest[offset..];
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let length = match token.chars().next() {
        Some(c) if is_word(c) => token.find(|c: char| !is_word(c)).unwrap_or(token.len()),
        Some('"') => token[1..].find('"').map_or(1, |end| end + 2),
        Some(c) => c.len_utf8(),
        None => 0,
    };
    start + offset..start + offset + length
}

/// A source that does not compile.
pub(crate) fn syntax(error: &ParseError, source: &Source) -> Fault {
    let fault = Fault::error("script::syntax", lower(&error.err_type().to_string()));
    fault.at(source, span(source, error.position()), "here")
}

/// A script that used up its operations.
pub(crate) fn endless(script: &Compiled, name: &str, limit: u64) -> Fault {
    let message = format!("`{name}` goes on for ever: more than {limit} operations");
    let fault = Fault::error("script::endless", message).help("is there a loop without an end?");
    at_function(fault, script, name)
}

/// A function that returned something else than it should.
pub(crate) fn wrong_result(script: &Compiled, name: &str, found: &str) -> Fault {
    let fault = Fault::error("script::wrong_result", format!("`{name}` returns a value of type {found}"));
    at_function(fault, script, name)
}

/// Points at the definition of a function.
pub(crate) fn at_function(fault: Fault, script: &Compiled, name: &str) -> Fault {
    let place = script.source.text().find(&format!("fn {name}")).map(|start| start + 3..start + 3 + name.len());
    fault.at(&script.source, place.unwrap_or(0..0), "in this function")
}

/// A script that failed while it ran.
pub(crate) fn failure(error: &EvalAltResult, script: &Compiled, engine: &Engine) -> Fault {
    let source = &script.source;
    let mut calls = Vec::new();
    let mut inner = error;
    while let EvalAltResult::ErrorInFunctionCall(name, _, cause, position) = inner {
        calls.push((name.clone(), *position));
        inner = cause;
    }
    let mut fault = describe(inner, script, engine).at(source, span(source, inner.position()), "here");
    for (name, position) in calls.iter().rev().filter(|(name, _)| !name.contains('$')) {
        fault = fault.at(source, span(source, *position), format!("in this call of `{name}`"));
    }
    fault
}

fn describe(error: &EvalAltResult, script: &Compiled, engine: &Engine) -> Fault {
    match error {
        EvalAltResult::ErrorFunctionNotFound(signature, _) => unknown_function(signature, script, engine),
        EvalAltResult::ErrorRuntime(message, _) => Fault::error("script::refused", message.to_string()),
        EvalAltResult::ErrorVariableNotFound(name, _) => {
            Fault::error("script::unknown_variable", format!("unknown variable `{name}`"))
        }
        EvalAltResult::ErrorPropertyNotFound(name, _) => {
            Fault::error("script::unknown_property", format!("unknown property `{name}`"))
        }
        EvalAltResult::ErrorTooManyOperations(_) => Fault::error("script::endless", "too many operations"),
        EvalAltResult::ErrorStackOverflow(_) => Fault::error("script::too_deep", "calls nest too deeply"),
        EvalAltResult::ErrorDataTooLarge(what, _) => {
            Fault::error("script::too_large", format!("{} grows too large", lower(what)))
        }
        other => {
            let mut bare = other.to_string();
            if let Some(at) = bare.rfind(" (line ") {
                bare.truncate(at);
            }
            Fault::error("script::failed", lower(&bare))
        }
    }
}

/// A call that fits no function: of a known name with other arguments, or of a name that is only near one.
fn unknown_function(signature: &str, script: &Compiled, engine: &Engine) -> Fault {
    let name = signature.split([' ', '(']).next().unwrap_or(signature);
    let known: Vec<(String, String)> = engine.collect_fn_metadata(
        None,
        |info| Some((info.metadata.name.to_string(), info.metadata.gen_signature(|name| name.into()).to_string())),
        true,
    );
    let overloads: Vec<&str> = known.iter().filter(|(other, _)| other == name).map(|(_, form)| form.as_str()).collect();
    if !overloads.is_empty() {
        let fault = Fault::error("script::wrong_arguments", format!("`{name}` does not take these arguments"));
        return fault.help(format!("called as {signature}; there is {}", overloads.join(", ")));
    }
    let own: Vec<String> = script.ast.iter_functions().map(|function| function.name.to_string()).collect();
    let names = known.iter().map(|(name, _)| name.as_str()).chain(own.iter().map(String::as_str));
    let plain = names.filter(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_'));
    Fault::error("script::unknown_function", format!("unknown function `{name}`")).did_you_mean(name, plain)
}

fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}
