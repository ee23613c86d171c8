//! Completion: what a word or a text can become.

use super::checked_content::CheckedContent;
use super::cursor::Cursor;
use super::place;
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
            None => self.words(),
        }
    }

    /// What can follow a dot.
    fn members(&self, receiver: &str) -> Vec<CompletionItem> {
        let modifier = words::modifier(self.reference, self.cursor);
        if let Some(modifier) = modifier.filter(|modifier| words::value_of(modifier) == Some(receiver)) {
            let fields = modifier.returns.iter().filter(|(field, _)| !field.is_empty());
            let field = |(name, about): &(String, String)| {
                self.item(CompletionItemKind::FIELD, name.clone(), "", about.clone())
            };
            return fields.map(field).collect();
        }
        // A modifier is told a part of what there is.
        let told = modifier.filter(|_| receiver == "at").map(|modifier| &modifier.at);
        self.functions(|f| told.is_none_or(|told| told.contains(&f.name)))
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
        let own = defined(self.text).into_iter().chain(shared(self.shelf));
        let own = own.map(|(name, form)| self.item(CompletionItemKind::FUNCTION, name, &form, String::new()));
        let mut words = self.functions(|_| true);
        words.extend(self.plain(CompletionItemKind::KEYWORD, KEYWORDS.iter().map(|word| word.to_string())));
        words.extend(own);
        words.extend(self.plain(CompletionItemKind::VARIABLE, variables(self.text)));
        words
    }

    /// The functions and properties of the language that can stand here, as far as they pass.
    fn functions(&self, passes: impl Fn(&Function) -> bool) -> Vec<CompletionItem> {
        let all = self.reference.themes.iter().flat_map(|theme| &theme.functions);
        let item = |f: &Function| {
            let kind = if f.form.contains('(') { CompletionItemKind::METHOD } else { CompletionItemKind::PROPERTY };
            self.item(kind, f.name.clone(), &f.form, f.markdown())
        };
        let written = self.cursor.receiver.as_deref();
        all.filter(|f| words::stands_behind(f, written) && passes(f)).map(item).collect()
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
fn shared(shelf: &dyn CheckedContent) -> Vec<(String, String)> {
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
