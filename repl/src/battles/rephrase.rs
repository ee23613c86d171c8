//! Sentences in the words of the table: `ruggles at 0911`, `2/60th to 0605`, become those that the parser knows.

use super::names;
use crate::text::names::fold;
use wilderness_battles::{Ask, Choice, Game, UnitId, View};

/// Words that say nothing besides the unit and the hex.
const EMPTY: [&str; 36] = [
    "around", "by", "put", "place", "set", "up", "go", "goes", "move", "moves", "march", "marches", "him", "it",
    "them", "the", "a", "at", "in", "on", "to", "into", "hex", "down", "forward", "over", "unit", "here", "there",
    "then", "->", ">", "i", "north", "south", "towards",
];

/// Other ways to put a line at the open question.
pub fn rephrased(game: &Game, line: &str) -> Vec<String> {
    let Some(open) = game.decision() else { return Vec::new() };
    let is_hex = |word: &&str| names::hex(game.scenario(), word).is_ok();
    let words: Vec<&str> = line.split([' ', ',', ':']).filter(|word| !word.is_empty()).collect();
    let hexes: Vec<&str> = words.iter().copied().filter(is_hex).collect();
    let others: Vec<&str> =
        words.iter().copied().filter(|word| !is_hex(word) && !EMPTY.contains(&fold(word).as_str())).collect();
    match (&open.ask, hexes.as_slice()) {
        (Ask::Place(unit), [hex]) => {
            // Only the unit that is asked about is placed.
            let named = names::units(game.scenario(), &others.join(" "));
            let is_it = |other: &UnitId| game.scenario().unit(*other).id == *unit;
            let fits = others.is_empty() || named.iter().any(is_it);
            Vec::from_iter(fits.then(|| (*hex).to_string()))
        }
        (Ask::Anchor(_) | Ask::Entry(_), [hex]) if others.is_empty() => vec![(*hex).to_string()],
        (Ask::Mover, [.., to]) if hexes.len() <= 2 => moved(game, &others, &hexes, to),
        _ => Vec::new(),
    }
}

/// `UNIT [with LEADER] [from HEX] to HEX`.
fn moved(game: &Game, words: &[&str], hexes: &[&str], to: &str) -> Vec<String> {
    let text = words.iter().copied().filter(|word| fold(word) != "from").collect::<Vec<_>>().join(" ");
    let (text, by_road) = match text.strip_suffix(" by road").or_else(|| text.strip_suffix(" along road")) {
        Some(text) => (text.to_string(), " by road"),
        None => (text, ""),
    };
    let (unit, with) = text
        .split_once(" with ")
        .map_or((text.as_str(), String::new()), |(unit, with)| (unit, format!(" with {with}")));
    let from = hexes.first().filter(|_| hexes.len() > 1).and_then(|hex| names::hex(game.scenario(), hex).ok());
    let view = View::public(game);
    let offered = |unit: UnitId| {
        let id = game.scenario().unit(unit).id;
        game.decision().is_some_and(|open| open.choices.contains(&Choice::Unit(id)))
    };
    let found = names::units(game.scenario(), unit);
    let mut able =
        found.into_iter().filter(|unit| offered(*unit) && from.is_none_or(|from| view.hex(*unit) == Some(from)));
    match (able.next(), able.next()) {
        (Some(only), None) => vec![format!("move {}{with} to {to}{by_road}", game.scenario().unit(only).id)],
        _ => Vec::new(),
    }
}
