//! Root parallelization: each searcher grows a tree of its own, and the results at the roots are added up. Searchers
//! share threads, and stay in theirs, because compiled scripts cannot move between threads.

use super::Budget;
use super::searcher::{Searcher, Sources, Task};
use super::tried::{TriedWay, together};
use crate::rules::Rules;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// A message to a worker.
enum WorkerMessage<R: Rules> {
    /// Search this decision, with these scripts.
    Search(Box<Task<R>>, Sources<R>),
    /// The agent gave this answer.
    Note(R::Choice),
}

/// The results at the root of a searcher, with its number.
type Found<R> = (usize, Vec<TriedWay<R>>);

/// The searchers of a thread, with their numbers.
struct Searchers<R: Rules>(Vec<(usize, Searcher<R>)>);

impl<R: Rules> Searchers<R> {
    /// Every `threads`-th searcher, beginning with `first`.
    fn new(first: usize, all: usize, threads: usize) -> Searchers<R> {
        Searchers((first..all).step_by(threads).map(|number| (number, Searcher::default())).collect())
    }

    fn search(&mut self, scripts: &Sources<R>, task: &Task<R>) -> Vec<Found<R>> {
        let search = |(number, searcher): &mut (usize, Searcher<R>)| {
            let seed = task.seed.wrapping_add((*number as u64) << 32);
            (*number, searcher.search(scripts, &Task { seed, ..task.clone() }))
        };
        self.0.iter_mut().map(search).collect()
    }

    fn note(&mut self, choice: R::Choice) {
        self.0.iter_mut().for_each(|(_, searcher)| searcher.note(choice));
    }
}

/// A search thread.
struct SearchWorker<R: Rules> {
    tasks: Sender<WorkerMessage<R>>,
    results: Receiver<Vec<Found<R>>>,
}

/// All searchers: those of the calling thread, and those of the other threads.
pub(super) struct Workers<R: Rules> {
    own: Searchers<R>,
    others: Vec<SearchWorker<R>>,
    trees: usize,
}

impl<R: Rules> Workers<R> {
    /// `trees` searchers in up to `threads` threads, which end when this value is dropped.
    pub fn new(trees: usize, threads: usize) -> Workers<R> {
        let threads = threads.clamp(1, trees);
        let others: Option<Vec<_>> = (1..threads).map(|first| SearchWorker::start(first, trees, threads)).collect();
        // Without other threads, the calling one searches all trees.
        let (others, threads) = others.map_or((Vec::new(), 1), |others| (others, threads));
        Workers { own: Searchers::new(0, trees, threads), others, trees }
    }

    /// Searches a decision with all searchers. Returns what was tried, the best first. Each searcher has the
    /// whole time, or a share of the playouts.
    pub fn search(&mut self, scripts: &Sources<R>, task: Task<R>) -> Vec<TriedWay<R>> {
        let budget = match task.budget {
            Budget::Time(_) => task.budget,
            Budget::Games(_) => task.budget.part(self.trees as u32),
        };
        let task = Task { budget, ..task };
        let tell = |worker: &&SearchWorker<R>| {
            worker.tasks.send(WorkerMessage::Search(Box::new(task.clone()), scripts.clone())).is_ok()
        };
        let asked: Vec<&SearchWorker<R>> = self.others.iter().filter(tell).collect();
        let mut found = self.own.search(scripts, &task);
        found.extend(asked.into_iter().flat_map(|worker| worker.results.recv().unwrap_or_default()));
        // Floating-point sums depend on their order.
        found.sort_by_key(|(number, _)| *number);
        together(found.into_iter().flat_map(|(_, tried)| tried))
    }

    /// Tells all searchers the answer that the agent gave.
    pub fn note(&mut self, choice: R::Choice) {
        self.own.note(choice);
        for worker in &self.others {
            // A worker that has ended is not asked again.
            let _ = worker.tasks.send(WorkerMessage::Note(choice));
        }
    }
}

impl<R: Rules> SearchWorker<R> {
    /// A worker with every `threads`th of the trees; nothing if the system gives it no thread.
    fn start(first: usize, trees: usize, threads: usize) -> Option<SearchWorker<R>> {
        let (tasks, inbox) = channel();
        let (outbox, results) = channel();
        // Created in the thread, because searchers cannot move between threads with their scripts.
        let thread = thread::Builder::new().name("search".into());
        thread.spawn(move || work(Searchers::new(first, trees, threads), &inbox, &outbox)).ok()?;
        Some(SearchWorker { tasks, results })
    }
}

/// The loop of a worker, which ends with the channel.
fn work<R: Rules>(mut searchers: Searchers<R>, inbox: &Receiver<WorkerMessage<R>>, outbox: &Sender<Vec<Found<R>>>) {
    while let Ok(message) = inbox.recv() {
        match message {
            WorkerMessage::Note(choice) => searchers.note(choice),
            WorkerMessage::Search(task, scripts) => {
                if outbox.send(searchers.search(&scripts, &task)).is_err() {
                    return;
                }
            }
        }
    }
}
