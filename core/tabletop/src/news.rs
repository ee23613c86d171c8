//! What all sides are told.

use crate::data::{GameData, QuestionFacts};
use crate::rules::Tabletop;
use wilderness_engine::harmless::one_line;
use wilderness_engine::plain::{Choice, Side};
use wilderness_engine::{Table, Word};

/// Something that has happened, as all sides are told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TabletopNews {
    /// What, as a line.
    pub text: String,
    /// The side that did it, if it was an answer, or if a piece of it has moved.
    pub side: Option<Side>,
    /// The numbers of the places for which the answer stood, or between which the piece has moved.
    pub path: Vec<usize>,
    /// Whether it tells, as the rules want, something that depends on what is hidden.
    pub discloses: bool,
}

impl From<&str> for TabletopNews {
    fn from(text: &str) -> TabletopNews {
        TabletopNews { text: one_line(text).into_owned(), side: None, path: Vec::new(), discloses: false }
    }
}

/// Tells what a script says. The piece that has moved since it last said something shows who did it, and where.
pub(crate) fn tell_of_script(table: &mut Table<Tabletop>, text: &str, discloses: bool) {
    let moved = table.state.moved.take().and_then(|(piece, from)| {
        let facts = table.state.piece(piece)?;
        let to = facts.at.filter(|to| *to != from)?;
        Some((table.scripts.data.side(facts.side), [from, to]))
    });
    table.tell(|_| {
        let path = moved.map_or_else(Vec::new, |(_, path)| path.map(usize::from).to_vec());
        TabletopNews { side: moved.map(|(side, _)| side), path, discloses, ..TabletopNews::from(text) }
    });
}

/// Tells what a side has answered, if the question says how; what is told with a later answer is remembered until then.
pub(crate) fn tell_answer(
    table: &mut Table<Tabletop>,
    question: &QuestionFacts,
    side: Side,
    path: &[usize],
    choice: Choice,
) {
    if question.is_retold {
        table.state.retold.push((side, question.id, choice));
    }
    if question.told.is_empty() {
        return;
    }
    let (data, retold) = (table.scripts.data.clone(), table.state.retold.clone());
    table.tell(|_| {
        let text = question.told.replace("{side}", &side.to_string()).replace("{answer}", &answer(&data, choice));
        let text = names_in_braces(&question.told).fold(text, |text, name| {
            let is_it = |(who, question, _): &&(Side, Word, Choice)| *who == side && question.as_str() == name;
            let before = retold.iter().rev().find(is_it).map(|(.., choice)| answer(&data, *choice));
            text.replace(&format!("{{{name}}}"), &before.unwrap_or_default())
        });
        TabletopNews { side: Some(side), path: path.to_vec(), ..TabletopNews::from(text.as_str()) }
    });
}

/// An answer without the word of its question.
fn answer(data: &GameData, choice: Choice) -> String {
    let called = data.called(&choice);
    let answer = called.strip_prefix(choice.word()).map_or(called.as_str(), str::trim_start);
    if answer.is_empty() { choice.word().to_string() } else { answer.to_string() }
}

/// The names that stand in braces in a text.
pub(crate) fn names_in_braces(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).map(|part| part.split('}').next().unwrap_or(part))
}
