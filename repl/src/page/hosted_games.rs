//! The games of a server: records in a directory, each with a file that says who sits where.

use super::game_files::{file_beside, found_beside};
use super::guard::{Bucket, is_secret, secret};
use super::room::Room;
use super::seat_memory::SeatMemory;
use super::talk::talk_file;
use crate::options::players::Players;
use crate::prompt::display::{Said, SentWish};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Semaphore, watch};
use wilderness_engine::files::{make_private, write_whole};
use wilderness_lab::Player;

/// The most pages that watch a seat at once.
const MOST_PAGES: usize = 8;
/// The most pages of onlookers that watch a game at once.
const MOST_ONLOOKERS: usize = 64;
/// The word of the onlookers' link in the file of the seats.
const WATCH: &str = "watch";
/// What the file of the seats of a game in the archive says.
const ARCHIVED: &str = "archived";
/// The word before each side whose hand onlookers may see, in the file of the seats.
const SHOWS: &str = "shows";
/// The ending of the file of the seats.
const SEATS: &str = "seats";

/// A place at a game, as a link leads to it.
#[derive(Clone)]
pub struct SeatLink {
    /// The game.
    pub room: Room,
    /// The number of the seat.
    pub seat: usize,
    /// How much it may send.
    pub bucket: Arc<Bucket>,
    /// Held while the game does what this seat wants: one thing at a time, so that the other seats have their turns.
    pub turn: Arc<tokio::sync::Mutex<()>>,
    /// How many pages watch it.
    pub pages: Arc<Semaphore>,
    /// Closed when the link no longer works.
    pub open: watch::Receiver<()>,
}

impl SeatLink {
    /// Sends what the page at this seat wants, once what it wanted before is done, and waits for the result.
    ///
    /// # Errors
    /// Like [`Room::send`].
    pub async fn send(&self, wish: SentWish) -> Result<Said, String> {
        let _turn = self.turn.lock().await;
        self.room.send(self.seat, wish).await
    }
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sitter {
    /// A person, with the secret of the link.
    Person(String),
    Bot(Player),
}

/// A game with its seats.
pub struct HostedGame {
    /// The file of the record without its ending.
    pub name: String,
    record: PathBuf,
    /// The game.
    pub room: Room,
    /// The words for the sides, in order.
    pub sides: Vec<String>,
    /// Who sits where, in the order of the sides.
    pub seats: Vec<Sitter>,
    /// The secret of the link for onlookers, who see what everybody knows.
    pub watch: String,
    /// Whether it is in the archive: its links lead nowhere.
    pub archived: bool,
    /// What is remembered of its seats while it sleeps.
    memory: SeatMemory,
}

/// All games of a server.
#[derive(Default)]
pub struct HostedGames {
    tables: Mutex<Vec<HostedGame>>,
    links: Mutex<HashMap<String, (SeatLink, watch::Sender<()>)>>,
}

/// What is said where no game has a name.
const NO_GAME: &str = "there is no such game";

fn open<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The file that says who sits at the game of a record.
pub fn seats_file(record: &Path) -> PathBuf {
    file_beside(record, SEATS)
}

/// What the file of the seats says; nothing if there is none yet.
fn seats_text(record: &Path) -> std::io::Result<String> {
    let file = found_beside(record, SEATS);
    if file.exists() { std::fs::read_to_string(file) } else { Ok(String::new()) }
}

/// The sides that the file of a game's seats has, in order.
///
/// # Errors
/// A file that cannot be read.
pub fn seated_sides(record: &Path) -> std::io::Result<Vec<String>> {
    let text = seats_text(record)?;
    let words = text.lines().filter_map(|line| line.split(' ').next());
    Ok(words.filter(|word| ![WATCH, ARCHIVED, SHOWS].contains(word)).map(str::to_string).collect())
}

/// What is to be remembered of the seats of a game: those whose hands onlookers may see.
///
/// # Errors
/// A file that cannot be read.
pub fn remembered(record: &Path, sides: &[String]) -> std::io::Result<SeatMemory> {
    let text = seats_text(record)?;
    let shows = |side: &str| {
        text.lines().any(|line| line.strip_prefix(SHOWS).and_then(|line| line.strip_prefix(' ')) == Some(side))
    };
    Ok(SeatMemory::of_shown((0..sides.len()).filter(|seat| shows(&sides[*seat]))))
}

/// Who sits at the seats of a game: those in its file, or people and these bots.
///
/// # Errors
/// A file that cannot be read.
pub fn sitters(record: &Path, sides: &[String], bots: &Players) -> std::io::Result<Vec<Sitter>> {
    let text = seats_text(record)?;
    let sitter = |side: &String| {
        let word = text.lines().find_map(|line| line.strip_prefix(side)?.strip_prefix(' ')).unwrap_or_default();
        match (word.strip_prefix("link ").filter(|word| is_secret(word)), word.parse::<Player>()) {
            (Some(secret), _) => Sitter::Person(secret.into()),
            (None, Ok(player)) => Sitter::Bot(player),
            (None, Err(_)) => bots.of(side).map_or_else(|| Sitter::Person(secret()), Sitter::Bot),
        }
    };
    Ok(sides.iter().map(sitter).collect())
}

impl HostedGame {
    /// A game with its seats, and what is remembered of them.
    ///
    /// # Errors
    /// If the file of the seats cannot be written.
    pub fn new(
        record: PathBuf,
        room: Room,
        sides: Vec<String>,
        seats: Vec<Sitter>,
        memory: SeatMemory,
    ) -> std::io::Result<HostedGame> {
        let name = record.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let kept = seats_text(&record).unwrap_or_default();
        let watch = kept.lines().find_map(|line| line.strip_prefix(WATCH)?.strip_prefix(" link "));
        let watch = watch.filter(|word| is_secret(word)).map_or_else(secret, str::to_string);
        let archived = kept.lines().any(|line| line == ARCHIVED);
        let table = HostedGame { name, record, room, sides, seats, watch, archived, memory };
        table.keep()?;
        Ok(table)
    }

