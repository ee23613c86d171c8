//! The reference of what scripts can call, define and answer, from the engine's own record of its functions: as data,
//! as Markdown, and as definitions for editors.

use super::api::{THEMES, type_word};
use super::host::Host;
use super::loaded::ENDS;
use super::modifiers::MODIFIERS;
use super::vocabulary::{Acts, Vocabulary};
use crate::moments::MomentKind;
use rhai::{Engine, FuncInfo, Module};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A group of functions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Theme {
    /// Its name.
    pub name: String,
    /// What it is about.
    pub about: String,
    /// Its functions, by name.
    pub functions: Vec<Function>,
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
pub struct Moment {
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
pub struct Modifier {
    /// How it is defined: `hand_size(side, size)`.
    pub form: String,
    /// What it changes.
    pub about: String,
    /// What it returns: the fields of an object map, or a single value without a name.
    pub returns: Vec<(String, String)>,
    /// A script that defines it.
    pub example: String,
}

/// Everything about scripts that the program knows by itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reference {
    /// When scripts are asked.
    pub moments: Vec<Moment>,
    /// What scripts change.
    pub modifiers: Vec<Modifier>,
    /// What markers last until.
    pub ends: Vec<String>,
    /// What scripts call.
    pub themes: Vec<Theme>,
}

/// The whole reference.
pub fn reference() -> Reference {
    let vocabulary = Vocabulary::new(Host::new().engine());
    let moments = MomentKind::all().map(|kind| Moment {
        name: kind.name().into(),
        when: kind.when().into(),
        asked: kind.asked().into(),
        carries: kind.carries().iter().map(ToString::to_string).collect(),
    });
    let modifiers = MODIFIERS.iter().map(|modifier| Modifier {
        form: format!("{}({})", modifier.name, modifier.parameters.join(", ")),
        about: modifier.about.into(),
        returns: modifier.returns.iter().map(|(field, what)| (field.to_string(), what.to_string())).collect(),
        example: modifier.example.into(),
    });
    let themes = THEMES.iter().map(|theme| {
        let mut functions = alone(theme).collect_fn_metadata(None, |info| function(&info, &vocabulary), false);
        functions.sort_by(|a, b| (&a.name, &a.form).cmp(&(&b.name, &b.form)));
        Theme { name: theme.name.into(), about: theme.about.into(), functions }
    });
    Reference {
        moments: moments.collect(),
        modifiers: modifiers.collect(),
        ends: ENDS.iter().map(ToString::to_string).collect(),
        themes: themes.collect(),
    }
}

/// An engine that has nothing but a theme, and so shows what the theme brings.
fn alone(theme: &super::api::Theme) -> Engine {
    let mut module = Module::new();
    (theme.register)(&mut module);
    let mut engine = Engine::new_raw();
    engine.register_global_module(module.into());
    engine
}

/// What there is to say about a function; nothing about operators and other functions without a description.
fn function(info: &FuncInfo<'_>, vocabulary: &Vocabulary) -> Option<Function> {
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
        form: form(info),
        rules: rules(&about),
        about,
        example: example.trim_matches('`').into(),
        acts: vocabulary.acts(name, info.metadata.num_params) == Acts::Always,
        name: name.strip_prefix("get$").unwrap_or(name).into(),
    })
}

/// The numbers of rules and questions that stand in parentheses.
fn rules(about: &str) -> Vec<String> {
    let inner = about.split('(').skip(1).filter_map(|part| part.split(')').next());
    let is_rule = |word: &&str| {
        let number = word.trim_start_matches('Q');
        number.starts_with(|c: char| c.is_ascii_digit()) && (number.contains('.') || number.len() < word.len())
    };
    inner.flat_map(|part| part.split([',', ' '])).filter(is_rule).map(str::to_string).collect()
}

