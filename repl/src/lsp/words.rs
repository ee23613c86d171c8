//! The words that a script can use at a place, with what the reference says of them: functions, properties, and names
//! between quotes.

use super::cursor::Cursor;
use super::desk::{Root, Shelf};
use std::collections::BTreeSet;
use std::sync::LazyLock;
use wilderness_battles::FrenchAndIndianWarBattles;
use wilderness_engine::language::{Language, Operand, Value};
use wilderness_engine::script::ScriptSet as _;
use wilderness_engine::script::document::{self, Function, Modifier, Reference};
use wilderness_engine::script::services::OF_MARKERS;
use wilderness_war::map::Map;
use wilderness_war::pieces::Pieces;
use wilderness_war::{CardId, Scripts};

/// The words of the language itself.
pub const KEYWORDS: [&str; 16] = [
    "let", "if", "else", "for", "in", "while", "loop", "break", "continue", "return", "fn", "switch", "true", "false",
    "game", "Side",
];

/// The names whose functions are theirs alone.
const NAMED: [&str; 3] = ["game", "moment", "at"];

/// The reference of the scripts of a content.
pub fn reference(root: &Root) -> &'static Reference {
    static WAR: LazyLock<Reference> = LazyLock::new(wilderness_war::scripting::document::reference);
    static BATTLES: LazyLock<Reference> = LazyLock::new(document::reference::<FrenchAndIndianWarBattles>);
    match root {
        Root::War(_) => &WAR,
        Root::Battles(_) => &BATTLES,
    }
}

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
pub fn modifier<'a>(reference: &'a Reference, cursor: &Cursor) -> Option<&'a Modifier> {
    let function = cursor.function.as_deref()?;
    reference.modifiers.iter().find(|modifier| modifier.form.split('(').next() == Some(function))
}

/// What the first parameter of a modifier is called: the value that it changes.
pub fn value_of(modifier: &Modifier) -> Option<&str> {
    modifier.form.split_once('(')?.1.split(',').next()
}

/// A name between quotes: what it is the name of, and what is known of that.
pub struct Name {
    pub name: String,
    pub about: String,
}

/// The names that a text at a place can be.
pub fn names(shelf: &Shelf, cursor: &Cursor) -> Vec<Name> {
    let reference = reference(&shelf.root);
    let function = cursor.function.as_deref().unwrap_or_default();
    let with = |names: &mut dyn Iterator<Item = String>, about: &dyn Fn(&str) -> String| {
        names.map(|name| Name { about: about(&name), name }).collect::<Vec<_>>()
    };
    if function == "moments" {
        return reference
            .moments
            .iter()
            .map(|moment| Name { name: moment.name.clone(), about: moment.markdown() })
            .collect();
    }
    if function == "markers" && cursor.key.is_some() {
        let ends = reference.ends.iter();
        return with(&mut ends.flat_map(|end| [end.clone(), format!("{end} per side")]), &|_| {
            "an end of a marker".into()
        });
    }
    let Root::War(_) = &shelf.root else { return Vec::new() };
    let (scripts, called) = (&shelf.scripts, cursor.call.as_ref().map(|(name, ..)| name.as_str()));
    if let Some(called) = called.filter(|_| cursor.compared.is_none()) {
        if OF_MARKERS.contains(&called) {
            return with(&mut markers(scripts).into_iter(), &|name| about_marker(scripts, name));
        }
        if let Some(named) = Scripts::named_by(scripts.deck(), called) {
            let names: BTreeSet<String> = named.names.iter().map(ToString::to_string).collect();
            return with(&mut names.into_iter(), &|name| about(shelf, name).unwrap_or_else(|| named.what.into()));
        }
        return Vec::new();
    }
    let Some((compared, of)) = &cursor.compared else { return Vec::new() };
    let property = Operand::Property { name: compared, of: of.as_deref() };
    let value = Scripts::value(scripts.deck(), &property);
    match value.or_else(|| Scripts::value(scripts.deck(), &Operand::Returned(compared))) {
        Some(Value::Words(what, words)) => {
            let words: BTreeSet<String> = words.into_iter().map(str::to_string).collect();
            with(&mut words.into_iter(), &|name| about(shelf, name).unwrap_or_else(|| what.into()))
        }
        _ => Vec::new(),
    }
}