    /// Writes who sits where.
    fn keep(&self) -> std::io::Result<()> {
        let line = |(side, sitter): (&String, &Sitter)| match sitter {
            Sitter::Person(secret) => format!("{side} link {secret}\n"),
            Sitter::Bot(player) => format!("{side} {player}\n"),
        };
        let mut text: String = self.sides.iter().zip(&self.seats).map(line).collect();
        text.push_str(&format!("{WATCH} link {}\n", self.watch));
        let shown = self.sides.iter().enumerate().filter(|(seat, _)| self.memory.shows_hand(*seat));
        text.extend(shown.map(|(_, side)| format!("{SHOWS} {side}\n")));
        if self.archived {
            text.push_str(&format!("{ARCHIVED}\n"));
        }
        let file = seats_file(&self.record);
        if std::fs::read_to_string(&file).is_ok_and(|kept| kept == text) {
            return Ok(());
        }
        make_private(&file)?;
        write_whole(&file, &text)
    }

    /// The secrets of its links.
    fn secrets(&self) -> impl Iterator<Item = &str> {
        let seats = self.seats.iter().filter_map(|sitter| match sitter {
            Sitter::Person(secret) => Some(secret.as_str()),
            Sitter::Bot(_) => None,
        });
        seats.chain([self.watch.as_str()])
    }
}

impl HostedGames {
    /// Adds a game.
    pub fn add(&self, table: HostedGame) {
        if !table.archived {
            self.link_all(&table);
        }
        open(&self.tables).push(table);
    }

    fn link_all(&self, table: &HostedGame) {
        for seat in 0..table.seats.len() {
            self.link_seat(table, seat);
        }
        self.link_for(&table.watch, table.room.clone(), table.seats.len(), MOST_ONLOOKERS);
    }

    /// Puts a game into the archive, so that its links lead nowhere, or brings it back.
    ///
    /// # Errors
    /// If there is no such game, or its file cannot be written.
    pub fn archive(&self, name: &str, archived: bool) -> Result<(), String> {
        let mut tables = open(&self.tables);
        let table = tables.iter_mut().find(|table| table.name == name).ok_or(NO_GAME)?;
        let was = std::mem::replace(&mut table.archived, archived);
        if let Err(error) = table.keep() {
            table.archived = was;
            return Err(format!("the seats cannot be written: {error}"));
        }
        match (was, archived) {
            (false, true) => table.secrets().for_each(|secret| drop(open(&self.links).remove(secret))),
            (true, false) => self.link_all(table),
            _ => {}
        }
        Ok(())
    }

