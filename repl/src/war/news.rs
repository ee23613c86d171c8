//! The news between two decisions: cards stand out, their consequences are indented, victory points and seasons are
//! highlighted, and rule numbers are dimmed.

use crate::text::columns::{WIDTH, width, wrap};
use crate::text::style::{BOLD, DIM, paint};
use crate::war::colours;
use anstyle::Style;
use wilderness_war::news::{Entry, Happened, Topic, words};

/// Log entries as text, a line or more each. A march through several spaces is one entry, and so are the losses of a
/// side.
pub fn render(entries: &[Entry]) -> String {
    let mut joined: Vec<Entry> = Vec::new();
    for entry in entries {
        if !joined.last_mut().is_some_and(|last| last.join(entry)) {
            joined.push(entry.clone());
        }
    }
    joined.iter().map(line).collect()
}

/// The indentation and style of an entry.
fn layout(entry: &Entry) -> (usize, Style) {
    match (entry.topic(), &entry.what) {
        (_, Happened::CombatBegan { .. }) => (2, BOLD),
        (Topic::Season | Topic::Card, _) => (0, entry.side.map_or(BOLD, colours::side)),
        (Topic::Score, _) => (4, BOLD),
        (Topic::Battle, _) => (4, Style::new()),
        (Topic::Siege, _) => (2, BOLD),
        _ => (2, Style::new()),
    }
}

fn line(entry: &Entry) -> String {
    let (text, rule) = (words::brief(entry), format!("({})", entry.rule));
    if let Happened::SeasonBegan { .. } = entry.what {
        return heading(&text, &rule);
    }
    let (indent, style) = layout(entry);
    let mut lines = wrap(&format!("{text} {rule}"), WIDTH - indent - 2);
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

/// A season is framed by rules.
fn heading(text: &str, rule: &str) -> String {
    let text = format!("── {text} ");
    let room = WIDTH - width(rule) - 1;
    let dashes = "─".repeat(room.saturating_sub(width(&text)));
    format!("\n{} {}\n", paint(BOLD, format!("{text}{dashes}")), paint(DIM, rule))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wilderness_war::map::Map;
    use wilderness_war::news::Way;
    use wilderness_war::pieces::Pieces;
    use wilderness_war::{PieceSet, Side, SpaceId};

    fn plain(entries: &[Entry]) -> String {
        anstream::adapter::strip_str(&render(entries)).to_string()
    }

    fn pieces(ids: &str) -> PieceSet {
        ids.split(' ').map(|id| Pieces::get().find(id).expect("a piece")).collect()
    }

    fn space(id: &str) -> SpaceId {
        Map::get().find(id).expect("a space")
    }

    #[test]
    fn a_march_is_one_sentence() {
        let go = |who: &str, from: &str, to: &str| {
            let path = vec![space(from), space(to)];
            Entry::new("6.1", Happened::Moved { pieces: pieces(who), path, way: Way::Open }).by(Side::British)
        };
        let entries = [
            go("webb", "new-york", "albany"),
            go("webb", "albany", "schenectady"),
            go("webb 22nd", "albany", "schenectady"),
            go("webb 22nd 27th 44th", "albany", "hoosic"),
        ];
        let lines = "  Webb goes from New York to Albany to Schenectady (6.1)\n  \
                     Webb and 22nd go from Albany to Schenectady (6.1)\n  \
                     Webb and 3 others go from Albany to Hoosic (6.1)\n";
        assert_eq!(plain(&entries), lines);
    }

    #[test]
    fn losses_are_listed_together() {
        let reduced = |who: &str| Entry::new("7.6", Happened::Reduced { units: pieces(who) }).by(Side::French);
        let gone = Entry::new("7.6", Happened::Eliminated { pieces: pieces("bearn") }).by(Side::French);
        let entries = [reduced("bearn"), reduced("artois"), reduced("marine-1"), reduced("marine-2"), gone.clone()];
        let lines = plain(&entries);
        assert!(lines.ends_with(" are reduced (7.6)\n    Béarn is eliminated (7.6)\n"), "{lines}");
        assert!(lines.contains("Marine (2)") && lines.lines().count() == 2, "{lines}");
        let others = gone.clone().by(Side::British);
        assert_eq!(plain(&[gone, others]).lines().count(), 2, "losses of two sides are two things");
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let long = "word ".repeat(60).trim().to_string();
        let entries = [Entry::new("5.5", Happened::Said { text: long })];
        assert!(plain(&entries).lines().all(|line| width(line) <= WIDTH), "{}", plain(&entries));
    }
}
