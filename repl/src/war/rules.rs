//! The optional rules (14.0): which are in force, which the scenario recommends, and which have no effect in a game.

use crate::text::columns::{line_width, wrap};
use crate::text::entry::entry;
use std::collections::BTreeMap;
use wilderness_war::scripting::OptionalRule;
use wilderness_war::{Game, Scripts, View};

/// Lists the rules, with those in force in a game.
pub fn render(game: &Game) -> String {
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
    let mut text = list(scripts, sign, &idle);
    let exclusive = exclusions(scripts);
    if !exclusive.is_empty() {
        text.push_str(&format!("mutually exclusive: {exclusive}\n"));
    }
    for sentence in header.settings.sentences() {
        text.push_str(&format!("{}\n", wrap(&sentence, line_width()).join("\n")));
    }
    text.push_str(match View::public(game).is_before_the_deal() {
        true => "`rules RULE on` and `rules RULE off` change them until the first card is dealt.\n",
        false => "They cannot change after the first card is dealt; `new --rules 14.2,14.4` begins another game.\n",
    });
    text
}

/// The rules, each with its sign and effect, or the reason why it has no effect.
pub fn list(scripts: &Scripts, sign: impl Fn(&OptionalRule) -> &'static str, idle: &BTreeMap<&str, String>) -> String {
    let name = |rule: &OptionalRule| format!("{:<5}{}", rule.facts.number, rule.id);
    let about = |rule: &OptionalRule| match idle.get(rule.id.as_str()) {
        Some(reason) => format!("{}; here {reason}", rule.facts.about),
        None => rule.facts.about.clone(),
    };
    scripts.rules().map(|rule| entry(&name(rule), sign(rule), &about(rule))).collect()
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
