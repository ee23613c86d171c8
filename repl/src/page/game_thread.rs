//! A game on pages, in a thread of its own: it answers what pages send, saves the game before it shows anything, and
//! picks up scripts that change.

use super::host::{GamePages, Seer};
use super::snapshot::Snapshot;
use crate::front::Front;
use crate::front::sides;
use crate::front::{Session, Trouble};
use crate::prompt::autosave::Autosave;
use crate::prompt::display::{PageMessage, Said, Sender, SentWish};
use crate::prompt::session::Sharing;
use crate::prompt::watch::ChangeDetector;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use tokio::sync::{oneshot, watch};

/// How long a game stays open that nobody asks for.
const IDLE: Duration = Duration::from_secs(60);
/// How often changed scripts are looked for.
const PERIOD: Duration = Duration::from_millis(500);

/// The way to a game: what pages send goes in, and what each seat sees comes out.
#[derive(Clone)]
pub struct GameChannel {
    messages: Arc<Sender>,
    /// What each seat sees: in the order of the sides, then what onlookers see; or what is seen at the prompt.
    pub seen: Vec<watch::Receiver<Arc<Snapshot>>>,
    /// Whether the game has been asked for lately.
    touched: Arc<AtomicBool>,
}

impl GameChannel {
    /// Opens a game in a thread of its own, and keeps it in a file: `begin` makes its session there, and hands it to
    /// the [`GameThread`].
    ///
    /// # Errors
    /// Why the game cannot be opened, or not be kept there.
    pub fn open(record: PathBuf, begin: impl FnOnce(GameThread) + Send + 'static) -> Result<GameChannel, String> {
        let (messages, inbox) = channel();
        let (ready, opened) = channel();
        let touched = Arc::new(AtomicBool::new(true));
        let thread = std::thread::Builder::new().name("game".into());
        let desk = GameThread { record, inbox, ready, touched: touched.clone() };
        thread.spawn(move || begin(desk)).map_err(|error| format!("no thread for the game: {error}"))?;
        let seen = opened.recv().map_err(|_| "the game did not open".to_string())??;
        let messages: Arc<Sender> = Arc::new(Box::new(move |message| messages.send(message).is_ok()));
        Ok(GameChannel { messages, seen, touched })
    }

    /// A game whose session is elsewhere.
    pub fn new(messages: Sender, seen: Vec<watch::Receiver<Arc<Snapshot>>>) -> GameChannel {
        GameChannel { messages: Arc::new(messages), seen, touched: Arc::default() }
    }

    /// Whether the game is open.
    pub fn is_open(&self) -> bool {
        self.seen.first().is_none_or(|seen| seen.has_changed().is_ok())
    }

    /// Keeps the game open for a while. Returns whether it is open.
    pub fn touch(&self) -> bool {
        self.touched.store(true, Ordering::Relaxed);
        self.is_open()
    }

    /// Sends what the page at a seat wants, and waits for the result; `None` if the game is closed, and nothing was done.
    pub async fn send(&self, seat: usize, wish: SentWish) -> Option<Said> {
        let (reply, said) = oneshot::channel();
        // A page that is gone needs no answer.
        let reply = Box::new(move |said| drop(reply.send(said)));
        if !(self.messages)(PageMessage { seat, wish, reply }) {
            return None;
        }
        said.await.ok()
    }
}

type Ready = mpsc::Sender<Result<Vec<watch::Receiver<Arc<Snapshot>>>, String>>;

/// Where a game is played, in its thread.
pub struct GameThread {
    record: PathBuf,
    inbox: Receiver<PageMessage>,
    ready: Ready,
    touched: Arc<AtomicBool>,
}

impl GameThread {
    /// Says why the game cannot be opened.
    pub fn fail(self, reason: String) {
        // Who opens it waits for this.
        let _ = self.ready.send(Err(reason));
    }

    /// Plays a game until all senders are gone, or nothing has been asked of it for a while: it is on disk.
    pub fn play<F: Front>(self, session: Session<F>) {
        let GameThread { record, inbox, ready, touched } = self;
        let sides = sides::<F>(session.game().scripts());
        let mut session = session.share(Sharing::Apart);
        session.set_interactive(true);
        let opened = session.keep_windows_open();
        let _ = session.situation();
        let autosave = Autosave::new(false).knowing(session.known());
        let mut autosave = match autosave.in_file(&record, &session.record(), false) {
            Ok(autosave) => autosave,
            Err(unsaved) => return drop(ready.send(Err(unsaved.to_string()))),
        };
        let (mut host, seen) = GamePages::new(sides.iter().copied().map(Seer::Side).chain([Seer::Onlooker]));
        let mut lookout = session.watched().ok().map(|(origin, known)| ChangeDetector::new(origin, known));
        let unkept = autosave.after_line(|| session.snapshot());
        host.notice(opened.or(unkept.as_deref()).unwrap_or_default());
        host.publish(&mut session);
        if ready.send(Ok(seen)).is_err() {
            return;
        }
        let mut idle = Duration::ZERO;
        loop {
            // A window that is passed for a seat, when its time comes.
            if host.pass_window(&mut session, Instant::now()) {
                if let Some(unkept) = autosave.after_line(|| session.snapshot()) {
                    host.notice(&unkept);
                }
                host.publish(&mut session);
            }
            match inbox.recv_timeout(PERIOD) {
                Ok(PageMessage { seat, wish, reply }) => {
                    let only_asks = wish.wish.only_asks();
                    let (mut said, _) = host.fulfil(&mut session, seat, wish);
                    if only_asks {
                        reply(said);
                        continue;
                    }
                    if let Some(unkept) = autosave.after_line(|| session.snapshot()) {
                        host.notice(&unkept);
                        said.text.push_str(&unkept);
                    }
                    host.publish(&mut session);
                    reply(said);
                }
                Err(RecvTimeoutError::Timeout) => {
                    let is_asked_for = touched.swap(false, Ordering::Relaxed) || host.is_followed();
                    idle = if is_asked_for { Duration::ZERO } else { idle + PERIOD };
                    if idle >= IDLE {
                        return close(&mut autosave, &session);
                    }
                    if lookout.as_mut().is_some_and(ChangeDetector::has_changed) {
                        host.notice(&reloaded(&mut session));
                        host.publish(&mut session);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return close(&mut autosave, &session),
            }
        }
    }
}

/// Saves a game for the last time: answers that were appended to its file take their places in it.
fn close<F: Front>(autosave: &mut Autosave, session: &Session<F>) {
    // What could not be saved has been said where it happened.
    let _ = autosave.at_end(|| session.snapshot());
}

/// Picks up changed scripts, and says what has become of them.
pub fn reloaded<F: Front>(session: &mut Session<F>) -> String {
    match session.scripts_changed() {
        Ok(text) => text.unwrap_or_default().lines().next().unwrap_or_default().into(),
        Err(Trouble::Faults(faults) | Trouble::Reload { faults, .. }) => {
            // Without the lines of the script, which a seat must not see.
            format!("{faults}\nThe old scripts stay.")
        }
        Err(Trouble::Plain(reason) | Trouble::Question(reason) | Trouble::Midway { reason, .. }) => reason,
    }
}
