//! What becomes of the cards, as tables.

use super::{Card, CardNames, HandCard, Impact};
use crate::text::columns::{line_width, pad, wrap};
use wilderness_lab::clustered::Clustered;
use wilderness_lab::{CONFIDENCE, Mean, Rate};
use wilderness_war::Side;

/// The room for the name of a card, beside what it changes and beside what becomes of it.
const ROOM: [usize; 2] = [29, 24];

/// What the tables are about.
const ABOUT: &str = "What becomes of the cards: how often a game deals them to the side, and in percent how often they \
                     are then played as events, used to activate, used to build, in the hand when a season ends, and \
                     wasted; then the side's wins in percent, and VP from its point of view, in the games in which it \
                     is dealt the card, and in those in which it plays the event. `--csv` gives all intervals.";

/// A card and its side.
pub fn title(decks: &[CardNames], held: HandCard) -> String {
    format!("{} {:7}", named(decks.iter().rev(), held, ROOM[0]), held.side.to_string())
}

/// The number and the name of a card, which is cut off if there is no room.
fn named<'a>(mut decks: impl Iterator<Item = &'a CardNames>, held: HandCard, room: usize) -> String {
    let name = decks.find_map(|deck| Some(deck.get(&held.card.0)?.as_str())).unwrap_or_default();
    let name = format!("{} {name}", held.card);
    if name.chars().count() <= room {
        return pad(&name, room);
    }
    let begins: String = name.chars().take(room - 1).collect();
    pad(&format!("{}…", begins.trim_end()), room)
}

impl Impact {
    /// What becomes of the cards: a table for each content and side.
    pub fn use_tables(&self, decks: &[CardNames]) -> String {
        let mut out = wrap(ABOUT, line_width()).join("\n") + "\n";
        for ((cards, deck), content) in self.cards.iter().zip(decks).zip(["A", "B"]) {
            for side in Side::BOTH {
                let who = if decks.len() > 1 { format!("{side}, {content}") } else { side.to_string() };
                out.push_str(&format!(
                    "{who:24} dealt event activ build  held waste  {:18}  played: wins, VP\n",
                    "if dealt: wins, VP"
                ));
                let told = cards.iter().filter(|(held, _)| held.side == side && self.is_told(held.card));
                for (held, card) in told {
                    let name = named([deck].into_iter(), *held, ROOM[1]);
                    out.push_str(&format!("{name} {}\n", line(card, self.played())));
                }
            }
        }
        out
    }
}

/// What became of a card in a number of games.
fn line(card: &Card, games: u64) -> String {
    let dealt = card.dealt.with_zeros(games).mean();
    let shares = [card.event, card.activation, card.construction, card.held, card.wasted].map(share).join(" ");
    let ended = |wins: Rate, vp: Mean| format!("{} {}", wins_of(wins), vp_of(vp));
    let if_dealt = ended(card.wins_if_dealt, card.vp_if_dealt);
    let line = format!("{dealt:>5.2} {shares}  {if_dealt}  {}", ended(card.wins_if_played, card.vp_if_played));
    line.trim_end().to_string()
}

/// A share in percent; nothing if there was no occasion.
fn share(share: Clustered) -> String {
    if share.of == 0 { " ".repeat(5) } else { format!("{:>5.0}", 100.0 * share.mean()) }
}

/// A share of wins in percent, with its interval.
fn wins_of(wins: Rate) -> String {
    let (low, high) = wins.interval();
    if wins.of == 0 { " ".repeat(7) } else { format!("{:>3.0} ±{:<2.0}", 100.0 * wins.share(), 50.0 * (high - low)) }
}

/// Victory points, with their interval.
fn vp_of(vp: Mean) -> String {
    let half = Some(CONFIDENCE * vp.error()).filter(|half| half.is_finite());
    let half =
        half.map_or(String::new(), |half| if half < 10.0 { format!("±{half:.1}") } else { format!("±{half:.0}") });
    if vp.of == 0 { " ".repeat(10) } else { format!("{:>+5.1} {half:<4}", vp.mean()) }
}
