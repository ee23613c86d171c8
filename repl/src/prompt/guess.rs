//! Guesses what a line may mean that is not understood, from the things that it names. A guess is a line of its own, which
//! is asked about: what it leaves out is for the person to see.

use super::answer;
use super::heard::Heard;
use super::menu::Menu;
use super::questions;
use super::whereabouts;
use crate::prompt::front::{Front, OwnCommand, Sentences};
use wilderness_engine::{Choice, Game};

/// What lines that are about the game as a whole are taken for, by what they say.
const COMMANDS: [(&str, &str); 7] = [
    ("until", "until next turn"),
    ("quit", "quit"),
    (CONCEDE, CONCEDE),
    ("undo", "undo"),
    ("save", "save game.record"),
    ("new", "new"),
    ("hint", "hint"),
];

/// The command that gives a game up, where there is one.
const CONCEDE: &str = "concede";

/// What a line may mean, the most likely first: commands and sentences, and then answers, of which one is enough.
pub fn guesses<F: Front>(game: &Game<F>, menu: Option<&Menu<F>>, line: &str) -> (Vec<String>, Vec<String>) {
    let heard = Heard::new(game, menu, &questions::spelt(game, line));
    // What is about the game as a whole comes first.
    // Cards and points are given up, too.
    let says = |what: &str| if what == CONCEDE { heard.clause_is(what) } else { heard.says(what) };
    let said = COMMANDS.iter().filter(|(what, _)| says(what)).map(|(_, command)| *command);
    // A game that cannot be conceded can be left.
    let known =
        |word: &'static str| if word == CONCEDE && OwnCommand::<F>::find(word).is_none() { "quit" } else { word };
    let mut all: Vec<String> = said.map(known).map(str::to_string).collect();
    if let Some(save) = all.iter_mut().find(|line| line.starts_with("save "))
        && let Some(file) = named_file(&heard)
    {
        *save = format!("save {file}.record");
    }
    all.extend(heard.says("map").then(|| map::<F>(game, &heard)));
    let Some(menu) = menu else { return (all, Vec::new()) };
    all.extend(F::Sentences::guesses(game, &heard));
    (all, of_choices(game, menu, &heard))
}

/// The name under which a game is to be saved: `save this as tuesday`.
fn named_file<C: Choice>(heard: &Heard<C>) -> Option<String> {
    let words = &heard.words;
    let before = words.iter().rposition(|word| matches!(word.as_str(), "as" | "name" | "called" | "named" | "call"))?;
    let before = before + usize::from(words.get(before + 1).is_some_and(|next| matches!(next.as_str(), "it" | "this")));
    let of_clause = |at: &usize| heard.clause(*at) == heard.clause(before);
    let name =
        (before + 1..words.len()).take_while(of_clause).map(|at| words[at].as_str()).collect::<Vec<_>>().join("-");
    let is_plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    is_plain.then_some(name)
}

/// The most letters of a word that says nothing about what a number counts: `take number 4`.
const SHORT_WORD: usize = 5;

/// The numbers of choices that the words name: `1 and 2`, `option 4`, `the sixth one`, `12th choice`.
fn numbers(words: &[String]) -> Option<String> {
    if let [only] = words
        && let Some(number) = only.strip_prefix('#').filter(|number| answer::is_number(number))
    {
        return Some(number.to_string());
    }
    let is_choice = |word: &str| {
        matches!(
            word,
            "number" | "numbers" | "choice" | "option" | "options" | "opt" | "nr" | "marked" | "spot" | "one" | "entry"
        )
    };
    if words.iter().all(|word| answer::is_number(word) || word == "and") {
        let numbers: Vec<&str> = words.iter().map(String::as_str).filter(|word| answer::is_number(word)).collect();
        return (!numbers.is_empty()).then(|| numbers.join(", "));
    }
    // `artillery number 1` is no choice.
    let is_apart = |at: usize| at == 0 || words[at - 1].chars().count() <= SHORT_WORD;
    (1..words.len()).find_map(|at| match (words[at - 1].as_str(), words[at].as_str()) {
        (choice, number) if is_choice(choice) && choice != "one" && answer::is_number(number) => {
            is_apart(at - 1).then(|| number.to_string())
        }
        (ordinal, choice) if is_choice(choice) => of_ordinal(ordinal).map(|number| number.to_string()),
        _ => None,
    })
}

/// The choices with these numbers by their names, for the question whether they are meant.
fn said_of<F: Front>(menu: &Menu<F>, numbers: &str) -> String {
    let name = |number: &str| {
        let item = answer::numbered(menu, number).ok().filter(|item| item.choices.len() == 1)?;
        item.called.first().filter(|name| !name.contains(',')).cloned()
    };
    numbers.split(", ").map(|number| name(number).unwrap_or_else(|| number.to_string())).collect::<Vec<_>>().join(", ")
}

