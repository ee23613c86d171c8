//! The topics of help, parsed from `help/*.md`.

use super::paragraphs;
use crate::prompt::command::uses;
use crate::text::columns::beside;
use crate::text::names::{Fit, Name, fold};
use crate::text::style::{BOLD, DIM, paint};
use crate::war::say::VERBS;
use std::sync::LazyLock;
use wilderness_war::War;

static COMMANDS: LazyLock<Vec<HelpTopic>> = LazyLock::new(|| {
    let mut topics = read(include_str!("../../../help/commands.md"));
    // The file explains the commands of all games.
    topics.retain(|topic| {
        uses::<War>().any(|(word, ..)| *word == topic.name) || VERBS.iter().any(|(verb, _)| *verb == topic.name)
    });
    topics
});
static RULES: LazyLock<Vec<HelpTopic>> = LazyLock::new(|| read(include_str!("../../../help/rules.md")));

/// The commands, and the verbs of sentences.
pub fn commands() -> &'static [HelpTopic] {
    &COMMANDS
}

pub fn rules() -> &'static [HelpTopic] {
    &RULES
}

/// A topic.
pub struct HelpTopic {
    pub name: &'static str,
    /// Other words for it.
    pub words: Vec<&'static str>,
    /// The rules it explains.
    pub rules: Vec<&'static str>,
    text: String,
}

/// The topics of a text: each begins with `##` and its name.
fn read(text: &'static str) -> Vec<HelpTopic> {
    text.split("\n## ").skip(1).map(HelpTopic::read).collect()
}

impl HelpTopic {
    fn read(text: &'static str) -> HelpTopic {
        let mut lines = text.lines();
        let mut topic = HelpTopic {
            name: lines.next().unwrap_or_default(),
            words: Vec::new(),
            rules: Vec::new(),
            text: String::new(),
        };
        for line in lines {
            if let Some(words) = line.strip_prefix("words: ") {
                topic.words = words.split(", ").collect();
            } else if let Some(rules) = line.strip_prefix("rules: ") {
                topic.rules = rules.split(", ").collect();
            } else if !line.is_empty() {
                topic.text.push_str(line);
                topic.text.push('\n');
            }
        }
        topic
    }

    /// The length of its longest rule number that is a prefix of this one.
    pub fn tells(&self, rule: &str) -> Option<usize> {
        self.rules.iter().filter(|known| rule.starts_with(**known)).map(|known| known.len()).max()
    }

    /// How well a word matches it.
    pub fn fits(&self, asked: &str) -> Option<Fit> {
        if self.words.iter().any(|word| fold(word) == asked) {
            return Some(Fit::Whole);
        }
        Name::new(self.name).fits(asked)
    }

    /// The name, the usage of a command, and the text.
    pub fn render(&self) -> String {
        let used = uses::<War>().find(|(command, ..)| *command == self.name);
        let (heading, what) = match used {
            Some((_, form, what)) => (form.to_string(), beside("", 0, what) + "\n"),
            None => (self.name.to_string(), String::new()),
        };
        // Only section numbers: a search for one of their parts finds the section.
        let sections: Vec<&str> = self.rules.iter().filter(|rule| self.tells_none_before(rule)).copied().collect();
        let rules = if sections.is_empty() { String::new() } else { paint(DIM, format!(" ({})", sections.join(", "))) };
        format!("{}{rules}\n{what}{}", paint(BOLD, heading), paragraphs(&self.text))
    }

    fn tells_none_before(&self, rule: &str) -> bool {
        !self.rules.iter().any(|other| other.len() < rule.len() && rule.starts_with(other))
    }
}
