//! Lines that the prompt does not understand as they stand: polite ones, and questions in plain words. A polite line is
//! tried again without its manners. A question is answered by the command for it, and never changes the game.

use super::command::uses;
use super::heard::{listed_words, stem};
use super::help;
use super::intents;
use crate::prompt::front::{Extras, Front, Sentences};
use crate::text::names::{fold, near};
use std::collections::BTreeSet;
use std::sync::LazyLock;
use wilderness_engine::{Choice as _, Game};

/// The fewest letters of a word that is taken for a misspelt one.
const LEAST_LETTERS: usize = 5;

/// Manners around a line: they say nothing about what is wanted.
const MANNERS: [&str; 42] = [
    "oh no",
    "ah",
    "damn",
    "first",
    "can you",
    "could you",
    "would you",
    "will you",
    "remind me",
    "show me again",
    "oh",
    "oh dear",
    "hang on",
    "wait",
    "right",
    "good",
    "fine",
    "no problem",
    "bitte",
    "merci",
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

/// What a line begins with that asks for something to be done.
const REQUESTS: [&str; 6] = ["can you ", "could you ", "would you ", "will you ", "can we please ", "could we please "];

/// What a later clause begins with that asks.
const ASKING: [&str; 33] = [
    "show me ",
    "tell me ",
    "let me see ",
    "do they ",
    "are they ",
    "must i ",
    "should i ",
    "did it ",
    "in which ",
    "at which ",
    "to which ",
    "on which ",
    "from which ",
    "dont get ",
    "may i ",
    "can i ",
    "could i ",
    "can he ",
    "can they ",
    "do i ",
    "does it ",
    "will it ",
    "what ",
    "how ",
    "why ",
    "who ",
    "where ",
    "which ",
    "is it ",
    "is there ",
    "whats ",
    "what's ",
    "were can ",
];

/// What a question begins with.
const QUESTION_WORDS: [&str; 92] = [
    "help", "print", "wouldnt", "isnt", "wut", "wot", "waht", "whta", "wher", "hwo", "wen", "wy", "whts", "wats",
    "wots", "whose", "dont get", "wich", "wat", "hw", "wheres", "hows", "whos", "whens", "lemme", "were", "zoom",
    "list", "montrez", "montre", "zeige", "range", "any", "anything", "mp", "has", "look", "read", "wer", "wie",
    "wieviel", "wieviele", "was", "wo", "wohin", "warum", "welche", "kann", "darf", "zeig", "qui", "que", "quoi", "ou",
    "combien", "pourquoi", "quels", "quelles", "who", "who's", "whose", "what", "what's", "whats", "where", "where's",
    "when", "why", "how", "which", "can", "could", "may", "is", "are", "am", "do", "does", "did", "will", "would",
    "should", "shall", "if", "tell", "show", "explain", "describe", "rule", "rules", "wait", "must",
];

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

/// Whether a line asks for something to be done.
pub fn is_request(line: &str) -> bool {
    let folded = fold(line);
    let wanted = REQUESTS.iter().find_map(|words| folded.strip_prefix(words));
    // To be told something is a question.
    wanted.is_some_and(|wanted| !wanted.split(' ').any(|word| matches!(word, "explain" | "tell" | "show" | "describe")))
}

/// Whether a line asks something, so that it must not change the game.
pub fn is_question(line: &str) -> bool {
    let folded = fold(line);
    // Who asks for something to be done wants it done.
    if is_request(line) {
        return false;
    }
    let first = folded.split([' ', ',']).next().unwrap_or_default();
    let several = folded.split_whitespace().count() > 2;
    let clauses = folded.split([',', ';', ':', '.']).map(str::trim);
    let in_clause = |clause: &str| ASKING.iter().any(|words| clause.starts_with(words)) || inverts(clause);
    folded.contains('?')
        || several
            && (folded.starts_with("and if ")
                || QUESTION_WORDS.contains(&first)
                || clauses.into_iter().any(in_clause)
                || is_about_rules(&folded))
}

/// Whether a clause begins with a verb and then its subject, as a question does: `do all three count`.
fn inverts(clause: &str) -> bool {
    let mut words = clause.split_whitespace();
    let verb = words.next().is_some_and(|word| VERBS.contains(&word));
    verb && words.next().is_some_and(|word| SUBJECTS.contains(&word)) && words.next().is_some()
}

/// Verbs that stand before their subject in a question.
const VERBS: [&str; 9] = ["do", "does", "did", "is", "are", "was", "were", "can", "must"];
/// Words that a subject begins with.
const SUBJECTS: [&str; 20] = [
    "the", "all", "both", "my", "his", "our", "their", "they", "he", "it", "i", "we", "you", "there", "this", "that",
    "these", "those", "any", "only",
];

/// Whether a short line names the rules: `put the rules about sieges on screen`.
pub fn is_about_rules(line: &str) -> bool {
    let folded = fold(line);
    let words: Vec<&str> = folded.split_whitespace().collect();
    words.len() <= MOST_ABOUT_RULES && words.iter().any(|word| matches!(*word, "rule" | "rules"))
}

/// The most words of a line that only names the rules it wants to see.
const MOST_ABOUT_RULES: usize = 9;

/// The command that a line of one word can only be misspelt: `helpp`.
pub fn misspelt_command<F: Front>(line: &str) -> Option<String> {
    let word = fold(line.trim_matches(|c: char| !c.is_alphanumeric()));
    if word.contains(char::is_whitespace) || word.chars().count() < LEAST_LETTERS - 1 {
        return None;
    }
    let mut near =
        uses::<F>().map(|(command, ..)| *command).filter(|command| strsim::damerau_levenshtein(&word, command) == 1);
    near.next().filter(|_| near.next().is_none()).map(str::to_string)
}

/// The questions in a line, if there are several: `who is at albany, and can they reach us?`
pub fn apart(line: &str) -> Vec<String> {
    let folded: Vec<String> = line.split_whitespace().map(fold).collect();
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_string();
    let words: Vec<String> = folded.iter().map(|word| bare(word)).collect();
    let mut parts: Vec<(usize, usize)> = Vec::new();
    let mut start = 0;
    for at in 1..words.len() {
        let joins = JOINING.contains(&words[at - 1].as_str());
        let ends = folded[at - 1].ends_with(['?', ',', ';', '.', '!', ':']) || joins;
        let end = if joins { at - 1 } else { at };
        if ends && end >= start + LEAST_WORDS && words.len() >= at + LEAST_WORDS && asks_something(&words[at..]) {
            // A condition, or a remark, belongs to the question behind it.
            if asks_something(&words[start..end]) || folded[start..end].iter().any(|word| word.ends_with('?')) {
                parts.push((start, end));
                start = at;
            }
        }
    }
    parts.push((start, words.len()));
    let typed: Vec<&str> = line.split_whitespace().collect();
    if parts.len() < 2 { Vec::new() } else { parts.iter().map(|(from, to)| typed[*from..*to].join(" ")).collect() }
}

/// Words between two questions.
const JOINING: [&str; 4] = ["and", "or", "but", "then"];
/// The fewest words of one of several questions.
const LEAST_WORDS: usize = 3;
/// Words that a question may begin with behind another, besides those that begin a line.
const BEGINNING: [&str; 8] = ["have", "has", "might", "need", "in", "at", "to", "from"];

/// Whether some words begin as a question does; a condition does not.
fn asks_something(words: &[String]) -> bool {
    let [first, second, ..] = words else { return false };
    let asks =
        |word: &String| QUESTION_WORDS.contains(&word.as_str()) && !matches!(word.as_str(), "if" | "wait" | "any");
    asks(first)
        || BEGINNING.contains(&first.as_str()) && matches!(second.as_str(), "which" | "what" | "i" | "we" | "they")
}

/// A line with one misspelt word put right, if exactly one word is like one of a name.
pub fn mended<F: Front>(game: &Game<F>, line: &str) -> Option<String> {
    let vocabulary = vocabulary(game);
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

/// Short words that are often written like this.
const MISSPELT: [(&str, &str); 21] = [
    ("ti", "ticonderoga"),
    ("wut", "what"),
    ("wot", "what"),
    ("waht", "what"),
    ("whta", "what"),
    ("wats", "whats"),
    ("wich", "which"),
    ("wher", "where"),
    ("wen", "when"),
    ("hwo", "how"),
    ("hw", "how"),
    ("r", "are"),
    ("teh", "the"),
    ("manny", "many"),
    ("meny", "many"),
    ("thier", "their"),
    ("cud", "could"),
    ("wud", "would"),
    ("shud", "should"),
    ("gona", "going to"),
    ("rite", "right"),
];

/// A line with every word put right that can only be a misspelt word of these names.
pub fn spelt<F: Front>(game: &Game<F>, line: &str) -> String {
    let mut vocabulary = vocabulary(game);
    let choices = game.decision().into_iter().flat_map(|open| open.choices.iter().copied());
    let names = choices.map(|choice| F::named(game.scripts(), game.scenario(), choice, true));
    vocabulary.extend(names.flat_map(|name| words_of(&name)).filter(|word| word.chars().count() >= LEAST_LETTERS));
    // What the rules are about is no misspelt name.
    let rules: BTreeSet<String> =
        help::rule_words::<F>().into_iter().flat_map(words_of).map(|word| stem(&word)).collect();
    let spelt = |word: &str| {
        let written = word.trim_matches(|c: char| !c.is_alphanumeric());
        if let Some((_, right)) = MISSPELT.iter().find(|(wrong, _)| fold(written) == *wrong) {
            return word.replace(written, right);
        }
        let bare = fold(written);
        let singular = bare.strip_suffix('s').unwrap_or(&bare);
        let is_known =
            || bare.chars().count() < LEAST_LETTERS || vocabulary.iter().any(|known| known.starts_with(singular));
        let is_plain = || {
            // The singular and the plural of a word are both right.
            is_common(&bare)
                || PLAIN.iter().any(|known| stem(known) == stem(&bare))
                || rules.contains(&stem(&bare))
                || F::Sentences::verbs().contains(&bare.as_str())
        };
        if is_plain() {
            return word.to_string();
        }
        if let Some(name) = of_nickname(game, &bare) {
            return word.replace(written, &name);
        }
        if is_known() {
            return word.to_string();
        }
        let right = match near(&bare, vocabulary.iter().map(String::as_str)).as_slice() {
            [right, ..] if is_near(&bare, right) => Some(*right),
            _ => plain_word(&bare),
        };
        // What stands around the word, such as a comma, stays.
        right.map_or_else(|| word.to_string(), |right| word.replace(written, right))
    };
    line.split(' ').map(spelt).collect::<Vec<_>>().join(" ")
}

/// The one piece for which people have this nickname, by the word with which its name begins: `Monty` is Montcalm.
fn of_nickname<F: Front>(game: &Game<F>, word: &str) -> Option<String> {
    let begins = ["ie", "y"].iter().find_map(|ending| word.strip_suffix(ending))?;
    let is_short = begins.chars().count() < LEAST_OF_NICKNAME;
    let is_plain = || {
        let mut plain = listed_words().flat_map(|phrase| phrase.split(' ')).chain(intents::words());
        plain.any(|known| known == word)
    };
    if is_short || is_plain() || !F::Sentences::find(game, word).is_empty() {
        return None;
    }
    let is_piece = |thing: &F::Choice| ["piece:", "unit:"].iter().any(|kind| thing.token().starts_with(kind));
    let called = |thing: F::Choice| F::named(game.scripts(), game.scenario(), thing, false);
    let found = F::Sentences::find(game, begins).into_iter().filter(is_piece).map(called);
    let names: BTreeSet<String> = found.filter(|name| !name.contains(' ') && fold(name).starts_with(begins)).collect();
    let mut names = names.into_iter();
    names.next().filter(|_| names.next().is_none()).map(|name| fold(&name))
}

/// The fewest letters of a name that its nickname begins with.
const LEAST_OF_NICKNAME: usize = 3;

/// The longer words of plain questions and answers.
static PLAIN: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| {
    let words = listed_words().flat_map(|phrase| phrase.split(' ')).chain(intents::words());
    words.chain(QUESTION_WORDS).chain(COMMON).filter(|word| word.chars().count() >= LEAST_LETTERS).collect()
});

/// The word of plain questions and answers that a word can only be misspelt: `shoud`, `assualt`.
fn plain_word(word: &str) -> Option<&'static str> {
    let likeness = |known: &&&str| strsim::normalized_damerau_levenshtein(word, known);
    let is_like = |known: &&&str| known.chars().next() == word.chars().next() && likeness(known) >= MUCH_ALIKE;
    PLAIN.iter().filter(is_like).max_by(|one, other| likeness(one).total_cmp(&likeness(other))).copied()
}

