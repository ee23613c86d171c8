//! The open decision as text: the question, and the numbered choices.

use crate::prompt::front::{Front, Sentences};
use crate::text::columns::{beside, downwards, line_width, longest, pad, width, wrap};
use crate::text::names::{Name, fold};
use crate::text::style::{BOLD, DIM, paint};
use wilderness_engine::{Choice as _, Decision, Game, Question as _, cite};

/// Up to this many choices are listed one per line, with their notes.
const FEW: usize = 12;
/// The width of the column with the places of pieces.
const MARGIN: usize = 16;

/// A numbered line of the menu. Equivalent choices may share one.
pub struct Item<F: Front> {
    /// The choices of the line; the first one still offered is taken.
    pub choices: Vec<F::Choice>,
    /// The name of each choice.
    pub called: Vec<String>,
    /// The same names for searching.
    pub names: Vec<Name>,
    /// The number typed for it: its position in the menu from 1 on, or its own value, as for a bid. In a menu of
    /// values, other items have no number.
    pub number: String,
    /// The text.
    pub text: String,
    /// A note, shown if there is room.
    pub note: String,
    /// What it promises, as far as that has been asked.
    pub chance: String,
    /// The place of a piece: items with a place come first, grouped by it.
    pub place: Option<String>,
    /// The plain choice with the same name of which it is a variant, if any.
    pub variant_of: Option<F::Choice>,
    /// Whether it is a word with an explanation. Such items come last.
    pub is_word: bool,
}

/// The text around the choices.
#[derive(Clone, Default)]
pub struct Wording {
    /// The question.
    pub question: String,
    /// What has been named for it so far.
    pub so_far: String,
    /// What to consider before it is answered, if anything: a label, and what it is.
    pub notice: Option<(&'static str, String)>,
    /// Other lines that can be typed, in whole lines.
    pub footer: String,
}

/// What declines a question.
const NO: [&str; 18] = [
    "not this time",
    "let him pass",
    "no",
    "n",
    "none",
    "nothing",
    "nobody",
    "no one",
    "noone",
    "nope",
    "no thanks",
    "not now",
    "not yet",
    "no not yet",
    "skip",
    "don't",
    "do not",
    "never",
];

/// What accepts it.
const YES: [&str; 9] = ["yes", "y", "yes please", "yeah", "yep", "ok", "okay", "sure", "do it"];

/// What ends a list, or a turn.
const ENOUGH: [&str; 18] = [
    "that's enough",
    "thats enough",
    "done moving",
    "finish movement",
    "next phase",
    "i am done",
    "end turn",
    "end the turn",
    "end my turn",
    "no more",
    "enough",
    "that is all",
    "that's all",
    "finished",
    "nobody else",
    "no one else",
    "nobody else moves",
    "end phase",
];

/// The choices that end or decline a question, as far as it has any.
#[derive(Clone, Copy, Debug)]
pub struct Closing<C> {
    /// The word that is suggested after the word for another question.
    pub end: Option<C>,
    /// What `no`, `none`, `nothing` and `nobody` mean.
    pub no: Option<C>,
    /// What `pass` means.
    pub pass: Option<C>,
}

impl<C: Copy + PartialEq> Closing<C> {
    /// The choice among these that a word means without naming it.
    pub fn meant(&self, choices: &[C], typed: &str) -> Option<C> {
        let words = fold(typed.trim_end_matches(['.', '!']));
        match words.split_whitespace().collect::<Vec<_>>().join(" ").as_str() {
            "pass" => self.pass,
            words if NO.contains(&words) => self.no,
            words if ENOUGH.contains(&words) => self.end,
            // Of two choices, the one that does not decline.
            words if YES.contains(&words) => match choices {
                [one, other] if Some(*other) == self.no => Some(*one),
                [one, other] if Some(*one) == self.no => Some(*other),
                _ => None,
            },
            _ => None,
        }
    }
}

/// A decision with its numbered choices.
pub struct Menu<F: Front> {
    /// The decision.
    pub decision: Decision<F>,
    /// The numbered lines.
    pub items: Vec<Item<F>>,
    /// What ends or declines it.
    pub closing: Closing<F::Choice>,
    wording: Wording,
}

impl<F: Front> Menu<F> {
    /// The menu of the open decision, if any.
    pub fn of(game: &Game<F>) -> Option<Menu<F>> {
        let decision = game.decision()?.clone();
        let mut items = F::items(game, &decision);
        let has_numbers = items.iter().any(Item::is_number);
        for (item, place) in items.iter_mut().zip(1..) {
            item.number = match has_numbers {
                true if item.is_number() => item.text.clone(),
                true => String::new(),
                false => format!("{place}"),
            };
        }
        let (wording, closing) = (F::wording(game, &decision), F::Sentences::closing(&decision));
        Some(Menu { decision, items, closing, wording })
    }

