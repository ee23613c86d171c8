//! The grammar: parses a line into a verb and its parts. Names stay as typed; their meaning depends on the game.

use super::SentenceError;
use crate::text::names::fold;
use wilderness_war::Word;

/// The verb of a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// Play a card.
    Play,
    /// Activate a force, or pieces individually.
    Activate,
    /// Go from space to space.
    Move,
    /// Name the members of a force.
    With,
    /// Build stockades or forts.
    Build,
    /// Roll for a siege.
    Siege,
    /// Assault a besieged space.
    Assault,
    /// Raid.
    Raid,
    /// Demolish works.
    Demolish,
    /// Intercept (6.7).
    Intercept,
    /// Avoid battle (6.8).
    Avoid,
    /// Retreat after a battle (7.9).
    Retreat,
    /// Activate two forces with one card.
    Campaign,
    /// Continue the unfinished part of a sentence.
    GoOn,
    /// Name the card for the last sentence.
    Using,
}

/// The manner of movement.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum MovementManner {
    /// Whichever is shortest.
    #[default]
    Any,
    /// By boat (6.3).
    Boat,
    /// On foot (6.2).
    Land,
    /// By ship (6.4).
    Sea,
    /// Through the enemy (6.6).
    Infiltration,
}

/// A parsed sentence. A list holds the parts between commas; each part may contain several names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    /// The verb.
    pub verb: Verb,
    /// Its object: pieces, spaces or a card.
    pub what: Vec<String>,
    /// Those who go with the first piece.
    pub with: Option<Vec<String>>,
    /// Those who stay, though all others go.
    pub except: Vec<String>,
    /// The destination.
    pub to: Vec<String>,
    /// The manner of movement.
    pub way: MovementManner,
    /// The card.
    pub card: Option<String>,
    /// What a card is used for, or what is built: the answer for it.
    pub purpose: Option<Word>,
    /// Individually, though a leader is named first.
    pub individually: bool,
    /// The movement ends at the destination.
    pub stop: bool,
    /// The second force of a campaign.
    pub second: Option<Box<Sentence>>,
    /// Others who go somewhere else, each with their destination: `activate huron to sorel, mingo to venango`.
    pub others: Vec<Sentence>,
}

/// The part of the sentence being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SentencePart {
    What,
    With,
    Except,
    To,
    Card,
}

/// The verbs.
pub const VERBS: [(&str, Verb); 21] = [
    ("play", Verb::Play),
    ("activate", Verb::Activate),
    ("move", Verb::Move),
    ("go", Verb::Move),
    ("march", Verb::Move),
    ("sail", Verb::Move),
    ("attack", Verb::Move),
    ("to", Verb::Move),
    ("with", Verb::With),
    ("build", Verb::Build),
    ("siege", Verb::Siege),
    ("besiege", Verb::Siege),
    ("assault", Verb::Assault),
    ("storm", Verb::Assault),
    ("raid", Verb::Raid),
    ("demolish", Verb::Demolish),
    ("intercept", Verb::Intercept),
    ("avoid", Verb::Avoid),
    ("retreat", Verb::Retreat),
    ("campaign", Verb::Campaign),
    ("continue", Verb::GoOn),
];

/// The word before a card.
const USING: &str = "using";

/// The verb that a word is, if any.
fn verb(word: &str) -> Option<Verb> {
    let known = VERBS.iter().chain([&(USING, Verb::Using)]);
    known.into_iter().find(|(known, _)| *known == word).map(|(_, verb)| *verb)
}

/// Whether a line begins with a verb.
pub fn begins_sentence(line: &str) -> bool {
    line.split([' ', '\t', ',']).next().is_some_and(|first| verb(&fold(first)).is_some())
}

/// Whether a line without a verb is about movement or members of a force.
pub fn looks_like_sentence(line: &str) -> bool {
    !line.contains(':') && line.split(' ').skip(1).any(|word| matches!(fold(word).as_str(), "with" | "to"))
}

