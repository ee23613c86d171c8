//! Saves the game after every decision, so that a crash loses at most the line being typed. Answers are appended to the
//! file; what changes the record in another way, such as undo, writes it anew. Each running program holds a lock on its own
//! game, which the system releases when the program ends.

use crate::prompt::input::state_file;
use std::io::{Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use wilderness_engine::files::{append, remove_leftovers, write_whole};
use wilderness_engine::record::{AutoLines, KnownRecords, Lock, Record, Savefile, Unsaved};
use wilderness_engine::{Game, RecordEnd, Rules};

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
pub struct Autosave {
    place: SavePlace,
    on: bool,
    /// What was saved last.
    written: Option<WrittenSave>,
    /// The last failure to save, once reported.
    failed: Option<String>,
    /// Whether a person plays: then a new game is saved among the unfinished ones.
    person: bool,
    /// The texts of this game that the program has read and written.
    known: KnownRecords,
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
pub struct SavedGame<'a, R: Rules> {
    /// The game.
    pub game: &'a Game<R>,
    /// The questions that are answered automatically.
    pub auto: AutoLines,
    /// Whether it counts as unfinished: a person has decided something, and the game is not over.
    pub unfinished: bool,
    /// The players and the origin of the content.
    pub seats: String,
}

impl<R: Rules> SavedGame<'_, R> {
    /// The whole record.
    pub fn record(&self) -> Record<R> {
        self.game.past().record_of_all_branches().with_auto(self.auto.clone())
    }

    /// Whether this is what was written.
    fn is(&self, written: &WrittenSave) -> bool {
        self.game.past().record_end() == written.end && self.differs_at_most_in_answers(written)
    }

    fn differs_at_most_in_answers(&self, written: &WrittenSave) -> bool {
        (&self.auto, self.unfinished, &self.seats) == (&written.auto, written.unfinished, &written.seats)
    }
}

/// What was saved last.
struct WrittenSave {
    end: RecordEnd,
    auto: AutoLines,
    unfinished: bool,
    seats: String,
    /// The file, if it holds the record; not if the game is over and its file is gone.
    file: Option<WrittenFile>,
}

/// A file that answers can be appended to.
struct WrittenFile {
    /// Its size in bytes.
    length: u64,
    /// The line to write before the first answers.
    before_more: &'static str,
    /// Whether answers have been appended.
    appended: bool,
}

impl Autosave {
    /// Saves among the unfinished games if a person plays; piped input has to name a file.
    pub fn new(person: bool) -> Autosave {
        let (place, known) = (SavePlace::Open, KnownRecords::default());
        Autosave { place, on: person, written: None, failed: None, person, known }
    }

    /// Sets the texts of the records that the game was read from.
    pub fn knowing(self, known: &KnownRecords) -> Autosave {
        Autosave { known: known.clone(), ..self }
    }

    /// Saves to a file; with `force` even if it holds something other than a record of this game.
    ///
    /// # Errors
    /// When the game cannot be saved there.
    pub fn in_file<R: Rules>(self, file: &Path, record: &Record<R>, force: bool) -> Result<Autosave, Unsaved> {
        let place = SavePlace::File(Savefile::claim(file, record, force, &self.known)?);
        Ok(Autosave { place, on: true, ..self })
    }

