//! Lines that the prompt does not understand as they stand: polite ones, and questions in plain words. A polite line is
//! tried again without its manners. A question is answered by the command for it, and never changes the game.

use super::command::Command;
use crate::prompt::front::{Extras, Front, Sentences};
use crate::text::names::{fold, near};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use wilderness_engine::faults::built_in_toml;
use wilderness_engine::{Choice as _, Game};

/// The most words that a name has.
const LONGEST_NAME: usize = 4;
/// The most words of a line that asks without the words of a question: `terrain table`.
const SHORT: usize = 4;
/// The fewest letters of a word that is taken for a misspelt one.
const LEAST_LETTERS: usize = 5;
/// The most things that a question shows.
const MOST_THINGS: usize = 3;

/// Manners around a line: they say nothing about what is wanted.
const MANNERS: [&str; 22] = [
    "please",
    "pls",
    "plz",
    "thanks",
    "thank you",
    "ok",
    "okay",
    "well",
    "hm",
    "hmm",
    "so",
    "now",
    "then",
    "i want to",
    "i would like to",
    "i'd like to",
    "i will",
    "i'll",
    "let me",
    "let us",
    "let's",
    "lets",
];

/// What a question begins with.
const QUESTION_WORDS: [&str; 34] = [
    "who", "who's", "whose", "what", "what's", "whats", "where", "where's", "when", "why", "how", "which", "can",
    "could", "may", "is", "are", "am", "do", "does", "did", "will", "would", "should", "shall", "if", "tell", "show",
    "explain", "describe", "rule", "rules", "wait", "must",
];

/// A question and its answer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainQuestion {
    /// One of each list has to occur.
    words: Vec<Vec<String>>,
    /// The command, with places for what the question names.
    line: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Questions {
    question: Vec<PlainQuestion>,
}

static QUESTIONS: LazyLock<Vec<PlainQuestion>> =
    LazyLock::new(|| built_in_toml::<Questions>("questions.toml", include_str!("../../help/questions.toml")).question);

/// A thing that a line names.
struct Named {
    /// As it is typed.
    name: String,
    /// The kind of its token: `space`, `piece`, `hex`.
    kind: String,
}

/// A line without manners and without punctuation at its ends; nothing if it has none.
pub fn without_manners(line: &str) -> Option<String> {
    let trimmed =
        |text: &str| text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '!' | '.' | ',' | ';')).to_string();
    let mut text = trimmed(line);
    loop {
        let folded = fold(&text);
        let front = MANNERS
            .iter()
            .find(|manners| folded.strip_prefix(**manners).is_some_and(|rest| rest.starts_with([' ', ','])));
        let back = MANNERS
            .iter()
            .find(|manners| folded.strip_suffix(**manners).is_some_and(|rest| rest.ends_with([' ', ','])));
        text = match (front, back) {
            (Some(manners), _) => trimmed(text.get(manners.len()..).unwrap_or_default()),
            (None, Some(manners)) => trimmed(text.get(..text.len() - manners.len()).unwrap_or_default()),
            (None, None) => break,
        };
    }
    (text != line.trim() && !text.is_empty()).then_some(text)
}

/// Whether a line asks something, so that it must not change the game.
pub fn is_question(line: &str) -> bool {
    let folded = fold(line);
    let first = folded.split([' ', ',']).next().unwrap_or_default();
    let several = folded.split_whitespace().count() > 2;
    folded.contains('?') || several && QUESTION_WORDS.contains(&first)
}

