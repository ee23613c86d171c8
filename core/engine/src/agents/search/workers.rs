//! Searches in several threads. Each searcher grows a tree of its own, and the results at the roots are added up (root
//! parallelization); plans are compared only once, and the threads share the playouts. Searchers stay in their threads,
//! because compiled scripts cannot move between threads.

use super::Budget;
use super::plans::{DealWorths, PlanDeal, compare, play};
use super::searcher::{Searcher, Sources, Task, apart};
use super::tried::{TriedWay, together};
use crate::rules::Rules;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// A message to a worker.
enum WorkerMessage<R: Rules> {
    /// Search this decision, with these scripts.
    Search(Box<Task<R>>, Sources<R>),
    /// Forget the trees, and be ready to play the plans of this task, with these scripts.
    Prepare(Box<Task<R>>, Sources<R>),
    /// Play its plans on these deals, even if the search is hurried.
    Play(Vec<PlanDeal>, bool),
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

    fn forget(&mut self) {
        self.0.iter_mut().for_each(|(_, searcher)| searcher.forget());
    }
}

/// A search thread.
struct SearchWorker<R: Rules> {
    tasks: Sender<WorkerMessage<R>>,
    /// What its searchers have found.
    results: Receiver<Vec<Found<R>>>,
    /// What plans are worth that it has played.
    worths: Receiver<DealWorths>,
}

/// All searchers: those of the calling thread, and those of the other threads.
pub(super) struct Workers<R: Rules> {
    own: Searchers<R>,
    others: Vec<SearchWorker<R>>,
    trees: usize,
}

impl<R: Rules> Workers<R> {
    /// `trees` searchers in `threads` threads, which end when this value is dropped.
    pub fn new(trees: usize, threads: usize) -> Workers<R> {
        let threads = threads.max(1);
        let others: Option<Vec<_>> = (1..threads).map(|first| SearchWorker::start(first, trees, threads)).collect();
        // Without other threads, the calling one searches all trees.
        let (others, threads) = others.map_or((Vec::new(), 1), |others| (others, threads));
        Workers { own: Searchers::new(0, trees, threads), others, trees }
    }

    /// Searches a decision. Returns what was tried, the best first.
    pub fn search(&mut self, scripts: &Sources<R>, task: Task<R>) -> Vec<TriedWay<R>> {
        if task.plans.len() < 2 { self.grow(scripts, task) } else { self.compare(scripts, &task) }
    }

    /// Compares the plans of a task, on all threads.
    fn compare(&mut self, scripts: &Sources<R>, task: &Task<R>) -> Vec<TriedWay<R>> {
        self.own.forget();
        let prepare =
            |worker: &&SearchWorker<R>| worker.tell(WorkerMessage::Prepare(Box::new(task.clone()), scripts.clone()));
        let others: Vec<&SearchWorker<R>> = self.others.iter().filter(prepare).collect();
        let threads = 1 + others.len();
        let play_all = |deals: &[PlanDeal], must: bool| -> DealWorths {
            let share = |thread: usize| deals.iter().copied().skip(thread).step_by(threads).collect::<Vec<_>>();
            for (worker, thread) in others.iter().zip(1..) {
                worker.tell(WorkerMessage::Play(share(thread), must));
            }
            let own = apart::<R, _>(scripts, |scripts| play(scripts, task, &share(0), must)).unwrap_or_default();
            let worths = others.iter().map(|worker| worker.worths.recv().unwrap_or_default());
            let by_thread: Vec<DealWorths> = [own].into_iter().chain(worths).collect();
            let of = |place: usize| by_thread[place % threads].get(place / threads).copied().flatten();
            (0..deals.len()).map(of).collect()
        };
        together(compare(task, threads, play_all))
    }

    /// Searches a decision with all searchers. Each has the whole time, or a share of the playouts.
    fn grow(&mut self, scripts: &Sources<R>, task: Task<R>) -> Vec<TriedWay<R>> {
        let budget = match task.budget {
            Budget::Time(_) => task.budget,
            Budget::Games(_) => task.budget.part(self.trees as u32),
        };
        let task = Task { budget, ..task };
        let ask =
            |worker: &&SearchWorker<R>| worker.tell(WorkerMessage::Search(Box::new(task.clone()), scripts.clone()));
        // Threads without a tree have nothing to do.
        let asked: Vec<&SearchWorker<R>> = self.others.iter().take(self.trees - 1).filter(ask).collect();
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
            worker.tell(WorkerMessage::Note(choice));
        }
    }
}

impl<R: Rules> SearchWorker<R> {
    /// A worker with every `threads`th of the trees; nothing if the system gives it no thread.
    fn start(first: usize, trees: usize, threads: usize) -> Option<SearchWorker<R>> {
        let (tasks, inbox) = channel();
        let (outbox, results) = channel();
        let (sums, worths) = channel();
        // Created in the thread, because searchers cannot move between threads with their scripts.
        let thread = thread::Builder::new().name("search".into());
        thread.spawn(move || work(Searchers::new(first, trees, threads), &inbox, &outbox, &sums)).ok()?;
        Some(SearchWorker { tasks, results, worths })
    }

    /// Tells it something; false if it has ended, and is not to be asked again.
    fn tell(&self, message: WorkerMessage<R>) -> bool {
        self.tasks.send(message).is_ok()
    }
}

/// The loop of a worker, which ends with the channel.
fn work<R: Rules>(
    mut searchers: Searchers<R>,
    inbox: &Receiver<WorkerMessage<R>>,
    found: &Sender<Vec<Found<R>>>,
    worths: &Sender<DealWorths>,
) {
    let mut prepared: Option<(Box<Task<R>>, Sources<R>)> = None;
    while let Ok(message) = inbox.recv() {
        let is_heard = match message {
            WorkerMessage::Note(choice) => {
                searchers.note(choice);
                true
            }
            WorkerMessage::Search(task, scripts) => found.send(searchers.search(&scripts, &task)).is_ok(),
            WorkerMessage::Prepare(task, scripts) => {
                searchers.forget();
                prepared = Some((task, scripts));
                true
            }
            WorkerMessage::Play(deals, must) => {
                let played = prepared
                    .as_ref()
                    .and_then(|(task, scripts)| apart::<R, _>(scripts, |scripts| play(scripts, task, &deals, must)));
                worths.send(played.unwrap_or_default()).is_ok()
            }
        };
        if !is_heard {
            return;
        }
    }
}
