//! `wilderness merge`: adds up the rows written by several runs of `simulate --out`.

use super::games;
use crate::text::out;
use clap::Args as ClapArgs;
use miette::miette;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wilderness_engine::files::Output;
use wilderness_engine::harmless::one_line;
use wilderness_lab::facts::Facts;
use wilderness_lab::row::{self, Row, Rows};
use wilderness_lab::summary::Summary;

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
    let mut merged: Option<(Facts, Row, Summary)> = None;
    let mut seen = HashSet::new();
    for file in &args.files {
        let before = seen.len();
        row::read(file, &games::lab_of, |facts, row| {
            let new = || (facts.clone(), row.clone(), Summary::new(facts.clone()));
            let (first_facts, first, summary) = merged.get_or_insert_with(new);
            let other = if *first_facts == facts { difference(first, &row) } else { Some("of another game") };
            if let Some(other) = other {
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
    // Each file contains a game, and there is at least one file.
    let Some((facts, _, summary)) = merged else { return Err(miette!("there is no game")) };
    // The output file is replaced only after all rows are known to belong together.
    if let Some(output) = &output {
        let mut rows = Rows::begin(output, &facts)?;
        args.files.iter().try_for_each(|file| row::read(file, &games::lab_of, |_, row| rows.write(&row)))?;
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
    (one.players != other.players).then_some("by others")
}
