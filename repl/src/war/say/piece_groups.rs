//! Parses groups of pieces: `all but bougainville`, `3 regulars and bougainville`, `22nd 27th`, `2 abenaki at
//! montreal`.

use super::SentenceError;
use super::lookup::{self, Thing};
use crate::text::names::fold;
use crate::war::describe;
use wilderness_war::pieces::{PieceKind, Pieces};
use wilderness_war::{Choice, Game, PieceId, PieceSet, View};

/// The members of a force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Members {
    /// All who may go, except these; the most useful first, up to the leaders' command.
    AllBut {
        /// Those who stay.
        but: PieceSet,
        /// Whether the question has been asked.
        begun: bool,
    },
    /// These, in this order.
    Only(Vec<PieceId>),
}

impl Members {
    /// All but these.
    pub fn all_but(but: PieceSet) -> Members {
        Members::AllBut { but, begun: false }
    }

    /// Whether no piece is left to name when the game does not ask.
    pub fn are_named(&self) -> bool {
        match self {
            Members::AllBut { begun, .. } => *begun,
            Members::Only(pieces) => pieces.is_empty(),
        }
    }
}

/// The piece among some choices that is most useful.
pub fn most_useful(view: &View<'_>, choices: &[Choice], but: PieceSet) -> Option<PieceId> {
    let pieces = choices.iter().filter_map(|choice| choice.piece()).filter(|piece| !but.contains(*piece));
    pieces.min_by_key(|piece| view.usefulness(*piece))
}

/// The group of pieces that a word stands for.
pub(super) fn class(word: &str) -> Option<fn(&PieceId) -> bool> {
    Some(match word {
        "leader" | "leaders" => |piece| piece.facts().kind == PieceKind::Leader,
        "unit" | "units" | "troops" => |piece| piece.facts().kind != PieceKind::Leader,
        "drilled" => |piece| Pieces::get().drilled.contains(*piece),
        "regular" | "regulars" => |piece| Pieces::get().regulars.contains(*piece),
        "provincial" | "provincials" => {
            |piece| matches!(piece.facts().kind, PieceKind::NorthernProvincial | PieceKind::SouthernProvincial)
        }
        "auxiliary" | "auxiliaries" => |piece| Pieces::get().auxiliaries.contains(*piece),
        "indian" | "indians" => |piece| piece.facts().kind == PieceKind::Indian,
        "coureur" | "coureurs" => |piece| piece.facts().kind == PieceKind::Coureurs,
        "ranger" | "rangers" => |piece| piece.facts().kind == PieceKind::Ranger,
        "highlander" | "highlanders" => |piece| piece.facts().kind == PieceKind::Highland,
        "light" => |piece| piece.facts().kind == PieceKind::LightInfantry,
        _ => return None,
    })
}

/// Parses groups of pieces within a set, called `among` in refusals; `all` is handled by the caller.
pub struct PieceGroups<'a> {
    game: &'a Game,
    /// The candidates.
    set: PieceSet,
    things: Vec<Thing<PieceId>>,
    among: String,
    found: Vec<PieceId>,
}

