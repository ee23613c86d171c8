//! What events bring those who play them, and the worth that would go with it: bots judge events by that.

use super::{CardNames, HandCard, Impact};
use crate::text::columns::{line_width, wrap};
use std::collections::{BTreeMap, BTreeSet};
use wilderness_lab::clustered::Estimate;
use wilderness_lab::luck::FINE;
use wilderness_war::{CardId, Side};

/// The event of each card by its number, and what it is worth to each side, in tenths of a victory point.
pub type CardEvents = BTreeMap<u8, (String, [u8; 2])>;

/// What the table is about.
const ABOUT: &str = "What an event brings the side that plays it, against the same game without its effect; the `worth` for \
                     `deck.toml` that goes with it, in tenths of a point; and what stands there now:";

/// The most that an event can be worth.
const MOST: f64 = 99.0;

impl Impact {
    /// What the event of a card brings a side in points, if it is known, and in how many games it was found out.
    pub fn event_brings(&self, which: usize, held: HandCard) -> Option<(Estimate, u64)> {
        let (event, _) = self.events.get(which)?.get(&held.card.0)?;
        let gained = self.worth[which].of(event, held.side as usize)?;
        let [mean, error] = [gained.mean(), gained.error()].map(|parts| parts / FINE as f64);
        Some((Estimate::new(mean, error, gained.of), gained.of))
    }

    /// What events bring, with each content; nothing if that was not wanted.
    pub fn worth_tables(&self, decks: &[CardNames]) -> String {
        if self.events.is_empty() {
            return String::new();
        }
        let mut out = wrap(ABOUT, line_width()).join("\n") + "\n";
        for (which, letter) in (0..self.events.len()).zip(["A", "B"]) {
            let content = if decks.len() > 1 { letter } else { "" };
            out.push_str(&format!("{content:37} {:>6}  {:13} worth  now\n", "games", " VP"));
            let mut known = BTreeSet::new();
            let cards = self.events[which].iter().filter(|(number, _)| self.is_told(CardId(**number)));
            for (number, (_, worth)) in cards.filter(|(_, (event, _))| known.insert(event)) {
                for side in Side::BOTH {
                    let held = HandCard { card: CardId(*number), side };
                    let Some(gained) = self.event_brings(which, held) else { continue };
                    let title = super::tables::title(&decks[which..=which], held);
                    out.push_str(&format!("{title} {}\n", line(gained, worth[side as usize])));
                }
            }
        }
        out
    }
}

/// What an event brings, what it should be worth if there are enough games to say so, and what it is said to be worth.
fn line((gained, games): (Estimate, u64), now: u8) -> String {
    let half = gained.half_width().map_or(String::new(), |half| format!("±{half:.2}"));
    let worth = (10.0 * gained.mean).round().clamp(0.0, MOST);
    let worth = if gained.is_judged { format!("{worth:.0}") } else { String::new() };
    format!("{games:>6}  {:>+6.2} {half:<6} {worth:>5} {now:>4}", gained.mean)
}
