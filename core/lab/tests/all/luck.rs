//! The luck of the dice: what pips are worth, and differences from which it is removed.

use crate::three_sides::Games;
use std::collections::BTreeSet;
use wilderness_causeways::Causeways;
use wilderness_engine::value::{PARTS, PipWorth, RolledDie};
use wilderness_engine::{Answer, Purpose, Stream};
use wilderness_lab::comparison::{Aim, Comparison, Verdict};
use wilderness_lab::facts::{Facts, Score};
use wilderness_lab::row::Row;
use wilderness_lab::weigh::{KnownDice, LearnedLuck};
use wilderness_lab::{Ended, Mean};

/// The kinds of dice in these tests.
const KINDS: [&str; 3] = ["raid", "siege", "weather"];

fn die(turn: usize, kind: &'static str, face: u8) -> RolledDie {
    RolledDie { kind, faces: 6, face, turn }
}

#[test]
fn the_faces_of_a_die_give_no_luck_between_them() {
    let pips = PipWorth::of_points(2, [((0, "raid"), vec![0.137, -0.137]), ((1, "raid"), vec![-2.5, 2.5])]);
    for faces in [1, 2, 3, 6, 10, 20] {
        for turn in [0, 1] {
            let all = (1..=faces).map(|face| RolledDie { faces, ..die(turn, "raid", face) });
            assert_eq!(pips.luck(all, 2), [0, 0]);
        }
    }
    // 5 is a pip and a half above the mean.
    let luck = pips.luck([die(0, "raid", 5)].into_iter(), 2);
    assert_eq!(luck, [411, -411], "{} parts are a point", PARTS);
    assert_eq!(pips.luck([die(0, "siege", 6)].into_iter(), 2), [0, 0], "it is not known what this die is worth");
}

/// Games of two sides in which pips are worth this to the first of them, and the rest is chance.
fn games(count: u64, seed: u64, worth: &[f64]) -> Vec<KnownDice> {
    let mut stream = Stream::new(seed, Purpose::Imagined);
    let game = |_| {
        let mut dice = Vec::new();
        for _ in 0..12 {
            dice.push(die(stream.below(2) as usize, KINDS[stream.below(3) as usize], stream.die(6)));
        }
        let of = |die: &RolledDie| KINDS.iter().position(|kind| *kind == die.kind).expect("a kind");
        let sign = |die: &RolledDie| if die.turn == 0 { 1.0 } else { -1.0 };
        let luck: f64 = dice.iter().map(|die| sign(die) * worth[of(die)] * die.half_pips() as f64 / 2.0).sum();
        let rest: i32 = (0..8).map(|_| i32::from(stream.die(6)) - i32::from(stream.die(6))).sum();
        let lead = luck + f64::from(rest);
        KnownDice::new(vec![lead, -lead], dice.into_iter())
    };
    (0..count).map(game).collect()
}

#[test]
fn what_a_pip_is_worth_is_learned_and_what_is_not_clear_is_near_nothing() {
    let learned = LearnedLuck::of(&games(2000, 1, &[1.0, 0.5, 0.0]));
    let pips = learned.pips.expect("dice matter");
    let worth = |turn, kind| pips.luck([die(turn, kind, 4)].into_iter(), 2)[0] as f64 / PARTS as f64 * 2.0;
    for (kind, wanted) in KINDS.into_iter().zip([1.0, 0.5, 0.0]) {
        for (turn, sign) in [(0, 1.0), (1, -1.0)] {
            let found = worth(turn, kind);
            assert!((found - sign * wanted).abs() < 0.25, "{kind} {turn}: {found}");
        }
    }
    // The dice have a variance of 12 × 35/12 × 5/12, the rest one of 16 × 35/12.
    assert!((learned.explained - 14.6 / (14.6 + 46.7)).abs() < 0.05, "{}", learned.explained);
}

#[test]
fn where_dice_do_not_matter_nothing_is_kept() {
    let learned = LearnedLuck::of(&games(2000, 2, &[0.0; 3]));
    assert!(learned.pips.is_none() && learned.explained.abs() < 0.01, "{}", learned.explained);
    assert!(LearnedLuck::of(&[]).pips.is_none());
}

fn facts() -> Facts {
    let score = Score { name: "VP", points: "victory points", is_zero_sum: true, widest: None };
    let sides = ["French", "British"].map(|side| (side.to_lowercase(), side.to_string())).into();
    Facts { game: "test".into(), sides, score, columns: Vec::new() }
}

/// A comparison that wants 200 pairs.
fn wanting_200() -> Comparison {
    let aim = Aim { margin: 0.25, to_the_end: false, events: BTreeSet::new(), lines: Vec::new() };
    Comparison::new(facts(), 200, aim)
}