    /// Saves to the slot of a resumed game.
    pub fn resuming(slot: Slot) -> Autosave {
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

    /// Saves a game to a file, which may be the autosave file.
    ///
    /// # Errors
    /// When it cannot be written there.
    pub fn save<R: Rules>(&mut self, path: &Path, record: &Record<R>, force: bool) -> Result<(), Unsaved> {
        let same = |file: &Path| file.canonicalize().ok().is_some_and(|file| path.canonicalize().ok() == Some(file));
        match &self.place {
            SavePlace::File(file) if same(file.path()) => {
                file.write(&record.to_string())?;
                self.written = None;
            }
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
    pub fn after_line<'a, R: Rules>(&mut self, snapshot: impl FnOnce() -> SavedGame<'a, R>) -> Option<String> {
        if self.on { self.keep(&snapshot()) } else { None }
    }

    /// Saves the game to the file that the person named, if nothing has been saved yet because nothing was typed; and
    /// writes appended answers in their place. Returns a message, if any.
    pub fn at_end<'a, R: Rules>(&mut self, snapshot: impl FnOnce() -> SavedGame<'a, R>) -> Option<String> {
        let file = self.written.as_ref().and_then(|written| written.file.as_ref());
        if file.is_some_and(|file| file.appended) {
            self.written = None;
        } else if !matches!(self.place, SavePlace::File(_)) {
            return None;
        }
        self.after_line(snapshot)
    }

    /// Saves the game if it has changed. Returns a message, if any.
    fn keep<R: Rules>(&mut self, snapshot: &SavedGame<'_, R>) -> Option<String> {
        if !self.on || self.has_written(snapshot) {
            return None;
        }
        let told = self.failed.take();
        match self.append(snapshot).and_then(|appended| if appended { Ok(()) } else { self.write(snapshot) }) {
            Ok(()) => None,
            Err(error) => {
                self.written = None;
                self.failed = Some(format!("the game is not saved: {error}\n"));
                self.failed.clone().filter(|failed| told.as_ref() != Some(failed))
            }
        }
    }

    fn has_written<R: Rules>(&self, snapshot: &SavedGame<'_, R>) -> bool {
        self.written.as_ref().is_some_and(|written| snapshot.is(written))
    }

    /// Appends the answers since the last save, if nothing else has changed. Returns whether that was enough.
    fn append<R: Rules>(&mut self, snapshot: &SavedGame<'_, R>) -> Result<bool, Unsaved> {
        let Some(written) = self.written.as_mut().filter(|written| snapshot.differs_at_most_in_answers(written)) else {
            return Ok(false);
        };
        let (Some(file), Some(lines)) = (&mut written.file, snapshot.game.past().lines_since(written.end)) else {
            return Ok(false);
        };
        let text = format!("{}{}\n", if file.appended { "" } else { file.before_more }, lines.join("\n"));
        let appended = match &self.place {
            SavePlace::File(savefile) => savefile.append(file.length, &text)?,
            SavePlace::Slot(slot) => append(&slot.record, file.length, &text).map_err(unwritable)?,
            SavePlace::Open | SavePlace::Taken(_) => false,
        };
        if appended {
            file.length += text.len() as u64;
            file.appended = true;
            written.end = snapshot.game.past().record_end();
        }
        Ok(appended)
    }

    /// Writes the whole record.
    fn write<R: Rules>(&mut self, snapshot: &SavedGame<'_, R>) -> Result<(), Unsaved> {
        self.written = None;
        let record = snapshot.record();
        if let SavePlace::Taken(path) = &self.place {
            // The same game may have been begun again.
            self.place = SavePlace::File(Savefile::claim(path, &record, false, &self.known)?);
        }
        if matches!(self.place, SavePlace::Open) && snapshot.unfinished {
            self.place = SavePlace::Slot(Slot::take().map_err(unwritable)?);
        }
        let text = record.to_string();
        let is_there = match &mut self.place {
            SavePlace::File(file) => file.write(&text).map(|()| true)?,
            SavePlace::Slot(slot) if !snapshot.unfinished => slot.clear().map(|()| false).map_err(unwritable)?,
            SavePlace::Slot(slot) => slot.write(&snapshot.seats, &text).map(|()| true).map_err(unwritable)?,
            SavePlace::Open | SavePlace::Taken(_) => false,
        };
        let file = WrittenFile { length: text.len() as u64, before_more: record.before_more(), appended: false };
        self.written = Some(WrittenSave {
            end: snapshot.game.past().record_end(),
            auto: snapshot.auto.clone(),
            unfinished: snapshot.unfinished,
            seats: snapshot.seats.clone(),
            file: is_there.then_some(file),
        });
        Ok(())
    }

    /// Carries out a request about autosave, and describes the result.
    pub fn wish<R: Rules>(&mut self, wish: Option<AutosaveRequest>, snapshot: &SavedGame<'_, R>) -> String {
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
    pub fn has<R: Rules>(&self, snapshot: &SavedGame<'_, R>) -> bool {
        snapshot.unfinished && self.has_written(snapshot)
    }
}

fn unwritable(error: std::io::Error) -> Unsaved {
    Unsaved::Unwritable("the unfinished game".into(), error)
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

    fn write(&mut self, seats: &str, record: &str) -> std::io::Result<()> {
        if self.seats() != seats {
            let lock = self.lock.file();
            lock.set_len(0)?;
            lock.rewind()?;
            lock.write_all(seats.as_bytes())?;
        }
        write_whole(&self.record, record)
    }
}

fn directory() -> Option<PathBuf> {
    state_file("unfinished")
}