/// Parses a line that begins with a verb.
///
/// # Errors
/// What is missing.
pub fn parse(line: &str) -> Result<Sentence, SentenceError> {
    let words = words(line);
    let (first, rest) = words.split_first().ok_or_else(|| SentenceError::form("a verb is missing"))?;
    let folded = fold(first);
    let verb = verb(&folded).ok_or_else(|| SentenceError::form(format!("`{first}` is not a verb")))?;
    let mut sentence = Sentence::new(verb);
    match (verb, rest) {
        // A line of nothing else is a command of the prompt.
        (Verb::GoOn, _) => return Err(SentenceError::form("`continue` and `go on` take no arguments")),
        (Verb::Play, _) => sentence.read_play(rest),
        (Verb::Campaign, _) => sentence.read_campaign(rest)?,
        (Verb::Activate, _) => sentence.read_apart(rest)?,
        _ => sentence.read(rest, if verb == Verb::With { SentencePart::With } else { SentencePart::What })?,
    }
    if folded == "sail" {
        sentence.way = MovementManner::Sea;
    }
    sentence.complete()
}

/// A force named outside a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Force {
    /// Its members.
    pub named: Vec<String>,
    /// Those of them who stay.
    pub except: Vec<String>,
}

/// Parses a force outside a sentence: members alone, and who of them stays.
///
/// # Errors
/// Whatever else is said: a destination, a card, a manner of movement.
pub fn force(text: &str) -> Result<Force, SentenceError> {
    let words = words(text);
    let folded = words.last().map(|word| fold(word)).unwrap_or_default();
    if matches!(folded.as_str(), "except" | "but" | "without" | "to" | "into" | "via" | "through" | "using" | "card") {
        return Err(SentenceError::form(format!("something is missing after `{folded}`")));
    }
    let mut sentence = Sentence::new(Verb::With);
    sentence.read(&words, SentencePart::With)?;
    let Sentence { with, except, to, way, card, individually, stop, .. } = sentence;
    let strange = [
        (!to.is_empty(), "where it goes"),
        (card.is_some(), "its card"),
        (way != MovementManner::Any, "its manner of movement"),
        (individually, "`individually`"),
        (stop, "`stop`"),
    ];
    match strange.into_iter().find(|(said, _)| *said) {
        Some((_, what)) => Err(SentenceError::form(format!("only members make up a force here: leave out {what}"))),
        None => Ok(Force { named: with.unwrap_or_default(), except }),
    }
}

/// The words of a line; commas are words, and `and` is read as one.
fn words(line: &str) -> Vec<String> {
    let words = line.replace(',', " , ");
    let words = words.split_whitespace().map(|word| match fold(word).as_str() {
        "and" | "then" | "plus" | "&" | "+" => ",".to_string(),
        "->" => "to".to_string(),
        _ => word.to_string(),
    });
    words.collect()
}

impl Sentence {
    /// A sentence of a verb alone.
    pub fn new(verb: Verb) -> Sentence {
        Sentence {
            verb,
            what: Vec::new(),
            with: None,
            except: Vec::new(),
            to: Vec::new(),
            way: MovementManner::Any,
            card: None,
            purpose: None,
            individually: false,
            stop: false,
            second: None,
            others: Vec::new(),
        }
    }

    /// A card, and its use. Card names contain words with other meanings elsewhere.
    fn read_play(&mut self, words: &[String]) {
        let uses = |index: usize| match fold(&words[index]).as_str() {
            "as" | "for" => words.get(index + 1..).and_then(purpose),
            _ => None,
        };
        let (end, purpose) = match (0..words.len()).find_map(|index| Some((index, uses(index)?))) {
            Some((index, word)) => (index, Some(word)),
            None => (words.len(), None),
        };
        let name = words[..end].iter().filter(|word| !matches!(fold(word).as_str(), "card" | ","));
        let name: Vec<&str> = name.map(String::as_str).collect();
        self.what.extend((!name.is_empty()).then(|| name.join(" ")));
        self.purpose = purpose;
    }

    /// Two forces, each with its destination; the second begins behind the first destination.
    fn read_campaign(&mut self, words: &[String]) -> Result<(), SentenceError> {
        let words = match words {
            [with, rest @ ..] if fold(with) == "with" => rest,
            words => words,
        };
        let to = words.iter().position(|word| fold(word) == "to");
        let end = to.and_then(|to| Some(to + words[to..].iter().position(|word| word == ",")?));
        let Some(end) = end else {
            return Err(SentenceError::form(
                "name two forces and where they go: `campaign with webb to oswego and abercromby to albany`",
            ));
        };
        self.read(&words[..end], SentencePart::What)?;
        let mut second = Sentence::new(Verb::Activate);
        second.read(&words[end + 1..], SentencePart::What)?;
        self.card = second.card.take().or(self.card.take());
        self.second = Some(Box::new(second.complete()?));
        Ok(())
    }

