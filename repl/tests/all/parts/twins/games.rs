//! The games of which there are pairs, and what of them is exchanged.

use super::{Pairs, tell};
use wilderness_battles::{FrenchAndIndianWarBattles as Battle, Header as BattleHeader, Options};
use wilderness_engine::{Rules, Stream};
use wilderness_repl::front::Origin as _;
use wilderness_repl::testing::prompt::{BattleOrigin, ContentArg};
use wilderness_repl::testing::war::Origin as WarOrigin;
use wilderness_war::deck::EventKind;
use wilderness_war::{Header as WarHeader, Scripts, War};

fn war() -> Pairs<War> {
    let origin = || WarOrigin::named(&ContentArg::default(), false);
    let scripts = origin().load().expect("sound scripts");
    let header = |seed, scripts: &Scripts, chance: &mut Stream| {
        let scenarios = ["annus-mirabilis", "early-war", "late-war", "full-campaign"];
        WarHeader::new(scenarios[chance.below(4) as usize], seed, scripts)
    };
    // One to three cards of the hand, responses first, for some of the draw pile that are drawn late.
    let exchange = |state: &mut <War as Rules>::State, side, scripts: &Scripts, chance: &mut Stream| {
        let mut hand: Vec<_> = (state.hands[side] - state.known_cards(side)).iter().collect();
        chance.shuffle(&mut hand);
        let is_response = |card| scripts.deck().card(card).is_some_and(|card| card.kind == EventKind::Response);
        hand.sort_by_key(|card| !is_response(*card));
        let depth = state.draw_pile.len() / 2;
        let count = (1 + chance.below(3) as usize).min(hand.len()).min(depth);
        for (place, card) in hand.into_iter().take(count).enumerate() {
            let place = place * depth / count + chance.below((depth / count) as u32) as usize;
            let drawn = std::mem::replace(&mut state.draw_pile[place], card);
            state.hands[side].remove(card);
            state.hands[side].insert(drawn);
        }
        count > 0
    };
    Pairs { scripts, origin, header, exchange }
}

fn battles() -> Pairs<Battle> {
    let scripts = BattleOrigin::default().load().expect("sound content");
    let header = |seed, _: &_, chance: &mut Stream| {
        let scenarios = ["lake-george", "carillon", "fort-oswego", "quebec"];
        let options = Options { tactics: true, ..Options::default() };
        BattleHeader::new(scenarios[chance.below(4) as usize], seed, options)
    };
    let exchange = |state: &mut <Battle as Rules>::State, side, _: &_, chance: &mut Stream| {
        let before = state.markers[side].clone();
        let mut pool = state.pool.clone();
        for marker in &state.played[side] {
            if let Some(place) = pool.iter().position(|other| other == marker) {
                pool.remove(place);
            }
        }
        chance.shuffle(&mut pool);
        pool.truncate(before.len());
        pool.sort_unstable();
        let changes = pool != before;
        state.markers[side] = pool;
        changes
    };
    Pairs { scripts, origin: BattleOrigin::default, header, exchange }
}

#[test]
fn twins_of_the_war_look_the_same_to_the_side_that_cannot_know() {
    tell(&war());
}

#[test]
fn twins_of_battles_look_the_same_to_the_side_that_cannot_know() {
    tell(&battles());
}
