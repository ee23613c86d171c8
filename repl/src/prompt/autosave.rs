//! Saves the game after every decision, so that a crash loses at most the line being typed. Each running program holds
//! a lock on its own game, which the system releases when the program ends.

use crate::prompt::input::state_file;
use std::io::{Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use wilderness_engine::Rules;
use wilderness_engine::files::{remove_leftovers, write_whole};
use wilderness_engine::record::{KnownRecords, Lock, Record, Savefile, Unsaved};

/// A request about autosave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AutosaveRequest {
    /// Save after every decision.
    On,
    /// Do not save.
    Off,
    /// Save once.
    Now,
}

/// Saves the game.
pub struct Autosave<R: Rules> {
    place: SavePlace,
    on: bool,
    /// What was saved last.
    written: Option<SavedGame<R>>,
    /// The last failure to save, once reported.
    failed: Option<String>,
    /// Whether a person plays: then a new game is saved among the unfinished ones.
    person: bool,
    /// The texts of this game that the program has read and written.
    known: KnownRecords,
}

/// What stays of the autosave of a game after which one of another kind is played.
pub struct Earlier {
    place: SavePlace,
    on: bool,
    failed: Option<String>,
    person: bool,
}

enum SavePlace {
    /// Nowhere yet: a slot is taken at the first save.
    Open,
    /// Among the unfinished games.
    Slot(Slot),
    /// A file that the person named, holding this game.
    File(Savefile),
    /// A file that the person named, holding an earlier game.
    Taken(PathBuf),
}

/// What to save.
#[derive(Clone, PartialEq)]
pub struct SavedGame<R: Rules> {
    pub record: Record<R>,
    /// Whether it counts as unfinished: a person has decided something, and the game is not over.
    pub unfinished: bool,
    /// The players and the origin of the content.
    pub seats: String,
}

impl<R: Rules> Autosave<R> {
    /// Saves among the unfinished games if a person plays; piped input has to name a file.
    pub fn new(person: bool) -> Autosave<R> {
        let (place, known) = (SavePlace::Open, KnownRecords::default());
        Autosave { place, on: person, written: None, failed: None, person, known }
    }

    /// Sets the texts of the records that the game was read from.
    pub fn knowing(self, known: &KnownRecords) -> Autosave<R> {
        Autosave { known: known.clone(), ..self }
    }

    /// Saves to a file; with `force` even if it holds something other than a record of this game.
    ///
    /// # Errors
    /// When the game cannot be saved there.
    pub fn in_file(self, file: &Path, record: &Record<R>, force: bool) -> Result<Autosave<R>, Unsaved> {
        let place = SavePlace::File(Savefile::claim(file, record, force, &self.known)?);
        Ok(Autosave { place, on: true, ..self })
    }

    /// Saves to the slot of a resumed game.
    pub fn resuming(slot: Slot) -> Autosave<R> {
        Autosave { place: SavePlace::Slot(slot), ..Autosave::new(true) }
    }

    /// Switches to another game, read from records with these texts; the save of the previous one stays.
    pub fn another(&mut self, known: &KnownRecords) {
        self.known = known.clone();
        self.place = match std::mem::replace(&mut self.place, SavePlace::Open) {
            SavePlace::File(file) if !self.person => SavePlace::Taken(file.path().into()),
            SavePlace::Taken(file) => SavePlace::Taken(file),
            SavePlace::File(_) | SavePlace::Slot(_) | SavePlace::Open => SavePlace::Open,
        };
        self.written = None;
    }

    /// What stays of it when a game of another kind begins; the save of this one stays.
    pub fn leave(mut self) -> Earlier {
        self.another(&KnownRecords::default());
        let Autosave { place, on, failed, person, .. } = self;
        Earlier { place, on, failed, person }
    }

