//! Thinking with several heads: each grows a tree of its own, and what they tried is added up. Heads share threads; scripts
//! stay in the thread that compiled them.

use super::Budget;
use super::mind::{Mind, Task};
use super::tree::Tried;
use crate::content::Content;
use crate::decision::Choice;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// What a worker is told.
enum Message {
    /// Think about this, with these scripts.
    Think(Box<Task>, Content),
    /// This is what was answered.
    Note(Choice),
}

/// What came of thinking, with the number of the head.
type Thought = (usize, Vec<Tried>);

/// The heads of a thread, with their numbers.
struct Heads(Vec<(usize, Mind)>);

impl Heads {
    /// Every so many heads from the first on.
    fn new(first: usize, all: usize, threads: usize) -> Heads {
        Heads((first..all).step_by(threads).map(|number| (number, Mind::default())).collect())
    }

    fn think(&mut self, scripts: &Content, task: &Task) -> Vec<Thought> {
        let think = |(number, mind): &mut (usize, Mind)| {
            let seed = task.seed.wrapping_add((*number as u64) << 32);
            (*number, mind.think(scripts, &Task { seed, ..task.clone() }))
        };
        self.0.iter_mut().map(think).collect()
    }

    fn note(&mut self, choice: Choice) {
        self.0.iter_mut().for_each(|(_, mind)| mind.note(choice));
    }
}

/// A thread that thinks.
struct Worker {
    tasks: Sender<Message>,
    results: Receiver<Vec<Thought>>,
}

/// All heads: those of the thread that asks, and those of the others.
pub(super) struct Workers {
    own: Heads,
    others: Vec<Worker>,
    heads: usize,
}

impl Workers {
    /// So many heads in so many threads, or in fewer if there are fewer heads. The threads end with this.
    pub fn new(heads: usize, threads: usize) -> Workers {
        let threads = threads.clamp(1, heads);
        let others = (1..threads).map(|first| Worker::start(first, heads, threads)).collect();
        Workers { own: Heads::new(0, heads, threads), others, heads }
    }

    /// Lets everybody think about a task; returns what was tried, the best first. Each has the whole time, or a share of
    /// the games.
    pub fn think(&mut self, scripts: &Content, task: Task) -> Vec<Tried> {
        let budget = match task.budget {
            Budget::Time(_) => task.budget,
            Budget::Games(_) => task.budget.part(self.heads as u32),
        };
        let task = Task { budget, ..task };
        let tell =
            |worker: &&Worker| worker.tasks.send(Message::Think(Box::new(task.clone()), scripts.clone())).is_ok();
        let asked: Vec<&Worker> = self.others.iter().filter(tell).collect();
        let mut thoughts = self.own.think(scripts, &task);
        thoughts.extend(asked.into_iter().flat_map(|worker| worker.results.recv().unwrap_or_default()));
        // Sums of fractions depend on their order.
        thoughts.sort_by_key(|(number, _)| *number);
        let mut tried: Vec<Tried> = Vec::new();
        for other in thoughts.into_iter().flat_map(|(_, tried)| tried) {
            match tried.iter_mut().find(|tried| tried.choice == other.choice) {
                Some(tried) => {
                    tried.visits += other.visits;
                    tried.value += other.value;
                }
                None => tried.push(other),
            }
        }
        tried.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)).then(a.choice.cmp(&b.choice)));
        tried
    }

    /// Tells everybody what was answered in the end.
    pub fn note(&mut self, choice: Choice) {
        self.own.note(choice);
        for worker in &self.others {
            // A worker that has ended is not asked again either.
            let _ = worker.tasks.send(Message::Note(choice));
        }
    }
}

impl Worker {
    fn start(first: usize, heads: usize, threads: usize) -> Worker {
        let (tasks, inbox) = channel();
        let (outbox, results) = channel();
        // Heads cannot go from thread to thread, with their scripts.
        thread::spawn(move || work(Heads::new(first, heads, threads), &inbox, &outbox));
        Worker { tasks, results }
    }
}

/// What a worker does until nobody asks any more.
fn work(mut heads: Heads, inbox: &Receiver<Message>, outbox: &Sender<Vec<Thought>>) {
    while let Ok(message) = inbox.recv() {
        match message {
            Message::Note(choice) => heads.note(choice),
            Message::Think(task, scripts) => {
                if outbox.send(heads.think(&scripts, &task)).is_err() {
                    return;
                }
            }
        }
    }
}
