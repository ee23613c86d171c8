//! What counts as a mistake where the judgement at the horizon may be wrong, and what several mistakes lost together.

use super::nim::{Judge, Nim, Stones, Take, begun};
use std::rc::Rc;
use wilderness_engine::agents::Random;
use wilderness_engine::analysis::{Analysis, AnalysisOptions, Depth, Happened};
use wilderness_engine::plain::Side;
use wilderness_engine::{Agent, Decision, Horizon, NoScripts, OpenView, Playout, Searched};
use wilderness_outpost::{RED, enemy};

/// For each decision of a game, the better choice and what it lost, if it was a mistake.
fn mistakes<S: Judge>(taken: &[u8]) -> Vec<Option<(Take, f64)>> {
    let mut game = begun::<S>();
    taken.iter().for_each(|taken| game.choose(Take(*taken)).expect("it is offered"));
    let depth = Depth::new(3).expect("a depth");
    let analysis =
        Analysis::of(&game, &AnalysisOptions { depth, seer: None, threads: 1, stop: &|| false, tick: &|| {} });
    let mistake = |what: &Happened<Nim<S>>| {
        let Happened::Decision(judged) = what else { panic!("there are no dice") };
        judged.mistake.as_ref().map(|mistake| (mistake.better, (1e6 * mistake.loss).round() / 1e6))
    };
    analysis.moments.iter().map(|moment| mistake(&moment.what)).collect()
}

/// Leaves a multiple of four, if it can, and so wins if it is ever left anything else.
#[derive(Clone)]
struct Perfect;

impl<S: Judge> Agent<Nim<S>> for Perfect {
    fn choose(&mut self, view: &OpenView<'_, Nim<S>>, _: &Decision<Nim<S>>) -> Take {
        Take((view.state().left % 4).max(1))
    }
}

impl<S: Judge> Playout<Nim<S>> for Perfect {
    fn new(_: u64, _: Side) -> Perfect {
        Perfect
    }

    fn again(&self, _: u64, _: Side) -> Perfect {
        Perfect
    }
}

/// Judged after each turn, rightly by whether a multiple of four is left, but wrongly where ten are: they look good for who
/// left them.
fn misjudged(state: &Stones, side: Side) -> f64 {
    let has_left = side == enemy(state.active);
    let is_good = state.left.is_multiple_of(4) || state.left == 10;
    if has_left == is_good { 0.6 } else { 0.4 }
}

const A_TURN: Horizon = Horizon { steps: 1, turns: 1 };

/// A judgement that is trusted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Trusted;

impl Judge for Trusted {}

impl Searched<Nim<Trusted>> for Trusted {
    type Playout = Perfect;

    fn horizon(_: &Stones, _: &NoScripts<Nim<Trusted>>) -> Horizon {
        A_TURN
    }

    fn worth(state: &Stones, side: Side, _: &Rc<NoScripts<Nim<Trusted>>>, (): &()) -> f64 {
        misjudged(state, side)
    }
}

/// The same judgement, which may be wrong; or one that sees nothing before the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Doubted<const SEES: bool>;

impl<const SEES: bool> Judge for Doubted<SEES> {}

impl<const SEES: bool> Searched<Nim<Doubted<SEES>>> for Doubted<SEES> {
    const DOUBT: f64 = 0.1;

    type Playout = Perfect;

    fn horizon(_: &Stones, _: &NoScripts<Nim<Doubted<SEES>>>) -> Horizon {
        A_TURN
    }

    fn worth(state: &Stones, side: Side, _: &Rc<NoScripts<Nim<Doubted<SEES>>>>, (): &()) -> f64 {
        match state.left {
            0 => f64::from(u8::from(side == enemy(state.active))),
            _ if SEES => misjudged(state, side),
            _ => 0.5,
        }
    }
}

#[test]
fn what_only_shows_in_the_end_is_found_where_the_policy_would_have_chosen_otherwise() {
    let found = mistakes::<Doubted<false>>(&[1]);
    assert!(matches!(found[..], [Some((Take(3), loss))] if loss > 0.5), "Blue leaves twelve and wins: {found:?}");
    assert_eq!(mistakes::<Doubted<false>>(&[3, 1]), [None, None]);
}

#[test]
fn what_is_doubted_is_a_mistake_only_if_it_loses_in_the_end() {
    // Red could have left twelve; after that Blue loses whatever it does.
    let [red, blue] = [&[1], &[3, 1]] as [&[u8]; 2];
    assert_eq!(mistakes::<Trusted>(red), [Some((Take(3), 0.2))]);
    assert_eq!(mistakes::<Trusted>(blue), [None, Some((Take(2), 0.2))], "ten look good to who leaves them");
    let found = mistakes::<Doubted<true>>(red);
    assert!(matches!(found[..], [Some((Take(3), loss))] if loss > 0.9), "the whole game is lost: {found:?}");
    assert_eq!(mistakes::<Doubted<true>>(blue), [None, None]);
}

/// How often the side whose turn it is wins with this many stones left, if both go on without an aim.
fn wins_aimlessly(left: u8) -> f64 {
    let takes = 1..=3.min(left);
    let count = takes.len().max(1) as f64;
    takes.map(|taken| 1.0 - wins_aimlessly(left - taken)).sum::<f64>() / count
}

