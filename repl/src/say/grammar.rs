//! The grammar: a line taken apart into a verb and what belongs to it. Names stay as they were typed; what they mean
//! depends on the game.

use super::Misunderstood;
use crate::names::fold;
use wilderness_core::decision::Word;

/// What a sentence tells somebody to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// Play a card.
    Play,
    /// Activate a force, or pieces one by one.
    Activate,
    /// Go from space to space.
    Move,
    /// Name those who go with a commander.
    With,
    /// Build stockades or forts.
    Build,
    /// Roll for a siege.
    Siege,
    /// Assault what is besieged.
    Assault,
    /// Raid.
    Raid,
    /// Pull down works.
    Demolish,
    /// Go on with what a sentence left undone.
    GoOn,
    /// Name the card that the last sentence did not.
    Using,
}

/// How somebody goes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Way {
    /// As it is shortest.
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

/// A sentence, taken apart. A list holds what stands between commas; each part of it may be several names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    /// What is to be done.
    pub verb: Verb,
    /// What it is done to: pieces, spaces or a card.
    pub what: Vec<String>,
    /// Those who go with the first.
    pub with: Option<Vec<String>>,
    /// Those who do not, though everybody else does.
    pub except: Vec<String>,
    /// Where to.
    pub to: Vec<String>,
    /// How.
    pub way: Way,
    /// With which card.
    pub card: Option<String>,
    /// What a card is used for, or what is built: the answer that says so.
    pub purpose: Option<Word>,
    /// Each by himself, though a leader is named first.
    pub individually: bool,
    /// The movement ends there.
    pub stop: bool,
}

/// Where the words go that are being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    What,
    With,
    Except,
    To,
    Card,
}

/// The verb that a word is, if it is one.
fn verb(word: &str) -> Option<Verb> {
    Some(match word {
        "play" => Verb::Play,
        "activate" => Verb::Activate,
        "move" | "go" | "march" | "sail" | "attack" | "to" => Verb::Move,
        "with" => Verb::With,
        "build" => Verb::Build,
        "siege" | "besiege" => Verb::Siege,
        "assault" | "storm" => Verb::Assault,
        "raid" => Verb::Raid,
        "demolish" => Verb::Demolish,
        "continue" => Verb::GoOn,
        "using" => Verb::Using,
        _ => return None,
    })
}

/// Whether a line begins with a verb.
pub fn begins_sentence(line: &str) -> bool {
    line.split([' ', '\t', ',']).next().is_some_and(|first| verb(&fold(first)).is_some())
}

/// Whether a line without a verb tells somebody to go somewhere, or with somebody.
pub fn sounds_like_a_sentence(line: &str) -> bool {
    !line.contains(':') && line.split(' ').skip(1).any(|word| matches!(fold(word).as_str(), "with" | "to"))
}

/// Whether a line only says to go on.
pub fn goes_on(line: &str) -> bool {
    parse(line).is_ok_and(|sentence| sentence.verb == Verb::GoOn)
}

/// Whether a line only names a card.
pub fn names_card(line: &str) -> bool {
    parse(line).is_ok_and(|sentence| sentence.verb == Verb::Using)
}

/// Takes a line apart that begins with a verb.
///
/// # Errors
/// What is missing.
pub fn parse(line: &str) -> Result<Sentence, Misunderstood> {
    let words = words(line);
    let (first, rest) = words.split_first().ok_or_else(|| Misunderstood::form("say what is to be done"))?;
    let folded = fold(first);
    let verb = verb(&folded).ok_or_else(|| Misunderstood::form(format!("`{first}` is no verb")))?;
    let mut sentence = Sentence::new(verb);
    match (verb, rest) {
        (Verb::GoOn, []) => return Ok(sentence),
        (Verb::GoOn, _) => return Err(Misunderstood::form("`continue` or `go on` stands alone")),
        (Verb::Move, [on]) if folded == "go" && fold(on) == "on" => return Ok(Sentence::new(Verb::GoOn)),
        (Verb::Play, _) => sentence.read_play(rest),
        _ => sentence.read(rest, if verb == Verb::With { Part::With } else { Part::What })?,
    }
    if folded == "sail" {
        sentence.way = Way::Sea;
    }
    sentence.complete()
}