    /// Writes down who lets onlookers see their hand at the game of a link.
    ///
    /// # Errors
    /// If its file cannot be written.
    pub fn keep_shown(&self, secret: &str) -> std::io::Result<()> {
        let tables = open(&self.tables);
        tables.iter().find(|table| table.secrets().any(|other| other == secret)).map_or(Ok(()), HostedGame::keep)
    }

    /// Whether a link belongs to a game in the archive.
    pub fn is_archived(&self, secret: &str) -> bool {
        open(&self.tables).iter().any(|table| table.archived && table.secrets().any(|other| other == secret))
    }

    /// Deletes a game of the archive with its files.
    ///
    /// # Errors
    /// If there is no such game in the archive, it is still open, or a file cannot be deleted.
    pub fn delete(&self, name: &str) -> Result<(), String> {
        let mut tables = open(&self.tables);
        let place = tables.iter().position(|table| table.name == name && table.archived);
        let place = place.ok_or("only a game in the archive can be deleted")?;
        let table = &tables[place];
        // A game that is open writes its file once more when it goes to sleep.
        if table.room.peek().is_some() {
            return Err(format!("{name} is still open: try again in a minute"));
        }
        let talk = Some(talk_file(&table.record)).filter(|file| file.exists());
        for file in [seats_file(&table.record), table.record.clone()].into_iter().chain(talk) {
            std::fs::remove_file(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        }
        tables.remove(place);
        Ok(())
    }

    /// Adds a link with this secret to a seat of a game.
    pub fn link(&self, secret: &str, room: Room, seat: usize) {
        self.link_for(secret, room, seat, MOST_PAGES);
    }

    /// Takes a link away; those who follow it are told.
    pub fn unlink(&self, secret: &str) {
        drop(open(&self.links).remove(secret));
    }

    fn link_for(&self, secret: &str, room: Room, seat: usize, most: usize) {
        let (closes, is_open) = watch::channel(());
        let pages = Arc::new(Semaphore::new(most));
        let (bucket, turn) = (Arc::default(), Arc::default());
        let place = SeatLink { room, seat, bucket, turn, pages, open: is_open };
        open(&self.links).insert(secret.into(), (place, closes));
    }

    fn link_seat(&self, table: &HostedGame, seat: usize) {
        if let Some(Sitter::Person(secret)) = table.seats.get(seat) {
            self.link(secret, table.room.clone(), seat);
        }
    }

    /// The place that a link leads to.
    pub fn place(&self, secret: &str) -> Option<SeatLink> {
        open(&self.links).get(secret).map(|(place, _)| place.clone())
    }

    /// Whether a person sits at a seat.
    pub fn is_person(&self, name: &str, seat: usize) -> bool {
        let tables = open(&self.tables);
        let sitter = tables.iter().find(|table| table.name == name).and_then(|table| table.seats.get(seat));
        matches!(sitter, Some(Sitter::Person(_)))
    }

    /// What there is to know of each game.
    pub fn list<T>(&self, look: impl FnMut(&HostedGame) -> T) -> Vec<T> {
        open(&self.tables).iter().map(look).collect()
    }

    /// Gives a seat to a bot, or to the person with a new link. The old link no longer works then. Returns
    /// the room, so that the bot can be seated.
    ///
    /// # Errors
    /// If there is no such seat, or its file cannot be written.
    pub fn reseat(&self, name: &str, seat: usize, player: Option<Player>) -> Result<Room, String> {
        let mut tables = open(&self.tables);
        let fits = |table: &&mut HostedGame| table.name == name && seat < table.seats.len() && !table.archived;
        let table = tables.iter_mut().find(fits);
        let table = table.ok_or("there is no such seat")?;
        let new = player.map_or_else(|| Sitter::Person(secret()), Sitter::Bot);
        let (old, shown) = (std::mem::replace(&mut table.seats[seat], new), table.memory.shows_hand(seat));
        table.memory.remember_hand(seat, false);
        if let Err(error) = table.keep() {
            table.memory.remember_hand(seat, shown);
            table.seats[seat] = old;
            return Err(format!("the seats cannot be written: {error}"));
        }
        if let Sitter::Person(secret) = old {
            open(&self.links).remove(&secret);
        }
        self.link_seat(table, seat);
        Ok(table.room.clone())
    }
}
