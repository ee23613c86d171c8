//! What a designer does at the prompt: asking the position in the language of the scripts, and finding the file of a card.

use super::{Reply, Session, Trouble, plain};
use crate::names::{Name, find};
use std::path::PathBuf;
use wilderness_core::sets::CardId;

impl Session {
    /// What an expression is worth to the side that decides, which sees no more in it than elsewhere.
    pub(super) fn evaluate(&self, expression: &str) -> Result<Reply, Trouble> {
        let side = self.game.decision().map_or(self.game.state().active, |decision| decision.side);
        let side = self.game.stop().map_or(side, |stop| stop.side);
        let value = self.game.evaluate(side, expression)?;
        Ok(Reply::Text(format!("{value}\n")))
    }

    /// The file of the script of a card or an optional rule, named by number or name.
    pub(super) fn script_of(&self, what: &str) -> Result<PathBuf, Trouble> {
        let (directory, _) = self.watched()?;
        let file = self.file_of(what);
        let file = file.ok_or_else(|| plain(format!("no card and no optional rule is called `{what}`")))?;
        Ok(directory.join(file))
    }

    /// The same, relative to the directory of scripts.
    pub(super) fn file_of(&self, what: &str) -> Option<String> {
        let scripts = self.game.scripts();
        let number = what.trim_start_matches('#').parse().ok().map(CardId);
        let named = || {
            let names: Vec<(Name, CardId)> =
                scripts.deck().cards().map(|card| (Name::new(&card.name), card.number)).collect();
            find(what, names.iter().map(|(name, card)| (name, *card))).first().copied()
        };
        let file = number.and_then(|card| scripts.file_of_card(card)).or_else(|| scripts.file_of_rule(what));
        file.or_else(|| scripts.file_of_card(named()?))
    }
}
