//! What a line asks for, learned from examples: lines as people typed them, with the kinds of things in place of their
//! names, sorted by what is wanted. The examples of all games stand in `help/intents.toml`; a game adds its own. A
//! classifier is trained on them when the first line is read that nothing else understands.

use super::heard::{self, Heard, stem};
use crate::prompt::front::{Extras, Front};
use crate::text::names::fold;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{LazyLock, OnceLock};
use wilderness_classifier::{Classifier, Example};
use wilderness_engine::faults::built_in_toml;
use wilderness_engine::{Game, Question as _, Side as _};

/// How many features of a line are known at least: of gibberish, only its length and the like are.
const LEAST_KNOWN: usize = 5;
/// How many letters of the beginning of a longer word count by themselves: the rest may be misspelt.
const BEGINNING: usize = 4;

/// Something that may be asked for.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Intent {
    /// Its name. That of a game takes the place of the common one with the same name, and has its examples too.
    name: String,
    /// What it is about, in words: `the odds of a combat`.
    #[serde(default)]
    pub about: String,
    /// The lines that answer it, the first that can be carried out; those with `;` between them are shown together.
    #[serde(default)]
    pub lines: Vec<String>,
    /// What a line that wants something done may answer to the open question, the first that is possible.
    #[serde(default)]
    pub answers: Vec<String>,
    /// Lines that ask for it.
    #[serde(default)]
    examples: String,
    /// Lines that asked for it at a question of this kind.
    #[serde(default)]
    asked: BTreeMap<String, String>,
}

impl Intent {
    /// Whether it stands for lines that want something done.
    pub fn is_order(&self) -> bool {
        self.lines.is_empty()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IntentList {
    /// Words with about the same meaning, by a name for it.
    #[serde(default)]
    words: BTreeMap<String, String>,
    #[serde(default)]
    intent: Vec<Intent>,
}

static COMMON: LazyLock<IntentList> =
    LazyLock::new(|| built_in_toml("intents.toml", include_str!("../../help/intents.toml")));

/// The meaning of a word, if it is listed.
fn meaning(word: &str) -> Option<&'static str> {
    static MEANINGS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
        let of_meaning = |(meaning, words): (&'static String, &'static String)| {
            words.split_whitespace().map(move |word| (word, meaning.as_str()))
        };
        COMMON.words.iter().flat_map(of_meaning).collect()
    });
    MEANINGS.get(word).or_else(|| MEANINGS.get(stem(word).as_str())).copied()
}

/// The words that occur in several examples of all games.
pub fn words() -> BTreeSet<&'static str> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for intent in &COMMON.intent {
        for word in intent.examples.split(|c: char| !c.is_alphanumeric()) {
            *seen.entry(word).or_default() += 1;
        }
    }
    let listed = COMMON.words.values().flat_map(|words| words.split_whitespace());
    seen.into_iter().filter(|(_, count)| *count > 2).map(|(word, _)| word).chain(listed).collect()
}

/// What a game has learned: a static, for the examples are read and trained on once.
pub struct LearnedIntents {
    /// The examples of the game, in TOML.
    source: &'static str,
    model: OnceLock<Model>,
}

impl LearnedIntents {
    /// Learns from these examples, besides the common ones, when it is first asked.
    pub const fn from(source: &'static str) -> LearnedIntents {
        LearnedIntents { source, model: OnceLock::new() }
    }

