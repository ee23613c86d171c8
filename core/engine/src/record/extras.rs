//! The extras of a record: the answers ahead of the point where the game stands, the other branches, and bookmarks. A
//! replay ignores them.

use crate::side::Side;
use crate::table::Given;
use std::collections::BTreeSet;
use std::fmt;

/// The first words of their lines.
pub(super) const WORDS: [&str; 5] = ["ahead", "branch", "bookmark", "auto", "more"];

/// The questions that the prompt answers automatically, as words such as `card:14`, by the ids of the sides; a side that
/// is missing has the default.
pub type AutoLines = Vec<(String, Vec<String>)>;

/// The most branches, and the most bookmarks, of a record: each is played through when the game is loaded.
const MOST: usize = 10_000;

/// A named point in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bookmark {
    /// Its name.
    pub name: String,
    /// The number of its branch.
    pub branch: usize,
    /// The number of answers and results of chance before it.
    pub at: usize,
    /// The number of decisions before it that the viewers know of, counted by the game.
    pub decisions: usize,
}

/// The heading of a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BranchHeading {
    pub number: usize,
    /// The number of answers and results of chance that it shares with the game and what lies ahead.
    pub shares: usize,
}

/// Everything in a record besides the game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct RecordExtras {
    ahead: Vec<Given>,
    others: Vec<(BranchHeading, Vec<Given>)>,
    /// The numbers of these branches.
    numbers: BTreeSet<usize>,
    bookmarks: Vec<Bookmark>,
    pub(super) auto: AutoLines,
    /// Whether a heading has been read, so that the following answers belong to it.
    begun: bool,
}

impl RecordExtras {
    pub(crate) fn new(
        ahead: Vec<String>,
        others: impl Iterator<Item = (BranchHeading, Vec<String>)>,
        bookmarks: Vec<Bookmark>,
    ) -> RecordExtras {
        let given = |texts: Vec<String>| texts.iter().map(|text| Given::read(0, text)).collect();
        let others: Vec<(BranchHeading, Vec<Given>)> = others.map(|(heading, texts)| (heading, given(texts))).collect();
        let numbers = others.iter().map(|(heading, _)| heading.number).collect();
        RecordExtras { ahead: given(ahead), others, numbers, bookmarks, auto: AutoLines::default(), begun: false }
    }

    /// The answers ahead.
    pub(crate) fn ahead(&self) -> &[Given] {
        &self.ahead
    }

    /// The other branches, in the order of the record.
    pub(crate) fn others(&self) -> impl Iterator<Item = (BranchHeading, &[Given])> {
        self.others.iter().map(|(heading, given)| (*heading, given.as_slice()))
    }

    pub(crate) fn bookmarks(&self) -> &[Bookmark] {
        &self.bookmarks
    }

    /// The number of the game's own branch: the smallest that no other has.
    pub(crate) fn present(&self) -> usize {
        (1..).find(|number| !self.numbers.contains(number)).unwrap_or(1)
    }

    /// Whether the answers that follow belong here, and not to the game.
    pub(super) fn has_begun(&self) -> bool {
        self.begun
    }

    /// Adds an answer after a heading.
    pub(super) fn push(&mut self, given: Given) {
        match self.others.last_mut() {
            Some((_, lines)) => lines.push(given),
            None => self.ahead.push(given),
        }
    }

    /// Reads a heading or a bookmark.
    ///
    /// # Errors
    /// The correct form.
    pub(super) fn read(
        &mut self,
        is_side: impl Fn(&str) -> bool,
        first: &str,
        words: &[&str],
    ) -> Result<(), &'static str> {
        if self.others.len().max(self.bookmarks.len()) == MOST {
            return Err("at most 10,000 branches and as many bookmarks");
        }
        let numbers: Vec<usize> = words.iter().take(2).filter_map(|word| word.parse().ok()).collect();
        match (first, numbers.as_slice(), &words[numbers.len()..]) {
            ("ahead", [], []) if self.others.is_empty() => self.begun = true,
            ("more", [], []) if self.ahead.is_empty() => self.begun = false,
            ("more", ..) => return Err("`more`, if there is no `ahead`"),
            ("ahead", ..) => return Err("`ahead`, once, before the first `branch`"),
            ("branch", [number, shares], []) if *number > 0 && self.numbers.insert(*number) => {
                self.begun = true;
                self.others.push((BranchHeading { number: *number, shares: *shares }, Vec::new()));
            }
            ("auto", [], [side, tokens @ ..]) => {
                let is_known = |token: &&str| *token == "demolition" || token.contains(':');
                if !is_side(side) || !tokens.iter().all(is_known) {
                    return Err("`auto`, a side, then `demolition`, `card:NUMBER`, `moment:NAME`");
                }
                self.auto.retain(|(other, _)| other != side);
                self.auto.push((side.to_string(), tokens.iter().map(ToString::to_string).collect()));
            }
            ("auto", ..) => return Err("`auto`, a side, then the questions to answer automatically"),
            ("branch", ..) => {
                return Err("`branch`, a number that no other branch has, the number of answers it shares");
            }
            (_, [branch, at], name @ [_, ..]) => {
                self.bookmarks.push(Bookmark { name: name.join(" "), branch: *branch, at: *at, decisions: 0 });
            }
            _ => return Err("`bookmark`, the number of a branch, the number of answers before the point, a name"),
        }
        Ok(())
    }
}

impl RecordExtras {
    /// Writes the extras as the last lines of a record, those of sides in the order of these sides.
    pub(super) fn write(&self, sides: &[impl Side], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.ahead.is_empty() {
            writeln!(f, "ahead")?;
        }
        self.ahead.iter().try_for_each(|given| writeln!(f, "{}", given.text()))?;
        for (BranchHeading { number, shares }, lines) in &self.others {
            writeln!(f, "branch {number} {shares}")?;
            lines.iter().try_for_each(|given| writeln!(f, "{}", given.text()))?;
        }
        let mut bookmarks = self.bookmarks.iter();
        bookmarks.try_for_each(|Bookmark { name, branch, at, .. }| writeln!(f, "bookmark {branch} {at} {name}"))?;
        let mut lists: Vec<&(String, Vec<String>)> = self.auto.iter().collect();
        lists.sort_by_key(|(side, _)| sides.iter().position(|other| other.id() == side));
        lists.into_iter().try_for_each(|(side, tokens)| {
            let words: Vec<&str> = [side].into_iter().chain(tokens).map(String::as_str).collect();
            writeln!(f, "auto {}", words.join(" "))
        })
    }
}
