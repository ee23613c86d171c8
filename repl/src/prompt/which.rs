//! What is asked back about a line that may mean several things. The next line may answer it.

use crate::text::names::{Name, find, fold};

/// A question about a line.
#[derive(Clone, Debug)]
pub struct Which {
    /// The question, with its candidates.
    pub question: String,
    /// What the line may mean.
    pub candidates: Vec<Meant>,
}

/// A candidate.
#[derive(Clone, Debug)]
pub struct Meant {
    /// Its number or token, if it has one.
    pub number: Option<String>,
    /// Its name, with what distinguishes it from others.
    pub name: Name,
    /// The line with this meaning.
    pub line: String,
}

/// Words before an answer that are not part of it.
const FILLERS: [&str; 7] = ["the", "one", "at", "in", "using", "card", "with"];

impl Which {
    /// Whether a line says no to the only candidate.
    pub fn is_declined(&self, typed: &str) -> bool {
        self.candidates.len() == 1 && matches!(fold(typed.trim()).as_str(), "no" | "n" | "nope" | "no thanks")
    }

    /// The line that an answer completes; nothing if it is no answer.
    pub fn answered(&self, typed: &str) -> Option<&str> {
        if let [only] = self.candidates.as_slice()
            && matches!(fold(typed.trim()).as_str(), "yes" | "y" | "ok" | "yes please")
        {
            return Some(&only.line);
        }
        let words = typed.split_whitespace().skip_while(|word| FILLERS.contains(&fold(word).as_str()));
        let typed = words.collect::<Vec<_>>().join(" ");
        let number = typed.trim_start_matches('#');
        let numbered = |meant: &&Meant| meant.number.as_deref() == Some(number);
        if let Some(meant) = self.candidates.iter().find(numbered) {
            return Some(&meant.line);
        }
        let found = find(&typed, self.candidates.iter().map(|meant| (&meant.name, meant)));
        let (first, others) = found.split_first()?;
        // Several of the same name, such as cards, are equivalent.
        others.iter().all(|other| other.name == first.name).then_some(first.line.as_str())
    }
}
