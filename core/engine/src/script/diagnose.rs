//! What went wrong in a script, as a fault that points at the place: the message of the innermost error, the chain of
//! calls that led to it, and a suggestion where a name is misspelt.

use super::compiled::Compiled;
use super::document;
use super::facts::LanguageFacts;
use super::host::Library;
use super::remedies::{self, KEYWORDS};
use super::sandbox::{FORBIDDEN, Limits};
use super::seat::UnknownName;
use super::source_text::{self, span};
use crate::faults::{Fault, Source};
use crate::language::{Field, Modifier, Returned};
use rhai::{Engine, EvalAltResult, ParseError, ParseErrorType};
use std::collections::BTreeSet;
use std::ops::Range;

/// A source that does not compile.
pub(super) fn syntax(facts: &LanguageFacts, error: &ParseError, source: &Source) -> Fault {
    let place = span(source, error.position());
    let forbidden = |word: &str| {
        let fault = Fault::error("script::forbidden", format!("`{word}` is not for scripts"));
        fault.at(source, place.clone(), "not allowed").help(allowed(facts, word))
    };
    let word = source.slice(place.clone());
    let names = |why: &str| why.contains("parameters list") || why.contains("object map");
    match error.err_type() {
        _ if FORBIDDEN.contains(&word) => forbidden(word),
        _ if let Some(place) = decimal(source, place.start) => {
            let fault = Fault::error("script::decimal", "decimals are not supported");
            fault.at(source, place, "not a whole number").help("reckon in percent: `x * 15 / 10`")
        }
        ParseErrorType::VariableUndefined(name) => unknown_variable(source, name, place),
        ParseErrorType::ExprTooDeep => {
            Fault::error("script::too_deep", "expressions nest too deeply").at(source, place, "here")
        }
        error if word == "game" && !matches!(error, ParseErrorType::MissingToken(_, why) if !names(why)) => {
            let fault = Fault::error("script::syntax", "`game` is the game itself, and nothing else has that name");
            fault.at(source, place, "here").help("choose another name; functions see `game` without being given it")
        }
        _ if let Some(fault) = remedies::foreign(source, place.start) => fault,
        ParseErrorType::Reserved(word) | ParseErrorType::BadInput(rhai::LexError::ImproperSymbol(word, _)) => {
            forbidden(word)
        }
        ParseErrorType::MissingToken(token, _) => missing(source, token, place, &error.err_type().to_string()),
        ParseErrorType::UnexpectedEOF => missing(source, "}", place, "the script ends too early"),
        other => other_syntax(source, other, place),
    }
}

/// A variable that is not defined.
fn unknown_variable(source: &Source, name: &str, place: Range<usize>) -> Fault {
    if let Some(fault) =
        remedies::foreign(source, place.start).filter(|fault| fault.pointed() == name || fault.pointed() == ":=")
    {
        return fault;
    }
    let fault = Fault::error("script::unknown_variable", format!("unknown variable `{name}`"));
    let remedy = remedies::undefined(source, name, &place);
    let fault = fault.at(source, place, "not defined here");
    if let Some(remedy) = remedy {
        return fault.help(remedy);
    }
    let words = words(source);
    let near = words.iter().map(String::as_str).filter(|word| *word != name && !KEYWORDS.contains(word));
    let help =
        "variables are defined with `let`; functions see only their own, and `game`; a text stands between quotes";
    fault.help(help).did_you_mean(name, near)
}

/// A sign that is missing at a place.
fn missing(source: &Source, token: &str, place: Range<usize>, message: &str) -> Fault {
    let fault = Fault::error("script::syntax", lower(message));
    let here = &source.text()[place.start..];
    let open = match token {
        "}" if here.trim().is_empty() => remedies::open_bracket(source, source.text().len(), "{"),
        ")" => remedies::open_bracket(source, place.start, "("),
        "]" => remedies::open_bracket(source, place.start, "["),
        // What goes on after that cannot be an argument or an item.
        "," if here.starts_with([';', '}']) => remedies::open_bracket(source, place.start, "(["),
        _ => None,
    };
    if let Some(open) = open {
        return still_open(fault, source, open, place);
    }
    let before = remedies::end_before(source, place.start);
    let fault = fault.at(source, place.clone(), "before this");
    match token {
        ";" if here.starts_with(':') => fault.help("an object map begins with `#{`"),
        ";" => fault.at(source, before, "behind this").help("a statement ends with `;`"),
        "{" => fault.help("a block stands between braces: `if … { … }`"),
        "," => fault.help("a comma stands between two of them"),
        _ => fault.help(format!("write `{token}`")),
    }
}

