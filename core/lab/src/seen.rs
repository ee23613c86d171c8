//! What games show of scripts that differ: which answers bots take of those that are offered, and which lines never run. What
//! no game comes to, a comparison does not measure.

use crate::row::Row;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use wilderness_engine::script::OfferedAnswers;

/// Of a question with more answers than this, it is only told how many of them were ever taken.
const MOST_ANSWERS: usize = 8;
/// The most questions that are told.
const MOST_QUESTIONS: usize = 12;
/// The most stretches of lines that are told of a file.
const MOST_STRETCHES: usize = 8;

/// What games have shown of scripts that are observed.
#[derive(Clone, Default, Debug)]
pub struct ScriptsSeen {
    /// The lines that can run: `events/one.rhai` and 7.
    lines: Vec<(String, usize)>,
    ran: BTreeSet<usize>,
    offered: OfferedAnswers,
    /// Games that were added.
    games: u64,
}

/// An answer that was offered.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct AnswerTaken {
    /// The question.
    pub question: String,
    /// The answer.
    pub answer: String,
    /// How often it was offered.
    pub offered: u64,
    /// How often it was taken.
    pub taken: u64,
}

impl ScriptsSeen {
    /// Nothing seen yet, where these lines are observed.
    pub fn of(lines: Vec<(String, usize)>) -> ScriptsSeen {
        ScriptsSeen { lines, ..ScriptsSeen::default() }
    }

    /// Adds a game.
    pub fn add(&mut self, row: &Row) {
        self.games += 1;
        self.ran.extend(&row.ran);
        for (answer, [times, taken]) in &row.offered {
            let [all, most] = self.offered.entry(answer.clone()).or_default();
            (*all, *most) = (*all + times, *most + taken);
        }
    }

    /// Every answer that was offered.
    pub fn answers(&self) -> impl Iterator<Item = AnswerTaken> {
        self.offered.iter().map(|((question, answer), [offered, taken])| AnswerTaken {
            question: question.clone(),
            answer: answer.clone(),
            offered: *offered,
            taken: *taken,
        })
    }

    /// The lines that never ran, by their files.
    pub fn never_run(&self) -> BTreeMap<&str, Vec<usize>> {
        let mut never = BTreeMap::<&str, Vec<usize>>::new();
        if self.games > 0 {
            let lines = self.lines.iter().enumerate().filter(|(number, _)| !self.ran.contains(number));
            lines.for_each(|(_, (file, line))| never.entry(file).or_default().push(*line));
        }
        never
    }

    /// What there is to say of the games that are called this: `B`.
    pub fn told(&self, games: &str) -> Vec<String> {
        // A question that says how many are still to be chosen is one question.
        let mut questions = BTreeMap::<&str, BTreeMap<&str, [u64; 2]>>::new();
        for ((question, answer), [offered, taken]) in &self.offered {
            let question = question.split(" (").next().unwrap_or(question);
            let [all, most] = questions.entry(question).or_default().entry(answer).or_default();
            (*all, *most) = (*all + offered, *most + taken);
        }
        let mut questions: Vec<(&str, BTreeMap<&str, [u64; 2]>)> = questions.into_iter().collect();
        questions.sort_by_key(|(_, answers)| answers.len());
        let more = questions.len().saturating_sub(MOST_QUESTIONS);
        let mut told: Vec<String> =
            questions.iter().take(MOST_QUESTIONS).map(|(question, answers)| taken(question, answers)).collect();
        if more > 0 {
            told.push(format!("and {more} more questions"));
        }
        for (file, lines) in self.never_run() {
            let all = self.lines.iter().filter(|(of, _)| of == file).count();
            told.push(match lines.len() == all {
                true => format!("nothing that differs in {file} ever ran in the games of {games}"),
                false => format!("lines of {file} that never ran in the games of {games}: {}", stretches(&lines)),
            });
        }
        told
    }
}

impl ScriptsSeen {
    /// The same in a few words: the answers that were never taken, and the lines that never ran.
    pub fn briefly(&self) -> Vec<String> {
        let never: Vec<String> =
            self.answers().filter(|answer| answer.taken == 0).map(|answer| answer.answer).take(MOST_ANSWERS).collect();
        let answers = (!never.is_empty()).then(|| format!("never taken: {}", never.join(", ")));
        let lines: Vec<String> = self.never_run().values().map(|lines| stretches(lines)).collect();
        let lines = (!lines.is_empty()).then(|| format!("lines that never ran: {}", lines.join(", ")));
        answers.into_iter().chain(lines).collect()
    }
}

/// How often the answers to a question were taken.
fn taken(question: &str, answers: &BTreeMap<&str, [u64; 2]>) -> String {
    let ever = answers.values().filter(|[_, taken]| *taken > 0).count();
    if answers.len() > MOST_ANSWERS {
        return format!("\"{question}\": {ever} of {} answers were ever taken", answers.len());
    }
    let of = |(answer, [offered, taken]): (&&str, &[u64; 2])| match taken {
        0 => format!("{answer} never, of {offered}"),
        _ => format!("{answer} {taken} of {offered}"),
    };
    format!("\"{question}\": {}", answers.iter().map(of).collect::<Vec<_>>().join("; "))
}

/// Numbers with those that follow each other taken together: `3-5, 9`.
fn stretches(lines: &[usize]) -> String {
    let mut found: Vec<[usize; 2]> = Vec::new();
    for line in lines {
        match found.last_mut().filter(|[_, last]| last + 1 == *line) {
            Some([_, last]) => *last = *line,
            None => found.push([*line; 2]),
        }
    }
    let more = if found.len() > MOST_STRETCHES { ", …" } else { "" };
    let text = |[first, last]: &[usize; 2]| if first == last { first.to_string() } else { format!("{first}-{last}") };
    found.iter().take(MOST_STRETCHES).map(text).collect::<Vec<_>>().join(", ") + more
}
