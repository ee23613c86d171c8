//! Completion: what a word or a text can become.

use super::checked_content::CheckedContent;
use super::cursor::Cursor;
use super::keys::KeyPlace;
use super::place;
use super::scopes::Scopes;
use super::words::{self, KEYWORDS};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, MarkupContent, MarkupKind, TextEdit,
};
use std::collections::BTreeSet;
use wilderness_engine::script::document::{Function, Reference};

/// What can stand at a place of a script.
pub fn of_script(shelf: &dyn CheckedContent, text: &str, cursor: &Cursor) -> Vec<CompletionItem> {
    let offers = Offers { shelf, text, cursor, reference: &shelf.reference() };
    let mut all = offers.all();
    // A function with several forms is offered once.
    let mut seen = BTreeSet::new();
    all.retain(|item| seen.insert(item.label.clone()));
    all
}

/// What is offered at a place of a script.
struct Offers<'a> {
    shelf: &'a dyn CheckedContent,
    text: &'a str,
    cursor: &'a Cursor,
    reference: &'a Reference,
}

impl Offers<'_> {
    fn all(&self) -> Vec<CompletionItem> {
        if self.cursor.in_text {
            let names = words::names(self.shelf, self.cursor).into_iter();
            return names.map(|name| self.item(CompletionItemKind::VALUE, name.name, "", name.about)).collect();
        }
        let before = &self.text[..self.cursor.span.start];
        if before.ends_with("::") {
            return self.plain(CompletionItemKind::CONSTANT, self.shelf.sides()).collect();
        }
        match self.cursor.receiver.as_deref() {
            Some(receiver) => self.members(receiver),
            None if before.trim_end().ends_with("fn") => self.entries(),
            None if self.cursor.in_map => self.keys(),
            None => self.words(),
        }
    }

    /// What can follow a dot.
    fn members(&self, receiver: &str) -> Vec<CompletionItem> {
        let modifier = words::modifier(self.reference, self.cursor);
        if modifier.is_some_and(|modifier| words::value_of(modifier) == Some(receiver)) {
            return self.fields();
        }
        // A modifier is told a part of what there is, and a moment carries a part of it.
        let told = modifier.filter(|_| receiver == "at").map(|modifier| &modifier.at);
        let carried = words::carried(self.reference, self.text).filter(|_| receiver == "moment");
        let passes = |f: &Function| {
            told.is_none_or(|told| told.contains(&f.name))
                && carried.as_ref().is_none_or(|carried| carried.has(&f.name))
        };
        match self.shelf.receiver(self.text, self.cursor.span.clone()) {
            Some(found) => found.members.iter().filter(|f| passes(f)).map(|f| self.function(f)).collect(),
            None => self.functions(passes),
        }
    }

    /// What the modifier around the place can change.
    fn fields(&self) -> Vec<CompletionItem> {
        let modifier = words::modifier(self.reference, self.cursor).into_iter();
        let fields = modifier.flat_map(|modifier| &modifier.returns).filter(|(field, _)| !field.is_empty());
        fields.map(|(name, about)| self.item(CompletionItemKind::FIELD, name.clone(), "", about.clone())).collect()
    }

    /// The keys that an object map can have at the place: what a modifier returns, or what markers are called.
    fn keys(&self) -> Vec<CompletionItem> {
        let markers = (self.cursor.function.as_deref() == Some("markers")).then(|| self.shelf.markers());
        let quoted = markers.into_iter().flatten().map(|name| format!("\"{name}\""));
        self.fields().into_iter().chain(self.plain(CompletionItemKind::VALUE, quoted)).collect()
    }

    /// The functions that the rules call, to be defined.
    fn entries(&self) -> Vec<CompletionItem> {
        let entries = self.reference.entries.iter().map(|entry| (&entry.form, entry.markdown()));
        let modifiers = self.reference.modifiers.iter().map(|modifier| (&modifier.form, modifier.markdown()));
        let define =
            |(form, about): (&String, String)| self.item(CompletionItemKind::FUNCTION, form.clone(), "", about);
        entries.chain(modifiers).map(define).collect()
    }

    /// What can begin an expression or a statement.
    fn words(&self) -> Vec<CompletionItem> {
        let own = words::own_functions(self.shelf, self.text).into_iter();
        let own = own.map(|own| self.item(CompletionItemKind::FUNCTION, own.name, &own.form, own.about));
        let mut words = self.functions(|_| true);
        words.extend(self.plain(CompletionItemKind::KEYWORD, KEYWORDS.iter().map(|word| word.to_string())));
        words.extend(own);
        words.extend(self.plain(CompletionItemKind::VARIABLE, variables(self.text)));
        words
    }

    /// The functions and properties of the language that can stand here, as far as they pass.
    fn functions(&self, passes: impl Fn(&Function) -> bool) -> Vec<CompletionItem> {
        let all = self.reference.themes.iter().flat_map(|theme| &theme.functions);
        let written = self.cursor.receiver.as_deref();
        all.filter(|f| words::stands_behind(f, written) && passes(f)).map(|f| self.function(f)).collect()
    }

    /// A function or a property.
    fn function(&self, f: &Function) -> CompletionItem {
        let kind = if f.form.contains('(') { CompletionItemKind::METHOD } else { CompletionItemKind::PROPERTY };
        self.item(kind, f.name.clone(), &f.form, f.markdown())
    }

    /// Names of which nothing else is known.
    fn plain(
        &self,
        kind: CompletionItemKind,
        names: impl IntoIterator<Item = String>,
    ) -> impl Iterator<Item = CompletionItem> {
        names.into_iter().map(move |name| self.item(kind, name, "", String::new()))
    }

    fn item(&self, kind: CompletionItemKind, name: String, detail: &str, about: String) -> CompletionItem {
        let range = place::range(self.text, self.cursor.span.clone());
        CompletionItem {
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, name.clone()))),
            label: name,
            kind: Some(kind),
            detail: (!detail.is_empty()).then(|| detail.to_string()),
            documentation: (!about.is_empty()).then(|| markdown(about)),
            ..CompletionItem::default()
        }
    }
}

/// The variables and parameters of a script, wherever they are declared.
fn variables(text: &str) -> BTreeSet<String> {
    Scopes::of(text).variables.into_iter().map(|(_, declared)| text[declared].to_string()).collect()
}

/// What can stand between the quotes at a place of a deck, a scenario, a set-up or a preset.
pub fn of_data(shelf: &dyn CheckedContent, text: &str, offset: usize) -> Vec<CompletionItem> {
    let line_begin = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let before = &text[line_begin..offset];
    let Some(quote) = before.rfind('"').filter(|_| before.matches('"').count() % 2 == 1) else { return Vec::new() };
    let begin = line_begin + quote + 1;
    let end = offset + text[offset..].find(['"', '\n']).unwrap_or(text.len() - offset);
    let names = shelf.data_names(key(text, begin));
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

/// The keys that can stand at a place of a data file, but for those that are there.
pub fn of_keys(text: &str, place: &KeyPlace<'_>, keys: Vec<String>) -> Vec<CompletionItem> {
    let range = place::range(text, place.written.clone());
    let missing = keys.into_iter().filter(|key| !place.present.contains(&key.as_str()));
    let item = |name: String| CompletionItem {
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, name.clone()))),
        label: name,
        kind: Some(CompletionItemKind::PROPERTY),
        ..CompletionItem::default()
    };
    missing.map(item).collect()
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

/// Text as editors show it.
pub fn markdown(text: String) -> Documentation {
    Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value: text })
}
