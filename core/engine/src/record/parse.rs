//! Parses the text of a record line by line, and collects all faults.

use super::{Header as _, Note, Noted, Record, RecordExtras, UNDONE, extras, header, line_spans};
use crate::content::file_name;
use crate::decision::{Choice, Question};
use crate::faults::{Fault, Faults, Source};
use crate::generator::RecordFormat;
use crate::rules::Rules;
use crate::side::Side;
use crate::table::Given;
use crate::table::{Chance, NAMED};
use std::collections::BTreeMap;
use std::ops::Range;

/// A word of a line, with its place in the text.
pub type Word<'a> = (&'a str, Range<usize>);

/// A line of the header of a record.
pub struct Heading<'a> {
    /// The record.
    pub source: &'a Source,
    /// Its first word.
    pub first: &'a str,
    /// The other words.
    pub rest: &'a [Word<'a>],
    /// The whole line.
    pub span: Range<usize>,
}

impl Heading<'_> {
    /// A fault in the line.
    pub fn fault(&self, code: &str, message: impl Into<String>, at: &Range<usize>, label: &str) -> Fault {
        Fault::error(format!("record::{code}"), message).at(self.source, at.clone(), label)
    }

    /// The fault of a line that does not have its form.
    pub fn unfit(&self, form: &str) -> Fault {
        self.fault("form", format!("this is not a valid `{}`", self.first), &self.span, form)
    }

    /// The fault of a line that does not have one of its values.
    pub fn no_value(&self, values: &str) -> Fault {
        let words: Vec<&str> = self.rest.iter().map(|(word, _)| *word).collect();
        let message = format!("`{}` is not a value for `{}`", words.join(" "), self.first);
        self.fault("setting", message, &self.span, values)
    }
}

/// The most comments of a record: each takes more memory than an answer.
const MOST_COMMENTS: usize = 100_000;

/// A parser of records.
pub(super) struct Parser<'a, R: Rules> {
    source: &'a Source,
    header: R::Header,
    lines: Vec<Given>,
    notes: Vec<Note>,
    /// How many comments there are so far.
    comments: usize,
    extras: RecordExtras,
    /// Whether an answer has been looked at.
    has_answers: bool,
    /// The places of the header lines read so far, by the words that must not be repeated.
    once: BTreeMap<String, Range<usize>>,
    faults: Faults,
}

impl<'a, R: Rules> Parser<'a, R> {
    pub(super) fn new(source: &'a Source) -> Parser<'a, R> {
        let (mut header, faults, once) = (R::Header::default(), Faults::none(), BTreeMap::new());
        // Those of records without the lines that name them.
        (header.format, header.edition) = (RecordFormat::One, header::first_edition::<R>());
        let (lines, notes, extras) = (Vec::new(), Vec::new(), RecordExtras::default());
        Parser { source, header, lines, notes, comments: 0, extras, has_answers: false, once, faults }
    }

    /// The record, or all its faults.
    pub(super) fn parse(mut self) -> Result<Record<R>, Faults> {
        let source = self.source;
        for (index, span) in line_spans(source.text()).enumerate() {
            let (words, comment) = words(&source.text()[span.clone()], span.start);
            let first = words.first().map(|(first, _)| *first);
            if let Some((first, at)) = words.first() {
                self.line(index + 1, first, at.clone(), &words[1..], span.clone());
            }
            // In a JSON line, what looks like a comment is part of the JSON.
            if let Some(comment) = comment.filter(|_| first.is_none_or(|first| !header::IN_JSON.contains(&first))) {
                self.comments += 1;
                match self.comments > MOST_COMMENTS {
                    true if self.comments == MOST_COMMENTS + 1 => {
                        self.fault("extras", "there are too many comments", &span, "at most 100,000 are read");
                    }
                    true => {}
                    false => self.notes.push(Note { after: self.lines.len(), noted: Noted::Comment(comment.into()) }),
                }
            }
        }
        self.faults.append(header::lacks::<R>(&self.header, source));
        let source = Some(self.source.clone());
        let Parser { header, lines, notes, extras, faults, .. } = self;
        faults.into_result(Record { header, lines, notes, extras, source })
    }

    fn line(&mut self, number: usize, first: &'a str, at: Range<usize>, rest: &[Word<'a>], span: Range<usize>) {
        let is_answer = |who: &str| matches!(who, "roll" | "draw") || is_side::<R>(who);
        match (first, rest) {
            ("script", [(name, _), (hash, _)]) => {
                let (after, name, hash) = (self.lines.len(), file_name::from_word(name), hash.to_string());
                match after {
                    0 => self.header.scripts.push((name, hash)),
                    _ => self.notes.push(Note { after, noted: Noted::Script { name, hash } }),
                }
            }
            ("script", _) => {
                self.fault("form", "this is not a `script` line", &span, "`script`, a file, its fingerprint")
            }
            ("windows", [("open", _)]) if header::has_word::<R>(first) && !self.lines.is_empty() => {
                self.notes.push(Note { after: self.lines.len(), noted: Noted::WindowsOpen });
            }
            (first, rest) if header::has_word::<R>(first) => {
                let heading = Heading { source: self.source, first, rest, span };
                if self.belongs_here(first, rest, &at)
                    && let Err(faults) = header::read::<R>(&mut self.header, &heading)
                {
                    self.faults.append(faults);
                }
            }
            (UNDONE, [(who, _), (kind, kind_at), (token, at)]) if is_answer(who) => {
                self.check(who, (kind, kind_at), (token, at));
                let noted = Noted::Undone(format!("{who} {kind} {token}"));
                self.notes.push(Note { after: self.lines.len(), noted });
            }
            (UNDONE, _) => {
                let message = "after `undone` comes a result of chance or an answer, in three words";
                self.fault("form", message, &span, "`undone`, who, what, which");
            }
            (who, [(kind, kind_at), (token, at)]) if is_answer(who) => {
                self.check(who, (kind, kind_at), (token, at));
                self.push(Given::new(number, [who, kind, token], false));
            }
            (NAMED, [(side, _), (kind, kind_at), (token, at)]) if is_side::<R>(side) => {
                self.check(side, (kind, kind_at), (token, at));
                self.push(Given::new(number, [side, kind, token], true));
            }
            (NAMED, _) => {
                let message = "this is not a `named` line";
                self.fault("form", message, &span, "`named`, side, question, choice");
            }
            (first, words) if extras::WORDS.contains(&first) => {
                let texts: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                if let Err(wanted) = self.extras.read(is_side::<R>, first, &texts) {
                    self.fault("extras", &format!("this is not a `{first}` line"), &span, wanted);
                }
            }
            (who, _) if is_answer(who) && (!R::SIDES.is_empty() || matches!(who, "roll" | "draw")) => {
                self.fault("form", "an answer has three words: who, what, which", &span, "not three words");
            }
            _ => self.faults.add_error(|| {
                let fault = Fault::error("record::unknown_line", format!("no line of a record begins with `{first}`"));
                fault.at(self.source, at, "unknown word").did_you_mean(first, first_words::<R>())
            }),
        }
    }

