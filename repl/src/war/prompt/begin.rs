//! Changes optional rules before the game starts.

use crate::front::{Reply, Session, Trouble};
use crate::war::rules;
use wilderness_war::{View, War};

impl Session<War> {
    /// Switches an optional rule, by beginning the game again; only before cards are dealt.
    pub(crate) fn change_rule(&mut self, rule: &str, on: bool) -> Result<Reply, Trouble> {
        if !View::public(&self.game).is_before_the_deal() {
            return Err(Trouble::plain(
                "the first card has been dealt: the optional rules are fixed (14.0); `new --rules …` begins another \
                 game",
            ));
        }
        let scripts = self.game.scripts().clone();
        let id = scripts.chosen_rules([rule])?.first().map(|rule| rule.id.clone());
        let id = id.ok_or_else(|| Trouble::plain("name a rule"))?;
        let header = self.game.header().clone();
        let mut wanted: Vec<String> = header.rules.iter().filter(|other| **other != id).cloned().collect();
        wanted.extend(on.then_some(id));
        let header = header.with_rules(wanted.iter().map(String::as_str), &scripts)?;
        let header = header.without_idle_rules(on.then_some(rule), &scripts)?;
        self.replace_with(Session::with(header, self.bots, self.origin.clone(), scripts)?);
        Ok(Reply::Moved(rules::render(&self.game) + self.situation().as_str()))
    }
}
