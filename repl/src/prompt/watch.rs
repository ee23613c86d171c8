//! Watching the scripts in the background: a thread looks at times and lengths of the files four times a second, and
//! says when they have changed. It compiles nothing: an engine cannot go from one thread to another.

use crate::war::content::Lookout;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime};
use wilderness_war::content::Places;
use wilderness_war::script::Fingerprints;

/// How often it looks. A change counts when nothing has moved between two looks, so that a file that is being written, or
/// removed to be replaced, is left alone until it is complete.
const PERIOD: Duration = Duration::from_millis(250);

/// The time and length of each file, as far as they can be known.
type Glance = Vec<(PathBuf, Option<(SystemTime, u64)>)>;

fn glance(places: &Places) -> Glance {
    let facts = |file: &Path| std::fs::metadata(file).and_then(|facts| Ok((facts.modified()?, facts.len()))).ok();
    places.all_files().into_iter().map(|file| (file.clone(), facts(&file))).collect()
}

/// A thread that watches for as long as this lives.
pub struct Watcher {
    /// The thread ends when this is gone.
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watcher {
    /// Watches the files of a content, and calls `report` whenever its contents are others than `known`, and then than those that
    /// were reported last. It ends by itself when `report` returns false.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub fn start(
        places: &Places,
        known: &Fingerprints,
        report: impl Fn() -> bool + Send + 'static,
    ) -> std::io::Result<Watcher> {
        let (stop, stopped) = channel();
        let (places, lookout) = (places.clone(), Lookout::new(places, known));
        let thread = std::thread::Builder::new().name("watch".into());
        let thread = thread.spawn(move || watch(&places, lookout, &stopped, report))?;
        Ok(Watcher { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.stop = None;
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

fn watch(places: &Places, mut lookout: Lookout, stopped: &Receiver<()>, report: impl Fn() -> bool) {
    // What was saved before the watch began is looked for at once.
    let mut seen = glance(places);
    let mut settled = false;
    loop {
        let now = glance(places);
        if now != seen {
            (seen, settled) = (now, false);
        } else if !settled {
            settled = true;
            if lookout.has_changed() && !report() {
                return;
            }
        }
        match stopped.recv_timeout(PERIOD) {
            Err(RecvTimeoutError::Timeout) => {}
            _ => return,
        }
    }
}
