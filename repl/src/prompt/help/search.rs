//! Finds the topic of the rules that a question in plain words is about.

use super::manual;
use super::topic::HelpTopic;
use crate::prompt::front::Front;
use crate::text::names::fold;
use std::collections::BTreeSet;

/// The least that a topic has to reach by its text: a few words that hardly any other topic has.
const LEAST: f64 = 0.8;

/// The topic of the rules that these words are about, if there is one: the one whose name, or a word for it, occurs, the
/// longest of them; or else the one whose text has most of the words that few others have, for its length.
pub fn topic_for<F: Front>(words: &[String]) -> Option<&'static str> {
    let topics = &manual::<F>().rules;
    named(topics, words, false).or_else(|| by_text(topics, words)).or_else(|| named(topics, words, true))
}

/// What a question names by the way, in any topic: that alone does not tell which topic it is about.
const BY_THE_WAY: [&str; 20] = [
    "regulars",
    "provincials",
    "indians",
    "auxiliaries",
    "fort",
    "forts",
    "stockade",
    "stockades",
    "leader",
    "leaders",
    "card",
    "cards",
    "unit",
    "units",
    "gun",
    "guns",
    "cannon",
    "turn",
    "points",
    "general",
];

fn named(topics: &'static [HelpTopic], words: &[String], by_the_way: bool) -> Option<&'static str> {
    let text: String = words.iter().map(|word| format!(" {}", stem(word))).collect::<String>() + " ";
    let occurs = |name: &&str| {
        let stems: Vec<String> = fold(name).split_whitespace().map(stem).collect();
        name.len() > 2 && text.contains(&format!(" {} ", stems.join(" ")))
    };
    let names = topics.iter().flat_map(|topic| topic.words.iter().copied().chain([topic.name]));
    let names = names.filter(|name| BY_THE_WAY.contains(&fold(name).as_str()) == by_the_way);
    names.filter(occurs).max_by_key(|name| (name.split(' ').count(), name.len()))
}

fn by_text(topics: &'static [HelpTopic], words: &[String]) -> Option<&'static str> {
    let bags: Vec<BTreeSet<String>> = topics.iter().map(|topic| stems(&topic.text).collect()).collect();
    let asked: BTreeSet<String> = words.iter().map(|word| stem(word)).filter(|word| word.len() > 3).collect();
    let rare = |word: &&String| {
        let count = bags.iter().filter(|bag| bag.contains(*word)).count();
        if count == 0 { 0.0 } else { (bags.len() as f64 / count as f64).ln() }
    };
    let score = |bag: &BTreeSet<String>| {
        let found: Vec<f64> = asked.intersection(bag).map(|word| rare(&word)).collect();
        if found.len() < 2 { 0.0 } else { found.iter().sum::<f64>() / (bag.len() as f64).sqrt() }
    };
    let scored = topics.iter().zip(&bags).map(|(topic, bag)| (score(bag), topic.name));
    let best = scored.max_by(|(one, _), (other, _)| one.total_cmp(other));
    best.filter(|(score, _)| *score >= LEAST).map(|(_, name)| name)
}

fn stems(text: &str) -> impl Iterator<Item = String> {
    let folded = fold(text);
    let words: Vec<String> = folded.split(|c: char| !c.is_alphanumeric()).map(stem).collect();
    words.into_iter().filter(|word| word.len() > 2)
}

/// A word without its ending: `doubles`, `doubled` and `doubling` have the same stem.
pub fn stem(word: &str) -> String {
    let endings = ["ing", "ies", "ed", "es", "s", "y", "e"];
    let long = |ending: &&&str| word.len() > ending.len() + 3 && word.ends_with(**ending);
    endings.iter().find(long).map_or(word, |ending| &word[..word.len() - ending.len()]).to_string()
}
