//! Help: how to answer, the commands, and the rules by number or word.

use super::say::VERBS;
use crate::prompt::help;
use crate::text::columns::{line_width, wrap};
use crate::text::names::fold;
use crate::text::style::{BOLD, DIM, paint};
use serde::Deserialize;
use std::sync::LazyLock;
use wilderness_battles::{FrenchAndIndianWarBattles, Game};
use wilderness_engine::faults::built_in_toml;

/// A chapter or section of the rules, in our words.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    number: String,
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

const SENTENCES: &str = "\
Sentences:
  fire b-ontario at 0605            move la-sarre to 0810 by road
  move conn-1 with johnson to 0911  attack 0810 with bearn, guyenne
  enter la-reine-lg at 2008         rally all
  place all (the bot sets up the rest)
Units are named by id or by words that begin words of their names; four digits are
a hex. `help 9` or `help retreat` tells a rule; `help rules` lists them.
";

/// What there is to say about a topic; without one, the screen to begin with.
///
/// # Errors
/// A topic that there is not.
pub fn help(_: &Game, topic: &str) -> Result<String, String> {
    let asked = fold(topic.trim());
    if asked.is_empty() {
        return Ok(format!("{SENTENCES}{}", help::help::<FrenchAndIndianWarBattles>("")?));
    }
    if asked == "rules" {
        return Ok(RULES.iter().map(|rule| format!("{:>7}  {}\n", rule.number, rule.name)).collect());
    }
    if VERBS.contains(&asked.as_str()) {
        return Ok(SENTENCES.into());
    }
    if asked.starts_with(|first: char| first.is_ascii_digit()) {
        return by_number(&asked)
            .ok_or_else(|| format!("there is no help about rule {asked} (`help rules` lists them)"));
    }
    help::help::<FrenchAndIndianWarBattles>(topic).or_else(|unknown| {
        let found: String = RULES.iter().filter(|rule| fold(&rule.name).contains(&asked)).map(render).collect();
        if found.is_empty() { Err(unknown) } else { Ok(found) }
    })
}

/// The rule with this number, or the nearest one that contains it; of a chapter, all of it.
fn by_number(asked: &str) -> Option<String> {
    let asked = asked.strip_suffix(".0").unwrap_or(asked);
    let is_within =
        |number: &str| number == asked || number.strip_prefix(asked).is_some_and(|rest| rest.starts_with('.'));
    let within: String = RULES.iter().filter(|rule| is_within(&rule.number)).map(render).collect();
    if !within.is_empty() {
        return Some(within);
    }
    let (above, _) = asked.rsplit_once('.')?;
    by_number(above)
}

fn render(rule: &Rule) -> String {
    let heading = format!("{} {}", paint(BOLD, &rule.name), paint(DIM, format!("({})", rule.number)));
    format!("{heading}\n{}\n", wrap(rule.text.trim(), line_width()).join("\n"))
}