/// Points at a bracket that is still open at a place.
fn still_open(fault: Fault, source: &Source, open: Range<usize>, place: Range<usize>) -> Fault {
    let line = source.text()[..open.start].matches('\n').count() + 1;
    let bracket = source.slice(open.clone()).to_string();
    let fault = fault.at(source, open, "this is still open").at(source, place, "where it is missed");
    let closing = match bracket.as_str() {
        "(" => ")",
        "[" => "]",
        _ => "}",
    };
    fault.help(format!("the `{bracket}` of line {line} has no `{closing}`"))
}

/// Everything else that does not compile.
fn other_syntax(source: &Source, error: &ParseErrorType, place: Range<usize>) -> Fault {
    let fault = Fault::error("script::syntax", lower(&error.to_string()));
    let open = remedies::open_bracket(source, place.start, "{");
    match (error, open) {
        (ParseErrorType::WrongFnDefinition, Some(open)) => still_open(fault, source, open, place),
        (ParseErrorType::FnMissingBody(name), _) => {
            fault.at(source, place, "instead of `{`").help(format!("write `fn {name}(…) {{ … }}`"))
        }
        (_, None) if source.slice(place.clone()) == "}" => {
            fault.at(source, place, "one too many").help("no block is open here: leave it out")
        }
        _ => fault.at(source, place, "here"),
    }
}

/// Where a number with a decimal point stands at a place or just before it, if one does.
fn decimal(source: &Source, at: usize) -> Option<std::ops::Range<usize>> {
    let text = source.text();
    let is_part = |c: char| c.is_ascii_digit() || c == '.';
    let end = at + text[at..].find(|c| !is_part(c)).unwrap_or(text.len() - at);
    let start = text[..end]
        .rfind(|c| !is_part(c))
        .map_or(0, |last| last + text[last..].chars().next().map_or(1, char::len_utf8));
    let (whole, rest) = text[start..end].split_once('.')?;
    let both = [whole, rest].iter().all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit()));
    both.then_some(start..end)
}

/// What to do instead of using a word that is kept from scripts.
fn allowed(facts: &LanguageFacts, word: &str) -> String {
    let instead = match word {
        "try" | "catch" => "a script that fails stops, and its event is undone: there is nothing to catch",
        "import" | "export" => "the functions in `lib/` are there without it",
        "eval" => "write the code itself",
        "debug" => "`print(…)` shows a value at the prompt, `trace on` shows what is called",
        _ => return format!("{} says what scripts can do", facts.guide),
    };
    instead.into()
}

/// The words of a text.
fn words(source: &Source) -> BTreeSet<String> {
    let code = source_text::code(source.text());
    let words = code.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_')).map(str::to_string).collect()
}

/// A script that used up its operations. Where it was then is known if the error that stopped it came through.
pub(super) fn endless(script: &Compiled, name: &str, stopped: Option<&EvalAltResult>, library: &Library) -> Fault {
    let message = format!("`{name}` runs too long: over {} operations", Limits::OPERATIONS);
    let fault = Fault::error("script::endless", message).help("is there a loop without an end?");
    let fault = match stopped {
        Some(error) => at_calls(fault, error, script, library, "it was here when it was stopped"),
        None => fault,
    };
    // Mostly the error loses its place on the way out of the functions.
    let loops = source_text::words(&script.source, &["loop", "while"]);
    let fault =
        loops.into_iter().take(MOST_CALLS).fold(fault, |fault, place| fault.at(&script.source, place, "a loop"));
    at_function(fault, script, name)
}

