//! Reading the text of a record: each line for itself, and everything that is wrong with any of them.

use super::{FIRST_WORD, Given, Header, Kept, Note, Noted, Record, UNDONE, VERSION, file_name, kept, line_spans};
use crate::decision::{Choice, Question};
use crate::faults::{Fault, Faults, Source};
use crate::rules::Rules;
use crate::side::Side;
use crate::table::{Chance, NAMED};
use std::collections::BTreeMap;
use std::ops::Range;

/// A word of a line, with its place in the text.
pub type Word<'a> = (&'a str, Range<usize>);

/// A line of the header of a record.
pub struct Heading<'a> {
    /// The text that it is in.
    pub source: &'a Source,
    /// Its first word.
    pub first: &'a str,
    /// The other words.
    pub rest: &'a [Word<'a>],
    /// The whole line.
    pub span: Range<usize>,
}

impl Heading<'_> {
    /// A fault of the line.
    pub fn fault(&self, code: &str, message: impl Into<String>, at: &Range<usize>, label: &str) -> Fault {
        Fault::error(format!("record::{code}"), message).at(self.source, at.clone(), label)
    }
}

/// Reads a record line by line.
pub(super) struct Parser<'a, R: Rules> {
    source: &'a Source,
    header: R::Header,
    lines: Vec<Given>,
    notes: Vec<Note>,
    kept: Kept,
    /// The lines of the header that can stand there once: their words, and where they are.
    once: BTreeMap<String, Range<usize>>,
    faults: Faults,
}

impl<'a, R: Rules> Parser<'a, R> {
    pub(super) fn new(source: &'a Source) -> Parser<'a, R> {
        let (header, faults, once) = (R::Header::default(), Faults::none(), BTreeMap::new());
        let (lines, notes, kept) = (Vec::new(), Vec::new(), Kept::default());
        Parser { source, header, lines, notes, kept, once, faults }
    }

    /// The record, or everything that is wrong with it.
    pub(super) fn parse(mut self) -> Result<Record<R>, Faults> {
        let source = self.source;
        for (index, span) in line_spans(source.text()).enumerate() {
            let (words, comment) = words(&source.text()[span.clone()], span.start);
            let first = words.first().map(|(first, _)| *first);
            if let Some((first, at)) = words.first() {
                self.line(index + 1, first, at.clone(), &words[1..], span);
            }
            // What looks like a comment there is part of the JSON.
            if let Some(comment) = comment.filter(|_| first.is_none_or(|first| !R::Header::IN_JSON.contains(&first))) {
                self.notes.push(Note { after: self.lines.len(), noted: Noted::Comment(comment.into()) });
            }
        }
        self.faults.append(self.header.lacks(source));
        let source = Some(self.source.clone());
        let Parser { header, lines, notes, kept, faults, .. } = self;
        faults.into_result(Record { header, lines, notes, kept, source })
    }

    fn line(&mut self, number: usize, first: &'a str, at: Range<usize>, rest: &[Word<'a>], span: Range<usize>) {
        let is_answer = |who: &str| matches!(who, "roll" | "draw") || R::Side::from_id(who).is_some();
        match (first, rest) {
            ("script", [(name, _), (hash, _)]) => {
                let (after, name, hash) = (self.lines.len(), file_name::from_word(name), hash.to_string());
                match after {
                    0 => self.header.add_script(name, hash),
                    _ => self.notes.push(Note { after, noted: Noted::Script { name, hash } }),
                }
            }
            ("script", _) => self.fault("form", "this is no `script`", &span, "`script`, a file, its fingerprint"),
            (first, rest) if first == FIRST_WORD || R::Header::WORDS.contains(&first) => {
                if self.belongs_here(first, rest, &at) {
                    self.heading(first, rest, span);
                }
            }
            (UNDONE, [(who, _), (kind, kind_at), (token, at)]) if is_answer(who) => {
                self.check(who, (kind, kind_at), (token, at));
                let noted = Noted::Undone(format!("{who} {kind} {token}"));
                self.notes.push(Note { after: self.lines.len(), noted });
            }
            (UNDONE, _) => {
                let wanted = "what was taken back is a line of three words: a result of chance or an answer";
                self.fault("form", wanted, &span, "it is not");
            }
            (who, [(kind, kind_at), (token, at)]) if is_answer(who) => {
                self.check(who, (kind, kind_at), (token, at));
                self.push(Given::new(number, [who, kind, token], false));
            }
            (NAMED, [(side, _), (kind, kind_at), (token, at)]) if R::Side::from_id(side).is_some() => {
                self.check(side, (kind, kind_at), (token, at));
                self.push(Given::new(number, [side, kind, token], true));
            }
            (NAMED, _) => {
                let wanted = "which of several equals was taken is told so: `named`, side, question, choice";
                self.fault("form", wanted, &span, "it is not");
            }
            (first, words) if kept::WORDS.contains(&first) => {
                let texts: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                if let Err(wanted) = self.kept.read::<R::Side>(first, &texts) {
                    self.fault("kept", &format!("this is no `{first}`"), &span, wanted);
                }
            }
            (who, _) if is_answer(who) => {
                self.fault("form", "an answer is three words: who, what, which", &span, "not three words");
            }
            _ => self.faults.add_error(|| {
                let fault = Fault::error("record::unknown_line", format!("`{first}` begins no line of a record"));
                fault.at(self.source, at, "unknown word").did_you_mean(first, first_words::<R>())
            }),
        }
    }

