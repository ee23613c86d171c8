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
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use tokio::sync::{oneshot, watch};
use wilderness_engine::Side as _;

/// How often changed scripts are looked for.
const PERIOD: Duration = Duration::from_millis(500);

/// The way to a game: what pages send goes in, and what each seat sees comes out.
#[derive(Clone)]
pub struct GameChannel {
    messages: Arc<Sender>,
    /// What each seat sees: in the order of the sides, then what onlookers see; or what is seen at the prompt.
    pub seen: Vec<watch::Receiver<Arc<Snapshot>>>,
    /// The words for the seats.
    pub seats: Vec<String>,
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
        let thread = std::thread::Builder::new().name("game".into());
        let desk = GameThread { record, inbox, ready };
        thread.spawn(move || begin(desk)).map_err(|error| format!("no thread for the game: {error}"))?;
        let (seen, seats) = opened.recv().map_err(|_| "the game did not open".to_string())??;
        Ok(GameChannel::new(Box::new(move |message| messages.send(message).is_ok()), seen, seats))
    }

    /// A game whose session is elsewhere.
    pub fn new(messages: Sender, seen: Vec<watch::Receiver<Arc<Snapshot>>>, seats: Vec<String>) -> GameChannel {
        GameChannel { messages: Arc::new(messages), seen, seats }
    }

    /// Sends what the page at a seat wants, and waits for the result.
    pub async fn send(&self, seat: usize, wish: SentWish) -> Said {
        let (reply, said) = oneshot::channel();
        // A page that is gone needs no answer.
        let reply = Box::new(move |said| drop(reply.send(said)));
        if !(self.messages)(PageMessage { seat, wish, reply }) {
            return Said::refused("the game is closed");
        }
        said.await.unwrap_or_else(|_| Said::refused("the game is closed"))
    }
}

type Ready = mpsc::Sender<Result<(Vec<watch::Receiver<Arc<Snapshot>>>, Vec<String>), String>>;

/// Where a game is played, in its thread.
pub struct GameThread {
    record: PathBuf,
    inbox: Receiver<PageMessage>,
    ready: Ready,
}

impl GameThread {
    /// Says why the game cannot be opened.
    pub fn fail(self, reason: String) {
        // Who opens it waits for this.
        let _ = self.ready.send(Err(reason));
    }

    /// Plays a game until nobody can send anything any more.
    pub fn play<F: Front>(self, session: Session<F>) {
        let GameThread { record, inbox, ready } = self;
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
        let seats = sides.iter().map(|side| side.id().to_string()).collect();
        if ready.send(Ok((seen, seats))).is_err() {
            return;
        }
        loop {
            match inbox.recv_timeout(PERIOD) {
                Ok(PageMessage { seat, wish, reply }) => {
                    let (mut said, _) = host.fulfil(&mut session, seat, wish);
                    if let Some(unkept) = autosave.after_line(|| session.snapshot()) {
                        host.notice(&unkept);
                        said.text.push_str(&unkept);
                    }
                    host.publish(&mut session);
                    reply(said);
                }
                Err(RecvTimeoutError::Timeout) => {
                    if lookout.as_mut().is_some_and(ChangeDetector::has_changed) {
                        host.notice(&reloaded(&mut session));
                        host.publish(&mut session);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }
}

/// Picks up changed scripts, and says what has become of them.
pub fn reloaded<F: Front>(session: &mut Session<F>) -> String {
    match session.scripts_changed() {
        Ok(text) => text.unwrap_or_default().lines().next().unwrap_or_default().into(),
        Err(Trouble::Faults(faults) | Trouble::Reload { faults, .. }) => {
            // Without the lines of the script, which are nobody's business at a seat.
            format!("{faults}\nThe old scripts stay.")
        }
        Err(Trouble::Plain(reason) | Trouble::Question(reason) | Trouble::Midway { reason, .. }) => reason,
    }
}
