//! Optional rules (14.0): each is a script in `optional/`, in force from the beginning of a game to its end if the
//! players want it. In the state it is a marker of its own name.

use super::{Script, Scripts};
use crate::war::War;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::faults::{Fault, Faults, SourcePlace};
use wilderness_engine::harmless::one_line;
use wilderness_engine::script::{Host, at_function, wrong_result};

/// The word for as many rules as go together.
const ALL: &str = "all";

/// What a rule's script says of it in `rule()`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleFacts {
    /// Its number in the rulebook, such as `14.1`; house rules have a word of their own, or none.
    #[serde(default)]
    pub number: String,
    pub name: String,
    /// What it changes, in one line.
    pub about: String,
    /// The ids or numbers of rules that it cannot be combined with.
    #[serde(default)]
    pub excludes: Vec<String>,
    /// The last year in which it changes anything; none if it does in every year.
    #[serde(default)]
    pub last_year: Option<u16>,
    /// Events, by their ids in the deck: it changes nothing unless a card of one of them is in the game. Empty if it
    /// needs none.
    #[serde(default)]
    pub events: Vec<String>,
    /// Whether it changes nothing unless a hand is dealt later (4.0).
    #[serde(default)]
    pub needs_deal: bool,
}

/// An optional rule.
pub struct OptionalRule {
    /// The name of its file without the ending, with hyphens; and of its marker.
    pub id: String,
    /// What its script says of it.
    pub facts: RuleFacts,
    pub(crate) script: Rc<Script>,
}

impl OptionalRule {
    /// Reads what a script says of the rule.
    pub(crate) fn load(host: &Host<War>, id: &str, mut script: Script) -> Result<OptionalRule, Faults> {
        let found = script.constant(host, "rule")?;
        let kind = found.type_name();
        let facts = rhai::serde::from_dynamic::<RuleFacts>(&found).map_err(|error| match found.is_map() {
            true => {
                let message = error.to_string();
                let message = message.split(" (").next().unwrap_or_default().to_lowercase();
                let fault = Fault::error("script::bad_rule", format!("`rule` does not describe a rule: {message}"));
                let fault = at_function(fault, &script.compiled, "rule");
                fault.help(
                    "it returns `#{ number: \"…\", name: \"…\", about: \"…\", excludes: [\"…\"], \
                        last_year: 1756, events: [\"…\"], needs_deal: true }`; only `name` and `about` are needed",
                )
            }
            false => wrong_result(host, &script.compiled, "rule", kind),
        })?;
        script.rule = Some(Arc::from(id));
        let [name, about] = [&facts.name, &facts.about].map(|text| one_line(text).into_owned());
        let facts = RuleFacts { name, about, ..facts };
        Ok(OptionalRule { id: id.to_string(), facts, script: Rc::new(script) })
    }

    /// Whether a word means this rule: its id or its number.
    pub fn is_called(&self, word: &str) -> bool {
        self.id == word || (!word.is_empty() && self.facts.number == word)
    }

    /// Its number, or its id if it has none.
    pub fn label(&self) -> &str {
        if self.facts.number.is_empty() { &self.id } else { &self.facts.number }
    }

    /// Whether one of two rules excludes the other.
    pub fn excludes(&self, other: &OptionalRule) -> bool {
        let excluded = |a: &OptionalRule, b: &OptionalRule| a.facts.excludes.iter().any(|word| b.is_called(word));
        excluded(self, other) || excluded(other, self)
    }
}

impl Scripts {
    /// All optional rules: those of the rulebook in the order of their numbers, then house rules by name.
    pub fn rules(&self) -> impl Iterator<Item = &OptionalRule> {
        let mut rules: Vec<&OptionalRule> = self.rules.values().collect();
        rules.sort_by_key(|rule| {
            let number: Vec<u32> = rule.facts.number.split('.').filter_map(|part| part.parse().ok()).collect();
            (number.is_empty(), number, rule.id.as_str())
        });
        rules.into_iter()
    }

    /// The optional rules that words name, by id or number; each once, in the order of [`Scripts::rules`].
    ///
    /// # Errors
    /// A word that names no rule, and rules that exclude each other.
    pub fn chosen_rules<'a>(&self, words: impl IntoIterator<Item = &'a str>) -> Result<Vec<&OptionalRule>, Faults> {
        let mut faults = Faults::none();
        let mut wanted: BTreeSet<&str> = BTreeSet::new();
        let mut everything: Option<Vec<&str>> = None;
        for word in words {
            if word == ALL {
                let all = || self.compatible_rules(|_| true).into_iter().map(|rule| rule.id.as_str()).collect();
                wanted.extend(everything.get_or_insert_with(all).iter().copied());
                continue;
            }
            match self.rules.values().find(|rule| rule.is_called(word)) {
                Some(rule) => drop(wanted.insert(rule.id.as_str())),
                None => faults.add_error(|| {
                    let fault = Fault::error("rules::unknown", format!("there is no optional rule `{word}`"));
                    let all = self.rules.values().flat_map(|rule| [rule.id.as_str(), rule.facts.number.as_str()]);
                    let fault = fault.help("`wilderness rules` lists them");
                    fault.did_you_mean(word, all.filter(|name| !name.is_empty()))
                }),
            }
        }
        if wanted.is_empty() {
            return faults.into_result(Vec::new());
        }
        let chosen: Vec<&OptionalRule> = self.rules().filter(|rule| wanted.contains(&rule.id.as_str())).collect();
        for (index, one) in chosen.iter().enumerate() {
            for other in chosen[..index].iter().filter(|other| one.excludes(other)) {
                let message = format!("`{}` and `{}` cannot be played together", other.id, one.id);
                let fault = Fault::error("rules::excluded", message);
                faults.push(fault.help("one of their scripts excludes the other: leave one of them out"));
            }
        }
        faults.into_result(chosen)
    }

    /// What is wrong with rules that a file names at these places: those that do not exist, or that exclude each other.
    pub fn wrong_rules<'a>(&self, named: impl Iterator<Item = (&'a str, SourcePlace)> + Clone) -> Faults {
        let mut faults = Faults::none();
        for (word, spot) in named.clone() {
            let unknown = self.chosen_rules([word]).err().unwrap_or_default();
            faults.append(unknown.map(|fault| fault.spot(&spot, "no such rule")));
        }
        if let (true, Some((_, spot))) = (faults.is_empty(), named.clone().next()) {
            let excluded = self.chosen_rules(named.map(|(word, _)| word)).err().unwrap_or_default();
            faults.append(excluded.map(|fault| fault.spot(&spot, "among these rules")));
        }
        faults
    }

    /// As many rules as go together, one after the other in the order of [`Scripts::rules`], of those that are wanted.
    pub fn compatible_rules(&self, mut wanted: impl FnMut(&OptionalRule) -> bool) -> Vec<&OptionalRule> {
        let mut chosen: Vec<&OptionalRule> = Vec::new();
        for rule in self.rules() {
            if wanted(rule) && !chosen.iter().any(|other| other.excludes(rule)) {
                chosen.push(rule);
            }
        }
        chosen
    }

    /// Whether a script names the marker that a rule is, and so may ask for it.
    pub(crate) fn asks_for_marker(&self, rule: &str) -> bool {
        let (named, own) = (format!("\"{rule}\""), self.rules.get(rule).map(|rule| rule.script.as_ref()));
        let others = self.all().filter(|script| own.is_none_or(|own| !std::ptr::eq(own, *script)));
        let mut texts = others.map(|script| &script.compiled.source).chain(self.host.library().values());
        texts.any(|source| source.text().contains(&named))
    }
}
