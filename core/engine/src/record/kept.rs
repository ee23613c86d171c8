//! What a record holds beside the game itself: what lies ahead of the place where it stands, lines that were left, and
//! bookmarks. Whoever only replays the game passes over them.

use crate::side::{Each, Side};
use crate::table::Given;
use std::collections::BTreeSet;
use std::fmt;

/// The words with which such lines begin.
pub(super) const WORDS: [&str; 4] = ["ahead", "branch", "bookmark", "auto"];

/// For each side the questions that answer themselves at the prompt, if it has changed their list, as words such as
/// `card:14`.
pub type AutoLines = Each<Option<Vec<String>>>;

/// A record holds no more branches than this, and no more bookmarks: each is played through when the game is taken up.
const MOST: usize = 10_000;

/// A place with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bookmark {
    /// Its name.
    pub name: String,
    /// The number of its line.
    pub line: usize,
    /// How many answers and results of chance come before it.
    pub at: usize,
    /// How many decisions were made before it, as far as those who look know: counted by the game.
    pub decisions: usize,
}

/// A line that was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KeptLine {
    /// Its number.
    pub number: usize,
    /// How many answers and results of chance it shares with the game of the record and what lies ahead of it.
    pub shares: usize,
}

/// Everything beside the game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Kept {
    ahead: Vec<Given>,
    others: Vec<(KeptLine, Vec<Given>)>,
    /// The numbers of these lines.
    numbers: BTreeSet<usize>,
    bookmarks: Vec<Bookmark>,
    pub(super) auto: AutoLines,
    /// Whether the answers that are read come behind a heading.
    begun: bool,
}

impl Kept {
    pub(crate) fn new(
        ahead: Vec<String>,
        others: impl Iterator<Item = (KeptLine, Vec<String>)>,
        bookmarks: Vec<Bookmark>,
    ) -> Kept {
        let given = |texts: Vec<String>| texts.iter().map(|text| Given::read(0, text)).collect();
        let others: Vec<(KeptLine, Vec<Given>)> = others.map(|(line, texts)| (line, given(texts))).collect();
        let numbers = others.iter().map(|(line, _)| line.number).collect();
        Kept { ahead: given(ahead), others, numbers, bookmarks, auto: AutoLines::default(), begun: false }
    }

    /// What lies ahead.
    pub(crate) fn ahead(&self) -> &[Given] {
        &self.ahead
    }

    /// The lines that were left, in the order in which they stand.
    pub(crate) fn others(&self) -> impl Iterator<Item = (KeptLine, &[Given])> {
        self.others.iter().map(|(line, given)| (*line, given.as_slice()))
    }

    /// The places with names.
    pub(crate) fn bookmarks(&self) -> &[Bookmark] {
        &self.bookmarks
    }

    /// The number of the line that the record is about: the smallest that no other has.
    pub(crate) fn present(&self) -> usize {
        (1..).find(|number| !self.numbers.contains(number)).unwrap_or(1)
    }

    /// Whether answers that follow belong here and not to the game.
    pub(super) fn has_begun(&self) -> bool {
        self.begun
    }

    /// Takes an answer behind a heading.
    pub(super) fn push(&mut self, given: Given) {
        match self.others.last_mut() {
            Some((_, lines)) => lines.push(given),
            None => self.ahead.push(given),
        }
    }

    /// Reads a heading or a bookmark.
    ///
    /// # Errors
    /// How it should be.
    pub(super) fn read<S: Side>(&mut self, first: &str, words: &[&str]) -> Result<(), &'static str> {
        if self.others.len().max(self.bookmarks.len()) == MOST {
            return Err("at most 10,000 branches and as many bookmarks");
        }
        let numbers: Vec<usize> = words.iter().take(2).filter_map(|word| word.parse().ok()).collect();
        match (first, numbers.as_slice(), &words[numbers.len()..]) {
            ("ahead", [], []) if self.others.is_empty() => self.begun = true,
            ("ahead", ..) => return Err("`ahead`, once, before the first `branch`"),
            ("branch", [number, shares], []) if *number > 0 && self.numbers.insert(*number) => {
                self.begun = true;
                self.others.push((KeptLine { number: *number, shares: *shares }, Vec::new()));
            }
            ("auto", [], [side, tokens @ ..]) => {
                let is_known = |token: &&str| *token == "demolition" || token.contains(':');
                let side = S::from_id(side).filter(|_| tokens.iter().all(is_known));
                let side = side.ok_or("`auto`, a side, then `demolition`, `card:NUMBER`, `moment:NAME`")?;
                self.auto[side] = Some(tokens.iter().map(ToString::to_string).collect());
            }
            ("auto", ..) => return Err("`auto`, a side, then the questions that answer themselves"),
            ("branch", ..) => return Err("`branch`, a number of its own, how many answers it shares"),
            (_, [line, at], name @ [_, ..]) => {
                self.bookmarks.push(Bookmark { name: name.join(" "), line: *line, at: *at, decisions: 0 });
            }
            _ => return Err("`bookmark`, the number of a line, how many answers come before it, a name"),
        }
        Ok(())
    }
}

impl Kept {
    /// Writes it as the last lines of a record.
    pub(super) fn write<S: Side>(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.ahead.is_empty() {
            writeln!(f, "ahead")?;
        }
        self.ahead.iter().try_for_each(|given| writeln!(f, "{}", given.text()))?;
        for (KeptLine { number, shares }, lines) in &self.others {
            writeln!(f, "branch {number} {shares}")?;
            lines.iter().try_for_each(|given| writeln!(f, "{}", given.text()))?;
        }
        let mut bookmarks = self.bookmarks.iter();
        bookmarks.try_for_each(|Bookmark { name, line, at, .. }| writeln!(f, "bookmark {line} {at} {name}"))?;
        let lists = S::BOTH.into_iter().filter_map(|side| Some((side, self.auto[side].as_ref()?)));
        lists.into_iter().try_for_each(|(side, tokens)| {
            let words: Vec<&str> = [side.id()].into_iter().chain(tokens.iter().map(String::as_str)).collect();
            writeln!(f, "auto {}", words.join(" "))
        })
    }
}
