//! Chance by occasion: in battles of one seed, whatever the players do, the same occasions have the same dice.

use crate::games;
use std::collections::BTreeMap;
use std::rc::Rc;
use wilderness_battles::{Battles, Game, Happened, Header, Side};
use wilderness_engine::agents::Random;

/// The dice of a battle by what they were rolled for, where, and how often that had happened there.
fn dice(game: &Game) -> BTreeMap<(String, usize), u8> {
    let (mut counts, mut dice) = (BTreeMap::<String, usize>::new(), BTreeMap::new());
    for entry in game.log() {
        let (what, die) = match &entry.what {
            Happened::Attacked { hexes, die, .. } => (format!("attack {:?}", hexes.first()), *die),
            Happened::Fired { target, die, .. } => (format!("fire {target:?}"), *die),
            Happened::Rally { unit, die, .. } => (format!("rally {unit:?}"), *die),
            _ => continue,
        };
        let count = counts.entry(what.clone()).or_default();
        dice.insert((what, *count), die);
        *count += 1;
    }
    dice
}

#[test]
fn battles_that_differ_roll_alike_on_the_same_occasions() {
    let battles = Rc::new(Battles::embedded().expect("sound content"));
    let (mut alike, mut later) = (0, 0);
    for (scenario, seed) in games::SCENARIOS.into_iter().zip(1..) {
        let header = Header::new(scenario, seed, games::options(&battles, scenario, seed));
        let mut known: BTreeMap<(String, usize), u8> = BTreeMap::new();
        for players in 1..=8 {
            let mut game = Game::begin(&header, battles.clone()).expect("a battle");
            for side in Side::BOTH {
                game.set_agent(side, Some(Box::new(Random::new(players, side))));
            }
            game.proceed().expect("no fault");
            for (occasion, die) in dice(&game) {
                match known.get(&occasion) {
                    Some(first) => {
                        assert_eq!(*first, die, "{scenario} {players}: {occasion:?}");
                        alike += 1;
                        later += u32::from(occasion.1 > 0);
                    }
                    None => drop(known.insert(occasion, die)),
                }
            }
        }
    }
    assert!(alike > 100 && later > 10, "{alike} dice alike, {later} of them not the first");
}
