//! What is shown of a ladder: as text, as Markdown, and as JSON.

use super::ratings::expected;
use super::{Ladder, MeetingScore, Rating, Ratings, SeatScore};
use crate::Rate;
use crate::clustered::Clustered;
use crate::facts::Facts;
use serde_json::{Map, Value, json};

impl SeatScore {
    fn line(&self, label: &str, facts: &Facts) -> String {
        let SeatScore { games, wins, draws, lead } = self;
        let (rate, unit) = (Rate::new(*wins, *games).to_string(), facts.unit() as f64);
        let half = Some(lead.half_width() / unit).filter(|half| half.is_finite());
        let half = half.map_or(String::new(), |half| format!(" ±{half:.2}"));
        let (name, mean) = (facts.score.name, lead.mean() / unit);
        format!("{label:12} {wins:>6} of {games:<6}  {rate:22} draws {draws:<5} {name} {mean:+.2}{half}\n")
    }

    fn json(&self, facts: &Facts) -> Value {
        let SeatScore { games, wins, draws, lead } = self;
        let half = Some(lead.half_width() / facts.unit() as f64).filter(|half| half.is_finite());
        let lead = json!({ "of": lead.of, "mean": lead.mean() / facts.unit() as f64, "plus_minus": half });
        json!({ "games": games, "wins": wins, "draws": draws, "lead": lead })
    }
}

/// A rating: `+120 ±35`.
fn rating(rating: Rating) -> String {
    let half = rating.half_width.map_or(String::new(), |half| format!(" ±{half:.0}"));
    format!("{:+.0}{half}", rating.elo)
}

fn rating_json(rating: Rating) -> Value {
    json!({ "elo": rating.elo, "plus_minus": rating.half_width })
}

impl Ladder {
    /// A share of results, with its interval: `62.5 % ±9.1`.
    fn percent(&self, share: Clustered) -> String {
        let (mean, half) = self.share(share);
        let half = half.map_or(String::new(), |half| format!(" ±{:.1}", 100.0 * half));
        format!("{:.1} %{half}", 100.0 * mean)
    }

    fn share(&self, share: Clustered) -> (f64, Option<f64>) {
        let (estimate, whole) = (share.estimate(), self.whole() as f64);
        (estimate.mean / whole, estimate.half_width().filter(|half| *half > 0.0).map(|half| half / whole))
    }

