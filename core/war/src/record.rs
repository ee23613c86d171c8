//! Records: a game as text, one line for each answer and each result of chance, with a header that says what it started
//! from. People write such files by hand too; the format is described in `tests/records/README.md`.

mod kept;
mod play;
mod savefile;

pub use kept::AutoLines;
pub(crate) use kept::{Kept, KeptLine};
pub use play::Played;
pub use savefile::{Lock, Savefile, Unsaved, remove_leftovers, write_whole};

use crate::decision::{Ask, Choice};
use crate::game::Game;
use crate::header::Header;
use crate::map::Map;
use crate::pieces::Pieces;
use crate::position::{Entry, Position};
use crate::scenario::Scenario;
use crate::script::{GONE, Scripts};
use crate::sets::CardId;
use crate::settings;
use crate::side::Side;
use crate::table::{Draw, Throw};
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;
use wilderness_engine::faults::{Fault, Faults, Source};

/// The version of the format that is written.
pub const VERSION: u32 = 1;
pub(crate) const FIRST_WORD: &str = "wilderness-record";
/// The first word of the note about a die, a card or a choice of the enemy that was known and taken back.
const UNDONE: &str = "undone";
/// The first word of a line that says which of several equal units was taken, though nobody was asked.
pub(crate) const NAMED: &str = "named";

/// A line of a record after its header: an answer or a result of chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// Its number in the file, from 1.
    pub line: usize,
    words: [String; 3],
    /// Whether nobody was asked: a person had named one of several equal units.
    named: bool,
}

impl Given {
    fn read(line: usize, text: &str) -> Given {
        let named = text.strip_prefix(NAMED).and_then(|rest| rest.strip_prefix(' '));
        let mut words = named.unwrap_or(text).splitn(3, ' ').map(str::to_string);
        let mut word = || words.next().unwrap_or_default();
        Given { line, words: [word(), word(), word()], named: named.is_some() }
    }

    /// The token with which a side answers a kind of decision, if the line says that.
    pub fn answer(&self, side: Side, kind: &str) -> Option<&str> {
        let [who, what, token] = &self.words;
        (who == side.id() && what == kind).then_some(token)
    }

    /// Whether it says which of several equal units was taken, though nobody was asked.
    pub fn is_named(&self) -> bool {
        self.named
    }

    /// What kind of decision or chance it is about.
    pub fn kind(&self) -> &str {
        &self.words[1]
    }

    /// Whether it answers a kind of decision so, for either side.
    pub fn says(&self, kind: &str, token: &str) -> bool {
        self.words[1] == kind && self.words[2] == token
    }

    /// Whether it is a result of chance.
    pub fn is_chance(&self) -> bool {
        matches!(self.words[0].as_str(), "roll" | "draw")
    }

    /// The die rolled for something, if the line says that.
    pub fn roll(&self, kind: &str) -> Option<u8> {
        let [roll, what, die] = &self.words;
        (roll == "roll" && what == kind).then(|| die.parse().ok())?
    }

    /// What was drawn for something, if the line says that.
    pub fn draw(&self, kind: &str) -> Option<Choice> {
        let [draw, what, drawn] = &self.words;
        if draw == "draw" && what == kind { Choice::from_token(drawn) } else { None }
    }

    /// The line as it stands.
    pub fn text(&self) -> String {
        let named = if self.named { format!("{NAMED} ") } else { String::new() };
        named + self.words.join(" ").as_str()
    }
}

/// A game as text.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// What it started from.
    pub header: Header,
    lines: Vec<Given>,
    notes: Vec<Note>,
    kept: Kept,
    /// The position in the text that it was read from.
    position: Option<Entry>,
    source: Option<Source>,
}

/// Something that a record says between two answers. The game is the same without it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Note {
    /// How many answers and results of chance came before.
    pub after: usize,
    pub noted: Noted,
}

/// What is noted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Noted {
    /// A script was exchanged for another: its name and the new fingerprint, or that it is gone.
    Script { name: String, hash: String },
    /// A die, a card or a choice of the enemy was known, and taken back: its line of the record.
    Undone(String),
}

impl std::fmt::Display for Noted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Noted::Script { name, hash } => write!(f, "script {name} {hash}"),
            Noted::Undone(line) => write!(f, "{UNDONE} {line}"),
        }
    }
}

impl Record {
    /// A record of these lines, with notes between them in their order.
    pub(crate) fn new(header: Header, lines: impl IntoIterator<Item = String>, notes: Vec<Note>) -> Record {
        let first = header.write().lines().count() + 1;
        let lines = lines.into_iter().enumerate().map(|(index, text)| {
            let between = notes.partition_point(|note| note.after <= index);
            Given::read(first + index + between, &text)
        });
        Record { lines: lines.collect(), header, notes, kept: Kept::default(), position: None, source: None }
    }

    /// The same with what belongs beside the game.
    pub(crate) fn with_kept(self, kept: Kept) -> Record {
        Record { kept, ..self }
    }

    /// The same with the questions that answer themselves at the prompt.
    pub fn with_auto(mut self, auto: AutoLines) -> Record {
        self.kept.auto = auto;
        self
    }

    /// The questions that answer themselves at the prompt.
    pub fn auto(&self) -> &AutoLines {
        &self.kept.auto
    }