/// The words of a line; a comma is a word, and so is `and`, which is written as one.
fn words(line: &str) -> Vec<String> {
    let words = line.replace(',', " , ");
    let words = words.split_whitespace().map(|word| match fold(word).as_str() {
        "and" | "then" | "&" => ",".to_string(),
        "->" => "to".to_string(),
        _ => word.to_string(),
    });
    words.collect()
}

impl Sentence {
    fn new(verb: Verb) -> Sentence {
        Sentence {
            verb,
            what: Vec::new(),
            with: None,
            except: Vec::new(),
            to: Vec::new(),
            way: Way::Any,
            card: None,
            purpose: None,
            individually: false,
            stop: false,
        }
    }

    /// A card, and what it is played for. Names of cards hold words that mean something elsewhere.
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

    fn read(&mut self, words: &[String], mut part: Part) -> Result<(), Misunderstood> {
        let mut words = words.iter().peekable();
        let mut parts: Vec<(Part, Vec<&str>)> = vec![(part, Vec::new())];
        while let Some(word) = words.next() {
            let next = words.peek().map(|next| fold(next)).unwrap_or_default();
            let numeric = next.trim_start_matches('#').parse::<u8>().is_ok();
            match fold(word).as_str() {
                "," => parts.push((part, Vec::new())),
                "card" | "using" => part = begin(&mut parts, Part::Card),
                "on" if numeric || next == "card" => part = begin(&mut parts, Part::Card),
                "with" if next == "card" => {}
                "with" if next.is_empty() => return Err(Misunderstood::form("with whom? `with all`, `with levis`")),
                "with" => part = begin(&mut parts, Part::With),
                "to" | "into" | "via" | "through" => part = begin(&mut parts, Part::To),
                "except" | "but" | "without" => part = begin(&mut parts, Part::Except),
                "by" if next != "card" => {
                    self.way = way(&next).ok_or_else(|| Misunderstood::Unknown {
                        typed: format!("by {next}").trim_end().into(),
                        what: "no way to go: by boat, land, sea or infiltration".into(),
                        hint: String::new(),
                    })?;
                    words.next();
                }
                "by" => {}
                "individually" => self.individually = true,
                "alone" => self.with = Some(self.with.take().unwrap_or_default()),
                "stop" => self.stop = true,
                "from" | "in" if part != Part::Card => push(&mut parts, part, "at"),
                _ => push(&mut parts, part, word),
            }
        }
        for (part, words) in parts.into_iter().filter(|(_, words)| !words.is_empty()) {
            let text = words.join(" ");
            match part {
                Part::What => self.what.push(text),
                Part::With => self.with.get_or_insert_default().push(text),
                Part::Except => self.except.push(text),
                Part::To => self.to.push(text),
                Part::Card => self.card = Some(text),
            }
        }
        Ok(())
    }

    /// What a verb needs, and where its words belong.
    fn complete(self) -> Result<Sentence, Misunderstood> {
        let missing = |example: &str| Err(Misunderstood::form(format!("something is missing: {example}")));
        match self.verb {
            Verb::Play if self.what.is_empty() => missing("`play 24`, `play massacre`, `play 24 for force`"),
            Verb::Activate if self.what.is_empty() => {
                missing("`activate montcalm with all to ticonderoga by boat`, `activate huron mississauga`")
            }
            Verb::Move if self.what.is_empty() && self.to.is_empty() => missing("`move oswego, oneida carry west`"),
            Verb::With if self.with.as_ref().is_none_or(Vec::is_empty) && self.except.is_empty() => {
                missing("`with all`, `with 3 regulars and bougainville`")
            }
            Verb::Build | Verb::Demolish => self.works(),
            _ => Ok(self),
        }
    }

    /// What is built or pulled down stands before the places.
    fn works(mut self) -> Result<Sentence, Misunderstood> {
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
            (Verb::Build, []) => Err(Misunderstood::form(
                "say what and where: `build stockade augusta winchester`, `build fort venango`",
            )),
            (_, []) => Err(Misunderstood::form("say where: `demolish venango`")),
            _ => Ok(self),
        }
    }
}

/// Begins another part of the sentence.
fn begin(parts: &mut Vec<(Part, Vec<&str>)>, part: Part) -> Part {
    parts.push((part, Vec::new()));
    part
}

