//! Choosing losses: the units that can best be spared lose steps.

use super::{best_of, combat, offered_pieces, value};
use crate::decision::{Choice, Decision};
use crate::view::View;

/// The unit whose step is least valuable.
pub fn cheapest_step(view: &View<'_>, decision: &Decision) -> Option<Choice> {
    best_of(offered_pieces(decision), |unit| -value::step(view, unit)).map(Choice::Piece)
}

/// The piece that is worth least.
pub fn cheapest(view: &View<'_>, decision: &Decision) -> Option<Choice> {
    best_of(offered_pieces(decision), |piece| -value::piece(view, piece)).map(Choice::Piece)
}

/// The piece that is worth most.
pub fn dearest(view: &View<'_>, decision: &Decision) -> Option<Choice> {
    best_of(offered_pieces(decision), |piece| value::piece(view, piece)).map(Choice::Piece)
}

/// RD1: the most promising raid comes first.
pub fn raid_first(view: &View<'_>, decision: &Decision) -> Option<Choice> {
    let worth = |choice: &Choice| {
        let space = choice.space()?;
        let raiders = view.outside(view.side(), space);
        Some(combat::raid_value(view, space, raiders.auxiliaries(), raiders.leaders().first()).0)
    };
    let raids = decision.choices.iter().filter_map(|choice| Some((worth(choice)?, *choice)));
    raids.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, choice)| choice)
}
