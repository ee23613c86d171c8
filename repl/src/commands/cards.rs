//! `wilderness cards`: what each card of a game changes.

use crate::commands::games;
use crate::options::content::ContentArg;
use crate::options::rows::RowsArgs;
use crate::options::series::{jobs, seeds_from};
use crate::options::start::Start;
use crate::options::time::minutes;
use crate::progress::Progress;
use clap::Args as ClapArgs;
use miette::miette;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use wilderness_lab::{PLAYERS, Player};

#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    pub start: Start,
    /// A script directory; given twice, two are compared. `built-in` means the scripts of the program.
    #[arg(long, value_name = "DIR")]
    pub scripts: Vec<PathBuf>,
    /// A content directory: scripts, scenarios and presets; given twice, two are compared. `built-in` means the content
    /// of the program.
    #[arg(long, value_name = "DIR")]
    pub content: Vec<PathBuf>,
    /// Who plays both sides.
    #[arg(long, default_value = "greedy", value_name = "WHO", help = format!("Who plays both sides: {PLAYERS}"))]
    pub players: Player,
    /// Exchange this card in every pair, by its number.
    #[arg(long, value_name = "N")]
    pub card: Option<u8>,
    /// The number of base games; without it, as many as there is time for.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), value_name = "N")]
    pub games: Option<u64>,
    /// Stop after this many minutes; by default after 10, if the number of games is not given.
    #[arg(long, value_parser = minutes, value_name = "N")]
    pub minutes: Option<Duration>,
    /// The seed of the first base game; each later one uses the next seed.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// The number of threads; by default, one per core.
    #[arg(long, value_parser = jobs, value_name = "N")]
    pub jobs: Option<usize>,
    /// Find out what each event brings the side that plays it: in another base game with each seed, a game goes on without it
    /// each time that a side plays one first.
    #[arg(long)]
    pub worth: bool,
    /// Leave the luck of the dice in the differences.
    #[arg(long)]
    pub with_luck: bool,
    /// Write all numbers to this file, a row for each card and side: a new file, or earlier output of `cards`; with
    /// `--force` any other.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Print the result as JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub rows: RowsArgs,
}

impl Args {
    /// The seeds of the base games: without a number of games, all.
    ///
    /// # Errors
    /// When there are not enough seeds; a run that ends by the clock and is to be merged.
    pub fn seeds(&self) -> miette::Result<RangeInclusive<u64>> {
        let is_part = self.rows.out.is_some() || self.rows.shard.is_some();
        if is_part && (self.games.is_none() || self.minutes.is_some()) {
            return Err(miette!(
                "rows are merged only if the number of games is fixed: give `--games`, and no `--minutes`"
            ));
        }
        self.games.map_or(Ok(self.seed..=u64::MAX), |games| seeds_from(self.seed, games))
    }

    /// How long it plays, if the clock ends it.
    pub fn time(&self) -> Option<Duration> {
        self.minutes.or(Some(TIME).filter(|_| self.games.is_none()))
    }

    /// What shows how far it is.
    pub fn progress(&self, games: u64) -> Progress {
        if self.games.is_some() { Progress::of_games(games) } else { Progress::of_time(self.time().unwrap_or(TIME)) }
    }
}

/// The default time.
pub const TIME: Duration = Duration::from_secs(10 * 60);
/// The word for the program's own content.
pub const BUILT_IN: &str = "built-in";

/// The directory that A or B uses: 0 is A, 1 is B; none for the program's own content.
pub fn directory(named: &[PathBuf], which: usize) -> Option<PathBuf> {
    named.get(which).or(named.last()).filter(|path| path.as_os_str() != BUILT_IN).cloned()
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let content =
        ContentArg { content: directory(&args.content, 0), scripts: directory(&args.scripts, 0), folder: None };
    games::of_start(&args.start, &content, false)?.cards(args)
}