    /// Those who go to one place, or several who go to different ones: `huron to sorel, mingo to venango`. The card
    /// stands behind the last.
    fn read_apart(&mut self, words: &[String]) -> Result<(), SentenceError> {
        let mut clauses = apart(words).into_iter();
        self.read(clauses.next().unwrap_or_default(), SentencePart::What)?;
        for clause in clauses {
            let mut other = Sentence::new(Verb::Activate);
            other.read(clause, SentencePart::What)?;
            self.card = other.card.take().or(self.card.take());
            self.others.push(other.complete()?);
        }
        Ok(())
    }

    fn read(&mut self, words: &[String], mut part: SentencePart) -> Result<(), SentenceError> {
        let mut words = words.iter().peekable();
        let mut parts: Vec<(SentencePart, Vec<&str>)> = vec![(part, Vec::new())];
        while let Some(word) = words.next() {
            let next = words.peek().map(|next| fold(next)).unwrap_or_default();
            let numeric = next.trim_start_matches('#').parse::<u8>().is_ok();
            match fold(word).as_str() {
                "," => parts.push((part, Vec::new())),
                "card" | "using" => part = begin(&mut parts, SentencePart::Card),
                "on" if numeric || next == "card" => part = begin(&mut parts, SentencePart::Card),
                "with" if next == "card" => {}
                "with" if next.is_empty() => return Err(SentenceError::form("with whom? `with all`, `with levis`")),
                "with" => part = begin(&mut parts, SentencePart::With),
                "to" | "into" | "via" | "through" => part = begin(&mut parts, SentencePart::To),
                "except" | "but" | "without" => part = begin(&mut parts, SentencePart::Except),
                "by" if next != "card" => {
                    self.way = way(&next).ok_or_else(|| SentenceError::Unknown {
                        typed: format!("by {next}").trim_end().into(),
                        what: "not a manner of movement: by boat, land, sea or infiltration".into(),
                        hint: String::new(),
                    })?;
                    words.next();
                }
                "by" => {}
                "individually" => self.individually = true,
                "alone" => self.with = Some(self.with.take().unwrap_or_default()),
                "stop" => self.stop = true,
                "battle" if self.verb == Verb::Avoid => {}
                "inside" if self.verb == Verb::Retreat => {
                    begin(&mut parts, SentencePart::To);
                    push(&mut parts, SentencePart::To, word);
                }
                "from" | "in" if part != SentencePart::Card => push(&mut parts, part, "at"),
                _ => push(&mut parts, part, word),
            }
        }
        for (part, words) in parts.into_iter().filter(|(_, words)| !words.is_empty()) {
            let text = words.join(" ");
            match part {
                SentencePart::What => self.what.push(text),
                SentencePart::With => self.with.get_or_insert_default().push(text),
                SentencePart::Except => self.except.push(text),
                SentencePart::To => self.to.push(text),
                SentencePart::Card => self.card = Some(text),
            }
        }
        Ok(())
    }

    /// The parts that a verb requires or accepts.
    fn complete(mut self) -> Result<Sentence, SentenceError> {
        let activates = matches!(self.verb, Verb::Activate | Verb::Move);
        // `levis and everyone to ticonderoga`
        if activates && self.with.is_none() && self.what.len() > 1 && self.what.last().is_some_and(|last| is_all(last))
        {
            self.with = self.what.pop().map(|all| vec![all]);
        }
        let missing = |example: &str| Err(SentenceError::form(format!("something is missing: {example}")));
        match self.verb {
            Verb::Play if self.what.is_empty() => missing("`play 24`, `play massacre`, `play 24 for force`"),
            Verb::Activate if self.what.is_empty() => {
                missing("`activate montcalm with all to ticonderoga by boat`, `activate huron mississauga`")
            }
            Verb::Move if self.what.is_empty() && self.to.is_empty() => missing("`move oswego, oneida carry west`"),
            Verb::Intercept | Verb::Avoid if self.what.is_empty() && self.with.is_none() && self.to.is_empty() => {
                missing("`intercept with webb and all`, `avoid with all to albany`")
            }
            Verb::With if self.with.as_ref().is_none_or(Vec::is_empty) && self.except.is_empty() => {
                missing("`with all`, `with 3 regulars and bougainville`")
            }
            Verb::Siege | Verb::Assault if self.what.iter().all(|what| is_there(what)) => {
                self.what.clear();
                Ok(self)
            }
            Verb::Build | Verb::Demolish => self.works(),
            _ => Ok(self),
        }
    }

