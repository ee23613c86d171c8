//! The reference of what scripts can call, define and answer, from the engine's own record of its functions: as data,
//! as Markdown, and as definitions for editors.

use super::facts::LanguageFacts;
use super::host::Host;
use super::sandbox;
use super::vocabulary::{Acts, Vocabulary};
use crate::language::{self, Field};
use crate::rules::Rules;
use rhai::{Dynamic, Engine, FuncInfo, Module};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::rc::Rc;

/// A group of functions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ThemeReference {
    /// Its name.
    pub name: String,
    /// What it is about.
    pub about: String,
    /// Its functions, by name.
    pub functions: Vec<Function>,
    /// The same as editors that know Rhai have them.
    #[serde(skip)]
    definitions: Vec<String>,
}

/// A function or property.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// How it is written: `game.vp(side: Side) -> number`.
    pub form: String,
    /// What it does.
    pub about: String,
    /// The rules that the description names.
    pub rules: Vec<String>,
    /// A line of a script that uses it.
    pub example: String,
    /// Whether it asks or changes something, which conditions and modifiers cannot do.
    pub acts: bool,
}

/// Something a script can define or answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MomentReference {
    /// The name in `moments()`.
    pub name: String,
    /// When it is.
    pub when: String,
    /// Who is asked.
    pub asked: String,
    /// What it carries.
    pub carries: Vec<String>,
}

/// A function with which a script changes what the rules compute.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ModifierReference {
    /// How it is defined: `hand_size(size, at)`.
    pub form: String,
    /// What it changes.
    pub about: String,
    /// What it returns: the fields of an object map, or a single value without a name.
    pub returns: Vec<(String, String)>,
    /// The properties of `at` that have a meaning.
    pub at: Vec<String>,
    /// A script that defines it.
    pub example: String,
}

/// A function that the rules call in a script.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EntryReference {
    /// How it is defined: `can_respond(moment)`.
    pub form: String,
    /// What it is for.
    pub about: String,
    /// What it returns; empty if nothing is made of it.
    pub returns: String,
}

/// Everything about scripts that the program knows by itself.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Reference {
    /// What the rules call in scripts.
    pub entries: Vec<EntryReference>,
    /// When scripts are asked.
    pub moments: Vec<MomentReference>,
    /// What scripts change.
    pub modifiers: Vec<ModifierReference>,
    /// What markers last until.
    pub ends: Vec<String>,
    /// The kinds of things on which markers can lie, besides the game and its sides.
    pub carriers: Vec<String>,
    /// What scripts call.
    pub themes: Vec<ThemeReference>,
}

/// The whole reference of the content that a host runs the scripts of.
pub fn reference<R: Rules>(host: &Host<R>) -> Reference {
    let sides = host.sides();
    let side = sides.first().map(|side| Dynamic::from(*side));
    described(host.facts(), &sandbox::engine::<R>(&Rc::default(), &sides), side)
}

fn described(facts: &LanguageFacts, engine: &Engine, side: Option<Dynamic>) -> Reference {
    let vocabulary = Vocabulary::new(facts, engine, side);
    let moments = facts.moments.iter().map(|facts| MomentReference {
        name: facts.name.into(),
        when: facts.when.into(),
        asked: facts.asked.into(),
        carries: facts.carries.iter().map(ToString::to_string).collect(),
    });
    let modifiers = facts.modifiers.iter().map(|modifier| ModifierReference {
        form: format!("{}({})", modifier.name, modifier.parameters().join(", ")),
        about: modifier.about.into(),
        returns: modifier.returns.fields().iter().map(returned_as).collect(),
        at: modifier.at.iter().map(ToString::to_string).collect(),
        example: modifier.example.into(),
    });
    let themes = facts.themes.iter().map(|theme| {
        let engine = alone(theme);
        let mut functions = engine.collect_fn_metadata(None, |info| function(facts, &info, &vocabulary), false);
        functions.sort_by(|a, b| (&a.name, &a.form).cmp(&(&b.name, &b.form)));
        let mut definitions = engine.collect_fn_metadata(None, |info| definition(facts, &info), false);
        definitions.sort();
        ThemeReference { name: theme.name.into(), about: theme.about.into(), functions, definitions }
    });
    let entries = facts.entry_points.iter().map(|entry| EntryReference {
        form: format!("{}({})", entry.name, entry.parameters.join(", ")),
        about: entry.about.into(),
        returns: entry.returns.into(),
    });
    Reference {
        entries: entries.collect(),
        moments: moments.collect(),
        modifiers: modifiers.collect(),
        ends: facts.ends.iter().map(ToString::to_string).collect(),
        carriers: facts.carriers.iter().map(|carrier| carrier.kind.to_string()).collect(),
        themes: themes.collect(),
    }
}

/// A value that a modifier returns, with what it can be.
fn returned_as(Field { name, about, limit }: &Field) -> (String, String) {
    (name.to_string(), format!("{about}: {limit}"))
}

