//! The threads that play the games of a server. A few threads hold all games whose moves take no time, and share what
//! their thread has compiled; a game in which a bot searches has a thread of its own, so that it delays only itself.

use super::game_channel::{GameChannel, GameScreens};
use super::open_game::OpenGame;
use crate::prompt::display::{PageMessage, PageWish, Said};
use crate::prompt::thinking::hold_bots;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// How long a game stays open that is not asked for.
const IDLE: Duration = Duration::from_secs(60);
/// How often each game looks whether it is asked for, and whether its scripts have changed.
const PERIOD: Duration = Duration::from_millis(500);

/// A game that has just been opened, and what its seats see.
pub type OpenedGame = (Box<dyn OpenGame>, GameScreens);
/// Opens a game, in the thread in which it stays.
type BeginGame = Box<dyn FnOnce() -> Result<OpenedGame, String> + Send>;

/// The threads that games share. They end when nothing leads to them any more.
pub struct GameThreads {
    /// At most `most`, begun when they are needed.
    shared: Mutex<Vec<GameThread>>,
    most: usize,
    opened: AtomicU64,
}

/// What a thread is to do.
enum Job {
    /// To open a game with this number.
    Open { number: u64, game: NewGame },
    /// To do what a page of a game wants.
    Message(u64, PageMessage),
    /// To close a game: nothing leads to it any more.
    Close(u64),
}

/// A game that is to be opened.
struct NewGame {
    open: BeginGame,
    ready: Sender<Result<GameScreens, String>>,
    touched: Arc<AtomicBool>,
    place: TakenPlace,
}

/// The way to a thread.
#[derive(Clone)]
struct GameThread {
    jobs: Sender<Job>,
    /// How many games it has.
    games: Arc<AtomicUsize>,
}

/// A place that a game takes in a thread.
struct TakenPlace(Arc<AtomicUsize>);

impl Drop for TakenPlace {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The way to a game in a thread, which closes with it.
struct GameLine {
    jobs: Sender<Job>,
    number: u64,
}

impl Drop for GameLine {
    fn drop(&mut self) {
        // A thread that has ended has closed it.
        let _ = self.jobs.send(Job::Close(self.number));
    }
}

impl Default for GameThreads {
    /// As many threads as the machine has cores, but at least two.
    fn default() -> GameThreads {
        let most = available_parallelism().map_or(2, |cores| cores.get().max(2));
        GameThreads { shared: Mutex::default(), most, opened: AtomicU64::default() }
    }
}

impl GameThreads {
    /// Opens a game; in a thread of its own if it `searches`.
    ///
    /// # Errors
    /// Why it cannot be opened.
    pub fn open(
        &self,
        searches: bool,
        open: impl FnOnce() -> Result<OpenedGame, String> + Send + 'static,
    ) -> Result<GameChannel, String> {
        let thread = if searches { GameThread::begin(true)? } else { self.least_busy()? };
        let number = self.opened.fetch_add(1, Ordering::Relaxed);
        let touched = Arc::new(AtomicBool::new(true));
        let (ready, opened) = channel();
        thread.games.fetch_add(1, Ordering::Relaxed);
        let place = TakenPlace(thread.games.clone());
        let game = NewGame { open: Box::new(open), ready, touched: touched.clone(), place };
        let ended = || "the game did not open".to_string();
        thread.jobs.send(Job::Open { number, game }).map_err(|_| ended())?;
        let line = GameLine { jobs: thread.jobs, number };
        let screens = opened.recv().map_err(|_| ended())??;
        let messages = Box::new(move |message| line.jobs.send(Job::Message(line.number, message)).is_ok());
        Ok(GameChannel::new(messages, screens, touched))
    }

