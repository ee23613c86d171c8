//! What the values of a script are, for editors: what can follow a dot, also in the middle of a line that does not
//! compile.

use super::ast_walk::Survey;
use super::document::{self, Function};
use super::facts::{LanguageFacts, OfDeck};
use super::host::Host;
use super::source_text::{code, definitions, span};
use super::types::{self, Bodies, CheckContext, NotedTypes, Signatures, Type, ValueKind};
use super::vocabulary::Vocabulary;
use crate::faults::Source;
use crate::language::Role;
use crate::rules::Rules;
use rhai::{Dynamic, Engine, FuncInfo, Position};
use std::collections::BTreeMap;
use std::ops::Range;

/// What stands behind a dot while what is meant there is being written.
const SOUGHT: &str = "sought_by_the_editor";

/// A value of a script.
pub struct Receiver {
    /// What designers call its type: "an array of pieces".
    pub called: String,
    /// What can follow it and a dot.
    pub members: Vec<Function>,
}

/// What the checker knows of the language, kept for one question after the other.
pub(super) struct CheckedLanguage {
    vocabulary: Vocabulary,
    signatures: Signatures,
    library: Vec<Survey>,
    /// Everything that can follow a dot, with the type of what it follows.
    members: Vec<(Type, Function)>,
}

impl CheckedLanguage {
    fn new<R: Rules>(host: &Host<R>) -> CheckedLanguage {
        let side = host.sides().first().map(|side| Dynamic::from(*side));
        let mut vocabulary = Vocabulary::new(host.facts(), host.engine(), side);
        let compiled = host.library().values().filter_map(|source| host.engine().compile(source.text()).ok());
        let library: Vec<Survey> = compiled.map(|ast| Survey::new(&ast)).collect();
        vocabulary.add_library(library.iter());
        let members = members(host.facts(), host.engine(), &vocabulary);
        let signatures = Signatures::new(host.facts(), host.engine());
        CheckedLanguage { vocabulary, signatures, library, members }
    }

    /// What can follow a value and a dot.
    fn following(&self, of: &Type, facts: &LanguageFacts) -> Vec<Function> {
        let mut found: Vec<Function> = Vec::new();
        for kind in of.something() {
            if let ValueKind::Map(Some(fields)) = kind {
                let field = |(name, of): (&&str, &Type)| field(name, of.called(facts));
                found.extend(fields.iter().map(field));
                continue;
            }
            let has = |wanted: &Type| wanted.kinds().iter().any(|wanted| kind.is_like(wanted));
            found.extend(self.members.iter().filter(|(wanted, _)| has(wanted)).map(|(_, member)| member.clone()));
        }
        found.sort_by(|a, b| (&a.name, &a.form).cmp(&(&b.name, &b.form)));
        found.dedup_by(|a, b| a.form == b.form);
        found
    }
}

/// A field of an object map whose fields are known.
fn field(name: &str, about: String) -> Function {
    let (name, form) = (name.to_string(), name.to_string());
    Function { name, form, about, rules: Vec::new(), example: String::new(), acts: false }
}

/// Everything that can follow a dot, with the type of what it follows.
fn members(facts: &LanguageFacts, engine: &Engine, vocabulary: &Vocabulary) -> Vec<(Type, Function)> {
    let member = |info: FuncInfo<'_>| {
        let of = Type::of_id(facts, *info.metadata.param_types.first()?);
        let name = info.metadata.name.as_str();
        let name = name.strip_prefix("get$").unwrap_or(name);
        let is_word = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if of.kinds().is_empty() || !is_word || name == SOUGHT {
            return None;
        }
        let described = document::function(facts, &info, vocabulary);
        let described =
            described.unwrap_or_else(|| Function { form: document::form(facts, &info), ..field(name, String::new()) });
        Some((of, described))
    };
    engine.collect_fn_metadata(None, member, true)
}

impl<R: Rules> Host<R> {
    fn checked_language(&self) -> &CheckedLanguage {
        self.checked.get_or_init(|| CheckedLanguage::new(self))
    }

