//! Completion: what can stand at the cursor. Built for one prompt, and handed to the line editor.

use super::command::uses;
use super::menu::Menu;
use crate::front::Front;
use crate::text::names::fold;
use wilderness_engine::{Choice as _, Game};

/// The line editor's queries while a line is typed.
pub trait Lexicon: Send + Sync {
    /// The completions of the word before the cursor, and where the word begins.
    fn complete(&self, line: &str) -> (usize, Vec<String>);

    /// Whether a line begins with part of a command, a name, a number or a token.
    fn knows(&self, line: &str) -> bool;

    /// The rest of the only possible name; nothing for fewer than two letters.
    fn hint(&self, line: &str) -> Option<String> {
        let (start, names) = self.complete(line);
        let [name] = &names[..] else { return None };
        let typed = line[start..].chars().count();
        let rest: String = name.chars().skip(typed).collect();
        (typed >= 2 && !rest.is_empty()).then_some(rest)
    }
}

/// The commands, and the answers to the open decision: the possible input in any game.
#[derive(Default)]
pub struct Words {
    commands: Vec<String>,
    answers: Vec<String>,
}

impl Words {
    /// The possible input at the current decision.
    pub fn of<F: Front>(game: &Game<F>) -> Words {
        let menu = Menu::of(game).filter(|menu| game.is_shown(menu.decision.side));
        let items = menu.iter().flat_map(|menu| &menu.items);
        let tokens = menu.iter().flat_map(|menu| &menu.decision.choices).map(|choice| choice.token());
        let answers = items.flat_map(|item| item.called.iter().cloned()).chain(tokens).collect();
        Words { commands: uses::<F>().map(|(word, ..)| word.to_string()).collect(), answers }
    }
}

impl Lexicon for Words {
    fn complete(&self, line: &str) -> (usize, Vec<String>) {
        let start = line.rfind(',').map_or(0, |comma| comma + 1);
        let start = start + line[start..].len() - line[start..].trim_start().len();
        let typed = fold(&line[start..]);
        let commands = self.commands.iter().filter(|_| start == 0);
        let mut fitting: Vec<String> =
            self.answers.iter().chain(commands).filter(|name| fold(name).starts_with(&typed)).cloned().collect();
        fitting.sort();
        fitting.dedup();
        (start, fitting)
    }

    fn knows(&self, line: &str) -> bool {
        let word = fold(line.split([' ', ',']).next().unwrap_or_default());
        let begins = |name: &String| fold(name).split(' ').any(|part| part.starts_with(&word));
        word.is_empty()
            || word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '=' | '#' | '?'))
            || self.answers.iter().chain(&self.commands).any(begins)
    }
}
