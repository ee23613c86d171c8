//! Reading the text of a record: each line for itself, and everything that is wrong with any of them.

use super::{FIRST_WORD, Given, Kept, NAMED, Note, Noted, Record, UNDONE, VERSION, kept, line_spans};
use crate::content::GAME;
use crate::decision::{Ask, Choice};
use crate::header::Header;
use crate::header::content_lines::{self, CONTENT};
use crate::map::Map;
use crate::pieces::Pieces;
use crate::position::{Entry, Position};
use crate::sets::CardId;
use crate::settings;
use crate::side::Side;
use crate::table::{Draw, Throw};
use std::collections::BTreeMap;
use std::ops::Range;
use wilderness_engine::content::other_game;
use wilderness_engine::faults::{Fault, Faults, Source};

/// The word of the line that names the game.
const GAME_LINE: &str = "game";

/// A word of a line, with its place in the text.
type Word<'a> = (&'a str, Range<usize>);

/// Reads a record line by line.
pub(super) struct Parser<'a> {
    source: &'a Source,
    header: Header,
    lines: Vec<Given>,
    notes: Vec<Note>,
    kept: Kept,
    position: Option<Entry>,
    /// The lines of the header that can stand there once: their words, and where they are.
    once: BTreeMap<String, Range<usize>>,
    faults: Faults,
}

