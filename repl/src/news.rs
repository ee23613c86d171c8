//! What happened, as it is told between two decisions: cards stand out, what follows from them is set in, victory points
//! and seasons cannot be overlooked, and rule numbers stay in the background.

use crate::columns::{WIDTH, width, wrap};
use crate::style::{self, BOLD, DIM, paint};
use anstyle::Style;
use wilderness_core::Side;
use wilderness_core::log::{Entry, Topic};

/// Something that happened, or several things in one sentence.
struct Item {
    topic: Topic,
    rule: &'static str,
    side: Option<Side>,
    text: String,
}

/// Entries of the log as text, a line or more each.
pub fn render(entries: &[Entry]) -> String {
    let mut items: Vec<Item> = Vec::new();
    for entry in entries {
        let joined = items.last_mut().is_some_and(|last| join(last, entry));
        if !joined {
            let text = shorter(entry.topic, &entry.text);
            items.push(Item { topic: entry.topic, rule: entry.rule, side: entry.side, text });
        }
    }
    items.iter().map(line).collect()
}

/// Adds an entry to the sentence before it, if it goes on there: a march from space to space, losses of a side.
fn join(last: &mut Item, entry: &Entry) -> bool {
    if (last.rule, last.side, last.topic) != (entry.rule, entry.side, entry.topic) {
        return false;
    }
    if let (Some((who, way)), Some((mover, step))) =
        (last.text.split_once(" go from "), entry.text.split_once(" go from "))
        && who == shorter_list(mover)
        && let Some((from, to)) = step.split_once(" to ")
        && way.rsplit(" to ").next() == Some(from)
    {
        last.text.push_str(&format!(" to {to}"));
        return true;
    }
    for (one, many) in [(" is reduced", " are reduced"), (" is eliminated", " are eliminated")] {
        let before = last.text.strip_suffix(one).or(last.text.strip_suffix(many));
        if let (Some(before), Some(name)) = (before, entry.text.strip_suffix(one)) {
            last.text = format!("{before}, {name}{many}");
            return true;
        }
    }
    false
}

/// A force that moves is called after the first of it: its activation has named them all.
fn shorter(topic: Topic, text: &str) -> String {
    for way in [" go from ", " sail from ", " infiltrate from "] {
        if let (Topic::Movement, Some((who, rest))) = (topic, text.split_once(way)) {
            return format!("{}{way}{rest}", shorter_list(who));
        }
    }
    text.to_string()
}

/// More than three names are the first and a number.
fn shorter_list(names: &str) -> String {
    let others = names.matches(", ").count() + names.matches(" and ").count();
    match names.split_once(", ") {
        Some((first, _)) if others >= 3 => format!("{first} and {others} others"),
        _ => names.to_string(),
    }
}

fn line(item: &Item) -> String {
    let rule = format!("({})", item.rule);
    let (indent, style) = match item.topic {
        Topic::Season if item.side.is_none() => return heading(&item.text, &rule),
        Topic::Season | Topic::Card => (0, item.side.map_or(BOLD, style::side)),
        Topic::Score => (4, BOLD),
        Topic::Battle if item.rule != "7.1" => (4, Style::new()),
        Topic::Battle | Topic::Siege => (2, BOLD),
        _ => (2, Style::new()),
    };
    let mut lines = wrap(&format!("{} {rule}", item.text), WIDTH - indent - 2);
    // The rule is the last word: it is dimmed, the rest is in the style of the topic.
    let last = lines.pop().unwrap_or_default();
    let last = match last.rsplit_once(' ') {
        Some((text, rule)) => format!("{} {}", paint(style, text), paint(DIM, rule)),
        None => paint(DIM, last),
    };
    let lines = lines.into_iter().map(|line| paint(style, line)).chain([last]);
    let lines: Vec<String> = lines.collect();
    format!("{}{}\n", " ".repeat(indent), lines.join(&format!("\n{}", " ".repeat(indent + 2))))
}

/// A season stands between rules.
fn heading(text: &str, rule: &str) -> String {
    let text = format!("── {text} ");
    let room = WIDTH - width(rule) - 1;
    let dashes = "─".repeat(room.saturating_sub(width(&text)));
    format!("\n{} {}\n", paint(BOLD, format!("{text}{dashes}")), paint(DIM, rule))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(entries: &[Entry]) -> String {
        anstream::adapter::strip_str(&render(entries)).to_string()
    }

    #[test]
    fn a_march_is_one_sentence() {
        let go = |text: &str| Entry::new(Topic::Movement, "6.1", text).by(Side::British);
        let entries = [go("Webb go from A to B"), go("Webb go from B to C"), go("Howe go from B to C")];
        assert_eq!(plain(&entries), "  Webb go from A to B to C (6.1)\n  Howe go from B to C (6.1)\n");
    }

    #[test]
    fn losses_are_listed_together() {
        let loss = |text: &str| Entry::new(Topic::Battle, "7.6", text).by(Side::French);
        let entries = [loss("Béarn is reduced"), loss("Artois is reduced"), loss("Béarn is eliminated")];
        assert_eq!(plain(&entries), "    Béarn, Artois are reduced (7.6)\n    Béarn is eliminated (7.6)\n");
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let long = "word ".repeat(60);
        let entries = [Entry::new(Topic::Battle, "7.1", long.trim()), Entry::new(Topic::Season, "4.0", "Early Season")];
        assert!(plain(&entries).lines().all(|line| width(line) <= WIDTH), "{}", plain(&entries));
    }
}
