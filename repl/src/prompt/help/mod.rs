//! Help: an opening screen, and topics: the commands, and what a game says of its sentences, rules and cards.

mod topic;

pub use topic::HelpTopic;

use super::command::uses;
use super::intents::LearnedIntents;
use super::lacking;
use crate::prompt::front::{Extras, Front, Sentences, Use};
use crate::text::columns::{beside, downwards, line_width};
use crate::text::names::{self, Fit, Name, fold};
use crate::text::style::{BOLD, DIM, paint};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use wilderness_engine::Game;

/// What a game adds to help.
pub struct Manual {
    /// How to answer: the first lines of the opening screen.
    pub answers: &'static str,
    /// What else there is help about: the last lines of that screen.
    pub others: &'static str,
    /// What `help more` says; empty if there is no such topic.
    pub more: &'static str,
    /// Its commands and the verbs of its sentences. One with the name of a command of all games takes its place.
    pub commands: Vec<HelpTopic>,
    /// The rules.
    pub rules: Vec<HelpTopic>,
    /// What people ask for.
    pub intents: LearnedIntents,
}

/// A thing of the game that help explains, such as a card.
pub struct Explained {
    /// Its name.
    pub name: String,
    /// Its number.
    pub number: String,
    /// What there is to say, in whole lines.
    pub text: String,
}

/// How to answer in any game.
pub const ANSWERS: &str = "\
Answer a question with the number or token of a choice, or with the beginnings
of words of its name; separate several answers with commas or `and`. `=` before
a line marks it as an answer. An empty line shows the choices again.
";

impl Manual {
    /// That of a game with nothing of its own.
    pub fn common() -> &'static Manual {
        static COMMON: Manual = Manual {
            answers: ANSWERS,
            others: "",
            more: "",
            commands: Vec::new(),
            rules: Vec::new(),
            intents: LearnedIntents::from(""),
        };
        &COMMON
    }
}

/// The commands of all games.
static COMMANDS: LazyLock<Vec<HelpTopic>> = LazyLock::new(|| HelpTopic::all(include_str!("../../../help/commands.md")));

fn manual<F: Front>() -> &'static Manual {
    F::Extras::manual()
}

/// The commands of a game and the verbs of its sentences.
pub fn commands<F: Front>() -> Vec<&'static HelpTopic> {
    let own = &manual::<F>().commands;
    let known: BTreeSet<&str> = uses::<F>().map(|(word, ..)| *word).chain(F::Sentences::verbs()).collect();
    let common = COMMANDS.iter().filter(|topic| own.iter().all(|own| own.name != topic.name));
    own.iter().chain(common).filter(|topic| known.contains(topic.name)).collect()
}

fn topics<F: Front>() -> impl Iterator<Item = &'static HelpTopic> {
    commands::<F>().into_iter().chain(&manual::<F>().rules)
}

/// The name of the rule that `help` tells for a topic, if it tells one.
pub fn rule_named<F: Front>(topic: &str) -> Option<&'static str> {
    let asked = fold(topic.trim());
    let number = asked.strip_suffix(".0").unwrap_or(&asked);
    let rules = &manual::<F>().rules;
    let is_chapter = |topic: &&HelpTopic| topic.rules.iter().any(|rule| rule.strip_suffix(".0") == Some(number));
    let of_number = || {
        let told = rules.iter().filter_map(|topic| Some((topic.tells(number)?, topic))).max_by_key(|(fit, _)| *fit);
        told.map(|(_, topic)| topic).or_else(|| rules.iter().find(is_chapter))
    };
    let of_word = || rules.iter().find(|topic| topic.fits(&asked) == Some(Fit::Whole));
    of_number().or_else(of_word).map(|topic| topic.name)
}

/// The topics of help, except the things of the game.
pub fn words<F: Front>() -> Vec<&'static str> {
    let more = Some("more").filter(|_| !manual::<F>().more.is_empty());
    let named = uses::<F>().map(|(word, ..)| *word).chain(topics::<F>().map(|topic| topic.name));
    let all: BTreeSet<&str> = more.into_iter().chain(["topics"]).chain(named).collect();
    all.into_iter().collect()
}

/// The names of the topics of the rules, and the other words for them.
pub fn rule_words<F: Front>() -> Vec<&'static str> {
    let words = |topic: &'static HelpTopic| topic.words.iter().copied().chain([topic.name]);
    manual::<F>().rules.iter().flat_map(words).collect()
}

/// Help on a topic; without one, the opening screen.
///
/// # Errors
/// When there is no such topic, with suggestions.
pub fn help<F: Front>(game: &Game<F>, topic: &str) -> Result<String, String> {
    let asked = fold(topic.trim());
    match asked.as_str() {
        "" => return Ok(screen::<F>(game)),
        "more" if !manual::<F>().more.is_empty() => return Ok(manual::<F>().more.into()),
        "topics" => return Ok(list::<F>()),
        _ => {}
    }
    let explained = F::Extras::explained(game);
    let number = asked.trim_start_matches("card:").trim_start_matches("card ").trim_start_matches('#');
    let is_number = number.starts_with(|first: char| first.is_ascii_digit());
    let about = match explained.iter().find(|thing| thing.number == number) {
        Some(thing) => Some(format!("{}{}", thing.text, in_chapter_too::<F>(number))),
        None if is_number => by_rule::<F>(number),
        None => by_word::<F>(&explained, &asked),
    };
    about.ok_or_else(|| unknown::<F>(&explained, topic.trim()))
}

