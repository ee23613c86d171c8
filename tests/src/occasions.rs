//! Games at points that are worth measuring.

use crate::situation::Situation;
use crate::{agents, answer, answer_words, game};
use wilderness_war::Game;
use wilderness_war::Side::French;

/// A random game at a decision of this kind in 1758.
pub fn at(kind: &str) -> Game {
    for seed in 1.. {
        let (mut game, mut agents) = (game("annus-mirabilis", seed), agents(seed));
        game.proceed().expect("no fault");
        while let Some(decision) = game.decision().cloned() {
            if game.state().year == 1758 && decision.ask.kind() == kind {
                return game;
            }
            let choice = answer(&game, &mut agents, &decision);
            game.choose(choice).expect("a legal answer");
        }
    }
    unreachable!("some seed leads to every kind")
}

/// A situation after these answers.
fn after(situation: Situation, tokens: &str) -> Game {
    let mut game = situation.game();
    answer_words(&mut game, tokens);
    game
}

/// A game before a battle in which militia may join and leaders may die.
pub fn before_a_battle() -> Game {
    let situation = Situation::new()
        .british_turn()
        .put("northern-militia", "colonial-militia-1")
        .put("hoosic", "villiers bearn")
        .put("northampton", "bradstreet 22nd");
    after(situation, "card:3 force piece:22nd space:hoosic pass")
}

/// A game before Small Pox is played.
pub fn before_an_event() -> Game {
    let situation = Situation::new()
        .hand(French, &[34, 1])
        .put("albany", "22nd 27th 44th 48th 35th")
        .put("schenectady", "new-york-1 new-york-2 maryland virginia-1 virginia-2");
    after(situation, "card:34")
}
