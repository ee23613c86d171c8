//! Some rules exist twice, where finding the reason for a refusal costs more than finding the answer: these tests
//! compare both versions in positions from random games.

use std::rc::Rc;
use wilderness_war::map::Map;
use wilderness_war::pieces::Pieces;
use wilderness_war::testing::State;
use wilderness_war::testing::rules::{
    March, Mover, Ways, all_targets, demolishable, destinations, is_target, refuges, restorable, why_not_demolish,
    why_not_go, why_not_refuge, why_not_restore,
};
use wilderness_war::{Choice, Header, PieceSet, Scripts, Side, SpaceId};

/// How many positions are compared.
const POSITIONS: usize = 10_000;

/// Deterministic pseudo-random numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }

    /// One of these items, if there are any.
    fn pick<T>(&mut self, items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>) -> Option<T> {
        let mut items = items.into_iter();
        let index = self.below(items.len());
        items.nth(index)
    }
}

/// Calls a function with the positions of random games.
fn each_position(mut look: impl FnMut(&State, &mut Numbers)) {
    let scripts = Rc::new(Scripts::embedded().expect("sound scripts"));
    let (mut seen, mut numbers) = (0, Numbers(7));
    for seed in 0.. {
        let mut game = Header::new("annus-mirabilis", seed, &scripts).begin(scripts.clone()).expect("a game");
        game.proceed().expect("a sound game");
        while let Some(decision) = game.decision().cloned() {
            look(game.state(), &mut numbers);
            seen += 1;
            if seen == POSITIONS {
                return;
            }
            let choice = decision.choices[numbers.below(decision.choices.len())];
            game.choose(choice).expect("offered");
        }
    }
}

#[test]
fn what_gives_the_reason_agrees_with_what_finds_the_spaces() {
    each_position(|state, numbers| {
        let spaces = Map::get().all;
        let barred = numbers.pick(spaces).filter(|_| numbers.below(2) == 0);
        for side in Side::BOTH {
            let from = if numbers.below(2) == 0 { numbers.pick(state.pieces.held(side)) } else { numbers.pick(spaces) };
            let Some(from) = from else { continue };
            let works = demolishable(state, side);
            let open = refuges(state, side, from, barred);
            let targets = all_targets(state, side);
            for space in spaces {
                let demolished = why_not_demolish(state, side, space);
                assert_eq!(demolished.is_none(), works.contains(space), "{side} at {space}: {demolished:?}");
                let refused = why_not_refuge(state, side, from, barred, space, "7.92");
                assert_eq!(refused.is_none(), open.contains(space), "{side} {from} to {space}: {refused:?}");
                assert_eq!(is_target(state, side, space), targets.contains(space), "{side} at {space}");
            }
            let can = restorable(state, side);
            for unit in Pieces::get().units.of(side) {
                let refused = why_not_restore(state, unit);
                assert_eq!(refused.is_none(), can.contains(unit), "{unit}: {refused:?}");
            }
        }
    });
}

/// A mover of a side after a few steps, ignoring enemies.
fn mover(state: &State, side: Side, numbers: &mut Numbers) -> Option<Mover> {
    let start = numbers.pick(state.pieces.held(side) | state.pieces.led(side))?;
    let stack = state.outside(side, start);
    let alone = numbers.pick(stack).map(PieceSet::one)?;
    let pieces = [stack, alone, alone | stack.leaders(), stack.leaders()][numbers.below(4)];
    let commander = pieces.leaders().first();
    let value = 1 + numbers.below(3) as u8;
    let mut mover = Mover::new(side, commander, pieces, pieces.len() > 1, value, start);
    for _ in 0..numbers.below(5) {
        let links = Map::get().links(mover.space);
        let link = *links.get(numbers.below(links.len()))?;
        let ways = Ways::new(state, side, mover.limits);
        let Some(march) = mover.march.step(&ways, mover.party(), mover.space, link) else { break };
        (mover.march, mover.space) = (march, link.to);
    }
    (!mover.pieces.is_empty()).then_some(mover)
}

#[test]
fn a_way_is_refused_exactly_if_it_is_not_offered() {
    let (mut asked, mut on_the_way) = (0, 0);
    each_position(|state, numbers| {
        for side in Side::BOTH {
            let Some(mover) = mover(state, side, numbers) else { continue };
            asked += 1;
            on_the_way += usize::from(mover.march != March::default());
            let open = destinations(state, &mover);
            let ways = |space: SpaceId| [Choice::Space(space), Choice::Infiltrate(space), Choice::Naval(space)];
            for choice in Map::get().all.iter().flat_map(ways) {
                let refusal = why_not_go(state, &mover, choice);
                assert_eq!(refusal.is_none(), open.has(choice), "{choice:?}: {refusal:?} for {mover:?}");
            }
        }
    });
    assert!(asked > POSITIONS && on_the_way > POSITIONS / 2, "{asked}, {on_the_way}");
}
