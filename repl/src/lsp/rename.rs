//! Renaming a function, a parameter or a variable of a script.

use super::built_in::is_built_in;
use super::checked_content::CheckedContent;
use super::scopes::Scopes;
use super::words::{self, KEYWORDS};
use super::{find, place};
use crate::format::tokens::{TokenKind, is_part_of_word, tokens};
use lsp_types::{TextEdit, Uri, WorkspaceEdit};
use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use wilderness_engine::faults::Source;

/// A file, and places in it.
type PlacesInFile = (Source, Vec<Range<usize>>);

/// What is renamed: all its places, file by file.
pub struct Renamed {
    /// The place in the file that is open.
    pub here: Range<usize>,
    places: Vec<PlacesInFile>,
}

/// What would be renamed at a place of a script.
///
/// # Errors
/// Why it cannot be.
pub fn renamed(shelf: &dyn CheckedContent, open: &Source, offset: usize) -> Result<Renamed, String> {
    let all = tokens(open.text());
    let touches = |span: &Range<usize>| span.start <= offset && offset <= span.end;
    let at = all.iter().find(|token| token.kind == TokenKind::Word && touches(&token.span));
    let Some(here) = at.map(|token| token.span.clone()) else {
        return Err("only functions, parameters and variables of a script can be renamed".into());
    };
    let (word, scopes) = (&open.text()[here.clone()], Scopes::of(open.text()));
    if is_built_in(open) {
        return Err("this file is part of the program: `wilderness export` writes a copy that can be changed".into());
    }
    if let Some(places) = scopes.variable_at(&here) {
        return Ok(Renamed { here, places: vec![(open.clone(), places)] });
    }
    let method = scopes.methods.iter().find(|(place, _)| *place == here).map(|(_, arguments)| *arguments);
    let is_called =
        scopes.calls.contains(&here) || method.is_some_and(|count| parameters(shelf, open, word).contains(&count));
    if let Some(caller) = is_called.then(|| called_by_the_rules(shelf, word)).flatten() {
        return Err(format!("the rules call `{word}` by this name: `fn {caller}`"));
    }
    if !is_called {
        return Err(format!("`{word}` belongs to the program: `wilderness api` lists what does"));
    }
    let places = places_of_function(shelf, open, &scopes, word)?;
    Ok(Renamed { here, places })
}

/// How a function is defined that the rules call.
fn called_by_the_rules(shelf: &dyn CheckedContent, name: &str) -> Option<String> {
    let reference = shelf.reference();
    let entries = reference.entries.iter().map(|entry| &entry.form);
    let mut forms = entries.chain(reference.modifiers.iter().map(|modifier| &modifier.form));
    forms.find(|form| form.split('(').next() == Some(name)).cloned()
}

/// All places of a function of the script or of the library.
fn places_of_function(
    shelf: &dyn CheckedContent,
    open: &Source,
    scopes: &Scopes,
    name: &str,
) -> Result<Vec<PlacesInFile>, String> {
    let sources = find::with_open(shelf, open);
    let is_shared = |source: &Source| source.name().contains("lib/");
    let defines = |source: &&Source| find::defined(source.text(), name).is_some();
    let is_own = scopes.function(open.text(), name).is_some() && !is_shared(open);
    if is_own {
        let taken = parameters_in(open.text(), scopes, name);
        return Ok(vec![(open.clone(), places_in(open.text(), scopes, name, &taken))]);
    }
    let Some(home) = sources.iter().find(|source| is_shared(source) && defines(source)) else {
        let known = words::called(&shelf.reference(), name).next().is_some();
        let of = if known { "belongs to the program" } else { "is not defined here" };
        return Err(format!("`{name}` {of}: only functions of scripts can be renamed"));
    };
    let taken = parameters_in(home.text(), &Scopes::of(home.text()), name);
    let hidden = |source: &&Source| !std::ptr::eq(*source, home) && !is_shared(source) && defines(source);
    let mut found = Vec::new();
    for source in sources.iter().filter(|source| source.name().ends_with(".rhai") && !hidden(source)) {
        let places = places_in(source.text(), &Scopes::of(source.text()), name, &taken);
        if !places.is_empty() && is_built_in(source) {
            let message = format!("`{name}` is used in {}, which is part of the program", source.name());
            return Err(format!("{message}: `wilderness export` writes a copy that can be changed"));
        }
        if !places.is_empty() {
            found.push((source.clone(), places));
        }
    }
    Ok(found)
}

/// The numbers of parameters of the functions of a name, in a script.
fn parameters_in(text: &str, scopes: &Scopes, name: &str) -> Vec<usize> {
    let of_name = scopes.functions.iter().filter(|function| &text[function.name.clone()] == name);
    of_name.map(|function| function.parameters).collect()
}

/// The numbers of parameters of the functions of a name, in the script that is open and in the library.
fn parameters(shelf: &dyn CheckedContent, open: &Source, name: &str) -> Vec<usize> {
    let sources = find::with_open(shelf, open).into_iter();
    let seen = sources.filter(|source| source.name() == open.name() || source.name().contains("lib/"));
    seen.flat_map(|source| parameters_in(source.text(), &Scopes::of(source.text()), name)).collect()
}

/// Where a script defines a function, calls it, also behind a dot with one of these numbers of arguments, and names it in
/// `Fn("…")`.
fn places_in(text: &str, scopes: &Scopes, name: &str, parameters: &[usize]) -> Vec<Range<usize>> {
    let mut places: Vec<_> = scopes.calls.iter().filter(|place| &text[(*place).clone()] == name).cloned().collect();
    places.extend(scopes.method_calls(text, name, parameters).cloned());
    let named = format!("Fn(\"{name}\")");
    places.extend(text.match_indices(&named).map(|(at, _)| at + 4..at + 4 + name.len()));
    places.sort_by_key(|place| place.start);
    places
}

impl Renamed {
    /// What an editor has to change.
    ///
    /// # Errors
    /// Why the new name does not fit.
    pub fn to(&self, shelf: &dyn CheckedContent, new: &str) -> Result<WorkspaceEdit, String> {
        let begins = new.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if !begins || !new.chars().all(is_part_of_word) {
            return Err(format!("`{new}` is not a name: letters, digits and `_`, and no digit first"));
        }
        if KEYWORDS.contains(&new) || ["const", "Fn", "this", "switch", "do", "until"].contains(&new) {
            return Err(format!("`{new}` is a word of the language"));
        }
        if called_by_the_rules(shelf, new).is_some() {
            return Err(format!("the rules call functions of the name `{new}`"));
        }
        // A lint of the protocol's own type: its keys compare by their text.
        #[allow(clippy::mutable_key_type)]
        let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
        for (source, places) in &self.places {
            if let Some(token) = tokens(source.text()).iter().find(|token| token.of(source.text()) == new) {
                let (line, _) = source.line_and_column(token.span.start);
                return Err(format!("`{new}` is used already, in line {line} of {}", short(source)));
            }
            let edit = |place: &Range<usize>| TextEdit::new(place::range(source.text(), place.clone()), new.into());
            let uri = place::uri(Path::new(source.name())).ok_or("this file has no address")?;
            changes.insert(uri, places.iter().map(edit).collect());
        }
        Ok(WorkspaceEdit::new(changes))
    }
}

/// The name of a file without its directories.
fn short(source: &Source) -> &str {
    source.name().rsplit(['/', '\\']).next().unwrap_or_default()
}
