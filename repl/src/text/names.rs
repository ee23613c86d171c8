//! Finds things by the beginnings of words of their names, in any order. Accents, capitals, hyphens and apostrophes do
//! not matter.

use std::collections::BTreeSet;

/// A name that can be searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The ways to split the name into words: `d'Orléans` is two words, or one.
    readings: Vec<Vec<String>>,
    /// The same of its other names.
    also: Vec<Vec<String>>,
    /// Words that distinguish things of the same name, but do not match on their own.
    hints: Vec<String>,
    /// Words that may stand with the name and say nothing: `fort` with Niagara.
    titles: &'static [&'static str],
}

/// A search text, split once for many names.
#[derive(Clone, Debug)]
pub struct Query {
    /// Its readings, each also as one word.
    readings: Vec<(Vec<String>, String)>,
}

impl Query {
    /// The text as typed.
    pub fn new(typed: &str) -> Query {
        let with_joined = |words: Vec<String>| {
            let joined = joined(words.iter().map(String::as_str));
            (words, joined)
        };
        Query { readings: readings(typed).into_iter().map(with_joined).collect() }
    }
}

/// How well a query fits a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fit {
    /// The whole name.
    Whole,
    /// A part of the name.
    Part,
}

impl Name {
    /// A name.
    pub fn new(name: &str) -> Name {
        Name { readings: readings(name), also: Vec::new(), hints: Vec::new(), titles: &[] }
    }

    /// Adds another name of the same thing.
    pub fn also(mut self, name: &str) -> Name {
        self.also.extend(readings(name));
        self
    }

    /// Lets these words stand with the name: they need not be in it, and do not match on their own.
    pub fn titled(mut self, titles: &'static [&'static str]) -> Name {
        self.titles = titles;
        self
    }

    /// Adds words that distinguish it from others of the same name.
    pub fn hint(mut self, words: &str) -> Name {
        self.hints.extend(readings(words).into_iter().flatten());
        self
    }

    /// Whether the text fits, as [`Name::matches`].
    pub fn fits(&self, typed: &str) -> Option<Fit> {
        self.matches(&Query::new(typed))
    }

    /// Whether a query fits. At least one of its words must belong to the name itself.
    pub fn matches(&self, query: &Query) -> Option<Fit> {
        let asked = &query.readings;
        let whole = |words: &Vec<String>| {
            asked.iter().any(|(query, joined)| is_joined(words, joined) || self.is_titled(words, query))
        };
        let names = || self.readings.iter().chain(&self.also);
        if names().any(whole) {
            return Some(Fit::Whole);
        }
        let part = |words: &Vec<String>| asked.iter().any(|(query, _)| self.has_all(words, query));
        names().any(part).then_some(Fit::Part)
    }

    fn is_title(&self, word: &str) -> bool {
        self.titles.contains(&word)
    }

    /// Whether a query is these words with titles among them.
    fn is_titled(&self, words: &[String], query: &[String]) -> bool {
        let bare: String = query.iter().filter(|word| !self.is_title(word)).map(String::as_str).collect();
        !bare.is_empty() && query.iter().any(|word| self.is_title(word)) && is_joined(words, &bare)
    }

    fn has_all(&self, words: &[String], query: &[String]) -> bool {
        let mut free: Vec<&String> = words.iter().collect();
        let mut hit = false;
        for asked in query {
            if self.is_title(asked) {
                continue;
            }
            // Matching the longest query words first would be exact; names are too short for that to matter.
            if let Some(index) = free.iter().position(|word| word.starts_with(asked.as_str())) {
                free.remove(index);
                hit = true;
            } else if !self.hints.iter().any(|hint| hint.starts_with(asked.as_str())) {
                return false;
            }
        }
        hit
    }
}

/// Words as one. Two numbers do not become another one: `1-5` is not 15.
fn joined<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.fold(String::new(), |joined, word| {
        let are_numbers = joined.ends_with(|c: char| c.is_numeric()) && word.starts_with(|c: char| c.is_numeric());
        let gap = if are_numbers { " " } else { "" };
        joined + gap + word
    })
}

/// Whether some words, joined, are this one.
fn is_joined(words: &[String], joined: &str) -> bool {
    let mut rest = joined;
    let mut is_next = |word: &String| rest.trim_start().strip_prefix(word.as_str()).map(|after| rest = after).is_some();
    words.iter().all(&mut is_next) && rest.is_empty()
}

