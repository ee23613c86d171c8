//! Watching the scripts in the background: a thread looks at times and lengths of the files four times a second, and
//! says when they have changed. It compiles nothing: an engine cannot go from one thread to another.

use crate::front::Origin;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime};
use wilderness_engine::script::Fingerprints;

/// How often it looks. A change counts when nothing has moved between two looks, so that a file that is being written,
/// or removed to be replaced, is left alone until it is complete.
const PERIOD: Duration = Duration::from_millis(250);

/// The time and length of each file, as far as they can be known.
type Glance = Vec<(PathBuf, Option<(SystemTime, u64)>)>;

fn glance(origin: &impl Origin) -> Glance {
    let facts = |file: &Path| std::fs::metadata(file).and_then(|facts| Ok((facts.modified()?, facts.len()))).ok();
    origin.files().into_iter().map(|file| (file.clone(), facts(&file))).collect()
}

/// Looks whether the files of a content have changed.
pub struct Lookout<O: Origin> {
    origin: O,
    /// What was reported last, or what the content was like at the beginning.
    known: Option<Fingerprints>,
}

impl<O: Origin> Lookout<O> {
    /// Looks at the files of a content; `known` is not a change.
    pub fn new(origin: &O, known: &Fingerprints) -> Lookout<O> {
        Lookout { origin: origin.clone(), known: Some(known.clone()) }
    }

    /// Whether the contents are others than when this was last asked. A file that was saved as it is has not changed.
    pub fn has_changed(&mut self) -> bool {
        // Files that cannot be read are a change as well: whoever reads them says why.
        let now = self.origin.fingerprints().ok();
        let changed = now != self.known;
        self.known = now;
        changed
    }
}

/// A thread that watches for as long as this lives.
pub struct Watcher {
    /// The thread ends when this is gone.
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watcher {
    /// Watches the files of a content, and calls `report` whenever its contents are others than `known`, and then than
    /// those that were reported last. It ends by itself when `report` returns false.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub fn start(
        origin: &impl Origin,
        known: &Fingerprints,
        report: impl Fn() -> bool + Send + 'static,
    ) -> std::io::Result<Watcher> {
        let (stop, stopped) = channel();
        let (origin, lookout) = (origin.clone(), Lookout::new(origin, known));
        let thread = std::thread::Builder::new().name("watch".into());
        let thread = thread.spawn(move || watch(&origin, lookout, &stopped, report))?;
        Ok(Watcher { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.stop = None;
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

fn watch<O: Origin>(origin: &O, mut lookout: Lookout<O>, stopped: &Receiver<()>, report: impl Fn() -> bool) {
    // What was saved before the watch began is looked for at once.
    let mut seen = glance(origin);
    let mut settled = false;
    loop {
        let now = glance(origin);
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
