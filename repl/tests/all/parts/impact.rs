//! What the laboratory finds out of cards.

use std::collections::BTreeMap;
use std::rc::Rc;
use wilderness_engine::{Purpose, Stream};
use wilderness_lab::Worker;
use wilderness_lab::clustered::{Clustered, Estimate, Paired, discoveries};
use wilderness_lab::series::Series;
use wilderness_lab::{Certainty, Judged, Player};
use wilderness_repl::testing::impact::{HandCard, ImpactTrial, Limit, TWINS, Uses, median, note_step, of_bot, rounded};
use wilderness_war::news::{CardFate, CardName, Errand, Happened, NewsEntry, Purpose as Use};
use wilderness_war::{CardId, CardSet, Deals as _, Header, PieceSet, Scripts, Side, SpaceId, War};

#[test]
fn clusters_of_one_are_like_single_numbers() {
    let mut mean = Clustered::default();
    [2, 4, 4, 4, 5, 5, 7, 9].into_iter().for_each(|number| mean.add(number, 1));
    let estimate = mean.estimate();
    assert_eq!((estimate.mean, estimate.is_judged), (5.0, false));
    assert!((estimate.error.expect("an error") - (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
    let mut zeros = Clustered::default();
    zeros.add(3, 1);
    assert_eq!((zeros.with_zeros(3).mean(), zeros.estimate().error), (1.0, None));
}

#[test]
fn numbers_that_hang_together_count_once() {
    // Each cluster is one number, three times over: no more is known than from the number alone.
    let (mut once, mut thrice) = (Clustered::default(), Clustered::default());
    for number in [1, -1, 3, 0, 2, -2] {
        once.add(number, 1);
        thrice.add(3 * number, 3);
    }
    let [once, thrice] = [once, thrice].map(Clustered::estimate);
    assert_eq!(once.mean, thrice.mean);
    let errors = [once, thrice].map(|estimate| estimate.error.expect("an error"));
    assert!((errors[0] - errors[1]).abs() < 1e-12, "{errors:?}");
}

#[test]
fn the_interval_contains_the_true_mean_19_times_in_20() {
    let mut coins = Stream::new(1, Purpose::Experiment);
    let (mut within, mut same) = (0, 0);
    for _ in 0..1000 {
        let mut paired = Paired::default();
        for _ in 0..60 {
            // Clusters of one to three numbers with a common part; the true mean is 2.5, the true difference 1.
            let of = i64::from(coins.below(3)) + 1;
            let common = i64::from(coins.below(6));
            let mut sum = || (0..of).map(|_| common + i64::from(coins.below(4)) - i64::from(coins.below(4))).sum();
            let (one, other): (i64, i64) = (sum(), sum());
            paired.add([(one, of), (other + of, of)]);
        }
        let (mean, difference) = (paired.means()[0].estimate(), paired.difference());
        within += u32::from((mean.mean - 2.5).abs() < mean.half_width().unwrap_or(0.0));
        same += u32::from((difference.mean - 1.0).abs() < difference.half_width().unwrap_or(0.0));
    }
    assert!((920..=970).contains(&within) && (920..=970).contains(&same), "{within} {same}");
}

#[test]
fn discoveries_are_those_of_the_textbook() {
    // The example of Benjamini and Hochberg (1995): of 15 tests, 4 are kept.
    let p = [
        0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590,
        1.0,
    ];
    assert_eq!(discoveries(&p).iter().filter(|is| **is).count(), 4);
    assert_eq!(discoveries(&[0.2, 0.04]), [false, false]);
    assert!(discoveries(&[]).is_empty());
    let estimate = Estimate::new(1.96, 1.0, 30);
    assert!(estimate.p_value().is_some_and(|p| (p - 0.05).abs() < 1e-4));
    assert_eq!(Estimate::new(1.96, 1.0, 29).p_value(), None);
}

fn played(side: Side, card: u8, purpose: Use) -> NewsEntry {
    let card = CardName { card: CardId(card), name: None };
    NewsEntry::new("5.26", Happened::CardPlayed { card, value: 3, purpose }).by(side)
}

fn moved(side: Side, card: u8, fate: CardFate) -> NewsEntry {
    let card = CardName { card: CardId(card), name: None };
    NewsEntry::new("5.22", Happened::CardMoved { card, fate }).by(side)
}

/// What became of the cards 1 of the French and 2 of the British in a step.
fn after(log: &[NewsEntry]) -> [Uses; 2] {
    let mut uses = BTreeMap::new();
    note_step(&mut uses, log);
    let of = |card: u8, side| uses.get(&HandCard { card: CardId(card), side }).copied().unwrap_or_default();
    let both = [of(1, Side::French), of(2, Side::British)];
    assert_eq!(
        uses.values().filter(|uses| **uses != Uses::default()).count(),
        both.iter().filter(|uses| **uses != Uses::default()).count()
    );
    both
}

#[test]
fn a_card_that_moves_nobody_is_wasted() {
    let activated = || NewsEntry::new("5.33", Happened::Activated { pieces: PieceSet::EMPTY }).by(Side::French);
    let went = || {
        let errand = Errand::Home;
        NewsEntry::new("6.1", Happened::Went { pieces: PieceSet::EMPTY, from: None, to: SpaceId(1), errand })
    };
    for purpose in [Use::Individual, Use::Force] {
        let [idle, _] = after(&[played(Side::French, 1, purpose), activated()]);
        assert_eq!(idle, Uses { wasted: 1, ..Uses::default() });
        let [busy, _] = after(&[played(Side::French, 1, purpose), activated(), went()]);
        assert_eq!(busy, Uses { activation: 1, ..Uses::default() });
    }
    let [built, _] = after(&[played(Side::French, 1, Use::Forts), went()]);
    assert_eq!(built, Uses { construction: 1, ..Uses::default() });
}

#[test]
fn a_response_counts_as_an_event_and_what_is_cancelled_as_wasted() {
    let event = played(Side::French, 1, Use::Event);
    let response = moved(Side::British, 2, CardFate::Response);
    let cancelled = moved(Side::French, 1, CardFate::Cancelled);
    let (played, wasted) = (Uses { event: 1, ..Uses::default() }, Uses { wasted: 1, ..Uses::default() });
    assert_eq!(after(&[event.clone(), response.clone()]), [played, played]);
    assert_eq!(after(&[event, response, cancelled]), [wasted, played]);
    let lost = [moved(Side::French, 1, CardFate::Discarded), moved(Side::British, 2, CardFate::HandedOver)];
    assert_eq!(after(&lost), [wasted, wasted]);
    assert_eq!([played, wasted, Uses { kept: 1, held: 2, ..Uses::default() }].map(Uses::times), [1, 1, 1]);
}

#[test]
fn numbers_of_games_are_rounded_up() {
    assert_eq!([0.2, 99.5, 1234.0, 58_020.0].map(rounded), [1, 100, 1300, 59_000]);
}

#[test]
fn the_columns_stand_under_each_other() {
    let judged = |mean: f64, mark| Judged { estimate: Estimate::new(mean, mean.abs() / 4.0, 50), mark };
    let lines = [judged(0.125, Certainty::Discovery), judged(-0.004, Certainty::Unsure)].map(Judged::percent);
    assert_eq!(lines, ["+12.5 % ±6.1  **", " -0.4 % ±0.2    "]);
    let lines = [judged(12.5, Certainty::Interval), judged(-0.04, Certainty::Unsure)].map(Judged::points);
    assert_eq!(lines, ["+12.50 ±6.12  * ", " -0.04 ±0.02    "]);
    assert_eq!(median(&[judged(8.0, Certainty::Unsure), judged(4.0, Certainty::Unsure)]).map(f64::round), Some(4.0));
}

fn series() -> Series<War> {
    let scripts = Rc::new(Scripts::embedded().expect("scripts"));
    let header = Header::new("annus-mirabilis", 1, &scripts);
    of_bot(header, &scripts, Player::Greedy)
}

#[test]
fn a_twin_that_differs_in_no_card_ends_as_the_base_game_does() {
    let series = series();
    let trial = ImpactTrial { series: &series, weighed: None, card: None, limit: Limit::default() };
    let sample = trial.play(&mut Worker::default(), 5).expect("no limit");
    let mut game = series.begin(5, || false).expect("a game");
    trial.seat(&mut game, 5, 0);
    for season in 1..=4 {
        assert_eq!(game.proceed_to_deal(), Ok(true));
        let twin = game.copies().fork(|_| Ok::<(), ()>(())).expect("a game");
        assert_eq!(trial.play_on(twin, 5, season).expect("no fault"), sample.end.clone().ok());
        trial.seat(&mut game, 5, season);
        game.deal().expect("no fault");
    }
    assert!(sample.pairs.iter().any(|pair| Ok(pair.twin) != sample.end), "no card changes anything");
}

#[test]
fn each_deal_has_pairs_for_both_sides_that_differ_in_a_card_of_the_hand_and_one_of_the_pile() {
    let series = series();
    let mut game = series.begin(5, || false).expect("a game");
    assert_eq!(game.proceed_to_deal(), Ok(true));
    let deal = game.deal().expect("no fault").expect("a deal");
    let drawn = |card: Option<CardId>| {
        let trial = ImpactTrial { series: &series, weighed: None, card, limit: Limit::default() };
        trial.exchanges(&deal, &mut Stream::new(3, Purpose::Experiment))
    };
    let all = drawn(None);
    for side in Side::BOTH {
        let of_side = || all.iter().filter(|(whose, ..)| *whose == side);
        let cards: CardSet = of_side().map(|(_, card, _)| *card).collect();
        let instead: CardSet = of_side().map(|(.., instead)| *instead).collect();
        assert!(cards.len() == TWINS && cards.within(deal.dealt[side]), "{all:?}");
        assert!(instead.len() == TWINS && instead.within(deal.left), "{all:?}");
    }
    let (held, spare) = (deal.dealt.british.first().expect("a card"), deal.left.first().expect("a card"));
    let of_held = drawn(Some(held));
    assert_eq!(of_held.len(), TWINS);
    assert!(of_held.iter().all(|(side, card, _)| *side == Side::British && *card == held), "{of_held:?}");
    let of_spare = drawn(Some(spare));
    assert_eq!(of_spare.len(), 2 * TWINS);
    assert!(of_spare.iter().all(|(.., instead)| *instead == spare), "{of_spare:?}");
}
