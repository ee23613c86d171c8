//! The arguments that all commands share which play many games.

use super::series::Series;
use crate::front::Origin as _;
use crate::prompt::player::{PLAYERS, Player};
use crate::war::content::ContentArg;
use crate::war::start::Start;
use clap::Args;
use miette::miette;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use wilderness_war::{Header, PerSide, Scripts, Windows};

/// What is played, and by whom.
#[derive(Args, Clone)]
pub struct Game {
    #[command(flatten)]
    pub start: Start,
    /// Play all scenarios by turns.
    #[arg(long, conflicts_with_all = ["scenario", "preset", "position"])]
    all_scenarios: bool,
    #[command(flatten)]
    pub content: ContentArg,
    /// Let each game have optional rules drawn at random.
    #[arg(long, conflicts_with = "rules")]
    random_rules: bool,
    /// Who plays the French.
    #[arg(long, value_name = "WHO", help = format!("Who plays the French: {PLAYERS}; random if nothing is said"))]
    french: Option<Player>,
    /// Who plays the British.
    #[arg(long, value_name = "WHO", help = format!("Who plays the British: {PLAYERS}; random if nothing is said"))]
    british: Option<Player>,
}

/// Which games, and what becomes of them.
#[derive(Args, Clone)]
pub struct Many {
    /// How many games.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..), value_name = "N")]
    pub games: u64,
    /// The seed of the first game; each further one has the next.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// How many threads play; as many as the machine has cores if nothing is said.
    #[arg(long, value_parser = jobs, value_name = "N")]
    jobs: Option<usize>,
    /// Print the result as JSON.
    #[arg(long)]
    pub json: bool,
    /// Write the records of games that went wrong into this directory. Without it none are written: `wilderness replay
    /// --from-sim SEED` repeats a game.
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,
}

impl Game {
    /// The series of these games, checked: faults of the scripts or the scenario are reported once.
    pub fn series(&self, seed: u64, records: Option<PathBuf>) -> miette::Result<Series> {
        let scripts = Rc::new(self.content.named().for_start(&self.start)?.load()?);
        let players = PerSide { french: self.french, british: self.british };
        let players = PerSide::new(|side| players[side].unwrap_or(Player::Random));
        if !self.all_scenarios {
            return Ok(Game::of(&self.start, &scripts, seed, players, records)?.with(false, self.random_rules));
        }
        // A rule without effect in one of the scenarios may have one in another: each game leaves out its own.
        let header = self.start.header_with_idle(|_| seed, &scripts)?;
        let series = Game::from_header(header, &self.start, &scripts, players, records)?.with(true, self.random_rules);
        for scenario in &series.scenarios {
            let header = Header { scenario: scenario.clone(), ..series.header.clone() };
            let header = header.without_idle_rules(self.start.named_rules(), &scripts)?;
            header.without_idle_settings(&self.start.named_settings(), &scripts)?;
        }
        Ok(series)
    }

    /// The series of games from a start.
    pub fn of(
        start: &Start,
        scripts: &Rc<Scripts>,
        seed: u64,
        players: PerSide<Player>,
        records: Option<PathBuf>,
    ) -> miette::Result<Series> {
        let header = start.header(|_| seed, Windows::Holder, scripts)?;
        Game::from_header(header, start, scripts, players, records)
    }

    fn from_header(
        mut header: Header,
        start: &Start,
        scripts: &Rc<Scripts>,
        players: PerSide<Player>,
        records: Option<PathBuf>,
    ) -> miette::Result<Series> {
        if start.has_players_roll() {
            return Err(miette!("`--dice table` has no effect here: bots play, and nobody is there to roll"));
        }
        header.settings.dice = None; // a preset may be for people who roll
        header.begin(scripts.clone())?;
        if let Some(directory) = records.as_ref().filter(|directory| !directory.is_dir()) {
            let what = if directory.exists() { "is not a directory" } else { "is not there: create it first" };
            return Err(miette!("`--records` names a directory for records, but `{}` {what}", directory.display()));
        }
        Ok(Series::new(header, players, scripts.content().clone(), records))
    }
}

impl Game {
    /// The files and directories that the options name.
    pub fn inputs(&self) -> Vec<&Path> {
        self.start.inputs().chain(self.content.inputs()).collect()
    }

    /// The options that are given, as they are written.
    pub fn given(&self) -> Vec<&'static str> {
        let others = [
            ("--all-scenarios", self.all_scenarios),
            ("--random-rules", self.random_rules),
            ("--french", self.french.is_some()),
            ("--british", self.british.is_some()),
        ];
        let others = others.into_iter().filter(|(_, is_given)| *is_given).map(|(option, _)| option);
        self.start.given().into_iter().chain(others).collect()
    }
}

impl Series {
    fn with(self, all_scenarios: bool, random_rules: bool) -> Series {
        let ids = || self.content.scenario_ids().map(str::to_string).collect();
        let scenarios = if all_scenarios { ids() } else { Vec::new() };
        let setup = if random_rules { self.setup + "-random" } else { self.setup };
        Series { scenarios, random_rules, setup, ..self }
    }
}

impl Many {
    /// The seeds of the games.
    ///
    /// # Errors
    /// If there are not so many seeds from the first one on.
    pub fn seeds(&self) -> miette::Result<RangeInclusive<u64>> {
        self.seeds_of(self.games)
    }

    /// So many seeds from the first one on.
    ///
    /// # Errors
    /// If there are not so many.
    pub fn seeds_of(&self, count: u64) -> miette::Result<RangeInclusive<u64>> {
        let last = self.seed.checked_add(count - 1);
        let last = last.ok_or_else(|| {
            let most = u64::MAX;
            miette!(
                "{count} games from seed {} on need seeds above {most}, the largest: begin at a smaller one",
                self.seed
            )
        });
        Ok(self.seed..=last?)
    }

    /// How many threads play.
    pub fn jobs(&self) -> usize {
        self.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }
}

/// A number of threads.
fn jobs(text: &str) -> Result<usize, String> {
    let jobs = text.parse().ok().filter(|jobs| (1..=MOST_JOBS).contains(jobs));
    jobs.ok_or_else(|| format!("a number of threads from 1 to {MOST_JOBS}"))
}

/// More threads than this are a mistake.
const MOST_JOBS: usize = 1024;

/// Seeds from the first to the last: `1..10000`.
pub fn seeds(text: &str) -> Result<RangeInclusive<u64>, String> {
    let wanted = || "the first and the last seed, such as `1..10000`".to_string();
    let (first, last) = text.split_once("..").ok_or_else(wanted)?;
    let [first, last] = [first, last].map(|seed| seed.trim().parse::<u64>());
    match (first, last) {
        (Ok(first), Ok(last)) if first <= last => Ok(first..=last),
        _ => Err(wanted()),
    }
}