fn push<'a>(parts: &mut Vec<(Part, Vec<&'a str>)>, part: Part, word: &'a str) {
    match parts.last_mut() {
        Some((_, words)) => words.push(word),
        None => parts.push((part, vec![word])),
    }
}

/// What a card is played for, if the words begin so.
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

fn way(word: &str) -> Option<Way> {
    Some(match word {
        "boat" | "boats" | "bateau" | "bateaux" | "canoe" | "canoes" | "river" | "lake" | "water" => Way::Boat,
        "land" | "foot" | "road" => Way::Land,
        "sea" | "ship" | "ships" | "navy" => Way::Sea,
        "infiltration" | "stealth" | "infiltrating" => Way::Infiltration,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Sentence {
        parse(line).unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    fn strings(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| word.to_string()).collect()
    }

    #[test]
    fn a_force_has_a_leader_members_a_place_and_a_way() {
        let sentence = parsed("Activate montcalm with 3 regulars and bougainville to ticonderoga by boat using 24");
        let expected = Sentence {
            what: strings(&["montcalm"]),
            with: Some(strings(&["3 regulars", "bougainville"])),
            to: strings(&["ticonderoga"]),
            way: Way::Boat,
            card: Some("24".into()),
            ..Sentence::new(Verb::Activate)
        };
        assert_eq!(sentence, expected);
        assert_eq!(parsed("ACTIVATE montcalm, with card 24 to X").card.as_deref(), Some("24"));
        assert_eq!(parsed("activate montcalm on #24").card.as_deref(), Some("#24"));
    }

    #[test]
    fn everybody_but_some_and_nobody_at_all() {
        let sentence = parsed("activate montcalm with all but levis and vaudreuil to sorel");
        assert_eq!(sentence.with, Some(strings(&["all"])));
        assert_eq!(sentence.except, strings(&["levis", "vaudreuil"]));
        assert_eq!(parsed("activate montcalm alone").with, Some(Vec::new()));
        assert_eq!(parsed("with all to sorel").with, Some(strings(&["all"])));
    }

    #[test]
    fn spaces_are_divided_by_commas_or_not_at_all() {
        assert_eq!(parsed("move oswego, oneida carry west").what, strings(&["oswego", "oneida carry west"]));
        let sentence = parsed("go to oswego and then niagara and stop");
        assert_eq!((sentence.to, sentence.stop), (strings(&["oswego", "niagara"]), true));
        assert_eq!(parsed("sail to quebec").way, Way::Sea);
        assert_eq!(parsed("move huron from montreal to oswego").what, strings(&["huron at montreal"]));
    }

    #[test]
    fn cards_have_long_names() {
        assert_eq!(parsed("play card 24").what, strings(&["24"]));
        let long = "play provincial regiments dispersed for frontier duty";
        assert_eq!(parsed(long).what, strings(&["provincial regiments dispersed for frontier duty"]));
        assert_eq!(parsed(long).purpose, None);
        assert_eq!(parsed("play victories in germany as the event").purpose, Some(Word::Event));
        assert_eq!(parsed("play 24 for individuals").purpose, Some(Word::Individual));
    }

    #[test]
    fn works_are_named_before_their_places() {
        let sentence = parsed("build stockades at augusta winchester");
        assert_eq!((sentence.what, sentence.purpose), (strings(&["at augusta winchester"]), Some(Word::Stockades)));
        assert_eq!(parsed("build a fort at venango").purpose, Some(Word::Forts));
        assert_eq!(parsed("demolish venango").purpose, None);
        assert_eq!(parsed("demolish the stockade in venango").purpose, Some(Word::Stockades));
    }

    #[test]
    fn what_is_missing_is_named() {
        for line in ["play", "activate", "move", "build", "build stockade", "demolish", "with"] {
            assert!(matches!(parse(line), Err(Misunderstood::Form(_))), "{line}");
        }
        let error = parse("move oswego by balloon").unwrap_err().to_string();
        assert!(error.contains("`by balloon` is no way"), "{error}");
    }

    #[test]
    fn a_sentence_begins_with_a_verb() {
        assert!(begins_sentence("Play 24") && begins_sentence("raid") && goes_on("go on") && goes_on("continue"));
        assert!(!begins_sentence("playing") && !begins_sentence("hud north") && !goes_on("go onondaga"));
        assert!(names_card("using 24"));
    }
}
