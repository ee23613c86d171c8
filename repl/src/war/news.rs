//! The news between two decisions: cards stand out, their consequences are indented, victory points and seasons are
//! highlighted, and rule numbers are dimmed.

use crate::text::columns::{line_width, width, wrap};
use crate::text::style::{BOLD, DIM, paint};
use crate::war::{account, colours};
use anstyle::Style;
use std::ops::Range;
use wilderness_war::news::{Happened, NewsEntry, Topic, words};
use wilderness_war::{Game, PieceSet, Season};

/// Log entries as text, a line or more each. A march through several spaces is one entry, and so are the losses of a
/// side. A large force is named in full only once.
pub fn render(entries: &[NewsEntry]) -> String {
    tell(entries, Vec::new())
}

/// The news of this part of the log, with a heading for winter, and the account of each year that ends.
pub fn between(game: &Game, range: Range<usize>) -> String {
    let log = game.log();
    let (mut text, mut from) = (String::new(), range.start);
    for index in range.clone() {
        let heading = match log[index].what {
            Happened::SeasonBegan { season: Season::Early, .. } => year(&log[..index]),
            Happened::Winter => winter(game, index),
            _ => continue,
        };
        text.push_str(&tell(&log[from..index], named_before(&log[..from])));
        text.push_str(&heading);
        from = index;
    }
    text + tell(&log[from..range.end], named_before(&log[..from])).as_str()
}

/// The headings of the seasons in this part of the log, and the account of each year that ends.
pub fn chapters(game: &Game, range: Range<usize>) -> String {
    let log = game.log();
    let begins = |index: &usize| matches!(log[*index].what, Happened::SeasonBegan { .. });
    range.filter(begins).map(|index| between(game, index..index + 1)).collect()
}

/// The account of the whole game.
pub fn ending(game: &Game) -> String {
    match account::render(game.log()) {
        account if account.is_empty() => account,
        account => heading("The whole war", "(13.2)") + account.as_str() + "\n",
    }
}

/// The account of the last year of this log; nothing before its end.
fn year(log: &[NewsEntry]) -> String {
    let began = log.iter().enumerate().rev().find_map(|(index, entry)| match entry.what {
        Happened::SeasonBegan { season: Season::Early, year } => Some((index, year)),
        _ => None,
    });
    let Some((index, year)) = began else { return String::new() };
    match account::render(&log[index..]) {
        account if account.is_empty() => account,
        account => heading(&format!("The year {year}"), "(13.2)") + account.as_str(),
    }
}

/// The heading of a winter, where its first entry is this one.
fn winter(game: &Game, index: usize) -> String {
    let log = game.log();
    let season = log[..index].iter().rposition(|entry| matches!(entry.what, Happened::SeasonBegan { .. }));
    let since = &log[season.unwrap_or(0)..index];
    if since.iter().any(|entry| matches!(entry.what, Happened::Winter)) {
        return String::new();
    }
    let year = match since.first().map(|entry| &entry.what) {
        Some(Happened::SeasonBegan { year, .. }) => *year,
        _ => game.now().time().year,
    };
    heading(&format!("Winter {year}"), "(11.2)")
}

/// The forces that the news has named since the last card was played.
fn named_before(log: &[NewsEntry]) -> Vec<PieceSet> {
    let card = log.iter().rposition(|entry| matches!(entry.what, Happened::CardPlayed { .. }));
    log[card.unwrap_or(0)..].iter().flat_map(NewsEntry::forces).collect()
}

fn tell(entries: &[NewsEntry], named: Vec<PieceSet>) -> String {
    tell_each(entries, named, line).into_iter().map(|(_, line)| line).collect()
}

/// The news of this part of the log as plain sentences, each with the numbers of the entries that it tells.
pub fn sentences(game: &Game, range: Range<usize>) -> Vec<(Range<usize>, String)> {
    let (log, from) = (game.log(), range.start);
    let told = tell_each(log.get(range).unwrap_or_default(), named_before(&log[..from]), words::brief);
    told.into_iter().map(|(part, sentence)| (from + part.start..from + part.end, sentence)).collect()
}

/// Entries as `word` has them, which is given an entry and the forces named before it: those that readers see as one are
/// joined. Each comes with the numbers of the entries in it.
fn tell_each(
    entries: &[NewsEntry],
    mut named: Vec<PieceSet>,
    word: impl Fn(&NewsEntry, &[PieceSet]) -> String,
) -> Vec<(Range<usize>, String)> {
    let mut joined: Vec<(Range<usize>, NewsEntry)> = Vec::new();
    for (number, entry) in entries.iter().enumerate() {
        let last = joined.last_mut();
        match last.and_then(|(part, last)| last.join(entry).then_some(part)) {
            Some(part) => part.end = number + 1,
            None => joined.push((number..number + 1, entry.clone())),
        }
    }
    let tell = |(part, entry): (Range<usize>, NewsEntry)| {
        let text = word(&entry, &named);
        named.extend(entry.forces());
        (part, text)
    };
    joined.into_iter().map(tell).collect()
}

/// The indentation and style of an entry.
fn layout(entry: &NewsEntry) -> (usize, Style) {
    match (entry.topic(), &entry.what) {
        (_, Happened::CombatBegan { .. }) => (2, BOLD),
        (Topic::Season | Topic::Card, _) => (0, entry.side.map_or(BOLD, colours::side)),
        (Topic::Score, _) => (4, BOLD),
        (Topic::Battle, _) => (4, Style::new()),
        (Topic::Siege, _) => (2, BOLD),
        _ => (2, Style::new()),
    }
}

fn line(entry: &NewsEntry, named: &[PieceSet]) -> String {
    let (text, rule) = (words::brief(entry, named), format!("({})", entry.rule));
    if let Happened::SeasonBegan { .. } = entry.what {
        return heading(&text, &rule);
    }
    let (indent, style) = layout(entry);
    let mut lines = wrap(&format!("{text} {rule}"), line_width() - indent - 2);
    // The rule at the end is dimmed; the rest is in the style of the topic.
    let last = lines.pop().unwrap_or_default();
    let last = match last.rsplit_once(' ') {
        Some((text, rule)) => format!("{} {}", told(style, text), paint(DIM, rule)),
        None => paint(DIM, last),
    };
    let lines = lines.into_iter().map(|line| told(style, &line)).chain([last]);
    let lines: Vec<String> = lines.collect();
    format!("{}{}\n", " ".repeat(indent), lines.join(&format!("\n{}", " ".repeat(indent + 2))))
}

/// A text in a style; in plain text, the sides have their colours.
fn told(style: Style, text: &str) -> String {
    if style == Style::new() { colours::with_sides(text) } else { paint(style, text) }
}

/// The heading of a season, of winter or of an account.
fn heading(text: &str, rule: &str) -> String {
    let text = format!("── {text} ");
    let room = line_width() - width(rule) - 1;
    let dashes = "─".repeat(room.saturating_sub(width(&text)));
    format!("\n{} {}\n", paint(BOLD, format!("{text}{dashes}")), paint(DIM, rule))
}
