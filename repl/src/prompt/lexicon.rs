//! Completion: what can stand at the cursor. Built for one prompt, and handed to the line editor.

use super::command::uses;
use super::offered;
use crate::prompt::front::Front;
use crate::text::names::fold;
use wilderness_engine::Game;

/// A word that can stand at the cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The word, or a name of several words.
    pub word: String,
    /// A brief description; may be empty.
    pub note: String,
}

impl Candidate {
    /// A word with its description.
    pub fn new(word: &str, note: impl Into<String>) -> Candidate {
        Candidate { word: word.into(), note: note.into() }
    }

    /// A word that needs no description.
    pub fn plain(word: &str) -> Candidate {
        Candidate::new(word, "")
    }

    /// Whether what has been typed, without accents and capitals, begins the word.
    pub fn begins_with(&self, folded: &str) -> bool {
        fold(&self.word).starts_with(folded)
    }
}

/// The line editor's queries while a line is typed.
pub trait Lexicon: Send + Sync {
    /// The completions of the word before the cursor, and where the word begins; the most likely first.
    fn complete(&self, line: &str) -> (usize, Vec<Candidate>);

    /// Whether a line begins with part of a command, a name, a number or a token.
    fn knows(&self, line: &str) -> bool;

    /// The rest of the only possible name; nothing for fewer than two letters.
    fn hint(&self, line: &str) -> Option<String> {
        let (start, found) = self.complete(line);
        let [candidate] = &found[..] else { return None };
        let typed = line[start..].chars().count();
        let rest: String = candidate.word.chars().skip(typed).collect();
        (typed >= 2 && !rest.is_empty()).then_some(rest)
    }
}

/// The commands, and the answers to the open decision: the possible input in any game.
#[derive(Default)]
pub struct Words {
    commands: Vec<Candidate>,
    answers: Vec<Candidate>,
}

impl Words {
    /// The possible input at the current decision.
    pub fn of<F: Front>(game: &Game<F>) -> Words {
        let mut commands: Vec<Candidate> = uses::<F>().map(|(word, _, about)| Candidate::new(word, *about)).collect();
        commands.sort_by(|a, b| a.word.cmp(&b.word));
        Words { commands, answers: offered::answers(game) }
    }

    /// These, and others with which a line can begin.
    pub fn and(mut self, others: impl IntoIterator<Item = Candidate>) -> Words {
        self.commands.extend(others);
        self
    }
}

impl Lexicon for Words {
    /// An empty line offers the answers only.
    fn complete(&self, line: &str) -> (usize, Vec<Candidate>) {
        let start = line.rfind(',').map_or(0, |comma| comma + 1);
        let start = start + line[start..].len() - line[start..].trim_start().len();
        let typed = fold(&line[start..]);
        let commands = self.commands.iter().filter(|_| start == 0 && !typed.is_empty());
        let fits = |candidate: &&Candidate| candidate.begins_with(&typed);
        (start, self.answers.iter().chain(commands).filter(fits).cloned().collect())
    }

    fn knows(&self, line: &str) -> bool {
        let word = fold(line.split([' ', ',']).next().unwrap_or_default());
        let begins = |candidate: &Candidate| fold(&candidate.word).split(' ').any(|part| part.starts_with(&word));
        word.is_empty()
            || word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '=' | '#' | '?'))
            || self.answers.iter().chain(&self.commands).any(begins)
    }
}
