//! A game of any kind that is on the table, or could be resumed.

use super::Title;
use crate::commands::play::Playing;
use crate::front::Session;
use crate::page::game_threads::OpenedGame;
use crate::page::open_game::OpenSession;
use crate::page::seat_memory::SeatMemory;
use crate::prompt::autosave::{Autosave, Slot};
use crate::prompt::conversation::EndedTalk;
use crate::prompt::unfinished::Unfinished;
use std::path::Path;

/// A game that has been opened.
pub trait Opened {
    /// Lets people play it at the prompt.
    ///
    /// # Errors
    /// A save that is refused, output that cannot be written to.
    fn talk(
        self: Box<Self>,
        table: &mut Playing<'_>,
        saved: Saved,
    ) -> miette::Result<EndedTalk<(Box<dyn Opened>, Saved)>>;

    /// Opens it for people who play it on pages, and keeps it in a file. `passed` is what was remembered while it slept.
    ///
    /// # Errors
    /// Why it cannot be kept there.
    fn on_pages(self: Box<Self>, record: &Path, memory: SeatMemory) -> Result<OpenedGame, String>;
}

/// Where a game is saved that is about to be played.
pub enum Saved {
    /// Where the options say.
    Afresh,
    /// In the slot that it was resumed from.
    In(Slot),
    /// As the game before it, which was of another kind.
    After(Autosave),
}

impl<F: Title> Opened for Session<F> {
    fn talk(
        self: Box<Self>,
        table: &mut Playing<'_>,
        saved: Saved,
    ) -> miette::Result<EndedTalk<(Box<dyn Opened>, Saved)>> {
        let autosave = match saved {
            Saved::Afresh => table.autosave(&self)?,
            Saved::In(slot) => Autosave::resuming(slot),
            Saved::After(earlier) => earlier,
        };
        table.play(*self, autosave)
    }

    fn on_pages(self: Box<Self>, record: &Path, memory: SeatMemory) -> Result<OpenedGame, String> {
        let (game, seen) = OpenSession::new(*self, record, memory)?;
        Ok((Box::new(game), seen))
    }
}

/// An unfinished game that can be resumed.
pub trait Resumable {
    /// The game, its date and when it was saved, and in a second line what happened last.
    fn describe(&self) -> String;

    /// Deletes it.
    ///
    /// # Errors
    /// When its file cannot be removed.
    fn delete(&mut self) -> std::io::Result<()>;

    /// Resumes it: the game, where it is saved, and a warning.
    fn resume(self: Box<Self>) -> (Box<dyn Opened>, Saved, String);
}

impl<F: Title> Resumable for Unfinished<F> {
    fn describe(&self) -> String {
        Unfinished::describe(self)
    }

    fn delete(&mut self) -> std::io::Result<()> {
        Unfinished::delete(self)
    }

    fn resume(self: Box<Self>) -> (Box<dyn Opened>, Saved, String) {
        let (session, slot, warning) = Unfinished::resume(*self);
        (Box::new(session), Saved::In(slot), warning)
    }
}