/// An engine that has nothing but a theme, and so shows what the theme brings.
fn alone(theme: &language::Theme) -> Engine {
    let mut module = Module::new();
    (theme.register)(&mut module);
    let mut engine = Engine::new_raw();
    engine.register_global_module(module.into());
    engine
}

/// What there is to say about a function; nothing about operators and other functions without a description.
pub(super) fn function(facts: &LanguageFacts, info: &FuncInfo<'_>, vocabulary: &Vocabulary) -> Option<Function> {
    let lines = info.metadata.comments.iter().flat_map(|comment| comment.lines());
    let text: Vec<&str> = lines.map(|line| line.trim_start_matches("///").trim()).collect();
    let mut paragraphs: Vec<String> = text.split(|line| line.is_empty()).map(|lines| lines.join(" ")).collect();
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    let example = paragraphs.pop_if(|last| last.starts_with('`')).unwrap_or_default();
    if paragraphs.is_empty() {
        return None;
    }
    let about = paragraphs.join(" ");
    let name = info.metadata.name.as_str();
    Some(Function {
        form: form(facts, info),
        rules: rules(&about),
        about,
        example: example.trim_matches('`').into(),
        acts: vocabulary.acts(name, info.metadata.num_params) == Acts::Always,
        name: name.strip_prefix("get$").unwrap_or(name).into(),
    })
}

/// The numbers of rules and questions that stand in parentheses.
pub(crate) fn rules(about: &str) -> Vec<String> {
    let inner = about.split('(').skip(1).filter_map(|part| part.split(')').next());
    let is_rule = |word: &&str| {
        let number = word.trim_start_matches('Q');
        number.starts_with(|c: char| c.is_ascii_digit()) && (number.contains('.') || number.len() < word.len())
    };
    inner.flat_map(|part| part.split([',', ' '])).filter(is_rule).map(str::to_string).collect()
}

/// A function as it is written in scripts.
pub(super) fn form(facts: &LanguageFacts, info: &FuncInfo<'_>) -> String {
    let metadata = info.metadata;
    let name = metadata.name.as_str();
    let mut parameters: Vec<(&str, &str)> =
        metadata.params_info.iter().map(|parameter| parameter.split_once(':').unwrap_or((parameter, "?"))).collect();
    parameters.iter_mut().for_each(|(name, kind)| (*name, *kind) = (name.trim(), kind.trim()));
    let mut text = String::new();
    if let Some((receiver, kind)) = parameters.first().copied()
        && let Some(kind) = kind.strip_prefix("&mut ")
    {
        // Everything but the game is named by its type.
        let receiver = if receiver == "_" { facts.type_name(kind).to_lowercase() } else { receiver.to_string() };
        let _ = write!(text, "{receiver}.");
        parameters.remove(0);
    }
    if let Some(property) = name.strip_prefix("get$") {
        text.push_str(property);
    } else {
        let named = parameters.iter().map(|(name, kind)| match *name {
            "_" => facts.type_name(kind).to_string(),
            name => format!("{name}: {}", facts.type_name(kind)),
        });
        let _ = write!(text, "{name}({})", named.collect::<Vec<_>>().join(", "));
    }
    match returned(&metadata.return_type) {
        "()" | "" => text,
        kind => format!("{text} -> {}", facts.type_name(kind)),
    }
}

/// What a function returns when it does not refuse.
fn returned(kind: &str) -> &str {
    let Some((wrapper, inner)) = kind.split_once('<') else {
        return if kind == "RhaiResult" { "Dynamic" } else { kind };
    };
    if !["Answer", "Result", "Returned", "RhaiResultOf"].iter().any(|own| wrapper.rsplit("::").next() == Some(own)) {
        return kind;
    }
    // The first of the types between the brackets, which may have brackets of its own.
    let mut depth = 0;
    let end = inner.find(|c| {
        depth += i32::from(c == '<') - i32::from(c == '>');
        depth < 0 || (depth == 0 && c == ',')
    });
    inner[..end.unwrap_or(inner.len())].trim()
}

/// The name that scripts know the type by that a function returns.
pub(super) fn returned_type<'a>(facts: &LanguageFacts, kind: &'a str) -> &'a str {
    match returned(kind) {
        "()" | "" => "()",
        kind => facts.type_name(kind),
    }
}

/// How the functions of a name are written.
pub(super) fn forms(facts: &LanguageFacts, engine: &Engine, name: &str) -> Vec<String> {
    let mut forms = engine.collect_fn_metadata(
        None,
        |info| (info.metadata.name == name && !name.contains('$')).then(|| form(facts, &info)),
        true,
    );
    forms.sort();
    forms.dedup();
    forms
}

/// The names of all functions that an engine knows; properties begin with `get$`.
pub(super) fn names(engine: &Engine) -> BTreeSet<String> {
    engine.collect_fn_metadata(None, |info| Some(info.metadata.name.to_string()), true).into_iter().collect()
}

impl EntryReference {
    /// What there is to say of it.
    pub fn markdown(&self) -> String {
        let returns = if self.returns.is_empty() { String::new() } else { format!(" It returns {}.", self.returns) };
        format!("- `fn {}`<br>\n  {}{returns}", self.form, self.about)
    }
}

