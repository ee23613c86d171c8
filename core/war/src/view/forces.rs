//! Who could act together, and who could intercept.

use super::View;
use crate::pieces::Pieces;
use crate::rules::{activation, avoid, fire, force, interception};
use crate::sets::{PieceId, PieceSet, SpaceId};
use crate::side::Side;
use wilderness_engine::Refusal;

/// Pieces of a space that could intercept an enemy force that enters a space next to it (6.7).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interceptor {
    /// Where they are.
    pub space: SpaceId,
    /// All that could.
    pub pieces: PieceSet,
    /// The leader with the highest tactics rating among them.
    pub leader: Option<PieceId>,
    /// The chance that he succeeds, or a unit if there is no leader (6.71).
    pub chance: f64,
}

impl View<'_> {
    /// The pieces in a leader's space, on the same side of the fortification's walls, from which a force is formed
    /// (5.34).
    pub fn companions(&self, leader: PieceId) -> PieceSet {
        activation::companions(self.state, leader)
    }

    /// The strongest force that a leader can lead out of these pieces, the most useful first (5.34).
    pub fn strongest_force(&self, leader: PieceId, eligible: PieceSet) -> PieceSet {
        let mut chosen = PieceSet::one(leader);
        loop {
            let joining = force::may_join(leader, chosen, eligible);
            match joining.iter().min_by_key(|piece| self.usefulness(*piece)) {
                Some(piece) => chosen.insert(piece),
                None => return chosen,
            }
        }
    }

    /// How useful a piece is in a force, the most useful first: leaders, because they command more units; then drilled
    /// troops, then the others; of these the strongest, and whole before reduced ones.
    pub fn usefulness(&self, piece: PieceId) -> impl Ord + use<> {
        let all = Pieces::get();
        let class = match piece {
            leader if all.leaders.contains(leader) => 0,
            drilled if all.drilled.contains(drilled) => 1,
            _ => 2,
        };
        let command = if class == 0 { piece.facts().command } else { 0 };
        (class, 99 - command, 99 - self.strength(piece), self.reduced().contains(piece), piece)
    }

    /// The leader of the highest rank among pieces, whose tactics rating counts in battle (7.52).
    pub fn ranking_leader(&self, pieces: PieceSet) -> Option<PieceId> {
        fire::ranking_leader(pieces)
    }

    /// Why this side cannot activate a piece individually after it has named these, with a card of this many half
    /// points (5.32, 5.33).
    pub fn why_no_more(&self, named: PieceSet, halves: u8, piece: PieceId) -> Refusal {
        activation::why_no_more(self.state, self.side, named, halves, piece)
    }

    /// The chance that a unit, or a leader with those he takes along, avoids battle in a space (6.8).
    pub fn chance_to_avoid(&self, space: SpaceId, first: PieceId) -> f64 {
        avoid::chance(self.state(), space, first)
    }

    /// Who could intercept a force of a side that enters a space openly, by their spaces; those in the space that the
    /// force leaves are excluded (6.72 to 6.724).
    pub fn interceptors(&self, side: Side, space: SpaceId) -> Vec<Interceptor> {
        let around = interception::around(self.state, side, space).into_iter();
        let found = around.map(|(space, pieces)| {
            let leader = interception::best_leader(pieces);
            let chance = interception::chance(leader.map_or(0, |leader| leader.facts().tactics));
            Interceptor { space, pieces, leader, chance }
        });
        found.collect()
    }
}
