//! The sentences of a folder: patterns such as `march from ORDER [leaving JOIN] to TO`, in which a word in capitals is a
//! question, and brackets stand around what can be left out.

use std::collections::VecDeque;
use wilderness_engine::Word;

/// The most ways to read a line that are looked at.
const MOST_READINGS: usize = 64;
/// The most words of a line that are read.
const MOST_WORDS: usize = 60;

/// A sentence that answers several questions.
#[derive(Clone, Debug)]
pub struct SentencePattern {
    /// The pattern as it is shown to people.
    pub shown: String,
    /// The answers to questions that it does not name.
    pub answers: Vec<(Word, String)>,
    parts: Vec<PatternPart>,
}

/// A part of a pattern.
#[derive(Clone, Debug)]
enum PatternPart {
    /// One of these words.
    Words(Vec<String>),
    /// The answers to a question.
    Question(Word),
    /// What can be left out.
    Optional(Vec<PatternPart>),
}

/// A question, and what a line names for it.
pub type NamedAnswers = (Word, VecDeque<String>);

impl SentencePattern {
    /// Reads a pattern. `question` knows a question by its id, and what people are shown in its place.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn read(
        text: &str,
        answers: Vec<(Word, String)>,
        question: impl Fn(&str) -> Option<(Word, String)>,
    ) -> Result<SentencePattern, String> {
        let (mut parts, mut inner, mut shown) = (Vec::new(), None, Vec::new());
        for word in text.split_whitespace() {
            let (begins, ends) = (word.starts_with('['), word.ends_with(']'));
            let bare = word.trim_start_matches('[').trim_end_matches(']');
            if begins && inner.replace(Vec::new()).is_some() || ends && inner.is_none() {
                return Err("brackets stand around what can be left out, one pair behind the other".into());
            }
            let (part, called) = PatternPart::read(bare, &question)?;
            shown.push(word.replace(bare, &called));
            inner.as_mut().unwrap_or(&mut parts).push(part);
            if ends {
                parts.extend(inner.take().map(PatternPart::Optional));
            }
        }
        let pattern = SentencePattern { shown: shown.join(" "), answers, parts };
        match pattern.fault() {
            None if inner.is_none() => Ok(pattern),
            fault => Err(fault.unwrap_or("a bracket is not closed").into()),
        }
    }

    /// What is wrong with the order of its parts.
    fn fault(&self) -> Option<&'static str> {
        fn flat<'a>(parts: &'a [PatternPart], all: &mut Vec<&'a PatternPart>) {
            for part in parts {
                match part {
                    PatternPart::Optional(inner) => flat(inner, all),
                    part => all.push(part),
                }
            }
        }
        let mut all = Vec::new();
        flat(&self.parts, &mut all);
        let (mut asked, is_word) = (self.questions(), |part: &PatternPart| matches!(part, PatternPart::Words(_)));
        asked.sort_unstable();
        if !self.parts.first().is_some_and(is_word) {
            Some("it begins with a word that is no question and stands in no brackets")
        } else if all.windows(2).any(|pair| !is_word(pair[0]) && !is_word(pair[1])) {
            Some("between two questions stands a word that divides them")
        } else if asked.windows(2).any(|pair| pair[0] == pair[1]) {
            Some("a question stands in it twice")
        } else {
            None
        }
    }

    /// The words with which it can begin.
    pub fn verbs(&self) -> &[String] {
        match self.parts.first() {
            Some(PatternPart::Words(words)) => words,
            _ => &[],
        }
    }

    /// The questions that it can answer, in their order.
    pub fn questions(&self) -> Vec<Word> {
        fn of(part: &PatternPart) -> Vec<Word> {
            match part {
                PatternPart::Words(_) => Vec::new(),
                PatternPart::Question(id) => vec![*id],
                PatternPart::Optional(parts) => parts.iter().flat_map(of).collect(),
            }
        }
        self.parts.iter().flat_map(of).collect()
    }

    /// What a line names for each of its questions, in every way in which it can be read.
    pub fn readings(&self, line: &str) -> Vec<Vec<NamedAnswers>> {
        let words: Vec<&str> = line.split_whitespace().take(MOST_WORDS).collect();
        let mut found = Vec::new();
        let begins = words.first().is_some_and(|first| self.verbs().contains(&first.to_lowercase()));
        if begins {
            read(&self.parts.iter().collect::<Vec<_>>(), &words, &mut Vec::new(), &mut found);
        }
        found
    }
}

impl PatternPart {
    /// A word of a pattern, and what is shown in its place.
    fn read(word: &str, question: &impl Fn(&str) -> Option<(Word, String)>) -> Result<(PatternPart, String), String> {
        let is_question = word.starts_with(|c: char| c.is_ascii_uppercase()) && !word.contains(char::is_lowercase);
        if is_question {
            let known = question(&word.to_ascii_lowercase());
            let (id, noun) = known.ok_or_else(|| format!("there is no question `{}`", word.to_ascii_lowercase()))?;
            return Ok((PatternPart::Question(id), noun));
        }
        let words: Vec<String> = word.to_lowercase().split('|').map(str::to_string).collect();
        let first = words[0].clone();
        Ok((PatternPart::Words(words), first))
    }
}

fn read(parts: &[&PatternPart], words: &[&str], named: &mut Vec<NamedAnswers>, found: &mut Vec<Vec<NamedAnswers>>) {
    let Some((part, rest)) = parts.split_first().filter(|_| found.len() < MOST_READINGS) else {
        if parts.is_empty() && words.is_empty() {
            found.push(named.clone());
        }
        return;
    };
    match part {
        PatternPart::Words(known) => {
            if let Some((_, after)) = words.split_first().filter(|(first, _)| known.contains(&first.to_lowercase())) {
                read(rest, after, named, found);
            }
        }
        PatternPart::Question(id) => {
            for count in 1..=words.len() {
                named.push((*id, names_in(&words[..count])));
                read(rest, &words[count..], named, found);
                named.pop();
            }
        }
        PatternPart::Optional(inner) => {
            let with: Vec<&PatternPart> = inner.iter().chain(rest.iter().copied()).collect();
            read(&with, words, named, found);
            read(rest, words, named, found);
        }
    }
}

/// The names of a list that is divided by commas and `and`, without articles.
fn names_in(words: &[&str]) -> VecDeque<String> {
    let apart = |word: &&str| matches!(word.to_lowercase().as_str(), "and" | "&");
    let text = words.iter().map(|word| if apart(word) { "," } else { word }).collect::<Vec<_>>().join(" ");
    let bare = |part: &str| {
        let words = part.split_whitespace().skip_while(|word| word.eq_ignore_ascii_case("the"));
        words.collect::<Vec<_>>().join(" ")
    };
    text.split(',').map(bare).filter(|part| !part.is_empty()).collect()
}