impl<'a> PieceGroups<'a> {
    /// An empty group of candidates from this set.
    pub fn new(game: &'a Game, set: PieceSet, among: impl Into<String>) -> PieceGroups<'a> {
        PieceGroups { game, set, things: lookup::pieces(game, set), among: among.into(), found: Vec::new() }
    }

    /// The pieces that these parts of a sentence name, in order; nothing for `all`.
    ///
    /// # Errors
    /// A name that fits no piece or pieces in different places, or too few of a group.
    pub fn read(mut self, parts: &[String]) -> Result<Option<Vec<PieceId>>, SentenceError> {
        for part in parts {
            let words: Vec<&str> = part.split(' ').filter(|word| !word.is_empty()).collect();
            // `the 3 provincials` are counted, too.
            let mut rest = match lookup::without_fillers(&words) {
                [first, ..] if number(&fold(first)).is_some() => lookup::without_fillers(&words),
                _ => words.as_slice(),
            };
            while let Some((first, after)) = rest.split_first() {
                let word = fold(first);
                let count = number(&word).filter(|_| !after.is_empty());
                let group = match () {
                    () if is_all(&word) => lookup::without_fillers(after),
                    () if count.is_some() => after,
                    () => rest,
                };
                rest = match group.first().and_then(|word| class(&fold(word))) {
                    Some(belongs) => self.group(belongs, group, count)?,
                    None if is_all(&word) => return self.all(group),
                    None => self.named(group, count.unwrap_or(1))?,
                };
            }
        }
        Ok(Some(self.found))
    }

    /// Takes this many of a group, the most useful first, or all of it. Returns the remaining words.
    fn group<'w>(
        &mut self,
        belongs: fn(&PieceId) -> bool,
        words: &'w [&'w str],
        count: Option<usize>,
    ) -> Result<&'w [&'w str], SentenceError> {
        let view = &View::public(self.game);
        let mut group: Vec<PieceId> = self.left().iter().filter(belongs).collect();
        group.sort_by_key(|piece| view.usefulness(*piece));
        // `light infantry`, `drilled troops` are two words.
        let noun = words.get(1).is_some_and(|word| matches!(fold(word).as_str(), "infantry" | "troops" | "units"));
        let name = words[..1 + usize::from(noun)].join(" ");
        match count {
            Some(count) if count > group.len() => {
                let text = format!("there are only {} {name} {}", group.len(), self.among);
                return Err(SentenceError::refused(text));
            }
            None if group.is_empty() => {
                return Err(SentenceError::refused(format!("there are no {name} {}", self.among)));
            }
            _ => self.found.extend(group.into_iter().take(count.unwrap_or(usize::MAX))),
        }
        Ok(&words[1 + usize::from(noun)..])
    }

    /// Takes this many of the next name. Returns the remaining words.
    fn named<'w>(&mut self, words: &'w [&'w str], count: usize) -> Result<&'w [&'w str], SentenceError> {
        let Some((meant, taken)) = lookup::first_name(words, &self.things) else {
            return Err(lookup::no_piece(self.game, words, &self.among, &self.things));
        };
        let (view, left) = (&View::public(self.game), self.left());
        let alike = |piece: PieceId| (piece.to_string(), describe::place(view, piece));
        let mut fitting: Vec<PieceId> = meant.things.iter().copied().filter(|piece| left.contains(*piece)).collect();
        fitting.sort_by_key(|piece| view.usefulness(*piece));
        if fitting.len() > count && !fitting.iter().all(|piece| alike(*piece) == alike(fitting[0])) {
            let candidates = lookup::candidates(&fitting, &self.things);
            return Err(SentenceError::Several { typed: meant.typed, candidates });
        }
        if fitting.len() < count {
            let text = match meant.things.len() {
                1 => format!("there is only one {} {}", meant.things[0], self.among),
                many => format!("there are only {many} called `{}` {}", meant.typed, self.among),
            };
            return Err(SentenceError::refused(text));
        }
        self.found.extend(fitting.into_iter().take(count));
        Ok(&words[taken..])
    }

    /// All, if the words behind `all` say only where all of the candidates are.
    fn all(&self, words: &[&str]) -> Result<Option<Vec<PieceId>>, SentenceError> {
        if matches!(words, [] | ["them" | "him" | "else" | "others" | "men"]) {
            return Ok(None);
        }
        let (view, words) = (&View::public(self.game), words.join(" "));
        match lookup::spaces(std::slice::from_ref(&words)).as_deref() {
            Ok([space]) if self.set.within(view.in_space(*space)) => Ok(None),
            _ => Err(SentenceError::form(format!(
                "`{words}` is not understood after `all`: `all except marin` leaves one out"
            ))),
        }
    }

    /// The pieces not named yet.
    fn left(&self) -> PieceSet {
        self.set - self.found.iter().copied().collect::<PieceSet>()
    }
}

/// A number in digits or as a word.
fn number(word: &str) -> Option<usize> {
    let words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    words.iter().position(|known| *known == word).map(|place| place + 1).or_else(|| word.parse().ok())
}

fn is_all(word: &str) -> bool {
    matches!(word, "all" | "everybody" | "everyone" | "everything" | "every" | "both")
}
