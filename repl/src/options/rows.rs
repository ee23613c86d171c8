//! Where the rows of a run go, and which part of it is played here.

use clap::Args;
use std::path::PathBuf;
use wilderness_lab::shard::ShardChoice;

/// Which part of a run to play, and where to write its rows.
#[derive(Args, Clone, Default)]
pub struct RowsArgs {
    /// Play only one of N parts of the run, such as `3/8`; `wilderness merge` adds up their rows. `auto/8` takes the number
    /// from Slurm, Kubernetes or GNU parallel; `auto` also takes from Slurm how many there are.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<ShardChoice>,
    /// Write a row for each game to this file as it is played. A later run with the same file resumes it, if it plays the
    /// same games; it may ask for more. If the name ends in `.csv`, `.jsonl` or `.parquet`, a table for other programs is
    /// written instead, whole, at the end.
    #[arg(long, value_name = "FILE.rows")]
    pub out: Option<PathBuf>,
    /// Let output overwrite any other file, and begin a file of rows anew.
    #[arg(long)]
    pub force: bool,
}
