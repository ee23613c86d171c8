//! A topic of help.

use crate::text::columns::{line_width, wrap};
use crate::text::names::{Fit, Name, fold};
use crate::text::style::{BOLD, DIM, paint};

/// A topic: a command, a verb of sentences, or something of the rules.
pub struct HelpTopic {
    /// Its name.
    pub name: &'static str,
    /// Other words for it.
    pub words: Vec<&'static str>,
    /// The rules it explains, by number.
    pub rules: Vec<&'static str>,
    /// The text: a paragraph in each line. Lines that begin with a blank are kept as they are.
    pub text: String,
}

impl HelpTopic {
    /// The topics of a text. Each begins with `##` and its name; then come lines `words: ` and `rules: `, and the text.
    pub fn all(text: &'static str) -> Vec<HelpTopic> {
        text.split("\n## ").skip(1).map(HelpTopic::read).collect()
    }

    fn read(text: &'static str) -> HelpTopic {
        let mut lines = text.lines();
        let name = lines.next().unwrap_or_default();
        let mut topic = HelpTopic { name, words: Vec::new(), rules: Vec::new(), text: String::new() };
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
    pub(super) fn tells(&self, rule: &str) -> Option<usize> {
        self.rules.iter().filter(|known| rule.starts_with(**known)).map(|known| known.len()).max()
    }

    /// How well a word matches it.
    pub fn fits(&self, asked: &str) -> Option<Fit> {
        if self.words.iter().any(|word| fold(word) == asked) {
            return Some(Fit::Whole);
        }
        Name::new(self.name).fits(asked)
    }

    /// The name and the text.
    pub(super) fn render(&self) -> String {
        // Only section numbers: a search for one of their parts finds the section.
        let sections: Vec<&str> = self.rules.iter().filter(|rule| self.tells_none_before(rule)).copied().collect();
        let rules = if sections.is_empty() { String::new() } else { paint(DIM, format!(" ({})", sections.join(", "))) };
        format!("{}{rules}\n{}", paint(BOLD, self.name), self.body())
    }

    /// The text as it is shown.
    pub(super) fn body(&self) -> String {
        let lines = self.text.lines().flat_map(|line| match line.starts_with(' ') {
            true => vec![line.to_string()],
            false => wrap(line, line_width()),
        });
        lines.map(|line| format!("{line}\n")).collect()
    }

    fn tells_none_before(&self, rule: &str) -> bool {
        !self.rules.iter().any(|other| other.len() < rule.len() && rule.starts_with(other))
    }
}
