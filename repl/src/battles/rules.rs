//! The rules of the battles that can be chosen, or that scenarios name.

use std::fmt::Write as _;
use wilderness_battles::{Battle, Battles, Game, Options};

/// The optional rules that are no scripts: their words, numbers, names and what they say.
const BUILT_IN: [(&str, &str, &str, &str); 2] = [
    ("tactics", "18.0", "Special tactics", "Each side picks markers in secret, for combat or a forced march."),
    ("trains", "20.0", "Supply trains", "Trains help units next to them to rally, and are worth a victory point."),
];

/// A rule as it is listed.
pub struct Listed {
    /// Its word and its number.
    pub name: String,
    /// `optional`, or the battles that name it.
    pub sign: String,
    /// What it is called, and what it says.
    pub about: String,
}

/// All rules, the optional ones first.
pub fn list(battles: &Battles) -> Vec<Listed> {
    let name = |word: &str, number: &str| format!("{number:<5}{word}");
    let built_in = BUILT_IN.iter().map(|(word, number, called, about)| Listed {
        name: name(word, number),
        sign: "optional".into(),
        about: format!("{called}. {about}"),
    });
    let scripts = battles.rules().map(|(word, rule)| Listed {
        name: name(word, &rule.number),
        sign: if Options::WORDS.contains(&word) { "optional".into() } else { named_by(battles, word) },
        about: format!("{}. {}", rule.name, rule.about),
    });
    let mut all: Vec<Listed> = built_in.chain(scripts).collect();
    all.sort_by_key(|rule| (rule.sign != "optional", rule.name.clone()));
    all
}

/// The battles that name a script.
fn named_by(battles: &Battles, script: &str) -> String {
    let names = |battle: &&std::sync::Arc<Battle>| battle.scripts().any(|name| name == script);
    battles.iter().filter(names).map(|battle| battle.id.as_str()).collect::<Vec<_>>().join(", ")
}

/// The special rules of a battle, a line each.
pub fn special(game: &Game) -> String {
    let (battle, mut text) = (game.scenario(), String::new());
    for (word, rule) in game.scripts().rules().filter(|(word, _)| !Options::WORDS.contains(word)) {
        if battle.scripts().any(|name| name == word) {
            let _ = writeln!(text, "special rule: {rule}");
        }
    }
    text
}
