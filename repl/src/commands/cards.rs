//! `wilderness cards`: what each card of a game changes.

use crate::commands::games;
use crate::options::content::ContentArg;
use crate::options::series::jobs;
use crate::options::start::Start;
use crate::options::time::minutes;
use clap::Args as ClapArgs;
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
    /// Write all numbers to this file, a row for each card and side: a new file, or earlier output of `cards`.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Let `--csv` overwrite any other file.
    #[arg(long, requires = "csv")]
    pub force: bool,
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
