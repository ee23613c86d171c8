//! What is asked back about a sentence: which card, or which of several with the same name. The next line may answer it.

use super::{SentenceError, lookup, understand};
use crate::text::names::fold;
use wilderness_war::{CardId, Game};

/// A sentence that waits for an answer.
#[derive(Clone, Debug)]
pub struct AskedBack {
    line: String,
    wanted: Wanted,
}

#[derive(Clone, Debug)]
enum Wanted {
    /// One of these cards.
    Card(Vec<CardId>),
    /// Which of those with this name.
    Name(String),
}

impl AskedBack {
    /// What a refusal of a sentence asks, if anything.
    pub fn about(line: &str, reason: &SentenceError) -> Option<AskedBack> {
        let wanted = match reason {
            SentenceError::WhichCard { cards, .. } => Wanted::Card(cards.clone()),
            SentenceError::Several { typed, .. } => Wanted::Name(typed.clone()),
            _ => return None,
        };
        Some(AskedBack { line: line.into(), wanted })
    }

    /// The sentence with the answer in it; nothing if the line is no answer to what was asked.
    pub fn complete(&self, game: &Game, answer: &str) -> Option<String> {
        let words: Vec<&str> = answer.split_whitespace().collect();
        let behind = |skipped: &[&str]| {
            let rest = words.iter().skip_while(|word| skipped.contains(&fold(word).as_str()));
            rest.copied().collect::<Vec<_>>().join(" ")
        };
        match &self.wanted {
            Wanted::Card(cards) => {
                let card = lookup::card(game, cards, &behind(&["using", "card", "with"])).ok()?;
                Some(format!("{} using {card}", self.line))
            }
            Wanted::Name(typed) => {
                let (place, name) = (behind(&["the", "one", "at", "in"]), words.join(" "));
                let lines = [format!("{typed} at {place}"), name].map(|name| self.line.replacen(typed, &name, 1));
                let fits = |line: &&String| {
                    let refused = understand(game, line).err();
                    refused.is_none_or(|reason| matches!(reason, SentenceError::WhichCard { .. }))
                };
                lines.iter().find(fits).filter(|line| **line != self.line).cloned()
            }
        }
    }
}
