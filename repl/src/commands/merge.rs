//! `wilderness merge`: adds up the rows that several runs of `simulate --out` wrote.

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
    /// Files with rows of games, CSV or JSON Lines.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write all rows into this file: a new one, or one that `merge` or `simulate` wrote.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Let `--out` replace a file with something else in it.
    #[arg(long, requires = "out")]
    force: bool,
    /// Also say how often each event was played.
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
            // The same game twice would make every interval too narrow.
            if !seen.insert((row.seed, row.scenario.clone(), row.rules.clone())) {
                let (seed, scenario, file) = (row.seed, one_line(&row.scenario), file.display());
                return Err(miette!("{file}: the game of {scenario} with seed {seed} was counted before"));
            }
            summary.add(&row);
            Ok(())
        })?;
        if seen.len() == before {
            return Err(miette!("{}: there is no game in it", file.display()));
        }
    }
    // Only now is it known that they belong together; what was in the file before is lost for nothing less.
    if let Some(output) = &output {
        let mut rows = Rows::begin(output)?;
        args.files.iter().try_for_each(|file| row::read(file, |row| rows.write(&row)))?;
        rows.finish()?;
    }
    if args.json {
        out::line(&serde_json::to_string(&summary).unwrap_or_default())?;
    } else {
        out::line(&format!("{} games out of {} files", summary.games(), args.files.len()))?;
        out::print(&summary.render(args.events))?;
    }
    Ok(if summary.errors() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Why two games do not belong to the same series, if they do not.
fn difference(one: &Row, other: &Row) -> Option<&'static str> {
    if one.setup != other.setup {
        return Some("with other scripts, rules or settings");
    }
    let same = (&one.french, &one.british) == (&other.french, &other.british);
    (!same).then_some("by others")
}
