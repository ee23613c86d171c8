//! What this game adds to the prompt, and what the prompt remembers for it.

use super::commands::COMMANDS;
use super::{cases, revealed};
use crate::front::{Extras, OwnCommand, Reply, Session, Trouble};
use crate::prompt::help::{Explained, Manual};
use crate::war::help;
use crate::war::workshop::Workshop;
use wilderness_war::{Answer, Cards as _, Game, Side, War};

/// What the prompt remembers for this game between lines.
#[derive(Clone, Default)]
pub struct WarPrompt {
    /// How far the designer's tutorial is.
    pub(in crate::war) workshop: Option<Workshop>,
}

impl Extras<War> for WarPrompt {
    fn commands() -> &'static [OwnCommand<War>] {
        &COMMANDS
    }

    fn carried_out(session: &mut Session<War>, line: &str, reply: Result<Reply, Trouble>) -> Result<Reply, Trouble> {
        session.with_workshop(line, reply)
    }

    fn reloaded(session: &mut Session<War>) -> String {
        let next = session.extras.workshop.as_mut().and_then(Workshop::saved);
        next.unwrap_or_default()
    }

    fn has_shown(game: &mut Game, known: usize) -> bool {
        !game.cards_shown_since(known).is_empty()
    }

    fn most_revealing(session: &Session<War>, start: usize, index: usize) -> usize {
        revealed::most_revealing(session, start, index)
    }

    fn told_by(game: &Game, answer: &Answer) -> Option<String> {
        revealed::told_by(game, answer)
    }

    fn manual() -> &'static Manual {
        &help::MANUAL
    }

    fn case(game: &Game, viewer: Side, topic: &str) -> String {
        cases::case(game, viewer, topic)
    }

    fn explained(game: &Game) -> Vec<Explained> {
        help::cards(game)
    }
}