    /// The contestants, the strongest first.
    fn in_order(&self, ratings: &Ratings) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.contestants.len()).collect();
        order.sort_by(|one, other| ratings.contestants[*other].elo.total_cmp(&ratings.contestants[*one].elo));
        order
    }

    /// What the seats of a scenario are worth between equals: `French 55.1 %, British 44.9 % (-36 ±20 Elo)`.
    fn seats(&self, seats: &[Rating]) -> String {
        let shares = expected(seats.iter().map(|seat| seat.strength()));
        let sides = self.facts.sides.iter().zip(shares).zip(seats);
        let one = sides.map(|(((_, name), share), seat)| {
            let elo = if seat.half_width.is_some() { format!(" ({} Elo)", rating(*seat)) } else { String::new() };
            format!("{name} {:.1} %{elo}", 100.0 * share)
        });
        one.collect::<Vec<_>>().join(", ")
    }

    /// Where two contestants meet, in words.
    fn title(&self, score: &MeetingScore) -> String {
        let [first, second] = score.meeting.contestants.map(|contestant| self.contestants[contestant].as_str());
        let at = match self.scenarios.len() {
            1 => String::new(),
            _ => format!(", {}", self.scenarios[score.meeting.scenario]),
        };
        format!("{first} against {second}{at}")
    }

    /// The whole result, in lines.
    pub fn render(&self) -> String {
        if self.units.is_empty() {
            return "no game was completed\n".into();
        }
        let ratings = self.ratings();
        let mut text = String::new();
        let longest = self.contestants.iter().map(|name| name.chars().count()).max().unwrap_or_default();
        for contestant in self.in_order(&ratings) {
            let (name, share) = (&self.contestants[contestant], self.percent(self.shares[contestant]));
            let elo = rating(ratings.contestants[contestant]);
            let units = self.shares[contestant].clusters;
            text.push_str(&format!("{name:longest$}  {elo:>10} Elo  {share:14} of {units} {}\n", self.unit_name()));
        }
        for score in self.meetings.iter().filter(|score| score.all.games > 0) {
            let (share, units) = (self.percent(score.share), score.share.clusters);
            text.push_str(&format!("\n{}: {share} of {units} {}\n", self.title(score), self.unit_name()));
            for ((_, name), seat) in self.facts.sides.iter().zip(&score.seats) {
                text.push_str(&seat.line(&format!("as {name}"), &self.facts));
            }
            text.push_str(&score.all.line("all", &self.facts));
        }
        text.push_str("\nbetween equals\n");
        for (scenario, seats) in self.scenarios.iter().zip(&ratings.seats) {
            text.push_str(&format!("{scenario}: {}\n", self.seats(seats)));
        }
        text
    }

    fn unit_name(&self) -> &'static str {
        if self.whole() == 2 { "pairs" } else { "rounds" }
    }

    /// The whole result, as tables in Markdown.
    pub fn markdown(&self) -> String {
        let ratings = self.ratings();
        let order = self.in_order(&ratings);
        let names: Vec<String> = order.iter().map(|index| format!("`{}`", self.contestants[*index])).collect();
        let mut text = format!("| | Elo | score | {} | {} |\n", self.unit_name(), against(&names));
        text.push_str(&format!("|---|---|---|---|{}\n", "---|".repeat(names.len())));
        for (contestant, name) in order.iter().zip(&names) {
            let (elo, share) = (rating(ratings.contestants[*contestant]), self.percent(self.shares[*contestant]));
            let cells: Vec<String> = order.iter().map(|other| self.cell(*contestant, *other)).collect();
            let units = self.shares[*contestant].clusters;
            text.push_str(&format!("| {name} | {elo} | {share} | {units} | {} |\n", cells.join(" | ")));
        }
        text.push_str("\n| scenario | between equals |\n|---|---|\n");
        for (scenario, seats) in self.scenarios.iter().zip(&ratings.seats) {
            text.push_str(&format!("| {scenario} | {} |\n", self.seats(seats)));
        }
        text
    }

    /// The share of one contestant against another in all scenarios, in per cent.
    fn cell(&self, one: usize, other: usize) -> String {
        let (mut sum, mut of) = (0.0, 0.0);
        for score in &self.meetings {
            let share = self.share(score.share).0;
            let units = score.share.clusters as f64;
            let own = match score.meeting.contestants {
                [first, second] if first == one && second == other => share,
                [first, second] if first == other && second == one && self.whole() == 2 => 1.0 - share,
                _ => continue,
            };
            sum += own * units;
            of += units;
        }
        if of > 0.0 { format!("{:.0} %", 100.0 * sum / of) } else { "–".into() }
    }

    /// The whole result. Of a single meeting its figures stand beside it.
    pub fn json(&self) -> Value {
        let ratings = self.ratings();
        let contestants = self.contestants.iter().zip(&ratings.contestants).zip(&self.shares);
        let contestants = contestants.map(|((name, rating), share)| {
            let (mean, half) = self.share(*share);
            let score = json!({ "share": mean, "plus_minus": half });
            json!({ "name": name, "rating": rating_json(*rating), "score": score, "units": share.clusters })
        });
        let seats = self.scenarios.iter().zip(&ratings.seats).map(|(scenario, seats)| {
            let sides = self.facts.sides.iter().zip(seats);
            (scenario.clone(), Map::from_iter(sides.map(|((id, _), seat)| (id.clone(), rating_json(*seat)))).into())
        });
        let meetings: Vec<Value> = self.meetings.iter().map(|score| self.meeting_json(score)).collect();
        let mut all = match &meetings[..] {
            [Value::Object(only)] => only.clone(),
            _ => Map::new(),
        };
        all.insert("contestants".into(), contestants.collect());
        all.insert("seats".into(), Map::from_iter(seats).into());
        all.insert("errors".into(), self.errors.into());
        all.insert("meetings".into(), meetings.into());
        all.into()
    }

    fn meeting_json(&self, score: &MeetingScore) -> Value {
        let [first, second] = score.meeting.contestants.map(|contestant| self.contestants[contestant].as_str());
        let sides = self.facts.sides.iter().zip(&score.seats);
        let (mean, half) = self.share(score.share);
        json!({
            "first": first,
            "second": second,
            "scenario": self.scenarios[score.meeting.scenario],
            "units": score.share.clusters,
            "score": { "share": mean, "plus_minus": half },
            "wins": Rate::new(score.all.wins, score.all.games),
            "all": score.all.json(&self.facts),
            "sides": Map::from_iter(sides.map(|((id, _), seat)| (id.clone(), seat.json(&self.facts)))),
        })
    }
}

/// The heads of the columns with results against each contestant.
fn against(names: &[String]) -> String {
    names.iter().map(|name| format!("against {name}")).collect::<Vec<_>>().join(" | ")
}
