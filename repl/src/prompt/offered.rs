//! The words that answer the open decision, each with a description. A word is offered only if the prompt takes it for
//! exactly that answer, and every answer has one.

use super::command;
use super::lexicon::Candidate;
use super::menu::{Item, Menu};
use super::plan;
use crate::prompt::front::Front;
use wilderness_engine::{Choice as _, Game};

/// The word for each choice of the open decision, in the order of the menu; nothing if the viewer may not see them.
pub fn answers<F: Front>(game: &Game<F>) -> Vec<Candidate> {
    let Some(menu) = Menu::of(game).filter(|menu| game.now().is_shown(menu.decision.side)) else { return Vec::new() };
    let mut offered: Vec<Candidate> = Vec::new();
    // Choices that can only be told apart by their tokens come last.
    let mut by_token: Vec<Candidate> = Vec::new();
    for item in &menu.items {
        for (called, choice) in item.called.iter().zip(item.choices.iter().copied()) {
            let first = called.split(' ').next().unwrap_or(called);
            let word = [called.as_str(), first].into_iter().find(|word| is_answer(&menu, game, word, choice));
            let note = note(item, word.unwrap_or_default());
            match word {
                Some(word) => offered.push(Candidate::new(word, note)),
                None => by_token.push(Candidate::new(&choice.token(), note)),
            }
        }
    }
    offered.extend(by_token);
    offered
}

/// Whether a line of this word gives this answer.
fn is_answer<F: Front>(menu: &Menu<F>, game: &Game<F>, word: &str, choice: F::Choice) -> bool {
    command::parse::<F>(word, game.sides()).is_ok_and(|command| command.answers())
        && plan::answer_of(game, menu, word) == Some(choice)
}

/// The text of a menu line beyond the word, and its note.
fn note<F: Front>(item: &Item<F>, word: &str) -> String {
    let full = item.full();
    let text = full.strip_prefix(word).unwrap_or(&full).trim();
    match (text.is_empty(), item.note.is_empty()) {
        (true, _) => item.note.clone(),
        (_, true) => text.into(),
        _ => format!("{text}: {}", item.note),
    }
}
