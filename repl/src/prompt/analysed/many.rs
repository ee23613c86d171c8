//! What several analysed games have in common: which rolls, cards and places decide them, and where decisions go wrong.

use super::points;
use crate::prompt::front::{Front, Tables};
use crate::text::columns::beside;
use crate::text::style::{BOLD, DIM, paint};
use crate::text::table::TextTable;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use wilderness_engine::analysis::{AnalysedMoment, Analysis, Depth, Happened};
use wilderness_engine::harmless::shortened;
use wilderness_engine::{Answer, Chance as _, Choice as _, Game, Sides};

/// The most rows of a table.
const ROWS: usize = 12;

/// The most letters of a name in a table.
const LONGEST_NAME: usize = 34;

/// What the token of a card begins with.
const CARD: &str = "card:";

/// What is added up of several games.
#[derive(Debug, Default)]
pub struct ManyGames {
    /// The number of games.
    games: u64,
    /// The depth to which they were analysed.
    depth: Depth,
    /// What dice and draws changed, by what they were for.
    chance: BTreeMap<String, Influence>,
    /// What chance and decisions changed, by the card that was played last.
    cards: BTreeMap<String, Influence>,
    /// The same by the place that was chosen last.
    places: BTreeMap<String, Influence>,
    /// The decisions, by side and kind.
    decisions: BTreeMap<(String, String), Care>,
}

/// What something changed.
#[derive(Clone, Copy, Debug, Default)]
struct Influence {
    /// How often it was rolled, drawn or chosen.
    times: u64,
    /// The sum of what it changed, in shares of 1, whichever side gained.
    changed: f64,
}

/// How well decisions were made.
#[derive(Clone, Copy, Debug, Default)]
struct Care {
    judged: u64,
    mistakes: u64,
    lost: f64,
}

impl ManyGames {
    /// Adds a game.
    pub fn add<F: Front>(&mut self, game: &Game<F>, analysis: &Analysis<F>) {
        self.depth = analysis.depth;
        self.games += 1;
        let history = game.history();
        let mut now = LastChosen { seer: analysis.seer, card: None, place: None };
        let mut seen = 0;
        let mut time = None;
        for moment in &analysis.moments {
            // What a time begins with, such as a deal, is not the work of the last card.
            let point = analysis.curve.get(moment.step).map(|point| point.time);
            if point != time {
                (time, now.card, now.place) = (point, None, None);
            }
            for answer in history.get(seen..moment.answers.start.max(seen)).unwrap_or_default() {
                self.follow(&mut now, game, answer);
            }
            seen = seen.max(moment.answers.start);
            let own = history.get(moment.answers.clone()).unwrap_or_default();
            let change = change(analysis.sides, moment);
            match &moment.what {
                Happened::Chance => {
                    let what = own.iter().find_map(purpose::<F>).unwrap_or_else(|| "other".into());
                    let influence = self.chance.entry(what).or_default();
                    influence.times += 1;
                    influence.changed += change;
                }
                Happened::Decision(judged) => {
                    own.iter().for_each(|answer| self.follow(&mut now, game, answer));
                    seen = seen.max(moment.answers.end);
                    let key = (judged.side.to_string(), F::topic(&judged.ask).to_string());
                    let care = self.decisions.entry(key).or_default();
                    care.judged += 1;
                    care.mistakes += u64::from(judged.mistake.is_some());
                    care.lost += judged.mistake.as_ref().map_or(0.0, |mistake| mistake.loss);
                }
            }
            for (found, of) in [(&now.card, &mut self.cards), (&now.place, &mut self.places)] {
                if let Some(influence) = found.as_ref().and_then(|name| of.get_mut(name)) {
                    influence.changed += change;
                }
            }
        }
    }

    /// Notes the card or place that an answer chose.
    fn follow<F: Front>(&mut self, now: &mut LastChosen<F>, game: &Game<F>, answer: &Answer<F>) {
        let (Answer::Choice { side, choice, .. } | Answer::Named { side, choice, .. }) = answer else { return };
        // What others chose may be hidden from the side for which it is.
        if now.seer.is_some_and(|seer| seer != *side) {
            return;
        }
        let name = || F::named(game.scripts(), game.scenario(), *choice, true);
        if choice.token().starts_with(CARD) {
            self.cards.entry(name()).or_default().times += 1;
            *now = LastChosen { card: Some(name()), place: None, ..*now };
        } else if is_place(*choice) && !F::places_of(game, *side, *choice).is_empty() {
            self.places.entry(name()).or_default().times += 1;
            now.place = Some(name());
        }
    }

    /// All of it as text.
    pub fn text(&self, title: &str) -> String {
        let count = if self.games == 1 { "1 game".into() } else { format!("{} games", self.games) };
        let mut text = format!("{} · {count}, depth {}\n", paint(BOLD, title), self.depth.number());
        for (heading, of) in [("Dice and draws", &self.chance), ("Cards", &self.cards), ("Places", &self.places)] {
            text.push_str(&self.influences(heading, of));
        }
        text.push_str(&self.cares());
        let note = "Points are percentage points of the chance of winning, whichever side gained them; for cards and places, \
                    of all that happened until the next was chosen.";
        format!("{text}{}\n", paint(DIM, beside("", 0, note)))
    }