    /// The menu with what the choices promise beside them.
    pub fn with_chances(mut self, game: &Game<F>) -> Menu<F> {
        for (choice, chance) in F::chances(game, &self.decision) {
            if let Some(item) = self.items.iter_mut().find(|item| item.choices.contains(&choice)) {
                item.chance = chance;
            }
        }
        self
    }

    /// A choice as the game calls it, or as the menu does where the game has only its token.
    pub fn named(&self, game: &Game<F>, choice: F::Choice) -> String {
        let name = F::named(game.scripts(), game.scenario(), choice, true);
        let item = || self.items.iter().find(|item| item.choices.contains(&choice));
        if name == choice.token() { item().map_or(name, |item| item.text.clone()) } else { name }
    }

    /// The question, and the text around the choices.
    pub fn wording(&self) -> &Wording {
        &self.wording
    }

    /// The whole decision.
    pub fn render(&self, game: &Game<F>) -> String {
        let mut text = self.heading(game) + self.question().as_str();
        if !self.wording.so_far.is_empty() {
            text.push_str(&beside("So far:", 8, &self.wording.so_far));
            text.push('\n');
        }
        if let Some((label, what)) = &self.wording.notice {
            text.push_str(&beside(label, label.len() + 1, what));
            text.push('\n');
        }
        text.push_str(&self.list());
        text + self.wording.footer.as_str()
    }

    /// The deciding side, the date and the score.
    pub fn heading(&self, game: &Game<F>) -> String {
        let (side, standing) = (self.decision.side, F::standing(game));
        format!("{} {} {}\n", paint(F::style(side), side), paint(DIM, "·"), paint(DIM, standing))
    }

    /// The question, and its rule.
    pub fn question(&self) -> String {
        let mut text = String::new();
        let cited = cite(self.decision.ask.rule());
        let rule = cited.trim_start();
        for line in wrap(&format!("{}{cited}", self.wording.question), line_width()) {
            // The rule at the end is not part of the question.
            let (question, rule) = line.strip_suffix(rule).map_or((line.as_str(), ""), |text| (text, rule));
            text.push_str(&format!("{}{}\n", paint(BOLD, question), paint(DIM, rule)));
        }
        text
    }

    /// The numbered choices.
    fn list(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        let pieces = self.items.iter().take_while(|item| item.place.is_some()).count();
        // A place common to all is stated once.
        let place = self.items.first().and_then(|item| item.place.clone());
        let together = place.is_some() && pieces > 1 && self.items[..pieces].iter().all(|item| item.place == place);
        if together {
            lines.push(place.unwrap_or_default());
        }
        if self.items.len() <= FEW && !together {
            lines.extend((0..self.items.len()).map(|index| self.placed(index)));
        } else {
            let promise = self.items[..pieces].iter().any(|item| !item.chance.is_empty());
            if together && promise {
                lines.extend((0..pieces).map(|index| self.described(index, "")));
            } else if together {
                let items: Vec<String> = (0..pieces).map(|index| self.numbered(index)).collect();
                lines.extend(in_columns(&items, line_width()));
            } else {
                self.list_pieces(pieces, &mut lines);
            }
            // Named options come last, with their explanations.
            let words = self.items.len() - self.items.iter().rev().take_while(|item| item.is_word).count();
            if words - pieces <= FEW {
                lines.extend((pieces..words).map(|index| self.placed(index)));
            } else {
                let items: Vec<String> = (pieces..words).map(|index| self.numbered(index)).collect();
                lines.extend(downwards(&items, line_width()));
            }
            lines.extend((words..self.items.len()).map(|index| self.placed(index)));
        }
        lines.iter().map(|line| format!("{}\n", highlight(line))).collect()
    }