/// The number that an ordinal stands for.
fn of_ordinal(word: &str) -> Option<usize> {
    const ORDINALS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
        "twelfth",
    ];
    let place = ORDINALS.iter().position(|ordinal| *ordinal == word).map(|place| place + 1);
    let digits = || ["st", "nd", "rd", "th"].iter().find_map(|ending| word.strip_suffix(ending)?.parse().ok());
    place.or_else(digits)
}

/// The map, or the theatre of it that a line names.
fn map<F: Front>(game: &Game<F>, heard: &Heard<F::Choice>) -> String {
    let theatres = game.decision().map_or_else(Vec::new, |open| F::board(game, open.side).theatres);
    let named = theatres.into_iter().map(|theatre| theatre.word).find(|word| heard.has(word));
    format!("show map {}", named.unwrap_or_default()).trim_end().to_string()
}

/// The choices of the open decision that a line names, or else the one that it means without naming it.
fn of_choices<F: Front>(game: &Game<F>, menu: &Menu<F>, heard: &Heard<F::Choice>) -> Vec<String> {
    let offered = heard.things.iter().filter(|thing| thing.is_offered && !thing.is_left_out);
    let mut named: Vec<F::Choice> = Vec::new();
    for thing in offered {
        // `both Delaware` are two that are equal.
        let item = menu.items.iter().find(|item| item.choices.contains(&thing.thing));
        let equals = item.map_or(&[][..], |item| item.choices.as_slice());
        let count = heard.count_before(thing.at).unwrap_or(1);
        let more = equals.iter().filter(|choice| **choice != thing.thing).take(count.saturating_sub(1));
        for choice in std::iter::once(&thing.thing).chain(more) {
            if !named.contains(choice) {
                named.push(*choice);
            }
        }
    }
    // A name with a comma in it would be two answers.
    let word = |choice: F::Choice| {
        let item = menu.items.iter().find(|item| item.choices.contains(&choice));
        let called = item.and_then(|item| item.called.first()).cloned();
        let token = choice.token();
        let id = token.split_once(':').map(|(_, id)| id.to_string());
        let is_it = |word: &String| !word.contains(',') && answer::choice(menu, game, word) == Some(choice);
        // `2010 woods` is called by its number.
        let begins = |id: &String| called.as_ref().is_some_and(|name| name.starts_with(id.as_str()));
        id.clone().filter(begins).into_iter().chain(called.clone()).chain(id).find(is_it).unwrap_or(token)
    };
    // Who wants only what is named wants no more.
    let end = menu.closing.end.filter(|_| heard.says("end") || heard.says("only"));
    let is_thing = |choice: &F::Choice| choice.token().contains(':');
    let declines =
        heard.begins_with("no") || heard.says("decline") || heard.says("averse") && !named.iter().any(is_thing);
    if declines && menu.closing.no.is_some() {
        return vec!["no".to_string()];
    }
    if let Some(first) = named.first().copied() {
        let words: Vec<String> =
            named.iter().copied().chain(end.filter(|end| !named.contains(end))).map(word).collect();
        return vec![words.join(", "), word(first)];
    }
    // All but those that are left out.
    let left: Vec<F::Choice> = heard.things.iter().filter(|thing| thing.is_left_out).map(|thing| thing.thing).collect();
    if heard.says("all") && menu.decision.choices.iter().any(|choice| left.contains(choice)) {
        let others = menu.decision.choices.iter().copied().filter(|choice| is_thing(choice) && !left.contains(choice));
        return vec![others.chain(menu.closing.end).map(word).collect::<Vec<_>>().join(", ")];
    }
    let end = end.map(word);
    let begins = |what: &str| heard.begins_with(what);
    // What is called by a name elsewhere in the game is about that.
    let names_nothing = heard.things.iter().all(|thing| thing.is_left_out);
    let meant = match () {
        () if numbers(&heard.words).is_some() => numbers(&heard.words).map(|numbers| said_of(menu, &numbers)),
        () if begins("yes") => Some("yes".to_string()),
        () if begins("all") && names_nothing => Some("all".to_string()),
        () if end.is_some() && names_nothing => end,
        () if heard.clause_says("no") && names_nothing => menu.closing.no.map(|_| "no".to_string()),
        () if heard.clause_says("yes") && heard.things.is_empty() => Some("yes".to_string()),
        () if heard.clause_says("all") && names_nothing => Some("all".to_string()),
        () if heard.says("all") && names_nothing && menu.closing.end.is_some() => Some("all".to_string()),
        () => None,
    };
    let placed = || whereabouts::meant(game, menu, heard).map(word);
    meant.or_else(placed).into_iter().collect()
}