    /// The types of the values of a script; nothing if it does not compile.
    fn noted(&self, source: &Source) -> Option<NotedTypes> {
        let language = self.checked_language();
        let survey = Survey::new(&self.engine().compile(source.text()).ok()?);
        let library: Vec<&Bodies> = language.library.iter().map(|survey| &survey.bodies).collect();
        Some(types::noted(CheckContext {
            source,
            survey: &survey,
            library: &library,
            signatures: &language.signatures,
            vocabulary: &language.vocabulary,
            lexicon: &OfDeck::<R>(self.deck()),
            facts: self.facts(),
            role: Role::LIBRARY,
        }))
    }

    /// What stands before the dot in front of a word, as far as that can be told. The script may be unfinished there.
    pub fn receiver(&self, text: &str, word: Range<usize>) -> Option<Receiver> {
        let found = candidates(text, &word).into_iter().find_map(|(candidate, at)| {
            let source = Source::new("", candidate);
            let noted = self.noted(&source)?;
            noted.receivers.into_iter().find(|(position, _)| span(&source, *position).start == at)
        });
        let (_, of) = found.filter(|(_, of)| of.something().next().is_some())?;
        let facts = self.facts();
        Some(Receiver { called: of.called(facts), members: self.checked_language().following(&of, facts) })
    }

    /// The words behind the dots of a script that compiles, each with what stands before it, if that can be told.
    pub fn receivers(&self, source: &Source) -> Vec<(Range<usize>, Option<String>)> {
        self.told(source, |noted| noted.receivers)
    }

    /// The variables of a script that compiles, each with what it is, if that can be told.
    pub fn variables(&self, source: &Source) -> Vec<(Range<usize>, Option<String>)> {
        self.told(source, |noted| noted.variables)
    }

    fn told(
        &self,
        source: &Source,
        wanted: fn(NotedTypes) -> BTreeMap<Position, Type>,
    ) -> Vec<(Range<usize>, Option<String>)> {
        let told = |of: Type| of.something().next().is_some().then(|| of.called(self.facts()));
        let noted = self.noted(source).map(wanted).unwrap_or_default();
        noted.into_iter().map(|(position, of)| (span(source, position), told(of))).collect()
    }
}

/// Texts that may compile though a script does not yet, each with where the word stands in it: the script with another
/// word there, and with its statement ended; the function up to the word, with its brackets closed, and the others.
fn candidates(text: &str, word: &Range<usize>) -> Vec<(String, usize)> {
    let (Some(before), Some(behind)) = (text.get(..word.start), text.get(word.end..)) else { return Vec::new() };
    let mut found: Vec<(String, usize)> =
        ["", ";"].iter().map(|end| (format!("{before}{SOUGHT}{end}{behind}"), word.start)).collect();
    let head = code(before);
    let starts = head.match_indices("fn ").map(|(at, _)| at);
    let Some(start) = starts.filter(|at| !head[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_')).last()
    else {
        return found;
    };
    let source = Source::new("", text);
    let whole = |name: &Range<usize>, body: &Range<usize>| text[..name.start].rfind("fn ").map(|at| at..body.end);
    let others = definitions(&source).into_iter().filter_map(|(_, name, body)| whole(&name, &body));
    let others: Vec<&str> =
        others.filter(|other| other.end <= start || other.start > word.end).map(|other| &text[other]).collect();
    let (inner, outer) = closing(&head[start..]);
    for end in ["", " {}", " { _ => () }"] {
        let written = format!("{}{SOUGHT}{inner}{end}{outer}\n", &before[start..]);
        found.push((format!("{written}{}", others.join("\n")), word.start - start));
        found.push((written, word.start - start));
    }
    found
}

/// The brackets that close what is open at the end of some code: those up to the innermost block, and the others.
fn closing(code: &str) -> (String, String) {
    let mut open = Vec::new();
    for c in code.chars() {
        match c {
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ')' | ']' | '}' => drop(open.pop()),
            _ => {}
        }
    }
    let all: String = open.into_iter().rev().collect();
    let inner = all.find('}').unwrap_or(all.len());
    (all[..inner].to_string(), all[inner..].to_string())
}
