//! What `undo` would hide again: dice, cards and enemy answers that were revealed to a player.

use crate::front::Session;
use crate::war::{choices, describe};
use wilderness_war::pieces::Pieces;
use wilderness_war::{Answer, Ask, Choice, Draw, Game, War};

/// The number of the answer that, to the players, revealed what the player learned at `index`, among those known since
/// `start`: for a word that ends a list, the last die, card or leader before it, back to the player's own last answer.
pub fn most_revealing(session: &Session<War>, start: usize, index: usize) -> usize {
    let history = session.game.history();
    let ends = matches!(history[index], Answer::Choice { choice: Choice::Word(_), .. });
    if !ends || matches!(history[index], Answer::Choice { ask: Ask::Secret(_), .. }) {
        return index;
    }
    let leaders = Pieces::get().leaders;
    let is_own = |known: &usize| {
        session.is_own(*known, session.game.past().chose(start)) && session.game.past().chose(*known).is_some()
    };
    let stands_out = |known: &usize| match &history[*known] {
        Answer::Choice { choice: Choice::Card(_), .. } => session.game.past().is_known(*known),
        Answer::Choice { choice: Choice::Piece(piece), .. } => leaders.contains(*piece),
        Answer::Roll { .. } => !session.game.past().is_persons(*known),
        Answer::Draw { .. } => true,
        Answer::Choice { .. } | Answer::Named { .. } => false,
    };
    (start..index).rev().take_while(|known| !is_own(known)).find(stands_out).unwrap_or(index)
}

/// An answer or result of chance, as far as it is public; nothing for the standard wording.
pub fn told_by(game: &Game, answer: &Answer) -> Option<String> {
    match answer {
        Answer::Draw { draw: Draw::Leader, drawn } => Some(format!("the draw of {drawn}")),
        Answer::Draw { draw: Draw::Hand, .. } => Some("a card drawn from a hand".into()),
        Answer::Draw { .. } => Some("a card of the draw pile".into()),
        Answer::Choice { ask: Ask::Secret(_), .. } => None,
        Answer::Choice { side, ask, choice } => {
            let choice = match choice {
                Choice::Card(card) => describe::card(game, *card),
                Choice::Word(word) => format!("{}: {}", word.token(), choices::explain(ask, *word)),
                other => other.to_string(),
            };
            Some(format!("an answer of the {side} ({} {choice})", ask.prompt()))
        }
        Answer::Roll { .. } | Answer::Named { .. } => None,
    }
}
