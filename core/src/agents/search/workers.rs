//! Thinking in several threads: each grows a tree of its own, and what they tried is added up. Scripts stay in the thread
//! that compiled them, so each thread reads its own.

use super::mind::{Mind, Task};
use super::tree::Tried;
use crate::decision::Choice;
use crate::script::ScriptSources;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// What a worker is told.
enum Message {
    /// Think about this, with these scripts.
    Think(Box<Task>, ScriptSources),
    /// This is what was answered.
    Note(Option<Choice>),
}

/// A thread that thinks.
struct Worker {
    tasks: Sender<Message>,
    results: Receiver<Vec<Tried>>,
}

/// The threads beside the one that asks.
pub(super) struct Workers(Vec<Worker>);

impl Workers {
    /// So many threads; they end with this.
    pub fn new(number: usize) -> Workers {
        Workers((0..number).map(|_| Worker::start()).collect())
    }

    /// Lets everybody think about a task; returns what was tried, the best first.
    pub fn think(&mut self, own: &mut Mind, scripts: &ScriptSources, task: &Task) -> Vec<Tried> {
        let mut asked = Vec::new();
        for (number, worker) in self.0.iter().enumerate() {
            let seed = task.seed.wrapping_add((1 + number as u64) << 32);
            let task = Box::new(Task { seed, ..task.clone() });
            if worker.tasks.send(Message::Think(task, scripts.clone())).is_ok() {
                asked.push(worker);
            }
        }
        let mut tried = own.think(scripts, task);
        for worker in asked {
            for other in worker.results.recv().unwrap_or_default() {
                match tried.iter_mut().find(|tried| tried.choice == other.choice) {
                    Some(tried) => {
                        tried.visits += other.visits;
                        tried.value += other.value;
                    }
                    None => tried.push(other),
                }
            }
        }
        tried.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)).then(a.choice.cmp(&b.choice)));
        let given = tried.first().map(|tried| tried.choice);
        own.note(given);
        for worker in &self.0 {
            // A worker that has ended is not asked again either.
            let _ = worker.tasks.send(Message::Note(given));
        }
        tried
    }
}

impl Worker {
    fn start() -> Worker {
        let (tasks, inbox) = channel();
        let (outbox, results) = channel();
        thread::spawn(move || work(&inbox, &outbox));
        Worker { tasks, results }
    }
}

/// What a worker does until nobody asks any more.
fn work(inbox: &Receiver<Message>, outbox: &Sender<Vec<Tried>>) {
    let mut mind = Mind::default();
    while let Ok(message) = inbox.recv() {
        let (task, sources) = match message {
            Message::Note(choice) => {
                mind.note(choice);
                continue;
            }
            Message::Think(task, sources) => (task, sources),
        };
        if outbox.send(mind.think(&sources, &task)).is_err() {
            return;
        }
    }
}
