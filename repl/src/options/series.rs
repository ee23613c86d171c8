//! The arguments shared by all commands that play many games.

use super::content::ContentArg;
use super::players::Players;
use super::start::Start;
use clap::Args;
use miette::miette;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use wilderness_lab::Contestant;

/// What games a series is made of.
pub struct Wanted<'a> {
    /// How they start.
    pub start: &'a Start,
    /// The first seed.
    pub seed: u64,
    /// Whether all scenarios are played in turn.
    pub all_scenarios: bool,
    /// Whether each game has optional rules drawn at random.
    pub random_rules: bool,
}

/// What to play, and the players.
#[derive(Args, Clone)]
pub struct SeriesGame {
    #[command(flatten)]
    pub start: Start,
    /// Play all scenarios in turn.
    #[arg(long, conflicts_with_all = ["scenario", "position"])]
    pub all_scenarios: bool,
    #[command(flatten)]
    pub content: ContentArg,
    /// Draw optional rules at random for each game.
    #[arg(long, conflicts_with = "rules")]
    pub random_rules: bool,
    #[command(flatten)]
    pub players: Players<Contestant>,
}

/// Which games to play, and how to report them.
#[derive(Args, Clone)]
pub struct SeriesArgs {
    /// The number of games.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..), value_name = "N")]
    pub games: u64,
    /// The seed of the first game; each later game uses the next seed.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// The number of threads; by default, one per core.
    #[arg(long, value_parser = jobs, value_name = "N")]
    jobs: Option<usize>,
    /// Print the result as JSON.
    #[arg(long)]
    pub json: bool,
    /// Write the records of failed games to this directory. By default none are written: `wilderness replay --from-sim
    /// SEED` repeats a game.
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,
}

impl SeriesGame {
    /// The files and directories named by the options.
    pub fn inputs(&self) -> Vec<&Path> {
        self.start.inputs().chain(self.content.inputs()).collect()
    }

    /// The options given, as typed.
    pub fn given(&self) -> Vec<String> {
        let others = [("--all-scenarios", self.all_scenarios), ("--random-rules", self.random_rules)];
        let others = others.into_iter().filter(|(_, is_given)| *is_given).map(|(option, _)| option.to_string());
        self.start.given().into_iter().chain(others).chain(self.players.given()).collect()
    }

    /// The games, from a seed on.
    pub fn wanted(&self, seed: u64) -> Wanted<'_> {
        let SeriesGame { start, all_scenarios, random_rules, .. } = self;
        Wanted { start, seed, all_scenarios: *all_scenarios, random_rules: *random_rules }
    }
}

impl SeriesArgs {
    /// The seeds of the games.
    ///
    /// # Errors
    /// When there are not enough seeds after the first.
    pub fn seeds(&self) -> miette::Result<RangeInclusive<u64>> {
        self.seeds_of(self.games)
    }

    /// This many seeds from the first on.
    ///
    /// # Errors
    /// When there are not enough.
    pub fn seeds_of(&self, count: u64) -> miette::Result<RangeInclusive<u64>> {
        seeds_from(self.seed, count)
    }

    /// The number of threads.
    pub fn jobs(&self) -> usize {
        threads(self.jobs)
    }
}

/// `count` seeds, starting at `first`.
///
/// # Errors
/// When there are not enough.
pub fn seeds_from(first: u64, count: u64) -> miette::Result<RangeInclusive<u64>> {
    let last = first.checked_add(count - 1).ok_or_else(|| {
        let most = u64::MAX;
        miette!("{count} games from seed {first} need seeds above the largest, {most}: start at a smaller one")
    });
    Ok(first..=last?)
}

/// The number of threads: as many as given, or one per core.
pub fn threads(given: Option<usize>) -> usize {
    given.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// A number of threads.
pub fn jobs(text: &str) -> Result<usize, String> {
    let jobs = text.parse().ok().filter(|jobs| (1..=MOST_JOBS).contains(jobs));
    jobs.ok_or_else(|| format!("a number of threads from 1 to {MOST_JOBS}"))
}

/// More threads than this are assumed to be a typing error.
const MOST_JOBS: usize = 1024;

/// The first and last seed: `1..10000`.
pub fn seeds(text: &str) -> Result<RangeInclusive<u64>, String> {
    let wanted = || "the first and the last seed, such as `1..10000`".to_string();
    let (first, last) = text.split_once("..").ok_or_else(wanted)?;
    let [first, last] = [first, last].map(|seed| seed.trim().parse::<u64>());
    match (first, last) {
        (Ok(first), Ok(last)) if first <= last => Ok(first..=last),
        _ => Err(wanted()),
    }
}