    /// The autosave of a game that begins after one of another kind.
    pub fn after(Earlier { place, on, failed, person }: Earlier) -> Autosave<R> {
        Autosave { place, on, written: None, failed, person, known: KnownRecords::default() }
    }

    /// Saves a game to a file, which may be the autosave file.
    ///
    /// # Errors
    /// When it cannot be written there.
    pub fn save(&mut self, path: &Path, record: &Record<R>, force: bool) -> Result<(), Unsaved> {
        let same = |file: &Path| file.canonicalize().ok().is_some_and(|file| path.canonicalize().ok() == Some(file));
        match &self.place {
            SavePlace::File(file) if same(file.path()) => file.write(&record.to_string())?,
            _ => record.save(path, force, &self.known)?,
        }
        self.known.add(&record.to_string());
        Ok(())
    }

    /// Why the current state is not saved, if it should be.
    pub fn failure(&self) -> Option<&str> {
        self.failed.as_deref()
    }

    /// Saves the game if it has changed. Returns a message, if any.
    pub fn after_line(&mut self, snapshot: impl FnOnce() -> SavedGame<R>) -> Option<String> {
        if self.on { self.keep(&snapshot()) } else { None }
    }

    /// Saves the game to the file that the person named, if nothing has been saved yet because nothing was typed.
    /// Returns a message, if any.
    pub fn at_end(&mut self, snapshot: impl FnOnce() -> SavedGame<R>) -> Option<String> {
        if matches!(self.place, SavePlace::File(_)) { self.after_line(snapshot) } else { None }
    }

    /// Saves the game if it has changed. Returns a message, if any.
    fn keep(&mut self, snapshot: &SavedGame<R>) -> Option<String> {
        if !self.on || self.written.as_ref() == Some(snapshot) {
            return None;
        }
        let told = self.failed.take();
        match self.write(snapshot) {
            Ok(()) => {
                self.written = Some(snapshot.clone());
                None
            }
            Err(error) => {
                self.failed = Some(format!("the game is not saved: {error}\n"));
                self.failed.clone().filter(|failed| told.as_ref() != Some(failed))
            }
        }
    }

    fn write(&mut self, snapshot: &SavedGame<R>) -> Result<(), Unsaved> {
        let unwritable = |error| Unsaved::Unwritable("the unfinished game".into(), error);
        if let SavePlace::Taken(path) = &self.place {
            // The same game may have been begun again.
            self.place = SavePlace::File(Savefile::claim(path, &snapshot.record, false, &self.known)?);
        }
        match &mut self.place {
            SavePlace::File(file) => return file.write(&snapshot.record.to_string()),
            SavePlace::Slot(slot) if !snapshot.unfinished => return slot.clear().map_err(unwritable),
            SavePlace::Open if !snapshot.unfinished => return Ok(()),
            SavePlace::Open => self.place = SavePlace::Slot(Slot::take().map_err(unwritable)?),
            SavePlace::Slot(_) | SavePlace::Taken(_) => {}
        }
        match &mut self.place {
            SavePlace::Slot(slot) => slot.write(snapshot).map_err(unwritable),
            _ => Ok(()),
        }
    }

    /// Carries out a request about autosave, and describes the result.
    pub fn wish(&mut self, wish: Option<AutosaveRequest>, snapshot: &SavedGame<R>) -> String {
        let was = self.on;
        self.on = wish != Some(AutosaveRequest::Off) && (was || wish.is_some());
        if wish == Some(AutosaveRequest::Off) {
            self.failed = None;
        }
        let failed = if self.on { self.keep(snapshot).or(self.failed.clone()) } else { None };
        if wish == Some(AutosaveRequest::Now) {
            self.on = was;
        }
        let file = self.file().map_or("after the first decision".into(), |file| format!("in\n{}", file.display()));
        failed.unwrap_or_else(|| match (self.on, wish) {
            (_, Some(AutosaveRequest::Now)) => format!("the game is saved {file}\n"),
            (true, _) => format!("autosave is on: the game is saved {file}\n"),
            (false, _) => "autosave is off: `save FILE` writes the game\n".into(),
        })
    }