/// The commands that may answer a line as a question, the most fitting first. Each only looks at the game. Those that
/// are marked answer it alone; of the others, which show what is named, all belong to the answer.
pub fn answers<F: Front>(game: &Game<F>, line: &str, topics: &[&'static str]) -> Vec<(Command<F>, bool)> {
    let words = words_of(line);
    let asks = is_question(line);
    // A longer line that asks nothing wants something done.
    if !asks && words.len() > SHORT {
        return Vec::new();
    }
    let named = named_in(game, &words);
    let folded = format!(" {} ", words.join(" "));
    let has = |word: &String| folded.contains(&format!(" {word} "));
    let fitting = QUESTIONS.iter().filter(|question| question.words.iter().all(|any| any.iter().any(has)));
    let mut lines: Vec<(String, bool)> =
        fitting.filter_map(|question| Some((filled(&question.line, &named)?, true))).collect();
    // What is named is shown; otherwise the rules say something.
    match named.is_empty() {
        false if asks => {
            lines.extend(named.iter().take(MOST_THINGS).map(|thing| (format!("where is {}", thing.name), false)));
        }
        false => {}
        true if !asks => {}
        true => lines.extend(topic_in(&words, topics).map(|topic| (format!("help {topic}"), true))),
    }
    let command = |(line, is_only): (String, bool)| {
        let command = super::command::parse::<F>(&line, game.sides()).ok()?;
        command.only_looks().then_some((command, is_only))
    };
    lines.into_iter().filter_map(command).collect()
}

/// A line with one misspelt word put right, if exactly one word is like one of a name.
pub fn mended<F: Front>(game: &Game<F>, line: &str) -> Option<String> {
    let explained = F::Extras::explained(game);
    let names = F::Sentences::names().into_iter().chain(explained.iter().map(|thing| thing.name.as_str()));
    let vocabulary: BTreeSet<String> =
        names.flat_map(words_of).filter(|word| word.chars().count() >= LEAST_LETTERS).collect();
    let mut mended = None;
    for word in line.split([' ', ',']) {
        let folded = fold(word);
        if folded.chars().count() < LEAST_LETTERS || vocabulary.iter().any(|known| known.starts_with(&folded)) {
            continue;
        }
        if let Some(right) = near(&folded, vocabulary.iter().map(String::as_str)).first() {
            let first: Option<String> = mended.replace(line.replace(word, right));
            if first.is_some() {
                return None;
            }
        }
    }
    mended
}

/// The words of a line, folded, without punctuation.
fn words_of(line: &str) -> Vec<String> {
    let folded = fold(line);
    let words = folded.split(|c: char| c.is_whitespace() || matches!(c, ',' | '?' | '!' | '.' | ';' | ':' | '(' | ')'));
    words.map(|word| word.strip_suffix("'s").unwrap_or(word).to_string()).filter(|word| !word.is_empty()).collect()
}

/// The things that a line names, in order: by the longest run of words that is the name of one thing.
fn named_in<F: Front>(game: &Game<F>, words: &[String]) -> Vec<Named> {
    let (mut named, mut start) = (Vec::<Named>::new(), 0);
    while start < words.len() {
        let longest = (1..=LONGEST_NAME.min(words.len() - start)).rev();
        let found =
            longest.into_iter().find_map(|count| Some((count, thing::<F>(game, &words[start..start + count])?)));
        match found {
            Some((count, thing)) => {
                named.extend(Some(thing).filter(|thing| named.iter().all(|known| known.name != thing.name)));
                start += count;
            }
            None => start += 1,
        }
    }
    named
}

/// The one thing that these words name, if each of them is long enough to belong to a name.
fn thing<F: Front>(game: &Game<F>, words: &[String]) -> Option<Named> {
    let is_of_name = |word: &String| {
        let is_number = word.starts_with(|c: char| c.is_ascii_digit());
        word.len() > 3 || is_number || words.len() > 1 && (word.len() == 3 || PARTICLES.contains(&word.as_str()))
    };
    let is_long = |word: &String| word.len() > 3 || word.starts_with(|c: char| c.is_ascii_digit());
    let is_common = |word: &String| COMMON.contains(&word.as_str());
    if !words.iter().all(is_of_name) || !words.iter().any(is_long) || words.iter().any(is_common) {
        return None;
    }
    let name = words.join(" ");
    let found = F::Sentences::find(game, &name);
    let first = *found.first()?;
    // A short word has to be one of the name, not only to begin one.
    let of_name = words_of(&F::named(game.scripts(), game.scenario(), first, true));
    if words.len() == 1 && words.iter().any(|word| word.len() == 4 && !of_name.contains(word)) {
        return None;
    }
    let kind = first.token().split(':').next().map(str::to_string)?;
    found.iter().all(|other| other.to_string() == first.to_string()).then_some(Named { name, kind })
}

/// Short words that stand in names.
const PARTICLES: [&str; 6] = ["la", "le", "de", "du", "st", "ft"];

/// Words that stand in questions and in names.
const COMMON: [&str; 44] = [
    "again",
    "against",
    "before",
    "over",
    "them",
    "intercept",
    "help",
    "event",
    "raid",
    "siege",
    "the",
    "and",
    "for",
    "with",
    "from",
    "north",
    "south",
    "east",
    "west",
    "river",
    "regulars",
    "indians",
    "alliance",
    "campaign",
    "card",
    "cards",
    "march",
    "attack",
    "back",
    "turn",
    "hand",
    "unit",
    "units",
    "points",
    "play",
    "take",
    "more",
    "into",
    "this",
    "that",
    "have",
    "will",
    "battle",
    "force",
];

/// A command with the things that a question names in their places.
fn filled(line: &str, named: &[Named]) -> Option<String> {
    let is_place = |thing: &&Named| matches!(thing.kind.as_str(), "space" | "hex" | "node" | "place");
    let is_piece = |thing: &&Named| matches!(thing.kind.as_str(), "piece" | "unit");
    let pieces: Vec<&str> = named.iter().filter(is_piece).map(|thing| thing.name.as_str()).collect();
    let mut text = line.to_string();
    let places = [
        ("{place}", named.iter().find(is_place).map(|thing| thing.name.clone())),
        ("{piece}", pieces.first().map(|name| name.to_string())),
        ("{pieces}", Some(pieces.join(", ")).filter(|names| !names.is_empty())),
        ("{1}", named.first().map(|thing| thing.name.clone())),
        ("{2}", named.get(1).map(|thing| thing.name.clone())),
    ];
    for (place, name) in places {
        if text.contains(place) {
            text = text.replace(place, &name?);
        }
    }
    Some(text)
}

/// The topic of help that a line is about: the longest name of one that occurs in it.
fn topic_in<'a>(words: &[String], topics: &'a [&'static str]) -> Option<&'a str> {
    let text = format!(" {} ", words.join(" "));
    let occurs = |topic: &&&str| {
        let topic = fold(topic);
        let stem = topic.strip_suffix('s').unwrap_or(&topic);
        topic.len() > 3
            && [topic.clone(), stem.to_string(), format!("{stem}s")]
                .iter()
                .any(|form| text.contains(&format!(" {form} ")))
    };
    topics.iter().filter(occurs).max_by_key(|topic| topic.len()).copied()
}
