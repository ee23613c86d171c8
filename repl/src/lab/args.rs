//! The arguments shared by all commands that play many games.

use super::series::Series;
use crate::battles::content::Origin;
use crate::front::Origin as _;
use crate::options::content::ContentArg;
use crate::options::start::Start;
use crate::prompt::player::{PLAYERS, Player};
use clap::Args;
use miette::miette;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use wilderness_battles::FrenchAndIndianWarBattles as Battle;
use wilderness_engine::Each;
use wilderness_war::{Header, PerSide, Scripts, War, Windows};

/// What to play, and the players.
#[derive(Args, Clone)]
pub struct Game {
    #[command(flatten)]
    pub start: Start,
    /// Play all scenarios in turn.
    #[arg(long, conflicts_with_all = ["scenario", "preset", "position"])]
    all_scenarios: bool,
    #[command(flatten)]
    pub content: ContentArg,
    /// Draw optional rules at random for each game.
    #[arg(long, conflicts_with = "rules")]
    random_rules: bool,
    /// The French player.
    #[arg(long, value_name = "WHO", help = format!("The French player: {PLAYERS}; random by default"))]
    french: Option<Player>,
    /// The British player.
    #[arg(long, value_name = "WHO", help = format!("The British player: {PLAYERS}; random by default"))]
    british: Option<Player>,
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

impl Game {
    /// The series of these games, checked: faults in the scripts or the scenario are reported once.
    pub fn series(&self, seed: u64, records: Option<PathBuf>) -> miette::Result<Series<War>> {
        let scripts = Rc::new(self.content.named().for_start(&self.start)?.load()?);
        let players = PerSide { french: self.french, british: self.british };
        let players = PerSide::new(|side| players[side].unwrap_or(Player::Random));
        if !self.all_scenarios {
            return Ok(Game::of(&self.start, &scripts, seed, players, records)?.with(false, self.random_rules));
        }
        // A rule without effect in one scenario may have one in another, so each game drops its own.
        let header = self.start.header_with_idle(|_| seed, &scripts)?;
        let series = Game::from_header(header, &self.start, &scripts, players, records)?.with(true, self.random_rules);
        for scenario in &series.plan.scenarios {
            let header = Header { scenario: scenario.clone(), ..series.plan.header.clone() };
            let header = header.without_idle_rules(self.start.named_rules(), &scripts)?;
            header.without_idle_settings(&self.start.named_settings(), &scripts)?;
        }
        Ok(series)
    }

    /// The same of a battle, if that is what the options name.
    pub fn battles(&self, seed: u64, records: Option<PathBuf>) -> miette::Result<Option<Series<Battle>>> {
        let origin = Origin::in_content(self.content.root());
        let players = PerSide { french: self.french, british: self.british };
        let players = Each::from(PerSide::new(|side| players[side].unwrap_or(Player::Random)));
        Series::of_battle(&self.start, seed, players, &origin, self.random_rules, records)
    }

    /// The series of games from a start.
    pub fn of(
        start: &Start,
        scripts: &Rc<Scripts>,
        seed: u64,
        players: PerSide<Player>,
        records: Option<PathBuf>,
    ) -> miette::Result<Series<War>> {
        let header = start.header(|_| seed, Windows::Holder, scripts)?;
        Game::from_header(header, start, scripts, players, records)
    }

    fn from_header(
        mut header: Header,
        start: &Start,
        scripts: &Rc<Scripts>,
        players: PerSide<Player>,
        records: Option<PathBuf>,
    ) -> miette::Result<Series<War>> {
        if start.has_players_roll() {
            return Err(miette!("`--dice table` has no effect here: bots cannot roll dice at a table"));
        }
        header.settings.dice = None; // A preset may be meant for people who roll dice.
        header.begin(scripts.clone())?;
        if let Some(directory) = records.as_ref().filter(|directory| !directory.is_dir()) {
            let what = if directory.exists() { "is not a directory" } else { "does not exist: create it first" };
            return Err(miette!("`--records` names a directory for records, but `{}` {what}", directory.display()));
        }
        Ok(Series::new(header, players, scripts.content().clone(), records))
    }
}

impl Game {
    /// The files and directories named by the options.
    pub fn inputs(&self) -> Vec<&Path> {
        self.start.inputs().chain(self.content.inputs()).collect()
    }

    /// The options given, as typed.
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

impl Series<War> {
    fn with(mut self, all_scenarios: bool, random_rules: bool) -> Series<War> {
        if all_scenarios {
            self.plan.scenarios = self.sources.scenario_ids().map(str::to_string).collect();
        }
        if random_rules {
            self.setup.push_str("-random");
        }
        self.plan.random_rules = random_rules;
        self
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

/// So many seeds from the first on.
///
/// # Errors
/// When there are not enough.
pub fn seeds_from(first: u64, count: u64) -> miette::Result<RangeInclusive<u64>> {
    let last = first.checked_add(count - 1).ok_or_else(|| {
        let most = u64::MAX;
        miette!("{count} games from seed {first} on need seeds above {most}, the largest: begin at a smaller one")
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