/// A script that failed after it had seen what is hidden from a person: what it says may tell that.
pub(super) fn discreet(fault: Fault) -> Fault {
    fault.hiding("the script failed after it had looked at what is hidden; the message is hidden too")
}

/// A script that left a position which the rules do not know.
pub fn unsettled(script: &Compiled, name: &str, wrong: &str) -> Fault {
    let fault = Fault::error("script::unsettled", format!("`{name}` leaves a position that cannot be: {wrong}"));
    at_function(fault, script, name)
}

/// Scripts that trigger each other endlessly. `running` are those that act, the outermost first, with the function
/// of each.
pub(super) fn nested(running: &[(Source, &'static str)]) -> Fault {
    // The chain ends where it began: it goes from the last script back to the same one.
    let mut back = running.iter().rev().map(|(source, name)| (source.name(), name));
    let earlier = back.next().and_then(|last| back.position(|one| one == last));
    let chain = &running[earlier.map_or(0, |back| running.len() - 2 - back)..];
    let names: Vec<String> = chain.iter().map(|(source, name)| format!("`{name}` of {}", source.name())).collect();
    let fault = Fault::error("script::nested", format!("scripts trigger each other endlessly: {}", names.join(" → ")));
    let distinct = if chain.len() > 1 { &chain[..chain.len() - 1] } else { chain };
    let fault = distinct.iter().fold(fault, |fault, (source, name)| {
        fault.at(source, source_text::definition(source, name).unwrap_or(0..0), "in this function")
    });
    fault.help("does one of them bring about the moment that another answers? Let a marker or a condition stop it")
}

/// A function that returned something else than it should.
pub(super) fn wrong_result(facts: &LanguageFacts, script: &Compiled, name: &str, found: &str) -> Fault {
    let message = format!("`{name}` returns a value of type {}", facts.type_name(found));
    let returns = facts.returns(name).map(str::to_string).or_else(|| facts.modifier(name).map(returned));
    let returns = returns.unwrap_or_default();
    let fault = Fault::error("script::wrong_result", message).help(format!("`{name}` returns {returns}"));
    at_function(fault, script, name)
}

/// What a modifier returns, in a few words.
fn returned(modifier: &Modifier) -> String {
    match modifier.returns {
        Returned::Value(Field { limit, .. }) => format!("{limit}, or nothing"),
        Returned::Fields(fields) => {
            let fields: Vec<String> =
                fields.iter().map(|Field { name, limit, .. }| format!("`{name}` ({limit})")).collect();
            format!("an object map with some of {}, or nothing", fields.join(", "))
        }
    }
}

/// Points at the definition of a function.
pub fn at_function(fault: Fault, script: &Compiled, name: &str) -> Fault {
    fault.at(&script.source, source_text::definition(&script.source, name).unwrap_or(0..0), "in this function")
}

/// Points at a text between quotes in a function, or else at the function.
pub fn at_text(fault: Fault, script: &Compiled, function: &str, text: &str, label: &str) -> Fault {
    match source_text::literal(&script.source, function, text) {
        Some(place) => fault.at(&script.source, place, label),
        None => at_function(fault, script, function),
    }
}

/// A script that failed while `name` ran.
pub(super) fn failure(
    facts: &LanguageFacts,
    error: &EvalAltResult,
    script: &Compiled,
    name: &str,
    engine: &Engine,
    library: &Library,
) -> Fault {
    let fault = describe(facts, innermost(error), script, engine);
    let mut fault = at_calls(fault, error, script, library, "here");
    if fault.code() == REFUSED {
        fault = naming_the_service(fault);
    }
    if matches!(innermost(error), EvalAltResult::ErrorStackOverflow(_)) {
        // The error loses its place on the way out of too many functions.
        for place in source_text::recursive(&script.source) {
            fault = fault.at(&script.source, place, "calls itself");
        }
    }
    if fault.labels().next().is_some() { fault } else { at_function(fault, script, name) }
}

fn innermost(error: &EvalAltResult) -> &EvalAltResult {
    match error {
        EvalAltResult::ErrorInFunctionCall(_, _, cause, _) => innermost(cause),
        other => other,
    }
}

/// Points at where an error arose, and at the calls that led there, the last of them first. A call into the library,
/// or from an expression into a script, goes on in another source.
fn at_calls(mut fault: Fault, error: &EvalAltResult, script: &Compiled, library: &Library, label: &str) -> Fault {
    let mut source = &script.source;
    let mut calls = Vec::new();
    let mut inner = error;
    while let EvalAltResult::ErrorInFunctionCall(name, within, cause, position) = inner {
        calls.push((name, source, *position));
        source = library.get(within).or_else(|| script.source_of(name)).unwrap_or(source);
        inner = cause;
    }
    let mut seen = BTreeSet::new();
    if !inner.position().is_none() {
        seen.insert((source.name(), inner.position()));
        fault = fault.at(source, span(source, inner.position()), label);
    }
    for (name, source, position) in calls.into_iter().rev().filter(|(_, _, position)| !position.is_none()) {
        if seen.len() > MOST_CALLS {
            break;
        }
        // The host's functions are frames too, at the place of what they were called from.
        if seen.insert((source.name(), position)) {
            let what = if name.contains('$') { "in this closure".into() } else { format!("in this call of `{name}`") };
            fault = fault.at(source, span(source, position), what);
        }
    }
    fault
}

/// The most calls that are pointed at; a recursion has more.
const MOST_CALLS: usize = 6;

fn describe(facts: &LanguageFacts, error: &EvalAltResult, script: &Compiled, engine: &Engine) -> Fault {
    match error {
        EvalAltResult::ErrorFunctionNotFound(signature, _) => unknown_function(facts, signature, script, engine),
        EvalAltResult::ErrorRuntime(reason, _) => match reason.read_lock::<UnknownName>() {
            Some(unknown) => unknown.fault(REFUSED),
            None => Fault::error(REFUSED, designers_words(facts, &reason.to_string())),
        },
        EvalAltResult::ErrorVariableNotFound(name, _) => {
            Fault::error("script::unknown_variable", format!("unknown variable `{name}`"))
        }
        EvalAltResult::ErrorPropertyNotFound(name, _) => unknown_property(name, engine),
        EvalAltResult::ErrorDotExpr(message, _) => match message.split('\'').nth(1) {
            Some(name) if message.contains("'()'") => of_nothing(&format!("it has no property `{name}`")),
            Some(name) => unknown_property(name, engine),
            None => Fault::error("script::failed", lower(message)),
        },
        EvalAltResult::ErrorMismatchDataType(wanted, found, _)
        | EvalAltResult::ErrorMismatchOutputType(wanted, found, _) => {
            let (wanted, found) = (facts.type_name(wanted), facts.type_name(found));
            Fault::error("script::wrong_type", format!("expected a value of type {wanted}, found {found}"))
        }
        EvalAltResult::ErrorTooManyOperations(_) => Fault::error("script::endless", "too many operations"),
        EvalAltResult::ErrorTerminated(..) => Fault::error("script::endless", "the script was stopped"),
        EvalAltResult::ErrorStackOverflow(_) => {
            let help =
                format!("functions may call each other {} deep; does one call itself for ever?", Limits::CALL_LEVELS);
            Fault::error("script::too_deep", "calls nest too deeply").help(help)
        }
        EvalAltResult::ErrorDataTooLarge(what, _) => {
            let (text, items, keys) = (engine.max_string_size(), engine.max_array_size(), engine.max_map_size());
            let most = format!(
                "a value, with everything in it, has at most {text} bytes of text, {items} items and {keys} keys of maps"
            );
            Fault::error("script::too_large", format!("{} grows too large", lower(what))).help(most)
        }
        EvalAltResult::ErrorArrayBounds(count, index, _) => {
            Fault::error("script::no_such_item", format!("the array has {count} items, and no item {index}"))
                .help("items are counted from 0; test `is_empty()` first")
        }
        EvalAltResult::ErrorDataRace(name, _) => {
            let what = if name.is_empty() { "a value".into() } else { format!("`{name}`") };
            let message = format!("{what} is changed while it is used");
            Fault::error("script::in_use", message).help("work on a copy: `let copy = …;`")
        }
        other => Fault::error("script::failed", lower(&designers_words(facts, &bare(other)))),
    }
}

/// A message of the language with the types called as scripts know them.
fn designers_words(facts: &LanguageFacts, message: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let mut text = String::new();
    let mut rest = message;
    while let Some(start) = rest.find(is_part) {
        let end = rest[start..].find(|c| !is_part(c)).map_or(rest.len(), |length| start + length);
        let word = &rest[start..end];
        text.push_str(&rest[..start]);
        // `Side::RED` is a word of scripts; a path of Rust begins with the name of a crate.
        let is_rusts = word == "i64" || word.contains("::") && word.starts_with(|c: char| c.is_lowercase());
        text.push_str(if is_rusts { facts.type_name(word) } else { word });
        rest = &rest[end..];
    }
    text + rest
}

/// The code of what a service refuses.
const REFUSED: &str = "script::refused";

/// Names the service that refused in the message, if it was called on the game.
fn naming_the_service(fault: Fault) -> Fault {
    let Some((source, (span, _))) = fault.source_text().zip(fault.labels().next()) else { return fault };
    if !source.text()[..span.start].trim_end().ends_with("game.") {
        return fault;
    }
    let message = format!("`game.{}` refuses: {}", source.slice(span.clone()), fault.message());
    fault.saying(message)
}

/// Something was wanted of a value that is nothing.
fn of_nothing(wanted: &str) -> Fault {
    let fault = Fault::error("script::of_nothing", format!("this is `()`, nothing: {wanted}"));
    fault.help(
        "ask first: `if x != () { … }`. A piece off the map has no space, and a moment carries only what belongs to it",
    )
}

fn unknown_property(name: &str, engine: &Engine) -> Fault {
    let known = document::names(engine);
    let getters = known.iter().filter_map(|name| name.strip_prefix("get$"));
    let fault = Fault::error("script::unknown_property", format!("this has no property `{name}`"));
    if known.contains(name) {
        return fault.help(format!("it is called with parentheses: `{name}(…)`"));
    }
    fault.did_you_mean(name, getters.filter(|getter| *getter != name))
}

/// A call that fits no function: of a known name with other arguments, or of a name that is only near one.
fn unknown_function(facts: &LanguageFacts, signature: &str, script: &Compiled, engine: &Engine) -> Fault {
    let (name, types) = signature.split_once(" (").unwrap_or((signature, ""));
    let types = types.strip_suffix(')').unwrap_or(types).split(", ").filter(|kind| !kind.is_empty());
    let types: Vec<&str> = types.map(|kind| facts.type_name(kind)).collect();
    let property = name.strip_prefix("get$").or(name.strip_prefix("set$"));
    if types.first() == Some(&"()") && !name.starts_with("get$index") {
        let wanted = property
            .map_or_else(|| format!("`{name}` cannot be asked of it"), |name| format!("it has no property `{name}`"));
        return of_nothing(&wanted);
    }
    let forms = document::forms(facts, engine, name);
    if !forms.is_empty() {
        let is_operator = !name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let message = format!("`{name}` does not take {}", types.join(", "));
        let fault = Fault::error("script::wrong_arguments", message);
        return if is_operator { fault } else { fault.help(forms.join("\n")) };
    }
    if let Some(property) = property {
        return unknown_property(property, engine);
    }
    let known = document::names(engine);
    if known.contains(&format!("get${name}")) {
        let message = format!("`{name}` is a property");
        return Fault::error("script::unknown_function", message).help(format!("leave out the parentheses: `.{name}`"));
    }
    let own: Vec<String> = script.ast.iter_functions().map(|function| function.name.to_string()).collect();
    let names = known.iter().chain(&own).map(String::as_str);
    let plain = names.filter(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_'));
    Fault::error("script::unknown_function", format!("unknown function `{name}`")).did_you_mean(name, plain)
}

/// The message without the place that Rhai puts behind it.
fn bare(error: &EvalAltResult) -> String {
    let mut bare = error.to_string();
    if let Some(at) = bare.rfind(" (line ") {
        bare.truncate(at);
    }
    bare
}

fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}