    /// Pieces listed by place.
    fn list_pieces(&self, count: usize, lines: &mut Vec<String>) {
        let mut start = 0;
        while start < count {
            let place = self.items[start].place.clone().unwrap_or_default();
            let end = (start..count).find(|&index| self.items[index].place.as_ref() != Some(&place)).unwrap_or(count);
            let cells: Vec<String> = (start..end).map(|index| self.numbered(index)).collect();
            let name = place.strip_prefix("at ").unwrap_or(&place).to_string();
            let inline = width(&name) < MARGIN && longest(&cells) <= line_width() - MARGIN;
            if !inline {
                lines.push(name.clone());
            }
            for (row, line) in in_columns(&cells, line_width() - MARGIN).into_iter().enumerate() {
                let margin = if inline && row == 0 { name.as_str() } else { "" };
                lines.push(format!("{}{line}", pad(margin, MARGIN)));
            }
            start = end;
        }
    }

    fn numbered(&self, index: usize) -> String {
        let item = &self.items[index];
        format!("{:>2} {}", item.number, item.unless_number())
    }

    /// A choice with its place.
    fn placed(&self, index: usize) -> String {
        let place = self.items[index].place.as_ref().map(|place| format!(" {place}"));
        self.described(index, &place.unwrap_or_default())
    }

    /// A choice with its notes.
    fn described(&self, index: usize, place: &str) -> String {
        let item = &self.items[index];
        let notes: Vec<&str> =
            [&item.note, &item.chance].map(String::as_str).into_iter().filter(|note| !note.is_empty()).collect();
        let note = if notes.is_empty() { String::new() } else { format!(": {}", notes.join("; ")) };
        beside(&format!("{:>2} ", item.number), 3, &format!("{}{place}{note}", item.unless_number()))
    }
}

/// Highlights the numbers of a line. A choice number follows two spaces or the margin, and precedes one space.
fn highlight(line: &str) -> String {
    let mut out = String::new();
    let mut blanks = 2;
    let mut rest = line;
    while let Some(letter) = rest.chars().next() {
        let digits = rest.chars().take_while(char::is_ascii_digit).count();
        if digits > 0 && blanks > 0 && rest[digits..].starts_with(' ') && (blanks > 1 || digits > 1) {
            out.push_str(&paint(BOLD, &rest[..digits]));
            rest = &rest[digits..];
        } else {
            out.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
        blanks = if letter == ' ' { blanks + 1 } else { 0 };
    }
    out
}

/// Numbered cells in columns; one wider than the screen is broken between words, with a hanging indent.
fn in_columns(cells: &[String], room: usize) -> Vec<String> {
    if longest(cells) <= room {
        return downwards(cells, room);
    }
    let broken = cells.iter().map(|cell| {
        // The number and its space are three characters wide.
        let (number, text) = cell.split_at(cell.char_indices().nth(3).map_or(cell.len(), |(index, _)| index));
        let lines = wrap(text, room.saturating_sub(3));
        lines
            .into_iter()
            .enumerate()
            .map(|(row, line)| format!("{}{line}", if row == 0 { number } else { "   " }))
            .collect::<Vec<_>>()
    });
    broken.flatten().collect()
}

impl<F: Front> Item<F> {
    /// The line of the choice with this name.
    pub fn new(choice: F::Choice, called: impl Into<String>) -> Item<F> {
        let called = called.into();
        Item {
            choices: vec![choice],
            names: vec![Name::new(&called)],
            number: String::new(),
            text: called.clone(),
            called: vec![called],
            note: String::new(),
            chance: String::new(),
            place: None,
            variant_of: None,
            is_word: false,
        }
    }

    /// Whether its text is its own number.
    fn is_number(&self) -> bool {
        self.choices.len() == 1 && self.place.is_none() && self.text.parse::<u32>().is_ok()
    }

    /// Its choices, each with its name.
    pub fn named(&self) -> impl Iterator<Item = (&Name, F::Choice)> {
        self.names.iter().zip(self.choices.iter().copied())
    }

    /// The text, unless it repeats the number.
    fn unless_number(&self) -> &str {
        if self.is_number() { "" } else { &self.text }
    }

    /// The text and the place.
    pub fn full(&self) -> String {
        self.place.as_ref().map_or_else(|| self.text.clone(), |place| format!("{} {place}", self.text))
    }
}
