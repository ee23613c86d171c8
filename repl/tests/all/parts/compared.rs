//! What the laboratory says of two contents.

use std::collections::BTreeSet;
use wilderness_repl::testing::lab::{Balance, Comparison, Row, Verdict, compared};
use wilderness_war::Side;

#[test]
fn who_stops_it_is_told_how_far_it_got() {
    let first = |compared: &Comparison| compared.render().lines().next().map(str::to_string);
    let whole = compared(&[0; 40], false);
    assert_eq!(first(&whole).as_deref(), Some("40 pairs of games, 0 of them alike"));
    let part = compared(&[0; 40], true);
    let told = "40 pairs of games (stopped early: 100 were wanted), 0 of them alike";
    assert_eq!(first(&part).as_deref(), Some(told));
}

#[test]
fn a_verdict_needs_a_difference_beyond_its_error() {
    assert_eq!(compared(&[1, 2].repeat(40), false).verdict(), Verdict::Differs(Side::French));
    assert_eq!(compared(&[-1, -2].repeat(40), false).verdict(), Verdict::Differs(Side::British));
    assert!(matches!(compared(&[3, -3, 2, -2].repeat(20), false).verdict(), Verdict::TooSmall(needed) if needed > 100));
    for few in [&[][..], &[4, 4, 4]] {
        assert!(matches!(compared(few, false).verdict(), Verdict::TooSmall(_)));
    }
}

#[test]
fn what_has_not_differed_in_a_few_games_may_still_differ_in_one_of_twenty() {
    assert!(matches!(compared(&[0; 60], false).verdict(), Verdict::TooSmall(needed) if (60..90).contains(&needed)));
    assert_eq!(compared(&[0; 100], false).verdict(), Verdict::Alike);
}

fn row(winner: &str, vp: i16, events: &str) -> Row {
    Row { winner: winner.into(), vp, events: events.into(), ..Row::default() }
}

#[test]
fn it_goes_on_until_the_share_of_games_won_is_known_to_one_in_a_hundred() {
    let events = BTreeSet::from(["small-pox".to_string()]);
    let mut balance = Balance::default();
    balance.changed = vec!["small_pox".into()];
    for _ in 0..299 {
        balance.add(&[row("french", 3, ""), row("french", 3, "small-pox:1")], &events);
    }
    assert!(!balance.is_sharp());
    assert_eq!(balance.played(), "played in 299 of 299 games");
    balance.add(&[row("french", 3, ""), row("french", 3, "")], &events);
    assert!(balance.is_sharp(), "none of 300 pairs has differed: fewer than 3 in 300 do");
    balance.add(&[row("french", 3, ""), row("british", -3, "")], &events);
    for _ in 0..98 {
        balance.add(&[row("british", -1, ""), row("french", 1, "")], &events);
    }
    assert!(!balance.is_sharp());
    assert!(balance.difference().starts_with("French win +24.3 % ±4.3, VP +0.48"), "{}", balance.difference());
}