/// A function as it is written in scripts.
fn form(info: &FuncInfo<'_>) -> String {
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
        let receiver = if receiver == "_" { type_name(kind).to_lowercase() } else { receiver.to_string() };
        let _ = write!(text, "{receiver}.");
        parameters.remove(0);
    }
    if let Some(property) = name.strip_prefix("get$") {
        text.push_str(property);
    } else {
        let named = parameters.iter().map(|(name, kind)| match *name {
            "_" => type_name(kind).to_string(),
            name => format!("{name}: {}", type_name(kind)),
        });
        let _ = write!(text, "{name}({})", named.collect::<Vec<_>>().join(", "));
    }
    match returned(&metadata.return_type) {
        "()" | "" => text,
        kind => format!("{text} -> {}", type_name(kind)),
    }
}

/// What a function returns when it does not refuse.
fn returned(kind: &str) -> &str {
    let inner = ["Answer<", "Result<", "RhaiResultOf<"].iter().find_map(|wrapper| kind.strip_prefix(wrapper));
    let Some(inner) = inner else { return if kind == "RhaiResult" { "Dynamic" } else { kind } };
    let inner = inner.split_once(", Box<").map_or(inner, |(inner, _)| inner);
    inner.trim().strip_suffix('>').unwrap_or(inner).trim()
}

/// The name that scripts know a type by, given the name that Rust or Rhai has for it.
pub(crate) fn type_name(kind: &str) -> &str {
    let kind = kind.trim().trim_start_matches("&mut ");
    let last = kind.rsplit("::").next().unwrap_or(kind);
    type_word(match last {
        "string" => "text",
        "Vec<rhai::Dynamic>" | "Vec<Dynamic>" | "Dynamic>" => "array",
        other => other,
    })
}

/// How the functions of a name are written.
pub(crate) fn forms(engine: &Engine, name: &str) -> Vec<String> {
    let mut forms = engine.collect_fn_metadata(
        None,
        |info| (info.metadata.name == name && !name.contains('$')).then(|| form(&info)),
        true,
    );
    forms.sort();
    forms.dedup();
    forms
}

/// The names of all functions that an engine knows; properties begin with `get$`.
pub(crate) fn names(engine: &Engine) -> BTreeSet<String> {
    engine.collect_fn_metadata(None, |info| Some(info.metadata.name.to_string()), true).into_iter().collect()
}

