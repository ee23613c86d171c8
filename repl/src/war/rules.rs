//! The optional rules (14.0): which are in force, which the scenario recommends, and which have no effect in a game.

use crate::front::{ListedRule, RuleTable};
use std::collections::BTreeMap;
use wilderness_engine::faults::{Fault, Faults};
use wilderness_war::scripting::OptionalRule;
use wilderness_war::{Game, Header, Scripts, View};

/// The rules, with those in force in a game.
pub fn table(game: &Game) -> RuleTable {
    let header = game.header();
    let (recommended, scripts) = (&game.scenario().recommends, game.scripts());
    // A game that has begun has a valid scenario, position and rules.
    let idle = header.idle_rules(scripts).unwrap_or_default();
    let sign = |rule: &OptionalRule| match (header.rules.contains(&rule.id), idle.contains_key(rule.id.as_str())) {
        (true, false) => "on",
        (true, true) => "on, without effect",
        (false, true) => "without effect here",
        (false, false) if recommended.iter().any(|word| rule.is_called(word)) => "good here",
        (false, false) => "",
    };
    let exclusive = Some(exclusions(scripts)).filter(|pairs| !pairs.is_empty());
    let exclusive = exclusive.map(|pairs| format!("mutually exclusive: {pairs}"));
    let dealt = !View::public(game).is_before_the_deal();
    let fixed = "the first card has been dealt: the optional rules are fixed (14.0); `new --rules 14.2,14.4` begins \
                 another game";
    RuleTable {
        rules: list(scripts, sign, &idle),
        notes: exclusive.into_iter().chain(header.settings.sentences()).collect(),
        fixed: dealt.then(|| fixed.to_string()),
        until: "until the first card is dealt",
    }
}

/// The header of the same game with a rule switched on or off.
///
/// # Errors
/// A rule that does not exist, has no effect, or excludes another.
pub fn switched(game: &Game, rule: &str, on: bool) -> Result<Header, Faults> {
    let scripts = game.scripts();
    let id = scripts.chosen_rules([rule])?.first().map(|rule| rule.id.clone());
    let id = id.ok_or_else(|| Fault::error("rules::unknown", "name a rule"))?;
    let header = game.header().clone();
    let mut wanted: Vec<String> = header.rules.iter().filter(|other| **other != id).cloned().collect();
    wanted.extend(on.then_some(id));
    let header = header.with_rules(wanted.iter().map(String::as_str), scripts)?;
    header.without_idle_rules(on.then_some(rule), scripts)
}

/// The rules, each with its sign and effect, or the reason why it has no effect.
pub fn list(
    scripts: &Scripts,
    sign: impl Fn(&OptionalRule) -> &'static str,
    idle: &BTreeMap<&str, String>,
) -> Vec<ListedRule> {
    let listed = |rule: &OptionalRule| ListedRule {
        name: format!("{:<5}{}", rule.facts.number, rule.id),
        sign: sign(rule).into(),
        about: match idle.get(rule.id.as_str()) {
            Some(reason) => format!("{}; here {reason}", rule.facts.about),
            None => rule.facts.about.clone(),
        },
    };
    scripts.rules().map(listed).collect()
}

/// The pairs of rules that exclude each other.
pub fn exclusions(scripts: &Scripts) -> String {
    let rules: Vec<&OptionalRule> = scripts.rules().collect();
    let pairs = rules.iter().enumerate().flat_map(|(index, one)| {
        let others = rules[..index].iter().filter(|other| one.excludes(other));
        others.map(|other| format!("{} and {}", other.label(), one.label())).collect::<Vec<_>>()
    });
    pairs.collect::<Vec<_>>().join("; ")
}
