//! A game that is open on pages: it answers what pages send, saves itself before it shows anything, and picks up
//! scripts that change.

use super::game_channel::GameScreens;
use super::host::{GamePages, Seer};
use super::seat_memory::SeatMemory;
use super::talk::Talk;
use crate::front::Front;
use crate::front::sides;
use crate::front::{Session, Trouble};
use crate::prompt::autosave::Autosave;
use crate::prompt::display::{PageMessage, PageWish};
use crate::prompt::session::Sharing;
use crate::prompt::thinking::{release_bots, with_bots_waiting};
use crate::prompt::watch::ChangeDetector;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long bots that play each other go on at once: as long do the clicks in other games of the thread wait.
const SLICE: Duration = Duration::from_millis(100);

/// A game of any kind that is open on pages. It stays in the thread that opened it.
pub trait OpenGame {
    /// Does what a page wants, saves the game, shows what has changed, and answers.
    fn fulfil(&mut self, message: PageMessage);

    /// Picks up scripts that have changed, if any, passes a window for a seat whose windows are passed, when its time has
    /// come, and lets bots that play each other go on for a while. Called now and then.
    fn look_around(&mut self);

    /// Whether a page follows it, bots play on in it, or it has still to be saved.
    fn is_needed(&self) -> bool;

    /// Saves it for the last time.
    fn close(&mut self);
}

/// A game that is open on pages.
pub struct OpenSession<F: Front> {
    session: Session<F>,
    pages: GamePages<F>,
    autosave: Autosave,
    /// Looks for changes of its scripts, if they are files.
    scripts: Option<ChangeDetector<F::Origin>>,
}

impl<F: Front> OpenSession<F> {
    /// Opens a game for a page at each seat, and keeps it in a file.
    ///
    /// # Errors
    /// Why it cannot be kept there.
    pub fn new(
        session: Session<F>,
        record: &Path,
        memory: SeatMemory,
    ) -> Result<(OpenSession<F>, GameScreens), String> {
        let sides = sides::<F>(session.game().scripts());
        let mut session = session.share(Sharing::Apart);
        session.set_interactive(true);
        let opened = session.keep_windows_open();
        let _ = session.situation();
        let autosave = Autosave::new(false).knowing(session.known());
        let autosave = autosave.in_file(record, &session.record(), false).map_err(|unsaved| unsaved.to_string())?;
        let talk = Talk::of(record).map_err(|error| format!("what was said cannot be read: {error}"))?;
        let (pages, screens) = GamePages::new(sides.iter().copied().map(Seer::Side).chain([Seer::Onlooker]), memory);
        let mut pages = pages.with_talk(talk);
        let scripts = session.watched().ok().map(|(origin, known)| ChangeDetector::new(origin, known));
        pages.notice(opened.unwrap_or_default());
        let mut game = OpenSession { session, pages, autosave, scripts };
        game.save();
        game.pages.publish(&mut game.session);
        // While a bot searches, nothing is painted.
        if game.session.bots_stopped() {
            (0..screens.seats.len()).for_each(|seat| game.pages.show(&mut game.session, seat));
        }
        Ok((game, screens))
    }

    /// Saves the game. Returns why it is not saved, where that has not been said.
    fn save(&mut self) -> Option<String> {
        let unsaved = self.autosave.after_line(|| self.session.snapshot());
        self.pages.say_unsaved(self.autosave.failure());
        unsaved
    }
}

impl<F: Front> OpenGame for OpenSession<F> {
    fn fulfil(&mut self, PageMessage { seat, wish, reply }: PageMessage) {
        if let PageWish::Film { analysed } = wish.wish {
            return match self.pages.film(&mut self.session, seat, analysed) {
                Ok(film) => film.make(reply),
                Err(said) => reply(said),
            };
        }
        let only_asks = wish.wish.only_asks();
        let (session, pages) = (&mut self.session, &mut self.pages);
        // The operator does not wait for a bot that searches.
        let seats_searcher = matches!(wish.wish, PageWish::Bot(Some(player)) if player.searches());
        let (mut said, _) = match seats_searcher {
            true => with_bots_waiting(|| pages.fulfil(session, seat, wish)),
            false => pages.fulfil(session, seat, wish),
        };
        if only_asks {
            return reply(said);
        }
        said.text.extend(self.save());
        self.pages.publish_changes(&mut self.session);
        reply(said);
    }

    fn look_around(&mut self) {
        let has_passed = self.pages.pass_window(&mut self.session, Instant::now());
        let bots_go_on = self.session.bots_stopped();
        if bots_go_on {
            // What is wrong with the game is told where its decision would be.
            let _ = release_bots(SLICE, || self.session.go_on());
        }
        // What could not be saved is saved once there is room.
        if has_passed || bots_go_on || self.autosave.failure().is_some() {
            self.save();
        }
        if bots_go_on {
            self.pages.publish(&mut self.session);
        }
        self.pages.publish_changes(&mut self.session);
        if self.scripts.as_mut().is_some_and(ChangeDetector::has_changed) {
            self.pages.notice(&reloaded(&mut self.session));
            self.pages.publish(&mut self.session);
        }
    }

    fn is_needed(&self) -> bool {
        self.pages.is_followed() || self.autosave.failure().is_some() || self.session.bots_stopped()
    }

    /// Answers that were appended to its file take their places in it.
    fn close(&mut self) {
        // What could not be saved has been said where it happened.
        let _ = self.autosave.at_end(|| self.session.snapshot());
    }
}

/// Picks up changed scripts, and says what has become of them.
fn reloaded<F: Front>(session: &mut Session<F>) -> String {
    match session.scripts_changed() {
        Ok(text) => text.unwrap_or_default().lines().next().unwrap_or_default().into(),
        Err(Trouble::Faults(faults) | Trouble::Reload { faults, .. }) => {
            // Without the lines of the script, which a seat must not see.
            format!("{faults}\nThe old scripts stay.")
        }
        Err(Trouble::Plain(reason) | Trouble::Question(reason) | Trouble::Midway { reason, .. }) => reason,
    }
}
