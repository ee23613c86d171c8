//! The players of a side: a person, or a kind of bot.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use wilderness_engine::agents::Budget;
use wilderness_engine::{Agent, Rules, Searched as _, Searching};

/// The default time of a search.
const THOUGHT: Budget = Budget::Time(Duration::from_secs(1));

/// How hard a bot is to beat, by the name that people choose it by: the levels differ in how far it looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Rules of thumb, blind to what the enemy could do next; as [`Player::Greedy`] where a game has no such policy.
    Easy,
    /// A few playouts for each decision.
    Normal,
    /// A good number of them.
    Strong,
    /// As many as people wait for.
    Best,
}

impl Level {
    /// All of them, the easiest first.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Normal, Level::Strong, Level::Best];

    /// Its name.
    pub fn name(self) -> &'static str {
        ["easy", "normal", "strong", "best"][self as usize]
    }

    /// Its playouts in a game; none at the easiest.
    fn playouts<R: Rules>(self) -> Option<u32> {
        let place = (self as usize).checked_sub(1)?;
        Some(R::Search::LEVELS[place])
    }
}

/// A kind of bot.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Player {
    /// Takes any legal choice.
    #[default]
    Random,
    /// Follows the rules of thumb of the game, as the playouts of the search do, and tries what a script offers one step
    /// ahead.
    Greedy,
    /// Looks ahead with playouts, within this budget per decision.
    Search(Budget),
    /// As hard to beat as this.
    Level(Level),
}

/// The names of players, as text of the program.
macro_rules! players {
    () => {
        "easy, normal, strong, best; random, greedy, search or search:BUDGET, such as search:500ms or search:1000"
    };
}
pub(crate) use players;

/// The names of players on the command line and in saved games.
pub const PLAYERS: &str = players!();

impl Player {
    /// The agent of this kind, using up to this many threads; it decides at once while it is being hurried.
    pub fn agent<R: Rules>(
        self,
        seed: u64,
        side: R::Side,
        threads: usize,
        hurry: Arc<AtomicBool>,
    ) -> Box<dyn Agent<R>> {
        let loops = R::inner_loops();
        let search = |budget, hurry| (loops.search)(Searching { seed, budget, threads, clock, hurry }, side);
        match self {
            Player::Random => (loops.random)(seed, side),
            Player::Greedy => (loops.look)(seed, side),
            Player::Search(budget) => search(budget, hurry),
            Player::Level(level) => match level.playouts::<R>() {
                Some(playouts) => search(Budget::Games(playouts), hurry),
                None => (loops.look_myopically)(seed, side),
            },
        }
    }

    /// Whether it thinks for a while: it looks ahead with playouts.
    pub fn searches(self) -> bool {
        matches!(self, Player::Search(_) | Player::Level(Level::Normal | Level::Strong | Level::Best))
    }
}

/// The time since the first call.
pub fn clock() -> Duration {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGIN.elapsed()
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Player, String> {
        let text = text.to_ascii_lowercase();
        if let Some(level) = Level::ALL.into_iter().find(|level| level.name() == text) {
            return Ok(Player::Level(level));
        }
        match text.split_once(':') {
            None if text == "random" => Ok(Player::Random),
            None if text == "greedy" => Ok(Player::Greedy),
            None if text == "search" => Ok(Player::Search(THOUGHT)),
            Some(("search", budget)) => {
                budget.parse().map(Player::Search).map_err(|form| format!("no such budget: `{budget}` ({form})"))
            }
            _ => Err(format!("no such player: `{text}` ({PLAYERS})")),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Random => f.write_str("random"),
            Player::Greedy => f.write_str("greedy"),
            Player::Level(level) => f.write_str(level.name()),
            Player::Search(budget) if *budget == THOUGHT => f.write_str("search"),
            Player::Search(budget) => write!(f, "search:{budget}"),
        }
    }
}
