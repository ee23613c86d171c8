//! What a card changes: pairs of games that differ in one card of one hand.

use crate::folder;
use wilderness_engine::plain::Header;
use wilderness_engine::{Each, Game};
use wilderness_lab::Player;
use wilderness_tabletop::Tabletop;
use wilderness_tabletop::dealt::{DealtPair, DealtTrial};

/// The pairs of a game of the war.
fn pairs(seed: u64, only: Option<u8>) -> Vec<DealtPair> {
    let game = Game::<Tabletop>::begin(&Header::new(seed), folder("crown-and-league")).expect("a game");
    let players = Each::new(game.sides(), |_| Player::Random);
    let trial = DealtTrial { players: &players, seed, only, stop: &|| false };
    trial.play(game).expect("no fault").expect("it is not stopped")
}

#[test]
fn each_deal_gives_pairs_that_are_the_same_every_time() {
    let found = pairs(3, None);
    // Four years, in each of which both sides are dealt cards, unless the war ends before.
    assert!(found.len() >= 4, "{found:?}");
    assert!(found.iter().all(|pair| pair.card != pair.instead), "{found:?}");
    assert!(found.iter().any(|pair| pair.lead != 0), "a card changes something: {found:?}");
    assert_eq!(found, pairs(3, None));
}

#[test]
fn one_card_is_exchanged_in_every_pair() {
    let found: Vec<DealtPair> = (1..=3).flat_map(|seed| pairs(seed, Some(0))).collect();
    assert!(!found.is_empty());
    assert!(found.iter().all(|pair| [pair.card, pair.instead].contains(&0)), "{found:?}");
}
