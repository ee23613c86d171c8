//! Completion: what a word or a text can become.

use super::cursor::Cursor;
use super::desk::{Root, Shelf};
use super::place;
use super::words::{self, KEYWORDS};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, MarkupContent, MarkupKind, TextEdit,
};
use std::collections::BTreeSet;
use wilderness_engine::script::document::Function;
use wilderness_war::map::Map;
use wilderness_war::pieces::Pieces;

/// What can stand at a place of a script.
pub fn of_script(shelf: &Shelf, text: &str, cursor: &Cursor) -> Vec<CompletionItem> {
    let range = place::range(text, cursor.span.clone());
    let item = |name: String, kind, detail: String, about: String| CompletionItem {
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, name.clone()))),
        label: name,
        kind: Some(kind),
        detail: (!detail.is_empty()).then_some(detail),
        documentation: (!about.is_empty()).then(|| markdown(about)),
        ..CompletionItem::default()
    };
    if cursor.in_text {
        let names = words::names(shelf, cursor).into_iter();
        return names.map(|name| item(name.name, CompletionItemKind::VALUE, String::new(), name.about)).collect();
    }
    let reference = words::reference(&shelf.root);
    let functions = reference.themes.iter().flat_map(|theme| &theme.functions);
    let of_function = |function: &Function| {
        let kind = if function.form.contains('(') { CompletionItemKind::METHOD } else { CompletionItemKind::PROPERTY };
        item(function.name.clone(), kind, function.form.clone(), function.markdown())
    };
    if text[..cursor.span.start].ends_with("::") {
        return ["FRENCH", "BRITISH"]
            .map(|side| item(side.into(), CompletionItemKind::CONSTANT, String::new(), String::new()))
            .into();
    }
    let modifier = words::modifier(reference, cursor);
    if let Some(modifier) = modifier.filter(|modifier| cursor.receiver.as_deref() == words::value_of(modifier)) {
        let fields = modifier.returns.iter().filter(|(field, _)| !field.is_empty());
        let field = |(name, about): &(String, String)| {
            item(name.clone(), CompletionItemKind::FIELD, String::new(), about.clone())
        };
        return fields.map(field).collect();
    }
    let mut all: Vec<CompletionItem> = match cursor.receiver.as_deref() {
        // A modifier is told a part of what there is.
        Some("at") if modifier.is_some() => {
            let told = |f: &&Function| modifier.is_some_and(|modifier| modifier.at.contains(&f.name));
            functions.filter(|f| words::receiver(f) == Some("at")).filter(told).map(of_function).collect()
        }
        Some(of @ ("game" | "moment" | "at")) => {
            functions.filter(|f| words::receiver(f) == Some(of)).map(of_function).collect()
        }
        Some(_) => {
            // Of what is no name of the language, the type is not known: whatever has a property or function.
            let others = |f: &&Function| words::receiver(f).is_some_and(|of| !["game", "moment", "at"].contains(&of));
            functions.filter(others).map(of_function).collect()
        }
        None if text[..cursor.span.start].trim_end().ends_with("fn") => {
            let entries = reference.entries.iter().map(|entry| (&entry.form, entry.markdown()));
            let modifiers = reference.modifiers.iter().map(|modifier| (&modifier.form, modifier.markdown()));
            let define = |(form, about): (&String, String)| {
                item(form.clone(), CompletionItemKind::FUNCTION, String::new(), about)
            };
            entries.chain(modifiers).map(define).collect()
        }
        None => {
            let alone = functions.filter(|f| words::receiver(f).is_none()).map(of_function);
            let keywords = KEYWORDS
                .iter()
                .map(|word| item(word.to_string(), CompletionItemKind::KEYWORD, String::new(), String::new()));
            let own = defined(text).into_iter().chain(shared(shelf));
            let own = own.map(|(name, form)| item(name, CompletionItemKind::FUNCTION, form, String::new()));
            let variables = variables(text).into_iter();
            let variables =
                variables.map(|name| item(name, CompletionItemKind::VARIABLE, String::new(), String::new()));
            alone.chain(keywords).chain(own).chain(variables).collect()
        }
    };
    // A function with several forms is offered once.
    let mut seen = BTreeSet::new();
    all.retain(|item| seen.insert(item.label.clone()));
    all
}

