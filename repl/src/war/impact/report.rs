//! The impact of the cards as text: how much was played, the tables, and how sure they are.

use super::{CardNames, Effect, Impact};
use crate::text::columns::{line_width, wrap};
use wilderness_lab::clustered::{Estimate, LEAST};
use wilderness_lab::{Certainty, Judged, stopped_early};

/// The interval for which the number of games is estimated: wins in percent of the games, to either side.
const WANTED: f64 = 2.0;

/// The share of intervals that exclude zero by chance alone.
const CHANCE: f64 = 0.05;

impl Impact {
    /// The tables and what they mean. The names of the cards are those of each content.
    pub fn render(&self, decks: &[CardNames]) -> String {
        if self.played() == 0 {
            return "no game was completed\n".into();
        }
        let wrapped = |text: String| wrap(&text, line_width()).join("\n") + "\n";
        let named =
            |(letter, name): (&str, &String)| wrap(&format!("{letter}: {name}"), line_width() - 3).join("\n   ") + "\n";
        let mut out: String = ["A", "B"].into_iter().zip(&self.names).map(named).collect();
        out.push_str(&wrapped(self.heading()));
        if let Some(share) = self.luck_removed() {
            out.push_str(&format!("luck of the dice removed: {:.1} % of the variance\n", 100.0 * share));
        }
        let effects = if decks.len() > 1 { self.changes() } else { self.effects(0) };
        out.push_str(&if decks.len() > 1 { self.change_table(&effects, decks) } else { effect_table(&effects, decks) });
        for conclusion in self.conclusions(&effects) {
            out.push_str(&wrapped(conclusion));
        }
        out.push_str(&self.worth_tables(decks));
        out.push_str(&self.use_tables(decks));
        if self.errors > 0 {
            out.push_str(&format!("{} games failed: do not trust the figures\n", self.errors));
        }
        out
    }

    /// How much was played.
    fn heading(&self) -> String {
        let Impact { games, pairs, .. } = self;
        let stopped = match self.wanted {
            Some(wanted) => stopped_early(*games < wanted, wanted),
            None if self.stopped => " (stopped early)".into(),
            None => String::new(),
        };
        let each = if self.cards.len() > 1 { " with each content" } else { "" };
        format!("{games} games{each}{stopped}, and {pairs} like them but for one card")
    }

    /// How sure the effects are.
    fn conclusions(&self, effects: &[Effect]) -> Vec<String> {
        let of = |which: fn(&Effect) -> Judged| effects.iter().map(which).collect::<Vec<Judged>>();
        let [wins, vp] = [of(|effect| effect.wins), of(|effect| effect.vp)];
        let marked = |all: &[Judged], least: Certainty| all.iter().filter(|judged| judged.mark >= least).count();
        let few = effects.iter().filter(|effect| !effect.vp.estimate.is_judged).count();
        let all = effects.len() - few;
        let mut conclusions = Vec::new();
        if all > 0 {
            conclusions.push(format!(
                "*  the interval excludes zero: {} of {all} for wins and {} for VP, where chance alone gives about {:.0}",
                marked(&wins, Certainty::Interval),
                marked(&vp, Certainty::Interval),
                CHANCE * all as f64
            ));
            conclusions.push(format!(
                "** of these, at most 1 in 20 is due to chance (Benjamini-Hochberg): {} for wins and {} for VP",
                marked(&wins, Certainty::Discovery),
                marked(&vp, Certainty::Discovery)
            ));
        }
        if few > 0 {
            conclusions.push(format!("{few} cannot be judged: fewer than {LEAST} games say anything about them"));
        }
        if let (Some(wins), Some(vp)) = (median(&wins), median(&vp)) {
            let half = 100.0 * wins;
            let mut widths = format!("Half of the intervals are within ±{half:.1} % of wins and ±{vp:.2} VP");
            if half > WANTED {
                let needed = rounded(self.played() as f64 * (half / WANTED).powi(2));
                widths.push_str(&format!("; for ±{WANTED} % of wins, about {needed} games would be needed"));
            }
            conclusions.push(widths + ".");
        }
        conclusions
    }
}

/// What each card changes.
fn effect_table(effects: &[Effect], decks: &[CardNames]) -> String {
    let mut table = "What a card changes for the side that is dealt it instead of another card:\n".to_string();
    table.push_str(&format!("{:37} {:>6}  {:17} VP\n", "", "pairs", " wins"));
    for effect in effects {
        let line = format!(
            "{} {:>6}  {}  {}",
            super::tables::title(decks, effect.held),
            effect.pairs,
            effect.wins.percent(),
            effect.vp.points()
        );
        table.push_str(&format!("{}\n", line.trim_end()));
    }
    table
}

impl Impact {
    /// What two contents change.
    fn change_table(&self, effects: &[Effect], decks: &[CardNames]) -> String {
        let mut table = "What a card changes for the side that is dealt it instead of another card:\n".to_string();
        table.push_str(&format!("{:37} {:13} {:13} {:16} B − A: wins\n", "", " A: VP", " B: VP", " B − A: VP"));
        for effect in effects {
            let [a, b] = [0, 1].map(|which| {
                let card = self.cards[which].get(&effect.held).filter(|card| card.vp.of > 0);
                card.map(|card| Judged { estimate: card.points(), mark: Certainty::Unsure }.points())
                    .unwrap_or_default()
            });
            let line = format!(
                "{} {:13} {:13} {} {}",
                super::tables::title(decks, effect.held),
                a.trim_end(),
                b.trim_end(),
                effect.vp.points(),
                effect.wins.percent()
            );
            table.push_str(&format!("{}\n", line.trim_end()));
        }
        table
    }
}

/// The median half width of the intervals that are judged.
pub fn median(all: &[Judged]) -> Option<f64> {
    let judged = all.iter().filter(|judged| judged.estimate.is_judged);
    let mut widths: Vec<f64> = judged.filter_map(|judged| Estimate::half_width(judged.estimate)).collect();
    widths.sort_by(f64::total_cmp);
    widths.get(widths.len() / 2).copied()
}

/// A number of games, rounded up to two digits.
pub fn rounded(games: f64) -> u64 {
    let mut unit = 1;
    while games / unit as f64 > 100.0 {
        unit *= 10;
    }
    (games / unit as f64).ceil() as u64 * unit
}
