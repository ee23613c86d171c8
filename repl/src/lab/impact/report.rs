//! The impact of the cards as text.

use super::Impact;
use std::fmt::Write as _;
use wilderness_war::deck::Deck;

impl Impact {
    pub fn render(&self, decks: &[Deck]) -> String {
        let mut out = String::new();
        for effect in self.effects(0) {
            let half = |j: super::effect::Judged| j.estimate.half_width().unwrap_or(0.0);
            let z = |j: super::effect::Judged| j.estimate.mean / j.estimate.error.unwrap_or(1.0);
            let _ = writeln!(out, "{:34.34} {:8} {:>5} {:+.1} ±{:.1} {:2} {:+.2} ±{:.2} {:2} {:.2} {:.2}",
                decks[0].name(effect.held.card), effect.held.side.to_string(), effect.pairs,
                100.0 * effect.wins.estimate.mean, 100.0 * half(effect.wins), effect.wins.mark.text(),
                effect.vp.estimate.mean, half(effect.vp), effect.vp.mark.text(), z(effect.wins), z(effect.vp));
        }
        out
    }
}
