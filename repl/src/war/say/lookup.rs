//! Resolves the names of a sentence: spaces, cards in hand, and pieces. Several names may follow each other without
//! commas, as in `build stockade augusta winchester`; they are separated by matching known names.

use super::{Candidate, SentenceError};
use crate::prompt::questions::is_common;
use crate::text::names::{Fit, Name, Query, find, fold, near};
use crate::war::describe;
use crate::war::names::{self, all_names};
use wilderness_war::map::Map;
use wilderness_war::pieces::Pieces;
use wilderness_war::{CardId, Game, PieceId, PieceSet, SpaceId, View};

/// Whether it is asked which of several names a word begins: `I`, `on` and `for` are none.
fn names_something(typed: &str) -> bool {
    typed.chars().count() > 2 && !is_common(typed)
}

/// Words ignored before a name.
const FILLERS: [&str; 12] = ["the", "a", "an", "his", "her", "their", "my", "of", "at", "in", "there", "him"];

/// Some words from the first on that means something.
pub fn without_fillers<'w>(words: &'w [&'w str]) -> &'w [&'w str] {
    let skipped = words.iter().take_while(|word| FILLERS.contains(&fold(word).as_str())).count();
    &words[skipped..]
}

/// Something that can be named.
pub struct Thing<T> {
    name: Name,
    /// The name with its place, which may follow it.
    placed: Option<Name>,
    /// How it is asked back about.
    candidate: Candidate,
    thing: T,
}

/// A name in a sentence, with all its candidates.
#[derive(Debug)]
pub struct Candidates<T> {
    /// What was typed.
    pub typed: String,
    /// The best matches; at least one.
    pub things: Vec<T>,
}

/// The pieces of a set, distinguished by their places.
pub fn pieces(game: &Game, set: PieceSet) -> Vec<Thing<PieceId>> {
    let thing = |piece: PieceId| {
        let place = describe::place(&View::public(game), piece);
        let name = Name::new(&piece.to_string());
        let text = format!("{} {place}", describe::piece(&View::public(game), piece));
        let candidate = Candidate { number: None, name: format!("{piece} {place}"), text };
        let also = View::public(game).space_of(piece).map_or(&[][..], |space| &Map::get().space(space).also);
        let placed = also.iter().fold(name.clone().hint(&place).hint("fort"), |name, also| name.hint(also));
        Thing { placed: Some(placed), name, candidate, thing: piece }
    };
    set.iter().map(thing).collect()
}

fn all_spaces() -> Vec<Thing<SpaceId>> {
    let thing = |space: SpaceId| {
        let name = space.to_string();
        let candidate = Candidate { number: None, text: name.clone(), name: name.clone() };
        Thing { name: names::space(space), placed: None, candidate, thing: space }
    };
    Map::get().all.iter().map(thing).collect()
}

/// Takes the first name off some words: the longest whole name, or else the longest part of one. Returns its
/// candidates, and the number of words used.
pub fn first_name<T: Copy>(words: &[&str], things: &[Thing<T>]) -> Option<(Candidates<T>, usize)> {
    let skipped = words.len() - without_fillers(words).len();
    let candidates = [skipped, 0].into_iter().filter(|skip| *skip < words.len());
    let (start, count) = candidates.flat_map(|start| Some((start, longest(&words[start..], things)?))).next()?;
    let mut end = start + count;
    if let Some(longer) = with_place(words, start, end, things) {
        end = longer;
    }
    let typed = words[start..end].join(" ");
    let name = |thing: &Thing<T>| match &thing.placed {
        Some(placed) if end > start + count => placed.clone(),
        _ => thing.name.clone(),
    };
    let names: Vec<Name> = things.iter().map(name).collect();
    let found = find(&typed, names.iter().zip(things.iter().map(|thing| thing.thing)));
    Some((Candidates { typed, things: found }, end))
}

/// The end of a name with its place: `huron at montreal`, or `huron montreal` if that leaves no piece unnamed.
fn with_place<T>(words: &[&str], start: usize, end: usize, things: &[Thing<T>]) -> Option<usize> {
    let at = fold(words.get(end)?) == "at";
    let next_name = longest(&words[end..], things).unwrap_or(0);
    let fits = |longer: &usize| {
        let named = Query::new(&words[start..*longer].join(" "));
        (at || longer - end > next_name) && things.iter().any(|thing| fits_with_place(thing, &named))
    };
    (end + 1..=words.len()).rev().find(fits)
}

fn fits_with_place<T>(thing: &Thing<T>, named: &Query) -> bool {
    thing.placed.as_ref().is_some_and(|name| name.matches(named).is_some())
}

/// The number of words in the first name.
fn longest<T>(words: &[&str], things: &[Thing<T>]) -> Option<usize> {
    let fitting = |count: &usize, fit: Fit| {
        let named = Query::new(&words[..*count].join(" "));
        things.iter().any(|thing| thing.name.matches(&named) == Some(fit))
    };
    let lengths = || (1..=words.len()).rev();
    lengths().find(|count| fitting(count, Fit::Whole)).or_else(|| lengths().find(|count| fitting(count, Fit::Part)))
}

/// The spaces that these parts of a sentence name, in order.
///
/// # Errors
/// A name that fits none, or several.
pub fn spaces(parts: &[String]) -> Result<Vec<SpaceId>, SentenceError> {
    let things = all_spaces();
    let mut spaces = Vec::new();
    for part in parts {
        let words: Vec<&str> = part.split(' ').collect();
        let mut rest = words.as_slice();
        while !rest.is_empty() {
            // `I`, `on` and the like begin many names and are none.
            let named =
                first_name(rest, &things).filter(|(meant, _)| meant.things.len() == 1 || names_something(&meant.typed));
            let (meant, count) = named.ok_or_else(|| no_space(rest))?;
            spaces.push(only(&meant, &things)?);
            rest = &rest[count..];
        }
    }
    Ok(spaces)
}

fn no_space(words: &[&str]) -> SentenceError {
    let names: Vec<String> = Map::get().all.iter().map(|space| space.to_string()).collect();
    unknown(words, "not a space of the map", names.iter().map(String::as_str))
}

/// The only candidate.
pub fn only<T: Copy + PartialEq>(meant: &Candidates<T>, things: &[Thing<T>]) -> Result<T, SentenceError> {
    match meant.things.as_slice() {
        [only] => Ok(*only),
        several => Err(SentenceError::Several { typed: meant.typed.clone(), candidates: candidates(several, things) }),
    }
}

/// What may be meant, each once.
pub fn candidates<T: Copy + PartialEq>(several: &[T], things: &[Thing<T>]) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for thing in things.iter().filter(|thing| several.contains(&thing.thing)) {
        if !candidates.contains(&thing.candidate) {
            candidates.push(thing.candidate.clone());
        }
    }
    candidates
}

