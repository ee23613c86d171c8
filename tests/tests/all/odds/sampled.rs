//! The odds of a combat against the real rules: played with every sequence of dice, and many times with the dice of the
//! generator.

use super::pending;
use std::collections::BTreeMap;
use wilderness_engine::{Purpose, Stream};
use wilderness_tests::answer_words;
use wilderness_war::news::{Happened, NewsEntry};
use wilderness_war::odds::{CombatKind, Odds};
use wilderness_war::testing::State;
use wilderness_war::{Answer, Ask, Choice, Game, PieceId, PieceSet, Place, Side, Throw};

/// The number of samples of a combat with the dice of the generator.
pub(super) const PLAYED: u32 = 2_000;
/// The most dice that a combat here can take.
const MOST_DICE: usize = 30;

/// Chances, by what happens.
pub(super) type Figures = BTreeMap<String, f64>;

/// All figures of the odds, by name.
pub(super) fn figures(odds: &Odds) -> Figures {
    let mut figures = Figures::new();
    let battle = odds.battle.unwrap_or_default();
    figures.insert("attacker wins".into(), battle.attacker_wins);
    figures.insert("defender wins".into(), battle.defender_wins);
    figures.insert("raid succeeds".into(), odds.raid.map_or(0.0, |raid| raid.success));
    figures.insert("raid fails".into(), odds.raid.map_or(0.0, |raid| raid.failure));
    for level in 0..3 {
        figures.insert(format!("siege level {level}"), odds.siege.map_or(0.0, |siege| siege.levels[level]));
    }
    for side in Side::BOTH {
        let losses = odds.losses[side].chances.iter().enumerate();
        figures.extend(losses.map(|(steps, chance)| (format!("{side} lose {steps}"), *chance)));
    }
    figures.extend(odds.leaders.iter().map(|risk| (format!("{} dies", risk.leader), risk.dies)));
    figures
}

/// The events in a combat that was played.
fn happened(odds: &Odds, start: &State, log: usize, game: &Game) -> Vec<String> {
    let state = game.state();
    let mut happened = Vec::new();
    let told = |what: &dyn Fn(&Happened) -> bool| game.log()[log..].iter().any(|entry| what(&entry.what));
    for (what, side) in [("attacker wins", odds.attacker), ("defender wins", odds.attacker.enemy())] {
        let of_side = |entry: &&NewsEntry| entry.side == Some(side);
        let mut decided = game.log()[log..].iter().filter(of_side);
        let won = decided.any(|entry| matches!(entry.what, Happened::CombatWon { .. }));
        happened.extend(won.then(|| what.to_string()));
    }
    for (what, expected) in [("raid succeeds", true), ("raid fails", false)] {
        let raided = told(&|what| matches!(what, Happened::RaidRolled { success, .. } if *success == expected));
        happened.extend(raided.then(|| what.to_string()));
    }
    if odds.kind == CombatKind::Siege {
        happened.extend(state.siege_level(odds.space).map(|level| format!("siege level {level}")));
    }
    for side in Side::BOTH {
        let units = odds.fighters.of(side).units();
        happened.push(format!("{side} lose {}", steps(start, units) - steps(state, units)));
    }
    let dead = odds.fighters.leaders().filter(|leader| state.pieces.space(leader).is_none());
    happened.extend(dead.iter().map(|leader| format!("{leader} dies")));
    happened
}

fn steps(state: &State, units: PieceSet) -> usize {
    let in_play = |unit: &PieceId| matches!(state.pieces.at(*unit), Place::Space(_) | Place::Militia(_));
    units.iter().filter(in_play).map(|unit| usize::from(state.steps(unit))).sum()
}

/// Plays the combat in progress with these answers; each step is lost where it costs the least strength. Returns what
/// happened and the dice rolled, and undoes all of it.
fn play(game: &mut Game, odds: &Odds, words: &str) -> (Vec<String>, Vec<Throw>) {
    let (start, log, known, decisions) =
        (game.state().clone(), game.log().len(), game.past().answers(), game.past().decisions());
    answer_words(game, words);
    while let Some(choice) = loss(game) {
        game.choose(choice).unwrap_or_else(|refused| panic!("{refused}"));
    }
    let happened = happened(odds, &start, log, game);
    let throw = |answer: &Answer| match answer {
        Answer::Roll { throw, .. } => Some(*throw),
        _ => None,
    };
    let thrown = game.history()[known..].iter().filter_map(throw).collect();
    while game.past().decisions() > decisions {
        assert!(game.past_mut().undo());
    }
    (happened, thrown)
}