/// All go on without an aim, and the judgement says how often they win, but is wrong by some points: the more stones there
/// are, the better it likes to have left an even number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Aimless;

impl Judge for Aimless {}

impl Searched<Nim<Aimless>> for Aimless {
    const DOUBT: f64 = 0.1;

    type Playout = Random;

    fn horizon(_: &Stones, _: &NoScripts<Nim<Aimless>>) -> Horizon {
        A_TURN
    }

    fn worth(state: &Stones, side: Side, _: &Rc<NoScripts<Nim<Aimless>>>, (): &()) -> f64 {
        let wrong_by = 0.005 * f64::from(state.left) * if state.left.is_multiple_of(2) { 1.0 } else { -1.0 };
        let moves_next = wins_aimlessly(state.left) - wrong_by;
        if side == state.active { moves_next } else { 1.0 - moves_next }
    }
}

/// How many turns there were before the last, how many stones were taken in them, and how many in the last.
fn positions() -> impl Iterator<Item = (u8, u8, u8)> {
    let before = (1..=5).flat_map(|turns| (turns..=3 * turns).map(move |taken| (turns, taken)));
    let before = before.filter(|(_, taken)| *taken <= 11);
    before.flat_map(|(turns, taken)| (1..=3).map(move |last| (turns, taken, last)))
}

#[test]
fn mistakes_by_a_doubtful_judgement_are_nearly_all_mistakes_and_are_charged_with_what_they_lost() {
    // Of the last choice of each game, what it lost by the analysis, and what it lost.
    let mut marks: Vec<(f64, f64)> = Vec::new();
    let mut missed = Vec::new();
    for (turns, taken_before, last) in positions() {
        let taken: Vec<u8> = (0..turns).map(|turn| (taken_before + turn) / turns).chain([last]).collect();
        let left = 15 - taken_before - last;
        let lost = |take: u8| wins_aimlessly(left) - wins_aimlessly(left + last - take);
        match mistakes::<Aimless>(&taken).pop().flatten() {
            Some((Take(better), charged)) => marks.push((charged, lost(better))),
            None => missed.push((1..=3).map(lost).fold(0.0, f64::max)),
        }
    }
    let is_serious = |lost: f64| lost > 0.06;
    let wrong = marks.iter().filter(|(_, lost)| *lost < 0.01).count();
    let found = marks.iter().filter(|(_, lost)| is_serious(*lost)).count();
    let missed = missed.iter().filter(|lost| is_serious(**lost)).count();
    let (charged, lost) = marks.iter().fold((0.0, 0.0), |(one, other), (charged, lost)| (one + charged, other + lost));
    let told = format!("{found} found, {missed} missed, {wrong} wrong, {charged:.2} charged for {lost:.2}");
    assert!(found > 9 * missed && 6 * wrong < marks.len() && charged < 1.7 * lost, "{told}");
}

/// Takes as many stones each time.
#[derive(Clone)]
struct Steady<const STONES: u8>;

impl<const STONES: u8, S: Judge> Agent<Nim<S>> for Steady<STONES> {
    fn choose(&mut self, _: &OpenView<'_, Nim<S>>, _: &Decision<Nim<S>>) -> Take {
        Take(STONES)
    }
}

impl<const STONES: u8, S: Judge> Playout<Nim<S>> for Steady<STONES> {
    fn new(_: u64, _: Side) -> Self {
        Steady
    }

    fn again(&self, _: u64, _: Side) -> Self {
        Steady
    }
}

/// Two takes a turn, of as many stones as the rollout policy takes each time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Twice<const STONES: u8>;

impl<const STONES: u8> Judge for Twice<STONES> {
    const TAKES: usize = 2;
}

impl<const STONES: u8> Searched<Nim<Twice<STONES>>> for Twice<STONES> {
    type Playout = Steady<STONES>;

    fn horizon(_: &Stones, _: &NoScripts<Nim<Twice<STONES>>>) -> Horizon {
        A_TURN
    }

    /// Red does well with four stones; if that is nothing special, with each a little better.
    fn worth(state: &Stones, side: Side, _: &Rc<NoScripts<Nim<Twice<STONES>>>>, (): &()) -> f64 {
        let taken = 15 - state.left;
        let of_four = if taken >= 4 { 0.8 } else { 0.2 };
        let red = if STONES == 1 { of_four } else { 0.1 * f64::from(taken) };
        if side == RED { red } else { 1.0 - red }
    }
}

#[test]
fn mistakes_each_of_which_could_have_been_avoided_alone_share_what_they_lost() {
    // Three stones the first or the second time, and all would have been well.
    assert_eq!(mistakes::<Twice<1>>(&[1, 1]), [Some((Take(3), 0.3)), Some((Take(3), 0.3))]);
}

#[test]
fn what_was_made_good_is_no_mistake() {
    assert_eq!(mistakes::<Twice<1>>(&[1, 3]), [None, None]);
    // The second time two would still have made it good.
    assert_eq!(mistakes::<Twice<1>>(&[2, 1]), [Some((Take(3), 0.3)), Some((Take(2), 0.3))]);
}

#[test]
fn mistakes_each_of_which_lost_something_of_its_own_are_charged_with_all_of_that() {
    assert_eq!(mistakes::<Twice<3>>(&[1, 2]), [Some((Take(3), 0.2)), Some((Take(3), 0.1))]);
}
