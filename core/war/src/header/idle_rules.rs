//! Optional rules that cannot change anything in a game: those that are named are refused with the reason, those that
//! come with `all` or a preset are left out. Records that contain such rules are still played.

use super::Header;
use super::settings_effect::Start;
use crate::moments::MomentKind;
use crate::script::{OptionalRule, Scripts};
use crate::state::Step;
use std::collections::BTreeMap;
use wilderness_engine::faults::{Fault, Faults};

impl Header {
    /// Leaves out the optional rules that have no effect in the game.
    ///
    /// # Errors
    /// Idle rules that one of the words `named` means, each with the reason; an unknown scenario, an impossible
    /// position, and rules that do not exist.
    pub fn without_idle_rules<'a>(
        self,
        named: impl IntoIterator<Item = &'a str> + Clone,
        scripts: &Scripts,
    ) -> Result<Header, Faults> {
        if self.rules.is_empty() {
            return Ok(self);
        }
        let idle = self.idle_rules(scripts)?;
        let mut faults = Faults::none();
        let mut kept: Vec<&str> = Vec::new();
        for rule in scripts.rules().filter(|rule| self.rules.contains(&rule.id)) {
            match idle.get(rule.id.as_str()) {
                None => kept.push(&rule.id),
                Some(reason) if named.clone().into_iter().any(|word| rule.is_called(word)) => {
                    let message = format!("the optional rule `{}` has no effect here: {reason}", rule.label());
                    let fault = Fault::error("rules::no_effect", message);
                    faults.push(fault.help("leave the rule out, or begin another game"));
                }
                Some(_) => {}
            }
        }
        faults.into_result(())?;
        self.with_rules(kept, scripts)
    }

    /// The optional rules, chosen or not, that have no effect in the game, each with the reason.
    ///
    /// # Errors
    /// An unknown scenario, a position that cannot be, and rules that do not exist.
    pub fn idle_rules<'a>(&self, scripts: &'a Scripts) -> Result<BTreeMap<&'a str, String>, Faults> {
        let start = self.start(scripts)?;
        Ok(scripts.rules().filter_map(|rule| Some((rule.id.as_str(), start.why_idle(rule)?))).collect())
    }
}

impl Start<'_> {
    /// Why an optional rule changes nothing in a game that begins here, if nothing is what it changes.
    fn why_idle(&self, rule: &OptionalRule) -> Option<String> {
        let (facts, state) = (&rule.facts, &self.state);
        if let Some(last) = facts.last_year.filter(|last| state.year > *last) {
            return Some(format!("it applies up to {last}, and the game begins in {}", state.year));
        }
        let hands = state.hands.french | state.hands.british | state.discard;
        let is_left = |event: &String| {
            let mut cards = self.scripts.deck().cards().filter(|card| card.event == *event).map(|card| card.number);
            cards.any(|card| hands.contains(card) || state.draw_pile.contains(&card))
        };
        if !facts.events.is_empty() && !facts.events.iter().any(is_left) {
            return Some(format!("no card of {} is in the game", self.names(&facts.events)));
        }
        if facts.needs_deal && !self.is_dealt {
            return Some("it matters only for a later deal, and no further hands are dealt (4.0)".to_string());
        }
        let moments = rule.script.moments();
        let is_over = |moment: &MomentKind| match moment {
            MomentKind::GameStart => state.step != Step::Setup,
            MomentKind::BeforeDeal | MomentKind::AfterDeal => !self.is_dealt,
            _ => false,
        };
        let acts_only = !moments.is_empty()
            && !rule.script.has_modifiers(&self.scripts.host)
            && !self.scripts.asks_for_marker(&rule.id);
        if acts_only && moments.iter().all(is_over) {
            let names: Vec<String> = moments.iter().map(|moment| format!("`{}`", moment.name())).collect();
            return Some(format!("it acts only at {}, and the position is past that", names.join(" and ")));
        }
        None
    }

    /// The names of the cards with these events: "British Regulars or French Regulars".
    fn names(&self, events: &[String]) -> String {
        let name = |event: &String| {
            let card = self.scripts.deck().cards().find(|card| card.event == *event);
            card.map_or_else(|| event.clone(), |card| card.name.clone())
        };
        events.iter().map(name).collect::<Vec<_>>().join(" or ")
    }
}