/// The frequencies of all events when the combat in progress is played with the dice of the generator.
pub(super) fn sampled(game: &mut Game, odds: &Odds, words: &str, times: u32) -> Figures {
    let mut dice = Stream::new(1757, Purpose::Dice);
    let mut waiting = 0;
    let mut figures = Figures::new();
    for _ in 0..times {
        // The remaining dice have not been seen: they are as good as new.
        game.beforehand().give_rolls((waiting..MOST_DICE).map(|_| dice.die(6)));
        let (happened, thrown) = play(game, odds, words);
        waiting = MOST_DICE - thrown.len();
        happened.into_iter().for_each(|what| *figures.entry(what).or_default() += 1.0 / f64::from(times));
    }
    figures
}

/// The chances of all events when the combat in progress is played with every sequence of dice that begins with these.
/// A leader's die of 2 represents all faces that spare him.
fn exhausted(game: &mut Game, odds: &Odds, words: &str, dice: &mut Vec<u8>, chance: f64, figures: &mut Figures) {
    game.beforehand().give_rolls(dice.iter().copied());
    let (happened, thrown) = play(game, odds, words);
    let faces: &[(u8, f64)] = match thrown.get(dice.len()) {
        None => return happened.into_iter().for_each(|what| *figures.entry(what).or_default() += chance),
        Some(Throw::LeaderLoss) => &[(1, 1.0), (2, 5.0)],
        Some(_) => &[(1, 1.0), (2, 1.0), (3, 1.0), (4, 1.0), (5, 1.0), (6, 1.0)],
    };
    for (face, sixths) in faces {
        dice.push(*face);
        exhausted(game, odds, words, dice, chance * sixths / 6.0, figures);
        dice.pop();
    }
}

/// The side that loses the next step, if that is asked.
fn loss(game: &Game) -> Option<Choice> {
    let decision = game.decision().filter(|decision| matches!(decision.ask, Ask::Loss(_) | Ask::RaidLoss(_)))?;
    let state = game.state();
    let cost = |unit: PieceId| {
        let reduced = state.pieces.reduced().contains(unit);
        state.strength(unit) - if reduced { 0 } else { unit.facts().reduced }
    };
    decision.choices.iter().copied().min_by_key(|choice| choice.piece().map(cost))
}

/// The figures of the odds that differ from those found by more than the tolerance.
pub(super) fn differences(odds: &Odds, found: &Figures, allowed: impl Fn(f64) -> f64) -> Vec<String> {
    let expected = figures(odds);
    let unheard = found.keys().filter(|what| !expected.contains_key(*what)).cloned();
    let far = expected.iter().filter_map(|(what, chance)| {
        let found = found.get(what).copied().unwrap_or(0.0);
        let fits = (found - chance).abs() <= allowed(*chance) + 1e-9;
        (!fits).then(|| format!("{what}: {found}, odds {chance}"))
    });
    unheard.chain(far).collect()
}

/// Five standard errors of a chance sampled this often.
pub(super) fn five_errors(times: u32) -> impl Fn(f64) -> f64 {
    move |chance| 5.0 * (chance.clamp(0.0, 1.0) * (1.0 - chance.clamp(0.0, 1.0)) / f64::from(times)).sqrt()
}

/// Asserts that the odds of the combat in progress agree with the game played with these answers, both with every
/// sequence of dice and with the dice of the generator.
#[track_caller]
pub(super) fn agrees_with_the_game(mut game: Game, words: &str) -> Odds {
    let odds = pending(&game);
    let mut found = Figures::new();
    exhausted(&mut game, &odds, words, &mut Vec::new(), 1.0, &mut found);
    assert_eq!(differences(&odds, &found, |_| 0.0), Vec::<String>::new(), "every way");
    let found = sampled(&mut game, &odds, words, PLAYED);
    assert_eq!(differences(&odds, &found, five_errors(PLAYED)), Vec::<String>::new(), "sampled");
    odds
}