    /// A table of what changed the chances most, for a game.
    fn influences(&self, heading: &str, of: &BTreeMap<String, Influence>) -> String {
        let mut rows: Vec<(&String, &Influence)> = of.iter().filter(|(_, influence)| influence.changed > 0.0).collect();
        rows.sort_by(|(_, one), (_, other)| other.changed.total_cmp(&one.changed));
        let mut table = TextTable::new(&[heading, "times a game", "points each", "points a game"]);
        for (name, influence) in rows.into_iter().take(ROWS) {
            let each = influence.changed / influence.times.max(1) as f64;
            let name = shortened(name, LONGEST_NAME).into_owned();
            let numbers =
                [self.a_game(influence.times as f64), points(each), points(self.a_game_of(influence.changed))];
            table.row([name].into_iter().chain(numbers));
        }
        if table.is_empty() { String::new() } else { format!("\n{}", table.render()) }
    }

    /// A table of the decisions that gave most away, and what each side gave away in all.
    fn cares(&self) -> String {
        let mut rows: Vec<(&(String, String), &Care)> =
            self.decisions.iter().filter(|(_, care)| care.lost > 0.0).collect();
        rows.sort_by(|(_, one), (_, other)| other.lost.total_cmp(&one.lost));
        let mut table = TextTable::new(&["Decisions", "of", "judged a game", "mistakes a game", "points lost a game"]);
        for ((side, kind), care) in rows.into_iter().take(ROWS) {
            table.row(self.care_row(kind, side, care));
        }
        let mut sides: BTreeMap<&String, Care> = BTreeMap::new();
        for ((side, _), care) in &self.decisions {
            let sum = sides.entry(side).or_default();
            sum.judged += care.judged;
            sum.mistakes += care.mistakes;
            sum.lost += care.lost;
        }
        for (side, care) in &sides {
            table.row(self.care_row("all", side, care));
        }
        if table.is_empty() { String::new() } else { format!("\n{}", table.render()) }
    }

    fn care_row(&self, kind: &str, side: &str, care: &Care) -> [String; 5] {
        let (judged, mistakes) = (self.a_game(care.judged as f64), self.a_game(care.mistakes as f64));
        [kind.into(), side.into(), judged, mistakes, points(self.a_game_of(care.lost))]
    }

    fn a_game_of(&self, sum: f64) -> f64 {
        sum / self.games.max(1) as f64
    }

    fn a_game(&self, sum: f64) -> String {
        format!("{:.1}", self.a_game_of(sum))
    }

    /// All of it for programs. What changed is in shares of 1, for all games together.
    pub fn json(&self, title: &str) -> String {
        let influences = |of: &BTreeMap<String, Influence>| -> Vec<Value> {
            let one = |(name, Influence { times, changed }): (&String, &Influence)| json!({ "name": name, "times": times, "changed": super::rounded(*changed) });
            of.iter().map(one).collect()
        };
        let decisions: Vec<Value> = self
            .decisions
            .iter()
            .map(|((side, kind), care)| {
                let lost = super::rounded(care.lost);
                json!({ "side": side, "kind": kind, "judged": care.judged, "mistakes": care.mistakes, "lost": lost })
            })
            .collect();
        let form = json!({
            "title": title,
            "games": self.games,
            "depth": self.depth.number(),
            "chance": influences(&self.chance),
            "cards": influences(&self.cards),
            "places": influences(&self.places),
            "decisions": decisions,
        });
        // Contains only text and numbers, so serialization cannot fail.
        serde_json::to_string_pretty(&form).unwrap_or_default()
    }
}

/// The largest share of any side that a moment changed.
fn change<F: Front>(sides: Sides<F::Side>, moment: &AnalysedMoment<F>) -> f64 {
    let of_side = |side| (moment.luck[side] + moment.decision[side] + moment.hidden[side]).abs();
    sides.iter().map(of_side).fold(0.0, f64::max)
}

/// What a die or a draw was for; nothing for a choice.
fn purpose<F: Front>(answer: &Answer<F>) -> Option<String> {
    match answer {
        Answer::Roll { throw, .. } => Some(F::Tables::purpose(*throw).trim_start_matches("for ").to_string()),
        Answer::Draw { draw, .. } => Some(format!("draw: {}", draw.kind().replace('-', " "))),
        _ => None,
    }
}

/// The card and the place that were chosen last.
struct LastChosen<F: Front> {
    /// The side for which the games are analysed.
    seer: Option<F::Side>,
    card: Option<String>,
    place: Option<String>,
}

/// Whether a choice is a place, and not a piece in one.
fn is_place<C: wilderness_engine::Choice>(choice: C) -> bool {
    matches!(choice.token().split(':').next(), Some("space" | "hex" | "node" | "place"))
}