/// The comparison of pairs of games in which what dice gave is known in part, and B is this much better for the first side.
fn compared(mut compared: Comparison, seed: u64, planted: i64) -> Comparison {
    let mut stream = Stream::new(seed, Purpose::Experiment);
    let mut game = |more: i64| {
        let pips: i64 = (0..6).map(|_| 2 * i64::from(stream.die(6)) - 7).sum();
        let rest: i64 = (0..6).map(|_| i64::from(stream.die(6)) - i64::from(stream.die(6))).sum();
        // A pip is worth a point, and 0.8 are known.
        let lead = pips / 2 + rest + more;
        Row { scores: vec![lead, -lead], luck: vec![pips * 800], ..Row::default() }
    };
    for _ in 0..200 {
        let pair = [game(0), game(planted)];
        if compared.look_at(pair.each_ref()).is_break() {
            break;
        }
    }
    compared.over()
}

#[test]
fn a_difference_without_luck_is_the_same_and_known_better() {
    let (new, mut inside, mut wrong) = (wanting_200(), 0, 0);
    let mut means = Mean::default();
    for seed in 1..=300 {
        wrong += usize::from(matches!(compared(new.clone(), seed, 0).verdict(), Verdict::Differs(_)));
        let planted = compared(new.clone(), 300 + seed, 1);
        let (_, mean, half) = *planted.course().last().expect("pairs");
        inside += usize::from((mean - 1.0).abs() <= half);
        means.add((1000.0 * mean).round() as i64);
        // Of a variance of 17.5 and 35, the dice that are known leave 0.04 of the first.
        let removed = planted.luck_removed().expect("luck is known");
        assert!((0.15..0.5).contains(&removed), "{removed}");
    }
    assert!((4..=28).contains(&wrong), "a difference that is not there is found in about 15 of 300 runs, not {wrong}");
    assert!(inside >= 280, "{inside} of 300");
    assert!((means.mean() - 1000.0).abs() < 3.0 * means.error(), "{means}");
}

#[test]
fn luck_that_has_nothing_to_do_with_the_results_is_left_alone() {
    let mut stream = Stream::new(5, Purpose::Experiment);
    let aim = Aim { margin: 0.25, to_the_end: true, events: BTreeSet::new(), lines: Vec::new() };
    let mut compared = Comparison::new(facts(), 3000, aim);
    let mut game = || {
        let lead = i64::from(stream.die(6)) - i64::from(stream.die(6));
        Row { scores: vec![lead, -lead], luck: vec![3000 * (2 * i64::from(stream.die(6)) - 7)], ..Row::default() }
    };
    for _ in 0..3000 {
        compared.add([&game(), &game()]);
    }
    // All of it would multiply the variance.
    let removed = compared.luck_removed().expect("luck is known");
    assert!((-0.3..0.0).contains(&removed), "{removed}");
}

#[test]
fn what_is_told_says_that_luck_is_removed_where_it_is_known() {
    let told = compared(wanting_200(), 1, 0).render(|text| vec![text.into()]);
    assert!(told.lines().any(|line| line.starts_with("luck ")), "{told}");
    let mut plain = Comparison::new(
        facts(),
        100,
        Aim { margin: 0.25, to_the_end: true, events: BTreeSet::new(), lines: Vec::new() },
    );
    for lead in [3, -3].into_iter().cycle().take(40) {
        let row = |lead: i64| Row { scores: vec![lead, -lead], ..Row::default() };
        plain.add([&row(0), &row(lead)]);
    }
    assert_eq!(plain.luck_removed(), None);
    assert!(!plain.over().render(|text| vec![text.into()]).contains("luck"));
}

#[test]
fn the_luck_of_games_has_the_mean_zero() {
    let worth = |turn: usize| (0..3).map(|side| if side == turn { 1.0 } else { -0.5 }).collect::<Vec<f64>>();
    let kinds = ["challenge"].into_iter().flat_map(|kind| (0..3).map(move |turn| (turn, kind)));
    let pips = PipWorth::of_points(3, kinds.map(|(turn, kind)| ((turn, kind), worth(turn))));
    let luck = |_: u64, Ended { game, .. }: Ended<Causeways>| {
        let dice = game.history().iter().filter(|answer| matches!(answer, Answer::Roll { .. })).count();
        assert_eq!(game.past().dice(0).count(), dice, "each die is noted once");
        (pips.luck(game.past().dice(0), 3), dice)
    };
    let (mut means, mut all) = ([Mean::default(); 3], 0);
    for (luck, dice) in Games(luck).rows(10_000, 2) {
        means.iter_mut().zip(&luck).for_each(|(mean, luck)| mean.add(*luck));
        all += dice;
    }
    assert!(all > 20_000, "dice are rolled");
    for mean in means {
        assert!(mean.variance() > 0.0 && mean.mean().abs() < 3.0 * mean.error(), "{mean}");
    }
}
