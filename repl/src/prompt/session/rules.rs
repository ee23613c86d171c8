//! `rules`: the optional rules of a game, and changing them before it has begun.

use super::{Reply, Session, Trouble, plain};
use crate::prompt::front::{Front, Tables};
use crate::text::columns::{line_width, wrap};
use crate::text::entry::entry;
use crate::text::names::capital;

/// The optional rules of a game, as they are listed.
pub struct RuleTable {
    /// The rules, in order.
    pub rules: Vec<ListedRule>,
    /// Sentences below them.
    pub notes: Vec<String>,
    /// Why they can no longer change, as a sentence without capital and full stop; nothing if they can.
    pub fixed: Option<String>,
    /// Until when they can change: `until the first card is dealt`.
    pub until: &'static str,
}

/// A rule as it is listed.
pub struct ListedRule {
    /// Its number and its word.
    pub name: String,
    /// Whether it is in force, or where it has an effect; empty for nothing.
    pub sign: String,
    /// What it says.
    pub about: String,
}

impl ListedRule {
    /// The rule in the list.
    pub fn render(&self) -> String {
        entry(&self.name, &self.sign, &self.about)
    }
}

/// What is said of a game that has none.
const NO_RULES: &str = "this game has no optional rules";

impl<F: Front> Session<F> {
    /// Lists the optional rules.
    pub(super) fn rules(&self) -> String {
        let Some(table) = F::Tables::rules(&self.game, self.viewer()) else { return String::new() };
        if table.rules.is_empty() {
            return format!("{NO_RULES}\n");
        }
        let changes = match table.fixed {
            Some(why) => capital(&why) + ".",
            None => format!("`rules RULE on` and `rules RULE off` change them {}.", table.until),
        };
        let rules: String = table.rules.iter().map(ListedRule::render).collect();
        let notes = table.notes.into_iter().chain([changes]);
        rules + notes.map(|note| wrap(&note, line_width()).join("\n") + "\n").collect::<String>().as_str()
    }

    /// Switches an optional rule, by beginning the game again; only before it has really begun.
    ///
    /// # Errors
    /// When it is too late; a rule that does not exist, or does not go with the others.
    pub(super) fn change_rule(&mut self, rule: &str, on: bool) -> Result<Reply, Trouble> {
        if let Some(table) = F::Tables::rules(&self.game, self.viewer()) {
            if table.rules.is_empty() {
                return Err(plain(NO_RULES));
            }
            if let Some(why) = table.fixed {
                return Err(plain(why));
            }
        }
        let header = F::Tables::with_rule(&self.game, rule, on)?;
        let scripts = self.game.scripts().clone();
        self.replace_with(Session::with(header, self.bots, self.origin.clone(), scripts)?);
        Ok(Reply::Moved(self.rules() + self.situation().as_str()))
    }
}
