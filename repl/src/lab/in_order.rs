//! Many seeds in several threads: what comes of them is looked at in their order, and as soon as it is there.

use crate::interrupt;
use indicatif::{ProgressBar, ProgressStyle};
use miette::IntoDiagnostic;
use rayon::ThreadPool;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};

/// Plays something for each seed, and shows how far it is, until `each` ends it or it is interrupted: what is being
/// played then gives nothing, and what was played out of its order counts too. Returns the threads.
pub fn in_order<T: Send>(
    seeds: RangeInclusive<u64>,
    jobs: usize,
    play: impl Fn(u64) -> Option<T> + Sync,
    each: impl FnMut(T) -> miette::Result<ControlFlow<()>>,
) -> miette::Result<ThreadPool> {
    let games = count(&seeds);
    let jobs = jobs.min(usize::try_from(games).unwrap_or(usize::MAX));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build().into_diagnostic()?;
    let progress = progress(games);
    let quiet = Quiet::new();
    let (begun, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
    let work = || {
        let number = begun.fetch_add(1, Ordering::Relaxed);
        let is_wanted = number < games && !is_over.load(Ordering::Relaxed) && !interrupt::is_pressed();
        if is_wanted { Some((number, play(seeds.start() + number)?)) } else { None }
    };
    let result = pool.in_place_scope(|scope| {
        let (sender, results) = channel();
        for _ in 0..pool.current_num_threads() {
            let (sender, work, progress) = (sender.clone(), &work, &progress);
            scope.spawn(move |_| {
                while let Some(result) = work() {
                    progress.inc(1);
                    if sender.send(result).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let result = look_at(&results, each);
        is_over.store(true, Ordering::Relaxed);
        result
    });
    interrupt::take();
    drop(quiet);
    progress.finish_and_clear();
    result.map(|()| pool)
}

/// How many seeds there are.
pub fn count(seeds: &RangeInclusive<u64>) -> u64 {
    seeds.end().saturating_sub(*seeds.start()).saturating_add(1)
}

/// Looks at what comes, by its number, until that is to end.
fn look_at<T>(
    results: &Receiver<(u64, T)>,
    mut each: impl FnMut(T) -> miette::Result<ControlFlow<()>>,
) -> miette::Result<()> {
    let mut next = 0;
    let mut waiting = BTreeMap::new();
    for (number, result) in results {
        waiting.insert(number, result);
        while let Some(result) = waiting.remove(&next) {
            next += 1;
            if each(result)?.is_break() {
                return Ok(());
            }
        }
    }
    // Where it was interrupted, some have not been played, here and there among the seeds.
    for result in waiting.into_values() {
        if each(result)?.is_break() {
            break;
        }
    }
    Ok(())
}

/// A bar that says how far it is, and how long it will take.
fn progress(games: u64) -> ProgressBar {
    let progress = ProgressBar::new(games);
    match ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left") {
        Ok(style) => progress.with_style(style),
        Err(_) => progress,
    }
}

/// While this lives, panics are not printed: they are caught and reported with the seed.
struct Quiet;

impl Quiet {
    fn new() -> Quiet {
        std::panic::set_hook(Box::new(|_| {}));
        Quiet
    }
}

impl Drop for Quiet {
    fn drop(&mut self) {
        let _ = std::panic::take_hook();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn what_comes_late_is_waited_for_and_what_is_not_wanted_is_not_looked_at() {
        let mut seen = Vec::new();
        let play = |seed: u64| {
            std::thread::sleep(Duration::from_millis(if seed == 10 { 40 } else { 0 }));
            Some(seed)
        };
        let each = |seed| {
            seen.push(seed);
            Ok(if seed == 29 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        in_order(10..=1_000_000_000, 3, play, each).expect("threads");
        assert_eq!(seen, (10..=29).collect::<Vec<_>>());
    }

    #[test]
    fn each_is_looked_at_before_all_have_been_played() {
        let (sender, results) = channel();
        sender.send((0, "first")).expect("somebody waits");
        let looked = look_at(&results, |result| {
            assert_eq!(result, "first");
            Ok(ControlFlow::Break(()))
        });
        assert!(looked.is_ok());
        drop(sender);
    }
}
