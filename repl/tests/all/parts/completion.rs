//! Every word offered leads to a legal answer, and every legal answer is reached by a word: in positions of random
//! games.

use std::collections::BTreeSet;
use wilderness_battles::{FrenchAndIndianWarBattles as Battles, Header as BattleHeader, Options};
use wilderness_engine::{Answer, Choice as _, Game, Question as _};
use wilderness_repl::front::{Candidate, Front, Origin as _, Sentences as _};
use wilderness_repl::testing::prompt::{BattleOrigin, ContentArg, Menu, answer_of, answers, session};
use wilderness_repl::testing::war::Origin;
use wilderness_war::War;

/// The positions looked at in each game, and those of the long tests.
const POSITIONS: usize = 60;
const MANY: usize = 500;

/// Every so many decisions, one is looked at.
const ONE_IN: usize = 7;

/// Answers at random, and calls this at one decision in several. Returns how many it was called at.
fn wander<F: Front>(mut game: Game<F>, seed: usize, most: usize, look: &mut impl FnMut(&Game<F>)) -> usize {
    game.proceed().expect("a decision");
    let (mut random, mut looked) = (seed, 0);
    for number in 0.. {
        let Some(decision) = game.decision().filter(|_| looked < most) else { break };
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let choice = decision.choices[(random >> 33) % decision.choices.len()];
        if number % ONE_IN == 0 {
            look(&game);
            looked += 1;
        }
        game.choose(choice).expect("a legal answer");
    }
    looked
}

/// Checks the words of a position, and types one of them.
fn check<F: Front>(game: &Game<F>, origin: &F::Origin, pick: usize) {
    let decision = game.decision().expect("a decision");
    let offered = answers(game);
    let menu = Menu::of(game).expect("a menu");
    let choice = |candidate: &Candidate| {
        let found = answer_of(game, &menu, &candidate.word);
        found.unwrap_or_else(|| panic!("`{}` is offered, but is not an answer", candidate.word)).token()
    };
    let reached: BTreeSet<String> = offered.iter().map(choice).collect();
    let legal: BTreeSet<String> = decision.choices.iter().map(|choice| choice.token()).collect();
    assert_eq!(reached, legal, "{}", decision.ask.prompt());
    let lexicon = F::Sentences::lexicon(game);
    assert_eq!(lexicon.complete("").1, offered, "an empty line offers all of them");
    for candidate in &offered {
        let typed: String = candidate.word.chars().take(3).collect();
        let found = lexicon.complete(&typed).1;
        assert!(found.contains(candidate), "`{typed}` does not become `{}`: {found:?}", candidate.word);
    }
    type_one(game, origin, &offered[pick % offered.len()], &legal);
}

/// Types a word at a copy: it is taken as one of the answers.
fn type_one<F: Front>(game: &Game<F>, origin: &F::Origin, candidate: &Candidate, legal: &BTreeSet<String>) {
    let mut session = session(game.copies().trial(), origin.clone());
    // The copy stops where a die would be rolled, but the answer has been given then.
    let _ = session.run(&format!("{} ", candidate.word));
    let given = session.game().history().get(game.past().answers());
    let Some(Answer::Choice { choice, .. }) = given else { panic!("`{}` is no answer", candidate.word) };
    assert!(legal.contains(&choice.token()), "`{}` became {}", candidate.word, choice.token());
}

#[test]
fn every_answer_of_the_war_is_offered_and_every_word_is_an_answer() {
    war(POSITIONS);
}

#[test]
fn every_answer_of_the_battles_is_offered_and_every_word_is_an_answer() {
    battles(POSITIONS);
}

#[test]
#[ignore = "a minute: the same in 1,000 positions"]
fn every_answer_of_many_positions_is_offered() {
    war(MANY);
    battles(MANY);
}

fn war(mut left: usize) {
    let origin = Origin::named(&ContentArg::default(), false);
    for (seed, scenario) in
        ["annus-mirabilis", "early-war", "late-war", "full-campaign"].into_iter().cycle().enumerate()
    {
        let mut pick = seed;
        let mut look = |game: &Game<War>| {
            pick += 1;
            check(game, &origin, pick);
        };
        left -= wander(wilderness_tests::game(scenario, seed as u64), seed, left.min(20), &mut look);
        if left == 0 {
            break;
        }
    }
}

fn battles(mut left: usize) {
    let origin = BattleOrigin::default();
    let battles = origin.load().expect("sound content");
    let ids: Vec<String> = battles.iter().map(|battle| battle.id.clone()).collect();
    for (seed, id) in ids.iter().cycle().enumerate() {
        let mut pick = seed;
        let mut look = |game: &Game<Battles>| {
            pick += 1;
            check(game, &origin, pick);
        };
        let header = BattleHeader::new(id, seed as u64, Options::default());
        let game = Game::begin(&header, battles.clone()).expect("a battle");
        left -= wander(game, seed, left.min(20), &mut look);
        if left == 0 {
            break;
        }
    }
}