    /// Whether a header line comes before the first answer and is not repeated; if not, adds a fault.
    fn belongs_here(&mut self, first: &str, rest: &[Word<'a>], at: &Range<usize>) -> bool {
        if !self.lines.is_empty() || self.extras.has_begun() {
            self.faults.add_error(|| {
                let message = format!("`{first}` belongs in the header, which ends at the first answer");
                let fault = Fault::error("record::header_too_late", message);
                fault.at(self.source, at.clone(), "too late").help("move the line up, above the first answer")
            });
            return false;
        }
        // These words may have a line for each side or file.
        let side = rest.first().filter(|_| header::is_for_each::<R>(first)).map(|(side, _)| *side);
        let heading = [first].into_iter().chain(side).collect::<Vec<_>>().join(" ");
        match self.once.get(&heading) {
            Some(before) => self.faults.add_error(|| {
                Fault::error("record::given_twice", format!("`{heading}` is given twice"))
                    .at(self.source, at.clone(), "a second time")
                    .at(self.source, before.clone(), "already here")
                    .help("remove one of the lines")
            }),
            None => {
                self.once.insert(heading, at.clone());
                return true;
            }
        }
        false
    }

    /// Adds an answer or a result of chance to the game or the extras.
    fn push(&mut self, given: Given) {
        if self.extras.has_begun() { self.extras.push(given) } else { self.lines.push(given) }
    }

    /// Checks that the kind and the token of a line exist.
    fn check(&mut self, who: &str, (kind, kind_at): (&str, &Range<usize>), (token, at): (&str, &Range<usize>)) {
        if !std::mem::replace(&mut self.has_answers, true)
            && let Err(faults) = self.header.enter()
        {
            self.faults.append(faults);
        }
        let (what, known, is_open) = match who {
            "roll" => ("no die is rolled for", kinds::<R::Throw>(), R::Throw::IS_OPEN),
            "draw" => ("nothing is drawn for", kinds::<R::Draw>(), R::Draw::IS_OPEN),
            _ => ("no question is called", R::Question::KINDS.to_vec(), R::Question::KINDS.is_empty()),
        };
        if !is_open && !known.contains(&kind) {
            self.faults.add_error(|| {
                let fault = Fault::error("record::unknown_kind", format!("{what} `{kind}`"));
                fault.at(self.source, kind_at.clone(), "unknown").did_you_mean(kind, known)
            });
        }
        if who == "roll" {
            let faces = most_faces::<R::Throw>(kind);
            if !token.parse().is_ok_and(|face| (1..=faces).contains(&face)) {
                self.fault("die", &format!("`{token}` is not a face of a die"), at, &format!("1 to {faces}"));
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

/// The most faces of the dice for a purpose. A die that content names is looked at where it is rolled.
fn most_faces<C: Chance>(kind: &str) -> u8 {
    let named = C::ALL.iter().find(|throw| throw.kind() == kind).map(|throw| throw.faces());
    let any = if C::IS_OPEN { Some(u8::MAX) } else { C::ALL.iter().map(|throw| throw.faces()).max() };
    named.or(any).unwrap_or(u8::MAX)
}

/// The words for all kinds of a chance.
fn kinds<C: Chance>() -> Vec<&'static str> {
    C::ALL.iter().map(|chance| chance.kind()).collect()
}

/// Whether a word can be a side. Which sides there are may be for content to say, which is not known where a record is
/// read: a line of another side then fits nothing where it is played.
fn is_side<R: Rules>(word: &str) -> bool {
    match R::SIDES {
        [] => !is_reserved::<R>(word),
        sides => sides.iter().any(|side| side.id() == word),
    }
}

/// Whether a word has another meaning at the beginning of a line, so that no side can have it.
pub(crate) fn is_reserved<R: Rules>(word: &str) -> bool {
    let is_of_side = |word: &str| R::SIDES.iter().any(|side| side.id() == word);
    first_words::<R>().any(|first| first == word && !is_of_side(first))
}

/// The possible first words of a line, with the sides that are part of the program.
pub fn first_words<R: Rules>() -> impl Iterator<Item = &'static str> {
    let sides = R::SIDES.iter().map(|side| side.id());
    header::words::<R>().chain([UNDONE, NAMED, "roll", "draw"]).chain(sides).chain(extras::WORDS)
}

/// The words of a line before any comment, with their places in the text, and the comment.
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
