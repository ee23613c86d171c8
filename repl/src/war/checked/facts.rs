//! What is known of the names in scripts and data of the war: spaces, pieces, cards and markers.

use std::collections::BTreeSet;
use std::path::Path;
use wilderness_engine::language::Language as _;
use wilderness_engine::script::ScriptSet as _;
use wilderness_war::Scripts;
use wilderness_war::map::Map;
use wilderness_war::pieces::Pieces;

/// What is known of a name: of a space, a piece, an event or a marker.
pub fn about(scripts: &Scripts, name: &str) -> Option<String> {
    space(name).or_else(|| piece(name)).or_else(|| cards(scripts, name)).or_else(|| {
        let is_marker = markers(scripts).contains(name);
        is_marker.then(|| about_marker(scripts, name))
    })
}

/// The names of all markers; one that each side has for itself is named once.
pub fn markers(scripts: &Scripts) -> BTreeSet<String> {
    let of_side =
        |name: &str| ["french-", "british-"].iter().find_map(|side| name.strip_prefix(side)).map(str::to_string);
    let all: BTreeSet<&str> = scripts.markers().collect();
    let is_of_both =
        |name: &str| ["french", "british"].iter().all(|side| all.contains(format!("{side}-{name}").as_str()));
    all.iter().map(|name| of_side(name).filter(|name| is_of_both(name)).unwrap_or_else(|| name.to_string())).collect()
}

/// Which script puts a marker in force, and until when.
pub fn about_marker(scripts: &Scripts, name: &str) -> String {
    let of = scripts.all().find_map(|script| {
        let own = script.marker_names().find(|own| *own == name || own.strip_prefix("french-") == Some(name))?;
        let until = script.markers.get(own)?;
        let end = Scripts::ends(scripts.deck()).iter().find(|(_, end)| end == until).map_or("", |(word, _)| word);
        let per_side = if own == name { "" } else { ", for each side" };
        Some(format!("A marker of {}, until the end of the {end}{per_side}.", script.compiled.source.name()))
    });
    of.unwrap_or_else(|| "An optional rule, in force for the whole game.".into())
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
    let nation = piece.nation.map_or(String::new(), |nation| format!("{} ", nation.id().replace('-', " ")));
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
fn cards(scripts: &Scripts, event: &str) -> Option<String> {
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

/// The event of a script, by the script's file name, if a card has it.
pub fn event_of(scripts: &Scripts, file: &Path) -> Option<String> {
    let event = file.file_stem()?.to_str()?.replace('_', "-");
    let of_events = file.parent()?.file_name()? == "events";
    scripts.deck().cards().any(|card| of_events && card.event == event).then_some(event)
}