    fn model(&'static self) -> &'static Model {
        self.model.get_or_init(|| Model::trained(intents(self.source)))
    }
}

/// The intents of a game: the common ones, and its own.
fn intents(source: &'static str) -> Vec<Intent> {
    let own = built_in_toml::<IntentList>("the intents of the game", source).intent;
    let mut all = COMMON.intent.clone();
    for intent in own {
        match all.iter_mut().find(|known| known.name == intent.name) {
            Some(known) => {
                if !intent.lines.is_empty() {
                    known.lines = intent.lines;
                }
                if !intent.about.is_empty() {
                    known.about = intent.about;
                }
                known.examples.push_str(&intent.examples);
                for (kind, examples) in intent.asked {
                    known.asked.entry(kind).or_default().push_str(&examples);
                }
            }
            None => all.push(intent),
        }
    }
    all
}

/// A trained model.
struct Model {
    intents: Vec<Intent>,
    classifier: Classifier,
}

/// The examples of these intents.
fn examples(intents: &[Intent]) -> Vec<Example> {
    let mut examples = Vec::new();
    for (number, intent) in intents.iter().enumerate() {
        let asked = intent.asked.iter().flat_map(|(kind, lines)| lines.lines().map(move |line| (line, kind.as_str())));
        let lines = intent.examples.lines().map(|line| (line, "")).chain(asked);
        for (line, kind) in lines.filter(|(line, _)| !line.trim().is_empty()) {
            let words: Vec<String> = heard::words(line).into_iter().map(generic).collect();
            examples.push((features(&words, line.contains('?'), kind), number));
        }
    }
    examples
}

/// What a model makes of a question that it has not learned.
#[cfg(feature = "testing")]
#[derive(Clone, Copy, Debug)]
pub struct CrossValidated {
    /// How likely the best reading seems, from 0 to 1.
    pub chance: f64,
    /// Whether it is the right one.
    pub is_right: bool,
    /// Whether the right one is among the best five.
    pub is_near: bool,
}

/// What models make of the questions among the examples of a game, each of one that has not learned that one: all are
/// divided into as many parts.
#[cfg(feature = "testing")]
pub fn cross_validated<F: Front>(parts: usize) -> Vec<CrossValidated> {
    let intents = intents(F::Extras::manual().intents.source);
    let all = examples(&intents);
    let mut found = Vec::new();
    for part in 0..parts {
        let is_left_out = |number: usize| number % parts == part;
        let learned = all.iter().enumerate().filter(|(number, _)| !is_left_out(*number));
        let model = Model::of(intents.clone(), learned.map(|(_, example)| example.clone()).collect());
        let asked =
            all.iter().enumerate().filter(|(number, (_, right))| is_left_out(*number) && !intents[*right].is_order());
        for (_, (features, right)) in asked {
            let ranked = model.ranked(features);
            let questions: Vec<_> = ranked.into_iter().filter(|(intent, _)| !intent.is_order()).collect();
            let Some((_, best)) = questions.first() else { continue };
            let sum: f64 = questions.iter().map(|(_, score)| (score - best).exp()).sum();
            let place = questions.iter().position(|(intent, _)| intent.name == intents[*right].name);
            let (is_right, is_near) = (place == Some(0), place.is_some_and(|place| place < 5));
            found.push(CrossValidated { chance: 1.0 / sum, is_right, is_near });
        }
    }
    found
}

impl Model {
    fn trained(intents: Vec<Intent>) -> Model {
        let examples = examples(&intents);
        Model::of(intents, examples)
    }

    /// The model that has learned these examples.
    fn of(intents: Vec<Intent>, examples: Vec<Example>) -> Model {
        Model { classifier: Classifier::trained(examples, intents.len()), intents }
    }