/// A piece that cannot be meant: it is elsewhere, or there is none with this name.
pub fn no_piece(game: &Game, words: &[&str], among: &str, things: &[Thing<PieceId>]) -> SentenceError {
    let anybody = pieces(game, Pieces::get().all());
    if let Some((meant, _)) = first_name(words, &anybody) {
        let mut where_: Vec<String> = Vec::new();
        for piece in &meant.things {
            let text = format!("{piece} is {}", describe::place(&View::public(game), *piece));
            if !where_.contains(&text) {
                where_.push(text);
            }
        }
        where_.truncate(3);
        let what = format!("not {among}: {}", where_.join(", "));
        return SentenceError::Unknown { typed: meant.typed, what, hint: String::new() };
    }
    let names = things.iter().map(|thing| thing.thing.to_string()).collect::<Vec<_>>();
    unknown(words, &format!("not {among}"), names.iter().map(String::as_str))
}

/// An unknown name, with suggestions: from the candidates, or else from everything.
fn unknown<'a>(words: &[&str], what: &str, names: impl Iterator<Item = &'a str>) -> SentenceError {
    let names: Vec<&str> = names.collect();
    let typed = words.iter().find(|word| !FILLERS.contains(&fold(word).as_str())).copied().unwrap_or_default();
    let whole = words.join(" ");
    let mut found = near(&whole, names.iter().copied());
    if found.is_empty() {
        found = near(typed, names.iter().copied());
    }
    if found.is_empty() {
        found = near(typed, all_names());
    }
    let hint = match found.as_slice() {
        [] => String::new(),
        names => format!("; did you mean {}?", names.join(" or ")),
    };
    let typed = if words.len() <= 2 { whole } else { typed.to_string() };
    SentenceError::Unknown { typed, what: what.into(), hint }
}

/// The card in hand with this number or name.
///
/// # Errors
/// A card that is not in the hand, or several with the same name.
pub fn card(game: &Game, hand: &[CardId], typed: &str) -> Result<CardId, SentenceError> {
    let number = typed.trim_start_matches('#').trim_start_matches("card:");
    if let Ok(number) = number.parse() {
        let card = CardId(number);
        return match hand.contains(&card) {
            true => Ok(card),
            false => Err(not_in_hand(game, hand, typed, Some(card))),
        };
    }
    let thing = |&card: &CardId| {
        let name = game.scripts().deck().card(card).map_or("", |facts| facts.name.as_str());
        let number = Some(format!("{}", card.0));
        let candidate = Candidate { number, name: name.into(), text: describe::card(game, card) };
        Thing { name: Name::new(name), placed: None, candidate, thing: card }
    };
    let things: Vec<Thing<CardId>> = hand.iter().map(thing).collect();
    let found = find(typed, things.iter().map(|thing| (&thing.name, thing.thing)));
    let text = |card: &CardId| describe::card(game, *card).split_once(' ').map(|(_, name)| name.to_string());
    match found.as_slice() {
        [] => Err(not_in_hand(game, hand, typed, None)),
        // The Campaign cards are equivalent.
        [first, rest @ ..] if rest.iter().all(|card| text(card) == text(first)) => Ok(*first),
        _ => only(&Candidates { typed: typed.into(), things: found }, &things),
    }
}

fn not_in_hand(game: &Game, hand: &[CardId], typed: &str, card: Option<CardId>) -> SentenceError {
    let deck = game.scripts().deck();
    let named = card.and_then(|card| deck.card(card));
    let what = match (card, named) {
        (Some(_), Some(facts)) => format!("{}, which is not in the hand", facts.name),
        (Some(_), None) => "not the number of a card".into(),
        _ => "not a card of the hand".into(),
    };
    let names: Vec<&str> = hand.iter().filter_map(|card| Some(deck.card(*card)?.name.as_str())).collect();
    let hint = match near(typed, names.iter().copied()).as_slice() {
        [] => " (`show hand` lists them)".to_string(),
        near => format!("; did you mean {}?", near.join(" or ")),
    };
    SentenceError::Unknown { typed: typed.into(), what, hint }
}