impl ModifierReference {
    /// What there is to say of it.
    pub fn markdown(&self) -> String {
        let mut text = format!("{} It returns ", self.about);
        match self.returns.as_slice() {
            [(field, what)] if field.is_empty() => {
                let _ = writeln!(text, "{what}.");
            }
            fields => {
                text.push_str("an object map with any of these:\n\n");
                for (field, what) in fields {
                    let _ = writeln!(text, "- `{field}`: {what}");
                }
            }
        }
        let at: Vec<String> = self.at.iter().map(|property| format!("`at.{property}`")).collect();
        let _ = write!(text, "\nIt is told {}.\n\n```rhai\n{}\n```\n", at.join(", "), self.example);
        text
    }
}

impl MomentReference {
    /// What there is to say of it.
    pub fn markdown(&self) -> String {
        let carries: Vec<String> = self.carries.iter().map(|property| format!("`moment.{property}`")).collect();
        let carries = if carries.is_empty() { "nothing".into() } else { carries.join(", ") };
        format!("`{}`: {}. Asked: {}. It carries {carries}.", self.name, self.when, self.asked)
    }
}

impl Function {
    /// What there is to say of it.
    pub fn markdown(&self) -> String {
        let mark = if self.acts { " ●" } else { "" };
        let example = match self.example.as_str() {
            "" => String::new(),
            example => {
                let quote = if example.contains('`') { "``" } else { "`" };
                format!("\n  For example {quote}{example}{quote}.")
            }
        };
        format!("- `{}`{mark}<br>\n  {}{example}", self.form, self.about)
    }
}

impl Reference {
    /// The reference as Markdown.
    pub fn markdown(&self) -> String {
        let mut text = String::from("## What the rules call\n");
        for entry in &self.entries {
            let _ = write!(text, "\n{}\n", entry.markdown());
        }
        text.push_str("\n## Moments\n\n");
        text.push_str("A response names the moments it answers in `moments()`. What a moment does not carry is `()`, ");
        text.push_str("empty or `\"none\"`.\n\n| moment | the question that a side is asked | who is asked | what `moment` carries |\n");
        text.push_str("|---|---|---|---|\n");
        for MomentReference { name, when, asked, carries } in &self.moments {
            let carries: Vec<String> = carries.iter().map(|property| format!("`{property}`")).collect();
            let _ = writeln!(text, "| `{name}` | Do you play a card {when}? | {asked} | {} |", carries.join(", "));
        }
        text.push_str(
            "\n## Modifiers\n\nCalled while a marker of the script is in force, with what the script before returned. What \
             returns `()` changes nothing.\n",
        );
        for modifier in &self.modifiers {
            let _ = write!(text, "\n### `{}`\n\n{}", modifier.form, modifier.markdown());
        }
        text.push_str("\n## Functions and properties\n\n");
        text.push_str(
            "What is marked with ● asks or changes something: not in conditions, modifiers, or inside of `sort`.\n",
        );
        for ThemeReference { name, about, functions, .. } in &self.themes {
            let _ = write!(text, "\n### {name}\n\n{about}\n");
            for function in functions {
                let _ = write!(text, "\n{}\n", function.markdown());
            }
        }
        text
    }

    /// Definitions for editors that know Rhai: the name of each file and its text.
    pub fn definitions(&self) -> Vec<(String, String)> {
        let mut files = vec![("game.d.rhai".to_string(), GAME.to_string())];
        for ThemeReference { name, about, definitions, .. } in &self.themes {
            let text = format!("module static;\n\n// {name}: {about}\n\n{}", definitions.join("\n"));
            files.push((format!("{}.d.rhai", name.to_lowercase()), text));
        }
        files
    }
}

/// What stands in a script without being defined there.
const GAME: &str = "module static;\n\n/// The game, for the side that plays the card.\nlet game: Game;\n";

/// A function as definition files have it.
fn definition(facts: &LanguageFacts, info: &FuncInfo<'_>) -> Option<String> {
    let metadata = info.metadata;
    if metadata.comments.is_empty() {
        return None;
    }
    let parameters = metadata.params_info.iter().map(|parameter| {
        let (name, kind) = parameter.split_once(':').unwrap_or((parameter, "?"));
        format!("{}: {}", name.trim(), definition_type(facts, kind))
    });
    let name = match metadata.name.strip_prefix("get$") {
        Some(property) => format!("get {property}"),
        None => metadata.name.to_string(),
    };
    let (parameters, kind) =
        (parameters.collect::<Vec<_>>().join(", "), definition_type(facts, returned(&metadata.return_type)));
    Some(format!("{}\nfn {name}({parameters}) -> {kind};\n", metadata.comments.join("\n")))
}

/// The name of a type in definition files.
fn definition_type<'a>(facts: &LanguageFacts, kind: &'a str) -> &'a str {
    match facts.type_name(kind) {
        "number" => "int",
        "text" => "String",
        "array" => "Array",
        "map" => "Map",
        "any" => "?",
        other => other,
    }
}