/// The things whose names fit a query best: wholly, or else in part.
pub fn find<'a, T>(query: &str, things: impl IntoIterator<Item = (&'a Name, T)>) -> Vec<T> {
    let query = Query::new(query);
    let mut found: Vec<(Fit, T)> =
        things.into_iter().filter_map(|(name, thing)| Some((name.matches(&query)?, thing))).collect();
    let best = found.iter().map(|(fit, _)| *fit).min();
    found.retain(|(fit, _)| Some(*fit) == best);
    found.into_iter().map(|(_, thing)| thing).collect()
}

/// Things with names that are asked for often. Most of what is asked is no name, which is soon seen.
pub struct NamedThings<T> {
    all: Vec<(Name, T)>,
    /// The words of the names, and each name as one word.
    words: BTreeSet<String>,
}

impl<T: Copy> NamedThings<T> {
    /// Things by their names.
    pub fn new(all: Vec<(Name, T)>) -> NamedThings<T> {
        let readings = |name: &Name| name.readings.iter().chain(&name.also).chain([&name.hints]).cloned().collect();
        let readings: Vec<Vec<String>> =
            all.iter().flat_map(|(name, _)| -> Vec<Vec<String>> { readings(name) }).collect();
        let joined = readings.iter().map(|words| words.concat());
        NamedThings { words: joined.chain(readings.iter().flatten().cloned()).collect(), all }
    }

    /// The things whose names fit best, as [`find`].
    pub fn find(&self, typed: &str) -> Vec<T> {
        let begins = |word: &String| self.words.range(word.clone()..).next().is_some_and(|next| next.starts_with(word));
        let is_title = |word: &String| self.all.iter().any(|(name, _)| name.is_title(word));
        let query = Query::new(typed);
        let is_name = |(words, joined): &(Vec<String>, String)| {
            let bare = || words.iter().filter(|word| !is_title(word)).map(String::as_str).collect();
            words.iter().all(|word| begins(word) || is_title(word)) || begins(joined) || begins(&bare())
        };
        let may_be = query.readings.iter().any(is_name);
        if may_be { find(typed, self.all.iter().map(|(name, thing)| (name, *thing))) } else { Vec::new() }
    }
}

/// The minimum similarity of two names, from 0 to 1, for one to be suggested for the other.
const AT_LEAST: f64 = 0.65;

/// Up to three names that `query` may be a misspelling of, the nearest first.
pub fn near<'a>(query: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let query = fold(query);
    let likeness = |name: &str| {
        let name = fold(name);
        let words = name.split([' ', '-']).filter(|word| word.len() > 3).map(|word| likeness(&query, word));
        words.chain([likeness(&query, &name)]).fold(0.0, f64::max)
    };
    let mut scored: Vec<(f64, &str)> = names.into_iter().map(|name| (likeness(name), name)).collect();
    scored.retain(|(score, _)| *score >= AT_LEAST);
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    scored.dedup_by_key(|(_, name)| *name);
    scored.into_iter().take(3).map(|(_, name)| name).collect()
}

fn likeness(a: &str, b: &str) -> f64 {
    // Names of very different lengths are never similar, and comparing them is slow.
    let (short, long) = (a.chars().count().min(b.chars().count()), a.chars().count().max(b.chars().count()));
    if (short as f64) < AT_LEAST * long as f64 { 0.0 } else { strsim::normalized_damerau_levenshtein(a, b) }
}

/// Lower case without accents.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let plain = |letter: char| match letter {
        'à' | 'á' | 'â' | 'ä' => 'a',
        'ç' => 'c',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ò' | 'ó' | 'ô' | 'ö' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        '’' => '\'',
        other => other,
    };
    text.chars().flat_map(char::to_lowercase).map(plain).collect()
}

/// The words of a text, with apostrophes and hyphens read as spaces, or dropped except between numbers.
fn readings(text: &str) -> Vec<Vec<String>> {
    let folded = fold(text);
    let mut readings = Vec::new();
    let ways = |letters: &[char]| if folded.contains(letters) { [" ", ""].as_slice() } else { &[" "] };
    let hyphens = ['-', '/', '.'];
    for apostrophe in ways(&['\'']) {
        for hyphen in ways(&hyphens) {
            let text = folded.replace('\'', apostrophe);
            let text = if hyphen.is_empty() { joined(text.split(hyphens)) } else { text.replace(hyphens, hyphen) };
            let words: Vec<String> = text
                .split(|c: char| !c.is_alphanumeric())
                .filter(|word| !word.is_empty())
                .map(|word| if matches!(word, "saint" | "sainte") { "st" } else { word })
                .map(str::to_string)
                .collect();
            if !words.is_empty() && !readings.contains(&words) {
                readings.push(words);
            }
        }
    }
    readings
}

/// A text that begins with a capital letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
