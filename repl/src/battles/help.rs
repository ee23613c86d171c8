//! What the battles add to help: their sentences, and the rules by number or word.

use crate::prompt::help::{HelpTopic, Manual};
use crate::prompt::intents::LearnedIntents;
use serde::Deserialize;
use std::sync::LazyLock;
use wilderness_engine::faults::built_in_toml;

/// A chapter or section of the rules, in our words.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    number: Option<String>,
    /// Other words for it.
    #[serde(default)]
    words: Vec<String>,
    /// What it is called.
    name: String,
    /// What it says.
    text: String,
}

#[derive(Deserialize)]
struct Rules {
    rule: Vec<Rule>,
}

static RULES: LazyLock<Vec<Rule>> =
    LazyLock::new(|| built_in_toml::<Rules>("battles-rules.toml", include_str!("../../help/battles-rules.toml")).rule);

const ANSWERS: &str = "\
Answer a question with a sentence
  fire b-ontario at 0605            move la-sarre to 0810 by road
  move conn-1 with johnson to 0911  attack 0810 with bearn, guyenne
  enter la-reine-lg at 2008         rally all
  place all, enter all (by the bot)  move A to 0810; move B to 0811
or with the number or token of a choice, or the beginnings of words of its name;
separate several with commas or `and`. Units are named by id or by words that
begin words of their names; four digits are a hex. An empty line shows the choices
again; Tab completes what you type. Pursuit, retreat and conversion have no
sentences.
";

const OTHERS: &str = "  the rules   help 9    help retreat
";

/// The manual of the battles.
pub static MANUAL: LazyLock<Manual> = LazyLock::new(|| Manual {
    answers: ANSWERS,
    others: OTHERS,
    more: "",
    commands: HelpTopic::all(include_str!("../../help/battles-commands.md")),
    rules: RULES.iter().map(Rule::topic).collect(),
    intents: LearnedIntents::from(include_str!("../../help/battles-intents.toml")),
});

impl Rule {
    fn topic(&'static self) -> HelpTopic {
        let words = self.words.iter().map(String::as_str).collect();
        let rules = self.number.as_deref().into_iter().collect();
        HelpTopic { name: &self.name, words, rules, text: self.text.trim().into() }
    }
}
