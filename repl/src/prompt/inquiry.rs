//! Lines that ask about the game, in the words that people bring along from the table and from other programs:
//! `where is wolfe`, `who is winning`, `show tables`.

use super::autosave::AutosaveRequest;
use super::command::Command;
use super::session::navigation::Navigation;
use crate::prompt::front::{Front, OwnCommand};
use crate::text::names::fold;
use std::path::PathBuf;

/// Lines that ask for the score.
const SCORE: [&str; 16] = [
    "front",
    "threatened",
    "expected",
    "turn",
    "the turn",
    "score",
    "the score",
    "status",
    "standing",
    "summary",
    "situation",
    "who is winning",
    "who's winning",
    "who is ahead",
    "what is the score",
    "what's the score",
];

/// Words behind `save` that are no file.
const MANNERS_OF_SAVING: [&str; 8] = ["please", "pls", "the", "it", "this", "now", "and", "my"];

/// Words between `show` and what is to be shown.
const FILLERS: [&str; 5] = ["me", "us", "again", "the", "please"];

/// Words that follow the name of a saved game: `save it as sunday before i roll`.
const BEHIND_NAMES: [&str; 9] = ["before", "so", "then", "and", "because", "now", "first", "in", "until"];

/// Lines that ask for the open question with its choices.
const LOOK: [&str; 3] = ["look", "look around", "what can i do"];

/// What stands before the name of a thing that is to be shown.
const BEFORE_NAMES: [&str; 15] = [
    "where is",
    "where are",
    "where's",
    "where",
    "find",
    "locate",
    "look at",
    "examine",
    "describe",
    "who is at",
    "who is in",
    "what is at",
    "what is in",
    "tell me about",
    "show me",
];

/// What a line asks about the game, with or without `show` before it and a question mark behind; nothing for other lines.
pub fn read<F: Front>(line: &str) -> Option<Command<F>> {
    let asked = line.trim().trim_end_matches('?').trim_end();
    let folded = fold(asked).split_whitespace().collect::<Vec<_>>().join(" ");
    let (is_show, topic) = match folded.strip_prefix("show ") {
        Some(topic) => (true, topic),
        None => (false, folded.as_str()),
    };
    let (first, rest) = topic.split_once(' ').unwrap_or((topic, ""));
    match first {
        _ if SCORE.contains(&topic) && OwnCommand::<F>::find(topic).is_none() => return Some(Command::Score),
        "tables" | "table" | "charts" | "chart" => {
            return Some(Command::Tables(rest.strip_prefix("of ").unwrap_or(rest).to_string()));
        }
        "victory" => return Some(Command::Tables(topic.to_string())),
        _ if is_show && topic.ends_with(" table") => return Some(Command::Tables(topic.to_string())),
        _ if is_show => {}
        "resign" | "surrender" if rest.is_empty() => {
            return OwnCommand::<F>::find("concede").map(|own| Command::Own(own.usage.0, String::new()));
        }
        "again" if rest.is_empty() => return Some(Command::Again),
        "take" if matches!(topic, "take back" | "take that back" | "take it back" | "take back the last move") => {
            return Some(Command::Undo(1, false));
        }
        "help," => return Some(Command::Help(String::new())),
        // Who also wants to leave is asked about that.
        "save" | "save," if is_leaving(rest) => return Some(Command::Answer(line.to_string())),
        "save" | "save," if let Some(name) = name_in(rest) => {
            return Some(Command::Save(PathBuf::from(format!("{name}.record")), false));
        }
        "save" | "save," if is_no_file(rest) => {
            return Some(Command::Navigation(Navigation::Autosave(Some(AutosaveRequest::Now))));
        }
        "news" | "last" if rest.is_empty() => return Some(Command::Log(String::new())),
        _ if LOOK.contains(&topic) => return Some(Command::Show),
        _ => {}
    }
    let named = |before: &&str| {
        let words = before.split(' ').count();
        let name = asked.split_whitespace().skip(words).collect::<Vec<_>>().join(" ");
        (folded.strip_prefix(*before)?.starts_with(' ') && !name.is_empty()).then_some(name)
    };
    BEFORE_NAMES.iter().find_map(named).map(Command::Look)
}

/// A line that shows something without the words that only lead to it: `show me the map` is `show map`.
pub fn without_fillers(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let show = words.next().filter(|first| fold(first) == "show")?;
    let rest: Vec<&str> = words.skip_while(|word| FILLERS.contains(&fold(word).as_str())).collect();
    let is_shorter = rest.len() + 1 < line.split_whitespace().count() && !rest.is_empty();
    is_shorter.then(|| format!("{show} {}", rest.join(" ")))
}

/// Whether the words behind `save` say that the game is left: `save and quit`.
fn is_leaving(rest: &str) -> bool {
    let mut words = rest.split([' ', ',']);
    matches!(words.next(), Some("and" | "&" | "n" | "then"))
        && words.any(|word| matches!(word, "quit" | "exit" | "leave" | "stop"))
}

/// How the game is to be called by the words behind `save`: `the game and call it sunday evening`.
fn name_in(rest: &str) -> Option<String> {
    let words: Vec<&str> = rest.split(',').next()?.split_whitespace().collect();
    let called = words.iter().position(|word| matches!(*word, "call" | "called" | "named" | "name" | "as"))?;
    let name = words[called + 1..].iter().take_while(|word| !BEHIND_NAMES.contains(word));
    let name = name.filter(|word| !matches!(**word, "it" | "this" | "game" | "please"));
    let name = name.copied().collect::<Vec<_>>().join("-");
    let is_plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    (called > 0 && is_plain).then_some(name)
}

/// Whether the words behind `save` name no file: `save first and then assault`.
fn is_no_file(rest: &str) -> bool {
    let words: Vec<&str> = rest.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let looks_like_file = rest.contains(['.', '/', '\\', '"', '\'']);
    words.first().is_some_and(|first| MANNERS_OF_SAVING.contains(first)) || words.len() > 2 && !looks_like_file
}

/// Whether a text is the number of a section of the rules: `6.7`.
pub fn is_rule(text: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once('.').is_some_and(|(chapter, section)| is_number(chapter) && is_number(section))
}

/// A name without the article before it.
pub fn without_article(name: &str) -> &str {
    match name.split_once(' ') {
        Some((article, rest)) if matches!(fold(article).as_str(), "the" | "my") => rest.trim_start(),
        _ => name,
    }
}