impl<'a> Parser<'a> {
    pub(super) fn new(source: &'a Source) -> Parser<'a> {
        let (header, faults, once) = (Header::default(), Faults::none(), BTreeMap::new());
        let (lines, notes, kept) = (Vec::new(), Vec::new(), Kept::default());
        Parser { source, header, lines, notes, kept, position: None, once, faults }
    }

    /// The record, or everything that is wrong with it.
    pub(super) fn parse(mut self) -> Result<Record, Faults> {
        let source = self.source;
        for (index, span) in line_spans(source.text()).enumerate() {
            let (words, comment) = words(&source.text()[span.clone()], span.start);
            let first = words.first().map(|(first, _)| *first);
            if let Some((first, at)) = words.first() {
                self.line(index + 1, first, at.clone(), &words[1..], span);
            }
            // What looks like a comment there is part of the JSON.
            if let Some(comment) = comment.filter(|_| !matches!(first, Some("position" | CONTENT))) {
                self.notes.push(Note { after: self.lines.len(), noted: Noted::Comment(comment.into()) });
            }
        }
        if self.header.scenario.is_empty() {
            self.faults.push(
                Fault::error("record::no_scenario", "a record names its scenario")
                    .at(self.source, 0..0, "before the first answer")
                    .help("add a line such as `scenario annus-mirabilis`"),
            );
        }
        let source = Some(self.source.clone());
        let Parser { header, lines, notes, kept, position, faults, .. } = self;
        faults.into_result(Record { header, lines, notes, kept, position, source })
    }

    fn line(&mut self, number: usize, first: &str, at: Range<usize>, rest: &[Word<'a>], span: Range<usize>) {
        match (first, rest) {
            ("script", [(name, _), (hash, _)]) => {
                let (after, name, hash) = (self.lines.len(), name.to_string(), hash.to_string());
                match after {
                    0 => self.header.scripts.push((name, hash)),
                    _ => self.notes.push(Note { after, noted: Noted::Script { name, hash } }),
                }
            }
            ("script", _) => self.fault("form", "this is no `script`", &span, "`script`, a file, its fingerprint"),
            (first, rest) if HEADER.contains(&first) || settings::LINES.contains(&first) => {
                if self.belongs_here(first, rest, &at) {
                    self.heading(first, rest, &span);
                }
            }
            (UNDONE, [(who @ ("roll" | "draw" | "french" | "british"), _), (kind, kind_at), (token, at)]) => {
                self.check_kind(who, kind, kind_at);
                self.check_token(who, token, at);
                let noted = Noted::Undone(format!("{who} {kind} {token}"));
                self.notes.push(Note { after: self.lines.len(), noted });
            }
            (UNDONE, _) => {
                self.fault(
                    "form",
                    "what was taken back is a line of three words: a result of chance or an answer",
                    &span,
                    "it is not",
                );
            }
            ("french" | "british" | "roll" | "draw", [(kind, kind_at), (token, at)]) => {
                self.check_kind(first, kind, kind_at);
                self.check_token(first, token, at);
                let words = [first.to_string(), kind.to_string(), token.to_string()];
                self.push(Given { line: number, words, named: false });
            }
            (NAMED, [(side @ ("french" | "british"), _), (kind, kind_at), (token, at)]) => {
                self.check_kind(side, kind, kind_at);
                self.check_token(side, token, at);
                let words = [side.to_string(), kind.to_string(), token.to_string()];
                self.push(Given { line: number, words, named: true });
            }
            (NAMED, _) => {
                let wanted = "which of equal units was taken is told so: `named`, side, question, piece";
                self.fault("form", wanted, &span, "it is not");
            }
            (first, words) if kept::WORDS.contains(&first) => {
                let texts: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                if let Err(wanted) = self.kept.read(first, &texts) {
                    self.fault("kept", &format!("this is no `{first}`"), &span, wanted);
                }
            }
            ("french" | "british" | "roll" | "draw", _) => {
                self.fault("form", "an answer is three words: who, what, which", &span, "not three words");
            }
            _ => self.faults.add_error(|| {
                let fault = Fault::error("record::unknown_line", format!("`{first}` begins no line of a record"));
                fault.at(self.source, at, "unknown word").did_you_mean(first, first_words())
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
        let side = rest.first().filter(|_| matches!(first, "hand" | "hand-size" | CONTENT)).map(|(side, _)| *side);
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
    fn heading(&mut self, first: &str, rest: &[Word<'a>], span: &Range<usize>) {
        match (first, rest) {
            (FIRST_WORD, [(version, at)]) => {
                if version.parse() != Ok(VERSION) {
                    self.fault("version", &format!("format {version} is unknown"), at, "this program reads 1");
                }
            }
            ("scenario", [(id, _)]) => {
                self.header.scenario = id.to_string();
            }
            (GAME_LINE, [(game, at)]) => {
                if *game != GAME {
                    self.faults
                        .add_error(|| other_game("record", game, GAME).at(self.source, at.clone(), "another game"));
                }
            }
            (CONTENT, [(_, at), ..]) => {
                if let Err(fault) = content_lines::read(&mut self.header.content, self.source, at.start..span.end) {
                    self.faults.add_error(|| *fault);
                }
            }
            ("seed", [(seed, at)]) => match seed.parse() {
                Ok(seed) => self.header.seed = seed,
                Err(_) => self.fault("seed", &format!("`{seed}` is not a seed"), at, "a whole number from 0"),
            },
            ("position", [(_, at), ..]) => {
                match Position::read_within(self.source, at.start..span.end).map(|mut entries| entries.pop()) {
                    Ok(Some(entry)) => {
                        self.header.position = Some(entry.position.clone());
                        self.position = Some(entry);
                    }
                    Ok(None) => self.fault("position", "there is no position here", at, "an empty list"),
                    Err(faults) => self.faults.append(faults),
                }
            }
            ("hand", [(who, at), cards @ ..]) => match Side::from_id(who) {
                Some(side) => self.header.hands[side] = Some(self.cards(cards)),
                None => self.fault("side", &format!("`{who}` is not a side"), at, "`french` or `british`"),
            },
            ("draw-pile", cards) => self.header.draw_pile = Some(self.cards(cards)),
            ("rules", words) => self.header.rules = words.iter().map(|(word, _)| word.to_string()).collect(),
            (first, words) if settings::LINES.contains(&first) => {
                let texts: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                if let Err(wanted) = self.header.settings.read(first, &texts) {
                    let message = format!("`{}` is no value for `{first}`", texts.join(" "));
                    self.fault("setting", &message, span, wanted);
                }
            }
            (first, _) => {
                let form = match first {
                    FIRST_WORD => "`wilderness-record 1`",
                    "scenario" => "`scenario`, an id",
                    "seed" => "`seed`, a whole number from 0",
                    "position" => "`position`, an object in JSON",
                    GAME_LINE => "`game`, the id of the game",
                    CONTENT => "`content`, the name of a file, its text in quotation marks",
                    _ => "`hand`, a side, the numbers of cards",
                };
                self.fault("form", &format!("this is no `{first}`"), span, form);
            }
        }
    }

    /// Takes an answer or a result of chance: of the game, or of what is kept beside it.
    fn push(&mut self, given: Given) {
        if self.kept.has_begun() { self.kept.push(given) } else { self.lines.push(given) }
    }

    fn check_kind(&mut self, first: &str, kind: &str, at: &Range<usize>) {
        let known: Vec<&str> = match first {
            "roll" => Throw::ALL.map(Throw::kind).to_vec(),
            "draw" => Draw::ALL.map(Draw::kind).to_vec(),
            _ => Ask::KINDS.to_vec(),
        };
        if !known.contains(&kind) {
            let what = match first {
                "roll" => "no die is rolled",
                "draw" => "nothing is drawn",
                _ => "no question is asked",
            };
            self.faults.add_error(|| {
                let fault = Fault::error("record::unknown_kind", format!("{what} for `{kind}`"));
                fault.at(self.source, at.clone(), "unknown").did_you_mean(kind, known)
            });
        }
    }

    fn check_token(&mut self, first: &str, token: &str, at: &Range<usize>) {
        if first == "roll" {
            if !matches!(token.parse(), Ok(1..=6)) {
                self.fault("die", &format!("`{token}` is not a face of a die"), at, "1 to 6");
            }
        } else if Choice::from_token(token).is_none() {
            self.faults.add_error(|| {
                let fault = Fault::error("record::unknown_token", format!("nothing is called `{token}`"));
                let fault = fault.at(self.source, at.clone(), "unknown");
                match token.split_once(':') {
                    Some(("piece", id)) => fault.did_you_mean(id, Pieces::get().ids()),
                    Some((_, id)) => fault.did_you_mean(id, Map::get().ids()),
                    None => fault,
                }
            });
        }
    }

    fn cards(&mut self, words: &[Word<'a>]) -> Vec<CardId> {
        let mut cards = Vec::new();
        for (word, at) in words {
            match word.parse() {
                Ok(number) => cards.push(CardId(number)),
                Err(_) => self.fault("card", &format!("`{word}` is not the number of a card"), at, "not a number"),
            }
        }
        cards
    }

    fn fault(&mut self, code: &str, message: &str, at: &Range<usize>, label: &str) {
        let make = || Fault::error(format!("record::{code}"), message).at(self.source, at.clone(), label);
        self.faults.add_error(make);
    }
}

/// The words with which lines of a header begin that are not settings.
const HEADER: [&str; 10] =
    [FIRST_WORD, GAME_LINE, CONTENT, "scenario", "seed", "position", "hand", "draw-pile", "rules", "script"];

/// The words with which a line of a record can begin.
pub fn first_words() -> impl Iterator<Item = &'static str> {
    let others = [UNDONE, NAMED, "french", "british", "roll", "draw"];
    HEADER.into_iter().chain(settings::LINES).chain(others).chain(kept::WORDS)
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
