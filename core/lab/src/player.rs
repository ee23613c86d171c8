//! The players of a side: a person, or a kind of bot.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use wilderness_engine::agents::Budget;
use wilderness_engine::{Agent, Rules, Searching};

/// The default time of a search.
const THOUGHT: Budget = Budget::Time(Duration::from_secs(1));

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
}

/// The names of players on the command line and in saved games.
pub const PLAYERS: &str = "random, greedy, search or search:BUDGET, such as search:500ms or search:1000";

impl Player {
    /// The agent of this kind, using up to this many threads; it decides at once while it is being hurried.
    pub fn agent<R: Rules>(
        self,
        seed: u64,
        side: R::Side,
        threads: usize,
        hurry: Arc<AtomicBool>,
    ) -> Box<dyn Agent<R>> {
        match self {
            Player::Random => R::inner_loops().random(seed, side),
            Player::Greedy => R::inner_loops().look(seed, side),
            Player::Search(budget) => R::inner_loops().search(Searching { seed, budget, threads, clock, hurry }, side),
        }
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
            Player::Search(budget) if *budget == THOUGHT => f.write_str("search"),
            Player::Search(budget) => write!(f, "search:{budget}"),
        }
    }
}