/// How alike a misspelt word is at least to one that is no name.
const MUCH_ALIKE: f64 = 0.8;

/// Whether a word may be this one misspelt: the first letter is seldom wrong.
fn is_near(word: &str, right: &str) -> bool {
    word.chars().next() == right.chars().next() && strsim::normalized_damerau_levenshtein(word, right) >= ALIKE
}

/// How alike a misspelt word is to the right one at least, from 0 to 1.
const ALIKE: f64 = 0.7;

/// The longer words of all names.
fn vocabulary<F: Front>(game: &Game<F>) -> BTreeSet<String> {
    let explained = F::Extras::explained(game);
    let names = F::Sentences::names().into_iter().chain(explained.iter().map(|thing| thing.name.as_str()));
    names.flat_map(words_of).filter(|word| word.chars().count() >= LEAST_LETTERS).collect()
}

/// The words of a line, folded, without punctuation.
fn words_of(line: &str) -> Vec<String> {
    let folded = fold(line);
    let words = folded.split(|c: char| c.is_whitespace() || matches!(c, ',' | '?' | '!' | '.' | ';' | ':' | '(' | ')'));
    words.map(|word| word.strip_suffix("'s").unwrap_or(word).to_string()).filter(|word| !word.is_empty()).collect()
}

/// Whether a word says nothing about which thing is meant.
pub fn is_common(word: &str) -> bool {
    COMMON.contains(&word)
}

/// Words that stand in questions and in names.
const COMMON: [&str; 81] = [
    "numbers",
    "small",
    "count",
    "pays",
    "troops",
    "northern",
    "southern",
    "machine",
    "inside",
    "outside",
    "present",
    "fall",
    "falls",
    "level",
    "should",
    "would",
    "could",
    "their",
    "there",
    "where",
    "which",
    "other",
    "after",
    "first",
    "please",
    "still",
    "number",
    "fails",
    "range",
    "ranger",
    "rangers",
    "provincial",
    "provincials",
    "coureur",
    "regular",
    "indian",
    "militia",
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
