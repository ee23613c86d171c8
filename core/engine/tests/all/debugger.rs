//! What the debugger counts: a step that is run again stops where nothing has stopped it yet.

use wilderness_engine::testing::{Counts, Pace};

/// Runs a script of statements at these depths, a breakpoint at one of them; where it stops.
fn run(counts: &mut Counts, pace: Pace, depths: &[usize], breakpoint: usize) -> Option<u64> {
    counts.begin(pace);
    counts.enter();
    let mut last = 1;
    for (index, &depth) in depths.iter().enumerate() {
        (depth..last).rev().for_each(|left| counts.returns(left + 1));
        last = depth;
        if let Some(number) = counts.statement(depth, index + 1 == breakpoint) {
            counts.halt();
            return Some(number);
        }
    }
    counts.leave();
    counts.halt();
    None
}

#[test]
fn a_stop_is_passed_when_the_step_is_run_again() {
    let mut counts = Counts::default();
    let depths = [1, 1, 1, 1];
    assert_eq!(run(&mut counts, Pace::Live, &depths, 2), Some(2));
    assert_eq!(run(&mut counts, Pace::Live, &depths, 2), None, "continue");
    counts.done();
    assert_eq!(run(&mut counts, Pace::Live, &depths, 2), Some(2), "another step");
}

#[test]
fn a_quiet_run_stops_nowhere_and_what_it_passed_is_passed() {
    let mut counts = Counts::default();
    assert_eq!(run(&mut counts, Pace::Quiet, &[1, 1], 1), None);
    assert_eq!(run(&mut counts, Pace::Live, &[1, 1, 1], 1), None, "the breakpoint is behind");
    counts.done();
    assert_eq!(run(&mut counts, Pace::Until(2), &[1, 1, 1], 0), Some(2), "where it stood");
}

#[test]
fn the_next_statement_is_in_the_same_function_or_in_its_caller() {
    let mut counts = Counts::default();
    let depths = [1, 2, 2, 1, 2, 1];
    assert_eq!(run(&mut counts, Pace::Live, &depths, 1), Some(1));
    counts.go_on(Some(counts.frame(1)));
    assert_eq!(run(&mut counts, Pace::Live, &depths, 0), Some(4), "not down into the function");
    counts.done();
    assert_eq!(run(&mut counts, Pace::Live, &depths, 3), Some(3));
    counts.go_on(Some(counts.frame(2)));
    assert_eq!(run(&mut counts, Pace::Live, &depths, 0), Some(4), "back in the caller");
    counts.done();
    assert_eq!(run(&mut counts, Pace::Live, &[1, 2], 2), Some(2));
    counts.go_on(Some(counts.frame(2)));
    assert_eq!(run(&mut counts, Pace::Live, &[1, 2], 0), None, "there is none");
}

#[test]
fn a_function_that_its_caller_calls_later_is_not_next() {
    /// Runs `g() + h()`, each function of one statement, between two statements; where it stops.
    fn script(counts: &mut Counts, breakpoint: bool) -> Option<u64> {
        counts.begin(Pace::Live);
        counts.enter();
        let mut stop = counts.statement(1, false).or_else(|| counts.statement(2, breakpoint));
        for depth in [2, 1] {
            if stop.is_none() {
                counts.returns(2);
                stop = counts.statement(depth, false);
            }
        }
        counts.halt();
        stop
    }

    let mut counts = Counts::default();
    assert_eq!(script(&mut counts, true), Some(2));
    counts.go_on(Some(counts.frame(2)));
    assert_eq!(script(&mut counts, false), Some(4));
}

#[test]
fn the_next_statement_is_not_in_a_script_that_is_called_later() {
    let mut counts = Counts::default();
    assert_eq!(run(&mut counts, Pace::Live, &[1, 1], 2), Some(2));
    counts.go_on(Some(counts.frame(1)));
    counts.begin(Pace::Live);
    counts.enter();
    assert_eq!((counts.statement(1, false), counts.statement(1, false)), (None, None));
    counts.leave();
    counts.enter();
    assert_eq!(counts.statement(1, false), None);
}

#[test]
fn a_call_is_told_once() {
    let mut counts = Counts::default();
    counts.begin(Pace::Live);
    assert!(counts.call() && counts.call());
    counts.halt();
    counts.begin(Pace::Live);
    assert_eq!([counts.call(), counts.call(), counts.call()], [false, false, true]);
    counts.halt();
    counts.begin(Pace::Quiet);
    assert!(!counts.call());
    counts.halt();
    counts.begin(Pace::Live);
    assert_eq!([counts.call(), counts.call()], [false, true], "answers were taken back");
}