impl Reference {
    /// The reference as Markdown.
    pub fn markdown(&self) -> String {
        let mut text = String::from("## Moments\n\n");
        text.push_str("A response names the moments it answers in `moments()`. What a moment does not carry is `()`, ");
        text.push_str("empty or `\"none\"`.\n\n| moment | the question that a side is asked | who is asked | what `moment` carries |\n");
        text.push_str("|---|---|---|---|\n");
        for Moment { name, when, asked, carries } in &self.moments {
            let carries: Vec<String> = carries.iter().map(|property| format!("`{property}`")).collect();
            let _ = writeln!(text, "| `{name}` | Do you play a card {when}? | {asked} | {} |", carries.join(", "));
        }
        text.push_str(
            "\n## Modifiers\n\nCalled while a marker of the script is in force. What returns `()` changes nothing.\n",
        );
        for Modifier { form, about, returns, example } in &self.modifiers {
            let _ = write!(text, "\n### `{form}`\n\n{about} It returns ");
            match returns.as_slice() {
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
            let _ = write!(text, "\n```rhai\n{example}\n```\n");
        }
        text.push_str("\n## Functions and properties\n\n");
        text.push_str(
            "What is marked with ● asks or changes something: not in conditions, modifiers, or inside of `sort`.\n",
        );
        for Theme { name, about, functions } in &self.themes {
            let _ = write!(text, "\n### {name}\n\n{about}\n");
            for Function { form, about, example, acts, .. } in functions {
                let mark = if *acts { " ●" } else { "" };
                let _ = write!(text, "\n- `{form}`{mark}<br>\n  {about}\n");
                if !example.is_empty() {
                    let quote = if example.contains('`') { "``" } else { "`" };
                    let _ = writeln!(text, "  For example {quote}{example}{quote}.");
                }
            }
        }
        text
    }

    /// Definitions for editors that know Rhai: the name of each file and its text.
    pub fn definitions(&self) -> Vec<(String, String)> {
        let mut files = vec![("game.d.rhai".to_string(), GAME.to_string())];
        for (theme, Theme { name, about, .. }) in THEMES.iter().zip(&self.themes) {
            let mut entries = alone(theme).collect_fn_metadata(None, |info| definition(&info), false);
            entries.sort();
            let text = format!("module static;\n\n// {name}: {about}\n\n{}", entries.join("\n"));
            files.push((format!("{}.d.rhai", name.to_lowercase()), text));
        }
        files
    }
}

/// What stands in a script without being defined there.
const GAME: &str = "module static;\n\n/// The game, for the side that plays the card.\nlet game: Game;\n";

/// A function as definition files have it.
fn definition(info: &FuncInfo<'_>) -> Option<String> {
    let metadata = info.metadata;
    if metadata.comments.is_empty() {
        return None;
    }
    let parameters = metadata.params_info.iter().map(|parameter| {
        let (name, kind) = parameter.split_once(':').unwrap_or((parameter, "?"));
        format!("{}: {}", name.trim(), definition_type(kind))
    });
    let name = match metadata.name.strip_prefix("get$") {
        Some(property) => format!("get {property}"),
        None => metadata.name.to_string(),
    };
    let (parameters, kind) =
        (parameters.collect::<Vec<_>>().join(", "), definition_type(returned(&metadata.return_type)));
    Some(format!("{}\nfn {name}({parameters}) -> {kind};\n", metadata.comments.join("\n")))
}

/// The name of a type in definition files.
fn definition_type(kind: &str) -> &str {
    match type_name(kind) {
        "number" => "int",
        "text" => "String",
        "array" => "Array",
        "map" => "Map",
        "any" => "?",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_is_described_with_an_example_and_in_words_of_scripts() {
        let reference = reference();
        let functions: Vec<&Function> = reference.themes.iter().flat_map(|theme| &theme.functions).collect();
        assert!(functions.len() > 80);
        for function in functions {
            assert!(!function.example.is_empty(), "{} has no example", function.form);
            for word in ["&", "Id", "i64", "Answer", "Dynamic", "String", "View", "<"] {
                assert!(!function.form.contains(word), "{} is Rust", function.form);
            }
        }
    }

    #[test]
    fn the_examples_use_what_there_is() {
        let reference = reference();
        let functions: Vec<&Function> = reference.themes.iter().flat_map(|theme| &theme.functions).collect();
        let names = names(Host::new().engine());
        for function in &functions {
            let code = super::super::text::code(&function.example);
            for word in code.split('.').skip(1) {
                let word: String = word.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                let known = names.contains(&word) || names.contains(&format!("get${word}"));
                assert!(word.is_empty() || known, "the example of {} uses `{word}`", function.form);
            }
        }
    }

    #[test]
    fn a_function_is_written_as_in_scripts() {
        let reference = reference();
        let all = |name: &str| -> Vec<(String, bool)> {
            let functions = reference.themes.iter().flat_map(|theme| &theme.functions);
            functions.filter(|function| function.name == name).map(|f| (f.form.clone(), f.acts)).collect()
        };
        assert_eq!(all("vp"), [("game.vp(side: Side) -> number".to_string(), false)]);
        assert_eq!(all("mark"), [("game.mark(name: text)".to_string(), true)]);
        assert_eq!(all("half_up"), [("half_up(number: number) -> number".to_string(), false)]);
        assert_eq!(all("year"), [("game.year -> number".to_string(), false)]);
        assert_eq!(rules("to enter (5.522, 8.22), not there (Q6)"), ["5.522", "8.22", "Q6"]);
    }

    #[test]
    fn every_property_of_a_moment_comes_with_some_moment() {
        let reference = reference();
        let carried: BTreeSet<&str> = MomentKind::all()
            .flat_map(MomentKind::carries)
            .map(|name| name.split('(').next().unwrap_or(name))
            .collect();
        let theme = reference.themes.iter().find(|theme| theme.name == "Moments").expect("a theme");
        let known: BTreeSet<&str> = theme.functions.iter().map(|function| function.name.as_str()).collect();
        assert_eq!(carried, known, "add what is new to `MomentKind::carries`");
    }
}