    /// The file last saved to.
    pub fn file(&self) -> Option<PathBuf> {
        match &self.place {
            SavePlace::File(file) => Some(file.path().into()),
            SavePlace::Slot(slot) => Some(slot.record.clone()),
            SavePlace::Open | SavePlace::Taken(_) => None,
        }
    }

    /// Whether the last state of an unfinished game has been saved.
    pub fn has(&self, snapshot: &SavedGame<R>) -> bool {
        snapshot.unfinished && self.written.as_ref() == Some(snapshot)
    }
}

/// The maximum size of the description of the players, in bytes.
const LONGEST_SEATS: u64 = 64 * 1024;

/// A slot among the unfinished games, locked while this lives.
pub struct Slot {
    record: PathBuf,
    /// Its content describes the players.
    lock: Lock,
}

impl Slot {
    fn numbered(directory: &Path, number: usize) -> std::io::Result<Option<Slot>> {
        let record = directory.join(format!("game-{number}.record"));
        let Some(lock) = Lock::take(&directory.join(format!("game-{number}.lock")))? else { return Ok(None) };
        remove_leftovers(&record)?;
        Ok(Some(Slot { record, lock }))
    }

    /// The first free slot.
    fn take() -> std::io::Result<Slot> {
        let directory = directory().ok_or_else(|| std::io::Error::other("no state directory on this system"))?;
        std::fs::create_dir_all(&directory)?;
        let mut number = 1;
        loop {
            match Slot::numbered(&directory, number)? {
                Some(slot) if !slot.record.exists() => return Ok(slot),
                _ => number += 1,
            }
        }
    }

    /// The unfinished games that no running program holds, the latest first.
    pub fn unfinished() -> Vec<Slot> {
        let Some(directory) = directory() else { return Vec::new() };
        let entries = std::fs::read_dir(&directory).into_iter().flatten().filter_map(Result::ok);
        let numbers = entries.filter_map(|entry| {
            let name = entry.file_name();
            name.to_str()?.strip_prefix("game-")?.strip_suffix(".record")?.parse::<usize>().ok()
        });
        let mut slots: Vec<Slot> =
            numbers.filter_map(|number| Slot::numbered(&directory, number).ok().flatten()).collect();
        slots.retain(|slot| slot.record.exists());
        slots.sort_by_key(|slot| std::cmp::Reverse(slot.saved().unwrap_or(SystemTime::UNIX_EPOCH)));
        slots
    }

    /// When it was saved last.
    pub fn saved(&self) -> Option<SystemTime> {
        std::fs::metadata(&self.record).and_then(|facts| facts.modified()).ok()
    }

    /// The file of the record.
    pub fn record(&self) -> &Path {
        &self.record
    }

    /// The players and the origin of the content.
    pub fn seats(&mut self) -> String {
        let mut text = String::new();
        let lock = self.lock.file();
        let _ = lock.rewind().and_then(|()| lock.take(LONGEST_SEATS).read_to_string(&mut text));
        text
    }

    /// Removes the game from the unfinished ones.
    ///
    /// # Errors
    /// When its file cannot be removed.
    pub fn clear(&mut self) -> std::io::Result<()> {
        if self.record.exists() { std::fs::remove_file(&self.record) } else { Ok(()) }
    }

    fn write<R: Rules>(&mut self, snapshot: &SavedGame<R>) -> std::io::Result<()> {
        if self.seats() != snapshot.seats {
            let lock = self.lock.file();
            lock.set_len(0)?;
            lock.rewind()?;
            lock.write_all(snapshot.seats.as_bytes())?;
        }
        write_whole(&self.record, &snapshot.record.to_string())
    }
}

fn directory() -> Option<PathBuf> {
    state_file("unfinished")
}