/// The topics of the rules in the chapter that has the number of something else, in a line.
fn in_chapter_too<F: Front>(number: &str) -> String {
    let chapter: Vec<&str> = in_chapter::<F>(number).map(|topic| topic.name).collect();
    match chapter.is_empty() {
        true => String::new(),
        false => paint(DIM, beside("", 0, &format!("Chapter {number} of the rules: {}", helps(&chapter)))) + "\n",
    }
}

/// The topic of a rule number: the one with the longest matching prefix, or those of its section, or of the one above.
fn by_rule<F: Front>(number: &str) -> Option<String> {
    let number = number.strip_suffix(".0").unwrap_or(number);
    let told = manual::<F>().rules.iter().filter_map(|topic| Some((topic.tells(number)?, topic)));
    let nearest = told.max_by_key(|(length, _)| *length).map(|(_, topic)| topic.render());
    let section = || in_chapter::<F>(number).map(HelpTopic::render).collect::<Vec<_>>().join("\n");
    let found = nearest.or_else(|| Some(section()).filter(|text| !text.is_empty()));
    found.or_else(|| by_rule::<F>(number.rsplit_once('.')?.0))
}

fn in_chapter<F: Front>(number: &str) -> impl Iterator<Item = &'static HelpTopic> {
    let begins = format!("{number}.");
    manual::<F>().rules.iter().filter(move |topic| topic.rules.iter().any(|rule| rule.starts_with(&begins)))
}

/// Commands, rules and things with this name; or else those that begin with it.
fn by_word<F: Front>(explained: &[Explained], asked: &str) -> Option<String> {
    let fitting = |fit: Fit| {
        let texts: Vec<String> = topics::<F>().filter(|topic| topic.fits(asked) == Some(fit)).map(about::<F>).collect();
        (!texts.is_empty()).then(|| texts.join("\n"))
    };
    let things = |fit: Fit| {
        // Several cards of one name have one event.
        let fitting = explained.iter().filter(|thing| Name::new(&thing.name).fits(asked) == Some(fit));
        let named: BTreeMap<&str, &str> =
            fitting.rev().map(|thing| (thing.name.as_str(), thing.text.as_str())).collect();
        let text: String = named.into_values().collect();
        (!text.is_empty()).then_some(text)
    };
    let used = || uses::<F>().find(|(word, ..)| *word == asked).map(usage);
    let whole = fitting(Fit::Whole).or_else(|| things(Fit::Whole)).or_else(used);
    whole.or_else(|| fitting(Fit::Part)).or_else(|| things(Fit::Part))
}

/// How a command is used, and what for.
fn usage((_, form, what): &Use) -> String {
    format!("{}\n{}\n", paint(BOLD, form), beside("", 0, what))
}

/// A topic; of a command, with its usage.
fn about<F: Front>(topic: &HelpTopic) -> String {
    match uses::<F>().find(|(command, ..)| *command == topic.name) {
        Some(used) => usage(used) + topic.body().as_str(),
        None => topic.render(),
    }
}

fn unknown<F: Front>(explained: &[Explained], typed: &str) -> String {
    let other = topics::<F>().flat_map(|topic| topic.words.iter().copied());
    let own: Vec<&str> = words::<F>().into_iter().chain(other).collect();
    let near = names::near(typed, explained.iter().map(|thing| thing.name.as_str()).chain(own));
    let hint = match near.is_empty() {
        true => String::new(),
        false => format!("; did you mean {}?", helps(&near)),
    };
    format!("there is no help about `{typed}`{hint} (`help topics` lists what there is)")
}

fn helps(topics: &[&str]) -> String {
    topics.iter().map(|topic| format!("`help {}`", fold(topic))).collect::<Vec<_>>().join(", ")
}

/// How to answer, with an overview: in the built-in games a screen of 24 lines.
fn screen<F: Front>(game: &Game<F>) -> String {
    let has = |name: &&str| lacking::reason::<F>(game.scripts(), name).is_none();
    let names: Vec<String> = uses::<F>().map(|(name, ..)| *name).filter(has).map(str::to_string).collect();
    let heading = |text: &str, more: &str| format!("{} {}\n", paint(BOLD, text), paint(DIM, more));
    let (manual, commands) = (manual::<F>(), heading("Commands", "(`help save` explains one)"));
    let more = heading("More", "(`help topics` lists everything)");
    let own = F::Extras::overview(game);
    format!("{}{own}{commands}{}{more}{}", manual.answers, columns(&names), manual.others)
}

/// All topics.
fn list<F: Front>() -> String {
    let verbs = F::Sentences::verbs();
    let named = uses::<F>().map(|(word, ..)| *word).filter(|word| !verbs.contains(word));
    let rules: Vec<&str> = manual::<F>().rules.iter().map(|topic| topic.name).collect();
    let mut text = String::new();
    for (heading, names) in [("Commands", named.collect()), ("Sentences", verbs.clone()), ("Rules", rules)] {
        if !names.is_empty() {
            let names: Vec<String> = names.into_iter().map(str::to_string).collect();
            text.push_str(&format!("{}\n{}", paint(BOLD, heading), columns(&names)));
        }
    }
    if !manual::<F>().rules.is_empty() {
        text.push_str("Name rules by number too, as `help 6.1`.\n");
    }
    text
}

fn columns(names: &[String]) -> String {
    downwards(names, line_width() - 2).into_iter().map(|line| format!("  {line}\n")).collect()
}