/// The names of all markers; one that each side has for itself is named once.
fn markers(scripts: &Scripts) -> BTreeSet<String> {
    let of_side =
        |name: &str| ["french-", "british-"].iter().find_map(|side| name.strip_prefix(side)).map(str::to_string);
    let all: BTreeSet<&str> = scripts.markers().collect();
    let is_of_both =
        |name: &str| ["french", "british"].iter().all(|side| all.contains(format!("{side}-{name}").as_str()));
    all.iter().map(|name| of_side(name).filter(|name| is_of_both(name)).unwrap_or_else(|| name.to_string())).collect()
}

/// Which script puts a marker in force, and until when.
fn about_marker(scripts: &Scripts, name: &str) -> String {
    let of = scripts.all().find_map(|script| {
        let own = script.marker_names().find(|own| *own == name || own.strip_prefix("french-") == Some(name))?;
        let until = script.markers.get(own)?;
        let end = Scripts::ENDS.iter().find(|(_, end)| end == until).map_or("", |(word, _)| word);
        let per_side = if own == name { "" } else { ", for each side" };
        Some(format!("A marker of {}, until the end of the {end}{per_side}.", script.compiled.source.name()))
    });
    of.unwrap_or_else(|| "An optional rule, in force for the whole game.".into())
}

/// What is known of a name: of a space, a piece, an event, a moment or a marker.
pub fn about(shelf: &Shelf, name: &str) -> Option<String> {
    let Root::War(_) = &shelf.root else { return None };
    let scripts = &shelf.scripts;
    space(name).or_else(|| piece(name)).or_else(|| cards(scripts, name)).or_else(|| {
        let is_marker = markers(scripts).contains(name);
        is_marker.then(|| about_marker(scripts, name))
    })
}

fn space(name: &str) -> Option<String> {
    let space = Map::get().space(Map::get().find(name)?);
    let mut facts = vec![format!("{:?}", space.terrain).to_lowercase()];
    facts.extend(space.department.map(|department| format!("{department} department")));
    for (has, what) in [(space.fortress, "fortress"), (space.port, "port"), (space.settlement, "Indian settlement")] {
        facts.extend(has.then(|| what.to_string()));
    }
    facts.extend(space.originally.map(|side| format!("originally {side}")));
    Some(format!("**{}**: {}.", space.name, facts.join(", ")))
}

fn piece(name: &str) -> Option<String> {
    let piece = Pieces::get().piece(Pieces::get().find(name)?);
    let facts = if piece.command > 0 {
        format!("initiative {}, command {}, tactics {}", piece.initiative, piece.command, piece.tactics)
    } else {
        format!("strength {} ({} reduced), movement {}", piece.strength, piece.reduced, piece.movement)
    };
    let nation = piece.nation.map_or(String::new(), |nation| format!("{} ", spaced(&format!("{nation:?}"))));
    let kind = spaced(&format!("{:?}", piece.kind)).to_lowercase();
    Some(format!("**{}**: {} {nation}{kind}, {facts}.", piece.name, piece.side))
}

/// A name of several words as Rust writes it, with spaces: `LightInfantry` is `Light Infantry`.
fn spaced(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !text.is_empty() {
            text.push(' ');
        }
        text.push(c);
    }
    text
}

/// The facts of the cards with an event.
pub fn cards(scripts: &Scripts, event: &str) -> Option<String> {
    let cards: Vec<_> = scripts.deck().cards().filter(|card| card.event == event).collect();
    let first = cards.first()?;
    let numbers: Vec<String> = cards.iter().map(|card| card.number.0.to_string()).collect();
    let sides: Vec<String> = first.sides.iter().map(ToString::to_string).collect();
    let kind = format!("{:?}", first.kind).to_lowercase();
    let removed = if first.removed { ", leaves the game once played" } else { "" };
    let tags: String = first.tags.iter().map(|tag| format!(", tag `{tag}`")).collect();
    let parameters: String = first.parameters.iter().map(|(name, value)| format!(", {name} = {value}")).collect();
    Some(format!(
        "**{}** (card {}): {kind} of the {}, value {}{removed}{tags}{parameters}.",
        first.name,
        numbers.join(", "),
        sides.join(" and the "),
        first.value,
    ))
}

/// The first card with the event of a script, by the script's file name.
pub fn card_of(scripts: &Scripts, file: &std::path::Path) -> Option<(CardId, String)> {
    let event = file.file_stem()?.to_str()?.replace('_', "-");
    let of_events = file.parent()?.file_name()? == "events";
    let card = scripts.deck().cards().find(|card| of_events && card.event == event)?;
    Some((card.number, event))
}
