//! What the laboratory says of two contents.

use std::collections::{BTreeMap, BTreeSet};
use wilderness_engine::{Purpose, Stream};
use wilderness_lab::balance::Balance;
use wilderness_lab::comparison::{Aim, Comparison, Verdict};
use wilderness_lab::facts::{Column, ColumnKind, Facts, Score};
use wilderness_lab::luck::FINE;
use wilderness_lab::row::{GameEnd, Row};

/// Games of sides with these scores, whose sum is always zero for two.
fn facts(sides: &[&str]) -> Facts {
    let score = Score { name: "VP", points: "victory points", is_zero_sum: sides.len() == 2, widest: None };
    let sides = sides.iter().map(|side| (side.to_lowercase(), side.to_string())).collect();
    Facts { game: "test".into(), sides, score, columns: Vec::new() }
}

fn row(scores: &[i64]) -> Row {
    let most = scores.iter().max().copied();
    let end = scores.iter().position(|score| Some(*score) == most).map(GameEnd::Won);
    Row { scores: scores.to_vec(), end, ..Row::default() }
}

/// A quarter of a point matters.
fn aim() -> Aim {
    Aim { margin: 0.25, to_the_end: false, events: BTreeSet::new(), lines: Vec::new() }
}

fn compared(differences: &[i64]) -> Comparison {
    let mut compared = Comparison::new(facts(&["French", "British"]), 100, aim());
    for (&difference, end) in differences.iter().zip([4, -4].into_iter().cycle()) {
        compared.add([&row(&[end, -end]), &row(&[end + difference, -end - difference])]);
    }
    compared
}

#[test]
fn an_interrupted_comparison_says_how_far_it_got() {
    let first = |compared: &Comparison| compared.render(|text| vec![text.into()]).lines().next().map(str::to_string);
    let whole = compared(&[0; 40]);
    assert_eq!(first(&whole).as_deref(), Some("40 pairs of games, 40 of them alike"));
    let part = whole.interrupted();
    let told = "40 pairs of games (stopped early: 100 were wanted), 40 of them alike";
    assert_eq!(first(&part).as_deref(), Some(told));
}

#[test]
fn a_verdict_needs_a_difference_beyond_its_error() {
    assert_eq!(compared(&[1, 2].repeat(40)).verdict(), Verdict::Differs("french".into()));
    assert_eq!(compared(&[-1, -2].repeat(40)).verdict(), Verdict::Differs("british".into()));
    assert!(matches!(compared(&[3, -3, 2, -2].repeat(20)).verdict(), Verdict::TooSmall(needed) if needed > 100));
    for few in [&[][..], &[4, 4, 4]] {
        assert!(matches!(compared(few).verdict(), Verdict::TooSmall(_)));
    }
}

#[test]
fn what_has_not_differed_in_a_few_games_may_still_differ_in_one_of_twenty() {
    assert!(matches!(compared(&[0; 60]).verdict(), Verdict::TooSmall(needed) if (60..90).contains(&needed)));
    assert_eq!(compared(&[0; 100]).verdict(), Verdict::Alike);
}

#[test]
fn of_three_sides_each_has_its_rows_and_the_one_that_gains_most_is_named() {
    let mut compared = Comparison::new(facts(&["Red", "Green", "Blue"]), 100, aim());
    for pair in 0..60 {
        let luck = [2, -1, 0][pair % 3];
        compared.add([&row(&[3, 4 + luck, 2]), &row(&[3, 3 + luck, 5 + luck.abs()])]);
    }
    assert_eq!(compared.verdict(), Verdict::Differs("blue".into()));
    let told = compared.render(|text| vec![text.into()]);
    for row in ["Red win", "Green win", "Blue win", "Red VP", "Green VP", "Blue VP", "Blue lead"] {
        assert!(told.lines().any(|line| line.starts_with(row)), "{row}: {told}");
    }
}

fn end(winner: usize, score: i64, events: &str) -> Row {
    let (scores, noted) = (vec![score, -score], vec![events.to_string()]);
    Row { end: Some(GameEnd::Won(winner)), scores, noted, ..Row::default() }
}

#[test]
fn the_side_that_loses_was_named_as_the_one_that_b_favours() {
    let mut compared = Comparison::new(facts(&["Red", "Green", "Blue"]), 100, aim());
    for noise in [20, -20].into_iter().cycle().take(60) {
        compared.add([&row(&[3, 3, 3]), &row(&[1, 3 + noise, 3 - noise])]);
    }
    // Only what red loses is beyond its error; green and blue gain it between them.
    assert!(matches!(compared.verdict(), Verdict::Differs(side) if side != "red"));
}

#[test]
fn it_goes_on_until_the_share_of_games_won_is_known_to_one_in_a_hundred() {
    let events = BTreeSet::from(["small-pox".to_string()]);
    let score = Score { name: "VP", points: "victory points", is_zero_sum: true, widest: None };
    let sides = ["French", "British"].map(|side| (side.to_lowercase(), side.to_string())).into();
    let columns = vec![Column { name: "events", of: ColumnKind::Counts("event") }];
    let facts = Facts { game: "test".into(), sides, score, columns };
    let mut balance = Balance::new(facts, vec!["small_pox".into()], events, "greedy".into());
    for _ in 0..299 {
        balance.add(&[end(0, 3, ""), end(0, 3, "small-pox:1")]);
    }
    assert!(!balance.is_sharp());
    assert_eq!(balance.played(), "played in 299 of 299 games");
    balance.add(&[end(0, 3, ""), end(0, 3, "")]);
    assert!(balance.is_sharp(), "none of 300 pairs has differed: fewer than 3 in 300 do");
    balance.add(&[end(0, 3, ""), end(1, -3, "")]);
    for _ in 0..98 {
        balance.add(&[end(1, -1, ""), end(0, 1, "")]);
    }
    assert!(!balance.is_sharp());
    assert!(balance.difference().starts_with("French win +24.3 % ±4.3, VP +0.48"), "{}", balance.difference());
}