    /// Reads a record.
    ///
    /// # Errors
    /// Everything that is wrong with it, each with its place.
    pub fn parse(source: &Source) -> Result<Record, Faults> {
        let (header, faults) = (Header::default(), Faults::none());
        let (lines, notes, kept) = (Vec::new(), Vec::new(), Kept::default());
        Parser { source, header, lines, notes, kept, position: None, faults }.parse()
    }

    /// How many answers and results of chance it has.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether nothing happens in it.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The game, played through, with what lies ahead of where it stands, the lines that were left, and the bookmarks;
    /// and the numbers of the lines that do not fit the scripts to their ends. They are kept as far as they do.
    ///
    /// # Errors
    /// As [`Record::play`].
    pub fn take_up(&self, scripts: Rc<Scripts>) -> Result<(Game, Vec<usize>), Faults> {
        let mut game = self.play(scripts, None)?;
        let misfits = game.take_kept(&self.kept);
        Ok((game, misfits))
    }

    /// The scripts that differ from those that the game was played with at one time or another: their names.
    pub fn changed_scripts(&self, scripts: &Scripts) -> Vec<String> {
        let now = scripts.fingerprints();
        let exchanged = self.notes.iter().filter_map(|note| match &note.noted {
            Noted::Script { name, hash } => Some((name, hash)),
            Noted::Undone(_) => None,
        });
        let played = self.header.scripts.iter().map(|(name, hash)| (name, hash)).chain(exchanged);
        let differs = |(name, hash): &(&String, &String)| now.get(*name).map_or(GONE, String::as_str) != hash.as_str();
        let names: BTreeSet<&String> = played.filter(differs).map(|(name, _)| name).collect();
        names.into_iter().cloned().collect()
    }

    /// How many dice, cards and choices of the enemy a player knew and took back.
    pub fn results_taken_back(&self) -> usize {
        self.taken_back().count()
    }

    fn taken_back(&self) -> impl Iterator<Item = &Note> {
        self.notes.iter().filter(|note| matches!(note.noted, Noted::Undone(_)))
    }

    /// Whether it is of the same game as another one, wherever the two stand in it: what they started from is the same.
    pub fn is_of_same_game(&self, other: &Record) -> bool {
        // The scripts may have been exchanged before the first answer.
        let begun = |record: &Record| Header { scripts: Vec::new(), ..record.header.clone() }.write();
        begun(self) == begun(other)
    }
}

impl std::fmt::Display for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.header.write())?;
        let mut notes = self.notes.iter().peekable();
        for (index, given) in self.lines.iter().enumerate() {
            while let Some(note) = notes.next_if(|note| note.after <= index) {
                writeln!(f, "{}", note.noted)?;
            }
            writeln!(f, "{}", given.text())?;
        }
        notes.try_for_each(|note| writeln!(f, "{}", note.noted))?;
        write!(f, "{}", self.kept)
    }
}

/// The byte range of each line of a text, without its end.
fn line_spans(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let span = start..start + line.trim_end().len();
        start += line.len();
        span
    })
}

/// A word of a line, with its place in the text.
type Word<'a> = (&'a str, Range<usize>);

struct Parser<'a> {
    source: &'a Source,
    header: Header,
    lines: Vec<Given>,
    notes: Vec<Note>,
    kept: Kept,
    position: Option<Entry>,
    faults: Faults,
}

impl<'a> Parser<'a> {
    fn parse(mut self) -> Result<Record, Faults> {
        for (index, span) in line_spans(self.source.text()).enumerate() {
            let words = words(&self.source.text()[span.clone()], span.start);
            if let Some((first, at)) = words.first() {
                self.line(index + 1, first, at.clone(), &words[1..], span);
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
            (FIRST_WORD, [(version, at)]) => {
                if version.parse() != Ok(VERSION) {
                    self.fault("version", &format!("format {version} is unknown"), at, "this program reads 1");
                }
            }
            ("scenario", [(id, at)]) => {
                if !Scenario::ids().any(|known| known == *id) {
                    self.faults.add_error(|| {
                        let fault = Fault::error("record::unknown_scenario", format!("no scenario `{id}`"));
                        fault.at(self.source, at.clone(), "here").did_you_mean(id, Scenario::ids())
                    });
                }
                self.header.scenario = id.to_string();
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
                    self.fault("setting", &message, &span, wanted);
                }
            }
            ("script", [(name, _), (hash, _)]) => {
                let (after, name, hash) = (self.lines.len(), name.to_string(), hash.to_string());
                match after {
                    0 => self.header.scripts.push((name, hash)),
                    _ => self.notes.push(Note { after, noted: Noted::Script { name, hash } }),
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
const HEADER: [&str; 8] = [FIRST_WORD, "scenario", "seed", "position", "hand", "draw-pile", "rules", "script"];

/// The words with which a line of a record can begin.
pub fn first_words() -> impl Iterator<Item = &'static str> {
    let others = [UNDONE, NAMED, "french", "british", "roll", "draw"];
    HEADER.into_iter().chain(settings::LINES).chain(others).chain(kept::WORDS)
}

/// The words of a line up to a comment, each with its place in the text.
fn words(line: &str, start: usize) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    for word in line.split_whitespace() {
        if word.starts_with('#') {
            break;
        }
        let at = start + (word.as_ptr() as usize - line.as_ptr() as usize);
        words.push((word, at..at + word.len()));
    }
    words
}

#[cfg(test)]
mod tests;