    /// How well each intent fits, the best first: the difference of two is the logarithm of how much likelier one
    /// is. Nothing is known of a line whose words are all new.
    fn ranked(&self, features: &BTreeSet<String>) -> Vec<(&Intent, f64)> {
        let scores = self.classifier.scores(features, LEAST_KNOWN).unwrap_or_default();
        let mut ranked: Vec<(&Intent, f64)> = self.intents.iter().zip(scores).collect();
        ranked.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        ranked
    }
}

/// A word as the examples have it: any number is `{n}`.
fn generic(word: String) -> String {
    let is_number = word.trim_start_matches('#').bytes().all(|byte| byte.is_ascii_digit()) && word != "#";
    match () {
        () if is_number => "{n}".into(),
        () if is_sign(&word) => "{sign}".into(),
        () => word,
    }
}

/// Whether a word is one of the signs on the screen: `b18amhe`, `2x`.
fn is_sign(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let is_stack = word.starts_with(['b', 'f']) && word[1..].starts_with(|c: char| c.is_ascii_digit());
    let is_count = digits + 1 == word.len() && word.ends_with('x');
    digits > 0 && (is_stack || is_count)
}

/// Whether one of these words stands for a side.
pub fn is_side<F: Front>(side: F::Side, words: &[String]) -> bool {
    let (name, id) = (fold(&side.to_string()), side.id());
    let other = format!("list {id}");
    words.iter().any(|word| *word == name || word == id || heard::is_word_for(&other, word))
}

/// The words of a line, with the kinds of what they name in place of the names.
pub fn without_names<F: Front>(game: &Game<F>, heard: &Heard<F::Choice>) -> Vec<String> {
    let is_side = |word: &String| game.sides().iter().any(|side| is_side::<F>(side, std::slice::from_ref(word)));
    let mut words: Vec<String> = Vec::new();
    for (at, word) in heard.words.iter().enumerate() {
        let kind = match heard.things.iter().find(|thing| (thing.at..thing.end).contains(&at)) {
            _ if is_side(word) => Some("{side}"),
            Some(thing) if thing.is_place() => Some("{place}"),
            Some(thing) if thing.is_piece() => Some("{piece}"),
            Some(thing) if thing.is_card() => Some("{card}"),
            _ => None,
        };
        let word = kind.map_or_else(|| generic(word.clone()), str::to_string);
        if !word.starts_with('{') || words.last() != Some(&word) {
            words.push(word);
        }
    }
    words
}

/// What tells lines apart: their words, stems and meanings, alone, in pairs and next to each other; whether they ask; how
/// long they are; and the kind of the open question.
fn features(words: &[String], asks: bool, kind: &str) -> BTreeSet<String> {
    let is_slot = |word: &String| word.starts_with('{');
    let stems: Vec<String> = words.iter().map(|word| if is_slot(word) { word.clone() } else { stem(word) }).collect();
    let mut found: BTreeSet<String> = stems.iter().cloned().collect();
    let mut next = |sign: &str, row: &[&str]| {
        let row: Vec<&str> = std::iter::once("^").chain(row.iter().copied()).chain(["$"]).collect();
        found.extend(row.windows(2).map(|pair| format!("{sign}{}_{}", pair[0], pair[1])));
    };
    next("", &stems.iter().map(String::as_str).collect::<Vec<_>>());
    let meant = words.iter().filter_map(|word| if is_slot(word) { Some(word.as_str()) } else { meaning(word) });
    let meant: Vec<&str> = meant.collect();
    next(":", &meant);
    for (place, one) in meant.iter().enumerate() {
        found.insert(format!(":{one}"));
        for other in meant[place + 1..].iter().filter(|other| *other != one) {
            found.insert(format!("&{}&{}", one.min(other), one.max(other)));
        }
    }
    let begins = stems.iter().filter(|word| !is_slot(word)).filter_map(|word| word.get(..BEGINNING));
    let beginnings: Vec<String> = begins.map(|beginning| format!("{beginning}*")).collect();
    found.extend(beginnings);
    found.extend(asks.then(|| "?".to_string()));
    found.insert(format!("long {}", (words.len() / 5).min(3)));
    found.extend((!kind.is_empty()).then(|| format!("at {kind}")));
    found
}

/// What a line may ask for, the most likely first, with how well each fits.
pub fn ranked<F: Front>(game: &Game<F>, heard: &Heard<F::Choice>, asks: bool) -> Vec<(&'static Intent, f64)> {
    let kind = game.decision().map(|open| open.ask.kind()).unwrap_or_default();
    let model = F::Extras::manual().intents.model();
    model.ranked(&features(&without_names(game, heard), asks, kind))
}
