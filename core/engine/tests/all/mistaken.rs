//! What counts as a mistake where the judgement at the horizon may be wrong, and what several mistakes lost together.

use super::nim::{Judge, Nim, Stones, Take, begun};
use std::rc::Rc;
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
