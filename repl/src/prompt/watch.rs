//! Watches the scripts in the background: a thread checks times and lengths of the files four times a second, and
//! reports changes. It compiles nothing, since an engine cannot be sent between threads.

use crate::prompt::front::Origin;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime};
use wilderness_engine::script::Fingerprints;

/// The interval between checks. A change counts once nothing has moved between two checks, so that a file being written
/// or replaced is left alone until it is complete.
const PERIOD: Duration = Duration::from_millis(250);

/// The time and length of each file, as far as known.
type FileTimes = Vec<(PathBuf, Option<(SystemTime, u64)>)>;

fn glance(origin: &impl Origin) -> FileTimes {
    let facts = |file: &Path| std::fs::metadata(file).and_then(|facts| Ok((facts.modified()?, facts.len()))).ok();
    origin.files().into_iter().map(|file| (file.clone(), facts(&file))).collect()
}

/// Checks whether the files of a content have changed.
pub struct ChangeDetector<O: Origin> {
    origin: O,
    /// The fingerprints last reported, or the initial ones.
    known: Option<Fingerprints>,
}

impl<O: Origin> ChangeDetector<O> {
    /// Watches the files of a content; `known` is not a change.
    pub fn new(origin: &O, known: &Fingerprints) -> ChangeDetector<O> {
        ChangeDetector { origin: origin.clone(), known: Some(known.clone()) }
    }

    /// Whether the contents differ from those at the last call. A file saved without changes does not count.
    pub fn has_changed(&mut self) -> bool {
        // Unreadable files count as a change; loading them reports the error.
        let now = self.origin.fingerprints().ok();
        let changed = now != self.known;
        self.known = now;
        changed
    }
}

/// A watching thread, which ends with this value.
pub struct Watcher {
    /// The thread ends when this is dropped.
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watcher {
    /// Watches the files of a content, and calls `report` whenever their contents differ from `known`, and then from
    /// those last reported. Ends when `report` returns false.
    ///
    /// # Errors
    /// When the system has no thread left.
    pub fn start(
        origin: &impl Origin,
        known: &Fingerprints,
        report: impl Fn() -> bool + Send + 'static,
    ) -> std::io::Result<Watcher> {
        let (stop, stopped) = channel();
        let (origin, lookout) = (origin.clone(), ChangeDetector::new(origin, known));
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

fn watch<O: Origin>(origin: &O, mut lookout: ChangeDetector<O>, stopped: &Receiver<()>, report: impl Fn() -> bool) {
    // Changes from before the watch began are found at once.
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
