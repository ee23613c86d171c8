//! The rules of the battles that can be chosen, or that scenarios name.

use crate::front::{ListedRule, RuleTable};
use wilderness_battles::{Battle, Battles, Game, Header, Side, View};
use wilderness_engine::faults::Faults;

/// The optional rules that are no scripts: their words, numbers, names and what they say.
const BUILT_IN: [(&str, &str, &str, &str); 2] = [
    ("tactics", "18.0", "Special tactics", "Each side picks markers in secret, for combat or a forced march."),
    ("trains", "20.0", "Supply trains", "Trains help units next to them to rally, and are worth a victory point."),
];

/// All rules, the optional ones first.
pub fn list(battles: &Battles) -> Vec<ListedRule> {
    let name = |word: &str, number: &str| format!("{number:<5}{word}");
    let built_in = BUILT_IN.iter().map(|(word, number, called, about)| ListedRule {
        name: name(word, number),
        sign: "optional".into(),
        about: format!("{called}. {about}"),
    });
    let scripts = battles.rules().map(|(word, rule)| ListedRule {
        name: name(word, &rule.number),
        sign: if battles.is_option(word) { "optional".into() } else { named_by(battles, word) },
        about: format!("{}. {}", rule.name, rule.about),
    });
    let mut all: Vec<ListedRule> = built_in.chain(scripts).collect();
    all.sort_by_key(|rule| (rule.sign != "optional", rule.name.clone()));
    all
}

/// The battles that name a script.
fn named_by(battles: &Battles, script: &str) -> String {
    let names = |battle: &&std::sync::Arc<Battle>| battle.scripts().any(|name| name == script);
    battles.iter().filter(names).map(|battle| battle.id.as_str()).collect::<Vec<_>>().join(", ")
}

/// The rules of a battle: the optional ones, whether they are in force, and the special ones. The markers of special
/// tactics that the viewer has left are told to the viewer alone.
pub fn table(game: &Game, viewer: Side) -> RuleTable {
    let (battle, state) = (game.scenario(), &View::public(game));
    let in_force: Vec<&str> = state.options.words().collect();
    let is_special = |word: &str| battle.scripts().any(|name| name == word);
    let mut rules: Vec<ListedRule> = Vec::new();
    for mut rule in list(game.scripts()) {
        let word = rule.name.split_whitespace().last().unwrap_or_default();
        rule.sign = match (game.scripts().is_option(word), is_special(word)) {
            (true, _) if in_force.contains(&word) => "on".into(),
            (true, _) if !game.scripts().has_option(battle, word) => "without effect here".into(),
            (true, _) => String::new(),
            (false, true) => "special rule of this battle".into(),
            (false, false) => continue,
        };
        rules.push(rule);
    }
    let mut notes = Vec::new();
    if state.options.tactics && game.now().is_shown(viewer) {
        let seen = game.view(viewer).state();
        let own: Vec<&str> = seen.markers[viewer].iter().map(|marker| marker.word()).collect();
        notes.push(format!("markers of the {viewer}: {}", if own.is_empty() { "none".into() } else { own.join(", ") }));
    }
    let fixed = match (game.header().position.is_some(), game.past().decisions()) {
        (true, _) => Some("the battle began from a position, which says which optional rules are in force"),
        (false, 0) => None,
        (false, _) => Some("the battle has begun: `new --rules balk,tactics` begins another one"),
    };
    RuleTable { rules, notes, fixed: fixed.map(str::to_string), until: "until the first answer" }
}

/// The header of the same battle with an optional rule switched on or off.
///
/// # Errors
/// A rule that does not exist, or of which the battle has nothing.
pub fn switched(game: &Game, rule: &str, on: bool) -> Result<Header, Faults> {
    let by_number = || {
        list(game.scripts()).into_iter().find_map(|listed| {
            let (number, word) = listed.name.split_once(' ')?;
            (number == rule).then(|| word.trim().to_string())
        })
    };
    let battles = game.scripts();
    let word = if battles.is_option(rule) { rule.to_string() } else { by_number().unwrap_or_else(|| rule.into()) };
    battles.check_option(&word)?;
    let mut header = game.header().clone();
    header.options.set(&word, on);
    Ok(header)
}
