//! What happened, as it is told between two decisions: cards stand out, what follows from them is set in, victory points
//! and seasons cannot be overlooked, and rule numbers stay in the background.

use crate::columns::{WIDTH, width, wrap};
use crate::style::{self, BOLD, DIM, paint};
use anstyle::Style;
use wilderness_war::Side;
use wilderness_war::log::{Entry, Topic};

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
    if last.topic == Topic::Movement
        && let Some((who, verb, way)) = movement(&last.text)
        && let further = shorter(entry.topic, &entry.text)
        && let Some((mover, again, step)) = movement(&further)
        && (who, verb) == (mover, again)
        && let Some((from, to)) = step.split_once(" to ")
        && way.rsplit(" to ").next() == Some(from)
    {
        last.text.push_str(&format!(" to {to}"));
        return true;
    }
    for (one, many) in FATES {
        let whole = |(who, what): (&str, &str), verb: &str| (who.to_string(), format!("{verb}{what}"));
        let before = last.text.split_once(one).or(last.text.split_once(many)).map(|halves| whole(halves, many));
        let further = entry.text.split_once(one).map(|halves| whole(halves, many));
        if let (Some((before, fate)), Some((name, same))) = (before, further)
            && fate == same
        {
            last.text = format!("{}, {name}{fate}", before.replace(" and ", ", "));
            return true;
        }
    }
    false
}

/// What befalls one piece after the other, of one and of several.
const FATES: [(&str, &str); 7] = [
    (" is reduced", " are reduced"),
    (" is restored", " are restored"),
    (" is eliminated", " are eliminated"),
    (" retreats to ", " retreat to "),
    (" goes to ", " go to "),
    (" goes inside ", " go inside "),
    (" returns to the box ", " return to the box "),
];

/// The last of the names that were put together is joined with a word.
fn with_and(text: &str) -> String {
    for (_, many) in FATES {
        if let Some((names, fate)) = text.split_once(many)
            && !names.contains(" and ")
            && let Some((names, last)) = names.rsplit_once(", ")
        {
            return format!("{names} and {last}{many}{fate}");
        }
    }
    text.to_string()
}

/// Ways to move, of several and of one.
const MOVES: [(&str, &str); 3] = [("go", "goes"), ("sail", "sails"), ("infiltrate", "infiltrates")];

/// Takes `X goes from A to B` apart.
fn movement(text: &str) -> Option<(&str, &str, &str)> {
    let (before, way) = text.split_once(" from ")?;
    let (who, verb) = before.rsplit_once(' ')?;
    MOVES.iter().any(|(many, one)| [many, one].contains(&&verb)).then_some((who, verb, way))
}

/// A force that moves is called after the first of it: its activation has named them all.
fn shorter(topic: Topic, text: &str) -> String {
    match movement(text) {
        Some((who, verb, way)) if topic == Topic::Movement => {
            let one = MOVES.iter().find(|(many, _)| *many == verb && !who.contains(" and "));
            format!("{} {} from {way}", shorter_list(who), one.map_or(verb, |(_, one)| one))
        }
        _ => text.to_string(),
    }
}

/// More than three names are the first and a number.
fn shorter_list(names: &str) -> String {
    let others = names.matches(", ").count() + names.matches(" and ").count();
    match names.split_once(", ") {
        Some((first, _)) if others >= 3 => format!("{first} and {others} others"),
        _ => names.to_string(),
    }
}

/// The rules of the entries of a battle under which the others are set in: battle, sortie, militia against raiders.
const HEADINGS: [&str; 3] = ["7.1", "8.25", "10.21"];

fn line(item: &Item) -> String {
    let rule = format!("({})", item.rule);
    let (indent, style) = match item.topic {
        Topic::Season if item.side.is_none() && item.rule == "4.0" => return heading(&item.text, &rule),
        Topic::Season | Topic::Card => (0, item.side.map_or(BOLD, style::side)),
        Topic::Score => (4, BOLD),
        Topic::Battle if !HEADINGS.contains(&item.rule) => (4, Style::new()),
        Topic::Battle | Topic::Siege => (2, BOLD),
        _ => (2, Style::new()),
    };
    let mut lines = wrap(&format!("{} {rule}", with_and(&item.text)), WIDTH - indent - 2);
    // The rule is the last word: it is dimmed, the rest is in the style of the topic.
    let last = lines.pop().unwrap_or_default();
    let last = match last.rsplit_once(' ') {
        Some((text, rule)) => format!("{} {}", told(style, text), paint(DIM, rule)),
        None => paint(DIM, last),
    };
    let lines = lines.into_iter().map(|line| told(style, &line)).chain([last]);
    let lines: Vec<String> = lines.collect();
    format!("{}{}\n", " ".repeat(indent), lines.join(&format!("\n{}", " ".repeat(indent + 2))))
}

/// A text in its style; in a plain one the sides have their colours.
fn told(style: Style, text: &str) -> String {
    if style == Style::new() { style::with_sides(text) } else { paint(style, text) }
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
        assert_eq!(plain(&entries), "  Webb goes from A to B to C (6.1)\n  Howe goes from B to C (6.1)\n");
    }

    #[test]
    fn losses_are_listed_together() {
        let loss = |text: &str| Entry::new(Topic::Battle, "7.6", text).by(Side::French);
        let entries = [
            loss("Béarn is reduced"),
            loss("Artois is reduced"),
            loss("Marine is reduced"),
            loss("Béarn is eliminated"),
        ];
        assert_eq!(plain(&entries), "    Béarn, Artois and Marine are reduced (7.6)\n    Béarn is eliminated (7.6)\n");
    }

    #[test]
    fn names_that_are_listed_already_stay_as_they_are() {
        let gone = Entry::new(Topic::Battle, "6.8", "Webb, 22nd and 27th go to Albany").by(Side::British);
        assert_eq!(plain(&[gone]), "    Webb, 22nd and 27th go to Albany (6.8)\n");
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let long = "word ".repeat(60);
        let entries = [Entry::new(Topic::Battle, "7.1", long.trim()), Entry::new(Topic::Season, "4.0", "Early Season")];
        assert!(plain(&entries).lines().all(|line| width(line) <= WIDTH), "{}", plain(&entries));
    }
}