    /// What is built or demolished comes before the places.
    fn works(mut self) -> Result<Sentence, SentenceError> {
        self.what.append(&mut self.to);
        if let Some(first) = self.what.first_mut() {
            let words: Vec<String> = first.split(' ').map(str::to_string).collect();
            let words =
                words.iter().skip_while(|word| matches!(fold(word).as_str(), "a" | "the")).cloned().collect::<Vec<_>>();
            self.purpose = purpose(&words).filter(|word| matches!(word, Word::Stockades | Word::Forts));
            if self.purpose.is_some() {
                *first = words[1..].join(" ");
            }
        }
        self.what.retain(|text| !text.is_empty());
        match (self.verb, self.what.as_slice()) {
            (Verb::Build, []) => Err(SentenceError::form(
                "name the work and the place: `build stockade augusta winchester`, `build fort venango`",
            )),
            (_, []) => Err(SentenceError::form("name the place: `demolish venango`")),
            _ => Ok(self),
        }
    }
}

/// The clauses of some words, of which each says who goes, and then where to.
fn apart(words: &[String]) -> Vec<&[String]> {
    let is_to = |word: &String| fold(word) == "to";
    let (mut clauses, mut start) = (Vec::new(), 0);
    for (place, word) in words.iter().enumerate() {
        let (before, after) = (&words[start..place], &words[place + 1..]);
        let says_who = after.first().is_some_and(|first| !is_to(first)) && after.iter().any(is_to);
        if word == "," && before.iter().any(is_to) && says_who {
            clauses.push(before);
            start = place + 1;
        }
    }
    clauses.push(&words[start..]);
    clauses
}

/// Whether a part means the place that is asked about.
fn is_there(part: &str) -> bool {
    matches!(fold(part).as_str(), "it" | "them" | "there" | "here" | "the fort" | "the place" | "now" | "the siege")
}

/// The words for all that may go.
const ALL: [&str; 7] = ["all", "everybody", "everyone", "everything", "all of them", "all troops", "the lot"];

/// Whether a part names all.
pub fn is_all(part: &str) -> bool {
    ALL.contains(&fold(part).as_str())
}

/// Starts another part of the sentence.
fn begin(parts: &mut Vec<(SentencePart, Vec<&str>)>, part: SentencePart) -> SentencePart {
    parts.push((part, Vec::new()));
    part
}

fn push<'a>(parts: &mut Vec<(SentencePart, Vec<&'a str>)>, part: SentencePart, word: &'a str) {
    match parts.last_mut() {
        Some((_, words)) => words.push(word),
        None => parts.push((part, vec![word])),
    }
}

/// The use of a card, if the words begin with one.
fn purpose(words: &[String]) -> Option<Word> {
    let words: Vec<String> = words.iter().map(|word| fold(word)).collect();
    let first = words.iter().find(|word| !matches!(word.as_str(), "a" | "an" | "the" | "its"))?;
    Some(match first.as_str() {
        "event" => Word::Event,
        "force" => Word::Force,
        "individual" | "individuals" | "individually" => Word::Individual,
        "stockade" | "stockades" => Word::Stockades,
        "fort" | "forts" => Word::Forts,
        _ => return None,
    })
}

fn way(word: &str) -> Option<MovementManner> {
    Some(match word {
        "boat" | "boats" | "bateau" | "bateaux" | "canoe" | "canoes" | "river" | "lake" | "water" => {
            MovementManner::Boat
        }
        "land" | "foot" | "road" => MovementManner::Land,
        "sea" | "ship" | "ships" | "navy" => MovementManner::Sea,
        "infiltration" | "stealth" | "infiltrating" => MovementManner::Infiltration,
        _ => return None,
    })
}