    /// Whether a line of the header comes before the first answer, and for the first time; if not, that is a fault.
    fn belongs_here(&mut self, first: &str, rest: &[Word<'a>], at: &Range<usize>) -> bool {
        if !self.lines.is_empty() || self.kept.has_begun() {
            self.faults.add_error(|| {
                let message = format!("`{first}` belongs to the header, which ends at the first answer");
                let fault = Fault::error("record::header_too_late", message);
                fault.at(self.source, at.clone(), "too late").help("move the line up, above the first answer")
            });
            return false;
        }
        // These have a line for each side, or for each file.
        let side = rest.first().filter(|_| R::Header::FOR_EACH.contains(&first)).map(|(side, _)| *side);
        let heading = [first].into_iter().chain(side).collect::<Vec<_>>().join(" ");
        match self.once.get(&heading) {
            Some(before) => self.faults.add_error(|| {
                Fault::error("record::given_twice", format!("`{heading}` is given twice"))
                    .at(self.source, at.clone(), "a second time")
                    .at(self.source, before.clone(), "already here")
                    .help("leave one of the lines out")
            }),
            None => {
                self.once.insert(heading, at.clone());
                return true;
            }
        }
        false
    }

    /// Reads a line of the header.
    fn heading(&mut self, first: &str, rest: &[Word<'a>], span: Range<usize>) {
        match (first, rest) {
            (FIRST_WORD, [(version, at)]) => {
                if version.parse() != Ok(VERSION) {
                    self.fault("version", &format!("format {version} is unknown"), at, "this program reads 1");
                }
            }
            (FIRST_WORD, _) => self.fault("form", &format!("this is no `{first}`"), &span, "`wilderness-record 1`"),
            _ => {
                let heading = Heading { source: self.source, first, rest, span };
                if let Err(faults) = self.header.read(&heading) {
                    self.faults.append(faults);
                }
            }
        }
    }

    /// Takes an answer or a result of chance: of the game, or of what is kept beside it.
    fn push(&mut self, given: Given) {
        if self.kept.has_begun() { self.kept.push(given) } else { self.lines.push(given) }
    }

    /// Makes sure that the kind and the token of a line are known.
    fn check(&mut self, who: &str, (kind, kind_at): (&str, &Range<usize>), (token, at): (&str, &Range<usize>)) {
        let (what, known) = match who {
            "roll" => ("no die is rolled", kinds::<R::Throw>()),
            "draw" => ("nothing is drawn", kinds::<R::Draw>()),
            _ => ("no question is asked", R::Question::KINDS.to_vec()),
        };
        if !known.contains(&kind) {
            self.faults.add_error(|| {
                let fault = Fault::error("record::unknown_kind", format!("{what} for `{kind}`"));
                fault.at(self.source, kind_at.clone(), "unknown").did_you_mean(kind, known)
            });
        }
        if who == "roll" {
            if !matches!(token.parse(), Ok(1..=6)) {
                self.fault("die", &format!("`{token}` is not a face of a die"), at, "1 to 6");
            }
        } else if R::Choice::from_token(token).is_none() {
            self.faults.add_error(|| {
                let fault = Fault::error("record::unknown_token", format!("nothing is called `{token}`"));
                let (id, known) = R::Choice::similar(token);
                fault.at(self.source, at.clone(), "unknown").did_you_mean(id, known)
            });
        }
    }

    fn fault(&mut self, code: &str, message: &str, at: &Range<usize>, label: &str) {
        let make = || Fault::error(format!("record::{code}"), message).at(self.source, at.clone(), label);
        self.faults.add_error(make);
    }
}

/// The words for all of these kinds of chance.
fn kinds<C: Chance>() -> Vec<&'static str> {
    C::ALL.iter().map(|chance| chance.kind()).collect()
}

/// The words with which a line of a record can begin.
pub fn first_words<R: Rules>() -> impl Iterator<Item = &'static str> {
    let sides = R::Side::BOTH.map(Side::id);
    let others = [FIRST_WORD, "script", UNDONE, NAMED, "roll", "draw"];
    others.into_iter().chain(R::Header::WORDS.iter().copied()).chain(sides).chain(kept::WORDS)
}

/// The words of a line up to a comment, each with its place in the text, and the comment.
fn words(line: &str, start: usize) -> (Vec<Word<'_>>, Option<&str>) {
    let mut words = Vec::new();
    for word in line.split_whitespace() {
        let at = word.as_ptr() as usize - line.as_ptr() as usize;
        if word.starts_with('#') {
            return (words, Some(&line[at..]));
        }
        words.push((word, start + at..start + at + word.len()));
    }
    (words, None)
}