/// The functions that a script defines, with their parameters.
pub fn defined(text: &str) -> Vec<(String, String)> {
    let heads = text.split("fn ").skip(1).filter_map(|rest| rest.split_once(')'));
    heads
        .filter_map(|(head, _)| {
            let (name, parameters) = head.split_once('(')?;
            let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
            (is_name && !parameters.contains('\n')).then(|| (name.to_string(), format!("{name}({parameters})")))
        })
        .collect()
}

/// The functions that all scripts share.
fn shared(shelf: &Shelf) -> Vec<(String, String)> {
    let of_library = shelf.sources().into_iter().filter(|source| source.name().contains("lib/"));
    of_library.flat_map(|source| defined(source.text())).collect()
}

/// The variables that a script defines anywhere, and parameters.
fn variables(text: &str) -> BTreeSet<String> {
    let after = |word: &'static str| text.split(word).skip(1);
    let name = |rest: &str| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut all: BTreeSet<String> = after("let ").chain(after("for ")).map(name).collect();
    all.extend(defined(text).iter().flat_map(|(_, form)| {
        let parameters = form.split_once('(').map_or("", |(_, rest)| rest.trim_end_matches(')'));
        parameters.split(',').map(|name| name.trim().to_string()).collect::<Vec<_>>()
    }));
    all.extend(
        text.split('|').skip(1).step_by(2).flat_map(|names| names.split(',').map(|name| name.trim().to_string())),
    );
    all.retain(|name| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_'));
    all
}

/// What can stand between the quotes at a place of a deck, a scenario, a set-up or a preset.
pub fn of_data(shelf: &Shelf, text: &str, offset: usize) -> Vec<CompletionItem> {
    let line_begin = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let before = &text[line_begin..offset];
    let Some(quote) = before.rfind('"').filter(|_| before.matches('"').count() % 2 == 1) else { return Vec::new() };
    let begin = line_begin + quote + 1;
    let end = offset + text[offset..].find(['"', '\n']).unwrap_or(text.len() - offset);
    let Root::War(_) = &shelf.root else { return Vec::new() };
    let names: Vec<(String, String)> = data_names(shelf, key(text, begin));
    let range = place::range(text, begin..end);
    let item = |(name, about): (String, String)| CompletionItem {
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, name.clone()))),
        label: name,
        kind: Some(CompletionItemKind::VALUE),
        documentation: (!about.is_empty()).then(|| markdown(about)),
        ..CompletionItem::default()
    };
    names.into_iter().map(item).collect()
}

/// The key whose value a place is in.
fn key(text: &str, offset: usize) -> &str {
    let mut head = &text[..offset];
    while let Some(at) = head.rfind('=') {
        let line = &head[head[..at].rfind('\n').map_or(0, |at| at + 1)..at];
        let word = line.rsplit(['{', ',']).next().unwrap_or(line).trim().trim_matches('"');
        if !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c)) {
            return word;
        }
        head = &head[..at];
    }
    ""
}

/// The names that the value of a key can be.
fn data_names(shelf: &Shelf, key: &str) -> Vec<(String, String)> {
    let plain = |words: &[&str]| words.iter().map(|word| (word.to_string(), String::new())).collect();
    let scripts = &shelf.scripts;
    let known = |names: &mut dyn Iterator<Item = &str>| {
        names.map(|name| (name.to_string(), words::about(shelf, name).unwrap_or_default())).collect()
    };
    match key {
        "event" => {
            let files = shelf.sources();
            let events = files.iter().filter(|source| source.name().contains("events/")).filter_map(|source| {
                let file = source.name().rsplit('/').next()?.strip_suffix(".rhai")?;
                Some(file.replace('_', "-"))
            });
            events.map(|event| (event, String::new())).collect()
        }
        "sides" | "first_side" => plain(&["french", "british"]),
        "kind" => plain(&["event", "response"]),
        "assemblies" => plain(&["reluctant", "supportive", "enthusiastic"]),
        "markers" => known(&mut scripts.markers()),
        "rules" | "recommends" => {
            let rules = scripts.rules().map(|rule| (rule.id.clone(), rule.facts.about.clone()));
            rules.collect()
        }
        "scenario" => shelf.content.scenario_ids().map(|id| (id.to_string(), String::new())).collect(),
        "forts" | "stockades" | "forts_under_construction" | "raided" | "fieldworks" | "amphib" => {
            known(&mut Map::get().ids())
        }
        _ => known(&mut Pieces::get().ids().chain(Map::get().ids())),
    }
}

/// Text as editors show it.
pub fn markdown(text: String) -> Documentation {
    Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value: text })
}
