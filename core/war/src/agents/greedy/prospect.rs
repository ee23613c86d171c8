//! What armies can hope for: the places that they could take, near and far.

use super::board::{Board, Prize};
use super::combat::ForceFacts;
use super::muster::muster;
use super::weights;
use crate::rules::fire::ranking_leader;
use crate::sets::{PieceSet, SpaceId, SpaceSet};
use crate::view::View;

/// How far it is, in cards.
pub fn cards(distance: u8) -> f32 {
    match distance {
        0 => 0.0,
        u8::MAX => weights::NEVER,
        links => 1.0 + weights::NEXT_LINK * f32::from(links - 1),
    }
}

/// A target from the point of view of one army.
#[derive(Clone, Copy)]
pub struct Prospect<'a> {
    pub target: &'a Prize,
    pub worth: f32,
    /// The cards that it takes to get there.
    pub from_here: f32,
    /// The value of each card on the route and in the siege.
    pub rate: f32,
    /// The most that it is worth to come nearer without being there.
    pub most: f32,
    /// All the cards that it takes.
    cards: f32,
}

impl<'a> Prospect<'a> {
    /// What a target is to an army; nothing if it is too far away, or not worth it.
    fn new(
        board: &Board<'_>,
        target: &'a Prize,
        from: SpaceId,
        army: &ForceFacts,
        pieces: PieceSet,
    ) -> Option<Prospect<'a>> {
        let distance = board.distance(from, target.space);
        if distance > FARTHEST {
            return None;
        }
        let (worth, rolls) = board.worth(target, army, pieces);
        (worth > weights::LEAST_PROSPECT).then(|| {
            let worth = worth * (1.0 - weights::DISTANT * f32::from(distance));
            let from_here = cards(distance);
            let needed = from_here + rolls;
            let rate = worth / needed;
            let most = nearer(rate, from_here - cards(1));
            Prospect { target, worth, from_here, rate, most, cards: needed }
        })
    }

    /// What it is worth to be in a place from which it takes this many cards to get there.
    pub fn nearer(&self, left: f32) -> f32 {
        nearer(self.rate, self.from_here - left)
    }

    /// What there is to hope for.
    fn hope(&self) -> f32 {
        self.worth * weights::PATIENCE.powf(self.cards)
    }
}

/// What it is worth to be nearer by this many cards to something, of which each card on the way is worth this rate.
fn nearer(rate: f32, by: f32) -> f32 {
    rate * by.clamp(-1.0, weights::NEARER) * weights::ON_THE_WAY
}

/// How many links an army looks ahead.
const FARTHEST: u8 = 14;

/// The most prospects of an army.
const MOST_PROSPECTS: usize = 6;

/// What there is to gain elsewhere for an army, the best first.
pub fn prospects<'a>(board: &'a Board<'_>, from: SpaceId, army: &ForceFacts, pieces: PieceSet) -> Vec<Prospect<'a>> {
    let elsewhere = board.targets.iter().filter(|target| target.space != from);
    let mut prospects: Vec<Prospect<'a>> = Vec::with_capacity(12);
    prospects.extend(elsewhere.filter_map(|target| Prospect::new(board, target, from, army, pieces)));
    // The best few are what it goes for; whatever can be attacked at once counts too.
    prospects.sort_by(|a, b| b.rate.total_cmp(&a.rate));
    let near = |prospect: &Prospect| prospect.from_here < weights::SOON;
    let mut index = 0;
    prospects.retain(|prospect| {
        index += 1;
        index <= MOST_PROSPECTS || near(prospect)
    });
    prospects
}

/// The prospects of all armies of a side together, in victory points: each has one target, and no two the same.
pub fn promise(view: &View<'_>) -> f32 {
    let board = Board::new(view);
    let mut hopes: Vec<(f32, SpaceId, SpaceId)> = Vec::with_capacity(64);
    for from in view.held(board.side) {
        let stack = view.outside(board.side, from);
        let Some(leader) = ranking_leader(stack).filter(|_| !stack.drilled().is_empty()) else { continue };
        let force = muster(leader, stack, 0, view);
        let army = ForceFacts::new(view, force, Some(leader));
        let open = board.targets.iter().filter(|target| target.space != from || target.siege > 0);
        let prospects = open.filter_map(|target| Prospect::new(&board, target, from, &army, force));
        hopes.extend(prospects.map(|prospect| (prospect.hope(), from, prospect.target.space)));
    }
    hopes.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (mut armies, mut targets) = (SpaceSet::EMPTY, SpaceSet::EMPTY);
    hopes.retain(|(_, army, target)| {
        let is_new = !armies.contains(*army) && !targets.contains(*target);
        if is_new {
            armies.insert(*army);
            targets.insert(*target);
        }
        is_new
    });
    hopes.iter().map(|(hope, ..)| hope).sum()
}
