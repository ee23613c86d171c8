//! Guesses what a line may mean that is not understood, from the things that it names. A guess is a line of its own, which
//! is asked about: what it leaves out is for the person to see.

use super::answer;
use super::heard::Heard;
use super::menu::Menu;
use super::questions;
use super::whereabouts;
use crate::prompt::front::{Front, OwnCommand, Sentences};
use wilderness_engine::{Choice as _, Game};

/// What lines that are about the game as a whole are taken for, by what they say.
const COMMANDS: [(&str, &str); 6] = [
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
    let said = COMMANDS.iter().filter(|(what, _)| heard.says(what)).map(|(_, command)| *command);
    // A game that cannot be conceded can be left.
    let known =
        |word: &'static str| if word == CONCEDE && OwnCommand::<F>::find(word).is_none() { "quit" } else { word };
    let mut all: Vec<String> = said.map(known).map(str::to_string).collect();
    let Some(menu) = menu else { return (all, Vec::new()) };
    all.extend(F::Sentences::guesses(game, &heard));
    (all, of_choices(game, menu, &heard))
}

/// The choices of the open decision that a line names, or else the one that it means without naming it.
fn of_choices<F: Front>(game: &Game<F>, menu: &Menu<F>, heard: &Heard<F::Choice>) -> Vec<String> {
    let offered = heard.things.iter().filter(|thing| thing.is_offered && !thing.is_left_out);
    let mut named: Vec<F::Choice> = Vec::new();
    for thing in offered {
        if !named.contains(&thing.thing) {
            named.push(thing.thing);
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
    let end = menu.closing.end.filter(|_| heard.says("end"));
    if heard.begins_with("no") && menu.closing.no.is_some() {
        return vec!["no".to_string()];
    }
    if let Some(first) = named.first().copied() {
        let words: Vec<String> =
            named.iter().copied().chain(end.filter(|end| !named.contains(end))).map(word).collect();
        return vec![words.join(", "), word(first)];
    }
    let end = end.map(word);
    let begins = |what: &str| heard.begins_with(what);
    // What is called by a name elsewhere in the game is about that.
    let names_nothing = heard.things.iter().all(|thing| thing.is_left_out);
    let counts =
        |pair: &&[String]| matches!(pair[0].as_str(), "number" | "choice" | "option" | "nr" | "marked" | "spot");
    let numbered = heard.words.windows(2).find(counts).map(|pair| &pair[1]).filter(|word| answer::is_number(word));
    let meant = match () {
        () if numbered.is_some() => numbered.cloned(),
        () if begins("yes") => Some("yes".to_string()),
        () if begins("all") && names_nothing => Some("all".to_string()),
        () if end.is_some() && names_nothing => end,
        () if heard.clause_says("no") && names_nothing => menu.closing.no.map(|_| "no".to_string()),
        () if heard.clause_says("yes") && heard.things.is_empty() => Some("yes".to_string()),
        () if heard.clause_says("all") && names_nothing => Some("all".to_string()),
        () => None,
    };
    let placed = || whereabouts::meant(game, menu, heard).map(word);
    meant.or_else(placed).into_iter().collect()
}