fn played_by(side: Option<usize>, score: i64) -> Row {
    let first_played = side.map(|side| ("ambush".to_string(), side)).into_iter().collect();
    Row { first_played, ..row(&[score, -score]) }
}

#[test]
fn a_card_for_both_sides_that_is_stronger_is_better_for_the_side_that_plays_it() {
    let events = BTreeSet::from(["ambush".to_string()]);
    let facts = facts(&["French", "British"]);
    let mut compared = Comparison::new(facts.clone(), 100, Aim { events: events.clone(), ..aim() });
    let mut balance = Balance::new(facts, vec!["ambush".into()], events, "greedy".into());
    for pair in 0..60 {
        let (side, noise) = (pair % 2, [1, -1][pair / 2 % 2]);
        let gain = if side == 0 { 3 } else { -3 };
        let both = [played_by(Some(side), 0), played_by(Some(side), gain + noise)];
        compared.add(both.each_ref());
        balance.add(&both);
    }
    // Another side plays it first, or it is played in one of the games only: nothing can be said of the card.
    for (side, other) in [(Some(0), Some(1)), (Some(1), None), (None, None)] {
        compared.add([&played_by(side, 0), &played_by(other, 40)]);
        compared.add([&played_by(side, 0), &played_by(other, -40)]);
    }
    let for_who_plays = Verdict::ForWhoPlays { event: "ambush".into(), better: "B" };
    assert_eq!(compared.verdict(), for_who_plays, "neither side gains");
    assert_eq!(compared.conclusion(), "B is better for the side that plays ambush");
    let told = compared.render(|text| vec![text.into()]);
    let line = "ambush, for the side that plays it first (French 30, British 30): VP +3.00 ±0.";
    assert!(told.lines().any(|told| told.starts_with(line) && told.ends_with(": B is better for it")), "{told}");
    assert!(balance.difference().contains("for the side that plays it VP +3.00 ±0.2"), "{}", balance.difference());
    // What it brings by itself is told as soon as there are enough games that say so.
    assert!(!balance.difference().contains("as an event"));
    for gained in [2, 4].into_iter().cycle().take(40) {
        let brought = BTreeMap::from([(("ambush".to_string(), 1), gained * FINE)]);
        balance.add(&[row(&[0, 0]), Row { brought, ..row(&[0, 0]) }]);
    }
    let told = balance.difference();
    assert!(told.ends_with("; as an event it brings the British VP +3.00 ±0.31"), "{told}");
}

/// How many pairs a comparison wants that plays only a few.
const FEW: u64 = 200;

/// A comparison of up to 200 pairs of games that differ by chance, where either side plays the event in three of four, and
/// gains this much by it; and the number of pairs after which it ended.
fn by_chance(mut compared: Comparison, seed: u64, gain: i64) -> (Verdict, u64) {
    let mut stream = Stream::new(seed, Purpose::Experiment);
    let mut noise = |most: u32| i64::from(stream.below(2 * most + 1)) - i64::from(most);
    for pair in 1..=FEW {
        let (score, side) = (noise(6), Some((noise(2) + 2) as usize).filter(|side| *side < 4).map(|side| side % 2));
        let gained = side.map_or(0, |side| noise(6) + noise(6) + if side == 0 { gain } else { -gain });
        if compared.look_at([&played_by(side, score), &played_by(side, score + gained)]).is_break() {
            return (compared.verdict(), pair);
        }
    }
    (compared.over().verdict(), FEW)
}

#[test]
fn two_things_that_may_end_it_share_the_error() {
    let events = BTreeSet::from(["ambush".to_string()]);
    let new = Comparison::new(facts(&["French", "British"]), FEW, Aim { events, ..aim() });
    let verdicts = |gain: i64| {
        (0..2000).map({
            let new = &new;
            move |seed| by_chance(new.clone(), seed, gain)
        })
    };
    let is_found = |verdict: &Verdict| matches!(verdict, Verdict::Differs(_) | Verdict::ForWhoPlays { .. });
    let wrong: Vec<Verdict> = verdicts(0).map(|(verdict, _)| verdict).filter(is_found).collect();
    assert!((60..=120).contains(&wrong.len()), "{} of 2000", wrong.len());
    // The sides have four parts of five of it.
    let of_sides = wrong.iter().filter(|verdict| matches!(verdict, Verdict::Differs(_))).count();
    assert!(2 * of_sides > wrong.len(), "{of_sides} of {}", wrong.len());
    // Neither side gains where both may play it, and still it ends early.
    let found = verdicts(3).take(200).filter(|(verdict, pairs)| {
        matches!(verdict, Verdict::ForWhoPlays { better: "B", .. } | Verdict::Differs(_)) && *pairs < 200
    });
    assert!(found.count() > 190);
}
