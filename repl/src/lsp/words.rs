//! The words that a script can use at a place, with what the reference says of them: functions, properties, and names
//! between quotes.

use super::checked_content::{CheckedContent, ContentNames};
use super::cursor::Cursor;
use super::scopes::Scopes;
use std::collections::BTreeSet;
use wilderness_engine::script::document::{Function, ModifierReference, Reference};
use wilderness_engine::script::markers::OF_MARKERS;

/// The words of the language itself.
pub const KEYWORDS: [&str; 16] = [
    "let", "if", "else", "for", "in", "while", "loop", "break", "continue", "return", "fn", "switch", "true", "false",
    "game", "Side",
];

/// The names whose functions are theirs alone.
const NAMED: [&str; 3] = ["game", "moment", "at"];

/// The functions and properties of a name.
pub fn called<'a>(reference: &'a Reference, name: &'a str) -> impl Iterator<Item = &'a Function> {
    reference.themes.iter().flat_map(|theme| &theme.functions).filter(move |function| function.name == name)
}

/// What stands before the dot in the form of a function; nothing if it is called by its name alone.
fn receiver(function: &Function) -> Option<&str> {
    let head = function.form.split('(').next()?;
    head.split(" ->").next()?.split_once('.').map(|(receiver, _)| receiver)
}

/// Whether a function can stand behind what a script has written before a dot, or by itself if there is no dot. Of what
/// is no name of the language, the type is not known: whatever belongs to some value can stand there.
pub fn stands_behind(function: &Function, written: Option<&str>) -> bool {
    match written {
        Some(of) if NAMED.contains(&of) => receiver(function) == Some(of),
        Some(_) => receiver(function).is_some_and(|of| !NAMED.contains(&of)),
        None => receiver(function).is_none(),
    }
}

/// The modifier in whose body a place is.
pub fn modifier<'a>(reference: &'a Reference, cursor: &Cursor) -> Option<&'a ModifierReference> {
    let function = cursor.function.as_deref()?;
    reference.modifiers.iter().find(|modifier| modifier.form.split('(').next() == Some(function))
}

/// What the first parameter of a modifier is called: the value that it changes.
pub fn value_of(modifier: &ModifierReference) -> Option<&str> {
    modifier.form.split_once('(')?.1.split(',').next()
}

/// What the moments carry that a script answers.
pub struct CarriedBy<'a> {
    carried: BTreeSet<&'a str>,
    /// What only some moments carry.
    sometimes: BTreeSet<&'a str>,
}

impl CarriedBy<'_> {
    /// Whether a property of a moment can have a value.
    pub fn has(&self, name: &str) -> bool {
        self.carried.contains(name) || !self.sometimes.contains(name)
    }
}

/// What the moments carry that a script names in `moments()`; nothing if it names none.
pub fn carried<'a>(reference: &'a Reference, text: &str) -> Option<CarriedBy<'a>> {
    let scopes = Scopes::of(text);
    let named = text.get(scopes.function(text, "moments")?.whole.clone())?;
    let moments = reference.moments.iter();
    let answered: Vec<_> = moments.clone().filter(|moment| named.contains(&format!("\"{}\"", moment.name))).collect();
    (!answered.is_empty()).then(|| CarriedBy {
        carried: answered.into_iter().flat_map(|moment| moment.carries.iter().map(String::as_str)).collect(),
        sometimes: moments.flat_map(|moment| moment.carries.iter().map(String::as_str)).collect(),
    })
}

/// A function of the script or of the library, with the comment above it.
pub struct DescribedFunction {
    pub name: String,
    pub form: String,
    pub about: String,
}

impl DescribedFunction {
    /// What there is to say of it.
    pub fn markdown(&self) -> String {
        let about = if self.about.is_empty() { String::new() } else { format!("\n\n{}", self.about) };
        format!("`fn {}`{about}", self.form)
    }
}

/// The functions that a script defines, and then those of the library.
pub fn own_functions(shelf: &dyn CheckedContent, text: &str) -> Vec<DescribedFunction> {
    let of = |text: &str| {
        let functions = Scopes::of(text).functions.into_iter();
        let described =
            functions.map(|f| DescribedFunction { name: text[f.name].into(), form: f.form, about: f.about });
        described.collect::<Vec<_>>()
    };
    let shared = shelf.sources().into_iter().filter(|source| source.name().contains("lib/"));
    of(text).into_iter().chain(shared.flat_map(|source| of(source.text()))).collect()
}

/// A name between quotes: what it is the name of, and what is known of that.
pub struct KnownWord {
    pub name: String,
    pub about: String,
}

/// The names that a text at a place can be.
pub fn names(shelf: &dyn CheckedContent, cursor: &Cursor) -> Vec<KnownWord> {
    let reference = &*shelf.reference();
    let function = cursor.function.as_deref().unwrap_or_default();
    if function == "moments" {
        let moments = reference.moments.iter();
        return moments.map(|moment| KnownWord { name: moment.name.clone(), about: moment.markdown() }).collect();
    }
    if function == "markers" && cursor.key.is_some() {
        let of_each = |end: &String| {
            let kinds = std::iter::once("side").chain(reference.carriers.iter().map(String::as_str));
            kinds.map(|kind| format!("{end} per {kind}")).collect::<Vec<_>>()
        };
        let ends = reference.ends.iter().flat_map(|end| std::iter::once(end.clone()).chain(of_each(end)));
        return ends.map(|name| KnownWord { name, about: "an end of a marker".into() }).collect();
    }
    let all = |found: Option<ContentNames>| {
        let ContentNames { what, names } =
            found.unwrap_or_else(|| ContentNames { what: String::new(), names: BTreeSet::new() });
        let about = |name: String| KnownWord { about: shelf.about(&name).unwrap_or_else(|| what.clone()), name };
        names.into_iter().map(about).collect::<Vec<_>>()
    };
    let called = cursor.call.as_ref().map(|(name, ..)| name.as_str());
    if let Some(called) = called.filter(|_| cursor.compared.is_none()) {
        if OF_MARKERS.contains(&called) {
            let about = |name: String| KnownWord { about: shelf.about_marker(&name).unwrap_or_default(), name };
            return shelf.markers().into_iter().map(about).collect();
        }
        return all(shelf.named_by(called));
    }
    let Some((compared, of)) = &cursor.compared else { return Vec::new() };
    all(shelf.compared(compared, of.as_deref()))
}
