//! Many seeds in several threads: what comes of them is looked at in their order, and as soon as it is there.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, ScopedJoinHandle};

/// How many threads play, when they stop, and who is told how far they are.
#[derive(Clone, Copy)]
pub struct Threads<'a> {
    /// How many there are, at least one.
    pub count: usize,
    /// Whether to stop: what is being played then gives nothing.
    pub stop: fn() -> bool,
    /// Called after each seed.
    pub tick: &'a (dyn Fn() + Sync),
}

/// Plays something for each seed until `each` ends it or it is stopped; what was played out of its order then counts
/// too. `begin` makes what a thread plays with, and `end` what it has to say at its end, which is returned.
///
/// # Errors
/// What `each` returns.
pub fn in_order<W, T: Send, C: Send, E>(
    seeds: &RangeInclusive<u64>,
    threads: Threads<'_>,
    begin: impl Fn() -> W + Sync,
    play: impl Fn(&mut W, u64) -> Option<T> + Sync,
    end: impl Fn(W) -> C + Sync,
    each: impl FnMut(T) -> Result<ControlFlow<()>, E>,
) -> Result<Vec<C>, E> {
    let games = count(seeds);
    let (begun, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
    let work = |with: &mut W| {
        let number = begun.fetch_add(1, Ordering::Relaxed);
        let is_wanted = number < games && !is_over.load(Ordering::Relaxed) && !(threads.stop)();
        if is_wanted { Some((number, play(with, seeds.start() + number)?)) } else { None }
    };
    thread::scope(|scope| {
        let (sender, results) = channel();
        let count = threads.count.min(usize::try_from(games).unwrap_or(usize::MAX)).max(1);
        let all: Vec<ScopedJoinHandle<'_, C>> = (0..count)
            .map(|_| {
                let (sender, begin, work, end) = (sender.clone(), &begin, &work, &end);
                scope.spawn(move || {
                    let mut with = begin();
                    while let Some(result) = work(&mut with) {
                        (threads.tick)();
                        if sender.send(result).is_err() {
                            break;
                        }
                    }
                    drop(sender);
                    end(with)
                })
            })
            .collect();
        drop(sender);
        let result = look_at(&results, each);
        is_over.store(true, Ordering::Relaxed);
        drop(results);
        // A thread only panics if what it was given does, which then is no less wrong here.
        let said = all.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect();
        result.map(|()| said)
    })
}

/// How many seeds there are.
pub fn count(seeds: &RangeInclusive<u64>) -> u64 {
    seeds.end().saturating_sub(*seeds.start()).saturating_add(1)
}

/// Looks at what comes, by its number, until that is to end.
fn look_at<T, E>(results: &Receiver<(u64, T)>, mut each: impl FnMut(T) -> Result<ControlFlow<()>, E>) -> Result<(), E> {
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
    // Where it was stopped, some have not been played, here and there among the seeds.
    for result in waiting.into_values() {
        if each(result)?.is_break() {
            break;
        }
    }
    Ok(())
}
