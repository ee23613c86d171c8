//! `wilderness merge`: adds up the rows written by several runs of `simulate --out`.

use crate::lab::row::{self, Row, Rows};
use crate::lab::summary::Summary;
use crate::text::out;
use clap::Args as ClapArgs;
use miette::miette;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wilderness_engine::files::Output;
use wilderness_engine::harmless::one_line;

#[derive(ClapArgs)]
pub struct Args {
    /// Files with rows of games, as CSV or JSON Lines.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write all rows to this file: a new file, or earlier output of `merge` or `simulate`.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Let `--out` overwrite any other file.
    #[arg(long, requires = "out")]
    force: bool,
    /// Also report how often each event was played.
    #[arg(long)]
    events: bool,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let inputs: Vec<&Path> = args.files.iter().map(PathBuf::as_path).collect();
    let claim = |out: &PathBuf| Output::claim(out, row::FORM, &inputs, args.force);
    let output = args.out.as_ref().map(claim).transpose().map_err(|refused| miette!("{refused}"))?;
    let mut summary = Summary::default();
    let mut seen = HashSet::new();
    let mut first: Option<Row> = None;
    for file in &args.files {
        let before = seen.len();
        row::read(file, |row| {
            if let Some(other) = difference(first.get_or_insert_with(|| row.clone()), &row) {
                let (seed, file) = (row.seed, file.display());
                return Err(miette!("{file}: the game with seed {seed} was played {other} than those before it"));
            }
            // Counting a game twice would make every interval too narrow.
            if !seen.insert((row.seed, row.scenario.clone(), row.rules.clone())) {
                let (seed, scenario, file) = (row.seed, one_line(&row.scenario), file.display());
                return Err(miette!("{file}: the game of {scenario} with seed {seed} appears twice"));
            }
            summary.add(&row);
            Ok(())
        })?;
        if seen.len() == before {
            return Err(miette!("{}: it contains no game", file.display()));
        }
    }
    // The output file is replaced only after all rows are known to belong together.
    if let Some(output) = &output {
        let mut rows = Rows::begin(output)?;
        args.files.iter().try_for_each(|file| row::read(file, |row| rows.write(&row)))?;
        rows.finish()?;
    }
    if args.json {
        out::line(&serde_json::to_string(&summary).unwrap_or_default())?;
    } else {
        out::line(&format!("{} games from {} files", summary.games(), args.files.len()))?;
        out::print(&summary.render(args.events))?;
    }
    Ok(if summary.errors() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Why two games do not belong to the same series, if so.
fn difference(one: &Row, other: &Row) -> Option<&'static str> {
    if one.setup != other.setup {
        return Some("with other scripts, rules or settings");
    }
    let same = (&one.french, &one.british) == (&other.french, &other.british);
    (!same).then_some("by others")
}