    /// The shared thread with the fewest games; another one, if none is empty and there are not enough.
    fn least_busy(&self) -> Result<GameThread, String> {
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        let games = |thread: &&GameThread| thread.games.load(Ordering::Relaxed);
        let least = shared.iter().min_by_key(games);
        if let Some(thread) = least.filter(|thread| shared.len() >= self.most || games(thread) == 0) {
            return Ok(thread.clone());
        }
        let thread = GameThread::begin(false)?;
        shared.push(thread.clone());
        Ok(thread)
    }
}

impl GameThread {
    /// A thread; `alone` if it ends with its only game.
    fn begin(alone: bool) -> Result<GameThread, String> {
        let (jobs, inbox) = channel();
        let thread = std::thread::Builder::new().name("game".into());
        let run = move || {
            if alone {
                give_way();
            }
            hold_bots();
            GamesOfThread { games: BTreeMap::new(), alone }.run(&inbox);
        };
        thread.spawn(run).map_err(|error| format!("no thread for the game: {error}"))?;
        Ok(GameThread { jobs, games: Arc::default() })
    }
}

/// Lets all other threads go first, wherever the system can do that for the calling thread and those that it begins: who
/// searches, or makes a film, takes what the others leave.
pub fn give_way() {
    #[cfg(target_os = "linux")]
    // Where that is refused, it is only slower for others.
    let _ = rustix::process::nice(19);
}

/// A game in a thread.
struct PlayedGame {
    game: Box<dyn OpenGame>,
    /// Set when it is asked for.
    touched: Arc<AtomicBool>,
    /// Since when it has not been asked for.
    idle: Duration,
    _place: TakenPlace,
}

/// The games of a thread, by their numbers.
struct GamesOfThread {
    games: BTreeMap<u64, PlayedGame>,
    /// Whether it has a single game, which may take its time.
    alone: bool,
}

impl GamesOfThread {
    /// Does what it is told until nothing leads to it, or its only game is closed.
    fn run(mut self, inbox: &Receiver<Job>) {
        let mut next_look = Instant::now() + PERIOD;
        loop {
            match inbox.recv_timeout(next_look.saturating_duration_since(Instant::now())) {
                Ok(Job::Open { number, game }) => self.open(number, game),
                Ok(Job::Message(number, message)) => self.fulfil(number, message),
                Ok(Job::Close(number)) => self.close(number),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if next_look <= Instant::now() {
                self.look_around();
                next_look = Instant::now() + PERIOD;
            }
            if self.alone && self.games.is_empty() {
                break;
            }
        }
        let numbers: Vec<u64> = self.games.keys().copied().collect();
        numbers.into_iter().for_each(|number| self.close(number));
    }

    fn open(&mut self, number: u64, game: NewGame) {
        let NewGame { open, ready, touched, place } = game;
        let opened = catch_unwind(AssertUnwindSafe(open));
        match opened.unwrap_or_else(|_| Err("the game did not open".into())) {
            Ok((game, screens)) => {
                self.games.insert(number, PlayedGame { game, touched, idle: Duration::ZERO, _place: place });
                // If it is not waited for any longer, nothing leads to it, and it is closed.
                let _ = ready.send(Ok(screens));
            }
            Err(why) => drop(ready.send(Err(why))),
        }
    }

    fn fulfil(&mut self, number: u64, message: PageMessage) {
        // A search would keep the other games waiting: the game goes on in another thread once it is asked for.
        if !self.alone && matches!(message.wish.wish, PageWish::Bot(Some(player)) if player.searches()) {
            self.close(number);
            return (message.reply)(Said::done(""));
        }
        self.with(number, |game| {
            game.idle = Duration::ZERO;
            game.game.fulfil(message);
        });
    }

    fn close(&mut self, number: u64) {
        self.with(number, |game| game.game.close());
        self.remove(number);
    }

    /// Lets each game look around, and closes those that have not been asked for.
    fn look_around(&mut self) {
        let numbers: Vec<u64> = self.games.keys().copied().collect();
        for number in numbers {
            let mut is_idle = false;
            self.with(number, |game| {
                let is_asked_for = game.touched.swap(false, Ordering::Relaxed) || game.game.is_needed();
                game.idle = if is_asked_for { Duration::ZERO } else { game.idle + PERIOD };
                is_idle = game.idle >= IDLE;
                game.game.look_around();
            });
            if is_idle {
                self.close(number);
            }
        }
    }

    /// Does something with a game. One that panics is gone, as it was last saved; the others go on.
    fn with(&mut self, number: u64, work: impl FnOnce(&mut PlayedGame)) {
        let Some(game) = self.games.get_mut(&number) else { return };
        if catch_unwind(AssertUnwindSafe(|| work(game))).is_err() {
            self.remove(number);
        }
    }

    fn remove(&mut self, number: u64) {
        let game = self.games.remove(&number);
        let _ = catch_unwind(AssertUnwindSafe(|| drop(game)));
    }
}
